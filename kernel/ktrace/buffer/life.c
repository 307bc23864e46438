// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers that come and go: which there are, who holds one, and the CPUs that come
 * and go meanwhile.
 *
 * Whoever makes a buffer holds it, and ends that by ktrace_buffer_unmake(); so does
 * whoever can come to it later without being waited for: an open file, whose release
 * and whose mappings outlast the removal of its directory, and a follower.  From
 * unmaking on nothing is written; the memory goes with the last who holds it.
 *
 * Called in task context.
 */
#include <linux/cpuhotplug.h>
#include <linux/irq_work.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/* All buffers that are not unmade, for CPUs that come online and clocks. */
static LIST_HEAD(buffers);
static DEFINE_MUTEX(buffers_lock);

/*
 * Nobody holds it: no reader is there, none waits, and no writer came since it was
 * unmade.
 */
static void buffer_free(struct work_struct *work)
{
	struct ktrace_buffer *buffer = container_of(work, struct ktrace_buffer, freeing);
	void (*freed)(struct ktrace_buffer *buffer) = buffer->freed;

	irq_work_sync(&buffer->off);
	/* What was armed for those who waited; it may arm itself once more. */
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
 * ktrace_buffer_init - make a buffer that has no memory yet
 * @buffer: zeroed
 *
 * Context: task; sleeps.  To be ended by ktrace_buffer_unmake().
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
 * ktrace_buffer_hold - have a buffer's memory stay
 * @buffer: the buffer, which the caller knows to be there
 *
 * Context: any.
 */
void ktrace_buffer_hold(struct ktrace_buffer *buffer)
{
	refcount_inc(&buffer->holders);
}

/**
 * ktrace_buffer_let_go - end what ktrace_buffer_hold() began
 * @buffer: the buffer
 *
 * Context: any but NMI.  The memory is freed later, by a worker.
 */
void ktrace_buffer_let_go(struct ktrace_buffer *buffer)
{
	if (refcount_dec_and_test(&buffer->holders))
		queue_work(system_unbound_wq, &buffer->freeing);
}

/**
 * ktrace_buffer_unmake - end what ktrace_buffer_init() began
 * @buffer: the buffer
 * @freed: called by a worker when all of its memory is free, and nobody comes to
 *	@buffer any more; may be NULL
 *
 * Nothing is recorded in it from now on.  Those who wait for records give up; those
 * who hold it can read what is there.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_unmake(struct ktrace_buffer *buffer,
			  void (*freed)(struct ktrace_buffer *buffer))
{
	/* Neither a CPU that comes online nor a clock finds it after this. */
	scoped_guard(mutex, &buffers_lock)
		list_del(&buffer->node);
	buffer->freed = freed;
	ktrace_buffer_close(buffer);
	ktrace_buffer_let_go(buffer);
}

/*
 * Hold all buffers that are not unmade.
 * Return: them, oldest first, *@nr many; or NULL for want of memory.
 */
static struct ktrace_buffer **buffers_hold(size_t *nr)
{
	struct ktrace_buffer **all, *buffer;

	guard(mutex)(&buffers_lock);
	*nr = 0;
	all = kvmalloc_array(list_count_nodes(&buffers), sizeof(*all), GFP_KERNEL);
	if (!all)
		return NULL;
	/* New ones are added at the front. */
	list_for_each_entry_reverse(buffer, &buffers, node) {
		ktrace_buffer_hold(buffer);
		all[(*nr)++] = buffer;
	}
	return all;
}

/**
 * ktrace_buffers_each - do something with each buffer
 * @call:	does it; other than 0 for those that follow to be left out
 * @data:	for @call
 *
 * The oldest comes first, and so a buffer before its snapshot.
 *
 * Context: task; sleeps.  @call may take what buffers_lock is taken in.
 * Return: what @call returned last; -ENOMEM, and then it was not called.
 */
int ktrace_buffers_each(int (*call)(struct ktrace_buffer *buffer, void *data), void *data)
{
	size_t nr, i;
	struct ktrace_buffer **all = buffers_hold(&nr);
	int err = 0;

	if (!all)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		err = err ?: call(all[i], data);
		ktrace_buffer_let_go(all[i]);
	}
	kvfree(all);
	return err;
}

/* A CPU that comes online gets its ring; one that goes keeps it, to be read. */
static int buffer_cpu_prepare(unsigned int cpu)
{
	struct ktrace_buffer *buffer;
	int err = 0;

	guard(mutex)(&buffers_lock);
	list_for_each_entry(buffer, &buffers, node)
		err = ktrace_buffer_prepare(buffer, cpu) ?: err;
	return err;
}

/* A CPU is online now, or dead: what it recorded while it was neither is told of. */
static int buffer_cpu_settled(unsigned int cpu)
{
	struct ktrace_buffer *buffer;

	guard(mutex)(&buffers_lock);
	list_for_each_entry(buffer, &buffers, node) {
		ktrace_buffer_wake_unnoticed(buffer, cpu);
		ktrace_snapshot_cpu_settled(buffer);
	}
	return 0;
}

/**
 * ktrace_buffer_hotplug_init - follow CPUs that come and go
 *
 * Return: 0 or an errno.
 */
int __init ktrace_buffer_hotplug_init(void)
{
	int err = cpuhp_setup_state(CPUHP_BP_PREPARE_DYN, "ktrace:prepare",
				    buffer_cpu_prepare, buffer_cpu_settled);

	if (err >= 0)
		err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "ktrace:online",
					buffer_cpu_settled, NULL);
	return min(err, 0);
}

/**
 * ktrace_buffers_follow_clock - have no ring use the inlined clock any more
 *
 * For when ktrace_clock_usable() has become false.  A writer that has begun may
 * still use it.
 *
 * Context: task; sleeps.
 */
void ktrace_buffers_follow_clock(void)
{
	struct ktrace_buffer *buffer;

	guard(mutex)(&buffers_lock);
	list_for_each_entry(buffer, &buffers, node)
		ktrace_buffer_follow_clock(buffer);
}
