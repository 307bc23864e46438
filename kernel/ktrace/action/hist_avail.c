// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: count a hit from data that the hook has available, before a record
 * exists.
 *
 * The most common keys have specialised functions that keep the words of the key in
 * registers: one number, two numbers, the name of the task, and the name with a number.
 * The result is the same as in hist_hit.c.
 *
 * Called by hooks, in any context, NMI included, with preemption off.
 */
#include <linux/kprobes.h>

#include "action/hist.h"
#include "action/hist_load.h"

/**
 * struct hist_avail_key - a key of up to three words; unused words are ignored
 * @word0: first word
 * @word1: second word
 * @word2: third word
 */
struct hist_avail_key {
	u64	word0;
	u64	word1;
	u64	word2;
};

static __always_inline u64 hist_avail_number(const struct hist_op *op, const void *own)
{
	const void *from = op->avail == KTRACE_AVAIL_TASK ? current : own;

	return hist_modified(op, hist_load_at(op, from + op->at));
}

/* The first slot of the hash holds another key, or the table has no entry for the key. */
static noinline notrace void hist_avail_count_slow(struct hist_table *table, u64 hash, u64 word0,
						   u64 word1, u64 word2)
{
	const u64 key[] = { word0, word1, word2 };
	struct hist_entry *entry = hist_table_insert(table, key, hash);

	if (entry)
		atomic64_inc(&entry->words[0]);
}
NOKPROBE_SYMBOL(hist_avail_count_slow);

/* hist_hash() without a loop; @words is a constant. */
static __always_inline u64 hist_avail_hash(struct hist_avail_key key, u32 words)
{
	u64 hash = hist_hash_word(0, key.word0);

	if (words > 1)
		hash = hist_hash_word(hash, key.word1);
	if (words > 2)
		hash = hist_hash_word(hash, key.word2);
	return hash;
}

static __always_inline bool hist_avail_key_is(const u64 *its, struct hist_avail_key key, u32 words)
{
	return its[0] == key.word0 && (words < 2 || its[1] == key.word1) &&
	       (words < 3 || its[2] == key.word2);
}

/*
 * Add 1 to the count of the entry with this key. @words is the number of u64 in a key: a constant,
 * so that the compiler drops the comparisons of the others.
 */
static __always_inline void hist_avail_count(struct hist_table *table, struct hist_avail_key key,
					     u32 words)
{
	u64 hash = hist_avail_hash(key, words);
	u64 slot = READ_ONCE(table->slots[(u32)hash & table->mask]);
	struct hist_entry *entry;

	if (likely(slot) && likely(hist_slot_alike(slot, hash))) {
		entry = hist_table_entry(table, (u32)slot - 1);
		if (likely(hist_avail_key_is(hist_entry_key(table, entry), key, words))) {
			atomic64_inc(&entry->words[0]);
			return;
		}
	}
	hist_avail_count_slow(table, hash, key.word0, key.word1, key.word2);
}

/* The name of the task: hist_comm() in registers. */
static __always_inline void hist_avail_comm(struct hist_avail_key *key)
{
	bool ends;

	key->word0 = hist_up_to_zero(get_unaligned((const u64 *)current->comm), &ends);
	key->word1 = 0;
	if (!ends)
		key->word1 = hist_up_to_zero(get_unaligned((const u64 *)current->comm + 1), &ends);
}

static notrace void hist_avail_hit_number(struct ktrace_trigger *trigger, const void *own)
{
	const struct hist_trigger *ht = hist_trigger_of(trigger);
	struct hist_avail_key key = { };

	if (unlikely(READ_ONCE(ht->hist->paused)))
		return;
	key.word0 = hist_avail_number(&ht->keys[0], own);
	hist_avail_count(rcu_dereference_sched(ht->hist->table), key, 1);
}
NOKPROBE_SYMBOL(hist_avail_hit_number);

static notrace void hist_avail_hit_numbers(struct ktrace_trigger *trigger, const void *own)
{
	const struct hist_trigger *ht = hist_trigger_of(trigger);
	struct hist_avail_key key = { };

	if (unlikely(READ_ONCE(ht->hist->paused)))
		return;
	key.word0 = hist_avail_number(&ht->keys[0], own);
	key.word1 = hist_avail_number(&ht->keys[1], own);
	hist_avail_count(rcu_dereference_sched(ht->hist->table), key, 2);
}
NOKPROBE_SYMBOL(hist_avail_hit_numbers);

static notrace void hist_avail_hit_comm(struct ktrace_trigger *trigger, const void *own)
{
	const struct hist_trigger *ht = hist_trigger_of(trigger);
	struct hist_avail_key key = { };

	if (unlikely(READ_ONCE(ht->hist->paused)))
		return;
	hist_avail_comm(&key);
	hist_avail_count(rcu_dereference_sched(ht->hist->table), key, 2);
}
NOKPROBE_SYMBOL(hist_avail_hit_comm);

static notrace void hist_avail_hit_comm_number(struct ktrace_trigger *trigger, const void *own)
{
	const struct hist_trigger *ht = hist_trigger_of(trigger);
	struct hist_avail_key key = { };

	if (unlikely(READ_ONCE(ht->hist->paused)))
		return;
	hist_avail_comm(&key);
	key.word2 = hist_avail_number(&ht->keys[1], own);
	hist_avail_count(rcu_dereference_sched(ht->hist->table), key, 3);
}
NOKPROBE_SYMBOL(hist_avail_hit_comm_number);

static bool hist_avail_has_number(const struct hist_op *op)
{
	return op->load == HIST_LOAD_CPU || (op->load <= HIST_LOAD_S32 && op->avail);
}

/**
 * hist_set_hit_available - select the function that counts before a record exists, if possible
 * @ht:	the inactive trigger of the histogram
 *
 * Context: task.
 */
void hist_set_hit_available(struct hist_trigger *ht)
{
	bool first = hist_avail_has_number(&ht->keys[0]), comm = ht->keys[0].load == HIST_LOAD_COMM;
	bool second = ht->nr_keys == 2 && hist_avail_has_number(&ht->keys[1]);

	if (ht->plan || ht->nr_values || ht->nr_keys > 2)
		return;
	if (ht->nr_keys == 1 && first)
		ht->trigger.hit_available = hist_avail_hit_number;
	else if (ht->nr_keys == 1 && comm)
		ht->trigger.hit_available = hist_avail_hit_comm;
	else if (first && second)
		ht->trigger.hit_available = hist_avail_hit_numbers;
	else if (comm && second)
		ht->trigger.hit_available = hist_avail_hit_comm_number;
}
