// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: the memory of a histogram and of its triggers, and their users.
 *
 * Called in task context, under ktrace_event_mutex, which protects all data that hooks do
 * not read.
 */
#include <linux/atomic.h>
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/hist.h"
#include "action/hist_table.h"
#include "event/listener.h"
#include "parse/filter.h"
#include "synth/synth.h"

/* Histograms that have a name; under ktrace_event_mutex. */
static LIST_HEAD(named_hists);

static struct hist_shape hist_shape(const struct hist *hist)
{
	return (struct hist_shape) {
		.size = hist->spec.size, .nr_sums = hist->nr_sums,
		.key_words = hist->key_words, .more_words = hist->more_words,
	};
}

/**
 * hist_take_table - take an empty table for a histogram
 * @hist:	the histogram, with its definition compiled
 * @drop:	has the tables of the command
 *
 * Context: task; under ktrace_event_mutex.
 * Return: the table; NULL if it is not allocated yet: the command must return -EAGAIN; or
 * -ENOMEM as a pointer.
 */
struct hist_table *hist_take_table(const struct hist *hist, struct ktrace_trigger_drop *drop)
{
	const struct hist_shape shape = hist_shape(hist);

	return hist_tables_take(drop->tables, &shape);
}

/**
 * hist_give_table - give a new histogram its table
 * @hist:	the histogram, with its definition compiled
 * @drop:	has the tables of the command
 *
 * If the table is not allocated yet, the histogram gets a table for one entry.  So a command can
 * note all tables that it lacks before it returns -EAGAIN.
 *
 * Context: task; under ktrace_event_mutex.
 * Return: 0 or -ENOMEM.
 */
int hist_give_table(struct hist *hist, struct ktrace_trigger_drop *drop)
{
	struct hist_table *table = hist_take_table(hist, drop);
	struct hist_shape small = hist_shape(hist);

	if (IS_ERR(table))
		return PTR_ERR(table);
	small.size = 1;
	rcu_assign_pointer(hist->table, table ?: hist_table_create(&small));
	return rcu_access_pointer(hist->table) ? 0 : -ENOMEM;
}

/**
 * hist_free - drop a reference to a histogram, and free it with the last one
 * @hist:	the histogram; @pins counts one reference for its triggers and one for each reader
 *		of the file hist
 *
 * Context: task; without locks, or under ktrace_event_mutex.
 */
void hist_free(struct hist *hist)
{
	if (!refcount_dec_and_test(&hist->pins))
		return;
	hist_table_free(rcu_dereference_protected(hist->table, true));
	kfree(hist->name);
	kfree(hist->definition);
	kfree(hist->identity);
	kfree(hist->text);
	kfree(hist);
}

/**
 * hist_drop - free a histogram without users and readers
 * @hist:	the histogram
 *
 * Context: task; under ktrace_event_mutex.
 */
void hist_drop(struct hist *hist)
{
	if (!hist->users && !hist->readers)
		hist_free(hist);
}

/**
 * hist_put - end a trigger's use of a histogram
 * @hist:	the histogram; no hook finds it through the trigger any more
 */
void hist_put(struct hist *hist)
{
	if (!--hist->users && hist->name)
		list_del(&hist->node);
	hist_drop(hist);
}

/**
 * hist_name - give a histogram its name
 * @hist:	the histogram, which has a name that no other histogram of its instance has
 */
void hist_name(struct hist *hist)
{
	list_add_tail(&hist->node, &named_hists);
}

/**
 * hist_find_name - find a histogram by name
 * @like:	a histogram with the name and the instance
 *
 * Return: the histogram that hist_name() has added to the list of names; or NULL.
 */
struct hist *hist_find_name(const struct hist *like)
{
	struct hist *hist;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(hist, &named_hists, node)
		if (hist->instance == like->instance && !strcmp(hist->name, like->name))
			return hist;
	return NULL;
}

/* Free a histogram plan.  Disarming waits for the buffer's rebuild and for grace periods. */
static void plan_release(struct ktrace_release *release)
{
	struct hist_plan *plan = container_of(release, struct hist_plan, release);
	unsigned int i;

	for (i = 0; i < plan->nr_acts; i++) {
		if (!plan->acts[i].best)
			continue;
		ktrace_snapshot_disarm(plan->buffer);
		kfree(plan->acts[i].best);
	}
	kfree(plan);
}

/**
 * hist_unlink - free the histogram plan of a trigger, and put the objects that the plan uses
 * @ht:		the trigger, which no hook uses
 * @drop:	collects the histogram plan, and the triggers that only served @ht
 *
 * Context: task; sleeps, but does not wait for hooks; under ktrace_event_mutex.
 */
void hist_unlink(struct hist_trigger *ht, struct ktrace_trigger_drop *drop)
{
	struct hist_plan *plan = ht->plan;
	unsigned int i;

	if (!plan)
		return;
	ht->plan = NULL;
	for (i = 0; i < plan->nr_refs; i++) {
		struct hist_ref *ref = &plan->refs[i];

		ref->hist->readers--;
		/* ktrace created the trigger for @ht: remove it, too, and its pointer to @ht. */
		if (ref->made) {
			ref->made->reader = NULL;
			ktrace_trigger_drop(&ref->made->trigger, drop);
		} else {
			hist_drop(ref->hist);
		}
	}
	for (i = 0; i < plan->nr_acts; i++)
		if (plan->acts[i].synth)
			ktrace_synth_put(plan->acts[i].synth);
	ktrace_release_later(&drop->idle, &plan->release, plan_release);
}

/**
 * hist_forget_best - take a snapshot for the next value in any case
 * @ht:		the trigger
 *
 * Context: task; under ktrace_event_mutex.
 */
void hist_forget_best(struct hist_trigger *ht)
{
	unsigned int i;

	for (i = 0; ht->plan && i < ht->plan->nr_acts; i++)
		if (ht->plan->acts[i].best)
			atomic64_andnot(LATCH_SET, &ht->plan->acts[i].best->control);
}

static void hist_trigger_free(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop)
{
	struct hist_trigger *ht = hist_trigger_of(trigger);
	unsigned int i;

	/*
	 * ktrace created this trigger for ht->reader.  If the event of this trigger is
	 * removed, the trigger is freed before the reader: clear the reader's pointer
	 * to it.
	 */
	for (i = 0; ht->reader && i < ht->reader->plan->nr_refs; i++)
		if (ht->reader->plan->refs[i].made == ht)
			ht->reader->plan->refs[i].made = NULL;
	hist_unlink(ht, drop);
	hist_put(ht->hist);
	kfree(ht);
}

/**
 * hist_trigger_at - get the histogram trigger at an index
 * @triggers:	triggers
 * @i:		index in @triggers
 *
 * Return: the histogram's trigger; NULL if trigger @i is not a histogram.
 */
struct hist_trigger *hist_trigger_at(const struct ktrace_triggers *triggers, unsigned int i)
{
	struct ktrace_trigger *trigger = triggers->list[i];

	return trigger->ops->free == hist_trigger_free ? hist_trigger_of(trigger) : NULL;
}
NOKPROBE_SYMBOL(hist_trigger_at);

static void hists_unmark(const struct ktrace_triggers *triggers)
{
	struct hist_trigger *ht;
	unsigned int i;

	for (i = 0; triggers && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (ht)
			ht->hist->marked = false;
	}
}

/*
 * Mark the histograms that @triggers read, if the histogram of the trigger is marked.  Return:
 * whether a histogram was marked that was not marked before.
 */
static bool hists_mark(const struct ktrace_triggers *triggers)
{
	struct hist_trigger *ht;
	unsigned int i, ref;
	bool more = false;

	for (i = 0; triggers && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (!ht || !ht->plan || !ht->hist->marked)
			continue;
		for (ref = 0; ref < ht->plan->nr_refs; ref++) {
			more |= !ht->plan->refs[ref].hist->marked;
			ht->plan->refs[ref].hist->marked = true;
		}
	}
	return more;
}

/**
 * hist_reads - whether a histogram reads variables of another, directly or through others
 * @hist:	the histogram, with a trigger
 * @wanted:	the other histogram, with a trigger
 *
 * Not recursive: users may define chains of any length.
 *
 * Context: task; under ktrace_event_mutex.
 * Return: true if @hist reads @wanted, or is @wanted.
 */
bool hist_reads(struct hist *hist, struct hist *wanted)
{
	struct ktrace_listener *listener;
	bool more;

	list_for_each_entry(listener, &hist->instance->listeners, of_instance)
		hists_unmark(ktrace_triggers_of(listener));
	/* Its triggers may have been removed, and not freed yet. */
	wanted->marked = false;
	hist->marked = true;
	do {
		more = false;
		list_for_each_entry(listener, &hist->instance->listeners, of_instance)
			more |= hists_mark(ktrace_triggers_of(listener));
	} while (more);
	return wanted->marked;
}

/**
 * hist_show_line - print the line of a histogram's trigger
 * @m:		the output
 * @hist:	the histogram
 * @filter:	text of the trigger's filter; NULL: none
 * @paused:	the histogram is paused
 */
void hist_show_line(struct seq_file *m, const struct hist *hist, const char *filter, bool paused)
{
	seq_puts(m, hist->definition);
	if (filter)
		seq_printf(m, " if %s", filter);
	seq_printf(m, " [%s]\n", paused ? "paused" : "active");
}

static void hist_trigger_show(const struct ktrace_trigger *trigger, struct seq_file *m)
{
	const struct hist *hist = container_of(trigger, struct hist_trigger, trigger)->hist;

	hist_show_line(m, hist, trigger->filter ? ktrace_filter_text(trigger->filter) : NULL,
		       READ_ONCE(hist->paused));
}

/* Whether one of the trigger's actions generates @event, a synthetic event. */
static bool hist_trigger_uses(const struct ktrace_trigger *trigger,
			      const struct ktrace_event *event)
{
	const struct hist_trigger *ht = container_of(trigger, struct hist_trigger, trigger);
	unsigned int i;

	for (i = 0; ht->plan && i < ht->plan->nr_acts; i++)
		if (ht->plan->acts[i].synth && ktrace_synth_is(ht->plan->acts[i].synth, event))
			return true;
	return false;
}

static const struct ktrace_trigger_ops hist_ops = {
	.name	= "hist",
	.listed_last = true,
	.cleared = true,
	.hit	= hist_hit,
	.free	= hist_trigger_free,
	.show	= hist_trigger_show,
};

/* A trigger with a histogram plan. */
const struct ktrace_trigger_ops hist_plan_ops = {
	.name	= "hist",
	.listed_last = true,
	.cleared = true,
	.hit	= hist_run,
	.free	= hist_trigger_free,
	.show	= hist_trigger_show,
	.uses	= hist_trigger_uses,
};

/**
 * hist_new_trigger - allocate a trigger that counts in a histogram
 * @listener:	the listener of its event
 *
 * Return: the inactive trigger without a histogram, to be freed by kfree(); or NULL.
 */
struct hist_trigger *hist_new_trigger(struct ktrace_listener *listener)
{
	struct hist_trigger *ht = kzalloc(sizeof(*ht), GFP_KERNEL);

	if (!ht)
		return NULL;
	ht->trigger.ops = &hist_ops;
	ht->trigger.listener = listener;
	atomic_long_set(&ht->trigger.left, KTRACE_TRIGGER_UNLIMITED);
	return ht;
}
