// SPDX-License-Identifier: GPL-2.0
/*
 * Changes of tasks that rules depend on: probes on tracepoints.
 *
 * The tracepoints are those of the kernel and of include/linux/ktrace_task.h.  The probes are
 * registered while a rule of a task set depends on the changes.
 */
#include <linux/binfmts.h>
#include <linux/cgroup.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/ktrace_task.h>
#include <linux/limits.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>
#include <trace/events/task.h>
#ifdef CONFIG_CGROUPS
#include <trace/events/cgroup.h>
#endif

#include "event/task_watch.h"

DEFINE_TRACE(ktrace_task_renamed, TP_PROTO(struct task_struct *tsk), TP_ARGS(tsk));
DEFINE_TRACE(ktrace_creds, TP_PROTO(const struct cred *old, const struct cred *new),
	     TP_ARGS(old, new));

static void watch_renamed(void *watcher, struct task_struct *tsk)
{
	((const struct ktrace_task_watcher *)watcher)->changed(tsk);
}

static void watch_creds(void *watcher, const struct cred *old, const struct cred *new)
{
	((const struct ktrace_task_watcher *)watcher)->changed(current);
}

#ifdef CONFIG_CGROUPS

static void watch_attached(void *watcher, struct cgroup *cgroup, const char *path,
			   struct task_struct *tsk, bool threads)
{
	struct task_struct *thread;

	if (!threads) {
		((const struct ktrace_task_watcher *)watcher)->changed(tsk);
		return;
	}
	guard(rcu)();
	for_each_thread(tsk, thread)
		((const struct ktrace_task_watcher *)watcher)->changed(thread);
}

/*
 * The task is in its cgroup and has not run yet.  This includes threads that the kernel
 * creates in a process: for workers of io_uring there is no sched_process_fork.
 */
static void watch_forked(void *watcher, struct task_struct *child, unsigned long flags)
{
	((const struct ktrace_task_watcher *)watcher)->changed(child);
}

static void unwatch_cgroups(const struct ktrace_task_watcher *watcher)
{
	unregister_trace_task_newtask(watch_forked, (void *)watcher);
	unregister_trace_cgroup_attach_task(watch_attached, (void *)watcher);
}

static int watch_cgroups(const struct ktrace_task_watcher *watcher)
{
	int err = register_trace_cgroup_attach_task(watch_attached, (void *)watcher);

	if (err)
		return err;
	err = register_trace_prio_task_newtask(watch_forked, (void *)watcher, INT_MAX);
	if (err)
		unregister_trace_cgroup_attach_task(watch_attached, (void *)watcher);
	return err;
}

#else /* CONFIG_CGROUPS */

static void unwatch_cgroups(const struct ktrace_task_watcher *watcher) { }

static int watch_cgroups(const struct ktrace_task_watcher *watcher)
{
	return 0;
}

#endif /* CONFIG_CGROUPS */

/**
 * ktrace_task_watch_change - register for a kind of changes
 * @watcher:	the callbacks; changed() is called before an event reports new
 *		credentials or a new task
 * @change:	the kind of changes
 *
 * Context: task; sleeps.
 * Return: 0 or an errno.
 */
int ktrace_task_watch_change(const struct ktrace_task_watcher *watcher,
			     enum ktrace_task_change change)
{
	switch (change) {
	case KTRACE_TASK_NAME:
		return register_trace_ktrace_task_renamed(watch_renamed, (void *)watcher);
	case KTRACE_TASK_USER:
		return register_trace_prio_ktrace_creds(watch_creds, (void *)watcher, INT_MAX);
	default:
		return watch_cgroups(watcher);
	}
}

/**
 * ktrace_task_unwatch_change - undo ktrace_task_watch_change()
 * @watcher: the callbacks; a running probe may still call changed()
 * @change: the kind of changes
 *
 * Context: task; sleeps.
 */
void ktrace_task_unwatch_change(const struct ktrace_task_watcher *watcher,
				enum ktrace_task_change change)
{
	switch (change) {
	case KTRACE_TASK_NAME:
		unregister_trace_ktrace_task_renamed(watch_renamed, (void *)watcher);
		break;
	case KTRACE_TASK_USER:
		unregister_trace_ktrace_creds(watch_creds, (void *)watcher);
		break;
	default:
		unwatch_cgroups(watcher);
	}
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_executes(struct linux_binprm *bprm)
{
	const struct inode *inode = file_inode(bprm->file);

	bprm->ktrace_dev = inode->i_sb->s_dev;
	bprm->ktrace_ino = inode->i_ino;
	bprm->ktrace_generation = inode->i_generation;
}

static void watch_execed(void *watcher, struct task_struct *tsk, pid_t old_pid,
			 struct linux_binprm *bprm)
{
	((const struct ktrace_task_watcher *)watcher)->execed(bprm);
}

/**
 * ktrace_task_watch_execs - register for execs
 * @watcher:	the callbacks; execed() is called before the program's first
 *		instruction, and before an event reports the exec
 *
 * Context: task; sleeps.
 * Return: 0 or an errno.
 */
int ktrace_task_watch_execs(const struct ktrace_task_watcher *watcher)
{
	return register_trace_prio_sched_process_exec(watch_execed, (void *)watcher, INT_MAX);
}

/**
 * ktrace_task_unwatch_execs - undo ktrace_task_watch_execs()
 * @watcher: the callbacks; a running probe may still call execed()
 *
 * Context: task; sleeps.
 */
void ktrace_task_unwatch_execs(const struct ktrace_task_watcher *watcher)
{
	unregister_trace_sched_process_exec(watch_execed, (void *)watcher);
}
