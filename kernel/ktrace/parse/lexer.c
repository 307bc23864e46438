// SPDX-License-Identifier: GPL-2.0
/* Words and errors of a text. Called by the parsers of this folder in task context. */
#include <linux/string.h>

#include "lexer.h"

/**
 * ktrace_lex_word - read a word
 * @lex:	the text
 * @stops:	bytes, besides white space, that end the word
 *
 * Return: the word, possibly empty; the byte that ends it comes next.
 */
struct ktrace_span ktrace_lex_word(struct ktrace_lexer *lex, const char *stops)
{
	struct ktrace_span word = { lex->at, 0 };
	size_t n = strlen(stops);

	while (lex->at < lex->end && !ktrace_span_space(*lex->at) &&
	       !memchr(stops, *lex->at, n))
		lex->at++;
	word.n = lex->at - word.s;
	return word;
}

/**
 * ktrace_lex_fail - report an error
 * @lex:	the text
 * @at:		position of the error in the text
 * @code:	index of its message
 *
 * Return: its errno, negative.
 */
int ktrace_lex_fail(struct ktrace_lexer *lex, const char *at, unsigned int code)
{
	lex->error->code = code;
	lex->error->column = at - lex->text;
	return -lex->messages[code].error;
}
