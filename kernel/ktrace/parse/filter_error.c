// SPDX-License-Identifier: GPL-2.0
/* Errors of filters: messages, errnos and positions. */
#include <linux/errno.h>

#include "filter_parse.h"

static const struct {
	int		error;
	const char	*text;
} filter_errors[] = {
#define FILTER_ERROR(name, err, text) \
	[KTRACE_FILTER_ERR_##name] = { err, text },
#include "filter_errors.h"
#undef FILTER_ERROR
};

/**
 * ktrace_filter_error_text - get the message of an error
 * @code:	the error
 *
 * Return: a constant string.
 */
const char *ktrace_filter_error_text(enum ktrace_filter_err code)
{
	return filter_errors[code].text;
}

/**
 * ktrace_filter_error_errno - get the errno of an error
 * @code:	the error
 *
 * Return: a negative errno.
 */
int ktrace_filter_error_errno(enum ktrace_filter_err code)
{
	return -filter_errors[code].error;
}

/**
 * ktrace_filter_fail - set an error
 * @p:	the filter
 * @at:	position of the error
 * @code:	the error
 *
 * Return: its errno.
 */
int ktrace_filter_fail(struct filter_parser *p, const char *at, enum ktrace_filter_err code)
{
	p->error->code = code;
	p->error->column = at - p->text;
	return ktrace_filter_error_errno(code);
}
