// SPDX-License-Identifier: GPL-2.0
/* The control tree, and the files that only its top has. */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/seq_file.h>

#include "command/knob.h"
#include "control/control.h"
#include "control/files.h"
#include "control/oops.h"
#include "control/raw_map.h"
#include "event/comm.h"
#include "event/missed.h"
#include "event/source.h"
#include "fs/dir.h"
#include "fs/lockdown.h"

int ktrace_missed_events_show(struct seq_file *m, void *data)
{
	unsigned int cpu;

	seq_puts(m, "# cpu nested refused\n");
	for_each_possible_cpu(cpu) {
		const struct ktrace_missed *missed = per_cpu_ptr(&ktrace_missed, cpu);

		seq_printf(m, "%u %lu %lu\n", cpu, READ_ONCE(missed->nested),
			   READ_ONCE(missed->refused));
	}
	return 0;
}

int ktrace_saved_cmdlines_show(struct seq_file *m, void *data)
{
	ktrace_comm_show(m);
	return 0;
}

int ktrace_saved_tgids_show(struct seq_file *m, void *data)
{
	ktrace_comm_show_tgids(m);
	return 0;
}

int ktrace_saved_size_show(struct seq_file *m, void *data)
{
	seq_printf(m, "%u\n", ktrace_comm_size());
	return 0;
}

int ktrace_saved_size_write(struct ktrace_command *command, void *data)
{
	unsigned long nr;
	int err = ktrace_command_number(command, ULONG_MAX, &nr);

	if (err)
		return err;
	err = ktrace_comm_resize(nr);
	return err == -EINVAL ? ktrace_command_refuse(command, err, 0, "From 1 to 32768") : err;
}

static int __init control_fill(struct ktrace_instance *instance)
{
	return ktrace_instance_files_create(instance) ?:
	       ktrace_files_create(instance->dir, KTRACE_SCOPE_TOP, instance) ?:
	       ktrace_instances_dir_create(instance->dir) ?:
	       ktrace_event_files_init();
}

/**
 * ktrace_control_start - start the parts that need no control files
 *
 * A part that fails is reported in the kernel's log.
 *
 * Context: task; sleeps; called before file systems can be registered.
 */
void __init ktrace_control_start(void)
{
	/* First, because the next parts can print records. */
	int err = ktrace_lockdown_init(ktrace_raw_map_revoke);

	if (err)
		pr_err("a later lockdown will not lock open files: %d\n", err);
	/* Boot parameters change options: dump_on_oops in ktrace_oops_init(). */
	err = ktrace_options_init(&ktrace_top);
	if (err)
		pr_err("options: could not start: %d\n", err);
	err = ktrace_oops_init() ?: ktrace_ftrace_dump_init();
	if (err)
		pr_err("no dump on an oops: %d\n", err);
}

/**
 * ktrace_control_init - create the control tree
 * @instance: the top instance
 *
 * Return: 0 or an errno, and then no task can see the tree.
 */
int __init ktrace_control_init(struct ktrace_instance *instance)
{
	static const struct ktrace_dir_type root_type = { .head = true };
	int err;

	instance->dir = ktrace_dir_create("", &root_type, NULL);
	if (!instance->dir)
		return -ENOMEM;
	err = control_fill(instance);
	if (err) {
		ktrace_dir_discard(instance->dir);
		return err;
	}
	return ktrace_fs_init(instance->dir);
}
