/* SPDX-License-Identifier: GPL-2.0 */
/*
 * commit: records, and the end of a page, are readable when commit says so.
 *
 * One page, two units. The second record nests in the first and is published by
 * ring_publish(). Then the page is closed and commit crosses to the next one.
 */
#define WEAK_CPUS	2
#define WEAK_LOCS	4
#define WEAK_MSGS	6
#include "memory.inc"

#define COMMIT		0	/* 0, 1, 2: units; NEXT: on the next page */
#define WORD		1	/* units, CLOSED */
#define DATA(unit)	(2 + (unit))
#define NEXT		3
#define CLOSED		4

active proctype writer()
{
	bool ok;

	CMPXCHG_LOCAL(0, WORD, 0, 1, ok);
	CMPXCHG_LOCAL(0, WORD, 1, 2, ok);	/* nested */
	STORE(0, DATA(1), 8);
	STORE(0, DATA(0), 7);
	STORE_RELEASE(0, COMMIT, 1, "commit-relaxed");
	STORE_RELEASE(0, COMMIT, 2, "publish-relaxed");
	CMPXCHG_LOCAL(0, WORD, 2, 2 + CLOSED, ok);
	WMB(0, "cross-no-wmb");
	CMPXCHG_LOCAL(0, COMMIT, 2, NEXT, ok);
	GONE(0)
}

active proctype reader()
{
	byte commit, units, data;

	/* ring_look(), ring_own_rest(), ring_iter_start() */
	LOAD_ACQUIRE(1, COMMIT, commit, "find-relaxed");
	units = commit;
	if
	:: commit == NEXT ->
		LOAD(1, WORD, units);
		assert(units == 2 + CLOSED);
		units = 2
	:: else
	fi;
	if
	:: units > 0 -> LOAD(1, DATA(0), data); assert(data == 7)
	:: else
	fi;
	if
	:: units > 1 -> LOAD(1, DATA(1), data); assert(data == 8)
	:: else
	fi;
	GONE(1)
}
