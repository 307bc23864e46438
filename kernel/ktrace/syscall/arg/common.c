// SPDX-License-Identifier: GPL-2.0
/*
 * Types of arguments by the names that many calls share, and by their C types. The last
 * rule matches every argument.
 */
#include <linux/compat.h>
#include <linux/signal.h>
#include <linux/syscalls.h>
#include <linux/time.h>
#include <linux/time32.h>

#include "syscall/arg/describe.h"

#define SIGVAL(T)	F(T, sival_int, INT), F(T, sival_ptr, PTR)
static OUTLINE_OF(sigval, sigval_t, SIGVAL(sigval_t));
static OUTLINE_OF(sigval32, compat_sigval_t, SIGVAL(compat_sigval_t));

/* The way of the notification selects the fields that the kernel uses. */
#define IF_NOTIFY(T, how)	IF_EQUAL(T, sigev_notify, U32_MAX, how)
/* Bits of the ways that send a signal; SIGEV_NONE is a bit, too. */
#define SIGEV_SIGNALS	(SIGEV_SIGNAL | SIGEV_THREAD | SIGEV_THREAD_ID)
#define SIGEVENT(T, of)							\
	F_NESTED(T, sigev_value, of, IF_SET(T, sigev_value)),		\
	F(T, sigev_signo, UINT, IF_UNEQUAL(T, sigev_notify, ~SIGEV_SIGNALS, 0)), \
	F(T, sigev_signo, SIGNAL, IF_EQUAL(T, sigev_notify, ~SIGEV_SIGNALS, 0)), \
	F_ENUM(T, sigev_notify, sigev_notify),				\
	FIELD_AS(T, _sigev_un._tid, "sigev_notify_thread_id", INT,	\
		 IF_NOTIFY(T, SIGEV_THREAD_ID)),			\
	FIELD_AS(T, _sigev_un._sigev_thread._function, "sigev_notify_function", PTR, \
		 IF_NOTIFY(T, SIGEV_THREAD)),				\
	FIELD_AS(T, _sigev_un._sigev_thread._attribute, "sigev_notify_attributes", PTR, \
		 IF_NOTIFY(T, SIGEV_THREAD))
OUTLINE(sigevent, struct sigevent, SIGEVENT(struct sigevent, sigval));
OUTLINE(sigevent32, struct compat_sigevent, SIGEVENT(struct compat_sigevent, sigval32));

/* Names of file descriptors. */
#define COMMON_FDS							\
	"fd fdin fdout fd_in fd_out in_fd out_fd oldfd newfd epfd ufd pidfd mqdes fs_fd " \
	"fanotify_fd group_fd"

const struct syscall_rule ktrace_common_rules[] = {
	RETURNS(RETURN("long", INT, errno)),

	/* By name */
	ARG("dfd olddfd newdfd from_dfd to_dfd mountdirfd", DFD),
	ARG(COMMON_FDS, FD),
	ARG("sig", SIGNAL_ARG),
	ARG("which_clock clockid", ENUM(clockid)),
	ARG_C("mode", umode_t, MODE_ARG),
	ARG_C("mode", compat_mode_t, MODE_ARG),
	ARG_C("start addr new_addr", unsigned long, ADDRESS),
	ARG_C("flags", unsigned int, HEX32_ARG),
	ARG_C("flags", u32, HEX32_ARG),
	ARG("flags", HEX_ARG),

	/* By C type: pointers to structures and numbers */
	ARG_C(ANY, struct sigevent __user *, IN_SOME(sigevent)),
	ARG_C(ANY, struct compat_sigevent __user *, IN_SOME(sigevent32)),
	ARG_C(ANY, struct __kernel_timespec __user *, IN(timespec)),
	ARG_C(ANY, struct old_timespec32 __user *, IN(timespec32)),
	ARG_C(ANY, struct __kernel_old_timeval __user *, IN(timeval)),
	ARG_C(ANY, struct old_timeval32 __user *, IN(timeval32)),
	ARG_C(ANY, uid_t __user *, OUT(id)),
	ARG_C(ANY, gid_t __user *, OUT(id)),
	ARG_C(ANY, old_uid_t __user *, OUT(id16)),
	ARG_C(ANY, old_gid_t __user *, OUT(id16)),

	/* By C type: numbers */
	ARG_C(ANY, uid_t, ID_ARG),
	ARG_C(ANY, gid_t, ID_ARG),
	ARG_C(ANY, old_uid_t, ID16_ARG),
	ARG_C(ANY, old_gid_t, ID16_ARG),
	ARG_C(ANY, int, INT_ARG),
	ARG_C(ANY, pid_t, INT_ARG),
	ARG_C(ANY, timer_t, INT_ARG),
	ARG_C(ANY, __s32, INT_ARG),
	ARG_C(ANY, compat_pid_t, INT_ARG),
	ARG_C(ANY, compat_long_t, INT_ARG),
	ARG_C(ANY, compat_off_t, INT_ARG),
	ARG_C(ANY, compat_ssize_t, INT_ARG),
	ARG_C(ANY, unsigned, UINT_ARG),
	ARG_C(ANY, unsigned int, UINT_ARG),
	ARG_C(ANY, u32, UINT_ARG),
	ARG_C(ANY, __u32, UINT_ARG),
	ARG_C(ANY, compat_size_t, UINT_ARG),
	ARG_C(ANY, compat_ulong_t, UINT_ARG),
	ARG_C(ANY, long, LONG_ARG),
	ARG_C(ANY, loff_t, LONG_ARG),
	ARG_C(ANY, off_t, LONG_ARG),
	ARG_C(ANY, size_t, ULONG_ARG),
	ARG_C(ANY, unsigned long, ULONG_ARG),
	/* The remaining arguments are pointers and addresses. */
	ARG(ANY, ADDRESS),
	{ }
};
