// SPDX-License-Identifier: GPL-2.0
/*
 * Describes the records of a TRACE_EVENT() to readers: fields and format.
 *
 * Called in task context.
 */
#include <linux/ctype.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "parse/field.h"
#include "tracepoint/tracepoint.h"

/* Return true if elements of this C type are characters. */
static bool describe_is_char(const char *type)
{
	return strstr(type, "char");
}

static bool describe_is_pointer(const char *type)
{
	size_t len = strlen(type);

	return len && type[len - 1] == '*';
}

/* Set the kind of a number. */
static void describe_number(struct ktrace_field *field)
{
	if (!strcmp(field->type, "char *") || !strcmp(field->type, "const char *")) {
		field->kind = KTRACE_FIELD_STRING;
		field->location = KTRACE_FIELD_KERNEL;
	} else if (describe_is_pointer(field->type)) {
		field->kind = KTRACE_FIELD_POINTER;
	}
}

/**
 * ktrace_tracepoint_describe - convert a field for filters and the file format
 * @from:	the field
 * @to:	output
 */
void ktrace_tracepoint_describe(const struct ktrace_tracepoint_field *from,
				struct ktrace_field *to)
{
	*to = (struct ktrace_field) {
		.name = from->name,
		.type = from->type,
		.size = from->size,
		.is_signed = from->flags & KTRACE_TRACEPOINT_SIGNED,
		.offset = from->offset,
		.count = from->count,
	};
	if (from->location == KTRACE_TRACEPOINT_NUMBER) {
		describe_number(to);
		return;
	}
	if (from->location == KTRACE_TRACEPOINT_LOC)
		to->location = KTRACE_FIELD_DATA_LOC;
	else if (from->location == KTRACE_TRACEPOINT_REL_LOC)
		to->location = KTRACE_FIELD_REL_LOC;
	to->kind = KTRACE_FIELD_ARRAY;
	if (from->location != KTRACE_TRACEPOINT_STRUCT && describe_is_char(from->type))
		to->kind = KTRACE_FIELD_STRING;
	if (from->flags & KTRACE_TRACEPOINT_MASK)
		to->kind = strcmp(from->type, "cpumask_t") ? KTRACE_FIELD_BITMASK :
			   KTRACE_FIELD_CPUMASK;
}

/* Return true if the record contains all of a field of variable length. */
static bool describe_field_whole(const struct ktrace_tracepoint_field *field,
				 const void *record, u32 len)
{
	u32 loc = *(const u32 *)(record + field->offset);
	u32 start = loc & U16_MAX;

	if (field->location == KTRACE_TRACEPOINT_REL_LOC)
		start += field->offset + sizeof(loc);
	return start + (loc >> 16) <= len;
}

/**
 * ktrace_tracepoint_whole - check that a record contains all of its fields
 * @class:	class of the record
 * @record:	the record
 * @len:	length in bytes
 *
 * Return: true if the record is complete.
 */
bool ktrace_tracepoint_whole(const struct ktrace_tracepoint_class *class, const void *record,
			     u32 len)
{
	const struct ktrace_tracepoint_field *field;

	if (len < class->bytes)
		return false;
	for (field = class->fields(); field->name; field++)
		if (field->location >= KTRACE_TRACEPOINT_LOC &&
		    !describe_field_whole(field, record, len))
			return false;
	return true;
}

/* Return the end of the string literal at @at. */
static const char *format_literal(const char *at)
{
	for (at++; *at && *at != '"'; at++)
		if (*at == '\\' && at[1])
			at++;
	return *at ? at + 1 : at;
}

static bool format_in_word(char c)
{
	return isalnum(c) || c == '_';
}

/* Return the end of the word or number at @at; "sizeof(TYPE)" is one word. */
static const char *format_word(const char *at)
{
	const char *end = at;

	while (format_in_word(*end))
		end++;
	if (end - at == strlen("sizeof") && !strncmp(at, "sizeof(", strlen("sizeof(")))
		while (*end && *end++ != ')')
			;
	return end;
}

/* Return true if the word at @at is a member of a structure. */
static bool format_is_member(const char *start, const char *at)
{
	if (at > start && at[-1] == '.')
		return true;
	return at > start + 1 && at[-1] == '>' && at[-2] == '-';
}

/**
 * ktrace_tracepoint_format - append TP_printk() with the names of constants replaced by
 * values
 * @print_fmt:	source text of TP_printk()
 * @out:	output
 * @value:	get the value of the name of @len characters at @name; false if unknown
 * @data:	argument for @value
 */
void ktrace_tracepoint_format(const char *print_fmt, struct seq_buf *out,
			      bool (*value)(const char *name, unsigned int len, long *value,
					    const void *data),
			      const void *data)
{
	const char *at = print_fmt, *end;
	long number;

	for (; *at; at = end) {
		bool word = false;

		if (*at == '"') {
			end = format_literal(at);
		} else if (format_in_word(*at)) {
			end = format_word(at);
			word = !isdigit(*at) && !format_is_member(print_fmt, at);
		} else {
			end = at + 1;
		}
		if (word && value(at, end - at, &number, data))
			seq_buf_printf(out, "%ld", number);
		else
			seq_buf_putmem(out, at, end - at);
	}
}
