/* SPDX-License-Identifier: GPL-2.0 */
/* Counting the records of a page by type: only for ring*.c. */
#ifndef _KTRACE_RING_TALLY_H
#define _KTRACE_RING_TALLY_H

#include "ring.h"

/* Number of hash slots, many more than a page has types: most types do not share a slot. */
#define RING_TALLY_SLOTS	256U
/* Number of types counted at a time. */
#define RING_TALLY_TYPES	64U
/* Number of units walked before the sums are reported, so that no part of a sum overflows. */
#define RING_TALLY_UNITS	8192U

static_assert(RING_TALLY_TYPES <= 1U << 8);
/* A search for a free place always succeeds. */
static_assert(RING_TALLY_TYPES <= RING_TALLY_SLOTS);
/*
 * The sums of one report fit into their parts of a word: the smallest record has three units,
 * which bounds the number of records. The last record may exceed RING_TALLY_UNITS by a page,
 * which bounds the number of units.
 */
static_assert(RING_TALLY_UNITS / 3 < 1U << (32 - RING_LOST_SHIFT));
static_assert(RING_TALLY_UNITS + RING_PAGE_MAX / RING_UNIT < RING_LOST_ONE);

/**
 * struct ring_tally - number and size of records by type
 * @types:	the sums; the first is RING_TYPE_DISCARDED, even if the sum is 0
 * @slot:	hash table: the index in @types at the low bits of the type, or in one
 *		of the next slots if another type has the same bits. 0 for a free slot
 * @nr:		number of @types
 *
 * Declare it __uninitialized on the stack: ring_tally_up() clears only the necessary parts.
 */
struct ring_tally {
	struct ring_lost_type types[RING_TALLY_TYPES];
	u8	slot[RING_TALLY_SLOTS];
	u32	nr;
};

u32 ring_tally_up(struct ring_tally *tally, const void *bytes, u32 at, u32 stop, u32 end);
void ring_tally_account(const struct ring_tally *tally, struct ring *ring,
			enum ring_account what, struct ring_lost *lost);
void ring_report(struct ring *ring, enum ring_account what, const struct ring_lost *lost);
void ring_account_all(struct ring *ring, enum ring_account what, const void *bytes, u32 at,
		      u32 end, struct ring_lost *lost);

#endif /* _KTRACE_RING_TALLY_H */
