/* SPDX-License-Identifier: GPL-2.0 */
/* A reader that follows a buffer and consumes no records. */
#ifndef _KTRACE_BUFFER_FOLLOW_H
#define _KTRACE_BUFFER_FOLLOW_H

#include "buffer/buffer.h"
#include "ring/ring.h"
#include "ring/ring_merge.h"

/**
 * struct ktrace_followed - a CPU's part of a follower
 * @rec:	the next record, if @has; its overwritten and dropped count all records
 *		that the follower missed before it
 * @cpu:	the CPU's number
 * @has:	@rec is valid
 * @clock:	clock of @rec's time
 * @follows:	@cursor is a position in the CPU's ring, unless that ring was replaced
 * @uses:	ktrace_buffer_uses() when @cursor was set
 * @cursor:	position in the ring
 * @at:		position in the ring of the last unit of @rec
 * @image:	memory for a copy of the page at @cursor
 * @epoch:	ktrace_ids_epoch() when the page was copied to @image
 */
struct ktrace_followed {
	struct ring_record	rec;
	int			cpu;
	bool			has;
	const struct ktrace_clock *clock;
	bool			follows;
	u64			uses;
	struct ring_follower	cursor;
	u64			at;
	struct ktrace_page_image image;
	u64			epoch;
};

/**
 * struct ktrace_follower - a reader that sees each record once
 * @buffer:	the buffer
 * @skip:	set by the caller: a thread whose records are skipped, and those of its
 *		interrupts; -1 for none
 * @merge:	merges the CPUs' parts by time
 * @ring:	the ring of the part that @merge has open, if that ring is locked
 * @cpus:	by CPU number
 *
 * The caller must serialise its calls.
 */
struct ktrace_follower {
	struct ktrace_buffer	*buffer;
	pid_t			skip;
	struct ring_merge	merge;
	struct ring		*ring;
	struct ktrace_followed	cpus[];
};

struct ktrace_follower *ktrace_follow(struct ktrace_buffer *buffer);
void ktrace_unfollow(struct ktrace_follower *follower);
struct ktrace_followed *ktrace_follow_peek(struct ktrace_follower *follower);
void ktrace_follow_pass(struct ktrace_followed *part);

#endif /* _KTRACE_BUFFER_FOLLOW_H */
