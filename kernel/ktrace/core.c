// SPDX-License-Identifier: GPL-2.0
/*
 * Start of ktrace, and the order of its locks.
 *
 * This is the complete list of the locks of ktrace, outermost first.  A task that holds one
 * may take those with a higher number, and none with a lower one; exceptions are noted.
 * The list gives for each lock what it protects, why another lock would not do, and what
 * the holder must not do.  `scripts/check locks` looks for the last word of each lock's name
 * in the list; lockdep checks the order in every test that runs in the configuration
 * ktrace-debug.
 *
 * No hook of an event takes a lock, with two exceptions: a task's first system call after
 * it is followed takes state_lock, and options/fd-path takes files_struct.file_lock.
 *
 * Open files
 *
 *  1. seq_file.lock, raw.lock, pipe.lock: one reader of an open file at a time.  The holder
 *     copies to user space: mmap_lock is taken in these, and in no other lock of ktrace.
 *
 * Configuration
 *
 *  2. tracing_mutex (action/tracing.c): whether tracing_snapshot_alloc() holds spare rings.
 *     Its users come from outside of ktrace, so it is taken before all that follow.
 *  3. process_mutex (process/knob.c): the event groups and deaths of the tracer "process".
 *     Separate from 7, since a change of groups restarts the tracer.
 *  4. ktrace_dynamic_mutex (event/dynamic.c): definitions of probes and synthetic events,
 *     and modules that come and go with probes in them.  Taken before the locks of the
 *     registry, as a definition registers an event.  In it are taken locks of the kernel:
 *     bpf_verifier_lock (BTF of the kernel), module_mutex, kprobe_mutex and those of uprobes.
 *  5. point_mutex (point/point.c): the list of static points, and modules that come and go
 *     with points.  Separate from 4: points are not dynamic events.
 *  6. ktrace_event_files_mutex (event/event.c): events and instances that come and go, and
 *     their files.  Separate from 9, because removing a file waits for the users of the file,
 *     which take 9.  A handler of a file in an instance or event directory must not take it.
 *  7. tracer_mutex (event/tracer.c): which tracer runs in an instance.
 *  8. lazy_mutex (control/lazy_dir.c): directories that are filled at the first lookup.  The
 *     holder creates files, under the inode locks of debugfs.
 *  9. ktrace_event_mutex (event/event.c): events, listeners, filters, triggers, and which of
 *     them are enabled.  The holder may create files, and must not remove any, see 6.
 *     Hooks are armed in it, so it contains cpu_hotplug_lock, kprobe_mutex,
 *     tracepoints_mutex, jump_label_mutex, text_mutex and the locks of uprobes.
 * 10. console_mutex (control/console.c): starting and stopping the thread of
 *     options/tp_printk.  The holder waits for the thread, which takes 17 to 19, and so
 *     must not hold any of these.
 * 11. ktrace_task_mutex (event/task.c): users of work bits and rules of task sets.
 * 12. ids_collect_mutex, and in it ids_mutex (event/id.c): ids given to events, and taken
 *     back when no buffer has records of them any more.  Separate from 9: dropping records
 *     takes ids back without 9.  ids_collect_mutex is held across the search of all buffers
 *     and across grace periods; ids_mutex is not, so that an event can be registered
 *     meanwhile.
 * 13. comm_mutex (event/comm.c): making room for names of tasks.
 *     images_mutex (event/image.c): allocating images; 16 in it.
 *
 * Buffers
 *
 * 14. ktrace_buffer.rebuild: one change of a buffer's rings at a time.  Allocates the rings
 *     and waits for grace periods, for which 17 and 18 must not be held.
 * 15. ktrace_buffer.moving: one reader at a time moves all readers to new rings after a
 *     snapshot; inside of 14, as a rebuild finishes the snapshot first.  Waits for a grace
 *     period.  14 and 15 of a snapshot are taken inside of 14 and 15 of its buffer.
 * 16. cpu_hotplug_lock (of the kernel), for reading: no CPU gets a ring meanwhile.  For
 *     writing it is held when the callbacks of life.c take buffers_lock (life.c), the list of
 *     buffers, in which they take 18.  Others take buffers_lock for a moment, with none of
 *     14 to 19.
 * 17. ktrace_cpu_buffer.lock: one consuming reader of a ring at a time.  The holder must not
 *     touch user memory: map_mutex below is taken inside of mmap_lock.
 * 18. ktrace_buffer.resize, an rwsem: readers keep the rings and the settings of the buffer
 *     where they are.  Not held across allocations and grace periods, since readers of all
 *     CPUs would wait.
 * 19. ids_rwsem (event/id.c): events stay while readers format their records.  The writer
 *     holds ids_mutex as well.
 *
 * Mappings: mmap_lock, then map_mutex (control/raw_map.c), which serialises mappings of the
 * rings, then 17 and 18.
 *
 * Innermost, taken in any of the above; the holder takes no other lock of ktrace:
 *
 *     state_lock (event/task.c), raw: what ktrace keeps of a task.  Inside of tasklist_lock,
 *	and of 11.
 *     log_lock (event/comm.c): the names of tasks that have ended or changed their name.
 *	Inside of tasklist_lock and task_struct.alloc_lock.
 *     arm_lock (ktrace_buffer), with softirqs off: who waits for a ring.
 *     synth_lock (synth/synth.c): references to synthetic events.
 *     tracepoint_groups_mutex (tracepoint/tracepoint.c): the enums of print formats.
 *     printk_mutex (action/printk_format.c): copies of the formats of modules.
 *     syscall_option_mutex (syscall/source.c): one change of an option at a time.
 *     offsets_mutex (probe/functions.c): the function that kprobe_offsets shows; locks of
 *	the module loader in it.
 *     oops_mutex (control/oops.c): which instances are dumped.  Dumps take no lock; an old
 *	plan is freed a grace period later, without the mutex.
 *     ktrace_error_log.lock: the entries of a log.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/init.h>
#include <linux/printk.h>

#include "buffer/clock.h"
#include "control/control.h"
#include "event/image.h"
#include "event/instance.h"
#include "event/source.h"

/* ktrace_init_early() has succeeded. */
static bool ktrace_started __initdata;

/*
 * Start recording: everything that needs no files, so that trace_event= sees the initcalls
 * of all levels from "pure" on.  This runs before the other CPUs are brought up; their rings
 * are made as they come.
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
	      ktrace_images_init() ?:
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
	ktrace_control_start();
	ktrace_control_boot_early(&ktrace_top);
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
