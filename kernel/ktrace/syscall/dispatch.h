/* SPDX-License-Identifier: GPL-2.0 */
/* The dispatch table of the hooks: the events of each call, and how to record it. */
#ifndef _KTRACE_SYSCALL_DISPATCH_H
#define _KTRACE_SYSCALL_DISPATCH_H

#include <linux/log2.h>

#include "syscall/internal.h"

/*
 * The dispatch table. The first entries are those of native calls, by number. From SYSCALL_SHARED
 * on, there is one entry for each ABI, for the calls that have no entry of their own: unknown
 * numbers, and all calls of x32. From SYSCALL_COMPAT on follow 32-bit calls, by number.
 *
 * The number of native entries is a power of two, so that a mask keeps a mispredicted access
 * within them. A mask is cheaper than array_index_nospec().
 */
#define SYSCALL_NUMBERS	roundup_pow_of_two(NR_syscalls)
#define SYSCALL_SHARED	SYSCALL_NUMBERS
#define SYSCALL_COMPAT	(SYSCALL_SHARED + KTRACE_NR_ABIS)
#define SYSCALL_ENTRIES	(SYSCALL_COMPAT + KTRACE_COMPAT_NUMBERS)

/**
 * enum syscall_kind - the kinds of events of a call
 * @SYSCALL_ENTER:	syscalls/sys_enter_X
 * @SYSCALL_EXIT:	syscalls/sys_exit_X
 * @SYSCALL_COMPLETE:	syscall/X
 * @SYSCALL_KINDS:	number of kinds
 */
enum syscall_kind {
	SYSCALL_ENTER,
	SYSCALL_EXIT,
	SYSCALL_COMPLETE,
	SYSCALL_KINDS
};

static_assert(BIT(SYSCALL_ENTER) == SYSCALL_ARM_ENTER);
static_assert(BIT(SYSCALL_EXIT) == SYSCALL_ARM_EXIT);
static_assert(BIT(SYSCALL_COMPLETE) == SYSCALL_ARM_COMPLETE);

/*
 * Filled in before any event is registered, read-only after that. NULL for an ABI that
 * this kernel does not have.
 */
extern struct syscall_event *ktrace_syscall_events[SYSCALL_KINDS][SYSCALL_ENTRIES];

/* SYSCALL_ARM_* of the events with listeners; under ktrace_event_mutex. */
extern u8 ktrace_syscall_armed[SYSCALL_ENTRIES];

/**
 * enum syscall_enter_way - how the hook records an entry
 * @SYSCALL_ENTER_NOTHING:	no record
 * @SYSCALL_ENTER_COMPLETE:	begin a complete record
 * @SYSCALL_ENTER_COMPLETE_BARE:	begin a complete record without arguments and slots
 * @SYSCALL_ENTER_COMPLETE_PATH:	begin a complete record of a call with one path and no other
 *		string
 * @SYSCALL_ENTER_COMPLETE_PREFILTER:	begin a complete record; a prefilter runs at exit
 * @SYSCALL_ENTER_COMPLETE_AT_ENTRY:	begin a complete record if the prefilter accepts the
 *		arguments
 * @SYSCALL_ENTER_RAW:	write a record of raw_syscalls/sys_enter
 * @SYSCALL_ENTER_ANY:	several of these
 * @SYSCALL_ENTER_WRITE:	write a record of the entry; plus the number of
 *		arguments
 */
enum syscall_enter_way {
	SYSCALL_ENTER_NOTHING,
	SYSCALL_ENTER_COMPLETE,
	SYSCALL_ENTER_COMPLETE_BARE,
	SYSCALL_ENTER_COMPLETE_PATH,
	SYSCALL_ENTER_COMPLETE_PREFILTER,
	SYSCALL_ENTER_COMPLETE_AT_ENTRY,
	SYSCALL_ENTER_RAW,
	SYSCALL_ENTER_ANY,
	SYSCALL_ENTER_WRITE,
};

/**
 * enum syscall_exit_way - how the hook records an exit
 * @SYSCALL_EXIT_NOTHING:	no record
 * @SYSCALL_EXIT_COMPLETE:	complete the record, if one was begun
 * @SYSCALL_EXIT_TIMED:	as SYSCALL_EXIT_COMPLETE; the record is timed
 * @SYSCALL_EXIT_WRITE:	write a record of the exit
 * @SYSCALL_EXIT_RAW:	write a record of raw_syscalls/sys_exit
 * @SYSCALL_EXIT_ANY:	several of these
 */
enum syscall_exit_way {
	SYSCALL_EXIT_NOTHING,
	SYSCALL_EXIT_COMPLETE,
	SYSCALL_EXIT_TIMED,
	SYSCALL_EXIT_WRITE,
	SYSCALL_EXIT_RAW,
	SYSCALL_EXIT_ANY,
};

/**
 * struct syscall_ways - what the hooks do at the entry and at the exit of a call, updated from
 * ktrace_syscall_armed when an event of the call is enabled or disabled
 * @enter:	enum syscall_enter_way
 * @exit:	enum syscall_exit_way
 */
struct syscall_ways {
	u8	enter;
	u8	exit;
};

/* Read by the hooks. */
extern struct syscall_ways ktrace_syscall_ways[SYSCALL_ENTRIES];

unsigned int ktrace_syscall_enter_way(u8 armed, const struct syscall_spec *spec);
enum syscall_exit_way ktrace_syscall_exit_way(u8 armed, bool timed);

static __always_inline const struct ktrace_event *
syscall_event_at(enum syscall_kind kind, unsigned long index)
{
	return &ktrace_syscall_events[kind][index]->event;
}

#endif /* _KTRACE_SYSCALL_DISPATCH_H */
