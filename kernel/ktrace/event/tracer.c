// SPDX-License-Identifier: GPL-2.0
/*
 * Tracers, one of which runs in an instance at a time.
 *
 * A tracer listens to events of its own accord.  What the user has enabled
 * besides stays as it is, whatever is started and stopped: a listener knows why it
 * listens (event/event.h).
 */
#include <linux/cleanup.h>
#include <linux/compiler.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "event/event.h"
#include "event/instance.h"
#include "event/source.h"
#include "event/tracer.h"

/* Serialises starting and stopping. */
static DEFINE_MUTEX(tracer_mutex);

/* What runs when nothing was started. */
static const struct ktrace_tracer tracer_nop = { .name = "nop" };

static bool tracer_has(const struct ktrace_tracer *tracer,
		       const struct ktrace_instance *instance,
		       const struct ktrace_event *event)
{
	return tracer->has ? tracer->has(instance, event) :
			     tracer->class && event->class == tracer->class;
}

/* Do not listen for some reason to any event. */
static void tracer_unlisten(struct ktrace_instance *instance, u8 why)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		ktrace_event_disable(event, instance, why);
}

/*
 * Listen to all events of @tracer that there are now, for a reason of their own.
 * Return: 0; -ENODEV if there should be some, and is none; or why one could not be
 * enabled, and then none is.
 */
static int tracer_prepare(struct ktrace_instance *instance, const struct ktrace_tracer *tracer)
{
	struct ktrace_event *event;
	int err = tracer->class ? -ENODEV : 0;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (!tracer_has(tracer, instance, event))
			continue;
		err = ktrace_event_enable(event, instance, KTRACE_LISTEN_NEXT);
		if (err)
			break;
	}
	if (err)
		tracer_unlisten(instance, KTRACE_LISTEN_NEXT);
	return err;
}

/*
 * Listen to the events of @tracer, and to no others on behalf of a tracer.  Events may be
 * of two tracers: what goes on is not interrupted.
 * Return: as tracer_prepare(), and on error nothing was changed.
 */
static int tracer_listen(struct ktrace_instance *instance, const struct ktrace_tracer *tracer)
{
	struct ktrace_listener *listener;
	int err;

	guard(mutex)(&ktrace_event_mutex);
	err = tracer_prepare(instance, tracer);
	if (err)
		return err;
	list_for_each_entry(listener, &instance->listeners, of_instance) {
		if (listener->users & KTRACE_LISTEN_NEXT)
			listener->users |= KTRACE_LISTEN_TRACER;
		else
			ktrace_listener_disable(listener, KTRACE_LISTEN_TRACER);
		ktrace_listener_disable(listener, KTRACE_LISTEN_NEXT);
	}
	return 0;
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
	int err;

	guard(mutex)(&tracer_mutex);
	if (tracer == current_tracer(instance))
		return 0;
	err = tracer_listen(instance, tracer);
	if (!err)
		WRITE_ONCE(instance->tracer, tracer);
	return err;
}

/**
 * ktrace_tracer_refresh - have a tracer that runs listen to its events, which have changed
 * @instance: what it records to
 * @tracer: which; if it does not run there, nothing is done
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0; or why an event could not be enabled, and then nothing was changed.
 */
int ktrace_tracer_refresh(struct ktrace_instance *instance,
			  const struct ktrace_tracer *tracer)
{
	guard(mutex)(&tracer_mutex);
	return tracer == current_tracer(instance) ? tracer_listen(instance, tracer) : 0;
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
