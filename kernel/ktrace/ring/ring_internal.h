/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Layout of the words of a ring, only for ring*.c. The DOC comment of ring.c explains
 * the fields.
 */
#ifndef _KTRACE_RING_INTERNAL_H
#define _KTRACE_RING_INTERNAL_H

#include "ring.h"

#define RING_EMPTY		1ULL
#define RING_SLOT_SHIFT		(RING_SEQ_SHIFT + 1)

#define RING_DROP_GEN_BITS	16
#define RING_DROP_ONE		BIT_ULL(RING_DROP_GEN_BITS)
#define RING_DROP_GEN_MASK	(RING_DROP_ONE - 1)

#define RING_EXTEND_UNITS	2U

static inline u64 slot_encode(u64 seq, u32 page, bool empty)
{
	return seq << RING_SLOT_SHIFT | (u64)page << 1 | (empty ? RING_EMPTY : 0);
}

static inline u64 slot_seq(u64 slot)
{
	return slot >> RING_SLOT_SHIFT;
}

static inline u32 slot_page(u64 slot)
{
	return slot >> 1 & RING_LOW_MASK;
}

static inline u64 *ring_slot(struct ring *ring, u64 seq)
{
	return &ring->slots[seq % ring->nr_slots];
}

static inline u32 word_units(u64 word)
{
	return (word & ~RING_CLOSED) >> RING_UNITS_SHIFT;
}

static inline u32 word_count(u64 word)
{
	return word >> RING_COUNT_SHIFT & ((1U << RING_COUNT_BITS) - 1);
}

static inline u64 seq_of(u64 position)
{
	return position >> RING_SEQ_SHIFT;
}

static inline u64 first_position(u64 seq)
{
	return seq << RING_SEQ_SHIFT;
}

/* Return the time of the last record in @page, if @word is the word of the page. */
static inline u64 page_last_time(const struct ring_page *page, u64 word)
{
	return READ_ONCE(page->base[!!(word & RING_SEL)]) + (word & RING_STAMP_MASK);
}

static inline u32 head_type(u32 head)
{
	return head & ((1U << KTRACE_TYPE_LEN_BITS) - 1);
}

/* Return the time between two records from the time extension at @head. */
static inline u64 ring_extension(const u32 *head)
{
	return head[0] >> KTRACE_TYPE_LEN_BITS | (u64)head[1] << KTRACE_DELTA_BITS;
}

#endif /* _KTRACE_RING_INTERNAL_H */
