// SPDX-License-Identifier: GPL-2.0
/*
 * Tracers, one of which runs in an instance at a time: available_tracers and
 * current_tracer.
 *
 * A tracer listens to events of its own accord.  What the user has enabled
 * besides stays as it is, whatever is started and stopped: a listener knows why it
 * listens (event/event.h).
 */
#include <linux/cleanup.h>
#include <linux/compiler.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "control/control.h"
#include "control/tracer.h"
#include "event/event.h"
#include "event/source.h"

/* Serialises starting and stopping. */
static DEFINE_MUTEX(tracer_mutex);

/* What runs when nothing was started. */
static const struct ktrace_tracer tracer_nop = { .name = "nop" };

static bool tracer_has(const struct ktrace_tracer *tracer, const struct ktrace_event *event)
{
	return event->class == tracer->class;
}

/* Stop listening to the events of @tracer that stand before @end in the list. */
static void tracer_unlisten(struct ktrace_instance *instance,
			    const struct ktrace_tracer *tracer, const struct list_head *end)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (&event->node == end)
			break;
		if (tracer_has(tracer, event))
			ktrace_event_disable(event, instance, KTRACE_LISTEN_TRACER);
	}
}

/*
 * Listen to all events of @tracer that there are now.
 * Return: 0; -ENODEV if there is none; or why one could not be enabled, and then
 * none is.
 */
static int tracer_listen(struct ktrace_instance *instance,
			 const struct ktrace_tracer *tracer)
{
	struct ktrace_event *event;
	int err = tracer->class ? -ENODEV : 0;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (!tracer_has(tracer, event))
			continue;
		err = ktrace_event_enable(event, instance, KTRACE_LISTEN_TRACER);
		if (!err)
			continue;
		tracer_unlisten(instance, tracer, &event->node);
		return err;
	}
	return err;
}

static const struct ktrace_tracer *current_tracer(const struct ktrace_instance *instance)
{
	return READ_ONCE(instance->tracer) ?: &tracer_nop;
}

/**
 * ktrace_tracer_find - a tracer by its name
 * @name: as in available_tracers
 *
 * Return: the tracer, or NULL if there is none.
 */
const struct ktrace_tracer *ktrace_tracer_find(const char *name)
{
	const struct ktrace_source *source;

	if (!strcmp(name, tracer_nop.name))
		return &tracer_nop;
	ktrace_for_each_source(source)
		if (source->tracer && !strcmp(source->tracer->name, name))
			return source->tracer;
	return NULL;
}

/**
 * ktrace_tracer_start - start a tracer, and stop the one that runs
 * @instance: what it is to record to
 * @tracer: which, from ktrace_tracer_find()
 *
 * What was recorded stays.
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0, also if it runs already; -ENODEV if there is nothing that it could
 * record; or why that could not be enabled.  On error the other one runs on.
 */
int ktrace_tracer_start(struct ktrace_instance *instance,
			const struct ktrace_tracer *tracer)
{
	const struct ktrace_tracer *old;
	int err;

	guard(mutex)(&tracer_mutex);
	old = current_tracer(instance);
	if (tracer == old)
		return 0;
	/* No event is of two tracers: one is started before the other is stopped. */
	err = tracer_listen(instance, tracer);
	if (err)
		return err;
	WRITE_ONCE(instance->tracer, tracer);
	guard(mutex)(&ktrace_event_mutex);
	tracer_unlisten(instance, old, &ktrace_event_list);
	return 0;
}

/**
 * ktrace_tracer_stop - stop the tracer that runs
 * @instance: what it records to
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_tracer_stop(struct ktrace_instance *instance)
{
	/* There is nothing in it that could fail. */
	ktrace_tracer_start(instance, &tracer_nop);
}

/**
 * ktrace_tracer_name - the name of the tracer that runs
 * @instance: where
 *
 * Return: a string that stays.
 */
const char *ktrace_tracer_name(const struct ktrace_instance *instance)
{
	return current_tracer(instance)->name;
}

/*
 * Files
 */

static int available_tracers_show(struct seq_file *m, void *data)
{
	const struct ktrace_source *source;

	seq_puts(m, tracer_nop.name);
	ktrace_for_each_source(source)
		if (source->tracer)
			seq_printf(m, " %s", source->tracer->name);
	seq_putc(m, '\n');
	return 0;
}

static int current_tracer_show(struct seq_file *m, void *data)
{
	seq_printf(m, "%s\n", ktrace_tracer_name(data));
	return 0;
}

static int current_tracer_write(struct ktrace_command *command, void *data)
{
	char *name = strim(command->text);
	unsigned int column = name - command->text;
	const struct ktrace_tracer *tracer = ktrace_tracer_find(name);
	int err;

	if (!tracer)
		return ktrace_command_refuse(command, -EINVAL, column, "Unknown tracer");
	err = ktrace_tracer_start(data, tracer);
	if (err == -ENODEV)
		return ktrace_command_refuse(command, err, column,
					     "There is nothing that it could record");
	return err;
}

static const struct ktrace_knob tracer_knobs[] = {
	KTRACE_KNOB("available_tracers", 0400, available_tracers_show, NULL,
		    .owner = ktrace_instance_owner),
	KTRACE_KNOB("current_tracer",	 0600, current_tracer_show, current_tracer_write,
		    .owner = ktrace_instance_owner),
};

/**
 * ktrace_tracer_files_create - make the files that tell of tracers
 * @instance: whose, with its directory
 *
 * Return: 0 or an errno.
 */
int ktrace_tracer_files_create(struct ktrace_instance *instance)
{
	return ktrace_knob_create(tracer_knobs, ARRAY_SIZE(tracer_knobs), instance->dir,
				  instance);
}
