// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobes as events: fields, "print fmt" and records as text.
 *
 * Called by readers in task context, under the read lock of event/event.h, which
 * keeps the event from going away.
 */
#include <linux/seq_buf.h>
#include <linux/unaligned.h>

#include "text/format.h"
#include "probe/internal.h"

static const struct ktrace_field kprobe_entry_field = {
	.type = "unsigned long", .name = "__probe_ip", .offset = 8, .size = 8,
};

static const struct ktrace_field kprobe_return_fields[] = {
	{ .type = "unsigned long", .name = "__probe_func", .offset = 8, .size = 8 },
	{ .type = "unsigned long", .name = "__probe_ret_ip", .offset = 16, .size = 8 },
};

static bool kprobe_field(const struct ktrace_event *event, unsigned int i,
			 struct ktrace_field *field)
{
	const struct kprobe_event *ke = kprobe_event_of(event);
	unsigned int nr_fixed = ke->at_return ? 2 : 1;
	const struct kprobe_arg *arg;

	if (i < nr_fixed) {
		*field = ke->at_return ? kprobe_return_fields[i] : kprobe_entry_field;
		return true;
	}
	if (i - nr_fixed >= ke->nr_args)
		return false;
	arg = &ke->args[i - nr_fixed];
	*field = (struct ktrace_field) {
		.type = arg->type->ctype, .name = arg->name,
		.kind = arg->count ? KTRACE_FIELD_ARRAY : KTRACE_FIELD_NUMBER,
		.offset = arg->place, .size = arg->type->size, .count = arg->count,
		.is_signed = arg->type->show == PROBE_SHOW_SIGNED ||
			     arg->type->show == PROBE_SHOW_CHAR,
	};
	if (arg->type->show != PROBE_SHOW_STRING)
		return true;
	field->type = NULL;
	field->kind = KTRACE_FIELD_STRING;
	field->place = KTRACE_FIELD_DATA_LOC;
	field->size = 1;
	/* As clients know it. */
	field->is_signed = true;
	return true;
}

/* How clients are to print a value of each kind. */
static const char * const kprobe_formats[] = {
	[PROBE_SHOW_HEX]	= "0x%llx",
	[PROBE_SHOW_UNSIGNED]	= "%llu",
	[PROBE_SHOW_SIGNED]	= "%lld",
	[PROBE_SHOW_CHAR]	= "'%c'",
	[PROBE_SHOW_SYMBOL]	= "%pS",
	[PROBE_SHOW_STRING]	= "\\\"%s\\\"",
};

static void kprobe_print_fmt_value(const struct kprobe_arg *arg, struct seq_buf *out)
{
	const char *format = kprobe_formats[arg->type->show];
	unsigned int i;

	if (!arg->count) {
		seq_buf_puts(out, format);
		return;
	}
	for (i = 0; i < arg->count; i++) {
		seq_buf_putc(out, i ? ',' : '{');
		seq_buf_puts(out, format);
	}
	seq_buf_putc(out, '}');
}

static void kprobe_print_fmt_arg(const struct kprobe_arg *arg, struct seq_buf *out)
{
	const char *cast = arg->type->show == PROBE_SHOW_SYMBOL ? "(void *)" : "";
	unsigned int i;

	if (arg->type->show == PROBE_SHOW_STRING) {
		seq_buf_printf(out, ", __get_str(%s)", arg->name);
		return;
	}
	if (!arg->count)
		seq_buf_printf(out, ", %sREC->%s", cast, arg->name);
	for (i = 0; i < arg->count; i++)
		seq_buf_printf(out, ", %sREC->%s[%u]", cast, arg->name, i);
}

static void kprobe_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct kprobe_event *ke = kprobe_event_of(event);
	unsigned int i;

	seq_buf_puts(out, ke->at_return ? "\"(%lx <- %lx)" : "\"(%lx)");
	for (i = 0; i < ke->nr_args; i++) {
		seq_buf_printf(out, " %s=", ke->args[i].name);
		kprobe_print_fmt_value(&ke->args[i], out);
	}
	seq_buf_puts(out, ke->at_return ? "\", REC->__probe_ret_ip, REC->__probe_func" :
					  "\", REC->__probe_ip");
	for (i = 0; i < ke->nr_args; i++)
		kprobe_print_fmt_arg(&ke->args[i], out);
}

static u64 kprobe_unsigned(const void *from, unsigned int size)
{
	switch (size) {
	case 1:
		return *(const u8 *)from;
	case 2:
		return get_unaligned((const u16 *)from);
	case 4:
		return get_unaligned((const u32 *)from);
	default:
		return get_unaligned((const u64 *)from);
	}
}

static s64 kprobe_signed(const void *from, unsigned int size)
{
	unsigned int shift = 64 - 8 * size;

	return (s64)(kprobe_unsigned(from, size) << shift) >> shift;
}

static void kprobe_print_value(const struct probe_arg_type *type, const void *from,
			       struct seq_buf *out)
{
	u64 value = kprobe_unsigned(from, type->size);
	char c = value;

	switch (type->show) {
	case PROBE_SHOW_UNSIGNED:
		ktrace_format_dec(out, value);
		break;
	case PROBE_SHOW_SIGNED:
		ktrace_format_signed(out, kprobe_signed(from, type->size));
		break;
	case PROBE_SHOW_CHAR:
		seq_buf_putc(out, '\'');
		ktrace_format_text(out, &c, 1, '\'');
		seq_buf_putc(out, '\'');
		break;
	case PROBE_SHOW_SYMBOL:
		seq_buf_printf(out, "%pS", (void *)(unsigned long)value);
		break;
	default:
		seq_buf_puts(out, "0x");
		ktrace_format_hex(out, value);
	}
}

/* The text whose length and offset is at @from. */
static void kprobe_print_string(const void *rec, u32 len, const void *from,
				struct seq_buf *out)
{
	u32 loc = get_unaligned((const u32 *)from);
	u32 at = loc & 0xffff, n = loc >> 16;

	/* A string has its zero; one of no bytes at all could not be read. */
	if (!n || at > len || n > len - at) {
		seq_buf_puts(out, "(fault)");
		return;
	}
	seq_buf_putc(out, '"');
	ktrace_format_text(out, rec + at, strnlen(rec + at, n), '"');
	seq_buf_putc(out, '"');
}

static void kprobe_print_arg(const struct kprobe_arg *arg, const void *rec,
			     u32 len, struct seq_buf *out)
{
	const void *from = rec + arg->place;
	unsigned int i;

	seq_buf_putc(out, ' ');
	seq_buf_puts(out, arg->name);
	seq_buf_putc(out, '=');
	if (arg->type->show == PROBE_SHOW_STRING) {
		kprobe_print_string(rec, len, from, out);
		return;
	}
	if (!arg->count) {
		kprobe_print_value(arg->type, from, out);
		return;
	}
	for (i = 0; i < arg->count; i++, from += arg->type->size) {
		seq_buf_putc(out, i ? ',' : '{');
		kprobe_print_value(arg->type, from, out);
	}
	seq_buf_putc(out, '}');
}

static void kprobe_print(const struct ktrace_event *event, const void *rec,
			 u32 len, struct seq_buf *out)
{
	const struct kprobe_event *ke = kprobe_event_of(event);
	unsigned int i;

	seq_buf_puts(out, ke->name);
	if (len < ke->units * RING_UNIT) {
		seq_buf_puts(out, ": (record is too short)");
		return;
	}
	seq_buf_puts(out, ": (");
	if (ke->at_return)
		seq_buf_printf(out, "%pS <- ",
			       (void *)get_unaligned((unsigned long *)(rec + 16)));
	seq_buf_puts(out, ke->where);
	seq_buf_putc(out, ')');
	for (i = 0; i < ke->nr_args; i++)
		kprobe_print_arg(&ke->args[i], rec, len, out);
}

/*
 * The lines of kprobe_events that are events: how they are enabled.  One that waits for
 * its module is armed when that comes; meanwhile it is nobody's obstacle.
 */
static int kprobe_enable(struct ktrace_event *event)
{
	struct kprobe_event *ke = kprobe_event_of(event);

	lockdep_assert_held(&ktrace_event_mutex);
	return ke->waiting ? 0 : enable_kprobe(&ke->rp.kp);
}

static void kprobe_disable(struct ktrace_event *event)
{
	struct kprobe_event *ke = kprobe_event_of(event);

	lockdep_assert_held(&ktrace_event_mutex);
	if (!ke->waiting)
		disable_kprobe(&ke->rp.kp);
}

const struct ktrace_class ktrace_kprobe_class = {
	.enable		= kprobe_enable,
	.disable	= kprobe_disable,
	.field		= kprobe_field,
	.print		= kprobe_print,
	.print_fmt	= kprobe_print_fmt,
	.free		= ktrace_kprobe_free,
};
