// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime of buffers: the list of all buffers, their reference counts, and CPU hotplug.
 *
 * The creator of a buffer has a reference, which ktrace_buffer_destroy() drops.  Open
 * files and followers take references of their own, because removing a directory does
 * not wait for them: a file may be released or unmapped later.  After
 * ktrace_buffer_destroy() no record is written.  The last reference frees the memory.
 *
 * Called in task context.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cpuhotplug.h>
#include <linux/irq_work.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/* All buffers that are in use, for CPUs that come online and for changes of clocks. */
static LIST_HEAD(buffers);
static DEFINE_MUTEX(buffers_lock);

/*
 * Free a buffer after its last reference was dropped: no reader uses the buffer or waits for
 * it, and no writer has entered it since ktrace_buffer_destroy().
 */
static void buffer_free(struct work_struct *work)
{
	struct ktrace_buffer *buffer = container_of(work, struct ktrace_buffer, freeing);
	void (*freed)(struct ktrace_buffer *buffer) = buffer->freed;

	irq_work_sync(&buffer->off);
	/* Wait for the RCU callback that waiting readers have queued: it may queue itself again. */
	do {
		rcu_barrier();
	} while (ktrace_buffer_arming(buffer));
	ktrace_buffer_free_rings(buffer);
	free_percpu(buffer->rings);
	free_percpu(buffer->cpus);
	if (freed)
		freed(buffer);
}

/**
 * ktrace_buffer_init - create a buffer without rings
 * @buffer: zeroed
 *
 * Context: task; sleeps.  ktrace_buffer_destroy() undoes it.
 * Return: 0 or -ENOMEM.
 */
int ktrace_buffer_init(struct ktrace_buffer *buffer)
{
	int err = ktrace_buffer_setup_empty(buffer);

	if (err)
		return err;
	refcount_set(&buffer->holders, 1);
	INIT_WORK(&buffer->freeing, buffer_free);
	guard(mutex)(&buffers_lock);
	list_add(&buffer->node, &buffers);
	return 0;
}

/**
 * ktrace_buffer_get - take a reference to a buffer, which keeps its memory
 * @buffer: the buffer, to which the caller already has a reference, or which is in the list
 *
 * Context: any.
 */
void ktrace_buffer_get(struct ktrace_buffer *buffer)
{
	refcount_inc(&buffer->holders);
}

/**
 * ktrace_buffer_put - drop a reference that ktrace_buffer_get() took
 * @buffer: the buffer
 *
 * Context: any but NMI.  The memory is freed later, by a worker.
 */
void ktrace_buffer_put(struct ktrace_buffer *buffer)
{
	if (refcount_dec_and_test(&buffer->holders))
		queue_work(system_unbound_wq, &buffer->freeing);
}

/**
 * ktrace_buffer_destroy - close a buffer and drop the reference of ktrace_buffer_init()
 * @buffer: the buffer
 * @freed: called by a worker when all memory of the buffer is free and nothing refers to
 *	@buffer any more; may be NULL
 *
 * The buffer takes no record after this.  Readers stop waiting for records; holders of a
 * reference can still read the records that are in the buffer.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_destroy(struct ktrace_buffer *buffer,
			   void (*freed)(struct ktrace_buffer *buffer))
{
	/* From here on hotplug callbacks and changes of clocks do not find the buffer. */
	scoped_guard(mutex, &buffers_lock)
		list_del(&buffer->node);
	buffer->freed = freed;
	ktrace_buffer_close(buffer);
	ktrace_buffer_put(buffer);
}

/* Take a reference to each buffer in the list, and add it to @all, which has room for all. */
static struct ktrace_buffer **buffers_get_locked(struct ktrace_buffer **all, size_t *nr)
{
	struct ktrace_buffer *buffer;

	lockdep_assert_held(&buffers_lock);
	*nr = 0;
	/* The newest buffer is first in the list. */
	list_for_each_entry_reverse(buffer, &buffers, node) {
		ktrace_buffer_get(buffer);
		all[(*nr)++] = buffer;
	}
	return all;
}

/*
 * Take a reference to each buffer in the list.
 * Return: an array of the *@nr buffers, oldest first; NULL if there is not enough memory.
 */
static struct ktrace_buffer **buffers_get(size_t *nr)
{
	struct ktrace_buffer **all = NULL;
	size_t room = 0, more;

	/* Allocate without the lock, which callbacks of hotplug take. */
	for (;;) {
		scoped_guard(mutex, &buffers_lock) {
			more = list_count_nodes(&buffers);
			if (all && more <= room)
				return buffers_get_locked(all, nr);
		}
		kvfree(all);
		room = more;
		all = kvmalloc_array(room, sizeof(*all), GFP_KERNEL);
		if (!all)
			return NULL;
	}
}

/**
 * ktrace_buffers_each - call a function for each buffer
 * @call:	the function; if it returns other than 0, the remaining buffers are skipped
 * @data:	for @call
 *
 * The oldest buffer comes first; a buffer therefore comes before its snapshot.
 *
 * Context: task; sleeps.  @call may take locks inside of which buffers_lock is taken.
 * Return: the last result of @call; or -ENOMEM, and then @call was not called.
 */
int ktrace_buffers_each(int (*call)(struct ktrace_buffer *buffer, void *data), void *data)
{
	size_t nr, i;
	struct ktrace_buffer **all = buffers_get(&nr);
	int err = 0;

	if (!all)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		err = err ?: call(all[i], data);
		ktrace_buffer_put(all[i]);
	}
	kvfree(all);
	return err;
}

/*
 * Give a CPU that comes online its rings.  A CPU that goes offline keeps its rings for readers.
 *
 * A CPU must not stay offline because of a ring.  Without one, the CPU records nothing in the
 * buffer until the buffer gets new rings.
 */
static int buffer_cpu_prepare(unsigned int cpu)
{
	struct ktrace_buffer *buffer;

	guard(mutex)(&buffers_lock);
	list_for_each_entry(buffer, &buffers, node)
		if (ktrace_buffer_prepare(buffer, cpu))
			pr_warn_once("no memory for a ring of CPU %u: it records nothing\n", cpu);
	return 0;
}

/*
 * A CPU is online now, or dead.  Wake readers of the records that the CPU wrote during the
 * transition.
 */
static int buffer_cpu_changed(unsigned int cpu)
{
	struct ktrace_buffer *buffer;

	guard(mutex)(&buffers_lock);
	list_for_each_entry(buffer, &buffers, node) {
		ktrace_buffer_wake_unnoticed(buffer, cpu);
		ktrace_snapshot_cpu_changed(buffer);
	}
	return 0;
}

/* On a CPU that has just come online. */
static int buffer_cpu_online(unsigned int cpu)
{
	ktrace_buffer_notice_cpu(true);
	return buffer_cpu_changed(cpu);
}

/* On a CPU that is about to go offline. */
static int buffer_cpu_leave(unsigned int cpu)
{
	ktrace_buffer_notice_cpu(false);
	return 0;
}

/**
 * ktrace_buffer_hotplug_init - register the hotplug callbacks of buffers
 *
 * Return: 0 or an errno.
 */
int __init ktrace_buffer_hotplug_init(void)
{
	int err = cpuhp_setup_state(CPUHP_BP_PREPARE_DYN, "ktrace:prepare",
				    buffer_cpu_prepare, buffer_cpu_changed);

	if (err >= 0)
		err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "ktrace:online",
					buffer_cpu_online, buffer_cpu_leave);
	return min(err, 0);
}

/**
 * ktrace_buffers_follow_clock - stop all rings from using the inlined clock
 *
 * Called after ktrace_clock_usable() has become false.  A writer that has begun may
 * still use the inlined clock.
 *
 * Context: task; sleeps.
 */
void ktrace_buffers_follow_clock(void)
{
	struct ktrace_buffer *buffer;

	guard(mutex)(&buffers_lock);
	list_for_each_entry(buffer, &buffers, node)
		ktrace_rings_follow(buffer);
}
