// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the limits of a ring: times, sizes, numbers of pages. The suite is in
 * ring_kunit.c.
 */
#include "ring_kunit.h"

/*
 * Limits. For the ring, times are numbers modulo 2^64: the ring only uses differences,
 * and treats a time up to 2^63 behind as earlier. So a clock may wrap. Only struct
 * ring_stats.oldest treats zero specially, as "none".
 */
static const u64 test_starts[] = {
	0, 1, (1ULL << 32) - RING_STAMP_MASK, (1ULL << 32) - 1, (1ULL << 59) - RING_STAMP_MASK,
	(1ULL << 59) - 1, (1ULL << 63) - RING_STAMP_MASK, (1ULL << 63) - 1,
	U64_MAX - RING_STAMP_MASK, U64_MAX - 1, U64_MAX,
};

/* Advance the clock by @step, write one record, and expect it at that time. */
static void expect_time(struct kunit *test, struct ring *ring, u64 step)
{
	struct ring_record rec;

	test_now += step;
	KUNIT_ASSERT_TRUE(test, write_number(ring, step, LEN));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.time, test_now);
	expect_next(test, ring, step, 0, 0);
}

/* The 21 bits of a stamp, and the change to the other base. */
void ring_test_stamp(struct kunit *test)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(test_starts); i++) {
		u64 start = test_starts[i];
		struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock,
					     start);
		struct ring *ring = &t->ring;
		struct ring_page *page = &t->pages[RING_OWN_PAGES];

		expect_time(test, ring, RING_STAMP_MASK - 1);
		KUNIT_EXPECT_EQ(test, page->word & RING_STAMP_MASK, RING_STAMP_MASK - 1);
		expect_time(test, ring, 1);
		expect_time(test, ring, 0);
		KUNIT_EXPECT_EQ(test, page->word & RING_STAMP_MASK, RING_STAMP_MASK);
		KUNIT_EXPECT_EQ(test, page->word & RING_SEL, 0);
		KUNIT_EXPECT_EQ(test, page->base[0], start);
		expect_time(test, ring, 1);
		KUNIT_EXPECT_EQ(test, page->word & RING_STAMP_MASK, 0);
		KUNIT_EXPECT_EQ(test, page->word & RING_SEL, RING_SEL);
		KUNIT_EXPECT_EQ(test, page->base[1], start + RING_STAMP_MASK + 1);
		/* Reach the last stamp of the second base; the next step replaces the first. */
		expect_time(test, ring, RING_STAMP_MASK);
		KUNIT_EXPECT_EQ(test, page->word & RING_SEL, RING_SEL);
		expect_time(test, ring, RING_STAMP_MASK + 1);
		KUNIT_EXPECT_EQ(test, page->word & RING_SEL, 0);
		KUNIT_EXPECT_EQ(test, page->base[0], test_now);
		KUNIT_EXPECT_EQ(test, page->first, start);
	}
}

/* The 27 bits of a delta, and the 59 of a time extension. */
void ring_test_extend(struct kunit *test)
{
	static const u64 steps[] = {
		RING_DELTA_MAX - 1, RING_DELTA_MAX, RING_DELTA_MAX + 1, RING_DELTA_MAX + 2,
		(1ULL << 32) - 1, 1ULL << 32, (1ULL << 58) + 1, (1ULL << 59) - 1,
	};
	int i, j;

	for (i = 0; i < ARRAY_SIZE(test_starts); i++) {
		struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock,
						       test_starts[i]);
		struct ring *ring = &t->ring;

		for (j = 0; j < ARRAY_SIZE(steps); j++) {
			u64 before = ring->commit;
			u32 units = ring_units(LEN) + 2 * (steps[j] > RING_DELTA_MAX);

			expect_time(test, ring, steps[j]);
			KUNIT_EXPECT_EQ(test, ring->commit - before, units);
		}
	}
}

/*
 * A step of 2^59 ns, which is 18 years, wraps within a page. No clock makes such a
 * step: a ring with another clock is another ring. The times of the next page are right
 * again.
 */
void ring_test_extend_end(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;

	expect_time(test, ring, 1);
	test_now += (1ULL << 59) + 5;
	KUNIT_ASSERT_TRUE(test, write_number(ring, 1, LEN));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.time, 77 + 1 + 5);
	ring_consume(ring);
	KUNIT_ASSERT_TRUE(test, write_number(ring, 2, ring_max_len(RING_PAGE_MIN)));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.time, test_now);
}

/* Write through several pages, across each of the start times. */
void ring_test_clock_wraps(struct kunit *test)
{
	int i, j;

	for (i = 0; i < ARRAY_SIZE(test_starts); i++) {
		struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock,
						       test_starts[i] - 500 * 1000);
		struct ring_stats stats;

		for (j = 0; j < 1000; j++) {
			expect_time(test, &t->ring, j % 7 ? 1000 : RING_STAMP_MASK + 1);
			KUNIT_EXPECT_TRUE(test, ring_empty(&t->ring));
		}
		for (j = 0; j < SLOTS * per_page(&t->ring, LEN); j++) {
			test_now += RING_STAMP_MASK / 2;
			KUNIT_ASSERT_TRUE(test, write_number(&t->ring, j, LEN));
		}
		ring_stats(&t->ring, &stats);
		KUNIT_EXPECT_TRUE(test, (s64)(test_now - stats.oldest) > 0);
	}
}

/* A clock that stands still, and a clock that steps back: before the stamp, before the base. */
void ring_test_clock_back(struct kunit *test)
{
	static const u64 steps[] = {
		0, 1, 1000, RING_STAMP_MASK, RING_STAMP_MASK + 1, RING_DELTA_MAX + 1,
		1ULL << 59, (1ULL << 63) - 1, 1ULL << 63,
	};
	int i, j, k;

	for (i = 0; i < ARRAY_SIZE(test_starts); i++) {
		struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock,
						       test_starts[i]);
		struct ring *ring = &t->ring;
		struct ring_record rec;

		for (j = 0; j < ARRAY_SIZE(steps); j++) {
			u64 last;

			expect_time(test, ring, 1000);
			last = test_now;
			test_now -= steps[j];
			/* Continue into the next page, which opens no earlier. */
			for (k = 0; k < per_page(ring, LEN); k++) {
				KUNIT_ASSERT_TRUE(test, write_number(ring, k, LEN));
				KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
				KUNIT_EXPECT_EQ(test, rec.time, last);
				expect_next(test, ring, k, 0, 0);
			}
			/* The times follow the clock again when it has caught up. */
			test_now = last;
			expect_time(test, ring, 1);
		}
	}
}

/* The maximum of a page's word: 16 bits of records, 17 of units. */
void ring_test_smallest(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MAX, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, 8), i;
	struct ring_record rec;
	struct ring_stats stats;
	u64 word;

	KUNIT_EXPECT_EQ(test, n, 43689);
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, 8));
	word = t->pages[RING_OWN_PAGES].word;
	KUNIT_EXPECT_EQ(test, word >> RING_UNITS_SHIFT, 3 * n);
	KUNIT_EXPECT_EQ(test, word >> RING_COUNT_SHIFT & 0xffff, n);
	KUNIT_EXPECT_EQ(test, word & (RING_GEN_MASK | RING_SEL | RING_STAMP_MASK), 0);
	for (; i < (SLOTS + 1) * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, 8));
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, (SLOTS + 1) * n);
	KUNIT_EXPECT_EQ(test, stats.overwritten, n);
	KUNIT_EXPECT_EQ(test, stats.bytes, (u64)SLOTS * n * 12);
	expect_next(test, ring, n, n, 0);
	for (i = n + 1; ring_peek(ring, &rec); i++) {
		if (number_of(&rec) != i)
			break;
		ring_consume(ring);
	}
	KUNIT_EXPECT_EQ(test, i, (SLOTS + 1) * n);
}

/* Write a record that fills a page; only its number is initialized. */
static bool write_page(struct ring *ring, u64 number)
{
	struct ring_mark mark;
	void *payload = ring_reserve(ring, 0, ring_max_len(ring->page_bytes), test_clock, &mark);

	if (!payload)
		return false;
	memcpy(payload, &number, sizeof(number));
	ring_commit(ring, &mark);
	return true;
}

/* Open a page more often than its generation can count. */
void ring_test_generation(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 i;

	for (i = 0; i < SLOTS * 600; i++) {
		const struct ring_page *page = &t->pages[RING_OWN_PAGES + i % SLOTS];
		/* The first page was opened without being counted. */
		u32 gen = i / SLOTS + !!(i % SLOTS);

		test_now += i % 3;
		KUNIT_ASSERT_TRUE(test, write_page(ring, i));
		KUNIT_ASSERT_EQ(test, (page->word & RING_GEN_MASK) >> RING_GEN_SHIFT, gen % 256);
		KUNIT_ASSERT_EQ(test, page->pos, (u64)(SLOTS + i) << RING_SEQ_SHIFT);
	}
	for (i = SLOTS * 599; i < SLOTS * 600; i++)
		expect_next(test, ring, i, i == SLOTS * 599 ? i : 0, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
}

/* Open more pages than the generation of drops can count, with drops between them. */
void ring_test_drops_generation(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_stats stats;
	u32 i, drops = 0, last_drops = 0;

	for (i = 0; i < 70000; i++) {
		KUNIT_ASSERT_TRUE(test, write_page(ring, i));
		if (i % 1000 == 0 || i == 65535 || i == 65536 || i == 69998) {
			KUNIT_ASSERT_FALSE(test, write_number(ring, 0, RING_PAGE_MIN));
			drops++;
			last_drops += i >= 70000 - SLOTS;
		}
	}
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.dropped, drops);
	KUNIT_EXPECT_EQ(test, stats.written, 70000);
	expect_next(test, ring, 70000 - SLOTS, 70000 - SLOTS, drops - last_drops);
	expect_next(test, ring, 70000 - 2, 0, 0);
	expect_next(test, ring, 70000 - 1, 0, last_drops);
}

/* Set the ring to page @seq, without records. */
static void ring_test_preset(struct ring_test *t, u64 seq)
{
	struct ring *ring = &t->ring;
	u32 i;

	for (i = 0; i < SLOTS; i++) {
		u64 at = seq - i;
		u32 number = RING_OWN_PAGES + at % SLOTS;
		struct ring_page *page = &t->pages[number];

		t->slots[at % SLOTS] = at << (RING_SEQ_SHIFT + 1) | (u64)number << 1 | (i ? 1 : 0);
		*page = (struct ring_page) {
			.word = i ? RING_CLOSED : 0,
			.base[0] = test_now,
			.first = test_now,
			.pos = at << RING_SEQ_SHIFT,
			.accounted = at << RING_SEQ_SHIFT | (i ? RING_LOW_MASK : 0),
			.data = page->data,
		};
	}
	ring->page = &t->pages[RING_OWN_PAGES + seq % SLOTS];
	ring->tail = seq << RING_SEQ_SHIFT | (RING_OWN_PAGES + seq % SLOTS);
	ring->commit = seq << RING_SEQ_SHIFT;
	ring->reader.cur.pos.seq = seq;
}

/*
 * The last page number that fits into a slot is 2^46 - 1. Up to that page, all works as
 * usual. Readers never see the next page: they wait for its number, while writers
 * continue. That is after 2^58 bytes in pages of 4096, which takes more than five years
 * on a CPU that only writes records of 32 bytes in 20 ns each; and changing the size or
 * the clock starts a new ring.
 */
void ring_test_sequence(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	const u64 end = 1ULL << (63 - RING_SEQ_SHIFT);
	struct ring_record rec;
	struct ring_stats stats;
	u32 i;

	ring_test_preset(t, end - 3 * SLOTS);
	for (i = 0; i < SLOTS; i++) {
		KUNIT_ASSERT_TRUE(test, write_page(ring, i));
		expect_next(test, ring, i, 0, 0);
	}
	/* Overwrite one page; then write up to the last page. */
	for (; i < 2 * SLOTS + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_page(ring, i));
	expect_next(test, ring, SLOTS + 1, 1, 0);
	for (i = SLOTS + 2; i < 2 * SLOTS + 1; i++)
		expect_next(test, ring, i, 0, 0);
	for (; i < 3 * SLOTS; i++)
		KUNIT_ASSERT_TRUE(test, write_page(ring, i));
	KUNIT_EXPECT_EQ(test, ring->tail >> RING_SEQ_SHIFT, end - 1);
	for (i = 2 * SLOTS + 1; i < 3 * SLOTS; i++)
		expect_next(test, ring, i, 0, 0);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, 3 * SLOTS);
	KUNIT_EXPECT_EQ(test, stats.read, 3 * SLOTS - 1);

	for (i = 0; i < 3 * SLOTS; i++) {
		KUNIT_EXPECT_TRUE(test, write_page(ring, i));
		KUNIT_EXPECT_FALSE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_FALSE(test, ring_busy(ring));
	}
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
}
