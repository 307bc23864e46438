/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A waiting task is woken: the part of buffer/wait.c outside of the ring.
 *
 * Two rings, each with a writer; a reader that waits for records of ring 0 and one
 * that waits for records of either ring; and their grace period. Each step of the
 * DOC comment "waiting" is one step here, and memory is sequentially consistent:
 * notify, for pages, and ring_model (wait*), for a record, show that the barriers
 * suffice.
 *
 * A reader sees records and takes none. When the writers have finished and nothing
 * is in progress, each reader must have seen all records.
 *
 * "wakes" is loaded before the check and compared after it: here it is a bit that
 * is cleared before the check.
 *
 * WEAK: no-grace: no check after the grace period of the writers; armed-late: commit is stored
 * after the check; wakes-late: wakes is loaded after the check; no-again: a task that waits
 * during a grace period relies on that one; no-any: a notice wakes only the waiters of its ring.
 */
#define WEAK_CPUS	1
#define WEAK_LOCS	1
#define WEAK_MSGS	2
#include "memory.inc"

#define NONE	9

/* For each ring. */
bool flag[2], begun[2], notice[2];
byte commit[2], armed[2];
/*
 * The grace period: the writers that were active when it began and still are, while
 * it is in progress.
 */
bool pending, again, old[2];
/* arm_lock: held by tasks that arm, and by buffer_armed(); not by writers. */
bool locked;
/* The readers: of ring 0, and of any ring; the latter sees rings 0 and 1. */
bool woken[2], asleep[2];
byte seen[3];
byte left = 2;

proctype writer(byte ring, records)
{
	do
	:: records > 0 ->
		/* Reserve: a later reservation sees the flag if it was set. */
		d_step {
			begun[ring] = true;
			notice[ring] = notice[ring] || flag[ring];
			flag[ring] = false
		}
		d_step {
			commit[ring]++;
			begun[ring] = false;
			old[ring] = false;
			records--
		}
	:: else -> break
	od;
	left--
}

/* ring_wake(): at any time after the notice; postponed while a record is incomplete. */
#define INTERRUPT(ring)							\
	notice[ring] && !begun[ring] ->					\
	notice[ring] = false;						\
	woken[0] = woken[0] || ring == 0;				\
	woken[1] = woken[1] || !HAS("no-any")

/* True if the ring has changed since it was armed. */
#define CHANGED(ring)	(armed[ring] != NONE && armed[ring] != commit[ring] && !HAS("no-grace"))
#define REARM(ring)							\
	armed[ring] = (armed[ring] == NONE || !again -> NONE : commit[ring])

inline begin_grace()
{
	pending = true;
	old[0] = begun[0];
	old[1] = begun[1]
}

proctype others()
{
end:
	do
	:: d_step { INTERRUPT(0) }
	:: d_step { INTERRUPT(1) }
	/* buffer_armed() */
	:: d_step {
		pending && !locked && !old[0] && !old[1] ->
		woken[0] = woken[0] || CHANGED(0);
		woken[1] = woken[1] || CHANGED(0) || CHANGED(1);
		REARM(0);
		REARM(1);
		if
		:: again -> again = false; begin_grace()
		:: else -> pending = false
		fi
	   }
	od
}

#define NEWS(any)	(seen[any] != commit[0] || (any && seen[2] != commit[1]))

inline look(any)
{
	seen[any] = commit[0];
	seen[2] = (any -> commit[1] : seen[2])
}

inline note(any)
{
	armed[0] = (armed[0] == NONE -> commit[0] : armed[0]);
	armed[1] = (armed[1] == NONE && any -> commit[1] : armed[1])
}

proctype reader(byte any)
{
end:
	do
	:: d_step {
		/* Load it together with another step, which loses nothing. */
		if
		:: HAS("wakes-late")
		:: else -> woken[any] = false
		fi;
		look(any)
	   }
	   d_step {
		!locked -> locked = true;
		if
		:: !HAS("armed-late") -> note(any)
		:: else
		fi
	   }
	   d_step {
		flag[0] = true;
		flag[1] = flag[1] || any;
		if
		:: !pending -> begin_grace()
		:: pending && !HAS("no-again") -> again = true
		:: else
		fi;
		locked = false
	   }
	   if
	   :: d_step { NEWS(any) -> look(any) }
	   :: else ->
		if
		:: HAS("wakes-late") -> woken[any] = false
		:: HAS("armed-late") -> d_step { note(any) }
		:: else
		fi;
		asleep[any] = true;
end_sleep:	d_step { woken[any] -> asleep[any] = false }
	   fi
	od
}

/* All processes have finished, and nothing is in progress. */
active proctype finally()
{
end:	d_step {
		left == 0 && !notice[0] && !notice[1] && !pending &&
		asleep[0] && asleep[1] && !woken[0] && !woken[1] ->
		assert(!NEWS(0));
		assert(!NEWS(1))
	}
}

init
{
	atomic {
		armed[0] = NONE;
		armed[1] = NONE;
		run writer(0, 2);
		run writer(1, 1);
		run others();
		run reader(0);
		run reader(1)
	}
}
