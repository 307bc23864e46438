/* SPDX-License-Identifier: GPL-2.0 */
/* What of which type there is in a page: for ring*.c only. */
#ifndef _KTRACE_RING_TALLY_H
#define _KTRACE_RING_TALLY_H

#include "ring.h"

/* More types than most pages have records of, so that most stand in their places. */
#define RING_TALLY	128U

/* struct ring_tally.sum: records above, units below. */
#define RING_TALLY_SHIFT	20
#define RING_TALLY_ONE		(1U << RING_TALLY_SHIFT)
/* So much is gone through at most before it is told: neither part of a sum overflows. */
#define RING_TALLY_UNITS	8192U

/* The smallest record has three units, the last one may be as long as a page. */
static_assert(RING_TALLY_UNITS / 3 < 1U << (32 - RING_TALLY_SHIFT));
static_assert(RING_TALLY_UNITS + RING_PAGE_MAX / RING_UNIT < RING_TALLY_ONE);

/**
 * struct ring_tally - how many records of which types, and how large
 * @nr:		types there are
 * @used:	where they stand
 * @type:	in which place a type stands is said by its low bits; if that is
 *		taken, in one behind it.  0 where none does, and in its own place
 * @sum:	of that type's records, where one stands
 *
 * On the stack it is __uninitialized: what has to be is cleared by ring_tally_up().
 */
struct ring_tally {
	u32	nr;
	u8	used[RING_TALLY];
	u16	type[RING_TALLY];
	u32	sum[RING_TALLY];
};

u32 ring_tally_up(struct ring_tally *tally, const void *bytes, u32 at, u32 stop, u32 end);
void ring_tally_tell(const struct ring_tally *tally, struct ring *ring,
		     enum ring_account what, struct ring_lost *lost);
void ring_tell(struct ring *ring, enum ring_account what, const struct ring_lost *lost);
void ring_tell_all(struct ring *ring, enum ring_account what, const void *bytes, u32 at,
		   u32 end, struct ring_lost *lost);

#endif /* _KTRACE_RING_TALLY_H */
