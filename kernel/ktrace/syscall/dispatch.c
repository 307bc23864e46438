// SPDX-License-Identifier: GPL-2.0
/* The dispatch table of the hooks: the events of each call, and how to record it. */
#include <linux/cache.h>
#include <linux/ktrace_path.h>
#include <linux/lockdep.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/rcupdate.h>

#include "syscall/dispatch.h"
#include "syscall/times.h"

struct syscall_event *ktrace_syscall_events[SYSCALL_KINDS][SYSCALL_ENTRIES] __ro_after_init;
u8 ktrace_syscall_armed[SYSCALL_ENTRIES] __read_mostly;
struct syscall_ways ktrace_syscall_ways[SYSCALL_ENTRIES] __read_mostly;

/* Number of enabled complete events; under ktrace_event_mutex. */
static unsigned int calls_armed;
/* RCU state: after its grace period, no hook records a complete event; under ktrace_event_mutex. */
static unsigned long calls_left;

/**
 * ktrace_syscall_enter_way - decide how the hook records an entry
 * @armed:	SYSCALL_ARM_* of the call
 * @spec:	spec of the call
 *
 * Return: enum syscall_enter_way, plus the number of arguments for SYSCALL_ENTER_WRITE.
 */
unsigned int ktrace_syscall_enter_way(u8 armed, const struct syscall_spec *spec)
{
	/* The complete records have only fixed fields. */
	const bool bare = !spec->nargs && !spec->nr_slots;

	switch (armed & ~(SYSCALL_ARM_EXIT | SYSCALL_ARM_RAW_EXIT | SYSCALL_ARM_CALLS)) {
	case 0:
		return SYSCALL_ENTER_NOTHING;
	case SYSCALL_ARM_ENTER:
		return SYSCALL_ENTER_WRITE + spec->nargs;
	case SYSCALL_ARM_COMPLETE:
		if (bare)
			return SYSCALL_ENTER_COMPLETE_BARE;
		return spec->path ? SYSCALL_ENTER_COMPLETE_PATH : SYSCALL_ENTER_COMPLETE;
	case SYSCALL_ARM_COMPLETE | SYSCALL_ARM_PREFILTER:
		return SYSCALL_ENTER_COMPLETE_PREFILTER;
	case SYSCALL_ARM_COMPLETE | SYSCALL_ARM_PREFILTER | SYSCALL_ARM_AT_ENTRY:
		return SYSCALL_ENTER_COMPLETE_AT_ENTRY;
	case SYSCALL_ARM_RAW_ENTER:
		return SYSCALL_ENTER_RAW;
	default:
		return SYSCALL_ENTER_ANY;
	}
}

/**
 * ktrace_syscall_exit_way - decide how the hook records an exit
 * @armed:	SYSCALL_ARM_* of the call
 * @timed:	ktrace_syscall_timed()
 *
 * Return: how.
 */
enum syscall_exit_way ktrace_syscall_exit_way(u8 armed, bool timed)
{
	switch (armed & (SYSCALL_ARM_EXIT | SYSCALL_ARM_RAW_EXIT | SYSCALL_ARM_CALLS)) {
	case 0:
		return SYSCALL_EXIT_NOTHING;
	case SYSCALL_ARM_CALLS:
		return timed ? SYSCALL_EXIT_TIMED : SYSCALL_EXIT_COMPLETE;
	case SYSCALL_ARM_EXIT:
		return SYSCALL_EXIT_WRITE;
	case SYSCALL_ARM_RAW_EXIT:
		return SYSCALL_EXIT_RAW;
	default:
		return SYSCALL_EXIT_ANY;
	}
}

static void syscall_arm_entry(unsigned int index, u8 what, bool on)
{
	const struct syscall_event *enter = ktrace_syscall_events[SYSCALL_ENTER][index];
	u8 armed = ktrace_syscall_armed[index];
	/* The option does not change while a complete event has a listener. */
	bool timed = static_key_enabled(&ktrace_syscall_timed_key);

	/* Skip the entry of an ABI that this kernel does not have. */
	if (!enter)
		return;
	armed = on ? armed | what : armed & ~what;
	/* SYSCALL_ARM_CALLS of all calls is stored before: see arm_calls(). */
	smp_store_release(&ktrace_syscall_armed[index], armed);
	/* For the same reason. */
	smp_store_release(&ktrace_syscall_ways[index].enter,
			  ktrace_syscall_enter_way(armed, enter->spec));
	WRITE_ONCE(ktrace_syscall_ways[index].exit, ktrace_syscall_exit_way(armed, timed));
}

/**
 * ktrace_syscall_arm_all - add or remove a listener of all calls
 * @what:	SYSCALL_ARM_RAW_* or SYSCALL_ARM_CALLS
 * @on:	add or remove
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_syscall_arm_all(u8 what, bool on)
{
	unsigned int index;

	lockdep_assert_held(&ktrace_event_mutex);

	for (index = 0; index < SYSCALL_ENTRIES; index++)
		syscall_arm_entry(index, what, on);
}

/*
 * Count events of complete records that are enabled.  While there are any, every exit of a system
 * call looks whether the task has begun a record, since a tracer may change the number of the call
 * in the registers.  A task that has begun a record must see that at the exit, on any CPU: it loads
 * SYSCALL_ARM_COMPLETE of its call, or the way that follows from it, with acquire semantics, and
 * syscall_arm_entry() stores these with release semantics, after SYSCALL_ARM_CALLS of all calls and
 * after the static key has been enabled.  Exits of calls that were entered before need not look.
 */
static void arm_calls(bool on)
{
	if (on && !calls_armed++) {
		ktrace_syscall_arm_all(SYSCALL_ARM_CALLS, true);
		static_branch_enable(&ktrace_paths_wanted);
	} else if (!on && !--calls_armed) {
		ktrace_syscall_arm_all(SYSCALL_ARM_CALLS, false);
		static_branch_disable(&ktrace_paths_wanted);
		calls_left = get_state_synchronize_rcu();
	}
}

/**
 * ktrace_syscall_calls_left - when the last complete event was disabled
 *
 * Context: under ktrace_event_mutex; no complete event has a listener.
 * Return: for ktrace_hooks_synchronize_since(): after that grace period no hook records one.
 */
unsigned long ktrace_syscall_calls_left(void)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return calls_left;
}

/*
 * Arm or disarm socketcall() or ipc() for the complete event of a 32-bit call behind them: the hook
 * begins the record of such a call as a record of the outer call.
 */
static void syscall_arm_outer(const struct syscall_event *ev, bool on)
{
	unsigned int index = SYSCALL_COMPAT + ev->spec->outer;
	struct syscall_event *outer = ktrace_syscall_events[SYSCALL_COMPLETE][index];

	if (on ? !outer->users++ : !--outer->users)
		syscall_arm_entry(index, SYSCALL_ARM_COMPLETE, on);
}

/**
 * ktrace_syscall_arm - add or remove the listener of an event
 * @event:	the event
 * @what:	SYSCALL_ARM_* of its kind
 * @on:	add or remove
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_syscall_arm(const struct ktrace_event *event, u8 what, bool on)
{
	const struct syscall_event *ev = to_ev(event);
	unsigned int index, kind = min_t(unsigned int, ilog2(what), SYSCALL_COMPLETE);

	lockdep_assert_held(&ktrace_event_mutex);

	if (what == SYSCALL_ARM_COMPLETE)
		arm_calls(on);
	if (what == SYSCALL_ARM_COMPLETE && ev->spec->outer)
		syscall_arm_outer(ev, on);
	if (ev->call) {
		if (what != SYSCALL_ARM_COMPLETE || !ev->spec->inner)
			syscall_arm_entry(ev->index, what, on);
		return;
	}
	for (index = 0; index < SYSCALL_ENTRIES; index++)
		if (ktrace_syscall_events[kind][index] == ev)
			syscall_arm_entry(index, what, on);
}
