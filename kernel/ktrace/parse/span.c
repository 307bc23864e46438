// SPDX-License-Identifier: GPL-2.0
/* Parses numbers in a text. Called by the parsers of this folder in task context. */
#include <linux/errno.h>
#include <linux/limits.h>

#include "span.h"

/* Return the value of the digit @c; 16 if it is not a digit. */
static unsigned int span_digit(char c)
{
	if (c >= '0' && c <= '9')
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
