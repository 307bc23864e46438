/* SPDX-License-Identifier: GPL-2.0 */
/* Events of system calls: syscalls/sys_enter_X and syscalls/sys_exit_X. */
#ifndef _KTRACE_SYSCALL_H
#define _KTRACE_SYSCALL_H

#ifdef CONFIG_KTRACE_SYSCALLS
int ktrace_syscall_init(void);
#else
static inline int ktrace_syscall_init(void)
{
	return 0;
}
#endif

#endif /* _KTRACE_SYSCALL_H */
