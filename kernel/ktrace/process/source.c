// SPDX-License-Identifier: GPL-2.0
/* Registers processes as a source of events; per-instance state of the source. */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/slab.h>

#include "event/instance.h"
#include "process/internal.h"

static int process_instance_new(struct ktrace_instance *instance);
static void process_instance_end(struct ktrace_instance *instance);

static struct ktrace_source process_source __refdata = {
	.name = "processes",
	.init = ktrace_process_events_init,
	.instance_new = process_instance_new,
	.instance_end = process_instance_end,
	.instance_knobs = ktrace_process_knobs,
	.nr_instance_knobs = ARRAY_SIZE(ktrace_process_knobs),
	.tracer = &ktrace_process_tracer,
	.help =
"  current_tracer = process  records system calls, signals, fork, exec and exit of processes\n"
"  process_follow_pid    PIDs of these processes, including their descendants; 0: all\n"
"  process_trace_README  describes this tracer and the files process_*\n",
};

KTRACE_SOURCE(process_source);

static int process_instance_new(struct ktrace_instance *instance)
{
	struct process_instance *about = kzalloc(sizeof(*about), GFP_KERNEL);

	if (!about)
		return -ENOMEM;
	about->groups = BIT(PROCESS_GROUPS) - 1;
	atomic_set(&about->left, PROCESS_DEATHS_ALL);
	ktrace_source_keep(&process_source, instance, about);
	return 0;
}

static void process_instance_end(struct ktrace_instance *instance)
{
	struct process_instance *about = ktrace_process_instance(instance);

	ktrace_process_set_death(instance, about, PROCESS_DEATH_NONE, PROCESS_DEATHS_ALL);
	ktrace_source_keep(&process_source, instance, NULL);
	kfree(about);
}

/**
 * ktrace_process_instance - get the state of this source in an instance
 * @instance:	the instance
 *
 * Context: any; the caller keeps the instance alive.
 * Return: the state; NULL for an instance without files.
 */
struct process_instance *ktrace_process_instance(const struct ktrace_instance *instance)
{
	return ktrace_source_kept(&process_source, instance);
}
