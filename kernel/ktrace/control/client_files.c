// SPDX-License-Identifier: GPL-2.0
/* Files for clients of ftrace: trace_options, and options for symbols and columns. */
#include <linux/bitops.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "command/knob.h"
#include "control/control.h"
#include "event/code.h"

/* trace_options: a word for each boolean option, with the prefix "no" if the option is off */

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

static bool userstacktrace_get(struct ktrace_instance *instance)
{
	return READ_ONCE(instance->user_stack);
}

/* An option that is a bit in instance->show; @inverse: the option is on while the bit is 0. */
#define SHOW_OPTION(name, bit, inverse)							\
	static bool name##_get(struct ktrace_instance *instance)			\
	{										\
		return !!(READ_ONCE(instance->show) & (bit)) != (inverse);	\
	}										\
	static void name##_set(struct ktrace_instance *instance, bool on)		\
	{										\
		assign_bit(__builtin_ctz(bit), &instance->show, on != (inverse));	\
	}										\
	static int name##_show(struct seq_file *m, void *data)				\
	{										\
		seq_printf(m, "%d\n", name##_get(data));				\
		return 0;								\
	}										\
	static int name##_write(struct ktrace_command *command, void *data)		\
	{										\
		bool on;								\
		int err = ktrace_command_bool(command, &on);				\
											\
		if (!err)								\
			name##_set(data, on);						\
		return err;								\
	}

SHOW_OPTION(sym_offset, KTRACE_CODE_OFFSET, false)
SHOW_OPTION(sym_addr, KTRACE_CODE_ADDRESS, false)
SHOW_OPTION(record_tgid, KTRACE_SHOW_TGID, false)
SHOW_OPTION(irq_info, KTRACE_SHOW_NO_CONTEXT, true)
SHOW_OPTION(latency_format, KTRACE_SHOW_LATENCY, false)

static const struct client_option client_options[] = {
	{ "sym-offset",		sym_offset_get,		sym_offset_set },
	{ "sym-addr",		sym_addr_get,		sym_addr_set },
	{ "record-tgid",	record_tgid_get,	record_tgid_set },
	{ "irq-info",		irq_info_get,		irq_info_set },
	{ "latency-format",	latency_format_get,	latency_format_set },
	{ "overwrite",		overwrite_get,		overwrite_set },
	{ "disable_on_free",	disable_on_free_get,	disable_on_free_set },
	{ "stacktrace",		stacktrace_get,		ktrace_instance_set_stack },
	{ "event-fork",		event_fork_get,		event_fork_set },
	{ "userstacktrace",	userstacktrace_get,	ktrace_instance_set_user_stack },
};

/* The last option exists only if the architecture supports user stacks. */
#define NR_CLIENT_OPTIONS	\
	(ARRAY_SIZE(client_options) - !IS_ENABLED(CONFIG_USER_STACKTRACE_SUPPORT))

static int trace_options_show(struct seq_file *m, void *data)
{
	unsigned int i;

	for (i = 0; i < NR_CLIENT_OPTIONS; i++)
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
	for (i = 0; i < NR_CLIENT_OPTIONS; i++) {
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

/* options/sym-offset and others: format of lines */

#define SHOW_KNOB(file, name) \
	KTRACE_KNOB(file, 0600, name##_show, name##_write, .owner = ktrace_instance_owner)

static const struct ktrace_knob client_option_knobs[] = {
	SHOW_KNOB("sym-offset", sym_offset),
	SHOW_KNOB("sym-addr", sym_addr),
	SHOW_KNOB("record-tgid", record_tgid),
	SHOW_KNOB("irq-info", irq_info),
	SHOW_KNOB("latency-format", latency_format),
};

/**
 * ktrace_client_files_create - create an instance's files for clients of ftrace
 * @instance: the instance
 * @options: directory options/ of the instance
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
