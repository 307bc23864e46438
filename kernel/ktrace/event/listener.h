/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Listeners, by which instances record events, and the list of all events.
 *
 * Included by instances, triggers and control files.  Sources need only event.h.
 */
#ifndef _KTRACE_LISTENER_H
#define _KTRACE_LISTENER_H

#include <linux/bits.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

#include "event/event.h"

struct ktrace_buffer;
struct ktrace_filter;
struct ktrace_instance;
struct ktrace_taskset;
struct ktrace_triggers;
struct seq_buf;

/* Number of common fields before the fields of an event. */
#define KTRACE_COMMON_FIELDS	4

/* The first id that ktrace assigns: clients expect certain events to have smaller ids. */
#define KTRACE_FIRST_ID		32

/* Why an instance listens to an event: struct ktrace_listener.users. */
enum {
	KTRACE_LISTEN_USER	= BIT(0),	/* the files enable and set_event */
	KTRACE_LISTEN_TRACER	= BIT(1),	/* current_tracer */
	/* triggers of the listener, or triggers that switch it */
	KTRACE_LISTEN_TRIGGER	= BIT(2),
	KTRACE_LISTEN_NEXT	= BIT(3),	/* the tracer that is being started */
};

/**
 * struct ktrace_listener - how one instance records one event
 * @next:	the next enabled listener of the event; hooks walk this list. A disabled
 *		listener keeps the pointer, for hooks that are at the listener
 * @buffer:	destination of the records; NULL: no records, for taps (event/tap.h)
 * @tasks:	tasks whose records the instance takes
 * @filter:	records that the instance takes; NULL for all
 * @triggers:	actions besides recording; NULL: none, and @soft_off is ignored
 * @soft_off:	the user gets no records; only a tracer does.  Triggers change it in hooks
 * @users:	KTRACE_LISTEN_*: reasons to listen; 0 while disabled
 * @soft:	number of triggers behind KTRACE_LISTEN_TRIGGER; a removed trigger
 *		counts until it is freed
 * @targeted:	triggers that switch this listener: struct ktrace_trigger.of_target
 * @event:	the event
 * @instance:	the instance
 * @of_event:	in the event's list of listeners
 * @of_instance:	in the instance's list of listeners
 * @rcu:	for freeing
 *
 * A listener is created at the first operation of an instance on an event, and is freed
 * with the instance or the event, whichever is removed first.  It keeps its filter
 * while disabled.  A record is written once, independent of the number of reasons to
 * listen.
 *
 * ktrace_event_mutex protects all fields that hooks do not read.  Hooks walk listeners
 * with preemption off; a listener is freed after a grace period.
 */
struct ktrace_listener {
	struct ktrace_listener __rcu *next;
	struct ktrace_buffer	*buffer;
	const struct ktrace_taskset *tasks;
	struct ktrace_filter __rcu *filter;
	struct ktrace_triggers __rcu *triggers;
	bool			soft_off;
	u8			users;
	unsigned int		soft;
	struct list_head	targeted;
	struct ktrace_event	*event;
	struct ktrace_instance	*instance;
	struct list_head	of_event;
	struct list_head	of_instance;
	struct rcu_head		rcu;
};

/* Serialises the creation and removal of events and instances with their files; outermost. */
extern struct mutex ktrace_event_files_mutex;
extern struct list_head ktrace_event_list;

/* Number of events in struct ktrace_events_seen; a power of two. */
#define KTRACE_EVENTS_SEEN	8

/**
 * struct ktrace_events_seen - events that a reader has found by their ids
 * @changes:	number of changes of the ids when the events were found
 * @ids:	ids by which @events were found: an event can have two, of which options/call-time
 *		selects the present one
 * @events:	by the low bits of the id
 */
struct ktrace_events_seen {
	unsigned long		changes;
	u16			ids[KTRACE_EVENTS_SEEN];
	struct ktrace_event	*events[KTRACE_EVENTS_SEEN];
};

struct ktrace_event *ktrace_event_by_id(u16 id);
struct ktrace_event *ktrace_event_by_id_again(struct ktrace_events_seen *seen, u16 id);
void ktrace_event_ids_collect(void);

void ktrace_event_read_lock(void);
void ktrace_event_read_unlock(void);

struct ktrace_listener *ktrace_listener_find(struct ktrace_event *event,
					     struct ktrace_instance *instance);
struct ktrace_listener *ktrace_listener_get(struct ktrace_event *event,
					    struct ktrace_instance *instance);
int ktrace_record_prepare(struct ktrace_buffer *buffer);
int ktrace_listener_enable(struct ktrace_listener *listener, u8 why);
int ktrace_listener_armed(struct ktrace_listener *listener, u8 why);
void ktrace_listener_disable(struct ktrace_listener *listener, u8 why);
struct ktrace_filter *ktrace_listener_swap_filter(struct ktrace_listener *listener,
						  struct ktrace_filter *filter);
void ktrace_listener_free(struct ktrace_listener *listener);
void ktrace_listener_trim(struct ktrace_listener *listener);
void ktrace_work_expect(struct ktrace_instance *instance);
void ktrace_work_unexpect(struct ktrace_instance *instance);
bool ktrace_instance_lacks_work(const struct ktrace_instance *instance);
bool ktrace_listener_lacks_work(const struct ktrace_listener *listener);
int ktrace_listener_soft_get(struct ktrace_listener *listener);
void ktrace_listener_soft_put(struct ktrace_listener *listener);
void ktrace_listener_set_triggers(struct ktrace_listener *listener,
				  struct ktrace_triggers *triggers);
void ktrace_listener_refresh(struct ktrace_listener *listener);
bool ktrace_event_used(const struct ktrace_event *event);
bool ktrace_listener_records(const struct ktrace_listener *listener);
void ktrace_listener_put_user(const struct ktrace_listener *listener, struct seq_buf *out);
void ktrace_event_put_user(const struct ktrace_event *event, struct seq_buf *out);
void ktrace_event_put_reference(const struct ktrace_event *event, struct seq_buf *out);

int ktrace_event_enable(struct ktrace_event *event, struct ktrace_instance *instance,
			u8 why);
void ktrace_event_disable(struct ktrace_event *event, struct ktrace_instance *instance,
			  u8 why);
bool ktrace_event_enabled(struct ktrace_event *event, struct ktrace_instance *instance,
			  u8 why);
void ktrace_listeners_refresh(void);

/**
 * struct ktrace_event_watcher - callbacks for the registration and removal of events
 * @added:	an event was registered; called under ktrace_event_mutex; an
 *		errno undoes the registration
 * @removed:	an event is about to be removed, and all its listeners are disabled;
 *		called without ktrace_event_mutex; when it returns, no handler of the
 *		listeners' files runs, and no files are created any more
 */
struct ktrace_event_watcher {
	int	(*added)(struct ktrace_event *event);
	void	(*removed)(struct ktrace_event *event);
};

int ktrace_event_watch(const struct ktrace_event_watcher *watcher);

/* Walk the enabled listeners of @event; preemption is off. */
#define ktrace_for_each_listener(listener, event)				\
	for ((listener) = rcu_dereference_sched((event)->active); (listener);	\
	     (listener) = rcu_dereference_sched((listener)->next))

#endif /* _KTRACE_LISTENER_H */
