// SPDX-License-Identifier: GPL-2.0
/*
 * What types of arguments need to know about the current task: the size of its table of files.
 *
 * Called in the hooks. A file of its own, because tools/ktrace compiles arg/ and table.c
 * for user space, which has no current task and no RCU.
 */
#include <linux/fdtable.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "syscall/arg/type.h"

/**
 * ktrace_syscall_max_fds - size of the current task's table of file descriptors
 *
 * Return: the number of descriptors that the table has room for.
 */
u32 ktrace_syscall_max_fds(void)
{
	guard(rcu)();
	return files_fdtable(current->files)->max_fds;
}
