/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tasks: who is followed, who is to call the hooks of system calls, and what is
 * kept of them.
 */
#ifndef _KTRACE_TASK_H
#define _KTRACE_TASK_H

#include <linux/bitops.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/thread_info.h>
#include <linux/types.h>

struct seq_file;

/* What ktrace_task_work_get() may be asked for. */
#define KTRACE_TASK_SYSCALL_ENTER	BIT(0)	/* ktrace_syscall_enter() is called */
#define KTRACE_TASK_SYSCALL_EXIT	BIT(1)	/* ktrace_syscall_exit() is called */
#define KTRACE_TASK_STATE		BIT(2)	/* ktrace_task_add() is allowed */
#define KTRACE_TASK_WORK_BITS		3

/* Of these, the ones that are bits of a thread. */
#define KTRACE_TASK_HOOKS		(KTRACE_TASK_SYSCALL_ENTER | KTRACE_TASK_SYSCALL_EXIT)

/**
 * struct ktrace_task - what is kept of a task that is traced
 * @exit:	the task, current, exits while @busy; to look for itself whether all
 *		of this is there still
 * @busy:	the source's: not 0 while the task is in something that has begun and
 *		not ended
 * @rcu:	for freeing
 *
 * A source has this in front of its own.  Its hooks look at it in their own
 * task, with preemption off: it is freed a grace period after nobody wants
 * KTRACE_TASK_STATE any more, whatever the task is doing then.
 */
struct ktrace_task {
	void		(*exit)(void);
	u32		busy;
	struct rcu_head	rcu;
};

bool ktrace_task_add(struct ktrace_task *task);
void ktrace_task_work_get(unsigned int work);
void ktrace_task_work_put(unsigned int work);

int ktrace_task_follow(const pid_t *pids, unsigned int nr);
void ktrace_task_follow_all(void);
void ktrace_task_show_followed(struct seq_file *m);
void ktrace_task_set_follow_forks(bool on);
bool ktrace_task_follow_forks(void);

/*
 * The numbers of those that are followed, a bit each, PID_MAX_LIMIT of them; NULL if
 * all tasks are.
 */
extern unsigned long __rcu *ktrace_task_pids;

/**
 * ktrace_task_followed - whether what a task does is to be recorded
 * @tsk:	the task; a hook in an interrupt asks for current, too: what
 *		interrupts a task is the task's
 *
 * A hook that is called by the tasks' work bits need not ask.
 *
 * Context: any; preemption off, or tasklist_lock held.
 * Return: true if so.
 */
static __always_inline bool ktrace_task_followed(const struct task_struct *tsk)
{
	const unsigned long *pids;

	pids = rcu_dereference_check(ktrace_task_pids, rcu_read_lock_sched_held());
	return likely(!pids) || test_bit(tsk->pid, pids);
}

#ifdef CONFIG_KTRACE_SYSCALLS

/* What is kept of current, or NULL; preemption is off. */
static __always_inline struct ktrace_task *ktrace_task_current(void)
{
	return READ_ONCE(current->ktrace);
}

/* Take it away from @tsk, which may be using it. */
static inline struct ktrace_task *ktrace_task_take(struct task_struct *tsk)
{
	return READ_ONCE(tsk->ktrace) ? xchg(&tsk->ktrace, NULL) : NULL;
}

static inline void ktrace_task_set(struct ktrace_task *task)
{
	WRITE_ONCE(current->ktrace, task);
}

#else /* CONFIG_KTRACE_SYSCALLS */

static inline struct ktrace_task *ktrace_task_current(void)
{
	return NULL;
}

static inline struct ktrace_task *ktrace_task_take(struct task_struct *tsk)
{
	return NULL;
}

static inline void ktrace_task_set(struct ktrace_task *task) { }

#endif /* CONFIG_KTRACE_SYSCALLS */

#ifdef CONFIG_GENERIC_ENTRY

/*
 * Make @tsk call exactly the hooks of @work.  At no moment it has that of the entry
 * alone, and so enters a call of which it is not seen that it leaves it, if it is
 * to have both.
 */
static inline void ktrace_task_set_work(struct task_struct *tsk, unsigned int work)
{
	if (!(work & KTRACE_TASK_SYSCALL_ENTER))
		clear_task_syscall_work(tsk, KTRACE_ENTRY);
	if (work & KTRACE_TASK_SYSCALL_EXIT)
		set_task_syscall_work(tsk, KTRACE_EXIT);
	else
		clear_task_syscall_work(tsk, KTRACE_EXIT);
	if (work & KTRACE_TASK_SYSCALL_ENTER)
		set_task_syscall_work(tsk, KTRACE_ENTRY);
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
