// SPDX-License-Identifier: GPL-2.0
/* fcntl(): the command selects the type of the argument and of the result. */
#include <linux/compat.h>
#include <linux/fcntl.h>
#include <linux/fs.h>
#include <uapi/linux/fcntl.h>

#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"

#define FLOCK_RANGE(T)							\
	F_ENUM(T, l_type, fcntl_lock_type), F_ENUM(T, l_whence, lseek_whence), \
	F(T, l_start, INT), F(T, l_len, INT)
#define FLOCK(T)	FLOCK_RANGE(T), F(T, l_pid, INT)
OUTLINE(flock, struct flock, FLOCK(struct flock));
OUTLINE(flock32, struct compat_flock, FLOCK(struct compat_flock));
OUTLINE(flock64, struct compat_flock64, FLOCK(struct compat_flock64));
/* The commands that set a lock ignore l_pid; for OFD locks it must be 0. */
static OUTLINE_OF(flock_set, struct flock, FLOCK_RANGE(struct flock));
static OUTLINE_OF(flock_set32, struct compat_flock, FLOCK_RANGE(struct compat_flock));
static OUTLINE_OF(flock_set64, struct compat_flock64, FLOCK_RANGE(struct compat_flock64));
#define FLOCK_OFD(T)	FLOCK_RANGE(T), F(T, l_pid, INT, IF_SET(T, l_pid))
static OUTLINE_OF(flock_ofd, struct flock, FLOCK_OFD(struct flock));
static OUTLINE_OF(flock_ofd64, struct compat_flock64, FLOCK_OFD(struct compat_flock64));

#define T struct f_owner_ex
static OUTLINE_OF(owner_ex, T, F_ENUM(T, type, fcntl_owner), F(T, pid, INT));
#undef T
static OUTLINE_OF(rw_hint, u64, { .size = sizeof(u64), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_fcntl_hint });
static OUTLINE_OF(owner_uids, u32[2], { .size = sizeof(u32), .count = 2, .as = SHOW_ID });

/*
 * Commands of 32-bit calls. On x86 the fcntl() and fcntl64() of 32-bit programs are
 * both fcntl64(). Other ABIs refuse these commands before they read the argument.
 */
#define COMPAT_GETLK64	12
#define COMPAT_SETLK64	13
#define COMPAT_SETLKW64	14

static const struct syscall_command fcntl_command_list[] = {
	{ F_GETLK, .where = PASSED | LEFT, .layout = LAYOUT(flock), .compat = LAYOUT(flock32) },
	{ F_SETLK, .where = PASSED, .layout = LAYOUT(flock_set), .compat = LAYOUT(flock_set32) },
	{ F_SETLKW, .where = PASSED, .layout = LAYOUT(flock_set), .compat = LAYOUT(flock_set32) },
	{ F_OFD_GETLK, .where = PASSED | LEFT, .layout = LAYOUT(flock), .compat = LAYOUT(flock64) },
	{ F_OFD_SETLK, .where = PASSED, .layout = LAYOUT(flock_ofd),
	  .compat = LAYOUT(flock_ofd64) },
	{ F_OFD_SETLKW, .where = PASSED, .layout = LAYOUT(flock_ofd),
	  .compat = LAYOUT(flock_ofd64) },
	{ COMPAT_GETLK64, .where = PASSED | LEFT | ONLY_COMPAT, .layout = LAYOUT(flock),
	  .compat = LAYOUT(flock64) },
	{ COMPAT_SETLK64, .where = PASSED | ONLY_COMPAT, .layout = LAYOUT(flock_set),
	  .compat = LAYOUT(flock_set64) },
	{ COMPAT_SETLKW64, .where = PASSED | ONLY_COMPAT, .layout = LAYOUT(flock_set),
	  .compat = LAYOUT(flock_set64) },
	{ F_GETOWN_EX, .where = LEFT, .layout = LAYOUT(owner_ex) },
	{ F_SETOWN_EX, .where = PASSED, .layout = LAYOUT(owner_ex) },
	{ F_GET_RW_HINT, .where = LEFT, .layout = LAYOUT(rw_hint) },
	{ F_SET_RW_HINT, .where = PASSED, .layout = LAYOUT(rw_hint) },
	{ F_GETOWNER_UIDS, .where = LEFT, .layout = LAYOUT(owner_uids) },
	{ F_DUPFD, .layout = LAYOUT(int) },
	{ F_DUPFD_CLOEXEC, .layout = LAYOUT(int) },
	{ F_SETFD, .layout = SHOWN(FLAGS, fd_flags) },
	{ F_SETFL, .layout = SHOWN(FLAGS, open_flags) },
	{ F_SETOWN, .layout = LAYOUT(int) },
	{ F_NOTIFY, .layout = SHOWN(FLAGS, fcntl_notify) },
	{ F_ADD_SEALS, .layout = SHOWN(FLAGS, fcntl_seals) },
	{ F_SETSIG, .layout = SHOWN_SIGNAL },
	{ F_SETLEASE, .layout = SHOWN(ENUM, fcntl_lock_type) },
	{ F_SETPIPE_SZ, .layout = LAYOUT(int) },
	{ F_GETFD, .unused = NOT(2), .result = SHOWN(FLAGS, fd_flags) },
	{ F_GETFL, .unused = NOT(2), .result = SHOWN(FLAGS, open_flags) },
	{ F_GETOWN, .unused = NOT(2) },
	{ F_GETSIG, .unused = NOT(2), .result = SHOWN_SIGNAL },
	{ F_GETLEASE, .unused = NOT(2), .result = SHOWN(ENUM, fcntl_lock_type) },
	{ F_GETPIPE_SZ, .unused = NOT(2) },
	{ F_DUPFD_QUERY, .layout = LAYOUT(int) },
	{ F_CREATED_QUERY, .unused = NOT(2) },
	{ F_GET_SEALS, .unused = NOT(2), .result = SHOWN(FLAGS, fcntl_seals) },
};

COMMANDS(fcntl, (u32)args[1])
COMMAND_BYTES(fcntl, (u32)args[1])

static const struct syscall_command *fcntl_shown(const struct syscall_value *value)
{
	return value->nargs > 1 ? fcntl_command(value->args) : NULL;
}

static void show_fcntl_arg(struct seq_buf *out, const struct syscall_value *value,
			   const struct syscall_type *type)
{
	ktrace_command_show(out, value, type, fcntl_shown(value));
}

static void show_fcntl_result(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type)
{
	const struct syscall_command *command = fcntl_shown(value);

	if (command && command->result)
		ktrace_show_number(out, command->result->fields, (u32)value->ret, sizeof(u32));
	else
		ktrace_show_return(out, value, type);
}

/* Copy the path if the result is a descriptor. */
static u32 fcntl_result_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[1] == F_DUPFD || (u32)args[1] == F_DUPFD_CLOEXEC ?
	       SYSCALL_BYTES_COUNT : 0;
}

static const struct syscall_desc fcntl_calls[] = {
	{ "fcntl fcntl64", .commands = &fcntl_commands, .unused = fcntl_unused, .rules = RULES {
		RETURNS(RETURN_BY("fcntl", show_fcntl_result, INT, errno,
				  .out = { SYSCALL_HOW_FD, .bytes = fcntl_result_bytes })),
		ARG("cmd", ENUM(fcntl_cmd)),
		ARG("arg", COMMAND_ARG(fcntl, show_fcntl_arg)),
		{ } } },
};

FAMILY(fcntl);
