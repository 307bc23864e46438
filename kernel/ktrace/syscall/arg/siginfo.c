// SPDX-License-Identifier: GPL-2.0
/*
 * struct siginfo as text, for calls that send signals, wait for signals or wait for
 * children. Signal number and code select the fields.
 *
 * Called when records are read.
 */
#include <linux/compat.h>
#include <linux/kernel.h>
#include <linux/signal.h>
#include <linux/string.h>
#include <asm/siginfo.h>

#include "text/si_code.h"
#include "syscall/arg/describe.h"

/* The fields after the code; in the order of info_layouts[]. */
enum info_kind {
	INFO_KILL,
	INFO_TIMER,
	INFO_QUEUE,
	INFO_EXITED,
	INFO_KILLED,
	INFO_FAULT,
	INFO_FAULT_LSB,
	INFO_FAULT_BOUNDS,
	INFO_FAULT_PKEY,
	INFO_FAULT_PERF,
	INFO_POLL,
	INFO_SYS,
	INFO_KINDS
};

#define INFO_FIELD(T, path, shown, how)	FIELD_AS(T, _sifields.path, shown, how)
#define INFO_PID(T, of)							\
	INFO_FIELD(T, of._pid, "si_pid", INT), INFO_FIELD(T, of._uid, "si_uid", ID)
#define INFO_VALUE(T, of)						\
	INFO_FIELD(T, of._sigval.sival_int, "si_int", INT),		\
	INFO_FIELD(T, of._sigval.sival_ptr, "si_ptr", PTR)
#define INFO_TIMES(T)							\
	INFO_FIELD(T, _sigchld._utime, "si_utime", INT),		\
	INFO_FIELD(T, _sigchld._stime, "si_stime", INT)
#define INFO_ADDR(T)	INFO_FIELD(T, _sigfault._addr, "si_addr", PTR)

/* The fields of each kind in @T, which is struct siginfo or struct compat_siginfo. */
#define INFO_OUTLINES(T, suffix)					\
	static OUTLINE_OF(info_kill##suffix, T, INFO_PID(T, _kill));	\
	static OUTLINE_OF(info_timer##suffix, T,			\
		INFO_FIELD(T, _timer._tid, "si_timerid", HEX),		\
		INFO_FIELD(T, _timer._overrun, "si_overrun", INT),	\
		INFO_VALUE(T, _timer));					\
	static OUTLINE_OF(info_queue##suffix, T,			\
		INFO_PID(T, _rt), INFO_VALUE(T, _rt));			\
	static OUTLINE_OF(info_exited##suffix, T, INFO_PID(T, _sigchld), \
		INFO_FIELD(T, _sigchld._status, "si_status", INT), INFO_TIMES(T)); \
	static OUTLINE_OF(info_killed##suffix, T, INFO_PID(T, _sigchld), \
		INFO_FIELD(T, _sigchld._status, "si_status", SIGNAL), INFO_TIMES(T)); \
	static OUTLINE_OF(info_fault##suffix, T, INFO_ADDR(T));		\
	static OUTLINE_OF(info_fault_lsb##suffix, T, INFO_ADDR(T),	\
		INFO_FIELD(T, _sigfault._addr_lsb, "si_addr_lsb", HEX)); \
	static OUTLINE_OF(info_fault_bounds##suffix, T, INFO_ADDR(T),	\
		INFO_FIELD(T, _sigfault._addr_bnd._lower, "si_lower", PTR), \
		INFO_FIELD(T, _sigfault._addr_bnd._upper, "si_upper", PTR)); \
	static OUTLINE_OF(info_fault_pkey##suffix, T, INFO_ADDR(T),	\
		INFO_FIELD(T, _sigfault._addr_pkey._pkey, "si_pkey", UINT)); \
	static OUTLINE_OF(info_fault_perf##suffix, T, INFO_ADDR(T),	\
		INFO_FIELD(T, _sigfault._perf._data, "si_perf_data", HEX), \
		INFO_FIELD(T, _sigfault._perf._type, "si_perf_type", UINT), \
		INFO_FIELD(T, _sigfault._perf._flags, "si_perf_flags", HEX)); \
	static OUTLINE_OF(info_poll##suffix, T,				\
		INFO_FIELD(T, _sigpoll._band, "si_band", INT),		\
		INFO_FIELD(T, _sigpoll._fd, "si_fd", INT));		\
	static OUTLINE_OF(info_sys##suffix, T,				\
		INFO_FIELD(T, _sigsys._call_addr, "si_call_addr", PTR),	\
		INFO_FIELD(T, _sigsys._syscall, "si_syscall", INT),	\
		{ .name = "si_arch",					\
		  .offset = offsetof(T, _sifields._sigsys._arch),	\
		  .size = sizeof_field(T, _sifields._sigsys._arch),	\
		  .as = SHOW_ENUM, .names = KTRACE_NAMES_audit_arch })

INFO_OUTLINES(struct siginfo, _native);
INFO_OUTLINES(struct compat_siginfo, _compat);

#define INFO_PAIR(id)	{ LAYOUT(info_##id##_native), LAYOUT(info_##id##_compat) }

/* For native calls, and for calls of all foreign ABIs. */
static const struct syscall_layout * const info_layouts[INFO_KINDS][2] = {
	[INFO_KILL]		= INFO_PAIR(kill),
	[INFO_TIMER]		= INFO_PAIR(timer),
	[INFO_QUEUE]		= INFO_PAIR(queue),
	[INFO_EXITED]		= INFO_PAIR(exited),
	[INFO_KILLED]		= INFO_PAIR(killed),
	[INFO_FAULT]		= INFO_PAIR(fault),
	[INFO_FAULT_LSB]	= INFO_PAIR(fault_lsb),
	[INFO_FAULT_BOUNDS]	= INFO_PAIR(fault_bounds),
	[INFO_FAULT_PKEY]	= INFO_PAIR(fault_pkey),
	[INFO_FAULT_PERF]	= INFO_PAIR(fault_perf),
	[INFO_POLL]		= INFO_PAIR(poll),
	[INFO_SYS]		= INFO_PAIR(sys),
};

/* Return the kind of a fault whose code is specific to the signal. */
static enum info_kind info_fault(int sig, int code)
{
	switch (sig) {
	case SIGBUS:
		return code == BUS_MCEERR_AR || code == BUS_MCEERR_AO ? INFO_FAULT_LSB :
		       INFO_FAULT;
	case SIGSEGV:
		if (code == SEGV_BNDERR)
			return INFO_FAULT_BOUNDS;
		return code == SEGV_PKUERR ? INFO_FAULT_PKEY : INFO_FAULT;
	case SIGTRAP:
		return code == TRAP_PERF ? INFO_FAULT_PERF : INFO_FAULT;
	default:
		return INFO_FAULT;
	}
}

/* Select the fields as the kernel does; the program may pass any signal and code. */
static enum info_kind info_kind(int sig, int code)
{
	if (code == SI_TIMER)
		return INFO_TIMER;
	if (code == SI_SIGIO)
		return INFO_POLL;
	/* tkill() passes no value. */
	if (code == SI_TKILL)
		return INFO_KILL;
	if (code < 0)
		return INFO_QUEUE;
	if (code == SI_USER || code >= SI_KERNEL)
		return INFO_KILL;
	if (ktrace_names_find(ktrace_si_code_names(sig, code), code)) {
		switch (sig) {
		case SIGILL:
		case SIGFPE:
		case SIGSEGV:
		case SIGBUS:
		case SIGTRAP:
			return info_fault(sig, code);
		case SIGCHLD:
			return code == CLD_EXITED ? INFO_EXITED : INFO_KILLED;
		case SIGSYS:
			return INFO_SYS;
		}
	}
	return code <= NSIGPOLL ? INFO_POLL : INFO_KILL;
}

#define INFO_FIELDS_MAX	8

/* The beginning is the same in all ABIs. */
#define INFO_SAME(field)						\
	BUILD_BUG_ON(offsetof(struct siginfo, field) != offsetof(struct compat_siginfo, field))

/**
 * ktrace_put_siginfo - append a struct siginfo
 * @out: output
 * @value: the argument
 * @type: its type
 * @data: the copy; shorter than the structure if the call uses only its beginning
 */
void ktrace_put_siginfo(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	struct syscall_field fields[INFO_FIELDS_MAX];
	struct syscall_layout shown = { .size = sizeof(struct siginfo), .fields = fields };
	const struct syscall_layout *rest;
	enum info_kind kind;
	struct siginfo head;
	unsigned int i, nr;

	INFO_SAME(si_signo);
	INFO_SAME(si_errno);
	INFO_SAME(si_code);
	if (data->len < offsetofend(struct siginfo, si_code)) {
		seq_buf_puts(out, "{...}");
		return;
	}
	memcpy(&head, data->at, offsetofend(struct siginfo, si_code));
	/* waitid() writes zeros if no child has changed its state. */
	if (!head.si_signo && !head.si_errno && !head.si_code) {
		seq_buf_puts(out, "{}");
		return;
	}
	fields[shown.nr++] = (struct syscall_field)F(struct siginfo, si_signo, SIGNAL);
	if (head.si_errno)
		fields[shown.nr++] = (struct syscall_field)
			F_ENUM(struct siginfo, si_errno, errno);
	fields[shown.nr] = (struct syscall_field)F_ENUM(struct siginfo, si_code, si_code);
	fields[shown.nr++].names = ktrace_si_code_names(head.si_signo, head.si_code);
	kind = info_kind(head.si_signo, head.si_code);
	rest = info_layouts[kind][value->abi != KTRACE_ABI_NATIVE];
	nr = rest->nr;
	/* In x32 the times have 64 bits and other offsets. */
	if (value->abi > KTRACE_ABI_COMPAT && (kind == INFO_EXITED || kind == INFO_KILLED))
		nr -= 2;
	for (i = 0; i < nr && shown.nr < INFO_FIELDS_MAX; i++) {
		/* The call uses only the beginning of the structure. */
		if (data->status == SYSCALL_COPIED &&
		    rest->fields[i].offset + rest->fields[i].size > data->len)
			break;
		fields[shown.nr++] = rest->fields[i];
	}
	ktrace_show_element(out, &shown, data->at, data->len, data->status == SYSCALL_CUT);
}
