// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of system calls, one for each kind that the kernel takes.
 *
 * Numbers and names are those of the architecture's own tables, through
 * headers generated from them (table.sh).  Arguments are what the
 * definitions say: SYSCALL_DEFINEx(newuname, ...) leaves an object called
 * __ktrace_meta_sys_newuname, and the table's line for uname refers to it.  The
 * reference is weak: a call that is not configured has no definition, and but a
 * name.  The table of a kind that is not configured is empty.
 */
#include <linux/array_size.h>
#include <linux/string.h>

#include "syscall/table.h"

#define KTRACE_ENTRY(entry)						\
	extern const struct ktrace_syscall_meta __ktrace_meta_##entry __weak
#include "syscall/table_64.h"
#include "syscall/table_32.h"
#include "syscall/table_x32.h"
#undef KTRACE_ENTRY

#define KTRACE_SYSCALL(nr, name, entry)					\
	[nr] = { #name, &__ktrace_meta_##entry },
#define KTRACE_NAME(nr, name)						\
	[nr] = { #name },

static const struct ktrace_syscall native_calls[] = {
#include "syscall/table_64.h"
};

static const struct ktrace_syscall ia32_calls[] = {
#include "syscall/table_32.h"
};

static const struct ktrace_syscall x32_calls[] = {
#include "syscall/table_x32.h"
};

static const struct {
	const struct ktrace_syscall *calls;
	unsigned long nr;
} tables[KTRACE_NR_ABIS] = {
	[KTRACE_ABI_NATIVE]	= { native_calls, ARRAY_SIZE(native_calls) },
	[KTRACE_ABI_IA32]	= { ia32_calls, ARRAY_SIZE(ia32_calls) },
	[KTRACE_ABI_X32]	= { x32_calls, ARRAY_SIZE(x32_calls) },
};

static_assert(ARRAY_SIZE(native_calls) == NR_syscalls);

/**
 * ktrace_syscall_numbers - how long a table is
 * @abi:	kind of system call
 *
 * Context: any.
 * Return: one more than the greatest number in it.
 */
unsigned int ktrace_syscall_numbers(enum ktrace_abi abi)
{
	return tables[abi].nr;
}

/**
 * ktrace_syscall_at - what is at a place of a table
 * @abi:	kind of system call
 * @i:		as from ktrace_syscall_index()
 *
 * Context: any.
 * Return: the call; NULL as for ktrace_syscall_find().
 */
const struct ktrace_syscall *ktrace_syscall_at(enum ktrace_abi abi, unsigned int i)
{
	if (i >= tables[abi].nr || !tables[abi].calls[i].meta)
		return NULL;
	return &tables[abi].calls[i];
}

/**
 * ktrace_syscall_find - what is at a number
 * @abi:	kind of system call
 * @nr:		number, as it is in the register
 *
 * Context: any.
 * Return: the call, which has arguments; NULL if none is there or if it is not
 * built into this kernel.
 */
const struct ktrace_syscall *ktrace_syscall_find(enum ktrace_abi abi, long nr)
{
	unsigned long i = ktrace_syscall_index(abi, nr);

	return i < tables[abi].nr ? ktrace_syscall_at(abi, i) : NULL;
}

/**
 * ktrace_syscall_name - what the call at a number is called
 * @abi:	kind of system call
 * @nr:		number, as it is in the register
 *
 * Context: any.
 * Return: its name, also if it is not built into this kernel; NULL if the tables have
 * none.
 */
const char *ktrace_syscall_name(enum ktrace_abi abi, long nr)
{
	unsigned long i = ktrace_syscall_index(abi, nr);

	return i < tables[abi].nr ? tables[abi].calls[i].name : NULL;
}

/**
 * ktrace_syscall_arg - an argument of a system call
 * @call:	the call, from ktrace_syscall_find()
 * @i:		which, from 0 to one less than the call has
 * @type:	if not NULL, where to put its type
 *
 * Context: any.
 * Return: its name.
 */
const char *ktrace_syscall_arg(const struct ktrace_syscall *call, unsigned int i,
			       const char **type)
{
	const char *at = call->meta->args;

	while (i--) {
		at += strlen(at) + 1;
		at += strlen(at) + 1;
	}
	if (type)
		*type = at;
	return at + strlen(at) + 1;
}
