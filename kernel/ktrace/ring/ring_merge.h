/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Many sources of records, read in the order of time: types.
 *
 * How it is done, and what order is promised, is in the DOC comment of ring_merge.c.
 * Knows rings no more than that a record has a time and a position; compiles in
 * user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_RING_MERGE_H
#define _KTRACE_RING_MERGE_H

#include <linux/types.h>

/**
 * struct ring_head - the next record of a source
 * @time:	when it was reserved
 * @at:		position in the source, of any unit of the record
 * @use:	number of the ring that it is in: another one when the source has
 *		another ring, whose positions do not compare with those of the first
 */
struct ring_head {
	u64	time;
	u64	at;
	u64	use;
};

/**
 * struct ring_merge_ops - what is merged
 * @open:	begin to read from a source, such as take its lock; one source at a
 *		time.  Return: false if there is nothing to read from it, and nothing
 *		to close
 * @peek:	find the next record of the open source, which stays there until the
 *		caller of ring_merge_next() takes it.  Return: false if there is none
 * @end:	return the position behind the last record that is complete in the
 *		open source now; it is read after @peek has found one
 * @close:	end what @open began
 *
 * All are called in the context of whoever calls ring_merge_next() or
 * ring_merge_look(), with what he gave as &struct ring_merge.of.
 */
struct ring_merge_ops {
	bool	(*open)(void *of, u32 source);
	bool	(*peek)(void *of, u32 source, struct ring_head *head);
	u64	(*end)(void *of, u32 source);
	void	(*close)(void *of, u32 source);
};

/**
 * struct ring_merge_node - a source that has something to read
 * @time:	of its next record, or of an earlier one
 * @stop:	ring_merge_ops.end() when it was looked at
 * @use:	ring_head.use then
 * @source:	which
 */
struct ring_merge_node {
	u64	time;
	u64	stop;
	u64	use;
	u32	source;
};

/**
 * struct ring_merge - a reader of many sources
 * @ops:	how to read them
 * @of:		for @ops
 * @heap:	room for @nr_sources nodes, the caller's; the earliest is the first
 * @nr_sources:	they are numbered from 0
 * @nr:		nodes in @heap
 * @opened:	number of the open source
 * @open:	there is one
 *
 * One call at a time.  A caller sets @ops, @of, @heap and @nr_sources; the rest is
 * zero in the beginning.
 */
struct ring_merge {
	const struct ring_merge_ops *ops;
	void			*of;
	struct ring_merge_node	*heap;
	u32			nr_sources;
	u32			nr;
	u32			opened;
	bool			open;
};

bool ring_merge_look(struct ring_merge *merge);
int ring_merge_next(struct ring_merge *merge);
void ring_merge_pause(struct ring_merge *merge);
void ring_merge_forget(struct ring_merge *merge);

#endif /* _KTRACE_RING_MERGE_H */
