/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: actions of an instance, besides recording, when an event happens.
 *
 * A listener publishes an array of triggers under RCU.  Hooks run them (emit.c) after
 * the record was written, or before it if struct ktrace_trigger_ops says so.  action/
 * implements the triggers; this folder uses them only through struct
 * ktrace_trigger_ops.
 */
#ifndef _KTRACE_TRIGGER_H
#define _KTRACE_TRIGGER_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

#include "event/stack.h"

struct ktrace_event;
struct ktrace_filter;
struct ktrace_listener;
struct ktrace_session;
struct ktrace_trigger;
struct ktrace_trigger_drop;
struct seq_file;

/**
 * struct ktrace_hit - a hit of an event, the input of triggers
 * @listener:	the listener of the trigger
 * @record:	the record's image, with the common fields
 * @len:	size of @record, in bytes
 * @context:	ktrace_context() or ktrace_context_task()
 * @here:	where unwinding of a stack begins: in ktrace, or at a probe
 */
struct ktrace_hit {
	const struct ktrace_listener *listener;
	const void	*record;
	u32		len;
	u32		context;
	struct ktrace_here here;
};

/**
 * struct ktrace_trigger_ops - a kind of triggers
 * @name:	name in the file trigger
 * @before:	triggers act before the event is recorded
 * @listed_last: the file trigger lists these triggers behind those of other kinds
 * @cleared:	truncating the file trigger removes these triggers
 * @hit:	the action; called by hooks whose record the trigger's filter accepts,
 *		in any context, NMI included, with preemption off
 * @free:	free the trigger and its data, which no hook uses any more; called in
 *		task context under ktrace_event_mutex. Must not wait for hooks: adds
 *		objects that hooks may still use, or that must be released without the
 *		mutex, to @drop
 * @show:	print the trigger's line of the file trigger; under ktrace_event_mutex
 * @uses:	return whether the trigger holds a reference to @event, a synthetic event;
 *		under ktrace_event_mutex.  NULL: triggers of this kind hold no reference
 */
struct ktrace_trigger_ops {
	const char *name;
	bool	before;
	bool	listed_last;
	bool	cleared;
	void	(*hit)(struct ktrace_trigger *trigger, const struct ktrace_hit *hit);
	void	(*free)(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop);
	void	(*show)(const struct ktrace_trigger *trigger, struct seq_file *m);
	bool	(*uses)(const struct ktrace_trigger *trigger, const struct ktrace_event *event);
};

/* Maximum nesting depth of triggers in one context. */
#define KTRACE_TRIGGERS_DEEP	4

/* Value of struct ktrace_trigger.left of a trigger without a limit. */
#define KTRACE_TRIGGER_UNLIMITED	(-1L)

/**
 * struct ktrace_trigger - an action for hits of an event
 * @ops:	the kind
 * @filter:	records for which it acts; NULL for all.  Owned by the trigger
 * @hit_available:	the action on values that are available before a record exists: the
 *		object with the fields of KTRACE_AVAIL_OWN, and current. Called instead
 *		of ops->hit, in the same contexts, if the hit has no other effect. NULL:
 *		the trigger needs a record
 * @left:	remaining number of actions, or KTRACE_TRIGGER_UNLIMITED
 * @missed:	number of hits without an action, nested in KTRACE_TRIGGERS_DEEP triggers
 * @listener:	the owner
 * @target:	the listener that the trigger switches; NULL for none
 * @of_target:	in @targeted of @target
 * @dropped:	removed from @listener; ktrace_trigger_drop_end() frees the trigger
 * @next_dropped:	the next trigger of a struct ktrace_trigger_drop
 * @session:	owner of the trigger; NULL for none.  Set before ktrace_trigger_add()
 * @of_session:	in @session->triggers until the trigger is dropped
 * @serial:	number of the ktrace_trigger_add() call that added the trigger; grows
 */
struct ktrace_trigger {
	const struct ktrace_trigger_ops *ops;
	struct ktrace_filter	*filter;
	void			(*hit_available)(struct ktrace_trigger *trigger, const void *own);
	atomic_long_t		left;
	atomic_long_t		missed;
	struct ktrace_listener	*listener;
	struct ktrace_listener	*target;
	struct list_head	of_target;
	bool			dropped;
	struct ktrace_trigger	*next_dropped;
	struct ktrace_session	*session;
	struct list_head	of_session;
	u64			serial;
};

/**
 * struct ktrace_triggers - the array of triggers of a listener, for hooks
 * @nr:		number of triggers
 * @nr_before:	number of triggers at the beginning that act before the event is recorded
 * @next:	the next array of a struct ktrace_trigger_drop
 * @rcu:	frees an array that a command has replaced
 * @list:	the triggers, apart from that in the order of their creation
 */
struct ktrace_triggers {
	unsigned int		nr;
	unsigned int		nr_before;
	union {
		struct ktrace_triggers	*next;
		struct rcu_head		rcu;
	};
	struct ktrace_trigger	*list[] __counted_by(nr);
};

/**
 * struct ktrace_release - an object that is released without ktrace_event_mutex
 * @next:	next object of a struct ktrace_trigger_drop
 * @release:	release the object that contains this struct; called in task context, without
 *		ktrace_event_mutex and the locks inside of it; may sleep
 */
struct ktrace_release {
	struct ktrace_release *next;
	void	(*release)(struct ktrace_release *object);
};

struct hist_tables;

/**
 * struct ktrace_trigger_drop - objects that a command or a removal takes from hooks
 * @triggers:	triggers that were removed
 * @arrays:	arrays that were replaced, which hooks may still read
 * @hooked:	objects that hooks may still use, to be released after a grace period
 * @idle:	objects that no hook uses, to be released without ktrace_event_mutex
 * @tables:	tables that were allocated for a command before ktrace_event_mutex was taken; NULL
 *		for a removal
 *
 * A function that changes triggers under ktrace_event_mutex collects objects to free
 * here, and its caller calls ktrace_trigger_drop_end() without the mutex.  So a command
 * waits for the same number of grace periods for a hundred triggers as for one, and
 * blocks no other command meanwhile.
 */
struct ktrace_trigger_drop {
	struct ktrace_trigger	*triggers;
	struct ktrace_triggers	*arrays;
	struct ktrace_release	*hooked;
	struct ktrace_release	*idle;
	struct hist_tables	*tables;
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

extern struct ktrace_triggers ktrace_no_triggers;

bool ktrace_trigger_lacks(const struct ktrace_trigger *trigger);
int ktrace_trigger_add(struct ktrace_trigger *trigger);
void ktrace_trigger_withdraw(struct ktrace_trigger *trigger);
void ktrace_triggers_refresh(struct ktrace_listener *listener);
void ktrace_trigger_drop(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop);
void ktrace_triggers_drop(struct ktrace_listener *listener, struct ktrace_trigger_drop *drop);
void ktrace_triggers_drop_targeted(struct ktrace_listener *listener,
				   struct ktrace_trigger_drop *drop);
void ktrace_trigger_drop_end(struct ktrace_trigger_drop *drop);
void ktrace_triggers_drop_users(const struct ktrace_event *event,
				struct ktrace_trigger_drop *drop);
void ktrace_triggers_end_session(struct ktrace_session *session);
struct ktrace_triggers *ktrace_triggers_of(struct ktrace_listener *listener);
bool ktrace_trigger_take(struct ktrace_trigger *trigger);
void ktrace_trigger_show_end(const struct ktrace_trigger *trigger, struct seq_file *m);

#endif /* _KTRACE_TRIGGER_H */
