// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms: creation and removal of their triggers.
 *
 * The trigger file calls this code in task context, under ktrace_event_mutex, which
 * protects all data that hooks do not read.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/hist.h"
#include "action/hist_table.h"
#include "action/trigger.h"
#include "buffer/clock.h"
#include "command/error_log.h"
#include "event/event_filter.h"
#include "event/listener.h"
#include "parse/filter.h"

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

/*
 * Replace the table of a histogram by an empty one.  @drop frees the old table when no hook uses
 * it any more.  Return: 0; -ENOMEM; or -EAGAIN if the table is not allocated yet.
 */
static int hist_clear(struct hist *hist, struct ktrace_trigger_drop *drop)
{
	struct hist_cleared *cleared = kmalloc(sizeof(*cleared), GFP_KERNEL);
	struct hist_table *table = cleared ? hist_take_table(hist, drop) : ERR_PTR(-ENOMEM);

	if (IS_ERR_OR_NULL(table)) {
		kfree(cleared);
		return table ? PTR_ERR(table) : -EAGAIN;
	}
	cleared->table = rcu_replace_pointer(hist->table, table,
					     lockdep_is_held(&ktrace_event_mutex));
	ktrace_release_later(&drop->hooked, &cleared->release, hist_cleared_release);
	return 0;
}

/* Maximum length of the text of a definition: all input, the defaults, and canonical names. */
#define HIST_DEFINITION_MAX	(KTRACE_LINE_MAX + 1024)

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

/* Log an error under the name that clients expect in error_log. */
static void hist_log(const struct ktrace_listener *listener, const char *text,
		     unsigned int column, const char *why)
{
	char who[2 * KTRACE_NAME_MAX + sizeof("hist::")];

	snprintf(who, sizeof(who), "hist:%s:%s", listener->event->system, listener->event->name);
	ktrace_error(listener->instance->owner.errors, who, text, column, why);
}

static int hist_refuse(struct ktrace_command *command, const struct ktrace_listener *listener,
		       int err, unsigned int column, const char *why)
{
	hist_log(listener, command->text, column, why);
	command->logged = true;
	return err;
}

/* Refuse a definition because of the error at a position. */
static int hist_refuse_at(struct ktrace_command *command, struct hist_trigger *ht, int err,
			  const struct ktrace_trigger_spec *spec,
			  const struct ktrace_parse_error *error)
{
	/* Out of memory: the line itself has no error. */
	if (error->code == KTRACE_HIST_OK)
		return err;
	return hist_refuse(command, ht->trigger.listener, err,
			   spec->definition.s - command->text + error->column,
			   ktrace_hist_messages[error->code].text);
}

/* Find the clock that the definition names, if any. */
static int hist_find_clock(struct hist *hist, struct ktrace_parse_error *error)
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
static struct hist *hist_read_spec(struct ktrace_command *command, struct hist_trigger *ht,
				   const struct ktrace_trigger_spec *spec,
				   const struct ktrace_field *fields, unsigned int nr)
{
	struct hist *hist = kzalloc(sizeof(*hist), GFP_KERNEL);
	struct ktrace_parse_error error = { };
	int err = -ENOMEM;

	if (!hist)
		return ERR_PTR(err);
	refcount_set(&hist->pins, 1);
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
		       struct hist *hist, bool paused, struct ktrace_trigger_drop *drop)
{
	struct hist *named = hist->name ? hist_find_name(hist) : NULL;
	bool alike;
	int err;

	if (named) {
		alike = hist_alike(named, hist);
		hist_free(hist);
		if (!alike)
			return hist_refuse(command, ht->trigger.listener, -EINVAL, 0,
					   "a histogram of this name has other keys or values");
		hist = named;
	} else {
		err = hist_give_table(hist, drop);
		if (err) {
			hist_free(hist);
			return err;
		}
		hist->paused = hist->spec.pause || paused;
		if (hist->name)
			hist_name(hist);
	}
	hist->users++;
	ht->hist = hist;
	return 0;
}

/*
 * Parse the filter of @ht, and check that the instance has rings.  Tables are large, and snapshots
 * need rings: a refused line must allocate neither.
 */
static int hist_prepare(struct ktrace_command *command, struct hist_trigger *ht,
			const struct ktrace_trigger_spec *spec)
{
	struct ktrace_filter *filter = NULL;

	if (spec->filter.n)
		filter = ktrace_event_filter_parse(command, spec->filter,
						   ht->trigger.listener->event);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	ht->trigger.filter = filter;
	return ktrace_trigger_lacks(&ht->trigger) ? -EAGAIN : 0;
}

static struct hist_trigger *hist_create(struct ktrace_listener *listener, char *line,
					struct hist_trigger *reader,
					struct ktrace_trigger_drop *drop);

/* Let @ht, with its filter, count in @hist from now on.  On error, @hist is freed. */
static int hist_start(struct ktrace_command *command, struct hist_trigger *ht, struct hist *hist,
		      const struct ktrace_trigger_spec *spec, const struct ktrace_field *fields,
		      unsigned int nr, struct ktrace_trigger_drop *drop)
{
	struct hist_link link = {
		.ht = ht, .hist = hist, .fields = fields, .nr_fields = nr, .drop = drop,
		.create = hist_create,
	};
	struct ktrace_parse_error error = { };
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
	err = hist_attach(command, ht, hist, spec->paused, drop);
	if (!err) {
		hist_set_hit_available(ht);
		/* For the histogram of a reader, hist_start() of the reader makes this check. */
		if (!ht->reader && hist_tables_lack(drop->tables))
			err = -EAGAIN;
		else
			err = ktrace_trigger_add(&ht->trigger);
		if (!err)
			return 0;
		hist_put(ht->hist);
	}
	hist_unlink(ht, drop);
	return err;
}

/* Let @ht count in @hist from now on.  On error, @hist is freed and the caller keeps @ht. */
static int hist_add(struct ktrace_command *command, struct hist_trigger *ht, struct hist *hist,
		    const struct ktrace_trigger_spec *spec, const struct ktrace_field *fields,
		    unsigned int nr, struct ktrace_trigger_drop *drop)
{
	int err = hist_prepare(command, ht, spec);

	if (err)
		hist_free(hist);
	else
		err = hist_start(command, ht, hist, spec, fields, nr, drop);
	if (err)
		ktrace_filter_free(ht->trigger.filter);
	return err;
}

/**
 * hist_create - create a histogram that sets a variable for another histogram
 * @listener:	listener of the event that the new histogram counts
 * @line:	the line as a user would write it to the trigger file
 * @reader:	the trigger that reads the variable
 * @drop:	collects objects to free on error
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the new trigger, which @reader removes by ktrace_trigger_drop(); or an errno as a
 * pointer.
 */
static struct hist_trigger *hist_create(struct ktrace_listener *listener, char *line,
					struct hist_trigger *reader,
					struct ktrace_trigger_drop *drop)
{
	unsigned int nr;
	struct ktrace_field *fields __free(kfree) = ktrace_event_fields(listener->event, &nr);
	struct hist_trigger *ht __free(kfree) = hist_new_trigger(listener);
	struct ktrace_command command = { .text = line, .len = strlen(line) };
	struct ktrace_parse_error error;
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
	hist = hist_read_spec(&command, ht, &spec, fields, nr);
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

/* Count the triggers of @triggers that count in @hist. */
static unsigned int hist_users_among(const struct ktrace_triggers *triggers,
				     const struct hist *hist)
{
	struct hist_trigger *ht;
	unsigned int i, nr = 0;

	for (i = 0; i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		nr += ht && ht->hist == hist;
	}
	return nr;
}

/*
 * Count the triggers that count in @hist.  @hist->users also counts those that were removed, and
 * not freed yet.
 */
static unsigned int hist_users_left(const struct hist *hist)
{
	const struct ktrace_triggers *triggers;
	struct ktrace_listener *listener;
	unsigned int nr = 0;

	list_for_each_entry(listener, &hist->instance->listeners, of_instance) {
		triggers = ktrace_triggers_of(listener);
		nr += triggers ? hist_users_among(triggers, hist) : 0;
	}
	return nr;
}

/* Whether other triggers read variables that are removed together with @ht. */
static bool hist_in_use(const struct hist_trigger *ht)
{
	return ht->hist->readers > hist_own_readers(ht) && hist_users_left(ht->hist) == 1;
}

static bool hist_is_read(const struct hist_trigger *by, const struct hist *hist)
{
	unsigned int ref;

	for (ref = 0; by->plan && ref < by->plan->nr_refs; ref++)
		if (by->plan->refs[ref].hist == hist)
			return true;
	return false;
}

/*
 * Append the name of an event whose histogram reads variables of @hist.  Skip the trigger @but and
 * the triggers in @among, which are being removed together with @hist.
 */
static void hist_put_reader(const struct hist *hist, const struct hist_trigger *but,
			    const struct ktrace_triggers *among, struct seq_buf *out)
{
	const struct ktrace_triggers *triggers;
	const struct ktrace_event *event;
	struct ktrace_listener *listener;
	const struct hist_trigger *ht;
	unsigned int i;

	seq_buf_puts(out, "its variables are in use: ");
	list_for_each_entry(listener, &hist->instance->listeners, of_instance) {
		event = listener->event;
		triggers = ktrace_triggers_of(listener);
		for (i = 0; triggers && triggers != among && i < triggers->nr; i++) {
			ht = hist_trigger_at(triggers, i);
			if (!ht || ht == but || !hist_is_read(ht, hist))
				continue;
			seq_buf_printf(out, "a histogram of %s:%s reads them", event->system,
				       event->name);
			return;
		}
	}
	seq_buf_puts(out, "a histogram that is being removed reads them");
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
	char text[KTRACE_WHY_MAX];
	struct seq_buf why;

	if (remove && hist_in_use(there)) {
		seq_buf_init(&why, text, sizeof(text));
		hist_put_reader(there->hist, there, NULL, &why);
		return hist_refuse(command, listener, -EBUSY, 0, seq_buf_str(&why));
	}
	if (remove)
		ktrace_trigger_drop(&there->trigger, drop);
	else if (hist->pause || hist->cont || hist->clear)
		return hist_change(there, hist, drop);
	else
		return hist_refuse(command, listener, -EEXIST, 0, "it is set already");
	return 0;
}

/**
 * ktrace_hist_command - execute a line "hist:..." of a file "trigger"
 * @command: the line
 * @listener: the listener of the event of the file
 * @spec: the parsed line: creates, pauses, continues, clears or removes a histogram
 * @drop: collects removed objects, which the caller frees by ktrace_trigger_drop_end(), also
 *	on error
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
	hist = hist_read_spec(command, ht, spec, fields, nr);
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

/*
 * The first histogram in which only @triggers count, and whose variables histograms of other
 * events read; NULL if there is none.
 */
static const struct hist *hists_in_use(const struct ktrace_triggers *triggers)
{
	struct hist_trigger *ht;
	unsigned int i;

	for (i = 0; triggers && i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (ht && hist_readers_among(triggers, ht->hist) < ht->hist->readers &&
		    hist_users_among(triggers, ht->hist) == hist_users_left(ht->hist))
			return ht->hist;
	}
	return NULL;
}

/* Report in the error log which histogram cannot be removed with the other @triggers, and why. */
static void hists_log_in_use(const struct ktrace_listener *listener, const struct hist *hist,
			     const struct ktrace_triggers *triggers)
{
	char text[KTRACE_WHY_MAX];
	struct seq_buf why;

	seq_buf_init(&why, text, sizeof(text));
	hist_put_reader(hist, NULL, triggers, &why);
	hist_log(listener, hist->definition, 0, seq_buf_str(&why));
}

/**
 * ktrace_triggers_clear - remove the triggers that truncating the file trigger removes
 * @listener: the event, for an instance
 * @drop: collects the triggers
 *
 * Context: task; sleeps, but does not wait for hooks; under ktrace_event_mutex.
 * Return: 0; or -EBUSY if histograms of other events read variables, and then nothing
 * is removed, and error_log names one of these events.
 */
int ktrace_triggers_clear(struct ktrace_listener *listener, struct ktrace_trigger_drop *drop)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	const struct hist *used = hists_in_use(triggers);
	struct ktrace_trigger *trigger;
	struct hist_trigger *ht;
	unsigned int i = 0;

	if (used) {
		hists_log_in_use(listener, used, triggers);
		return -EBUSY;
	}
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
