// SPDX-License-Identifier: GPL-2.0
/* Layouts of numbers and structures that several families share. */
#include <linux/time.h>
#include <linux/time32.h>

#include "syscall/arg/describe.h"

/* Define a layout and check that its size is the one of the C type. */
#define OUTLINE_SHARED(id, T, ...)					\
	OUTLINE_OF(id, T, __VA_ARGS__);					\
	static_assert(SYSCALL_SIZE_##id == sizeof(T))
#define OUTLINE_NUMBER(id, T, how)					\
	OUTLINE_SHARED(id, T, { .size = sizeof(T), .as = SHOW_##how })

OUTLINE_NUMBER(int, s32, INT);
OUTLINE_NUMBER(uint, u32, UINT);
OUTLINE_NUMBER(u8, u8, UINT);
OUTLINE_NUMBER(s64, s64, INT);
OUTLINE_NUMBER(u64, u64, UINT);
OUTLINE_NUMBER(hex32, u32, HEX);
OUTLINE_NUMBER(hex64, u64, HEX);
OUTLINE_NUMBER(pointer, u64, PTR);
OUTLINE_NUMBER(pointer32, u32, PTR);
OUTLINE_NUMBER(id, u32, ID);
OUTLINE_NUMBER(id16, u16, ID);
OUTLINE_NUMBER(sigset, u64, SIGSET);
OUTLINE_NUMBER(sigset32, u32, SIGSET);

#define TIMESPEC(T)	F(T, tv_sec, INT), F(T, tv_nsec, NSEC)
#define TIMEVAL(T)	F(T, tv_sec, INT), F(T, tv_usec, INT)

/* The kernel ignores the upper half of tv_nsec, which is padding in 32-bit programs. */
#define T struct __kernel_timespec
#define NSEC_AT								\
	(offsetof(T, tv_nsec) + (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? sizeof(u32) : 0))
OUTLINE_SHARED(timespec_padded, T, F(T, tv_sec, INT),
	       { .name = "tv_nsec", .offset = NSEC_AT, .size = sizeof(u32), .as = SHOW_NSEC32 });
OUTLINE_PAIR(timespec, LAYOUT(timespec_padded), T, TIMESPEC(T));
#undef T
static_assert(SYSCALL_SIZE_timespec == sizeof(struct __kernel_timespec));
OUTLINE_SHARED(timespec32, struct old_timespec32, TIMESPEC(struct old_timespec32));
OUTLINE_SHARED(timeval, struct __kernel_old_timeval, TIMEVAL(struct __kernel_old_timeval));
OUTLINE_SHARED(timeval32, struct old_timeval32, TIMEVAL(struct old_timeval32));

OUTLINE_NUMBER(fd_pair, s32, INT);
OUTLINE_SHARED(ucred, struct ucred,
	       F(struct ucred, pid, INT), F(struct ucred, uid, ID), F(struct ucred, gid, ID));

#define SIGSET_WORDS(T)	F(T, sigmask, PTR), F(T, sigsetsize, UINT)

OUTLINE_SHARED(sigset_arg, struct syscall_sigset_arg, SIGSET_WORDS(struct syscall_sigset_arg));
OUTLINE_SHARED(sigset_arg32, struct syscall_sigset_arg32,
	       SIGSET_WORDS(struct syscall_sigset_arg32));

#define RUSAGE(T, of)							\
	F_NESTED(T, ru_utime, of), F_NESTED(T, ru_stime, of),		\
	F(T, ru_maxrss, INT), F(T, ru_ixrss, INT), F(T, ru_idrss, INT),	\
	F(T, ru_isrss, INT), F(T, ru_minflt, INT), F(T, ru_majflt, INT), \
	F(T, ru_nswap, INT), F(T, ru_inblock, INT), F(T, ru_oublock, INT), \
	F(T, ru_msgsnd, INT), F(T, ru_msgrcv, INT), F(T, ru_nsignals, INT), \
	F(T, ru_nvcsw, INT), F(T, ru_nivcsw, INT)

OUTLINE_SHARED(rusage, struct rusage, RUSAGE(struct rusage, timeval));
OUTLINE_SHARED(rusage32, struct compat_rusage, RUSAGE(struct compat_rusage, timeval32));
