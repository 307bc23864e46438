// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of probes as fields of their records.
 *
 * Called in task context when a probe is defined, and by readers, which must not trust
 * records.
 */
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/unaligned.h>

#include "probe/args.h"
#include "text/format.h"

/**
 * ktrace_probe_args_set - compute the offsets of a probe's arguments in its records
 * @args:	output, spec->nr_args entries
 * @spec:	the probe
 * @head:	offset in the record of the first argument
 */
void ktrace_probe_args_set(struct probe_field *args, const struct probe_spec *spec, u32 head)
{
	unsigned int i;

	for (i = 0; i < spec->nr_args; i++) {
		const struct probe_arg *from = &spec->args[i];

		strscpy(args[i].name, from->name);
		args[i].type = from->type;
		args[i].offset = head + from->record_offset;
		args[i].count = from->count;
	}
}

/**
 * ktrace_probe_args_differ - compare a probe's records with those of an event
 * @args:	the event's arguments
 * @nr:	number of arguments
 * @spec:	the probe
 * @column:	output, position in the line of the first difference
 *
 * All records of an event have the same layout: names, types and array lengths must
 * agree. The sources of the values may differ.
 *
 * Return: PROBE_OK if they agree, or PROBE_ERR_DIFF_ARG_TYPE.
 */
enum probe_err ktrace_probe_args_differ(const struct probe_field *args, unsigned int nr,
					const struct probe_spec *spec, unsigned int *column)
{
	unsigned int i;

	for (i = 0; i < spec->nr_args; i++) {
		const struct probe_arg *arg = &spec->args[i];

		if (i < nr && !strcmp(args[i].name, arg->name) && args[i].type == arg->type &&
		    args[i].count == arg->count)
			continue;
		*column = arg->column;
		return PROBE_ERR_DIFF_ARG_TYPE;
	}
	if (i == nr)
		return PROBE_OK;
	*column = spec->location_column;
	return PROBE_ERR_DIFF_ARG_TYPE;
}

/**
 * ktrace_probe_arg_field - describe an argument as a field
 * @arg:	the argument
 * @field:	output
 */
void ktrace_probe_arg_field(const struct probe_field *arg, struct ktrace_field *field)
{
	*field = (struct ktrace_field) {
		.type = arg->type->ctype, .name = arg->name,
		.kind = arg->count ? KTRACE_FIELD_ARRAY : KTRACE_FIELD_NUMBER,
		.offset = arg->offset, .size = arg->type->size, .count = arg->count,
		.is_signed = arg->type->show == PROBE_SHOW_SIGNED,
	};
	if (arg->type->show != PROBE_SHOW_STRING)
		return;
	field->type = NULL;
	field->kind = KTRACE_FIELD_STRING;
	field->location = KTRACE_FIELD_DATA_LOC;
	field->size = 1;
	/* Clients expect strings to be signed. */
	field->is_signed = true;
}

/* Conversions for clients by kind of value, of numbers below 8 bytes and of 8 bytes. */
static const char * const arg_formats[][2] = {
	[PROBE_SHOW_HEX]	= { "0x%x", "0x%Lx" },
	[PROBE_SHOW_UNSIGNED]	= { "%u", "%Lu" },
	[PROBE_SHOW_SIGNED]	= { "%d", "%Ld" },
	[PROBE_SHOW_CHAR]	= { "'%c'", "'%c'" },
	[PROBE_SHOW_SYMBOL]	= { "%pS", "%pS" },
	[PROBE_SHOW_STRING]	= { "\\\"%s\\\"", "\\\"%s\\\"" },
};

static void arg_write_format(const struct probe_field *arg, struct seq_buf *out)
{
	const char *format = arg_formats[arg->type->show][arg->type->size == sizeof(u64)];
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

static void arg_write_value(const struct probe_field *arg, struct seq_buf *out)
{
	bool is_string = arg->type->show == PROBE_SHOW_STRING;
	unsigned int i;

	if (!arg->count)
		seq_buf_printf(out, is_string ? ", __get_str(%s)" : ", REC->%s", arg->name);
	for (i = 0; i < arg->count; i++)
		seq_buf_printf(out, is_string ? ", __get_str(%s[%u])" : ", REC->%s[%u]",
			       arg->name, i);
}

/**
 * ktrace_probe_args_formats - append the conversions of the arguments to "print fmt"
 * @args:	the arguments
 * @nr:	number of arguments
 * @out:	output
 */
void ktrace_probe_args_formats(const struct probe_field *args, unsigned int nr,
			       struct seq_buf *out)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		seq_buf_printf(out, " %s=", args[i].name);
		arg_write_format(&args[i], out);
	}
}

/**
 * ktrace_probe_args_values - append the operands of the arguments to "print fmt"
 * @args:	the arguments
 * @nr:	number of arguments
 * @out:	output
 */
void ktrace_probe_args_values(const struct probe_field *args, unsigned int nr,
			      struct seq_buf *out)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		arg_write_value(&args[i], out);
}

static u64 arg_unsigned(const void *from, unsigned int size)
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

static s64 arg_signed(const void *from, unsigned int size)
{
	unsigned int shift = 64 - 8 * size;

	return (s64)(arg_unsigned(from, size) << shift) >> shift;
}

static void arg_print_number(const struct probe_arg_type *type, const void *from,
			     struct seq_buf *out)
{
	u64 value = arg_unsigned(from, type->size);
	char c = value;

	switch (type->show) {
	case PROBE_SHOW_UNSIGNED:
		ktrace_format_dec(out, value);
		break;
	case PROBE_SHOW_SIGNED:
		ktrace_format_signed(out, arg_signed(from, type->size));
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

/* Append the string to which the location at @from refers. */
static void arg_print_string(const void *rec, u32 len, const void *from,
			     struct seq_buf *out)
{
	u32 loc = get_unaligned((const u32 *)from);
	u32 at = loc & 0xffff, n = loc >> 16;

	/* A string includes its zero; a length of 0 means that the string could not be read. */
	if (!n || at > len || n > len - at) {
		seq_buf_puts(out, "(fault)");
		return;
	}
	seq_buf_putc(out, '"');
	ktrace_format_text(out, rec + at, strnlen(rec + at, n), '"');
	seq_buf_putc(out, '"');
}

/* Print the value or array element at @from in the record @rec, which has @len bytes, to @out. */
static void arg_print_value(const struct probe_arg_type *type, const void *rec, u32 len,
			    const void *from, struct seq_buf *out)
{
	if (type->show == PROBE_SHOW_STRING)
		arg_print_string(rec, len, from, out);
	else
		arg_print_number(type, from, out);
}

static void arg_print(const struct probe_field *arg, const void *rec,
		      u32 len, struct seq_buf *out)
{
	const void *from = rec + arg->offset;
	unsigned int i;

	seq_buf_putc(out, ' ');
	seq_buf_puts(out, arg->name);
	seq_buf_putc(out, '=');
	if (!arg->count) {
		arg_print_value(arg->type, rec, len, from, out);
		return;
	}
	for (i = 0; i < arg->count; i++, from += arg->type->size) {
		seq_buf_putc(out, i ? ',' : '{');
		arg_print_value(arg->type, rec, len, from, out);
	}
	seq_buf_putc(out, '}');
}

/**
 * ktrace_probe_args_print - append the arguments of a record as text
 * @args:	the arguments
 * @nr:	number of arguments
 * @rec:	the record, which contains all arguments
 * @len:	length in bytes; locations of strings in the record are not trusted
 * @out:	output
 */
void ktrace_probe_args_print(const struct probe_field *args, unsigned int nr, const void *rec,
			     u32 len, struct seq_buf *out)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		arg_print(&args[i], rec, len, out);
}
