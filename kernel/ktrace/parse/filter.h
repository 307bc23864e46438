/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters: select records.
 *
 * ktrace_filter_parse() compiles a line of text to a program, against the fields of an
 * event. filter_run.h runs the program. Documentation/trace/ktrace/filter-language.rst
 * describes the language, and filter-design.rst the programs.
 *
 * Pure: independent of events, rings and tasks; finds functions of the kernel through
 * struct ktrace_filter_env. Compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_FILTER_H
#define _KTRACE_PARSE_FILTER_H

#include <linux/types.h>

#include "field.h"
#include "lexer.h"

/* Maximum length of a filter, without a terminating zero. */
#define KTRACE_FILTER_TEXT_MAX		4095
/* Maximum number of comparisons in a filter. */
#define KTRACE_FILTER_COMPARISONS_MAX		512
/* Maximum nesting of parentheses. */
#define KTRACE_FILTER_DEPTH_MAX		64
/* Maximum length of a string to compare with. */
#define KTRACE_FILTER_PATTERN_MAX	255
/* Maximum number of CPUs in a list, and of bytes of all lists of a filter. */
#define KTRACE_FILTER_CPUS_MAX		8192
#define KTRACE_FILTER_MASKS_MAX		16384

/*
 * The operators of comparisons, as users write them, and whether they compare (1) numbers, strings,
 * sets, and addresses of functions, or refuse (0) them. FILTER_LT to FILTER_GE (filter_parse.h)
 * treat signed and unsigned numbers differently.
 */
#define KTRACE_FILTER_OPERATORS(OPERATOR)		\
	/* name, text, number, string, set, function */	\
	OPERATOR(EQ, "==", 1, 1, 1, 1)			\
	OPERATOR(NE, "!=", 1, 1, 1, 1)			\
	OPERATOR(LT, "<", 1, 0, 0, 0)			\
	OPERATOR(LE, "<=", 1, 0, 0, 0)			\
	OPERATOR(GT, ">", 1, 0, 0, 0)			\
	OPERATOR(GE, ">=", 1, 0, 0, 0)			\
	OPERATOR(AND, "&", 1, 0, 1, 0)			\
	OPERATOR(GLOB, "~", 0, 1, 0, 0)

#define KTRACE_FILTER_TEXT_IF_0(text)	""
#define KTRACE_FILTER_TEXT_IF_1(text)	" " text
#define KTRACE_FILTER_TEXT(name, text, ...)	" " text
#define KTRACE_FILTER_TEXT_STRING(name, text, number, string, set, function)	\
	KTRACE_FILTER_TEXT_IF_##string(text)
#define KTRACE_FILTER_TEXT_SET(name, text, number, string, set, function)	\
	KTRACE_FILTER_TEXT_IF_##set(text)
#define KTRACE_FILTER_TEXT_FUNCTION(name, text, number, string, set, function)	\
	KTRACE_FILTER_TEXT_IF_##function(text)

/* All operators, and those for strings, sets and functions, with a space before each. */
#define KTRACE_FILTER_OPERATOR_LIST	KTRACE_FILTER_OPERATORS(KTRACE_FILTER_TEXT)
#define KTRACE_FILTER_STRING_LIST	KTRACE_FILTER_OPERATORS(KTRACE_FILTER_TEXT_STRING)
#define KTRACE_FILTER_SET_LIST		KTRACE_FILTER_OPERATORS(KTRACE_FILTER_TEXT_SET)
#define KTRACE_FILTER_FUNCTION_LIST	KTRACE_FILTER_OPERATORS(KTRACE_FILTER_TEXT_FUNCTION)

struct ktrace_filter;

/* Errors in a filter. */
enum ktrace_filter_err {
	KTRACE_FILTER_OK,
#define FILTER_ERROR(name, ...) KTRACE_FILTER_ERR_##name,
#include "filter_errors.h"
#undef FILTER_ERROR
	NR_KTRACE_FILTER_ERRS
};

/* Messages by enum ktrace_filter_err. */
extern const struct ktrace_parse_message ktrace_filter_messages[NR_KTRACE_FILTER_ERRS];

/**
 * struct ktrace_filter_env - the names that a filter may use
 * @fields:	the event's fields, including the common ones
 * @nr_fields:	number of fields, at most KTRACE_FIELDS_MAX
 * @nr_cpus:	number of CPUs, at most KTRACE_FILTER_CPUS_MAX
 * @function:	find a function of the kernel by @name or, if @name is empty, by the
 *		address *@start within it. Sets its start and its size in bytes; returns
 *		0, or a negative errno if there is no such function. May be NULL
 */
struct ktrace_filter_env {
	const struct ktrace_field	*fields;
	unsigned int			nr_fields;
	unsigned int			nr_cpus;
	int				(*function)(struct ktrace_span name, u64 *start,
						    u64 *bytes);
};

int ktrace_filter_parse(const char *text, size_t len, const struct ktrace_filter_env *env,
			struct ktrace_filter **filter, struct ktrace_parse_error *error);
void ktrace_filter_free(struct ktrace_filter *filter);
const char *ktrace_filter_text(const struct ktrace_filter *filter);

#endif /* _KTRACE_PARSE_FILTER_H */
