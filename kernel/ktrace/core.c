// SPDX-License-Identifier: GPL-2.0
/*
 * Start of ktrace, and the order of its locks.
 *
 * Lock order, outermost first:
 *
 *   ktrace_dynamic_mutex	definitions of events, modules that come and go
 *     bpf_verifier_lock	of BPF: whoever first looks at types has it parse the kernel's
 *     module_mutex		of modules: functions are looked for in them
 *   point_mutex			list of static points, modules that come and go
 *   tracer_mutex		which tracer runs
 *   console_mutex		who prints records; waits for its thread, which takes
 *				what is below but ktrace_event_mutex
 *   ktrace_event_files_mutex	events and instances that come and go, with their files
 *   lazy_mutex			directories that are filled as somebody looks
 *   ktrace_event_mutex		events, listeners, enabling
 *     ktrace_task_mutex	users of the tasks' work bits, who is followed
 *       state_lock		what is kept of tasks; tasklist_lock around it
 *     ids_collect_mutex	who looks for ids to give back; also where events are removed
 *				or records dropped, without ktrace_event_mutex
 *       ids_mutex		ids of events; also without the two above
 *     comm_mutex		making room for names of tasks
 *     those of the uprobes core, mmap_lock in them: see below what is in that
 *     ktrace_buffer.rebuild	one who makes new rings
 *       ktrace_buffer.moving	readers follow writers after a snapshot
 *         that of its snapshot, inside of the snapshot's rebuild
 *       cpu_hotplug_lock	for writing where a CPU comes online; for reading inside of
 *				ktrace_buffer.moving, too
 *         buffers_lock		list of buffers
 *       ktrace_cpu_buffer.lock	consuming readers of one ring
 *         ktrace_buffer.resize	rings stay (read) or are replaced (write); in all of the
 *				above, too
 *           ids_rwsem		events stay while records are made into text; also
 *				inside of ktrace_cpu_buffer.lock, or of ids_mutex alone
 *   raw.lock, pipe.lock	one read of a file at a time
 *     mmap_lock		of who maps a ring; copying to user space
 *       map_mutex		mappings that come and go
 *         ktrace_cpu_buffer.lock
 *           ktrace_buffer.resize
 *   option_mutex		innermost, alone: what records of system calls hold
 *   tracing_mutex		outermost, for tracing_snapshot_alloc(): ktrace_buffer.rebuild in it
 *   printk_mutex		innermost, alone: copies of modules' formats
 *   oops_mutex		innermost, alone: which instances an oops dumps
 *   ktrace_error_log.lock	innermost, alone
 *   log_lock			innermost: names of tasks that are over; taken inside of
 *				tasklist_lock and of task_struct.alloc_lock
 *
 * Probe context - a hook of any source - takes none; but those of system calls,
 * which are no probes, state_lock in a task's first call, and
 * files_struct.file_lock for options/fd-path.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/init.h>
#include <linux/printk.h>

#include "buffer/clock.h"
#include "control/control.h"
#include "event/instance.h"
#include "event/source.h"

/* ktrace_init_early() has succeeded. */
static bool ktrace_started __initdata;

/*
 * Start recording: everything that needs no files, so that trace_event= sees the initcalls
 * of all levels.  This runs before the other CPUs are brought up; their rings are made as
 * they come.
 */
static int __init ktrace_init_early(void)
{
	const struct ktrace_source *source;
	int err;

	ktrace_clock_init();
	ktrace_clock_watch(ktrace_buffers_follow_clock);
	ktrace_clock_check();
	err = ktrace_instance_init(&ktrace_top) ?:
	      ktrace_buffer_hotplug_init() ?:
	      ktrace_sources_instance_new(&ktrace_top);
	if (err) {
		pr_err("could not start: %d\n", err);
		return err;
	}
	/* A source that fails takes nothing from the others. */
	ktrace_for_each_source(source) {
		err = source->init ? source->init() : 0;
		if (err)
			pr_err("%s: could not start: %d\n", source->name, err);
	}
	ktrace_control_start(&ktrace_top);
	ktrace_started = true;
	return 0;
}
early_initcall(ktrace_init_early);

/* Make the control tree, as soon as there is debugfs. */
static int __init ktrace_init(void)
{
	int err = ktrace_started ? ktrace_control_init(&ktrace_top) : 0;

	if (err)
		pr_err("no control files: %d\n", err);
	else if (ktrace_started)
		ktrace_control_boot(&ktrace_top);
	return err;
}
fs_initcall(ktrace_init);
