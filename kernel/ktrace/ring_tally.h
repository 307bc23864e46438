/* SPDX-License-Identifier: GPL-2.0 */
/* What of which type there is in a page: for ring*.c only. */
#ifndef _KTRACE_RING_TALLY_H
#define _KTRACE_RING_TALLY_H

#include "ring.h"

/* More types than most pages have records of, so that most stand in their places. */
#define RING_TALLY	128U

/**
 * struct ring_tally - how many records of which types
 * @nr:		types there are
 * @used:	where they stand
 * @type:	in which place a type stands is said by its low bits; if that is
 *		taken, in one behind it.  0 where none does, and in its own place
 * @records:	of that type, where one stands
 *
 * On the stack it is __uninitialized: what has to be is cleared by ring_tally_up().
 */
struct ring_tally {
	u32	nr;
	u8	used[RING_TALLY];
	u16	type[RING_TALLY];
	u16	records[RING_TALLY];
};

u32 ring_tally_up(struct ring_tally *tally, const void *bytes, u32 at, u32 stop, u32 end);
void ring_tally_tell(const struct ring_tally *tally, struct ring *ring,
		     enum ring_account what);
void ring_tell(struct ring *ring, enum ring_account what, u16 type, u32 records);
void ring_tell_all(struct ring *ring, enum ring_account what, const void *bytes, u32 at,
		   u32 end);

#endif /* _KTRACE_RING_TALLY_H */
