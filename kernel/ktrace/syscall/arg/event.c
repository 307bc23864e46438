// SPDX-License-Identifier: GPL-2.0
/* System calls that wait for files, and system calls that create event files. */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/time32.h>
#include <uapi/linux/eventpoll.h>
#include <uapi/linux/poll.h>

#include "syscall/arg/describe.h"

OUTLINE(pollfd, struct pollfd,
	F(struct pollfd, fd, INT),
	F_FLAGS(struct pollfd, events, poll_events),
	F_FLAGS(struct pollfd, revents, poll_events));
/* The program's own data, of which the kernel knows nothing. */
static OUTLINE_OF(epoll_data, u64,
	{ .name = "u32", .size = sizeof(u32), .as = SHOW_UINT },
	{ .name = "u64", .size = sizeof(u64), .as = SHOW_UINT });
OUTLINE(epoll_event, struct epoll_event,
	F_FLAGS(struct epoll_event, events, epoll_events),
	F_NESTED(struct epoll_event, data, epoll_data));

/* The block of arguments of the old 32-bit select(), for records of select() itself: inner.c. */
struct syscall_select32 {
	s32 n;
	u32 inp, outp, exp, tvp;
};

#define T struct syscall_select32
OUTLINE(select, T, F(T, n, INT), F(T, inp, PTR), F(T, outp, PTR), F(T, exp, PTR),
	F(T, tvp, PTR));
#undef T

/* Limit a copy of a descriptor set to the first @bits, in the buffer @to. */
static void first_bits(struct syscall_data *data, u8 *to, u32 bits)
{
	if (!ktrace_show_there(data))
		return;
	data->len = min3(data->len, (u32)SYSCALL_OBJECT_BYTES,
			 (u32)DIV_ROUND_UP(bits, BITS_PER_BYTE));
	memcpy(to, data->at, data->len);
	data->at = to;
	if (bits / BITS_PER_BYTE < data->len)
		to[bits / BITS_PER_BYTE] &= BIT(bits % BITS_PER_BYTE) - 1;
}

/* The kernel copies whole words and ignores the bits from argument n on. */
static void show_fd_set(struct seq_buf *out, const struct syscall_value *value,
			const struct syscall_type *type)
{
	struct syscall_value shown = *value;
	u8 in[SYSCALL_OBJECT_BYTES], after[SYSCALL_OBJECT_BYTES];
	u32 n = value->nargs ? max_t(s32, value->args[0], 0) : S32_MAX;

	first_bits(&shown.in, in, n);
	first_bits(&shown.out, after, n);
	ktrace_show_copies(out, &shown, type);
}

/* The kernel copies whole words of the caller's ABI. */
static u32 fd_set_size(u32 bits, enum ktrace_abi abi)
{
	u32 unit = abi == KTRACE_ABI_COMPAT ? 32 : 64;

	/* No overflow: @bits is a non-negative int. */
	return DIV_ROUND_UP(bits, unit) * (unit / 8);
}

/* The kernel ignores descriptors beyond the size of the task's table. */
static u32 fd_set_bytes(const u64 *args, enum ktrace_abi abi)
{
	u32 nr = max_t(s32, args[0], 0);

	return fd_set_size(min(nr, ktrace_syscall_max_fds()), abi);
}

static u32 epoll_event_bytes(const u64 *args, enum ktrace_abi abi)
{
	return (u32)args[1] == EPOLL_CTL_DEL ? 0 : sizeof(struct epoll_event);
}

#define FD_SET								\
	TYPE("fd_set", show_fd_set, .put = ktrace_put_bits,		\
	     .in = BY(fd_set_bytes), .out = BY(fd_set_bytes))
/* Elements with fields that the call reads and fields that it writes. */
#define BOTH_ARRAY(id)							\
	OBJECT(id, ktrace_show_last_object, true, .in = COPY(id), .out = COPY(id))

/* A 32-bit call shows the upper half of the mask, argument 3, with the lower half. */
static u8 fanotify_mark_unused(const u64 *args, enum ktrace_abi abi)
{
	return abi == KTRACE_ABI_COMPAT ? NOT(3) : 0;
}

static const struct syscall_desc event_calls[] = {
	{ "poll", .rules = RULES {
		ARG_N("ufds", BOTH_ARRAY(pollfd), 1),
		{ } } },
	{ "ppoll", .rules = RULES {
		ARG_N("ufds", BOTH_ARRAY(pollfd), 1),
		ARG_C(ANY, sigset_t __user *, SIGSET(4)),
		ARG_C(ANY, compat_sigset_t __user *, SIGSET(4)),
		ARG_C("tsp", struct __kernel_timespec __user *, IN_OUT(timespec)),
		ARG("tsp", IN_OUT(timespec32)),
		{ } } },
	{ "ppoll_time64", .rules = RULES {
		ARG_N("ufds", BOTH_ARRAY(pollfd), 1),
		ARG("sigmask", SIGSET(4)),
		ARG("tsp", IN_OUT(timespec)),
		{ } } },
	{ "select", .rules = RULES {
		ARG("inp outp exp", FD_SET),
		ARG("tvp", IN_OUT(timeval)),
		/* The old 32-bit call. */
		ARG("arg", IN(select)),
		{ } } },
	{ "_newselect", .rules = RULES {
		ARG("inp outp exp", FD_SET),
		ARG("tvp", IN_OUT(timeval32)),
		{ } } },
	{ "pselect6", .rules = RULES {
		ARG("inp outp exp", FD_SET),
		ARG("sig", SIGSET_ARG),
		ARG_C("tsp", struct __kernel_timespec __user *, IN_OUT(timespec)),
		ARG("tsp", IN_OUT(timespec32)),
		{ } } },
	{ "pselect6_time64", .rules = RULES {
		ARG("inp outp exp", FD_SET),
		ARG("sig", SIGSET_ARG),
		ARG("tsp", IN_OUT(timespec)),
		{ } } },
	{ "epoll_create eventfd inotify_init", .rules = RULES {
		RETURNS_FD,
		{ } } },
	{ "epoll_create1", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(epoll_create_flags)),
		{ } } },
	{ "epoll_ctl", .rules = RULES {
		ARG("op", ENUM(epoll_ctl)),
		ARG("event", IN_BY(epoll_event, epoll_event_bytes)),
		{ } } },
	{ "epoll_wait", .rules = RULES {
		ARG_N("events", OUT_ARRAY(epoll_event), RET),
		{ } } },
	{ "epoll_pwait epoll_pwait2", .rules = RULES {
		ARG_N("events", OUT_ARRAY(epoll_event), RET),
		ARG_C(ANY, sigset_t __user *, SIGSET(5)),
		ARG_C(ANY, compat_sigset_t __user *, SIGSET(5)),
		{ } } },
	{ "eventfd2", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(eventfd_flags)),
		{ } } },
	{ "inotify_init1", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(inotify_init_flags)),
		{ } } },
	{ "inotify_add_watch", .rules = RULES {
		ARG("pathname", PATHNAME),
		ARG("mask", FLAGS(inotify_mask)),
		{ } } },
	{ "fanotify_init", .rules = RULES {
		RETURNS_FD,
		ARG("flags", FLAGS(fanotify_init_flags)),
		ARG("event_f_flags", FLAGS(open_flags)),
		{ } } },
	{ "fanotify_mark", .unused = fanotify_mark_unused, .rules = RULES {
		ARG("pathname", PATHNAME),
		ARG("flags", FLAGS(fanotify_mark_flags)),
		ARG("mask", LONG_FLAGS(fanotify_mask)),
		ARG("mask_lo", LONG_FLAGS_AT(2, fanotify_mask)),
		{ } } },
	/* Calls whose argument names and types suffice. */
	{ "inotify_rm_watch" },
};

FAMILY(event);
