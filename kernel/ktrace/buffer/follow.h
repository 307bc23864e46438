/* SPDX-License-Identifier: GPL-2.0 */
/* A reader that follows a buffer and takes nothing from it. */
#ifndef _KTRACE_BUFFER_FOLLOW_H
#define _KTRACE_BUFFER_FOLLOW_H

#include "buffer/buffer.h"
#include "ring/ring.h"
#include "ring/ring_merge.h"

/**
 * struct ktrace_followed - a CPU's part of a follower
 * @rec:	the next record, if @has; its overwritten and dropped tell of all that
 *		was missed before it
 * @cpu:	which
 * @has:	there is one
 * @clock:	of its time
 * @follows:	there is a ring that @place is in, unless it was replaced
 * @uses:	ktrace_buffer_uses() then
 * @place:	where in it
 * @at:		position in it of the last unit of @rec
 * @image:	memory for @place
 * @epoch:	ktrace_ids_epoch() when it was copied to
 */
struct ktrace_followed {
	struct ring_record	rec;
	int			cpu;
	bool			has;
	const struct ktrace_clock *clock;
	bool			follows;
	u64			uses;
	struct ring_follower	place;
	u64			at;
	struct ktrace_page_image image;
	u64			epoch;
};

/**
 * struct ktrace_follower - a reader that sees each record once
 * @buffer:	what it reads
 * @skip:	the caller's: a thread whose records are passed over, as is what
 *		interrupts it; -1 for none
 * @merge:	the parts, as one stream
 * @ring:	that of the part that @merge has open, if it had to be locked
 * @cpus:	by CPU number
 *
 * The caller's: one call at a time.
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
