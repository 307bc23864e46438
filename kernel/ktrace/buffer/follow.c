// SPDX-License-Identifier: GPL-2.0
/*
 * Following a buffer: a reader that sees each record that comes, once, and takes
 * none away from other readers.
 *
 * Each ring has a follower of its own (ring_follow_start()).  Writers are not disturbed,
 * nor is anything kept for this reader: what is overwritten or consumed before it comes
 * by is missed, and told.  A page is copied at a time, as far as it is complete; the
 * ring is locked for that, and not for each record.  ring/ring_merge.c makes one stream of
 * the CPUs' views.
 *
 * Called in task context.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "buffer/follow.h"
#include "buffer/ids.h"
#include "ring/ring_merge.h"

/*
 * Begin at what was not consumed of @ring, of which nothing was seen.
 * Return: false if there is no memory for it.
 */
static bool part_begin(struct ktrace_follower *follower, struct ktrace_followed *part,
		       struct ring *ring)
{
	if (!ktrace_page_image_reserve(&part->image, ring->page_bytes))
		return false;
	ring_follow_start(ring, &part->place, part->image.data);
	part->uses = ktrace_buffer_uses(follower->buffer, part->cpu);
	part->clock = ktrace_ring_clock(ring);
	part->follows = true;
	return true;
}

/* The next record of @ring, or of what is in the image already if @ring is NULL. */
static bool part_step(struct ktrace_followed *part, struct ring *ring)
{
	return ring ? ring_follow_next(ring, &part->place, &part->rec) :
		      ring_follow_held(&part->place, &part->rec);
}

/* Find the next record that is not @skip's. */
static bool part_find(struct ktrace_followed *part, struct ring *ring, pid_t skip)
{
	while (part_step(part, ring)) {
		if (((const struct ktrace_common *)part->rec.data)->pid != skip) {
			/* The cursor is behind it. */
			part->at = ring_cursor_at(&part->place.iter.cur) - 1;
			return true;
		}
		ring_follow_ignore(&part->place, &part->rec);
	}
	return false;
}

/* Whether @ring, which is locked, is the one that a part is in. */
static bool part_in_place(struct ktrace_follower *follower, struct ktrace_followed *part)
{
	return part->follows && part->uses == ktrace_buffer_uses(follower->buffer, part->cpu);
}

static void part_fill(struct ktrace_follower *follower, struct ktrace_followed *part,
		      struct ring *ring)
{
	/* Before a page is copied: see ktrace_ids_epoch(). */
	part->epoch = ktrace_ids_epoch();
	if (!part_in_place(follower, part) && !part_begin(follower, part, ring))
		return;
	part->has = part_find(part, ring, follower->skip);
}

/*
 * The parts as sources of follower->merge.  A record that was found is the follower's
 * own, and so are those behind it in the image: the ring is locked when these are
 * passed.
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

static bool follower_peek(void *of, u32 source, struct ring_head *head)
{
	struct ktrace_follower *follower = of;
	struct ktrace_followed *part = &follower->cpus[source];

	if (!part->has && part->follows)
		part->has = part_find(part, NULL, follower->skip);
	if (!part->has && follower_lock(follower, source))
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

	/* What is left of a ring that is gone was there. */
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

/* Pass over all that is there. */
static bool part_skip(struct ktrace_follower *follower, struct ktrace_followed *part)
{
	struct ring *ring = ktrace_buffer_lock_cpu(follower->buffer, part->cpu);
	bool begun;

	if (!ring)
		return true;
	begun = part_begin(follower, part, ring);
	if (begun)
		ring_follow_skip(ring, &part->place);
	ktrace_buffer_unlock_cpu(follower->buffer, part->cpu);
	return begun;
}

/**
 * ktrace_follow - follow a buffer from now on
 * @buffer: the buffer
 *
 * Context: task; sleeps.
 * Return: a follower, to be ended with ktrace_unfollow(), or NULL if there is no
 * memory for it.
 */
struct ktrace_follower *ktrace_follow(struct ktrace_buffer *buffer)
{
	struct ktrace_follower *follower;
	bool begun;
	int cpu;

	follower = kvzalloc(struct_size(follower, cpus, nr_cpu_ids), GFP_KERNEL);
	if (!follower)
		return NULL;
	ktrace_buffer_hold(buffer);
	follower->buffer = buffer;
	follower->skip = -1;
	follower->merge.ops = &follower_parts;
	follower->merge.of = follower;
	follower->merge.nr_sources = nr_cpu_ids;
	follower->merge.heap = kvcalloc(nr_cpu_ids, sizeof(*follower->merge.heap), GFP_KERNEL);
	begun = follower->merge.heap;
	for_each_possible_cpu(cpu) {
		follower->cpus[cpu].cpu = cpu;
		begun = begun && part_skip(follower, &follower->cpus[cpu]);
	}
	if (begun)
		return follower;
	ktrace_unfollow(follower);
	return NULL;
}

/**
 * ktrace_unfollow - end what ktrace_follow() began
 * @follower: the follower
 */
void ktrace_unfollow(struct ktrace_follower *follower)
{
	int cpu;

	for_each_possible_cpu(cpu)
		ktrace_page_image_free(&follower->cpus[cpu].image);
	ktrace_buffer_let_go(follower->buffer);
	kvfree(follower->merge.heap);
	kvfree(follower);
}

/**
 * ktrace_follow_peek - the earliest record that was not passed
 * @follower: the follower
 *
 * It stays as it is until it is passed, whatever becomes of the buffer.  A CPU
 * that publishes late comes late.
 *
 * Context: task; sleeps.
 * Return: the CPU's part that has it, or NULL if there is none.
 */
struct ktrace_followed *ktrace_follow_peek(struct ktrace_follower *follower)
{
	int cpu;

	do {
		cpu = ring_merge_next(&follower->merge);
	} while (cpu < 0 && ring_merge_look(&follower->merge));
	/* What was found needs no lock any more. */
	ring_merge_pause(&follower->merge);
	return cpu < 0 ? NULL : &follower->cpus[cpu];
}

/**
 * ktrace_follow_pass - pass over a record
 * @part: from ktrace_follow_peek()
 */
void ktrace_follow_pass(struct ktrace_followed *part)
{
	part->has = false;
}
