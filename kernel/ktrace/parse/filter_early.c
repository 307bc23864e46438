// SPDX-License-Identifier: GPL-2.0
/*
 * Compiles filters to prefilters, see filter_early.h. Called in task context when the
 * listeners of an event change.
 *
 * The program is built from its end, so that the targets of an instruction are known
 * when it is emitted. A comparison of unavailable data is omitted: instructions that
 * lead to it continue with the outcome that favours accepting the record.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "filter_early.h"

/* Targets of an instruction during compilation: an index, EARLY_REFUSE or EARLY_PASS. */
#define EARLY_REFUSE	(KTRACE_EARLY_MAX + KTRACE_EARLY_REFUSE)
#define EARLY_PASS	(KTRACE_EARLY_MAX + KTRACE_EARLY_PASS)

/**
 * struct early_maker - a prefilter under construction
 * @env:	input
 * @early:	the program; its instructions begin at index @first
 * @first:	index of the last emitted instruction
 * @full:	the program is too long
 * @exact:	no comparison was omitted
 */
struct early_maker {
	const struct ktrace_early_env *env;
	struct ktrace_early	*early;
	unsigned int		first;
	bool			full;
	bool			exact;
};

/*
 * Prepend an instruction with the targets @next by outcome. Return its index, or the
 * common target if both outcomes lead to it.
 */
static u8 early_put(struct early_maker *m, struct ktrace_early_insn insn, const u8 next[2])
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
		insn.next[outcome] = next[outcome] >= KTRACE_EARLY_MAX ?
				     next[outcome] - KTRACE_EARLY_MAX :
				     (next[outcome] - m->first) * sizeof(insn);
	m->early->insns[m->first] = insn;
	return m->first;
}

/*
 * Prepend a comparison of a number; set *@where to its index. Return false if the
 * number is not available.
 */
static bool early_put_number(struct early_maker *m, const struct ktrace_filter_insn *insn,
			     const u8 next[2], u8 *where)
{
	const struct ktrace_field *field;

	if (!filter_is_number(insn) || insn->field >= m->env->nr_fields)
		return false;
	field = &m->env->fields[insn->field];
	if (field->hand == KTRACE_HAND_NONE ||
	    (field->hand == KTRACE_HAND_LATER && m->env->begun))
		return false;
	*where = early_put(m, (struct ktrace_early_insn) {
		.low = insn->number.low,
		.mask = insn->number.mask,
		.span = insn->number.span,
		.at = field->at,
		.task = field->hand == KTRACE_HAND_TASK,
	}, next);
	return true;
}

/* Prepend a comparison of the task's name or of its beginning, as early_put_number(). */
static bool early_put_comm(struct early_maker *m, const struct ktrace_filter *filter,
			   const struct ktrace_filter_insn *insn, const u8 next[2], u8 *where)
{
	u8 bytes[KTRACE_FIELD_COMM_BYTES] = { }, outcomes[2];
	unsigned int len = insn->data.len, word;

	if (insn->op != FILTER_OP_STRING || insn->location != KTRACE_FIELD_COMM ||
	    insn->how > FILTER_MATCH_PREFIX || len > sizeof(bytes) || m->env->begun)
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

		*where = early_put(m, (struct ktrace_early_insn) {
			.low = get_unaligned((const u64 *)(bytes + word * sizeof(u64))),
			.mask = filter_size_mask(size),
			.at = m->env->comm_at + word * sizeof(u64),
			.task = true,
		}, outcomes);
	}
	return true;
}

/* Prepend a filter; continue at @refuse if it refuses. Return the index of its start. */
static u8 early_put_filter(struct early_maker *m, const struct ktrace_filter *filter, u8 refuse)
{
	u8 where[KTRACE_EARLY_MAX + 2], next[2];
	unsigned int i, outcome;

	if (filter->nr > ARRAY_SIZE(where)) {
		m->full = true;
		return refuse;
	}
	where[filter->nr - 1] = EARLY_PASS;
	where[filter->nr - 2] = refuse;
	for (i = filter->nr - 2; i--;) {
		const struct ktrace_filter_insn *insn = &filter->insns[i];

		for (outcome = 0; outcome < 2; outcome++)
			next[outcome] = where[i + insn->next[outcome] / sizeof(*insn)];
		if (early_put_number(m, insn, next, &where[i]) ||
		    early_put_comm(m, filter, insn, next, &where[i]))
			continue;
		/* Continue as if the comparison were true, which never refuses a record. */
		where[i] = next[!insn->inverted];
		m->exact = false;
	}
	return where[0];
}

/**
 * ktrace_early_make - compile a prefilter from several filters
 * @early:	output, of size ktrace_early_bytes(KTRACE_EARLY_MAX)
 * @env:	input
 *
 * Context: any.
 * Return: false if the prefilter would refuse nothing, or would be too long.
 */
bool ktrace_early_make(struct ktrace_early *early, const struct ktrace_early_env *env)
{
	struct early_maker m = { .env = env, .early = early, .first = KTRACE_EARLY_MAX,
				 .exact = true };
	u8 start = EARLY_REFUSE;
	unsigned int i;

	early->nr = KTRACE_EARLY_MAX;
	for (i = env->nr_filters; i--;)
		start = early_put_filter(&m, env->filters[i], start);
	if (!env->nr_filters) {
		/* Without filters every record passes. */
		start = --m.first;
		early->insns[start] = (struct ktrace_early_insn) {
			.task = true, .next = { KTRACE_EARLY_PASS, KTRACE_EARLY_PASS },
		};
	}
	/* The program would refuse nothing. No filter refuses everything. */
	if (m.full || start >= KTRACE_EARLY_MAX)
		return false;
	memmove(early->insns, early->insns + start,
		(KTRACE_EARLY_MAX - start) * sizeof(early->insns[0]));
	early->nr = KTRACE_EARLY_MAX - start;
	early->exact = m.exact;
	return true;
}
