// SPDX-License-Identifier: GPL-2.0
/* What clients of the base's tracer know: trace_options, and how lines show code. */
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

static bool stacktrace_get(struct ktrace_instance *instance)
{
	return READ_ONCE(instance->stack);
}

static bool sym_offset_get(struct ktrace_instance *instance)
{
	return READ_ONCE(instance->sym_offset);
}

static void sym_offset_set(struct ktrace_instance *instance, bool on)
{
	WRITE_ONCE(instance->sym_offset, on);
}

static bool sym_addr_get(struct ktrace_instance *instance)
{
	return READ_ONCE(instance->sym_addr);
}

static void sym_addr_set(struct ktrace_instance *instance, bool on)
{
	WRITE_ONCE(instance->sym_addr, on);
}

static const struct client_option client_options[] = {
	{ "sym-offset",		sym_offset_get,		sym_offset_set },
	{ "sym-addr",		sym_addr_get,		sym_addr_set },
	{ "overwrite",		overwrite_get,		overwrite_set },
	{ "disable_on_free",	disable_on_free_get,	disable_on_free_set },
	{ "stacktrace",		stacktrace_get,		ktrace_instance_set_stack },
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
 * options/sym-offset, options/sym-addr: how lines show places in the code
 */

static int sym_offset_show(struct seq_file *m, void *data)
{
	seq_printf(m, "%d\n", sym_offset_get(data));
	return 0;
}

static int sym_offset_write(struct ktrace_command *command, void *data)
{
	bool on;
	int err = ktrace_command_bool(command, &on);

	if (!err)
		sym_offset_set(data, on);
	return err;
}

static int sym_addr_show(struct seq_file *m, void *data)
{
	seq_printf(m, "%d\n", sym_addr_get(data));
	return 0;
}

static int sym_addr_write(struct ktrace_command *command, void *data)
{
	bool on;
	int err = ktrace_command_bool(command, &on);

	if (!err)
		sym_addr_set(data, on);
	return err;
}

static const struct ktrace_knob client_option_knobs[] = {
	KTRACE_KNOB("sym-offset", 0600, sym_offset_show, sym_offset_write,
		    .owner = ktrace_instance_owner),
	KTRACE_KNOB("sym-addr", 0600, sym_addr_show, sym_addr_write,
		    .owner = ktrace_instance_owner),
};

/**
 * ktrace_client_files_create - make what clients look for in an instance
 * @instance: the instance
 * @options: its directory of options
 *
 * Context: task; sleeps.
 * Return: 0 or an errno.
 */
int ktrace_client_files_create(struct ktrace_instance *instance, struct dentry *options)
{
	return ktrace_knob_create(&trace_options_knob, 1, instance->dir, instance) ?:
	       ktrace_knob_create(client_option_knobs, ARRAY_SIZE(client_option_knobs),
				  options, instance);
}
