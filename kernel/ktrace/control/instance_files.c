// SPDX-License-Identifier: GPL-2.0
/* Creates the files and directories of an instance. */
#include "control/control.h"
#include "event/source.h"

/**
 * ktrace_instance_files_create - create the files and directories of each instance
 * @instance: the instance, with its directory
 *
 * Context: task; sleeps.
 * Return: 0 or an errno; on error, removing the instance's directory removes the created files.
 */
int ktrace_instance_files_create(struct ktrace_instance *instance)
{
	return ktrace_files_create(instance->dir, KTRACE_SCOPE_INSTANCE, instance) ?:
	       ktrace_trace_files_create(instance, instance->dir, KTRACE_ALL_CPUS) ?:
	       ktrace_per_cpu_create(instance) ?:
	       ktrace_options_create(instance) ?:
	       ktrace_event_files_create(instance);
}
