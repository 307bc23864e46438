// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of system calls as text: those of which another argument says what
 * they are. ioctl, fcntl, prctl, futex.
 */
#include <linux/array_size.h>
#include <linux/capability.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/sched.h>
#include <linux/signal.h>
#include <linux/syslog.h>
#include <linux/termios.h>
#include <uapi/linux/eventpoll.h>
#include <uapi/linux/fcntl.h>
#include <uapi/linux/fs.h>
#include <uapi/linux/futex.h>
#include <uapi/linux/prctl.h>
#include <uapi/linux/random.h>
#include <uapi/linux/sched/types.h>
#include <asm/ioctls.h>

#include "text/format.h"
#include "syscall/arg/show.h"

enum { PASSED = 1, LEFT = 2 };

/**
 * struct command - what goes with a command
 * @command:	its number
 * @where:	PASSED, LEFT, or both: when something is at the argument
 * @layout:	what it is; or if @where is 0, the argument itself
 * @ia32:	the same in 32-bit calls, if it is another
 */
struct command {
	u32 command;
	u8 where;
	const struct syscall_layout *layout, *ia32;
};

#define LAYOUT(id)	(&syscall_layout_##id)
#define SHOWN(how, table)						\
	(&(const struct syscall_layout) {				\
		.size = sizeof(u32), .nr = 1,				\
		.fields = &(const struct syscall_field) {		\
			.size = sizeof(u32), .as = SHOW_##how,		\
			.names = KTRACE_NAMES_##table,			\
		},							\
	})
#define SIGNAL	SHOWN(SIGNAL, signals)

static const struct command ioctls[] = {
	{ TCGETS,	LEFT,	LAYOUT(termios) },
	{ TCSETS,	PASSED,	LAYOUT(termios) },
	{ TCSETSW,	PASSED,	LAYOUT(termios) },
	{ TCSETSF,	PASSED,	LAYOUT(termios) },
	{ TCGETS2,	LEFT,	LAYOUT(termios2) },
	{ TCSETS2,	PASSED,	LAYOUT(termios2) },
	{ TCSETSW2,	PASSED,	LAYOUT(termios2) },
	{ TCSETSF2,	PASSED,	LAYOUT(termios2) },
	{ TIOCGWINSZ,	LEFT,	LAYOUT(winsize) },
	{ TIOCSWINSZ,	PASSED,	LAYOUT(winsize) },
	{ TIOCGPGRP,	LEFT,	LAYOUT(int) },
	{ TIOCSPGRP,	PASSED,	LAYOUT(int) },
	{ TIOCGSID,	LEFT,	LAYOUT(int) },
	{ TIOCGPTN,	LEFT,	LAYOUT(int) },
	{ TIOCSPTLCK,	PASSED,	LAYOUT(int) },
	{ TIOCOUTQ,	LEFT,	LAYOUT(int) },
	{ TIOCGPTPEER,	0,	SHOWN(FLAGS, open_flags) },
	{ FIONREAD,	LEFT,	LAYOUT(int) },
	{ FIONBIO,	PASSED,	LAYOUT(int) },
	{ FIOASYNC,	PASSED,	LAYOUT(int) },
	{ FICLONE,	0,	LAYOUT(int) },
	{ FS_IOC_GETFLAGS, LEFT, LAYOUT(hex32) },
	{ FS_IOC_SETFLAGS, PASSED, LAYOUT(hex32) },
	{ BLKGETSIZE64,	LEFT,	LAYOUT(u64) },
	{ BLKSSZGET,	LEFT,	LAYOUT(int) },
	{ RNDGETENTCNT,	LEFT,	LAYOUT(int) },
};

/* The numbers that only 32-bit calls have. */
#define IA32_GETLK64	12
#define IA32_SETLK64	13
#define IA32_SETLKW64	14

static const struct command fcntls[] = {
	{ F_DUPFD,	0,	LAYOUT(int) },
	{ F_DUPFD_CLOEXEC, 0,	LAYOUT(int) },
	{ F_SETFD,	0,	SHOWN(FLAGS, fd_flags) },
	{ F_SETFL,	0,	SHOWN(FLAGS, open_flags) },
	{ F_GETLK,	PASSED | LEFT, LAYOUT(flock), LAYOUT(flock32) },
	{ F_SETLK,	PASSED,	LAYOUT(flock), LAYOUT(flock32) },
	{ F_SETLKW,	PASSED,	LAYOUT(flock), LAYOUT(flock32) },
	{ F_OFD_GETLK,	PASSED | LEFT, LAYOUT(flock), LAYOUT(flock64) },
	{ F_OFD_SETLK,	PASSED,	LAYOUT(flock), LAYOUT(flock64) },
	{ F_OFD_SETLKW,	PASSED,	LAYOUT(flock), LAYOUT(flock64) },
	{ IA32_GETLK64,	PASSED | LEFT, LAYOUT(flock), LAYOUT(flock64) },
	{ IA32_SETLK64,	PASSED,	LAYOUT(flock), LAYOUT(flock64) },
	{ IA32_SETLKW64, PASSED, LAYOUT(flock), LAYOUT(flock64) },
	{ F_SETOWN,	0,	LAYOUT(int) },
	{ F_NOTIFY,	0,	SHOWN(FLAGS, fcntl_notify) },
	{ F_ADD_SEALS,	0,	SHOWN(FLAGS, fcntl_seals) },
	{ F_SETSIG,	0,	SIGNAL },
	{ F_SETLEASE,	0,	SHOWN(ENUM, fcntl_lock_type) },
	{ F_SETPIPE_SZ,	0,	LAYOUT(int) },
};

static const struct syscall_layout task_comm = {
	.size = TASK_COMM_LEN, .nr = 1,
	.fields = &(const struct syscall_field) { .size = TASK_COMM_LEN, .as = SHOW_TEXT },
};

static const struct command prctls[] = {
	{ PR_SET_NAME,	PASSED,	&task_comm },
	{ PR_GET_NAME,	LEFT,	&task_comm },
	{ PR_SET_PDEATHSIG, 0,	SIGNAL },
	{ PR_GET_PDEATHSIG, LEFT, LAYOUT(int) },
	{ PR_SET_DUMPABLE, 0,	LAYOUT(int) },
	{ PR_SET_KEEPCAPS, 0,	LAYOUT(int) },
	{ PR_CAPBSET_READ, 0,	SHOWN(ENUM, capability) },
	{ PR_CAPBSET_DROP, 0,	SHOWN(ENUM, capability) },
	{ PR_CAP_AMBIENT, 0,	SHOWN(ENUM, prctl_ambient) },
	{ PR_SET_MM,	0,	SHOWN(ENUM, prctl_mm) },
	{ PR_SET_VMA,	0,	SHOWN(ENUM, prctl_vma) },
	{ PR_SET_SECCOMP, 0,	SHOWN(ENUM, seccomp_mode) },
	{ PR_SET_TIMERSLACK, 0,	LAYOUT(u64) },
	{ PR_SET_CHILD_SUBREAPER, 0, LAYOUT(int) },
	{ PR_GET_CHILD_SUBREAPER, LEFT, LAYOUT(int) },
	{ PR_SET_NO_NEW_PRIVS, 0, LAYOUT(int) },
	{ PR_GET_TID_ADDRESS, LEFT, LAYOUT(pointer), LAYOUT(pointer32) },
	{ PR_SET_THP_DISABLE, 0, LAYOUT(int) },
};

static const struct command *find(const struct command *commands, unsigned int nr, u32 which)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (commands[i].command == which)
			return &commands[i];
	}
	return NULL;
}

static const struct syscall_layout *command_layout(const struct command *command,
						   enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_IA32 && command->ia32 ? command->ia32 : command->layout;
}

/* @arg: where the command is. */
#define FIND(commands, arg)	find(commands, ARRAY_SIZE(commands), args[arg])

static u32 command_bytes(const struct command *command, enum ktrace_abi abi, u8 where)
{
	return command && (command->where & where) ? command_layout(command, abi)->size : 0;
}

u32 ktrace_ioctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return command_bytes(FIND(ioctls, 1), abi, PASSED);
}

u32 ktrace_ioctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return command_bytes(FIND(ioctls, 1), abi, LEFT);
}

u32 ktrace_fcntl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	return command_bytes(FIND(fcntls, 1), abi, PASSED);
}

u32 ktrace_fcntl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return command_bytes(FIND(fcntls, 1), abi, LEFT);
}

u32 ktrace_prctl_in_bytes(const u64 *args, enum ktrace_abi abi)
{
	/* A string: the kernel reads up to its zero. */
	if ((u32)args[0] == PR_SET_NAME)
		return SYSCALL_BYTES_STRING | TASK_COMM_LEN;
	return command_bytes(FIND(prctls, 0), abi, PASSED);
}

u32 ktrace_prctl_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return command_bytes(FIND(prctls, 0), abi, LEFT);
}

static void put_text(struct seq_buf *out, const struct syscall_value *value,
		     const struct syscall_type *type, const struct syscall_data *data)
{
	u32 len = strnlen(data->at, data->len);

	/* The zero of one that was cut is not its own. */
	ktrace_show_quoted(out, data->at, len,
			   data->status == SYSCALL_CUT && len + 1 >= data->len);
}

static void put_layout(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type, const struct syscall_data *data)
{
	ktrace_show_elements(out, type->layout, data, false);
}

static void show_command(struct seq_buf *out, const struct syscall_value *value,
			 const struct syscall_type *type, const struct command *command)
{
	struct syscall_type shown = *type;
	struct syscall_value same = *value;

	if (!command) {
		ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
				   value->value, sizeof(u64));
		return;
	}
	shown.layout = command_layout(command, value->abi);
	if (!command->where) {
		ktrace_show_scalar(out, value, &shown);
		return;
	}
	/* A record may say otherwise than the command. */
	if (!(command->where & PASSED))
		same.in.status = SYSCALL_NOT_COPIED;
	if (!(command->where & LEFT))
		same.out.status = SYSCALL_NOT_COPIED;
	ktrace_show_in_out(out, &same, &shown,
			   shown.layout == &task_comm ? put_text : put_layout);
}

void ktrace_show_ioctl(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type)
{
	const u64 *args = value->args;

	show_command(out, value, type, value->nargs > 1 ? FIND(ioctls, 1) : NULL);
}

void ktrace_show_fcntl(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type)
{
	const u64 *args = value->args;

	show_command(out, value, type, value->nargs > 1 ? FIND(fcntls, 1) : NULL);
}

void ktrace_show_prctl(struct seq_buf *out, const struct syscall_value *value,
		       const struct syscall_type *type)
{
	const u64 *args = value->args;

	show_command(out, value, type, value->nargs ? FIND(prctls, 0) : NULL);
}

/* Operations on a futex that take a time, and those that take a number instead. */
static bool futex_waits(u32 op)
{
	switch (op & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_LOCK_PI:
	case FUTEX_LOCK_PI2:
	case FUTEX_WAIT_BITSET:
	case FUTEX_WAIT_REQUEUE_PI:
		return true;
	}
	return false;
}

static bool futex_counts(u32 op)
{
	switch (op & FUTEX_CMD_MASK) {
	case FUTEX_REQUEUE:
	case FUTEX_CMP_REQUEUE:
	case FUTEX_WAKE_OP:
	case FUTEX_CMP_REQUEUE_PI:
		return true;
	}
	return false;
}

u32 ktrace_futex_timeout_bytes(const u64 *args, enum ktrace_abi abi)
{
	return futex_waits(args[1]) ? sizeof(struct __kernel_timespec) : 0;
}

u32 ktrace_futex_timeout32_bytes(const u64 *args, enum ktrace_abi abi)
{
	return futex_waits(args[1]) ? 2 * sizeof(s32) : 0;
}

void ktrace_show_futex_timeout(struct seq_buf *out, const struct syscall_value *value,
			       const struct syscall_type *type)
{
	u32 op = value->nargs > 1 ? value->args[1] : FUTEX_WAKE;

	if (futex_waits(op))
		ktrace_show_object(out, value, type);
	else if (futex_counts(op))
		ktrace_format_dec(out, (u32)value->value);
	else
		ktrace_show_pointer(out, value->value);
}

static u32 size_bytes(u64 size)
{
	return min_t(u64, size, S32_MAX);
}

u32 ktrace_size1_bytes(const u64 *args, enum ktrace_abi abi)
{
	return size_bytes(args[1]);
}

u32 ktrace_size2_bytes(const u64 *args, enum ktrace_abi abi)
{
	return size_bytes(args[2]);
}

u32 ktrace_size3_bytes(const u64 *args, enum ktrace_abi abi)
{
	return size_bytes(args[3]);
}

u32 ktrace_size4_bytes(const u64 *args, enum ktrace_abi abi)
{
	return size_bytes(args[4]);
}

/* A set of signals with its size in an argument: the kernel takes one size only. */
#define SIGSET_BYTES(arg)						\
	u32 ktrace_sigset##arg##_bytes(const u64 *args, enum ktrace_abi abi) \
	{								\
		return args[arg] == sizeof(sigset_t) ? sizeof(sigset_t) : 0; \
	}
SIGSET_BYTES(1)
SIGSET_BYTES(2)
SIGSET_BYTES(3)
SIGSET_BYTES(4)
SIGSET_BYTES(5)

/* But for what it leaves, which may be a part. */
u32 ktrace_sigpending_bytes(const u64 *args, enum ktrace_abi abi)
{
	return min_t(u64, args[1], sizeof(sigset_t));
}

static void show_sigset(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type, const struct syscall_data *data)
{
	u32 size = min_t(u32, data->len, sizeof(u64));
	u64 set = 0;

	memcpy(&set, data->at, size);
	ktrace_show_number(out, type->layout->fields, set, max(size, 1U));
}

void ktrace_show_sigset(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_sigset);
}

/* The size stands first, and is had in any case. */
u32 ktrace_sched_attr_bytes(const u32 *head)
{
	return max_t(u32, head[0] ?: SCHED_ATTR_SIZE_VER0, sizeof(head[0]));
}

u32 ktrace_mnt_id_req_bytes(const u32 *head)
{
	return max_t(u32, head[0], sizeof(head[0]));
}

u32 ktrace_sched_attr_out_bytes(const u64 *args, enum ktrace_abi abi)
{
	return min_t(u32, args[2], sizeof(struct sched_attr));
}

u32 ktrace_epoll_event_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[1] == EPOLL_CTL_DEL ? 0 : sizeof(struct epoll_event);
}

/* The others return a number, and write nothing. */
u32 ktrace_syslog_bytes(const u64 *args, enum ktrace_abi abi)
{
	switch ((s32)args[0]) {
	case SYSLOG_ACTION_READ:
	case SYSLOG_ACTION_READ_ALL:
	case SYSLOG_ACTION_READ_CLEAR:
		return SYSCALL_BYTES_COUNT;
	}
	return 0;
}

/* A byte for each page. */
u32 ktrace_mincore_bytes(const u64 *args, enum ktrace_abi abi)
{
	return min_t(u64, args[1] / PAGE_SIZE + !!(args[1] % PAGE_SIZE), S32_MAX);
}

static void put_halves(struct seq_buf *out, u32 low, u32 high)
{
	ktrace_show_number(out, &(const struct syscall_field){ .as = SHOW_HEX },
			   (u64)high << 32 | low, sizeof(u64));
}

/* Two elements are the halves of sets of 64 bits. */
static void show_caps(struct seq_buf *out, const struct syscall_value *value,
		      const struct syscall_type *type, const struct syscall_data *data)
{
	struct __user_cap_data_struct low, high;

	if (data->len != sizeof(low) + sizeof(high)) {
		ktrace_show_elements(out, type->layout, data, false);
		return;
	}
	memcpy(&low, data->at, sizeof(low));
	memcpy(&high, data->at + sizeof(low), sizeof(high));
	seq_buf_puts(out, "{effective=");
	put_halves(out, low.effective, high.effective);
	seq_buf_puts(out, ", permitted=");
	put_halves(out, low.permitted, high.permitted);
	seq_buf_puts(out, ", inheritable=");
	put_halves(out, low.inheritable, high.inheritable);
	seq_buf_putc(out, '}');
}

void ktrace_show_caps(struct seq_buf *out, const struct syscall_value *value,
		      const struct syscall_type *type)
{
	ktrace_show_in_out(out, value, type, show_caps);
}

u32 ktrace_parent_tid_bytes(const u64 *args, enum ktrace_abi abi)
{
	return args[0] & CLONE_PARENT_SETTID ? sizeof(s32) : 0;
}

u32 ktrace_sigset_arg_bytes(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_IA32 ? sizeof(struct syscall_sigset_arg32) :
	       sizeof(struct syscall_sigset_arg);
}

void ktrace_show_remote_iovec(struct seq_buf *out, const struct syscall_value *value,
			      const struct syscall_type *type)
{
	struct syscall_type shown = *type;

	/* x32, too, has pointers of 32 bits. */
	shown.layout = value->abi == KTRACE_ABI_NATIVE ? LAYOUT(iovec) : LAYOUT(iovec32);
	ktrace_show_object(out, value, &shown);
}

void ktrace_show_sigset_arg(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	struct syscall_type shown = *type;

	if (value->abi == KTRACE_ABI_IA32)
		shown.layout = LAYOUT(sigset_arg32);
	ktrace_show_object(out, value, &shown);
}
