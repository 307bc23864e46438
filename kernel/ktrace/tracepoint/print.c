// SPDX-License-Identifier: GPL-2.0
/*
 * What the helpers of TP_printk() put together: __print_flags() and the like.
 *
 * Called by the show functions that include/trace/ktrace.h makes, in task context.
 * Each appends a string to the scratch that it is given, and returns it; one that does
 * not fit is cut, but terminated.
 */
#include <linux/export.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint-defs.h>

#include "tracepoint/tracepoint.h"

/* End the string that begins at @text. */
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
 * ktrace_print_flags - the names of bits that are set
 * @p: scratch
 * @delim: what stands between two
 * @flags: the bits
 * @names: names of bits, or of several together
 * @nr: how many names
 *
 * Bits without a name stand behind those with one, as a number.
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
 * ktrace_print_symbol - the name of a value
 * @p: scratch
 * @value: the value
 * @names: names of values
 * @nr: how many names
 *
 * Return: the string, a number if there is no name.
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
 * ktrace_print_mask - a set of bits, in hexadecimal digits
 * @p: scratch
 * @mask: the bits, an array of unsigned long
 * @bytes: its bytes
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
 * ktrace_print_hex - bytes, two digits each
 * @p: scratch
 * @bytes: the bytes
 * @len: how many
 * @together: with nothing in between, rather than a space
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
 * ktrace_print_array - the elements of an array
 * @p: scratch
 * @array: the array
 * @count: how many elements
 * @size: bytes of each: 1, 2, 4 or 8
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
 * ktrace_print_hex_dump - bytes in lines, as by print_hex_dump()
 * @p: scratch
 * @prefix: what stands before each line
 * @prefix_type: DUMP_PREFIX_*
 * @row: bytes of a line
 * @group: bytes that stand together
 * @bytes: the bytes
 * @len: how many
 * @ascii: with characters behind them
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
