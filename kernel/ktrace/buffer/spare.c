// SPDX-License-Identifier: GPL-2.0
/*
 * Spare rings, to which writers move at a snapshot, and the rings that a snapshot holds.
 *
 * Called by snapshot.c and snapshot_take.c.  snapshot.c explains who owns the spare rings.
 */
#include <linux/cpumask.h>
#include <linux/sched/signal.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/**
 * ktrace_snapshot_put - replace the ring that a snapshot holds for a CPU
 * @snapshot: the snapshot
 * @cpu: the CPU
 * @kr: the new ring, or NULL
 *
 * Context: task; sleeps; takes the CPU's lock of the snapshot.
 * Return: the ring that the snapshot held, or NULL.
 */
struct ktrace_ring *ktrace_snapshot_put(struct ktrace_buffer *snapshot, int cpu,
					struct ktrace_ring *kr)
{
	guard(mutex)(&ktrace_buffer_cpu(snapshot, cpu)->lock);
	return ktrace_buffer_move_readers(snapshot, cpu, kr);
}

/**
 * ktrace_snapshot_held - the ring that a snapshot holds for a CPU
 * @snapshot: the snapshot, or NULL
 * @cpu: the CPU
 *
 * Return: the ring; NULL if there is none.
 */
struct ktrace_ring *ktrace_snapshot_held(struct ktrace_buffer *snapshot, int cpu)
{
	return snapshot ? READ_ONCE(ktrace_buffer_cpu(snapshot, cpu)->ring) : NULL;
}

/**
 * ktrace_spare_usable - whether a ring can be a spare ring
 * @kr: the ring, or NULL
 * @setup: the settings of the CPU's rings
 *
 * Return: true if @kr has the size and the page size of @setup.
 */
bool ktrace_spare_usable(const struct ktrace_ring *kr, const struct ktrace_ring_setup *setup)
{
	return kr && ktrace_ring_fits(kr, setup);
}

/* Free the spare rings of the selected CPUs that are of another size or page size by now. */
static void spares_drop_unusable(struct ktrace_buffer *buffer, int selected)
{
	struct ktrace_ring *unusable = NULL;
	struct ktrace_ring_setup setup;
	struct ktrace_cpu_buffer *part;
	int cpu;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		if (!ktrace_cpu_selected(selected, cpu))
			continue;
		part = ktrace_buffer_cpu(buffer, cpu);
		setup = ktrace_buffer_setup(buffer, cpu);
		if (!ktrace_spare_usable(part->spare, &setup)) {
			ktrace_ring_push(&unusable, part->spare);
			WRITE_ONCE(part->spare, NULL);
		}
	}
	ktrace_rings_free(unusable);
}

/*
 * Ensure that the CPU has a spare ring, or that @snapshot holds a ring that can become one.
 * Return: 0, -ENOMEM or -EINTR.
 */
static int spare_create(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot, int cpu)
{
	struct ktrace_ring_setup setup = ktrace_buffer_setup(buffer, cpu);
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	struct ktrace_ring *held = ktrace_snapshot_held(snapshot, cpu);

	lockdep_assert_held(&buffer->rebuild);
	if (!part->spare) {
		if (ktrace_spare_usable(held, &setup))
			return ktrace_ring_expect(held, buffer, cpu);
		WRITE_ONCE(part->spare, ktrace_ring_alloc(buffer, cpu, &setup));
		if (!part->spare)
			return fatal_signal_pending(current) ? -EINTR : -ENOMEM;
	}
	return ktrace_ring_expect(part->spare, buffer, cpu);
}

/**
 * ktrace_spares_create - ensure that CPUs have spare rings
 * @buffer: the buffer, its rebuild held
 * @snapshot: for a CPU whose ring in this snapshot can become the spare ring, none is
 *	allocated; NULL: no such snapshot
 * @selected: the CPU, or KTRACE_ALL_CPUS; CPUs without a ring get none
 *
 * Context: task; sleeps.
 * Return: 0, -ENOMEM or -EINTR.
 */
int ktrace_spares_create(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			 int selected)
{
	int cpu, err = 0;

	spares_drop_unusable(buffer, selected);
	for_each_possible_cpu(cpu)
		if (!err && ktrace_cpu_selected(selected, cpu) &&
		    READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->ring))
			err = spare_create(buffer, snapshot, cpu);
	return err;
}

/**
 * ktrace_spare_renew - reset the spare ring of a CPU to the state after its allocation
 * @buffer: the buffer
 * @cpu: the CPU; it may have no spare ring
 *
 * Context: task; sleeps.
 */
void ktrace_spare_renew(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring_setup setup = ktrace_buffer_setup(buffer, cpu);
	struct ktrace_ring *kr = ktrace_buffer_cpu(buffer, cpu)->spare;

	if (kr && (!kr->fresh || kr->clock != setup.clock))
		ktrace_ring_renew(kr, &setup);
}

/**
 * ktrace_spare_use - move a CPU's writers to its spare ring, if it has one
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Publishes the ring to writers before clearing @spare, so that ktrace_buffer_cpu_rings()
 * finds the ring in one of the two places.
 *
 * Context: any, NMI included; the caller owns the spare rings.
 */
void ktrace_spare_use(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	struct ktrace_ring *spare = part->spare;

	if (!spare)
		return;
	ktrace_buffer_move_writers(buffer, cpu, spare);
	/* Pairs with the acquire in ktrace_buffer_cpu_rings(). */
	smp_store_release(&part->spare, NULL);
}

/**
 * ktrace_spares_free - free the spare rings of all CPUs
 * @buffer: the buffer, its rebuild held
 *
 * Context: task; sleeps.
 */
void ktrace_spares_free(struct ktrace_buffer *buffer)
{
	struct ktrace_ring *spares = NULL;
	int cpu;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		ktrace_ring_push(&spares, ktrace_buffer_cpu(buffer, cpu)->spare);
		WRITE_ONCE(ktrace_buffer_cpu(buffer, cpu)->spare, NULL);
	}
	ktrace_rings_free(spares);
}

/**
 * ktrace_spares_lack - whether a CPU lacks a spare ring because it came online later
 * @buffer: the buffer
 *
 * Return: true if a CPU has a ring but no spare ring.
 */
bool ktrace_spares_lack(struct ktrace_buffer *buffer)
{
	struct ktrace_cpu_buffer *part;
	int cpu;

	for_each_possible_cpu(cpu) {
		part = ktrace_buffer_cpu(buffer, cpu);
		if (READ_ONCE(part->ring) && !READ_ONCE(part->spare))
			return true;
	}
	return false;
}
