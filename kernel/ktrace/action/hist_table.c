// SPDX-License-Identifier: GPL-2.0
/*
 * The table of a histogram.
 *
 * Open addressing: a key is in the slots that follow the slot of its hash, without a
 * free slot in between.  A slot is set once, from 0, and never changes again, so a key
 * has only one entry.
 *
 * A writer that finds no entry takes a new one, fills in the key, and publishes the
 * entry by a compare-and-exchange of the slot.  If another context or CPU has set the
 * slot meanwhile, the writer examines the slot again, because it may hold the same key.
 * No writer ever waits.  An unused entry is kept for the next writer on this CPU that
 * needs one.
 *
 * Sums are atomic: each hit counts once, even if it interrupts another.
 *
 * Writers run in any context, NMI included, with preemption off.
 */
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/hist_table.h"

/**
 * hist_memory_fits - whether a table, or its copy for a reader, may be allocated
 * @bytes:	its size
 *
 * Return: true if @bytes is at most HIST_TABLE_BYTES_MAX and at most half of the available memory.
 */
bool hist_memory_fits(u64 bytes)
{
	return bytes <= HIST_TABLE_BYTES_MAX &&
	       bytes >> PAGE_SHIFT <= max(si_mem_available(), 0L) / 2;
}

/**
 * hist_table_create - create a table
 * @shape:	its shape
 *
 * Context: task; sleeps.  The memory may be large: only a small table may be created under
 * ktrace_event_mutex.
 * Return: the table, for hist_table_free(); or NULL if there is not enough memory.
 */
struct hist_table *hist_table_create(const struct hist_shape *shape)
{
	u32 words = shape->nr_sums + shape->key_words + shape->more_words;
	u32 slots = hist_table_slots(shape->size);
	struct hist_table *table;

	if (!hist_memory_fits(hist_table_bytes(shape->size, words)))
		return NULL;
	table = kzalloc(sizeof(*table), HIST_GFP);
	if (!table)
		return NULL;
	refcount_set(&table->pins, 1);
	table->mask = slots - 1;
	table->room = shape->size;
	table->nr_sums = shape->nr_sums;
	table->key_words = shape->key_words;
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
 * hist_table_free - drop a reference to a table, and free it with the last one
 * @table:	the table; NULL is ignored.  @pins counts one reference for the histogram, dropped
 *		when no writer can reach the table, and one for each reader of the file hist
 *
 * Context: task; may sleep.
 */
void hist_table_free(struct hist_table *table)
{
	if (!table || !refcount_dec_and_test(&table->pins))
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

/*
 * Keep an unused entry for the next writer of this CPU.  If the CPU keeps one already,
 * the older entry is lost.
 */
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
 * hist_table_insert - slow path of hist_table_find()
 * @table:	the table
 * @key:	the key
 * @hash:	hash of the key
 *
 * Context: any, NMI included; preemption off.
 * Return: the entry; NULL if the table is full, and then the hit is counted as dropped.
 */
notrace struct hist_entry *hist_table_insert(struct hist_table *table, const u64 *key, u64 hash)
{
	u32 at = (u32)hash & table->mask, number = 0;
	u64 slot;

	/* The loop ends: the table has more slots than entries. */
	for (;; at = (at + 1) & table->mask) {
		slot = READ_ONCE(table->slots[at]);
		if (!slot) {
			number = number ?: hist_fill(table, key);
			if (!number)
				break;
			/*
			 * Release: the entry's key and comm.  Pairs with the address
			 * dependency of readers.
			 */
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
 * hist_table_look - look up the entry of a key
 * @table:	the table
 * @key:	the key
 *
 * Context: any, NMI included; preemption off.
 * Return: the entry; NULL if the key has no entry.
 */
notrace struct hist_entry *hist_table_look(struct hist_table *table, const u64 *key)
{
	u64 hash = hist_hash(key, table->key_words), slot;
	u32 at = (u32)hash & table->mask;

	/* The loop ends: half of the slots stay free. */
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
 * @table:	the table; hooks may write to the table meanwhile
 * @slot:	0 for the first call, then the last return value
 * @entry:	set to the next entry; NULL if there are no more
 *
 * Return: the value of @slot for the next call.
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
