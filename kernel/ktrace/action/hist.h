/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms: what the files hist*.c share. */
#ifndef _KTRACE_ACTION_HIST_H
#define _KTRACE_ACTION_HIST_H

#include <linux/list.h>
#include <linux/rcupdate.h>

#include "action/hist_latch.h"
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
	HIST_LOAD_CLOCK,	/* the time by another clock */
	HIST_LOAD_COMM,
	HIST_LOAD_INLINE,
	HIST_LOAD_DATA_LOC,
	HIST_LOAD_REL_LOC,
	HIST_LOAD_REST,
	HIST_LOAD_KERNEL,	/* a string whose address is in the record */
	HIST_LOAD_STACK,
	HIST_LOAD_FRAMES,	/* a stack that is a field */
};

/**
 * struct hist_op - how a number, or a key, is got from a record
 * @load:	enum hist_load
 * @show:	enum ktrace_hist_show: what is made of a number
 * @hand:	enum ktrace_field_hand: where the number is before there is a record
 * @at:		bytes from there
 * @offset:	bytes from the record's start; of HIST_LOAD_CLOCK: which, for ktrace_clock_at()
 * @bytes:	of a string: how many it takes at most
 * @words:	u64 of the key
 * @buckets:	of KTRACE_HIST_BUCKETS
 */
struct hist_op {
	u8	load;
	u8	show;
	u8	hand;
	u16	at;
	u16	offset;
	u16	bytes;
	u16	words;
	u64	buckets;
};

/* What a value is. */
enum hist_kind {
	HIST_IS_NUMBER,
	HIST_IS_TEXT,
	HIST_IS_STACK,
};

/*
 * Areas of the scratch buffer.  While a plan is linked, the areas still grow, so positions in
 * the plan are relative to the beginning of their area.  When linking is done, they become
 * relative to the beginning of the scratch buffer.
 */
enum hist_area {
	HIST_AREA_VARS,		/* its own variables */
	HIST_AREA_REFS,		/* variables of other histograms */
	HIST_AREA_ARGS,		/* arguments of actions */
	NR_HIST_AREAS,
};

/**
 * struct hist_term - a step in computing a value
 * @op:		enum ktrace_hist_op
 * @is_signed:	of a division: it is signed
 * @area:	of KTRACE_HIST_VARIABLE: enum hist_area
 * @at:		of KTRACE_HIST_VARIABLE: where it is, in u64
 * @load:	of KTRACE_HIST_PART
 * @number:	of KTRACE_HIST_NUMBER
 */
struct hist_term {
	u8	op;
	bool	is_signed;
	u8	area;
	u16	at;
	union {
		struct hist_op	load;
		u64		number;
	};
};

/**
 * struct hist_value - a value that is computed when an event happens
 * @kind:	enum hist_kind
 * @is_signed:	a signed number
 * @first:	the first of its terms, in struct hist_plan
 * @nr:		how many
 * @area:	enum hist_area: where it goes
 * @words:	u64 that it has
 * @at:		where it goes, in u64
 */
struct hist_value {
	u8			kind;
	bool			is_signed;
	u8			first;
	u8			nr;
	u8			area;
	u16			words;
	u16			at;
};

/**
 * struct hist_var - a variable, as other histograms see it; or a saved field
 * @kind:	enum hist_kind
 * @is_signed:	a signed number
 * @at:		where it is among the variables, or the saved fields, of an entry, in u64
 * @words:	u64 that it has
 */
struct hist_var {
	u8	kind;
	bool	is_signed;
	u16	at;
	u16	words;
};

/**
 * struct hist_track - what an entry keeps for an action of onmax or onchange: a latch
 * @at:		where in the entry, in u64 from its sums on; 0: nothing
 * @words:	u64: the value, and behind it the saved fields
 * @first:	index in struct hist.saved of the first saved field
 * @nr:		number of saved fields
 */
struct hist_track {
	u32	at;
	u16	words;
	u8	first;
	u8	nr;
};

/**
 * struct hist - a table of counts; triggers of an instance with the same "name=" share one
 * @node:	in the list of histograms that have a name
 * @instance:	the instance that it belongs to
 * @users:	triggers that count here
 * @readers:	triggers that read its variables; while there are any it is not removed
 * @name:	its name; NULL for none
 * @definition:	as it is shown
 * @identity:	the parts of @definition that tell histograms apart
 * @spec:	what was read; its spans are parts of @text
 * @text:	a copy of what was written
 * @clock:	of common_timestamp: which, for ktrace_clock_at(), and one more; 0: not said
 * @strings:	bit n: key n is text
 * @is_signed:	bit n: sum n is a signed number; from bit 16 on: key n
 * @nr_sums:	sums in an entry; the first are its hits
 * @sum_at:	by value: which sum it is; of hitcount, with a modifier or without, 0
 * @key_at:	where in the key each part begins, in u64
 * @key_words:	u64 in a key
 * @key_size:	u64 of each part
 * @vars:	its variables, by their index in @spec
 * @var_words:	u64 of all variables together
 * @vars_at:	where in an entry their latch is, in u64 from its sums on
 * @tracks:	of its actions
 * @saved:	the fields that actions save; @at counts from behind the tracked value
 * @nr_saved:	number of @saved
 * @more_words:	u64 of an entry behind the key: latches
 * @table:	what was counted; hooks read it
 * @paused:	do not count; hooks read it
 */
struct hist {
	struct list_head	node;
	const struct ktrace_instance *instance;
	unsigned int		users;
	unsigned int		readers;
	char			*name;
	char			*definition;
	char			*identity;
	struct ktrace_hist_spec	spec;
	char			*text;
	u16			clock;
	u32			strings;
	u32			is_signed;
	u8			nr_sums;
	u8			sum_at[KTRACE_HIST_VALUES_MAX];
	u32			key_at[KTRACE_HIST_KEYS_MAX];
	u32			key_words;
	u32			key_size[KTRACE_HIST_KEYS_MAX];
	struct hist_var		vars[KTRACE_HIST_VARS_MAX];
	u32			var_words;
	u32			vars_at;
	struct hist_track	tracks[KTRACE_HIST_ACTIONS_MAX];
	struct hist_var		saved[KTRACE_HIST_NODES_MAX];
	u32			nr_saved;
	u32			more_words;
	struct hist_table __rcu	*table;
	bool			paused;
};

/* Histograms whose variables one histogram reads. */
#define HIST_REFS_MAX	8

/**
 * struct hist_ref - a histogram whose variables are read
 * @hist:	the histogram
 * @made:	the trigger that sets the variable, if it was made just for that; it goes with
 *		the reader.  NULL: it is gone, or the user's
 * @wanted:	bits: the variables that must be set
 * @taken:	those of @wanted that are unset when they have been read
 * @at:		where its variables go: in the scratch, in u64
 * @other_key:	its strings have other lengths than the reader's
 */
struct hist_ref {
	struct hist		*hist;
	struct hist_trigger	*made;
	u16			wanted;
	u16			taken;
	u16			at;
	bool			other_key;
};

/**
 * struct hist_act - an action
 * @when:	enum ktrace_hist_when
 * @what:	enum ktrace_hist_do
 * @is_signed:	of onmax: the variable is a signed number
 * @first:	the first of its arguments, in struct hist_plan
 * @nr:		how many
 * @var_at:	of onmax and onchange: where the variable is in the scratch, in u64
 * @synth:	of KTRACE_HIST_TRACE: the event, held
 * @best:	of KTRACE_HIST_SNAPSHOT: the value that the last was taken for, and the key
 */
struct hist_act {
	u8			when;
	u8			what;
	bool			is_signed;
	u8			first;
	u8			nr;
	u16			var_at;
	struct ktrace_synth	*synth;
	struct hist_latch	*best;
};

/**
 * struct hist_plan - what a trigger does that has variables, expressions or actions
 * @nr_refs:	how many @refs
 * @nr_vars:	how many @vars
 * @nr_acts:	how many @acts
 * @nr_args:	how many @args
 * @nr_terms:	how many @terms
 * @other_at:	where the key of another histogram is put together: in the scratch, in u64
 * @vars_at:	where its variables are computed: the same
 * @args_at:	where its arguments are: the same
 * @values_at:	where they are put together for a synthetic event: the same
 * @words:	u64 of the scratch that it needs
 * @refs:	whose variables it reads
 * @values:	what is summed up
 * @vars:	its variables
 * @acts:	its actions
 * @args:	their arguments
 * @terms:	of all these
 * @buffer:	the instance's buffer, for which an action with @best is armed
 * @release:	for ktrace_trigger_drop_end()
 */
struct hist_plan {
	u8			nr_refs;
	u8			nr_vars;
	u8			nr_acts;
	u8			nr_args;
	u8			nr_terms;
	u32			other_at;
	u32			vars_at;
	u32			args_at;
	u32			values_at;
	u32			words;
	struct hist_ref		refs[HIST_REFS_MAX];
	struct hist_value	values[KTRACE_HIST_VALUES_MAX];
	struct hist_value	vars[KTRACE_HIST_VARS_MAX];
	struct hist_act		acts[KTRACE_HIST_ACTIONS_MAX];
	struct hist_value	args[KTRACE_HIST_NODES_MAX];
	struct hist_term	terms[KTRACE_HIST_NODES_MAX + KTRACE_HIST_VALUES_MAX];
	struct ktrace_buffer	*buffer;
	struct ktrace_release	release;
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
 * @plan:	what else it does; NULL: nothing, and @values are fields
 * @reader:	the trigger that it was made for; NULL: the user's own
 */
struct hist_trigger {
	struct ktrace_trigger	trigger;
	struct hist		*hist;
	u32			need;
	u8			nr_keys;
	u8			nr_values;
	struct hist_op		keys[KTRACE_HIST_KEYS_MAX];
	struct hist_op		values[KTRACE_HIST_VALUES_MAX];
	struct hist_plan	*plan;
	struct hist_trigger	*reader;
};

/* Whether a definition takes a plan. */
static inline bool hist_needs_plan(const struct ktrace_hist_spec *spec)
{
	return spec->nr_nodes || spec->nr_actions;
}

static inline struct hist_latch *hist_entry_latch(struct hist_entry *entry, u32 at)
{
	return (struct hist_latch *)&entry->words[at];
}

static inline struct hist_trigger *hist_trigger_of(struct ktrace_trigger *trigger)
{
	return container_of(trigger, struct hist_trigger, trigger);
}

/* hist.c */
struct hist_op hist_compile(const struct hist *hist, const struct ktrace_hist_part *part,
			    const struct ktrace_field *fields, u32 *need);
bool hist_part_is_signed(const struct ktrace_hist_part *part,
			 const struct ktrace_field *fields);
struct hist_trigger *hist_trigger_at(const struct ktrace_triggers *triggers, unsigned int i);
void hist_drop(struct hist *hist);
struct hist_trigger *hist_make(struct ktrace_listener *listener, char *line,
			       struct hist_trigger *reader, struct ktrace_trigger_drop *drop);

/* hist_hit.c */
void hist_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit);
void hist_make_key(const struct hist_trigger *ht, const struct ktrace_hit *hit, u64 *key);
u64 hist_load(const struct hist_op *op, const struct ktrace_hit *hit);
void hist_load_words(const struct hist_op *op, const struct ktrace_hit *hit, u64 *to);

/* hist_hand.c */
void hist_set_at_hand(struct hist_trigger *ht);

/**
 * struct hist_link - a plan that is being made
 * @ht:		whose
 * @hist:	its histogram
 * @fields:	the event's fields
 * @nr_fields:	how many
 * @drop:	collects triggers that are made for the plan and then not needed
 * @match:	the event that matches in the action that is linked, for the instance; NULL:
 *		none, or nothing is wanted of it
 * @nr_own:	how many of its own variables are known already
 * @words:	u64 that each area has so far
 * @nr_values:	most arguments that one action passes to a synthetic event
 */
struct hist_link {
	struct hist_trigger	*ht;
	struct hist		*hist;
	const struct ktrace_field *fields;
	unsigned int		nr_fields;
	struct ktrace_trigger_drop *drop;
	struct ktrace_listener	*match;
	unsigned int		nr_own;
	u32			words[NR_HIST_AREAS];
	u32			nr_values;
};

/* hist_link.c */
int hist_link(struct hist_link *link, struct ktrace_hist_error *error);
void hist_unlink(struct hist_trigger *ht, struct ktrace_trigger_drop *drop);
void hist_forget_best(struct hist_trigger *ht);

/* hist_run.c */
void hist_run(struct ktrace_trigger *trigger, const struct ktrace_hit *hit);

/* hist_show.c */
int hist_show(struct seq_file *m, struct hist_trigger *ht);

#endif /* _KTRACE_ACTION_HIST_H */
