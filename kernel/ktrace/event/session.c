// SPDX-License-Identifier: GPL-2.0
/*
 * Triggers that are removed whether they are in use or not: triggers that a session owns, and
 * triggers that hold a reference to an event that a session owns.
 *
 * Called in task context, when the last descriptor of a control file is closed.
 */
#include <linux/list.h>

#include "command/knob.h"
#include "event/listener.h"
#include "event/trigger.h"

/* Take the triggers of @listener that hold a reference to @event from hooks. */
static void listener_drop_users(struct ktrace_listener *listener,
				const struct ktrace_event *event,
				struct ktrace_trigger_drop *drop)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	struct ktrace_trigger *trigger;
	unsigned int i;

	for (i = triggers ? triggers->nr : 0; i--;) {
		trigger = triggers->list[i];
		/* @drop keeps the array @triggers, which ktrace_trigger_drop() replaces. */
		if (trigger->ops->uses && trigger->ops->uses(trigger, event))
			ktrace_trigger_drop(trigger, drop);
	}
}

/**
 * ktrace_triggers_drop_users - take all triggers that hold a reference to an event from hooks
 * @event: the event; no trigger can get a reference to it any more
 * @drop: collects the triggers
 *
 * Triggers that another command has dropped, and not freed yet, still hold their references
 * when this returns, and also after ktrace_trigger_drop_end().
 *
 * Context: as for ktrace_trigger_drop().
 */
void ktrace_triggers_drop_users(const struct ktrace_event *event,
				struct ktrace_trigger_drop *drop)
{
	struct ktrace_listener *listener;
	struct ktrace_event *on;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(on, &ktrace_event_list, node)
		list_for_each_entry(listener, &on->listeners, of_event)
			listener_drop_users(listener, event, drop);
}

/**
 * ktrace_triggers_end_session - struct ktrace_knob.end: remove the triggers of a session
 * @session: the session
 *
 * Context: task; sleeps; takes ktrace_event_files_mutex, so that the events and instances of
 * the triggers stay until the triggers are freed.
 */
void ktrace_triggers_end_session(struct ktrace_session *session)
{
	struct ktrace_trigger_drop drop = { };
	struct ktrace_trigger *trigger, *next;

	guard(mutex)(&ktrace_event_files_mutex);
	scoped_guard(mutex, &ktrace_event_mutex)
		list_for_each_entry_safe(trigger, next, &session->triggers, of_session)
			ktrace_trigger_drop(trigger, &drop);
	ktrace_trigger_drop_end(&drop);
}
