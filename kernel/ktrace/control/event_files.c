// SPDX-License-Identifier: GPL-2.0
/*
 * The directory events/ of an instance.
 *
 * Directories are filled at the first lookup: events/ with the directories of systems, and
 * each system with the directories of its events.  After that, events that are registered
 * or removed change the directories.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "control/control.h"
#include "control/event_dir.h"
#include "control/event_match.h"
#include "control/files.h"
#include "event/event_filter.h"
#include "event/listener.h"
#include "event/source.h"
#include "event/tap.h"
#include "parse/filter.h"

/**
 * struct system_dir - the directory of a system
 * @node:	in the instance's list; under ktrace_event_mutex
 * @instance:	the instance
 * @dir:	the directory
 * @name:	name of the system
 * @has_files:	@dir has files.  Systems of own events have none, because clients recognise
 *		systems by these files
 * @filled:	the directories of the events exist
 * @filter:	last filter that a write to the system's file, or to events/filter, has set for
 *		events of the system; NULL for none
 * @next_filter: the text that replaces @filter at the end of a write to events/filter
 * @replaced:	a write to events/filter replaces @filter, if the write succeeds
 *
 * The last three are protected by ktrace_event_mutex.
 */
struct system_dir {
	struct list_head node;
	struct ktrace_instance *instance;
	struct ktrace_dir *dir;
	char		*name;
	bool		has_files;
	bool		filled;
	char		*filter;
	char		*next_filter;
	bool		replaced;
};

static struct system_dir *system_find(struct ktrace_instance *instance, const char *name)
{
	struct system_dir *system;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(system, &instance->systems, node)
		if (!strcmp(system->name, name))
			return system;
	return NULL;
}

/*
 * Many events at once
 */

static int events_enable_show(struct seq_file *m, struct ktrace_instance *instance,
			      const struct ktrace_event_match *match)
{
	seq_printf(m, "%c\n", ktrace_events_state(instance, match));
	return 0;
}

static int events_enable_write(struct ktrace_command *command, struct ktrace_instance *instance,
			       const struct ktrace_event_match *match)
{
	const bool work = ktrace_events_work(match);
	bool on, arms = false;
	int err = ktrace_command_bool(command, &on);

	if (!err && on)
		err = ktrace_enable_begin(instance, work);
	if (err)
		return err;
	if (on)
		err = ktrace_events_expect(instance, match);
	if (!err) {
		guard(mutex)(&ktrace_event_mutex);
		err = min(ktrace_events_switch(command, instance, match, on, &arms), 0);
	}
	if (arms)
		err = ktrace_events_armed(command, instance, match) ?: err;
	if (on)
		ktrace_enable_end(instance, work);
	return err;
}

int ktrace_all_enable_show(struct seq_file *m, void *data)
{
	return events_enable_show(m, data, &(struct ktrace_event_match){ });
}

int ktrace_all_enable_write(struct ktrace_command *command, void *data)
{
	return events_enable_write(command, data, &(struct ktrace_event_match){ });
}

int ktrace_system_enable_show(struct seq_file *m, void *data)
{
	struct system_dir *system = data;
	const struct ktrace_event_match match = { .system = system->name };

	return events_enable_show(m, system->instance, &match);
}

int ktrace_system_enable_write(struct ktrace_command *command, void *data)
{
	struct system_dir *system = data;

	return events_enable_write(command, system->instance,
				   &(struct ktrace_event_match){ .system = system->name });
}

int ktrace_header_page_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;

	seq_printf(m, "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		   "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		   "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		   "\tfield: char data;\toffset:%zu;\tsize:%u;\tsigned:0;\n",
		   sizeof(struct ktrace_page_header),
		   ring_page_room(READ_ONCE(instance->buffer.page_bytes)));
	return 0;
}

int ktrace_header_event_show(struct seq_file *m, void *data)
{
	seq_printf(m, "# compressed entry header\n"
		   "\ttype_len    :    %d bits\n"
		   "\ttime_delta  :   %d bits\n"
		   "\tarray       :   32 bits\n\n"
		   "\tpadding     : type == %d\n"
		   "\ttime_extend : type == %d\n"
		   "\ttime_stamp : type == %d\n"
		   "\tdata max type_len  == %d\n",
		   KTRACE_TYPE_LEN_BITS, KTRACE_DELTA_BITS, KTRACE_TYPE_PADDING,
		   KTRACE_TYPE_EXTEND, KTRACE_TYPE_STAMP, KTRACE_TYPE_LEN_MAX);
	return 0;
}

struct ktrace_owner *ktrace_system_owner(void *data)
{
	return &((struct system_dir *)data)->instance->owner;
}

int ktrace_system_filter_show(struct seq_file *m, void *data)
{
	struct system_dir *system = data;

	guard(mutex)(&ktrace_event_mutex);
	seq_printf(m, "%s\n", system->filter ?: "none");
	return 0;
}

/*
 * Parse @command as the filter of each event of @system, or of all events if @system is NULL, and
 * add the parsed filters to @batch; no event uses its new filter yet.  Return: 0 if at least one
 * event accepts the filter; otherwise the errno of the last event, or -ENOMEM.
 */
static int events_filter_parse(struct ktrace_command *command, struct ktrace_instance *instance,
			       const char *system, struct ktrace_filter_batch *batch)
{
	struct ktrace_listener *listener;
	struct ktrace_event *event;
	int err = -EINVAL;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (event->class->own || (system && strcmp(event->system, system)))
			continue;
		listener = ktrace_listener_get(event, instance);
		err = listener ? ktrace_filter_batch_add(batch, command, listener) : -ENOMEM;
		if (err && listener)
			ktrace_listener_trim(listener);
		if (err == -ENOMEM)
			return err;
	}
	return batch->nr ? 0 : err;
}

/* Free the listeners that a batch, which is not published, may have created. */
static void events_filter_trim(const struct ktrace_filter_batch *batch)
{
	unsigned int i;

	for (i = 0; i < batch->nr; i++)
		ktrace_listener_trim(batch->changes[i].listener);
}

/*
 * Copy the text that the events of a batch show as their filter to @text, or set it to
 * NULL if the batch clears their filters.  Must be called before the batch is
 * published.
 */
static int events_filter_copy_text(const struct ktrace_filter_batch *batch, char **text)
{
	const struct ktrace_filter *filter = batch->changes[0].filter;

	*text = filter ? kstrdup(ktrace_filter_text(filter), GFP_KERNEL) : NULL;
	return filter && !*text ? -ENOMEM : 0;
}

/*
 * Give each system with an event in @batch a copy of @text, which its file shows after
 * systems_filter_end().  Return: 0 or -ENOMEM.
 */
static int systems_filter_begin(struct ktrace_instance *instance,
				const struct ktrace_filter_batch *batch, const char *text)
{
	struct system_dir *system;
	const char *name = NULL;

	for (unsigned int i = 0; i < batch->nr; i++) {
		/* Most events follow one with the same pointer to a name: search once. */
		if (batch->changes[i].listener->event->system == name)
			continue;
		name = batch->changes[i].listener->event->system;
		system = system_find(instance, name);
		if (!system || system->replaced)
			continue;
		system->next_filter = text ? kstrdup(text, GFP_KERNEL) : NULL;
		if (text && !system->next_filter)
			return -ENOMEM;
		system->replaced = true;
	}
	return 0;
}

/* Let the files of systems show the texts of systems_filter_begin(), unless the write failed. */
static void systems_filter_end(struct ktrace_instance *instance, bool failed)
{
	struct system_dir *system;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(system, &instance->systems, node) {
		if (system->replaced && !failed)
			swap(system->filter, system->next_filter);
		kfree(system->next_filter);
		system->next_filter = NULL;
		system->replaced = false;
	}
}

/*
 * Set the filter of all events of @system, or of all events if @system is NULL, that have the
 * fields that it names; or of none if memory runs out.  An error is reported only if no event
 * accepts the filter.  The file shows @shown, and so do the files of systems if @system is NULL.
 */
static int events_filter_write(struct ktrace_command *command, struct ktrace_instance *instance,
			       const char *system, char **shown)
{
	struct ktrace_filter_batch batch = { };
	char *text = NULL;
	int err;

	scoped_guard(mutex, &ktrace_event_mutex) {
		err = events_filter_parse(command, instance, system, &batch) ?:
		      events_filter_copy_text(&batch, &text);
		if (!err && !system)
			err = systems_filter_begin(instance, &batch, text);
		if (!err) {
			ktrace_filter_batch_publish(&batch);
			swap(*shown, text);
		} else {
			events_filter_trim(&batch);
		}
		if (!system)
			systems_filter_end(instance, err);
	}
	kfree(text);
	ktrace_filter_batch_end(&batch);
	return err;
}

int ktrace_system_filter_write(struct ktrace_command *command, void *data)
{
	struct system_dir *system = data;

	return events_filter_write(command, system->instance, system->name, &system->filter);
}

int ktrace_all_filter_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;

	guard(mutex)(&ktrace_event_mutex);
	seq_printf(m, "%s\n", instance->events_filter ?: "none");
	return 0;
}

int ktrace_all_filter_write(struct ktrace_command *command, void *data)
{
	struct ktrace_instance *instance = data;

	return events_filter_write(command, instance, NULL, &instance->events_filter);
}

/* Directories that are filled at the first lookup */

/* Under ktrace_event_mutex: whether an instance's directories may still be filled. */
static bool instance_there(const struct ktrace_instance *instance)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return !list_empty(&instance->node);
}

static int system_add_event(struct system_dir *system, struct ktrace_event *event)
{
	return ktrace_event_dir_create(event, system->instance, system->dir);
}

/*
 * Return true if the directory counts as filled after an attempt to create the entry @name, a
 * @what, which returned @err.  Without memory, the next lookup fills the directory again.  After
 * any other error, only this entry is missing: a failure would hide all other entries.
 */
static bool fill_goes_on(const char *what, const char *name, int err)
{
	if (err && err != -ENOMEM)
		pr_warn_ratelimited("events: no directory for %s %s: %d\n", what, name, err);
	return err != -ENOMEM;
}

static int system_fill(struct ktrace_dir *dir, void *data)
{
	struct system_dir *system = data;
	struct ktrace_event *event;
	const char *name = NULL;
	bool ours = false;

	guard(mutex)(&ktrace_event_mutex);
	if (!instance_there(system->instance))
		return 0;
	list_for_each_entry(event, &ktrace_event_list, node) {
		/* Most events follow one with the same pointer to a name: compare the name once. */
		if (event->system != name) {
			name = event->system;
			ours = !strcmp(name, system->name);
		}
		if (ours && !fill_goes_on("event", event->name, system_add_event(system, event)))
			return -ENOMEM;
	}
	system->filled = true;
	return 0;
}

static const struct ktrace_dir_type system_type = { .removable = true, .fill = system_fill };

static void system_free(struct system_dir *system)
{
	kfree(system->filter);
	kfree(system->name);
	kfree(system);
}

/* Create the files of a system, unless they exist. */
static int system_create_files(struct system_dir *system)
{
	int err = 0;

	if (!system->has_files)
		err = ktrace_files_create(system->dir, KTRACE_SCOPE_SYSTEM, system);
	system->has_files = !err;
	return err;
}

/* Create the directory of the system of @event. */
static int system_create_dir(struct system_dir *system, const struct ktrace_event *event)
{
	int err;

	system->dir = ktrace_dir_create(event->system, &system_type, system);
	if (!system->dir)
		return -ENOMEM;
	err = (event->class->own ? 0 : system_create_files(system)) ?:
	      ktrace_dir_add(system->instance->events_dir, system->dir);
	if (err)
		ktrace_dir_discard(system->dir);
	else
		ktrace_dir_announce(system->dir);
	return err;
}

static struct system_dir *system_create(struct ktrace_instance *instance,
					const struct ktrace_event *event)
{
	struct system_dir *system = kzalloc(sizeof(*system), GFP_KERNEL);
	int err;

	if (!system)
		return ERR_PTR(-ENOMEM);
	system->instance = instance;
	system->name = kstrdup(event->system, GFP_KERNEL);
	err = system->name ? system_create_dir(system, event) : -ENOMEM;
	if (err) {
		system_free(system);
		return ERR_PTR(err);
	}
	list_add_tail(&system->node, &instance->systems);
	return system;
}

/* Get the directory of the system of @event.  Create it and its files if they do not exist. */
static struct system_dir *system_get(struct ktrace_instance *instance,
				     const struct ktrace_event *event)
{
	struct system_dir *system = system_find(instance, event->system);
	int err = 0;

	if (!system)
		return system_create(instance, event);
	if (!event->class->own)
		err = system_create_files(system);
	return err ? ERR_PTR(err) : system;
}

/*
 * Create the directory of an event's system, and the event's directory if the system is
 * filled.
 */
static int instance_add_event(struct ktrace_instance *instance, struct ktrace_event *event)
{
	struct system_dir *system = system_get(instance, event);

	if (IS_ERR(system))
		return PTR_ERR(system);
	return system->filled ? system_add_event(system, event) : 0;
}

/* Whether @last, which may be NULL, needs the same directory of a system as @event. */
static bool same_system(const struct ktrace_event *last, const struct ktrace_event *event)
{
	return last && last->system == event->system && last->class->own == event->class->own;
}

static int events_fill(struct ktrace_dir *dir, void *data)
{
	struct ktrace_instance *instance = data;
	struct ktrace_event *event, *last = NULL;

	guard(mutex)(&ktrace_event_mutex);
	if (!instance_there(instance))
		return 0;
	list_for_each_entry(event, &ktrace_event_list, node) {
		/* Most events follow one of their system: do not search for its directory again. */
		if (same_system(last, event))
			continue;
		if (!fill_goes_on("system", event->system, instance_add_event(instance, event)))
			return -ENOMEM;
		last = event;
	}
	instance->events_filled = true;
	return 0;
}

static const struct ktrace_dir_type events_type = { .fill = events_fill };

/* Create the directories of a new event, which no task has used yet. */
static int event_added(struct ktrace_event *event)
{
	struct ktrace_instance *instance;
	int err = 0;

	list_for_each_entry(instance, &ktrace_instance_list, node)
		if (!err && instance->events_filled)
			err = instance_add_event(instance, event);
	if (!err)
		ktrace_set_event_added(event);
	return err;
}

/* Whether other events of the system of @event are registered, or are removed after @event. */
static bool system_has_events(const struct ktrace_event *event)
{
	const struct ktrace_event *other;

	list_for_each_entry(other, &ktrace_event_list, node)
		if (!strcmp(other->system, event->system))
			return true;
	for (other = event->next_removed; other; other = other->next_removed)
		if (!strcmp(other->system, event->system))
			return true;
	return false;
}

/*
 * Find the event's directory in an instance, or detach the system's directory if the
 * system has no other event.  Return: the directory to remove; *@freed is set if it is
 * the system's.
 */
static struct ktrace_dir *instance_drop_event(struct ktrace_instance *instance,
					      struct ktrace_event *event,
					      struct system_dir **freed)
{
	struct system_dir *system = system_find(instance, event->system);

	*freed = NULL;
	if (!system)
		return NULL;
	if (system_has_events(event))
		return ktrace_dir_child(system->dir, event->name);
	list_del(&system->node);
	*freed = system;
	return system->dir;
}

/* ktrace_event_files_mutex excludes other changes of events and instances. */
static void event_removed(struct ktrace_event *event)
{
	struct ktrace_instance *instance;
	struct system_dir *freed = NULL;
	struct ktrace_dir *dir;

	lockdep_assert_held(&ktrace_event_files_mutex);
	list_for_each_entry(instance, &ktrace_instance_list, node) {
		/* Also if events_fill() has failed: it may have made the directory before. */
		scoped_guard(mutex, &ktrace_event_mutex)
			dir = instance_drop_event(instance, event, &freed);
		/*
		 * Release ktrace_event_mutex first: ktrace_dir_remove() waits for the handlers
		 * of the files, which take the mutex.
		 */
		ktrace_dir_remove(dir, true);
		if (freed)
			system_free(freed);
		freed = NULL;
	}
	ktrace_set_event_removed(event);
}

static const struct ktrace_event_watcher event_files_watcher = {
	.added = event_added,
	.removed = event_removed,
};

/**
 * ktrace_event_files_create - create the directory events/ with its files
 * @instance: the instance, whose directory exists
 *
 * Context: task; sleeps.
 * Return: 0 or an errno; on error, removing the instance's directory removes the created files.
 */
int ktrace_event_files_create(struct ktrace_instance *instance)
{
	struct ktrace_dir *dir = ktrace_dir_create_in(instance->dir, "events", &events_type,
						      instance);

	if (IS_ERR(dir))
		return PTR_ERR(dir);
	instance->events_dir = dir;
	return ktrace_files_create(dir, KTRACE_SCOPE_EVENTS, instance);
}

/**
 * ktrace_event_files_free - free the data of an instance's event directories
 * @instance: the instance, whose directory was removed
 *
 * Context: task; sleeps; under ktrace_event_files_mutex.
 */
void ktrace_event_files_free(struct ktrace_instance *instance)
{
	struct system_dir *system, *next;

	list_for_each_entry_safe(system, next, &instance->systems, node)
		system_free(system);
	kfree(instance->events_filter);
	ktrace_set_event_free(instance);
}

/**
 * ktrace_event_files_init - watch the registration and removal of events
 *
 * Return: 0 or an errno.
 */
int __init ktrace_event_files_init(void)
{
	return ktrace_event_watch(&event_files_watcher);
}
