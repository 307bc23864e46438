// SPDX-License-Identifier: GPL-2.0
/*
 * Records of text: ftrace/print, with the id and the format that clients know.
 */
#include <linux/seq_buf.h>
#include <linux/unaligned.h>

#include "action/internal.h"
#include "text/format.h"

#define PRINT_ID	5

/**
 * struct print_record - payload of a record of text
 * @common:	as of every record
 * @ip:		who wrote it: an address of code
 * @text:	what: up to a zero, or to the record's end
 */
struct print_record {
	struct ktrace_common common;
	unsigned long ip;
	char	text[];
} __packed __aligned(4);

static_assert(offsetof(struct print_record, ip) == 8);
static_assert(offsetof(struct print_record, text) == 16);

static bool print_field(const struct ktrace_event *event, unsigned int i,
			struct ktrace_field *field)
{
	switch (i) {
	case 0:
		*field = (struct ktrace_field) {
			.type = "unsigned long", .name = "ip", .kind = KTRACE_FIELD_POINTER,
			.size = sizeof(long), .offset = offsetof(struct print_record, ip),
		};
		return true;
	case 1:
		*field = (struct ktrace_field) {
			.type = "char", .name = "buf", .kind = KTRACE_FIELD_STRING,
			.place = KTRACE_FIELD_REST, .size = 1, .is_signed = true,
			.offset = offsetof(struct print_record, text),
		};
		return true;
	default:
		return false;
	}
}

static void print_print(const struct ktrace_event *event, const void *payload, u32 len,
			struct seq_buf *out)
{
	const struct print_record *rec = payload;

	if (len < sizeof(*rec)) {
		seq_buf_puts(out, "(short record)");
		return;
	}
	seq_buf_printf(out, "%ps: ", (void *)get_unaligned(&rec->ip));
	seq_buf_putmem(out, rec->text, strnlen(rec->text, len - sizeof(*rec)));
}

static void print_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, "\"%ps: %s\", (void *)REC->ip, REC->buf");
}

static const struct ktrace_class print_class = {
	.field		= print_field,
	.print		= print_print,
	.print_fmt	= print_print_fmt,
	.own		= true,
};

struct ktrace_event ktrace_print_event = {
	.id	= PRINT_ID,
	.system	= "ftrace",
	.name	= "print",
	.class	= &print_class,
};
