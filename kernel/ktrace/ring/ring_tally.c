// SPDX-License-Identifier: GPL-2.0
/*
 * One CPU's ring: counting the records of a page by type, to tell struct ring.account
 * of them.
 *
 * Called by ring.c in any context, NMI included, and by ring_read.c.
 */
#include <linux/minmax.h>
#include <linux/string.h>

#include "ring.h"
#include "ring_internal.h"
#include "ring_tally.h"

/* This is done for each step of a page: no more is cleared than has to be. */
static void tally_begin(struct ring_tally *tally)
{
	memset(tally->type, 0, sizeof(tally->type));
	/* Type 0 is there from the beginning. */
	tally->sum[0] = 0;
	tally->used[0] = 0;
	tally->nr = 1;
}

/*
 * Count a record, as the sum @one, of a type that does not stand in its place, and so not
 * of type 0.
 */
static noinline bool tally_add(struct ring_tally *tally, u16 type, u32 one)
{
	u32 i = type % RING_TALLY, n;

	for (n = RING_TALLY; n; n--) {
		if (!tally->type[i] && i) {
			tally->type[i] = type;
			tally->sum[i] = one;
			tally->used[tally->nr++] = i;
			return true;
		}
		if (tally->type[i] == type) {
			tally->sum[i] += one;
			return true;
		}
		i = (i + 1) % RING_TALLY;
	}
	return false;
}

/* Count a record of @units; false if there is no room for its type. */
static __always_inline bool tally_record(struct ring_tally *tally, u16 type, u32 units)
{
	u32 i = type % RING_TALLY;

	if (likely(tally->type[i] == type)) {
		tally->sum[i] += units + RING_TALLY_ONE;
		return true;
	}
	return tally_add(tally, type, units + RING_TALLY_ONE);
}

/*
 * Count what is not a short record, at @head in a page that is used up to @end.  A time
 * extension is counted with the record behind it, which was reserved with it.
 * Return: where the next begins; @head if there is no room for its type.
 */
static noinline const u32 *tally_odd(struct ring_tally *tally, const u32 *head, const u32 *end)
{
	const struct ktrace_common *common;
	u16 type = RING_TYPE_DISCARDED;
	const u32 *at = head;
	u32 kind, units;

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
	return tally_record(tally, type, at - head) ? at : head;
}

/**
 * ring_tally_up - count the records in a page by type
 * @tally: set to what there is
 * @bytes: the page
 * @at: its unit where to begin
 * @stop: where no record is counted any more that begins there or behind
 * @end: the unit behind the last record
 *
 * What stands there may be nonsense, if it is written to meanwhile.
 *
 * Return: the unit behind those that were counted; it is below @stop if there was no
 * room for more.
 */
u32 ring_tally_up(struct ring_tally *tally, const void *bytes, u32 at, u32 stop, u32 end)
{
	const u32 *units = bytes + sizeof(struct ktrace_page_header);
	const u32 *head = &units[at], *next;
	/* A record has two units and more. */
	const u32 *last = &units[min(min(stop, at + RING_TALLY_UNITS), end - 1)];
	const struct ktrace_common *common;
	u32 len, behind;

	tally_begin(tally);
	while (head < last) {
		len = head_type(READ_ONCE(*head));
		if (unlikely(len - 1 >= KTRACE_TYPE_LEN_MAX)) {
			next = tally_odd(tally, head, &units[end]);
			if (next == head)
				break;
			head = next;
			continue;
		}
		common = (const void *)&head[1];
		if (!tally_record(tally, READ_ONCE(common->type), len + 1))
			break;
		head += len + 1;
	}
	behind = head - units;
	return behind < end - 1 ? behind : end;
}

/**
 * ring_tell - tell of lost records
 * @ring: the ring
 * @what: what became of them
 * @lost: which they are
 */
void ring_tell(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	void (*account)(struct ring *ring, enum ring_account what,
			const struct ring_lost *lost) = READ_ONCE(ring->account);

	if (account)
		account(ring, what, lost);
}

/**
 * ring_tally_tell - tell of all that was counted
 * @tally: from ring_tally_up()
 * @ring: the ring
 * @what: what became of them
 * @lost: when that was; the rest is filled in
 */
void ring_tally_tell(const struct ring_tally *tally, struct ring *ring,
		     enum ring_account what, struct ring_lost *lost)
{
	u32 n, i;

	for (n = 0; n < tally->nr; n++) {
		i = tally->used[n];
		lost->type = tally->type[i];
		lost->records = tally->sum[i] >> RING_TALLY_SHIFT;
		lost->bytes = (tally->sum[i] & (RING_TALLY_ONE - 1)) * RING_UNIT;
		if (lost->records)
			ring_tell(ring, what, lost);
	}
}

/**
 * ring_tell_all - tell of all records in a page
 * @ring: the ring
 * @what: what became of them
 * @bytes: the page
 * @at: its unit where to begin
 * @end: and the one behind the last
 * @lost: as for ring_tally_tell()
 */
void ring_tell_all(struct ring *ring, enum ring_account what, const void *bytes, u32 at,
		   u32 end, struct ring_lost *lost)
{
	struct ring_tally tally __uninitialized;

	while (at < end) {
		at = ring_tally_up(&tally, bytes, at, end, end);
		ring_tally_tell(&tally, ring, what, lost);
	}
}
