/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A task that waits for pages is woken: ring_open() stores tail before it loads
 * wake_at, ring_filled() stores wake_at before it loads tail.
 *
 * An unread first page, up to three pages opened after it, and a reader that waits
 * for one to three full pages; wake_at may be that of an earlier wait. The reader
 * loads the count of wake-ups of its queue first, and waits for a change if
 * ring_filled() returns false. As no other task reads, it must be woken if its
 * pages are full.
 */
#define WEAK_CPUS	2
#define WEAK_LOCS	3
#define WEAK_MSGS	6
#include "memory.inc"

#define TAIL	0
#define WAKE_AT	1
#define WAKES	2
#define NEVER	9

byte left = 2, want = 1, seen, last = 1;
bool waits;

proctype writer()
{
	byte next, at;
	bool ok;

	do
	:: last < 3 -> last++
	:: break
	od;
	do
	:: next < last ->
		next++;
		CMPXCHG_LOCAL(0, TAIL, next - 1, next, ok);
		MB(0, "open-no-mb");
		LOAD(0, WAKE_AT, at);
		if
		:: next >= at ->
			STORE_ANY(0, WAKE_AT, NEVER);
			/* irq_work_queue(), then ring_wake() */
			MB(0, "notify-no-mb");
			ATOMIC(0, WAKES, OLD(WAKES) + 1)
		:: else
		fi
	:: else -> break
	od;
	atomic { GONE(0); left-- }
}

proctype reader()
{
	byte tail, at, behind;

	do
	:: want < 3 -> want++
	:: break
	od;
	LOAD_ACQUIRE(1, WAKES, seen, "seen-relaxed");
	LOAD(1, TAIL, behind);
	if
	:: behind < want ->
		if
		:: HAS("filled-tail-twice") -> LOAD(1, TAIL, tail)
		:: else -> tail = behind
		fi;
		tail = tail + want - behind;
		LOAD(1, WAKE_AT, at);
		if
		:: tail < at -> STORE_ANY(1, WAKE_AT, tail)
		:: else
		fi;
		MB(1, "filled-no-mb");
		LOAD(1, TAIL, behind);
		waits = behind < want
	:: else
	fi;
	atomic { GONE(1); left-- }
}

active proctype end()
{
	byte wakes;

	left == 0 ->
	NEWEST(WAKES, wakes);
	assert(!waits || last < want || wakes != seen)
}

init
{
	atomic {
		if
		:: INIT(WAKE_AT, NEVER)
		:: INIT(WAKE_AT, 1)
		:: INIT(WAKE_AT, 2)
		fi;
		run writer();
		run reader()
	}
}
