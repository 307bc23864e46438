// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments that a call does not look at, by the others: what is in their registers
 * is left over from something else, and is not shown.
 *
 * Asked when a record is made into text; it has them all.  What is not known to be
 * ignored is shown, and so is what the kernel only tests for being 0.
 */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/blkzoned.h>
#include <linux/fcntl.h>
#include <linux/init.h>
#include <linux/membarrier.h>
#include <linux/mman.h>
#include <linux/sched.h>
#include <linux/stat.h>
#include <linux/string.h>
#include <linux/types.h>
#include <asm/ioctls.h>
#include <uapi/linux/fs.h>
#include <uapi/linux/futex.h>
#include <uapi/linux/keyctl.h>
#include <uapi/linux/loop.h>
#include <uapi/linux/prctl.h>
#include <uapi/linux/ptrace.h>
#include <uapi/linux/rtc.h>
#include <uapi/linux/sem.h>

#include "syscall/internal.h"

#define ARG(i)		BIT(i)
/* All from there on. */
#define FROM(i)		GENMASK(KTRACE_SYSCALL_ARGS - 1, i)

/**
 * struct command - what goes without some of the arguments
 * @command:	its number
 * @unused:	bits of those
 */
struct command {
	u32 command;
	u8 unused;
};

static u8 command_unused(const struct command *commands, unsigned int nr, u32 which)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (commands[i].command == which)
			return commands[i].unused;
	return 0;
}

#define COMMAND_UNUSED(commands, which)	\
	command_unused(commands, ARRAY_SIZE(commands), which)

static u8 fcntl_unused(const u64 *args, enum ktrace_abi abi)
{
	static const struct command commands[] = {
		{ F_GETFD,	ARG(2) },
		{ F_GETFL,	ARG(2) },
		{ F_GETOWN,	ARG(2) },
		{ F_GETSIG,	ARG(2) },
		{ F_GETLEASE,	ARG(2) },
		{ F_GETPIPE_SZ,	ARG(2) },
		{ F_GET_SEALS,	ARG(2) },
	};

	return COMMAND_UNUSED(commands, args[1]);
}

static u8 ioctl_unused(const u64 *args, enum ktrace_abi abi)
{
	static const struct command commands[] = {
		{ FIOCLEX,	ARG(2) },
		{ FIONCLEX,	ARG(2) },
		{ TIOCEXCL,	ARG(2) },
		{ TIOCNXCL,	ARG(2) },
		{ TIOCNOTTY,	ARG(2) },
		{ TIOCSBRK,	ARG(2) },
		{ TIOCCBRK,	ARG(2) },
		{ TIOCCONS,	ARG(2) },
		{ TIOCVHANGUP,	ARG(2) },
		{ FIFREEZE,	ARG(2) },
		{ FITHAW,	ARG(2) },
		{ BLKRRPART,	ARG(2) },
		{ BLKFLSBUF,	ARG(2) },
		{ LOOP_CLR_FD,	ARG(2) },
		{ LOOP_CTL_GET_FREE, ARG(2) },
		{ RTC_AIE_ON,	ARG(2) },
		{ RTC_AIE_OFF,	ARG(2) },
		{ RTC_UIE_ON,	ARG(2) },
		{ RTC_UIE_OFF,	ARG(2) },
		{ RTC_PIE_ON,	ARG(2) },
		{ RTC_PIE_OFF,	ARG(2) },
		{ RTC_WIE_ON,	ARG(2) },
		{ RTC_WIE_OFF,	ARG(2) },
	};

	return COMMAND_UNUSED(commands, args[1]);
}

static u8 prctl_unused(const u64 *args, enum ktrace_abi abi)
{
	static const struct command options[] = {
		{ PR_GET_DUMPABLE,	FROM(1) },
		{ PR_GET_KEEPCAPS,	FROM(1) },
		{ PR_GET_SECCOMP,	FROM(1) },
		{ PR_GET_SECUREBITS,	FROM(1) },
		{ PR_GET_TIMERSLACK,	FROM(1) },
		{ PR_GET_TIMING,	FROM(1) },
		{ PR_TASK_PERF_EVENTS_DISABLE, FROM(1) },
		{ PR_TASK_PERF_EVENTS_ENABLE, FROM(1) },
		{ PR_SET_PDEATHSIG,	FROM(2) },
		{ PR_GET_PDEATHSIG,	FROM(2) },
		{ PR_SET_DUMPABLE,	FROM(2) },
		{ PR_SET_UNALIGN,	FROM(2) },
		{ PR_GET_UNALIGN,	FROM(2) },
		{ PR_SET_KEEPCAPS,	FROM(2) },
		{ PR_SET_FPEMU,		FROM(2) },
		{ PR_GET_FPEMU,		FROM(2) },
		{ PR_SET_FPEXC,		FROM(2) },
		{ PR_GET_FPEXC,		FROM(2) },
		{ PR_SET_TIMING,	FROM(2) },
		{ PR_SET_NAME,		FROM(2) },
		{ PR_GET_NAME,		FROM(2) },
		{ PR_SET_ENDIAN,	FROM(2) },
		{ PR_GET_ENDIAN,	FROM(2) },
		{ PR_CAPBSET_READ,	FROM(2) },
		{ PR_CAPBSET_DROP,	FROM(2) },
		{ PR_SET_TSC,		FROM(2) },
		{ PR_GET_TSC,		FROM(2) },
		{ PR_SET_SECUREBITS,	FROM(2) },
		{ PR_SET_TIMERSLACK,	FROM(2) },
		{ PR_SET_PTRACER,	FROM(2) },
		{ PR_SET_CHILD_SUBREAPER, FROM(2) },
		{ PR_GET_CHILD_SUBREAPER, FROM(2) },
		{ PR_GET_TID_ADDRESS,	FROM(2) },
		{ PR_SET_SECCOMP,	FROM(3) },
	};

	return COMMAND_UNUSED(options, args[0]);
}

static u8 keyctl_unused(const u64 *args, enum ktrace_abi abi)
{
	static const struct command commands[] = {
		{ KEYCTL_SESSION_TO_PARENT,	FROM(1) },
		{ KEYCTL_JOIN_SESSION_KEYRING,	FROM(2) },
		{ KEYCTL_REVOKE,		FROM(2) },
		{ KEYCTL_CLEAR,			FROM(2) },
		{ KEYCTL_SET_REQKEY_KEYRING,	FROM(2) },
		{ KEYCTL_ASSUME_AUTHORITY,	FROM(2) },
		{ KEYCTL_INVALIDATE,		FROM(2) },
		{ KEYCTL_GET_KEYRING_ID,	FROM(3) },
		{ KEYCTL_SETPERM,		FROM(3) },
		{ KEYCTL_LINK,			FROM(3) },
		{ KEYCTL_UNLINK,		FROM(3) },
		{ KEYCTL_SET_TIMEOUT,		FROM(3) },
		{ KEYCTL_GET_PERSISTENT,	FROM(3) },
		{ KEYCTL_CAPABILITIES,		FROM(3) },
		{ KEYCTL_UPDATE,		FROM(4) },
		{ KEYCTL_CHOWN,			FROM(4) },
		{ KEYCTL_DESCRIBE,		FROM(4) },
		{ KEYCTL_READ,			FROM(4) },
		{ KEYCTL_NEGATE,		FROM(4) },
		{ KEYCTL_GET_SECURITY,		FROM(4) },
		{ KEYCTL_RESTRICT_KEYRING,	FROM(4) },
		{ KEYCTL_WATCH_KEY,		FROM(4) },
	};

	return COMMAND_UNUSED(commands, args[0]);
}

static u8 futex_unused(const u64 *args, enum ktrace_abi abi)
{
	static const struct command operations[] = {
		{ FUTEX_WAIT,		FROM(4) },
		{ FUTEX_WAKE,		FROM(3) },
		{ FUTEX_FD,		FROM(3) },
		{ FUTEX_REQUEUE,	FROM(5) },
		{ FUTEX_LOCK_PI,	ARG(2) | FROM(4) },
		{ FUTEX_LOCK_PI2,	ARG(2) | FROM(4) },
		{ FUTEX_UNLOCK_PI,	FROM(2) },
		{ FUTEX_TRYLOCK_PI,	FROM(2) },
		{ FUTEX_WAIT_BITSET,	ARG(4) },
		{ FUTEX_WAKE_BITSET,	ARG(3) | ARG(4) },
		{ FUTEX_WAIT_REQUEUE_PI, FROM(5) },
	};

	return COMMAND_UNUSED(operations, args[1] & FUTEX_CMD_MASK);
}

static u8 ptrace_unused(const u64 *args, enum ktrace_abi abi)
{
	static const struct command requests[] = {
		{ PTRACE_TRACEME,	FROM(1) },
		{ PTRACE_KILL,		FROM(2) },
		{ PTRACE_ATTACH,	FROM(2) },
		{ PTRACE_INTERRUPT,	FROM(2) },
		{ PTRACE_LISTEN,	FROM(2) },
		{ PTRACE_GETREGS,	ARG(2) },
		{ PTRACE_SETREGS,	ARG(2) },
		{ PTRACE_GETFPREGS,	ARG(2) },
		{ PTRACE_SETFPREGS,	ARG(2) },
	};

	return COMMAND_UNUSED(requests, args[0]);
}

static u8 semctl_unused(const u64 *args, enum ktrace_abi abi)
{
	static const struct command commands[] = {
		{ IPC_RMID,	ARG(3) },
		{ GETPID,	ARG(3) },
		{ GETVAL,	ARG(3) },
		{ GETNCNT,	ARG(3) },
		{ GETZCNT,	ARG(3) },
	};

	return COMMAND_UNUSED(commands, args[2] & ~IPC_64);
}

/* Whether open flags are those of a call that may make a file. */
static bool makes_file(u64 flags)
{
	return flags & (O_CREAT | __O_TMPFILE);
}

static u8 open_unused(const u64 *args, enum ktrace_abi abi)
{
	return makes_file(args[1]) ? 0 : ARG(2);
}

static u8 openat_unused(const u64 *args, enum ktrace_abi abi)
{
	return makes_file(args[2]) ? 0 : ARG(3);
}

static u8 mq_open_unused(const u64 *args, enum ktrace_abi abi)
{
	if (args[1] & O_CREAT)
		return 0;
	/* The 32-bit call alone does not read the attributes of a queue that is there. */
	return abi == KTRACE_ABI_IA32 ? ARG(2) | ARG(3) : ARG(2);
}

static bool is_device(u64 mode)
{
	return S_ISCHR(mode) || S_ISBLK(mode);
}

static u8 mknod_unused(const u64 *args, enum ktrace_abi abi)
{
	return is_device(args[1]) ? 0 : ARG(2);
}

static u8 mknodat_unused(const u64 *args, enum ktrace_abi abi)
{
	return is_device(args[2]) ? 0 : ARG(3);
}

static u8 clone_unused(const u64 *args, enum ktrace_abi abi)
{
	bool backwards = abi == KTRACE_ABI_IA32;
	u8 tls = backwards ? ARG(3) : ARG(4), child_tid = backwards ? ARG(4) : ARG(3);
	u8 unused = 0;

	if (!(args[0] & (CLONE_PARENT_SETTID | CLONE_PIDFD)))
		unused |= ARG(2);
	if (!(args[0] & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID)))
		unused |= child_tid;
	if (!(args[0] & CLONE_SETTLS))
		unused |= tls;
	return unused;
}

static u8 mremap_unused(const u64 *args, enum ktrace_abi abi)
{
	return args[3] & (MREMAP_FIXED | MREMAP_DONTUNMAP) ? 0 : ARG(4);
}

static u8 membarrier_unused(const u64 *args, enum ktrace_abi abi)
{
	return args[1] & MEMBARRIER_CMD_FLAG_CPU ? 0 : ARG(2);
}

/* The upper half of an offset, which has no other half where all of it fits in one. */
static u8 offset_unused(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_NATIVE ? ARG(4) : 0;
}

/**
 * struct known - a call that may go without some of its arguments
 * @call:	its name as in the table
 * @unused:	which they are
 */
struct known {
	const char *call;
	syscall_unused_fn *unused;
};

static const struct known known[] __initconst = {
	{ "open",	open_unused },
	{ "openat",	openat_unused },
	{ "mq_open",	mq_open_unused },
	{ "mknod",	mknod_unused },
	{ "mknodat",	mknodat_unused },
	{ "fcntl",	fcntl_unused },
	{ "fcntl64",	fcntl_unused },
	{ "ioctl",	ioctl_unused },
	{ "prctl",	prctl_unused },
	{ "keyctl",	keyctl_unused },
	{ "futex",	futex_unused },
	{ "futex_time64", futex_unused },
	{ "ptrace",	ptrace_unused },
	{ "semctl",	semctl_unused },
	{ "clone",	clone_unused },
	{ "mremap",	mremap_unused },
	{ "membarrier",	membarrier_unused },
	{ "preadv",	offset_unused },
	{ "preadv2",	offset_unused },
	{ "pwritev",	offset_unused },
	{ "pwritev2",	offset_unused },
};

/**
 * ktrace_syscall_unused - whether a call may go without some of its arguments
 * @call:	name of the call as in the table
 *
 * Context: boot.
 * Return: a function that tells of the arguments which of them are not looked at; NULL
 * if they are always.
 */
syscall_unused_fn * __init ktrace_syscall_unused(const char *call)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (!strcmp(known[i].call, call))
			return known[i].unused;
	return NULL;
}
