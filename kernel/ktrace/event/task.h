/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tasks: sets of them, which ones are to call the hooks of system calls, and what is
 * kept of them.
 */
#ifndef _KTRACE_TASK_H
#define _KTRACE_TASK_H

#include <linux/bitops.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/thread_info.h>
#include <linux/types.h>

#include "event/task_rules.h"

struct cgroup;
struct pid;
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

/* How many programs a set may look out for: each exec looks at all of them. */
#define KTRACE_TASK_PROGRAMS		64

/**
 * struct ktrace_task_program - a program whose processes are to be on a list
 * @dev:	the device of its file's file system
 * @ino:	the file's number there
 * @generation:	of the inode, if there is a @path
 * @node:	in its set
 * @path:	by which it was named; empty: by number only
 */
struct ktrace_task_program {
	dev_t			dev;
	unsigned long		ino;
	u32			generation;
	struct list_head	node;
	char			path[];
};

/**
 * struct ktrace_task_set - tasks, and what somebody wants of them
 * @pids:	what hooks look at: the numbers of the tasks that are in it, a bit each,
 *		PID_MAX_LIMIT of them; NULL: all tasks are
 * @members:	the same, as it is kept up to date; of @rules the list, if there is no
 *		other rule
 * @rules:	which tasks are in it
 * @forks:	the lists of @rules grow and shrink with their tasks
 * @programs:	struct ktrace_task_program of those that bring their processes on the list
 * @users:	references on each hook, by the bits of KTRACE_TASK_*
 * @work:	the hooks that have any
 * @node:	in the list of busy sets, while it has rules or work
 */
struct ktrace_task_set {
	unsigned long __rcu	*pids;
	unsigned long		*members;
	struct ktrace_task_rules rules;
	bool			forks;
	struct list_head	programs;
	unsigned int		users[KTRACE_TASK_WORK_BITS];
	unsigned int		work;
	struct list_head	node;
};

bool ktrace_task_add(struct ktrace_task *task);
void ktrace_task_set_init(struct ktrace_task_set *set);
void ktrace_task_set_exit(struct ktrace_task_set *set);
void ktrace_task_work_get(struct ktrace_task_set *set, unsigned int work);
void ktrace_task_work_put(struct ktrace_task_set *set, unsigned int work);

/**
 * enum ktrace_task_list - the lists of a set's rules
 * @KTRACE_TASK_LIST:	struct ktrace_task_rules.list
 * @KTRACE_TASK_AVOIDED: struct ktrace_task_rules.avoided
 */
enum ktrace_task_list {
	KTRACE_TASK_LIST,
	KTRACE_TASK_AVOIDED,
};

int ktrace_task_list_add(struct ktrace_task_set *set, enum ktrace_task_list which,
			 const pid_t *pids, unsigned int nr);
int ktrace_task_list_empty(struct ktrace_task_set *set, enum ktrace_task_list which);
void ktrace_task_list_drop(struct ktrace_task_set *set, enum ktrace_task_list which);
int ktrace_task_follow_processes(struct ktrace_task_set *set, struct pid **pids,
				 unsigned int nr);
int ktrace_task_set_uid(struct ktrace_task_set *set, kuid_t uid);
int ktrace_task_set_comm(struct ktrace_task_set *set, const char *comm);
int ktrace_task_set_cgroup(struct ktrace_task_set *set, struct cgroup *cgroup);
int ktrace_task_add_program(struct ktrace_task_set *set, struct ktrace_task_program *program);
void ktrace_task_drop_programs(struct ktrace_task_set *set);
void ktrace_task_show_programs(struct ktrace_task_set *set, struct seq_file *m);
struct cgroup *ktrace_task_cgroup(struct ktrace_task_set *set);
kuid_t ktrace_task_uid(struct ktrace_task_set *set);
void ktrace_task_comm(struct ktrace_task_set *set, char *comm);
bool ktrace_task_set_narrow(struct ktrace_task_set *set);
void ktrace_task_show_list(struct ktrace_task_set *set, enum ktrace_task_list which,
			   struct seq_file *m);
bool ktrace_task_show_processes(struct ktrace_task_set *set, struct seq_file *m);
void ktrace_task_set_follow_forks(struct ktrace_task_set *set, bool on);
bool ktrace_task_follow_forks(const struct ktrace_task_set *set);

/**
 * ktrace_task_followed - whether a task is in a set
 * @set:	the set
 * @tsk:	the task; a hook in an interrupt asks for current, too: what
 *		interrupts a task is the task's
 *
 * Context: any; preemption off, or tasklist_lock held.
 * Return: true if so.
 */
static __always_inline bool ktrace_task_followed(const struct ktrace_task_set *set,
						 const struct task_struct *tsk)
{
	const unsigned long *pids;

	pids = rcu_dereference_check(set->pids, rcu_read_lock_sched_held());
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

static inline void ktrace_task_keep(struct ktrace_task *task)
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

static inline void ktrace_task_keep(struct ktrace_task *task) { }

#endif /* CONFIG_KTRACE_SYSCALLS */

#ifdef CONFIG_GENERIC_ENTRY

/*
 * Make @tsk call exactly the hooks of @work.  Set the exit bit before the entry bit, and
 * clear it after: no recorded entry lacks its exit.
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
