// SPDX-License-Identifier: GPL-2.0
/*
 * Many sources of records, read in the order of time.
 *
 * Called by whoever reads the rings of several CPUs as one stream, in task context:
 * trace, trace_pipe, and followers.  Takes no lock and allocates nothing itself.
 */
/**
 * DOC: merge
 *
 * A source is a ring, or a copy of one that a reader has.  Looking at all sources
 * (ring_merge_look()) finds of each the time of its next record and the position up
 * to which it is complete, and makes a heap of those that have anything.  Then
 * records are taken (ring_merge_next()) from the first source of the heap, as long as
 * the next one there is earlier than what the second has: a run.  The source is opened
 * once a run, and only that one.
 *
 * Others write to the sources meanwhile, take records from them, and replace
 * them. So nothing in the heap is believed: the next record of a source is looked
 * up again, with the source open, before it is taken.
 *
 * M1. Records that were complete when all sources were looked at are given in the
 *     order of their times, and those of the same time by the number of their
 *     sources.  A time in the heap is never later than that of the source's next
 *     record, as times in a ring do not go back; an early one costs a look at the
 *     source, no more. [merge_quiescent, merge_taken_by_others]
 * M2. No record is given that was not complete then: the source goes on at most to
 *     the position noted.  Or a source that has much would go on with what has just
 *     come, while another one that had nothing, and so is not in the heap, has
 *     something earlier by now.  What comes later is found by the next look.
 *     [merge_not_beyond_the_look]
 * M3. A source that has another ring than when it was looked at ends all that was
 *     found: the new ring's positions do not compare with those of the old one, nor
 *     need its times compare with those of other sources. [merge_replaced]
 * M4. At most one source is open, none between ring_merge_pause() and the next call.
 *     [every case: the test's own lock tells]
 *
 * What is reserved before a look and completed after it comes late, as it does with any
 * reader who does not wait for writers.
 *
 * It costs one opening for each source and look, one for each run, and two
 * comparisons a record, at the end of a run twice the logarithm of the number of
 * sources. [merge_work]
 */

#include "ring_merge.h"

/* Of records of the same time, that of the lower source comes first. */
static bool node_before(const struct ring_merge_node *a, const struct ring_merge_node *b)
{
	return a->time < b->time || (a->time == b->time && a->source < b->source);
}

/* Put @node at the place @i, which is free, or where it belongs below it. */
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

/* Whether the first node is where it belongs, whatever its time has become. */
static bool merge_leads(const struct ring_merge *merge)
{
	const struct ring_merge_node *heap = merge->heap;

	return (merge->nr < 2 || node_before(&heap[0], &heap[1])) &&
	       (merge->nr < 3 || node_before(&heap[0], &heap[2]));
}

/* The first source has nothing to read any more. */
static void merge_drop(struct ring_merge *merge)
{
	merge->nr--;
	if (merge->nr)
		merge_sink(merge, 0, merge->heap[merge->nr]);
}

/* Open @source, if it is not; return false if there is nothing to read from it. */
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
 * ring_merge_pause - close the source that is open, if any
 * @merge: the reader
 *
 * What ring_merge_next() said holds no longer.
 */
void ring_merge_pause(struct ring_merge *merge)
{
	if (merge->open)
		merge->ops->close(merge->of, merge->opened);
	merge->open = false;
}

/**
 * ring_merge_forget - forget what was found in the sources
 * @merge: the reader
 *
 * For when sources that had nothing may have something earlier than what was found.
 */
void ring_merge_forget(struct ring_merge *merge)
{
	ring_merge_pause(merge);
	merge->nr = 0;
}

/**
 * ring_merge_look - look what there is in all sources
 * @merge: the reader
 *
 * Context: as struct ring_merge_ops has it; opens and closes each source.
 * Return: true if any has something to read.
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
 * Call it again after that record was taken, or was not: it looks the record up.
 *
 * Context: as struct ring_merge_ops has it.
 * Return: the number of the source that it is in, which is open: ring_merge_ops.peek()
 * was called last for it, and gave the record; to be followed by another call, or by
 * ring_merge_pause().  Or -1 if there is no more, with no source open: what came since
 * is found after ring_merge_look().
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
		/* M3 */
		if (head.use != first->use)
			break;
		first->time = head.time;
		if (!merge_leads(merge)) {
			merge_sink(merge, 0, *first);
			continue;
		}
		/* M2 */
		if (head.at >= first->stop)
			break;
		return first->source;
	}
	ring_merge_forget(merge);
	return -1;
}
