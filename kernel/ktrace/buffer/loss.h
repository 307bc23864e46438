/* SPDX-License-Identifier: GPL-2.0 */
/* Which events one ring lost records of: tables by event id. */
#ifndef _KTRACE_LOSS_H
#define _KTRACE_LOSS_H

#include <linux/bitmap.h>
#include <linux/rcupdate.h>
#include <linux/types.h>
#include <asm/local64.h>

#include "ring/ring.h"

/* What can become of a record that is not read. */
enum {
	KTRACE_LOST_OVERWRITTEN,
	KTRACE_LOST_DROPPED,
	KTRACE_LOST_NESTED,
	KTRACE_LOST_KINDS
};

/* Events whose ids follow each other share a piece of a table. */
#define KTRACE_LOSS_IDS		128
#define KTRACE_LOSS_PIECES	((U16_MAX + 1) / KTRACE_LOSS_IDS)

/**
 * struct ktrace_loss - the losses of one event
 * @told:	records, by kind; counted by the ring's writers
 * @more:	to be added; changed by the ring's consuming reader
 * @ahead:	overwritten records that @told has, but that are still there, at the last
 *		ring_settle()
 * @bytes:	of the records of @told
 * @more_bytes: of those of @more
 * @ahead_bytes: of those of @ahead
 * @first:	no loss that writers told of was before this time; 0 if there was none
 * @last:	nor after this
 * @more_first:	the same of those that a reader told of
 * @more_last:	as @more_first
 * @rcu:	of the first event of a piece: frees the piece
 *
 * A power of two, so that a shift finds an event's: that is done for each event of a page.
 */
struct ktrace_loss {
	local64_t	told[KTRACE_LOST_KINDS];
	s64		more[KTRACE_LOST_KINDS];
	s64		ahead;
	local64_t	bytes;
	s64		more_bytes;
	s64		ahead_bytes;
	local64_t	first;
	local64_t	last;
	u64		more_first;
	u64		more_last;
	struct rcu_head	rcu;
} __aligned(128);

static_assert(sizeof(struct ktrace_loss) == 128);

/**
 * struct ktrace_lost - losses of one event, added up
 * @records:	by kind
 * @bytes:	that they had in the ring, or would have had
 * @first:	no loss was before this time; 0 if that is not known
 * @last:	nor after this
 *
 * The times are bounds: that of a record that was overwritten is between those of
 * its page.  What was taken back is not in the counts, but may have moved the times.
 */
struct ktrace_lost {
	s64		records[KTRACE_LOST_KINDS];
	s64		bytes;
	u64		first;
	u64		last;
};

/**
 * struct ktrace_losses - a ring's table of losses
 * @pieces:	of KTRACE_LOSS_IDS events each; NULL where none of them was ever
 *		listened to
 * @since:	nothing that is counted was lost before this time: a page's times may go
 *		back behind the last reset
 */
struct ktrace_losses {
	struct ktrace_loss *pieces[KTRACE_LOSS_PIECES];
	u64		since;
};

int ktrace_losses_want(struct ktrace_losses *losses, unsigned int piece, int node);
void ktrace_losses_free(struct ktrace_losses *losses);

void ktrace_losses_count(struct ktrace_losses *losses, enum ring_account what,
			 const struct ring_lost *lost);
void ktrace_losses_add(const struct ktrace_losses *losses, u16 id, struct ktrace_lost *sum);
void ktrace_losses_carry(struct ktrace_losses *losses, const struct ktrace_losses *from,
			 bool same_clock);
void ktrace_losses_reset(struct ktrace_losses *losses, u64 since);
void ktrace_losses_forget(struct ktrace_losses *losses, const unsigned long *ids,
			  const unsigned long *pieces);
void ktrace_losses_settle(struct ktrace_losses *losses, struct ring *ring);

#endif /* _KTRACE_LOSS_H */
