// SPDX-License-Identifier: GPL-2.0
/* System calls that wait for children, and the status of children. */
#include <linux/compat.h>
#include <linux/signal.h>
#include <linux/string.h>
#include <linux/syscalls.h>
#include <linux/uaccess.h>
#include <uapi/linux/wait.h>
#include <asm/siginfo.h>

#include "syscall/arg/describe.h"

OUTLINE(status, u32, { .size = sizeof(u32), .as = SHOW_STATUS });

/*
 * Bytes of the resource usage that waitid() has written.  waitid() returns 0 whether or not a child
 * has changed its state; if no child has, si_signo is 0.  Without infop and with WNOHANG the record
 * cannot tell whether a child has.
 */
static u32 waited_bytes(const u64 *args, enum ktrace_abi abi)
{
	s32 signo;

	BUILD_BUG_ON(offsetof(struct siginfo, si_signo) ||
		     offsetof(struct compat_siginfo, si_signo));
	if (args[2]) {
		if (copy_from_user_nofault(&signo, u64_to_user_ptr(args[2]), sizeof(signo)) ||
		    !signo)
			return 0;
	} else if (args[3] & WNOHANG) {
		return 0;
	}
	/* x32 has 32-bit longs, but the kernel fills in the native struct rusage. */
	return abi == KTRACE_ABI_COMPAT ? sizeof(struct compat_rusage) : SYSCALL_BYTES_COUNT;
}

static void show_waited(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	struct syscall_type shown = *type;

	if (value->abi == KTRACE_ABI_COMPAT)
		shown.layout = LAYOUT(rusage32);
	ktrace_show_object(out, value, &shown);
}

/* The call writes nothing if there was no child to wait for. */
static void show_left(struct seq_buf *out, const struct syscall_value *value,
		      const struct syscall_type *type)
{
	if (value->returned && value->ret <= 0)
		ktrace_show_pointer(out, value->value);
	else
		ktrace_show_object(out, value, type);
}

/* The kernel fills in the object if a child has exited or changed its state. */
#define CHILD(id)	OBJECT(id, show_left, false, .out = COPY(id))
/* waitid() writes only the first fields. */
#define CHILD_INFO							\
	SIGINFO(.out = { SYSCALL_HOW_OBJECT,				\
			 offsetofend(struct siginfo, _sifields._sigchld._status), \
			 offsetofend(struct compat_siginfo, _sifields._sigchld._status) })
/* Resource usage of a child, written only if there was a child: see waited_bytes(). */
#define WAITED								\
	OBJECT(rusage, show_waited, false, .out = {			\
		SYSCALL_HOW_OBJECT, SYSCALL_SIZE_rusage, .bytes = waited_bytes })

static const struct syscall_desc wait_calls[] = {
	{ "wait4", .rules = RULES {
		ARG("stat_addr", CHILD(status)),
		ARG_C("ru", struct rusage __user *, CHILD(rusage)),
		ARG("ru", CHILD(rusage32)),
		ARG("options", FLAGS(wait_options)),
		{ } } },
	{ "waitpid", .rules = RULES {
		ARG("stat_addr", CHILD(status)),
		ARG("options", FLAGS(wait_options)),
		{ } } },
	{ "waitid", .rules = RULES {
		ARG("options", FLAGS(wait_options)),
		ARG("which", ENUM(idtype)),
		ARG("infop", CHILD_INFO),
		ARG("ru uru", WAITED),
		{ } } },
};

FAMILY(wait);
