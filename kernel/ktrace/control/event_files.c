// SPDX-License-Identifier: GPL-2.0
/*
 * The directory events/, and the files that list and set events by name.
 */
#include <linux/debugfs.h>
#include <linux/glob.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "control/control.h"
#include "event/event.h"

/**
 * struct system_dir - a directory of events
 * @node:	in the list of all
 * @dir:	the directory
 * @name:	its name
 * @events:	how many events stand in it
 */
struct system_dir {
	struct list_head node;
	struct dentry	*dir;
	char		*name;
	unsigned int	events;
};

/* All systems; under ktrace_event_mutex. */
static LIST_HEAD(systems);
/* events/; made once. */
static struct dentry *events_dir;

static struct ktrace_buffer *top_buffer(void)
{
	return &ktrace_top.buffer;
}

/* What these files show and set is the user's; a tracer listens besides. */
static bool event_on(struct ktrace_event *event)
{
	return ktrace_event_enabled(event, top_buffer(), KTRACE_TAP_USER);
}

/*
 * An event's files
 */

/* The event, if it is not being unregistered. */
static struct ktrace_event *event_alive(struct ktrace_event *event)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return list_empty(&event->node) ? NULL : event;
}

static int event_enable_show(struct seq_file *m, void *data)
{
	guard(mutex)(&ktrace_event_mutex);
	seq_printf(m, "%d\n", event_on(data));
	return 0;
}

static int event_switch(struct ktrace_event *event, bool on)
{
	if (on)
		return ktrace_event_enable(event, top_buffer(), KTRACE_TAP_USER);
	ktrace_event_disable(event, top_buffer(), KTRACE_TAP_USER);
	return 0;
}

static int event_enable_write(struct ktrace_command *command, void *data)
{
	bool on;
	int err = ktrace_command_bool(command, &on);

	if (err)
		return err;
	guard(mutex)(&ktrace_event_mutex);
	return event_alive(data) ? event_switch(data, on) : -ENODEV;
}

static int event_id_show(struct seq_file *m, void *data)
{
	struct ktrace_event *event = data;

	seq_printf(m, "%u\n", event->id);
	return 0;
}

static void field_show(struct seq_file *m, const struct ktrace_field *field)
{
	const char *array = strchr(field->type, '[');
	int type_len = array ? array - field->type : strlen(field->type);
	const char *suffix = field->suffix ?: "";

	/* An array's size stands behind the name, except for dynamic data. */
	if (array && strncmp(field->type, "__data_loc", 10))
		seq_printf(m, "\tfield:%.*s %s%s%s;", type_len, field->type, field->name,
			   suffix, array);
	else
		seq_printf(m, "\tfield:%s %s%s;", field->type, field->name, suffix);
	seq_printf(m, "\toffset:%u;\tsize:%u;\tsigned:%d;\n", field->offset,
		   field->size, field->is_signed);
}

static int event_format_show(struct seq_file *m, void *data)
{
	static const struct ktrace_field common[] = {
		{ "unsigned short", "common_type", 0, 2, false },
		{ "unsigned char", "common_flags", 2, 1, false },
		{ "unsigned char", "common_preempt_count", 3, 1, false },
		{ "int", "common_pid", 4, 4, true },
	};
	struct ktrace_event *event = data;
	struct ktrace_field field;
	struct seq_buf out;
	unsigned int i;
	size_t room;
	char *buf;

	seq_printf(m, "name: %s\nID: %u\nformat:\n", event->name, event->id);
	for (i = 0; i < ARRAY_SIZE(common); i++)
		field_show(m, &common[i]);
	seq_putc(m, '\n');
	for (i = 0; event->class->field(event, i, &field); i++)
		field_show(m, &field);

	seq_puts(m, "\nprint fmt: ");
	room = seq_get_buf(m, &buf);
	seq_buf_init(&out, buf, room);
	event->class->print_fmt(event, &out);
	/* A full buffer has seq_file come again with a larger one. */
	seq_commit(m, seq_buf_has_overflowed(&out) ? -1 : (int)seq_buf_used(&out));
	seq_putc(m, '\n');
	return 0;
}

static int event_filter_show(struct seq_file *m, void *data)
{
	seq_puts(m, "none\n");
	return 0;
}

static int event_filter_write(struct ktrace_command *command, void *data)
{
	if (!strcmp(strim(command->text), "0"))
		return 0;
	return ktrace_command_refuse(command, -EOPNOTSUPP, 0,
				     "Filters are not supported yet");
}

/*
 * The last one takes ktrace_event_mutex, under which the files are made: once it
 * is there, nothing fails any more that would have to wait for its users.
 */
static const struct ktrace_knob event_knobs[] = {
	KTRACE_KNOB("id",	0400, event_id_show, NULL),
	KTRACE_KNOB("format",	0400, event_format_show, NULL),
	KTRACE_KNOB("filter",	0600, event_filter_show, event_filter_write),
	KTRACE_KNOB("enable",	0600, event_enable_show, event_enable_write),
};

/*
 * Many events at once
 */

/**
 * struct event_match - which events a command is about
 * @system:	a glob for the system, or NULL for any
 * @name:	a glob for the event's name, or NULL for any
 * @either:	a glob for the one or the other, or NULL for any
 */
struct event_match {
	const char *system;
	const char *name;
	const char *either;
};

static bool event_matches(const struct event_match *match,
			  const struct ktrace_event *event)
{
	return (!match->system || glob_match(match->system, event->system)) &&
	       (!match->name || glob_match(match->name, event->name)) &&
	       (!match->either || glob_match(match->either, event->system) ||
		glob_match(match->either, event->name));
}

/*
 * Switch all that match.  If one can't be enabled, those that this call has
 * enabled are disabled again.
 * Return: how many matched, or an errno.
 */
static int events_switch(const struct event_match *match, bool on)
{
	unsigned long *was __free(bitmap) = NULL;
	struct ktrace_event *event, *undo;
	int err, count = 0;

	lockdep_assert_held(&ktrace_event_mutex);
	was = bitmap_zalloc(U16_MAX + 1, GFP_KERNEL);
	if (!was)
		return -ENOMEM;
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (!event_matches(match, event))
			continue;
		count++;
		if (event_on(event))
			__set_bit(event->id, was);
		err = event_switch(event, on);
		if (err)
			goto undo;
	}
	return count;
undo:
	list_for_each_entry(undo, &ktrace_event_list, node) {
		if (undo == event)
			break;
		if (event_matches(match, undo) && !test_bit(undo->id, was))
			event_switch(undo, false);
	}
	return err;
}

/* '0', '1', or 'X' if some are and some are not. */
static char events_state(const struct event_match *match)
{
	struct ktrace_event *event;
	bool on = false, off = false;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node) {
		if (!event_matches(match, event))
			continue;
		if (event_on(event))
			on = true;
		else
			off = true;
	}
	return on ? off ? 'X' : '1' : '0';
}

static int group_show(struct seq_file *m, const struct event_match *match)
{
	seq_printf(m, "%c\n", events_state(match));
	return 0;
}

static int group_write(struct ktrace_command *command, const struct event_match *match)
{
	bool on;
	int err = ktrace_command_bool(command, &on);

	if (err)
		return err;
	guard(mutex)(&ktrace_event_mutex);
	return min(events_switch(match, on), 0);
}

static int all_enable_show(struct seq_file *m, void *data)
{
	return group_show(m, &(struct event_match){ });
}

static int all_enable_write(struct ktrace_command *command, void *data)
{
	return group_write(command, &(struct event_match){ });
}

static int system_enable_show(struct seq_file *m, void *data)
{
	struct system_dir *system = data;

	return group_show(m, &(struct event_match){ .system = system->name });
}

static int system_enable_write(struct ktrace_command *command, void *data)
{
	struct system_dir *system = data;

	return group_write(command, &(struct event_match){ .system = system->name });
}

static const struct ktrace_knob system_knobs[] = {
	KTRACE_KNOB("enable",	0600, system_enable_show, system_enable_write),
};

static int available_events_show(struct seq_file *m, void *data)
{
	struct ktrace_event *event;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		seq_printf(m, "%s:%s\n", event->system, event->name);
	return 0;
}

static int set_event_show(struct seq_file *m, void *data)
{
	struct ktrace_event *event;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		if (event_on(event))
			seq_printf(m, "%s:%s\n", event->system, event->name);
	return 0;
}

/* [!]SYSTEM:EVENT, SYSTEM:, SYSTEM:*, :EVENT, or a name of systems and events */
static int set_event_one(struct ktrace_command *command, char *word)
{
	unsigned int column = word - command->text;
	struct event_match match = { };
	bool on = *word != '!';
	char *colon;
	int found;

	if (!on)
		word++;
	colon = strchr(word, ':');
	if (colon) {
		*colon = 0;
		match.system = *word ? word : NULL;
		match.name = colon[1] ? colon + 1 : NULL;
	} else {
		match.either = word;
	}
	found = events_switch(&match, on);
	if (!found)
		return ktrace_command_refuse(command, -EINVAL, column, "No such event");
	return min(found, 0);
}

static int set_event_write(struct ktrace_command *command, void *data)
{
	char *rest = command->text;
	char *word;
	int err = 0;

	guard(mutex)(&ktrace_event_mutex);
	while (!err && (word = strsep(&rest, " \t")))
		if (*word)
			err = set_event_one(command, word);
	return err;
}

static int set_event_clear(void *data)
{
	int found;

	guard(mutex)(&ktrace_event_mutex);
	found = events_switch(&(struct event_match){ }, false);
	return min(found, 0);
}

static int header_page_show(struct seq_file *m, void *data)
{
	seq_printf(m, "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		   "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		   "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		   "\tfield: char data;\toffset:%zu;\tsize:%zu;\tsigned:1;\n",
		   sizeof(struct ktrace_page_header),
		   top_buffer()->page_bytes - sizeof(struct ktrace_page_header));
	return 0;
}

static int header_event_show(struct seq_file *m, void *data)
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

static const struct ktrace_knob events_knobs[] = {
	KTRACE_KNOB("enable",		0600, all_enable_show, all_enable_write),
	KTRACE_KNOB("header_page",	0400, header_page_show, NULL),
	KTRACE_KNOB("header_event",	0400, header_event_show, NULL),
};

static const struct ktrace_knob list_knobs[] = {
	KTRACE_KNOB("available_events", 0400, available_events_show, NULL),
	KTRACE_KNOB("set_event",	0600, set_event_show, set_event_write,
		    .clear = set_event_clear, .lines = true),
};

/*
 * Directories come and go with their events
 */

static struct system_dir *system_find(const char *name)
{
	struct system_dir *system;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(system, &systems, node)
		if (!strcmp(system->name, name))
			return system;
	return NULL;
}

/* Systems stay: there are few, and their names come back. */
static struct system_dir *system_get(const char *name)
{
	struct system_dir *system = system_find(name);
	int err = -ENOMEM;

	if (system)
		return system;
	system = kzalloc(sizeof(*system), GFP_KERNEL);
	if (!system)
		return ERR_PTR(-ENOMEM);
	system->name = kstrdup(name, GFP_KERNEL);
	if (!system->name)
		goto free;
	system->dir = debugfs_create_dir(name, events_dir);
	err = PTR_ERR_OR_ZERO(system->dir);
	if (err)
		goto free;
	err = ktrace_knob_create(system_knobs, ARRAY_SIZE(system_knobs), system->dir,
				 system);
	if (err) {
		debugfs_remove(system->dir);
		goto free;
	}
	list_add_tail(&system->node, &systems);
	return system;
free:
	kfree(system->name);
	kfree(system);
	return ERR_PTR(err);
}

static int event_added(struct ktrace_event *event)
{
	struct system_dir *system = system_get(event->system);
	struct dentry *dir;
	int err;

	if (IS_ERR(system))
		return PTR_ERR(system);
	dir = debugfs_create_dir(event->name, system->dir);
	if (IS_ERR(dir))
		return PTR_ERR(dir);
	err = ktrace_knob_create(event_knobs, ARRAY_SIZE(event_knobs), dir, event);
	if (err) {
		debugfs_remove(dir);
		return err;
	}
	event->dir = dir;
	return 0;
}

static void event_removed(struct ktrace_event *event)
{
	debugfs_remove(event->dir);
}

static const struct ktrace_event_watcher event_files_watcher = {
	.added = event_added,
	.removed = event_removed,
};

/**
 * ktrace_event_files_init - make events/ and the files that list events
 * @instance: the top instance
 *
 * Return: 0 or an errno.
 */
int __init ktrace_event_files_init(struct ktrace_instance *instance)
{
	int err;

	events_dir = debugfs_create_dir("events", instance->dir);
	err = PTR_ERR_OR_ZERO(events_dir);
	if (!err)
		err = ktrace_knob_create(events_knobs, ARRAY_SIZE(events_knobs),
					 events_dir, instance);
	if (!err)
		err = ktrace_knob_create(list_knobs, ARRAY_SIZE(list_knobs),
					 instance->dir, instance);
	return err ?: ktrace_event_watch(&event_files_watcher);
}
