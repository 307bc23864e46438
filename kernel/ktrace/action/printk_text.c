// SPDX-License-Identifier: GPL-2.0
/*
 * Records of a format with arguments, and of a constant string: ftrace/bprint and
 * ftrace/bputs, with the ids and formats that clients expect.  printk.c writes these
 * records.
 *
 * Called by readers of records.
 */
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/unaligned.h>

#include "action/internal.h"
#include "action/printk.h"
#include "event/code.h"

/* Address of the caller, the first field of both events. */
static const struct ktrace_field ip_field = {
	.type = "unsigned long", .name = "ip", .kind = KTRACE_FIELD_POINTER,
	.size = sizeof(long), .offset = offsetof(struct action_bprint, ip),
};

static bool bprint_field(const struct ktrace_event *event, unsigned int i,
			 struct ktrace_field *field)
{
	switch (i) {
	case 0:
		*field = ip_field;
		return true;
	case 1:
		*field = (struct ktrace_field) {
			.type = "const char *", .name = "fmt", .kind = KTRACE_FIELD_POINTER,
			.size = sizeof(char *), .offset = offsetof(struct action_bprint, format),
		};
		return true;
	case 2:
		*field = (struct ktrace_field) {
			.type = "u32", .name = "buf", .kind = KTRACE_FIELD_ARRAY,
			.location = KTRACE_FIELD_REST, .size = sizeof(u32),
			.offset = offsetof(struct action_bprint, words),
		};
		return true;
	default:
		return false;
	}
}

/* Remove a newline at the end: the caller adds one to each line. */
static void text_end(struct seq_buf *out)
{
	if (!seq_buf_has_overflowed(out) && out->len && out->buffer[out->len - 1] == '\n')
		out->len--;
}

/*
 * The arguments are in the encoding of vbin_printf().  Only the format determines their
 * total size; the writer has recorded all of them.
 */
static void bprint_print_code(const struct ktrace_event *event, const void *payload, u32 len,
			      unsigned int code, struct seq_buf *out)
{
	const struct action_bprint *rec = payload;
	const char *format;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	format = get_unaligned(&rec->format);
	ktrace_code_print(out, get_unaligned(&rec->ip), code);
	seq_buf_puts(out, ": ");
	if (!ktrace_printk_known(format)) {
		seq_buf_puts(out, "(unknown format)");
		return;
	}
	seq_buf_bprintf(out, format, (const u32 *)(rec + 1));
	text_end(out);
}

static void bprint_print(const struct ktrace_event *event, const void *payload, u32 len,
			 struct seq_buf *out)
{
	bprint_print_code(event, payload, len, 0, out);
}

static void bprint_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, "\"%ps: %s\", (void *)REC->ip, REC->fmt");
}

static const struct ktrace_class bprint_class = {
	.field		= bprint_field,
	.print		= bprint_print,
	.print_code	= bprint_print_code,
	.print_fmt	= bprint_print_fmt,
	.own		= true,
};

struct ktrace_event ktrace_bprint_event = {
	.id	= KTRACE_ID_BPRINT,
	.system	= "ftrace",
	.name	= "bprint",
	.class	= &bprint_class,
};

static bool bputs_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field)
{
	switch (i) {
	case 0:
		*field = ip_field;
		return true;
	case 1:
		*field = (struct ktrace_field) {
			.type = "const char *", .name = "str", .kind = KTRACE_FIELD_POINTER,
			.size = sizeof(char *), .offset = offsetof(struct action_bputs, text),
		};
		return true;
	default:
		return false;
	}
}

static void bputs_print_code(const struct ktrace_event *event, const void *payload, u32 len,
			     unsigned int code, struct seq_buf *out)
{
	const struct action_bputs *rec = payload;
	const char *text;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	text = get_unaligned(&rec->text);
	ktrace_code_print(out, get_unaligned(&rec->ip), code);
	seq_buf_puts(out, ": ");
	seq_buf_puts(out, ktrace_printk_known(text) ? text : "(unknown string)");
	text_end(out);
}

static void bputs_print(const struct ktrace_event *event, const void *payload, u32 len,
			struct seq_buf *out)
{
	bputs_print_code(event, payload, len, 0, out);
}

static void bputs_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, "\"%ps: %s\", (void *)REC->ip, REC->str");
}

static const struct ktrace_class bputs_class = {
	.field		= bputs_field,
	.print		= bputs_print,
	.print_code	= bputs_print_code,
	.print_fmt	= bputs_print_fmt,
	.own		= true,
};

struct ktrace_event ktrace_bputs_event = {
	.id	= KTRACE_ID_BPUTS,
	.system	= "ftrace",
	.name	= "bputs",
	.class	= &bputs_class,
};
