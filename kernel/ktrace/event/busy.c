// SPDX-License-Identifier: GPL-2.0
/*
 * Texts about the user of an event, for commands that are refused because the event is in use.
 *
 * Called in task context, under ktrace_event_mutex.
 */
#include <linux/seq_buf.h>

#include "event/instance.h"
#include "event/listener.h"
#include "event/trigger.h"

static void busy_put_instance(struct seq_buf *out, const struct ktrace_instance *instance)
{
	if (instance->name)
		seq_buf_printf(out, ", in instance %s", instance->name);
}

/**
 * ktrace_listener_put_user - append why an instance listens to an event
 * @listener:	the enabled listener of an instance
 * @out:	output
 */
void ktrace_listener_put_user(const struct ktrace_listener *listener, struct seq_buf *out)
{
	const struct ktrace_event *by;

	lockdep_assert_held(&ktrace_event_mutex);
	if (listener->users & KTRACE_LISTEN_USER)
		seq_buf_puts(out, "it is enabled");
	else if (listener->users & KTRACE_LISTEN_TRACER)
		seq_buf_puts(out, "the tracer records it");
	else
		seq_buf_puts(out, "it has triggers");
	if (!(listener->users & KTRACE_LISTEN_USER) && !list_empty(&listener->targeted)) {
		by = list_first_entry(&listener->targeted, struct ktrace_trigger,
				      of_target)->listener->event;
		seq_buf_printf(out, ", or a trigger of %s:%s switches it", by->system, by->name);
	}
	busy_put_instance(out, listener->instance);
}

/**
 * ktrace_event_put_user - append an event and a reason for which ktrace_event_used() is true
 * @event:	the event
 * @out:	output
 */
void ktrace_event_put_user(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct ktrace_listener *listener;

	lockdep_assert_held(&ktrace_event_mutex);
	seq_buf_printf(out, "%s:%s: ", event->system, event->name);
	list_for_each_entry(listener, &event->listeners, of_event) {
		if (!listener->users)
			continue;
		/* Without a buffer it is the listener of an event probe. */
		if (listener->buffer)
			ktrace_listener_put_user(listener, out);
		else
			seq_buf_puts(out, "an event probe on it is enabled");
		return;
	}
	list_for_each_entry(listener, &event->listeners, of_event) {
		if (!rcu_access_pointer(listener->filter))
			continue;
		seq_buf_puts(out, "it has a filter");
		busy_put_instance(out, listener->instance);
		return;
	}
	seq_buf_puts(out, "a trigger of it is being removed");
}

/* Whether a trigger of @listener holds a reference to @event. */
static bool listener_refers(struct ktrace_listener *listener, const struct ktrace_event *event)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	const struct ktrace_trigger *trigger;
	unsigned int i;

	for (i = 0; triggers && i < triggers->nr; i++) {
		trigger = triggers->list[i];
		if (trigger->ops->uses && trigger->ops->uses(trigger, event))
			return true;
	}
	return false;
}

/**
 * ktrace_event_put_reference - append which trigger holds a reference to an event
 * @event:	the event, of a kind to which triggers hold references
 * @out:	output
 */
void ktrace_event_put_reference(const struct ktrace_event *event, struct seq_buf *out)
{
	struct ktrace_listener *listener;
	struct ktrace_event *on;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(on, &ktrace_event_list, node) {
		list_for_each_entry(listener, &on->listeners, of_event) {
			if (!listener_refers(listener, event))
				continue;
			seq_buf_printf(out, "a histogram of %s:%s makes it happen", on->system,
				       on->name);
			busy_put_instance(out, listener->instance);
			return;
		}
	}
	seq_buf_puts(out, "a histogram that is being removed makes it happen");
}
