/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: what an instance does, besides recording, when an event happens.
 *
 * A listener publishes an array of them under RCU.  Hooks run them (emit.c) once the
 * record is in the ring, or before it where struct ktrace_trigger_ops says so.  What each
 * does is in action/, which this folder knows by struct ktrace_trigger_ops only.
 */
#ifndef _KTRACE_TRIGGER_H
#define _KTRACE_TRIGGER_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

#include "event/stack.h"

struct ktrace_filter;
struct ktrace_listener;
struct ktrace_trigger;
struct ktrace_trigger_drop;
struct seq_file;

/**
 * struct ktrace_hit - an event that happened, as triggers see it
 * @listener:	whose trigger it is
 * @record:	the record's image, with the common fields
 * @len:	its bytes
 * @context:	ktrace_context() or ktrace_context_task()
 * @here:	where a stack is unwound from: in the tracer, or where a probe stands
 */
struct ktrace_hit {
	const struct ktrace_listener *listener;
	const void	*record;
	u32		len;
	u32		context;
	struct ktrace_here here;
};

/**
 * struct ktrace_trigger_ops - what triggers of one kind have in common
 * @name:	as in the file trigger
 * @before:	it acts before the event is recorded
 * @hit:	act; called by hooks whose record passes the trigger's filter, in any
 *		context, NMI included, with preemption off
 * @free:	free the trigger and what it holds; no hook uses the trigger any more; called
 *		in task context under ktrace_event_mutex.  Must not wait for hooks: whatever
 *		hooks may still use, and whatever must be released without the mutex, goes
 *		to @drop
 * @show:	append its line of the file trigger; under ktrace_event_mutex
 */
struct ktrace_trigger_ops {
	const char *name;
	bool	before;
	void	(*hit)(struct ktrace_trigger *trigger, const struct ktrace_hit *hit);
	void	(*free)(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop);
	void	(*show)(const struct ktrace_trigger *trigger, struct seq_file *m);
};

/* How many triggers of one context may act one inside of the other. */
#define KTRACE_TRIGGERS_DEEP	4

/* struct ktrace_trigger.left: as often as it is hit. */
#define KTRACE_TRIGGER_UNLIMITED	(-1L)

/**
 * struct ktrace_trigger - something to be done when an event happens
 * @ops:	what
 * @filter:	for which of its records; NULL for all.  Owned by the trigger
 * @at_hand:	act, with what is at hand before there is a record: what the fields of
 *		KTRACE_HAND_OWN are in, and current.  Called instead of ops->hit, in the same
 *		contexts, if nothing else is to be done.  NULL: it takes a record
 * @left:	how often it still acts, or KTRACE_TRIGGER_UNLIMITED
 * @missed:	how often it did not act: inside of KTRACE_TRIGGERS_DEEP others
 * @listener:	whose it is
 * @target:	the listener that it switches; NULL for none
 * @of_target:	among those that switch @target
 * @dropped:	no longer in an array of @listener: ktrace_trigger_drop_end() frees it
 * @next_dropped: the next trigger of a struct ktrace_trigger_drop
 */
struct ktrace_trigger {
	const struct ktrace_trigger_ops *ops;
	struct ktrace_filter	*filter;
	void			(*at_hand)(struct ktrace_trigger *trigger, const void *own);
	atomic_long_t		left;
	atomic_long_t		missed;
	struct ktrace_listener	*listener;
	struct ktrace_listener	*target;
	struct list_head	of_target;
	bool			dropped;
	struct ktrace_trigger	*next_dropped;
};

/**
 * struct ktrace_triggers - the triggers of a listener, as hooks read them
 * @nr:		how many
 * @nr_before:	how many of them, at the beginning, act before the event is recorded
 * @next:	the next array of a struct ktrace_trigger_drop
 * @list:	the triggers, otherwise in the order in which they were set
 */
struct ktrace_triggers {
	unsigned int		nr;
	unsigned int		nr_before;
	struct ktrace_triggers	*next;
	struct ktrace_trigger	*list[] __counted_by(nr);
};

/**
 * struct ktrace_release - an object that is released without ktrace_event_mutex
 * @next:	the next one of a struct ktrace_trigger_drop
 * @release:	release the object that contains this; called in task context without locks of
 *		ktrace_event_mutex or inside of it; may sleep
 */
struct ktrace_release {
	struct ktrace_release *next;
	void	(*release)(struct ktrace_release *object);
};

/**
 * struct ktrace_trigger_drop - what one command, or one removal, takes from hooks
 * @triggers:	triggers that were removed
 * @arrays:	arrays that were replaced, which hooks may still read
 * @hooked:	objects that hooks may still use, to be released after a grace period
 * @idle:	objects that no hook uses, to be released without ktrace_event_mutex
 *
 * Whoever changes triggers under ktrace_event_mutex collects here what is to be freed, and
 * calls ktrace_trigger_drop_end() without the mutex.  So a command waits for as many grace
 * periods for a hundred triggers as for one, and blocks no other command meanwhile.
 */
struct ktrace_trigger_drop {
	struct ktrace_trigger	*triggers;
	struct ktrace_triggers	*arrays;
	struct ktrace_release	*hooked;
	struct ktrace_release	*idle;
};

/* Collect an object for ktrace_trigger_drop_end(): in @hooked or @idle of a drop. */
static inline void ktrace_release_later(struct ktrace_release **list,
					struct ktrace_release *object,
					void (*release)(struct ktrace_release *object))
{
	object->release = release;
	object->next = *list;
	*list = object;
}

int ktrace_trigger_add(struct ktrace_trigger *trigger);
void ktrace_trigger_withdraw(struct ktrace_trigger *trigger);
void ktrace_triggers_refresh(struct ktrace_listener *listener);
void ktrace_trigger_drop(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop);
void ktrace_triggers_drop(struct ktrace_listener *listener, struct ktrace_trigger_drop *drop);
void ktrace_triggers_drop_targeted(struct ktrace_listener *listener,
				   struct ktrace_trigger_drop *drop);
void ktrace_trigger_drop_end(struct ktrace_trigger_drop *drop);
struct ktrace_triggers *ktrace_triggers_of(struct ktrace_listener *listener);
bool ktrace_trigger_take(struct ktrace_trigger *trigger);
void ktrace_trigger_show_end(const struct ktrace_trigger *trigger, struct seq_file *m);

#endif /* _KTRACE_TRIGGER_H */
