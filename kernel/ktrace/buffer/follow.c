// SPDX-License-Identifier: GPL-2.0
/*
 * Following a buffer: a reader that sees each new record once and consumes none.
 *
 * Each ring has a follower of its own (ring_follow_start()).  Writers do not wait for
 * followers and keep no record for them: a record that is overwritten or consumed before
 * the follower reads it is reported as missed.  The follower copies the complete records of
 * one page at a time; it locks the ring for each page, not for each record.
 * ring/ring_merge.c merges the CPUs' views by time.
 *
 * Called in task context.
 */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "buffer/follow.h"
#include "buffer/ids.h"
#include "ring/ring_merge.h"

/*
 * Begin to follow @ring, of which the follower has seen nothing, at the first unread record.
 * @part->image has room for a page of the ring.
 */
static void part_begin(struct ktrace_follower *follower, struct ktrace_followed *part,
		       struct ring *ring)
{
	ring_follow_start(ring, &part->cursor, part->image.data);
	part->uses = ktrace_buffer_uses(follower->buffer, part->cpu);
	part->clock = ktrace_ring_clock(ring);
	part->follows = true;
}

/* Get the next record of @ring; or, if @ring is NULL, of the page that was copied already. */
static bool part_step(struct ktrace_followed *part, struct ring *ring)
{
	return ring ? ring_follow_next(ring, &part->cursor, &part->rec) :
		      ring_follow_held(&part->cursor, &part->rec);
}

/* Find the next record of a thread other than @skip. */
static bool part_find(struct ktrace_followed *part, struct ring *ring, pid_t skip)
{
	while (part_step(part, ring)) {
		if (((const struct ktrace_common *)part->rec.data)->pid != skip) {
			/* The cursor has already moved past @rec: go back to its last unit. */
			part->at = ring_cursor_at(&part->cursor.iter.cur) - 1;
			return true;
		}
		ring_follow_ignore(&part->cursor, &part->rec);
	}
	return false;
}

/* Return true if @part is a position in the present ring of its CPU, whose lock is held. */
static bool part_in_place(struct ktrace_follower *follower, struct ktrace_followed *part)
{
	return part->follows && part->uses == ktrace_buffer_uses(follower->buffer, part->cpu);
}

static void part_fill(struct ktrace_follower *follower, struct ktrace_followed *part,
		      struct ring *ring)
{
	/* Read the epoch before copying a page: see ktrace_ids_epoch(). */
	part->epoch = ktrace_ids_epoch();
	if (!part_in_place(follower, part))
		part_begin(follower, part, ring);
	part->has = part_find(part, ring, follower->skip);
}

/*
 * The parts as inputs of follower->merge.  The follower reads the records in a page copy without
 * a lock.  It locks the ring to copy the next page.
 */

static bool follower_open(void *of, u32 source)
{
	return cpu_possible(source);
}

static void follower_close(void *of, u32 source)
{
	struct ktrace_follower *follower = of;

	if (follower->ring)
		ktrace_buffer_unlock_cpu(follower->buffer, source);
	follower->ring = NULL;
}

static bool follower_lock(struct ktrace_follower *follower, int cpu)
{
	if (!follower->ring)
		follower->ring = ktrace_buffer_lock_cpu(follower->buffer, cpu);
	return follower->ring;
}

/*
 * Like follower_lock(), but ensure that the part's page copy has memory for a page of the
 * ring.  All records of the page copy must have been read.  Return: false also if out of
 * memory.
 */
static bool follower_lock_image(struct ktrace_follower *follower, u32 source)
{
	struct ktrace_page_image *image = &follower->cpus[source].image;
	struct ring *ring = follower->ring;

	if (ring && ring->page_bytes <= image->bytes)
		return true;
	follower_close(follower, source);
	ring = ktrace_buffer_lock_cpu_image(follower->buffer, source, image);
	follower->ring = IS_ERR(ring) ? NULL : ring;
	return follower->ring;
}

static bool follower_peek(void *of, u32 source, struct ring_head *head)
{
	struct ktrace_follower *follower = of;
	struct ktrace_followed *part = &follower->cpus[source];

	if (!part->has && part->follows)
		part->has = part_find(part, NULL, follower->skip);
	if (!part->has && follower_lock_image(follower, source))
		part_fill(follower, part, follower->ring);
	if (!part->has)
		return false;
	*head = (struct ring_head) {
		.time = part->rec.time,
		.at = part->at,
		.use = part->uses,
	};
	return true;
}

static u64 follower_end(void *of, u32 source)
{
	struct ktrace_follower *follower = of;

	/* A replaced ring gets no more records: those in the page copy are the last. */
	if (!follower_lock(follower, source) ||
	    !part_in_place(follower, &follower->cpus[source]))
		return U64_MAX;
	/* Pairs with the release in ring_commit(). */
	return smp_load_acquire(&follower->ring->commit);
}

static const struct ring_merge_ops follower_parts = {
	.open	= follower_open,
	.close	= follower_close,
	.peek	= follower_peek,
	.end	= follower_end,
};

/* Skip all records that the ring has now.  Return: false if out of memory. */
static bool part_skip(struct ktrace_follower *follower, struct ktrace_followed *part)
{
	struct ring *ring = ktrace_buffer_lock_cpu_image(follower->buffer, part->cpu,
							 &part->image);

	if (IS_ERR_OR_NULL(ring))
		return !ring;
	part_begin(follower, part, ring);
	ring_follow_skip(ring, &part->cursor);
	ktrace_buffer_unlock_cpu(follower->buffer, part->cpu);
	return true;
}

/**
 * ktrace_follow - follow a buffer from now on
 * @buffer: the buffer
 *
 * Context: task; sleeps.
 * Return: a follower, to be freed by ktrace_unfollow(), or NULL if out of memory.
 */
struct ktrace_follower *ktrace_follow(struct ktrace_buffer *buffer)
{
	struct ktrace_follower *follower;
	bool complete;
	int cpu;

	follower = kvzalloc(struct_size(follower, cpus, nr_cpu_ids), GFP_KERNEL_ACCOUNT);
	if (!follower)
		return NULL;
	ktrace_buffer_get(buffer);
	follower->buffer = buffer;
	follower->skip = -1;
	follower->merge.ops = &follower_parts;
	follower->merge.of = follower;
	follower->merge.nr_sources = nr_cpu_ids;
	follower->merge.heap = kvcalloc(nr_cpu_ids, sizeof(*follower->merge.heap), GFP_KERNEL);
	complete = follower->merge.heap;
	for_each_possible_cpu(cpu) {
		follower->cpus[cpu].cpu = cpu;
		complete = complete && part_skip(follower, &follower->cpus[cpu]);
	}
	if (complete)
		return follower;
	ktrace_unfollow(follower);
	return NULL;
}

/**
 * ktrace_unfollow - stop following, and free a follower
 * @follower: the follower
 */
void ktrace_unfollow(struct ktrace_follower *follower)
{
	int cpu;

	for_each_possible_cpu(cpu)
		ktrace_page_image_free(&follower->cpus[cpu].image);
	ktrace_buffer_put(follower->buffer);
	kvfree(follower->merge.heap);
	kvfree(follower);
}

/**
 * ktrace_follow_peek - get the earliest record
 * @follower: the follower
 *
 * The record stays valid until ktrace_follow_pass(), even if the buffer's rings are
 * replaced.  Records that a CPU publishes late are not put in order of time.
 *
 * Context: task; sleeps.
 * Return: the CPU's part that has the record; NULL if no ring has a new record.
 */
struct ktrace_followed *ktrace_follow_peek(struct ktrace_follower *follower)
{
	int cpu;

	do {
		cpu = ring_merge_next(&follower->merge);
	} while (cpu < 0 && ring_merge_look(&follower->merge));
	/* The record is a copy and needs no lock. */
	ring_merge_pause(&follower->merge);
	return cpu < 0 ? NULL : &follower->cpus[cpu];
}

/**
 * ktrace_follow_pass - skip to the next record
 * @part: from ktrace_follow_peek()
 */
void ktrace_follow_pass(struct ktrace_followed *part)
{
	part->has = false;
}
