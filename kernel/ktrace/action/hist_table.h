/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of a histogram: entries with sums, found by key.  Any number of writers on
 * all CPUs, in all contexts, find and create entries without a lock.
 */
#ifndef _KTRACE_ACTION_HIST_TABLE_H
#define _KTRACE_ACTION_HIST_TABLE_H

#include <linux/atomic.h>
#include <linux/gfp.h>
#include <linux/list.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/refcount.h>
#include <linux/sched.h>
#include <linux/types.h>

/* Maximum size of a table, and of its copy for a reader, in bytes. */
#define HIST_TABLE_BYTES_MAX	(256ULL << 20)

/*
 * Minimum number of slots of a table.  In tables of this size and larger, half of the
 * slots stay free.
 */
#define HIST_SLOTS_MIN	16

/*
 * Users choose how large a table is.  If there is not enough memory, the write fails: the OOM
 * killer must not end other tasks for it.  The memory is charged to the writer.
 */
#define HIST_GFP	(GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

/**
 * struct hist_entry - the sums of a key
 * @comm:	name of the task that created the entry
 * @words:	the sums, beginning with the hits; then the key; then latches
 */
struct hist_entry {
	char		comm[TASK_COMM_LEN];
	atomic64_t	words[];
};

/**
 * struct hist_table - a table
 * @mask:	number of @slots minus 1
 * @room:	number of @entries
 * @nr_sums:	number of sums in an entry
 * @key_words:	size of a key, in u64
 * @entry_bytes:	size of an entry, in bytes
 * @slots:	by hash: upper bits of the hash, and the number of an entry plus 1; 0: free
 * @entries:	the entries
 * @spare:	per CPU: number plus 1 of an entry that was taken and not used
 * @used:	number of entries that were taken
 * @dropped:	hits that found the table full
 * @lost:	variables that were not written or read after LATCH_TRIES lost races
 * @pins:	number of readers of the file hist, and 1 for the histogram
 */
struct hist_table {
	u32		mask;
	u32		room;
	u32		nr_sums;
	u32		key_words;
	u32		entry_bytes;
	u64		*slots;
	void		*entries;
	u32 __percpu	*spare;
	atomic_t	used;
	atomic64_t	dropped;
	atomic64_t	lost;
	refcount_t	pins;
};

/**
 * struct hist_shape - shape of a table
 * @size:	number of entries
 * @nr_sums:	number of sums in an entry
 * @key_words:	size of a key, in u64
 * @more_words:	size of the space behind the key, in u64
 */
struct hist_shape {
	u32		size;
	u32		nr_sums;
	u32		key_words;
	u32		more_words;
};

/**
 * struct hist_tables - tables of histograms that a command needs
 * @list:	struct hist_wanted: the tables, and shapes of tables that are not allocated yet
 */
struct hist_tables {
	struct list_head	list;
};

static inline u32 hist_table_slots(u32 size)
{
	return max(roundup_pow_of_two(size) * 2, HIST_SLOTS_MIN);
}

/* Bytes of an entry with @words of sums, key and latches. */
static inline u32 hist_entry_bytes(u32 words)
{
	return sizeof(struct hist_entry) + words * sizeof(u64);
}

/* Bytes of a table of @size entries with @words each. */
static inline u64 hist_table_bytes(u32 size, u32 words)
{
	return hist_table_slots(size) * sizeof(u64) + (u64)size * hist_entry_bytes(words);
}

bool hist_memory_fits(u64 bytes);
struct hist_table *hist_table_create(const struct hist_shape *shape);
void hist_table_free(struct hist_table *table);
struct hist_entry *hist_table_insert(struct hist_table *table, const u64 *key, u64 hash);
struct hist_entry *hist_table_look(struct hist_table *table, const u64 *key);
u32 hist_table_next(const struct hist_table *table, u32 slot, struct hist_entry **entry);

/* Defined in hist_tables.c */
struct hist_table *hist_tables_take(struct hist_tables *tables, const struct hist_shape *shape);
bool hist_tables_lack(const struct hist_tables *tables);
int hist_tables_fill(struct hist_tables *tables);
void hist_tables_free(struct hist_tables *tables);

static inline u64 *hist_entry_key(const struct hist_table *table, struct hist_entry *entry)
{
	return (u64 *)&entry->words[table->nr_sums];
}

static __always_inline struct hist_entry *hist_table_entry(const struct hist_table *table,
							   u32 number)
{
	return table->entries + (size_t)number * table->entry_bytes;
}

/* Each bit of @word affects all bits of the result. */
static __always_inline u64 hist_hash_word(u64 hash, u64 word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 32;
}

static __always_inline u64 hist_hash(const u64 *key, u32 words)
{
	u64 hash = 0;
	u32 i;

	for (i = 0; i < words; i++)
		hash = hist_hash_word(hash, key[i]);
	return hash;
}

/*
 * Whether the hash bits of a slot match: the upper half of a slot holds the upper half
 * of the hash.
 */
static __always_inline bool hist_slot_alike(u64 slot, u64 hash)
{
	return !((slot ^ hash) >> 32);
}

/* Whether the key of the entry in @slot is @key. */
static __always_inline bool hist_slot_is(const struct hist_table *table, u64 slot,
					 const u64 *key)
{
	struct hist_entry *entry = hist_table_entry(table, (u32)slot - 1);
	const u64 *its = (const u64 *)&entry->words[table->nr_sums];
	u32 i;

	for (i = 0; i < table->key_words; i++)
		if (its[i] != key[i])
			return false;
	return true;
}

/**
 * hist_table_find - find or create the entry of a key
 * @table:	the table
 * @key:	the key
 *
 * Context: any, NMI included; preemption off.
 * Return: the entry; NULL if the table is full, and then the hit is counted as dropped.
 */
static __always_inline struct hist_entry *hist_table_find(struct hist_table *table,
							  const u64 *key)
{
	u64 hash = hist_hash(key, table->key_words);
	u64 slot = READ_ONCE(table->slots[(u32)hash & table->mask]);

	/* The common case: the key has an entry, and its slot is the first that is probed. */
	if (likely(slot && hist_slot_alike(slot, hash) && hist_slot_is(table, slot, key)))
		return hist_table_entry(table, (u32)slot - 1);
	return hist_table_insert(table, key, hash);
}

#endif /* _KTRACE_ACTION_HIST_TABLE_H */
