// SPDX-License-Identifier: GPL-2.0
/*
 * Readers of one CPU's ring. The DOC comment of ring.c describes the algorithm and the
 * invariants that are named here.
 *
 * There are three kinds of readers, which share the operations on struct ring_cursor:
 *
 * consumers	take pages out of their slots, and account for each record
 * iterators	copy pages up to the end of the ring at their start; change nothing
 * followers	iterators that continue, and report the records that they missed
 *
 * The functions are called in task context, by buffer/ and by the files that show
 * records; one at a time for each cursor. Writers continue meanwhile.
 */
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "ring.h"
#include "ring_internal.h"
#include "ring_tally.h"

/*
 * Copy words that a writer may be changing, to a page that an iterator may still be
 * copying: ring_unmoved() tells whether the copies are valid (I9).
 */
static void copy_units(void *to, const void *from, u32 units)
{
	const u32 *src = from;
	u32 *dst = to;

	while (units--) {
		/* The stores of a writer are plain. */
		WRITE_ONCE(*dst++, data_race(READ_ONCE(*src++)));
	}
}

/* The address of unit @at in the bytes of a page. */
static void *image_unit(const void *bytes, u32 at)
{
	return (void *)bytes + sizeof(struct ktrace_page_header) + at * RING_UNIT;
}

/* What a reader finds at its position. */
enum ring_found {
	RING_FOUND_NOTHING,		/* no complete record */
	RING_FOUND_UNREAD,		/* a page with records that the reader has not read */
	RING_FOUND_READ,		/* a full page that the reader has read to its end */
	RING_FOUND_CONSUMED,		/* a page that consuming readers took */
	RING_FOUND_LATER,		/* a later page: the reader's page was overwritten */
};

/*
 * The page that was found. Except for RING_FOUND_UNREAD and RING_FOUND_READ, only the
 * slot is valid.
 */
struct ring_find {
	struct ring_page *page;
	u64	*slotp;
	u64	slot;
	u64	first;
	u64	last;
	u64	nr;
	u64	units;
	u64	drops;
	u32	end;		/* units complete in the page */
	u32	count;		/* number of records in the page, if it is closed */
	bool	full;
};

/* Return whether all data read since find->slot was loaded belong to that page (I9). */
static bool ring_unmoved(const struct ring_find *find)
{
	/* Pairs with the exchange of the slot, in ring_next_page() or ring_swap(). */
	smp_rmb();
	return READ_ONCE(*find->slotp) == find->slot;
}

/* Value of struct ring_page.accounted when all records of the use @seq are accounted for. */
static u64 ring_all_accounted(u64 seq)
{
	return first_position(seq) | RING_LOW_MASK;
}

/*
 * Put @number, a page of the consuming readers, into the slot of the full page that was
 * found, and take that page.
 */
static bool ring_swap(struct ring *ring, const struct ring_find *find, u32 *number)
{
	u64 slot = find->slot;
	u64 seq = slot_seq(slot);
	struct ring_page *page = &ring->pages[slot_page(slot)];
	u64 accounted;

	/* A writer that takes this page over must find all of its records accounted (I10). */
	WRITE_ONCE(ring->pages[*number].accounted, ring_all_accounted(seq));
	if (!try_cmpxchg(find->slotp, &slot, slot_encode(seq, *number, true)))
		return false;
	*number = slot_page(slot);
	/*
	 * The records accounted for in advance are not overwritten: take them back, and let no
	 * writer account for more (I12).
	 */
	accounted = xchg(&page->accounted, ring_all_accounted(seq));
	if (accounted > first_position(seq))
		ring_account_all(ring, RING_RETAINED, page->data, 0, accounted & RING_LOW_MASK,
				 &(struct ring_lost) {});
	return true;
}

/* Take ownership of the full page that was found, to read it. */
static bool ring_own(struct ring *ring, const struct ring_find *find)
{
	if (!ring_swap(ring, find, &ring->reader.own))
		return false;
	ring->reader.cur.image = find->page->data;
	return true;
}

/*
 * Swap out the full page that was found, after all of it was read by copies. If the
 * ring is mapped, the page becomes the spare page: ring_map_page() must not show the
 * same page twice in a row.
 */
static bool ring_clear(struct ring *ring, const struct ring_find *find)
{
	if (ring->pages[ring->reader.spare].data)
		return ring_swap(ring, find, &ring->reader.spare);
	return ring_own(ring, find);
}

/*
 * The reader page is a copy of a page that a writer took over; the writer accounted for all its
 * records as overwritten. Take the units that were read out of the account.
 */
static void ring_take_back(struct ring *ring)
{
	const struct ring_cursor *cur = &ring->reader.cur;

	ring_account_all(ring, RING_RETAINED, cur->image, 0, cur->pos.used, &(struct ring_lost) {});
}

/* Sequence number of the first page that a reader has not read to its end. */
static u64 pos_next(const struct ring_pos *pos)
{
	return pos->seq + pos->full;
}

/* Look for records at @pos, or in the next page if the page at @pos is full. */
static __always_inline enum ring_found ring_look(struct ring *ring, struct ring_pos *pos,
						 struct ring_find *find)
{
	/* Pairs with the release in ring_commit(). */
	u64 commit = min(smp_load_acquire(&ring->commit), pos->stop);
	u64 word;

	if (pos->full) {
		pos->seq++;
		pos->used = 0;
		pos->full = false;
	}
	if (pos->seq > seq_of(commit))
		return RING_FOUND_NOTHING;

	find->slotp = ring_slot(ring, pos->seq);
	/* Pairs with the exchange in ring_next_page(). */
	find->slot = smp_load_acquire(find->slotp);
	if (slot_seq(find->slot) > pos->seq)
		return RING_FOUND_LATER;
	if (slot_seq(find->slot) < pos->seq)
		return RING_FOUND_NOTHING;
	if (find->slot & RING_EMPTY)
		return RING_FOUND_CONSUMED;

	find->page = &ring->pages[slot_page(find->slot)];
	find->first = READ_ONCE(find->page->first);
	find->nr = READ_ONCE(find->page->nr);
	find->units = READ_ONCE(find->page->units);
	find->drops = READ_ONCE(find->page->drops);
	find->full = pos->seq < seq_of(commit);
	find->end = commit & RING_LOW_MASK;
	find->count = 0;
	word = READ_ONCE(find->page->word);
	find->last = page_last_time(find->page, word);
	if (find->full) {
		find->end = word_units(word);
		find->count = word_count(word);
	}
	/* The caller validates this with ring_swap() or ring_unmoved() (I9). */
	if (find->end > pos->used)
		return RING_FOUND_UNREAD;
	return find->full ? RING_FOUND_READ : RING_FOUND_NOTHING;
}

/* The page at @pos was overwritten: move to the oldest page that can still be there. */
static void pos_catch_up(struct ring_pos *pos, const struct ring *ring,
			 const struct ring_find *find)
{
	pos->seq = slot_seq(find->slot) - ring->nr_slots + 1;
	pos->used = 0;
}

/*
 * Find the next page with unread records for the consuming readers. The caller then makes it the
 * reader page, or copies it. Return: false if there is none.
 */
static bool consumer_find(struct ring *ring, struct ring_find *find)
{
	struct ring_pos *pos = &ring->reader.cur.pos;

	for (;;) {
		switch (ring_look(ring, pos, find)) {
		case RING_FOUND_UNREAD:
			return true;
		case RING_FOUND_READ:
			/* The page was read while in use, and is still in its slot. */
			if (ring_clear(ring, find))
				pos->full = true;
			break;
		case RING_FOUND_LATER:
			ring_take_back(ring);
			pos_catch_up(pos, ring, find);
			break;
		default:
			/*
			 * Other results are impossible: consumers move on behind the
			 * pages that they consume.
			 */
			return false;
		}
	}
}

/* Find the next page with unread records for an iterator. Return: false if none. */
static bool iter_find(struct ring *ring, struct ring_iter *iter, struct ring_find *find)
{
	struct ring_pos *pos = &iter->cur.pos;

	for (;;) {
		switch (ring_look(ring, pos, find)) {
		case RING_FOUND_UNREAD:
			return true;
		case RING_FOUND_READ:
			pos->full = true;
			break;
		case RING_FOUND_CONSUMED:
			iter->passed = true;
			pos->full = true;
			break;
		case RING_FOUND_LATER:
			pos_catch_up(pos, ring, find);
			break;
		default:
			return false;
		}
	}
}

/*
 * Copy the page at @from, of which @read units were read and @new units follow, to
 * @image: the new units to the beginning, and the read units behind them, for
 * ring_take_back().
 */
static void copy_turned(void *image, const void *from, u32 read, u32 new)
{
	copy_units(image_unit(image, 0), image_unit(from, read), new);
	copy_units(image_unit(image, new), image_unit(from, 0), read);
}

/* Make the readers' other page the reader page. */
static void ring_turn(struct ring *ring)
{
	struct ring_consumer *reader = &ring->reader;

	swap(reader->own, reader->spare);
	reader->cur.image = ring->pages[reader->own].data;
}

/*
 * Copy the new part of the page that was found behind the @cur->pos.used units copied before.
 * Return: false if the page was overwritten meanwhile.
 */
static bool cursor_copy(struct ring_cursor *cur, const struct ring_find *find)
{
	u32 used = cur->pos.used;

	copy_units(image_unit(cur->image, used), image_unit(find->page->data, used),
		   find->end - used);
	return ring_unmoved(find);
}

/* As cursor_copy(), but to the beginning of the readers' other page. */
static bool ring_copy_turned(struct ring *ring, struct ring_find *find)
{
	struct ring_consumer *reader = &ring->reader;
	u32 used = reader->cur.pos.used;

	copy_turned(ring->pages[reader->spare].data, find->page->data, used, find->end - used);
	if (!ring_unmoved(find))
		return false;
	ring_turn(ring);
	/*
	 * The reader page is a copy, and the original page is still in the ring. Stay at the
	 * original: the next search either takes it out of the ring, or finds that a writer took
	 * it over and accounted for its records as overwritten.
	 */
	find->full = false;
	return true;
}

/* No record is lost before the next record, or the loss has been reported. */
static void gap_close(struct ring_gap *gap)
{
	gap->overwritten = 0;
	gap->dropped = 0;
	gap->bytes = 0;
	gap->until = 0;
}

/* Add to the loss before the next record; the last record was at @time. */
static void gap_widen(struct ring_gap *gap, u64 time, u64 overwritten, u64 dropped, u64 bytes)
{
	if (!overwritten && !dropped)
		return;
	if (!gap->overwritten && !gap->dropped)
		gap->since = time;
	gap->overwritten += overwritten;
	gap->dropped += dropped;
	if (gap->bytes != RING_BYTES_UNKNOWN)
		gap->bytes += bytes;
}

/* Set up @cur for the new part of the page that was found: @cur->image has it from unit @at on. */
static void cursor_filled(struct ring_cursor *cur, const struct ring_find *find, u32 at)
{
	u32 new = find->end - cur->pos.used;

	if (!cur->pos.used) {
		gap_widen(&cur->gap, cur->time, find->nr - cur->nr, find->drops - cur->drops,
			  (find->units - cur->end_units) * RING_UNIT);
		cur->nr = find->nr;
		cur->drops = find->drops;
		cur->time = find->first;
		cur->end_units = find->units;
	}
	/* The new units follow the units read before. */
	cur->end_units += new;
	cur->off = sizeof(struct ktrace_page_header) + at * RING_UNIT;
	cur->end = cur->off + new * RING_UNIT;
	cur->pos.used = find->end;
	cur->pos.full = find->full;
}

/* Make the page that was found the reader page, or copy its new part to the reader page. */
static bool consumer_take(struct ring *ring, struct ring_find *find, bool mapped)
{
	/* A mapped page must not show records that were read before: copy only the new ones. */
	if (find->full && !(mapped && ring->reader.cur.pos.used))
		return ring_own(ring, find);
	return mapped ? ring_copy_turned(ring, find) : cursor_copy(&ring->reader.cur, find);
}

/*
 * Get more records into the reader page, which was read to its end. If the ring is @mapped, use
 * another page, because the client may still read the old one.
 */
static bool consumer_refill(struct ring *ring, bool mapped)
{
	struct ring_consumer *reader = &ring->reader;
	struct ring_find find __uninitialized;

	do {
		if (!consumer_find(ring, &find))
			return false;
	} while (!consumer_take(ring, &find, mapped));
	cursor_filled(&reader->cur, &find, mapped ? 0 : reader->cur.pos.used);
	reader->end_nr = find.nr + find.count;
	reader->last = find.last;
	return true;
}

/* As consumer_refill(), for an iterator. */
static bool iter_refill(struct ring *ring, struct ring_iter *iter)
{
	struct ring_cursor *cur = &iter->cur;
	struct ring_find find __uninitialized;

	do {
		if (!iter_find(ring, iter, &find))
			return false;
	} while (!cursor_copy(cur, &find));
	if (iter->passed) {
		iter->passed = false;
		cur->nr = find.nr;
		cur->drops = find.drops;
		cur->end_units = find.units;
	}
	cursor_filled(cur, &find, cur->pos.used);
	return true;
}

/*
 * Decode the head at @cur->off. Skips time extensions and padding.
 * Return: false if @cur has no more records.
 */
static bool cursor_decode(struct ring_cursor *cur, struct ring_record *rec, u32 *after)
{
	u64 time = cur->time;

	while (cur->off < cur->end) {
		const u32 *head = cur->image + cur->off;
		u32 type = head_type(head[0]);
		u64 delta = head[0] >> KTRACE_TYPE_LEN_BITS;
		u32 bytes = (type + 1) * RING_UNIT;

		switch (type) {
		case KTRACE_TYPE_EXTEND:
			cur->time += ring_extension(head);
			cur->off += RING_EXTEND_UNITS * RING_UNIT;
			time = cur->time;
			continue;
		case KTRACE_TYPE_PADDING:
			/* Skip a record that ring_discard() has made padding. */
			cur->time += head[2];
			cur->off += RING_UNIT + head[1];
			cur->nr++;
			time = cur->time;
			continue;
		case KTRACE_TYPE_LONG:
			bytes = RING_UNIT + head[1];
			rec->data = head + 2;
			rec->len = head[1] - RING_UNIT;
			break;
		default:
			rec->data = head + 1;
			rec->len = type * RING_UNIT;
		}
		rec->time = time + delta;
		rec->overwritten = cur->gap.overwritten;
		rec->dropped = cur->gap.dropped;
		rec->lost_bytes = cur->gap.bytes;
		rec->lost_since = cur->gap.since;
		rec->lost_until = max(cur->gap.until, rec->time);
		*after = cur->off + bytes;
		return true;
	}
	return false;
}

static void cursor_advance(struct ring_cursor *cur, const struct ring_record *rec,
			   u32 after)
{
	cur->time = rec->time;
	cur->off = after;
	cur->nr++;
	gap_close(&cur->gap);
}

/**
 * ring_peek - find the next unconsumed record
 * @ring: the ring
 * @rec: filled in; valid until the next call for @ring
 *
 * Context: task; the caller holds the lock of @ring's consuming readers.
 * Return: false if there is no record.
 */
bool ring_peek(struct ring *ring, struct ring_record *rec)
{
	u32 after;

	while (!cursor_decode(&ring->reader.cur, rec, &after))
		if (!consumer_refill(ring, false))
			return false;
	return true;
}

/**
 * ring_consume - consume the record that ring_peek() found
 * @ring: the ring
 *
 * Context: as for ring_peek().
 */
void ring_consume(struct ring *ring)
{
	struct ring_consumer *reader = &ring->reader;
	struct ring_record rec;
	u32 after;

	if (!cursor_decode(&reader->cur, &rec, &after))
		return;
	reader->lost += reader->cur.gap.overwritten;
	cursor_advance(&reader->cur, &rec, after);
}

/**
 * ring_iter_start - start a view of all unconsumed records
 * @ring: the ring
 * @iter: the iterator, which never disturbs writers
 * @image: page_bytes bytes of memory for the iterator
 *
 * The view ends behind the present last complete record of the ring.
 *
 * Context: as for ring_peek(); ring_iter_next() needs no lock.
 */
void ring_iter_start(struct ring *ring, struct ring_iter *iter, void *image)
{
	const struct ring_cursor *cur = &ring->reader.cur;

	iter->cur = *cur;
	iter->cur.image = image;
	iter->passed = false;
	if (cur->end > cur->off)
		memcpy(image + cur->off, cur->image + cur->off, cur->end - cur->off);
	ring_iter_extend(ring, iter);
}

/**
 * ring_iter_held - find the next record in the page copy of a view
 * @iter: from ring_iter_start()
 * @rec: filled in; valid until the next call with @iter
 *
 * Context: any; needs neither the ring nor its lock.
 * Return: false if the page copy has no more records; the ring may have more.
 */
bool ring_iter_held(struct ring_iter *iter, struct ring_record *rec)
{
	u32 after;

	if (!cursor_decode(&iter->cur, rec, &after))
		return false;
	cursor_advance(&iter->cur, rec, after);
	return true;
}

/* Size of the shortest record with its head: the payload begins with struct ktrace_common. */
#define RECORD_MIN	(RING_UNIT + (u32)sizeof(struct ktrace_common))

/* Size of the record or time extension at @head; 0 if it exceeds @left. */
static u32 record_bytes(const u32 *head, u32 left)
{
	u32 type = head_type(head[0]), bytes = (type + 1) * RING_UNIT;

	if (type == KTRACE_TYPE_EXTEND)
		return RING_EXTEND_UNITS * RING_UNIT;
	if (type == KTRACE_TYPE_LONG || type == KTRACE_TYPE_PADDING)
		bytes = min(head[1], left) + RING_UNIT;
	return bytes < RECORD_MIN || bytes > left ? 0 : bytes;
}

/**
 * ring_iter_sound - whether the lengths of the records in a view's page copy are possible
 * @iter: an iterator whose page copy may have been changed while it was copied
 *
 * Context: any; needs neither the ring nor its lock.
 * Return: true if ring_iter_held() never reads behind the end of the page copy.
 */
bool ring_iter_sound(const struct ring_iter *iter)
{
	const struct ring_cursor *cur = &iter->cur;
	u32 off = cur->off, bytes;

	while (off < cur->end) {
		if (cur->end - off < RECORD_MIN)
			return false;
		bytes = record_bytes(cur->image + off, cur->end - off);
		if (!bytes)
			return false;
		off += bytes;
	}
	return true;
}

/**
 * ring_iter_next - find the next record of a view
 * @ring: the ring
 * @iter: from ring_iter_start()
 * @rec: filled in; valid until the next call with @iter
 *
 * Context: task; the caller must keep the ring.
 * Return: false at the end.
 */
bool ring_iter_next(struct ring *ring, struct ring_iter *iter, struct ring_record *rec)
{
	while (!ring_iter_held(iter, rec))
		if (!iter_refill(ring, iter))
			return false;
	return true;
}

/**
 * ring_iter_extend - extend a view to the present last complete record of the ring
 * @ring: the ring
 * @iter: from ring_iter_start()
 *
 * Context: as for ring_iter_next().
 */
void ring_iter_extend(struct ring *ring, struct ring_iter *iter)
{
	/* Pairs with the release in ring_commit(). */
	iter->cur.pos.stop = smp_load_acquire(&ring->commit);
}

/**
 * ring_iter_limit - let a view end where an earlier view of the ring ended
 * @iter: from ring_iter_start()
 * @stop: the position of that end: ring_iter.cur.pos.stop
 *
 * The consuming readers may have come past @stop.  Records behind @stop that ring_iter_start()
 * copied from the reader page leave the view.
 *
 * Context: any; needs neither the ring nor its lock.
 */
void ring_iter_limit(struct ring_iter *iter, u64 stop)
{
	struct ring_cursor *cur = &iter->cur;
	u64 end = first_position(cur->pos.seq) + cur->pos.used;
	u64 held = (cur->end - cur->off) / RING_UNIT;

	cur->pos.stop = stop;
	if (end > stop)
		cur->end -= min(end - stop, held) * RING_UNIT;
}

/*
 * Number of records that a ring's account counts before the next record of the
 * follower. The account of a new ring continues that of the ring that it replaces.
 */
static u64 follower_account(const struct ring *ring, const struct ring_follower *follower)
{
	const struct ring_cursor *cur = &follower->iter.cur;
	const struct ring_stats *zero = &ring->reader.zero;

	return cur->nr - zero->written + cur->drops - zero->dropped;
}

/**
 * ring_follow_start - follow a ring from the first unconsumed record
 * @ring: the ring
 * @follower: the follower, which may have followed the ring that this one replaced
 * @image: page_bytes bytes of memory for the follower
 *
 * The first record reports the records missing since the last one that the follower saw.
 *
 * Context: as for ring_peek().
 */
void ring_follow_start(struct ring *ring, struct ring_follower *follower, void *image)
{
	struct ring_cursor *cur = &follower->iter.cur;
	u64 unreported = cur->gap.overwritten + cur->gap.dropped;
	s64 missed;

	ring_iter_start(ring, &follower->iter, image);
	cur->pos.stop = first_position(cur->pos.seq);
	/*
	 * The difference is negative if the ring's counts restarted: a snapshot took the old ring
	 * with its counts, or a reset set the counts to zero.
	 */
	missed = follower_account(ring, follower) - follower->seen;
	cur->gap.overwritten = unreported + max(missed, 0LL);
	cur->gap.dropped = 0;
	cur->gap.bytes = RING_BYTES_UNKNOWN;
	cur->gap.since = 0;
}

/**
 * ring_follow_reached - declare that no record before a follower's position is missing
 * @ring: the ring
 * @follower: from ring_follow_start()
 *
 * Context: as for ring_peek().
 */
void ring_follow_reached(struct ring *ring, struct ring_follower *follower)
{
	follower->seen = follower_account(ring, follower);
	/* Drop a loss that was found, but not reported yet because no record follows it. */
	gap_close(&follower->iter.cur.gap);
}

/*
 * Move a follower to the page of the ring's last complete record. Return: false if it
 * is there.
 */
static bool follower_jump(struct ring *ring, struct ring_follower *follower)
{
	struct ring_cursor *cur = &follower->iter.cur;
	u64 stop, last;

	ring_iter_extend(ring, &follower->iter);
	stop = cur->pos.stop;
	last = seq_of(stop);
	/* Commit is at the beginning of a page: the last record is in the page before. */
	if (!(stop & RING_LOW_MASK))
		last--;
	if (last <= pos_next(&cur->pos))
		return false;
	cur->pos.seq = last;
	cur->pos.used = 0;
	cur->pos.full = false;
	cur->off = cur->end;
	/* The page's own count of earlier records applies: none of them is missing. */
	follower->iter.passed = true;
	return true;
}

/**
 * ring_follow_skip - pass over all records that are complete
 * @ring: the ring
 * @follower: from ring_follow_start()
 *
 * Copies and decodes only the page of the last record.
 *
 * Context: as for ring_peek().
 */
void ring_follow_skip(struct ring *ring, struct ring_follower *follower)
{
	struct ring_record rec;

	/* If a page is overwritten meanwhile, the next round finds a later page. */
	while (follower_jump(ring, follower) && !iter_refill(ring, &follower->iter))
		;
	while (ring_iter_next(ring, &follower->iter, &rec))
		;
	ring_follow_reached(ring, follower);
}

/**
 * ring_follow_held - find the next record in the page copy of a follower
 * @follower: from ring_follow_start()
 * @rec: filled in; valid until the next call with @follower
 *
 * Context: any; needs neither the ring nor its lock.
 * Return: false if the page copy has no more records; the ring may have more.
 */
bool ring_follow_held(struct ring_follower *follower, struct ring_record *rec)
{
	u64 nr = follower->iter.cur.nr;
	bool has = ring_iter_held(&follower->iter, rec);

	/* A page copy belongs to one page, so the ordinals are consecutive. */
	follower->seen += follower->iter.cur.nr - nr;
	return has;
}

/* Extend the view to the next page, or to the end of the ring. Return: false at that end. */
static bool follower_extend(struct ring *ring, struct ring_follower *follower)
{
	struct ring_pos *pos = &follower->iter.cur.pos;
	/* Pairs with the release in ring_commit(). */
	u64 commit = smp_load_acquire(&ring->commit);
	u64 seq = max(pos_next(pos), seq_of(pos->stop));

	if (pos->stop >= commit)
		return false;
	pos->stop = min(commit, first_position(seq + 1));
	return true;
}

/**
 * ring_follow_next - find the next record that a follower has not seen
 * @ring: the ring
 * @follower: from ring_follow_start()
 * @rec: filled in; valid until the next call with @follower
 *
 * Records that other readers consumed before the follower saw them are reported as overwritten.
 *
 * Context: as for ring_peek().
 * Return: false if there is no complete record.
 */
bool ring_follow_next(struct ring *ring, struct ring_follower *follower,
		      struct ring_record *rec)
{
	bool has;

	do {
		has = ring_iter_next(ring, &follower->iter, rec);
		/*
		 * Each view ends at the page boundary, so that the next one reports
		 * missing records.
		 */
		follower->iter.passed = false;
	} while (!has && follower_extend(ring, follower));
	follower->seen = follower_account(ring, follower);
	return has;
}

/**
 * ring_follow_ignore - let the next record report the loss before this record
 * @follower: the follower
 * @rec: the last record of the follower
 */
void ring_follow_ignore(struct ring_follower *follower, const struct ring_record *rec)
{
	struct ring_gap *gap = &follower->iter.cur.gap;

	gap->overwritten = rec->overwritten;
	gap->dropped = rec->dropped;
	gap->bytes = rec->lost_bytes;
	gap->since = rec->lost_since;
}

/* Move @cur, the readers' cursor or a copy of it, to the end of the reader page. */
static void consumer_drain(const struct ring_consumer *reader, struct ring_cursor *cur)
{
	struct ring_record rec __uninitialized;
	u32 after;

	if (cur->off >= cur->end)
		return;
	if (cur->pos.full) {
		/* Skip all records: the next page begins with its own ordinal and time. */
		cur->off = cur->end;
		cur->nr = reader->end_nr;
		cur->time = reader->last;
		gap_close(&cur->gap);
		return;
	}
	while (cursor_decode(cur, &rec, &after))
		cursor_advance(cur, &rec, after);
}

/* Position an iterator without a page copy behind the reader page, to look ahead. */
static void ring_ahead(const struct ring *ring, struct ring_iter *ahead)
{
	ahead->cur = ring->reader.cur;
	ahead->passed = false;
	consumer_drain(&ring->reader, &ahead->cur);
}

/*
 * The reader page is a copy of a page in use. Take ownership of the page instead, if
 * it is full by now and still there.
 */
static void ring_own_rest(struct ring *ring)
{
	struct ring_consumer *reader = &ring->reader;
	struct ring_pos *pos = &reader->cur.pos;
	struct ring_find find;
	u64 commit, word;
	u32 end;

	/* Pairs with the release in ring_commit(). */
	commit = smp_load_acquire(&ring->commit);
	find.slotp = ring_slot(ring, pos->seq);
	/* Pairs with the exchange in ring_next_page(). */
	find.slot = smp_load_acquire(find.slotp);
	if (pos->seq >= seq_of(min(commit, pos->stop)) || slot_seq(find.slot) != pos->seq)
		return;
	find.page = &ring->pages[slot_page(find.slot)];
	word = READ_ONCE(find.page->word);
	end = word_units(word);
	if (!ring_own(ring, &find))
		return;
	reader->end_nr = READ_ONCE(find.page->nr) + word_count(word);
	reader->last = page_last_time(find.page, word);
	reader->cur.end_units = READ_ONCE(find.page->units) + end;
	reader->cur.end = sizeof(struct ktrace_page_header) + end * RING_UNIT;
	pos->used = end;
	pos->full = true;
}

/* Whether a page with records up to @end lacks room for the number of records lost before it. */
static bool ring_lost_lacks_room(const struct ring *ring, u32 end)
{
	const struct ring_gap *gap = &ring->reader.cur.gap;
	u64 lost = gap->overwritten + gap->dropped;

	return lost && end + sizeof(lost) > ring->page_bytes;
}

/*
 * Set @part to the position in the reader page up to which records leave room for the number
 * of lost records.  Return: false if there is none: the page has only one record.
 */
static bool ring_fit_lost(const struct ring *ring, struct ring_cursor *part)
{
	struct ring_cursor cur = ring->reader.cur;
	struct ring_record rec __uninitialized;
	u32 start = cur.off, room, after;

	*part = cur;
	room = ring->page_bytes - sizeof(struct ktrace_page_header) - sizeof(u64);
	while (cursor_decode(&cur, &rec, &after) && after - start <= room) {
		cursor_advance(&cur, &rec, after);
		*part = cur;
	}
	return part->off > start;
}

/*
 * Turn @page, which has @bytes of records behind a header, into a page for clients. The
 * records are those at the reader's position; the caller consumes them.
 */
static void ring_seal(struct ring *ring, void *page, u32 bytes)
{
	struct ring_consumer *reader = &ring->reader;
	const struct ring_gap *gap = &reader->cur.gap;
	u64 lost = gap->overwritten + gap->dropped;
	struct ktrace_page_header *header = page;
	u32 used = sizeof(*header) + bytes;

	header->time_stamp = reader->cur.time;
	header->commit = bytes;
	if (lost) {
		header->commit |= KTRACE_PAGE_LOST;
		if (used + sizeof(lost) <= ring->page_bytes) {
			memcpy(page + used, &lost, sizeof(lost));
			header->commit |= KTRACE_PAGE_LOST_COUNT;
			used += sizeof(lost);
		}
	}
	memset(page + used, 0, ring->page_bytes - used);

	reader->lost += gap->overwritten;
}

/**
 * ring_read_page - consume a page for raw readers
 * @ring: the ring
 * @page: destination of page_bytes bytes
 * @whole: do not return part of a page in use
 *
 * If records were lost, and the number of lost records does not fit behind the records of the
 * page, the last records of the page are left to the next call.
 *
 * Context: as for ring_peek().
 * Return: bytes of the page; 0 if there is no record.
 */
u32 ring_read_page(struct ring *ring, void *page, bool whole)
{
	struct ring_cursor *cur = &ring->reader.cur, part __uninitialized;
	const struct ring_pos *pos = &cur->pos;
	struct ring_record rec __uninitialized;
	bool parted;
	u32 bytes;

	if (whole && cur->off >= cur->end &&
	    pos_next(pos) >= seq_of(READ_ONCE(ring->commit)))
		return 0;
	if (!ring_peek(ring, &rec))
		return 0;
	if (whole && !pos->full) {
		ring_own_rest(ring);
		/* If the page is neither full nor in use, its remaining records are lost. */
		if (!pos->full &&
		    pos->seq >= seq_of(min(READ_ONCE(ring->commit), pos->stop)))
			return 0;
	}

	bytes = cur->end - cur->off;
	parted = ring_lost_lacks_room(ring, sizeof(struct ktrace_page_header) + bytes) &&
		 ring_fit_lost(ring, &part);
	if (parted)
		bytes = part.off - cur->off;
	memcpy(page + sizeof(struct ktrace_page_header), cur->image + cur->off, bytes);
	ring_seal(ring, page, bytes);
	if (parted)
		*cur = part;
	else
		consumer_drain(&ring->reader, cur);
	return ring->page_bytes;
}

/**
 * ring_full_pages - upper bound of the full pages that ring_take_page() can return now
 * @ring: the ring
 *
 * The number includes pages that writers have overwritten since the last read, and a page that
 * was read in part.
 *
 * Context: as for ring_peek().
 * Return: number of pages.
 */
u64 ring_full_pages(const struct ring *ring)
{
	const struct ring_cursor *cur = &ring->reader.cur;
	/* A hint: the page itself is looked for by ring_take_page() or ring_read_page(). */
	u64 last = seq_of(min(READ_ONCE(ring->commit), cur->pos.stop));

	return (cur->off < cur->end) + max(last, pos_next(&cur->pos)) - pos_next(&cur->pos);
}

/**
 * ring_take_page - consume a full page in place
 * @ring: the ring
 *
 * Context: as for ring_peek().
 * Return: the page with its header, unchanged until the next call for @ring; NULL if
 * there is no full page without read records, or if the number of records lost before the page
 * does not fit behind it. In that case ring_read_page() may return records.
 */
void *ring_take_page(struct ring *ring)
{
	struct ring_cursor *cur = &ring->reader.cur, part __uninitialized;

	if (cur->off >= cur->end &&
	    (pos_next(&cur->pos) >= seq_of(READ_ONCE(ring->commit)) ||
	     !consumer_refill(ring, false)))
		return NULL;
	if (!cur->pos.full || cur->off != sizeof(struct ktrace_page_header))
		return NULL;
	if (ring_lost_lacks_room(ring, cur->end) && ring_fit_lost(ring, &part))
		return NULL;
	ring_seal(ring, cur->image, cur->end - cur->off);
	consumer_drain(&ring->reader, cur);
	return cur->image;
}

/**
 * ring_map_start - show the readers' own page as an empty page
 * @ring: the ring
 *
 * Context: as for ring_peek().
 */
void ring_map_start(struct ring *ring)
{
	struct ring_consumer *reader = &ring->reader;
	struct ktrace_page_header *header = reader->cur.image;

	header->commit = 0;
	reader->shown = reader->own;
}

/*
 * Move the unread records to the beginning of the readers' other page, and the rest of
 * the reader page behind them, for ring_take_back().
 */
static void ring_turn_image(struct ring *ring)
{
	const u32 head = sizeof(struct ktrace_page_header);
	struct ring_cursor *cur = &ring->reader.cur;
	u32 had = (cur->off - head) / RING_UNIT, new = (cur->end - cur->off) / RING_UNIT;
	u32 end = had + new;
	void *image = ring->pages[ring->reader.spare].data;

	copy_turned(image, cur->image, had, new);
	copy_units(image_unit(image, end), image_unit(cur->image, end), cur->pos.used - end);
	ring_turn(ring);
	cur->off = head;
	cur->end = head + new * RING_UNIT;
}

/**
 * ring_map_page - consume the available records in a page that the readers own
 * @ring: the ring
 * @lost: set to the number of records lost before the first record of that page
 *
 * For clients that map the ring: on return, ring.reader.shown is the number of another
 * page, which holds the records behind a header.  The page does not change until the
 * next call, or ring_skip().
 *
 * Context: as for ring_peek(); page number ring.reader.spare has memory.
 * Return: false if there was no record; then ring.reader.shown is unchanged.
 */
bool ring_map_page(struct ring *ring, u64 *lost)
{
	struct ring_consumer *reader = &ring->reader;
	struct ring_cursor *cur = &reader->cur;
	struct ktrace_page_header *header;
	u64 commit;

	/*
	 * A read before the ring was mapped may have left unconsumed records in the reader page:
	 * show these records first.
	 */
	if (cur->off >= cur->end && !consumer_refill(ring, true))
		return false;
	/*
	 * Show another page than the last time, because clients recognise a new page by its
	 * number (I11 in ring.c). ring_skip() switches pages, too, and may have returned the page
	 * that was shown last to the reader.
	 */
	if (cur->off > sizeof(*header) || reader->own == reader->shown)
		ring_turn_image(ring);
	reader->shown = reader->own;
	*lost = cur->gap.overwritten + cur->gap.dropped;
	commit = cur->end - cur->off;
	if (*lost)
		commit |= KTRACE_PAGE_LOST;
	header = cur->image;
	header->time_stamp = cur->time;
	header->commit = commit;
	reader->lost += cur->gap.overwritten;
	consumer_drain(reader, cur);
	/* The page reports the loss even if it has discarded records only. */
	gap_close(&cur->gap);
	return true;
}

/**
 * ring_empty - whether there are no records to consume
 * @ring: the ring
 *
 * Changes nothing, not even the pages of the readers.
 *
 * Context: as for ring_peek().
 * Return: true if there are no records. Discarded records may count as records.
 */
bool ring_empty(struct ring *ring)
{
	struct ring_iter ahead = { .cur = ring->reader.cur };
	struct ring_record rec;
	struct ring_find find;

	return !ring_iter_held(&ahead, &rec) && !iter_find(ring, &ahead, &find);
}

/**
 * ring_filled - whether a part of a ring is filled; if not, request a call
 * @ring: the ring
 * @percent: percentage of the pages, at least one page
 *
 * A page of which a reader took a part while it was in use does not count, except for the
 * maximum, which could not be reached otherwise.
 *
 * Context: as for ring_peek().
 * Return: true if that part is unread; otherwise ring.notify will be called.
 */
bool ring_filled(struct ring *ring, unsigned int percent)
{
	/* The page in use is never full: the maximum is all other pages. */
	u64 most = ring->nr_slots - 1;
	u64 want = max(1ULL, min(most, most * percent / 100));
	const struct ring_cursor *cur = &ring->reader.cur;
	u64 at = cur->pos.seq + want;

	if (cur->pos.full) {
		if (cur->off >= cur->end)
			at++;
	} else if (want < most && cur->off > sizeof(struct ktrace_page_header)) {
		/*
		 * A part of the page in use was read, or skipped by ring_skip().  The rest of that
		 * page does not count as a page.
		 */
		at++;
	}

	if (seq_of(READ_ONCE(ring->tail)) >= at)
		return true;
	if (at < READ_ONCE(ring->wake_at))
		WRITE_ONCE(ring->wake_at, at);
	/* Pairs with the barrier in ring_open(). */
	smp_mb();
	return seq_of(READ_ONCE(ring->tail)) >= at;
}

/* Records reserved since the ring was made. */
static u64 ring_written(const struct ring *ring)
{
	u64 tail, written;

	do {
		const struct ring_page *page;

		tail = READ_ONCE(ring->tail);
		page = &ring->pages[tail & RING_LOW_MASK];
		/* Pairs with the barrier before tail in ring_open(): the page is open. */
		smp_rmb();
		written = READ_ONCE(page->nr) + word_count(READ_ONCE(page->word));
		/*
		 * Pairs with the barrier behind tail in ring_open(): the page is not
		 * open again.
		 */
		smp_rmb();
	} while (READ_ONCE(ring->tail) != tail);
	return written;
}

/**
 * ring_skip - discard all unread records, and start a new account
 * @ring: the ring
 *
 * Does not disturb writers. Records reserved from now on stay.
 *
 * Context: as for ring_peek().
 */
void ring_skip(struct ring *ring)
{
	u64 drops = READ_ONCE(ring->drops) >> RING_DROP_GEN_BITS;
	struct ring_consumer *reader = &ring->reader;
	struct ring_cursor *cur = &reader->cur;
	bool mapped = ring->pages[reader->spare].data;
	u64 tail;

	/*
	 * Pairs with the barrier in ring_next_page(): those drops happened before tail
	 * was loaded.
	 */
	smp_rmb();
	tail = READ_ONCE(ring->tail);
	/* Pairs with the release in ring_commit(). */
	cur->pos.stop = smp_load_acquire(&ring->commit);
	do {
		consumer_drain(reader, cur);
	} while (consumer_refill(ring, mapped));
	cur->pos.stop = U64_MAX;
	/* Unless writers are beyond this page, all counted drops precede its successor. */
	if (seq_of(tail) <= cur->pos.seq)
		cur->drops = max(cur->drops, drops);
	gap_close(&cur->gap);
	/* From here on, a loss is the number of ordinals missing after the next one. */
	reader->zero.written = cur->nr;
	reader->zero.dropped = cur->drops;
	/* Include drops behind an unfinished record, which were not skipped. */
	reader->zero.nested = READ_ONCE(ring->nested);
	reader->lost = 0;
}

/**
 * ring_skipped - whether no record was lost since ring_skip()
 * @ring: the ring
 *
 * Context: as for ring_peek().
 * Return: true if the page that ring_skip() came to was neither overwritten nor accounted as
 * overwritten in advance, and no record was dropped.  Then no record behind the skipped ones is
 * accounted as lost.
 */
bool ring_skipped(struct ring *ring)
{
	u64 seq = pos_next(&ring->reader.cur.pos), slot;

	/*
	 * Order the caller's stores, which reset the account, before the loads below:
	 * if they overwrite the time of a loss, the loss is found here.  Pairs with the
	 * exchanges of the slot and of @accounted, and with the barrier behind the count of
	 * drops in ring_next_page().
	 */
	smp_mb();
	slot = READ_ONCE(*ring_slot(ring, seq));
	if (slot_seq(slot) > seq)
		return false;
	if (slot_seq(slot) == seq &&
	    READ_ONCE(ring->pages[slot_page(slot)].accounted) > first_position(seq))
		return false;
	return READ_ONCE(ring->drops) >> RING_DROP_GEN_BITS == ring->reader.zero.dropped;
}

/* The part of a ring's account that the consuming readers know. */
static void ring_totals_read(const struct ring *ring, struct ring_stats *stats)
{
	const struct ring_consumer *reader = &ring->reader;
	u64 overwritten = reader->lost + reader->cur.gap.overwritten;

	stats->read = reader->cur.nr - overwritten - reader->zero.written;
	stats->overwritten = overwritten;
	stats->nested = READ_ONCE(ring->nested) - reader->zero.nested;
	/*
	 * A writer counts a nested drop in drops first: the load below sees at least
	 * that many.
	 */
	smp_rmb();
	stats->dropped = (READ_ONCE(ring->drops) >> RING_DROP_GEN_BITS) - reader->zero.dropped;
}

/*
 * Read the statistics of a ring. If @pages is set, walk all unread pages for bytes and oldest;
 * otherwise read one page at most.
 */
static void ring_stats_read(struct ring *ring, struct ring_stats *stats, bool pages)
{
	const struct ring_cursor *cur = &ring->reader.cur;
	struct ring_iter ahead __uninitialized;
	struct ring_pos *pos = &ahead.cur.pos;
	struct ring_find find __uninitialized;

	ring_ahead(ring, &ahead);
	ring_totals_read(ring, stats);
	stats->bytes = cur->end - cur->off;
	stats->oldest = cur->off < cur->end ? cur->time : 0;
	while (iter_find(ring, &ahead, &find)) {
		u32 count = word_count(READ_ONCE(find.page->word));

		if (!ring_unmoved(&find))
			continue;
		if (!pos->used)
			stats->overwritten += find.nr - ahead.cur.nr;
		if (!pages)
			break;
		if (!stats->oldest)
			stats->oldest = find.first;
		stats->bytes += (find.end - pos->used) * RING_UNIT;
		ahead.cur.nr = find.nr + count;
		pos->used = find.end;
		pos->full = find.full;
		if (!find.full)
			break;
	}
	/* Read this last: the value must not be less than the other numbers. */
	stats->written = ring_written(ring) - ring->reader.zero.written;
}

/**
 * ring_totals - the present number of records in a ring's account
 * @ring: the ring
 * @stats: filled in except bytes and oldest; reads one page at most
 *
 * Context: as for ring_peek().
 */
void ring_totals(struct ring *ring, struct ring_stats *stats)
{
	ring_stats_read(ring, stats, false);
}

/**
 * ring_stats - the present account of a ring
 * @ring: the ring
 * @stats: filled in; exact if no record is written meanwhile
 *
 * Context: as for ring_peek().
 */
void ring_stats(struct ring *ring, struct ring_stats *stats)
{
	ring_stats_read(ring, stats, true);
}

/* Report as RING_IN_ADVANCE the records in the page that writers take over next. */
static void ring_report_advance(struct ring *ring)
{
	u64 seq = seq_of(READ_ONCE(ring->tail)) + 1 - ring->nr_slots;
	struct ring_tally tally __uninitialized;
	struct ring_find find;
	u64 accounted;
	u32 at = 0, end;

	find.slotp = ring_slot(ring, seq);
	/* Pairs with the exchange in ring_next_page(). */
	find.slot = smp_load_acquire(find.slotp);
	if (find.slot != slot_encode(seq, slot_page(find.slot), false))
		return;
	find.page = &ring->pages[slot_page(find.slot)];
	accounted = READ_ONCE(find.page->accounted);
	end = seq_of(accounted) == seq ? accounted & RING_LOW_MASK : 0;
	while (at < end) {
		at = ring_tally_up(&tally, find.page->data, at, end, end);
		/* The page was taken over: all its records count as overwritten. */
		if (!ring_unmoved(&find))
			return;
		ring_tally_account(&tally, ring, RING_IN_ADVANCE, &(struct ring_lost) {});
	}
}

/**
 * ring_finish_accounts - report the corrections of the overwritten records by type
 * @ring: the ring
 *
 * Writers report the records of a page as RING_OVERWRITTEN a step at a time, before they take the
 * page over. Two corrections are necessary to compare the reports with ring_stats():
 *
 * - Records that a reader consumed before the take-over are reported as RING_RETAINED, once.
 * - Records of a page that is not taken over yet are reported as RING_IN_ADVANCE, at each call.
 *   The caller must discard the RING_IN_ADVANCE reports of the previous call.
 *
 * Then, unless writers continue, for all types together:
 * RING_OVERWRITTEN - RING_RETAINED - RING_IN_ADVANCE + RING_ABANDONED = ring_stats.overwritten,
 * where RING_ABANDONED includes the reports of ring_abandon() that are still to come.
 *
 * Context: as for ring_peek().
 */
void ring_finish_accounts(struct ring *ring)
{
	struct ring_pos *pos = &ring->reader.cur.pos;
	u64 slot = READ_ONCE(*ring_slot(ring, pos->seq));
	struct ring_iter ahead;

	if (!pos->full && pos->used && slot_seq(slot) > pos->seq) {
		ring_take_back(ring);
		/* Writers overwrote the rest of the page: only the reader page is left to read. */
		ring_ahead(ring, &ahead);
		ring->reader.end_nr = ahead.cur.nr;
		pos->full = true;
	}
	ring_report_advance(ring);
}

/**
 * ring_stop - stop the consuming readers at the present position, or let them continue
 * @ring: the ring
 * @stop: true: they end at the present last complete record
 *
 * For the replacement of a ring that still has readers: records written to the old ring
 * afterwards may be later than records in the new ring.
 *
 * Context: as for ring_peek().
 */
void ring_stop(struct ring *ring, bool stop)
{
	/* Pairs with the release in ring_commit(). */
	ring->reader.cur.pos.stop = stop ? smp_load_acquire(&ring->commit) : U64_MAX;
}

/**
 * ring_succeed - continue the account of a ring that this ring replaces
 * @ring: the ring
 * @old: the replaced ring, which has no writers any more
 *
 * Unread records of @old count as overwritten.  The next reader of @ring gets a report
 * of these records, and of all losses of @old that were not reported yet.
 *
 * Context: as for ring_peek(), for both.
 */
void ring_succeed(struct ring *ring, struct ring *old)
{
	u64 drops = READ_ONCE(old->drops) >> RING_DROP_GEN_BITS;
	const struct ring_cursor *end = &old->reader.cur;
	const struct ring_page *page = ring_page_of(old, old->tail);
	u64 units = page->units + word_units(page->word) - end->end_units +
		    (end->end - end->off) / RING_UNIT;
	struct ring_consumer *reader = &ring->reader;
	struct ring_gap *gap = &reader->cur.gap;
	struct ring_stats stats;

	ring_stats(old, &stats);
	gap_widen(gap, 0, stats.written - stats.read - old->reader.lost,
		  drops - end->drops + end->gap.dropped, units * RING_UNIT + end->gap.bytes);
	/* Times of two clocks cannot be compared: report no beginning. */
	gap->since = 0;
	if (ring->clock == old->clock) {
		gap->since = end->gap.overwritten || end->gap.dropped ? end->gap.since : end->time;
		gap->until = page_last_time(page, page->word);
	}
	reader->lost += old->reader.lost;
	reader->zero.written -= stats.written;
	reader->zero.dropped -= stats.dropped;
	reader->zero.nested -= stats.nested;
}

/**
 * ring_abandon - account for unread records by type, one page per call
 * @ring: the ring, which has no writers any more
 *
 * After the last call no record is left that was accounted in advance: the caller must discard
 * the RING_IN_ADVANCE reports of ring_finish_accounts().
 *
 * Context: as for ring_peek().
 * Return: false if there are no more records.
 */
bool ring_abandon(struct ring *ring)
{
	struct ring_cursor *cur = &ring->reader.cur;
	const u32 head = sizeof(struct ktrace_page_header);
	struct ring_lost lost;

	if (cur->off >= cur->end && !consumer_refill(ring, false))
		return false;
	lost = (struct ring_lost) { .first = cur->time, .last = ring->reader.last };
	ring_account_all(ring, RING_ABANDONED, cur->image, (cur->off - head) / RING_UNIT,
			 (cur->end - head) / RING_UNIT, &lost);
	cur->off = cur->end;
	return true;
}
