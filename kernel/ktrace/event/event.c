// SPDX-License-Identifier: GPL-2.0
/*
 * Registration and removal of events.
 *
 * Sources register events, in task context.  registry.c has the list of events, id.c manages the
 * ids of events, listener.c their listeners.
 */
#include <linux/hashtable.h>
#include <linux/rcupdate.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/wait_bit.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "event/id.h"
#include "event/listener.h"
#include "event/removal.h"
#include "event/trigger.h"
#include "parse/file_names.h"

/* The watcher of new and removed events; under ktrace_event_mutex. */
static const struct ktrace_event_watcher *event_watcher;
/* Events by system and name; under ktrace_event_mutex. */
static DEFINE_HASHTABLE(event_names, 10);

static u32 event_hash(const char *system, const char *name)
{
	return full_name_hash(NULL, name, strlen(name)) ^
	       full_name_hash(NULL, system, strlen(system));
}

/**
 * ktrace_event_find - find an event by system and name
 * @system: system of the event
 * @name: name of the event
 *
 * Context: under ktrace_event_mutex.
 * Return: the event, or NULL.
 */
struct ktrace_event *ktrace_event_find(const char *system, const char *name)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	hash_for_each_possible(event_names, event, hash, event_hash(system, name))
		if (!strcmp(event->name, name) && !strcmp(event->system, system))
			return event;
	return NULL;
}

/*
 * Hide an event from commands, and stop its hooks.  From now on the handlers of its
 * files refuse all operations: they find the event's node empty.
 */
static void event_hide(struct ktrace_event *event, struct ktrace_trigger_drop *drop)
{
	struct ktrace_listener *listener;

	lockdep_assert_held(&ktrace_event_mutex);
	list_del_init(&event->node);
	hash_del(&event->hash);
	list_for_each_entry(listener, &event->listeners, of_event) {
		ktrace_triggers_drop(listener, drop);
		ktrace_triggers_drop_targeted(listener, drop);
		ktrace_listener_disable(listener, U8_MAX);
	}
}

/* Remove the files and listeners of a hidden event. */
static void event_forget(struct ktrace_event *event)
{
	struct ktrace_listener *listener, *next;

	lockdep_assert_held(&ktrace_event_files_mutex);
	/*
	 * Call without the mutex: it waits for the event's file handlers, which take
	 * the mutex.
	 */
	if (event_watcher)
		event_watcher->removed(event);
	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry_safe(listener, next, &event->listeners, of_event)
		ktrace_listener_free(listener);
}

/* Whether the directory of @event, or of its system, would have the name of a control file. */
static bool event_name_taken(const struct ktrace_event *event)
{
	const struct ktrace_span system = { event->system, strlen(event->system) };
	const struct ktrace_span name = { event->name, strlen(event->name) };

	return ktrace_system_name_taken(system) || ktrace_event_name_taken(name);
}

/**
 * ktrace_event_register - register an event
 * @event:	the event with its system, name, class and module, and its id if the
 *		class is own; other fields are zero
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0; -EEXIST if the system has an event of this name; -EINVAL for the name of a
 * control file; -ENOSPC if there are too many events; or the error of the watcher.
 */
int ktrace_event_register(struct ktrace_event *event)
{
	struct ktrace_trigger_drop drop = { };
	int err;

	if (event_name_taken(event))
		return -EINVAL;
	guard(mutex)(&ktrace_event_files_mutex);
	scoped_guard(mutex, &ktrace_event_mutex) {
		if (ktrace_event_find(event->system, event->name))
			return -EEXIST;
		INIT_LIST_HEAD(&event->listeners);
		event->rings = &ktrace_no_rings;
		err = ktrace_event_id_give(event);
		if (err)
			return err;
		list_add_tail(&event->node, &ktrace_event_list);
		hash_add(event_names, &event->hash, event_hash(event->system, event->name));
		if (event_watcher)
			err = event_watcher->added(event);
		/* Hide the event again; no user has set a trigger or enabled the event yet. */
		if (err)
			event_hide(event, &drop);
	}
	ktrace_trigger_drop_end(&drop);
	if (err) {
		event_forget(event);
		ktrace_event_id_drop(event);
	}
	return err;
}

/**
 * ktrace_event_removal_begin - begin to remove events
 * @removal: the removal
 *
 * Context: task; sleeps; takes ktrace_event_files_mutex until ktrace_event_removal_end().
 */
void ktrace_event_removal_begin(struct ktrace_event_removal *removal)
{
	*removal = (struct ktrace_event_removal) { };
	mutex_lock(&ktrace_event_files_mutex);
}

/**
 * ktrace_event_removal_add - disable an event, and hide it from commands
 * @removal: the removal
 * @event: the event
 *
 * Running hooks may still use @event.
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_event_removal_add(struct ktrace_event_removal *removal, struct ktrace_event *event)
{
	lockdep_assert_held(&ktrace_event_files_mutex);
	scoped_guard(mutex, &ktrace_event_mutex)
		event_hide(event, &removal->drop);
	event->next_removed = removal->events;
	removal->events = event;
}

/*
 * Wait for commands at other events' files that have dropped a trigger of @event, or a
 * trigger that switches @event, but have not freed it yet.  Commands do not find a
 * hidden event, so @event gets no new listeners and triggers.
 */
static void event_wait_triggers(struct ktrace_event *event)
{
	struct ktrace_listener *listener;

	lockdep_assert_held(&ktrace_event_files_mutex);
	list_for_each_entry(listener, &event->listeners, of_event)
		wait_var_event(&listener->soft, !READ_ONCE(listener->soft));
}

/**
 * ktrace_event_removal_end - complete the removal of events, except for running hooks
 * @removal: the removal
 *
 * When this returns no file and no trigger uses the events.  Their records in buffers
 * stay readable, and ids are not reused as long as there are records with them.
 *
 * If the class of an event has free(), the caller must call ktrace_event_retire() when
 * the event source does not use the event any more.  Otherwise readers find a description
 * instead of the event, and the caller must call ktrace_hooks_synchronize() before
 * freeing events, once for any number of events.
 *
 * Context: task; sleeps; takes ktrace_event_mutex, and does not hold it while it waits.
 */
void ktrace_event_removal_end(struct ktrace_event_removal *removal)
{
	struct ktrace_event *event, *next;

	ktrace_trigger_drop_end(&removal->drop);
	for (event = removal->events; event; event = next) {
		next = event->next_removed;
		event_wait_triggers(event);
		event_forget(event);
		if (!event->class->free)
			ktrace_event_id_describe(event);
	}
	mutex_unlock(&ktrace_event_files_mutex);
}

/**
 * ktrace_event_unregister - remove an event, and wait for its hooks
 * @event: the event, of a class without free()
 *
 * As ktrace_event_removal_end(), but no hook uses @event when this returns.
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_event_unregister(struct ktrace_event *event)
{
	struct ktrace_event_removal removal;

	ktrace_event_removal_begin(&removal);
	ktrace_event_removal_add(&removal, event);
	ktrace_event_removal_end(&removal);
	ktrace_hooks_synchronize();
}

/**
 * ktrace_event_watch - watch the registration and removal of events
 * @watcher: callbacks; added() is called for all existing events first
 *
 * Return: 0, or the errno of added().
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
