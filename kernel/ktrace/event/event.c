// SPDX-License-Identifier: GPL-2.0
/*
 * The registry of events, and who listens to which.
 *
 * Sources register events, instances tap them; both in task context.  Hooks
 * only read taps and rings of struct ktrace_event, with preemption off, and ids
 * are looked up by readers under ktrace_event_read_lock().
 */
#include <linux/idr.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "buffer/buffer.h"
#include "event/comm.h"
#include "event/event.h"

/* Serialises registration, enabling and the list of events. */
DEFINE_MUTEX(ktrace_event_mutex);
LIST_HEAD(ktrace_event_list);

/* Ids given away; handed out in turn, so that old records keep their meaning. */
static DEFINE_IDR(ids);
/* Held for reading while records are made into text. */
static DECLARE_RWSEM(ids_rwsem);
/* Under ktrace_event_mutex. */
static const struct ktrace_event_watcher *event_watcher;
/* Not all tasks are followed; under ktrace_event_mutex. */
static bool events_by_task;

/**
 * ktrace_event_read_lock - keep events while records are looked at
 *
 * Context: task; sleeps.  Taken after any other lock of ktrace.
 */
void ktrace_event_read_lock(void)
{
	down_read(&ids_rwsem);
}

/** ktrace_event_read_unlock - end what ktrace_event_read_lock() began */
void ktrace_event_read_unlock(void)
{
	up_read(&ids_rwsem);
}

/**
 * ktrace_event_by_id - the event that a record is of
 * @id:	from the record
 *
 * Context: under ktrace_event_read_lock().
 * Return: the event, or NULL if it is gone or never was.
 */
struct ktrace_event *ktrace_event_by_id(u16 id)
{
	return idr_find(&ids, id);
}

/**
 * ktrace_event_find - an event by its names
 * @system: the directory it stands in
 * @name: its own
 *
 * Context: under ktrace_event_mutex.
 * Return: the event, or NULL.
 */
struct ktrace_event *ktrace_event_find(const char *system, const char *name)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		if (!strcmp(event->name, name) && !strcmp(event->system, system))
			return event;
	return NULL;
}

static int event_add_id(struct ktrace_event *event)
{
	int id;

	down_write(&ids_rwsem);
	id = idr_alloc_cyclic(&ids, event, KTRACE_FIRST_ID, U16_MAX + 1, GFP_KERNEL);
	up_write(&ids_rwsem);
	if (id < 0)
		return id;
	event->id = id;
	return 0;
}

static void event_remove_id(struct ktrace_event *event)
{
	down_write(&ids_rwsem);
	idr_remove(&ids, event->id);
	up_write(&ids_rwsem);
}

/*
 * To be called whenever the taps have changed.  That hooks look in which task they
 * are costs nothing while all are followed: they do so on their long way only,
 * and the short one is barred while it matters.
 */
static void event_set_rings(struct ktrace_event *event)
{
	struct ktrace_tap *tap = rcu_dereference_protected(event->taps, true);
	struct ring * __percpu *rings = &ktrace_no_rings;

	if (tap && !rcu_access_pointer(tap->next) &&
	    !(events_by_task && event->class->any_task))
		rings = tap->buffer->rings;
	/* What they point to was made before; hooks read it through the pointer. */
	smp_store_release(&event->rings, rings);
}

/**
 * ktrace_event_register - make an event known
 * @event: its system, name and class set; the rest zero
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0; -EEXIST if the name is taken in its system; -ENOSPC if there are
 * too many events; or what the watcher said.
 */
int ktrace_event_register(struct ktrace_event *event)
{
	int err;

	guard(mutex)(&ktrace_event_mutex);
	if (ktrace_event_find(event->system, event->name))
		return -EEXIST;
	event_set_rings(event);
	err = event_add_id(event);
	if (err)
		return err;
	if (event_watcher) {
		err = event_watcher->added(event);
		if (err) {
			event_remove_id(event);
			return err;
		}
	}
	list_add_tail(&event->node, &ktrace_event_list);
	return 0;
}

static struct ktrace_tap __rcu **tap_link(struct ktrace_event *event,
					  struct ktrace_buffer *buffer)
{
	struct ktrace_tap __rcu **link = &event->taps;
	struct ktrace_tap *tap;

	lockdep_assert_held(&ktrace_event_mutex);
	while ((tap = rcu_dereference_protected(*link, true)) &&
	       tap->buffer != buffer)
		link = &tap->next;
	return link;
}

/**
 * ktrace_event_enabled - whether a buffer listens to an event, for someone
 * @event: the event
 * @buffer: the buffer
 * @why: KTRACE_TAP_*: for whom
 *
 * Context: under ktrace_event_mutex.
 * Return: true if so.  If not, it may yet listen, for somebody else.
 */
bool ktrace_event_enabled(struct ktrace_event *event, struct ktrace_buffer *buffer, u8 why)
{
	struct ktrace_tap *tap =
		rcu_dereference_protected(*tap_link(event, buffer), true);

	return tap && tap->users & why;
}

/**
 * ktrace_event_by_task - have hooks look in which task they are, or not any more
 * @on: they are to
 *
 * When this returns those that began before have ended.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_event_by_task(bool on)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	if (events_by_task == on)
		return;
	events_by_task = on;
	list_for_each_entry(event, &ktrace_event_list, node)
		event_set_rings(event);
	if (on)
		synchronize_rcu();
}

static void event_unlink_tap(struct ktrace_event *event,
			     struct ktrace_tap __rcu **link)
{
	struct ktrace_tap *tap = rcu_dereference_protected(*link, true);

	rcu_assign_pointer(*link, rcu_dereference_protected(tap->next, true));
	event_set_rings(event);
	if (!ktrace_event_tapped(event))
		event->class->disable(event);
	/* Hooks that run walk it still; each is an RCU read-side section. */
	kfree_rcu(tap, rcu);
}

/**
 * ktrace_event_enable - have a buffer listen to an event
 * @event: the event
 * @buffer: the buffer; gets its memory now if it has none
 * @why: KTRACE_TAP_*: for whom
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0, also if it did already; -ENOMEM; or what the class said.  On
 * error nothing was changed.
 */
int ktrace_event_enable(struct ktrace_event *event, struct ktrace_buffer *buffer, u8 why)
{
	struct ktrace_tap __rcu **link = tap_link(event, buffer);
	struct ktrace_tap *tap = rcu_dereference_protected(*link, true);
	bool first;
	int err;

	if (tap) {
		tap->users |= why;
		return 0;
	}
	err = ktrace_comm_use();
	if (!err)
		err = ktrace_buffer_use(buffer);
	if (!err)
		err = ktrace_buffer_expect(buffer, event->id);
	if (err)
		return err;
	tap = kzalloc(sizeof(*tap), GFP_KERNEL);
	if (!tap)
		return -ENOMEM;
	tap->buffer = buffer;
	tap->users = why;

	first = !ktrace_event_tapped(event);
	rcu_assign_pointer(*link, tap);
	event_set_rings(event);
	if (!first)
		return 0;
	err = event->class->enable(event);
	if (err) {
		RCU_INIT_POINTER(event->taps, NULL);
		event_set_rings(event);
		kfree_rcu(tap, rcu);
	}
	return err;
}

/**
 * ktrace_event_disable - have a buffer not listen to an event
 * @event: the event
 * @buffer: the buffer
 * @why: KTRACE_TAP_*: for whom not; if it is for somebody else it still listens
 *
 * Records of hooks that run now may still arrive; who must know that none
 * does calls synchronize_rcu().
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_event_disable(struct ktrace_event *event, struct ktrace_buffer *buffer, u8 why)
{
	struct ktrace_tap __rcu **link = tap_link(event, buffer);
	struct ktrace_tap *tap = rcu_dereference_protected(*link, true);

	if (!tap)
		return;
	tap->users &= ~why;
	if (!tap->users)
		event_unlink_tap(event, link);
}

/**
 * ktrace_event_remove - forget an event, but for hooks that run now
 * @event: the event
 *
 * Takes it away from all who listen.  When this returns no file uses it, and
 * no reader finds it any more; records of it that are still in buffers have
 * lost their meaning.  Whoever frees @event calls synchronize_rcu() before,
 * once for as many as there are.
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_event_remove(struct ktrace_event *event)
{
	scoped_guard(mutex, &ktrace_event_mutex) {
		while (ktrace_event_tapped(event))
			event_unlink_tap(event, &event->taps);
		list_del_init(&event->node);
	}
	/* Not under the mutex: the event's files take it and are waited for. */
	if (event_watcher)
		event_watcher->removed(event);
	event_remove_id(event);
}

/**
 * ktrace_event_unregister - forget an event
 * @event: the event
 *
 * ktrace_event_remove(); when this returns no hook uses @event either.
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_event_unregister(struct ktrace_event *event)
{
	ktrace_event_remove(event);
	synchronize_rcu();
}

/**
 * ktrace_event_watch - be told of events that come and go
 * @watcher: what to call; told at once of all that are there
 *
 * Return: 0, or the errno with which the watcher refused one.
 */
int __init ktrace_event_watch(const struct ktrace_event_watcher *watcher)
{
	struct ktrace_event *event;
	int err;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		err = watcher->added(event);
		if (err)
			return err;
	}
	event_watcher = watcher;
	return 0;
}
