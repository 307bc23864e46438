/* SPDX-License-Identifier: GPL-2.0 */
/* Where the hooks find the events of a call, and whether one is listened to. */
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

/* Complete before any event is registered, and then never changed. */
extern struct syscall_event *ktrace_syscall_events[SYSCALL_KINDS][SYSCALL_PLACES];

/* SYSCALL_ARM_* of events that somebody listens to; under ktrace_event_mutex. */
extern u8 ktrace_syscall_armed[SYSCALL_PLACES];

static __always_inline const struct ktrace_event *
syscall_place_event(enum syscall_kind kind, unsigned long place)
{
	return &ktrace_syscall_events[kind][place]->event;
}

#endif /* _KTRACE_SYSCALL_PLACE_H */
