// SPDX-License-Identifier: GPL-2.0
/*
 * Start of ktrace, and the order of its locks.
 *
 * This is the complete list of the locks of ktrace, outermost first.  The holder of a lock
 * may take locks with a higher number, but not with a lower number, except as noted.  For
 * each lock the list names the data that it protects, the reason why it is separate from
 * others, and restrictions for the holder.  `scripts/check locks` checks that each lock is
 * in the list; lockdep checks the order in all tests with the configuration ktrace-debug.
 *
 * No hook of an event takes a lock, with two exceptions: a task's first system call after
 * it is followed takes state_lock, and options/fd-path takes files_struct.file_lock.
 *
 * Open files
 *
 *  1. seq_file.lock, raw.lock, pipe.lock: serialise readers of an open file.  The holder
 *     copies to user space: mmap_lock is taken under these locks, and under no other lock of
 *     ktrace.
 *
 * Configuration
 *
 *  2. tracing_mutex (action/tracing.c): whether tracing_snapshot_alloc() holds spare rings.
 *     Outermost, because its users are outside of ktrace.
 *  3. process_mutex (process/knob.c): the event groups and deaths of the tracer "process".
 *     Separate from 7, since a change of groups restarts the tracer.
 *  4. ktrace_dynamic_mutex (event/dynamic.c): definitions of probes and synthetic events,
 *     and loading and unloading of modules with probes.  Taken before the locks of the
 *     registry, because a definition registers an event.  Locks of the kernel are taken under
 *     it: bpf_verifier_lock (BTF of the kernel), module_mutex, kprobe_mutex, locks of uprobes.
 *  5. point_mutex (point/point.c): the list of static points, and loading and unloading of
 *     modules with points.  Separate from 4, because points are not dynamic events.
 *  6. ktrace_event_files_mutex (event/event.c): creation and removal of events, instances and
 *     their files.  Separate from 9, because removing a directory waits for commands of its
 *     files (ktrace_dir_get()), which take 9.  A command of a file in an instance or event
 *     directory must not take it; release() of such a file may, because the removal does not
 *     wait for it.  A refused removal of an instance takes task_struct.alloc_lock and
 *     files_struct.file_lock of all tasks under it, one after the other.
 *  7. tracer_mutex (event/tracer.c): the running tracer of each instance.
 *  8. ktrace_fill_mutex (fs/dir.c): directories that are filled at the first lookup, under the
 *     inode lock of the parent.
 *  9. ktrace_event_mutex (event/event.c): events, listeners, filters, triggers, and the
 *     enabled state of these.  The holder may create directories, but must not remove any,
 *     see 6.
 *     Hooks are armed under it, so cpu_hotplug_lock, kprobe_mutex, tracepoints_mutex,
 *     jump_label_mutex, text_mutex and the locks of uprobes are taken under it.
 * 10. console_mutex (control/console.c): starting and stopping the thread of
 *     options/tp_printk.  The holder waits for the thread, which takes 17 to 19, and so
 *     must not hold any of 17 to 19.
 * 11. ktrace_task_mutex (event/task.c): references on work bits, and rules of task sets.
 * 12. ids_collect_mutex, and under it ids_mutex (event/id.c): ids of events.  Separate from 9,
 *     because dropping records frees ids without 9.  ids_collect_mutex is held across the
 *     search of all buffers and across grace periods; ids_mutex is not, so that an event can
 *     be registered meanwhile.
 * 13. comm_mutex (event/comm.c): allocation of the log of task names.
 *     images_mutex (event/image.c): allocation of images; 16 is taken under it.
 *     probe_images_mutex (probe/image.c): allocation and freeing of images of probes; 16 is
 *     taken under it.
 *     oops_mutex (control/oops.c): the instances that an oops dumps; 16, and dump_mutex under
 *     that, are taken under it.  Dumps take no lock; an old oops plan is freed a grace period
 *     later, without the mutex.
 *
 * Buffers
 *
 * 14. ktrace_buffer.rebuild: serialises changes of a buffer's rings.  The holder allocates
 *     rings and waits for grace periods, which 17 and 18 must not be held for.
 * 15. ktrace_buffer.moving: serialises moving readers to new rings after a snapshot; under
 *     14, because a rebuild finishes the snapshot first.  The holder waits for a grace
 *     period.  14 and 15 of a snapshot are taken under 14 and 15 of its buffer.
 * 16. cpu_hotplug_lock (of the kernel), for reading: no CPU gets a ring meanwhile.  The
 *     hotplug callbacks of life.c, called with the lock held for writing, take buffers_lock
 *     (life.c), which protects the list of buffers, and under it 18.  Other code takes
 *     buffers_lock briefly, without any of 14 to 19.
 * 17. ktrace_cpu_buffer.lock: serialises consuming readers of a ring.  The holder must not
 *     access user memory, because map_lock below is taken under mmap_lock.
 * 18. ktrace_buffer.resize, an rwsem: holding it for reading keeps the rings and settings of
 *     the buffer unchanged.  Not held across allocations and grace periods, because readers
 *     of all CPUs would wait.  mmap() takes task_struct.alloc_lock under it.
 * 19. ids_rwsem (event/id.c): holding it for reading prevents the freeing of events while
 *     their records are formatted.  The writer holds ids_mutex as well.
 *
 * Mappings: mmap_lock, then ktrace_trace_dir.map_lock, which serialises mappings of a ring.  Under
 * map_lock: 17 and 18, or map_mutex (control/raw_map.c), which protects the list of mapped rings.
 * The holder of map_lock may wait until a ring has been replaced.  lockdown_mutex (fs/lockdown.c),
 * taken under no other lock of ktrace, serialises changes of the lockdown.  Its holder revokes the
 * mappings: it takes and releases map_fault_rwsem (control/raw_map.c) for writing, and then takes
 * map_mutex, and i_mmap_rwsem under that.  A fault takes map_fault_rwsem for reading under
 * mmap_lock.
 *
 * Innermost, taken under any of the above; the holder takes no other lock of ktrace:
 *
 *     state_lock (event/task.c), raw: work bits and states of tasks.  Taken under
 *	tasklist_lock and 11.
 *     log_lock (event/comm.c): the log of former task names.  Taken under tasklist_lock and
 *	task_struct.alloc_lock.
 *     arm_lock (ktrace_buffer), with softirqs off: wake-ups of waiting readers.
 *     synth_lock (synth/synth.c): references to synthetic events.
 *     tracepoint_groups_mutex (tracepoint/tracepoint.c): the enums of print formats.
 *     printk_mutex (action/printk_format.c): copies of the formats of modules.
 *     syscall_option_mutex (syscall/source.c): changes of options.
 *     offsets_mutex (probe/functions.c): the function that kprobe_offsets shows; locks of
 *	the module loader are taken under it.
 *     dump_mutex (buffer/dump_memory.c): allocation of the memory of dumps.
 *     ktrace_error_log.lock: the entries of a log.
 *     super_rwsem (fs/super.c), for reading: keeps the superblock while watchers are told of
 *	a new or removed directory, and its inodes are dropped.  The unmounting task takes it
 *	for writing.  ktrace_dir_rwsem is taken under it.
 *     ktrace_dir_rwsem (fs/dir.c): the tree of directories, and the owners of files.
 *     inodes_lock (fs/super.c): the inodes of each directory.  inode.i_lock is taken under it.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/init.h>
#include <linux/ktrace.h>
#include <linux/printk.h>

#include "buffer/clock.h"
#include "control/control.h"
#include "event/image.h"
#include "event/instance.h"
#include "event/source.h"

/* True when ktrace_start() has succeeded. */
static bool ktrace_started __initdata;

/**
 * ktrace_start - start all parts that need no files
 *
 * Runs before the initcalls of level early, so that trace_event= can record those of all levels.
 * console_init() runs the initcalls of consoles earlier, and they are not recorded: the cycle
 * counter may not be calibrated before late_time_init(), and the clock would have to change in
 * the middle of the records.  Each other CPU gets its rings when it comes online.
 *
 * Context: task, with one CPU; sleeps on mutexes and in allocations.  RCU callbacks do not run
 * before the first initcalls, and with PREEMPT_RT softirqs do not either: they need ksoftirqd.
 * So nothing here may call rcu_barrier(), flush work that waits for a callback, or sleep until a
 * timer expires.
 */
void __init ktrace_start(void)
{
	const struct ktrace_source *source;
	int err;

	ktrace_clock_init();
	ktrace_clock_watch(ktrace_buffers_follow_clock);
	ktrace_clock_check();
	ktrace_sources_init();
	err = ktrace_instance_init(&ktrace_top) ?:
	      ktrace_buffer_hotplug_init() ?:
	      ktrace_images_init() ?:
	      ktrace_sources_instance_new(&ktrace_top);
	if (err) {
		pr_err("could not start: %d\n", err);
		return;
	}
	/* Start the other sources even if one fails. */
	ktrace_for_each_source(source) {
		err = source->init ? source->init() : 0;
		if (err)
			pr_err("%s: could not start: %d\n", source->name, err);
	}
	ktrace_control_start();
	ktrace_control_boot_early(&ktrace_top);
	ktrace_started = true;
}

/* Create the control tree as soon as file systems can be registered. */
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
