// SPDX-License-Identifier: GPL-2.0
/*
 * Rings that are mapped to user space: what has to stay as it is meanwhile.
 *
 * While a ring is mapped it is not replaced, and ring_map_page() is its one
 * consuming reader.
 */
#include <linux/mm.h>
#include <linux/topology.h>

#include "buffer.h"
#include "buffer_ring.h"

/* Return: -EAGAIN if what was allocated does not fit any more. */
static int buffer_map_once(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	unsigned int order = get_order(READ_ONCE(buffer->page_bytes));
	void *spare = NULL;
	struct ring *ring;
	int err = 0;

	/* Readers do not wait for that. */
	if (!ktrace_buffer_mapped(buffer, cpu)) {
		spare = ktrace_ring_page_alloc(cpu_to_node(cpu), order);
		if (!spare)
			return -ENOMEM;
	}
	scoped_guard(rwsem_write, &buffer->resize) {
		if (!part->ring) {
			err = -ENODEV;
		} else if (!part->maps && (!spare || part->ring->order != order)) {
			/* Its size was changed, or it was unmapped, just now. */
			err = -EAGAIN;
		} else {
			ring = &part->ring->ring;
			if (!part->maps++)
				swap(ring->pages[ring->spare].data, spare);
		}
	}
	ktrace_ring_page_free(spare, order);
	return err;
}

/**
 * ktrace_buffer_map - have a CPU's ring stay, to be mapped
 * @buffer: the buffer
 * @cpu: which
 *
 * Context: task; sleeps; takes buffer->resize.  For each call there must be one of
 * ktrace_buffer_unmap().
 * Return: 0; -ENODEV if the CPU has no ring; -ENOMEM.
 */
int ktrace_buffer_map(struct ktrace_buffer *buffer, int cpu)
{
	int err;

	do {
		err = buffer_map_once(buffer, cpu);
	} while (err == -EAGAIN);
	return err;
}

/**
 * ktrace_buffer_unmap - end what ktrace_buffer_map() began
 * @buffer: the buffer
 * @cpu: which
 *
 * Context: task; sleeps; takes buffer->resize.
 * Return: true if that was the last.
 */
bool ktrace_buffer_unmap(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	unsigned int order;
	void *spare = NULL;
	struct ring *ring;

	scoped_guard(rwsem_write, &buffer->resize) {
		if (--part->maps)
			return false;
		ring = &part->ring->ring;
		order = part->ring->order;
		swap(ring->pages[ring->spare].data, spare);
	}
	/* From here on the ring may be replaced, by one of other pages. */
	ktrace_ring_page_free(spare, order);
	/* Others may read from it again. */
	ktrace_buffer_wake(buffer);
	return true;
}

/**
 * ktrace_buffer_mapped - whether a CPU's ring is mapped
 * @buffer: the buffer
 * @cpu: which
 *
 * Context: to rely on it, between ktrace_buffer_lock_cpu() and _unlock_cpu().
 * Return: true if so.
 */
bool ktrace_buffer_mapped(struct ktrace_buffer *buffer, int cpu)
{
	return READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->maps);
}

/**
 * ktrace_buffer_any_mapped - whether any of some CPUs' rings is mapped
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 *
 * Context: to rely on it, with buffer->resize held.
 * Return: true if so.
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
 * ktrace_buffer_page - the memory of a page of a ring that is mapped
 * @buffer: the buffer
 * @cpu: which ring
 * @number: which page, below ring.nr_slots + RING_OWN_PAGES
 *
 * Return: its address.
 */
void *ktrace_buffer_page(struct ktrace_buffer *buffer, int cpu, u32 number)
{
	return ktrace_buffer_cpu(buffer, cpu)->ring->ring.pages[number].data;
}
