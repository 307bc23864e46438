/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ring_set_flags() on two CPUs at the same time, or next to a writer's step, which
 * sets limit with ring_set_limit() alone: at the end limit agrees with the flags.
 */
#define WEAK_CPUS	2
#define WEAK_LOCS	2
#define WEAK_MSGS	8
#include "memory.inc"

#define FLAGS	0
#define LIMIT	1	/* 0 or 1 */

byte left = 2;

#define SET_LIMIT(cpu)							\
	LOAD(cpu, FLAGS, seen);						\
	do								\
	:: STORE_ANY(cpu, LIMIT, (seen -> 0 : 1));			\
	   MB(cpu, "flags-no-mb");					\
	   LOAD(cpu, FLAGS, flags);					\
	   if								\
	   :: flags == seen -> break					\
	   :: else -> seen = flags					\
	   fi								\
	od

#define SET_FLAGS(cpu, set, clear)						\
	ATOMIC(cpu, FLAGS, OLD(FLAGS) & ~(clear));			\
	ATOMIC(cpu, FLAGS, OLD(FLAGS) | (set));				\
	MB(cpu, "flags-no-mb-after");					\
	SET_LIMIT(cpu)

/*
 * Bit 0: RING_OFF, set by two users at the same time; bit 1: RING_WAITER, by reader
 * and writer.
 */
proctype user()
{
	byte seen, flags;

	if
	:: SET_FLAGS(0, 1, 0)
	:: SET_FLAGS(0, 0, 1)
	fi;
	atomic { GONE(0); left-- }
}

proctype other()
{
	byte seen, flags;

	if
	:: SET_FLAGS(1, 2, 0)
	:: SET_FLAGS(1, 0, 2)
	:: SET_FLAGS(1, 0, 1)
	:: SET_LIMIT(1)
	fi;
	atomic { GONE(1); left-- }
}

active proctype end()
{
	byte flags, limit;

	left == 0 ->
	NEWEST(FLAGS, flags);
	NEWEST(LIMIT, limit);
	assert(limit == (flags -> 0 : 1))
}

init
{
	atomic {
		if
		:: INIT(FLAGS, 0); INIT(LIMIT, 1)
		:: INIT(FLAGS, 1); INIT(LIMIT, 0)
		:: INIT(FLAGS, 2); INIT(LIMIT, 0)
		fi;
		run user();
		run other()
	}
}
