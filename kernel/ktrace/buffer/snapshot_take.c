// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots in task context: create, arm, take and free them.
 *
 * Called by the layers above.  snapshot.c explains the steps of a snapshot.
 */
#include <linux/cpumask.h>
#include <linux/mutex.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/* Lock classes of snapshots: their locks are taken inside of the same locks of the buffer. */
static struct lock_class_key snapshot_resize_key;
static struct lock_class_key snapshot_rebuild_key;
static struct lock_class_key snapshot_moving_key;

/**
 * ktrace_snapshot_init - create an empty snapshot
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
	lockdep_set_class(&snapshot->moving, &snapshot_moving_key);
	snapshot->on = false;
	return 0;
}

/**
 * ktrace_snapshot_arm_again - take one more reference on snapshots that are armed already
 * @buffer: the buffer
 *
 * This allocates nothing, and does not wait for a task that is replacing rings, because that task
 * creates the spare rings before it finishes.
 *
 * Context: any.  ktrace_snapshot_disarm() undoes it.
 * Return: true; or false if snapshots are not armed, or if the last attempt to create spare rings
 * failed, and ktrace_snapshot_arm() must allocate them.
 */
bool ktrace_snapshot_arm_again(struct ktrace_buffer *buffer)
{
	return ktrace_snapshot_state(buffer) != KTRACE_SNAPSHOT_OFF &&
	       atomic_inc_not_zero(&buffer->arms);
}

/**
 * ktrace_snapshot_arm - allow snapshots from any context
 * @buffer: the buffer
 * @snapshot: the destination, which must be the same in all calls
 *
 * Allocates spare rings of the size of the buffer's rings; a snapshot takes the same
 * amount again.  If snapshots are armed already and a task is replacing the rings, this function
 * does not wait for the spare rings of the new size: if there is no memory for them, snapshots
 * count as missed.
 *
 * Context: task; sleeps.  ktrace_snapshot_disarm() undoes it.
 * Return: 0; -ENODEV if the buffer was destroyed, -ENOMEM or -EINTR.
 */
int ktrace_snapshot_arm(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot)
{
	int err;

	if (ktrace_snapshot_arm_again(buffer))
		return 0;
	err = ktrace_buffer_use(buffer);
	if (err)
		return err;
	guard(mutex)(&buffer->rebuild);
	if (buffer->closed)
		return -ENODEV;
	ktrace_snapshot_hold(buffer);
	WRITE_ONCE(buffer->snapshot, snapshot);
	err = ktrace_snapshot_ready(buffer);
	if (!err)
		atomic_inc(&buffer->arms);
	else if (!atomic_read(&buffer->arms))
		ktrace_snapshot_forget(buffer);
	return err;
}

/**
 * ktrace_snapshot_disarm - undo one call of ktrace_snapshot_arm()
 * @buffer: the buffer
 *
 * When this returns, a snapshot that was taken is complete.
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_disarm(struct ktrace_buffer *buffer)
{
	guard(mutex)(&buffer->rebuild);
	if (!atomic_dec_and_test(&buffer->arms))
		return;
	ktrace_snapshot_hold(buffer);
	ktrace_snapshot_forget(buffer);
}

/**
 * ktrace_snapshot_armed - whether snapshots from any context are armed
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true from the end of the first ktrace_snapshot_arm() that succeeds, when the spare
 * rings exist, to the beginning of the last ktrace_snapshot_disarm().
 */
bool ktrace_snapshot_armed(const struct ktrace_buffer *buffer)
{
	return atomic_read(&buffer->arms);
}

/* Make the spare rings empty; take a ring from @snapshot for a CPU that has no spare ring. */
static void spares_prepare(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			   int selected)
{
	struct ktrace_ring_setup setup;
	struct ktrace_cpu_buffer *part;
	int cpu;

	for_each_possible_cpu(cpu) {
		part = ktrace_buffer_cpu(buffer, cpu);
		if (!ktrace_cpu_selected(selected, cpu) || !READ_ONCE(part->ring))
			continue;
		setup = ktrace_buffer_setup(buffer, cpu);
		if (!part->spare &&
		    ktrace_spare_usable(ktrace_snapshot_held(snapshot, cpu), &setup))
			WRITE_ONCE(part->spare, ktrace_snapshot_put(snapshot, cpu, NULL));
	}
	/*
	 * Renew the rings after all of them were taken, so that all renewals wait for
	 * one grace period.
	 */
	for_each_possible_cpu(cpu)
		if (ktrace_cpu_selected(selected, cpu))
			ktrace_spare_renew(buffer, cpu);
}

/*
 * Move writers to the spare rings.  A CPU that came online after ktrace_spares_create() has no
 * spare ring and is left out; its ring is nearly empty.
 */
static void snapshot_switch(struct ktrace_buffer *buffer, int selected)
{
	int cpu;

	/* Tasks move writers with buffer->resize held: see ktrace_rings_follow_all(). */
	guard(rwsem_write)(&buffer->resize);
	for_each_possible_cpu(cpu)
		if (ktrace_cpu_selected(selected, cpu))
			ktrace_spare_use(buffer, cpu);
}

/**
 * ktrace_snapshot_take - move the records to a snapshot, and continue with empty rings
 * @buffer: the buffer
 * @snapshot: the destination, whose old content is dropped
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 *
 * The loss account of each ring moves with the ring; the buffer's account starts at 0.
 *
 * Context: task; sleeps.
 * Return: 0; -EBUSY if a ring is mapped, -ENODEV if the buffer was destroyed, -ENOMEM
 * or -EINTR; on error nothing was changed.  The snapshot must be destroyed after the
 * buffer.
 */
int ktrace_snapshot_take(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			 int cpu)
{
	/* Even an empty snapshot needs rings. */
	int err = ktrace_buffer_use(buffer);

	if (err)
		return err;
	guard(mutex)(&buffer->rebuild);
	if (buffer->closed)
		return -ENODEV;
	if (ktrace_buffer_any_mapped(buffer, cpu))
		return -EBUSY;
	ktrace_snapshot_hold(buffer);
	err = ktrace_spares_create(buffer, snapshot, cpu);
	if (!err)
		err = ktrace_buffer_hold_maps(buffer, cpu);
	if (!err) {
		/* This snapshot serves all requests that came before. */
		if (cpu == KTRACE_ALL_CPUS)
			atomic_andnot(KTRACE_SNAPSHOT_AGAIN, &buffer->taking);
		spares_prepare(buffer, snapshot, cpu);
		snapshot_switch(buffer, cpu);
		ktrace_snapshot_set_aside(buffer, snapshot);
		ktrace_buffer_release_maps(buffer, cpu);
	}
	ktrace_snapshot_release(buffer);
	return err;
}

/**
 * ktrace_snapshot_free - free a snapshot's memory
 * @buffer: the buffer of the snapshot
 * @snapshot: the snapshot
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_free(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot)
{
	guard(mutex)(&buffer->rebuild);
	/* Finish a snapshot that was taken before, so that it does not appear afterwards. */
	ktrace_snapshot_finish(buffer);
	ktrace_snapshot_drop_pending(buffer);
	ktrace_buffer_free_rings(snapshot);
}

/**
 * ktrace_snapshot_drop_stale - drop the records of a snapshot that has times of another clock
 * @buffer: the buffer of the snapshot
 * @snapshot: the snapshot
 *
 * If CPUs' snapshots are taken one by one, all of them must have times of the same clock.
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
 * @cpu: the CPU, or KTRACE_ALL_CPUS for any
 *
 * Return: true if the snapshot has memory at this moment.
 */
bool ktrace_snapshot_exists(struct ktrace_buffer *snapshot, int cpu)
{
	int i;

	for_each_possible_cpu(i)
		if (ktrace_cpu_selected(cpu, i) && ktrace_snapshot_held(snapshot, i))
			return true;
	return false;
}
