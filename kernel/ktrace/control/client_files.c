// SPDX-License-Identifier: GPL-2.0
/*
 * Files that clients of the base's tracer insist on: trace_options, and the formats
 * of records in events/ftrace/ that have fixed ids.
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "command/knob.h"
#include "control/control.h"

/*
 * trace_options: the options that are on or off, a word each, with "no" in front of
 * those that are off
 */

struct client_option {
	const char *name;
	bool	(*get)(struct ktrace_instance *instance);
	void	(*set)(struct ktrace_instance *instance, bool on);
};

static bool overwrite_get(struct ktrace_instance *instance)
{
	return READ_ONCE(instance->buffer.overwrite);
}

static void overwrite_set(struct ktrace_instance *instance, bool on)
{
	ktrace_buffer_set_overwrite(&instance->buffer, on);
}

static bool disable_on_free_get(struct ktrace_instance *instance)
{
	return READ_ONCE(instance->disable_on_free);
}

static void disable_on_free_set(struct ktrace_instance *instance, bool on)
{
	WRITE_ONCE(instance->disable_on_free, on);
}

static bool event_fork_get(struct ktrace_instance *instance)
{
	return ktrace_task_follow_forks(&instance->tasks);
}

static void event_fork_set(struct ktrace_instance *instance, bool on)
{
	ktrace_task_set_follow_forks(&instance->tasks, on);
}

static const struct client_option client_options[] = {
	{ "overwrite",		overwrite_get,		overwrite_set },
	{ "disable_on_free",	disable_on_free_get,	disable_on_free_set },
	{ "event-fork",		event_fork_get,		event_fork_set },
};

static int trace_options_show(struct seq_file *m, void *data)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(client_options); i++)
		seq_printf(m, "%s%s\n", client_options[i].get(data) ? "" : "no",
			   client_options[i].name);
	return 0;
}

static int trace_options_write(struct ktrace_command *command, void *data)
{
	const char *name = strim(command->text);
	unsigned int column = name - command->text, i;
	bool on = !str_has_prefix(name, "no");

	if (!on)
		name += strlen("no");
	for (i = 0; i < ARRAY_SIZE(client_options); i++) {
		if (strcmp(name, client_options[i].name))
			continue;
		client_options[i].set(data, on);
		return 0;
	}
	return ktrace_command_refuse(command, -EINVAL, column, "No such option");
}

static const struct ktrace_knob trace_options_knob =
	KTRACE_KNOB("trace_options", 0600, trace_options_show, trace_options_write,
		    .owner = ktrace_instance_owner);

/*
 * events/ftrace/NAME/format.  Clients read all of them, and those of trace-cmd end if
 * there is none.
 */

struct client_format {
	const char *name;
	unsigned int id;
	const char *fields;
	const char *print_fmt;
};

static const struct client_format client_formats[] = {
	{
		"print", 5,
		"\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n"
		"\tfield:char buf[];\toffset:16;\tsize:0;\tsigned:1;\n",
		"\"%ps: %s\", (void *)REC->ip, REC->buf",
	},
	{
		"bprint", 6,
		"\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n"
		"\tfield:const char * fmt;\toffset:16;\tsize:8;\tsigned:0;\n"
		"\tfield:u32 buf[];\toffset:24;\tsize:0;\tsigned:0;\n",
		"\"%ps: %s\", (void *)REC->ip, REC->fmt",
	},
};

static int client_format_show(struct seq_file *m, void *data)
{
	const struct client_format *format = data;

	seq_printf(m, "name: %s\nID: %u\nformat:\n", format->name, format->id);
	seq_puts(m, "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
		 "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
		 "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
		 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n");
	seq_printf(m, "%s\nprint fmt: %s\n", format->fields, format->print_fmt);
	return 0;
}

static int client_format_id_show(struct seq_file *m, void *data)
{
	const struct client_format *format = data;

	seq_printf(m, "%u\n", format->id);
	return 0;
}

static const struct ktrace_knob client_format_knobs[] = {
	KTRACE_KNOB("format",	0400, client_format_show, NULL),
	KTRACE_KNOB("id",	0400, client_format_id_show, NULL),
};

/**
 * ktrace_client_formats_create - make the directory ftrace/
 * @events_dir: the directory events/
 *
 * Context: task; sleeps.
 * Return: 0 or an errno.
 */
int ktrace_client_formats_create(struct dentry *events_dir)
{
	struct dentry *parent = debugfs_create_dir("ftrace", events_dir), *dir;
	int err = PTR_ERR_OR_ZERO(parent);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(client_formats) && !err; i++) {
		dir = debugfs_create_dir(client_formats[i].name, parent);
		err = PTR_ERR_OR_ZERO(dir) ?:
		      ktrace_knob_create(client_format_knobs, ARRAY_SIZE(client_format_knobs),
					 dir, (void *)&client_formats[i]);
	}
	return err;
}

/**
 * ktrace_client_files_create - make what clients look for in an instance
 * @instance: the instance
 *
 * Context: task; sleeps.
 * Return: 0 or an errno.
 */
int ktrace_client_files_create(struct ktrace_instance *instance)
{
	return ktrace_knob_create(&trace_options_knob, 1, instance->dir, instance);
}
