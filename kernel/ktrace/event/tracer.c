// SPDX-License-Identifier: GPL-2.0
/*
 * Tracers: at most one runs in an instance at a time.
 *
 * A tracer listens to events independent of the user.  Events that the user has enabled
 * stay enabled when tracers are started and stopped: a listener has separate reasons
 * (event/event.h).
 */
#include <linux/cleanup.h>
#include <linux/compiler.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "event/instance.h"
#include "event/listener.h"
#include "event/source.h"
#include "event/tap.h"
#include "event/tracer.h"

/* Serialises starting and stopping. */
static DEFINE_MUTEX(tracer_mutex);

/* The tracer that runs by default. */
static const struct ktrace_tracer tracer_nop = { .name = "nop" };

static bool tracer_has(const struct ktrace_tracer *tracer,
		       const struct ktrace_instance *instance,
		       const struct ktrace_event *event)
{
	return tracer->has ? tracer->has(instance, event) :
			     tracer->class && event->class == tracer->class;
}

/* Disable all events of an instance for one reason. */
static void tracer_unlisten(struct ktrace_instance *instance, u8 why)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		ktrace_event_disable(event, instance, why);
}

/*
 * Enable all existing events of @tracer for the reason KTRACE_LISTEN_NEXT.  Return: 0;
 * -ENODEV if the tracer has a class but no event; or the error of an event, and then
 * none is enabled.
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
 * Listen to the events of @tracer, and stop listening for the previous tracer.
 * Recording of events that both have is not interrupted.  Return: as tracer_prepare();
 * on error nothing was changed.
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

/* Whether a tracer can start: one with a class of events has no events in some kernels. */
static bool tracer_has_events(const struct ktrace_tracer *tracer,
			      const struct ktrace_instance *instance)
{
	const struct ktrace_event *event;

	if (!tracer->class)
		return true;
	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		if (tracer_has(tracer, instance, event))
			return true;
	return false;
}

static const struct ktrace_tracer *current_tracer(const struct ktrace_instance *instance)
{
	return READ_ONCE(instance->tracer) ?: &tracer_nop;
}

/**
 * ktrace_tracer_find - find a tracer by name
 * @name: name in available_tracers
 *
 * Return: the tracer, or NULL if no tracer has this name.
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
 * ktrace_tracer_start - start a tracer, and stop the running one
 * @instance: the instance
 * @tracer: the tracer, from ktrace_tracer_find()
 *
 * Keeps the records in the buffer.
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0, also if the tracer runs already; -ENODEV if it has no events; or the error
 * of an event that cannot be enabled.  On error the previous tracer continues.
 */
int ktrace_tracer_start(struct ktrace_instance *instance,
			const struct ktrace_tracer *tracer)
{
	bool work = tracer->class && tracer->class->task_work;
	int err = 0;

	if (tracer != &tracer_nop) {
		if (!tracer_has_events(tracer, instance))
			return -ENODEV;
		err = ktrace_enable_begin(instance, work);
		if (err)
			return err;
		ktrace_buffer_settle(&instance->buffer);
	}
	scoped_guard(mutex, &tracer_mutex) {
		if (tracer == current_tracer(instance))
			break;
		err = tracer_listen(instance, tracer);
		if (!err)
			WRITE_ONCE(instance->tracer, tracer);
	}
	if (tracer != &tracer_nop)
		ktrace_enable_end(instance, work);
	return err;
}

/**
 * ktrace_tracer_refresh - update a running tracer after a change of its set of events
 * @instance: the instance
 * @tracer: the tracer; may not be running
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0; or the error of an event that cannot be enabled, after nothing was changed.
 */
int ktrace_tracer_refresh(struct ktrace_instance *instance,
			  const struct ktrace_tracer *tracer)
{
	guard(mutex)(&tracer_mutex);
	return tracer == current_tracer(instance) ? tracer_listen(instance, tracer) : 0;
}

/**
 * ktrace_tracer_stop - stop the running tracer
 * @instance: the instance
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_tracer_stop(struct ktrace_instance *instance)
{
	/* Cannot fail: the tracer has no events. */
	ktrace_tracer_start(instance, &tracer_nop);
}

/**
 * ktrace_tracer_name - name of the running tracer
 * @instance: the instance
 *
 * Return: a constant string.
 */
const char *ktrace_tracer_name(const struct ktrace_instance *instance)
{
	return current_tracer(instance)->name;
}
