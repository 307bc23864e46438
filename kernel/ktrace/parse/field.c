// SPDX-License-Identifier: GPL-2.0
/* Fields in the syntax of the file "format". Called in task context when that file is read. */
#include <linux/seq_buf.h>

#include "field.h"

static void field_put_number(struct seq_buf *out, unsigned int number)
{
	char digits[10], *c = digits + sizeof(digits);

	do {
		*--c = '0' + number % 10;
		number /= 10;
	} while (number);
	seq_buf_putmem(out, c, digits + sizeof(digits) - c);
}

/* Append [COUNT] for an array. */
static void field_put_count(struct seq_buf *out, const struct ktrace_field *field)
{
	if (!field->count)
		return;
	seq_buf_putc(out, '[');
	field_put_number(out, field->count);
	seq_buf_putc(out, ']');
}

/* Return the C type of an element for a field without an explicit type. */
static const char *field_type(const struct ktrace_field *field)
{
	static const char * const numbers[2][4] = {
		{ "u8", "u16", "u32", "u64" }, { "s8", "s16", "s32", "s64" },
	};

	switch (field->kind) {
	case KTRACE_FIELD_STRING:
		if (field->location == KTRACE_FIELD_KERNEL || field->location == KTRACE_FIELD_USER)
			return "const char *";
		return "char";
	case KTRACE_FIELD_CPUMASK:
		return "cpumask_t";
	case KTRACE_FIELD_BITMASK:
		return "unsigned long";
	case KTRACE_FIELD_POINTER:
		return "void *";
	default:
		return numbers[field->is_signed][field->size == 8 ? 3 : field->size / 2];
	}
}

/**
 * ktrace_field_show - append a field's line of the file "format"
 * @field:	the field, which must be in the record
 * @out:	output
 */
void ktrace_field_show(const struct ktrace_field *field, struct seq_buf *out)
{
	const char *type = field->type ?: field_type(field);
	bool data = field->location == KTRACE_FIELD_DATA_LOC;
	bool rel = field->location == KTRACE_FIELD_REL_LOC;
	unsigned int strings = field->count ?: 1;
	/* Clients parse a cpumask as a single value, without brackets. */
	bool open = field->kind != KTRACE_FIELD_CPUMASK;

	/*
	 * Clients expect the brackets after the type for __data_loc, and after the name
	 * otherwise.
	 */
	seq_buf_puts(out, "\tfield:");
	if (rel || data)
		seq_buf_puts(out, rel ? "__rel_loc " : "__data_loc ");
	seq_buf_puts(out, type);
	if (data && open)
		seq_buf_puts(out, "[]");
	if (data)
		field_put_count(out, field);
	seq_buf_putc(out, ' ');
	seq_buf_puts(out, field->name);
	if (rel && open)
		seq_buf_puts(out, "[]");
	seq_buf_puts(out, field->suffix ?: "");
	if (field->location == KTRACE_FIELD_REST)
		seq_buf_puts(out, "[]");
	if (!data)
		field_put_count(out, field);
	seq_buf_puts(out, ";\toffset:");
	field_put_number(out, field->offset);
	seq_buf_puts(out, ";\tsize:");
	field_put_number(out, ktrace_field_bytes(field) * (data ? strings : 1));
	seq_buf_puts(out, field->is_signed ? ";\tsigned:1;\n" : ";\tsigned:0;\n");
}
