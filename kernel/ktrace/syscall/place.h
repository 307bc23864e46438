/* SPDX-License-Identifier: GPL-2.0 */
/* Where the hooks find the events of a call, and what they are to do for it. */
#ifndef _KTRACE_SYSCALL_PLACE_H
#define _KTRACE_SYSCALL_PLACE_H

#include <linux/log2.h>

#include "syscall/internal.h"

/*
 * By number, then one place for all calls of each foreign kind, and at
 * KTRACE_ABI_NATIVE's for unknown numbers.
 *
 * There is a place for each number up to a power of two, so that a mask, which is
 * cheaper than array_index_nospec(), keeps a mispredicted access within the
 * table.
 */
#define SYSCALL_NUMBERS	roundup_pow_of_two(NR_syscalls)
#define SYSCALL_PLACES	(SYSCALL_NUMBERS + KTRACE_NR_ABIS)

/**
 * enum syscall_kind - the events of a call
 * @SYSCALL_ENTER:	syscalls/sys_enter_X
 * @SYSCALL_EXIT:	syscalls/sys_exit_X
 * @SYSCALL_CALL:	syscall/X
 * @SYSCALL_KINDS:	how many
 */
enum syscall_kind {
	SYSCALL_ENTER,
	SYSCALL_EXIT,
	SYSCALL_CALL,
	SYSCALL_KINDS
};

static_assert(BIT(SYSCALL_ENTER) == SYSCALL_ARM_ENTER);
static_assert(BIT(SYSCALL_EXIT) == SYSCALL_ARM_EXIT);
static_assert(BIT(SYSCALL_CALL) == SYSCALL_ARM_CALL);

/*
 * Complete before any event is registered, and then never changed.  NULL at places of calls
 * of a kind that the kernel does not have.
 */
extern struct syscall_event *ktrace_syscall_events[SYSCALL_KINDS][SYSCALL_PLACES];

/* SYSCALL_ARM_* of events that somebody listens to; under ktrace_event_mutex. */
extern u8 ktrace_syscall_armed[SYSCALL_PLACES];

/**
 * enum syscall_enter_way - what is done when a call is entered
 * @SYSCALL_ENTER_NOTHING: nothing
 * @SYSCALL_ENTER_CALL:	a complete record is begun
 * @SYSCALL_ENTER_CALL_EARLY: the same, and most are refused when the call returns
 * @SYSCALL_ENTER_CALL_BEGUN: the same, and most are refused at once
 * @SYSCALL_ENTER_RAW:	a record of raw_syscalls/sys_enter
 * @SYSCALL_ENTER_ANY:	several of these
 * @SYSCALL_ENTER_WRITE: a record of the entry; the number of arguments is added
 */
enum syscall_enter_way {
	SYSCALL_ENTER_NOTHING,
	SYSCALL_ENTER_CALL,
	SYSCALL_ENTER_CALL_EARLY,
	SYSCALL_ENTER_CALL_BEGUN,
	SYSCALL_ENTER_RAW,
	SYSCALL_ENTER_ANY,
	SYSCALL_ENTER_WRITE,
};

/**
 * enum syscall_exit_way - what is done when a call is left
 * @SYSCALL_EXIT_NOTHING: nothing
 * @SYSCALL_EXIT_CALL:	the complete record, if one was begun
 * @SYSCALL_EXIT_WRITE:	a record of the exit
 * @SYSCALL_EXIT_RAW:	a record of raw_syscalls/sys_exit
 * @SYSCALL_EXIT_ANY:	several of these
 */
enum syscall_exit_way {
	SYSCALL_EXIT_NOTHING,
	SYSCALL_EXIT_CALL,
	SYSCALL_EXIT_WRITE,
	SYSCALL_EXIT_RAW,
	SYSCALL_EXIT_ANY,
};

/**
 * struct syscall_ways - what ktrace_syscall_armed comes to: decided when an event is
 *	switched on or off, and not at each call
 * @enter:	enum syscall_enter_way
 * @exit:	enum syscall_exit_way
 */
struct syscall_ways {
	u8	enter;
	u8	exit;
};

/* What the hooks look at. */
extern struct syscall_ways ktrace_syscall_ways[SYSCALL_PLACES];

unsigned int ktrace_syscall_enter_way(u8 armed, unsigned int nargs);
enum syscall_exit_way ktrace_syscall_exit_way(u8 armed);

static __always_inline const struct ktrace_event *
syscall_place_event(enum syscall_kind kind, unsigned long place)
{
	return &ktrace_syscall_events[kind][place]->event;
}

#endif /* _KTRACE_SYSCALL_PLACE_H */
