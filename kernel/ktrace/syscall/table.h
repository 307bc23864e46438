/* SPDX-License-Identifier: GPL-2.0 */
/* Tables of system calls: numbers, names, arguments. */
#ifndef _KTRACE_SYSCALL_TABLE_H
#define _KTRACE_SYSCALL_TABLE_H

#include <linux/ktrace_syscall.h>
#include <asm/ktrace_syscall.h>

/* The maximum number of arguments of a system call. */
#define KTRACE_SYSCALL_ARGS	6

/**
 * struct ktrace_syscall - a system call
 * @name:	name in user space, for example uname
 * @entry:	name of the kernel's function, for example sys_newuname; NULL if the table
 *		has none
 * @meta:	definition of @entry; NULL if the call is not built into this kernel
 */
struct ktrace_syscall {
	const char	*name;
	const char	*entry;
	const struct ktrace_syscall_meta *meta;
};

/* Return true if each call of an ABI has its own events; all calls of x32 share theirs. */
static inline bool ktrace_abi_has_events(enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_NATIVE || abi == KTRACE_ABI_COMPAT;
}

const struct ktrace_syscall *ktrace_syscall_find(enum ktrace_abi abi, long nr);
const char *ktrace_syscall_name(enum ktrace_abi abi, long nr);
unsigned int ktrace_syscall_numbers(enum ktrace_abi abi);
const struct ktrace_syscall *ktrace_syscall_at(enum ktrace_abi abi, unsigned int i);
const char *ktrace_syscall_arg(const struct ktrace_syscall *call, unsigned int i,
			       const char **type);
const char *ktrace_syscall_arg_next(const struct ktrace_syscall *call, const char *name);

#endif /* _KTRACE_SYSCALL_TABLE_H */
