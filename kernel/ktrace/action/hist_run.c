// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms with variables, expressions and actions: count a hit, and execute the
 * actions.
 *
 * A hit uses an image of this CPU as scratch buffer: the key, the variables of other
 * histograms, the own variables, the arguments of the actions.  If a variable of
 * another histogram is not set, the event does not match and the hit is ignored.
 *
 * Called by hooks, in any context, NMI included, with preemption off.
 */
#include <linux/kprobes.h>
#include <linux/string.h>

#include "action/hist.h"
#include "event/emit.h"
#include "event/listener.h"
#include "parse/hist_compute.h"
#include "synth/synth.h"

/*
 * Values
 */

static u64 run_number(const struct hist_plan *plan, const struct hist_value *value,
		      const struct ktrace_hit *hit, const u64 *scratch)
{
	const struct hist_term *term = &plan->terms[value->first], *end = term + value->nr;
	u64 stack[KTRACE_HIST_OPERATORS_MAX + 1] = { };
	unsigned int top = 0;

	for (; term < end; term++) {
		switch (term->op) {
		case KTRACE_HIST_PART:
			stack[top++] = hist_load(&term->load, hit);
			break;
		case KTRACE_HIST_NUMBER:
			stack[top++] = term->number;
			break;
		case KTRACE_HIST_VARIABLE:
			stack[top++] = scratch[term->at];
			break;
		case KTRACE_HIST_NEG:
			stack[top - 1] = -stack[top - 1];
			break;
		default:
			top--;
			stack[top - 1] = ktrace_hist_compute(term->op, term->is_signed,
							     stack[top - 1], stack[top]);
		}
	}
	return stack[0];
}
NOKPROBE_SYMBOL(run_number);

/* Compute a value and store it at its destination in the scratch buffer. */
static void run_value(const struct hist_plan *plan, const struct hist_value *value,
		      const struct ktrace_hit *hit, u64 *scratch)
{
	const struct hist_term *term = &plan->terms[value->first];

	if (value->kind == HIST_IS_NUMBER)
		scratch[value->at] = run_number(plan, value, hit, scratch);
	else if (term->op == KTRACE_HIST_PART)
		hist_load_words(&term->load, hit, scratch + value->at);
	else if (term->at != value->at)
		memcpy(scratch + value->at, scratch + term->at, value->words * sizeof(u64));
}
NOKPROBE_SYMBOL(run_value);

/*
 * Variables of other histograms
 */

/* Build the key of another histogram from the key of this one: strings may differ in length. */
static void run_other_key(const struct hist_trigger *ht, const struct hist *other,
			  const u64 *key, u64 *to)
{
	unsigned int i;

	for (i = 0; i < other->spec.nr_keys; i++) {
		u32 own = ht->keys[i].words, its = other->key_size[i];
		u32 words = min(own, its);

		memcpy(to, key, words * sizeof(*to));
		memset(to + words, 0, (its - words) * sizeof(*to));
		if (other->strings & BIT(i))
			((char *)(to + its))[-1] = 0;
		key += own;
		to += its;
	}
}
NOKPROBE_SYMBOL(run_other_key);

/* Copy the wanted variables.  Return: false if a wanted variable is not set. */
static bool run_copy(const struct hist_ref *ref, struct hist_latch *latch, u64 *to, u64 *seen)
{
	const struct hist *hist = ref->hist;
	unsigned int tries;
	unsigned long bits;
	unsigned int i;
	u64 *slot;

	for (tries = 0; tries < LATCH_TRIES; tries++) {
		*seen = hist_latch_begin(latch);
		if (ref->wanted & ~*seen)
			return false;
		slot = hist_latch_slot(latch, hist->var_words, *seen);
		bits = ref->wanted;
		for_each_set_bit(i, &bits, KTRACE_HIST_VARS_MAX)
			hist_words_copy(to + hist->vars[i].at, slot + hist->vars[i].at,
					hist->vars[i].words);
		if (likely(hist_latch_good(latch, *seen)))
			return true;
	}
	atomic64_inc(&rcu_dereference_sched(hist->table)->lost);
	return false;
}
NOKPROBE_SYMBOL(run_copy);

/* Unset the variables in @taken, and copy them again if a writer replaced them. */
static bool run_take(const struct hist_ref *ref, struct hist_latch *latch, u64 *to, u64 seen)
{
	unsigned int tries;
	int took;

	for (tries = 0; tries < LATCH_TRIES; tries++) {
		took = hist_latch_take(latch, seen, ref->taken);
		if (took >= 0)
			return took;
		if (!run_copy(ref, latch, to, &seen))
			return false;
	}
	return false;
}
NOKPROBE_SYMBOL(run_take);

/*
 * Read the variables that the trigger needs, which unsets them.  Read the variables of all
 * histograms before unsetting the first: if a variable is missing, the others stay set.
 */
static bool run_fetch(const struct hist_trigger *ht, u64 *scratch)
{
	const struct hist_plan *plan = ht->plan;
	struct hist_latch *latches[HIST_REFS_MAX];
	u64 seen[HIST_REFS_MAX];
	unsigned int i;

	for (i = 0; i < plan->nr_refs; i++) {
		const struct hist_ref *ref = &plan->refs[i];
		struct hist_entry *entry;
		u64 *key = scratch;

		if (ref->other_key) {
			key = scratch + plan->other_at;
			run_other_key(ht, ref->hist, scratch, key);
		}
		entry = hist_table_look(rcu_dereference_sched(ref->hist->table), key);
		if (!entry)
			return false;
		latches[i] = hist_entry_latch(entry, ref->hist->vars_at);
		if (!run_copy(ref, latches[i], scratch + ref->at, &seen[i]))
			return false;
	}
	for (i = 0; i < plan->nr_refs; i++)
		if (plan->refs[i].taken &&
		    !run_take(&plan->refs[i], latches[i], scratch + plan->refs[i].at, seen[i]))
			return false;
	return true;
}
NOKPROBE_SYMBOL(run_fetch);

/*
 * Actions
 */

static bool run_is_better(const struct hist_act *act, u64 value, u64 than)
{
	if (act->when == KTRACE_HIST_ONCHANGE)
		return value != than;
	return act->is_signed ? (s64)value > (s64)than : value > than;
}
NOKPROBE_SYMBOL(run_is_better);

/**
 * struct run_new - a candidate for the content of a latch
 * @act:	the action, which defines the order of values
 * @value:	the value
 * @more:	the words behind the value
 * @words:	size of @value and @more, in u64
 */
struct run_new {
	const struct hist_act	*act;
	u64			value;
	const u64		*more;
	u32			words;
};

/* Whether @new is better than the content of @latch. */
static bool run_compare(const struct run_new *new, struct hist_latch *latch, u64 *seen)
{
	u64 old;

	do {
		*seen = hist_latch_begin(latch);
		if (!(*seen & LATCH_SET))
			return true;
		old = READ_ONCE(*hist_latch_slot(latch, new->words, *seen));
	} while (!hist_latch_good(latch, *seen));
	return run_is_better(new->act, new->value, old);
}
NOKPROBE_SYMBOL(run_compare);

/*
 * Replace the content of @latch if @new is better.  Return: false if @new is not better, or if
 * no slot of the latch is free, which counts as a lost value.
 */
static bool run_replace(const struct run_new *new, struct hist_latch *latch,
			struct hist_table *table)
{
	int slot;
	u64 *to, seen;

	if (!run_compare(new, latch, &seen))
		return false;
	slot = hist_latch_claim(latch);
	if (slot < 0) {
		atomic64_inc(&table->lost);
		return false;
	}
	to = latch->words + new->words * slot;
	WRITE_ONCE(*to, new->value);
	hist_words_copy(to + 1, new->more, new->words - 1);
	/*
	 * Each further iteration means that another writer published; the loop ends
	 * when the other value is better.
	 */
	do {
		if (hist_latch_publish(latch, slot, 1, &seen))
			return true;
	} while (run_compare(new, latch, &seen));
	hist_latch_release(latch, slot);
	return false;
}
NOKPROBE_SYMBOL(run_replace);

static void run_trace(const struct hist_trigger *ht, const struct hist_act *act,
		      const struct ktrace_hit *hit, u64 *scratch)
{
	const struct hist_plan *plan = ht->plan;
	union ktrace_synth_value *to = (void *)(scratch + plan->values_at);
	unsigned int i, nr;

	for (i = 0; i < act->nr; i++) {
		const struct hist_value *arg = &plan->args[act->first + i];
		u64 *words = scratch + arg->at;

		switch (arg->kind) {
		case HIST_IS_NUMBER:
			to[i].number = *words;
			break;
		case HIST_IS_TEXT:
			to[i].string.text = (const char *)words;
			to[i].string.size = arg->words * sizeof(u64);
			break;
		default:
			for (nr = 0; nr < arg->words && words[nr];)
				nr++;
			to[i].stack.entries = (const unsigned long *)words;
			to[i].stack.nr = nr;
		}
	}
	ktrace_synth_emit_context(act->synth, to, hit->context);
}
NOKPROBE_SYMBOL(run_trace);

/* Take a snapshot.  For onmax, only if the value exceeds the maximum of all entries. */
static void run_snapshot(const struct hist_trigger *ht, const struct hist_act *act,
			 struct hist_table *table, u64 *scratch)
{
	const struct run_new new = {
		.act = act,
		.value = scratch[act->var_at],
		.more = scratch,
		.words = 1 + ht->hist->key_words,
	};

	if (run_replace(&new, act->best, table))
		ktrace_snapshot_now(&ht->trigger.listener->instance->buffer);
}
NOKPROBE_SYMBOL(run_snapshot);

static void run_act(const struct hist_trigger *ht, unsigned int i, const struct ktrace_hit *hit,
		    struct hist_table *table, struct hist_entry *entry, u64 *scratch)
{
	const struct hist_act *act = &ht->plan->acts[i];
	const struct hist_track *track = &ht->hist->tracks[i];
	unsigned int arg;

	for (arg = 0; arg < act->nr; arg++)
		run_value(ht->plan, &ht->plan->args[act->first + arg], hit, scratch);
	if (act->when != KTRACE_HIST_ONMATCH) {
		const struct run_new new = {
			.act = act,
			.value = scratch[act->var_at],
			.more = scratch + ht->plan->args_at,
			.words = track->words,
		};

		if (!run_replace(&new, hist_entry_latch(entry, track->at), table))
			return;
	}
	if (act->what == KTRACE_HIST_TRACE)
		run_trace(ht, act, hit, scratch);
	else if (act->what == KTRACE_HIST_SNAPSHOT)
		run_snapshot(ht, act, table, scratch);
}
NOKPROBE_SYMBOL(run_act);

/*
 * A hit
 */

/* Set the variables of an entry by one write to the latch. */
static void run_set(const struct hist_trigger *ht, struct hist_table *table,
		    struct hist_entry *entry, const u64 *scratch)
{
	const struct hist *hist = ht->hist;
	struct hist_latch *latch = hist_entry_latch(entry, hist->vars_at);
	int slot = hist_latch_claim(latch);

	if (slot < 0) {
		atomic64_inc(&table->lost);
		return;
	}
	hist_words_copy(latch->words + hist->var_words * slot, scratch + ht->plan->vars_at,
			hist->var_words);
	hist_latch_publish(latch, slot, BIT_ULL(ht->plan->nr_vars) - 1, NULL);
}
NOKPROBE_SYMBOL(run_set);

static void run_count(const struct hist_trigger *ht, const struct ktrace_hit *hit,
		      struct hist_table *table, u64 *scratch)
{
	const struct hist_plan *plan = ht->plan;
	struct hist_entry *entry = hist_table_find(table, scratch);
	unsigned int i;

	if (unlikely(!entry))
		return;
	for (i = 0; i < plan->nr_vars; i++)
		run_value(plan, &plan->vars[i], hit, scratch);
	atomic64_inc(&entry->words[0]);
	for (i = 0; i < ht->nr_values; i++)
		atomic64_add(run_number(plan, &plan->values[i], hit, scratch),
			     &entry->words[1 + i]);
	if (plan->nr_vars)
		run_set(ht, table, entry, scratch);
	for (i = 0; i < plan->nr_acts; i++)
		run_act(ht, i, hit, table, entry, scratch);
}
NOKPROBE_SYMBOL(run_count);

/**
 * hist_run - struct ktrace_trigger_ops.hit of a histogram with variables, expressions or actions
 * @trigger:	the trigger
 * @hit:	the hit
 */
notrace void hist_run(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	const struct hist_trigger *ht = hist_trigger_of(trigger);
	struct hist_table *table = rcu_dereference_sched(ht->hist->table);
	u64 *scratch;

	if (unlikely(READ_ONCE(ht->hist->paused) || hit->len < ht->need))
		return;
	scratch = ktrace_image_try();
	if (unlikely(!scratch)) {
		atomic64_inc(&table->dropped);
		return;
	}
	hist_make_key(ht, hit, scratch);
	if (run_fetch(ht, scratch))
		run_count(ht, hit, table, scratch);
	ktrace_image_put();
}
NOKPROBE_SYMBOL(hist_run);
