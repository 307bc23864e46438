/* SPDX-License-Identifier: GPL-2.0 */
/* The account of the time of a call, and the times in its record: times.c. */
#ifndef _KTRACE_SYSCALL_TIMES_H
#define _KTRACE_SYSCALL_TIMES_H

#include <linux/jump_label.h>
#include <linux/ktrace_fault.h>
#include <linux/minmax.h>

#include "syscall/state.h"

/* Whether complete records are timed. No such record exists when the key changes. */
static __always_inline bool ktrace_syscall_timed(void)
{
	return static_branch_unlikely(&ktrace_syscall_timed_key);
}

/*
 * Begin the account of a call.
 * Context: preemption stays off until the time stamp of the call is set: otherwise the probe of
 * sched_switch would compare with the stamp of the call before.
 */
static __always_inline void syscall_account_begin(struct syscall_state *state)
{
	state->account.used = false;
}

/* Fill in the times of a call of @duration ns that did not only run. */
static __always_inline void syscall_times_used(struct syscall_times *times,
					       const struct syscall_account *account,
					       u64 duration)
{
	/* Clocks of several CPUs may differ: no part is longer than the whole. */
	times->waited = min(account->waited, duration);
	times->blocked = min(account->blocked, duration - times->waited);
	times->ran = duration - times->waited - times->blocked;
	times->faulted = min(account->faulted, duration);
	times->faults = account->faults;
	times->waker = account->by.pid;
	memcpy(times->waker_comm, account->by.comm, sizeof(times->waker_comm));
}

/**
 * syscall_times_end - fill in the times of a call
 * @times:	output
 * @account:	account of the call
 * @duration:	its duration
 *
 * Context: preemption off since the clock was read.
 */
static __always_inline void syscall_times_end(struct syscall_times *times,
					      const struct syscall_account *account, u64 duration)
{
	u64 *comm = (u64 *)times->waker_comm;

	BUILD_BUG_ON(sizeof(times->waker_comm) != 2 * sizeof(*comm));
	if (unlikely(account->used)) {
		syscall_times_used(times, account, duration);
		return;
	}
	times->ran = duration;
	times->waited = 0;
	times->blocked = 0;
	times->faulted = 0;
	times->waker = 0;
	times->faults = 0;
	comm[0] = 0;
	comm[1] = 0;
}

int ktrace_syscall_set_timed(bool on);

#endif /* _KTRACE_SYSCALL_TIMES_H */
