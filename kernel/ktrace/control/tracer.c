// SPDX-License-Identifier: GPL-2.0
/* The files about tracers: available_tracers and current_tracer. */
#include <linux/seq_file.h>
#include <linux/string.h>

#include "command/knob.h"
#include "control/files.h"
#include "event/source.h"
#include "event/tracer.h"
#include "parse/span.h"

int ktrace_available_tracers_show(struct seq_file *m, void *data)
{
	const struct ktrace_source *source;

	ktrace_for_each_source(source)
		if (source->tracer)
			seq_printf(m, "%s ", source->tracer->name);
	/* libtracefs leaves "nop" out of its list only if it is the last name. */
	seq_puts(m, "nop\n");
	return 0;
}

int ktrace_current_tracer_show(struct seq_file *m, void *data)
{
	seq_printf(m, "%s\n", ktrace_tracer_name(data));
	return 0;
}

int ktrace_current_tracer_write(struct ktrace_command *command, void *data)
{
	char *name = ktrace_span_strip(command->text);
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
