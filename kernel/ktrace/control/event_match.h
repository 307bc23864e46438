/* SPDX-License-Identifier: GPL-2.0 */
/* Enabling and disabling of events by patterns. */
#ifndef _KTRACE_EVENT_MATCH_H
#define _KTRACE_EVENT_MATCH_H

#include <linux/types.h>

struct ktrace_command;
struct ktrace_event;
struct ktrace_instance;

/**
 * struct ktrace_event_match - a pattern for events
 * @system:	a glob for the system, or NULL for any
 * @name:	a glob for the event's name, or NULL for any
 * @either:	a glob that must match the system or the name, or NULL for any
 * @module:	the module that must have registered the event; NULL for any
 */
struct ktrace_event_match {
	const char *system;
	const char *name;
	const char *either;
	const char *module;
};

bool ktrace_event_matches(const struct ktrace_event_match *match,
			  const struct ktrace_event *event);
bool ktrace_event_on(struct ktrace_event *event, struct ktrace_instance *instance);
bool ktrace_events_unchanged(int err);
bool ktrace_events_work(const struct ktrace_event_match *match);
int ktrace_events_expect(struct ktrace_instance *instance, const struct ktrace_event_match *match);
int ktrace_events_switch(struct ktrace_command *command, struct ktrace_instance *instance,
			 const struct ktrace_event_match *match, bool on, bool *arms);
int ktrace_events_armed(struct ktrace_command *command, struct ktrace_instance *instance,
			const struct ktrace_event_match *match);
char ktrace_events_state(struct ktrace_instance *instance,
			 const struct ktrace_event_match *match);

#endif /* _KTRACE_EVENT_MATCH_H */
