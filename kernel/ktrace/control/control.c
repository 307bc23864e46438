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
#include "control/oops.h"
#include "event/comm.h"
#include "event/missed.h"
#include "event/source.h"
#include "fs/dir.h"

static int missed_events_show(struct seq_file *m, void *data)
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

static int saved_cmdlines_show(struct seq_file *m, void *data)
{
	ktrace_comm_show(m);
	return 0;
}

static int saved_tgids_show(struct seq_file *m, void *data)
{
	ktrace_comm_show_tgids(m);
	return 0;
}

static int saved_size_show(struct seq_file *m, void *data)
{
	seq_printf(m, "%u\n", ktrace_comm_size());
	return 0;
}

static int saved_size_write(struct ktrace_command *command, void *data)
{
	unsigned long nr;
	int err = ktrace_command_number(command, ULONG_MAX, &nr);

	if (err)
		return err;
	err = ktrace_comm_resize(nr);
	return err == -EINVAL ? ktrace_command_refuse(command, err, 0, "From 1 to 32768") : err;
}

static const char readme[] =
"ktrace: records events of the kernel and of programs\n"
"\n"
"  tracing_on            1: record, 0: stop; records that were written stay\n"
"  tracing_cpumask       mask of the CPUs that record, in hexadecimal\n"
"  trace                 the records as text; reading does not consume them\n"
"                        echo > trace removes all records\n"
"  trace_pipe            the records as text; reading consumes them and waits\n"
"  per_cpu/cpuN/         trace, trace_pipe, trace_pipe_raw, stats, snapshot,\n"
"                        snapshot_raw, buffer_size_kb of one CPU\n"
"  available_events      all events, a line SYSTEM:EVENT for each\n"
"  set_event             enabled events; accepts SYSTEM:EVENT, SYSTEM:*, EVENT; a\n"
"                        leading ! disables; >> adds, > disables all events before;\n"
"                        suffix :mod:MODULE: events of a module, even before it is loaded\n"
"  events/SYSTEM/EVENT/  enable (0 or 1), id, format, filter\n"
"                        filter: FIELD ==|!=|<|<=|>|>=|&|~ VALUE, with && || ! ();\n"
"                        0 removes the filter\n"
"  events/SYSTEM/enable  enables all events of a system; events/enable: all events\n"
"  events/SYSTEM/filter  sets the filter of all events of the system with its fields\n"
"  events/filter         sets the filter of all events with its fields\n"
"  set_event_pid         PIDs of tasks to record; empty: all tasks; >> adds,\n"
"                        > empties the list first\n"
"  set_event_notrace_pid PIDs of tasks not to record, even if set_event_pid has them\n"
"  buffer_size_kb        size of each CPU's ring; a change drops the records\n"
"  buffer_total_size_kb  total size of all rings\n"
"  buffer_subbuf_size_kb size of a page of the ring, 4 to 512; a change drops the records\n"
"  buffer_percent        fill level at which readers of trace_pipe_raw are woken\n"
"  lost_events           number, reason and times of lost records, by event\n"
"  missed_events         events without a record, by CPU: nested too deep, or too\n"
"                        long for a record\n"
"  snapshot              1: move the records to the snapshot, 2: empty the snapshot,\n"
"                        0: free it; reading shows it. Also in per_cpu/cpuN\n"
"  free_buffer           closing this file shrinks the buffer to its minimum\n"
"  instances/            mkdir creates an instance, rmdir removes it\n"
"  mount options         [uid=<uid>],[gid=<gid>],[mode=<mode>]: owner and group of all\n"
"                        files, permissions of the top directory\n"
"  owned_instances       owned, then NAME: an instance that is removed when the last\n"
"                        descriptor of this open file is closed\n"
"\t  owned, as a line of *_events or trigger: what is written afterwards through the\n"
"\t    same open file is removed when its last descriptor is closed:\n"
"\t    exec 5>>dynamic_events; echo owned >&5; echo LINE >&5\n"
"  trace_options         all boolean options; the prefix no means off\n"
"  trace_clock           clock of the records\n"
"  current_tracer        one of available_tracers, which records its events in\n"
"                        addition to the enabled ones; nop: none\n"
"  saved_cmdlines        PID NAME of tasks\n"
"  saved_cmdlines_size   number of exited tasks whose names are kept\n"
"  saved_tgids           PID TGID of tasks\n"
"  error_log             reasons why the last commands were refused; > clears it;\n"
"                        each instance has its own\n"
;

static int readme_show(struct seq_file *m, void *data)
{
	const struct ktrace_source *source;

	seq_puts(m, readme);
	ktrace_options_readme(m);
	ktrace_for_each_source(source)
		seq_puts(m, source->help ?: "");
	return 0;
}

/* Files that exist only in the top directory. */
static const struct ktrace_knob top_knobs[] = {
	KTRACE_KNOB("README",		 0440, readme_show, NULL),
	KTRACE_KNOB("missed_events",	 0440, missed_events_show, NULL),
	KTRACE_KNOB("saved_cmdlines",	 0440, saved_cmdlines_show, NULL),
	KTRACE_KNOB("saved_tgids",	 0440, saved_tgids_show, NULL),
	KTRACE_KNOB("saved_cmdlines_size", 0640, saved_size_show, saved_size_write),
};

/* Create the files of sources that only the top directory has. */
static int __init sources_fill(struct ktrace_dir *dir)
{
	const struct ktrace_source *source;
	int err = 0;

	ktrace_for_each_source(source)
		err = err ?: ktrace_knob_create(source->knobs, source->nr_knobs, dir, NULL) ?:
		      ktrace_dir_add_files(dir, source->files, sizeof(*source->files),
					   source->nr_files, NULL);
	return err;
}

static int __init control_fill(struct ktrace_instance *instance)
{
	return ktrace_instance_files_create(instance) ?:
	       ktrace_knob_create(top_knobs, ARRAY_SIZE(top_knobs), instance->dir, instance) ?:
	       sources_fill(instance->dir) ?:
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
	/* Boot parameters change options: dump_on_oops in ktrace_oops_init(). */
	int err = ktrace_options_init(&ktrace_top);

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
