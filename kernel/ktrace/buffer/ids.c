// SPDX-License-Identifier: GPL-2.0
/*
 * Which events' records are in buffers, for ids that are to be given again.
 *
 * Called by event/id.c in task context, one at a time.  Nobody writes records of the ids
 * in question any more, which a grace period has seen to: what is found absent stays
 * absent.  A ring is locked while it is looked through, as by a consuming reader;
 * writers are not disturbed.
 *
 * A record is in the ring that a CPU's readers use, while the buffer's rebuild is held
 * and no snapshot is half taken; else it may be in another one of the same buffer.  From
 * there it moves to the buffer's snapshot only, which is looked through later: a
 * snapshot's buffer is the younger one.
 */
#include <kunit/static_stub.h>
#include <linux/bitmap.h>
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "buffer/ids.h"
#include "buffer/internal.h"

/* How many records are looked at between two offers to be rescheduled. */
#define IDS_RECORDS	1024

static atomic64_t ids_epoch;

/**
 * ktrace_ids_epoch - tells whether ids were given back
 *
 * A reader that keeps a copy of records remembers it: an event that was registered in
 * a later epoch is not what they are of.
 *
 * Context: any.
 * Return: a number that is greater each time.
 */
u64 ktrace_ids_epoch(void)
{
	return atomic64_read(&ids_epoch);
}

/** ktrace_ids_next_epoch - say that ids are given back */
void ktrace_ids_next_epoch(void)
{
	atomic64_inc(&ids_epoch);
}

/* Clear in @ids the types of the records in @ring; @image has room for one of its pages. */
static void ids_look(struct ring *ring, void *image, unsigned long *ids)
{
	struct ring_iter place;
	struct ring_record rec;
	unsigned int nr = 0;

	ring_iter_start(ring, &place, image);
	while (ring_iter_next(ring, &place, &rec)) {
		__clear_bit(((const struct ktrace_common *)rec.data)->type, ids);
		if (++nr % IDS_RECORDS)
			continue;
		if (bitmap_empty(ids, U16_MAX + 1))
			return;
		cond_resched();
	}
}

static int ids_look_buffer(struct ktrace_buffer *buffer, void *data)
{
	struct ktrace_page_image image = {};
	unsigned long *ids = data;
	struct ring *ring;
	int cpu, err = 0;

	guard(mutex)(&buffer->rebuild);
	/* Or readers could be in another ring than the last writers were. */
	ktrace_snapshot_finish(buffer);
	for_each_possible_cpu(cpu) {
		if (err || bitmap_empty(ids, U16_MAX + 1))
			break;
		/* A snapshot's rings may have pages of different sizes. */
		ring = ktrace_buffer_lock_cpu_image(buffer, cpu, &image);
		err = PTR_ERR_OR_ZERO(ring);
		if (IS_ERR_OR_NULL(ring))
			continue;
		ids_look(ring, image.data, ids);
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
	ktrace_page_image_free(&image);
	return err;
}

/**
 * ktrace_ids_absent - find ids that no buffer has records of
 * @ids:	U16_MAX + 1 bits: those in question; of which no hook writes records any
 *		more. Those of which there are records are cleared
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 * Return: 0; or -ENOMEM, and then @ids means nothing.
 */
int ktrace_ids_absent(unsigned long *ids)
{
	return ktrace_buffers_each(ids_look_buffer, ids);
}

/**
 * struct ids_forgotten - what is to be forgotten
 * @ids:	U16_MAX + 1 bits: of which events
 * @pieces:	KTRACE_LOSS_PIECES bits: pieces of tables that have no others
 */
struct ids_forgotten {
	const unsigned long *ids;
	const unsigned long *pieces;
};

static int ids_forget_buffer(struct ktrace_buffer *buffer, void *data)
{
	struct ktrace_ring *rings[KTRACE_CPU_RINGS];
	const struct ids_forgotten *what = data;
	unsigned int i;
	int cpu;

	guard(mutex)(&buffer->rebuild);
	/*
	 * A CPU that comes online gets a ring with the pieces of buffer->losses.  For a CPU that
	 * goes offline see ktrace_losses_forget().
	 */
	guard(cpus_read_lock)();
	for_each_possible_cpu(cpu) {
		guard(mutex)(&ktrace_buffer_cpu(buffer, cpu)->lock);
		/* Who adds up losses holds it for reading. */
		guard(rwsem_write)(&buffer->resize);
		ktrace_buffer_cpu_rings(buffer, cpu, rings);
		for (i = 0; i < ARRAY_SIZE(rings); i++)
			if (rings[i])
				ktrace_losses_forget(&rings[i]->losses, what->ids, what->pieces);
	}
	bitmap_andnot(buffer->losses, buffer->losses, what->pieces, KTRACE_LOSS_PIECES);
	return 0;
}

/**
 * ktrace_ids_forget - forget the losses of events whose ids are given back
 * @ids:	U16_MAX + 1 bits: which; ktrace_ids_absent() found that no ring has records
 *		of them, and a grace period has passed since
 * @pieces:	KTRACE_LOSS_PIECES bits: those pieces of tables of losses that hold no other
 *		event's; none is registered meanwhile
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 * Return: 0; or -ENOMEM, and then nothing was forgotten.
 */
int ktrace_ids_forget(const unsigned long *ids, const unsigned long *pieces)
{
	struct ids_forgotten what = { .ids = ids, .pieces = pieces };

	KUNIT_STATIC_STUB_REDIRECT(ktrace_ids_forget, ids, pieces);
	return ktrace_buffers_each(ids_forget_buffer, &what);
}
