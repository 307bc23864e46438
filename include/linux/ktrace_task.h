/* SPDX-License-Identifier: GPL-2.0 */
/* Hooks of ktrace in fork, exec, exit, and other changes of tasks. */
#ifndef _LINUX_KTRACE_TASK_H
#define _LINUX_KTRACE_TASK_H

#include <linux/sched.h>

#ifdef CONFIG_KTRACE_SYSCALLS

/**
 * ktrace_task_init - hook: a task has been copied from its parent
 * @tsk:	the task, not yet visible to other tasks
 *
 * The task starts without the parent's work bits: the copied bits may be outdated when
 * the task becomes visible. ktrace_task_fork() sets the bits by the rules.
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
 * hook: the name of a task, current or not, has changed. Context: task_lock() of @tsk
 * is held.
 */
DECLARE_TRACE(ktrace_task_renamed, TP_PROTO(struct task_struct *tsk), TP_ARGS(tsk));

/* hook: current's credentials have changed. Context: task; both are still valid. */
DECLARE_TRACE(ktrace_creds, TP_PROTO(const struct cred *old, const struct cred *new),
	      TP_ARGS(old, new));

/* Enabled once records may exist, which are shown with the names of tasks. */
DECLARE_STATIC_KEY_FALSE(ktrace_names_kept);

void __ktrace_name_begin(struct task_struct *tsk);
void __ktrace_name_change(struct task_struct *tsk, const char *to);
void __ktrace_name_exchange(struct task_struct *tsk, struct task_struct *leader);
void __ktrace_name_end(struct task_struct *tsk);

/**
 * ktrace_name_change - hook: the name of a task, current or not, is about to change
 * @tsk:	the task
 * @to:	the new name; truncated to TASK_COMM_LEN
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
 * @tsk:	the task, dead; current, or a child of another task
 *
 * Context: tasklist_lock is held for writing; the number still refers to @tsk.
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
 * @tsk:	the task, which has not run yet
 *
 * Context: tasklist_lock is held for writing since before @tsk was added to the list;
 * the fork can no longer fail.
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
 * @tsk:	current, with the new number
 * @leader:	the dead leader, with @tsk's previous number
 *
 * Context: tasklist_lock is held for writing since before the exchange of the numbers.
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
 * @bprm:	the program, before a script is replaced by its interpreter
 *
 * Context: task.
 */
void ktrace_task_executes(struct linux_binprm *bprm);

/**
 * ktrace_task_release - hook: a task's number becomes free
 * @tsk:	the task, dead; current, or a child of another task
 *
 * Context: tasklist_lock is held for writing. No new task with this number is visible
 * yet.
 */
static inline void ktrace_task_release(struct task_struct *tsk)
{
	if (static_branch_unlikely(&ktrace_tasks_busy))
		__ktrace_task_release(tsk);
}

/**
 * ktrace_task_exit - hook: a task is exiting
 * @tsk:	current; its pid still refers to it
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
 * hook: current exits; @last if all other threads of its process have got this far.
 * Context: task; its memory is released, its files and its parent are not.
 */
DECLARE_TRACE(ktrace_task_exited, TP_PROTO(struct task_struct *tsk, bool last),
	      TP_ARGS(tsk, last));

/*
 * hook: a tracer has attached to a task (@attached), or is about to detach. A new task
 * that inherits its parent's tracer is reported only by task_newtask. Context:
 * tasklist_lock is held for writing.
 */
DECLARE_TRACE(ktrace_ptrace,
	      TP_PROTO(struct task_struct *tracee, struct task_struct *tracer, bool attached),
	      TP_ARGS(tracee, tracer, attached));

/*
 * hook: a process has stopped (CLD_STOPPED) or continues (CLD_CONTINUED). @leader is
 * the process, @sig the signal. Context: task; tasklist_lock is held.
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
