/* SPDX-License-Identifier: GPL-2.0 */
/* Taps: code of ktrace's own that is called whenever an event happens, in any task. */
#ifndef _KTRACE_TAP_H
#define _KTRACE_TAP_H

#include "event/trigger.h"

/**
 * struct ktrace_tap - something that is called when an event happens
 * @hit:	called by hooks with the record's image, in any context, NMI included,
 *		with preemption off
 * @at_hand:	called instead, as struct ktrace_trigger's, if that is enough; or NULL
 * @trigger:	how it comes to be called
 * @on:		it is; under ktrace_event_mutex
 * @filter:	of @trigger; kept until no hook uses it
 * @stopped:	when @on became false: hooks that began before may still call it
 *
 * Set @hit and @at_hand, and leave the rest zero.
 */
struct ktrace_tap {
	void	(*hit)(struct ktrace_tap *tap, const struct ktrace_hit *hit);
	void	(*at_hand)(struct ktrace_trigger *trigger, const void *own);
	struct ktrace_trigger	trigger;
	bool	on;
	struct ktrace_filter	*filter;
	unsigned long		stopped;
};

int ktrace_tap_start(struct ktrace_tap *tap, struct ktrace_event *event,
		     struct ktrace_filter *filter);
void ktrace_tap_stop(struct ktrace_tap *tap);
void ktrace_tap_free(struct ktrace_tap *tap);

#endif /* _KTRACE_TAP_H */
