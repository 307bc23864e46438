/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters: the decision whether to write a record.
 *
 * ktrace_filter_run() runs on the record's image. Prefilters have refused most unwanted
 * records before they are built: see prefilter.h.
 *
 * A filter runs in any context: it takes no lock, allocates nothing, and ends after as many
 * steps as it has comparisons.
 */
#ifndef _KTRACE_PARSE_FILTER_RUN_H
#define _KTRACE_PARSE_FILTER_RUN_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "filter_program.h"
#include "span.h"

/**
 * struct ktrace_filter_image - a record, as a filter sees it
 * @record:	its bytes, starting with the common fields
 * @len:	length in bytes
 * @cpu:	number of the CPU
 * @comm:	the task's name, KTRACE_FIELD_COMM_BYTES; NULL if there is none
 * @fetch:	get the string at @address, for field @field, from user memory if @user,
 *		otherwise from kernel memory. Sets @string; need not find its end. The
 *		bytes are valid until the next call. Returns 0; a negative errno if it cannot
 *		be read, in which case every comparison with it is false. NULL if strings
 *		cannot be read: then filters must not have @fetches set, or these comparisons
 *		are false
 *
 * A record that is shorter than the filter needs is refused.
 */
struct ktrace_filter_image {
	const void	*record;
	u32		len;
	u32		cpu;
	const char	*comm;
	int		(*fetch)(const struct ktrace_filter_image *image, unsigned int field,
				 u64 address, bool user, struct ktrace_span *string);
};

bool ktrace_filter_run(const struct ktrace_filter *filter,
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
