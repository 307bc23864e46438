/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters: which records are wanted.
 *
 * ktrace_filter_parse() makes a program of a line of text, against the fields of
 * an event; filter_run.h has what runs it. The language is described in
 * Documentation/trace/ktrace/filters.rst.
 *
 * Pure: knows of no events, rings and tasks; functions of the kernel are asked
 * for through struct ktrace_filter_env. Compiles in user space unchanged
 * (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_FILTER_H
#define _KTRACE_PARSE_FILTER_H

#include <linux/types.h>

#include "field.h"

/* Bytes of a filter, without a zero at its end. */
#define KTRACE_FILTER_TEXT_MAX		4095
/* Comparisons in a filter. */
#define KTRACE_FILTER_COMPARISONS_MAX		512
/* Parentheses that are open at one place. */
#define KTRACE_FILTER_DEPTH_MAX		64
/* Bytes of a string that a field is compared with. */
#define KTRACE_FILTER_PATTERN_MAX	255
/* CPUs that a list may name, and bytes of all lists of a filter. */
#define KTRACE_FILTER_CPUS_MAX		8192
#define KTRACE_FILTER_MASKS_MAX		16384

struct ktrace_filter;

/* What may be wrong with a filter. */
enum ktrace_filter_err {
	KTRACE_FILTER_OK,
#define FILTER_ERROR(name, ...) KTRACE_FILTER_ERR_##name,
#include "filter_errors.h"
#undef FILTER_ERROR
	NR_KTRACE_FILTER_ERRS
};

/**
 * struct ktrace_filter_error - what is wrong with a filter
 * @code:	which error
 * @column:	offset in the text of the byte at fault
 */
struct ktrace_filter_error {
	enum ktrace_filter_err	code;
	unsigned int		column;
};

/**
 * struct ktrace_filter_env - what a filter may name
 * @fields:	the event's fields, the common ones included
 * @nr_fields:	how many, KTRACE_FIELDS_MAX at most
 * @nr_cpus:	CPUs have numbers below this one; KTRACE_FILTER_CPUS_MAX at most
 * @function:	find a function of the kernel: the one called @name or, if @name is
 *		empty, the one that has the byte at *@start. Fills in its first byte and
 *		its bytes; returns 0, or a negative errno if there is none. May be NULL
 */
struct ktrace_filter_env {
	const struct ktrace_field	*fields;
	unsigned int			nr_fields;
	unsigned int			nr_cpus;
	int				(*function)(struct ktrace_span name, u64 *start,
						    u64 *bytes);
};

int ktrace_filter_parse(const char *text, size_t len, const struct ktrace_filter_env *env,
			struct ktrace_filter **filter, struct ktrace_filter_error *error);
void ktrace_filter_free(struct ktrace_filter *filter);
const char *ktrace_filter_text(const struct ktrace_filter *filter);
const char *ktrace_filter_error_text(enum ktrace_filter_err code);
int ktrace_filter_error_errno(enum ktrace_filter_err code);

#endif /* _KTRACE_PARSE_FILTER_H */
