// SPDX-License-Identifier: GPL-2.0
/* System calls on futexes. */
#include <linux/compat.h>
#include <linux/syscalls.h>
#include <linux/time32.h>
#include <uapi/linux/futex.h>

#include "text/format.h"
#include "syscall/arg/command.h"
#include "syscall/arg/describe.h"

#define T struct futex_waitv
OUTLINE(futex_waitv, T, F(T, val, HEX), F(T, uaddr, PTR), F_FLAGS(T, flags, futex2_flags),
	F(T, __reserved, HEX, IF_SET(T, __reserved)));
#undef T

static const struct syscall_command futex_command_list[] = {
	{ FUTEX_WAIT, .unused = NOT_FROM(4) },
	{ FUTEX_WAKE, .unused = NOT_FROM(3) },
	{ FUTEX_FD, .unused = NOT_FROM(3) },
	{ FUTEX_REQUEUE, .unused = NOT_FROM(5) },
	{ FUTEX_LOCK_PI, .unused = NOT(2) | NOT_FROM(4) },
	{ FUTEX_LOCK_PI2, .unused = NOT(2) | NOT_FROM(4) },
	{ FUTEX_UNLOCK_PI, .unused = NOT_FROM(2) },
	{ FUTEX_TRYLOCK_PI, .unused = NOT_FROM(2) },
	{ FUTEX_WAIT_BITSET, .unused = NOT(4) },
	{ FUTEX_WAKE_BITSET, .unused = NOT(3) | NOT(4) },
	{ FUTEX_WAIT_REQUEUE_PI, .unused = NOT_FROM(5) },
};

COMMANDS(futex, (u32)args[1] & FUTEX_CMD_MASK)

/* Return true for operations whose fourth argument is a time; otherwise it is a number. */
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

static u32 futex_timeout_bytes(const u64 *args, enum ktrace_abi abi)
{
	return futex_waits(args[1]) ? sizeof(struct __kernel_timespec) : 0;
}

static u32 futex_timeout32_bytes(const u64 *args, enum ktrace_abi abi)
{
	return futex_waits(args[1]) ? 2 * sizeof(s32) : 0;
}

static void show_futex_timeout(struct seq_buf *out, const struct syscall_value *value,
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

/* FUTEX_WAKE_OP: an operation on the second futex and a comparison, each with an argument. */
static void show_futex_val3(struct seq_buf *out, const struct syscall_value *value,
			    const struct syscall_type *type)
{
	u32 op = value->nargs > 1 ? value->args[1] : FUTEX_WAKE, val3 = value->value;

	if ((op & FUTEX_CMD_MASK) != FUTEX_WAKE_OP) {
		ktrace_show_u32(out, val3, SHOW_HEX, 0);
		return;
	}
	if (val3 >> 28 & FUTEX_OP_OPARG_SHIFT)
		seq_buf_puts(out, "FUTEX_OP_OPARG_SHIFT<<28|");
	ktrace_show_u32(out, val3 >> 28 & ~FUTEX_OP_OPARG_SHIFT, SHOW_NAME,
			KTRACE_NAMES_futex_wake_op);
	seq_buf_puts(out, "<<28|");
	ktrace_show_u32(out, val3 >> 12 & 0xfff, SHOW_HEX, 0);
	seq_buf_puts(out, "<<12|");
	ktrace_show_u32(out, val3 >> 24 & 0xf, SHOW_NAME, KTRACE_NAMES_futex_wake_cmp);
	seq_buf_puts(out, "<<24|");
	ktrace_show_u32(out, val3 & 0xfff, SHOW_HEX, 0);
}

#define TIMEOUT(id, function)	OBJECT(id, show_futex_timeout, false, .in = BY(function))

static const struct syscall_desc futex_calls[] = {
	{ "futex futex_time64", .commands = &futex_commands, .unused = futex_unused,
	  .rules = RULES {
		ARG("op", FLAGS(futex_op)),
		ARG_C("utime", struct old_timespec32 __user *,
		      TIMEOUT(timespec32, futex_timeout32_bytes)),
		ARG("utime", TIMEOUT(timespec, futex_timeout_bytes)),
		ARG("uaddr uaddr2", ADDRESS),
		ARG("val", UINT_ARG),
		ARG("val3", TYPE("futex_val3", show_futex_val3)),
		{ } } },
	{ "futex_waitv", .rules = RULES {
		ARG_N("waiters", IN_ARRAY(futex_waitv), 1),
		{ } } },
	{ "futex_requeue", .rules = RULES {
		ARG("waiters", IN_PAIR(futex_waitv)),
		{ } } },
	{ "futex_wait futex_wake", .rules = RULES {
		ARG("flags", FLAGS(futex2_flags)),
		ARG("mask val", HEX_ARG),
		{ } } },
	{ "get_robust_list", .rules = RULES {
		ARG_C("head_ptr", compat_uptr_t __user *, OUT(pointer32)),
		ARG("head_ptr", OUT(pointer)),
		ARG_C("len_ptr", compat_size_t __user *, OUT(uint)),
		ARG("len_ptr", OUT(u64)),
		{ } } },
	{ "set_robust_list", .rules = RULES {
		ARG("head", ADDRESS),
		{ } } },
};

FAMILY(futex);
