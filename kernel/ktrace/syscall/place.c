// SPDX-License-Identifier: GPL-2.0
/* Where the hooks find the events of a call, and whether one is listened to. */
#include <linux/cache.h>
#include <linux/lockdep.h>
#include <linux/log2.h>
#include <linux/minmax.h>

#include "syscall/place.h"

struct syscall_event *ktrace_syscall_events[SYSCALL_KINDS][SYSCALL_PLACES] __ro_after_init;
u8 ktrace_syscall_armed[SYSCALL_PLACES] __read_mostly;

/**
 * ktrace_syscall_arm - have the hooks heed an event, or not any more
 * @event:	the event
 * @what:	SYSCALL_ARM_* of its kind
 * @on:		to be heeded
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_syscall_arm(const struct ktrace_event *event, u8 what, bool on)
{
	const struct syscall_event *call = to_call(event);
	unsigned int place, kind = min_t(unsigned int, ilog2(what), SYSCALL_CALL);

	lockdep_assert_held(&ktrace_event_mutex);

	for (place = 0; place < SYSCALL_PLACES; place++)
		if (ktrace_syscall_events[kind][place] == call)
			WRITE_ONCE(ktrace_syscall_armed[place],
				   on ? ktrace_syscall_armed[place] | what :
				   ktrace_syscall_armed[place] & ~what);
}

/**
 * ktrace_syscall_arm_all - have the hooks heed what is of all calls, or not any more
 * @what:	SYSCALL_ARM_RAW_*
 * @on:		to be heeded
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_syscall_arm_all(u8 what, bool on)
{
	unsigned int place;

	lockdep_assert_held(&ktrace_event_mutex);

	for (place = 0; place < SYSCALL_PLACES; place++)
		WRITE_ONCE(ktrace_syscall_armed[place],
			   on ? ktrace_syscall_armed[place] | what :
			   ktrace_syscall_armed[place] & ~what);
}
