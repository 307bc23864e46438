/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events, and the listeners by which instances record them.
 *
 * A source (event/source.h) describes what it can record as struct ktrace_event
 * and registers it.  An instance listens to an event through a listener.  Where there
 * is only one, which wants all records, the source's hook finds that one's ring in
 * the event itself; else it makes the record's image, and ktrace_emit_image() gives
 * it to all listeners that want it (emit.h).
 */
#ifndef _KTRACE_EVENT_H
#define _KTRACE_EVENT_H

#include <linux/bits.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/types.h>
#include <uapi/linux/ktrace.h>

#include "buffer/this_cpu.h"
#include "parse/field.h"

struct dentry;
struct ktrace_buffer;
struct ktrace_event;
struct ktrace_event_early;
struct ktrace_filter;
struct ktrace_instance;
struct ktrace_task_set;
struct ktrace_triggers;
struct ring;
struct seq_buf;

/* What stands before the fields of each event's records. */
#define KTRACE_COMMON_FIELDS	4

/* Longest system or event name, its terminating zero included. */
#define KTRACE_NAME_MAX		64

/**
 * struct ktrace_class - what events of one source have in common
 * @enable:	make the hook run; called under ktrace_event_mutex when the
 *		event got its first listener; may sleep; returns 0 or an errno
 * @disable:	make the hook not run any more; called under
 *		ktrace_event_mutex when the last one has stopped listening; may
 *		sleep; hooks that run already are waited for by the caller
 * @field:	describe the @i-th field behind the common ones; false if there
 *		are no more
 * @print:	append a record as text, without comm, time and newline; @len
 *		bytes at @rec are the whole payload, not to be trusted to be
 *		long enough
 * @print_code:	@print, with places in the code as @code says: KTRACE_CODE_*; NULL if there
 *		are none in it, or always shown in one way
 * @print_fmt:	append what stands behind "print fmt: " in the file "format"
 * @free:	free a removed event that was given to ktrace_event_retire(), as no
 *		buffer has records of it any more; until then @print is called. May
 *		sleep; takes no lock of ktrace. NULL: the event goes with its source,
 *		and its records are printed field by field afterwards
 * @task_work:	KTRACE_TASK_*: the hook is called by tasks that have these work bits;
 *		0: by whatever task comes by
 * @early:	have the hook expect that most is refused early, when it @begun already if
 *		there is something to be said then; or not any more; called under
 *		ktrace_event_mutex. NULL: it does not look before there is a record
 * @own:	records that the tracer writes of itself, with ids that clients know: nobody
 *		enables or lists such an event
 */
struct ktrace_class {
	int	(*enable)(struct ktrace_event *event);
	void	(*disable)(struct ktrace_event *event);
	bool	(*field)(const struct ktrace_event *event, unsigned int i,
			 struct ktrace_field *field);
	void	(*print)(const struct ktrace_event *event, const void *rec,
			 u32 len, struct seq_buf *out);
	void	(*print_code)(const struct ktrace_event *event, const void *rec,
			      u32 len, unsigned int code, struct seq_buf *out);
	void	(*print_fmt)(const struct ktrace_event *event, struct seq_buf *out);
	void	(*free)(struct ktrace_event *event);
	unsigned int task_work;
	void	(*early)(struct ktrace_event *event, bool on, bool begun);
	bool	own;
};

/* Why an instance listens to an event: struct ktrace_listener.users. */
enum {
	KTRACE_LISTEN_USER	= BIT(0),	/* the files enable and set_event */
	KTRACE_LISTEN_TRACER	= BIT(1),	/* current_tracer */
	KTRACE_LISTEN_TRIGGER	= BIT(2),	/* triggers: of its own, or that switch it */
	KTRACE_LISTEN_NEXT	= BIT(3),	/* the tracer that is being started */
};

/**
 * struct ktrace_listener - how one instance records one event
 * @next:	the next enabled listener of the event; hooks walk this list.  A listener that
 *		was disabled keeps it, for hooks that stand at the listener
 * @buffer:	where the records go; NULL: no records, only for taps (event/tap.h)
 * @tasks:	tasks whose records the instance takes
 * @filter:	records that the instance takes; NULL for all
 * @triggers:	what to do besides recording; NULL: nothing, and @soft_off does not count
 * @soft_off:	the user wants no records: of those who listen, only a tracer gets any.
 *		Triggers flip it in hooks
 * @users:	KTRACE_LISTEN_*: why it listens; 0 while it does not
 * @soft:	how many triggers are the reason KTRACE_LISTEN_TRIGGER; a trigger that is removed
 *		counts until it is freed
 * @targeted:	triggers that switch it: struct ktrace_trigger.of_target
 * @event:	the event
 * @instance:	the instance
 * @of_event:	among the event's listeners
 * @of_instance: among the instance's
 * @dir:	of control: the directory of its files; NULL until somebody looks
 * @files:	of control: how many of these files exist; fewer than all if memory ran out
 * @rcu:	for freeing
 *
 * It is made when an instance first has to do with an event, and goes with the first
 * of the two that goes: it keeps its filter while it does not listen.  However many
 * reasons there are to listen, each record is written once.
 *
 * All but what hooks read is under ktrace_event_mutex.  Hooks walk listeners with
 * preemption off; one is freed when they have all been waited for.
 */
struct ktrace_listener {
	struct ktrace_listener __rcu *next;
	struct ktrace_buffer	*buffer;
	const struct ktrace_task_set *tasks;
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
	struct dentry		*dir;
	unsigned int		files;
	struct rcu_head		rcu;
};

/**
 * struct ktrace_event - something that can be recorded
 * @active:	list of enabled listeners; NULL if the event is disabled
 * @rings:	per CPU, the ring of the only one that listens, to all records, as in
 *		most cases; else ktrace_no_rings: nobody listens, or several do, or
 *		through a filter, or the hook has to look in which task it is
 * @early:	what can be done before the record is made, see event/early.h; NULL: nothing
 * @id:		number in the records, given by ktrace_event_register(), unless the class is
 *		own
 * @since:	ktrace_ids_epoch() when it was given: copies of records that are older are
 *		not this event's
 * @system:	directory that the event stands in
 * @name:	the event's own directory
 * @module:	name of the module that brought it; NULL if none did
 * @class:	how it is enabled, described and printed
 * @node:	in the list of all events, in order of registration
 * @hash:	among the events by name
 * @listeners:	the instances that have to do with it: struct ktrace_listener.of_event
 * @next_removed: the next event of a struct ktrace_event_removal
 */
struct ktrace_event {
	struct ktrace_listener __rcu *active;
	struct ring * __percpu	*rings;
	struct ktrace_event_early __rcu *early;
	u16			id;
	u64			since;
	const char		*system;
	const char		*name;
	const char		*module;
	const struct ktrace_class *class;
	struct list_head	node;
	struct hlist_node	hash;
	struct list_head	listeners;
	struct ktrace_event	*next_removed;
};

/* Serialises registration, enabling and the list of events. */
extern struct mutex ktrace_event_mutex;
/* Serialises events, and instances, that come and go, with their files; taken first. */
extern struct mutex ktrace_event_files_mutex;
extern struct list_head ktrace_event_list;

/* Ids below this one are left to what clients take for granted. */
#define KTRACE_FIRST_ID		32

int ktrace_event_register(struct ktrace_event *event);
void ktrace_event_remove(struct ktrace_event *event);
void ktrace_event_retire(struct ktrace_event *event);
void ktrace_event_unregister(struct ktrace_event *event);
void ktrace_event_ids_collect(void);

void ktrace_event_read_lock(void);
void ktrace_event_read_unlock(void);

/*
 * Set while records are dumped, in any context: all that make text of records try locks
 * and do without memory, rather than wait.
 */
extern bool ktrace_event_read_no_wait;

struct ktrace_event *ktrace_event_by_id(u16 id);
struct ktrace_event *ktrace_event_find(const char *system, const char *name);
struct ktrace_field *ktrace_event_fields(const struct ktrace_event *event,
					 unsigned int *nr);

struct ktrace_listener *ktrace_listener_find(struct ktrace_event *event,
					     struct ktrace_instance *instance);
struct ktrace_listener *ktrace_listener_get(struct ktrace_event *event,
					    struct ktrace_instance *instance);
int ktrace_record_prepare(struct ktrace_buffer *buffer);
int ktrace_listener_enable(struct ktrace_listener *listener, u8 why);
void ktrace_listener_disable(struct ktrace_listener *listener, u8 why);
struct ktrace_filter *ktrace_listener_swap_filter(struct ktrace_listener *listener,
						  struct ktrace_filter *filter);
void ktrace_listener_free(struct ktrace_listener *listener);
int ktrace_listener_soft_get(struct ktrace_listener *listener);
void ktrace_listener_soft_put(struct ktrace_listener *listener);
void ktrace_listener_set_triggers(struct ktrace_listener *listener,
				  struct ktrace_triggers *triggers);
void ktrace_listener_refresh(struct ktrace_listener *listener);
bool ktrace_listener_records(const struct ktrace_listener *listener);

int ktrace_event_enable(struct ktrace_event *event, struct ktrace_instance *instance,
			u8 why);
void ktrace_event_disable(struct ktrace_event *event, struct ktrace_instance *instance,
			  u8 why);
bool ktrace_event_enabled(struct ktrace_event *event, struct ktrace_instance *instance,
			  u8 why);
void ktrace_listeners_refresh(void);

/**
 * struct ktrace_event_watcher - told of events that come and go
 * @added:	an event was registered; called under ktrace_event_mutex; an
 *		errno undoes the registration
 * @removed:	an event is about to go, and nobody listens to it any more; called
 *		without ktrace_event_mutex; when it returns nobody works on the files
 *		of its listeners any more, nor makes others
 */
struct ktrace_event_watcher {
	int	(*added)(struct ktrace_event *event);
	void	(*removed)(struct ktrace_event *event);
};

int ktrace_event_watch(const struct ktrace_event_watcher *watcher);

/* Whether any instance listens to @event: one load in the hook. */
static __always_inline bool ktrace_event_active(const struct ktrace_event *event)
{
	return rcu_access_pointer(event->active);
}

/**
 * ktrace_event_ring - where the record of an event's only listener goes
 * @event:	the event
 *
 * Context: preemption off.
 * Return: this CPU's ring; if the listeners are not one, or the hook has to look
 * in which task it is, a ring that is shut.
 */
static __always_inline struct ring *ktrace_event_ring(const struct ktrace_event *event)
{
	/* Load each pointer once: other CPUs may store to both meanwhile. */
	struct ring * __percpu *rings = READ_ONCE(event->rings);

	return ktrace_this_cpu_load(*rings);
}

/* Walk those that listen to @event; preemption is off. */
#define ktrace_for_each_listener(listener, event)				\
	for ((listener) = rcu_dereference_sched((event)->active); (listener);	\
	     (listener) = rcu_dereference_sched((listener)->next))

#endif /* _KTRACE_EVENT_H */
