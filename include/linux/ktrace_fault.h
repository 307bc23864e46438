/* SPDX-License-Identifier: GPL-2.0 */
/* ktrace's hooks around the handling of page faults. */
#ifndef _LINUX_KTRACE_FAULT_H
#define _LINUX_KTRACE_FAULT_H

#include <linux/types.h>

#ifdef CONFIG_KTRACE_SYSCALLS

#include <linux/jump_label.h>

/* Enabled while complete records of system calls say where the time of the call went. */
DECLARE_STATIC_KEY_FALSE(ktrace_syscall_timed_key);

u64 __ktrace_fault_begin(void);
void __ktrace_fault_end(u64 begun, bool handled);

/**
 * ktrace_fault_begin - hook: the kernel begins to handle a page fault of current
 *
 * Context: task; may be called with preemption on.
 * Return: the argument of ktrace_fault_end(); 0 if current is in no timed system call.
 */
static __always_inline u64 ktrace_fault_begin(void)
{
	return static_branch_unlikely(&ktrace_syscall_timed_key) ? __ktrace_fault_begin() : 0;
}

/**
 * ktrace_fault_end - hook: the kernel has handled a page fault
 * @begun:	from ktrace_fault_begin()
 * @handled:	the fault counts as a fault of current; otherwise it failed, or is tried again
 *
 * Context: as for ktrace_fault_begin().
 */
static __always_inline void ktrace_fault_end(u64 begun, bool handled)
{
	if (static_branch_unlikely(&ktrace_syscall_timed_key) && begun)
		__ktrace_fault_end(begun, handled);
}

#else /* CONFIG_KTRACE_SYSCALLS */

static inline u64 ktrace_fault_begin(void) { return 0; }
static inline void ktrace_fault_end(u64 begun, bool handled) { }

#endif /* CONFIG_KTRACE_SYSCALLS */
#endif /* _LINUX_KTRACE_FAULT_H */
