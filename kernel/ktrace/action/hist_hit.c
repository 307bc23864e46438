// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: count a hit.
 *
 * Called by hooks, in any context, NMI included, with preemption off.
 */
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "action/hist.h"
#include "action/hist_load.h"
#include "event/emit.h"
#include "event/stack.h"

/* Keys of up to this number of u64 are built on the stack, others by hist_hit_long(). */
#define HIST_FEW_WORDS	8

static __always_inline u64 hist_number(const struct hist_op *op, const struct ktrace_hit *hit)
{
	return hist_load_at(op, hit->record + op->offset);
}

/* Find a string in the record; the result is empty if the string lies outside. */
static const char *hist_locate(const struct hist_op *op, const struct ktrace_hit *hit, u32 *len)
{
	u32 loc, offset = op->offset;
	struct ktrace_span line;

	*len = op->bytes;
	if (op->load == HIST_LOAD_REST) {
		line = (struct ktrace_span) { hit->record + offset, hit->len - offset };
		*len = ktrace_span_line(line).n;
		return hit->record + offset;
	}
	if (op->load == HIST_LOAD_INLINE)
		return hit->record + offset;
	loc = get_unaligned((const u32 *)(hit->record + offset));
	offset = (loc & 0xffff) + (op->load == HIST_LOAD_REL_LOC ? offset + sizeof(loc) : 0);
	*len = loc >> 16;
	if (offset > hit->len || *len > hit->len - offset)
		*len = 0;
	return hit->record + offset;
}
NOKPROBE_SYMBOL(hist_locate);

static void hist_string(const struct hist_op *op, const struct ktrace_hit *hit, u64 *key)
{
	u32 len, room = op->words * sizeof(*key);
	const char *s = hist_locate(op, hit, &len);

	/* The last byte stays zero. */
	len = strnlen(s, min(len, room - 1));
	memcpy(key, s, len);
	memset((char *)key + len, 0, room - len);
}
NOKPROBE_SYMBOL(hist_string);

/*
 * A string whose address is in the record.  The string still exists, because the hook
 * runs where the event happens.  All unreadable addresses count as one string.
 */
static void hist_string_at(const struct hist_op *op, const struct ktrace_hit *hit, u64 *key)
{
	const void *from = get_unaligned((const void **)(hit->record + op->offset));
	u32 room = op->words * sizeof(*key);
	char *to = (char *)key;
	long len = strncpy_from_kernel_nofault(to, from, room);

	if (len < 0)
		len = strscpy(to, "(fault)", room) + 1;
	memset(to + len, 0, room - len);
}
NOKPROBE_SYMBOL(hist_string_at);

static void hist_stack(const struct ktrace_hit *hit, u64 *key)
{
	unsigned long *frames = (unsigned long *)key;
	unsigned int nr = ktrace_stack_save(frames, KTRACE_HIST_FRAMES, &hit->here);

	BUILD_BUG_ON(sizeof(*frames) != sizeof(*key));
	memset(frames + nr, 0, (KTRACE_HIST_FRAMES - nr) * sizeof(*frames));
}
NOKPROBE_SYMBOL(hist_stack);

/* A stack stored in a field of the record. */
static void hist_frames(const struct hist_op *op, const struct ktrace_hit *hit, u64 *key)
{
	u32 len;
	const void *frames = hist_locate(op, hit, &len);

	len = min(round_down(len, (u32)sizeof(*key)), KTRACE_HIST_FRAMES * (u32)sizeof(*key));
	memcpy(key, frames, len);
	memset((void *)key + len, 0, KTRACE_HIST_FRAMES * sizeof(*key) - len);
}
NOKPROBE_SYMBOL(hist_frames);

/**
 * hist_load_words - load a string or a stack
 * @op:		how to load the words
 * @hit:	the hit
 * @to:		the destination, for op->words words
 *
 * Context: any, NMI included; preemption off.
 */
void hist_load_words(const struct hist_op *op, const struct ktrace_hit *hit, u64 *to)
{
	if (op->load == HIST_LOAD_COMM)
		hist_comm(to);
	else if (op->load == HIST_LOAD_STACK)
		hist_stack(hit, to);
	else if (op->load == HIST_LOAD_FRAMES)
		hist_frames(op, hit, to);
	else if (op->load == HIST_LOAD_KERNEL)
		hist_string_at(op, hit, to);
	else
		hist_string(op, hit, to);
}
NOKPROBE_SYMBOL(hist_load_words);

/**
 * hist_load - load a number
 * @op:		how to load and modify the number
 * @hit:	the hit
 *
 * Context: any, NMI included; preemption off.
 * Return: the number.
 */
u64 hist_load(const struct hist_op *op, const struct ktrace_hit *hit)
{
	return hist_modified(op, hist_number(op, hit));
}
NOKPROBE_SYMBOL(hist_load);

static __always_inline void hist_key(const struct hist_trigger *ht, const struct ktrace_hit *hit,
				     u64 *key)
{
	const struct hist_op *op = ht->keys, *end = op + ht->nr_keys;

	for (; op < end; key += op->words, op++) {
		if (op->load < HIST_LOAD_COMM)
			*key = hist_modified(op, hist_number(op, hit));
		else if (op->load == HIST_LOAD_COMM)
			hist_comm(key);
		else
			hist_load_words(op, hit, key);
	}
}

/**
 * hist_make_key - build the key of an entry
 * @ht:		the histogram's trigger
 * @hit:	the hit
 * @key:	the destination
 *
 * Context: any, NMI included; preemption off.
 */
void hist_make_key(const struct hist_trigger *ht, const struct ktrace_hit *hit, u64 *key)
{
	hist_key(ht, hit, key);
}
NOKPROBE_SYMBOL(hist_make_key);

static __always_inline void hist_count(const struct hist_trigger *ht,
				       const struct ktrace_hit *hit, struct hist_table *table,
				       const u64 *key)
{
	struct hist_entry *entry = hist_table_find(table, key);
	unsigned int i;

	if (unlikely(!entry))
		return;
	atomic64_inc(&entry->words[0]);
	for (i = 0; i < ht->nr_values; i++)
		atomic64_add(hist_modified(&ht->values[i], hist_number(&ht->values[i], hit)),
			     &entry->words[1 + i]);
}

/* The key is too long for the stack. */
static noinline void hist_hit_long(const struct hist_trigger *ht, const struct ktrace_hit *hit,
				   struct hist_table *table)
{
	u64 *key = ktrace_image_try();

	if (!key) {
		atomic64_inc(&table->dropped);
		return;
	}
	hist_key(ht, hit, key);
	hist_count(ht, hit, table, key);
	ktrace_image_put();
}
NOKPROBE_SYMBOL(hist_hit_long);

/**
 * hist_hit - struct ktrace_trigger_ops.hit of a histogram that only counts and sums
 * @trigger:	the trigger
 * @hit:	the hit
 */
notrace void hist_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	const struct hist_trigger *ht = hist_trigger_of(trigger);
	struct hist_table *table = rcu_dereference_sched(ht->hist->table);
	u64 key[HIST_FEW_WORDS] __uninitialized;

	if (unlikely(READ_ONCE(ht->hist->paused) || hit->len < ht->need))
		return;
	if (unlikely(table->key_words > HIST_FEW_WORDS)) {
		hist_hit_long(ht, hit, table);
		return;
	}
	hist_key(ht, hit, key);
	hist_count(ht, hit, table, key);
}
NOKPROBE_SYMBOL(hist_hit);
