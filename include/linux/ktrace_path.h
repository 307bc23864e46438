/* SPDX-License-Identifier: GPL-2.0 */
/* ktrace's hook where the kernel copies a path from user memory. */
#ifndef _LINUX_KTRACE_PATH_H
#define _LINUX_KTRACE_PATH_H

#include <linux/types.h>

struct filename;

#ifdef CONFIG_KTRACE_SYSCALLS

#include <linux/jump_label.h>
#include <linux/thread_info.h>

/* Enabled while complete records of system calls may be under construction. */
DECLARE_STATIC_KEY_FALSE(ktrace_paths_wanted);

void __ktrace_path(const struct filename *name, size_t len);

/**
 * ktrace_path - hook: the kernel has copied a path from user memory
 * @name:	the copy, with the address in user memory
 * @len:	length of the copy without the zero
 *
 * The record of the system call that current makes takes over the copy: another thread may
 * change user memory at any time.
 *
 * Context: task; may sleep.
 */
static __always_inline void ktrace_path(const struct filename *name, size_t len)
{
	if (static_branch_unlikely(&ktrace_paths_wanted) &&
	    READ_ONCE(current_thread_info()->syscall_work) & SYSCALL_WORK_KTRACE_EXIT)
		__ktrace_path(name, len);
}

#else /* CONFIG_KTRACE_SYSCALLS */

static inline void ktrace_path(const struct filename *name, size_t len) { }

#endif /* CONFIG_KTRACE_SYSCALLS */
#endif /* _LINUX_KTRACE_PATH_H */
