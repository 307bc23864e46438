// SPDX-License-Identifier: GPL-2.0
/*
 * The file trigger: a line sets or removes a trigger.
 *
 * Called by the control files, in task context, under ktrace_event_mutex.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/limits.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/hist_table.h"
#include "action/internal.h"
#include "action/trigger.h"
#include "event/event_filter.h"
#include "event/listener.h"
#include "parse/filter.h"
#include "parse/span.h"

/* The listener of the event that a trigger switches. */
static struct ktrace_listener *trigger_find_target(struct ktrace_command *command,
						   struct ktrace_listener *listener,
						   const struct ktrace_trigger_spec *spec)
{
	char *system __free(kfree) = kmemdup_nul(spec->system.s, spec->system.n, GFP_KERNEL);
	char *name __free(kfree) = kmemdup_nul(spec->event.s, spec->event.n, GFP_KERNEL);
	struct ktrace_listener *target;
	struct ktrace_event *event;

	if (!system || !name)
		return ERR_PTR(-ENOMEM);
	event = ktrace_event_find(system, name);
	if (!event)
		return ERR_PTR(ktrace_command_refuse(command, -EINVAL,
						     spec->system.s - command->text,
						     "no such event"));
	if (event->class->own && spec->kind <= KTRACE_TRIGGER_DISABLE_EVENT)
		return ERR_PTR(ktrace_command_refuse(command, -EINVAL,
						     spec->system.s - command->text,
						     "this event can't be switched"));
	target = ktrace_listener_get(event, listener->instance);
	return target ?: ERR_PTR(-ENOMEM);
}

/* Find the trigger with the same effect; NULL if none exists. */
static struct ktrace_trigger *trigger_find(struct ktrace_listener *listener, const char *name,
					   const struct ktrace_listener *target)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	unsigned int i;

	for (i = 0; triggers && i < triggers->nr; i++)
		if (!strcmp(triggers->list[i]->ops->name, name) &&
		    triggers->list[i]->target == target)
			return triggers->list[i];
	return NULL;
}

/* Create the trigger of a line.  Parse the filter first: a refused line must not arm snapshots. */
static struct ktrace_trigger *trigger_create(struct ktrace_command *command,
					     struct ktrace_listener *listener,
					     const struct ktrace_trigger_spec *spec)
{
	struct ktrace_filter *filter = NULL;
	struct ktrace_trigger *trigger;

	if (spec->filter.n)
		filter = ktrace_event_filter_parse(command, spec->filter, listener->event);
	if (IS_ERR(filter))
		return ERR_CAST(filter);
	if (spec->kind >= KTRACE_TRIGGER_ENABLE_HIST)
		trigger = ktrace_hist_switch_create(listener, spec);
	else
		trigger = ktrace_switch_create(listener, spec);
	if (IS_ERR(trigger)) {
		ktrace_filter_free(filter);
		return trigger;
	}
	trigger->filter = filter;
	atomic_long_set(&trigger->left, spec->count);
	trigger->session = command->session;
	return trigger;
}

/* Add a new trigger; on error it is freed. */
static int trigger_set(struct ktrace_trigger *trigger, struct ktrace_listener *target,
		       struct ktrace_trigger_drop *drop)
{
	int err;

	trigger->target = target;
	err = ktrace_trigger_add(trigger);
	if (err) {
		ktrace_filter_free(trigger->filter);
		trigger->ops->free(trigger, drop);
	}
	return err;
}

/**
 * ktrace_trigger_command - set or remove a trigger by a line
 * @command: the line
 * @listener: the owner of the trigger
 * @drop: collects removed objects, also on error; the caller ends it without the mutex.  Its
 *	@tables is set
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0; or an errno after nothing was changed; the command logs the reason.  -EAGAIN if the
 * line lacks memory: the caller releases the mutex, calls ktrace_trigger_prepare(), and tries
 * again.
 */
int ktrace_trigger_command(struct ktrace_command *command, struct ktrace_listener *listener,
			   struct ktrace_trigger_drop *drop)
{
	struct ktrace_listener *target = NULL;
	struct ktrace_parse_error error;
	struct ktrace_trigger_spec spec;
	struct ktrace_trigger *trigger;
	int err;

	/* Accept an empty line, from "echo >", and the comment lines that the file shows. */
	if (!*ktrace_skip_space(command->text) || *command->text == '#')
		return 0;
	err = ktrace_trigger_parse(command->text, strlen(command->text), &spec, &error);
	if (err)
		return ktrace_command_refuse(command, err, error.column,
					     ktrace_trigger_messages[error.code].text);
	if (spec.kind == KTRACE_TRIGGER_HIST)
		return ktrace_hist_command(command, listener, &spec, drop);
	if (spec.system.n) {
		target = trigger_find_target(command, listener, &spec);
		if (IS_ERR(target))
			return PTR_ERR(target);
	}
	trigger = trigger_find(listener, ktrace_trigger_kind_name(spec.kind), target);
	if (spec.remove) {
		/* Removing a trigger that is not set succeeds, as in ftrace. */
		if (trigger)
			ktrace_trigger_drop(trigger, drop);
		else if (target && target != listener)
			ktrace_listener_trim(target);
		return 0;
	}
	if (trigger)
		return ktrace_command_refuse(command, -EEXIST, 0, "such a trigger is set already");
	trigger = trigger_create(command, listener, &spec);
	err = IS_ERR(trigger) ? PTR_ERR(trigger) : trigger_set(trigger, target, drop);
	if (err && target && target != listener)
		ktrace_listener_trim(target);
	return err;
}

/**
 * ktrace_trigger_prepare - allocate memory that a trigger needs, after
 *	ktrace_trigger_command() returned -EAGAIN
 * @instance: the instance
 * @memory: the memory, KTRACE_TRIGGER_MEMORY() before the first call
 *
 * Allocates the rings of the buffer; or lets hooks check the tasks of the instance, if they do not
 * yet; or allocates the tables that the command has noted; or, if there is
 * nothing else that the trigger can lack, arms snapshots, which allocates their rings.  They stay
 * armed until ktrace_trigger_prepare_end(); the trigger arms them for itself.
 *
 * Context: task; sleeps; not under ktrace_event_mutex.
 * Return: 0, and the caller tries the command again; or an errno.
 */
int ktrace_trigger_prepare(struct ktrace_instance *instance,
			   struct ktrace_trigger_memory *memory)
{
	int err;

	if (!READ_ONCE(instance->buffer.used))
		return ktrace_record_prepare(&instance->buffer);
	if (!memory->worked && ktrace_instance_lacks_work(instance)) {
		ktrace_work_expect(instance);
		memory->worked = true;
		return 0;
	}
	if (hist_tables_lack(&memory->tables))
		return hist_tables_fill(&memory->tables);
	if (memory->armed)
		return -EAGAIN;
	err = ktrace_snapshot_arm(&instance->buffer, &instance->snapshot);
	memory->armed = !err;
	return err;
}

/**
 * ktrace_trigger_prepare_end - release the memory that a command did not use
 * @instance: the instance
 * @memory: from ktrace_trigger_prepare(), if that was called
 *
 * Context: task; sleeps; not under ktrace_event_mutex.
 */
void ktrace_trigger_prepare_end(struct ktrace_instance *instance,
				struct ktrace_trigger_memory *memory)
{
	hist_tables_free(&memory->tables);
	if (memory->armed)
		ktrace_snapshot_disarm(&instance->buffer);
	if (memory->worked)
		ktrace_work_unexpect(instance);
}

static void trigger_show(struct seq_file *m, const struct ktrace_trigger *trigger)
{
	long missed = atomic_long_read(&trigger->missed);

	trigger->ops->show(trigger, m);
	if (missed)
		seq_printf(m, "# missed %ld times: inside of %d other triggers\n", missed,
			   KTRACE_TRIGGERS_DEEP);
}

/*
 * Return the newest trigger that was added before the one of @serial and is not listed last;
 * NULL if there is none.
 */
static const struct ktrace_trigger *trigger_older(const struct ktrace_triggers *triggers,
						  u64 serial)
{
	const struct ktrace_trigger *trigger, *found = NULL;
	unsigned int i;

	for (i = 0; i < triggers->nr; i++) {
		trigger = triggers->list[i];
		if (!trigger->ops->listed_last && trigger->serial < serial &&
		    (!found || trigger->serial > found->serial))
			found = trigger;
	}
	return found;
}

/**
 * ktrace_triggers_show - list the triggers, one line each
 * @m: the output
 * @listener: the owner of the triggers; NULL if there are none
 *
 * A user may write each line back to the file, or write it with "!" in front to remove
 * the trigger.  A comment behind a trigger tells how often the trigger failed to act.
 * As in ftrace, the newest trigger stands first, and histograms stand behind all others, the
 * oldest first.
 *
 * Context: under ktrace_event_mutex.
 */
void ktrace_triggers_show(struct seq_file *m, struct ktrace_listener *listener)
{
	const struct ktrace_triggers *triggers = listener ? ktrace_triggers_of(listener) : NULL;
	const struct ktrace_trigger *trigger;
	u64 serial = U64_MAX;
	unsigned int i;

	if (triggers && triggers->nr) {
		while ((trigger = trigger_older(triggers, serial))) {
			trigger_show(m, trigger);
			serial = trigger->serial;
		}
		for (i = 0; i < triggers->nr; i++)
			if (triggers->list[i]->ops->listed_last)
				trigger_show(m, triggers->list[i]);
		return;
	}
	seq_puts(m, "# Available triggers:\n#");
	for (i = 0; i < NR_KTRACE_TRIGGER_KINDS; i++)
		seq_printf(m, " %s", ktrace_trigger_kind_name(i));
	seq_putc(m, '\n');
}
