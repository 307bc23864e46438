// SPDX-License-Identifier: GPL-2.0
/*
 * Rings that are mapped to user space.
 *
 * A mapped ring is not replaced, and ring_map_page() is its only consuming reader.
 */
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/topology.h>
#include <linux/wait_bit.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/*
 * Whether a CPU's ring is about to be replaced.  If not, and the caller has set maps,
 * the ring is not replaced until it is unmapped.
 */
static bool buffer_moves(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	struct ktrace_ring *written;

	/* Store to maps before checking for a snapshot.  Pairs with ktrace_snapshot_now(). */
	smp_mb();
	while (ktrace_snapshot_taking(buffer))
		cpu_relax();
	/* A buffer that was destroyed, and a snapshot, have no writers' ring. */
	written = ktrace_buffer_written(buffer, cpu);
	return READ_ONCE(part->held) || (written && written != READ_ONCE(part->ring));
}

/* Note that the current task has mapped a ring, for ktrace_buffer_put_mapper(). */
static void buffer_mapped_by_current(struct ktrace_cpu_buffer *part)
{
	part->mapper = task_tgid_nr(current);
	get_task_comm(part->mapper_comm, current->group_leader);
}

/*
 * Map a ring once more.  Return: 0; -EAGAIN if the allocated memory does not fit any
 * more; -EBUSY if the ring is about to be replaced; or another errno.
 */
static int buffer_map_once(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	unsigned int order;
	void *spare = NULL;
	struct ring *ring;
	int err = 0;

	/*
	 * Use the ring's own order: while a successor of the ring waits for a grace period,
	 * buffer->page_bytes is that of the successor.
	 */
	scoped_guard(rwsem_read, &buffer->resize) {
		if (!part->ring)
			return -ENODEV;
		order = part->ring->order;
	}
	/* Allocate before taking the locks that readers need. */
	if (!ktrace_buffer_mapped(buffer, cpu)) {
		spare = ktrace_ring_page_alloc(cpu_to_node(cpu), order);
		if (!spare)
			return -ENOMEM;
	}
	scoped_guard(mutex, &part->lock) {
		guard(rwsem_write)(&buffer->resize);
		if (!part->ring) {
			err = -ENODEV;
		} else if (part->maps) {
			part->maps++;
		} else if (!spare || part->ring->order != order) {
			/* Another task has replaced or unmapped the ring in between. */
			err = -EAGAIN;
		} else {
			WRITE_ONCE(part->maps, 1);
			if (buffer_moves(buffer, cpu)) {
				WRITE_ONCE(part->maps, 0);
				err = -EBUSY;
			} else {
				ring = &part->ring->ring;
				swap(ring->pages[ring->reader.spare].data, spare);
			}
		}
		if (!err)
			buffer_mapped_by_current(part);
	}
	ktrace_ring_page_free(spare, order);
	return err;
}

/**
 * ktrace_buffer_map - keep a CPU's ring in place, for a mapping
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * If the ring is being replaced, this function waits until the new ring is in place.
 * It tries again only if another task has changed the ring since the last attempt.
 *
 * Context: task; sleeps; takes the CPU's lock and buffer->resize.  Each call must be
 * followed by one call of ktrace_buffer_unmap().
 * Return: 0; -ENODEV if the CPU has no ring; -ENOMEM.
 */
int ktrace_buffer_map(struct ktrace_buffer *buffer, int cpu)
{
	int err;

	do {
		err = buffer_map_once(buffer, cpu);
		/* ktrace_buffer_move_readers() clears held after a grace period. */
		if (err == -EBUSY)
			wait_var_event(&ktrace_buffer_cpu(buffer, cpu)->held,
				       !buffer_moves(buffer, cpu));
		else
			cond_resched();
	} while (err == -EAGAIN || err == -EBUSY);
	return err;
}

/**
 * ktrace_buffer_unmap - undo one call of ktrace_buffer_map()
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Context: task; sleeps; takes the CPU's lock and buffer->resize.
 * Return: true if this was the last mapping.
 */
bool ktrace_buffer_unmap(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	unsigned int order;
	void *spare = NULL;
	struct ring *ring;

	scoped_guard(mutex, &part->lock) {
		guard(rwsem_write)(&buffer->resize);
		WRITE_ONCE(part->maps, part->maps - 1);
		if (part->maps)
			return false;
		ring = &part->ring->ring;
		order = part->ring->order;
		swap(ring->pages[ring->reader.spare].data, spare);
	}
	/* From here on the ring may be replaced by a ring with another page size. */
	ktrace_ring_page_free(spare, order);
	/* Wake other readers: they may read the ring again. */
	ktrace_buffer_wake_cpu(buffer, cpu);
	return true;
}

/**
 * ktrace_buffer_mapped - whether a CPU's ring is mapped
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Context: the result stays valid while the ring is locked by ktrace_buffer_lock_cpu().
 * Return: true if the ring is mapped.
 */
bool ktrace_buffer_mapped(struct ktrace_buffer *buffer, int cpu)
{
	return READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->maps);
}

/**
 * ktrace_buffer_any_mapped - whether any of some CPUs' rings is mapped
 * @buffer: the buffer
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 *
 * Context: the result stays valid while buffer->resize is held.
 * Return: true if a ring is mapped.
 */
bool ktrace_buffer_any_mapped(struct ktrace_buffer *buffer, int cpu)
{
	int i;

	for_each_possible_cpu(i)
		if (ktrace_cpu_selected(cpu, i) && ktrace_buffer_mapped(buffer, i))
			return true;
	return false;
}

/**
 * ktrace_buffer_put_mapper - append which ring is mapped, and by which task
 * @buffer: the buffer
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 * @out: output: "cpuN, by TASK-PID"; nothing if no ring is mapped any more
 *
 * If several tasks have mapped the ring, the text names the last one.
 *
 * Context: task; sleeps; takes buffer->resize.
 */
void ktrace_buffer_put_mapper(struct ktrace_buffer *buffer, int cpu, struct seq_buf *out)
{
	const struct ktrace_cpu_buffer *part;
	int i;

	guard(rwsem_read)(&buffer->resize);
	for_each_possible_cpu(i) {
		part = ktrace_buffer_cpu(buffer, i);
		if (!ktrace_cpu_selected(cpu, i) || !part->maps)
			continue;
		seq_buf_printf(out, "cpu%d, by %s-%d", i, part->mapper_comm, part->mapper);
		return;
	}
}

/**
 * ktrace_buffer_hold_maps - prevent mappings of rings that are about to be replaced
 * @buffer: the buffer, its rebuild held
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 *
 * A task that maps such a ring waits for ktrace_buffer_move_readers().
 *
 * Context: task; sleeps.
 * Return: 0; -EBUSY if a ring is mapped already, and then nothing was changed.
 */
int ktrace_buffer_hold_maps(struct ktrace_buffer *buffer, int cpu)
{
	int i;

	guard(rwsem_write)(&buffer->resize);
	if (ktrace_buffer_any_mapped(buffer, cpu))
		return -EBUSY;
	for_each_possible_cpu(i)
		if (ktrace_cpu_selected(cpu, i))
			WRITE_ONCE(ktrace_buffer_cpu(buffer, i)->held, true);
	return 0;
}

/**
 * ktrace_buffer_release_maps - allow mappings again
 * @buffer: the buffer, its rebuild held
 * @cpu: the CPU, or KTRACE_ALL_CPUS; only CPUs whose rings were not replaced are affected
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_release_maps(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part;
	int i;

	for_each_possible_cpu(i) {
		part = ktrace_buffer_cpu(buffer, i);
		if (!ktrace_cpu_selected(cpu, i) || !READ_ONCE(part->held))
			continue;
		scoped_guard(rwsem_write, &buffer->resize)
			WRITE_ONCE(part->held, false);
		ktrace_buffer_wake_maps(part);
	}
}

/**
 * ktrace_buffer_page - the memory of a page of a mapped ring
 * @buffer: the buffer
 * @cpu: the CPU of the ring
 * @number: number of the page, below ring.nr_slots + RING_OWN_PAGES
 *
 * Return: its address.
 */
void *ktrace_buffer_page(struct ktrace_buffer *buffer, int cpu, u32 number)
{
	return ktrace_buffer_cpu(buffer, cpu)->ring->ring.pages[number].data;
}
