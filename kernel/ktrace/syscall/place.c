// SPDX-License-Identifier: GPL-2.0
/* Where the hooks find the events of a call, and what they are to do for it. */
#include <linux/cache.h>
#include <linux/lockdep.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/rcupdate.h>

#include "syscall/place.h"

struct syscall_event *ktrace_syscall_events[SYSCALL_KINDS][SYSCALL_PLACES] __ro_after_init;
u8 ktrace_syscall_armed[SYSCALL_PLACES] __read_mostly;
struct syscall_ways ktrace_syscall_ways[SYSCALL_PLACES] __read_mostly;

/* Events with SYSCALL_ARM_CALL; under ktrace_event_mutex. */
static unsigned int calls_armed;

/**
 * ktrace_syscall_enter_way - what to do when a call is entered
 * @armed:	SYSCALL_ARM_* of its place
 * @nargs:	arguments in the record of the entry
 *
 * Return: the way: enum syscall_enter_way.
 */
unsigned int ktrace_syscall_enter_way(u8 armed, unsigned int nargs)
{
	switch (armed & ~(SYSCALL_ARM_EXIT | SYSCALL_ARM_RAW_EXIT | SYSCALL_ARM_CALLS)) {
	case 0:
		return SYSCALL_ENTER_NOTHING;
	case SYSCALL_ARM_ENTER:
		return SYSCALL_ENTER_WRITE + nargs;
	case SYSCALL_ARM_CALL:
		return SYSCALL_ENTER_CALL;
	case SYSCALL_ARM_CALL | SYSCALL_ARM_EARLY:
		return SYSCALL_ENTER_CALL_EARLY;
	case SYSCALL_ARM_CALL | SYSCALL_ARM_EARLY | SYSCALL_ARM_BEGUN:
		return SYSCALL_ENTER_CALL_BEGUN;
	case SYSCALL_ARM_RAW_ENTER:
		return SYSCALL_ENTER_RAW;
	default:
		return SYSCALL_ENTER_ANY;
	}
}

/**
 * ktrace_syscall_exit_way - what to do when a call is left
 * @armed:	SYSCALL_ARM_* of its place
 *
 * Return: the way.
 */
enum syscall_exit_way ktrace_syscall_exit_way(u8 armed)
{
	switch (armed & (SYSCALL_ARM_EXIT | SYSCALL_ARM_RAW_EXIT | SYSCALL_ARM_CALLS)) {
	case 0:
		return SYSCALL_EXIT_NOTHING;
	case SYSCALL_ARM_CALLS:
		return SYSCALL_EXIT_CALL;
	case SYSCALL_ARM_EXIT:
		return SYSCALL_EXIT_WRITE;
	case SYSCALL_ARM_RAW_EXIT:
		return SYSCALL_EXIT_RAW;
	default:
		return SYSCALL_EXIT_ANY;
	}
}

static void arm_place(unsigned int place, u8 what, bool on)
{
	const struct syscall_event *enter = ktrace_syscall_events[SYSCALL_ENTER][place];
	u8 armed = ktrace_syscall_armed[place];

	/* Of a kind of calls that the kernel does not have. */
	if (!enter)
		return;
	armed = on ? armed | what : armed & ~what;
	WRITE_ONCE(ktrace_syscall_armed[place], armed);
	WRITE_ONCE(ktrace_syscall_ways[place].enter, ktrace_syscall_enter_way(armed, enter->nargs));
	WRITE_ONCE(ktrace_syscall_ways[place].exit, ktrace_syscall_exit_way(armed));
}

/**
 * ktrace_syscall_arm_all - have the hooks heed what is of all calls, or not any more
 * @what:	SYSCALL_ARM_RAW_*, SYSCALL_ARM_CALLS
 * @on:		to be heeded
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_syscall_arm_all(u8 what, bool on)
{
	unsigned int place;

	lockdep_assert_held(&ktrace_event_mutex);

	for (place = 0; place < SYSCALL_PLACES; place++)
		arm_place(place, what, on);
}

/*
 * One more event of complete records is switched on, or off.  Have whoever begins such a
 * record end it, whatever number the registers hold then: no CPU begins one before it sees
 * at exits what is armed here.  With the last event goes what is kept of tasks, before it
 * is disabled.
 */
static void arm_calls(bool on)
{
	if (on && !calls_armed++) {
		ktrace_syscall_arm_all(SYSCALL_ARM_CALLS, true);
		synchronize_rcu();
	} else if (!on && !--calls_armed) {
		ktrace_syscall_arm_all(SYSCALL_ARM_CALLS, false);
	}
}

/**
 * ktrace_syscall_arm - have the hooks heed an event, or not any more
 * @event:	the event
 * @what:	SYSCALL_ARM_* of its kind
 * @on:		to be heeded
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_syscall_arm(const struct ktrace_event *event, u8 what, bool on)
{
	const struct syscall_event *call = to_call(event);
	unsigned int place, kind = min_t(unsigned int, ilog2(what), SYSCALL_CALL);

	lockdep_assert_held(&ktrace_event_mutex);

	if (what == SYSCALL_ARM_CALL)
		arm_calls(on);
	for (place = 0; place < SYSCALL_PLACES; place++)
		if (ktrace_syscall_events[kind][place] == call)
			arm_place(place, what, on);
}
