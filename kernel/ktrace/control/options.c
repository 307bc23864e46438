// SPDX-License-Identifier: GPL-2.0
/*
 * The table of options of instances, the directory options/, trace_options, and the lines
 * of README about options.
 *
 * Options of an event source are in a table of the source: struct ktrace_source.options.
 */
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "command/knob.h"
#include "control/console.h"
#include "control/control.h"
#include "control/files.h"
#include "control/oops.h"
#include "event/option.h"
#include "event/source.h"
#include "parse/span.h"
#include "text/format.h"

static unsigned int overwrite_get(struct ktrace_instance *instance,
				  const struct ktrace_option *option)
{
	return READ_ONCE(instance->buffer.overwrite);
}

static int overwrite_set(struct ktrace_command *command, struct ktrace_instance *instance,
			 const struct ktrace_option *option, unsigned int value)
{
	ktrace_buffer_set_overwrite(&instance->buffer, value);
	return 0;
}

static unsigned int disable_on_free_get(struct ktrace_instance *instance,
					const struct ktrace_option *option)
{
	return READ_ONCE(instance->disable_on_free);
}

static int disable_on_free_set(struct ktrace_command *command,
			       struct ktrace_instance *instance,
			       const struct ktrace_option *option, unsigned int value)
{
	WRITE_ONCE(instance->disable_on_free, value);
	return 0;
}

static unsigned int event_fork_get(struct ktrace_instance *instance,
				   const struct ktrace_option *option)
{
	return ktrace_taskset_follows_forks(&instance->tasks);
}

static int event_fork_set(struct ktrace_command *command, struct ktrace_instance *instance,
			  const struct ktrace_option *option, unsigned int value)
{
	ktrace_taskset_set_follow_forks(&instance->tasks, value);
	return 0;
}

/* Options of views: @option->arg is the bit in struct ktrace_instance.show. */
static unsigned int show_get(struct ktrace_instance *instance,
			     const struct ktrace_option *option)
{
	return !!(READ_ONCE(instance->show) & option->arg);
}

static int show_set(struct ktrace_command *command, struct ktrace_instance *instance,
		    const struct ktrace_option *option, unsigned int value)
{
	assign_bit(__ffs(option->arg), &instance->show, value);
	return 0;
}

static const struct ktrace_option control_options[] = {
	KTRACE_OPTION("overwrite", 1, 1, overwrite_get, overwrite_set,
		      .help = "1: a full ring overwrites the oldest records, 0: drops new ones"),
	KTRACE_OPTION("disable_on_free", 1, 0, disable_on_free_get, disable_on_free_set,
		      .help = "1: closing free_buffer also stops recording"),
	KTRACE_OPTION("event-fork", 1, 0, event_fork_get, event_fork_set,
		      .help = "1: add children of listed tasks, remove tasks that exit"),
	KTRACE_OPTION("sym-offset", 1, 0, show_get, show_set,
		      .arg = KTRACE_CODE_OFFSET,
		      .help = "1: show code addresses as function and offset"),
	KTRACE_OPTION("sym-addr", 1, 0, show_get, show_set,
		      .arg = KTRACE_CODE_ADDRESS,
		      .help = "1: show the numeric address, too"),
	KTRACE_OPTION("record-tgid", 1, 0, show_get, show_set,
		      .arg = KTRACE_SHOW_TGID,
		      .help = "1: show the process of each task"),
	KTRACE_OPTION("irq-info", 1, 1, show_get, show_set,
		      .arg = KTRACE_SHOW_CONTEXT,
		      .help = "0: omit the columns of the context"),
	KTRACE_OPTION("latency-format", 1, 0, show_get, show_set,
		      .arg = KTRACE_SHOW_LATENCY,
		      .help = "1: show times since the buffer was emptied, and mark\n"
			      KTRACE_OPTION_INDENT
			      "long times to the next record"),
	KTRACE_OPTION("pause-on-trace", 1, 0, show_get, show_set,
		      .arg = KTRACE_SHOW_PAUSE,
		      .help = "1: record nothing while trace is open for reading"),
	KTRACE_OPTION("dump_on_oops", KTRACE_OOPS_MAX, 0, ktrace_oops_get, ktrace_oops_set,
		      .help = "1: print the records on the console at an oops or panic;\n"
			      KTRACE_OPTION_INDENT
			      "2: only the records of the CPU with the oops"),
	KTRACE_OPTION("tp_printk", 1, 0, ktrace_console_get, ktrace_console_set,
		      .global = true,
		      .help = "1: print records on the console as they are written"),
};

/* Return option number @i of those of control_options and of all sources, or NULL. */
static const struct ktrace_option *option_at(unsigned int i)
{
	const struct ktrace_source *source;

	if (i < ARRAY_SIZE(control_options))
		return &control_options[i];
	i -= ARRAY_SIZE(control_options);
	ktrace_for_each_source(source) {
		if (i < source->nr_options)
			return &source->options[i];
		i -= source->nr_options;
	}
	return NULL;
}

/*
 * trace_options: the options that are on or off, one per line, with "no" before those that
 * are off
 */

int ktrace_trace_options_show(struct seq_file *m, void *data)
{
	const struct ktrace_option *option;
	unsigned int i;

	for (i = 0; (option = option_at(i)); i++)
		if (ktrace_option_is_flag(option))
			seq_printf(m, "%s%s\n", option->get(data, option) ? "" : "no",
				   option->knob.file.name);
	return 0;
}

int ktrace_trace_options_write(struct ktrace_command *command, void *data)
{
	const char *name = ktrace_span_strip(command->text);
	unsigned int column = name - command->text, i;
	bool on = !str_has_prefix(name, "no");
	const struct ktrace_option *option;

	if (!on)
		name += strlen("no");
	for (i = 0; (option = option_at(i)); i++)
		if (ktrace_option_is_flag(option) && !strcmp(name, option->knob.file.name))
			return option->set(command, data, option, on);
	return ktrace_command_refuse(command, -EINVAL, column, "No such option");
}

/**
 * ktrace_options_readme - print the lines of README about options
 * @m: output
 */
void ktrace_options_readme(struct seq_file *m)
{
	const struct ktrace_option *option;
	unsigned int i;

	for (i = 0; (option = option_at(i)); i++)
		seq_printf(m, "  options/%-15s default %u; %s\n", option->knob.file.name,
			   option->initial, option->help);
}

/**
 * ktrace_options_init - give the options their initial values
 * @instance: a new instance, of which nobody else knows; the top instance also stands for the
 *	options that all instances share
 *
 * Context: task; sleeps; before boot parameters and files can change an option.
 * Return: 0, or the errno of an option that could not be set.
 */
int ktrace_options_init(struct ktrace_instance *instance)
{
	struct ktrace_command none = { .text = "" };
	const struct ktrace_option *option;
	unsigned int i;
	int err = 0;

	for (i = 0; !err && (option = option_at(i)); i++) {
		if ((option->global || option->inherits) && instance != &ktrace_top)
			continue;
		if (option->get(instance, option) != option->initial)
			err = option->set(&none, instance, option, option->initial);
	}
	return err;
}

/**
 * ktrace_options_create - create the directory options/ of an instance
 * @instance: the instance, with its directory
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM; the files are removed with the instance's directory.
 */
int ktrace_options_create(struct ktrace_instance *instance)
{
	struct ktrace_dir *dir = ktrace_dir_create_in(instance->dir, "options", NULL, NULL);
	const struct ktrace_option *option;
	int err = PTR_ERR_OR_ZERO(dir);
	unsigned int i;

	for (i = 0; !err && (option = option_at(i)); i++)
		err = ktrace_option_create(option, instance, dir);
	return err;
}
