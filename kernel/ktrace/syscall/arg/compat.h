/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Structures of 32-bit programs that the kernel declares only if it can run such
 * programs. Without them, these structures describe calls that no program can make.
 */
#ifndef _KTRACE_SYSCALL_ARG_COMPAT_H
#define _KTRACE_SYSCALL_ARG_COMPAT_H

#include <linux/compat.h>

#if defined(CONFIG_X86_64) && !defined(CONFIG_IA32_EMULATION)
struct compat_old_sigaction {
	compat_uptr_t		sa_handler;
	compat_old_sigset_t	sa_mask;
	compat_ulong_t		sa_flags;
	compat_uptr_t		sa_restorer;
};

struct stat64 {
	u64	st_dev, st_ino, st_rdev;
	u32	st_mode, st_nlink, st_uid, st_gid, st_blksize;
	u32	st_atime, st_atime_nsec, st_mtime, st_mtime_nsec, st_ctime, st_ctime_nsec;
	s64	st_size, st_blocks;
};
#endif

#endif /* _KTRACE_SYSCALL_ARG_COMPAT_H */
