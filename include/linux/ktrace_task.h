/* SPDX-License-Identifier: GPL-2.0 */
/* What ktrace needs to know of tasks that come and go. */
#ifndef _LINUX_KTRACE_TASK_H
#define _LINUX_KTRACE_TASK_H

#include <linux/sched.h>

#ifdef CONFIG_KTRACE_SYSCALLS

/**
 * ktrace_task_init - hook: a task has been copied from its parent
 * @tsk:	the task; nobody else sees it yet
 *
 * The task starts without the parent's work bits, which ktrace_task_fork() sets by the
 * rules: the bits that were copied may be out of date by then.
 */
static inline void ktrace_task_init(struct task_struct *tsk)
{
	tsk->ktrace = NULL;
	task_thread_info(tsk)->syscall_work &= ~(SYSCALL_WORK_KTRACE_ENTRY |
						 SYSCALL_WORK_KTRACE_EXIT);
}

#else /* CONFIG_KTRACE_SYSCALLS */

static inline void ktrace_task_init(struct task_struct *tsk) { }

#endif /* CONFIG_KTRACE_SYSCALLS */

#ifdef CONFIG_KTRACE

#include <linux/jump_label.h>
#include <linux/tracepoint.h>

struct cred;
struct linux_binprm;

/*
 * hook: a task, current or not, has a new name.  Context: task_lock() of @tsk is held.
 */
DECLARE_TRACE(ktrace_task_renamed, TP_PROTO(struct task_struct *tsk), TP_ARGS(tsk));

/* hook: current has got other credentials.  Context: task; both are there still. */
DECLARE_TRACE(ktrace_creds, TP_PROTO(const struct cred *old, const struct cred *new),
	      TP_ARGS(old, new));

/* Enabled once there may be records, which are shown with the names of tasks. */
DECLARE_STATIC_KEY_FALSE(ktrace_names_kept);

void __ktrace_name_begin(struct task_struct *tsk);
void __ktrace_name_change(struct task_struct *tsk, const char *to);
void __ktrace_name_exchange(struct task_struct *tsk, struct task_struct *leader);
void __ktrace_name_end(struct task_struct *tsk);

/**
 * ktrace_name_change - hook: a task, current or not, is about to get a new name
 * @tsk:	the task
 * @to:		the new name; may be longer than TASK_COMM_LEN, and is cut then
 *
 * Context: task_lock() of @tsk is held.
 */
static inline void ktrace_name_change(struct task_struct *tsk, const char *to)
{
	if (static_branch_unlikely(&ktrace_names_kept))
		__ktrace_name_change(tsk, to);
}

/**
 * ktrace_name_end - hook: a task's number is about to become free
 * @tsk:	the task, dead; current, or somebody else's child
 *
 * Context: tasklist_lock is held for writing; the number still leads to @tsk.
 */
static inline void ktrace_name_end(struct task_struct *tsk)
{
	if (static_branch_unlikely(&ktrace_names_kept))
		__ktrace_name_end(tsk);
}

/* Enabled while a task set of ktrace has rules, or a task has work bits for ktrace's hooks. */
DECLARE_STATIC_KEY_FALSE(ktrace_tasks_busy);

void __ktrace_task_fork(struct task_struct *tsk);
void __ktrace_task_exec(struct task_struct *tsk, pid_t old);
void __ktrace_task_release(struct task_struct *tsk);

/**
 * ktrace_task_fork - hook: a new task becomes visible
 * @tsk:	the task; it has not run yet
 *
 * Context: tasklist_lock is held for writing, and was since before @tsk was
 * put on the list; there is no way back any more.
 */
static inline void ktrace_task_fork(struct task_struct *tsk)
{
	if (static_branch_unlikely(&ktrace_names_kept))
		__ktrace_name_begin(tsk);
	if (static_branch_unlikely(&ktrace_tasks_busy))
		__ktrace_task_fork(tsk);
}

/**
 * ktrace_task_exec - hook: a thread takes over the number of its process
 * @tsk:	current; it has the number
 * @leader:	the dead leader, which has the number that @tsk had
 *
 * Context: tasklist_lock is held for writing, and was since before @tsk had the
 * number.
 */
static inline void ktrace_task_exec(struct task_struct *tsk, struct task_struct *leader)
{
	if (static_branch_unlikely(&ktrace_names_kept))
		__ktrace_name_exchange(tsk, leader);
	if (static_branch_unlikely(&ktrace_tasks_busy))
		__ktrace_task_exec(tsk, leader->pid);
}

/**
 * ktrace_task_executes - hook: current is about to execute a program
 * @bprm:	the program, before the interpreter of a script takes its place
 *
 * Context: task.
 */
void ktrace_task_executes(struct linux_binprm *bprm);

/**
 * ktrace_task_release - hook: a task's number becomes free
 * @tsk:	the task, dead; current, or somebody else's child
 *
 * Context: tasklist_lock is held for writing.  Nobody who gets the number anew
 * has been made visible yet.
 */
static inline void ktrace_task_release(struct task_struct *tsk)
{
	if (static_branch_unlikely(&ktrace_tasks_busy))
		__ktrace_task_release(tsk);
}

/**
 * ktrace_task_exit - hook: a task is on its way out
 * @tsk:	current; its pid still leads to it
 *
 * Context: task.
 */
void ktrace_task_exit(struct task_struct *tsk);

#else /* CONFIG_KTRACE */

struct cred;
struct linux_binprm;

static inline void trace_ktrace_task_renamed(struct task_struct *tsk) { }
static inline void trace_ktrace_creds(const struct cred *old, const struct cred *new) { }
static inline void ktrace_name_change(struct task_struct *tsk, const char *to) { }
static inline void ktrace_name_end(struct task_struct *tsk) { }
static inline void ktrace_task_fork(struct task_struct *tsk) { }
static inline void ktrace_task_exec(struct task_struct *tsk, struct task_struct *leader) { }
static inline void ktrace_task_executes(struct linux_binprm *bprm) { }
static inline void ktrace_task_release(struct task_struct *tsk) { }
static inline void ktrace_task_exit(struct task_struct *tsk) { }

#endif /* CONFIG_KTRACE */

#ifdef CONFIG_KTRACE_PROCESS

/*
 * hook: current exits; @last if no other thread of its process has not come as far.
 * Context: task; its memory is gone, its files and its parent are there.
 */
DECLARE_TRACE(ktrace_task_exited, TP_PROTO(struct task_struct *tsk, bool last),
	      TP_ARGS(tsk, last));

/*
 * hook: a task has got a tracer (@attached), or is about to lose it.  A new task that has
 * its parent's tracer from the beginning is told of by task_newtask only.  Context:
 * tasklist_lock is held for writing.
 */
DECLARE_TRACE(ktrace_ptrace,
	      TP_PROTO(struct task_struct *tracee, struct task_struct *tracer, bool attached),
	      TP_ARGS(tracee, tracer, attached));

/*
 * hook: a process has been stopped (CLD_STOPPED) or goes on (CLD_CONTINUED).  @leader is the
 * process, @sig the signal.  Context: task; tasklist_lock is held.
 */
DECLARE_TRACE(ktrace_jobctl, TP_PROTO(struct task_struct *leader, int why, int sig),
	      TP_ARGS(leader, why, sig));

#else /* CONFIG_KTRACE_PROCESS */

static inline void trace_ktrace_task_exited(struct task_struct *tsk, bool last) { }
static inline void trace_ktrace_ptrace(struct task_struct *tracee,
				       struct task_struct *tracer, bool attached) { }
static inline void trace_ktrace_jobctl(struct task_struct *leader, int why, int sig) { }

#endif /* CONFIG_KTRACE_PROCESS */
#endif /* _LINUX_KTRACE_TASK_H */
