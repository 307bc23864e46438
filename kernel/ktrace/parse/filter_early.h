/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters, before there is a record: what can be said from what a hook has at hand.
 *
 * A hook has some numbers of the record before it makes one: in registers that were saved,
 * or in the task.  struct ktrace_field.hand tells which, and where.  What filters say of
 * these is compiled once more, to a program that reads them there.  It knows less than the
 * filters and never refuses what one of them lets through:
 *
 *	ret == 77 && filename ~ "*.conf"	refuses what returned something else
 *	ret == 77 || filename ~ "*.conf"	there is nothing to be said early
 *
 * It is made of several filters where several want the same event: it refuses what all of
 * them refuse.
 *
 * Its only comparison is the range of filter_program.h.  Eight bytes are loaded whatever the
 * number's size, and the mask drops what does not belong to it; so an instruction has
 * nothing to choose but whose memory it reads.  The name of a task is two such numbers.
 */
#ifndef _KTRACE_PARSE_FILTER_EARLY_H
#define _KTRACE_PARSE_FILTER_EARLY_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/types.h>
#include <linux/unaligned.h>

#include "field.h"
#include "filter_program.h"

/* Comparisons in a program. */
#define KTRACE_EARLY_MAX	64

/* In struct ktrace_early_insn.next: the end. */
#define KTRACE_EARLY_REFUSE	0	/* nothing is wanted */
#define KTRACE_EARLY_PASS	1	/* something may be */

/**
 * struct ktrace_early_insn - a comparison
 * @low:	of the range: as in struct ktrace_filter_insn
 * @mask:	the same
 * @span:	the same
 * @at:		bytes from what is passed, or from the task
 * @task:	it is the task's
 * @next:	by outcome: bytes from this instruction to the next one, or KTRACE_EARLY_*
 */
struct ktrace_early_insn {
	u64	low;
	u64	mask;
	u64	span;
	u16	at;
	u16	task;
	u16	next[2];
};

static_assert(sizeof(struct ktrace_early_insn) == 32);

/**
 * struct ktrace_early - what can be said early
 * @nr:		instructions, one at least
 * @exact:	what passes is wanted: nothing was left out of the filters
 * @insns:	the instructions
 */
struct ktrace_early {
	u16	nr;
	bool	exact;
	struct ktrace_early_insn insns[] __counted_by(nr);
};

/**
 * struct ktrace_early_env - what it is made of
 * @filters:	the filters
 * @nr_filters:	how many; none: all passes
 * @fields:	the event's fields
 * @nr_fields:	how many
 * @comm_at:	bytes from a task to its name
 * @begun:	it will be asked when what is recorded has only begun: what may be another
 *		thing later, as a result or the name of the task, is left out
 */
struct ktrace_early_env {
	const struct ktrace_filter *const *filters;
	unsigned int		nr_filters;
	const struct ktrace_field *fields;
	unsigned int		nr_fields;
	u16			comm_at;
	bool			begun;
};

bool ktrace_early_make(struct ktrace_early *early, const struct ktrace_early_env *env);

/* Memory for programs of so many instructions. */
static inline size_t ktrace_early_bytes(unsigned int nr)
{
	return sizeof(struct ktrace_early) + nr * sizeof(struct ktrace_early_insn);
}

/**
 * ktrace_early_passes - whether anything may be wanted
 * @early:	the program
 * @own:	what the hook has at hand; of each number there, 8 bytes can be read
 * @task:	the task; the same
 *
 * Context: any.
 * Return: false if all filters refuse the record that would be made; true if one lets it
 * through or, unless the program is exact, may do so.
 */
static __always_inline bool ktrace_early_passes(const struct ktrace_early *early,
						const void *own, const void *task)
{
	const struct ktrace_early_insn *insn = early->insns;
	const void *from;
	u64 value;
	u16 next;

	for (;; insn = (const void *)insn + next) {
		from = insn->task ? task : own;
		value = get_unaligned((const u64 *)(from + insn->at)) - insn->low;
		next = insn->next[(value & insn->mask) <= insn->span];
		if (next <= KTRACE_EARLY_PASS)
			return next;
	}
}

#endif /* _KTRACE_PARSE_FILTER_EARLY_H */
