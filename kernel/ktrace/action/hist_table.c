// SPDX-License-Identifier: GPL-2.0
/*
 * The table of a histogram.
 *
 * Open addressing: a key is in the first slots from the one of its hash on, without a
 * free one in between.  A slot is set once, from 0, and never changes again, so that who
 * has found a key's entry has the only one there is.
 *
 * A writer that finds no entry takes one, fills in the key, and publishes it by an
 * exchange of the slot.  If another was faster, in another context or on another CPU, the
 * slot is looked at again: it may be the same key.  Nobody ever waits.  The entry that was
 * taken for nothing is kept for the next that needs one on this CPU.
 *
 * Sums are atomic: each hit counts once, whatever interrupts it.
 *
 * Writers are in any context, NMI included, with preemption off.
 */
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/hist_table.h"

/* Whether a table leaves others at least half of the memory that is available. */
static bool hist_table_fits(u64 bytes)
{
	return bytes <= HIST_TABLE_BYTES_MAX &&
	       bytes >> PAGE_SHIFT <= max(si_mem_available(), 0L) / 2;
}

/**
 * hist_table_make - make a table
 * @size:	how many entries it has room for
 * @nr_sums:	sums in each
 * @key_words:	u64 in a key
 * @more_words:	u64 behind it
 *
 * Context: task; sleeps.
 * Return: the table, for hist_table_free(); or NULL if there is not enough memory.
 */
struct hist_table *hist_table_make(u32 size, u32 nr_sums, u32 key_words, u32 more_words)
{
	u32 words = nr_sums + key_words + more_words, slots = hist_table_slots(size);
	struct hist_table *table;

	if (!hist_table_fits(hist_table_bytes(size, words)))
		return NULL;
	table = kzalloc(sizeof(*table), HIST_GFP);
	if (!table)
		return NULL;
	table->mask = slots - 1;
	table->room = size;
	table->nr_sums = nr_sums;
	table->key_words = key_words;
	table->entry_bytes = hist_entry_bytes(words);
	table->slots = kvcalloc(slots, sizeof(*table->slots), HIST_GFP);
	table->entries = kvcalloc(table->room, table->entry_bytes, HIST_GFP);
	table->spare = alloc_percpu_gfp(u32, HIST_GFP);
	if (table->slots && table->entries && table->spare)
		return table;
	hist_table_free(table);
	return NULL;
}

/**
 * hist_table_free - free a table
 * @table:	the table, which no writer knows of any more; may be NULL
 *
 * Context: task; may sleep.
 */
void hist_table_free(struct hist_table *table)
{
	if (!table)
		return;
	free_percpu(table->spare);
	kvfree(table->entries);
	kvfree(table->slots);
	kfree(table);
}

/* Take a free entry.  Return: its number plus one; 0 if the table is full. */
static u32 hist_take(struct hist_table *table)
{
	u32 number = this_cpu_xchg(*table->spare, 0);
	int used;

	if (number)
		return number;
	used = atomic_read(&table->used);
	do {
		if (used >= table->room)
			return 0;
	} while (!atomic_try_cmpxchg(&table->used, &used, used + 1));
	return used + 1;
}
NOKPROBE_SYMBOL(hist_take);

/* Keep an entry that was taken for nothing: if one is kept already, it is lost. */
static void hist_keep(struct hist_table *table, u32 number)
{
	if (number)
		this_cpu_xchg(*table->spare, number);
}
NOKPROBE_SYMBOL(hist_keep);

/* Take an entry and fill in the key. */
static u32 hist_fill(struct hist_table *table, const u64 *key)
{
	u32 number = hist_take(table);
	struct hist_entry *entry;

	if (!number)
		return 0;
	entry = hist_table_entry(table, number - 1);
	memcpy(entry->comm, current->comm, sizeof(entry->comm));
	memcpy(hist_entry_key(table, entry), key, table->key_words * sizeof(*key));
	return number;
}
NOKPROBE_SYMBOL(hist_fill);

/**
 * hist_table_insert - the same as hist_table_find(), the long way
 * @table:	the table
 * @key:	the key
 * @hash:	of the key
 *
 * Context: any, NMI included; preemption off.
 * Return: the entry; NULL if there is no room for one, which is counted.
 */
notrace struct hist_entry *hist_table_insert(struct hist_table *table, const u64 *key, u64 hash)
{
	u32 at = (u32)hash & table->mask, number = 0;
	u64 slot;

	/* It ends: there are more slots than entries. */
	for (;; at = (at + 1) & table->mask) {
		slot = READ_ONCE(table->slots[at]);
		if (!slot) {
			number = number ?: hist_fill(table, key);
			if (!number)
				break;
			/* What was filled in first.  Pairs with the dependency of readers. */
			slot = cmpxchg_release(&table->slots[at], 0,
					       (hash & ~(u64)U32_MAX) | number);
			if (!slot)
				return hist_table_entry(table, number - 1);
		}
		if (!hist_slot_alike(slot, hash) || !hist_slot_is(table, slot, key))
			continue;
		hist_keep(table, number);
		return hist_table_entry(table, (u32)slot - 1);
	}
	atomic64_inc(&table->dropped);
	return NULL;
}
NOKPROBE_SYMBOL(hist_table_insert);

/**
 * hist_table_look - the entry of a key
 * @table:	the table
 * @key:	the key
 *
 * Context: any, NMI included; preemption off.
 * Return: the entry; NULL if there is none.
 */
notrace struct hist_entry *hist_table_look(struct hist_table *table, const u64 *key)
{
	u64 hash = hist_hash(key, table->key_words), slot;
	u32 at = (u32)hash & table->mask;

	/* It ends: half of the slots stay free. */
	while ((slot = READ_ONCE(table->slots[at]))) {
		if (hist_slot_alike(slot, hash) && hist_slot_is(table, slot, key))
			return hist_table_entry(table, (u32)slot - 1);
		at = (at + 1) & table->mask;
	}
	return NULL;
}
NOKPROBE_SYMBOL(hist_table_look);

/**
 * hist_table_next - walk the entries
 * @table:	the table; others may write to it meanwhile
 * @slot:	0 at first, then what was returned
 * @entry:	set to the next entry; NULL if there are no more
 *
 * Return: for @slot.
 */
u32 hist_table_next(const struct hist_table *table, u32 slot, struct hist_entry **entry)
{
	u64 found;

	for (*entry = NULL; slot <= table->mask; slot++) {
		found = READ_ONCE(table->slots[slot]);
		if (!found)
			continue;
		*entry = hist_table_entry(table, (u32)found - 1);
		return slot + 1;
	}
	return slot;
}
