// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks of the life of processes: fork, exec, change of name or credentials, attach and
 * detach of a tracer, stop and continue, exit.
 *
 * The hooks are probes of tracepoints of the base or of include/linux/ktrace_task.h,
 * registered while their event has a listener. They run for every task, so each first
 * checks whether an instance wants the record. Preemption is off; no hook allocates,
 * locks or faults.
 */
#include <linux/binfmts.h>
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/ktrace_task.h>
#include <linux/mm.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/signal.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>
#include <trace/events/sched.h>
#include <trace/events/task.h>

#include "process/internal.h"

DEFINE_TRACE(ktrace_task_exited, TP_PROTO(struct task_struct *tsk, bool last),
	     TP_ARGS(tsk, last));
DEFINE_TRACE(ktrace_ptrace,
	     TP_PROTO(struct task_struct *tracee, struct task_struct *tracer, bool attached),
	     TP_ARGS(tracee, tracer, attached));
DEFINE_TRACE(ktrace_jobctl, TP_PROTO(struct task_struct *leader, int why, int sig),
	     TP_ARGS(leader, why, sig));

static __always_inline bool wanted(enum process_event_id id, const struct task_struct *one,
				   const struct task_struct *other)
{
	return unlikely(ktrace_event_wanted(process_event(id), one, other)) &&
	       !ktrace_event_paused(process_event(id));
}

static void process_forked(void *unused, struct task_struct *child, unsigned long flags)
{
	struct process_fork_record rec;

	/* The child may be followed without its parent, for example by its task id. */
	if (!wanted(PROCESS_FORK, current, child))
		return;
	rec.tgid = current->tgid;
	rec.child = child->pid;
	rec.child_tgid = child->tgid;
	rec.exit_signal = child->exit_signal;
	rec.flags = flags;
	process_emit(PROCESS_FORK, &rec, sizeof(rec), current, child);
}

int ktrace_process_watch_fork(void)
{
	return register_trace_task_newtask(process_forked, NULL);
}

void ktrace_process_unwatch_fork(void)
{
	unregister_trace_task_newtask(process_forked, NULL);
}

/*
 * The point of no return of exec, before the name changes. Save the name for all tasks:
 * whether the task is followed may depend on its new name or program.
 */
static void process_execs(void *unused, struct task_struct *tsk, struct linux_binprm *bprm)
{
	memcpy(bprm->ktrace_comm, tsk->comm, TASK_COMM_LEN);
}

/* Copy the path with its zero. Return the number of bytes. */
static u32 exec_path(char *to, const char *path, u32 *cut)
{
	ssize_t len = strscpy(to, path, PROCESS_PATH_MAX);

	if (len >= 0)
		return len + 1;
	*cut |= PROCESS_CUT_FILENAME;
	return PROCESS_PATH_MAX;
}

/* Copy the arguments from the new program's stack, where they are resident. */
static u32 exec_argv(char *to, u32 *cut)
{
	const struct mm_struct *mm = current->mm;
	unsigned long from = READ_ONCE(mm->arg_start), end = READ_ONCE(mm->arg_end);
	u32 len = end > from ? min(end - from, PROCESS_ARGV_MAX) : 0;

	if (len && copy_from_user_nofault(to, (const void __user *)from, len))
		len = 0;
	if (len < end - from)
		*cut |= PROCESS_CUT_ARGV;
	if (len)
		to[len - 1] = '\0';
	return len;
}

static void process_execed(void *unused, struct task_struct *tsk, pid_t old_pid,
			   struct linux_binprm *bprm)
{
	struct process_exec_record *rec;
	u32 at = sizeof(*rec), len, end;

	BUILD_BUG_ON(sizeof(*rec) + PROCESS_PATH_MAX + PROCESS_ARGV_MAX > KTRACE_IMAGE_BYTES);
	if (!wanted(PROCESS_EXEC, tsk, NULL))
		return;
	rec = ktrace_image_get();
	if (!rec)
		return;
	rec->tgid = tsk->tgid;
	rec->old_pid = old_pid;
	rec->argc = bprm->argc;
	rec->cut = 0;
	memcpy(rec->old_comm, bprm->ktrace_comm, TASK_COMM_LEN);
	memcpy(rec->comm, tsk->comm, TASK_COMM_LEN);
	len = exec_path((char *)rec + at, bprm->filename, &rec->cut);
	rec->filename = len << 16 | at;
	at += len;
	len = exec_argv((char *)rec + at, &rec->cut);
	rec->argv = len << 16 | at;
	end = ALIGN(at + len, sizeof(u32));
	memset((char *)rec + at + len, 0, end - at - len);
	process_emit(PROCESS_EXEC, rec, end, tsk, NULL);
	ktrace_image_put();
}

int ktrace_process_watch_exec(void)
{
	int err = register_trace_sched_prepare_exec(process_execs, NULL);

	if (err)
		return err;
	err = register_trace_sched_process_exec(process_execed, NULL);
	if (err)
		unregister_trace_sched_prepare_exec(process_execs, NULL);
	return err;
}

void ktrace_process_unwatch_exec(void)
{
	unregister_trace_sched_process_exec(process_execed, NULL);
	unregister_trace_sched_prepare_exec(process_execs, NULL);
}

static pid_t parent_tgid(const struct task_struct *tsk)
{
	guard(rcu)();
	return rcu_dereference(tsk->group_leader->real_parent)->tgid;
}

/* Record the exit of @tsk with @status; @last if it is the last thread of its process. */
static void exit_record(struct task_struct *tsk, bool last, int status)
{
	struct process_exit_record rec;
	const struct task_struct *since;
	u64 now;

	rec.tgid = tsk->tgid;
	rec.last = last;
	rec.signal = status & 0x7f;
	rec.code = rec.signal ? 0 : status >> 8;
	rec.core = !!(status & 0x80);
	since = last ? tsk->group_leader : tsk;
	/* The fast clock may be slightly behind the clock of start_time. */
	now = ktime_get_mono_fast_ns();
	rec.lived_ns = max(now, since->start_time) - since->start_time;
	rec.cpu_ns = tsk->se.sum_exec_runtime;
	rec.maxrss_kb = last ? tsk->signal->maxrss << (PAGE_SHIFT - 10) : 0;
	rec.parent = parent_tgid(tsk);
	process_emit(PROCESS_EXIT, &rec, sizeof(rec), tsk, NULL);
}

static void process_exited(void *unused, struct task_struct *tsk, bool last)
{
	int status;

	if (likely(!ktrace_event_wanted(process_event(PROCESS_EXIT), tsk, NULL)))
		return;
	/*
	 * The first thread that ended the whole process has set its exit code, or else
	 * the last thread.
	 */
	status = last ? tsk->signal->group_exit_code : tsk->exit_code;
	if (!ktrace_event_paused(process_event(PROCESS_EXIT)))
		exit_record(tsk, last, status);
	/* Take the snapshot also while recording is off: earlier records are worth keeping. */
	if (last && unlikely(status))
		ktrace_process_died(process_event(PROCESS_EXIT), status);
}

int ktrace_process_watch_exit(void)
{
	return register_trace_ktrace_task_exited(process_exited, NULL);
}

void ktrace_process_unwatch_exit(void)
{
	unregister_trace_ktrace_task_exited(process_exited, NULL);
}

static void process_renamed(void *unused, struct task_struct *tsk, const char *comm)
{
	struct process_rename_record rec;

	/* The record of exec contains the new name. */
	if (tsk == current && tsk->in_execve)
		return;
	if (!wanted(PROCESS_RENAME, tsk, current))
		return;
	rec.tgid = tsk->tgid;
	rec.pid = tsk->pid;
	memcpy(rec.old_comm, tsk->comm, TASK_COMM_LEN);
	strscpy_pad(rec.comm, comm);
	process_emit(PROCESS_RENAME, &rec, sizeof(rec), tsk, current);
}

int ktrace_process_watch_rename(void)
{
	return register_trace_task_rename(process_renamed, NULL);
}

void ktrace_process_unwatch_rename(void)
{
	unregister_trace_task_rename(process_renamed, NULL);
}

static void creds_ids(struct process_ids *ids, const struct cred *cred)
{
	*ids = (struct process_ids) {
		.uid = __kuid_val(cred->uid),
		.euid = __kuid_val(cred->euid),
		.suid = __kuid_val(cred->suid),
		.fsuid = __kuid_val(cred->fsuid),
		.gid = __kgid_val(cred->gid),
		.egid = __kgid_val(cred->egid),
		.sgid = __kgid_val(cred->sgid),
		.fsgid = __kgid_val(cred->fsgid),
		.effective = cred->cap_effective.val,
		.permitted = cred->cap_permitted.val,
		.inheritable = cred->cap_inheritable.val,
		.ambient = cred->cap_ambient.val,
		.bounding = cred->cap_bset.val,
		.groups = cred->group_info->ngroups,
		.securebits = cred->securebits,
		.user_ns = cred->user_ns->ns.inum,
	};
}

static bool creds_regrouped(const struct group_info *old, const struct group_info *new)
{
	return old != new &&
	       (old->ngroups != new->ngroups ||
		memcmp(old->gid, new->gid, flex_array_size(old, gid, old->ngroups)));
}

static void process_creds(void *unused, const struct cred *old, const struct cred *new)
{
	struct process_creds_record rec;

	if (!wanted(PROCESS_CREDS, current, NULL))
		return;
	rec.tgid = current->tgid;
	rec.regrouped = creds_regrouped(old->group_info, new->group_info);
	creds_ids(&rec.old, old);
	creds_ids(&rec.new, new);
	/* Only keys or data of security modules have changed. */
	if (!rec.regrouped && !memcmp(&rec.old, &rec.new, sizeof(rec.old)))
		return;
	process_emit(PROCESS_CREDS, &rec, sizeof(rec), current, NULL);
}

int ktrace_process_watch_creds(void)
{
	return register_trace_ktrace_creds(process_creds, NULL);
}

void ktrace_process_unwatch_creds(void)
{
	unregister_trace_ktrace_creds(process_creds, NULL);
}

static void process_ptraced(void *unused, struct task_struct *tracee,
			    struct task_struct *tracer, bool attached)
{
	struct process_ptrace_record rec;

	if (!wanted(PROCESS_PTRACE, tracee, tracer))
		return;
	rec.tgid = tracee->tgid;
	rec.pid = tracee->pid;
	rec.tracer_tgid = tracer->tgid;
	rec.tracer = tracer->pid;
	rec.attached = attached;
	rec.seized = attached && tracee->ptrace & PT_SEIZED;
	process_emit(PROCESS_PTRACE, &rec, sizeof(rec), tracee, tracer);
}

/*
 * A new task may inherit its parent's tracer. A tracer that attaches to the new task
 * before this hook runs is recorded twice.
 */
static void process_forked_traced(void *unused, struct task_struct *child, unsigned long flags)
{
	guard(rcu)();
	if (unlikely(READ_ONCE(child->ptrace)))
		process_ptraced(NULL, child, rcu_dereference(child->parent), true);
}

int ktrace_process_watch_ptrace(void)
{
	int err = register_trace_ktrace_ptrace(process_ptraced, NULL);

	if (err)
		return err;
	/* Lower priority: record after the fork. */
	err = register_trace_prio_task_newtask(process_forked_traced, NULL,
					       TRACEPOINT_DEFAULT_PRIO - 1);
	if (err)
		unregister_trace_ktrace_ptrace(process_ptraced, NULL);
	return err;
}

void ktrace_process_unwatch_ptrace(void)
{
	unregister_trace_task_newtask(process_forked_traced, NULL);
	unregister_trace_ktrace_ptrace(process_ptraced, NULL);
}

static void process_jobctl(void *unused, struct task_struct *leader, int why, int sig)
{
	struct process_jobctl_record rec;

	if (!wanted(PROCESS_JOBCTL, leader, current))
		return;
	rec.tgid = leader->tgid;
	rec.why = why;
	rec.signal = sig;
	rec.parent = parent_tgid(leader);
	process_emit(PROCESS_JOBCTL, &rec, sizeof(rec), leader, current);
}

int ktrace_process_watch_jobctl(void)
{
	return register_trace_ktrace_jobctl(process_jobctl, NULL);
}

void ktrace_process_unwatch_jobctl(void)
{
	unregister_trace_ktrace_jobctl(process_jobctl, NULL);
}
