// SPDX-License-Identifier: GPL-2.0
/* POSIX message queues. */
#include <linux/compat.h>
#include <linux/fcntl.h>
#include <linux/mqueue.h>
#include <linux/syscalls.h>

#include "syscall/arg/describe.h"

/* As struct compat_mq_attr of ipc/mqueue.c. */
struct syscall_mq_attr32 {
	s32 mq_flags, mq_maxmsg, mq_msgsize, mq_curmsgs, reserved[4];
};

#define MQ_ATTR(T)							\
	F_FLAGS(T, mq_flags, open_flags), F(T, mq_maxmsg, INT),		\
	F(T, mq_msgsize, INT), F(T, mq_curmsgs, INT)
OUTLINE(mq_attr, struct mq_attr, MQ_ATTR(struct mq_attr));
OUTLINE(mq_attr32, struct syscall_mq_attr32, MQ_ATTR(struct syscall_mq_attr32));

/* The 32-bit mq_open() reads the attributes only if it may create the queue. */
static u32 mq_attr32_bytes(const u64 *args, enum ktrace_abi abi)
{
	return args[1] & O_CREAT ? sizeof(struct syscall_mq_attr32) : 0;
}

static u8 mq_open_unused(const u64 *args, enum ktrace_abi abi)
{
	if (args[1] & O_CREAT)
		return 0;
	/* The native call reads the attributes also of an existing queue. */
	return abi == KTRACE_ABI_COMPAT ? NOT(2) | NOT(3) : NOT(2);
}

static const struct syscall_desc mqueue_calls[] = {
	{ "mq_open", .unused = mq_open_unused, .rules = RULES {
		RETURNS_FD,
		ARG("u_name", PATHNAME),
		ARG("oflag", FLAGS(open_flags)),
		ARG_C("u_attr", struct mq_attr __user *, IN(mq_attr)),
		ARG("u_attr", IN_BY(mq_attr32, mq_attr32_bytes)),
		{ } } },
	{ "mq_unlink", .rules = RULES {
		PATH("u_name", ktrace_reads_always),
		{ } } },
	{ "mq_timedsend mq_timedsend_time64", .rules = RULES {
		ARG_N("u_msg_ptr", CONTENTS, 2),
		{ } } },
	{ "mq_timedreceive mq_timedreceive_time64", .rules = RULES {
		ARG_N("u_msg_ptr", CONTENTS_OUT, RET),
		ARG("u_msg_prio", OUT(uint)),
		{ } } },
	{ "mq_getsetattr", .rules = RULES {
		ARG_C("u_mqstat", struct mq_attr __user *, IN(mq_attr)),
		ARG("u_mqstat", IN(mq_attr32)),
		ARG_C("u_omqstat", struct mq_attr __user *, OUT(mq_attr)),
		ARG("u_omqstat", OUT(mq_attr32)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "mq_notify" },
};

FAMILY(mqueue);
