// SPDX-License-Identifier: GPL-2.0
/*
 * The helpers of TP_printk(): __print_flags() and others.
 *
 * Called by the show functions that include/trace/ktrace.h generates, in task context.
 * Each helper appends a string to a scratch buffer and returns the string; a string
 * without room is truncated, but terminated.
 */
#include <linux/export.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint-defs.h>

#include "tracepoint/tracepoint.h"

/* Terminate the string that starts at @text. */
static const char *print_end(struct trace_seq *p, const char *text)
{
	char *end;

	trace_seq_putc(p, 0);
	if (!trace_seq_has_overflowed(p))
		return text;
	end = p->buffer + min_t(size_t, trace_seq_used(p), sizeof(p->buffer) - 1);
	*end = 0;
	return text <= end ? text : "";
}

/**
 * ktrace_print_flags - format a bitmap by name
 * @p:	scratch buffer
 * @delim:	separator
 * @flags:	the bits
 * @names:	names of single bits or of combinations
 * @nr:	number of names
 *
 * Bits without a name follow as a number.
 *
 * Return: the string.
 */
const char *ktrace_print_flags(struct trace_seq *p, const char *delim, u64 flags,
			       const struct trace_print_flags *names, unsigned int nr)
{
	const char *text = trace_seq_buffer_ptr(p);
	const char *between = "";
	unsigned int i;

	for (i = 0; i < nr && flags && names[i].name; i++) {
		if ((flags & names[i].mask) != names[i].mask)
			continue;
		flags &= ~names[i].mask;
		trace_seq_puts(p, between);
		trace_seq_puts(p, names[i].name);
		between = delim;
	}
	if (flags) {
		trace_seq_puts(p, between);
		trace_seq_printf(p, "0x%llx", flags);
	}
	return print_end(p, text);
}
EXPORT_SYMBOL_GPL(ktrace_print_flags);

/**
 * ktrace_print_symbol - get the name of a value
 * @p:	scratch buffer
 * @value:	the value
 * @names:	names of values
 * @nr:	number of names
 *
 * Return: the name, or the number if there is none.
 */
const char *ktrace_print_symbol(struct trace_seq *p, u64 value,
				const struct trace_print_flags *names, unsigned int nr)
{
	const char *text = trace_seq_buffer_ptr(p);
	unsigned int i;

	for (i = 0; i < nr && names[i].name; i++)
		if (names[i].mask == value)
			return names[i].name;
	trace_seq_printf(p, "0x%llx", value);
	return print_end(p, text);
}
EXPORT_SYMBOL_GPL(ktrace_print_symbol);

/**
 * ktrace_print_mask - format a bitmap in hexadecimal
 * @p:	scratch buffer
 * @mask:	the bits, an array of unsigned long
 * @bytes:	size of the array in bytes
 *
 * Return: the string.
 */
const char *ktrace_print_mask(struct trace_seq *p, const void *mask, unsigned int bytes)
{
	const char *text = trace_seq_buffer_ptr(p);

	trace_seq_printf(p, "%*pb", bytes * BITS_PER_BYTE, mask);
	return print_end(p, text);
}
EXPORT_SYMBOL_GPL(ktrace_print_mask);

/**
 * ktrace_print_hex - format bytes as two hexadecimal digits each
 * @p:	scratch buffer
 * @bytes:	the bytes
 * @len:	number of bytes
 * @together:	no spaces between bytes
 *
 * Return: the string.
 */
const char *ktrace_print_hex(struct trace_seq *p, const void *bytes, int len, bool together)
{
	const char *text = trace_seq_buffer_ptr(p);
	const u8 *byte = bytes;
	int i;

	for (i = 0; i < len && !trace_seq_has_overflowed(p); i++)
		trace_seq_printf(p, "%s%02x", i && !together ? " " : "", byte[i]);
	return print_end(p, text);
}
EXPORT_SYMBOL_GPL(ktrace_print_hex);

static u64 print_element(const void *at, size_t size)
{
	switch (size) {
	case 1:
		return *(const u8 *)at;
	case 2:
		return *(const u16 *)at;
	case 4:
		return *(const u32 *)at;
	default:
		return *(const u64 *)at;
	}
}

/**
 * ktrace_print_array - format the elements of an array
 * @p:	scratch buffer
 * @array:	the array
 * @count:	number of elements
 * @size:	size of an element in bytes: 1, 2, 4 or 8
 *
 * Return: the string.
 */
const char *ktrace_print_array(struct trace_seq *p, const void *array, int count, size_t size)
{
	const char *text = trace_seq_buffer_ptr(p);
	int i;

	trace_seq_putc(p, '{');
	for (i = 0; i < count && !trace_seq_has_overflowed(p); i++)
		trace_seq_printf(p, "%s0x%llx", i ? "," : "",
				 print_element(array + i * size, size));
	trace_seq_putc(p, '}');
	return print_end(p, text);
}
EXPORT_SYMBOL_GPL(ktrace_print_array);

/**
 * ktrace_print_hex_dump - format bytes as print_hex_dump() does
 * @p:	scratch buffer
 * @prefix:	prefix of each line
 * @prefix_type:	DUMP_PREFIX_*
 * @row:	bytes per line
 * @group:	bytes per group
 * @bytes:	the bytes
 * @len:	number of bytes
 * @ascii:	add the characters to each line
 *
 * Return: the string, which begins with a newline.
 */
const char *ktrace_print_hex_dump(struct trace_seq *p, const char *prefix, int prefix_type,
				  int row, int group, const void *bytes, size_t len,
				  bool ascii)
{
	const char *text = trace_seq_buffer_ptr(p);

	trace_seq_putc(p, '\n');
	trace_seq_hex_dump(p, prefix, prefix_type, row, group, bytes, len, ascii);
	return print_end(p, text);
}
EXPORT_SYMBOL_GPL(ktrace_print_hex_dump);
