// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks of the generation and delivery of signals.
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
 * Whether current sends the signal, regardless of the sender in @info, which user space may
 * choose.  A signal that is sent in an interrupt has no sender.  Codes that user space may use,
 * and codes of the kernel for actions of current, are not positive.
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

	if (likely(!ktrace_event_wanted(process_event(PROCESS_SIGNAL_GENERATE), tsk, sender)) ||
	    ktrace_event_paused(process_event(PROCESS_SIGNAL_GENERATE)))
		return;
	rec.tgid = tsk->tgid;
	rec.pid = tsk->pid;
	rec.signal = sig;
	signal_why(info, &rec.code, &rec.error);
	rec.sender = sent ? current->tgid : 0;
	rec.group = !!group;
	rec.result = result;
	memcpy(rec.comm, tsk->comm, TASK_COMM_LEN);
	process_emit(PROCESS_SIGNAL_GENERATE, &rec, sizeof(rec), tsk, sender);
}

int ktrace_process_watch_generate(void)
{
	return register_trace_signal_generate(signal_generated, NULL);
}

void ktrace_process_unwatch_generate(void)
{
	unregister_trace_signal_generate(signal_generated, NULL);
}

static enum process_action signal_action(int sig, const struct k_sigaction *ka)
{
	if (ka->sa.sa_handler == SIG_IGN)
		return PROCESS_ACTION_IGNORED;
	if (ka->sa.sa_handler != SIG_DFL)
		return PROCESS_ACTION_HANDLER;
	return sig_kernel_ignore(sig) ? PROCESS_ACTION_IGNORED : PROCESS_ACTION_DEFAULT;
}

static void signal_delivered(void *unused, int sig, struct kernel_siginfo *info,
			     struct k_sigaction *ka)
{
	struct process_deliver_record rec;

	if (likely(!ktrace_event_wanted(process_event(PROCESS_SIGNAL_DELIVER), current, NULL)) ||
	    ktrace_event_paused(process_event(PROCESS_SIGNAL_DELIVER)))
		return;
	rec.tgid = current->tgid;
	rec.signal = sig;
	signal_why(info, &rec.code, &rec.error);
	rec.action = signal_action(sig, ka);
	rec.sa_flags = ka->sa.sa_flags;
	rec.handler = rec.action == PROCESS_ACTION_HANDLER ?
		      (unsigned long)ka->sa.sa_handler : 0;
	process_emit(PROCESS_SIGNAL_DELIVER, &rec, sizeof(rec), current, NULL);
}

int ktrace_process_watch_deliver(void)
{
	return register_trace_signal_deliver(signal_delivered, NULL);
}

void ktrace_process_unwatch_deliver(void)
{
	unregister_trace_signal_deliver(signal_delivered, NULL);
}
