/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events, for event sources.
 *
 * An event source (event/source.h) describes an event by struct ktrace_event and registers it.
 * Instances listen to events (listener.h).  If an event has only one listener, which takes
 * all records, the event contains a pointer to the listener's rings for the event source's hook.
 * Otherwise the hook builds the record's image, and ktrace_emit_image() passes the image to
 * all listeners that accept it (emit.h).
 */
#ifndef _KTRACE_EVENT_H
#define _KTRACE_EVENT_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/types.h>
#include <uapi/linux/ktrace.h>

#include "buffer/this_cpu.h"
#include "parse/field.h"

struct ktrace_event;
struct ktrace_event_prefilter;
struct ktrace_listener;
struct ring;
struct seq_buf;

/* Maximum size of a system or event name, including the terminating zero. */
#define KTRACE_NAME_MAX		64

/**
 * struct ktrace_class - a class of events of one source
 * @enable:	activate the hook; called under ktrace_event_mutex when the event gets
 *		its first listener; may sleep; returns 0 or an errno
 * @armed:	result of what @enable has begun and ktrace_arming_wait() waits for: 0 or an errno;
 *		called under ktrace_event_mutex.  NULL if @enable completes the activation
 * @disable:	deactivate the hook; called under ktrace_event_mutex when the last
 *		listener was disabled; may sleep; the caller waits for running hooks
 * @field:	describe field @i behind the common fields; returns false if there is none
 * @print:	append a record as text, without comm, time and newline; the payload is
 *		the @len bytes at @rec, which may be too short
 * @print_code:	like @print, with code addresses in the format of @code: KTRACE_CODE_*;
 *		NULL if the text contains none, or has a fixed format
 * @print_fmt:	append the text behind "print fmt: " in the file "format"
 * @free:	free an event after ktrace_event_retire(), when no buffer has records of
 *		it any more; until then @print may be called. May sleep; takes no lock
 *		of ktrace. NULL: the event is freed with its source, and later its
 *		records are printed field by field
 * @task_work:	KTRACE_TASK_*: the hook is called by tasks with these work bits; 0: by any task
 * @prefilter:	tell the hook whether the event has a prefilter, and whether the
 *		prefilter can decide at the entry (@at_entry); called under
 *		ktrace_event_mutex. NULL: the hook does not use a prefilter
 * @own:	ktrace writes these records itself, with ids that clients expect; users
 *		cannot enable or list such an event
 */
struct ktrace_class {
	int	(*enable)(struct ktrace_event *event);
	int	(*armed)(const struct ktrace_event *event);
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
	void	(*prefilter)(struct ktrace_event *event, bool on, bool at_entry);
	bool	own;
};

/**
 * struct ktrace_event - a type of records
 * @active:	list of enabled listeners; NULL if the event is disabled
 * @rings:	per CPU, the ring of the only listener, if it takes all records, which
 *		is the common case; else ktrace_no_rings: there is no listener, or
 *		several, or a filter, or the hook must check the task
 * @prefilter:	the prefilter, see event/prefilter.h; NULL for none
 * @id:	number in the records, assigned by ktrace_event_register() unless the class is
 *		own
 * @since:	ktrace_ids_epoch() when @id was assigned: records copied earlier belong
 *		to another event
 * @system:	name of the system, the parent directory
 * @name:	name of the event, its directory
 * @module:	name of the module that registered it; NULL for none
 * @class:	operations of the event
 * @node:	in the list of all events, in order of registration
 * @hash:	in the hash table of names
 * @listeners:	the listeners: struct ktrace_listener.of_event
 * @next_removed:	next event of a struct ktrace_event_removal
 */
struct ktrace_event {
	struct ktrace_listener __rcu *active;
	struct ring * __percpu	*rings;
	struct ktrace_event_prefilter __rcu *prefilter;
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

int ktrace_event_register(struct ktrace_event *event);
void ktrace_event_retire(struct ktrace_event *event);
void ktrace_event_unregister(struct ktrace_event *event);

/*
 * Set during a dump, in any context: code that formats records must then use trylock,
 * and must not wait for memory.
 */
extern bool ktrace_event_read_no_wait;

struct ktrace_event *ktrace_event_find(const char *system, const char *name);
struct ktrace_field *ktrace_event_fields(const struct ktrace_event *event,
					 unsigned int *nr);

/* Whether @event has a listener: one load in the hook. */
static __always_inline bool ktrace_event_active(const struct ktrace_event *event)
{
	return rcu_access_pointer(event->active);
}

/**
 * ktrace_event_ring - ring for the record of an event's only listener
 * @event:	the event
 *
 * Context: preemption off.
 * Return: this CPU's ring; a closed ring if the event does not have exactly one
 * listener, or if the hook must check the task.
 */
static __always_inline struct ring *ktrace_event_ring(const struct ktrace_event *event)
{
	/* Load each pointer once: other CPUs may store to both meanwhile. */
	struct ring * __percpu *rings = READ_ONCE(event->rings);

	return ktrace_this_cpu_load(*rings);
}

#endif /* _KTRACE_EVENT_H */
