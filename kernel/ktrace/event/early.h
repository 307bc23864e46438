/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a hook does with what it has at hand, before it makes a record.
 *
 * Mostly, where a filter or a trigger is set, there will be no record: the filter refuses
 * it, or the trigger only counts.  Where one instance listens, this is found out from
 * numbers that the hook has in registers, or the task has: struct ktrace_field.hand.  A
 * hook looks here when it is not to write its record at once, so that nobody else pays.
 *
 * listener.c publishes, for each event, the program that all must pass for whom there would
 * be anything to do.  If no record is to be made, and the only trigger is content with what
 * is at hand, that acts, too.
 */
#ifndef _KTRACE_EARLY_H
#define _KTRACE_EARLY_H

#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "buffer/buffer.h"
#include "event/event.h"
#include "event/trigger.h"
#include "parse/filter_early.h"

/**
 * struct ktrace_event_early - what is done early
 * @rcu:	for freeing
 * @trigger:	acts on what passes, and then there is nothing else to be done; NULL: none
 * @begun:	what refuses when it has only begun; NULL: nothing does
 * @program:	what refuses the record that is about to be made
 */
struct ktrace_event_early {
	struct rcu_head		rcu;
	struct ktrace_trigger	*trigger;
	const struct ktrace_early *begun;
	struct ktrace_early	program;
};

void ktrace_early_refresh(struct ktrace_event *event, bool by_task);
bool __ktrace_event_paused(const struct ktrace_event *event);

/**
 * ktrace_event_paused - whether nobody takes a record of an event now
 * @event:	the event
 *
 * That is so if recording is switched off in all instances that listen, and none of them has
 * triggers, which act also then.
 *
 * Context: the hook: any, NMI included; preemption off.
 * Return: true if so: then the hook need not make a record.
 */
static __always_inline bool ktrace_event_paused(const struct ktrace_event *event)
{
	return ktrace_buffers_some_off() && __ktrace_event_paused(event);
}

/**
 * ktrace_listener_paused - whether an instance takes no record of an event now
 * @listener:	what it wants of the event
 *
 * Context: as for ktrace_event_paused().
 */
static __always_inline bool ktrace_listener_paused(const struct ktrace_listener *listener)
{
	return listener->buffer && ktrace_buffer_paused(listener->buffer) &&
	       !rcu_access_pointer(listener->triggers);
}

/**
 * ktrace_early_none - whether nothing can refuse a record before it is made
 * @event:	the event
 *
 * The common case, in as few instructions as a test of the prefilter alone takes: no filter
 * or trigger works on what is at hand, and no buffer of the system is switched off.
 *
 * Context: as for ktrace_event_paused().
 */
static __always_inline bool ktrace_early_none(const struct ktrace_event *event)
{
	const struct ktrace_event_early *early = rcu_dereference_sched(event->early);

	unsigned long any = (unsigned int)ring_load(ktrace_buffers_off.counter);

	any |= (unsigned long)early;
	return likely(!any);
}

/**
 * ktrace_early_decided - run the prefilter, and the trigger that needs no record
 * @event:	the event
 * @own:	object that holds the fields of KTRACE_HAND_OWN; NULL if there are none
 *
 * Makes no function call if the prefilter refuses the record. A caller without a stack frame
 * uses this function, and has the function that makes the record test ktrace_event_paused().
 *
 * Context: the hook: any, NMI included; preemption off.
 * Return: true if no record is to be made; false if the record is to be made unless
 * ktrace_event_paused().
 */
static __always_inline bool ktrace_early_decided(const struct ktrace_event *event,
						 const void *own)
{
	const struct ktrace_event_early *early = rcu_dereference_sched(event->early);
	struct ktrace_trigger *trigger;

	if (!early)
		return false;
	if (!ktrace_early_passes(&early->program, own, current))
		return true;
	trigger = early->trigger;
	if (!trigger)
		return false;
	trigger->at_hand(trigger, own);
	return true;
}

/**
 * ktrace_early_done - do what can be done before a record is made
 * @event:	the event
 * @own:	object that holds the fields of KTRACE_HAND_OWN; NULL if there are none
 *
 * Context: the hook: any, NMI included; preemption off.
 * Return: true if no record is to be made; false if the record, or its image, is to be made.
 */
static __always_inline bool ktrace_early_done(const struct ktrace_event *event, const void *own)
{
	if (ktrace_early_none(event))
		return false;
	return ktrace_early_decided(event, own) || ktrace_event_paused(event);
}

/**
 * ktrace_early_refused - whether what has only begun is not wanted already
 * @event:	the event, of a class with early()
 * @own:	what its fields of KTRACE_HAND_OWN are in
 *
 * Context: as for ktrace_early_done().
 * Return: true if so.
 */
static __always_inline bool ktrace_early_refused(const struct ktrace_event *event,
						 const void *own)
{
	const struct ktrace_event_early *early = rcu_dereference_sched(event->early);

	return early && early->begun && !ktrace_early_passes(early->begun, own, current);
}

#endif /* _KTRACE_EARLY_H */
