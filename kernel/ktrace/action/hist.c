// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: creation and removal of their triggers.
 *
 * The trigger file calls this code in task context, under ktrace_event_mutex, which
 * protects all data that hooks do not read.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/hist.h"
#include "action/trigger.h"
#include "buffer/clock.h"
#include "command/error_log.h"
#include "event/event_filter.h"
#include "parse/filter.h"
#include "synth/synth.h"

/* Histograms that have a name; under ktrace_event_mutex. */
static LIST_HEAD(named_hists);

static void hist_trigger_free(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop);

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

/* Compile a definition for hooks */

static u8 hist_load_number(const struct ktrace_field *field)
{
	static const u8 loads[2][9] = {
		{ [1] = HIST_LOAD_U8, [2] = HIST_LOAD_U16, [4] = HIST_LOAD_U32,
		  [8] = HIST_LOAD_U64 },
		{ [1] = HIST_LOAD_S8, [2] = HIST_LOAD_S16, [4] = HIST_LOAD_S32,
		  [8] = HIST_LOAD_U64 },
	};

	return loads[field->is_signed][field->size];
}

static void hist_compile_string(const struct ktrace_field *field, struct hist_op *op)
{
	op->words = KTRACE_HIST_STRING / sizeof(u64);
	op->bytes = KTRACE_HIST_STRING;
	switch (field->location) {
	case KTRACE_FIELD_DATA_LOC:
		op->load = HIST_LOAD_DATA_LOC;
		break;
	case KTRACE_FIELD_REL_LOC:
		op->load = HIST_LOAD_REL_LOC;
		break;
	case KTRACE_FIELD_REST:
		op->load = HIST_LOAD_REST;
		break;
	case KTRACE_FIELD_KERNEL:
		op->load = HIST_LOAD_KERNEL;
		break;
	default:
		op->load = HIST_LOAD_INLINE;
		op->bytes = min_t(u32, ktrace_field_bytes(field), KTRACE_HIST_STRING - 1);
		op->words = op->bytes / sizeof(u64) + 1;
	}
}

static void hist_compile_field(const struct ktrace_field *field, struct hist_op *op)
{
	if (field->kind == KTRACE_FIELD_ARRAY) {
		op->load = HIST_LOAD_FRAMES;
		op->words = KTRACE_HIST_FRAMES;
	} else if (field->kind == KTRACE_FIELD_STRING) {
		hist_compile_string(field, op);
	} else {
		op->load = hist_load_number(field);
	}
}

/**
 * hist_compile - compile a key, or an operand
 * @hist:	the histogram, whose clock is known
 * @part:	the key or operand
 * @fields:	the event's fields
 * @need:	raised to the minimum size of a record, in bytes
 *
 * Return: how hooks load the value.
 */
struct hist_op hist_compile(const struct hist *hist, const struct ktrace_hist_part *part,
			    const struct ktrace_field *fields, u32 *need)
{
	const struct ktrace_field *field = &fields[part->field];
	struct hist_op op = { .show = part->show, .buckets = part->buckets, .words = 1 };

	switch (part->what) {
	case KTRACE_HIST_COMM:
		op.load = HIST_LOAD_COMM;
		op.words = TASK_COMM_LEN / sizeof(u64);
		break;
	case KTRACE_HIST_CPU:
		op.load = HIST_LOAD_CPU;
		break;
	case KTRACE_HIST_TIME:
		op.load = hist->clock ? HIST_LOAD_CLOCK : HIST_LOAD_TIME;
		op.offset = hist->clock ? hist->clock - 1 : 0;
		break;
	case KTRACE_HIST_STACK:
		op.load = HIST_LOAD_STACK;
		op.words = KTRACE_HIST_FRAMES;
		break;
	default:
		op.offset = field->offset;
		op.avail = field->avail;
		op.at = field->at;
		*need = max(*need, (u32)field->offset + ktrace_field_bytes(field));
		hist_compile_field(field, &op);
	}
	return op;
}

static bool hist_op_is_text(const struct hist_op *op)
{
	return op->load >= HIST_LOAD_COMM && op->load <= HIST_LOAD_KERNEL;
}

/**
 * hist_part_is_signed - whether a key, or an operand, is a signed number
 * @part:	the key or operand
 * @fields:	the event's fields
 *
 * Return: true if the number is signed.
 */
bool hist_part_is_signed(const struct ktrace_hist_part *part, const struct ktrace_field *fields)
{
	return part->what == KTRACE_HIST_FIELD && fields[part->field].is_signed &&
	       fields[part->field].kind != KTRACE_FIELD_STRING &&
	       (part->show == KTRACE_HIST_PLAIN || part->show >= KTRACE_HIST_PERCENT);
}

/* Compile all of @hist->spec, and store the layout of the keys in @hist. */
static void hist_trigger_compile(struct hist_trigger *ht, struct hist *hist,
				 const struct ktrace_field *fields)
{
	const struct ktrace_hist_spec *spec = &hist->spec;
	unsigned int i;

	for (i = 0; i < spec->nr_keys; i++) {
		ht->keys[i] = hist_compile(hist, &spec->keys[i], fields, &ht->need);
		hist->key_at[i] = hist->key_words;
		hist->key_size[i] = ht->keys[i].words;
		hist->key_words += ht->keys[i].words;
		if (hist_op_is_text(&ht->keys[i]))
			hist->strings |= BIT(i);
		if (hist_part_is_signed(&spec->keys[i], fields))
			hist->is_signed |= BIT(16 + i);
	}
	hist->nr_sums = 1;
	for (i = 1; i < spec->nr_values; i++) {
		const struct ktrace_hist_part *part = &spec->values[i];

		if (part->what == KTRACE_HIST_HITCOUNT)
			continue;
		hist->sum_at[i] = hist->nr_sums++;
		if (part->what == KTRACE_HIST_VALUE)
			continue;
		ht->values[hist->sum_at[i] - 1] = hist_compile(hist, part, fields, &ht->need);
		if (hist_part_is_signed(part, fields))
			hist->is_signed |= BIT(hist->sum_at[i]);
	}
	ht->nr_keys = spec->nr_keys;
	ht->nr_values = hist->nr_sums - 1;
}

/* Tables */

static struct hist_table *hist_table_of(struct hist *hist)
{
	return rcu_dereference_protected(hist->table, lockdep_is_held(&ktrace_event_mutex));
}

static struct hist_table *hist_new_table(const struct hist *hist)
{
	return hist_table_create(hist->spec.size, hist->nr_sums, hist->key_words,
				 hist->more_words);
}

static void hist_free(struct hist *hist)
{
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

/* End the use of @hist by a trigger that is no longer visible to hooks. */
static void hist_put(struct hist *hist)
{
	if (!--hist->users && hist->name)
		list_del(&hist->node);
	hist_drop(hist);
}

/* Find the histogram with the name and the instance of @like; NULL if none exists. */
static struct hist *hist_find_name(const struct hist *like)
{
	struct hist *hist;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(hist, &named_hists, node)
		if (hist->instance == like->instance && !strcmp(hist->name, like->name))
			return hist;
	return NULL;
}

/*
 * Whether triggers of @a may count in @b: the words of their entries have the same meaning.
 * Fields of two events may have the same name and size but different types.
 */
static bool hist_alike(const struct hist *a, const struct hist *b)
{
	return !strcmp(a->identity, b->identity) && a->clock == b->clock &&
	       a->strings == b->strings && a->is_signed == b->is_signed &&
	       a->key_words == b->key_words && a->more_words == b->more_words &&
	       !memcmp(a->key_at, b->key_at, sizeof(a->key_at)) &&
	       !memcmp(a->vars, b->vars, sizeof(a->vars)) &&
	       !memcmp(a->tracks, b->tracks, sizeof(a->tracks)) &&
	       !memcmp(a->saved, b->saved, sizeof(a->saved));
}

/**
 * struct hist_cleared - a table that was replaced
 * @table:	the table, in which hooks may still count
 * @release:	frees @table from ktrace_trigger_drop_end()
 */
struct hist_cleared {
	struct hist_table	*table;
	struct ktrace_release	release;
};

static void hist_cleared_release(struct ktrace_release *release)
{
	struct hist_cleared *cleared = container_of(release, struct hist_cleared, release);

	hist_table_free(cleared->table);
	kfree(cleared);
}

/* Replace the table of a histogram by an empty one.  Return: 0 or -ENOMEM. */
static int hist_clear(struct hist *hist, struct ktrace_trigger_drop *drop)
{
	struct hist_cleared *cleared = kmalloc(sizeof(*cleared), GFP_KERNEL);
	struct hist_table *table = cleared ? hist_new_table(hist) : NULL;

	if (!table) {
		kfree(cleared);
		return -ENOMEM;
	}
	cleared->table = rcu_replace_pointer(hist->table, table,
					     lockdep_is_held(&ktrace_event_mutex));
	ktrace_release_later(&drop->hooked, &cleared->release, hist_cleared_release);
	return 0;
}

/*
 * Triggers
 */

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

static void hist_trigger_show(const struct ktrace_trigger *trigger, struct seq_file *m)
{
	const struct hist *hist = container_of(trigger, struct hist_trigger, trigger)->hist;

	seq_puts(m, hist->definition);
	if (trigger->filter)
		seq_printf(m, " if %s", ktrace_filter_text(trigger->filter));
	seq_printf(m, " [%s]\n", READ_ONCE(hist->paused) ? "paused" : "active");
}

static const struct ktrace_trigger_ops hist_ops = {
	.name	= "hist",
	.listed_last = true,
	.cleared = true,
	.hit	= hist_hit,
	.free	= hist_trigger_free,
	.show	= hist_trigger_show,
};

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

static const struct ktrace_trigger_ops hist_plan_ops = {
	.name	= "hist",
	.listed_last = true,
	.cleared = true,
	.hit	= hist_run,
	.free	= hist_trigger_free,
	.show	= hist_trigger_show,
	.uses	= hist_trigger_uses,
};

/* Maximum length of the text of a definition: all input and the defaults. */
#define HIST_DEFINITION_MAX	(KTRACE_LINE_MAX + 128)

static char *hist_text(const struct ktrace_hist_spec *spec,
		       void (*show)(const struct ktrace_hist_spec *spec, struct seq_buf *out))
{
	char *buf __free(kfree) = kmalloc(HIST_DEFINITION_MAX, GFP_KERNEL);
	struct seq_buf out;

	if (!buf)
		return NULL;
	seq_buf_init(&out, buf, HIST_DEFINITION_MAX);
	show(spec, &out);
	return kstrdup(seq_buf_str(&out), GFP_KERNEL);
}

/* Refuse a command under the name that clients expect in error_log. */
static int hist_refuse(struct ktrace_command *command, const struct ktrace_listener *listener,
		       int err, unsigned int column, const char *why)
{
	char who[2 * KTRACE_NAME_MAX + sizeof("hist::")];

	snprintf(who, sizeof(who), "hist:%s:%s", listener->event->system, listener->event->name);
	ktrace_error(listener->instance->owner.errors, who, command->text, column, why);
	command->logged = true;
	return err;
}

/* Refuse a definition because of the error at a position. */
static int hist_refuse_at(struct ktrace_command *command, struct hist_trigger *ht, int err,
			  const struct ktrace_trigger_spec *spec,
			  const struct ktrace_hist_error *error)
{
	/* Out of memory: the line itself has no error. */
	if (error->code == KTRACE_HIST_OK)
		return err;
	return hist_refuse(command, ht->trigger.listener, err,
			   spec->definition.s - command->text + error->column,
			   ktrace_hist_error_text(error->code));
}

/* Find the clock that the definition names, if any. */
static int hist_find_clock(struct hist *hist, struct ktrace_hist_error *error)
{
	const struct ktrace_span name = hist->spec.clock;
	const struct ktrace_clock *clock;
	unsigned int i;

	if (!name.n)
		return 0;
	for (i = 0; (clock = ktrace_clock_at(i)); i++) {
		if (!ktrace_span_is(name, clock->name))
			continue;
		hist->clock = i + 1;
		return 0;
	}
	error->code = KTRACE_HIST_ERR_CLOCK;
	error->column = name.s - hist->text;
	return -EINVAL;
}

/* Parse the definition into a new histogram that has no table yet. */
static struct hist *hist_read(struct ktrace_command *command, struct hist_trigger *ht,
			      const struct ktrace_trigger_spec *spec,
			      const struct ktrace_field *fields, unsigned int nr)
{
	struct hist *hist = kzalloc(sizeof(*hist), GFP_KERNEL);
	struct ktrace_hist_error error = { };
	int err = -ENOMEM;

	if (!hist)
		return ERR_PTR(err);
	hist->instance = ht->trigger.listener->instance;
	hist->text = kmemdup_nul(spec->definition.s, spec->definition.n, GFP_KERNEL);
	if (!hist->text)
		goto free;
	err = ktrace_hist_parse(hist->text, spec->definition.n, fields, nr, &hist->spec, &error);
	if (!err)
		err = hist_find_clock(hist, &error);
	if (!err)
		hist_trigger_compile(ht, hist, fields);
	if (!err && hist->key_words > HIST_KEY_WORDS) {
		error.code = KTRACE_HIST_ERR_KEY_LONG;
		err = -E2BIG;
	}
	if (err) {
		hist_refuse_at(command, ht, err, spec, &error);
		goto free;
	}
	err = -ENOMEM;
	hist->definition = hist_text(&hist->spec, ktrace_hist_show_definition);
	hist->identity = hist_text(&hist->spec, ktrace_hist_show_identity);
	if (hist->spec.name.n)
		hist->name = kmemdup_nul(hist->spec.name.s, hist->spec.name.n, GFP_KERNEL);
	if (hist->definition && hist->identity && (hist->name || !hist->spec.name.n))
		return hist;
free:
	hist_free(hist);
	return ERR_PTR(err);
}

/* Whether @filter is equal to @text: ktrace_filter_text() writes newlines as spaces. */
static bool hist_same_filter(struct ktrace_span filter, const char *text)
{
	size_t i;

	if (filter.n != strlen(text))
		return false;
	for (i = 0; i < filter.n; i++)
		if (filter.s[i] != text[i] && (filter.s[i] != '\n' || text[i] != ' '))
			return false;
	return true;
}

/*
 * Find the trigger of @listener with the same identity and filter; NULL if none exists.
 * Size, clock and nohitcount do not distinguish triggers, as in ftrace.
 */
static struct hist_trigger *hist_find(struct ktrace_listener *listener, const struct hist *like,
				      struct ktrace_span filter)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	struct hist_trigger *ht;
	const char *text;
	unsigned int i;

	for (i = 0; triggers && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (!ht || ht->reader || strcmp(ht->hist->identity, like->identity))
			continue;
		text = ht->trigger.filter ? ktrace_filter_text(ht->trigger.filter) : "";
		if (hist_same_filter(filter, text))
			return ht;
	}
	return NULL;
}

/* Apply "pause", "cont" or "clear" of a definition to the histogram that exists already. */
static int hist_change(struct hist_trigger *ht, const struct ktrace_hist_spec *spec,
		       struct ktrace_trigger_drop *drop)
{
	struct hist *hist = ht->hist;
	int err = spec->clear ? hist_clear(hist, drop) : 0;

	if (err)
		return err;
	if (spec->clear)
		hist_forget_best(ht);
	if (spec->pause)
		WRITE_ONCE(hist->paused, true);
	if (spec->cont)
		WRITE_ONCE(hist->paused, false);
	return 0;
}

/*
 * Let @ht count in @hist, or in the existing histogram of the same name.  Consumes
 * @hist. A new histogram starts paused if @paused.
 */
static int hist_attach(struct ktrace_command *command, struct hist_trigger *ht,
		       struct hist *hist, bool paused)
{
	struct hist *named = hist->name ? hist_find_name(hist) : NULL;
	bool alike;

	if (named) {
		alike = hist_alike(named, hist);
		hist_free(hist);
		if (!alike)
			return hist_refuse(command, ht->trigger.listener, -EINVAL, 0,
					   "a histogram of this name has other keys or values");
		hist = named;
	} else {
		rcu_assign_pointer(hist->table, hist_new_table(hist));
		if (!hist_table_of(hist)) {
			hist_free(hist);
			return -ENOMEM;
		}
		hist->paused = hist->spec.pause || paused;
		if (hist->name)
			list_add_tail(&hist->node, &named_hists);
	}
	hist->users++;
	ht->hist = hist;
	return 0;
}

/* Parse the filter of @ht and add @ht to the listener's triggers. */
static int hist_start(struct ktrace_command *command, struct hist_trigger *ht,
		      const struct ktrace_trigger_spec *spec)
{
	struct ktrace_trigger *trigger = &ht->trigger;
	int err;

	if (spec->filter.n)
		trigger->filter = ktrace_event_filter_parse(command, spec->filter,
							    trigger->listener->event);
	if (IS_ERR(trigger->filter))
		return PTR_ERR(trigger->filter);
	err = ktrace_trigger_add(trigger);
	if (err)
		ktrace_filter_free(trigger->filter);
	return err;
}

/* Let @ht count in @hist from now on.  On error, @hist is freed and the caller keeps @ht. */
static int hist_add(struct ktrace_command *command, struct hist_trigger *ht, struct hist *hist,
		    const struct ktrace_trigger_spec *spec, const struct ktrace_field *fields,
		    unsigned int nr, struct ktrace_trigger_drop *drop)
{
	struct hist_link link = {
		.ht = ht, .hist = hist, .fields = fields, .nr_fields = nr, .drop = drop,
	};
	struct ktrace_hist_error error = { };
	int err;

	if (hist_needs_plan(&hist->spec)) {
		ht->trigger.ops = &hist_plan_ops;
		err = hist_link(&link, &error);
		if (err) {
			hist_refuse_at(command, ht, err, spec, &error);
			hist_unlink(ht, drop);
			hist_free(hist);
			return err;
		}
	}
	err = hist_attach(command, ht, hist, spec->paused);
	if (!err) {
		hist_set_hit_available(ht);
		err = hist_start(command, ht, spec);
		if (!err)
			return 0;
		hist_put(ht->hist);
	}
	hist_unlink(ht, drop);
	return err;
}

static struct hist_trigger *hist_new_trigger(struct ktrace_listener *listener)
{
	struct hist_trigger *ht = kzalloc(sizeof(*ht), GFP_KERNEL);

	if (!ht)
		return NULL;
	ht->trigger.ops = &hist_ops;
	ht->trigger.listener = listener;
	atomic_long_set(&ht->trigger.left, KTRACE_TRIGGER_UNLIMITED);
	return ht;
}

/**
 * hist_create - make a histogram that sets a variable for another one
 * @listener:	listener of the event to count
 * @line:	the line as a user would write it to the trigger file
 * @reader:	the trigger that reads the variable
 * @drop:	collects objects to free on error
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the new trigger, for ktrace_trigger_drop(); or an errno as a pointer.
 */
struct hist_trigger *hist_create(struct ktrace_listener *listener, char *line,
				 struct hist_trigger *reader, struct ktrace_trigger_drop *drop)
{
	unsigned int nr;
	struct ktrace_field *fields __free(kfree) = ktrace_event_fields(listener->event, &nr);
	struct hist_trigger *ht __free(kfree) = hist_new_trigger(listener);
	struct ktrace_command command = { .text = line, .len = strlen(line) };
	struct ktrace_trigger_error error;
	struct ktrace_trigger_spec spec;
	struct hist *hist;
	int err;

	if (!fields || !ht)
		return ERR_PTR(-ENOMEM);
	ht->reader = reader;
	ht->trigger.session = reader->trigger.session;
	err = ktrace_trigger_parse(line, command.len, &spec, &error);
	if (err)
		return ERR_PTR(err);
	hist = hist_read(&command, ht, &spec, fields, nr);
	if (IS_ERR(hist))
		return ERR_CAST(hist);
	err = hist_add(&command, ht, hist, &spec, fields, nr, drop);
	return err ? ERR_PTR(err) : no_free_ptr(ht);
}

/*
 * Count the references of @ht to its own histogram: triggers with the same "name="
 * share one histogram.
 */
static unsigned int hist_own_readers(const struct hist_trigger *ht)
{
	unsigned int i, nr = 0;

	for (i = 0; ht->plan && i < ht->plan->nr_refs; i++)
		nr += ht->plan->refs[i].hist == ht->hist;
	return nr;
}

/* Whether other triggers read variables that are removed together with @ht. */
static bool hist_in_use(const struct hist_trigger *ht)
{
	return ht->hist->users == 1 && ht->hist->readers > hist_own_readers(ht);
}

/* Create a histogram; "cont" and "clear" need an existing one. */
static int hist_set(struct ktrace_command *command, struct ktrace_listener *listener,
		    struct hist_trigger *ht, struct hist *hist,
		    const struct ktrace_trigger_spec *spec, const struct ktrace_field *fields,
		    unsigned int nr, struct ktrace_trigger_drop *drop)
{
	if (!hist->spec.cont && !hist->spec.clear)
		return hist_add(command, ht, hist, spec, fields, nr, drop);
	hist_free(hist);
	return hist_refuse(command, listener, -ENOENT, 0, "no such histogram is set");
}

/* Remove or change an existing histogram. */
static int hist_again(struct ktrace_command *command, struct hist_trigger *there,
		      const struct ktrace_hist_spec *hist, bool remove,
		      struct ktrace_trigger_drop *drop)
{
	struct ktrace_listener *listener = there->trigger.listener;

	if (remove && hist_in_use(there))
		return hist_refuse(command, listener, -EBUSY, 0, "its variables are in use");
	if (remove)
		ktrace_trigger_drop(&there->trigger, drop);
	else if (hist->pause || hist->cont || hist->clear)
		return hist_change(there, hist, drop);
	else
		return hist_refuse(command, listener, -EEXIST, 0, "it is set already");
	return 0;
}

/**
 * ktrace_hist_command - set, change or remove a histogram by a line
 * @command: the line
 * @listener: the listener of the event
 * @spec: the parts of the line
 * @drop: collects removed objects, also on error
 *
 * Context: task; sleeps, but does not wait for hooks; under ktrace_event_mutex.
 * Return: 0; or an errno after nothing was changed; the command logs the reason.
 */
int ktrace_hist_command(struct ktrace_command *command, struct ktrace_listener *listener,
			const struct ktrace_trigger_spec *spec,
			struct ktrace_trigger_drop *drop)
{
	unsigned int nr;
	struct ktrace_field *fields __free(kfree) = ktrace_event_fields(listener->event, &nr);
	struct hist_trigger *ht __free(kfree) = hist_new_trigger(listener);
	struct hist_trigger *there;
	struct hist *hist;
	int err = 0;

	if (!ht || !fields)
		return -ENOMEM;
	ht->trigger.session = command->session;
	hist = hist_read(command, ht, spec, fields, nr);
	if (IS_ERR(hist))
		return PTR_ERR(hist);
	there = hist_find(listener, hist, spec->filter);
	if (!there && !spec->remove) {
		err = hist_set(command, listener, ht, hist, spec, fields, nr, drop);
		/* The listener owns the trigger now. */
		if (!err)
			ht = NULL;
		return err;
	}
	/* Removing a histogram that does not exist succeeds: ">" may have removed it before. */
	if (there)
		err = hist_again(command, there, &hist->spec, spec->remove, drop);
	hist_free(hist);
	return err;
}

/* Count the triggers of @triggers that read variables of @hist. */
static unsigned int hist_readers_among(const struct ktrace_triggers *triggers,
				       const struct hist *hist)
{
	unsigned int i, ref, nr = 0;
	struct hist_trigger *ht;

	for (i = 0; i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		for (ref = 0; ht && ht->plan && ref < ht->plan->nr_refs; ref++)
			nr += ht->plan->refs[ref].hist == hist;
	}
	return nr;
}

/* Whether histograms of other events read variables of a histogram in @triggers. */
static bool hists_in_use(const struct ktrace_triggers *triggers)
{
	struct hist_trigger *ht;
	unsigned int i;

	for (i = 0; triggers && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (ht && hist_in_use(ht) &&
		    hist_readers_among(triggers, ht->hist) < ht->hist->readers)
			return true;
	}
	return false;
}

/**
 * ktrace_triggers_clear - remove the triggers that truncating the file trigger removes
 * @listener: the event, for an instance
 * @drop: collects the triggers
 *
 * Context: task; sleeps, but does not wait for hooks; under ktrace_event_mutex.
 * Return: 0; or -EBUSY if histograms of other events read variables, and then nothing
 * is removed.
 */
int ktrace_triggers_clear(struct ktrace_listener *listener, struct ktrace_trigger_drop *drop)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	struct ktrace_trigger *trigger;
	struct hist_trigger *ht;
	unsigned int i = 0;

	if (hists_in_use(triggers))
		return -EBUSY;
	while ((triggers = ktrace_triggers_of(listener)) && i < triggers->nr) {
		ht = hist_trigger_at(triggers, i);
		trigger = triggers->list[i++];
		/* Histograms that serve an action (->reader) are removed with that action. */
		if (!trigger->ops->cleared || (ht && ht->reader))
			continue;
		ktrace_trigger_drop(trigger, drop);
		i = 0;
	}
	return 0;
}

/**
 * ktrace_hists_show - print the histograms of an event
 * @m: the output
 * @listener: the event, for an instance
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_hists_show(struct seq_file *m, struct ktrace_listener *listener)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	struct hist_trigger *ht;
	unsigned int i, nr = 0;

	for (i = 0; triggers && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (!ht)
			continue;
		if (nr++)
			seq_puts(m, "\n\n");
		if (hist_show(m, ht)) {
			seq_puts(m, "# out of memory\n");
			return;
		}
	}
}

/*
 * enable_hist, disable_hist
 */

/* Pause or continue all histograms of the target. */
static void hists_switch(struct ktrace_trigger *trigger, bool pause)
{
	const struct ktrace_triggers *triggers =
		rcu_dereference_sched(trigger->target->triggers);
	struct hist_trigger *ht;
	unsigned int i;

	if (!triggers || !ktrace_trigger_take(trigger))
		return;
	for (i = 0; i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (ht)
			WRITE_ONCE(ht->hist->paused, pause);
	}
}
NOKPROBE_SYMBOL(hists_switch);

static void enable_hist_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	hists_switch(trigger, false);
}
NOKPROBE_SYMBOL(enable_hist_hit);

static void disable_hist_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	hists_switch(trigger, true);
}
NOKPROBE_SYMBOL(disable_hist_hit);

static void hist_switch_free(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop)
{
	kfree(trigger);
}

static void hist_switch_show(const struct ktrace_trigger *trigger, struct seq_file *m)
{
	seq_printf(m, "%s:%s:%s", trigger->ops->name, trigger->target->event->system,
		   trigger->target->event->name);
	ktrace_trigger_show_end(trigger, m);
}

static const struct ktrace_trigger_ops hist_switch_ops[] = {
	{
		.name	= "enable_hist",
		.cleared = true,
		.hit	= enable_hist_hit,
		.free	= hist_switch_free,
		.show	= hist_switch_show,
	}, {
		.name	= "disable_hist",
		.cleared = true,
		.hit	= disable_hist_hit,
		.free	= hist_switch_free,
		.show	= hist_switch_show,
	},
};

/**
 * ktrace_hist_switch_create - create a trigger that pauses or continues histograms
 * @listener: the owner
 * @spec: the parsed line
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the inactive trigger, to be freed by its ops->free(); or an errno as a pointer.
 */
struct ktrace_trigger *ktrace_hist_switch_create(struct ktrace_listener *listener,
						 const struct ktrace_trigger_spec *spec)
{
	struct ktrace_trigger *trigger = kzalloc(sizeof(*trigger), GFP_KERNEL);

	if (!trigger)
		return ERR_PTR(-ENOMEM);
	trigger->ops = &hist_switch_ops[spec->kind - KTRACE_TRIGGER_ENABLE_HIST];
	trigger->listener = listener;
	return trigger;
}
