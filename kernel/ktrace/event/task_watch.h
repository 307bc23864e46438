/* SPDX-License-Identifier: GPL-2.0 */
/* Changes of tasks that rules look at, and the programs that they execute. */
#ifndef _KTRACE_TASK_WATCH_H
#define _KTRACE_TASK_WATCH_H

struct linux_binprm;
struct task_struct;

/**
 * struct ktrace_task_watcher - who is told
 * @changed:	a task has another name, user or cgroup.  Called after the change, in any
 *		task, with preemption off, maybe with interrupts off
 * @execed:	current executes a program from now on.  Called before it does, with
 *		preemption off
 */
struct ktrace_task_watcher {
	void	(*changed)(struct task_struct *tsk);
	void	(*execed)(const struct linux_binprm *bprm);
};

/**
 * enum ktrace_task_change - what tasks change
 * @KTRACE_TASK_NAME:	their name
 * @KTRACE_TASK_USER:	their credentials
 * @KTRACE_TASK_CGROUP:	their cgroup; a new task comes to be in one
 * @KTRACE_TASK_CHANGES: how many
 */
enum ktrace_task_change {
	KTRACE_TASK_NAME,
	KTRACE_TASK_USER,
	KTRACE_TASK_CGROUP,
	KTRACE_TASK_CHANGES
};

int ktrace_task_watch_change(const struct ktrace_task_watcher *watcher,
			     enum ktrace_task_change change);
void ktrace_task_unwatch_change(const struct ktrace_task_watcher *watcher,
				enum ktrace_task_change change);
int ktrace_task_watch_execs(const struct ktrace_task_watcher *watcher);
void ktrace_task_unwatch_execs(const struct ktrace_task_watcher *watcher);

#endif /* _KTRACE_TASK_WATCH_H */
