// SPDX-License-Identifier: GPL-2.0
/* Enabling and disabling all events that match a pattern. */
#include <linux/bitmap.h>
#include <linux/cleanup.h>
#include <linux/glob.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "control/event_match.h"
#include "event/arming.h"
#include "event/instance.h"
#include "event/listener.h"

/**
 * ktrace_event_matches - whether an event matches a pattern
 * @match: the pattern, which never matches ktrace's own events
 * @event: the event
 *
 * Return: true if the event matches.
 */
bool ktrace_event_matches(const struct ktrace_event_match *match,
			  const struct ktrace_event *event)
{
	return !event->class->own &&
	       (!match->module || (event->module && !strcmp(match->module, event->module))) &&
	       (!match->system || glob_match(match->system, event->system)) &&
	       (!match->name || glob_match(match->name, event->name)) &&
	       (!match->either || glob_match(match->either, event->system) ||
		glob_match(match->either, event->name));
}

static int event_switch(struct ktrace_event *event, struct ktrace_instance *instance,
			bool on)
{
	if (on)
		return ktrace_event_enable(event, instance, KTRACE_LISTEN_USER);
	ktrace_event_disable(event, instance, KTRACE_LISTEN_USER);
	return 0;
}

/**
 * ktrace_event_on - whether the user has enabled an event
 * @event: the event
 * @instance: the instance
 *
 * Files show and change the user's setting; a tracer may use the event independently.
 *
 * Context: under ktrace_event_mutex.
 * Return: true if the user has enabled the event.
 */
bool ktrace_event_on(struct ktrace_event *event, struct ktrace_instance *instance)
{
	return ktrace_event_enabled(event, instance, KTRACE_LISTEN_USER);
}

/* Report in the error log of @instance that an event cannot be enabled. */
static void event_tell(struct ktrace_command *command, struct ktrace_instance *instance,
		       const struct ktrace_event *event, int err)
{
	char *name __free(kfree) = kasprintf(GFP_KERNEL, "%s:%s", event->system, event->name);

	if (!name)
		return;
	ktrace_error(instance->owner.errors, "enable", name, 0, ktrace_errno_text(err));
	command->logged = true;
}

/* Disable the matching events before @end that were not enabled before. */
static void events_undo(struct ktrace_instance *instance, const struct ktrace_event_match *match,
			const struct ktrace_event *end, const unsigned long *was)
{
	struct ktrace_event *event;

	list_for_each_entry(event, &ktrace_event_list, node) {
		if (event == end)
			break;
		if (ktrace_event_matches(match, event) && !test_bit(event->id, was))
			event_switch(event, instance, false);
	}
}

/**
 * ktrace_events_unchanged - whether ktrace_events_switch() has changed nothing
 * @err: the return value of ktrace_events_switch()
 *
 * Return: true for an error that does not belong to one event: out of memory, or a
 * fatal signal.
 */
bool ktrace_events_unchanged(int err)
{
	return err == -ENOMEM || err == -EINTR;
}

/**
 * ktrace_events_work - whether the hooks of a matching event use work bits of tasks
 * @match: the pattern
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: true if so: then enable the events between ktrace_enable_begin() and ktrace_enable_end().
 */
bool ktrace_events_work(const struct ktrace_event_match *match)
{
	struct ktrace_event *event;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		if (event->class->task_work && ktrace_event_matches(match, event))
			return true;
	return false;
}

/**
 * ktrace_events_expect - allocate the loss counters of all matching events
 * @instance: the instance, whose rings are allocated
 * @match: the pattern
 *
 * ktrace_events_switch() then waits for a resize of the buffer only if a matching event was added
 * since.
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0 or -ENOMEM.
 */
int ktrace_events_expect(struct ktrace_instance *instance, const struct ktrace_event_match *match)
{
	DECLARE_BITMAP(pieces, KTRACE_LOSS_PIECES) = { };
	struct ktrace_event *event;
	unsigned int piece;
	int err = 0;

	scoped_guard(mutex, &ktrace_event_mutex)
		list_for_each_entry(event, &ktrace_event_list, node)
			if (ktrace_event_matches(match, event))
				__set_bit(event->id / KTRACE_LOSS_IDS, pieces);
	for_each_set_bit(piece, pieces, KTRACE_LOSS_PIECES)
		err = err ?: ktrace_buffer_expect(&instance->buffer, piece * KTRACE_LOSS_IDS);
	return err;
}

/**
 * ktrace_events_switch - enable or disable all matching events
 * @command: the command; may be NULL if @on is false
 * @instance: the instance
 * @match: the pattern
 * @on: true to enable
 * @arms: set to true if a worker arms or disarms a matching event, otherwise not written
 *
 * If @arms was set, the caller calls ktrace_events_armed(), or ktrace_arming_wait() after it has
 * disabled events, when it has released the mutex.
 *
 * If an event cannot be enabled, the error log gets a line and the other events are
 * enabled.  If out of memory or after a fatal signal, all events that this call has
 * enabled are disabled again.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: number of matching events; -ENOMEM or -EINTR after nothing was changed; or
 * the errno of the first event that cannot be enabled, with the others enabled.
 */
int ktrace_events_switch(struct ktrace_command *command, struct ktrace_instance *instance,
			 const struct ktrace_event_match *match, bool on, bool *arms)
{
	unsigned long *was __free(bitmap) = NULL;
	int err, first = 0, count = 0;
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	if (on) {
		was = bitmap_zalloc(U16_MAX + 1, GFP_KERNEL);
		if (!was)
			return -ENOMEM;
	}
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (!ktrace_event_matches(match, event))
			continue;
		count++;
		if (on && ktrace_event_on(event, instance))
			__set_bit(event->id, was);
		if (event->class->armed && (on || ktrace_event_on(event, instance)))
			*arms = true;
		err = event_switch(event, instance, on);
		if (on && ktrace_events_unchanged(err)) {
			events_undo(instance, match, event, was);
			/*
			 * Earlier messages about single events are not the reason of
			 * this error.
			 */
			command->logged = false;
			return err;
		}
		if (err)
			event_tell(command, instance, event, err);
		first = first ?: err;
	}
	return first ?: count;
}

/**
 * ktrace_events_armed - wait for what ktrace_events_switch() has begun
 * @command: the command
 * @instance: the instance
 * @match: the pattern
 *
 * An event that cannot be enabled is disabled again, and the error log gets a line.  If two
 * commands enable such an event of an instance at once, only one of them may report the error.
 *
 * Context: task; sleeps; takes ktrace_event_mutex, and does not hold it while it waits.
 * Return: 0, or the errno of the first event that cannot be enabled.
 */
int ktrace_events_armed(struct ktrace_command *command, struct ktrace_instance *instance,
			const struct ktrace_event_match *match)
{
	struct ktrace_listener *listener, *next;
	int err, first = 0;

	ktrace_arming_wait();
	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry_safe(listener, next, &instance->listeners, of_instance) {
		struct ktrace_event *event = listener->event;

		if (!event->class->armed || !ktrace_event_matches(match, event))
			continue;
		err = ktrace_listener_armed(listener, KTRACE_LISTEN_USER);
		if (!err)
			continue;
		event_tell(command, instance, event, err);
		ktrace_listener_trim(listener);
		first = first ?: err;
	}
	return first;
}

/**
 * ktrace_events_state - whether all matching events are enabled
 * @instance: the instance
 * @match: the pattern
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: '0', '1', or 'X' if some events are enabled and some are not.
 */
char ktrace_events_state(struct ktrace_instance *instance,
			 const struct ktrace_event_match *match)
{
	struct ktrace_event *event;
	bool on = false, off = false;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (!ktrace_event_matches(match, event))
			continue;
		if (ktrace_event_on(event, instance))
			on = true;
		else
			off = true;
	}
	return on ? off ? 'X' : '1' : '0';
}
