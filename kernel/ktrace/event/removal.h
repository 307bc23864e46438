/* SPDX-License-Identifier: GPL-2.0 */
/* Removal of several events together. */
#ifndef _KTRACE_EVENT_REMOVAL_H
#define _KTRACE_EVENT_REMOVAL_H

#include "event/trigger.h"

struct ktrace_event;

/**
 * struct ktrace_event_removal - events that are removed together
 * @events:	the events, linked by struct ktrace_event.next_removed
 * @drop:	their triggers, and the triggers that switch them
 *
 * One removal waits for the same number of grace periods for any number of events.
 */
struct ktrace_event_removal {
	struct ktrace_event	*events;
	struct ktrace_trigger_drop drop;
};

void ktrace_event_removal_begin(struct ktrace_event_removal *removal);
void ktrace_event_removal_add(struct ktrace_event_removal *removal, struct ktrace_event *event);
void ktrace_event_removal_end(struct ktrace_event_removal *removal);

#endif /* _KTRACE_EVENT_REMOVAL_H */
