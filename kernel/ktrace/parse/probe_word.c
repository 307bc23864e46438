// SPDX-License-Identifier: GPL-2.0
/* Words, numbers and errors of the language of probes. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "parse/probe_parse.h"

static const struct {
	int		error;
	const char	*text;
} probe_errors[] = {
#define PROBE_ERROR(name, err, text) \
	[PROBE_ERR_##name] = { err, text },
#include "parse/probe_errors.h"
#undef PROBE_ERROR
};

/**
 * probe_error_text - get the message of an error
 * @code:	the error
 *
 * Return: a constant string.
 */
const char *probe_error_text(enum probe_err code)
{
	return probe_errors[code].text;
}

/**
 * probe_error_errno - get the errno of an error
 * @code:	the error
 *
 * Return: a negative errno.
 */
int probe_error_errno(enum probe_err code)
{
	return -probe_errors[code].error;
}

/* Set an error at the byte @at; return its errno. */
int probe_fail(struct probe_parser *p, const char *at, enum probe_err code)
{
	p->error->code = code;
	p->error->column = at - p->line;
	return probe_error_errno(code);
}

/* Return true if @span is a valid name of an event, a group or a field. */
bool probe_ident(struct probe_span span)
{
	size_t i;

	if (!span.n || isdigit(span.s[0]))
		return false;
	for (i = 0; i < span.n; i++) {
		if (!isascii(span.s[i]) || (!isalnum(span.s[i]) && span.s[i] != '_'))
			return false;
	}
	return true;
}

static unsigned int probe_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/*
 * Parse all of @span as a number: 0x hexadecimal, 0 octal, otherwise decimal. Return
 * false for a syntax error, trailing characters or an overflow.
 */
bool probe_number(struct probe_span span, u64 *value)
{
	unsigned int base = 10, digit;
	u64 v = 0;
	size_t i = 0;

	if (span.n > 2 && span.s[0] == '0' && (span.s[1] | 0x20) == 'x') {
		base = 16;
		i = 2;
	} else if (span.n > 1 && span.s[0] == '0') {
		base = 8;
		i = 1;
	}
	if (!span.n)
		return false;
	for (; i < span.n; i++) {
		digit = probe_digit(span.s[i]);
		/* No base divides 2^64 - 1: the sum can overflow, too. */
		if (digit >= base || v > U64_MAX / base ||
		    v * base > U64_MAX - digit)
			return false;
		v = v * base + digit;
	}
	*value = v;
	return true;
}

/* As probe_number(), with an optional sign before it. */
bool probe_signed(struct probe_span span, s64 *value)
{
	bool minus = span.n && span.s[0] == '-';
	u64 v;

	if (span.n && (span.s[0] == '-' || span.s[0] == '+'))
		span = probe_from(span, 1);
	if (!probe_number(span, &v) || v > S64_MAX)
		return false;
	*value = minus ? -(s64)v : (s64)v;
	return true;
}

/* Copy @span to a string; the caller has checked its length. */
void probe_copy(char *to, struct probe_span span)
{
	memcpy(to, span.s, span.n);
	to[span.n] = '\0';
}
