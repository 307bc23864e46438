// SPDX-License-Identifier: GPL-2.0
/*
 * The directory of an event in an instance: enable, filter, format, id, trigger.
 *
 * Each file refers to the listener of the event and the instance, which exists as long
 * as the files.
 */
#include <linux/debugfs.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "action/trigger.h"
#include "command/knob.h"
#include "control/event_dir.h"
#include "event/event_filter.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/trigger.h"
#include "parse/filter.h"

static struct ktrace_owner *event_owner(void *data)
{
	return &((struct ktrace_listener *)data)->instance->owner;
}

/* Whether the event is registered, and not about to be removed. */
static bool event_there(const struct ktrace_listener *listener)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return !list_empty(&listener->event->node);
}

static int event_enable_show(struct seq_file *m, void *data)
{
	struct ktrace_listener *listener = data;

	guard(mutex)(&ktrace_event_mutex);
	/*
	 * A star means that triggers may switch the event or act on it while it is not
	 * recorded.
	 */
	seq_printf(m, "%d%s\n", ktrace_listener_records(listener), listener->soft ? "*" : "");
	return 0;
}

static int event_enable_write(struct ktrace_command *command, void *data)
{
	struct ktrace_listener *listener = data;
	bool on;
	int err = ktrace_command_bool(command, &on);

	if (err)
		return err;
	guard(mutex)(&ktrace_event_mutex);
	if (!event_there(listener))
		return -ENODEV;
	if (on)
		return ktrace_listener_enable(listener, KTRACE_LISTEN_USER);
	ktrace_listener_disable(listener, KTRACE_LISTEN_USER);
	return 0;
}

static int event_id_show(struct seq_file *m, void *data)
{
	struct ktrace_listener *listener = data;

	seq_printf(m, "%u\n", listener->event->id);
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

static int event_format_show(struct seq_file *m, void *data)
{
	struct ktrace_listener *listener = data;
	struct ktrace_event *event = listener->event;
	struct seq_buf out;
	size_t room;
	char *buf;
	int err;

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

static int event_filter_show(struct seq_file *m, void *data)
{
	struct ktrace_listener *listener = data;
	const struct ktrace_filter *filter;

	guard(mutex)(&ktrace_event_mutex);
	filter = rcu_dereference_protected(listener->filter,
					   lockdep_is_held(&ktrace_event_mutex));
	seq_printf(m, "%s\n", filter ? ktrace_filter_text(filter) : "none");
	return 0;
}

static int event_filter_write(struct ktrace_command *command, void *data)
{
	struct ktrace_listener *listener = data;
	struct ktrace_filter_batch batch = { };
	int err = -ENODEV;

	/* Remove a newline at the end. */
	strim(command->text);
	scoped_guard(mutex, &ktrace_event_mutex) {
		if (event_there(listener))
			err = ktrace_filter_batch_add(&batch, command, listener);
		if (!err)
			ktrace_filter_batch_publish(&batch);
	}
	ktrace_filter_batch_end(&batch);
	return err;
}

static int event_trigger_show(struct seq_file *m, void *data)
{
	struct ktrace_listener *listener = data;

	guard(mutex)(&ktrace_event_mutex);
	ktrace_triggers_show(m, listener);
	return 0;
}

static int event_trigger_write(struct ktrace_command *command, void *data)
{
	struct ktrace_listener *listener = data;
	struct ktrace_trigger_drop drop = { };
	int err = -ENODEV;

	scoped_guard(mutex, &ktrace_event_mutex)
		if (event_there(listener))
			err = ktrace_trigger_command(command, listener, &drop);
	ktrace_trigger_drop_end(&drop);
	return err;
}

/*
 * Opening the file for writing with O_TRUNC removes histograms and keeps other
 * triggers, as in ftrace.
 */
static int event_trigger_clear(void *data)
{
	struct ktrace_listener *listener = data;
	struct ktrace_trigger_drop drop = { };
	int err = 0;

	scoped_guard(mutex, &ktrace_event_mutex)
		if (event_there(listener))
			err = ktrace_triggers_clear(listener, &drop);
	ktrace_trigger_drop_end(&drop);
	return err;
}

static int event_hist_show(struct seq_file *m, void *data)
{
	struct ktrace_listener *listener = data;

	guard(mutex)(&ktrace_event_mutex);
	ktrace_hists_show(m, listener);
	return 0;
}

static const struct ktrace_knob event_knobs[] = {
	KTRACE_KNOB("id",	0400, event_id_show, NULL, .owner = event_owner),
	KTRACE_KNOB("format",	0400, event_format_show, NULL, .owner = event_owner),
	KTRACE_KNOB("filter",	0600, event_filter_show, event_filter_write,
		    .owner = event_owner),
	KTRACE_KNOB("trigger",	0600, event_trigger_show, event_trigger_write,
		    .clear = event_trigger_clear, .owner = event_owner,
		    .end = ktrace_triggers_end_session),
	KTRACE_KNOB("hist",	0400, event_hist_show, NULL, .owner = event_owner),
	/* The last entry: ktrace's own events have no file "enable". */
	KTRACE_KNOB("enable",	0600, event_enable_show, event_enable_write,
		    .owner = event_owner),
};

/**
 * ktrace_event_dir_create - create the directory of an event with its files
 * @listener: the event and the instance
 * @parent: directory of the event's system
 *
 * Creates only missing files.  On an error the directory stays incomplete: removing it
 * would wait for users of its files, which may wait for ktrace_event_mutex.  The next
 * call creates the remaining files, and the removal of the event removes the directory.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0 or an errno.
 */
int ktrace_event_dir_create(struct ktrace_listener *listener, struct dentry *parent)
{
	unsigned int nr = ARRAY_SIZE(event_knobs) - listener->event->class->own;
	struct dentry *dir = listener->dir;

	lockdep_assert_held(&ktrace_event_mutex);
	if (!dir) {
		dir = debugfs_create_dir(listener->event->name, parent);
		if (IS_ERR(dir))
			return PTR_ERR(dir);
		listener->dir = dir;
		listener->files = 0;
	}
	return ktrace_knob_create_rest(event_knobs, nr, dir, listener, &listener->files);
}
