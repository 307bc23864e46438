/* SPDX-License-Identifier: GPL-2.0 */
/* Filters of an event's records: parsed from a part of a command, published for listeners. */
#ifndef _KTRACE_EVENT_FILTER_H
#define _KTRACE_EVENT_FILTER_H

#include <linux/types.h>

#include "parse/span.h"

struct ktrace_command;
struct ktrace_event;
struct ktrace_filter;
struct ktrace_listener;

/**
 * struct ktrace_filter_change - a listener and its next filter
 * @listener:	the listener
 * @filter:	the new filter, NULL for none; after the batch was published: the old filter
 */
struct ktrace_filter_change {
	struct ktrace_listener	*listener;
	struct ktrace_filter	*filter;
};

/**
 * struct ktrace_filter_batch - filters that take effect together
 * @nr:		number of @changes
 * @room:	allocated size of @changes
 * @published:	the listeners have the filters
 * @changes:	the changes, in memory of kvmalloc()
 *
 * All filters of a write are parsed before the first one takes effect, so a failed
 * write changes nothing, and one grace period is enough for all.  Initialise a batch
 * with zeros, and call ktrace_filter_batch_end() on every path.
 */
struct ktrace_filter_batch {
	unsigned int		nr;
	unsigned int		room;
	bool			published;
	struct ktrace_filter_change *changes;
};

int ktrace_filter_batch_add(struct ktrace_filter_batch *batch, struct ktrace_command *command,
			    struct ktrace_listener *listener);
void ktrace_filter_batch_publish(struct ktrace_filter_batch *batch);
void ktrace_filter_batch_end(struct ktrace_filter_batch *batch);

struct ktrace_filter *ktrace_event_filter_parse(struct ktrace_command *command,
						struct ktrace_span text,
						const struct ktrace_event *event);

#endif /* _KTRACE_EVENT_FILTER_H */
