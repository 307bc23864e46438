// SPDX-License-Identifier: GPL-2.0
/* Events that match what the user has named, enabled and disabled together. */
#include <linux/bitmap.h>
#include <linux/glob.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "control/event_match.h"
#include "event/event.h"

/**
 * ktrace_event_matches - whether a command is about an event
 * @match: which ones it is about; never the tracer's own
 * @event: the event
 *
 * Return: whether it is.
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
 * @instance: in which instance
 *
 * What the files show and set is the user's; a tracer listens besides.
 *
 * Context: under ktrace_event_mutex.
 * Return: whether it is enabled.
 */
bool ktrace_event_on(struct ktrace_event *event, struct ktrace_instance *instance)
{
	return ktrace_event_enabled(event, instance, KTRACE_LISTEN_USER);
}

/**
 * ktrace_events_switch - enable or disable all events that match
 * @instance: in which instance
 * @match: which events
 * @on: enable them
 *
 * If one can't be enabled, those that this call has enabled are disabled again.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: how many matched, or an errno.
 */
int ktrace_events_switch(struct ktrace_instance *instance,
			 const struct ktrace_event_match *match, bool on)
{
	unsigned long *was __free(bitmap) = NULL;
	struct ktrace_event *event, *undo;
	int err, count = 0;

	lockdep_assert_held(&ktrace_event_mutex);
	was = bitmap_zalloc(U16_MAX + 1, GFP_KERNEL);
	if (!was)
		return -ENOMEM;
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (!ktrace_event_matches(match, event))
			continue;
		count++;
		if (ktrace_event_on(event, instance))
			__set_bit(event->id, was);
		err = event_switch(event, instance, on);
		if (err)
			goto undo;
	}
	return count;
undo:
	list_for_each_entry(undo, &ktrace_event_list, node) {
		if (undo == event)
			break;
		if (ktrace_event_matches(match, undo) && !test_bit(undo->id, was))
			event_switch(undo, instance, false);
	}
	return err;
}

/**
 * ktrace_events_state - whether all events that match are enabled
 * @instance: in which instance
 * @match: which events
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: '0', '1', or 'X' if some are and some are not.
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
