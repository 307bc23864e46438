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

/* This is done for each page: no more is cleared than has to be. */
static void tally_begin(struct ring_tally *tally)
{
	memset(tally->type, 0, sizeof(tally->type));
	/* Type 0 is there from the beginning. */
	tally->records[0] = 0;
	tally->used[0] = 0;
	tally->nr = 1;
}

/* Count a record of a type that does not stand in its place, and so not of type 0. */
static noinline bool tally_add(struct ring_tally *tally, u16 type)
{
	u32 i = type % RING_TALLY, n;

	for (n = RING_TALLY; n; n--) {
		if (!tally->type[i] && i) {
			tally->type[i] = type;
			tally->records[i] = 1;
			tally->used[tally->nr++] = i;
			return true;
		}
		if (tally->type[i] == type) {
			tally->records[i]++;
			return true;
		}
		i = (i + 1) % RING_TALLY;
	}
	return false;
}

/* Count a record; false if there is no room for its type. */
static __always_inline bool tally_record(struct ring_tally *tally, u16 type)
{
	u32 i = type % RING_TALLY;

	if (likely(tally->type[i] == type)) {
		tally->records[i]++;
		return true;
	}
	return tally_add(tally, type);
}

/*
 * Count what is not a short record, at @head in a page that is used up to @end.
 * Return: where the next begins; @head if there is no room for its type.
 */
static noinline const u32 *tally_odd(struct ring_tally *tally, const u32 *head, const u32 *end)
{
	const struct ktrace_common *common = (const void *)&head[2];
	u32 kind = head_type(READ_ONCE(*head));
	u16 type = RING_TYPE_DISCARDED;

	if (kind == KTRACE_TYPE_EXTEND)
		return head + RING_EXTEND_UNITS;
	if (kind != KTRACE_TYPE_PADDING && &head[2] < end)
		type = READ_ONCE(common->type);
	if (!tally_record(tally, type))
		return head;
	return head + READ_ONCE(head[1]) / RING_UNIT + 1;
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
 * Return: the unit behind those that were counted; it is below @stop if there is no
 * room for their types.
 */
u32 ring_tally_up(struct ring_tally *tally, const void *bytes, u32 at, u32 stop, u32 end)
{
	const u32 *units = bytes + sizeof(struct ktrace_page_header);
	const u32 *head = &units[at], *next;
	/* A record has two units and more. */
	const u32 *last = &units[min(stop, end - 1)];
	const struct ktrace_common *common;
	u32 len, behind;

	tally_begin(tally);
	while (head < last) {
		len = head_type(READ_ONCE(*head));
		if (unlikely(len - 1 >= KTRACE_TYPE_LEN_MAX)) {
			next = tally_odd(tally, head, &units[end]);
			if (next == head)
				return head - units;
			head = next;
			continue;
		}
		common = (const void *)&head[1];
		if (!tally_record(tally, READ_ONCE(common->type)))
			return head - units;
		head += len + 1;
	}
	behind = head - units;
	return behind < end - 1 ? behind : end;
}

/**
 * ring_tell - tell of lost records
 * @ring: the ring
 * @what: what became of them
 * @type: their type
 * @records: how many
 */
void ring_tell(struct ring *ring, enum ring_account what, u16 type, u32 records)
{
	void (*account)(struct ring *ring, enum ring_account what, u16 type,
			u32 records) = READ_ONCE(ring->account);

	if (account)
		account(ring, what, type, records);
}

/**
 * ring_tally_tell - tell of all that was counted
 * @tally: from ring_tally_up()
 * @ring: the ring
 * @what: what became of them
 */
void ring_tally_tell(const struct ring_tally *tally, struct ring *ring,
		     enum ring_account what)
{
	u32 n, i;

	for (n = 0; n < tally->nr; n++) {
		i = tally->used[n];
		if (tally->records[i])
			ring_tell(ring, what, tally->type[i], tally->records[i]);
	}
}

/**
 * ring_tell_all - tell of all records in a page
 * @ring: the ring
 * @what: what became of them
 * @bytes: the page
 * @at: its unit where to begin
 * @end: and the one behind the last
 */
void ring_tell_all(struct ring *ring, enum ring_account what, const void *bytes, u32 at,
		   u32 end)
{
	struct ring_tally tally __uninitialized;

	while (at < end) {
		at = ring_tally_up(&tally, bytes, at, end, end);
		ring_tally_tell(&tally, ring, what);
	}
}
