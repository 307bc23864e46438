// SPDX-License-Identifier: GPL-2.0
/*
 * The events of the generation and delivery of signals, and their hooks.
 *
 * The rules of life.c apply. A signal is generated in any context except NMI, with the
 * target's sighand->siglock held.
 */
#include <linux/ktrace_task.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/sched/signal.h>
#include <linux/signal.h>
#include <linux/string.h>
#include <trace/events/signal.h>

#include "process/field.h"
#include "process/internal.h"

/*
 * Return true while CPU timers of current expire in its task work. Without task work
 * they expire in interrupts, like all other timers.
 */
static bool signal_cpu_timer(void)
{
#ifdef CONFIG_POSIX_CPU_TIMERS_TASK_WORK
	return mutex_is_locked(&current->posix_cputimers_work.mutex);
#else
	return false;
#endif
}

/* Whether the signal reports a change of state of a child, such as the exit of current. */
static bool signal_of_child(int sig, int code)
{
	return code >= CLD_EXITED && code <= NSIGCHLD &&
	       (sig == SIGCHLD || sig == current->group_leader->exit_signal);
}

/*
 * Return true if current sends the signal.  The sender in @info does not matter, because user
 * space may choose it.  A signal that is generated in an interrupt has no sender.  A positive
 * si_code means a signal of the kernel, which current sends only if the signal reports a change of
 * its own state to the parent: signal_of_child().
 */
static bool signal_sent(int sig, const struct kernel_siginfo *info)
{
	if (info == SEND_SIG_NOINFO)
		return true;
	if (info == SEND_SIG_PRIV || !in_task())
		return false;
	if (info->si_code == SI_TIMER)
		return !signal_cpu_timer();
	return SI_FROMUSER(info) || signal_of_child(sig, info->si_code);
}

/* Get code and error as user space sees them. */
static void signal_why(const struct kernel_siginfo *info, s32 *code, s32 *error)
{
	*error = 0;
	if (info == SEND_SIG_NOINFO) {
		*code = SI_USER;
	} else if (info == SEND_SIG_PRIV) {
		*code = SI_KERNEL;
	} else {
		*code = info->si_code;
		*error = info->si_errno;
	}
}

static void signal_generated(void *unused, int sig, struct kernel_siginfo *info,
			     struct task_struct *tsk, int group, int result)
{
	bool sent = signal_sent(sig, info);
	const struct task_struct *sender = sent ? current : NULL;
	struct process_generate_record rec;

	if (likely(!ktrace_event_wanted(&ktrace_process_generate.event, tsk, sender)) ||
	    ktrace_event_paused(&ktrace_process_generate.event))
		return;
	rec.tgid = tsk->tgid;
	rec.pid = tsk->pid;
	rec.signal = sig;
	signal_why(info, &rec.code, &rec.error);
	rec.sender = sent ? current->tgid : 0;
	rec.group = !!group;
	rec.result = result;
	memcpy(rec.comm, tsk->comm, TASK_COMM_LEN);
	process_emit(&ktrace_process_generate, &rec, sizeof(rec), tsk, sender);
}

static int process_watch_generate(void)
{
	return register_trace_signal_generate(signal_generated, NULL);
}

static void process_unwatch_generate(void)
{
	unregister_trace_signal_generate(signal_generated, NULL);
}

static const struct ktrace_field generate_fields[] = {
	FIELD_INT(process_generate_record, tgid, "tgid"),
	FIELD_INT(process_generate_record, pid, "pid"),
	FIELD_INT(process_generate_record, signal, "sig"),
	FIELD_INT(process_generate_record, code, "code"),
	FIELD_INT(process_generate_record, error, "errno"),
	FIELD_INT(process_generate_record, sender, "sender"),
	FIELD_UINT(process_generate_record, group, "group"),
	FIELD_UINT(process_generate_record, result, "result"),
	FIELD_COMM(process_generate_record, comm, "target_comm"),
};

struct process_event ktrace_process_generate = {
	PROCESS_EVENT("signal_generate", PROCESS_SIGNALS, generate_fields),
	.bytes		= sizeof(struct process_generate_record),
	.print		= ktrace_process_print_generate,
	.print_fmt	= "\"sig=%d errno=%d code=%d target_comm=%s pid=%d tgid=%d sender=%d "
			  "group=%u result=%u\", REC->sig, REC->errno, REC->code, "
			  "REC->target_comm, REC->pid, REC->tgid, REC->sender, REC->group, "
			  "REC->result",
	.watch		= process_watch_generate,
	.unwatch	= process_unwatch_generate,
};

static enum process_action signal_action(int sig, const struct k_sigaction *ka)
{
	if (ka->sa.sa_handler == SIG_IGN)
		return PROCESS_ACTION_IGNORED;
	if (ka->sa.sa_handler != SIG_DFL)
		return PROCESS_ACTION_HANDLER;
	return sig_kernel_ignore(sig) ? PROCESS_ACTION_IGNORED : PROCESS_ACTION_DEFAULT;
}

/* Copy the numbers that depend on the code of a signal. */
static void signal_numbers(int sig, const struct kernel_siginfo *info,
			   struct process_deliver_record *rec)
{
	if (info == SEND_SIG_NOINFO || info == SEND_SIG_PRIV)
		return;
	switch (siginfo_layout(sig, info->si_code)) {
	case SIL_CHLD:
		rec->status = info->si_status;
		rec->utime = info->si_utime;
		rec->stime = info->si_stime;
		fallthrough;
	case SIL_KILL:
		rec->pid = info->si_pid;
		rec->uid = info->si_uid;
		break;
	case SIL_RT:
		rec->pid = info->si_pid;
		rec->uid = info->si_uid;
		fallthrough;
	case SIL_TIMER:
		rec->value = (unsigned long)info->si_value.sival_ptr;
		break;
	case SIL_SYS:
		rec->status = info->si_syscall;
		rec->addr = (unsigned long)info->si_call_addr;
		break;
	case SIL_POLL:
		rec->value = info->si_band;
		break;
	default:
		rec->addr = (unsigned long)info->si_addr;
	}
}

static void signal_delivered(void *unused, int sig, struct kernel_siginfo *info,
			     struct k_sigaction *ka)
{
	struct process_deliver_record rec;

	if (likely(!ktrace_event_wanted(&ktrace_process_deliver.event, current, NULL)) ||
	    ktrace_event_paused(&ktrace_process_deliver.event))
		return;
	memset(&rec, 0, sizeof(rec));
	rec.tgid = current->tgid;
	rec.signal = sig;
	signal_why(info, &rec.code, &rec.error);
	rec.action = signal_action(sig, ka);
	rec.sa_flags = ka->sa.sa_flags;
	rec.handler = rec.action == PROCESS_ACTION_HANDLER ?
		      (unsigned long)ka->sa.sa_handler : 0;
	signal_numbers(sig, info, &rec);
	process_emit(&ktrace_process_deliver, &rec, sizeof(rec), current, NULL);
}

static int process_watch_deliver(void)
{
	return register_trace_signal_deliver(signal_delivered, NULL);
}

static void process_unwatch_deliver(void)
{
	unregister_trace_signal_deliver(signal_delivered, NULL);
}

static const struct ktrace_field deliver_fields[] = {
	FIELD_INT(process_deliver_record, tgid, "tgid"),
	FIELD_INT(process_deliver_record, signal, "sig"),
	FIELD_INT(process_deliver_record, code, "code"),
	FIELD_INT(process_deliver_record, error, "errno"),
	FIELD_UINT(process_deliver_record, action, "action"),
	FIELD_UINT(process_deliver_record, sa_flags, "sa_flags"),
	FIELD_OF(process_deliver_record, handler, .name = "handler", .type = "unsigned long"),
	FIELD_INT(process_deliver_record, pid, "si_pid"),
	FIELD_UINT(process_deliver_record, uid, "si_uid"),
	FIELD_INT(process_deliver_record, status, "si_status"),
	FIELD_U64(process_deliver_record, addr, "si_addr"),
	FIELD_U64(process_deliver_record, value, "si_value"),
	FIELD_U64(process_deliver_record, utime, "si_utime"),
	FIELD_U64(process_deliver_record, stime, "si_stime"),
};

struct process_event ktrace_process_deliver = {
	PROCESS_EVENT("signal_deliver", PROCESS_SIGNALS, deliver_fields),
	.bytes		= sizeof(struct process_deliver_record),
	.print		= ktrace_process_print_deliver,
	.print_fmt	= "\"sig=%d errno=%d code=%d tgid=%d action=%u handler=%lx "
			  "sa_flags=%x si_pid=%d si_uid=%u si_status=%d si_addr=%llx "
			  "si_value=%llx\", REC->sig, REC->errno, REC->code, REC->tgid, "
			  "REC->action, REC->handler, REC->sa_flags, REC->si_pid, REC->si_uid, "
			  "REC->si_status, REC->si_addr, REC->si_value",
	.watch		= process_watch_deliver,
	.unwatch	= process_unwatch_deliver,
};
