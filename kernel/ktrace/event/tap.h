/* SPDX-License-Identifier: GPL-2.0 */
/* Taps: functions of ktrace that are called whenever an event happens, in any task. */
#ifndef _KTRACE_TAP_H
#define _KTRACE_TAP_H

#include "event/trigger.h"

struct ktrace_instance;

/**
 * struct ktrace_tap - a function that is called when an event happens
 * @hit:	called by hooks with the record's image, in any context, NMI included,
 *		with preemption off
 * @hit_available:	called instead of @hit if no record is needed, see struct
 *		ktrace_trigger; or NULL
 * @trigger:	the trigger that calls the tap
 * @on:		the tap is enabled; under ktrace_event_mutex
 * @filter:	filter of @trigger; kept until no hook uses it
 * @stopped:	get_state_synchronize_rcu() when the tap was disabled: hooks that began
 *		before may still call it
 * @turn:	the tap was the @turn-th that was disabled, counted over all taps since boot; 0 if
 *		it was never disabled
 *
 * Set @hit and @hit_available, and zero the other fields.
 */
struct ktrace_tap {
	void	(*hit)(struct ktrace_tap *tap, const struct ktrace_hit *hit);
	void	(*hit_available)(struct ktrace_trigger *trigger, const void *own);
	struct ktrace_trigger	trigger;
	bool	on;
	struct ktrace_filter	*filter;
	unsigned long		stopped;
	unsigned long		turn;
};

int ktrace_tap_start(struct ktrace_tap *tap, struct ktrace_event *event,
		     struct ktrace_filter *filter);
void ktrace_tap_stop(struct ktrace_tap *tap);
void ktrace_taps_settle(void);
int ktrace_enable_begin(struct ktrace_instance *instance, bool work);
void ktrace_enable_end(struct ktrace_instance *instance, bool work);
void ktrace_tap_free(struct ktrace_tap *tap);

#endif /* _KTRACE_TAP_H */
