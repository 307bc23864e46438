// SPDX-License-Identifier: GPL-2.0
/*
 * The events of the life of processes, and their hooks: fork, exec, change of name, exit.
 *
 * The hooks are probes of tracepoints of the kernel and of include/linux/ktrace_task.h,
 * registered while their event has a listener. They run for every task, so each first
 * checks whether an instance wants the record. Preemption is off; no hook allocates,
 * locks or faults.
 */
#include <linux/binfmts.h>
#include <linux/ktrace_task.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/signal.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>
#include <trace/events/sched.h>
#include <trace/events/task.h>

#include "process/field.h"
#include "process/internal.h"

DEFINE_TRACE(ktrace_task_exited, TP_PROTO(struct task_struct *tsk, bool last),
	     TP_ARGS(tsk, last));

static void process_forked(void *unused, struct task_struct *child, unsigned long flags)
{
	struct process_fork_record rec;

	/* A task set may contain the child only, for example if it lists the child's task id. */
	if (!process_wanted(&ktrace_process_fork, current, child))
		return;
	rec.tgid = current->tgid;
	rec.child = child->pid;
	rec.child_tgid = child->tgid;
	rec.exit_signal = child->exit_signal;
	rec.flags = flags;
	process_emit(&ktrace_process_fork, &rec, sizeof(rec), current, child);
}

static int process_watch_fork(void)
{
	return register_trace_task_newtask(process_forked, NULL);
}

static void process_unwatch_fork(void)
{
	unregister_trace_task_newtask(process_forked, NULL);
}

static const struct ktrace_field fork_fields[] = {
	FIELD_INT(process_fork_record, tgid, "tgid"),
	FIELD_INT(process_fork_record, child, "child_pid"),
	FIELD_INT(process_fork_record, child_tgid, "child_tgid"),
	FIELD_INT(process_fork_record, exit_signal, "exit_signal"),
	FIELD_U64(process_fork_record, flags, "flags"),
};

struct process_event ktrace_process_fork = {
	PROCESS_EVENT("fork", PROCESS_LIFECYCLE, fork_fields),
	.bytes		= sizeof(struct process_fork_record),
	.print		= ktrace_process_print_fork,
	.print_fmt	= "\"tgid=%d child_pid=%d child_tgid=%d flags=%llx exit_signal=%d\", "
			  "REC->tgid, REC->child_pid, REC->child_tgid, REC->flags, "
			  "REC->exit_signal",
	.watch		= process_watch_fork,
	.unwatch	= process_unwatch_fork,
};

/*
 * Index of the last byte of linux_binprm.ktrace_comm.  This byte is 0 in every name, so
 * process_execs() sets it to 1 to mark that it saved a name.
 */
#define EXEC_SAVED	(TASK_COMM_LEN - 1)

/*
 * The point of no return of exec, before the name changes. Save the name for all tasks:
 * whether a task set contains the task may depend on its new name or program.
 */
static void process_execs(void *unused, struct task_struct *tsk, struct linux_binprm *bprm)
{
	memcpy(bprm->ktrace_comm, tsk->comm, TASK_COMM_LEN);
	bprm->ktrace_comm[EXEC_SAVED] = 1;
}

/* Copy the name before exec; it is unknown if the event was enabled during exec. */
static void exec_old_comm(char *to, const struct linux_binprm *bprm)
{
	if (bprm->ktrace_comm[EXEC_SAVED])
		memcpy(to, bprm->ktrace_comm, TASK_COMM_LEN);
	else
		strscpy_pad(to, "<...>", TASK_COMM_LEN);
	to[EXEC_SAVED] = '\0';
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

/* Copy the arguments from the new program's stack; none if one of their pages is not resident. */
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
	if (!process_wanted(&ktrace_process_exec, tsk, NULL))
		return;
	rec = ktrace_image_get();
	if (!rec)
		return;
	rec->tgid = tsk->tgid;
	rec->old_pid = old_pid;
	rec->argc = bprm->argc;
	rec->cut = 0;
	exec_old_comm(rec->old_comm, bprm);
	memcpy(rec->comm, tsk->comm, TASK_COMM_LEN);
	len = exec_path((char *)rec + at, bprm->filename, &rec->cut);
	rec->filename = len << 16 | at;
	at += len;
	len = exec_argv((char *)rec + at, &rec->cut);
	rec->argv = len << 16 | at;
	end = ALIGN(at + len, sizeof(u32));
	memset((char *)rec + at + len, 0, end - at - len);
	process_emit(&ktrace_process_exec, rec, end, tsk, NULL);
	ktrace_image_put();
}

static int process_watch_exec(void)
{
	int err = register_trace_sched_prepare_exec(process_execs, NULL);

	if (err)
		return err;
	err = register_trace_sched_process_exec(process_execed, NULL);
	if (err)
		unregister_trace_sched_prepare_exec(process_execs, NULL);
	return err;
}

static void process_unwatch_exec(void)
{
	unregister_trace_sched_process_exec(process_execed, NULL);
	unregister_trace_sched_prepare_exec(process_execs, NULL);
}

static const struct ktrace_field exec_fields[] = {
	FIELD_INT(process_exec_record, tgid, "tgid"),
	FIELD_INT(process_exec_record, old_pid, "old_pid"),
	FIELD_UINT(process_exec_record, argc, "argc"),
	FIELD_UINT(process_exec_record, cut, "cut"),
	FIELD_STRING(process_exec_record, filename, "filename"),
	FIELD_STRING(process_exec_record, argv, "argv"),
	FIELD_COMM(process_exec_record, old_comm, "old_comm"),
	FIELD_COMM(process_exec_record, comm, "new_comm"),
};

struct process_event ktrace_process_exec = {
	PROCESS_EVENT("exec", PROCESS_LIFECYCLE, exec_fields),
	.bytes		= sizeof(struct process_exec_record),
	.print		= ktrace_process_print_exec,
	.print_fmt	= "\"tgid=%d old_pid=%d filename=%s argc=%u argv=%s old_comm=%s new_comm=%s\", "
			  "REC->tgid, REC->old_pid, __get_str(filename), REC->argc, "
			  "__get_str(argv), REC->old_comm, REC->new_comm",
	.watch		= process_watch_exec,
	.unwatch	= process_unwatch_exec,
};

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
	/* The fast clock may be slightly behind the clock of start_time: the age is then 0. */
	now = ktime_get_mono_fast_ns();
	rec.lived_ns = max(now, since->start_time) - since->start_time;
	rec.cpu_ns = tsk->se.sum_exec_runtime;
	rec.maxrss_kb = last ? tsk->signal->maxrss << (PAGE_SHIFT - 10) : 0;
	rec.parent = process_parent_tgid(tsk);
	process_emit(&ktrace_process_exit, &rec, sizeof(rec), tsk, NULL);
}

static void process_exited(void *unused, struct task_struct *tsk, bool last)
{
	int status;

	if (likely(!ktrace_event_wanted(&ktrace_process_exit.event, tsk, NULL)))
		return;
	/*
	 * The exit code of the process is that of the first thread that ended the whole process.
	 * If each thread ended only itself, it is that of the last thread.
	 */
	status = last ? tsk->signal->group_exit_code : tsk->exit_code;
	if (!ktrace_event_paused(&ktrace_process_exit.event))
		exit_record(tsk, last, status);
	/* Take the snapshot also while recording is off: earlier records are worth keeping. */
	if (last && unlikely(status))
		ktrace_process_died(&ktrace_process_exit.event, status);
}

static int process_watch_exit(void)
{
	return register_trace_ktrace_task_exited(process_exited, NULL);
}

static void process_unwatch_exit(void)
{
	unregister_trace_ktrace_task_exited(process_exited, NULL);
}

static const struct ktrace_field exit_fields[] = {
	FIELD_INT(process_exit_record, tgid, "tgid"),
	FIELD_U8(process_exit_record, last, "last"),
	FIELD_U8(process_exit_record, code, "code"),
	FIELD_U8(process_exit_record, signal, "signal"),
	FIELD_U8(process_exit_record, core, "core"),
	FIELD_UINT(process_exit_record, maxrss_kb, "maxrss_kb"),
	FIELD_INT(process_exit_record, parent, "parent"),
	FIELD_U64(process_exit_record, lived_ns, "lived_ns"),
	FIELD_U64(process_exit_record, cpu_ns, "cpu_ns"),
};

struct process_event ktrace_process_exit = {
	PROCESS_EVENT("exit", PROCESS_LIFECYCLE, exit_fields),
	.bytes		= sizeof(struct process_exit_record),
	.print		= ktrace_process_print_exit,
	.print_fmt	= "\"tgid=%d last=%u code=%u signal=%u core=%u lived_ns=%llu "
			  "cpu_ns=%llu maxrss_kb=%u parent=%d\", REC->tgid, REC->last, "
			  "REC->code, REC->signal, REC->core, REC->lived_ns, REC->cpu_ns, "
			  "REC->maxrss_kb, REC->parent",
	.watch		= process_watch_exit,
	.unwatch	= process_unwatch_exit,
};

static void process_renamed(void *unused, struct task_struct *tsk, const char *comm)
{
	struct process_rename_record rec;

	/* The record of exec contains the new name. */
	if (tsk == current && tsk->in_execve)
		return;
	if (!process_wanted(&ktrace_process_rename, tsk, current))
		return;
	rec.tgid = tsk->tgid;
	rec.pid = tsk->pid;
	memcpy(rec.old_comm, tsk->comm, TASK_COMM_LEN);
	strscpy_pad(rec.comm, comm);
	process_emit(&ktrace_process_rename, &rec, sizeof(rec), tsk, current);
}

static int process_watch_rename(void)
{
	return register_trace_task_rename(process_renamed, NULL);
}

static void process_unwatch_rename(void)
{
	unregister_trace_task_rename(process_renamed, NULL);
}

static const struct ktrace_field rename_fields[] = {
	FIELD_INT(process_rename_record, tgid, "tgid"),
	FIELD_INT(process_rename_record, pid, "pid"),
	FIELD_COMM(process_rename_record, old_comm, "old_comm"),
	FIELD_COMM(process_rename_record, comm, "new_comm"),
};

struct process_event ktrace_process_rename = {
	PROCESS_EVENT("rename", PROCESS_LIFECYCLE, rename_fields),
	.bytes		= sizeof(struct process_rename_record),
	.print		= ktrace_process_print_rename,
	.print_fmt	= "\"tgid=%d pid=%d old_comm=%s new_comm=%s\", REC->tgid, REC->pid, "
			  "REC->old_comm, REC->new_comm",
	.watch		= process_watch_rename,
	.unwatch	= process_unwatch_rename,
};
