// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots: rings that are set aside as they are, while the buffer goes on with
 * others.
 *
 * A snapshot is a buffer that nobody writes to.  A ring comes to it with its
 * account; the one that it held before is emptied and goes on in the place of that,
 * if it is of the same size, so that only the first snapshot takes memory.
 */
#include <linux/cpu.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer.h"
#include "buffer_ring.h"

/* Its own, as it is taken inside of the buffer's. */
static struct lock_class_key snapshot_resize_key;
static struct lock_class_key snapshot_rebuild_key;

/**
 * ktrace_snapshot_init - make a snapshot that holds nothing
 * @snapshot: zeroed
 *
 * Return: 0 or -ENOMEM.
 */
int ktrace_snapshot_init(struct ktrace_buffer *snapshot)
{
	int err = ktrace_buffer_init(snapshot);

	if (err)
		return err;
	lockdep_set_class(&snapshot->resize, &snapshot_resize_key);
	lockdep_set_class(&snapshot->rebuild, &snapshot_rebuild_key);
	snapshot->on = false;
	return 0;
}

/* Take @cpu's ring, if there is one, out of a snapshot. */
static struct ktrace_ring *snapshot_take_out(struct ktrace_buffer *snapshot, int cpu)
{
	guard(rwsem_write)(&snapshot->resize);
	return ktrace_buffer_replace(snapshot, cpu, NULL);
}

static void snapshot_put_in(struct ktrace_buffer *snapshot, int cpu, struct ktrace_ring *kr)
{
	guard(rwsem_write)(&snapshot->resize);
	ktrace_buffer_replace(snapshot, cpu, kr);
}

/* What the rings of @buffer are like, those that come to @snapshot are. */
static void snapshot_become(struct ktrace_buffer *snapshot, struct ktrace_buffer *buffer)
{
	guard(rwsem_write)(&snapshot->resize);
	snapshot->clock = buffer->clock;
	WRITE_ONCE(snapshot->page_bytes, buffer->page_bytes);
	bitmap_copy(snapshot->losses, buffer->losses, KTRACE_LOSS_PIECES);
}

/*
 * Rings to go on with on the CPUs that are selected and have one: what @snapshot
 * has, if it fits, is left to be taken later; else a new one is in @rings.
 */
static int snapshot_alloc(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			  int selected, struct ktrace_ring **rings)
{
	struct ktrace_ring_setup setup;
	struct ktrace_ring *kr;
	int cpu, err;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		if (!ktrace_cpu_selected(selected, cpu) ||
		    !ktrace_buffer_cpu(buffer, cpu)->ring)
			continue;
		setup = ktrace_buffer_setup(buffer, cpu);
		kr = ktrace_buffer_cpu(snapshot, cpu)->ring;
		if (kr && ktrace_ring_fits(kr, &setup)) {
			err = ktrace_ring_expect(kr, buffer, cpu);
			if (err)
				return err;
			continue;
		}
		rings[cpu] = ktrace_ring_alloc(buffer, cpu, &setup);
		if (!rings[cpu])
			return fatal_signal_pending(current) ? -EINTR : -ENOMEM;
	}
	return 0;
}

/*
 * Let the buffer go on with the rings of @rings, or those of @snapshot; what it
 * wrote to is in @rings afterwards.
 */
static int snapshot_swap(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			 int selected, struct ktrace_ring **rings)
{
	struct ktrace_ring_setup setup;
	struct ktrace_ring *old;
	int cpu;

	guard(rwsem_write)(&buffer->resize);
	if (ktrace_buffer_any_mapped(buffer, selected))
		return -EBUSY;
	for_each_possible_cpu(cpu) {
		if (!ktrace_cpu_selected(selected, cpu) ||
		    !ktrace_buffer_cpu(buffer, cpu)->ring)
			continue;
		old = snapshot_take_out(snapshot, cpu);
		if (rings[cpu]) {
			ktrace_ring_free(old);
		} else {
			setup = ktrace_buffer_setup(buffer, cpu);
			ktrace_ring_renew(old, &setup);
			rings[cpu] = old;
		}
		rings[cpu] = ktrace_buffer_replace(buffer, cpu, rings[cpu]);
	}
	return 0;
}

/**
 * ktrace_snapshot_take - set aside what was recorded, and go on with empty rings
 * @buffer: the buffer
 * @snapshot: where to; what it held is dropped
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 *
 * The account of each ring goes with it: that of the buffer starts anew.
 *
 * Context: task; sleeps.
 * Return: 0; -EBUSY if a ring is mapped, -ENODEV if the buffer was unmade, -ENOMEM or
 * -EINTR; then nothing was changed.  The snapshot is unmade after the buffer.
 */
int ktrace_snapshot_take(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			 int cpu)
{
	struct ktrace_ring **rings __free(kfree) =
		kcalloc(nr_cpu_ids, sizeof(*rings), GFP_KERNEL);
	int i, err;

	if (!rings)
		return -ENOMEM;
	/* To be there, if empty, a snapshot needs rings. */
	err = ktrace_buffer_use(buffer);
	if (err)
		return err;
	guard(mutex)(&buffer->rebuild);
	if (buffer->closed)
		return -ENODEV;
	if (ktrace_buffer_any_mapped(buffer, cpu))
		return -EBUSY;
	/* No CPU comes, and gets a ring, in between. */
	cpus_read_lock();
	err = snapshot_alloc(buffer, snapshot, cpu, rings);
	if (!err)
		err = snapshot_swap(buffer, snapshot, cpu, rings);
	cpus_read_unlock();
	if (err) {
		for_each_possible_cpu(i)
			ktrace_ring_free(rings[i]);
		return err;
	}
	/* A writer that loaded the old ring's address is done after this. */
	synchronize_rcu();
	/* Who waits has armed rings that are nobody's. */
	ktrace_buffer_wake(buffer);
	/* Of CPUs that are not selected. */
	if (snapshot->clock != buffer->clock)
		ktrace_buffer_reset(snapshot, KTRACE_ALL_CPUS);
	snapshot_become(snapshot, buffer);
	for_each_possible_cpu(i) {
		if (!rings[i])
			continue;
		/* It wakes those who wait for the buffer, which may go before this. */
		ktrace_buffer_wait_stop(rings[i]);
		snapshot_put_in(snapshot, i, rings[i]);
	}
	return 0;
}

/**
 * ktrace_snapshot_free - free a snapshot's memory
 * @buffer: the buffer whose snapshot it is
 * @snapshot: the snapshot
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_free(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot)
{
	int cpu;

	guard(mutex)(&buffer->rebuild);
	for_each_possible_cpu(cpu)
		ktrace_ring_free(snapshot_take_out(snapshot, cpu));
}

/**
 * ktrace_snapshot_drop_stale - drop what is stamped by another clock than the buffer
 * @buffer: the buffer whose snapshot it is
 * @snapshot: the snapshot
 *
 * Or CPUs' snapshots that are taken one by one could not be told apart.
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_drop_stale(struct ktrace_buffer *buffer,
				struct ktrace_buffer *snapshot)
{
	guard(mutex)(&buffer->rebuild);
	if (snapshot->clock != buffer->clock)
		ktrace_buffer_reset(snapshot, KTRACE_ALL_CPUS);
}

/**
 * ktrace_snapshot_exists - whether a snapshot has memory
 * @snapshot: the snapshot
 * @cpu: of which CPU, or KTRACE_ALL_CPUS for any
 *
 * Return: true if so, at this moment.
 */
bool ktrace_snapshot_exists(struct ktrace_buffer *snapshot, int cpu)
{
	int i;

	for_each_possible_cpu(i)
		if (ktrace_cpu_selected(cpu, i) &&
		    READ_ONCE(ktrace_buffer_cpu(snapshot, i)->ring))
			return true;
	return false;
}
