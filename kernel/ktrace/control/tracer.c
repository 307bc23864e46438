// SPDX-License-Identifier: GPL-2.0
/*
 * Tracers, one of which runs in an instance at a time: available_tracers and
 * current_tracer.
 *
 * A tracer listens to events of its own accord.  What the user has enabled
 * besides stays as it is, whatever is started and stopped: a tap knows for whom
 * it is (event/event.h).
 */
#include <linux/cleanup.h>
#include <linux/compiler.h>
#include <linux/kconfig.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "control/control.h"
#include "event/event.h"
#include "control/tracer.h"

/**
 * struct ktrace_tracer - something that is started and stopped as a whole
 * @name:	as in available_tracers
 * @built:	whether what it is of was compiled in
 * @start:	have it record to the instance; 0 or an errno, and then nothing was
 *		changed; NULL if there is nothing to do
 * @stop:	have it record no more; goes with @start
 *
 * No event is of two tracers: one is started before the other is stopped.
 */
struct ktrace_tracer {
	const char *name;
	bool	built;
	int	(*start)(struct ktrace_instance *instance);
	void	(*stop)(struct ktrace_instance *instance);
};

/* Serialises starting and stopping. */
static DEFINE_MUTEX(tracer_mutex);

/*
 * Whether events of @event's source are those of tracer @name.  The system does not
 * tell: anybody may define a probe in a group of that name.
 */
static bool tracer_wants(const char *name, const struct ktrace_event *event)
{
	return event->class->tracer && !strcmp(event->class->tracer, name);
}

/* Stop to listen to the events of tracer @name that stand before @end in the list. */
static void tracer_unlisten(struct ktrace_instance *instance, const char *name,
			    const struct list_head *end)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (&event->node == end)
			break;
		if (tracer_wants(name, event))
			ktrace_event_disable(event, &instance->buffer, KTRACE_TAP_TRACER);
	}
}

/*
 * Listen to all events of tracer @name that there are now.
 * Return: 0; -ENODEV if there is none; or why one could not be enabled, and then
 * none is.
 */
static int tracer_listen(struct ktrace_instance *instance, const char *name)
{
	struct ktrace_event *event;
	int err = -ENODEV;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (!tracer_wants(name, event))
			continue;
		err = ktrace_event_enable(event, &instance->buffer, KTRACE_TAP_TRACER);
		if (!err)
			continue;
		tracer_unlisten(instance, name, &event->node);
		return err;
	}
	return err;
}

/* One complete record per call: see syscall/complete.c. */
#define SYSCALL_TRACER	"syscall"

static int syscall_start(struct ktrace_instance *instance)
{
	return tracer_listen(instance, SYSCALL_TRACER);
}

static void syscall_stop(struct ktrace_instance *instance)
{
	guard(mutex)(&ktrace_event_mutex);
	tracer_unlisten(instance, SYSCALL_TRACER, &ktrace_event_list);
}

/* The first one is what runs when nothing was started. */
static const struct ktrace_tracer tracers[] = {
	{ "nop",	true },
	{ SYSCALL_TRACER, IS_ENABLED(CONFIG_KTRACE_SYSCALLS), syscall_start, syscall_stop },
};

static const struct ktrace_tracer *current_tracer(const struct ktrace_instance *instance)
{
	return READ_ONCE(instance->tracer) ?: &tracers[0];
}

/**
 * ktrace_tracer_find - a tracer by its name
 * @name: as in available_tracers
 *
 * Return: the tracer, or NULL if there is none.
 */
const struct ktrace_tracer *ktrace_tracer_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tracers); i++)
		if (tracers[i].built && !strcmp(tracers[i].name, name))
			return &tracers[i];
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
	err = tracer->start ? tracer->start(instance) : 0;
	if (err)
		return err;
	WRITE_ONCE(instance->tracer, tracer);
	if (old->stop)
		old->stop(instance);
	return 0;
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
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tracers); i++)
		if (tracers[i].built)
			seq_printf(m, "%s%s", i ? " " : "", tracers[i].name);
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
	KTRACE_KNOB("available_tracers", 0400, available_tracers_show, NULL),
	KTRACE_KNOB("current_tracer",	 0600, current_tracer_show, current_tracer_write),
};

/**
 * ktrace_tracer_files_create - make the files that tell of tracers
 * @instance: whose, with its directory
 *
 * Return: 0 or an errno.
 */
int __init ktrace_tracer_files_create(struct ktrace_instance *instance)
{
	return ktrace_knob_create(tracer_knobs, ARRAY_SIZE(tracer_knobs), instance->dir,
				  instance);
}
