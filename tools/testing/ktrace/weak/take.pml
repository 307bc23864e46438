/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A page that is copied while it is in use, or read before it is taken over, is
 * validated by its slot: ring_unmoved() after ring_next_page().
 */
#define WEAK_CPUS	2
#define WEAK_LOCS	3
#define WEAK_MSGS	6
#include "memory.inc"

#define SLOT	0	/* the use of the page */
#define NR	1	/* one of the fields that ring_open() sets: the use, too */
#define DATA	2
#define OLD_USE	0
#define NEW_USE	1

active proctype writer()
{
	bool ok;

	CMPXCHG(0, SLOT, OLD_USE, NEW_USE, ok, "take-relaxed");
	if
	:: ok -> STORE(0, NR, NEW_USE); MB(0, "open-no-mb"); STORE(0, DATA, NEW_USE)
	:: else
	fi;
	GONE(0)
}

active proctype reader()
{
	byte slot, nr, data, again;

	LOAD_ACQUIRE(1, SLOT, slot, "find-slot-relaxed");
	if
	:: slot == OLD_USE ->
		LOAD(1, NR, nr);
		LOAD(1, DATA, data);
		RMB(1, "unmoved-no-rmb");
		LOAD(1, SLOT, again);
		assert(again != slot || (nr == OLD_USE && data == OLD_USE))
	:: else
	fi;
	GONE(1)
}

