/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A span: a part of a text, not zero-terminated.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_SPAN_H
#define _KTRACE_PARSE_SPAN_H

#include <linux/string.h>
#include <linux/types.h>

/**
 * struct ktrace_span - a part of a text
 * @s:	its first byte
 * @n:	length in bytes
 */
struct ktrace_span {
	const char	*s;
	size_t		n;
};

/**
 * ktrace_span_space - check whether a byte separates words
 * @c:	the byte
 *
 * isspace() of linux/ctype.h cannot be used: it is true for bytes of UTF-8 characters.
 *
 * Return: true for ASCII white space.
 */
static inline bool ktrace_span_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/**
 * ktrace_skip_space - skip white space at the start of a string
 * @text:	the string
 *
 * skip_spaces() of linux/string.h cannot be used: see ktrace_span_space().
 *
 * Return: the first byte that does not separate words, which may be the terminating NUL.
 */
static inline char *ktrace_skip_space(const char *text)
{
	while (ktrace_span_space(*text))
		text++;
	return (char *)text;
}

/**
 * ktrace_span_is - compare a span with a string
 * @span:	the span
 * @word:	the string
 *
 * Return: true if they are equal.
 */
static inline bool ktrace_span_is(struct ktrace_span span, const char *word)
{
	return span.n == strlen(word) && !memcmp(span.s, word, span.n);
}

/**
 * ktrace_span_equal - compare two spans
 * @a:	the first span
 * @b:	the second span
 *
 * Return: true if they are equal.
 */
static inline bool ktrace_span_equal(struct ktrace_span a, struct ktrace_span b)
{
	return a.n == b.n && !memcmp(a.s, b.s, a.n);
}

/**
 * ktrace_span_starts - compare the start of a span with a string
 * @span:	the span
 * @word:	the string
 *
 * Return: true if the span starts with the string.
 */
static inline bool ktrace_span_starts(struct ktrace_span span, const char *word)
{
	size_t n = strlen(word);

	return span.n >= n && !memcmp(span.s, word, n);
}

/**
 * ktrace_span_of - make a span of a string
 * @text:	the string
 *
 * Return: the span, without the terminating NUL.
 */
static inline struct ktrace_span ktrace_span_of(const char *text)
{
	return (struct ktrace_span) { text, strlen(text) };
}

/**
 * ktrace_span_until - the part of a span before a byte
 * @span:	the span
 * @c:		the byte
 *
 * Return: the part before the first @c; the whole span if it contains no @c.
 */
static inline struct ktrace_span ktrace_span_until(struct ktrace_span span, char c)
{
	size_t n = 0;

	while (n < span.n && span.s[n] != c)
		n++;
	return (struct ktrace_span) { span.s, n };
}

/**
 * ktrace_span_from - a span without its first bytes
 * @span:	the span
 * @n:		number of these bytes, up to the length of @span
 *
 * Return: the part of @span.
 */
static inline struct ktrace_span ktrace_span_from(struct ktrace_span span, size_t n)
{
	return (struct ktrace_span) { span.s + n, span.n - n };
}

/**
 * ktrace_span_trim - remove white space from both ends of a span
 * @span:	the span
 *
 * Return: the part of @span between the white space.
 */
static inline struct ktrace_span ktrace_span_trim(struct ktrace_span span)
{
	while (span.n && ktrace_span_space(span.s[0]))
		span = ktrace_span_from(span, 1);
	while (span.n && ktrace_span_space(span.s[span.n - 1]))
		span.n--;
	return span;
}

/**
 * ktrace_span_strip - remove white space from both ends of a string
 * @text:	the string, which is changed
 *
 * Like strim(), which also removes the last byte of some UTF-8 characters.
 *
 * Return: the part of @text between the white space.
 */
static inline char *ktrace_span_strip(char *text)
{
	struct ktrace_span span = ktrace_span_trim(ktrace_span_of(text));

	text += span.s - text;
	text[span.n] = '\0';
	return text;
}

/**
 * ktrace_span_word - split the first word off a span
 * @rest:	the span; set to the part after the word
 *
 * Return: the word, without the white space before it; an empty span at the end of @rest if
 * there is none.
 */
static inline struct ktrace_span ktrace_span_word(struct ktrace_span *rest)
{
	struct ktrace_span word;
	size_t n = 0;

	while (n < rest->n && ktrace_span_space(rest->s[n]))
		n++;
	*rest = ktrace_span_from(*rest, n);
	for (n = 0; n < rest->n && !ktrace_span_space(rest->s[n]); n++)
		;
	word = (struct ktrace_span){ rest->s, n };
	*rest = ktrace_span_from(*rest, n);
	return word;
}

/**
 * ktrace_span_cut - split a span at a byte
 * @rest:	the span; set to the part after the first @c, or to an empty span
 * @c:		the separator
 *
 * Return: the part before @c; the whole span if it contains no @c.
 */
static inline struct ktrace_span ktrace_span_cut(struct ktrace_span *rest, char c)
{
	struct ktrace_span head = ktrace_span_until(*rest, c);

	*rest = ktrace_span_from(*rest, head.n < rest->n ? head.n + 1 : head.n);
	return head;
}

static inline bool ktrace_span_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool ktrace_span_is_letter(char c)
{
	return c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/**
 * ktrace_span_line - the first string of a span, without the newline that ends it
 * @span:	bytes, with or without a zero among them
 *
 * A writer of trace_marker may end its text with a newline, which is a byte of the record.
 * Filters, histograms and the text of a record leave the newline out.
 *
 * Return: the part of @span.
 */
static inline struct ktrace_span ktrace_span_line(struct ktrace_span span)
{
	span.n = strnlen(span.s, span.n);
	if (span.n && span.s[span.n - 1] == '\n')
		span.n--;
	return span;
}

bool ktrace_span_is_name(struct ktrace_span span);
size_t ktrace_span_utf8(struct ktrace_span span);
int ktrace_span_number(struct ktrace_span span, u64 *value);
int ktrace_span_signed(struct ktrace_span span, s64 *value);

#endif /* _KTRACE_PARSE_SPAN_H */
