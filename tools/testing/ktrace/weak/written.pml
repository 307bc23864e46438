/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ring_written(): nr and word of the page in tail belong to its present use.
 *
 * Two pages used in turn, with one record each. Use u begins when page u % 2 is
 * opened, after u reservations; nr and word contain the number of the use.
 */
#define WEAK_CPUS	2
#define WEAK_LOCS	6
#define WEAK_MSGS	6
#include "memory.inc"

#define TAIL		0
#define SLOT		1
#define NR(use)		(2 + (use) % 2)
#define WORD(use)	(4 + (use) % 2)	/* 2 * use, plus 1 with its record */

active proctype writer()
{
	byte use;
	bool ok;

	do
	:: use < 2 ->
		use++;
		if
		:: use == 2 -> CMPXCHG(0, SLOT, 0, 1, ok, "take-relaxed")
		:: else
		fi;
		STORE(0, NR(use), use);
		STORE(0, WORD(use), 2 * use);
		WMB(0, "open-no-wmb");
		STORE(0, TAIL, use);
		MB(0, "open-no-mb");
		STORE(0, WORD(use), 2 * use + 1)
	:: else -> break
	od;
	GONE(0)
}

active proctype reader()
{
	byte tail, again, nr, word;

	do
	:: LOAD(1, TAIL, tail);
	   RMB(1, "written-no-first-rmb");
	   LOAD(1, NR(tail), nr);
	   LOAD(1, WORD(tail), word);
	   RMB(1, "written-no-second-rmb");
	   LOAD(1, TAIL, again);
	   if
	   :: again == tail -> break
	   :: else
	   fi
	od;
	assert(nr == tail && word / 2 == tail);
	GONE(1)
}
