// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events: fields, "print fmt", records as text, definitions as lines.
 *
 * Called by readers in task context; the caller keeps the event alive.
 */
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/unaligned.h>

#include "event/code.h"
#include "synth/internal.h"
#include "text/format.h"

/**
 * ktrace_synth_print_fmt - struct ktrace_class.print_fmt
 * @event:	a synthetic event
 * @out:	output
 */
void ktrace_synth_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct ktrace_synth *synth = synth_of_event(event);
	unsigned int i;

	seq_buf_putc(out, '"');
	for (i = 0; i < synth->nr; i++) {
		const struct synth_field *field = &synth->fields[i];

		seq_buf_printf(out, "%s%s=%s", i ? ", " : "", field->field.name,
			       field->keep == KTRACE_SYNTH_NUMBER ? field->type->format : "%s");
	}
	seq_buf_putc(out, '"');
	for (i = 0; i < synth->nr; i++) {
		const struct synth_field *field = &synth->fields[i];

		if (field->keep == KTRACE_SYNTH_STRING)
			seq_buf_printf(out, ", __get_str(%s)", field->field.name);
		else if (field->keep == KTRACE_SYNTH_STACK)
			seq_buf_printf(out, ", __get_stacktrace(%s)", field->field.name);
		else
			seq_buf_printf(out, ", REC->%s", field->field.name);
	}
}

static u64 synth_number(const void *from, unsigned int size)
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

static void synth_print_number(const struct synth_field *field, const void *from,
			       struct seq_buf *out)
{
	u64 value = synth_number(from, field->field.size);
	unsigned int shift = 64 - 8 * field->field.size;
	gfp_t gfp;

	if (!strcmp(field->type->name, "gfp_t")) {
		gfp = (__force gfp_t)value;
		seq_buf_printf(out, "%x (%pGg)", (unsigned int)value, &gfp);
	} else if (field->type->is_signed) {
		ktrace_format_signed(out, (s64)(value << shift) >> shift);
	} else {
		ktrace_format_dec(out, value);
	}
}

static void synth_print_stack(const void *from, u32 bytes, unsigned int code,
			      struct seq_buf *out)
{
	const unsigned long *entry = from;

	seq_buf_puts(out, "STACK:");
	for (; bytes >= sizeof(*entry); bytes -= sizeof(*entry)) {
		seq_buf_puts(out, "\n=> ");
		ktrace_code_print(out, get_unaligned(entry++), code);
	}
}

/* Append the string or stack to which the u32 at @from refers. */
static void synth_print_behind(const struct synth_field *field, const void *rec, u32 len,
			       const void *from, unsigned int code, struct seq_buf *out)
{
	u32 loc = get_unaligned((const u32 *)from);
	u32 at = loc & 0xffff, bytes = loc >> 16;

	if (at > len || bytes > len - at)
		seq_buf_puts(out, "(fault)");
	else if (field->keep == KTRACE_SYNTH_STACK)
		synth_print_stack(rec + at, bytes, code, out);
	else
		ktrace_format_text(out, rec + at, strnlen(rec + at, bytes), 0);
}

/**
 * ktrace_synth_print_code - struct ktrace_class.print_code
 * @event:	a synthetic event
 * @rec:	the record
 * @len:	length in bytes
 * @code:	format of code addresses: KTRACE_CODE_*
 * @out:	output
 */
void ktrace_synth_print_code(const struct ktrace_event *event, const void *rec, u32 len,
			     unsigned int code, struct seq_buf *out)
{
	const struct ktrace_synth *synth = synth_of_event(event);
	unsigned int i;

	seq_buf_puts(out, synth->name);
	if (len < synth->bytes) {
		seq_buf_puts(out, ": (record is too short)");
		return;
	}
	for (i = 0; i < synth->nr; i++) {
		const struct synth_field *field = &synth->fields[i];
		const void *from = rec + field->field.offset;

		seq_buf_puts(out, i ? " " : ": ");
		seq_buf_puts(out, field->field.name);
		seq_buf_putc(out, '=');
		if (field->keep == KTRACE_SYNTH_NUMBER)
			synth_print_number(field, from, out);
		else if (field->keep == KTRACE_SYNTH_TEXT)
			ktrace_format_text(out, from, strnlen(from, field->field.count), 0);
		else
			synth_print_behind(field, rec, len, from, code, out);
	}
}

/**
 * ktrace_synth_show_line - print the definition of an event, without newline
 * @synth:	the event
 * @m:		output
 */
void ktrace_synth_show_line(const struct ktrace_synth *synth, struct seq_file *m)
{
	unsigned int i;

	seq_printf(m, "%s\t", synth->name);
	for (i = 0; i < synth->nr; i++) {
		const struct synth_field *field = &synth->fields[i];

		seq_printf(m, "%s%s", i ? "; " : "", field->type->name);
		if (field->keep == KTRACE_SYNTH_TEXT)
			seq_printf(m, "[%u]", field->field.count);
		else if (field->keep != KTRACE_SYNTH_NUMBER)
			seq_puts(m, "[]");
		seq_printf(m, " %s", field->field.name);
	}
}
