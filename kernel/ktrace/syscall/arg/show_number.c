// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of system calls as text: all kinds of numbers, alone or in structures.
 *
 * Called when records are read. Every value has a text.
 */
#include <linux/types.h>
#include <linux/in.h>
#include <linux/kdev_t.h>
#include <linux/kernel.h>
#include <linux/signal.h>
#include <linux/stat.h>
#include <linux/string.h>
#include <uapi/linux/fcntl.h>
#include <uapi/linux/ioprio.h>

#include "text/format.h"
#include "syscall/arg/show.h"

static void put_hex(struct seq_buf *out, u64 value)
{
	if (value)
		seq_buf_puts(out, "0x");
	ktrace_format_hex(out, value);
}

/**
 * ktrace_show_pointer - append an address
 * @out: output
 * @value: the address
 */
void ktrace_show_pointer(struct seq_buf *out, u64 value)
{
	if (value)
		put_hex(out, value);
	else
		seq_buf_puts(out, "NULL");
}

/**
 * ktrace_show_bytes - append bytes that are no text as a quoted string
 * @out:	output
 * @at:	the bytes
 * @len:	number of bytes
 * @cut:	there are more bytes
 */
void ktrace_show_bytes(struct seq_buf *out, const void *at, u32 len, bool cut)
{
	seq_buf_putc(out, '"');
	ktrace_format_text(out, at, len, '"');
	seq_buf_puts(out, cut ? "\"..." : "\"");
}

/**
 * ktrace_syscall_print_raw - append an argument as it was in the register
 * @out: output
 * @value: the argument
 */
void ktrace_syscall_print_raw(struct seq_buf *out, const struct syscall_value *value)
{
	seq_buf_puts(out, "0x");
	ktrace_format_hex(out, value->value);
}

static void put_enum(struct seq_buf *out, enum ktrace_names names, u64 value,
		     unsigned int size)
{
	const char *name = ktrace_names_find(names, value);

	if (name)
		seq_buf_puts(out, name);
	else if (value >> (size * 8 - 1))
		put_hex(out, value);
	else
		ktrace_format_dec(out, value);
}

static void put_name(struct seq_buf *out, enum ktrace_names names, u64 value)
{
	const char *name = ktrace_names_find(names, value);

	if (name)
		seq_buf_puts(out, name);
	else
		put_hex(out, value);
}

/* As put_enum(), for numbers that have a sign, such as those of keys. */
static void put_id_enum(struct seq_buf *out, enum ktrace_names names, u64 value, s64 extended)
{
	const char *name = ktrace_names_find(names, value);

	if (name)
		seq_buf_puts(out, name);
	else
		ktrace_format_signed(out, extended);
}

static void show_bit_names(struct seq_buf *out, enum ktrace_names names, u64 value)
{
	const char *name, *bar = "";
	unsigned int i;

	for (i = 0; i < BITS_PER_LONG_LONG; i++) {
		name = value & BIT_ULL(i) ? ktrace_names_find(names, i) : NULL;
		if (!name)
			continue;
		seq_buf_printf(out, "%s1<<%s", bar, name);
		bar = "|";
		value &= ~BIT_ULL(i);
	}
	if (!value && *bar)
		return;
	seq_buf_puts(out, bar);
	put_hex(out, value);
}

/* First real-time signal of the kernel; C libraries reserve some for themselves. */
#define RT_FIRST	32

/* Append the name of a signal without "SIG". */
static void put_signal(struct seq_buf *out, unsigned int signal)
{
	const char *name;

	if (signal >= RT_FIRST && signal <= _NSIG) {
		seq_buf_puts(out, "RT_");
		ktrace_format_dec(out, signal - RT_FIRST);
		return;
	}
	name = ktrace_names_find(KTRACE_NAMES_signals, signal);
	if (name)
		seq_buf_puts(out, name + (strncmp(name, "SIG", 3) ? 0 : 3));
	else
		ktrace_format_dec(out, signal);
}

static void show_signal(struct seq_buf *out, u64 signal, unsigned int size)
{
	if (!signal || signal > _NSIG) {
		if (size > sizeof(u32))
			ktrace_format_dec(out, signal);
		else
			ktrace_format_signed(out, (s32)signal);
		return;
	}
	if (signal >= RT_FIRST || ktrace_names_find(KTRACE_NAMES_signals, signal))
		seq_buf_puts(out, "SIG");
	put_signal(out, signal);
}

static void show_sigset(struct seq_buf *out, u64 set, unsigned int size)
{
	unsigned int nr = size * 8, i;
	bool first = true;

	/* If most signals are set, show the complement. */
	if (hweight64(set) * 3 > nr * 2) {
		seq_buf_putc(out, '~');
		set = ~set;
	}
	seq_buf_putc(out, '[');
	for (i = 0; i < nr; i++) {
		if (!(set & BIT_ULL(i)))
			continue;
		if (!first)
			seq_buf_putc(out, ' ');
		first = false;
		put_signal(out, i + 1);
	}
	seq_buf_putc(out, ']');
}

static void show_mode(struct seq_buf *out, u64 mode)
{
	const char *type = NULL;

	if (mode & S_IFMT)
		type = ktrace_names_find(KTRACE_NAMES_stat_type, mode & S_IFMT);
	if (type) {
		seq_buf_puts(out, type);
		seq_buf_putc(out, '|');
		mode &= ~S_IFMT;
	}
	if (mode || type)
		seq_buf_printf(out, "0%03llo", mode);
	else
		seq_buf_putc(out, '0');
}

static void show_permissions(struct seq_buf *out, enum ktrace_names names, u32 flags)
{
	u32 permissions = flags & 0777;

	if (flags == permissions) {
		show_mode(out, permissions);
		return;
	}
	ktrace_names_print(out, names, flags - permissions);
	if (permissions)
		seq_buf_printf(out, "|0%03o", permissions);
}

static void show_in_addr(struct seq_buf *out, u32 value)
{
	struct in_addr addr = { .s_addr = (__force __be32)value };

	seq_buf_printf(out, "inet_addr(\"%pI4\")", &addr);
}

static void show_dev(struct seq_buf *out, u64 dev)
{
	dev_t kdev = new_decode_dev(dev);

	seq_buf_puts(out, "makedev(");
	put_hex(out, MAJOR(kdev));
	seq_buf_puts(out, ", ");
	put_hex(out, MINOR(kdev));
	seq_buf_putc(out, ')');
}

/* Show the low half of a wait status. */
static void show_status_half(struct seq_buf *out, u16 status)
{
	u8 low = status & 0x7f, high = status >> 8;

	if (status == 0xffff) {
		seq_buf_puts(out, "{WIFCONTINUED(s)}");
	} else if (low == 0x7f) {
		seq_buf_puts(out, "{WIFSTOPPED(s) && WSTOPSIG(s) == ");
		show_signal(out, high & 0x7f, sizeof(u32));
		seq_buf_puts(out, high & 0x80 ? " | 0x80}" : "}");
	} else if (low) {
		seq_buf_puts(out, "{WIFSIGNALED(s) && WTERMSIG(s) == ");
		show_signal(out, low, sizeof(u32));
		seq_buf_puts(out, status & 0x80 ? " && WCOREDUMP(s)}" : "}");
	} else {
		seq_buf_printf(out, "{WIFEXITED(s) && WEXITSTATUS(s) == %u}", high);
	}
}

/* For a tracer, the upper half is the ptrace event that stopped the child. */
static void show_status(struct seq_buf *out, u32 status)
{
	u16 event = status >> 16;

	show_status_half(out, status);
	if (!event)
		return;
	seq_buf_puts(out, " | ");
	put_enum(out, KTRACE_NAMES_ptrace_event, event, sizeof(event));
	seq_buf_puts(out, " << 16");
}

static void show_handler(struct seq_buf *out, u64 handler)
{
	switch (handler) {
	case (unsigned long)SIG_DFL:
		seq_buf_puts(out, "SIG_DFL");
		break;
	case (unsigned long)SIG_IGN:
		seq_buf_puts(out, "SIG_IGN");
		break;
	default:
		put_hex(out, handler);
		break;
	}
}

static void show_result(struct seq_buf *out, s64 result)
{
	const char *name = result < 0 ? ktrace_names_find(KTRACE_NAMES_errno, -result) : NULL;

	if (name)
		seq_buf_printf(out, "-%s", name);
	else
		ktrace_format_signed(out, result);
}

static void show_ioprio(struct seq_buf *out, u32 ioprio)
{
	const char *name = ktrace_names_find(KTRACE_NAMES_ioprio_class,
					     ioprio >> IOPRIO_CLASS_SHIFT);

	seq_buf_puts(out, "IOPRIO_PRIO_VALUE(");
	if (name)
		seq_buf_puts(out, name);
	else
		put_hex(out, ioprio >> IOPRIO_CLASS_SHIFT);
	seq_buf_printf(out, ", %u)", (u32)(ioprio & IOPRIO_PRIO_MASK));
}

/**
 * ktrace_show_number - append a number
 * @out:	output
 * @field:	how to show it
 * @value:	the number, zero-extended
 * @size:	its size in bytes: 1, 2, 4 or 8
 */
void ktrace_show_number(struct seq_buf *out, const struct syscall_field *field,
			u64 value, unsigned int size)
{
	s64 extended = sign_extend64(value, size * 8 - 1);

	switch (field->as) {
	case SHOW_INT:
		ktrace_format_signed(out, extended);
		break;
	case SHOW_UINT:
		ktrace_format_dec(out, value);
		break;
	case SHOW_PTR:
		ktrace_show_pointer(out, value);
		break;
	case SHOW_MODE:
		show_mode(out, value);
		break;
	case SHOW_DEV:
		show_dev(out, value);
		break;
	case SHOW_ID:
		if (extended == -1)
			seq_buf_puts(out, "-1");
		else
			ktrace_format_dec(out, value);
		break;
	case SHOW_DFD:
		if (extended == AT_FDCWD)
			seq_buf_puts(out, "AT_FDCWD");
		else
			ktrace_format_signed(out, extended);
		break;
	case SHOW_FLAGS:
		ktrace_names_print(out, field->names, value);
		break;
	case SHOW_BIT_NAMES:
		show_bit_names(out, field->names, value);
		break;
	case SHOW_ENUM:
		put_enum(out, field->names, value, size);
		break;
	case SHOW_NAME:
		put_name(out, field->names, value);
		break;
	case SHOW_ID_ENUM:
		put_id_enum(out, field->names, value, extended);
		break;
	case SHOW_PERMISSIONS:
		show_permissions(out, field->names, value);
		break;
	case SHOW_SIGNAL:
		show_signal(out, value, size);
		break;
	case SHOW_SIGSET:
		show_sigset(out, value, size);
		break;
	case SHOW_HANDLER:
		show_handler(out, value);
		break;
	case SHOW_LIMIT:
		if (extended == -1)
			seq_buf_puts(out, "RLIM_INFINITY");
		else
			ktrace_format_dec(out, value);
		break;
	case SHOW_STATUS:
		show_status(out, value);
		break;
	case SHOW_NSEC32:
		extended = value;
		fallthrough;
	case SHOW_NSEC:
		if (value == UTIME_NOW)
			seq_buf_puts(out, "UTIME_NOW");
		else if (value == UTIME_OMIT)
			seq_buf_puts(out, "UTIME_OMIT");
		else
			ktrace_format_signed(out, extended);
		break;
	case SHOW_IOPRIO:
		show_ioprio(out, value);
		break;
	case SHOW_KERNEL:
		seq_buf_printf(out, "KERNEL_VERSION(%u, %u, %u)", (u32)value >> 16,
			       (u32)value >> 8 & U8_MAX, (u32)value & U8_MAX);
		break;
	case SHOW_ERRNO:
		put_id_enum(out, KTRACE_NAMES_errno, value, extended);
		break;
	case SHOW_RESULT:
		show_result(out, extended);
		break;
	case SHOW_IN_ADDR:
		show_in_addr(out, value);
		break;
	case SHOW_NET32:
		seq_buf_printf(out, "htonl(%u)", ntohl((__force __be32)value));
		break;
	case SHOW_NET16:
		seq_buf_printf(out, "htons(%u)", ntohs((__force __be16)value));
		break;
	case SHOW_LE16:
		seq_buf_printf(out, "htobs(%u)", le16_to_cpu((__force __le16)value));
		break;
	default:
		put_hex(out, value);
		break;
	}
}
