/* SPDX-License-Identifier: GPL-2.0 */
/* The state of a task inside a system call: the record under construction, and its times. */
#ifndef _KTRACE_SYSCALL_STATE_H
#define _KTRACE_SYSCALL_STATE_H

#include <linux/sched.h>

#include "event/task.h"
#include "syscall/capture/capture.h"

/**
 * struct syscall_waker - who woke a task last
 * @time:	time of the wakeup, by ktrace_clock_ns()
 * @pid:	the waker; 0 for an interrupt
 * @comm:	its name, or the kind of interrupt
 */
struct syscall_waker {
	u64	time;
	s32	pid;
	char	comm[TASK_COMM_LEN];
};

/**
 * struct syscall_account - time off the CPU and page faults of a call, with options/call-time
 * @used:	@faults, @waited, @blocked, @faulted and @by are valid; otherwise they count as 0:
 *		the task was neither off its CPU nor had a page fault during the call
 * @off_blocked:	the task was blocked when it left its CPU, otherwise runnable
 * @faults:	page faults
 * @off:	time when the task left its CPU; 0 while it is on a CPU
 * @waited:	ns in which the task waited for a CPU
 * @blocked:	ns in which the task was blocked
 * @faulted:	ns in handle_mm_fault(), also for faults that failed
 * @by:	the waker after the last block; empty name: none
 * @waker:	the last waker, even of a task that was not blocked
 *
 * Wakers write @waker, under pi_lock of the task. The probe of sched_switch and the task
 * itself, with preemption off, write the other fields.
 */
struct syscall_account {
	bool	used;
	bool	off_blocked;
	u32	faults;
	u64	off;
	u64	waited;
	u64	blocked;
	u64	faulted;
	struct syscall_waker by;
	struct syscall_waker waker;
};

/**
 * struct syscall_state - state of a task that is inside a system call
 * @task:	state for event/task.c
 * @event:	event of the current call, valid while @task.busy
 * @account:	times of the call; @waker is set even if it is not timed
 * @image:	the record under construction
 */
struct syscall_state {
	struct ktrace_task	task;
	const struct ktrace_event *event;
	struct syscall_account	account;
	struct syscall_image	image;
};

static __always_inline struct syscall_state *syscall_state_of(const struct task_struct *tsk)
{
	struct ktrace_task *task = ktrace_task_of(tsk);

	return task ? container_of(task, struct syscall_state, task) : NULL;
}

static __always_inline struct syscall_state *syscall_current_state(void)
{
	return syscall_state_of(current);
}

#endif /* _KTRACE_SYSCALL_STATE_H */
