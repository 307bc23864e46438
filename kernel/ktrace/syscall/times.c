// SPDX-License-Identifier: GPL-2.0
/*
 * Where the time of a call goes: options/call-time.
 *
 * Probes of the scheduler's tracepoints keep an account in the state of the task
 * (syscall/state.h) of the time that the task was off its CPU. When the task leaves its
 * CPU, sched_switch takes the time, and whether the task is blocked. When the task is back
 * on a CPU, sched_switch takes the time again and adds the interval to the account: an
 * interval in which the task was blocked is divided at the last wakeup, which sched_waking
 * has noted together with the name of the waker. Hooks in the handling of page faults
 * (<linux/ktrace_fault.h>) add the faults of the call and their time.
 *
 * All times, including those of entry and exit, come from one clock. The intervals do not
 * overlap and lie between entry and exit, and the call ran in the rest of its duration, so
 * the three parts add up exactly. The time of faults is contained in them.
 *
 * The probes run under the lock of the runqueue (sched_switch) and under pi_lock of the
 * woken task (sched_waking), with interrupts off, for all tasks of the system. They take
 * no lock, and leave at once unless a task has a state. The state may be detached
 * meanwhile; it is freed a grace period later.
 */
#include <linux/hardirq.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

#include "buffer/clock.h"
#include "buffer/hooks.h"
#include "event/event.h"
#include "syscall/internal.h"
#include "syscall/option.h"
#include "syscall/times.h"

/* The task leaves its CPU. */
static void account_off(struct syscall_account *account, bool blocked, u64 now)
{
	account->off_blocked = blocked;
	account->off = now;
}

/* Divide the time from @from to @now, in which the task was blocked, at the wakeup. */
static void account_blocked(struct syscall_account *account, u64 from, u64 now)
{
	/*
	 * The waker may have been faster than the probe of the switch. Then there is no
	 * time in which the task was blocked.
	 */
	u64 woken = clamp(account->waker.time, from, now);

	account->blocked += woken - from;
	account->waited += now - woken;
	account->by = account->waker;
}

/* Clear the account of a call before its first change. */
static void account_use(struct syscall_account *account)
{
	if (account->used)
		return;
	account->used = true;
	account->faults = 0;
	account->waited = 0;
	account->blocked = 0;
	account->faulted = 0;
	account->by.pid = 0;
	memset(account->by.comm, 0, sizeof(account->by.comm));
}

/* The task is on a CPU again, inside a call that was entered at @entered. */
static void account_on(struct syscall_account *account, u64 entered, u64 now)
{
	u64 from = max(account->off, entered);
	bool counts = account->off && from < now;

	account->off = 0;
	if (!counts)
		return;
	account_use(account);
	if (account->off_blocked)
		account_blocked(account, from, now);
	else
		account->waited += now - from;
}

/*
 * A task that is about to sleep while a signal is pending stays runnable: @prev_state does
 * not say so, the task's state does.
 */
static bool times_blocks(const struct task_struct *prev, bool preempt, unsigned int prev_state)
{
	return !preempt && prev_state && READ_ONCE(prev->__state) != TASK_RUNNING;
}

static void times_switch(void *unused, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	struct syscall_state *off = syscall_state_of(prev), *on = syscall_state_of(next);
	u64 now;

	if (likely(!off && !on))
		return;
	now = ktrace_clock_ns();
	if (off)
		account_off(&off->account, times_blocks(prev, preempt, prev_state), now);
	if (on)
		account_on(&on->account, READ_ONCE(on->image.rec.entered), now);
}

/* The name of current, which cannot be longer, or the kind of interrupt that interrupts it. */
static void waker_name(struct syscall_waker *waker)
{
	waker->pid = 0;
	if (in_nmi() || in_hardirq()) {
		strscpy_pad(waker->comm, "<hardirq>");
	} else if (in_serving_softirq()) {
		strscpy_pad(waker->comm, "<softirq>");
	} else {
		waker->pid = current->pid;
		memcpy(waker->comm, current->comm, sizeof(waker->comm));
		waker->comm[sizeof(waker->comm) - 1] = '\0';
	}
}

static void times_waking(void *unused, struct task_struct *tsk)
{
	struct syscall_state *state = syscall_state_of(tsk);

	/* A task that wakes itself never left its CPU. The scheduler may not hold pi_lock here. */
	if (likely(!state) || tsk == current)
		return;
	state->account.waker.time = ktrace_clock_ns();
	waker_name(&state->account.waker);
}

/* The state of current if it is inside a call, else NULL. */
static struct syscall_state *times_inside(void)
{
	struct syscall_state *state = syscall_current_state();

	return state && state->task.busy ? state : NULL;
}

/* See ktrace_fault_begin() in include/linux/ktrace_fault.h. */
u64 __ktrace_fault_begin(void)
{
	guard(preempt_notrace)();
	return times_inside() ? ktrace_clock_ns() : 0;
}

/* See ktrace_fault_end() in include/linux/ktrace_fault.h. */
void __ktrace_fault_end(u64 begun, bool handled)
{
	struct syscall_state *state;
	u64 now;

	guard(preempt_notrace)();
	state = times_inside();
	if (!state)
		return;
	now = ktrace_clock_ns();
	account_use(&state->account);
	/* The clock may have been marked unstable meanwhile. */
	if (now > begun)
		state->account.faulted += now - begun;
	state->account.faults += handled;
}

static int times_watch(void)
{
	int err = register_trace_sched_waking(times_waking, NULL);

	if (err)
		return err;
	err = register_trace_sched_switch(times_switch, NULL);
	if (err)
		unregister_trace_sched_waking(times_waking, NULL);
	return err;
}

static void times_unwatch(void)
{
	unregister_trace_sched_switch(times_switch, NULL);
	unregister_trace_sched_waking(times_waking, NULL);
}

/*
 * Change the option, unless hooks may still build a record. Return: as for
 * ktrace_syscall_set_timed(); or -EAGAIN, and the caller must wait for hooks that began before
 * *@left. It has waited for those before *@done, if that is not NULL.
 */
static int times_try_set(bool on, const unsigned long *done, unsigned long *left)
{
	int err;

	guard(mutex)(&ktrace_event_mutex);
	if (on == static_key_enabled(&ktrace_syscall_timed_key))
		return 0;
	if (ktrace_syscall_calls_used())
		return -EBUSY;
	*left = ktrace_syscall_calls_left();
	if (!done || *left != *done)
		return -EAGAIN;
	if (on) {
		err = times_watch();
		if (err)
			return err;
	}
	ktrace_syscall_specs_set_offsets(on);
	ktrace_syscall_calls_renumber(on);
	if (on) {
		static_branch_enable(&ktrace_syscall_timed_key);
	} else {
		static_branch_disable(&ktrace_syscall_timed_key);
		times_unwatch();
	}
	WRITE_ONCE(ktrace_syscall_options[SYSCALL_CALL_TIME], on);
	return 0;
}

/**
 * ktrace_syscall_set_timed - let complete records contain struct syscall_times, or not
 * @on:	whether they do
 *
 * The offsets in the records change, and with them the ids of the events: records in
 * buffers keep their meaning. Filters and triggers have the offsets compiled in.
 *
 * Context: task; sleeps; takes ktrace_event_mutex, and does not hold it while it waits for hooks.
 * Return: 0; -EBUSY if an instance listens to a complete event, or has a filter or trigger of
 * one; -ENOMEM; -EINTR after a fatal signal. On error nothing has changed.
 */
int ktrace_syscall_set_timed(bool on)
{
	unsigned long left, done;
	bool waited = false;
	int err;

	/*
	 * Let hooks that still build a record finish. Events may be enabled meanwhile, and disabled
	 * again: then wait for their hooks, too.
	 */
	while ((err = times_try_set(on, waited ? &done : NULL, &left)) == -EAGAIN) {
		if (fatal_signal_pending(current))
			return -EINTR;
		ktrace_hooks_synchronize_since(left);
		done = left;
		waited = true;
	}
	return err;
}
