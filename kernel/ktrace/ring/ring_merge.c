// SPDX-License-Identifier: GPL-2.0
/*
 * Many sources of records, read in the order of time.
 *
 * Readers that show the rings of several CPUs as one stream (trace, trace_pipe, and
 * followers) call this in task context. This file takes no lock and allocates no
 * memory.
 */
/**
 * DOC: merge
 *
 * A source of a merge is a ring, or a reader's copy of a ring.  A look at all sources
 * (ring_merge_look()) finds the time of the next record of each source and the
 * position up to which the source is complete, and makes a heap of the sources
 * that have records.  Then ring_merge_next() takes records from the first source
 * of the heap, as long as its next record is earlier than that of the second
 * source: a run.  It opens the source once per run, and no other source.
 *
 * Other tasks write to the sources meanwhile, take records from them, and replace
 * them.  So the heap is only a hint: before a record is taken, the source is
 * opened and its next record is looked up again.
 *
 * M1. Records that were complete at the look are given in the order of their
 *     times, and records of the same time in the order of their sources.  Times
 *     in a ring do not go back, so a time in the heap is never later than that of
 *     the source's next record; an early time only costs a look at the source.
 *     [merge_quiescent, merge_taken_by_others]
 * M2. A record that was not complete at the look is not given: a source ends at
 *     the position noted.  Otherwise a busy source would continue with new
 *     records while another source, which was empty and so is not in the heap,
 *     has an earlier record by now.  The next look finds the new records.
 *     [merge_not_beyond_the_look]
 * M3. If a source has another ring than at the look, the results of the look are
 *     dropped: positions of the new ring do not compare with those of the old
 *     ring, and its times may not compare with those of other sources.
 *     [merge_replaced]
 * M4. At most one source is open, none between ring_merge_pause() and the next call.
 *     [every case: the lock of the test checks this]
 *
 * A record that is reserved before a look and completed after it comes late, as
 * for any reader that does not wait for writers.
 *
 * The cost is one opening per source and look, one opening per run, and two
 * comparisons per record; at the end of a run, twice the logarithm of the number
 * of sources. [merge_work]
 */

#include "ring_merge.h"

/* Among records of the same time, the source with the lower number is first. */
static bool node_before(const struct ring_merge_node *a, const struct ring_merge_node *b)
{
	return a->time < b->time || (a->time == b->time && a->source < b->source);
}

/* Put @node into the free element @i of the heap, or below, in the order of the heap. */
static void merge_sink(struct ring_merge *merge, u32 i, struct ring_merge_node node)
{
	struct ring_merge_node *heap = merge->heap;
	u32 child;

	while ((child = 2 * i + 1) < merge->nr) {
		if (child + 1 < merge->nr && node_before(&heap[child + 1], &heap[child]))
			child++;
		if (!node_before(&heap[child], &node))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = node;
}

/* Return true if the first node, whose time may have changed, is still the earliest. */
static bool merge_leads(const struct ring_merge *merge)
{
	const struct ring_merge_node *heap = merge->heap;

	return (merge->nr < 2 || node_before(&heap[0], &heap[1])) &&
	       (merge->nr < 3 || node_before(&heap[0], &heap[2]));
}

/* Remove the first source, which has no more records. */
static void merge_drop(struct ring_merge *merge)
{
	merge->nr--;
	if (merge->nr)
		merge_sink(merge, 0, merge->heap[merge->nr]);
}

/* Open @source if it is not open. Return false if it has no records. */
static bool merge_open(struct ring_merge *merge, u32 source)
{
	if (merge->open && merge->opened == source)
		return true;
	ring_merge_pause(merge);
	merge->open = merge->ops->open(merge->of, source);
	merge->opened = source;
	return merge->open;
}

/**
 * ring_merge_pause - close the open source, if any
 * @merge: the reader
 *
 * This invalidates the result of ring_merge_next().
 */
void ring_merge_pause(struct ring_merge *merge)
{
	if (merge->open)
		merge->ops->close(merge->of, merge->opened);
	merge->open = false;
}

/**
 * ring_merge_forget - forget the results of the last look
 * @merge: the reader
 *
 * Call this if sources that were empty may have earlier records than the last look found.
 */
void ring_merge_forget(struct ring_merge *merge)
{
	ring_merge_pause(merge);
	merge->nr = 0;
}

/**
 * ring_merge_look - look at all sources
 * @merge: the reader
 *
 * Context: see struct ring_merge_ops; opens and closes each source.
 * Return: true if any source has records.
 */
bool ring_merge_look(struct ring_merge *merge)
{
	struct ring_head head;
	u32 source, i;

	ring_merge_forget(merge);
	for (source = 0; source < merge->nr_sources; source++) {
		if (!merge_open(merge, source))
			continue;
		if (merge->ops->peek(merge->of, source, &head))
			merge->heap[merge->nr++] = (struct ring_merge_node) {
				.time = head.time,
				.stop = merge->ops->end(merge->of, source),
				.use = head.use,
				.source = source,
			};
		ring_merge_pause(merge);
	}
	for (i = merge->nr / 2; i--;)
		merge_sink(merge, i, merge->heap[i]);
	return merge->nr;
}

/**
 * ring_merge_next - find the earliest record of those that the last look found
 * @merge: the reader
 *
 * The caller may take the record or leave it; the next call looks the record up again.
 *
 * Context: see struct ring_merge_ops.
 * Return: the number of the record's source, which is open: the last call of
 * ring_merge_ops.peek() returned the record. Another call or ring_merge_pause() must
 * follow. Or -1 if there is no record, and no source is open: the next
 * ring_merge_look() finds new records.
 */
int ring_merge_next(struct ring_merge *merge)
{
	struct ring_merge_node *first = merge->heap;
	struct ring_head head;

	while (merge->nr) {
		if (!merge_open(merge, first->source) ||
		    !merge->ops->peek(merge->of, first->source, &head)) {
			merge_drop(merge);
			continue;
		}
		/* The ring of the source was replaced since ring_merge_look(): look again (M3). */
		if (head.use != first->use)
			break;
		first->time = head.time;
		if (!merge_leads(merge)) {
			merge_sink(merge, 0, *first);
			continue;
		}
		/* Not complete at the look: another source may have an earlier record (M2). */
		if (head.at >= first->stop)
			break;
		return first->source;
	}
	ring_merge_forget(merge);
	return -1;
}
