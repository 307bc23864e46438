/* SPDX-License-Identifier: GPL-2.0 */
/* Parser state, shared by filter_parse.c, filter_compare.c and filter_value.c. */
#ifndef _KTRACE_PARSE_FILTER_PARSE_H
#define _KTRACE_PARSE_FILTER_PARSE_H

#include <linux/bitops.h>

#include "field.h"
#include "filter.h"
#include "filter_program.h"

/* FILTER_EQ and so on, in the order of KTRACE_FILTER_OPERATORS(). */
#define FILTER_OPERATOR_NAME(name, ...)	FILTER_##name,
enum filter_operator {
	KTRACE_FILTER_OPERATORS(FILTER_OPERATOR_NAME)
};

/**
 * struct filter_frame - an open parenthesis
 * @open:	its position
 * @group:	the first instruction inside
 * @negate:	a negation precedes it
 */
struct filter_frame {
	const char	*open;
	u16		group;
	bool		negate;
};

/**
 * struct filter_parser - a filter being parsed
 * @lex:	the text, without trailing spaces
 * @start:	the first byte that is not a space
 * @env:	the names that it may use
 * @depth:	number of open parentheses
 * @nr:	number of instructions
 * @mask_words:	words of @masks in use
 * @frames:	the parentheses; the first entry is the whole filter
 * @insns:	the instructions. For sets they have indices in @masks, for strings
 *		offsets from @start; next[] are indices, or FILTER_TRUE and FILTER_FALSE
 *		until they are resolved
 * @masks:	sets
 */
struct filter_parser {
	struct ktrace_lexer	lex;
	const char		*start;
	const struct ktrace_filter_env	*env;
	unsigned int		depth;
	unsigned int		nr;
	unsigned int		mask_words;
	struct filter_frame	frames[KTRACE_FILTER_DEPTH_MAX + 1];
	struct ktrace_filter_insn insns[KTRACE_FILTER_COMPARISONS_MAX];
	unsigned long		masks[BITS_TO_LONGS(8 * KTRACE_FILTER_MASKS_MAX)];
};

/*
 * Values of next[] until the next instruction is known: the outcome makes the operand or list
 * that is being parsed true or false.
 */
#define FILTER_TRUE	0xffff
#define FILTER_FALSE	0xfffe

/**
 * struct filter_constant - a number in a filter
 * @value:	the number, in two's complement
 * @negative:	the number is negative
 */
struct filter_constant {
	u64	value;
	bool	negative;
};

/* Report an error at the byte @at; return its errno. */
static inline int ktrace_filter_fail(struct filter_parser *p, const char *at,
				     enum ktrace_filter_err code)
{
	return ktrace_lex_fail(&p->lex, at, code);
}

int ktrace_filter_number(struct filter_parser *p, const struct ktrace_field *field,
			 struct filter_constant *c);
int ktrace_filter_function(struct filter_parser *p, u64 *start, u64 *bytes);
int ktrace_filter_pattern(struct filter_parser *p, struct ktrace_span *pattern);
bool ktrace_filter_at_cpus(const struct filter_parser *p);
bool ktrace_filter_at_quote(const struct filter_parser *p);
int ktrace_filter_cpus(struct filter_parser *p, unsigned int *bits);
int ktrace_filter_compare(struct filter_parser *p);

#endif /* _KTRACE_PARSE_FILTER_PARSE_H */
