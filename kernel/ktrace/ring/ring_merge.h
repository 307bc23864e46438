/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Many sources of records, read in the order of time: types.
 *
 * The DOC comment of ring_merge.c describes the algorithm and the order of the records.
 * The merge only needs the time and the position of a record; it compiles in user space
 * unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_RING_MERGE_H
#define _KTRACE_RING_MERGE_H

#include <linux/types.h>

/**
 * struct ring_head - the next record of a source
 * @time:	time of the reservation
 * @at:		position in the source of any unit of the record
 * @use:	number of the source's ring; the number changes when the source gets
 *		another ring, because positions in the two rings do not compare
 */
struct ring_head {
	u64	time;
	u64	at;
	u64	use;
};

/**
 * struct ring_merge_ops - access to the sources
 * @open:	begin to read a source, for example take its lock; only one source is
 *		open at a time. Return: false if the source has no records; then @close
 *		is not called
 * @peek:	find the next record of the open source; the caller of ring_merge_next()
 *		takes the record. Return: false if there is no record
 * @end:	return the present position behind the last complete record of the open
 *		source; called after @peek has found a record
 * @close:	end what @open began
 *
 * The functions are called in the context of the caller of ring_merge_next() or
 * ring_merge_look(), with &struct ring_merge.of as argument.
 */
struct ring_merge_ops {
	bool	(*open)(void *of, u32 source);
	bool	(*peek)(void *of, u32 source, struct ring_head *head);
	u64	(*end)(void *of, u32 source);
	void	(*close)(void *of, u32 source);
};

/**
 * struct ring_merge_node - a source with records
 * @time:	time of the next record, or an earlier time
 * @stop:	result of ring_merge_ops.end() at the last look
 * @use:	ring_head.use at the last look
 * @source:	number of the source
 */
struct ring_merge_node {
	u64	time;
	u64	stop;
	u64	use;
	u32	source;
};

/**
 * struct ring_merge - a reader of many sources
 * @ops:	access to the sources
 * @of:		argument of @ops
 * @heap:	memory of the caller for @nr_sources nodes; the earliest node is the first
 * @nr_sources:	number of sources; the first is source 0
 * @nr:		number of nodes in @heap
 * @opened:	number of the open source
 * @open:	whether a source is open
 *
 * The caller must not call the functions concurrently.  The caller sets @ops, @of,
 * @heap and @nr_sources, and zeroes the rest.
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
