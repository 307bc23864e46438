/* SPDX-License-Identifier: GPL-2.0 */
/* Lost records of one ring: tables by event id. */
#ifndef _KTRACE_LOSS_H
#define _KTRACE_LOSS_H

#include <linux/bitmap.h>
#include <linux/rcupdate.h>
#include <linux/types.h>
#include <asm/local64.h>

#include "ring/ring.h"

/* Reasons why a record is lost. */
enum {
	KTRACE_LOST_OVERWRITTEN,
	KTRACE_LOST_DROPPED,
	KTRACE_LOST_NESTED,
	KTRACE_LOST_KINDS
};

/* Number of events, with consecutive ids, that share a piece of a table. */
#define KTRACE_LOSS_IDS		128
#define KTRACE_LOSS_PIECES	((U16_MAX + 1) / KTRACE_LOSS_IDS)

/**
 * struct ktrace_loss - the losses of one event
 * @accounted:	records, by kind; counted by the ring's writers
 * @more:	added to @accounted; changed by the ring's consuming reader
 * @in_advance:	records that were not overwritten yet at the last ring_finish_accounts(),
 *		although @accounted counts them as overwritten
 * @bytes:	size of the records in @accounted
 * @more_bytes:	size of the records in @more
 * @in_advance_bytes:	size of the records in @in_advance
 * @first:	no loss that writers counted is earlier than this time; 0: no loss
 * @last:	no loss that writers counted is later than this time
 * @more_first:	like @first, for losses that a reader counted
 * @more_last:	like @last, for losses that a reader counted
 * @rcu:	used in the first event of a piece, to free the piece
 *
 * The size is a power of two, so that a shift finds an event's counters: the lookup
 * happens for each event of a page.
 */
struct ktrace_loss {
	local64_t	accounted[KTRACE_LOST_KINDS];
	s64		more[KTRACE_LOST_KINDS];
	s64		in_advance;
	local64_t	bytes;
	s64		more_bytes;
	s64		in_advance_bytes;
	local64_t	first;
	local64_t	last;
	u64		more_first;
	u64		more_last;
	struct rcu_head	rcu;
} __aligned(128);

static_assert(sizeof(struct ktrace_loss) == 128);

/**
 * struct ktrace_lost - sum of the losses of one event
 * @records:	by kind
 * @bytes:	size of the lost records in the ring
 * @first:	no loss is earlier than this time; 0: unknown
 * @last:	no loss is later than this time
 *
 * The times are bounds: for an overwritten record, they are the first and the last time
 * of its page.  Records that were subtracted later are not in the counts, but may have
 * changed the times.
 */
struct ktrace_lost {
	s64		records[KTRACE_LOST_KINDS];
	s64		bytes;
	u64		first;
	u64		last;
};

/* Number of stretches that a ring remembers. */
#define KTRACE_LOSS_STRETCHES	32

/**
 * struct ktrace_loss_stretch - records of one event, dropped one after the other
 * @nr:		number of the stretch, counted from 1; 0: the other fields are not valid
 * @pos:	where in the ring the records are missing: a writer that drops a record has
 *		closed its page, so that no record follows until a page is free, and all
 *		records dropped until then have the same position
 * @records:	number of records
 * @first:	time of the first record
 * @last:	time of the last record
 * @id:		id of the event
 *
 * Written by the ring's writers.
 */
struct ktrace_loss_stretch {
	u64		nr;
	u64		pos;
	local64_t	records;
	u64		first;
	local64_t	last;
	u16		id;
};

/**
 * struct ktrace_stretch - copy of a stretch, for readers
 * @id:		id of the event
 * @records:	number of records that were dropped
 * @first:	time of the first record
 * @last:	time of the last record
 */
struct ktrace_stretch {
	u16		id;
	u64		records;
	u64		first;
	u64		last;
};

/**
 * struct ktrace_losses - a ring's table of losses
 * @pieces:	counters of KTRACE_LOSS_IDS events each; NULL if none of these events
 *		was ever enabled
 * @since:	all losses are later than this time: a page's times may be older than
 *		the last reset
 * @nr_stretches: number of stretches so far; counted by the ring's writers
 * @old_stretches: number of stretches before the last reset
 * @stretches:	the latest stretches; stretch N is in element (N - 1) % KTRACE_LOSS_STRETCHES
 */
struct ktrace_losses {
	struct ktrace_loss *pieces[KTRACE_LOSS_PIECES];
	u64		since;
	local64_t	nr_stretches;
	u64		old_stretches;
	struct ktrace_loss_stretch stretches[KTRACE_LOSS_STRETCHES];
};

int ktrace_losses_want(struct ktrace_losses *losses, unsigned int piece, int node);
void ktrace_losses_free(struct ktrace_losses *losses);

void ktrace_losses_count(struct ktrace_losses *losses, enum ring_account what,
			 const struct ring_lost *lost);
void ktrace_losses_dropped(struct ktrace_losses *losses, u64 pos, const struct ring_lost *lost);
bool ktrace_losses_stretch(const struct ktrace_losses *losses, u64 *nr,
			   struct ktrace_stretch *stretch);
void ktrace_losses_add(const struct ktrace_losses *losses, u16 id, struct ktrace_lost *sum);
void ktrace_losses_carry(struct ktrace_losses *losses, const struct ktrace_losses *from,
			 bool same_clock);
void ktrace_losses_reset(struct ktrace_losses *losses, u64 since);
void ktrace_losses_forget(struct ktrace_losses *losses, const unsigned long *ids,
			  const unsigned long *pieces);
void ktrace_losses_finish(struct ktrace_losses *losses, struct ring *ring);

#endif /* _KTRACE_LOSS_H */
