// SPDX-License-Identifier: GPL-2.0
/*
 * The memory for reading a buffer after an oops or a panic.
 *
 * The memory for reading a CPU's ring is allocated together with the ring, before the ring is
 * published, and for all rings that exist when a dump is attached to a buffer: a ring that may
 * have records can be dumped.
 *
 * Called in task context, by ring_memory.c and by the code that decides which buffers are dumped.
 */
#include <linux/cleanup.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "buffer/dump.h"
#include "buffer/internal.h"

/* Protects ktrace_buffer.dump, and serialises the allocation of memory for CPUs. */
static DEFINE_MUTEX(dump_mutex);

static void dump_cpu_free(struct ktrace_dump_cpu *part)
{
	if (part)
		kvfree(part->image);
	kfree(part);
}

/* Allocate the memory for reading the ring of a CPU, unless it is there. */
static int dump_cpu_alloc(struct ktrace_dump *dump, int cpu)
{
	struct ktrace_dump_cpu *part;

	lockdep_assert_held(&dump_mutex);
	if (dump->cpus[cpu])
		return 0;
	part = kzalloc(sizeof(*part), KTRACE_GFP_SIZED);
	if (part)
		part->image = kvzalloc(dump->image_bytes, KTRACE_GFP_SIZED);
	if (!part || !part->image) {
		dump_cpu_free(part);
		return -ENOMEM;
	}
	/* Pairs with the acquire in ktrace_dump_cpu(). */
	smp_store_release(&dump->cpus[cpu], part);
	return 0;
}

/*
 * Whether a CPU has, or may be about to get, a ring.  A CPU that is coming online gets its ring
 * later: the caller holds cpu_hotplug_lock.  A rebuild that has allocated the ring of a CPU
 * publishes it even if the CPU was offline in between.
 */
static bool dump_wants(struct ktrace_buffer *buffer, int cpu)
{
	if (READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->ring))
		return true;
	/* Pairs with the release in buffer_rebuild(), which sets @used before. */
	if (smp_load_acquire(&buffer->replacing))
		return true;
	return READ_ONCE(buffer->used) && cpu_online(cpu);
}

/**
 * ktrace_dump_attach - allocate memory for all rings of a buffer, present and future ones
 * @dump:	from ktrace_dump_alloc() for @buffer
 * @buffer:	the buffer; @dump takes the place of the dump that was attached before
 *
 * Context: task; sleeps; takes cpus_read_lock() and dump_mutex.
 * Return: 0; or -ENOMEM, and then the dump that was attached before still is.
 */
int ktrace_dump_attach(struct ktrace_dump *dump, struct ktrace_buffer *buffer)
{
	struct ktrace_dump *old;
	int cpu, err = 0;

	guard(cpus_read_lock)();
	guard(mutex)(&dump_mutex);
	old = buffer->dump;
	WRITE_ONCE(buffer->dump, dump);
	/*
	 * Pairs with the barrier in ktrace_dump_prepare(): either that function finds @dump, or
	 * dump_wants() below finds that the CPU is getting a ring.
	 */
	smp_mb();
	for_each_possible_cpu(cpu)
		if (!err && dump_wants(buffer, cpu))
			err = dump_cpu_alloc(dump, cpu);
	if (err)
		WRITE_ONCE(buffer->dump, old);
	return err;
}

/**
 * ktrace_dump_detach - allocate no more memory for a dump of a buffer
 * @buffer:	the buffer
 *
 * Context: task; takes dump_mutex.
 */
void ktrace_dump_detach(struct ktrace_buffer *buffer)
{
	guard(mutex)(&dump_mutex);
	WRITE_ONCE(buffer->dump, NULL);
}

/**
 * ktrace_dump_prepare - allocate the memory to dump the ring that a CPU is going to get
 * @buffer:	the buffer
 * @cpu:	the CPU
 *
 * Context: task; sleeps; ktrace_buffer.replacing is set, or the CPU has a ring already, or the
 * caller holds cpu_hotplug_lock for writing.
 * Return: 0, also if no dump is attached to the buffer; or -ENOMEM.
 */
int ktrace_dump_prepare(struct ktrace_buffer *buffer, int cpu)
{
	/* Pairs with the barrier in ktrace_dump_attach(). */
	smp_mb();
	if (!READ_ONCE(buffer->dump))
		return 0;
	guard(mutex)(&dump_mutex);
	return buffer->dump ? dump_cpu_alloc(buffer->dump, cpu) : 0;
}

/**
 * ktrace_dump_free - free the state of a dump
 * @dump: from ktrace_dump_alloc(), or NULL; not attached to a buffer any more
 *
 * Context: task; sleeps.
 */
void ktrace_dump_free(struct ktrace_dump *dump)
{
	int cpu;

	if (!dump)
		return;
	for_each_possible_cpu(cpu)
		dump_cpu_free(dump->cpus[cpu]);
	kvfree(dump->merge.heap);
	kvfree(dump);
}
