// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: set-up, end, settings, reset and loss accounts.
 *
 * Called by the layers above, in task context unless a function says otherwise.  rings.c has
 * the rings of the CPUs, rebuild.c changes them, snapshot.c sets them aside; wait.c contains
 * waiting readers, map.c contains mappings.
 */
#include <linux/cpumask.h>
#include <linux/minmax.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "buffer/internal.h"

/* Wake all waiters after recording was switched off: no more records come. */
static void buffer_off_work(struct irq_work *work)
{
	ktrace_buffer_wake(container_of(work, struct ktrace_buffer, off));
}

/**
 * ktrace_buffer_default_kb - default size of a CPU's ring
 * @cpus: number of possible CPUs, at least 1
 *
 * Return: size in kilobytes, a multiple of the page size.
 */
unsigned long ktrace_buffer_default_kb(unsigned int cpus)
{
	unsigned long share = round_down(KTRACE_BUFFER_ALL_KB / cpus, RING_PAGE_MIN >> 10);

	return clamp(share, KTRACE_BUFFER_LEAST_KB, KTRACE_BUFFER_KB);
}

/**
 * ktrace_buffer_setup_empty - initialise a buffer without rings
 * @buffer: zeroed
 *
 * Return: 0 or -ENOMEM.
 */
int ktrace_buffer_setup_empty(struct ktrace_buffer *buffer)
{
	int cpu;

	buffer->rings = alloc_percpu(struct ring *);
	buffer->cpus = alloc_percpu(struct ktrace_cpu_buffer);
	if (!buffer->rings || !buffer->cpus) {
		free_percpu(buffer->rings);
		free_percpu(buffer->cpus);
		return -ENOMEM;
	}
	buffer->clock = ktrace_clock_at(0);
	buffer->began = buffer->clock->read();
	buffer->page_bytes = KTRACE_PAGE_BYTES;
	buffer->overwrite = true;
	buffer->on = true;
	buffer->percent = KTRACE_BUFFER_PERCENT;
	/*
	 * Always count the losses of discarded records; other events are added when
	 * they are enabled.
	 */
	__set_bit(RING_TYPE_DISCARDED / KTRACE_LOSS_IDS, buffer->losses);
	ktrace_buffer_waiters_init(buffer);
	init_irq_work(&buffer->off, buffer_off_work);
	init_rwsem(&buffer->resize);
	mutex_init(&buffer->rebuild);
	ktrace_snapshot_setup(buffer);
	ktrace_buffer_detach_writers(buffer);
	for_each_possible_cpu(cpu) {
		ktrace_buffer_cpu(buffer, cpu)->kb =
			ktrace_buffer_default_kb(num_possible_cpus());
		mutex_init(&ktrace_buffer_cpu(buffer, cpu)->lock);
	}
	return 0;
}

atomic_t ktrace_buffers_off = ATOMIC_INIT(0);

/* Stop counting a buffer among ktrace_buffers_off.  Context: any, NMI included. */
static void buffer_uncount(struct ktrace_buffer *buffer)
{
	if (xchg(&buffer->off_counted, false))
		atomic_dec(&ktrace_buffers_off);
}

/**
 * ktrace_buffer_close - stop writers and changes of a buffer for ever
 * @buffer: the buffer
 *
 * The rings stay; holders of a reference can read them.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_close(struct ktrace_buffer *buffer)
{
	/* Wait for tasks that create rings: later ones see that the buffer is closed. */
	scoped_guard(mutex, &buffer->rebuild) {
		ktrace_snapshot_hold(buffer);
		ktrace_snapshot_forget(buffer);
		scoped_guard(rwsem_write, &buffer->resize) {
			WRITE_ONCE(buffer->closed, true);
			WRITE_ONCE(buffer->on, false);
			buffer_uncount(buffer);
			ktrace_rings_follow(buffer);
			ktrace_buffer_detach_writers(buffer);
		}
		/* Wait for writers that loaded a ring's address before. */
		ktrace_hooks_synchronize();
	}
	ktrace_snapshot_stop(buffer);
	ktrace_buffer_wake(buffer);
}

/*
 * Controls
 */

/* Switch a buffer on or off, and count the buffers that are off. */
static void buffer_switch(struct ktrace_buffer *buffer, bool on)
{
	WRITE_ONCE(buffer->on, on);
	if (READ_ONCE(buffer->closed))
		return;
	if (xchg(&buffer->off_counted, !on) == on)
		atomic_add(on ? -1 : 1, &ktrace_buffers_off);
	/*
	 * ktrace_buffer_close() may have uncounted the buffer before the exchange.  The exchange
	 * before the load of closed; pairs with the one in ktrace_buffer_close(), which follows
	 * the store of closed: one of the two contexts sees what the other has stored.
	 */
	smp_mb();
	if (READ_ONCE(buffer->closed))
		buffer_uncount(buffer);
}

/**
 * ktrace_buffer_set_on - switch recording on or off
 * @buffer: the buffer
 * @on: true to record
 *
 * When this returns after switching off, no writer is in a ring.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_set_on(struct ktrace_buffer *buffer, bool on)
{
	scoped_guard(rwsem_write, &buffer->resize)
		buffer_switch(buffer, on && !buffer->closed);
	if (on) {
		ktrace_rings_follow(buffer);
		return;
	}
	ktrace_rings_follow_all(buffer);
	ktrace_buffer_wake(buffer);
}

/**
 * ktrace_buffer_set_cpus - choose the CPUs that record
 * @buffer: the buffer
 * @cpus: CPUs that record while the buffer is on
 *
 * When this returns, no writer is in the ring of another CPU.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_set_cpus(struct ktrace_buffer *buffer, const struct cpumask *cpus)
{
	int cpu;

	/*
	 * Change the mask bit by bit: hooks read it, and other tasks may set it at the
	 * same time.
	 */
	for_each_possible_cpu(cpu) {
		if (cpumask_test_cpu(cpu, cpus))
			cpumask_clear_cpu(cpu, &buffer->excluded);
		else
			cpumask_set_cpu(cpu, &buffer->excluded);
	}
	ktrace_rings_follow_all(buffer);
}

/**
 * ktrace_buffer_pause - record nothing until ktrace_buffer_resume()
 * @buffer: the buffer
 *
 * Pauses nest, and do not change what ktrace_buffer_set_on() has set. When this returns, no
 * writer is in a ring.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_pause(struct ktrace_buffer *buffer)
{
	atomic_inc(&buffer->pauses);
	ktrace_rings_follow_all(buffer);
}

/**
 * ktrace_buffer_resume - undo ktrace_buffer_pause()
 * @buffer: the buffer
 *
 * Context: task.
 */
void ktrace_buffer_resume(struct ktrace_buffer *buffer)
{
	atomic_dec(&buffer->pauses);
	ktrace_rings_follow(buffer);
}

/**
 * ktrace_buffer_off - stop recording, from any context
 * @buffer: the buffer, which the caller keeps alive
 *
 * Writers that have begun finish their records; no other writer begins.  The last call
 * of this function, ktrace_buffer_on() or ktrace_buffer_set_on() takes effect.
 *
 * Context: any, NMI included.
 */
void ktrace_buffer_off(struct ktrace_buffer *buffer)
{
	guard(preempt_notrace)();
	buffer_switch(buffer, false);
	ktrace_rings_follow(buffer);
	/* On a CPU that runs no irq_work, the hotplug callbacks wake the readers. */
	if (likely(ktrace_buffer_notices()))
		irq_work_queue(&buffer->off);
	else
		ktrace_buffer_unnoticed(buffer);
}

/**
 * ktrace_buffer_on - start recording, from any context
 * @buffer: the buffer, which must not be destroyed before this returns
 *
 * Context: any, NMI included.
 */
void ktrace_buffer_on(struct ktrace_buffer *buffer)
{
	guard(preempt_notrace)();
	buffer_switch(buffer, true);
	ktrace_rings_follow(buffer);
}

/**
 * ktrace_buffer_set_overwrite - choose which records are lost if a ring is full
 * @buffer: the buffer
 * @overwrite: true: the oldest records; false: new records
 */
void ktrace_buffer_set_overwrite(struct ktrace_buffer *buffer, bool overwrite)
{
	WRITE_ONCE(buffer->overwrite, overwrite);
	ktrace_rings_follow(buffer);
}

/**
 * ktrace_buffer_set_percent - set the share of a ring that readers of pages wait for
 * @buffer: the buffer
 * @percent: percentage of a ring's pages, up to 100; 0: any record
 */
void ktrace_buffer_set_percent(struct ktrace_buffer *buffer, unsigned int percent)
{
	WRITE_ONCE(buffer->percent, percent);
	/* Waiting readers check the new condition. */
	ktrace_buffer_wake(buffer);
}

/**
 * ktrace_buffer_reset - drop all records and reset the loss accounts
 * @buffer: the buffer
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 */
void ktrace_buffer_reset(struct ktrace_buffer *buffer, int cpu)
{
	/*
	 * Exclude a rebuild, which would carry the account of the old ring to its successor
	 * afterwards.
	 */
	guard(mutex)(&buffer->rebuild);
	/* An unfinished snapshot would otherwise leave older records in the readers' ring. */
	ktrace_snapshot_finish(buffer);
	if (cpu == KTRACE_ALL_CPUS) {
		ktrace_snapshot_drop_pending(buffer);
		WRITE_ONCE(buffer->began, buffer->clock->read());
	}
	ktrace_rings_reset(buffer, cpu);
}

/**
 * ktrace_buffer_losses - sum up the lost records of an event
 * @buffer: the buffer
 * @id: id of the event
 * @sum: set to the losses of all CPUs
 *
 * Context: task; sleeps.  Call ktrace_buffer_finish_losses() before for exact numbers.
 * Return: whether the event was ever enabled, or another event in the same block of
 * KTRACE_LOSS_IDS ids.
 */
bool ktrace_buffer_losses(struct ktrace_buffer *buffer, u16 id, struct ktrace_lost *sum)
{
	struct ktrace_cpu_buffer *part;
	int cpu;

	*sum = (struct ktrace_lost) {};
	if (!test_bit(id / KTRACE_LOSS_IDS, buffer->losses))
		return false;
	guard(rwsem_read)(&buffer->resize);
	for_each_possible_cpu(cpu) {
		part = ktrace_buffer_cpu(buffer, cpu);
		if (part->ring)
			ktrace_losses_add(&part->ring->losses, id, sum);
	}
	return true;
}

/**
 * ktrace_buffer_stretch - find the next stretch of dropped records of a CPU
 * @buffer: the buffer
 * @cpu: the CPU
 * @nr: as for ktrace_losses_stretch()
 * @stretch: output
 *
 * Context: task; sleeps.
 * Return: whether there is one.
 */
bool ktrace_buffer_stretch(struct ktrace_buffer *buffer, int cpu, u64 *nr,
			   struct ktrace_stretch *stretch)
{
	struct ktrace_cpu_buffer *part;

	guard(rwsem_read)(&buffer->resize);
	part = ktrace_buffer_cpu(buffer, cpu);
	return part->ring && ktrace_losses_stretch(&part->ring->losses, nr, stretch);
}

/**
 * ktrace_buffer_finish_losses - make the loss accounts exact
 * @buffer: the buffer
 *
 * Removes records from the accounts that were accounted as lost in advance and can
 * still be read.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_finish_losses(struct ktrace_buffer *buffer)
{
	struct ring *ring;
	int cpu;

	/* With rebuild held, no ring is being replaced: all replaced rings are accounted for. */
	guard(mutex)(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(buffer, cpu);
		if (!ring)
			continue;
		ktrace_losses_finish(&ktrace_ring_of(ring)->losses, ring);
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
}
