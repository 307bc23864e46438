// SPDX-License-Identifier: GPL-2.0
/* Words, numbers and errors of the language of probes. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "parse/probe_parse.h"
#include "parse/span.h"

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

/*
 * Parse all of @span as a number: 0x hexadecimal, 0 octal, otherwise decimal. Return
 * false for a syntax error, trailing characters or an overflow.
 */
bool probe_number(struct probe_span span, u64 *value)
{
	return !ktrace_span_number((struct ktrace_span){ span.s, span.n }, value);
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
