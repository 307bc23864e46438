// SPDX-License-Identifier: GPL-2.0
/* Words and errors of histograms' definitions. */
#include <linux/errno.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "hist_parser.h"

static const struct {
	int		error;
	const char	*text;
} hist_errors[] = {
#define HIST_ERROR(name, err, text) \
	[KTRACE_HIST_ERR_##name] = { err, text },
#include "hist_errors.h"
#undef HIST_ERROR
};

/**
 * ktrace_hist_error_text - get the message of an error
 * @code:	the error
 *
 * Return: a constant string.
 */
const char *ktrace_hist_error_text(enum ktrace_hist_err code)
{
	return hist_errors[code].text;
}

/**
 * ktrace_hist_fail - set an error
 * @p:	the definition
 * @at:	position of the error
 * @code:	the error
 *
 * Return: its errno.
 */
int ktrace_hist_fail(struct hist_parser *p, const char *at, enum ktrace_hist_err code)
{
	p->error->code = code;
	p->error->column = at - p->text;
	return -hist_errors[code].error;
}

/**
 * ktrace_hist_cut - split a text at a character
 * @rest:	the text; set to the part after @c
 * @c:	the separator
 *
 * Return: the part before @c; the whole text if there is no @c.
 */
struct ktrace_span ktrace_hist_cut(struct ktrace_span *rest, char c)
{
	struct ktrace_span head = *rest;
	const char *end = memchr(rest->s, c, rest->n);

	if (end) {
		head.n = end - rest->s;
		rest->s = end + 1;
		rest->n -= head.n + 1;
	} else {
		rest->s += rest->n;
		rest->n = 0;
	}
	return head;
}

/**
 * ktrace_hist_is_name - check whether a word is an identifier
 * @word:	the word
 *
 * Return: true if it is an identifier.
 */
bool ktrace_hist_is_name(struct ktrace_span word)
{
	size_t i;

	for (i = 0; i < word.n; i++)
		if (!hist_is_letter(word.s[i]) && (!i || !hist_is_digit(word.s[i])))
			return false;
	return word.n;
}

/**
 * ktrace_hist_show_number - append a number
 * @out:	output
 * @number:	the number
 */
void ktrace_hist_show_number(struct seq_buf *out, u64 number)
{
	char digits[20], *c = digits + sizeof(digits);

	do {
		*--c = '0' + number % 10;
		number /= 10;
	} while (number);
	seq_buf_putmem(out, c, digits + sizeof(digits) - c);
}
