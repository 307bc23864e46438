// SPDX-License-Identifier: GPL-2.0
/*
 * Search of buffers for records of given events, before ids of events are reused.
 *
 * Called by event/id.c in task context, one call at a time.  No hook writes records of
 * the given ids any more, ensured by a grace period: an id that was found absent stays
 * absent. The search locks a ring like a consuming reader, and does not disturb
 * writers.
 *
 * While the buffer's rebuild is held and no snapshot is in progress, all records of a
 * CPU are in the readers' ring; otherwise a record may be in another ring of the
 * buffer.  From the buffer, a record moves only to the buffer's snapshot.  The
 * snapshot's buffer is younger, and so it is searched later.
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

/* Number of records between two calls of cond_resched(). */
#define IDS_RECORDS	1024

static atomic64_t ids_epoch;

/**
 * ktrace_ids_epoch - number of the current epoch of ids
 *
 * A reader that keeps copies of records stores the epoch with them: an event that was
 * registered in a later epoch did not write these records.
 *
 * Context: any.
 * Return: a number that grows each time ids are freed for reuse.
 */
u64 ktrace_ids_epoch(void)
{
	return atomic64_read(&ids_epoch);
}

/** ktrace_ids_next_epoch - begin a new epoch, because ids are freed for reuse */
void ktrace_ids_next_epoch(void)
{
	atomic64_inc(&ids_epoch);
}

/* Clear in @ids the types of the records in @ring; @image has memory for a page. */
static void ids_look(struct ring *ring, void *image, unsigned long *ids)
{
	struct ring_iter iter;
	struct ring_record rec;
	unsigned int nr = 0;

	ring_iter_start(ring, &iter, image);
	while (ring_iter_next(ring, &iter, &rec)) {
		__clear_bit(((const struct ktrace_common *)rec.data)->type, ids);
		if (++nr % IDS_RECORDS)
			continue;
		if (bitmap_empty(ids, U16_MAX + 1))
			return;
		cond_resched();
	}
}

/**
 * struct ids_search - parameters of ids_look_buffer()
 * @ids:	U16_MAX + 1 bits, see ktrace_ids_absent()
 * @wait:	wait for resizes
 */
struct ids_search {
	unsigned long *ids;
	bool wait;
};

static int ids_look_buffer(struct ktrace_buffer *buffer, void *data)
{
	struct ktrace_page_image image = {};
	const struct ids_search *search = data;
	unsigned long *ids = search->ids;
	struct ring *ring;
	int cpu, err = 0;

	/* A resize that begins now delays this search, but that is rare. */
	if (!search->wait && READ_ONCE(buffer->replacing))
		return -EBUSY;
	guard(mutex)(&buffer->rebuild);
	/* Finish the snapshot, so that readers and the last writers use the same ring. */
	ktrace_snapshot_finish(buffer);
	for_each_possible_cpu(cpu) {
		if (err || bitmap_empty(ids, U16_MAX + 1))
			break;
		/* Enlarge @image if needed: rings of a snapshot may differ in page size. */
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
 * ktrace_ids_absent - find ids without records in any buffer
 * @ids:	U16_MAX + 1 bits: ids of which no hook writes records any more; ids that
 *		have records are cleared
 * @wait:	wait for buffers that are being resized.  Else return -EBUSY, so that a resize in
 *		one instance does not delay commands in other instances: only a resize that
 *		begins during the search can delay it
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 * Return: 0; -EBUSY if rings of a buffer are being replaced and @wait is false, or -ENOMEM, and
 * then @ids is undefined.
 */
int ktrace_ids_absent(unsigned long *ids, bool wait)
{
	struct ids_search search = { .ids = ids, .wait = wait };

	return ktrace_buffers_each(ids_look_buffer, &search);
}

/**
 * struct ids_forgotten - parameters of ids_forget_buffer()
 * @ids:	U16_MAX + 1 bits: ids of the events
 * @pieces:	KTRACE_LOSS_PIECES bits: pieces of tables without other events
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
	 * With cpus_read_lock, no CPU comes online: it would get a ring with the tables of losses
	 * that this function frees.  For a CPU that goes offline see ktrace_losses_forget().
	 */
	guard(cpus_read_lock)();
	for_each_possible_cpu(cpu) {
		guard(mutex)(&ktrace_buffer_cpu(buffer, cpu)->lock);
		/* Readers that sum up losses hold resize for reading. */
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
 * ktrace_ids_forget - drop the losses of events whose ids are freed
 * @ids:	U16_MAX + 1 bits: ids without records according to ktrace_ids_absent(),
 *		and a grace period has passed since
 * @pieces:	KTRACE_LOSS_PIECES bits: pieces of tables of losses without other
 *		events; no event of these pieces is registered meanwhile
 *
 * Context: task; sleeps; takes the rebuild of each buffer, one at a time.
 * Return: 0; or -ENOMEM, and then nothing was changed.
 */
int ktrace_ids_forget(const unsigned long *ids, const unsigned long *pieces)
{
	struct ids_forgotten what = { .ids = ids, .pieces = pieces };

	KUNIT_STATIC_STUB_REDIRECT(ktrace_ids_forget, ids, pieces);
	return ktrace_buffers_each(ids_forget_buffer, &what);
}
