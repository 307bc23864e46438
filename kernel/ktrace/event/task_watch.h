/* SPDX-License-Identifier: GPL-2.0 */
/* Changes of tasks that rules depend on, and execs. */
#ifndef _KTRACE_TASK_WATCH_H
#define _KTRACE_TASK_WATCH_H

struct linux_binprm;
struct task_struct;

/**
 * struct ktrace_task_watcher - callbacks for changes of tasks
 * @changed:	called after a change of a task's name, user or cgroup, in any task,
 *		with preemption off, maybe with interrupts off
 * @execed:	called by current in exec, before the new program runs, with preemption off
 */
struct ktrace_task_watcher {
	void	(*changed)(struct task_struct *tsk);
	void	(*execed)(const struct linux_binprm *bprm);
};

/**
 * enum ktrace_task_change - kinds of changes
 * @KTRACE_TASK_NAME:	the name
 * @KTRACE_TASK_USER:	the credentials
 * @KTRACE_TASK_CGROUP:	the cgroup, also of a new task
 * @KTRACE_TASK_CHANGES:	number of kinds
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
