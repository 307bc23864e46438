// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of ring.c: what tools/testing/ktrace shows exhaustively, in
 * modest form, in the kernel.  One thread; nested writers are called from the
 * clock, which a writer on the slow path reads between its loads and its
 * exchange.
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "ring.h"

#define SLOTS	3
#define LEN	16	/* bytes of payload: the number twice, and what fills up */

struct ring_test {
	struct ring		ring;
	struct ring_page	pages[SLOTS + RING_OWN_PAGES];
	u64			slots[SLOTS];
	void			*image;
};

/* One at a time, in one thread: a clock takes no argument. */
static u64 test_now;
static struct ring *nest_ring;
static u64 nest_number;

static u64 test_clock(void)
{
	return test_now;
}

/* What was told of lost records, by type. */
#define TYPES	4

static u32 told[RING_ABANDONED + 1][TYPES];
static struct ring *told_nest_ring;

static bool write_typed(struct ring *ring, u16 type, u32 len, bool discard);

static void test_account(struct ring *ring, enum ring_account what, u16 type, u32 records)
{
	if (type < TYPES)
		told[what][type] += records;
	if (told_nest_ring) {
		told_nest_ring = NULL;
		write_typed(ring, 3, LEN, false);
	}
}

/* A record of a type, as the kernel's are: the common fields first. */
static bool write_typed(struct ring *ring, u16 type, u32 len, bool discard)
{
	struct ktrace_common common = { .type = type };
	struct ring_mark mark;
	void *payload = ring_reserve(ring, type, len, test_clock, &mark);

	if (!payload)
		return false;
	memset(payload, 0xa5, (len + 3) & ~3U);
	memcpy(payload, &common, sizeof(common));
	if (discard)
		ring_discard(ring, &mark);
	else
		ring_commit(ring, &mark);
	return true;
}

static bool write_number(struct ring *ring, u64 number, u32 len)
{
	struct ring_mark mark;
	u32 *payload = ring_reserve(ring, 0, len, test_clock, &mark);

	if (!payload)
		return false;
	memset(payload, 0xa5, (len + 3) & ~3U);
	memcpy(payload, &number, sizeof(number));
	ring_commit(ring, &mark);
	return true;
}

/* A clock that a writer nests in, once. */
static u64 nesting_clock(void)
{
	struct ring *ring = nest_ring;

	if (ring) {
		nest_ring = NULL;
		write_number(ring, nest_number, LEN);
	}
	return test_now++;
}

/* One that a writer nests in at every reading but its own. */
static u64 probed_clock(void)
{
	struct ring *ring = nest_ring;

	if (ring) {
		nest_ring = NULL;
		write_number(ring, nest_number++, LEN);
		nest_ring = ring;
	}
	return test_now++;
}

static struct ring_test *ring_test_make(struct kunit *test, u32 page_bytes, bool overwrite,
					u64 (*clock)(void), u64 now)
{
	struct ring_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	int i;

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->image = kunit_kzalloc(test, page_bytes, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->image);
	for (i = 0; i < SLOTS + RING_OWN_PAGES; i++) {
		t->pages[i].data = kunit_kzalloc(test, page_bytes, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, t->pages[i].data);
	}
	nest_ring = NULL;
	test_now = now;
	KUNIT_ASSERT_EQ(test, ring_init(&t->ring, t->pages, t->slots, SLOTS, page_bytes, clock), 0);
	t->ring.overwrite = overwrite;
	memset(told, 0, sizeof(told));
	told_nest_ring = NULL;
	t->ring.account = test_account;
	return t;
}

/* Expect that so many of each type were told of, from the discarded on. */
static void expect_told(struct kunit *test, enum ring_account what, u32 discarded, u32 one,
			u32 two, u32 three)
{
	KUNIT_EXPECT_EQ(test, told[what][RING_TYPE_DISCARDED], discarded);
	KUNIT_EXPECT_EQ(test, told[what][1], one);
	KUNIT_EXPECT_EQ(test, told[what][2], two);
	KUNIT_EXPECT_EQ(test, told[what][3], three);
}

/* Fill what is left of the page written to with records of @type; return how many. */
static u32 fill_page(struct ring *ring, u16 type)
{
	u64 seq = ring->tail >> RING_SEQ_SHIFT;
	u32 n = 0;

	while ((ring->commit & RING_LOW_MASK) + ring_units(LEN) <= ring->capacity) {
		if (!write_typed(ring, type, LEN, false) || ring->tail >> RING_SEQ_SHIFT != seq)
			break;
		n++;
	}
	return n;
}

static u64 number_of(const struct ring_record *rec)
{
	u64 number;

	memcpy(&number, rec->data, sizeof(number));
	return number;
}

/* Expect @number next, after a loss of these. */
static void expect_next(struct kunit *test, struct ring *ring, u64 number, u64 overwritten,
			u64 dropped)
{
	struct ring_record rec;

	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), number);
	KUNIT_EXPECT_EQ(test, rec.overwritten, overwritten);
	KUNIT_EXPECT_EQ(test, rec.dropped, dropped);
	ring_consume(ring);
}

/* How many records of @len fill a page. */
static u32 per_page(const struct ring *ring, u32 len)
{
	return ring->capacity / ring_units(len);
}

static void ring_test_sizes(struct kunit *test)
{
	u32 max = ring_max_len(RING_PAGE_MIN), len;
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
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
	KUNIT_EXPECT_EQ(test, ring_init(ring, t->pages, t->slots, 2, 2 * RING_PAGE_MAX,
					test_clock), -EINVAL);
}

static void ring_test_pages(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u64 written = 0, read = 0;
	int i;

	/* Through all pages several times, with the reader close behind. */
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
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), all = 10 * n, left = SLOTS * n, i;
	struct ring_stats stats;

	for (i = 0; i < all; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	/* Else all that follows would take the slow path. */
	KUNIT_EXPECT_PTR_EQ(test, ring->page, &ring->pages[ring->tail & RING_LOW_MASK]);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, all);
	KUNIT_EXPECT_EQ(test, stats.overwritten, all - left);
	KUNIT_EXPECT_EQ(test, stats.bytes, left * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, stats.oldest, 77);
	expect_next(test, ring, all - left, all - left, 0);
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
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, false, test_clock, 77);
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
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock,
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
	/* A clock that goes back stands still. */
	test_now -= 1000;
	KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.time, test_now + 1000);
}

static void ring_test_iterate(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN) * 5 / 2, i, round;
	struct ring_cursor iter;
	struct ring_record rec;

	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	for (i = 0; i < 10; i++)
		expect_next(test, ring, i, 0, 0);
	/* A view changes nothing, and ends where the ring ended. */
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

static void ring_test_raw(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ktrace_page_header *page = t->image;
	u32 n = per_page(ring, LEN), i;
	u32 bytes = n * ring_units(LEN) * RING_UNIT;
	u64 lost;

	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, false), 0);
	/* All slots, and one page that the fourth overwrote. */
	for (i = 0; i < (SLOTS + 1) * n - 1; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit & KTRACE_PAGE_SIZE_MASK, bytes);
	KUNIT_EXPECT_TRUE(test, page->commit & KTRACE_PAGE_LOST);
	if (page->commit & KTRACE_PAGE_LOST_COUNT) {
		memcpy(&lost, (void *)(page + 1) + bytes, sizeof(lost));
		KUNIT_EXPECT_EQ(test, lost, n);
	}
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, bytes);
	/* The last is written to: not whole, not even when it was peeked at. */
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, true), 0);
	KUNIT_EXPECT_FALSE(test, ring_empty(ring));
	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, true), 0);
	KUNIT_ASSERT_TRUE(test, write_number(ring, i++, LEN));
	KUNIT_ASSERT_TRUE(test, write_number(ring, i++, LEN));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, bytes);
	KUNIT_EXPECT_EQ(test, page->time_stamp, 77);
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, false), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
}

static void ring_test_discard(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
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
	/* The last was discarded: nothing to be had, but to be passed over. */
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));
	KUNIT_EXPECT_FALSE(test, ring_peek(ring, &rec));
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, stats.read);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 0);
}

static void ring_test_skip(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, false, test_clock, 77);
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
	struct ring_test *a = ring_test_make(test, RING_PAGE_MIN, false, test_clock, 0);
	struct ring_test *b = ring_test_make(test, 2 * RING_PAGE_MIN, true, test_clock, 0);
	struct ring_test *c = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 0);
	u32 n = SLOTS * per_page(&a->ring, LEN), i;
	struct ring_stats stats;

	/* Dropped at the end, one of which is told of, three read. */
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(&a->ring, i, LEN));
	KUNIT_EXPECT_FALSE(test, write_number(&a->ring, i, LEN));
	KUNIT_EXPECT_FALSE(test, write_number(&a->ring, i, LEN));
	for (i = 0; i < 3; i++)
		expect_next(test, &a->ring, i, 0, 0);

	/* Before anything is written to the new ring, and after. */
	ring_succeed(&b->ring, &a->ring);
	ring_stats(&b->ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, n);
	KUNIT_EXPECT_EQ(test, stats.read, 3);
	KUNIT_EXPECT_EQ(test, stats.overwritten, n - 3);
	KUNIT_EXPECT_EQ(test, stats.dropped, 2);
	KUNIT_ASSERT_TRUE(test, write_number(&b->ring, 100, LEN));
	KUNIT_ASSERT_TRUE(test, write_number(&b->ring, 101, LEN));
	expect_next(test, &b->ring, 100, n - 3, 2);

	/* What was told is not told again. */
	KUNIT_ASSERT_TRUE(test, write_number(&c->ring, 102, LEN));
	ring_succeed(&c->ring, &b->ring);
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
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
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

/* A writer interrupted at its clock, and one between reserve and commit. */
static void ring_test_nested(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, nesting_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;
	struct ring_mark mark;
	u64 last = 0, i;
	void *payload;

	ring_set_flags(ring, RING_CLOCK, 0);
	for (i = 0; i < 2000; i += 4) {
		nest_ring = ring;
		nest_number = i;	/* it is the first to reserve */
		KUNIT_ASSERT_TRUE(test, write_number(ring, i + 1, LEN));
		payload = ring_reserve(ring, 0, LEN, nesting_clock, &mark);
		KUNIT_ASSERT_NOT_NULL(test, payload);
		KUNIT_ASSERT_TRUE(test, write_number(ring, i + 3, LEN));
		/* Not published: the one around it is not done. */
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

/* A burst inside an unfinished record can't take its page. */
static void ring_test_nested_burst(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
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

/* With a probe on its clock a writer still comes to an end. */
static void ring_test_probed_clock(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, probed_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_mark mark;
	u64 last = 0, number;
	struct ring_record rec;
	void *payload;
	int i;

	/* The inlined clock is not in force: the slow path reads it. */
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

/* Types in runs and by turns, a long record, one behind a time extension, a discarded one. */
static void ring_test_told_overwritten(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_stats stats;
	u32 i, n;

	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 2, LEN, false));
	test_now += RING_DELTA_MAX + 1;
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, 200, false));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, true));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, 200, true));
	n = fill_page(ring, 1);
	for (i = 1; i < SLOTS; i++) {
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
		fill_page(ring, 2);
	}
	expect_told(test, RING_OVERWRITTEN, 0, 0, 0, 0);
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	expect_told(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);
	ring_settle(ring);
	expect_told(test, RING_KEPT, 0, 0, 0, 0);
	ring_skip(ring);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 0);
	expect_told(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);

	/* Nobody need be told. */
	ring->account = NULL;
	for (i = 0; i < 2 * SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	expect_told(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);
}

/* What nests into the telling goes on with it. */
static void ring_test_told_nested(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	for (i = 0; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 2, LEN, false));
	told_nest_ring = ring;
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	KUNIT_EXPECT_TRUE(test, !told_nest_ring);
	expect_told(test, RING_OVERWRITTEN, 0, (n + 1) / 2, n / 2, 0);
	KUNIT_EXPECT_EQ(test, ring->commit & RING_LOW_MASK, 2 * ring_units(LEN));
}

static void ring_test_told_dropped(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_stats stats;
	struct ring_mark mark;
	void *payload;

	for (i = 0; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_FALSE(test, write_typed(ring, 2, LEN, false));
	/* Too large for any page. */
	KUNIT_EXPECT_FALSE(test, write_typed(ring, 3, RING_PAGE_MIN, false));
	expect_told(test, RING_DROPPED, 0, 0, 5, 1);
	expect_told(test, RING_DROPPED_NESTED, 0, 0, 0, 0);

	/* In a ring that has room again, but for an interrupted writer. */
	ring_skip(ring);
	ring->overwrite = true;
	payload = ring_reserve(ring, 1, LEN, test_clock, &mark);
	KUNIT_ASSERT_NOT_NULL(test, payload);
	for (i = 1; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_FALSE(test, write_typed(ring, 3, LEN, false));
	memset(payload, 0, LEN);
	ring_commit(ring, &mark);
	expect_told(test, RING_DROPPED, 0, 0, 5, 1);
	expect_told(test, RING_DROPPED_NESTED, 0, 0, 0, 3);
	expect_told(test, RING_OVERWRITTEN, 0, 0, 0, 0);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.dropped, 3);
	KUNIT_EXPECT_EQ(test, stats.nested, 3);
}

/* A page of which some was read while it was in use, then overwritten. */
static void ring_test_settle(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;
	struct ring_stats stats;
	u32 n = per_page(ring, LEN), i;

	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 2, LEN, false));
	/* Copied are all ten, read are seven, and the rest is not lost, either. */
	for (i = 0; i < 7; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		ring_consume(ring);
	}
	ring_settle(ring);
	expect_told(test, RING_KEPT, 0, 0, 0, 0);
	for (i = 10; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	expect_told(test, RING_OVERWRITTEN, 0, 5, 5, n - 10);
	for (i = 0; i < 2; i++) {
		ring_settle(ring);
		expect_told(test, RING_KEPT, 0, 5, 5, 0);
	}
	for (i = 0; i < 3; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.overwritten, 0);
		ring_consume(ring);
	}
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, n - 10);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.overwritten, n - 10);
	expect_told(test, RING_KEPT, 0, 5, 5, 0);

	/* A full page is the reader's: whatever is written, it is not told of. */
	for (i = 0; i < 2 * SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	ring_settle(ring);
	expect_told(test, RING_KEPT, 0, 5, 5, 0);
}

/* The same without ring_settle(): a reader that goes on takes it back, too. */
static void ring_test_keep(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_record rec;

	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	for (; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	for (i = 0; i < 10; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		ring_consume(ring);
	}
	expect_told(test, RING_KEPT, 0, 0, 0, 0);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, n - 10);
	expect_told(test, RING_KEPT, 0, 10, 0, 0);
	expect_told(test, RING_OVERWRITTEN, 0, 10, n - 10, 0);
}

static void ring_test_abandon(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring_test *u = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_record rec;
	struct ring_stats stats;

	KUNIT_EXPECT_FALSE(test, ring_abandon(ring));
	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, i % 2));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	ring_consume(ring);
	/* The page that was begun is overwritten; five and four of it are in the image. */
	for (; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	ring_stats(ring, &stats);
	ring_succeed(&u->ring, ring);
	while (ring_abandon(ring))
		;
	KUNIT_EXPECT_FALSE(test, ring_abandon(ring));
	expect_told(test, RING_OVERWRITTEN, 5, 5, n - 10, 0);
	expect_told(test, RING_KEPT, 5, 5, 0, 0);
	expect_told(test, RING_ABANDONED, 5, 4, (SLOTS - 1) * n + 1, 0);
	ring_stats(&u->ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, SLOTS * n + 1);
	KUNIT_EXPECT_EQ(test, stats.read, 1);
	KUNIT_EXPECT_EQ(test, stats.overwritten, SLOTS * n);
}

/* The page that is shown: expect so many records in it, and so many lost before. */
static const struct ktrace_page_header *expect_mapped(struct kunit *test, struct ring *ring,
						      u32 records, u64 lost, u64 *told_lost)
{
	const struct ktrace_page_header *header;
	u32 bytes = records * ring_units(LEN) * RING_UNIT;

	KUNIT_ASSERT_TRUE(test, ring_map_page(ring, told_lost));
	header = ring->pages[ring->own].data;
	KUNIT_EXPECT_EQ(test, header->commit, bytes | (lost ? KTRACE_PAGE_LOST : 0));
	KUNIT_EXPECT_EQ(test, *told_lost, lost);
	KUNIT_EXPECT_PTR_EQ(test, ring->reader.image, ring->pages[ring->own].data);
	return header;
}

/* Number @at in a page of numbers. */
static u64 number_at(const struct ktrace_page_header *header, u32 at)
{
	const u32 *units = (const u32 *)(header + 1);
	u64 number;

	memcpy(&number, units + at * ring_units(LEN) + 1, sizeof(number));
	return number;
}

static struct ring_test *ring_test_map(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);

	t->pages[SLOTS + 1].data = kunit_kzalloc(test, RING_PAGE_MIN, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->pages[SLOTS + 1].data);
	return t;
}

static void ring_test_mapped(struct kunit *test)
{
	struct ring_test *t = ring_test_map(test);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), own, i;
	const struct ktrace_page_header *header;
	struct ring_stats stats;
	u64 lost = 9, number = 0;

	KUNIT_EXPECT_FALSE(test, ring_map_page(ring, &lost));
	KUNIT_EXPECT_EQ(test, lost, 9);

	/* A page that grows keeps its number, and what was in it. */
	KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	expect_mapped(test, ring, 1, 0, &lost);
	own = ring->own;
	KUNIT_EXPECT_FALSE(test, ring_map_page(ring, &lost));
	for (i = 0; i < 4; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	header = expect_mapped(test, ring, 5, 0, &lost);
	KUNIT_EXPECT_EQ(test, ring->own, own);
	/* To its end, when the next one is written to already. */
	for (i = 5; i < n + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	KUNIT_EXPECT_PTR_EQ(test, expect_mapped(test, ring, n, 0, &lost), header);
	KUNIT_EXPECT_EQ(test, ring->own, own);
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_EQ(test, number_at(header, i), i);

	/* Another page has another number, and leaves the one that was shown alone. */
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, 1, 0, &lost), 0), n);
	KUNIT_EXPECT_TRUE(test, ring->own != own);
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_EQ(test, number_at(header, i), i);

	/* A full page is shown as it is, and the next one is not the same again. */
	while (number < 3 * n)
		KUNIT_ASSERT_TRUE(test, write_number(ring, number++, LEN));
	expect_mapped(test, ring, n, 0, &lost);
	own = ring->own;
	KUNIT_EXPECT_EQ(test, number_at(expect_mapped(test, ring, n, 0, &lost), 0), 2 * n);
	KUNIT_EXPECT_TRUE(test, ring->own != own);
	KUNIT_EXPECT_TRUE(test, ring_empty(ring));

	/* What is lost is told with the page before which it is missing, as it grows, too. */
	while (number < (2 * SLOTS + 3) * n + 1)
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

/* A page that has discarded records only: what is lost before it counts once. */
static void ring_test_mapped_discarded(struct kunit *test)
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
}

/* Whether @ring is as it was, for who asks without consuming. */
static void expect_unmoved(struct kunit *test, struct ring_test *t, bool empty)
{
	struct ring_test before = *t;

	KUNIT_EXPECT_EQ(test, ring_empty(&t->ring), empty);
	KUNIT_EXPECT_TRUE(test, !memcmp(&before, t, sizeof(before)));
}

static void ring_test_empty(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	expect_unmoved(test, t, true);
	KUNIT_ASSERT_TRUE(test, write_number(ring, 0, LEN));
	expect_unmoved(test, t, false);
	expect_next(test, ring, 0, 0, 0);
	expect_unmoved(test, t, true);
	/* Behind what was read, a page to its end; then one that was overwritten. */
	for (i = 1; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	expect_unmoved(test, t, false);
	for (; i < (SLOTS + 2) * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	expect_unmoved(test, t, false);
	expect_next(test, ring, 2 * n, 2 * n - 1, 0);
	expect_unmoved(test, t, false);
}

static void ring_test_skipped(struct kunit *test)
{
	struct ring_test *t = ring_test_make(test, RING_PAGE_MIN, true, test_clock, 77);
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
	expect_told(test, RING_OVERWRITTEN, 0, 0, 0, 0);
	/* The page that it came to is taken over. */
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	KUNIT_EXPECT_FALSE(test, ring_skipped(ring));
	expect_told(test, RING_OVERWRITTEN, 0, 10, n - 10, 0);
	ring_skip(ring);
	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));
}

static struct kunit_case ring_test_cases[] = {
	KUNIT_CASE(ring_test_sizes),
	KUNIT_CASE(ring_test_pages),
	KUNIT_CASE(ring_test_overwrite),
	KUNIT_CASE(ring_test_drop),
	KUNIT_CASE(ring_test_time),
	KUNIT_CASE(ring_test_iterate),
	KUNIT_CASE(ring_test_raw),
	KUNIT_CASE(ring_test_discard),
	KUNIT_CASE(ring_test_skip),
	KUNIT_CASE(ring_test_succeed),
	KUNIT_CASE(ring_test_flags),
	KUNIT_CASE(ring_test_nested),
	KUNIT_CASE(ring_test_nested_burst),
	KUNIT_CASE(ring_test_probed_clock),
	KUNIT_CASE(ring_test_told_overwritten),
	KUNIT_CASE(ring_test_told_nested),
	KUNIT_CASE(ring_test_told_dropped),
	KUNIT_CASE(ring_test_settle),
	KUNIT_CASE(ring_test_keep),
	KUNIT_CASE(ring_test_abandon),
	KUNIT_CASE(ring_test_mapped),
	KUNIT_CASE(ring_test_mapped_discarded),
	KUNIT_CASE(ring_test_empty),
	KUNIT_CASE(ring_test_skipped),
	{}
};

static struct kunit_suite ring_test_suite = {
	.name = "ktrace_ring",
	.test_cases = ring_test_cases,
};

kunit_test_suite(ring_test_suite);
