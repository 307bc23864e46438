/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A page whose losses are accounted in advance while a reader takes it:
 * ring_account_overwritten() next to ring_swap(). The writer accounts the contents that it
 * saw before the reader reused the page, or nothing.
 */
#define WEAK_CPUS	2
#define WEAK_LOCS	2
#define WEAK_MSGS	6
#include "memory.inc"

#define ACCOUNTED	0	/* struct ring_page.accounted: nothing, a part, or all accounted */
#define DATA	1
#define OLD_USE	0
#define NEW_USE	1

active proctype writer()
{
	byte accounted, data;
	bool ok;

	LOAD(0, ACCOUNTED, accounted);
	if
	:: accounted == 0 ->
		LATE(0, DATA);
		CMPXCHG(0, ACCOUNTED, 0, 1, ok, "gone-relaxed");
		AWAIT(0, data);
		assert(!ok || data == OLD_USE)
	:: else
	fi;
	GONE(0)
}

LATE_LOADS(late, 0)

active proctype reader()
{
	byte accounted;
	bool ok;

	/* An xchg(), which fails at most once, since the writer takes one step. */
	LOAD(1, ACCOUNTED, accounted);
	CMPXCHG(1, ACCOUNTED, accounted, 2, ok, "swap-gone-relaxed");
	if
	:: !ok ->
		LOAD(1, ACCOUNTED, accounted);
		CMPXCHG(1, ACCOUNTED, accounted, 2, ok, "swap-gone-relaxed")
	:: else
	fi;
	STORE(1, DATA, NEW_USE);
	GONE(1)
}

init
{
	atomic { INIT(ACCOUNTED, 0); INIT(DATA, OLD_USE) }
}
