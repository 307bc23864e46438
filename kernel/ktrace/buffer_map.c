// SPDX-License-Identifier: GPL-2.0
/*
 * Rings that are mapped to user space: what has to stay as it is meanwhile.
 *
 * While a ring is mapped it is not replaced, and ring_map_page() is its one
 * consuming reader.
 */
#include <linux/topology.h>

#include "buffer.h"
#include "buffer_ring.h"

/**
 * ktrace_buffer_map - have a CPU's ring stay, to be mapped
 * @buffer: the buffer
 * @cpu: which
 *
 * Context: task; sleeps; takes buffer->resize.  For each call there must be one of
 * ktrace_buffer_unmap().
 * Return: 0, -ENODEV if the CPU has no ring, or -ENOMEM.
 */
int ktrace_buffer_map(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	int err;

	guard(rwsem_write)(&buffer->resize);
	if (!part->ring)
		return -ENODEV;
	if (!part->maps) {
		err = ktrace_ring_add_spare(part->ring, cpu_to_node(cpu));
		if (err)
			return err;
	}
	part->maps++;
	return 0;
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

	guard(rwsem_write)(&buffer->resize);
	if (--part->maps)
		return false;
	ktrace_ring_drop_spare(part->ring);
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
 * ktrace_buffer_page - the memory of a page of a ring that is mapped
 * @buffer: the buffer
 * @cpu: which ring
 * @number: which page, below ring.nr_slots + 2
 *
 * Return: its address.
 */
void *ktrace_buffer_page(struct ktrace_buffer *buffer, int cpu, u32 number)
{
	return ktrace_buffer_cpu(buffer, cpu)->ring->ring.pages[number].data;
}
