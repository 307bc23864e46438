// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of system calls, one for each kind that the kernel takes.
 *
 * Numbers and names are those of the architecture's own tables, through
 * a header generated from them (table.sh).  Arguments are what the
 * definitions say: SYSCALL_DEFINEx(newuname, ...) leaves an object called
 * __ktrace_meta_sys_newuname, and the table's line for uname refers to it.  The
 * reference is weak: a call that is not configured has no definition, and but a
 * name.  A kind that is not configured has no table.
 */
#include <linux/array_size.h>
#include <linux/string.h>

#include "syscall/table.h"

#define KTRACE_ENTRY(entry)						\
	extern const struct ktrace_syscall_meta __ktrace_meta_##entry __weak
#include "syscall/tables.h"
#undef KTRACE_ENTRY

/* An array for each kind, and where they are. */
#define KTRACE_TABLE_BEGIN(kind)					\
	static const struct ktrace_syscall calls_##kind[] = {
#define KTRACE_SYSCALL(nr, name, entry)					\
	[nr] = { #name, &__ktrace_meta_##entry },
#define KTRACE_NAME(nr, name)						\
	[nr] = { #name },
#define KTRACE_TABLE_END						\
	};
#include "syscall/tables.h"
#undef KTRACE_TABLE_BEGIN

#define KTRACE_TABLE(kind)						\
	[KTRACE_ABI_##kind] = { calls_##kind, ARRAY_SIZE(calls_##kind) },
static const struct {
	const struct ktrace_syscall *calls;
	unsigned long nr;
} tables[KTRACE_NR_ABIS] = {
#include "syscall/tables.h"
};
#undef KTRACE_TABLE

static_assert(ARRAY_SIZE(calls_NATIVE) == NR_syscalls);

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

/**
 * ktrace_syscall_arg_next - the argument behind another one
 * @call:	the call, from ktrace_syscall_find(); it has such an argument
 * @name:	the name of the other one; NULL for the first argument
 *
 * Context: any.
 * Return: its name.
 */
const char *ktrace_syscall_arg_next(const struct ktrace_syscall *call, const char *name)
{
	const char *type = name ? name + strlen(name) + 1 : call->meta->args;

	return type + strlen(type) + 1;
}
