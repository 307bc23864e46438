/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events: what can be recorded, by whom it is listened to.
 *
 * A source (syscall/hook.c, probe/kprobe.c, point/point.c) describes what it can record as
 * struct ktrace_event and registers it.  An instance listens to an event
 * through a tap.  The source's hook walks the event's taps and writes a record
 * into each tap's buffer; where there is only one, it finds that one's ring in
 * the event itself (emit.h).
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

struct ktrace_buffer;
struct ktrace_event;
struct ring;
struct seq_buf;

/* Longest system or event name, its terminating zero included. */
#define KTRACE_NAME_MAX		64

/**
 * struct ktrace_field - one field of an event's record
 * @type:	its C type, as clients parse it in the file "format"
 * @name:	its name
 * @suffix:	what follows it; NULL for nothing
 * @offset:	bytes from the start of the payload
 * @size:	bytes
 * @is_signed:	whether it is a signed number
 */
struct ktrace_field {
	const char *type;
	const char *name;
	u16	offset;
	u16	size;
	bool	is_signed;
	const char *suffix;
};

/**
 * struct ktrace_class - what events of one source have in common
 * @enable:	make the hook run; called under ktrace_event_mutex when the
 *		event got its first tap; may sleep; returns 0 or an errno
 * @disable:	make the hook not run any more; called under
 *		ktrace_event_mutex when the last tap has been unlinked; may
 *		sleep; hooks that run already are waited for by the caller
 * @field:	describe the @i-th field behind the common ones; false if there
 *		are no more
 * @print:	append a record as text, without comm, time and newline; @len
 *		bytes at @rec are the whole payload, not to be trusted to be
 *		long enough
 * @print_fmt:	append what stands behind "print fmt: " in the file "format"
 * @tracer:	name of the tracer that listens to all events of this class; NULL if
 *		none does
 * @any_task:	the hook is called in any task: on its long way, the one that it
 *		takes when the event's ring is shut, it leaves out those that are
 *		not followed (task.h)
 */
struct ktrace_class {
	int	(*enable)(struct ktrace_event *event);
	void	(*disable)(struct ktrace_event *event);
	bool	(*field)(const struct ktrace_event *event, unsigned int i,
			 struct ktrace_field *field);
	void	(*print)(const struct ktrace_event *event, const void *rec,
			 u32 len, struct seq_buf *out);
	void	(*print_fmt)(const struct ktrace_event *event, struct seq_buf *out);
	const char *tracer;
	bool	any_task;
};

/* Who has an instance listen to an event: struct ktrace_tap.users. */
enum {
	KTRACE_TAP_USER		= BIT(0),	/* the files enable and set_event */
	KTRACE_TAP_TRACER	= BIT(1),	/* current_tracer */
};

/**
 * struct ktrace_tap - an instance listens to an event
 * @buffer:	where the records go
 * @next:	the event's next tap
 * @rcu:	for freeing
 * @users:	KTRACE_TAP_*: for whom; under ktrace_event_mutex
 *
 * However many it is for, each record is written once.  Hooks walk taps with
 * preemption off; a tap is freed after they have all been waited for.
 */
struct ktrace_tap {
	struct ktrace_buffer	*buffer;
	struct ktrace_tap __rcu	*next;
	struct rcu_head		rcu;
	u8			users;
};

/**
 * struct ktrace_event - something that can be recorded
 * @taps:	who listens; NULL if nobody does
 * @rings:	per CPU, the ring of the only one that listens, as in most cases;
 *		or ktrace_no_rings, if it is nobody or if they are several, or
 *		if the hook has to look in which task it is
 * @id:		number in the records, given by ktrace_event_register()
 * @system:	directory that the event stands in
 * @name:	the event's own directory
 * @class:	how it is enabled, described and printed
 * @node:	in the list of all events, in order of registration
 * @dir:	of control/control.c
 */
struct ktrace_event {
	struct ktrace_tap __rcu	*taps;
	struct ring * __percpu	*rings;
	u16			id;
	const char		*system;
	const char		*name;
	const struct ktrace_class *class;
	struct list_head	node;
	void			*dir;
};

/* Serialises registration, enabling and the list of events. */
extern struct mutex ktrace_event_mutex;
extern struct list_head ktrace_event_list;

/* Ids below this one are left to what clients take for granted. */
#define KTRACE_FIRST_ID		32

int ktrace_event_register(struct ktrace_event *event);
void ktrace_event_remove(struct ktrace_event *event);
void ktrace_event_unregister(struct ktrace_event *event);

void ktrace_event_read_lock(void);
void ktrace_event_read_unlock(void);
struct ktrace_event *ktrace_event_by_id(u16 id);
struct ktrace_event *ktrace_event_find(const char *system, const char *name);

int ktrace_event_enable(struct ktrace_event *event, struct ktrace_buffer *buffer, u8 why);
void ktrace_event_disable(struct ktrace_event *event, struct ktrace_buffer *buffer, u8 why);
bool ktrace_event_enabled(struct ktrace_event *event, struct ktrace_buffer *buffer, u8 why);
void ktrace_event_by_task(bool on);

/**
 * struct ktrace_event_watcher - who wants to know of events that come and go
 * @added:	an event was registered; called under ktrace_event_mutex; an
 *		errno undoes the registration
 * @removed:	an event is about to go; called without ktrace_event_mutex;
 *		when it returns nobody works on the event's files any more
 */
struct ktrace_event_watcher {
	int	(*added)(struct ktrace_event *event);
	void	(*removed)(struct ktrace_event *event);
};

int ktrace_event_watch(const struct ktrace_event_watcher *watcher);

/* Whether any instance listens to @event: one load in the hook. */
static __always_inline bool ktrace_event_tapped(const struct ktrace_event *event)
{
	return rcu_access_pointer(event->taps);
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
	return __this_cpu_read(*READ_ONCE(event->rings));
}

/* Walk the taps of @event; preemption is off. */
#define ktrace_for_each_tap(tap, event)						\
	for ((tap) = rcu_dereference_sched((event)->taps); (tap);		\
	     (tap) = rcu_dereference_sched((tap)->next))

#endif /* _KTRACE_EVENT_H */
