// SPDX-License-Identifier: GPL-2.0
/*
 * One CPU's ring: counts the records of a page by type, for struct ring.account.
 *
 * Called by ring.c in any context, NMI included, and by ring_read.c.
 */
#include <linux/minmax.h>
#include <linux/string.h>

#include "ring.h"
#include "ring_internal.h"
#include "ring_tally.h"

/* This runs for each step of a page, so it clears only the necessary parts. */
static void tally_begin(struct ring_tally *tally)
{
	memset(tally->slot, 0, sizeof(tally->slot));
	tally->types[0] = (struct ring_lost_type) { .type = RING_TYPE_DISCARDED };
	tally->nr = 1;
}

/*
 * Put a type into a free place.
 * Return: its index in @types; RING_TALLY_TYPES if there is no room.
 */
static __always_inline u32 tally_put(struct ring_tally *tally, u32 slot, u16 type)
{
	u32 of = tally->nr;

	if (of < RING_TALLY_TYPES) {
		tally->slot[slot % RING_TALLY_SLOTS] = of;
		tally->types[of] = (struct ring_lost_type) { .type = type };
		tally->nr++;
	}
	return of;
}

/* Find or add the element of a type. Return: as tally_put(). */
static noinline u32 tally_find(struct ring_tally *tally, u16 type)
{
	u32 i, of;

	for (i = type;; i++) {
		of = tally->slot[i % RING_TALLY_SLOTS];
		if (tally->types[of].type == type)
			return of;
		if (!of)
			break;
	}
	return tally_put(tally, i, type);
}

/*
 * Count a record at @head that is not a short record, in a page that is used up to
 * @end. A time extension is counted with the record behind it, which was reserved with
 * it.
 * Return: the address of the next record; @head if there is no room for the type.
 */
static noinline const u32 *tally_odd(struct ring_tally *tally, const u32 *head, const u32 *end)
{
	const struct ktrace_common *common;
	u16 type = RING_TYPE_DISCARDED;
	const u32 *at = head;
	u32 kind, units, of;

	if (head_type(READ_ONCE(*at)) == KTRACE_TYPE_EXTEND)
		at += RING_EXTEND_UNITS;
	if (at >= end - 1)
		return end;
	kind = head_type(READ_ONCE(*at));
	if (kind - 1 < KTRACE_TYPE_LEN_MAX) {
		common = (const void *)&at[1];
		units = kind + 1;
	} else {
		common = (const void *)&at[2];
		units = READ_ONCE(at[1]) / RING_UNIT + 1;
	}
	if (kind != KTRACE_TYPE_PADDING && (const u32 *)common < end)
		type = READ_ONCE(common->type);
	at += units;
	of = tally_find(tally, type);
	if (of == RING_TALLY_TYPES)
		return head;
	tally->types[of].sum += RING_LOST_ONE + (at - head);
	return at;
}

/* The types in the heads of short records. */
#define TALLY_SHORT	((1ULL << (KTRACE_TYPE_LEN_MAX + 1)) - (1ULL << 1))

/**
 * ring_tally_up - count the records in a page by type
 * @tally: set to the sums
 * @bytes: the page
 * @at: first unit
 * @stop: records that begin at this unit or later are not counted
 * @end: the unit behind the last record
 *
 * If a writer changes the page meanwhile, the result may be wrong.
 *
 * Return: the unit behind the counted records; below @stop if there was no room for more types.
 */
u32 ring_tally_up(struct ring_tally *tally, const void *bytes, u32 at, u32 stop, u32 end)
{
	const u32 *units = bytes + sizeof(struct ktrace_page_header);
	const u32 *head = &units[at], *next;
	/* The loop reads two units of each record. */
	const u32 *last = &units[min(min(stop, at + RING_TALLY_UNITS), end - 1)];
	const struct ktrace_common *common;
	unsigned long len, of;
	u32 behind;
	u16 type;

	tally_begin(tally);
	while (head < last) {
		len = head_type(READ_ONCE(*head));
		/* Without this, the compiler needs one more instruction for each record. */
		OPTIMIZER_HIDE_VAR(len);
		if (unlikely(!(TALLY_SHORT >> len & 1))) {
			next = tally_odd(tally, head, &units[end]);
			if (next == head)
				break;
			head = next;
			continue;
		}
		common = (const void *)&head[1];
		type = READ_ONCE(common->type);
		of = tally->slot[type % RING_TALLY_SLOTS];
		if (unlikely(tally->types[of].type != type)) {
			of = of ? tally_find(tally, type) : tally_put(tally, type, type);
			if (of == RING_TALLY_TYPES)
				break;
		}
		tally->types[of].sum += RING_LOST_ONE + 1 + len;
		head += 1 + len;
	}
	behind = head - units;
	return behind < end - 1 ? behind : end;
}

/**
 * ring_report - report lost records
 * @ring: the ring
 * @what: what happened to them
 * @lost: the lost records
 */
void ring_report(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	void (*account)(struct ring *ring, enum ring_account what,
			const struct ring_lost *lost) = READ_ONCE(ring->account);

	if (account)
		account(ring, what, lost);
}

/**
 * ring_tally_account - report all counted records
 * @tally: from ring_tally_up()
 * @ring: the ring
 * @what: what happened to them
 * @lost: the times; the other fields are filled in
 */
void ring_tally_account(const struct ring_tally *tally, struct ring *ring,
			enum ring_account what, struct ring_lost *lost)
{
	/* Usually, no record was discarded. */
	bool discarded = tally->types[0].sum;

	lost->types = &tally->types[!discarded];
	lost->nr = tally->nr - !discarded;
	if (lost->nr)
		ring_report(ring, what, lost);
}

/**
 * ring_account_all - report all records in a page
 * @ring: the ring
 * @what: what happened to them
 * @bytes: the page
 * @at: first unit
 * @end: the unit behind the last record
 * @lost: as for ring_tally_account()
 */
void ring_account_all(struct ring *ring, enum ring_account what, const void *bytes, u32 at,
		      u32 end, struct ring_lost *lost)
{
	struct ring_tally tally __uninitialized;

	while (at < end) {
		at = ring_tally_up(&tally, bytes, at, end, end);
		ring_tally_account(&tally, ring, what, lost);
	}
}
