// SPDX-License-Identifier: GPL-2.0
/*
 * The directory of an event in an instance: enable, filter, format, id, trigger.
 *
 * A directory that is only looked at needs no listener: writing to a file creates it.
 */
#include <linux/err.h>
#include <linux/sched/signal.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/trigger.h"
#include "command/knob.h"
#include "control/event_dir.h"
#include "control/files.h"
#include "event/arming.h"
#include "event/event_filter.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/source.h"
#include "event/tap.h"
#include "event/trigger.h"
#include "parse/filter.h"
#include "parse/span.h"

/**
 * struct event_dir - data of the files in the directory of an event
 * @event:	the event
 * @instance:	the instance
 */
struct event_dir {
	struct ktrace_event *event;
	struct ktrace_instance *instance;
};

struct ktrace_owner *ktrace_event_owner(void *data)
{
	return &((struct event_dir *)data)->instance->owner;
}

/* Get the listener, which may be new.  Return: the listener, or an errno as a pointer. */
static struct ktrace_listener *event_listener(const struct event_dir *dir)
{
	struct ktrace_listener *listener;

	lockdep_assert_held(&ktrace_event_mutex);
	/* The event is about to be removed. */
	if (list_empty(&dir->event->node))
		return ERR_PTR(-ENODEV);
	listener = ktrace_listener_get(dir->event, dir->instance);
	return listener ?: ERR_PTR(-ENOMEM);
}

int ktrace_event_enable_show(struct seq_file *m, void *data)
{
	const struct event_dir *dir = data;
	const struct ktrace_listener *listener;

	guard(mutex)(&ktrace_event_mutex);
	listener = ktrace_listener_find(dir->event, dir->instance);
	/*
	 * A star means that triggers need the event: its hook runs even if the number is 0 and
	 * the event is not recorded.
	 */
	seq_printf(m, "%d%s\n", listener && ktrace_listener_records(listener),
		   listener && listener->soft ? "*" : "");
	return 0;
}

/* Free the listener of @dir if a command that was refused has created it. */
static void event_listener_trim(const struct event_dir *dir)
{
	struct ktrace_listener *listener;

	guard(mutex)(&ktrace_event_mutex);
	/* The removal of an event frees its listeners. */
	listener = list_empty(&dir->event->node) ? NULL :
		   ktrace_listener_find(dir->event, dir->instance);
	if (listener)
		ktrace_listener_trim(listener);
}

/* Wait for what enabling the event has begun.  Return: 0, or an errno with the event disabled. */
static int event_armed(const struct event_dir *dir)
{
	struct ktrace_listener *listener;
	int err = 0;

	if (!dir->event->class->armed)
		return 0;
	ktrace_arming_wait();
	guard(mutex)(&ktrace_event_mutex);
	listener = list_empty(&dir->event->node) ? NULL :
		   ktrace_listener_find(dir->event, dir->instance);
	if (listener)
		err = ktrace_listener_armed(listener, KTRACE_LISTEN_USER);
	if (err)
		ktrace_listener_trim(listener);
	return err;
}

static int event_enable(const struct event_dir *dir)
{
	const bool work = dir->event->class->task_work;
	struct ktrace_listener *listener;
	int err = ktrace_enable_begin(dir->instance, work);

	if (err)
		return err;
	err = ktrace_buffer_expect(&dir->instance->buffer, READ_ONCE(dir->event->id));
	if (!err) {
		guard(mutex)(&ktrace_event_mutex);
		listener = event_listener(dir);
		err = IS_ERR(listener) ? PTR_ERR(listener) :
		      ktrace_listener_enable(listener, KTRACE_LISTEN_USER);
		if (err && !IS_ERR(listener))
			ktrace_listener_trim(listener);
	}
	if (!err)
		err = event_armed(dir);
	ktrace_enable_end(dir->instance, work);
	return err;
}

int ktrace_event_enable_write(struct ktrace_command *command, void *data)
{
	const struct event_dir *dir = data;
	bool on, arms;
	int err = ktrace_command_bool(command, &on);

	if (err)
		return err;
	if (on)
		return event_enable(dir);
	scoped_guard(mutex, &ktrace_event_mutex) {
		/* The event is about to be removed. */
		if (list_empty(&dir->event->node))
			return -ENODEV;
		arms = dir->event->class->armed &&
		       ktrace_event_enabled(dir->event, dir->instance, KTRACE_LISTEN_USER);
		ktrace_event_disable(dir->event, dir->instance, KTRACE_LISTEN_USER);
	}
	if (arms)
		ktrace_arming_wait();
	return 0;
}

int ktrace_event_id_show(struct seq_file *m, void *data)
{
	const struct event_dir *dir = data;

	seq_printf(m, "%u\n", READ_ONCE(dir->event->id));
	return 0;
}

/* Append a line for each field.  Return: 0 or -ENOMEM. */
static int format_fields(const struct ktrace_event *event, struct seq_buf *out)
{
	unsigned int nr, i;
	struct ktrace_field *fields __free(kfree) = ktrace_event_fields(event, &nr);

	if (!fields)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		/* A blank line separates the common fields from the event's own. */
		if (i == KTRACE_COMMON_FIELDS)
			seq_buf_putc(out, '\n');
		ktrace_field_show(&fields[i], out);
	}
	return 0;
}

int ktrace_event_format_show(struct seq_file *m, void *data)
{
	const struct event_dir *dir = data;
	struct ktrace_event *event = dir->event;
	struct seq_buf out;
	size_t room;
	char *buf;
	int err;

	/* The id and the fields belong together: options/call-time changes both. */
	guard(mutex)(&ktrace_event_mutex);
	seq_printf(m, "name: %s\nID: %u\nformat:\n", event->name, event->id);
	room = seq_get_buf(m, &buf);
	seq_buf_init(&out, buf, room);
	err = format_fields(event, &out);
	if (err)
		return err;
	seq_buf_puts(&out, "\nprint fmt: ");
	event->class->print_fmt(event, &out);
	seq_buf_putc(&out, '\n');
	/* If the buffer is full, seq_file calls this function again with a larger one. */
	seq_commit(m, seq_buf_has_overflowed(&out) ? -1 : (int)seq_buf_used(&out));
	return 0;
}

int ktrace_event_filter_show(struct seq_file *m, void *data)
{
	const struct event_dir *dir = data;
	const struct ktrace_filter *filter = NULL;
	const struct ktrace_listener *listener;

	guard(mutex)(&ktrace_event_mutex);
	listener = ktrace_listener_find(dir->event, dir->instance);
	if (listener)
		filter = rcu_dereference_protected(listener->filter,
						   lockdep_is_held(&ktrace_event_mutex));
	seq_printf(m, "%s\n", filter ? ktrace_filter_text(filter) : "none");
	return 0;
}

int ktrace_event_filter_write(struct ktrace_command *command, void *data)
{
	struct ktrace_filter_batch batch = { };
	struct ktrace_listener *listener;
	int err;

	/* Remove a newline at the end. */
	ktrace_span_strip(command->text);
	scoped_guard(mutex, &ktrace_event_mutex) {
		listener = event_listener(data);
		err = PTR_ERR_OR_ZERO(listener);
		if (!err) {
			err = ktrace_filter_batch_add(&batch, command, listener);
			if (err)
				ktrace_listener_trim(listener);
			else
				ktrace_filter_batch_publish(&batch);
		}
	}
	ktrace_filter_batch_end(&batch);
	return err;
}

int ktrace_event_trigger_show(struct seq_file *m, void *data)
{
	const struct event_dir *dir = data;

	guard(mutex)(&ktrace_event_mutex);
	ktrace_triggers_show(m, ktrace_listener_find(dir->event, dir->instance));
	return 0;
}

/* Execute a line of the file trigger.  Return: as for ktrace_trigger_command(). */
static int event_trigger_try(struct ktrace_command *command, const struct event_dir *dir,
			     struct ktrace_trigger_memory *memory)
{
	struct ktrace_trigger_drop drop = { .tables = &memory->tables };
	struct ktrace_listener *listener;
	int err;

	scoped_guard(mutex, &ktrace_event_mutex) {
		listener = event_listener(dir);
		err = IS_ERR(listener) ? PTR_ERR(listener) :
		      ktrace_trigger_command(command, listener, &drop);
	}
	ktrace_trigger_drop_end(&drop);
	return err;
}

int ktrace_event_trigger_write(struct ktrace_command *command, void *data)
{
	const struct event_dir *dir = data;
	struct ktrace_trigger_memory memory = KTRACE_TRIGGER_MEMORY(memory);
	int err;

	/*
	 * Allocate rings and tables without the mutex, and only after the line has passed the other
	 * checks.
	 */
	while ((err = event_trigger_try(command, dir, &memory)) == -EAGAIN) {
		/* Other writers may change again and again what the line needs. */
		err = fatal_signal_pending(current) ? -EINTR :
		      ktrace_trigger_prepare(dir->instance, &memory);
		if (err)
			break;
	}
	ktrace_trigger_prepare_end(dir->instance, &memory);
	if (err)
		event_listener_trim(dir);
	return err;
}

/*
 * Opening the file for writing with O_TRUNC removes histograms and keeps other
 * triggers, as in ftrace.
 */
int ktrace_event_trigger_clear(void *data)
{
	const struct event_dir *dir = data;
	struct ktrace_trigger_drop drop = { };
	struct ktrace_listener *listener;
	int err = 0;

	scoped_guard(mutex, &ktrace_event_mutex) {
		listener = list_empty(&dir->event->node) ? NULL :
			   ktrace_listener_find(dir->event, dir->instance);
		if (listener)
			err = ktrace_triggers_clear(listener, &drop);
	}
	ktrace_trigger_drop_end(&drop);
	return err;
}

struct ktrace_listing *ktrace_event_hist_list(void *data)
{
	const struct event_dir *dir = data;
	struct ktrace_listing *listing;

	scoped_guard(mutex, &ktrace_event_mutex)
		listing = ktrace_hists_take(ktrace_listener_find(dir->event, dir->instance));
	return ktrace_hists_sort(listing);
}

static void event_dir_release(void *data)
{
	kfree(data);
}

static const struct ktrace_dir_type event_dir_type = {
	.removable	= true,
	.release	= event_dir_release,
};

/**
 * ktrace_event_dir_create - create the directory of an event with its files, unless it exists
 * @event: the event
 * @instance: the instance
 * @parent: directory of the event's system in the instance
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0, or an errno after nothing was created.
 */
int ktrace_event_dir_create(struct ktrace_event *event, struct ktrace_instance *instance,
			    struct ktrace_dir *parent)
{
	unsigned int scopes = KTRACE_SCOPE_EVENT |
			      (event->class->own ? 0 : KTRACE_SCOPE_USER_EVENT);
	struct event_dir *data;
	struct ktrace_dir *dir;
	int err;

	lockdep_assert_held(&ktrace_event_mutex);
	if (ktrace_dir_child(parent, event->name))
		return 0;
	data = kmalloc(sizeof(*data), GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	*data = (struct event_dir) { .event = event, .instance = instance };
	dir = ktrace_dir_create_known(event->name, &event_dir_type, data);
	if (!dir) {
		kfree(data);
		return -ENOMEM;
	}
	err = ktrace_files_create(dir, scopes, data) ?: ktrace_dir_add(parent, dir);
	if (err)
		ktrace_dir_discard(dir);
	else
		ktrace_dir_announce(dir);
	return err;
}
