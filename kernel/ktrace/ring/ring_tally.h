/* SPDX-License-Identifier: GPL-2.0 */
/* What of which type there is in a page: for ring*.c only. */
#ifndef _KTRACE_RING_TALLY_H
#define _KTRACE_RING_TALLY_H

#include "ring.h"

/* Many more places than a page has types: most have one of their own. */
#define RING_TALLY_PLACES	256U
/* Types that are counted at a time. */
#define RING_TALLY_TYPES	64U
/* So much is gone through at most before it is told: neither part of a sum overflows. */
#define RING_TALLY_UNITS	8192U

static_assert(RING_TALLY_TYPES <= 1U << 8);
/* Whoever looks for a free place finds one. */
static_assert(RING_TALLY_TYPES <= RING_TALLY_PLACES);
/* The smallest record has three units, the last one may be as long as a page. */
static_assert(RING_TALLY_UNITS / 3 < 1U << (32 - RING_LOST_SHIFT));
static_assert(RING_TALLY_UNITS + RING_PAGE_MAX / RING_UNIT < RING_LOST_ONE);

/**
 * struct ring_tally - how many records of which types, and how large
 * @types:	what was counted; the first is RING_TYPE_DISCARDED, whether or not there are any
 * @place:	at a type's low bits, where in @types it is; if another type with these bits
 *		is there, in one of the places behind it.  0 where nothing was put
 * @nr:		how many types there are
 *
 * On the stack it is __uninitialized: what has to be is cleared by ring_tally_up().
 */
struct ring_tally {
	struct ring_lost_type types[RING_TALLY_TYPES];
	u8	place[RING_TALLY_PLACES];
	u32	nr;
};

u32 ring_tally_up(struct ring_tally *tally, const void *bytes, u32 at, u32 stop, u32 end);
void ring_tally_tell(const struct ring_tally *tally, struct ring *ring,
		     enum ring_account what, struct ring_lost *lost);
void ring_tell(struct ring *ring, enum ring_account what, const struct ring_lost *lost);
void ring_tell_all(struct ring *ring, enum ring_account what, const void *bytes, u32 at,
		   u32 end, struct ring_lost *lost);

#endif /* _KTRACE_RING_TALLY_H */
