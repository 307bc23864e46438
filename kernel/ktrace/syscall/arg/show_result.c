// SPDX-License-Identifier: GPL-2.0
/*
 * What system calls return, as text: where it is something else than a number, and
 * an argument says what.
 */
#include <linux/array_size.h>
#include <linux/fcntl.h>
#include <linux/kernel.h>
#include <linux/types.h>

#include "syscall/arg/show.h"

/* Of fcntl(): commands that return flags and the like. */
static const struct {
	u32 command;
	struct syscall_field field;
} fcntls[] = {
	{ F_GETFD,	{ .as = SHOW_FLAGS, .names = KTRACE_NAMES_fd_flags } },
	{ F_GETFL,	{ .as = SHOW_FLAGS, .names = KTRACE_NAMES_open_flags } },
	{ F_GET_SEALS,	{ .as = SHOW_FLAGS, .names = KTRACE_NAMES_fcntl_seals } },
	{ F_GETLEASE,	{ .as = SHOW_ENUM, .names = KTRACE_NAMES_fcntl_lock_type } },
	{ F_GETSIG,	{ .as = SHOW_SIGNAL } },
};

void ktrace_show_fcntl_result(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type)
{
	unsigned int i;

	for (i = 0; value->nargs > 1 && i < ARRAY_SIZE(fcntls); i++) {
		if (fcntls[i].command != (u32)value->args[1])
			continue;
		ktrace_show_number(out, &fcntls[i].field, (u32)value->ret, sizeof(u32));
		return;
	}
	ktrace_show_return(out, value, type);
}

/* Whether it is a descriptor, of which there may be a path. */
u32 ktrace_fcntl_result_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[1] == F_DUPFD || (u32)args[1] == F_DUPFD_CLOEXEC ?
	       SYSCALL_BYTES_COUNT : 0;
}
