/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ring_skip(): decides whether drops were made before or after the present tail.
 *
 * A writer opens two pages. A record that nests at any point finds no page; drops
 * contains the page that was tail at that time. The second record may be the nested
 * one: then commit waits for the first, and no page is crossed that would have had
 * a barrier.
 */
#define WEAK_CPUS	2
#define WEAK_LOCS	2
#define WEAK_MSGS	6
#include "memory.inc"

#define TAIL	0
#define DROPS	1

bool irq;

/* ring_next_page() finds no page for a record, after the present tail. */
#define DROP()								\
	OWN(0, TAIL, tail);						\
	WMB(0, "drop-no-wmb");						\
	STORE(0, DROPS, tail)

active proctype writer() provided (!irq)
{
	byte tail;

	STORE(0, TAIL, 1);
	MB(0, "open-no-mb");
	STORE(0, TAIL, 2);
	MB(0, "open-no-mb");
	DROP()
}

active proctype interrupt()
{
	byte tail;

	if
	:: !HAS("skip-not-nested") -> irq = true; DROP(); irq = false
	:: else
	fi
}

active proctype reader()
{
	byte tail, drops;

	LOAD(1, DROPS, drops);
	RMB(1, "skip-no-rmb");
	LOAD(1, TAIL, tail);
	assert(drops <= tail);
	GONE(1)
}
