// SPDX-License-Identifier: GPL-2.0
/* The files that every instance has. */
#include <linux/seq_file.h>

#include "command/error_log.h"
#include "command/knob.h"
#include "control/control.h"
#include "control/tracer.h"
#include "event/source.h"

static struct ktrace_error_log *error_log_of(void *data)
{
	struct ktrace_instance *instance = data;

	return instance->owner.errors;
}

static int error_log_show(struct seq_file *m, void *data)
{
	ktrace_error_show(error_log_of(data), m);
	return 0;
}

static int error_log_write(struct ktrace_command *command, void *data)
{
	return 0;
}

static int error_log_clear(void *data)
{
	ktrace_error_clear(error_log_of(data));
	return 0;
}

static const struct ktrace_knob error_log_knob =
	KTRACE_KNOB("error_log", 0640, error_log_show, error_log_write,
		    .clear = error_log_clear, .owner = ktrace_instance_owner);

/* Create the files of sources that exist in each instance. */
static int source_instance_fill(const struct ktrace_source *source,
				struct ktrace_instance *instance)
{
	return ktrace_knob_create(source->instance_knobs, source->nr_instance_knobs,
				  instance->dir, instance) ?:
	       ktrace_dir_add_files(instance->dir, source->instance_files,
				    sizeof(*source->instance_files), source->nr_instance_files,
				    instance);
}

static int sources_instance_fill(struct ktrace_instance *instance)
{
	const struct ktrace_source *source;
	int err = 0;

	ktrace_for_each_source(source)
		err = err ?: source_instance_fill(source, instance);
	return err;
}

/**
 * ktrace_instance_files_create - create the files of each instance
 * @instance: the instance, with its directory
 *
 * Context: task; sleeps.
 * Return: 0 or an errno; on error, removing the instance's directory removes the created files.
 */
int ktrace_instance_files_create(struct ktrace_instance *instance)
{
	return ktrace_knob_create(&error_log_knob, 1, instance->dir, instance) ?:
	       ktrace_buffer_files_create(instance) ?:
	       ktrace_tracer_files_create(instance) ?:
	       ktrace_trace_files_create(instance, instance->dir, KTRACE_ALL_CPUS) ?:
	       ktrace_options_create(instance) ?:
	       ktrace_follow_files_create(instance) ?:
	       sources_instance_fill(instance) ?:
	       ktrace_event_files_create(instance);
}
