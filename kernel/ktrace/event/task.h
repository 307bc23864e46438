/* SPDX-License-Identifier: GPL-2.0 */
/* Task sets, the tasks that call hooks of system calls, and the state of traced tasks. */
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

/* Bits of hooks, for ktrace_taskset_get_work(). */
#define KTRACE_TASK_SYSCALL_ENTER	BIT(0)	/* ktrace_syscall_enter() is called */
#define KTRACE_TASK_SYSCALL_EXIT	BIT(1)	/* ktrace_syscall_exit() is called */
#define KTRACE_TASK_STATE		BIT(2)	/* ktrace_task_add() is allowed */
#define KTRACE_TASK_WORK_BITS		3

/* The hooks that have a work bit in each thread. */
#define KTRACE_TASK_HOOKS		(KTRACE_TASK_SYSCALL_ENTER | KTRACE_TASK_SYSCALL_EXIT)

/**
 * struct ktrace_task - state of a traced task
 * @exit:	called when current exits while @busy; must check itself whether the
 *		state still exists
 * @busy:	used by the event source: not 0 during an operation that has begun and not ended
 * @rcu:	for freeing
 *
 * An event source embeds this structure at the beginning of its own.  Hooks use the state of
 * their own task, with preemption off: it is freed a grace period after the last user
 * has dropped KTRACE_TASK_STATE, even while the task is in an operation.
 */
struct ktrace_task {
	void		(*exit)(void);
	u32		busy;
	struct rcu_head	rcu;
};

/* Maximum number of programs of a task set: each exec compares with all of them. */
#define KTRACE_TASK_PROGRAMS		64

/**
 * struct ktrace_task_program - a program whose processes are followed
 * @dev:	device of the file
 * @ino:	inode number of the file
 * @generation:	generation of the inode, if @path is not empty
 * @node:	in the list of the set
 * @path:	path that the user wrote; empty if the user wrote the numbers
 */
struct ktrace_task_program {
	dev_t			dev;
	unsigned long		ino;
	u32			generation;
	struct list_head	node;
	char			path[];
};

/**
 * struct ktrace_task_stale - bitmaps to free, after hooks that read them
 * @members:	of the members of the set
 * @list:	of the list of the rules
 * @avoided:	of the list of avoided tasks
 */
struct ktrace_task_stale {
	unsigned long	*members;
	unsigned long	*list;
	unsigned long	*avoided;
};

/**
 * struct ktrace_taskset - a task set: tasks, and the hooks that run for these tasks
 * @pids:	bitmap for hooks: PIDs of the tasks in the set, PID_MAX_LIMIT bits;
 *		NULL: all tasks
 * @members:	the same bitmap, for updates; identical to the list of @rules if there
 *		is no other rule
 * @rules:	rules that select the tasks
 * @forks:	the lists of @rules follow forks and exits
 * @programs:	programs whose processes are added to the list: struct ktrace_task_program
 * @stale:	bitmaps of the rules before, which hooks may still read
 * @users:	number of references on each hook of KTRACE_TASK_*
 * @work:	bit mask of hooks with references
 * @node:	in the list of busy sets, while the set has rules or work
 */
struct ktrace_taskset {
	unsigned long __rcu	*pids;
	unsigned long		*members;
	struct ktrace_task_rules rules;
	bool			forks;
	struct list_head	programs;
	struct ktrace_task_stale stale;
	unsigned int		users[KTRACE_TASK_WORK_BITS];
	unsigned int		work;
	struct list_head	node;
};

/* Initialiser of the task set @set, which selects all tasks and enables no hooks. */
#define KTRACE_TASKSET_INIT(set)	{					\
	.rules.uid = INVALID_UID,						\
	.programs = LIST_HEAD_INIT((set).programs),				\
}

bool ktrace_task_add(struct ktrace_task *task);
void ktrace_taskset_init(struct ktrace_taskset *set);
void ktrace_taskset_exit(struct ktrace_taskset *set);
struct ktrace_task_stale ktrace_taskset_take_stale(struct ktrace_taskset *set);
void ktrace_task_stale_free(const struct ktrace_task_stale *stale);
void ktrace_taskset_get_work(struct ktrace_taskset *set, unsigned int work);
void ktrace_taskset_put_work(struct ktrace_taskset *set, unsigned int work);

/**
 * enum ktrace_task_list - the lists of a task set's rules
 * @KTRACE_TASK_LIST:	struct ktrace_task_rules.list
 * @KTRACE_TASK_AVOIDED:	struct ktrace_task_rules.avoided
 */
enum ktrace_task_list {
	KTRACE_TASK_LIST,
	KTRACE_TASK_AVOIDED,
};

int ktrace_taskset_list_add(struct ktrace_taskset *set, enum ktrace_task_list which,
			    const pid_t *pids, unsigned int nr);
int ktrace_taskset_list_empty(struct ktrace_taskset *set, enum ktrace_task_list which);
void ktrace_taskset_list_drop(struct ktrace_taskset *set, enum ktrace_task_list which);
int ktrace_taskset_add_processes(struct ktrace_taskset *set, struct pid **pids,
				 unsigned int nr);
int ktrace_taskset_set_uid(struct ktrace_taskset *set, kuid_t uid);
int ktrace_taskset_set_comm(struct ktrace_taskset *set, const char *comm);
int ktrace_taskset_set_cgroup(struct ktrace_taskset *set, struct cgroup *cgroup);
int ktrace_taskset_add_program(struct ktrace_taskset *set, struct ktrace_task_program *program);
void ktrace_taskset_drop_programs(struct ktrace_taskset *set);
void ktrace_taskset_show_programs(struct ktrace_taskset *set, struct seq_file *m);
struct cgroup *ktrace_taskset_cgroup(struct ktrace_taskset *set);
kuid_t ktrace_taskset_uid(struct ktrace_taskset *set);
void ktrace_taskset_comm(struct ktrace_taskset *set, char *comm);
bool ktrace_taskset_has_rules(struct ktrace_taskset *set);
void ktrace_taskset_show_list(struct ktrace_taskset *set, enum ktrace_task_list which,
			      struct seq_file *m);
bool ktrace_taskset_show_processes(struct ktrace_taskset *set, struct seq_file *m);
void ktrace_taskset_set_follow_forks(struct ktrace_taskset *set, bool on);
bool ktrace_taskset_follows_forks(const struct ktrace_taskset *set);

/**
 * ktrace_taskset_contains - whether a task is in a task set
 * @set:	the task set
 * @tsk:	the task; in an interrupt, a hook passes current: an interrupt belongs
 *		to the interrupted task
 *
 * Context: any; preemption off, or tasklist_lock held.
 * Return: true if the task is in the set.
 */
static __always_inline bool ktrace_taskset_contains(const struct ktrace_taskset *set,
						    const struct task_struct *tsk)
{
	const unsigned long *pids;

	pids = rcu_dereference_check(set->pids, rcu_read_lock_sched_held());
	return likely(!pids) || test_bit(tsk->pid, pids);
}

#ifdef CONFIG_KTRACE_SYSCALLS

/* State of @tsk, or NULL; preemption is off as long as the state is used. */
static __always_inline struct ktrace_task *ktrace_task_of(const struct task_struct *tsk)
{
	return READ_ONCE(tsk->ktrace);
}

/* State of current, or NULL; preemption is off. */
static __always_inline struct ktrace_task *ktrace_task_current(void)
{
	return ktrace_task_of(current);
}

/* Detach the state from @tsk.  Hooks may still use the state: free it after a grace period. */
static inline struct ktrace_task *ktrace_task_take(struct task_struct *tsk)
{
	return READ_ONCE(tsk->ktrace) ? xchg(&tsk->ktrace, NULL) : NULL;
}

static inline void ktrace_task_keep(struct ktrace_task *task)
{
	WRITE_ONCE(current->ktrace, task);
}

/**
 * ktrace_task_replace - replace the state of current
 * @old:	the state
 * @new:	the new state
 *
 * Context: a hook; preemption is off since @old was looked up.
 * Return: true, and the caller must free @old a grace period later; false if @old has been
 * detached meanwhile, and the caller still owns @new.
 */
static inline bool ktrace_task_replace(struct ktrace_task *old, struct ktrace_task *new)
{
	return cmpxchg(&current->ktrace, old, new) == old;
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
 * Make @tsk call exactly the hooks in @work.  Set the exit bit before the entry bit,
 * and clear it after: each recorded entry has its exit.
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

/* Bit mask of the hooks that @tsk calls. */
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
