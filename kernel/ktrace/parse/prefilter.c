// SPDX-License-Identifier: GPL-2.0
/*
 * Compiles filters to prefilters, see prefilter.h. Called in task context when the
 * listeners of an event change.
 *
 * The program is built from its end, so that the targets of an instruction are known
 * when it is emitted. A comparison of unavailable data is omitted: instructions that
 * lead to it continue with the outcome that favours accepting the record.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "prefilter.h"

/* Targets of an instruction during compilation: an index, PREFILTER_REJECT or PREFILTER_ACCEPT. */
#define PREFILTER_REJECT	(KTRACE_PREFILTER_MAX + KTRACE_PREFILTER_REJECT)
#define PREFILTER_ACCEPT	(KTRACE_PREFILTER_MAX + KTRACE_PREFILTER_ACCEPT)

/**
 * struct prefilter_compiler - a prefilter under construction
 * @env:	input
 * @prefilter:	the program; its instructions begin at index @first
 * @first:	index of the last emitted instruction
 * @full:	the program is too long
 * @exact:	no comparison was omitted
 */
struct prefilter_compiler {
	const struct ktrace_prefilter_env *env;
	struct ktrace_prefilter	*prefilter;
	unsigned int		first;
	bool			full;
	bool			exact;
};

/*
 * Prepend an instruction with the targets @next by outcome. Return its index, or the
 * common target if both outcomes lead to it.
 */
static u8 prefilter_put(struct prefilter_compiler *m, struct ktrace_prefilter_insn insn,
			const u8 next[2])
{
	unsigned int outcome;

	if (next[0] == next[1])
		return next[0];
	if (!m->first) {
		m->full = true;
		return next[0];
	}
	m->first--;
	for (outcome = 0; outcome < 2; outcome++)
		insn.next[outcome] = next[outcome] >= KTRACE_PREFILTER_MAX ?
				     next[outcome] - KTRACE_PREFILTER_MAX :
				     (next[outcome] - m->first) * sizeof(insn);
	m->prefilter->insns[m->first] = insn;
	return m->first;
}

/*
 * Prepend a comparison of a number; set *@where to its index. Return false if the
 * number is not available.
 */
static bool prefilter_put_number(struct prefilter_compiler *m,
				 const struct ktrace_filter_insn *insn,
				 const u8 next[2], u8 *where)
{
	const struct ktrace_field *field;

	if (!filter_is_number(insn) || insn->field >= m->env->nr_fields)
		return false;
	field = &m->env->fields[insn->field];
	if (field->avail == KTRACE_AVAIL_NONE ||
	    (field->avail == KTRACE_AVAIL_LATER && m->env->at_entry))
		return false;
	*where = prefilter_put(m, (struct ktrace_prefilter_insn) {
		.low = insn->number.low,
		.mask = insn->number.mask,
		.span = insn->number.span,
		.at = field->at,
		.task = field->avail == KTRACE_AVAIL_TASK,
	}, next);
	return true;
}

/* Prepend a comparison of the task's name or of its beginning, as prefilter_put_number(). */
static bool prefilter_put_comm(struct prefilter_compiler *m, const struct ktrace_filter *filter,
			       const struct ktrace_filter_insn *insn, const u8 next[2], u8 *where)
{
	u8 bytes[KTRACE_FIELD_COMM_BYTES] = { }, outcomes[2];
	unsigned int len = insn->data.len, word;

	if (insn->op != FILTER_OP_STRING || insn->location != KTRACE_FIELD_COMM ||
	    insn->how > FILTER_MATCH_PREFIX || len > sizeof(bytes) || m->env->at_entry)
		return false;
	memcpy(bytes, (const char *)filter + insn->data.at, len);
	/* Include the terminating zero; a name of full length has none. */
	if (insn->how == FILTER_MATCH_EXACT)
		len = min(len + 1, (unsigned int)sizeof(bytes));
	outcomes[1] = next[!insn->differs];
	outcomes[0] = next[insn->differs];
	*where = outcomes[1];
	for (word = DIV_ROUND_UP(len, sizeof(u64)); word--; outcomes[1] = *where) {
		unsigned int size = min(len - word * sizeof(u64), sizeof(u64));

		*where = prefilter_put(m, (struct ktrace_prefilter_insn) {
			.low = get_unaligned((const u64 *)(bytes + word * sizeof(u64))),
			.mask = filter_size_mask(size),
			.at = m->env->comm_at + word * sizeof(u64),
			.task = true,
		}, outcomes);
	}
	return true;
}

/* Prepend a filter; continue at @refuse if it refuses. Return the index of its start. */
static u8 prefilter_put_filter(struct prefilter_compiler *m, const struct ktrace_filter *filter,
			       u8 refuse)
{
	u8 where[KTRACE_PREFILTER_MAX + 2], next[2];
	unsigned int i, outcome;

	if (filter->nr > ARRAY_SIZE(where)) {
		m->full = true;
		return refuse;
	}
	where[filter->nr - 1] = PREFILTER_ACCEPT;
	where[filter->nr - 2] = refuse;
	for (i = filter->nr - 2; i--;) {
		const struct ktrace_filter_insn *insn = &filter->insns[i];

		for (outcome = 0; outcome < 2; outcome++)
			next[outcome] = where[i + insn->next[outcome] / sizeof(*insn)];
		if (prefilter_put_number(m, insn, next, &where[i]) ||
		    prefilter_put_comm(m, filter, insn, next, &where[i]))
			continue;
		/* Continue as if the comparison were true, which never refuses a record. */
		where[i] = next[!insn->inverted];
		m->exact = false;
	}
	return where[0];
}

/**
 * ktrace_prefilter_compile - compile a prefilter from several filters
 * @prefilter:	output, of size ktrace_prefilter_bytes(KTRACE_PREFILTER_MAX)
 * @env:	input
 *
 * Context: any.
 * Return: false if the prefilter would refuse nothing, or would be too long.
 */
bool ktrace_prefilter_compile(struct ktrace_prefilter *prefilter,
			      const struct ktrace_prefilter_env *env)
{
	struct prefilter_compiler m = { .env = env, .prefilter = prefilter,
				 .first = KTRACE_PREFILTER_MAX,
				 .exact = true };
	u8 start = PREFILTER_REJECT;
	unsigned int i;

	prefilter->nr = KTRACE_PREFILTER_MAX;
	for (i = env->nr_filters; i--;)
		start = prefilter_put_filter(&m, env->filters[i], start);
	if (!env->nr_filters) {
		/* Without filters every record passes. */
		start = --m.first;
		prefilter->insns[start] = (struct ktrace_prefilter_insn) {
			.task = true, .next = { KTRACE_PREFILTER_ACCEPT, KTRACE_PREFILTER_ACCEPT },
		};
	}
	/* Without an instruction that can refuse a record, a program is not worth its cost. */
	if (m.full || start >= KTRACE_PREFILTER_MAX)
		return false;
	memmove(prefilter->insns, prefilter->insns + start,
		(KTRACE_PREFILTER_MAX - start) * sizeof(prefilter->insns[0]));
	prefilter->nr = KTRACE_PREFILTER_MAX - start;
	prefilter->exact = m.exact;
	return true;
}
