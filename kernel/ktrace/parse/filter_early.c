// SPDX-License-Identifier: GPL-2.0
/*
 * Filters, before there is a record: see filter_early.h. Called when who listens to an
 * event changes, in task context.
 *
 * The program is made from its end, so that where an instruction leads to is known when
 * it is made. One that reads what is not at hand is left out: what leads to it leads on
 * as if it had come out the way that helps the record through.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "filter_early.h"

/* Where an instruction leads to, while the program is made: an index, or its end. */
#define EARLY_REFUSE	(KTRACE_EARLY_MAX + KTRACE_EARLY_REFUSE)
#define EARLY_PASS	(KTRACE_EARLY_MAX + KTRACE_EARLY_PASS)

/**
 * struct early_maker - a program that is being made
 * @env:	what it is made of
 * @early:	the program; its instructions begin at @first
 * @first:	index of the instruction that was made last
 * @full:	there are too many
 * @exact:	nothing was left out
 */
struct early_maker {
	const struct ktrace_early_env *env;
	struct ktrace_early	*early;
	unsigned int		first;
	bool			full;
	bool			exact;
};

/*
 * Put an instruction in front; by outcome, the indices of those that follow.  Return: its
 * index, or that of what follows anyway.
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

/* A number, to be put at *@where.  Return: whether it is one that is at hand. */
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

/* The same of the name of the task, or its beginning. */
static bool early_put_comm(struct early_maker *m, const struct ktrace_filter *filter,
			   const struct ktrace_filter_insn *insn, const u8 next[2], u8 *where)
{
	u8 bytes[KTRACE_FIELD_COMM_BYTES] = { }, outcomes[2];
	unsigned int len = insn->data.len, word;

	if (insn->op != FILTER_OP_STRING || insn->place != KTRACE_FIELD_COMM ||
	    insn->how > FILTER_MATCH_PREFIX || len > sizeof(bytes) || m->env->begun)
		return false;
	memcpy(bytes, (const char *)filter + insn->data.at, len);
	/* With the zero that ends it; there is none behind a name of full length. */
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

/* Put a filter in front; what it refuses goes on at @refuse.  Return: where it begins. */
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
		/* A false comparison never helps a record through. */
		where[i] = next[!insn->inverted];
		m->exact = false;
	}
	return where[0];
}

/**
 * ktrace_early_make - compile what some filters say early
 * @early:	filled in; ktrace_early_bytes(KTRACE_EARLY_MAX)
 * @env:	what it is made of
 *
 * Context: any.
 * Return: true; or false, and then there is nothing to be said, or too much.
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
		/* Whatever is there passes. */
		start = --m.first;
		early->insns[start] = (struct ktrace_early_insn) {
			.task = true, .next = { KTRACE_EARLY_PASS, KTRACE_EARLY_PASS },
		};
	}
	/* It could refuse nothing; of filters that refuse everything there are none. */
	if (m.full || start >= KTRACE_EARLY_MAX)
		return false;
	memmove(early->insns, early->insns + start,
		(KTRACE_EARLY_MAX - start) * sizeof(early->insns[0]));
	early->nr = KTRACE_EARLY_MAX - start;
	early->exact = m.exact;
	return true;
}
