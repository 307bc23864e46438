/* SPDX-License-Identifier: GPL-2.0 */
/* The account of the time of a call, and the times in its record: times.c. */
#ifndef _KTRACE_SYSCALL_TIMES_H
#define _KTRACE_SYSCALL_TIMES_H

#include <linux/jump_label.h>
#include <linux/minmax.h>
#include <linux/sched.h>

#include "syscall/state.h"

/* Enabled while complete records are timed; no such record exists when the key changes. */
DECLARE_STATIC_KEY_FALSE(ktrace_syscall_timed_key);

static __always_inline bool ktrace_syscall_timed(void)
{
	return static_branch_unlikely(&ktrace_syscall_timed_key);
}

static __always_inline u32 syscall_account_faults(void)
{
	return current->min_flt + current->maj_flt;
}

/*
 * Begin the account of a call.
 * Context: preemption stays off until the time stamp of the call is set: otherwise the probe of
 * sched_switch would compare with the stamp of the call before.
 */
static __always_inline void syscall_account_begin(struct syscall_state *state)
{
	state->account.switched = false;
	state->account.faults = syscall_account_faults();
}

/* Fill in the times of a call of @duration ns that was off its CPU. */
static __always_inline void syscall_times_switched(struct syscall_times *times,
						   const struct syscall_account *account,
						   u64 duration)
{
	/* Clocks of several CPUs may differ: no part is longer than the whole. */
	times->waited = min(account->waited, duration);
	times->blocked = min(account->blocked, duration - times->waited);
	times->ran = duration - times->waited - times->blocked;
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
	times->faults = syscall_account_faults() - account->faults;
	if (unlikely(account->switched)) {
		syscall_times_switched(times, account, duration);
		return;
	}
	times->ran = duration;
	times->waited = 0;
	times->blocked = 0;
	times->waker = 0;
	memset(times->waker_comm, 0, sizeof(times->waker_comm));
}

int ktrace_syscall_set_timed(bool on);

#endif /* _KTRACE_SYSCALL_TIMES_H */
