// SPDX-License-Identifier: GPL-2.0
/* The files about tracers: available_tracers and current_tracer. */
#include <linux/seq_file.h>
#include <linux/string.h>

#include "control/control.h"
#include "control/tracer.h"
#include "event/source.h"
#include "event/tracer.h"

static int available_tracers_show(struct seq_file *m, void *data)
{
	const struct ktrace_source *source;

	ktrace_for_each_source(source)
		if (source->tracer)
			seq_printf(m, "%s ", source->tracer->name);
	/* libtracefs leaves "nop" out of its list only if it is the last name. */
	seq_puts(m, "nop\n");
	return 0;
}

static int current_tracer_show(struct seq_file *m, void *data)
{
	seq_printf(m, "%s\n", ktrace_tracer_name(data));
	return 0;
}

static int current_tracer_write(struct ktrace_command *command, void *data)
{
	char *name = strim(command->text);
	unsigned int column = name - command->text;
	const struct ktrace_tracer *tracer = ktrace_tracer_find(name);
	int err;

	if (!tracer)
		return ktrace_command_refuse(command, -EINVAL, column, "Unknown tracer");
	err = ktrace_tracer_start(data, tracer);
	if (err == -ENODEV)
		return ktrace_command_refuse(command, err, column,
					     "There is nothing that it could record");
	return err;
}

static const struct ktrace_knob tracer_knobs[] = {
	KTRACE_KNOB("available_tracers", 0440, available_tracers_show, NULL,
		    .owner = ktrace_instance_owner),
	KTRACE_KNOB("current_tracer",	 0640, current_tracer_show, current_tracer_write,
		    .owner = ktrace_instance_owner),
};

/**
 * ktrace_tracer_files_create - create the files about tracers
 * @instance: the instance, whose directory exists
 *
 * Return: 0 or an errno.
 */
int ktrace_tracer_files_create(struct ktrace_instance *instance)
{
	return ktrace_knob_create(tracer_knobs, ARRAY_SIZE(tracer_knobs), instance->dir,
				  instance);
}
