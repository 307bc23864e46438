/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms: what the files hist*.c share. */
#ifndef _KTRACE_ACTION_HIST_H
#define _KTRACE_ACTION_HIST_H

#include <linux/list.h>
#include <linux/rcupdate.h>

#include "action/hist_table.h"
#include "action/internal.h"
#include "parse/hist.h"

/* Most u64 in a key. */
#define HIST_KEY_WORDS	(KTRACE_RECORD_MAX / sizeof(u64) / 2)

/* How a number, or a key, is got. */
enum hist_load {
	HIST_LOAD_U8,
	HIST_LOAD_U16,
	HIST_LOAD_U32,
	HIST_LOAD_U64,
	HIST_LOAD_S8,
	HIST_LOAD_S16,
	HIST_LOAD_S32,
	HIST_LOAD_CPU,
	HIST_LOAD_TIME,
	HIST_LOAD_COMM,
	HIST_LOAD_INLINE,
	HIST_LOAD_DATA_LOC,
	HIST_LOAD_REL_LOC,
	HIST_LOAD_REST,
	HIST_LOAD_STACK,
};

/**
 * struct hist_op - how a number, or a key, is got from a record
 * @load:	enum hist_load
 * @show:	enum ktrace_hist_show: what is made of a number
 * @offset:	bytes from the record's start
 * @bytes:	of a string: how many it takes at most
 * @words:	u64 of the key
 * @buckets:	of KTRACE_HIST_BUCKETS
 */
struct hist_op {
	u8	load;
	u8	show;
	u16	offset;
	u16	bytes;
	u16	words;
	u64	buckets;
};

/**
 * struct hist - what is counted; those of one name are one, in an instance
 * @node:	in the list of those that have a name
 * @instance:	whose
 * @users:	triggers that count here
 * @name:	its name; NULL for none
 * @definition:	as it is shown
 * @spec:	what was read; its spans are parts of @text
 * @text:	a copy of what was written
 * @strings:	bit n: key n is text
 * @is_signed:	bit n: value n is a signed number; from bit 16 on: key n
 * @key_at:	where in the key each part begins, in u64
 * @key_words:	u64 in a key
 * @table:	what was counted; hooks read it
 * @paused:	do not count; hooks read it
 */
struct hist {
	struct list_head	node;
	const struct ktrace_instance *instance;
	unsigned int		users;
	char			*name;
	char			*definition;
	struct ktrace_hist_spec	spec;
	char			*text;
	u32			strings;
	u32			is_signed;
	u32			key_at[KTRACE_HIST_KEYS_MAX];
	u32			key_words;
	struct hist_table __rcu	*table;
	bool			paused;
};

/**
 * struct hist_trigger - a trigger that counts
 * @trigger:	the trigger
 * @hist:	where
 * @need:	bytes that a record must have
 * @nr_keys:	how many @keys
 * @nr_values:	how many @values; hits are not among them
 * @keys:	how the key is made
 * @values:	what is summed up
 */
struct hist_trigger {
	struct ktrace_trigger	trigger;
	struct hist		*hist;
	u32			need;
	u8			nr_keys;
	u8			nr_values;
	struct hist_op		keys[KTRACE_HIST_KEYS_MAX];
	struct hist_op		values[KTRACE_HIST_VALUES_MAX];
};

static inline struct hist_trigger *hist_trigger_of(struct ktrace_trigger *trigger)
{
	return container_of(trigger, struct hist_trigger, trigger);
}

/* hist_hit.c */
void hist_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit);

/* hist_show.c */
int hist_show(struct seq_file *m, struct hist_trigger *ht);

#endif /* _KTRACE_ACTION_HIST_H */
