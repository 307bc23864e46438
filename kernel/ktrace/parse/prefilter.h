/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Prefilters: refuse records before they are built.
 *
 * A hook has some numbers of the record before it builds the record: in saved
 * registers, or in the task. struct ktrace_field.avail tells which, and where. Filters
 * are compiled a second time, to a program that reads these numbers. The prefilter
 * decides with less data, and never refuses a record that one of the filters accepts:
 *
 *	ret == 77 && filename ~ "*.conf"	refuses all other results
 *	ret == 77 || filename ~ "*.conf"	no prefilter is possible
 *
 * If several instances have filters on the same event, the prefilter refuses the
 * records that all of the filters refuse.
 *
 * Its only comparison is the range of filter_program.h. Each instruction loads eight
 * bytes and masks off the bytes beyond the number, so that it has to select only the
 * memory to read. The name of a task is compared as two such numbers.
 */
#ifndef _KTRACE_PARSE_PREFILTER_H
#define _KTRACE_PARSE_PREFILTER_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/types.h>
#include <linux/unaligned.h>

#include "field.h"
#include "filter_program.h"

/* Maximum number of comparisons in a program. */
#define KTRACE_PREFILTER_MAX	64

/* Values of struct ktrace_prefilter_insn.next that end the program. */
#define KTRACE_PREFILTER_REJECT	0	/* no filter accepts the record */
#define KTRACE_PREFILTER_ACCEPT	1	/* a filter may accept the record */

/**
 * struct ktrace_prefilter_insn - a comparison
 * @low:	start of the range, as in struct ktrace_filter_insn
 * @mask:	mask of the range
 * @span:	length of the range
 * @at:	offset in the hook's argument or in the task
 * @task:	read from the task
 * @next:	by outcome: distance to the next instruction in bytes, or KTRACE_PREFILTER_*
 */
struct ktrace_prefilter_insn {
	u64	low;
	u64	mask;
	u64	span;
	u16	at;
	u16	task;
	u16	next[2];
};

static_assert(sizeof(struct ktrace_prefilter_insn) == 32);

/**
 * struct ktrace_prefilter - a prefilter
 * @nr:	number of instructions, at least one
 * @exact:	the filters accept every record that passes: no comparison was omitted
 * @insns:	the instructions
 */
struct ktrace_prefilter {
	u16	nr;
	bool	exact;
	struct ktrace_prefilter_insn insns[] __counted_by(nr);
};

/**
 * struct ktrace_prefilter_env - input of ktrace_prefilter_compile()
 * @filters:	the filters
 * @nr_filters:	number of filters; with 0 all records pass
 * @fields:	the event's fields
 * @nr_fields:	number of fields
 * @comm_at:	offset of the name in a task
 * @at_entry:	the program will run at the beginning of the recorded operation: omit
 *		values that may still change, such as the result or the name of the task
 */
struct ktrace_prefilter_env {
	const struct ktrace_filter *const *filters;
	unsigned int		nr_filters;
	const struct ktrace_field *fields;
	unsigned int		nr_fields;
	u16			comm_at;
	bool			at_entry;
};

bool ktrace_prefilter_compile(struct ktrace_prefilter *prefilter,
			      const struct ktrace_prefilter_env *env);

/* Size of a program of @nr instructions. */
static inline size_t ktrace_prefilter_bytes(unsigned int nr)
{
	return sizeof(struct ktrace_prefilter) + nr * sizeof(struct ktrace_prefilter_insn);
}

/**
 * ktrace_prefilter_accepts - run a prefilter
 * @prefilter:	the program
 * @own:	the hook's argument; 8 bytes of each number must be readable
 * @task:	the task; 8 bytes of each number must be readable
 *
 * Context: any.
 * Return: false if all filters would refuse the record; true if one may accept it or,
 * with an exact program, does accept it.
 */
static __always_inline bool ktrace_prefilter_accepts(const struct ktrace_prefilter *prefilter,
						     const void *own, const void *task)
{
	const struct ktrace_prefilter_insn *insn = prefilter->insns;
	const void *from;
	u64 value;
	u16 next;

	for (;;) {
		from = insn->task ? task : own;
		value = get_unaligned((const u64 *)(from + insn->at)) - insn->low;
		next = insn->next[(value & insn->mask) <= insn->span];
		/* Most programs have one instruction. One comparison of @next serves both tests. */
		if (likely(next <= KTRACE_PREFILTER_ACCEPT))
			return next == KTRACE_PREFILTER_ACCEPT;
		insn = (const void *)insn + next;
	}
}

#endif /* _KTRACE_PARSE_PREFILTER_H */
