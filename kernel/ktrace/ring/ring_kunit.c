// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of ring.c. tools/testing/ktrace tests the same properties exhaustively;
 * these tests check them in the kernel on a smaller scale. They use one thread; nested
 * writers are called from the clock, which a writer on the slow path reads between its
 * loads and its exchange.
 */
#include "ring_kunit.h"

static void ring_test_sizes(struct kunit *test)
{
	u32 max = ring_max_len(RING_PAGE_MIN), len;
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;

	for (len = 8; len <= max; len += len < 256 ? 1 : 61) {
		KUNIT_ASSERT_TRUE(test, write_number(ring, len, len));
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.len, (len + 3) & ~3U);
		expect_next(test, ring, len, 0, 0);
	}
	KUNIT_EXPECT_TRUE(test, write_number(ring, 1, max));
	KUNIT_EXPECT_FALSE(test, write_number(ring, 2, RING_PAGE_MIN));
	KUNIT_EXPECT_TRUE(test, write_number(ring, 3, LEN));
	expect_next(test, ring, 1, 0, 0);
	expect_next(test, ring, 3, 0, 1);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	KUNIT_EXPECT_EQ(test, ring_init(ring, t->pages, t->slots, 1, RING_PAGE_MIN, test_clock),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, ring_init(ring, t->pages, t->slots, RING_MAX_SLOTS + 1,
					RING_PAGE_MIN, test_clock), -EINVAL);
	KUNIT_EXPECT_EQ(test, ring_init(ring, t->pages, t->slots, 2, RING_PAGE_MIN / 2,
					test_clock), -EINVAL);
	KUNIT_EXPECT_EQ(test, ring_init(ring, t->pages, t->slots, 2, 2 * RING_PAGE_MAX,
					test_clock), -EINVAL);
}

static void ring_test_pages(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u64 written = 0, read = 0;
	int i;

	/* Write through all pages several times, with the reader close behind. */
	for (i = 0; i < 100; i++) {
		u32 n = per_page(ring, LEN) / 3 + i;

		while (n--)
			KUNIT_ASSERT_TRUE(test, write_number(ring, written++, LEN));
		while (read < written)
			expect_next(test, ring, read++, 0, 0);
		KUNIT_EXPECT_TRUE(test, ring_empty(ring));
		KUNIT_EXPECT_FALSE(test, ring_busy(ring));
	}
}

static void ring_test_overwrite(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), all = 10 * n, left = SLOTS * n, i;
	struct ring_record rec;
	struct ring_stats stats;

	for (i = 0; i < all; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	/* Otherwise all later writes would take the slow path. */
	KUNIT_EXPECT_PTR_EQ(test, ring->page, &ring->pages[ring->tail & RING_LOW_MASK]);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, all);
	KUNIT_EXPECT_EQ(test, stats.overwritten, all - left);
	KUNIT_EXPECT_EQ(test, stats.bytes, left * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, stats.oldest, 77);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, (all - left) * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, rec.lost_since, 77);
	KUNIT_EXPECT_EQ(test, rec.lost_until, rec.time);
	expect_next(test, ring, all - left, all - left, 0);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, 0);
	for (i = all - left + 1; i < all; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.read, left);
	KUNIT_EXPECT_EQ(test, stats.overwritten, all - left);
	KUNIT_EXPECT_EQ(test, stats.dropped, 0);
	KUNIT_EXPECT_EQ(test, stats.bytes, 0);
}

static void ring_test_drop(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 room = SLOTS * per_page(ring, LEN), i;
	struct ring_stats stats;

	for (i = 0; i < room; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	for (i = 0; i < 7; i++)
		KUNIT_EXPECT_FALSE(test, write_number(ring, room, LEN));
	KUNIT_EXPECT_FALSE(test, ring_busy(ring));
	for (i = 0; i < room; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	KUNIT_EXPECT_TRUE(test, write_number(ring, room, LEN));
	expect_next(test, ring, room, 0, 7);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, room + 1);
	KUNIT_EXPECT_EQ(test, stats.read, room + 1);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 0);
	KUNIT_EXPECT_EQ(test, stats.dropped, 7);
	KUNIT_EXPECT_EQ(test, stats.nested, 0);
}

static void ring_test_time(struct kunit *test)
{
	static const u64 steps[] = {
		0, 1, RING_STAMP_MASK, RING_STAMP_MASK + 1, RING_DELTA_MAX, RING_DELTA_MAX + 1,
		1ULL << 40, 1ULL << 58, 3,
	};
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock,
					       U64_MAX - (1ULL << 59));
	struct ring *ring = &t->ring;
	struct ring_record rec;
	int i, round;

	for (round = 0; round < 100; round++) {
		for (i = 0; i < ARRAY_SIZE(steps); i++) {
			test_now += steps[i];
			KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
			KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
			KUNIT_EXPECT_EQ(test, rec.time, test_now);
			expect_next(test, ring, i, 0, 0);
		}
	}
	/* A clock that steps back stands still. */
	test_now -= 1000;
	KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.time, test_now + 1000);
}

static void ring_test_iterate(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN) * 5 / 2, i, round;
	struct ring_iter iter;
	struct ring_record rec;

	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	for (i = 0; i < 10; i++)
		expect_next(test, ring, i, 0, 0);
	/* A view (an iterator) consumes nothing, and ends where the ring ended at its start. */
	for (round = 0; round < 2; round++) {
		ring_iter_start(ring, &iter, t->image);
		KUNIT_ASSERT_TRUE(test, write_number(ring, n + round, LEN));
		for (i = 10; i < n + round; i++) {
			KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
			KUNIT_ASSERT_EQ(test, number_of(&rec), i);
		}
		KUNIT_EXPECT_FALSE(test, ring_iter_next(ring, &iter, &rec));
	}
	for (i = 10; i < n + 2; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
}

/* A view keeps its copy; other records are in the ring. */
static void ring_test_iterate_held(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_iter iter;
	struct ring_record rec;
	u64 at;

	for (i = 0; i < n + 3; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	at = ring_cursor_at(&ring->reader.cur);
	KUNIT_EXPECT_TRUE(test, at < ring->commit);
	ring_iter_start(ring, &iter, t->image);
	/* The view's page copy has the records of the reader page. */
	for (i = 0; i < n; i++) {
		KUNIT_EXPECT_EQ(test, ring_cursor_at(&iter.cur), at + i * ring_units(LEN));
		KUNIT_ASSERT_TRUE(test, ring_iter_held(&iter, &rec));
		KUNIT_ASSERT_EQ(test, number_of(&rec), i);
	}
	KUNIT_EXPECT_FALSE(test, ring_iter_held(&iter, &rec));
	KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), n);
	/* The page in use is copied up to its last complete record. */
	for (i = 1; i < 3; i++) {
		KUNIT_ASSERT_TRUE(test, ring_iter_held(&iter, &rec));
		KUNIT_EXPECT_EQ(test, number_of(&rec), n + i);
	}
	KUNIT_EXPECT_EQ(test, ring_cursor_at(&iter.cur), ring->commit);
	KUNIT_EXPECT_FALSE(test, ring_iter_held(&iter, &rec));
	KUNIT_EXPECT_FALSE(test, ring_iter_next(ring, &iter, &rec));
}

/* A restarted view shows no record behind its end, wherever the consumers are. */
static void ring_test_iterate_limit(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), consumed, i;
	struct ring_iter iter;
	struct ring_record rec;
	u64 stop;

	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	ring_iter_start(ring, &iter, t->image);
	stop = iter.cur.pos.stop;
	/* The reader page ends at the end of the view. */
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	ring_iter_start(ring, &iter, t->image);
	ring_iter_limit(&iter, stop);
	for (i = 0; i < 10; i++) {
		KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
		KUNIT_ASSERT_EQ(test, number_of(&rec), i);
	}
	KUNIT_ASSERT_FALSE(test, ring_iter_next(ring, &iter, &rec));
	/* The first page is full, and the next page has records. */
	for (; i < n + 10; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	for (consumed = 0; consumed < n + 10; consumed++) {
		/* The reader page has records before and behind the end of the view. */
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		ring_iter_start(ring, &iter, t->image);
		ring_iter_limit(&iter, stop);
		for (i = consumed; i < 10; i++) {
			KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
			KUNIT_ASSERT_EQ(test, number_of(&rec), i);
		}
		KUNIT_ASSERT_FALSE(test, ring_iter_next(ring, &iter, &rec));
		expect_next(test, ring, consumed, 0, 0);
	}
}

/* Records that other readers consumed meanwhile are not lost. */
static void ring_test_iterate_consumed(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_iter iter;
	struct ring_record rec;

	for (i = 0; i < 2 * n + 10; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	ring_iter_start(ring, &iter, t->image);
	KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
	for (i = 0; i < 2 * n; i++)
		expect_next(test, ring, i, 0, 0);
	for (i = 1; i < n; i++)
		KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
	KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), 2 * n);
	KUNIT_EXPECT_EQ(test, rec.overwritten, 0);
	KUNIT_EXPECT_EQ(test, rec.dropped, 0);
}

/* Expect @number next from a follower, after a loss of these numbers. */
static void expect_followed(struct kunit *test, struct ring *ring,
			    struct ring_follower *follower, u64 number, u64 overwritten,
			    u64 dropped)
{
	struct ring_record rec;

	KUNIT_ASSERT_TRUE(test, ring_follow_next(ring, follower, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), number);
	KUNIT_EXPECT_EQ(test, rec.overwritten, overwritten);
	KUNIT_EXPECT_EQ(test, rec.dropped, dropped);
}

/* A follower sees each new record once, and leaves all records to other readers. */
static void ring_test_follow(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	u32 n = per_page(&t->ring, LEN), i, round, seen = 10, written = 0;
	struct ring_follower follower = {};
	struct ring *ring = &t->ring;
	struct ring_record rec;

	for (i = 0; i < n * 3 / 2; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, written++, LEN));
	for (i = 0; i < seen; i++)
		expect_next(test, ring, i, 0, 0);
	/* The first record reports the records that were consumed before the follower started. */
	ring_follow_start(ring, &follower, t->image);
	expect_followed(test, ring, &follower, seen++, 10, 0);
	for (round = 0; round < 4; round++) {
		while (seen < written) {
			expect_followed(test, ring, &follower, seen++, 0, 0);
			KUNIT_EXPECT_EQ(test, follower.seen, seen);
		}
		KUNIT_EXPECT_FALSE(test, ring_follow_next(ring, &follower, &rec));
		for (i = 0; i < n / 3; i++)
			KUNIT_ASSERT_TRUE(test, write_number(ring, written++, LEN));
	}
	/*
	 * A page is copied up to its last complete record; the copy includes discarded
	 * records.
	 */
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, true));
	expect_followed(test, ring, &follower, seen++, 0, 0);
	while (ring_follow_held(&follower, &rec)) {
		KUNIT_ASSERT_EQ(test, number_of(&rec), seen++);
		KUNIT_EXPECT_EQ(test, follower.seen, seen);
	}
	KUNIT_EXPECT_EQ(test, seen, written);
	KUNIT_EXPECT_EQ(test, follower.seen, seen + 1);
	KUNIT_EXPECT_EQ(test, ring_cursor_at(&follower.iter.cur), ring->commit);
	for (i = 10; i < written; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_EXPECT_FALSE(test, ring_follow_next(ring, &follower, &rec));
}

/* A follower reports records that were consumed, overwritten or dropped before it saw them. */
static void ring_test_follow_missed(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	u32 n = per_page(&t->ring, LEN), i, read = 0;
	struct ring_follower follower = {};
	struct ring *ring = &t->ring;
	struct ring_record rec;

	for (i = 0; i < 2 * n + 10; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	ring_follow_start(ring, &follower, t->image);
	expect_followed(test, ring, &follower, 0, 0, 0);
	/* The first page is copied, the second page is not. */
	while (read < 2 * n + 5)
		expect_next(test, ring, read++, 0, 0);
	for (i = 1; i < n; i++)
		expect_followed(test, ring, &follower, i, 0, 0);
	expect_followed(test, ring, &follower, 2 * n, n, 0);
	KUNIT_EXPECT_EQ(test, follower.seen, 2 * n + 1);
	for (i = 1; i < 10; i++)
		expect_followed(test, ring, &follower, 2 * n + i, 0, 0);
	/* Continue to the end of that page, and around the ring. */
	for (i = 10; i < (SLOTS + 2) * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, 2 * n + i, LEN));
	expect_followed(test, ring, &follower, 4 * n, 2 * n - 10, 0);
	for (i = 1; i < SLOTS * n; i++)
		expect_followed(test, ring, &follower, 4 * n + i, 0, 0);
	KUNIT_EXPECT_FALSE(test, ring_follow_next(ring, &follower, &rec));
	/* All pages are full now: there is no room until a page is read. */
	ring->overwrite = false;
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_FALSE(test, write_number(ring, 0, LEN));
	KUNIT_EXPECT_FALSE(test, ring_follow_next(ring, &follower, &rec));
	while (ring_peek(ring, &rec))
		ring_consume(ring);
	KUNIT_ASSERT_TRUE(test, write_number(ring, 7, LEN));
	expect_followed(test, ring, &follower, 7, 0, 3);
	/* The follower's account includes the missing records. */
	KUNIT_EXPECT_EQ(test, follower.seen, 7 * n + 1 + 3);
}

/* If a follower skips a record that reports a loss, the next record reports the loss. */
static void ring_test_follow_ignore(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	u32 n = per_page(&t->ring, LEN), i;
	struct ring_follower follower = {};
	struct ring *ring = &t->ring;
	struct ring_record rec, next;

	ring_follow_start(ring, &follower, t->image);
	ring_follow_reached(ring, &follower);
	KUNIT_ASSERT_TRUE(test, write_number(ring, 0, LEN));
	expect_followed(test, ring, &follower, 0, 0, 0);
	test_now = 99;
	for (i = 1; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_TRUE(test, ring_follow_next(ring, &follower, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, n - 1);
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, (n - 1) * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, rec.lost_since, 77);
	for (i = 1; i < 3; i++) {
		ring_follow_ignore(&follower, &rec);
		KUNIT_ASSERT_TRUE(test, ring_follow_held(&follower, &next));
		KUNIT_EXPECT_EQ(test, number_of(&next), n + i);
		KUNIT_EXPECT_EQ(test, next.overwritten, rec.overwritten);
		KUNIT_EXPECT_EQ(test, next.dropped, rec.dropped);
		KUNIT_EXPECT_EQ(test, next.lost_bytes, rec.lost_bytes);
		KUNIT_EXPECT_EQ(test, next.lost_since, rec.lost_since);
		rec = next;
	}
	expect_followed(test, ring, &follower, n + i, 0, 0);
	/* The same holds for dropped records. */
	while (ring_follow_next(ring, &follower, &rec))
		;
	while (ring_peek(ring, &rec))
		ring_consume(ring);
	ring->overwrite = false;
	while (write_number(ring, 1, LEN))
		while (ring_follow_next(ring, &follower, &rec))
			;
	while (ring_peek(ring, &rec))
		ring_consume(ring);
	for (i = 2; i < 4; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_TRUE(test, ring_follow_next(ring, &follower, &rec));
	KUNIT_EXPECT_EQ(test, rec.dropped, 1);
	ring_follow_ignore(&follower, &rec);
	expect_followed(test, ring, &follower, 3, 0, 1);
}

/* A follower that skips sees the next record, and counts nothing before it as lost. */
static void ring_test_follow_skip(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	u32 n = per_page(&t->ring, LEN), i, written = 0;
	struct ring_follower follower = {};
	struct ring *ring = &t->ring;
	struct ring_record rec;

	/* The ring is empty. */
	ring_follow_start(ring, &follower, t->image);
	ring_follow_skip(ring, &follower);
	KUNIT_ASSERT_TRUE(test, write_number(ring, written, LEN));
	expect_followed(test, ring, &follower, written++, 0, 0);
	/* Skip several pages; the last one is not full. */
	while (written < 3 * n + 5)
		KUNIT_ASSERT_TRUE(test, write_number(ring, written++, LEN));
	ring_follow_skip(ring, &follower);
	KUNIT_EXPECT_EQ(test, follower.seen, written);
	KUNIT_EXPECT_FALSE(test, ring_follow_next(ring, &follower, &rec));
	KUNIT_ASSERT_TRUE(test, write_number(ring, written, LEN));
	expect_followed(test, ring, &follower, written++, 0, 0);
	/* Skip pages that the writer has overwritten in part. */
	for (i = 0; i < (SLOTS + 1) * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, written++, LEN));
	ring_follow_skip(ring, &follower);
	KUNIT_ASSERT_TRUE(test, write_number(ring, written, LEN));
	expect_followed(test, ring, &follower, written++, 0, 0);
	/* A consumer has taken the page of the last record. */
	for (i = 0; i < 2 * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, written++, LEN));
	while (ring_peek(ring, &rec))
		ring_consume(ring);
	ring_follow_skip(ring, &follower);
	KUNIT_ASSERT_TRUE(test, write_number(ring, written, LEN));
	expect_followed(test, ring, &follower, written++, 0, 0);
	/* All pages are full, and the position of commit is that of the next page. */
	ring->overwrite = false;
	while (write_number(ring, written, LEN))
		written++;
	ring_follow_skip(ring, &follower);
	KUNIT_EXPECT_FALSE(test, ring_follow_next(ring, &follower, &rec));
	while (ring_peek(ring, &rec))
		ring_consume(ring);
	KUNIT_ASSERT_TRUE(test, write_number(ring, written, LEN));
	/* A drop behind the last record is reported with the next record. */
	expect_followed(test, ring, &follower, written++, 0, 1);
	/* A consumer has taken the last full page out of its slot. */
	while (write_number(ring, written, LEN))
		written++;
	while (ring_peek(ring, &rec))
		ring_consume(ring);
	ring_follow_skip(ring, &follower);
	KUNIT_ASSERT_TRUE(test, write_number(ring, written, LEN));
	/* The records that the consumer took count as missed by the follower. */
	KUNIT_ASSERT_TRUE(test, ring_follow_next(ring, &follower, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), written);
}

/* A follower continues in the replacement of its ring, or after a reset. */
static void ring_test_follow_replaced(struct kunit *test)
{
	struct ring_test *a = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring_test *b = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring_follower follower = {};
	struct ring_record rec;
	u32 i;

	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_number(&a->ring, i, LEN));
	/* Start at the end: earlier records are skipped and do not count as missing. */
	ring_follow_start(&a->ring, &follower, a->image);
	ring_iter_extend(&a->ring, &follower.iter);
	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, ring_iter_next(&a->ring, &follower.iter, &rec));
	ring_follow_reached(&a->ring, &follower);
	KUNIT_EXPECT_EQ(test, follower.seen, 10);
	for (i = 10; i < 15; i++)
		KUNIT_ASSERT_TRUE(test, write_number(&a->ring, i, LEN));
	expect_followed(test, &a->ring, &follower, 10, 0, 0);
	ring_succeed(&b->ring, &a->ring);
	KUNIT_ASSERT_TRUE(test, write_number(&b->ring, 15, LEN));
	ring_follow_start(&b->ring, &follower, b->image);
	KUNIT_ASSERT_TRUE(test, ring_follow_next(&b->ring, &follower, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), 15);
	KUNIT_EXPECT_EQ(test, rec.overwritten, 4);
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, RING_BYTES_UNKNOWN);
	KUNIT_EXPECT_EQ(test, rec.lost_since, 0);
	KUNIT_EXPECT_EQ(test, follower.seen, 16);
	/* A follower reports a pending loss in the next ring. */
	ring_follow_ignore(&follower, &rec);
	KUNIT_ASSERT_TRUE(test, write_number(&b->ring, 16, LEN));
	ring_succeed(&a->ring, &b->ring);
	ring_skip(&a->ring);
	KUNIT_ASSERT_TRUE(test, write_number(&a->ring, 17, LEN));
	ring_follow_start(&a->ring, &follower, a->image);
	/* The account of a reset ring starts anew, without the earlier losses. */
	expect_followed(test, &a->ring, &follower, 17, 4, 0);
	KUNIT_EXPECT_EQ(test, follower.seen, 1);
	KUNIT_EXPECT_FALSE(test, ring_follow_next(&a->ring, &follower, &rec));
}

static void ring_test_raw(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ktrace_page_header *page = t->image;
	u32 n = per_page(ring, LEN), i;
	u32 one = ring_units(LEN) * RING_UNIT, bytes = n * one;

	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, false), 0);
	ring_consume(ring);
	/* Fill all slots and one more page, which overwrites the first page. */
	for (i = 0; i < (SLOTS + 1) * n - 1; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	/* The number of lost records takes the place of the last record, which follows. */
	expect_lost(test, page, bytes - one, n);
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, one);
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, bytes);
	/* The last page is in use: it is not read as a whole, even after a peek. */
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, true), 0);
	KUNIT_EXPECT_FALSE(test, ring_empty(ring));
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, true), 0);
	KUNIT_ASSERT_TRUE(test, write_number(ring, i++, LEN));
	KUNIT_ASSERT_TRUE(test, write_number(ring, i++, LEN));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, bytes);
	KUNIT_EXPECT_EQ(test, page->time_stamp, 77);
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, false), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, one);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
}

static void ring_test_discard(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;
	struct ring_stats stats;
	struct ring_mark mark;
	u32 len;

	for (len = 8; len < 200; len += 4) {
		KUNIT_ASSERT_TRUE(test, write_number(ring, len, LEN));
		KUNIT_ASSERT_NOT_NULL(test, ring_reserve(ring, 0, len, test_clock, &mark));
		ring_discard(ring, &mark);
	}
	for (len = 8; len < 200; len += 4)
		expect_next(test, ring, len, 0, 0);
	/* The last record was discarded: there is no record, but padding to skip. */
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	KUNIT_EXPECT_FALSE(test, ring_peek(ring, &rec));
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, stats.read);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 0);
}

/* The time of a record behind a discarded record with a time extension is right. */
static void ring_test_discard_extended(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;
	u32 len, opened = 0, extended = 0;
	struct ring_mark mark;

	for (len = 8; len < 200; len += 4) {
		u64 before = ring->commit;

		test_now += RING_DELTA_MAX + 1;
		KUNIT_ASSERT_NOT_NULL(test, ring_reserve(ring, 0, len, test_clock, &mark));
		ring_discard(ring, &mark);
		/* The first record of a page needs no extension. */
		if ((ring->commit ^ before) >> RING_SEQ_SHIFT)
			opened++;
		else
			extended += ring->commit - before == ring_units(len) + 2;
		KUNIT_ASSERT_TRUE(test, write_number(ring, len, LEN));
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.time, test_now);
		expect_next(test, ring, len, 0, 0);
	}
	KUNIT_EXPECT_EQ(test, opened + extended, 48);
	KUNIT_EXPECT_TRUE(test, extended > 40);
}

/*
 * Discarded records have a delta other than 0 in the binary format, also if the clock stood
 * still and behind a time extension.  The ring's own readers see exact times; a reader of the
 * binary page is one unit late for each discarded record before which the clock stood still.
 */
static void ring_test_discard_format(struct kunit *test)
{
	struct ktrace_page_header *page = kunit_kzalloc(test, RING_PAGE_MIN, GFP_KERNEL);
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	/* Steps of the clock before each record; the records with odd indexes are discarded. */
	static const u64 steps[] = { 5, 0, 0, 7, 3, RING_DELTA_MAX + 5, 0, 2ULL << 40, 4 };
	u32 *at, i, padding = 0, late = 0;
	struct ring *ring = &t->ring;
	u64 time, times[ARRAY_SIZE(steps)];
	struct ring_record rec;

	KUNIT_ASSERT_NOT_NULL(test, page);
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		test_now += steps[i];
		times[i] = test_now;
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, i % 2));
	}
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, false), RING_PAGE_MIN);
	time = page->time_stamp;
	at = (void *)(page + 1);
	for (i = 0; i < ARRAY_SIZE(steps); ) {
		u32 type = *at & 31, delta = *at >> KTRACE_TYPE_LEN_BITS;

		time += delta;
		if (type == KTRACE_TYPE_EXTEND) {
			time += (u64)at[1] << KTRACE_DELTA_BITS;
			at += 2;
			continue;
		}
		late += i % 2 && !steps[i];
		KUNIT_EXPECT_EQ(test, type, i % 2 ? KTRACE_TYPE_PADDING : LEN / RING_UNIT);
		KUNIT_EXPECT_EQ(test, time, times[i] + late);
		if (type == KTRACE_TYPE_PADDING) {
			KUNIT_EXPECT_NE(test, delta, 0);
			KUNIT_ASSERT_EQ(test, at[1], LEN);
			padding++;
		}
		at += 1 + LEN / RING_UNIT;
		i++;
	}
	KUNIT_EXPECT_EQ(test, padding, 4);
	KUNIT_EXPECT_EQ(test, late, 1);

	/* The ring's own reader reads the same records again. */
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		test_now += steps[i];
		times[i] = test_now;
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, i % 2));
	}
	for (i = 0; i < ARRAY_SIZE(steps); i += 2) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.time, times[i]);
		ring_consume(ring);
	}
	KUNIT_EXPECT_FALSE(test, ring_peek(ring, &rec));
}

/* A reader does not read behind the end of a page copy that was found sound. */
static void ring_test_bad_image(struct kunit *test)
{
	static const u32 heads[] = {
		KTRACE_TYPE_LONG, KTRACE_TYPE_PADDING, KTRACE_TYPE_EXTEND, 1, 2, 28, 31,
	};
	static const u32 lengths[] = { 0, 4, 8, 12, RING_PAGE_MIN, U32_MAX - 3, U32_MAX };
	void *image = kunit_kzalloc(test, RING_PAGE_MIN, GFP_KERNEL);
	void *end = image + RING_PAGE_MIN;
	u32 *bytes, left, i, j, sound = 0;

	KUNIT_ASSERT_NOT_NULL(test, image);
	for (left = 4; left <= 32; left += 4) {
		/* The page copy ends with its memory: KASAN and ASan see reads behind it. */
		bytes = end - left;
		for (i = 0; i < ARRAY_SIZE(heads); i++) {
			for (j = 0; j < ARRAY_SIZE(lengths); j++) {
				struct ring_iter iter = {
					.cur.image = image,
					.cur.off = RING_PAGE_MIN - left,
					.cur.end = RING_PAGE_MIN,
				};
				struct ring_record rec;

				memset(bytes, 0, left);
				bytes[0] = heads[i];
				if (left > 4)
					bytes[1] = lengths[j];
				if (!ring_iter_sound(&iter))
					continue;
				sound++;
				while (ring_iter_held(&iter, &rec)) {
					KUNIT_EXPECT_TRUE(test, rec.data > (void *)bytes);
					KUNIT_EXPECT_LE(test, rec.len, left - RING_UNIT);
					KUNIT_EXPECT_TRUE(test, rec.data + rec.len <= end);
				}
				KUNIT_EXPECT_EQ(test, iter.cur.off, RING_PAGE_MIN);
			}
		}
	}
	/* Writers could have written some of these pages. */
	KUNIT_EXPECT_GT(test, sound, 10);
}

/* Two losses with only discarded records between them are reported as one loss. */
static void ring_test_discard_between_drops(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_record rec;

	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	test_now = 100;
	KUNIT_ASSERT_FALSE(test, write_typed(ring, 1, RING_PAGE_MIN, false));
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, true));
	KUNIT_ASSERT_FALSE(test, write_typed(ring, 1, RING_PAGE_MIN, false));
	KUNIT_ASSERT_FALSE(test, write_typed(ring, 1, RING_PAGE_MIN, false));
	KUNIT_ASSERT_TRUE(test, write_number(ring, n, LEN));
	for (i = 0; i < n; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.lost_since, 77);
	KUNIT_EXPECT_EQ(test, rec.lost_until, 100);
	expect_next(test, ring, n, 0, 3);
}

/* The rest of a page that was read in part counts, and no record counts twice. */
static void ring_test_stats_part(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = (SLOTS + 2) * per_page(ring, LEN), lost = 2 * per_page(ring, LEN), i;
	struct ring_stats stats;

	for (i = 0; i < n + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	/* The page in use has one record. */
	lost += per_page(ring, LEN);
	for (i = lost; i < n + 1; i++)
		expect_next(test, ring, i, i == lost ? lost : 0, 0);
	test_now = 78;
	for (i = 0; i < 3; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.bytes, 3 * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, stats.overwritten, lost);
	KUNIT_EXPECT_EQ(test, stats.written, n + 4);
	KUNIT_EXPECT_EQ(test, stats.read, n + 1 - lost);
	ring_totals(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.overwritten, lost);
	KUNIT_EXPECT_EQ(test, stats.written, n + 4);
	KUNIT_EXPECT_EQ(test, stats.read, n + 1 - lost);
}

static void ring_test_skip(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, false, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_stats stats;
	int i;

	for (i = 0; i < 2000; i++)
		write_number(ring, i, LEN);
	ring_skip(ring);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, 0);
	KUNIT_EXPECT_EQ(test, stats.dropped, 0);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 0);
	KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	expect_next(test, ring, i, 0, 0);
}

static int nr_notices;

static void test_notify(struct ring *ring)
{
	nr_notices++;
}

static void ring_test_succeed(struct kunit *test)
{
	struct ring_test *a = ring_test_create(test, RING_PAGE_MIN, false, test_clock, 0);
	struct ring_test *b = ring_test_create(test, 2 * RING_PAGE_MIN, true, test_clock, 0);
	struct ring_test *c = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 0);
	u32 n = SLOTS * per_page(&a->ring, LEN), i;
	struct ring_record rec;
	struct ring_stats stats;

	/* Some records are dropped at the end, one of them is reported, and three are read. */
	for (i = 0; i < n; i++) {
		test_now = min(10 + i, 13U);
		KUNIT_ASSERT_TRUE(test, write_number(&a->ring, i, LEN));
	}
	KUNIT_EXPECT_FALSE(test, write_number(&a->ring, i, LEN));
	KUNIT_EXPECT_FALSE(test, write_number(&a->ring, i, LEN));
	for (i = 0; i < 3; i++)
		expect_next(test, &a->ring, i, 0, 0);

	/* Check before and after the first write to the new ring. */
	ring_succeed(&b->ring, &a->ring);
	ring_stats(&b->ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, n);
	KUNIT_EXPECT_EQ(test, stats.read, 3);
	KUNIT_EXPECT_EQ(test, stats.overwritten, n - 3);
	KUNIT_EXPECT_EQ(test, stats.dropped, 2);
	KUNIT_ASSERT_TRUE(test, write_number(&b->ring, 100, LEN));
	KUNIT_ASSERT_TRUE(test, write_number(&b->ring, 101, LEN));
	KUNIT_ASSERT_TRUE(test, ring_peek(&b->ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, (n - 3) * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, rec.lost_since, 12);
	KUNIT_EXPECT_EQ(test, rec.lost_until, 13);
	expect_next(test, &b->ring, 100, n - 3, 2);

	/* Reported losses are not reported again. */
	KUNIT_ASSERT_TRUE(test, write_number(&c->ring, 102, LEN));
	c->ring.clock = nesting_clock;
	ring_succeed(&c->ring, &b->ring);
	KUNIT_ASSERT_TRUE(test, ring_peek(&c->ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, ring_units(LEN) * RING_UNIT);
	/* The new ring has another clock. */
	KUNIT_EXPECT_EQ(test, rec.lost_since, 0);
	expect_next(test, &c->ring, 102, 1, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(&c->ring));
	ring_stats(&c->ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, n + 3);
	KUNIT_EXPECT_EQ(test, stats.read, 3 + 2);
	KUNIT_EXPECT_EQ(test, stats.overwritten, n - 3 + 1);
	KUNIT_EXPECT_EQ(test, stats.dropped, 2);
	KUNIT_EXPECT_EQ(test, stats.bytes, 0);
}

static void ring_test_flags(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;

	t->ring.notify = test_notify;
	nr_notices = 0;
	ring_set_flags(ring, RING_OFF, 0);
	KUNIT_EXPECT_FALSE(test, write_number(ring, 1, LEN));
	ring_set_flags(ring, 0, RING_OFF);
	KUNIT_EXPECT_TRUE(test, write_number(ring, 2, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 0);
	ring_set_flags(ring, RING_WAITER, 0);
	KUNIT_EXPECT_TRUE(test, write_number(ring, 3, LEN));
	KUNIT_EXPECT_TRUE(test, write_number(ring, 4, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 1);
	expect_next(test, ring, 2, 0, 0);
}

/* Interrupt a writer at its clock, and another one between reserve and commit. */
static void ring_test_nested(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, nesting_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;
	struct ring_mark mark;
	u64 last = 0, i;
	void *payload;

	ring_set_flags(ring, RING_CLOCK, 0);
	for (i = 0; i < 2000; i += 4) {
		nest_ring = ring;
		nest_number = i;	/* this writer reserves first */
		KUNIT_ASSERT_TRUE(test, write_number(ring, i + 1, LEN));
		payload = ring_reserve(ring, 0, LEN, nesting_clock, &mark);
		KUNIT_ASSERT_NOT_NULL(test, payload);
		KUNIT_ASSERT_TRUE(test, write_number(ring, i + 3, LEN));
		/* The record is not published: the outer writer is not done. */
		KUNIT_EXPECT_TRUE(test, ring_busy(ring));
		expect_next(test, ring, i, 0, 0);
		expect_next(test, ring, i + 1, 0, 0);
		KUNIT_EXPECT_TRUE(test, ring_empty(ring));
		memset(payload, 0, LEN);
		memcpy(payload, &(u64){ i + 2 }, sizeof(u64));
		ring_commit(ring, &mark);
		KUNIT_EXPECT_FALSE(test, ring_busy(ring));
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_GT(test, rec.time, last);
		last = rec.time;
		expect_next(test, ring, i + 2, 0, 0);
		expect_next(test, ring, i + 3, 0, 0);
	}
}

/* Interrupt a writer at the inlined clock. */
static void ring_test_nested_inlined(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, nesting_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_mark mark;
	void *payload;
	u64 i;

	for (i = 0; i < 2000; i += 2) {
		nest_ring = ring;
		nest_number = i;
		payload = ring_reserve(ring, 0, LEN, nesting_clock, &mark);
		KUNIT_ASSERT_NOT_NULL(test, payload);
		memset(payload, 0, LEN);
		memcpy(payload, &(u64){ i + 1 }, sizeof(u64));
		ring_commit(ring, &mark);
		expect_next(test, ring, i, 0, 0);
		expect_next(test, ring, i + 1, 0, 0);
	}
}

/* ring_filled() requests one notification, at the right number of pages. */
static void ring_test_filled(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	ring->notify = test_notify;
	nr_notices = 0;
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 1));
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 0);
	KUNIT_ASSERT_TRUE(test, write_number(ring, i++, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 1);
	KUNIT_EXPECT_TRUE(test, ring_filled(ring, 1));
	KUNIT_EXPECT_TRUE(test, ring_filled(ring, 50));
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 100));
	/* A request for fewer pages takes precedence and stays. */
	expect_next(test, ring, 0, 0, 0);
	KUNIT_EXPECT_TRUE(test, ring_filled(ring, 1));
	for (i = 1; i < n; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 1));
	expect_next(test, ring, n, 0, 0);
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 1));
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 100));
	/* The page of which one record was read does not count, except for the maximum. */
	for (i = 1; i <= n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 2);
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 100));
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 50));
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 3);
	KUNIT_EXPECT_TRUE(test, ring_filled(ring, 50));
	KUNIT_EXPECT_TRUE(test, ring_filled(ring, 100));
	/* Nor does the page of which a part was skipped. */
	ring_skip(ring);
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 50));
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 3);
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 4);
	KUNIT_EXPECT_TRUE(test, ring_filled(ring, 50));
	/* Without a notify function, nothing is called. */
	ring_skip(ring);
	ring->notify = NULL;
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 1));
	for (i = 0; i <= 2 * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_EQ(test, ring->wake_at, U64_MAX);
}

/* A burst inside an unfinished record cannot take the page of that record. */
static void ring_test_nested_burst(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 room = SLOTS * per_page(ring, LEN), i, fits = 0;
	struct ring_stats stats;
	struct ring_mark mark;
	void *payload;

	payload = ring_reserve(ring, 0, LEN, test_clock, &mark);
	KUNIT_ASSERT_NOT_NULL(test, payload);
	for (i = 1; i < 2 * room; i++)
		fits += write_number(ring, i, LEN);
	KUNIT_EXPECT_EQ(test, fits, room - 1);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	memset(payload, 0, LEN);
	ring_commit(ring, &mark);
	for (i = 0; i < room; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.dropped, room);
	KUNIT_EXPECT_EQ(test, stats.nested, room);
}

/* A writer with a probe on its clock terminates. */
static void ring_test_probed_clock(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, probed_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_mark mark;
	u64 last = 0, number;
	struct ring_record rec;
	void *payload;
	int i;

	/* RING_CLOCK: the slow path reads the clock. */
	ring_set_flags(ring, RING_CLOCK, 0);
	for (i = 0; i < 1000; i++) {
		nest_ring = ring;
		nest_number = 1000 * (i + 1);
		payload = ring_reserve(ring, 0, LEN, test_clock, &mark);
		nest_ring = NULL;
		KUNIT_ASSERT_NOT_NULL(test, payload);
		number = i;
		memset(payload, 0, LEN);
		memcpy(payload, &number, sizeof(number));
		ring_commit(ring, &mark);
		KUNIT_ASSERT_TRUE(test, nest_number <= 1000ULL * (i + 1) + 20);
		while (ring_peek(ring, &rec)) {
			KUNIT_EXPECT_TRUE(test, rec.time >= last);
			last = rec.time;
			memcpy(&number, rec.data, sizeof(number));
			ring_consume(ring);
		}
		KUNIT_ASSERT_EQ(test, number, i);
	}
}

static struct kunit_case ring_test_cases[] = {
	KUNIT_CASE(ring_test_sizes),
	KUNIT_CASE(ring_test_pages),
	KUNIT_CASE(ring_test_overwrite),
	KUNIT_CASE(ring_test_drop),
	KUNIT_CASE(ring_test_time),
	KUNIT_CASE(ring_test_iterate),
	KUNIT_CASE(ring_test_iterate_held),
	KUNIT_CASE(ring_test_iterate_consumed),
	KUNIT_CASE(ring_test_iterate_limit),
	KUNIT_CASE(ring_test_follow),
	KUNIT_CASE(ring_test_follow_missed),
	KUNIT_CASE(ring_test_follow_ignore),
	KUNIT_CASE(ring_test_follow_skip),
	KUNIT_CASE(ring_test_follow_replaced),
	KUNIT_CASE(ring_test_raw),
	KUNIT_CASE(ring_test_discard),
	KUNIT_CASE(ring_test_discard_extended),
	KUNIT_CASE(ring_test_discard_format),
	KUNIT_CASE(ring_test_bad_image),
	KUNIT_CASE(ring_test_discard_between_drops),
	KUNIT_CASE(ring_test_stats_part),
	KUNIT_CASE(ring_test_skip),
	KUNIT_CASE(ring_test_succeed),
	KUNIT_CASE(ring_test_flags),
	KUNIT_CASE(ring_test_nested),
	KUNIT_CASE(ring_test_nested_inlined),
	KUNIT_CASE(ring_test_filled),
	KUNIT_CASE(ring_test_nested_burst),
	KUNIT_CASE(ring_test_probed_clock),
	KUNIT_CASE(ring_test_account_overwritten),
	KUNIT_CASE(ring_test_account_many),
	KUNIT_CASE(ring_test_account_alike),
	KUNIT_CASE(ring_test_account_mixed),
	KUNIT_CASE(ring_test_account_nested),
	KUNIT_CASE(ring_test_advance),
	KUNIT_CASE(ring_test_account_back),
	KUNIT_CASE(ring_test_account_late),
	KUNIT_CASE(ring_test_advance_nested),
	KUNIT_CASE(ring_test_finish_accounts_late),
	KUNIT_CASE(ring_test_account_nonsense),
	KUNIT_CASE(ring_test_bytes_unknown),
	KUNIT_CASE(ring_test_succeed_unaccounted),
	KUNIT_CASE(ring_test_account_dropped),
	KUNIT_CASE(ring_test_finish_accounts),
	KUNIT_CASE(ring_test_keep),
	KUNIT_CASE(ring_test_abandon),
	KUNIT_CASE(ring_test_mapped),
	KUNIT_CASE(ring_test_mapped_discarded),
	KUNIT_CASE(ring_test_mapped_late),
	KUNIT_CASE(ring_test_mapped_skipped),
	KUNIT_CASE(ring_test_skip_drops),
	KUNIT_CASE(ring_test_empty),
	KUNIT_CASE(ring_test_skipped),
	KUNIT_CASE(ring_test_take),
	KUNIT_CASE(ring_test_lost_room),
	KUNIT_CASE(ring_test_whole),
	KUNIT_CASE(ring_test_stop),
	KUNIT_CASE(ring_test_behind),
	KUNIT_CASE(ring_test_stamp),
	KUNIT_CASE(ring_test_extend),
	KUNIT_CASE(ring_test_extend_end),
	KUNIT_CASE(ring_test_clock_wraps),
	KUNIT_CASE(ring_test_clock_back),
	KUNIT_CASE(ring_test_smallest),
	KUNIT_CASE(ring_test_generation),
	KUNIT_CASE(ring_test_drops_generation),
	KUNIT_CASE(ring_test_sequence),
	{}
};

static struct kunit_suite ring_test_suite = {
	.name = "ktrace_ring",
	.test_cases = ring_test_cases,
};

kunit_test_suite(ring_test_suite);
