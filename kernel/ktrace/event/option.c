// SPDX-License-Identifier: GPL-2.0
/* The files of options. */
#include <linux/errno.h>
#include <linux/seq_file.h>

#include "event/option.h"

/**
 * struct option_file - private data of the file of an option
 * @option:	the option
 * @instance:	the instance that has the file
 */
struct option_file {
	const struct ktrace_option *option;
	struct ktrace_instance *instance;
};

/**
 * ktrace_option_show - struct ktrace_knob.show of options: print the value
 * @m:		output
 * @data:	struct option_file
 *
 * Return: 0.
 */
int ktrace_option_show(struct seq_file *m, void *data)
{
	const struct option_file *file = data;

	seq_printf(m, "%u\n", file->option->get(file->instance, file->option));
	return 0;
}

/**
 * ktrace_option_write - struct ktrace_knob.write of options: set the value
 * @command:	a number
 * @data:	struct option_file
 *
 * Return: 0; an errno of ktrace_command_number() or ktrace_command_bool(), the latter for an
 * option that is on or off; or the errno of struct ktrace_option.set.
 */
int ktrace_option_write(struct ktrace_command *command, void *data)
{
	const struct option_file *file = data;
	const struct ktrace_option *option = file->option;
	unsigned long value;
	bool on;
	int err;

	if (option->max == 1) {
		err = ktrace_command_bool(command, &on);
		value = on;
	} else {
		err = ktrace_command_number(command, option->max, &value);
	}
	return err ?: option->set(command, file->instance, option, value);
}

/**
 * ktrace_option_owner - struct ktrace_knob.owner of options: the instance
 * @data:	struct option_file
 *
 * Return: the owner of the file.
 */
struct ktrace_owner *ktrace_option_owner(void *data)
{
	const struct option_file *file = data;

	return &file->instance->owner;
}

/**
 * ktrace_option_create - create the file of an option
 * @option:	the option
 * @instance:	the instance; a global option has a file only in the top directory
 * @dir:	its directory options/
 *
 * Context: task; sleeps.
 * Return: 0, or an errno; then the caller must remove the instance's directory.
 */
int ktrace_option_create(const struct ktrace_option *option, struct ktrace_instance *instance,
			 struct ktrace_dir *dir)
{
	struct option_file *file;

	if (option->global && instance != &ktrace_top)
		return 0;
	file = ktrace_instance_alloc(instance, sizeof(*file));
	if (!file)
		return -ENOMEM;
	file->option = option;
	file->instance = instance;
	return ktrace_knob_create(&option->knob, 1, KTRACE_SCOPE_OPTIONS, dir, file);
}
