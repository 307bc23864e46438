// SPDX-License-Identifier: GPL-2.0
/*
 * Records of processes as text: NAME=VALUE pairs separated by spaces, for tools and
 * people.
 *
 * Called by readers in task context. Must not trust any offset or length in a record.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/signal.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <uapi/linux/wait.h>

#include "process/internal.h"
#include "text/format.h"
#include "text/names.h"
#include "text/si_code.h"

/* First real-time signal of the kernel. */
#define RT_FIRST	32

static void process_put_signal(struct seq_buf *out, int sig)
{
	const char *name = ktrace_names_find(KTRACE_NAMES_signals, sig);

	if (name)
		seq_buf_puts(out, name);
	else if (sig >= RT_FIRST && sig <= _NSIG)
		seq_buf_printf(out, "SIGRT_%d", sig - RT_FIRST);
	else
		seq_buf_printf(out, "%d", sig);
}

/* Append seconds with six decimals. */
static void put_duration(struct seq_buf *out, const char *name, u64 ns)
{
	u32 rest;
	u64 seconds = div_u64_rem(ns, NSEC_PER_SEC, &rest);

	seq_buf_printf(out, " %s=%llu.%06u", name, seconds, rest / (u32)NSEC_PER_USEC);
}

/* Append a quoted string up to its zero. */
static void put_text(struct seq_buf *out, const char *text, u32 bytes)
{
	seq_buf_putc(out, '"');
	ktrace_format_text(out, text, strnlen(text, bytes), '"');
	seq_buf_putc(out, '"');
}

static void put_comm(struct seq_buf *out, const char *name, const char *comm)
{
	seq_buf_printf(out, " %s=", name);
	put_text(out, comm, TASK_COMM_LEN);
}

static const char *fork_how(const struct process_fork_record *rec)
{
	if (rec->flags & CLONE_THREAD)
		return "thread";
	if (rec->flags & CLONE_VFORK)
		return "vfork";
	return rec->flags & CLONE_VM ? "clone" : "fork";
}

void ktrace_process_print_fork(const void *data, u32 len, struct seq_buf *out)
{
	const struct process_fork_record *rec = data;

	seq_buf_printf(out, "tgid=%d child_pid=%d child_tgid=%d how=%s flags=", rec->tgid,
		       rec->child, rec->child_tgid, fork_how(rec));
	ktrace_names_print(out, KTRACE_NAMES_clone3_flags, rec->flags);
	if (rec->exit_signal > 0) {
		seq_buf_puts(out, " exit_signal=");
		process_put_signal(out, rec->exit_signal);
	}
}

/* Get the bytes to which a length and offset refer; none if they are outside of the record. */
static u32 process_find_bytes(const void *rec, u32 len, u32 where, const char **at)
{
	u32 offset = where & U16_MAX, bytes = where >> 16;

	if (offset > len || bytes > len - offset)
		return 0;
	*at = rec + offset;
	return bytes;
}

static void put_argv(struct seq_buf *out, const char *at, u32 bytes, u32 argc, bool cut)
{
	u32 i, len;

	seq_buf_putc(out, '[');
	for (i = 0; i < argc && bytes; i++) {
		len = strnlen(at, bytes);
		if (i)
			seq_buf_puts(out, ", ");
		put_text(out, at, len);
		len = min(len + 1, bytes);
		at += len;
		bytes -= len;
	}
	/* The last argument is truncated. */
	if (cut && i)
		seq_buf_puts(out, "...");
	if (i < argc)
		seq_buf_puts(out, i ? ", ..." : "...");
	seq_buf_putc(out, ']');
}

void ktrace_process_print_exec(const void *data, u32 len, struct seq_buf *out)
{
	const struct process_exec_record *rec = data;
	const char *at = "";
	u32 bytes;

	seq_buf_printf(out, "tgid=%d", rec->tgid);
	if (rec->old_pid != rec->common.pid)
		seq_buf_printf(out, " old_pid=%d", rec->old_pid);
	seq_buf_puts(out, " filename=");
	bytes = process_find_bytes(rec, len, rec->filename, &at);
	put_text(out, at, bytes);
	if (rec->cut & PROCESS_CUT_FILENAME)
		seq_buf_puts(out, "...");
	seq_buf_puts(out, " argv=");
	bytes = process_find_bytes(rec, len, rec->argv, &at);
	put_argv(out, at, bytes, rec->argc, rec->cut & PROCESS_CUT_ARGV);
	put_comm(out, "old_comm", rec->old_comm);
	put_comm(out, "new_comm", rec->comm);
}

void ktrace_process_print_exit(const void *data, u32 len, struct seq_buf *out)
{
	const struct process_exit_record *rec = data;

	seq_buf_printf(out, "tgid=%d last=%u", rec->tgid, rec->last);
	if (rec->signal) {
		seq_buf_puts(out, " signal=");
		process_put_signal(out, rec->signal);
	} else {
		seq_buf_printf(out, " code=%u", rec->code);
	}
	if (rec->core)
		seq_buf_puts(out, " core=1");
	put_duration(out, "lived", rec->lived_ns);
	put_duration(out, "cpu", rec->cpu_ns);
	if (rec->last)
		seq_buf_printf(out, " maxrss_kb=%u parent=%d", rec->maxrss_kb, rec->parent);
}

void ktrace_process_print_rename(const void *data, u32 len, struct seq_buf *out)
{
	const struct process_rename_record *rec = data;

	seq_buf_printf(out, "tgid=%d pid=%d", rec->tgid, rec->pid);
	put_comm(out, "old_comm", rec->old_comm);
	put_comm(out, "new_comm", rec->comm);
}

/* Append a number that has changed. */
static void put_change(struct seq_buf *out, const char *name, u32 old, u32 now)
{
	if (old != now)
		seq_buf_printf(out, " %s=%d->%d", name, (s32)old, (s32)now);
}

static void process_put_bits(struct seq_buf *out, const char *name, u64 old, u64 now)
{
	if (old != now)
		seq_buf_printf(out, " %s=0x%llx->0x%llx", name, old, now);
}

void ktrace_process_print_creds(const void *data, u32 len, struct seq_buf *out)
{
	const struct process_creds_record *rec = data;

	seq_buf_printf(out, "tgid=%d", rec->tgid);
	put_change(out, "uid", rec->old.uid, rec->new.uid);
	put_change(out, "euid", rec->old.euid, rec->new.euid);
	put_change(out, "suid", rec->old.suid, rec->new.suid);
	put_change(out, "fsuid", rec->old.fsuid, rec->new.fsuid);
	put_change(out, "gid", rec->old.gid, rec->new.gid);
	put_change(out, "egid", rec->old.egid, rec->new.egid);
	put_change(out, "sgid", rec->old.sgid, rec->new.sgid);
	put_change(out, "fsgid", rec->old.fsgid, rec->new.fsgid);
	if (rec->regrouped)
		seq_buf_printf(out, " groups=%u->%u", rec->old.groups, rec->new.groups);
	process_put_bits(out, "effective", rec->old.effective, rec->new.effective);
	process_put_bits(out, "permitted", rec->old.permitted, rec->new.permitted);
	process_put_bits(out, "inheritable", rec->old.inheritable, rec->new.inheritable);
	process_put_bits(out, "ambient", rec->old.ambient, rec->new.ambient);
	process_put_bits(out, "bounding", rec->old.bounding, rec->new.bounding);
	process_put_bits(out, "securebits", rec->old.securebits, rec->new.securebits);
	if (rec->old.user_ns != rec->new.user_ns)
		seq_buf_printf(out, " user_ns=%u->%u", rec->old.user_ns, rec->new.user_ns);
}

void ktrace_process_print_ptrace(const void *data, u32 len, struct seq_buf *out)
{
	const struct process_ptrace_record *rec = data;

	seq_buf_printf(out, "tgid=%d pid=%d tracer_tgid=%d tracer=%d %s", rec->tgid, rec->pid,
		       rec->tracer_tgid, rec->tracer,
		       !rec->attached ? "detached" : rec->seized ? "seized" : "attached");
}

void ktrace_process_print_jobctl(const void *data, u32 len, struct seq_buf *out)
{
	const struct process_jobctl_record *rec = data;

	seq_buf_printf(out, "tgid=%d %s signal=", rec->tgid,
		       rec->why == CLD_CONTINUED ? "continued" : "stopped");
	process_put_signal(out, rec->signal);
	seq_buf_printf(out, " parent=%d", rec->parent);
}

/* Append the reason of a signal by name, or by number where the code has no name. */
static void process_put_code(struct seq_buf *out, int sig, int code)
{
	const char *name = ktrace_names_find(ktrace_si_code_names(sig, code), (u32)code);

	if (name)
		seq_buf_printf(out, " code=%s", name);
	else
		seq_buf_printf(out, " code=%d", code);
}

void ktrace_process_print_generate(const void *data, u32 len, struct seq_buf *out)
{
	static const char * const results[] = {
		"delivered", "ignored", "already_pending", "overflow_fail", "lose_info",
	};
	const struct process_generate_record *rec = data;

	seq_buf_puts(out, "sig=");
	process_put_signal(out, rec->signal);
	seq_buf_printf(out, " tgid=%d pid=%d", rec->tgid, rec->pid);
	put_comm(out, "target_comm", rec->comm);
	process_put_code(out, rec->signal, rec->code);
	if (rec->error)
		seq_buf_printf(out, " errno=%d", rec->error);
	seq_buf_printf(out, " sender=%d group=%u result=", rec->sender, rec->group);
	if (rec->result < ARRAY_SIZE(results))
		seq_buf_puts(out, results[rec->result]);
	else
		seq_buf_printf(out, "%u", rec->result);
}

/* Print the numbers that a signal of this code has. */
static void put_numbers(struct seq_buf *out, const struct process_deliver_record *rec)
{
	switch (siginfo_layout(rec->signal, rec->code)) {
	case SIL_CHLD:
		seq_buf_printf(out, " si_pid=%d si_uid=%u si_status=%d", rec->pid, rec->uid,
			       rec->status);
		break;
	case SIL_KILL:
		seq_buf_printf(out, " si_pid=%d si_uid=%u", rec->pid, rec->uid);
		break;
	case SIL_RT:
		seq_buf_printf(out, " si_pid=%d si_uid=%u si_value=0x%llx", rec->pid, rec->uid,
			       rec->value);
		break;
	case SIL_TIMER:
	case SIL_POLL:
		seq_buf_printf(out, " si_value=0x%llx", rec->value);
		break;
	case SIL_SYS:
		seq_buf_printf(out, " si_status=%d si_addr=0x%llx", rec->status, rec->addr);
		break;
	default:
		seq_buf_printf(out, " si_addr=0x%llx", rec->addr);
	}
}

void ktrace_process_print_deliver(const void *data, u32 len, struct seq_buf *out)
{
	const struct process_deliver_record *rec = data;

	seq_buf_puts(out, "sig=");
	process_put_signal(out, rec->signal);
	seq_buf_printf(out, " tgid=%d", rec->tgid);
	process_put_code(out, rec->signal, rec->code);
	if (rec->error)
		seq_buf_printf(out, " errno=%d", rec->error);
	put_numbers(out, rec);
	switch (rec->action) {
	case PROCESS_ACTION_HANDLER:
		seq_buf_printf(out, " handler=0x%llx", rec->handler);
		break;
	case PROCESS_ACTION_IGNORED:
		seq_buf_puts(out, " ignored");
		break;
	default:
		seq_buf_puts(out, " default");
	}
}
