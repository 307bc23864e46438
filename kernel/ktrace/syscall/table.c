// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of system calls, one for each ABI that the kernel has.
 *
 * Numbers and names come from the architecture's tables, through a header that table.sh
 * generates. Arguments come from the definitions: SYSCALL_DEFINEx(newuname, ...) emits
 * an object __ktrace_meta_sys_newuname, to which the table's line of uname refers. The
 * reference is weak: a call that is not configured has a name and no definition. An ABI
 * that is not configured has no table.
 */
#include <linux/array_size.h>
#include <linux/string.h>

#include "syscall/table.h"

#define KTRACE_ENTRY(entry)						\
	extern const struct ktrace_syscall_meta __ktrace_meta_##entry __weak
#include "syscall/tables.h"
#undef KTRACE_ENTRY

/* Emit one array for each ABI, then an array of these. */
#define KTRACE_TABLE_BEGIN(kind)					\
	static const struct ktrace_syscall calls_##kind[] = {
#define KTRACE_SYSCALL(nr, name, entry)					\
	[nr] = { #name, #entry, &__ktrace_meta_##entry },
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
 * ktrace_syscall_numbers - get the length of a table
 * @abi:	ABI of the calls
 *
 * Context: any.
 * Return: one more than the largest number in the table.
 */
unsigned int ktrace_syscall_numbers(enum ktrace_abi abi)
{
	return tables[abi].nr;
}

/**
 * ktrace_syscall_at - get an entry of a table
 * @abi:	ABI of the call
 * @i:	index, from ktrace_syscall_index()
 *
 * Context: any.
 * Return: the call, or NULL as for ktrace_syscall_find().
 */
const struct ktrace_syscall *ktrace_syscall_at(enum ktrace_abi abi, unsigned int i)
{
	if (i >= tables[abi].nr || !tables[abi].calls[i].meta)
		return NULL;
	return &tables[abi].calls[i];
}

/**
 * ktrace_syscall_find - look up a call by its number
 * @abi:	ABI of the call
 * @nr:	number, as it is in the register
 *
 * Context: any.
 * Return: the call; NULL if the number is unassigned or the call is not built into this
 * kernel.
 */
const struct ktrace_syscall *ktrace_syscall_find(enum ktrace_abi abi, long nr)
{
	unsigned long i = ktrace_syscall_index(abi, nr);

	return i < tables[abi].nr ? ktrace_syscall_at(abi, i) : NULL;
}

/**
 * ktrace_syscall_name - look up the name of a call
 * @abi:	ABI of the call
 * @nr:	number, as it is in the register
 *
 * Context: any.
 * Return: the name, also of a call that is not built into this kernel; NULL if the
 * tables have none.
 */
const char *ktrace_syscall_name(enum ktrace_abi abi, long nr)
{
	unsigned long i = ktrace_syscall_index(abi, nr);

	return i < tables[abi].nr ? tables[abi].calls[i].name : NULL;
}

/**
 * ktrace_syscall_arg - get the name and type of an argument
 * @call:	the call, from ktrace_syscall_find()
 * @i:	index of the argument; must be less than the number of arguments
 * @type:	output, the type; may be NULL
 *
 * Context: any.
 * Return: the name.
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
 * ktrace_syscall_arg_next - get the name of the next argument
 * @call:	the call, from ktrace_syscall_find()
 * @name:	name of an argument that has a successor; NULL for the first argument
 *
 * Context: any.
 * Return: the name.
 */
const char *ktrace_syscall_arg_next(const struct ktrace_syscall *call, const char *name)
{
	const char *type = name ? name + strlen(name) + 1 : call->meta->args;

	return type + strlen(type) + 1;
}
