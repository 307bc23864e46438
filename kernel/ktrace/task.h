/* SPDX-License-Identifier: GPL-2.0 */
/* Tasks: who is to call the hooks of system calls. */
#ifndef _KTRACE_TASK_H
#define _KTRACE_TASK_H

#include <linux/thread_info.h>
#include <linux/types.h>

/* What ktrace_task_work_get() may be asked for. */
#define KTRACE_TASK_SYSCALL_ENTER	BIT(0)	/* ktrace_syscall_enter() is called */
#define KTRACE_TASK_SYSCALL_EXIT	BIT(1)	/* ktrace_syscall_exit() is called */
#define KTRACE_TASK_WORK_BITS		2

void ktrace_task_work_get(unsigned int work);
void ktrace_task_work_put(unsigned int work);

#ifdef CONFIG_GENERIC_ENTRY

/* Make @tsk call exactly the hooks of @work. */
static inline void ktrace_task_set_work(struct task_struct *tsk, unsigned int work)
{
	if (work & KTRACE_TASK_SYSCALL_ENTER)
		set_task_syscall_work(tsk, KTRACE_ENTRY);
	else
		clear_task_syscall_work(tsk, KTRACE_ENTRY);
	if (work & KTRACE_TASK_SYSCALL_EXIT)
		set_task_syscall_work(tsk, KTRACE_EXIT);
	else
		clear_task_syscall_work(tsk, KTRACE_EXIT);
}

/* Which hooks @tsk calls. */
static inline unsigned int ktrace_task_work(struct task_struct *tsk)
{
	unsigned int work = 0;

	if (test_task_syscall_work(tsk, KTRACE_ENTRY))
		work |= KTRACE_TASK_SYSCALL_ENTER;
	if (test_task_syscall_work(tsk, KTRACE_EXIT))
		work |= KTRACE_TASK_SYSCALL_EXIT;
	return work;
}

#else /* CONFIG_GENERIC_ENTRY */

static inline void ktrace_task_set_work(struct task_struct *tsk, unsigned int work) { }

static inline unsigned int ktrace_task_work(struct task_struct *tsk)
{
	return 0;
}

#endif /* CONFIG_GENERIC_ENTRY */
#endif /* _KTRACE_TASK_H */
