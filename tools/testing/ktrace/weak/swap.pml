/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A page that the consuming reader returns: the reader is done with it, and
 * iterators that still copy it notice.
 *
 * The page is in slot 0, full. The reader swaps it for another, reads it in place,
 * uses it as the image of a page in use, and puts it into slot 1. The writer takes
 * and fills it. An iterator copies it from slot 0.
 *
 * "of-read", "of-image" and "of-copy" in the list select only one of the three.
 */
#define WEAK_CPUS	3
#define WEAK_LOCS	3
#define WEAK_MSGS	6
#include "memory.inc"

#define SLOT0	0	/* FULL, EMPTY */
#define SLOT1	1	/* FULL: another page; EMPTY: ours; TAKEN: in use, ours */
#define DATA	2
#define FULL	0
#define EMPTY	1
#define TAKEN	2

#define FIRST	0	/* in the page: a record */
#define IMAGE	1	/* a copy of another page's record, made by the reader */
#define LAST	2	/* the writer's next record in it */

bool read, copied, taken;
byte left = 3;

active proctype writer()
{
	byte slot;
	bool ok;

	LOAD(0, SLOT1, slot);
	if
	:: slot == EMPTY ->
		CMPXCHG(0, SLOT1, EMPTY, TAKEN, ok, "take-relaxed");
		if
		:: ok -> STORE_ANY(0, DATA, LAST); taken = true
		:: else
		fi
	:: else
	fi;
	atomic { GONE(0); left-- }
}

active proctype reader()
{
	byte data;
	bool ok;

	CMPXCHG(1, SLOT0, FULL, EMPTY, ok, "swap-relaxed");
	if
	:: !HAS("of-image") -> LATE(1, DATA); read = true
	:: !HAS("of-read") -> STORE_ANY(1, DATA, IMAGE); copied = true
	fi;
	CMPXCHG(1, SLOT1, FULL, EMPTY, ok, "swap-relaxed");
	if
	:: read -> AWAIT(1, data); assert(HAS("of-copy") || data == FIRST)
	:: else
	fi;
	atomic { GONE(1); left-- }
}

LATE_LOADS(late, 1)

active proctype iterator()
{
	byte slot, data;

	LOAD_ACQUIRE(2, SLOT0, slot, "find-slot-relaxed");
	if
	:: slot == FULL && !HAS("of-read") && !HAS("of-image") ->
		LOAD(2, DATA, data);
		RMB(2, "unmoved-no-rmb");
		LOAD(2, SLOT0, slot);
		assert(slot != FULL || data == FIRST)
	:: else
	fi;
	atomic { GONE(2); left-- }
}

active proctype end()
{
	byte data;

	left == 0 ->
	NEWEST(DATA, data);
	assert(HAS("of-copy") || data == (taken -> LAST : (copied -> IMAGE : FIRST)))
}
