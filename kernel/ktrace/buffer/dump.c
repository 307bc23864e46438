// SPDX-License-Identifier: GPL-2.0
/*
 * Reading a buffer after an oops or a panic: all records that were not consumed, in the
 * order of time, without consuming any.
 *
 * Called in any context, NMI included, with recording off, so the content of pages does
 * not change.  The code takes no lock, because the holder may never run again.
 * Consuming readers on other CPUs may go on, and consume records before the dump
 * reaches them.  If such a reader is in the middle of a page, the dump reads the page
 * from the ring, as far as the ring still has it.
 *
 * dump_memory.c has the memory of a dump.
 */
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "buffer/dump.h"
#include "buffer/internal.h"

/* The sources of the merge are the CPUs.  A source needs no lock. */
static bool dump_open(void *of, u32 cpu)
{
	const struct ktrace_dump *dump = of;
	const struct ktrace_dump_cpu *part = ktrace_dump_cpu(dump, cpu);

	return part && part->has;
}

static bool dump_peek(void *of, u32 cpu, struct ring_head *head)
{
	const struct ktrace_dump *dump = of;
	const struct ktrace_dump_cpu *part = ktrace_dump_cpu(dump, cpu);

	*head = (struct ring_head) { .time = part->rec.time };
	return part->has;
}

/* Recording is off: all records are there that the dump shows. */
static u64 dump_end(void *of, u32 cpu)
{
	return U64_MAX;
}

static void dump_close(void *of, u32 cpu)
{
}

static const struct ring_merge_ops dump_merge_ops = {
	.open	= dump_open,
	.peek	= dump_peek,
	.end	= dump_end,
	.close	= dump_close,
};

/**
 * ktrace_dump_alloc - allocate the state for a dump of a buffer
 * @buffer:	the buffer
 * @page_bytes:	maximum page size that the buffer is going to have, besides its current
 *		one; larger pages are not read
 *
 * The state has no memory for rings until ktrace_dump_attach().
 *
 * Context: task; sleeps.
 * Return: the state; NULL if out of memory.
 */
struct ktrace_dump *ktrace_dump_alloc(const struct ktrace_buffer *buffer, u32 page_bytes)
{
	struct ktrace_dump *dump = kvzalloc(struct_size(dump, cpus, nr_cpu_ids), KTRACE_GFP_SIZED);

	if (!dump)
		return NULL;
	dump->merge = (struct ring_merge) {
		.ops = &dump_merge_ops,
		.of = dump,
		.heap = kvcalloc(nr_cpu_ids, sizeof(*dump->merge.heap), KTRACE_GFP_SIZED),
		.nr_sources = nr_cpu_ids,
	};
	if (!dump->merge.heap) {
		ktrace_dump_free(dump);
		return NULL;
	}
	dump->image_bytes = max(READ_ONCE(buffer->page_bytes), page_bytes);
	return dump;
}

/*
 * Copy the unread records of the reader page, as ring_iter_start() does with the lock held.
 * Return: false if a reader holds the lock or took it meanwhile.
 */
static bool dump_copy(struct ktrace_dump_cpu *part, const struct ring *ring,
		      struct mutex *lock)
{
	struct ring_cursor *cur = &part->iter.cur;
	const struct ring_cursor *reader = &ring->reader.cur;

	if (mutex_is_locked(lock))
		return false;
	/* Race: a reader may begin now; the check below then rejects the copy. */
	*cur = data_race(*reader);
	if (cur->off > cur->end || cur->end > ring->page_bytes)
		return false;
	/* Race: as above; memory of a page stays allocated as long as the ring. */
	memcpy(part->image + cur->off, data_race(reader->image) + cur->off, cur->end - cur->off);
	cur->image = part->image;
	/*
	 * Copy before checking the lock and the cursor again: if both are unchanged, no reader
	 * has changed the reader page.  Pairs with the barrier in ktrace_buffer_lock_cpu().
	 */
	smp_rmb();
	return ring_iter_sound(&part->iter) && !mutex_is_locked(lock) &&
	       cur->pos.seq == READ_ONCE(reader->pos.seq) &&
	       cur->off == READ_ONCE(reader->off) &&
	       cur->pos.used == READ_ONCE(reader->pos.used);
}

static void dump_begin(struct ktrace_dump_cpu *part, struct ring *ring, struct mutex *lock)
{
	part->iter.passed = false;
	/* If a reader is in the page, read the rest of the page from the ring. */
	if (!dump_copy(part, ring, lock))
		part->iter = (struct ring_iter) {
			.cur.pos.seq = READ_ONCE(ring->reader.cur.pos.seq),
			.passed = true,
		};
	part->iter.cur.image = part->image;
	ring_iter_extend(ring, &part->iter);
	part->ring = ring;
	part->clock = ktrace_ring_clock(ring);
	part->has = ring_iter_next(ring, &part->iter, &part->rec);
}

/**
 * ktrace_dump_start - begin to read a buffer
 * @dump: from ktrace_dump_alloc()
 * @buffer: the buffer without writers, the same as for ktrace_dump_alloc()
 * @only: the CPU whose records are read, or KTRACE_ALL_CPUS
 *
 * Context: any, NMI included; preemption off until the last record has been read.
 */
void ktrace_dump_start(struct ktrace_dump *dump, struct ktrace_buffer *buffer, int only)
{
	struct ktrace_cpu_buffer *cb;
	struct ktrace_dump_cpu *part;
	struct ktrace_ring *kr;
	int cpu;

	dump->left_out = 0;
	for_each_possible_cpu(cpu) {
		cb = ktrace_buffer_cpu(buffer, cpu);
		/* Prefer the writers' ring: readers move to it later. */
		kr = ktrace_buffer_written(buffer, cpu) ?: READ_ONCE(cb->ring);
		part = ktrace_dump_cpu(dump, cpu);
		if (part) {
			part->ring = NULL;
			part->has = false;
		}
		if (!kr || !ktrace_cpu_selected(only, cpu))
			continue;
		if (!part || kr->ring.page_bytes > dump->image_bytes)
			dump->left_out++;
		else
			dump_begin(part, &kr->ring, &cb->lock);
	}
	ring_merge_look(&dump->merge);
}

/**
 * ktrace_dump_next - find the earliest record
 * @dump: begun by ktrace_dump_start()
 *
 * Context: as for ktrace_dump_start().
 * Return: the CPU that has the record; -1 if no records are left.
 */
int ktrace_dump_next(struct ktrace_dump *dump)
{
	return ring_merge_next(&dump->merge);
}

/**
 * ktrace_dump_pass - skip to the next record of a CPU
 * @dump: begun by ktrace_dump_start()
 * @cpu: from ktrace_dump_next()
 *
 * Context: as for ktrace_dump_start().
 */
void ktrace_dump_pass(struct ktrace_dump *dump, int cpu)
{
	struct ktrace_dump_cpu *part = ktrace_dump_cpu(dump, cpu);

	part->has = ring_iter_next(part->ring, &part->iter, &part->rec);
}

/**
 * ktrace_dump_start_last - begin to read the last records of a buffer
 * @dump: as for ktrace_dump_start()
 * @buffer: as for ktrace_dump_start()
 * @only: as for ktrace_dump_start()
 * @most: maximum number of records of each CPU; ULONG_MAX: no limit
 *
 * Decodes all records to count them, which takes far less time than printing them.
 *
 * Context: as for ktrace_dump_start().
 * Return: number of earlier records that are skipped.
 */
unsigned long ktrace_dump_start_last(struct ktrace_dump *dump, struct ktrace_buffer *buffer,
				     int only, unsigned long most)
{
	unsigned long passed = 0, i;
	struct ktrace_dump_cpu *part;
	int cpu;

	ktrace_dump_start(dump, buffer, only);
	if (most == ULONG_MAX)
		return 0;
	for_each_possible_cpu(cpu) {
		part = ktrace_dump_cpu(dump, cpu);
		if (!part)
			continue;
		for (part->records = 0; part->has; part->records++)
			ktrace_dump_pass(dump, cpu);
	}
	ktrace_dump_start(dump, buffer, only);
	for_each_possible_cpu(cpu) {
		part = ktrace_dump_cpu(dump, cpu);
		if (!part)
			continue;
		/* A reader may have consumed some of the records meanwhile. */
		for (i = most; i < part->records && part->has; i++, passed++)
			ktrace_dump_pass(dump, cpu);
	}
	ring_merge_look(&dump->merge);
	return passed;
}
