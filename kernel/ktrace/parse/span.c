// SPDX-License-Identifier: GPL-2.0
/*
 * Names, numbers and characters in a text. Called in task context by the parsers of this folder,
 * by commands, and by command/error_log.c.
 */
#include <linux/errno.h>
#include <linux/limits.h>

#include "span.h"

/**
 * ktrace_span_is_name - check whether a span is an identifier
 * @span:	the span
 *
 * Return: true for letters, digits and underscores that do not begin with a digit.
 */
bool ktrace_span_is_name(struct ktrace_span span)
{
	size_t i;

	for (i = 0; i < span.n; i++)
		if (!ktrace_span_is_letter(span.s[i]) && (!i || !ktrace_span_is_digit(span.s[i])))
			return false;
	return span.n;
}

/**
 * ktrace_span_utf8 - measure the first character of a span
 * @span:	the span
 *
 * Return: the length of the character in UTF-8; 0 if the span is empty or starts with no valid
 * character. Not valid are a part of a character, a surrogate, a character in more bytes than it
 * needs, and a number above U+10FFFF.
 */
size_t ktrace_span_utf8(struct ktrace_span span)
{
	u8 first = span.n ? span.s[0] : 0x80, low = 0x80, high = 0xbf;
	size_t n, i;

	if (first < 0x80)
		return 1;
	if (first < 0xc2 || first > 0xf4)
		return 0;
	n = 2 + (first >= 0xe0) + (first >= 0xf0);
	if (first == 0xe0)
		low = 0xa0;
	else if (first == 0xed)
		high = 0x9f;
	else if (first == 0xf0)
		low = 0x90;
	else if (first == 0xf4)
		high = 0x8f;
	if (n > span.n || (u8)span.s[1] < low || (u8)span.s[1] > high)
		return 0;
	for (i = 2; i < n; i++)
		if ((span.s[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

/* Return the value of the digit @c; 16 if it is not a digit. */
static unsigned int span_digit(char c)
{
	if (ktrace_span_is_digit(c))
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/**
 * ktrace_span_number - parse a whole span as a number
 * @span:	the span: 0x and hexadecimal digits, 0 and octal digits, or decimal
 *		digits
 * @value:	output; undefined on error
 *
 * Return: 0; -EINVAL for a syntax error or trailing characters; -ERANGE if the number
 * needs more than 64 bits.
 */
int ktrace_span_number(struct ktrace_span span, u64 *value)
{
	unsigned int base = 10, digit;
	bool fits = true;
	size_t i = 0;
	u64 v = 0;

	if (!span.n)
		return -EINVAL;
	if (span.n > 2 && span.s[0] == '0' && (span.s[1] | 0x20) == 'x') {
		base = 16;
		i = 2;
	} else if (span.n > 1 && span.s[0] == '0') {
		base = 8;
		i = 1;
	}
	for (; i < span.n; i++) {
		digit = span_digit(span.s[i]);
		if (digit >= base)
			return -EINVAL;
		fits = fits && v <= (U64_MAX - digit) / base;
		v = v * base + digit;
	}
	*value = v;
	return fits ? 0 : -ERANGE;
}

/**
 * ktrace_span_signed - parse a whole span as a number with an optional sign
 * @span:	the span: "+" or "-" before a number as for ktrace_span_number()
 * @value:	output; undefined on error
 *
 * Return: as ktrace_span_number(); -ERANGE also if the number is not from -S64_MAX to S64_MAX.
 */
int ktrace_span_signed(struct ktrace_span span, s64 *value)
{
	bool minus = span.n && span.s[0] == '-';
	u64 number;
	int err;

	if (span.n && (span.s[0] == '-' || span.s[0] == '+'))
		span = ktrace_span_from(span, 1);
	err = ktrace_span_number(span, &number);
	if (err)
		return err;
	if (number > S64_MAX)
		return -ERANGE;
	*value = minus ? -(s64)number : (s64)number;
	return 0;
}
