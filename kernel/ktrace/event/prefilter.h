/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The prefilter: a check on available values before a hook builds a record.
 *
 * Mostly, an event with a filter or a trigger produces no record: the filter rejects
 * it, or the trigger only counts.  If only one instance listens, this can be decided
 * from numbers that are available in the hook's registers or in the task: struct
 * ktrace_field.avail. A hook runs the prefilter only if it cannot write its record on
 * the fast path, so events without filters and triggers pay nothing.
 *
 * For each event, listener.c publishes a program that rejects all hits without an
 * effect. If a hit needs no record, and the only trigger can act on available values,
 * the prefilter runs this trigger, too.
 */
#ifndef _KTRACE_PREFILTER_H
#define _KTRACE_PREFILTER_H

#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "buffer/buffer.h"
#include "event/listener.h"
#include "event/trigger.h"
#include "parse/prefilter.h"

/**
 * struct ktrace_event_prefilter - the prefilter of an event
 * @rcu:	for freeing
 * @trigger:	the only effect of accepted hits; NULL: a record is needed
 * @at_entry:	program that rejects at the entry of a system call; NULL: none
 * @program:	program that rejects a record before it is built
 */
struct ktrace_event_prefilter {
	struct rcu_head		rcu;
	struct ktrace_trigger	*trigger;
	const struct ktrace_prefilter *at_entry;
	struct ktrace_prefilter	program;
};

void ktrace_prefilter_refresh(struct ktrace_event *event, bool by_task);
bool __ktrace_event_paused(const struct ktrace_event *event);

/**
 * ktrace_event_paused - whether no instance takes a record of an event now
 * @event:	the event
 *
 * True if recording is off in all listening instances, and none of them has triggers,
 * which act even then.
 *
 * Context: the hook: any, NMI included; preemption off.
 * Return: true if the hook need not build a record.
 */
static __always_inline bool ktrace_event_paused(const struct ktrace_event *event)
{
	return ktrace_buffers_some_off() && __ktrace_event_paused(event);
}

/* Whether a listener has triggers. */
static __always_inline bool ktrace_listener_has_triggers(const struct ktrace_listener *listener)
{
	const struct ktrace_triggers *triggers = rcu_access_pointer(listener->triggers);

	return triggers && triggers != &ktrace_no_triggers;
}

/**
 * ktrace_listener_paused - whether an instance takes no record of an event now
 * @listener:	the instance's listener of the event
 *
 * Context: as for ktrace_event_paused().
 * Return: true if a record would have no effect.
 */
static __always_inline bool ktrace_listener_paused(const struct ktrace_listener *listener)
{
	return listener->buffer && ktrace_buffer_is_off(listener->buffer) &&
	       !ktrace_listener_has_triggers(listener);
}

/**
 * ktrace_prefilter_none - whether a record needs no check before it is built
 * @event:	the event
 *
 * The common case, in as few instructions as a test of the prefilter alone: the event
 * has no prefilter, and no buffer of the system is switched off.
 *
 * Context: as for ktrace_event_paused().
 * Return: true if so.
 */
static __always_inline bool ktrace_prefilter_none(const struct ktrace_event *event)
{
	const struct ktrace_event_prefilter *prefilter = rcu_dereference_sched(event->prefilter);

	unsigned long any = (unsigned int)ring_load(ktrace_buffers_off.counter);

	any |= (unsigned long)prefilter;
	return likely(!any);
}

/**
 * ktrace_prefilter_rejects - run a prefilter, but not its trigger
 * @prefilter:	the prefilter; NULL if the event has none
 * @own:	object that holds the fields of KTRACE_AVAIL_OWN; NULL if the event has
 *		no such fields
 *
 * Makes no function call: a caller without a stack frame uses this function.
 *
 * Context: the hook: any, NMI included; preemption off.
 * Return: true if no filter accepts the record.
 */
static __always_inline bool ktrace_prefilter_rejects(const struct ktrace_event_prefilter *prefilter,
						     const void *own)
{
	return prefilter && !ktrace_prefilter_accepts(&prefilter->program, own, current);
}

/**
 * ktrace_prefilter_acts - run the trigger that needs no record, if the event has no other effect
 * @prefilter:	the prefilter, which has accepted the record; NULL if the event has none
 * @own:	as for ktrace_prefilter_rejects()
 *
 * Context: as for ktrace_prefilter_rejects().
 * Return: true if the caller must not build a record; false if it must, unless
 * ktrace_event_paused().
 */
static __always_inline bool ktrace_prefilter_acts(const struct ktrace_event_prefilter *prefilter,
						  const void *own)
{
	struct ktrace_trigger *trigger = prefilter ? prefilter->trigger : NULL;

	if (!trigger)
		return false;
	trigger->hit_available(trigger, own);
	return true;
}

/**
 * ktrace_prefilter_decided - run the prefilter, and the trigger that needs no record
 * @event:	the event
 * @own:	as for ktrace_prefilter_rejects()
 *
 * Makes no function call if the prefilter refuses the record. A caller without a stack frame
 * uses this function, and lets the function that builds the record test ktrace_event_paused().
 *
 * Context: as for ktrace_prefilter_rejects().
 * Return: true if the caller must not build a record; false if it must, unless
 * ktrace_event_paused().
 */
static __always_inline bool ktrace_prefilter_decided(const struct ktrace_event *event,
						     const void *own)
{
	const struct ktrace_event_prefilter *prefilter = rcu_dereference_sched(event->prefilter);

	return ktrace_prefilter_rejects(prefilter, own) || ktrace_prefilter_acts(prefilter, own);
}

/**
 * ktrace_prefilter_done - run all checks before a record is built
 * @event:	the event
 * @own:	object that holds the fields of KTRACE_AVAIL_OWN; NULL if the event has
 *		no such fields
 *
 * Context: the hook: any, NMI included; preemption off.
 * Return: true if no record must be built; false if the record, or its image, must be built.
 */
static __always_inline bool ktrace_prefilter_done(const struct ktrace_event *event, const void *own)
{
	if (ktrace_prefilter_none(event))
		return false;
	return ktrace_prefilter_decided(event, own) || ktrace_event_paused(event);
}

/**
 * ktrace_prefilter_rejects_entry - whether the prefilter rejects a system call at its entry
 * @event:	the event, of a class with prefilter()
 * @own:	argument of the hook, which has the fields that are KTRACE_AVAIL_OWN
 *
 * Context: as for ktrace_prefilter_done().
 * Return: true if no filter can accept the record of the call, whatever its result will be.
 */
static __always_inline bool ktrace_prefilter_rejects_entry(const struct ktrace_event *event,
							   const void *own)
{
	const struct ktrace_event_prefilter *prefilter = rcu_dereference_sched(event->prefilter);

	return prefilter && prefilter->at_entry &&
	       !ktrace_prefilter_accepts(prefilter->at_entry, own, current);
}

#endif /* _KTRACE_PREFILTER_H */
