/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all parsers of this folder share: a position in a text, and the error that they find.
 *
 * A language lists its errors in NAME_errors.h, and makes an array of messages from the list.
 * A parser reports an error by ktrace_lex_fail(); its caller logs the message with a caret
 * at the column.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_LEXER_H
#define _KTRACE_PARSE_LEXER_H

#include <linux/types.h>

#include "span.h"

/**
 * struct ktrace_parse_message - an error of a language
 * @error:	its errno, positive
 * @text:	the message for error_log
 */
struct ktrace_parse_message {
	int		error;
	const char	*text;
};

/**
 * struct ktrace_parse_error - an error in a text
 * @code:	index in the messages of the language; 0: none
 * @column:	offset in the text of the offending byte
 */
struct ktrace_parse_error {
	unsigned int	code;
	unsigned int	column;
};

/**
 * struct ktrace_lexer - a text being parsed
 * @text:	the text, to which columns of errors refer
 * @at:		current position
 * @end:	end of the text
 * @messages:	the errors of the language, by code
 * @error:	output on error
 */
struct ktrace_lexer {
	const char	*text;
	const char	*at;
	const char	*end;
	const struct ktrace_parse_message *messages;
	struct ktrace_parse_error *error;
};

/**
 * ktrace_lex_space - skip white space
 * @lex:	the text
 */
static inline void ktrace_lex_space(struct ktrace_lexer *lex)
{
	while (lex->at < lex->end && ktrace_span_space(*lex->at))
		lex->at++;
}

/**
 * ktrace_lex_trim - remove white space from the end
 * @lex:	the text
 */
static inline void ktrace_lex_trim(struct ktrace_lexer *lex)
{
	while (lex->end > lex->at && ktrace_span_space(lex->end[-1]))
		lex->end--;
}

/**
 * ktrace_lex_at - check the next byte
 * @lex:	the text
 * @c:		the byte
 *
 * Return: true if @c comes next; false also at the end.
 */
static inline bool ktrace_lex_at(const struct ktrace_lexer *lex, char c)
{
	return lex->at < lex->end && *lex->at == c;
}

/**
 * ktrace_lex_take - skip a byte
 * @lex:	the text
 * @c:		the byte
 *
 * Return: whether the next byte is @c; if not, or at the end, the position stays.
 */
static inline bool ktrace_lex_take(struct ktrace_lexer *lex, char c)
{
	if (!ktrace_lex_at(lex, c))
		return false;
	lex->at++;
	return true;
}

/**
 * ktrace_lex_rest - the text from the current position
 * @lex:	the text
 *
 * Return: the part of the text that has not been read.
 */
static inline struct ktrace_span ktrace_lex_rest(const struct ktrace_lexer *lex)
{
	return (struct ktrace_span) { lex->at, lex->end - lex->at };
}

struct ktrace_span ktrace_lex_word(struct ktrace_lexer *lex, const char *stops);
int ktrace_lex_fail(struct ktrace_lexer *lex, const char *at, unsigned int code);

#endif /* _KTRACE_PARSE_LEXER_H */
