/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms: declarations shared by the files hist*.c. */
#ifndef _KTRACE_ACTION_HIST_H
#define _KTRACE_ACTION_HIST_H

#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>

#include "action/hist_latch.h"
#include "action/hist_table.h"
#include "action/internal.h"
#include "parse/hist.h"

/* Maximum size of a key, in u64. */
#define HIST_KEY_WORDS	(KTRACE_RECORD_MAX / sizeof(u64) / 2)

/* How a hook loads a number or a key. */
enum hist_load {
	HIST_LOAD_U8,
	HIST_LOAD_U16,
	HIST_LOAD_U32,
	HIST_LOAD_U64,
	HIST_LOAD_S8,
	HIST_LOAD_S16,
	HIST_LOAD_S32,
	HIST_LOAD_CPU,
	HIST_LOAD_CGROUP,
	HIST_LOAD_TIME,
	HIST_LOAD_CLOCK,	/* the time by another clock */
	HIST_LOAD_COMM,
	HIST_LOAD_INLINE,
	HIST_LOAD_DATA_LOC,
	HIST_LOAD_REL_LOC,
	HIST_LOAD_REST,
	HIST_LOAD_KERNEL,	/* a string whose address is in the record */
	HIST_LOAD_STACK,
	HIST_LOAD_FRAMES,	/* a stack stored in a field */
};

/**
 * struct hist_op - how a hook loads a number or a key
 * @load:	enum hist_load
 * @show:	enum ktrace_hist_show: the modifier that is applied to a number
 * @avail:	enum ktrace_field_avail: source of the number before a record exists
 * @at:		offset in the source @avail, in bytes
 * @offset:	offset in the record, in bytes; for HIST_LOAD_CLOCK: index of the clock
 *		for ktrace_clock_at()
 * @bytes:	for a string: its maximum size
 * @words:	size in the key, in u64
 * @buckets:	bucket size of KTRACE_HIST_BUCKETS
 */
struct hist_op {
	u8	load;
	u8	show;
	u8	avail;
	u16	at;
	u16	offset;
	u16	bytes;
	u16	words;
	u64	buckets;
};

/* Type of a value. */
enum hist_kind {
	HIST_IS_NUMBER,
	HIST_IS_TEXT,
	HIST_IS_STACK,
};

/*
 * Areas of the scratch buffer.  While a histogram plan is linked, the areas still grow, so
 * positions in the plan are relative to the beginning of their area.  When linking is done, they
 * become relative to the beginning of the scratch buffer.
 */
enum hist_area {
	HIST_AREA_VARS,		/* variables of this histogram */
	HIST_AREA_REFS,		/* variables of other histograms */
	HIST_AREA_ARGS,		/* arguments of actions */
	NR_HIST_AREAS,
};

/**
 * struct hist_term - a step in computing a value
 * @op:		enum ktrace_hist_op
 * @is_signed:	for a division: the division is signed
 * @area:	for KTRACE_HIST_VARIABLE: enum hist_area
 * @at:		for KTRACE_HIST_VARIABLE: position of the variable, in u64
 * @load:	for KTRACE_HIST_PART
 * @number:	for KTRACE_HIST_NUMBER
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
 * @is_signed:	the value is a signed number
 * @first:	index of the first term in struct hist_plan.terms
 * @nr:		number of terms
 * @area:	enum hist_area: destination of the value
 * @words:	size in u64
 * @at:		position of the destination, in u64
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
 * struct hist_var - a variable of a histogram, or a field saved by an action
 * @kind:	enum hist_kind
 * @is_signed:	the value is a signed number
 * @at:		position among the variables, or the saved fields, of an entry, in u64
 * @words:	size in u64
 */
struct hist_var {
	u8	kind;
	bool	is_signed;
	u16	at;
	u16	words;
};

/**
 * struct hist_track - where an entry keeps the tracked value of onmax() or onchange()
 * @at:		position of the latch (hist_latch.h) that holds the value and the saved fields,
 *		in u64 from the sums of the entry; 0: the histogram tracks no value
 * @words:	size of the tracked value and the saved fields behind the value, in u64
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
 * @instance:	the instance that owns the histogram
 * @users:	number of triggers that count in this histogram
 * @readers:	number of triggers that read variables of this histogram; above 0, the
 *		histogram is not removed
 * @name:	name; NULL for none
 * @definition:	text that the files show
 * @identity:	parts of @definition that distinguish histograms
 * @spec:	the parsed definition; its spans point into @text
 * @text:	copy of the text that the user wrote
 * @clock:	clock of common_timestamp: index for ktrace_clock_at() plus 1; 0: the
 *		definition names no clock
 * @strings:	bit n: key n is text
 * @is_signed:	bit n: sum n is a signed number; from bit 16 on: key n
 * @nr_sums:	number of sums in an entry; the first sum counts hits
 * @sum_at:	index of the sum of each value; 0 for hitcount with or without a modifier
 * @key_at:	position of each part in the key, in u64
 * @key_words:	size of a key, in u64
 * @key_size:	size of each part of the key, in u64
 * @vars:	variables, by index in @spec
 * @var_words:	size of all variables together, in u64
 * @vars_at:	position of the variables' latch in an entry, in u64 from the sums
 * @tracks:	latches of the actions
 * @saved:	fields saved by actions; @at counts from the end of the tracked value
 * @nr_saved:	number of @saved
 * @more_words:	size of the latches behind the key of an entry, in u64
 * @table:	the entries; hooks read this pointer
 * @paused:	hooks do not count
 * @marked:	hist_reads() has reached the histogram; under ktrace_event_mutex
 * @pins:	number of readers of the file hist, and 1 for the triggers
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
	bool			marked;
	refcount_t		pins;
};

/* Maximum number of histograms whose variables one histogram reads. */
#define HIST_REFS_MAX	8

/**
 * struct hist_ref - a histogram whose variables are read
 * @hist:	the histogram
 * @made:	the trigger that sets the variable, if ktrace created the trigger for
 *		the reader; removed with the reader. NULL: a user defined the trigger,
 *		or it was removed
 * @wanted:	bit mask of the variables that must be set
 * @taken:	bit mask of the variables in @wanted that the reader unsets
 * @at:		position of the variables in the scratch buffer, in u64
 * @other_key:	strings in the keys of @hist and of the reader differ in length
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
 * @is_signed:	for onmax: the variable is a signed number
 * @first:	index of the first argument in struct hist_plan.args
 * @nr:		number of arguments
 * @var_at:	for onmax and onchange: position of the variable in the scratch buffer, in u64
 * @synth:	for KTRACE_HIST_TRACE: the synthetic event, with a reference
 * @best:	for KTRACE_HIST_SNAPSHOT: value and key of the last snapshot
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
 * struct hist_plan - the work of a trigger with variables, expressions or actions
 * @nr_refs:	number of @refs
 * @nr_vars:	number of @vars
 * @nr_acts:	number of @acts
 * @nr_args:	number of @args
 * @nr_terms:	number of @terms
 * @other_at:	position in the scratch buffer, in u64, of the key of another histogram
 * @vars_at:	position in the scratch buffer, in u64, of the variables
 * @args_at:	position in the scratch buffer, in u64, of the arguments
 * @values_at:	position in the scratch buffer, in u64, of the values for a synthetic event
 * @words:	required size of the scratch buffer, in u64
 * @refs:	histograms whose variables the trigger reads
 * @values:	values that the trigger adds to sums
 * @vars:	variables
 * @acts:	actions
 * @args:	arguments of the actions
 * @terms:	terms of all values above
 * @buffer:	the instance's buffer, armed for each action with @best
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
 * struct hist_trigger - a trigger that counts in a histogram
 * @trigger:	the trigger
 * @hist:	the histogram
 * @need:	minimum size of a record, in bytes
 * @nr_keys:	number of @keys
 * @nr_values:	number of @values, without the hits
 * @keys:	parts of the key
 * @values:	values that the trigger adds to sums
 * @plan:	variables, expressions and actions; NULL: none, and @values are fields
 * @reader:	the trigger for which ktrace created this one; NULL: a user defined it
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

/* Whether a definition needs a histogram plan. */
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

/* Defined in hist_compile.c */
struct hist_op hist_compile(const struct hist *hist, const struct ktrace_hist_part *part,
			    const struct ktrace_field *fields, u32 *need);
bool hist_part_is_signed(const struct ktrace_hist_part *part,
			 const struct ktrace_field *fields);
void hist_trigger_compile(struct hist_trigger *ht, struct hist *hist,
			  const struct ktrace_field *fields);

/* Defined in hist_trigger.c */
extern const struct ktrace_trigger_ops hist_plan_ops;
struct hist_table *hist_take_table(const struct hist *hist, struct ktrace_trigger_drop *drop);
int hist_give_table(struct hist *hist, struct ktrace_trigger_drop *drop);
void hist_free(struct hist *hist);
void hist_drop(struct hist *hist);
void hist_put(struct hist *hist);
void hist_name(struct hist *hist);
struct hist *hist_find_name(const struct hist *like);
struct hist_trigger *hist_new_trigger(struct ktrace_listener *listener);
struct hist_trigger *hist_trigger_at(const struct ktrace_triggers *triggers, unsigned int i);
bool hist_reads(struct hist *hist, struct hist *wanted);
void hist_unlink(struct hist_trigger *ht, struct ktrace_trigger_drop *drop);
void hist_forget_best(struct hist_trigger *ht);
void hist_show_line(struct seq_file *m, const struct hist *hist, const char *filter, bool paused);

/* Defined in hist_hit.c */
void hist_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit);
void hist_make_key(const struct hist_trigger *ht, const struct ktrace_hit *hit, u64 *key);
u64 hist_load(const struct hist_op *op, const struct ktrace_hit *hit);
void hist_load_words(const struct hist_op *op, const struct ktrace_hit *hit, u64 *to);

/* Defined in hist_avail.c */
void hist_set_hit_available(struct hist_trigger *ht);

/**
 * struct hist_link - state of the creation of a histogram plan
 * @ht:		the trigger
 * @hist:	the trigger's histogram
 * @fields:	the event's fields
 * @nr_fields:	number of @fields
 * @drop:	collects triggers that were created for the histogram plan and are not needed
 * @create:	creates a histogram that sets a variable of @hist: hist_create()
 * @match:	the listener that the action being linked names in onmatch(); NULL: none
 * @nr_own:	number of own variables that are compiled already
 * @words:	size of each area so far, in u64
 * @nr_values:	maximum number of arguments that one action passes to a synthetic event
 */
struct hist_link {
	struct hist_trigger	*ht;
	struct hist		*hist;
	const struct ktrace_field *fields;
	unsigned int		nr_fields;
	struct ktrace_trigger_drop *drop;
	struct hist_trigger	*(*create)(struct ktrace_listener *listener, char *line,
					   struct hist_trigger *reader,
					   struct ktrace_trigger_drop *drop);
	struct ktrace_listener	*match;
	unsigned int		nr_own;
	u32			words[NR_HIST_AREAS];
	u32			nr_values;
};

/* Defined in hist_link.c */
int hist_link(struct hist_link *link, struct ktrace_parse_error *error);

/* Defined in hist_run.c */
void hist_run(struct ktrace_trigger *trigger, const struct ktrace_hit *hit);

#endif /* _KTRACE_ACTION_HIST_H */
