// SPDX-License-Identifier: GPL-2.0
/* Registers processes as an event source; per-instance state of the event source. */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/init.h>
#include <linux/slab.h>

#include "event/instance.h"
#include "process/internal.h"

/* The events of processes, in the order in which they get their ids. */
static struct process_event *const process_events[] = {
	&ktrace_process_fork,
	&ktrace_process_exec,
	&ktrace_process_exit,
	&ktrace_process_rename,
	&ktrace_process_creds,
	&ktrace_process_ptrace,
	&ktrace_process_jobctl,
	&ktrace_process_generate,
	&ktrace_process_deliver,
};

/* Register the events, at boot.  Return: 0; or an errno, and then no event is registered. */
static int __init process_events_init(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(process_events); i++) {
		err = ktrace_event_register(&process_events[i]->event);
		if (!err)
			continue;
		while (i--)
			ktrace_event_unregister(&process_events[i]->event);
		return err;
	}
	return 0;
}

static int process_instance_new(struct ktrace_instance *instance)
{
	struct process_instance *about = kzalloc(sizeof(*about), GFP_KERNEL);

	if (!about)
		return -ENOMEM;
	about->groups = BIT(PROCESS_GROUPS) - 1;
	atomic_set(&about->left, PROCESS_DEATHS_ALL);
	ktrace_source_keep(ktrace_process_slot, instance, about);
	return 0;
}

static void process_instance_end(struct ktrace_instance *instance)
{
	struct process_instance *about = ktrace_process_instance(instance);

	ktrace_process_set_death(instance, about, PROCESS_DEATH_NONE, PROCESS_DEATHS_ALL);
	ktrace_source_keep(ktrace_process_slot, instance, NULL);
	kfree(about);
}

static struct ktrace_source process_source __refdata = {
	.name = "processes",
	.slot = &ktrace_process_slot,
	.init = process_events_init,
	.instance_new = process_instance_new,
	.instance_end = process_instance_end,
	.files = ktrace_process_files,
	.nr_files = ARRAY_SIZE(ktrace_process_files),
	.tracer = &ktrace_process_tracer,
	.help =
"  current_tracer = process  records system calls, signals, fork, exec and exit of processes\n",
};

KTRACE_SOURCE(process_source);
