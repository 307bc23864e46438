/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters: the decision whether to write a record.
 *
 * ktrace_filter_run() runs on the record's image. Prefilters have refused most unwanted
 * records before they are built: see filter_early.h. If a field is missing, the verdict
 * may be unknown. ktrace_filter_numbers() runs on some numbers of the record only.
 *
 * Both run in any context: they take no lock, allocate nothing, and end after as many
 * steps as the filter has comparisons, or twice as many if data are missing.
 */
#ifndef _KTRACE_PARSE_FILTER_RUN_H
#define _KTRACE_PARSE_FILTER_RUN_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "filter_program.h"
#include "span.h"

/**
 * enum ktrace_filter_verdict - verdict of a filter
 * @KTRACE_FILTER_NO:	refused, regardless of missing data
 * @KTRACE_FILTER_YES:	accepted, regardless of missing data
 * @KTRACE_FILTER_UNKNOWN:	depends on missing data
 */
enum ktrace_filter_verdict {
	KTRACE_FILTER_NO,
	KTRACE_FILTER_YES,
	KTRACE_FILTER_UNKNOWN,
};

/**
 * struct ktrace_filter_image - a record, as a filter sees it
 * @record:	its bytes, starting with the common fields
 * @len:	length in bytes
 * @cpu:	number of the CPU
 * @comm:	the task's name, KTRACE_FIELD_COMM_BYTES; NULL if there is none
 * @missing:	bitmap of the event's fields that are not yet known; only fields below
 *		KTRACE_FILTER_BITS can be missing
 * @fetch:	get the string at @address, for field @field, from user memory if @user,
 *		otherwise from kernel memory. Sets @string; need not find its end. The
 *		bytes are valid until the next call. Returns 0; -EAGAIN if the string is
 *		not yet known; another negative errno if it cannot be read, in which
 *		case every comparison with it is false. NULL if strings cannot be read:
 *		then filters must not have @fetches set, or these comparisons are false
 *
 * A record that is shorter than the filter needs is refused.
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

/* Return the instruction after @insn. */
static __always_inline const struct ktrace_filter_insn *
filter_next(const struct ktrace_filter_insn *insn, bool outcome)
{
	return (const void *)insn + insn->next[outcome];
}

/* Compare a number with a range. */
static __always_inline bool filter_outcome(const struct ktrace_filter_insn *insn, u64 value)
{
	return ((value - insn->number.low) & insn->number.mask) <= insn->number.span;
}

/**
 * typedef ktrace_filter_number_fn - get a number of a record before the record is built
 * @from:	source, for example registers
 * @field:	the field
 *
 * Return: the value; bits beyond the field's size are ignored.
 */
typedef u64 (*ktrace_filter_number_fn)(const void *from, unsigned int field);

enum ktrace_filter_verdict ktrace_filter_some_numbers(const struct ktrace_filter *filter,
						      u64 have, ktrace_filter_number_fn number,
						      const void *from);

/**
 * ktrace_filter_numbers - run a filter before the record is built
 * @filter:	the filter
 * @have:	bitmap of the event's fields that @number can get; below
 *		KTRACE_FILTER_BITS
 * @number:	gets a field; should be inlined
 * @from:	argument for @number
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
 * ktrace_filter_reads - check whether a filter reads a field
 * @filter:	the filter
 * @field:	index of the event's field
 *
 * Context: any.
 * Return: true if it reads the field.
 */
static inline bool ktrace_filter_reads(const struct ktrace_filter *filter, unsigned int field)
{
	return filter->reads[field / 64] >> (field % 64) & 1;
}

#endif /* _KTRACE_PARSE_FILTER_RUN_H */
