/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters: whether a record is wanted.
 *
 * ktrace_filter_run() is asked on the record's image, when most records that are not
 * wanted have been refused already, before they were made: see filter_early.h. Where a
 * field is missing it may answer that it is not known yet; ktrace_filter_numbers() does
 * so where there are but some numbers.
 *
 * All of it runs in any context: it takes no lock, allocates nothing, and ends after
 * as many steps as the filter has comparisons, twice as many if data are missing.
 */
#ifndef _KTRACE_PARSE_FILTER_RUN_H
#define _KTRACE_PARSE_FILTER_RUN_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "filter_program.h"
#include "span.h"

/**
 * enum ktrace_filter_verdict - whether a record is wanted
 * @KTRACE_FILTER_NO:		it is not, whatever the missing data will be
 * @KTRACE_FILTER_YES:		it is, whatever they will be
 * @KTRACE_FILTER_UNKNOWN:	that depends on data that are missing
 */
enum ktrace_filter_verdict {
	KTRACE_FILTER_NO,
	KTRACE_FILTER_YES,
	KTRACE_FILTER_UNKNOWN,
};

/**
 * struct ktrace_filter_image - a record, as a filter sees it
 * @record:	its bytes, the common fields first
 * @len:	how many
 * @cpu:	the CPU
 * @comm:	the task's name, KTRACE_FIELD_COMM_BYTES; NULL: it has none
 * @missing:	bit n: the event's field n is not known yet; for fields below
 *		KTRACE_FILTER_BITS, others are never missing
 * @fetch:	get the string at @address, for field @field, from memory of user space if
 *		@user, else of the kernel. Fills in @string; need not look for its end.
 *		The bytes stay until the next call. Returns 0; -EAGAIN if the string is not
 *		known yet; another negative errno if it cannot be read, and then no
 *		comparison with it is true. NULL: no string can be read; the filter must not
 *		have @fetches set then, or those comparisons are false
 *
 * A record that is too short for the fields that the filter reads is not wanted.
 */
struct ktrace_filter_image {
	const void	*record;
	u32		len;
	u32		cpu;
	const char	*comm;
	u64		missing;
	int		(*fetch)(const struct ktrace_filter_image *image, unsigned int field,
				 u64 address, bool user, struct ktrace_span *string);
};

enum ktrace_filter_verdict ktrace_filter_run(const struct ktrace_filter *filter,
					     const struct ktrace_filter_image *image);
bool ktrace_filter_glob(struct ktrace_span glob, struct ktrace_span s);

/* The instruction after @insn. */
static __always_inline const struct ktrace_filter_insn *
filter_next(const struct ktrace_filter_insn *insn, bool outcome)
{
	return (const void *)insn + insn->next[outcome];
}

/* The outcome of a comparison of a number with a range. */
static __always_inline bool filter_outcome(const struct ktrace_filter_insn *insn, u64 value)
{
	return ((value - insn->number.low) & insn->number.mask) <= insn->number.span;
}

/**
 * typedef ktrace_filter_number - get a number of a record that is not built yet
 * @from:	where it comes from, as registers
 * @field:	the field
 *
 * Return: the field's value; bits beyond the field's size are ignored.
 */
typedef u64 (*ktrace_filter_number_fn)(const void *from, unsigned int field);

enum ktrace_filter_verdict ktrace_filter_some_numbers(const struct ktrace_filter *filter,
						      u64 have, ktrace_filter_number_fn number,
						      const void *from);

/**
 * ktrace_filter_numbers - whether a record is wanted, before it is built
 * @filter:	the filter
 * @have:	bit n: @number knows the event's field n; below KTRACE_FILTER_BITS
 * @number:	gets a field; is inlined if it can be
 * @from:	for @number
 *
 * Context: any.
 * Return: the verdict.
 */
static __always_inline enum ktrace_filter_verdict
ktrace_filter_numbers(const struct ktrace_filter *filter, u64 have,
		      ktrace_filter_number_fn number, const void *from)
{
	const struct ktrace_filter_insn *insn = filter->insns;

	if (unlikely(filter->numbers & ~have))
		return ktrace_filter_some_numbers(filter, have, number, from);
	do {
		insn = filter_next(insn, filter_outcome(insn, number(from, insn->field)));
	} while (!filter_is_end(insn));
	return insn->op == FILTER_OP_ACCEPT ? KTRACE_FILTER_YES : KTRACE_FILTER_NO;
}

/**
 * ktrace_filter_reads - whether a filter depends on a field
 * @filter:	the filter
 * @field:	index of the event's field
 *
 * Context: any.
 * Return: true if it does.
 */
static inline bool ktrace_filter_reads(const struct ktrace_filter *filter, unsigned int field)
{
	return filter->reads[field / 64] >> (field % 64) & 1;
}

#endif /* _KTRACE_PARSE_FILTER_RUN_H */
