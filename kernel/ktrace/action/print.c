// SPDX-License-Identifier: GPL-2.0
/*
 * Text and raw records, ftrace/print and ftrace/raw_data, with the ids and formats that
 * clients expect.  marker.c and printk.c write these records.
 */
#include <linux/seq_buf.h>
#include <linux/unaligned.h>

#include "action/internal.h"
#include "event/code.h"
#include "parse/span.h"
#include "text/format.h"

static bool print_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field)
{
	switch (i) {
	case 0:
		*field = (struct ktrace_field) {
			.type = "unsigned long", .name = "ip", .kind = KTRACE_FIELD_POINTER,
			.size = sizeof(long), .offset = offsetof(struct action_print, ip),
		};
		return true;
	case 1:
		*field = (struct ktrace_field) {
			.type = "char", .name = "buf", .kind = KTRACE_FIELD_STRING,
			.location = KTRACE_FIELD_REST, .size = 1,
			.offset = offsetof(struct action_print, text),
		};
		return true;
	default:
		return false;
	}
}

static void print_print_code(const struct ktrace_event *event, const void *payload, u32 len,
			     unsigned int code, struct seq_buf *out)
{
	const struct action_print *rec = payload;
	struct ktrace_span line;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	ktrace_code_print(out, get_unaligned(&rec->ip), code);
	seq_buf_puts(out, ": ");
	line = ktrace_span_line((struct ktrace_span) { rec->text, len - sizeof(*rec) });
	seq_buf_putmem(out, line.s, line.n);
}

static void print_print(const struct ktrace_event *event, const void *payload, u32 len,
			struct seq_buf *out)
{
	print_print_code(event, payload, len, 0, out);
}

static void print_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, "\"%ps: %s\", (void *)REC->ip, REC->buf");
}

static const struct ktrace_class print_class = {
	.field		= print_field,
	.print		= print_print,
	.print_code	= print_print_code,
	.print_fmt	= print_print_fmt,
	.own		= true,
};

struct ktrace_event ktrace_print_event = {
	.id	= KTRACE_ID_PRINT,
	.system	= "ftrace",
	.name	= "print",
	.class	= &print_class,
};

static bool raw_field(const struct ktrace_event *event, unsigned int i,
		      struct ktrace_field *field)
{
	switch (i) {
	case 0:
		*field = (struct ktrace_field) {
			.type = "unsigned int", .name = "id", .size = sizeof(u32),
			.offset = offsetof(struct action_raw, id),
		};
		return true;
	case 1:
		*field = (struct ktrace_field) {
			.type = "char", .name = "buf", .kind = KTRACE_FIELD_ARRAY,
			.location = KTRACE_FIELD_REST, .size = 1,
			.offset = offsetof(struct action_raw, bytes),
		};
		return true;
	default:
		return false;
	}
}

static void raw_print(const struct ktrace_event *event, const void *payload, u32 len,
		      struct seq_buf *out)
{
	const struct action_raw *rec = payload;
	u32 i;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	seq_buf_printf(out, "# %x buf:", rec->id);
	for (i = 0; i < len - sizeof(*rec); i++)
		seq_buf_printf(out, " %02x", rec->bytes[i]);
}

static void raw_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, "\"id:%04x %08x\", REC->id, (int)REC->buf[0]");
}

static const struct ktrace_class raw_class = {
	.field		= raw_field,
	.print		= raw_print,
	.print_fmt	= raw_print_fmt,
	.own		= true,
};

struct ktrace_event ktrace_raw_event = {
	.id	= KTRACE_ID_RAW,
	.system	= "ftrace",
	.name	= "raw_data",
	.class	= &raw_class,
};
