// SPDX-License-Identifier: GPL-2.0
/* seccomp(): the operation selects the type of the argument. */
#include <linux/compat.h>
#include <linux/filter.h>
#include <uapi/linux/seccomp.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"
#include "syscall/arg/filter.h"

#define T struct seccomp_notif_sizes
OUTLINE(notif_sizes, T, F(T, seccomp_notif, UINT), F(T, seccomp_notif_resp, UINT),
	F(T, seccomp_data, UINT));
#undef T
OUTLINE(action, u32, { .size = sizeof(u32), .as = SHOW_FLAGS, .names = KTRACE_NAMES_seccomp_ret });

static const struct syscall_command seccomp_command_list[] = {
	{ SECCOMP_GET_ACTION_AVAIL, .where = PASSED, .layout = LAYOUT(action) },
	{ SECCOMP_GET_NOTIF_SIZES, .where = LEFT, .layout = LAYOUT(notif_sizes) },
};

COMMANDS(seccomp, (u32)args[0])

static u32 seccomp_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	if ((u32)args[0] == SECCOMP_SET_MODE_FILTER)
		return ktrace_fprog_bytes(abi);
	return ktrace_command_bytes(&seccomp_commands, (u32)args[0], abi, PASSED);
}

static u32 seccomp_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return ktrace_command_bytes(&seccomp_commands, (u32)args[0], abi, LEFT);
}

static const struct syscall_tail *seccomp_tail(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[0] == SECCOMP_SET_MODE_FILTER ? ktrace_fprog_tail_of(abi) : NULL;
}

static void show_seccomp_arg(struct seq_buf *out, const struct syscall_value *value,
			     const struct syscall_type *type)
{
	u32 op = value->nargs ? value->args[0] : U32_MAX;

	if (op == SECCOMP_SET_MODE_FILTER && ktrace_show_there(&value->in))
		ktrace_put_fprog(out, value->abi, &value->in, true);
	else if (op == SECCOMP_SET_MODE_FILTER || op == SECCOMP_SET_MODE_STRICT)
		ktrace_show_pointer(out, value->value);
	else
		ktrace_command_show(out, value, type,
				    value->nargs ? seccomp_command(value->args) : NULL);
}

/* Only the operation that sets a filter has flags. */
static void show_seccomp_flags(struct seq_buf *out, const struct syscall_value *value,
			       const struct syscall_type *type)
{
	bool filter = value->nargs && (u32)value->args[0] == SECCOMP_SET_MODE_FILTER;

	ktrace_show_u32(out, value->value, filter ? SHOW_FLAGS : SHOW_HEX,
			KTRACE_NAMES_seccomp_flags);
}

#define SECCOMP_ARG							\
	TYPE("seccomp", show_seccomp_arg,				\
	     .in = { SYSCALL_HOW_OBJECT, 1, .bytes = seccomp_in_bytes,	\
		     .tail = seccomp_tail },				\
	     .out = BY(seccomp_out_bytes))

static const struct syscall_desc seccomp_calls[] = {
	{ "seccomp", .commands = &seccomp_commands, .unused = seccomp_unused, .rules = RULES {
		ARG("op", ENUM(seccomp_op)),
		ARG("flags", TYPE("seccomp_flags", show_seccomp_flags)),
		ARG("uargs", SECCOMP_ARG),
		{ } } },
};

FAMILY(seccomp);
