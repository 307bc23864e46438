// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of readers that take, map or skip whole pages of a ring. The suite is in
 * ring_kunit.c.
 */
#include "ring_kunit.h"

/* Expect this number of records in the page that is shown, and this loss before it. */
static const struct ktrace_page_header *expect_mapped(struct kunit *test, struct ring *ring,
						      u32 records, u64 lost, u64 *account_lost)
{
	const struct ktrace_page_header *header;
	u32 bytes = records * ring_units(LEN) * RING_UNIT;

	KUNIT_ASSERT_TRUE(test, ring_map_page(ring, account_lost));
	header = ring->pages[ring->reader.shown].data;
	KUNIT_EXPECT_EQ(test, header->commit, bytes | (lost ? KTRACE_PAGE_LOST : 0));
	KUNIT_EXPECT_EQ(test, *account_lost, lost);
	KUNIT_EXPECT_PTR_EQ(test, ring->reader.cur.image, ring->pages[ring->reader.shown].data);
	return header;
}

/* Return the number of record @at in a page of numbers. */
static u64 number_at(const struct ktrace_page_header *header, u32 at)
{
	const u32 *units = (const u32 *)(header + 1);
	u64 number;

	memcpy(&number, units + at * ring_units(LEN) + 1, sizeof(number));
	return number;
}

static struct ring_test *ring_test_map(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);

	t->pages[RING_SPARE].data = kunit_kzalloc(test, RING_PAGE_MIN, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->pages[RING_SPARE].data);
	return t;
}

void ring_test_mapped(struct kunit *test)
{
	struct ring_test *t = ring_test_map(test);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), own, i;
	const struct ktrace_page_header *header;
	struct ring_stats stats;
	u64 lost = 9, number = 0;

	/* The first page is empty. */
	ring_map_start(ring);
	KUNIT_EXPECT_EQ(test, ring->reader.shown, ring->reader.own);
	header = ring->pages[ring->reader.shown].data;
	KUNIT_EXPECT_EQ(test, header->commit, 0);
	KUNIT_EXPECT_FALSE(test, ring_map_page(ring, &lost));
	KUNIT_EXPECT_EQ(test, lost, 9);

	/*
	 * New records of the same page are shown in another page, without the earlier
	 * records.
	 */
	KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	header = expect_mapped(test, ring, 1, 0, &lost);
	own = ring->reader.shown;
	KUNIT_EXPECT_FALSE(test, ring_map_page(ring, &lost));
	KUNIT_EXPECT_EQ(test, ring->reader.shown, own);
	test_now += 100;
	for (i = 0; i < 4; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, 4, 0, &lost), 3), 4);
	KUNIT_EXPECT_TRUE(test, ring->reader.shown != own);
	/*
	 * Their deltas are relative to the record before them, and the earlier page is
	 * unchanged.
	 */
	KUNIT_EXPECT_EQ(test, number_at(header, 0), 0);
	own = ring->reader.shown;
	header = ring->reader.cur.image;
	KUNIT_EXPECT_EQ(test, header->time_stamp, 77);
	/* Show the rest of the page when the next page is already in use. */
	for (i = 5; i < n + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, n - 5, 0, &lost), 0), 5);
	KUNIT_EXPECT_TRUE(test, ring->reader.shown != own);
	for (i = 0; i < 4; i++)
		KUNIT_ASSERT_EQ(test, number_at(header, i), i + 1);
	own = ring->reader.shown;
	header = ring->reader.cur.image;
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, 1, 0, &lost), 0), n);
	KUNIT_EXPECT_TRUE(test, ring->reader.shown != own);
	for (i = 0; i < n - 5; i++)
		KUNIT_ASSERT_EQ(test, number_at(header, i), i + 5);

	/* A full page of which nothing was shown is shown in place. */
	while (number < 4 * n)
		KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, n - 1, 0, &lost), 0), n + 1);
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, n, 0, &lost), 0), 2 * n);
	own = ring->reader.shown;
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, n, 0, &lost), 0), 3 * n);
	KUNIT_EXPECT_TRUE(test, ring->reader.shown != own);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));

	/* A loss is reported with the page before which records are missing. */
	while (number < (2 * SLOTS + 4) * n + 1)
		KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	for (i = 0; i < SLOTS - 1; i++)
		expect_mapped(test, ring, n, i ? 0 : (SLOTS + 1) * n, &lost);
	expect_mapped(test, ring, 1, 0, &lost);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, number);
	KUNIT_EXPECT_EQ(test, stats.overwritten, (SLOTS + 1) * n);
	KUNIT_EXPECT_EQ(test, stats.read, number - (SLOTS + 1) * n);
	KUNIT_EXPECT_EQ(test, stats.bytes, 0);
}

/* A loss before a page that has only discarded records is reported once, not again later. */
void ring_test_mapped_discarded(struct kunit *test)
{
	struct ring_test *t = ring_test_map(test);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_stats stats;
	u64 lost = 0;

	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	for (; i < SLOTS * n + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, true));
	expect_mapped(test, ring, n, n, &lost);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.overwritten, n);
	KUNIT_EXPECT_EQ(test, stats.read, n);
	expect_mapped(test, ring, n, 0, &lost);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.overwritten, n);
	KUNIT_EXPECT_EQ(test, stats.read, 2 * n);

	/* A loss before a page of discarded records that is shown in parts also counts once. */
	for (i = 1; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, true));
	KUNIT_ASSERT_FALSE(test, write_typed(ring, 1, RING_PAGE_MIN, false));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, true));
	expect_mapped(test, ring, n, 0, &lost);
	expect_mapped(test, ring, 1, 1, &lost);
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	expect_mapped(test, ring, 1, 0, &lost);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.dropped, 1);
	KUNIT_EXPECT_EQ(test, stats.read, 3 * n + 2);
}

/* Records that were peeked at but not consumed before the mapping are shown. */
void ring_test_mapped_late(struct kunit *test)
{
	struct ring_test *t = ring_test_map(test);
	struct ring *ring = &t->ring;
	struct ring_record rec;
	u64 lost = 0;

	KUNIT_ASSERT_TRUE(test, write_number(ring, 0, LEN));
	KUNIT_ASSERT_TRUE(test, write_number(ring, 1, LEN));
	KUNIT_ASSERT_TRUE(test, write_number(ring, 2, LEN));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	ring_consume(ring);
	/* Records that were consumed are not shown. */
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, 2, 0, &lost), 0), 1);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
}

/* The next page shown is another page, even if ring_skip() switched pages meanwhile (I11). */
void ring_test_mapped_skipped(struct kunit *test)
{
	struct ring_test *t = ring_test_map(test);
	struct ring *ring = &t->ring;
	const struct ktrace_page_header *header;
	u64 lost = 0, number;
	u32 shown;

	ring_map_start(ring);
	KUNIT_ASSERT_TRUE(test, write_number(ring, 0, LEN));
	expect_mapped(test, ring, 1, 0, &lost);
	for (number = 1; number < 9; number += 2) {
		shown = ring->reader.shown;
		KUNIT_ASSERT_TRUE(test, write_number(ring, number, LEN));
		ring_skip(ring);
		KUNIT_ASSERT_TRUE(test, write_number(ring, number + 1, LEN));
		header = expect_mapped(test, ring, 1, 0, &lost);
		KUNIT_EXPECT_TRUE(test, ring->reader.shown != shown);
		KUNIT_EXPECT_EQ(test, number_at(header, 0), number + 1);
	}
}

/*
 * Drops behind the page that was read to its end belong before the next page, which
 * does not exist yet: a new account starts behind them.
 */
void ring_test_skip_drops(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = SLOTS * per_page(ring, LEN), i, fits = 0;
	struct ring_stats stats;
	struct ring_mark mark;
	void *payload;

	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_FALSE(test, write_number(ring, i, LEN));
	ring_skip(ring);
	KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	expect_next(test, ring, i, 0, 0);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.dropped, 0);
	KUNIT_EXPECT_EQ(test, stats.written, 1);

	/* Records behind an unfinished record are not skipped. */
	payload = ring_reserve(ring, 0, LEN, test_clock, &mark);
	KUNIT_ASSERT_NOT_NULL(test, payload);
	for (i = 1; i < n + 5; i++)
		fits += write_number(ring, i, LEN);
	KUNIT_EXPECT_TRUE(test, fits < n + 4);
	ring_skip(ring);
	memset(payload, 0, LEN);
	ring_commit(ring, &mark);
	for (i = 0; i <= fits; i++)
		expect_next(test, ring, i, 0, 0);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.dropped, n + 4 - fits);
}

/* Expect that @ring is unchanged after queries that consume nothing. */
static void expect_unmoved(struct kunit *test, struct ring_test *t, bool empty)
{
	struct ring_test before = *t;

	KUNIT_EXPECT_EQ(test, ring_empty(&t->ring), empty);
	KUNIT_EXPECT_TRUE(test, !memcmp(&before, t, sizeof(before)));
}

void ring_test_empty(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	expect_unmoved(test, t, true);
	KUNIT_ASSERT_TRUE(test, write_number(ring, 0, LEN));
	expect_unmoved(test, t, false);
	expect_next(test, ring, 0, 0, 0);
	expect_unmoved(test, t, true);
	/* Query after a page was filled behind the record that was read, and after its loss. */
	for (i = 1; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	expect_unmoved(test, t, false);
	for (; i < (SLOTS + 2) * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	expect_unmoved(test, t, false);
	expect_next(test, ring, 2 * n, 2 * n - 1, 0);
	expect_unmoved(test, t, false);
}

void ring_test_skipped(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));
	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	ring_skip(ring);
	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));
	for (; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));
	expect_account(test, RING_OVERWRITTEN, 0, 0, 0, 0);
	/* The page at which ring_skip() stopped is taken over. */
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	KUNIT_EXPECT_FALSE(test, ring_skipped(ring));
	expect_account(test, RING_OVERWRITTEN, 0, 10, n - 10, 0);
	ring_skip(ring);
	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));
	/* The result is false after a drop, too. */
	KUNIT_EXPECT_FALSE(test, write_typed(ring, 2, RING_PAGE_MIN, false));
	KUNIT_EXPECT_FALSE(test, ring_skipped(ring));
	ring_skip(ring);
	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));

	/* ring_skip() finds no page after writers accounted in advance for the page's loss. */
	t = ring_test_create(test, STEPS_BYTES, true, test_clock, 77);
	ring = &t->ring;
	ring_skip(ring);
	n = per_page(ring, LEN);
	write_many(test, ring, (SLOTS - 1) * n);
	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));
	write_many(test, ring, n / 2);
	KUNIT_EXPECT_FALSE(test, ring_skipped(ring));
}

/* Only a full page is taken in place. */
void ring_test_take(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), one = ring_units(LEN) * RING_UNIT, bytes = n * one, i;
	const struct ktrace_page_header *header;
	struct ktrace_page_header *page = t->image;
	struct ring_stats stats, totals;
	struct ring_record rec;

	KUNIT_EXPECT_FALSE(test, !!ring_take_page(ring));
	KUNIT_EXPECT_EQ(test, ring_full_pages(ring), 0);
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	/* The page may still be in use. */
	KUNIT_EXPECT_FALSE(test, !!ring_take_page(ring));
	KUNIT_EXPECT_EQ(test, ring_full_pages(ring), 0);
	KUNIT_ASSERT_TRUE(test, write_number(ring, i++, LEN));
	KUNIT_EXPECT_EQ(test, ring_full_pages(ring), 1);
	for (; i < (SLOTS + 1) * n + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	/* The page is not taken, because the number of lost records does not fit behind it. */
	KUNIT_EXPECT_FALSE(test, !!ring_take_page(ring));
	KUNIT_EXPECT_EQ(test, ring_full_pages(ring), 2);
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->time_stamp, 77);
	expect_lost(test, page, bytes - one, 2 * n);
	KUNIT_EXPECT_EQ(test, number_at(page, 0), 2 * n);
	KUNIT_EXPECT_EQ(test, number_at(page, n - 2), 3 * n - 2);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.read, n - 1);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 2 * n);
	KUNIT_EXPECT_FALSE(test, !!ring_take_page(ring));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, one);
	KUNIT_EXPECT_EQ(test, number_at(page, 0), 3 * n - 1);
	ring_stats(ring, &stats);
	ring_totals(ring, &totals);
	KUNIT_EXPECT_EQ(test, stats.read, n);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 2 * n);
	KUNIT_EXPECT_EQ(test, totals.read, n);
	KUNIT_EXPECT_EQ(test, totals.overwritten, 2 * n);
	KUNIT_EXPECT_EQ(test, totals.written, i);
	KUNIT_EXPECT_EQ(test, ring_full_pages(ring), 1);
	/* A page that was read in part is not taken; the rest is copied. */
	expect_next(test, ring, 3 * n, 0, 0);
	KUNIT_EXPECT_FALSE(test, !!ring_take_page(ring));
	KUNIT_EXPECT_EQ(test, ring_full_pages(ring), 1);
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, bytes - one);
	KUNIT_EXPECT_EQ(test, number_at(page, 0), 3 * n + 1);
	KUNIT_EXPECT_EQ(test, ring_full_pages(ring), 0);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), 4 * n);
	/* New records in a page that was read in part do not count as overwritten. */
	KUNIT_ASSERT_TRUE(test, write_number(ring, i++, LEN));
	ring_totals(ring, &totals);
	KUNIT_EXPECT_EQ(test, totals.written, i);
	KUNIT_EXPECT_EQ(test, totals.read, 2 * n);
	KUNIT_EXPECT_EQ(test, totals.overwritten, 2 * n);
	/* Without a loss before it, a full page is taken in place. */
	expect_next(test, ring, 4 * n, 0, 0);
	expect_next(test, ring, 4 * n + 1, 0, 0);
	for (; i <= 6 * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	header = ring_take_page(ring);
	KUNIT_ASSERT_NOT_NULL(test, header);
	KUNIT_EXPECT_EQ(test, header->time_stamp, 77);
	KUNIT_EXPECT_EQ(test, header->commit, bytes);
	KUNIT_EXPECT_EQ(test, number_at(header, 0), 5 * n);
	KUNIT_EXPECT_EQ(test, number_at(header, n - 1), 6 * n - 1);
}

/* Times of the records that ring_test_lost_room() writes. */
#define LOST_TIMES	40000

struct lost_reader {
	u64	times[LOST_TIMES];
	u64	next;			/* number of the next record, if none is lost */
	u32	nr;			/* pages with a loss before them */
	u32	full;			/* those without room for one more record */
};

/* Read a page; a loss before it must have its number. */
static void read_lost_page(struct kunit *test, struct lost_reader *reader,
			   const struct ktrace_page_header *page)
{
	u32 at = 0, end = page->commit & KTRACE_PAGE_SIZE_MASK;
	const char *bytes = (const char *)(page + 1);
	u64 time = page->time_stamp, number, lost = 0;
	u32 head[2];

	KUNIT_EXPECT_EQ(test, !(page->commit & KTRACE_PAGE_LOST),
			!(page->commit & KTRACE_PAGE_LOST_COUNT));
	if (page->commit & KTRACE_PAGE_LOST_COUNT) {
		memcpy(&lost, bytes + end, sizeof(lost));
		reader->nr++;
		reader->full += RING_PAGE_MIN - sizeof(*page) - end - sizeof(lost) <
				ring_units(sizeof(u64)) * RING_UNIT;
	}
	reader->next += lost;
	while (at < end) {
		memcpy(head, bytes + at, sizeof(head));
		time += head[0] >> KTRACE_TYPE_LEN_BITS;
		if ((head[0] & 31) == KTRACE_TYPE_EXTEND) {
			time += (u64)head[1] << KTRACE_DELTA_BITS;
			at += sizeof(head);
			continue;
		}
		memcpy(&number, bytes + at + sizeof(head[0]), sizeof(number));
		KUNIT_ASSERT_EQ(test, number, reader->next);
		KUNIT_EXPECT_EQ(test, time, reader->times[number]);
		reader->next++;
		at += ring_units(sizeof(u64)) * RING_UNIT;
	}
}

/*
 * Raw pages alone account for each record: if the number of lost records does not fit, the last
 * records of a page are in the next page, also if a part of the page was read before.
 */
void ring_test_lost_room(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct lost_reader *reader = kunit_kzalloc(test, sizeof(*reader), GFP_KERNEL);
	u32 n = per_page(&t->ring, sizeof(u64)), i = 0, round, left;
	struct ring_record rec;

	KUNIT_ASSERT_NOT_NULL(test, reader);
	/* Records without an extension of the time fill a page to its last byte. */
	KUNIT_ASSERT_EQ(test, n * ring_units(sizeof(u64)), t->ring.capacity);
	for (round = 0; i + (SLOTS + 2) * n < LOST_TIMES; round++) {
		for (left = (SLOTS + 1) * n + round; left; left--, i++) {
			test_now += i % (50 + round) ? i % 3 : RING_DELTA_MAX + i;
			reader->times[i] = test_now;
			KUNIT_ASSERT_TRUE(test, write_number(&t->ring, i, sizeof(u64)));
		}
		/* The first record may report the loss, or the page behind these records. */
		for (left = round % 3; left && ring_peek(&t->ring, &rec); left--) {
			reader->next += rec.overwritten + 1;
			KUNIT_EXPECT_EQ(test, number_of(&rec) + 1, reader->next);
			ring_consume(&t->ring);
		}
		while (ring_read_page(&t->ring, t->image, round % 2))
			read_lost_page(test, reader, t->image);
	}
	while (ring_read_page(&t->ring, t->image, false))
		read_lost_page(test, reader, t->image);
	KUNIT_EXPECT_EQ(test, reader->next, i);
	KUNIT_EXPECT_GE(test, reader->nr, 5);
	KUNIT_EXPECT_GE(test, reader->full, 3);
}

/* A reader of full pages gets no part of the page in use, even after a peek. */
void ring_test_whole(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ktrace_page_header *page = t->image;
	struct ring_record rec;

	for (i = 0; i < 3; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, true), 0);
	expect_next(test, ring, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, true), 0);
	/* If the page is full by now, the reader gets the rest of it. */
	for (; i <= n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, (n - 1) * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, number_at(page, 0), 1);
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, true), 0);
	expect_next(test, ring, n, 0, 0);
}

/* Stopped readers end at the position of the stop, however they read, and continue later. */
void ring_test_stop(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ktrace_page_header *page = t->image;
	struct ring_record rec;

	for (i = 0; i < 2; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	ring_stop(ring, true);
	expect_next(test, ring, 0, 0, 0);
	/* The page is full, but the remaining records are later than the stop. */
	for (; i <= n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, true), 0);
	expect_next(test, ring, 1, 0, 0);
	KUNIT_EXPECT_FALSE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, false), 0);
	ring_stop(ring, false);
	for (i = 2; i <= n; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
}

/* Behind the records and the number of lost records, a page contains no old data. */
static void expect_clear(struct kunit *test, const struct ring *ring,
			 const struct ktrace_page_header *page)
{
	const u8 *bytes = (const u8 *)page;
	u32 at = sizeof(*page) + (page->commit & KTRACE_PAGE_SIZE_MASK), stale = 0;

	if (page->commit & KTRACE_PAGE_LOST_COUNT)
		at += sizeof(u64);
	KUNIT_EXPECT_TRUE(test, at <= ring->page_bytes);
	for (; at < ring->page_bytes; at++)
		stale += !!bytes[at];
	KUNIT_EXPECT_EQ(test, stale, 0);
}

/* Memory that was not cleared does not leak through any way to read a page. */
void ring_test_behind(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 large = RING_PAGE_MIN / 2 + 100, i;
	const struct ktrace_page_header *header;
	struct ktrace_page_header *page = t->image;

	for (i = 0; i < SLOTS + RING_OWN_PAGES; i++)
		if (t->pages[i].data)
			memset(t->pages[i].data, 0x5a, RING_PAGE_MIN);
	/* Read the page in use. */
	for (i = 0; i < 3; i++) {
		memset(page, 0x5a, RING_PAGE_MIN);
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
		KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, false), RING_PAGE_MIN);
		expect_clear(test, ring, page);
	}
	/*
	 * A page has no room for two of these records: each page is half empty, and
	 * some are overwritten.
	 */
	for (; i < 3 + 2 * SLOTS; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, large));
	header = ring_take_page(ring);
	KUNIT_ASSERT_NOT_NULL(test, header);
	KUNIT_EXPECT_TRUE(test, header->commit & KTRACE_PAGE_LOST_COUNT);
	expect_clear(test, ring, header);
	memset(page, 0x5a, RING_PAGE_MIN);
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	expect_clear(test, ring, page);
	memset(page, 0x5a, RING_PAGE_MIN);
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, false), RING_PAGE_MIN);
	expect_clear(test, ring, page);
}
