// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of ring.c. tools/testing/ktrace tests the same properties exhaustively;
 * these tests check them in the kernel on a smaller scale. They use one thread; nested
 * writers are called from the clock, which a writer on the slow path reads between its
 * loads and its exchange.
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "ring.h"

#define SLOTS	3
#define LEN	16	/* bytes of payload: the number twice, and filler */

struct ring_test {
	struct ring		ring;
	struct ring_page	pages[SLOTS + RING_OWN_PAGES];
	u64			slots[SLOTS];
	void			*image;
};

/* Global, because a clock takes no argument. One test runs at a time. */
static u64 test_now;
static struct ring *nest_ring;
static u64 nest_number;

static u64 test_clock(void)
{
	return test_now;
}

/* The reported lost records, by type. */
#define TYPES	4

static u32 told[RING_IN_ADVANCE + 1][TYPES];
static u32 told_bytes[RING_IN_ADVANCE + 1][TYPES];
static u64 told_first[RING_IN_ADVANCE + 1], told_last[RING_IN_ADVANCE + 1];
static struct ring *told_nest_ring;

static bool write_typed(struct ring *ring, u16 type, u32 len, bool discard);

static void tell_anew(void)
{
	memset(told, 0, sizeof(told));
	memset(told_bytes, 0, sizeof(told_bytes));
	memset(told_first, 0xff, sizeof(told_first));
	memset(told_last, 0, sizeof(told_last));
}

static void test_account(struct ring *ring, enum ring_account what,
			 const struct ring_lost *lost)
{
	const struct ring_lost_type *of;

	for (of = lost->types; of < &lost->types[lost->nr]; of++) {
		if (of->type >= TYPES)
			continue;
		told[what][of->type] += ring_lost_records(of);
		told_bytes[what][of->type] += ring_lost_bytes(of);
		told_first[what] = min(told_first[what], lost->first);
		told_last[what] = max(told_last[what], lost->last);
	}
	if (told_nest_ring && what == RING_OVERWRITTEN) {
		told_nest_ring = NULL;
		write_typed(ring, 3, LEN, false);
	}
}

/* Write a record of a type, with the common fields first, like the kernel's records. */
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

/* A clock in which a writer nests once. */
static u64 nesting_clock(void)
{
	struct ring *ring = nest_ring;

	if (ring) {
		nest_ring = NULL;
		write_number(ring, nest_number, LEN);
	}
	return test_now++;
}

/* A clock in which a writer nests at every reading except its own. */
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

static struct ring_test *ring_test_create(struct kunit *test, u32 page_bytes, bool overwrite,
					  u64 (*clock)(void), u64 now)
{
	struct ring_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	int i;

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->image = kunit_kzalloc(test, page_bytes, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->image);
	for (i = 0; i < SLOTS + RING_OWN_PAGES; i++) {
		/* Only ring_test_map() needs this page. */
		if (i == RING_SPARE)
			continue;
		t->pages[i].data = kunit_kzalloc(test, page_bytes, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, t->pages[i].data);
	}
	nest_ring = NULL;
	test_now = now;
	KUNIT_ASSERT_EQ(test, ring_init(&t->ring, t->pages, t->slots, SLOTS, page_bytes, clock), 0);
	t->ring.overwrite = overwrite;
	tell_anew();
	told_nest_ring = NULL;
	t->ring.account = test_account;
	return t;
}

/*
 * Expect these numbers of reported records by type; the first number is for discarded
 * records.
 */
static void expect_told(struct kunit *test, enum ring_account what, u32 discarded, u32 one,
			u32 two, u32 three)
{
	KUNIT_EXPECT_EQ(test, told[what][RING_TYPE_DISCARDED], discarded);
	KUNIT_EXPECT_EQ(test, told[what][1], one);
	KUNIT_EXPECT_EQ(test, told[what][2], two);
	KUNIT_EXPECT_EQ(test, told[what][3], three);
}

/* Fill the rest of the page with records of @type. Return the number of records. */
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

/* Expect @number next, after a loss of these numbers. */
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

/* Return the number of records of @len that fill a page. */
static u32 per_page(const struct ring *ring, u32 len)
{
	return ring->capacity / ring_units(len);
}

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
	/* A view changes nothing, and ends at the end of the ring when it started. */
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
	/* The view's image has the records of the readers' image. */
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
	/* The consumers' image ends at the end of the view. */
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
		/* The consumers' image has records before and behind the end of the view. */
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
	/* Records consumed before the start of the follower are reported. */
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

/* If a follower ignores a record, the next record reports the earlier loss. */
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
	u32 bytes = n * ring_units(LEN) * RING_UNIT;
	u64 lost;

	KUNIT_EXPECT_EQ(test, ring_read_page(ring, page, false), 0);
	ring_consume(ring);
	/* Fill all slots, and one page that overwrites the first. */
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
	KUNIT_EXPECT_EQ(test, page->commit, ring_units(LEN) * RING_UNIT);
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

/* A reader does not read behind the end of an image that was found sound. */
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
		/* The image ends where its memory does, so KASAN and ASan see reads behind it. */
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
	/* Some images are like those of a writer. */
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
	for (i = 1; i <= n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_EQ(test, nr_notices, 2);
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 100));
	KUNIT_EXPECT_TRUE(test, ring_filled(ring, 50));
	/* Fill all pages except the page in use. */
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	KUNIT_EXPECT_TRUE(test, ring_filled(ring, 100));
	KUNIT_EXPECT_EQ(test, nr_notices, 3);
	/* Without a notify function, nothing is called. */
	ring_skip(ring);
	ring->notify = NULL;
	KUNIT_EXPECT_FALSE(test, ring_filled(ring, 1));
	for (i = 0; i <= n; i++)
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

/*
 * Types in runs and in turn, a long record, a record behind a time extension, and a
 * discarded record.
 */
static void ring_test_told_overwritten(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	const struct ring_page *first = ring->page;
	struct ring_stats stats;
	u32 i, n, units;

	test_now++;
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
	units = first->word >> RING_UNITS_SHIFT & RING_LOW_MASK;
	test_now++;
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	expect_told(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);
	/* The bytes and times are those of the page. */
	for (i = 0; i < TYPES; i++)
		units -= told_bytes[RING_OVERWRITTEN][i] / RING_UNIT;
	KUNIT_EXPECT_EQ(test, units, 0);
	/* The bytes include the extension before the record. */
	KUNIT_EXPECT_EQ(test, told_bytes[RING_OVERWRITTEN][3],
			(ring_units(LEN) + 2 + ring_units(200)) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, told_first[RING_OVERWRITTEN], 77);
	KUNIT_EXPECT_EQ(test, told_last[RING_OVERWRITTEN], test_now - 1);
	ring_finish_accounts(ring);
	expect_told(test, RING_RETAINED, 0, 0, 0, 0);
	ring_skip(ring);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 0);
	expect_told(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);

	/* Nothing is reported without an account function. */
	ring->account = NULL;
	for (i = 0; i < 2 * SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	expect_told(test, RING_OVERWRITTEN, 2, 5 + n, 5, 2);
}

/* Number of types that are reported separately. */
#define MANY_TYPES	200
static u32 many_told[MANY_TYPES];

static void tell_many(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	const struct ring_lost_type *of;

	for (of = lost->types; of < &lost->types[lost->nr]; of++)
		many_told[of->type / 7 % MANY_TYPES] += ring_lost_records(of);
}

/* A page with more types than are counted at a time, some with the same low bits. */
static void ring_test_told_many(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i, told = 0;

	memset(many_told, 0, sizeof(many_told));
	ring->account = tell_many;
	for (i = 0; i < SLOTS * n + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, i % MANY_TYPES * 7, LEN, false));
	for (i = 0; i < MANY_TYPES; i++) {
		KUNIT_EXPECT_EQ(test, many_told[i], n / MANY_TYPES + (i < n % MANY_TYPES));
		told += many_told[i];
	}
	KUNIT_EXPECT_EQ(test, told, n);
}

/* Types with the same hash place, and a long record of a type for which there is no room. */
static void ring_test_told_alike(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n, i;

	memset(many_told, 0, sizeof(many_told));
	ring->account = tell_many;
	for (i = 0; i < 64; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 7 * i, LEN, false));
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 7 * 150, 200, false));
	n = fill_page(ring, 7 * 151);
	KUNIT_ASSERT_TRUE(test, n > 0);
	/* 7 and 7 * 257 have the same low bits; type 7 * 257 counts as 57. */
	for (i = 0; i < (SLOTS - 1) * per_page(ring, LEN); i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, i % 2 ? 7 : 7 * 257, LEN, false));
	KUNIT_EXPECT_EQ(test, many_told[0], 0);
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 7, LEN, false));
	for (i = 0; i < 64; i++)
		KUNIT_EXPECT_EQ(test, many_told[i], 1);
	KUNIT_EXPECT_EQ(test, many_told[150], 1);
	KUNIT_EXPECT_EQ(test, many_told[151], n);

	n = per_page(ring, LEN);
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 7, LEN, false));
	KUNIT_EXPECT_EQ(test, many_told[1], 1 + n / 2);
	KUNIT_EXPECT_EQ(test, many_told[57], 1 + n - n / 2);
}

/* Pages of several steps: a number of full steps, and an incomplete step. */
#define STEPS		8
#define STEPS_BYTES	(STEPS * RING_PAGE_MIN)

/*
 * A mix of records: number of types, distance of their ids, and number of lengths. With
 * @odd, some records are discarded, and some follow a time extension.
 */
struct told_mix {
	u32	types;
	u32	stride;
	u32	lens;
	bool	odd;
};

#define MIX_TYPES	200

static const struct told_mix told_mixes[] = {
	{ .types = 2, .stride = 1, .lens = 1 },
	{ .types = 30, .stride = 3, .lens = 16 },
	{ .types = 3, .stride = 1, .lens = 60 },
	{ .types = 20, .stride = 3, .lens = 60, .odd = true },
	/* Types with the same low bits. */
	{ .types = 12, .stride = 256, .lens = 4 },
	{ .types = 40, .stride = 256, .lens = 50, .odd = true },
	/* The maximum number of types counted at a time, one more, and many more. */
	{ .types = 63, .stride = 1, .lens = 1, .odd = true },
	{ .types = 64, .stride = 255, .lens = 1 },
	{ .types = MIX_TYPES, .stride = 257, .lens = 30, .odd = true },
};

/* The reported records of a mix; the first element is for discarded records. */
static u32 mix_records[MIX_TYPES + 1], mix_bytes[MIX_TYPES + 1];
static u32 mix_stride;
static bool mix_wrong;

static void tell_mix(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	const struct ring_lost_type *of, *other;
	u32 i, sign = what == RING_IN_ADVANCE ? -1 : 1;

	mix_wrong |= !lost->nr;
	for (of = lost->types; of < &lost->types[lost->nr]; of++) {
		i = of->type ? (of->type - 1) / mix_stride + 1 : 0;
		mix_wrong |= i > MIX_TYPES || !ring_lost_records(of);
		if (mix_wrong)
			return;
		mix_records[i] += sign * ring_lost_records(of);
		mix_bytes[i] += sign * ring_lost_bytes(of);
		for (other = lost->types; other < of; other++)
			mix_wrong |= other->type == of->type;
	}
}

/* A record of a mix: its type in the account, and its units. */
struct mix_record {
	u16	of;
	u16	units;
};

/* Write a record of the mix, and return its description. */
static struct mix_record write_mixed(struct kunit *test, struct ring *ring,
				     const struct told_mix *mix, u32 *seed)
{
	u64 begin = ring->commit;
	u32 type, len, r;
	bool discard;

	*seed = *seed * 1664525 + 1013904223;
	r = *seed >> 8;
	type = r % mix->types;
	r /= mix->types;
	len = 8 + 4 * (r % mix->lens);
	r /= mix->lens;
	discard = mix->odd && r % 7 == 0;
	test_now += mix->odd && r % 11 == 0 ? RING_DELTA_MAX + 1 : 1;
	KUNIT_EXPECT_TRUE(test, write_typed(ring, 1 + type * mix->stride, len, discard));
	/* The record starts at the previous position, or at the beginning of a page. */
	if ((begin ^ ring->commit) >> RING_SEQ_SHIFT)
		begin = 0;
	return (struct mix_record) {
		.of = discard ? 0 : type + 1,
		.units = (ring->commit - begin) & RING_LOW_MASK,
	};
}

/* The reported numbers equal those of a plain count of all records. */
static void told_mixed(struct kunit *test, const struct told_mix *mix, u32 page_bytes)
{
	struct ring_test *t = ring_test_create(test, page_bytes, true, test_clock, 77);
	/* The smallest record has 12 bytes. */
	u32 max = (SLOTS + 4) * page_bytes / 12, n = 0, seed = 1, i;
	struct mix_record *log = kunit_kzalloc(test, max * sizeof(*log), GFP_KERNEL);
	struct ring *ring = &t->ring;
	u64 stop = ring->commit + ((SLOTS + 3ULL) << RING_SEQ_SHIFT) + ring->capacity / 2;
	struct ring_stats stats;

	KUNIT_ASSERT_NOT_NULL(test, log);
	memset(mix_records, 0, sizeof(mix_records));
	memset(mix_bytes, 0, sizeof(mix_bytes));
	mix_stride = mix->stride;
	mix_wrong = false;
	ring->account = tell_mix;
	while (ring->commit < stop && n < max)
		log[n++] = write_mixed(test, ring, mix, &seed);
	ring_finish_accounts(ring);
	ring_stats(ring, &stats);
	KUNIT_EXPECT_FALSE(test, mix_wrong);
	KUNIT_EXPECT_GT(test, stats.overwritten, 0);
	KUNIT_ASSERT_TRUE(test, stats.overwritten < n);
	for (i = 0; i < stats.overwritten; i++) {
		mix_records[log[i].of]--;
		mix_bytes[log[i].of] -= log[i].units * RING_UNIT;
	}
	for (i = 0; i <= MIX_TYPES; i++) {
		KUNIT_EXPECT_EQ(test, mix_records[i], 0);
		KUNIT_EXPECT_EQ(test, mix_bytes[i], 0);
	}
}

static void ring_test_told_mixed(struct kunit *test)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(told_mixes); i++) {
		told_mixed(test, &told_mixes[i], RING_PAGE_MIN);
		told_mixed(test, &told_mixes[i], STEPS_BYTES);
	}
}

/* A writer that nests into the accounting continues it. */
static void ring_test_told_nested(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
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

/* Return the number of records reported as overwritten and not taken back. */
static u32 all_told(void)
{
	u32 i, all = 0;

	for (i = 0; i < TYPES; i++)
		all += told[RING_OVERWRITTEN][i] - told[RING_RETAINED][i] + told[RING_ABANDONED][i];
	return all;
}

/*
 * Expect that the reported records, minus those ahead, are the overwritten records. All
 * records have LEN bytes.
 */
static void expect_told_exactly(struct kunit *test, struct ring *ring)
{
	u32 i, ahead = 0, bytes = 0;
	struct ring_stats stats;

	memset(told[RING_IN_ADVANCE], 0, sizeof(told[RING_IN_ADVANCE]));
	memset(told_bytes[RING_IN_ADVANCE], 0, sizeof(told_bytes[RING_IN_ADVANCE]));
	ring_finish_accounts(ring);
	ring_stats(ring, &stats);
	for (i = 0; i < TYPES; i++) {
		ahead += told[RING_IN_ADVANCE][i];
		bytes += told_bytes[RING_OVERWRITTEN][i] - told_bytes[RING_RETAINED][i] +
			 told_bytes[RING_ABANDONED][i] - told_bytes[RING_IN_ADVANCE][i];
	}
	KUNIT_EXPECT_EQ(test, all_told() - ahead, stats.overwritten);
	KUNIT_EXPECT_EQ(test, bytes, stats.overwritten * ring_units(LEN) * RING_UNIT);
}

/*
 * Write @n records of several types in turn.
 * Return: the maximum number of records reported in one call, which bounds the work
 * with preemption off.
 */
static u32 write_many(struct kunit *test, struct ring *ring, u32 n)
{
	u32 most = 0, before, i;

	for (i = 0; i < n; i++) {
		before = all_told();
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 3, LEN, false));
		most = max(most, all_told() - before);
	}
	return most;
}

/* No writer walks more than one step of records, whatever the page size. */
static void ring_test_told_ahead(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, STEPS_BYTES, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), step = RING_STEP / ring_units(LEN) + 1, i, most;

	KUNIT_EXPECT_EQ(test, ring->limit, RING_STEP);
	/* Nothing is reported until all pages are full. */
	KUNIT_EXPECT_EQ(test, write_many(test, ring, (SLOTS - 1) * n), 0);
	expect_told_exactly(test, ring);
	for (i = 0; i < 5 * STEPS; i++) {
		most = write_many(test, ring, n / 3);
		KUNIT_EXPECT_TRUE(test, most && most <= step + 1);
		KUNIT_EXPECT_TRUE(test, ring->limit <= ring->capacity);
		expect_told_exactly(test, ring);
	}
	/* A writer that is always on the slow path, and has no limit, does the same steps. */
	ring_set_flags(ring, RING_CLOCK, 0);
	most = write_many(test, ring, 2 * n);
	KUNIT_EXPECT_TRUE(test, most && most <= step + 1);
	KUNIT_EXPECT_EQ(test, ring->limit, 0);
	expect_told_exactly(test, ring);
	ring_set_flags(ring, 0, RING_CLOCK);
	KUNIT_EXPECT_EQ(test, ring->limit, RING_STEP);
}

/* A reader that gets a page accounted for ahead takes the records back. */
static void ring_test_told_back(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, STEPS_BYTES, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i, ahead;
	struct ring_record rec;

	write_many(test, ring, (SLOTS - 1) * n + n / 2);
	ahead = all_told();
	KUNIT_EXPECT_GT(test, ahead, 0);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, 0);
	KUNIT_EXPECT_EQ(test, all_told(), 0);
	/* The next page is accounted for, then overwritten, then read in part. */
	write_many(test, ring, n);
	KUNIT_EXPECT_GT(test, all_told(), 0);
	expect_told_exactly(test, ring);
	for (i = 0; i < n; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.overwritten, 0);
		ring_consume(ring);
	}
	expect_told_exactly(test, ring);
	write_many(test, ring, 2 * n);
	expect_told_exactly(test, ring);
	while (ring_peek(ring, &rec))
		ring_consume(ring);
	expect_told_exactly(test, ring);
	KUNIT_EXPECT_GT(test, all_told(), 0);
}

/* Accounting for a page that starts late is also split into steps, if there is time. */
static void ring_test_told_late(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, STEPS_BYTES, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), step = RING_STEP / ring_units(LEN) + 1, most;

	write_many(test, ring, SLOTS * n - n / 2);
	KUNIT_EXPECT_EQ(test, all_told(), 0);
	WRITE_ONCE(ring->overwrite, true);
	most = write_many(test, ring, n / 2 - step);
	KUNIT_EXPECT_GT(test, most, step);
	KUNIT_EXPECT_TRUE(test, most <= 2 * step + 1);
	most = write_many(test, ring, n);
	KUNIT_EXPECT_TRUE(test, most && most <= step + 1);
	expect_told_exactly(test, ring);
	/* Records accounted for ahead are not lost if no more is overwritten. */
	write_many(test, ring, n / 2);
	WRITE_ONCE(ring->overwrite, false);
	while (write_typed(ring, 1, LEN, false))
		;
	expect_told_exactly(test, ring);
	/* Without an account function, no page is walked. */
	WRITE_ONCE(ring->overwrite, true);
	ring->account = NULL;
	most = all_told();
	write_many(test, ring, 2 * n);
	KUNIT_EXPECT_FALSE(test, write_typed(ring, 1, STEPS_BYTES, false));
	KUNIT_EXPECT_EQ(test, all_told(), most);
}

/* Called with records ahead: take over their page. */
static void tell_and_write(struct ring *ring, enum ring_account what,
			   const struct ring_lost *lost)
{
	test_account(ring, what, lost);
	if (what != RING_IN_ADVANCE)
		return;
	ring->account = test_account;
	fill_page(ring, 1);
	write_typed(ring, 1, LEN, false);
}

/* Accounting for records ahead stops when their page is taken over. */
static void ring_test_finish_accounts_late(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MAX, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN);

	write_many(test, ring, (SLOTS - 1) * n + n / 2);
	ring->account = tell_and_write;
	ring_finish_accounts(ring);
	/* More than the first report, and less than all records ahead. */
	KUNIT_EXPECT_GT(test, told[RING_IN_ADVANCE][1], 0);
	KUNIT_EXPECT_TRUE(test, told[RING_IN_ADVANCE][1] < n / 12);
	expect_told_exactly(test, ring);
}

/* Invalid records at the end of a page, as an overtaken writer may find them. */
static void ring_test_told_nonsense(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), end = n * ring_units(LEN), i;
	u32 *units = ring->page->data + sizeof(struct ktrace_page_header);

	for (i = 0; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	/* The last record ends early, and an extension has no record behind it. */
	units[end - ring_units(LEN)] = ktrace_head(ring_units(LEN) - 3, 0);
	units[end - 2] = ktrace_head(KTRACE_TYPE_EXTEND, 0);
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	expect_told(test, RING_OVERWRITTEN, 0, n, 0, 0);
}

/* If the size of a loss is unknown, it stays unknown after more losses. */
static void ring_test_bytes_unknown(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_iter iter;
	struct ring_record rec;

	for (i = 0; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	ring_iter_start(ring, &iter, t->image);
	iter.cur.gap.overwritten = 3;
	iter.cur.gap.bytes = RING_BYTES_UNKNOWN;
	iter.cur.gap.since = 50;
	KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, 3 + n);
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, RING_BYTES_UNKNOWN);
	KUNIT_EXPECT_EQ(test, rec.lost_since, 50);
	KUNIT_ASSERT_TRUE(test, ring_iter_next(ring, &iter, &rec));
	KUNIT_EXPECT_EQ(test, rec.lost_bytes, 0);
}

/* A loss that the old ring's reader has found and not reported passes to the new ring. */
static void ring_test_succeed_untold(struct kunit *test)
{
	u32 bytes = ring_units(LEN) * RING_UNIT, n, i, drop;
	struct ring_record rec;

	for (drop = 0; drop < 2; drop++) {
		struct ring_test *a = ring_test_create(test, RING_PAGE_MIN, !drop, test_clock, 0);
		struct ring_test *b = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 0);

		n = per_page(&a->ring, LEN);
		test_now = 10;
		KUNIT_ASSERT_TRUE(test, write_number(&a->ring, 0, LEN));
		expect_next(test, &a->ring, 0, 0, 0);
		test_now = 20;
		for (i = 1; i < SLOTS * n; i++)
			KUNIT_ASSERT_TRUE(test, write_number(&a->ring, i, LEN));
		/* One more record overwrites a page, or finds no room; then there is room. */
		KUNIT_EXPECT_EQ(test, write_number(&a->ring, i, LEN), !drop);
		for (i = 1; drop && i < SLOTS * n; i++)
			expect_next(test, &a->ring, i, 0, 0);
		KUNIT_ASSERT_TRUE(test, write_number(&a->ring, SLOTS * n + 1, LEN));
		KUNIT_ASSERT_TRUE(test, ring_peek(&a->ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.overwritten, drop ? 0 : n - 1);
		KUNIT_EXPECT_EQ(test, rec.dropped, drop);
		test_now = 30;
		ring_succeed(&b->ring, &a->ring);
		KUNIT_ASSERT_TRUE(test, write_number(&b->ring, 7, LEN));
		KUNIT_ASSERT_TRUE(test, ring_peek(&b->ring, &rec));
		KUNIT_EXPECT_EQ(test, rec.overwritten, drop ? 1 : SLOTS * n + 1);
		KUNIT_EXPECT_EQ(test, rec.dropped, drop);
		KUNIT_EXPECT_EQ(test, rec.lost_bytes, rec.overwritten * bytes);
		KUNIT_EXPECT_EQ(test, rec.lost_since, drop ? 20 : 10);
		KUNIT_EXPECT_EQ(test, rec.lost_until, 30);
	}
}

/* A nested writer continues accounting ahead, and so does a writer that takes over the page. */
static void ring_test_told_ahead_nested(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, STEPS_BYTES, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	write_many(test, ring, (SLOTS - 1) * n);
	for (i = 0; i < 2 * STEPS; i++) {
		told_nest_ring = ring;
		write_many(test, ring, n / 4);
		expect_told_exactly(test, ring);
	}
}

static void ring_test_told_dropped(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, false, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_stats stats;
	struct ring_mark mark;
	void *payload;

	for (i = 0; i < SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, false));
	test_now = 80;
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_FALSE(test, write_typed(ring, 2, LEN, false));
	test_now = 81;
	/* The record is too large for any page. */
	KUNIT_EXPECT_FALSE(test, write_typed(ring, 3, RING_PAGE_MIN, false));
	expect_told(test, RING_DROPPED, 0, 0, 5, 1);
	expect_told(test, RING_DROPPED_NESTED, 0, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, told_bytes[RING_DROPPED][2], 5 * ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, told_bytes[RING_DROPPED][3], ring_units(RING_PAGE_MIN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, told_first[RING_DROPPED], 80);
	KUNIT_EXPECT_EQ(test, told_last[RING_DROPPED], 81);

	/* The ring has room again, except for the page of an interrupted writer. */
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

/* A page that was read in part while in use, then overwritten. */
static void ring_test_finish_accounts(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	struct ring_record rec;
	struct ring_stats stats;
	u32 n = per_page(ring, LEN), i;

	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1 + i % 2, LEN, false));
	/* All ten records are copied, seven are read, and the rest is not lost either. */
	for (i = 0; i < 7; i++) {
		KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
		ring_consume(ring);
	}
	ring_finish_accounts(ring);
	expect_told(test, RING_RETAINED, 0, 0, 0, 0);
	for (i = 10; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	expect_told(test, RING_OVERWRITTEN, 0, 5, 5, n - 10);
	for (i = 0; i < 2; i++) {
		ring_finish_accounts(ring);
		expect_told(test, RING_RETAINED, 0, 5, 5, 0);
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
	expect_told(test, RING_RETAINED, 0, 5, 5, 0);

	/* A full page belongs to the reader: later writes do not account for it. */
	for (i = 0; i < 2 * SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 3, LEN, false));
	ring_finish_accounts(ring);
	expect_told(test, RING_RETAINED, 0, 5, 5, 0);
}

/* As above without ring_finish_accounts(): a reader that continues also takes the records back. */
static void ring_test_keep(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
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
	expect_told(test, RING_RETAINED, 0, 0, 0, 0);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, rec.overwritten, n - 10);
	expect_told(test, RING_RETAINED, 0, 10, 0, 0);
	expect_told(test, RING_OVERWRITTEN, 0, 10, n - 10, 0);
}

static void ring_test_abandon(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring_test *u = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;
	struct ring_record rec;
	struct ring_stats stats;

	KUNIT_EXPECT_FALSE(test, ring_abandon(ring));
	for (i = 0; i < 10; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 1, LEN, i % 2));
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	ring_consume(ring);
	test_now++;
	/* The page in use is overwritten; the image has five and four records of it. */
	for (; i <= SLOTS * n; i++)
		KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	ring_stats(ring, &stats);
	ring_succeed(&u->ring, ring);
	while (ring_abandon(ring))
		;
	KUNIT_EXPECT_FALSE(test, ring_abandon(ring));
	expect_told(test, RING_OVERWRITTEN, 5, 5, n - 10, 0);
	expect_told(test, RING_RETAINED, 5, 5, 0, 0);
	expect_told(test, RING_ABANDONED, 5, 4, (SLOTS - 1) * n + 1, 0);
	KUNIT_EXPECT_EQ(test, told_first[RING_ABANDONED], 77);
	KUNIT_EXPECT_EQ(test, told_last[RING_ABANDONED], 78);
	ring_stats(&u->ring, &stats);
	KUNIT_EXPECT_EQ(test, stats.written, SLOTS * n + 1);
	KUNIT_EXPECT_EQ(test, stats.read, 1);
	KUNIT_EXPECT_EQ(test, stats.overwritten, SLOTS * n);
}

/* Expect this number of records in the page that is shown, and this loss before it. */
static const struct ktrace_page_header *expect_mapped(struct kunit *test, struct ring *ring,
						      u32 records, u64 lost, u64 *told_lost)
{
	const struct ktrace_page_header *header;
	u32 bytes = records * ring_units(LEN) * RING_UNIT;

	KUNIT_ASSERT_TRUE(test, ring_map_page(ring, told_lost));
	header = ring->pages[ring->reader.shown].data;
	KUNIT_EXPECT_EQ(test, header->commit, bytes | (lost ? KTRACE_PAGE_LOST : 0));
	KUNIT_EXPECT_EQ(test, *told_lost, lost);
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

static void ring_test_mapped(struct kunit *test)
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

/* A loss before a page of discarded records only counts once. */
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
static void ring_test_mapped_late(struct kunit *test)
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

/* I11: the next page shown is another page, even if ring_skip() switched pages meanwhile. */
static void ring_test_mapped_skipped(struct kunit *test)
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
static void ring_test_skip_drops(struct kunit *test)
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

static void ring_test_empty(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), i;

	expect_unmoved(test, t, true);
	KUNIT_ASSERT_TRUE(test, write_number(ring, 0, LEN));
	expect_unmoved(test, t, false);
	expect_next(test, ring, 0, 0, 0);
	expect_unmoved(test, t, true);
	/* Read behind the read part, a page to its end; then an overwritten page. */
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
	expect_told(test, RING_OVERWRITTEN, 0, 0, 0, 0);
	/* The page at which ring_skip() stopped is taken over. */
	KUNIT_ASSERT_TRUE(test, write_typed(ring, 2, LEN, false));
	KUNIT_EXPECT_FALSE(test, ring_skipped(ring));
	expect_told(test, RING_OVERWRITTEN, 0, 10, n - 10, 0);
	ring_skip(ring);
	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));
	/* The result is false after a drop, too. */
	KUNIT_EXPECT_FALSE(test, write_typed(ring, 2, RING_PAGE_MIN, false));
	KUNIT_EXPECT_FALSE(test, ring_skipped(ring));
	ring_skip(ring);
	KUNIT_EXPECT_TRUE(test, ring_skipped(ring));

	/* The result is false if the page was accounted for ahead, too. */
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
static void ring_test_take(struct kunit *test)
{
	struct ring_test *t = ring_test_create(test, RING_PAGE_MIN, true, test_clock, 77);
	struct ring *ring = &t->ring;
	u32 n = per_page(ring, LEN), bytes = n * ring_units(LEN) * RING_UNIT, i;
	const struct ktrace_page_header *header;
	struct ktrace_page_header *page = t->image;
	struct ring_stats stats, totals;
	struct ring_record rec;
	u64 lost;

	KUNIT_EXPECT_FALSE(test, !!ring_take_page(ring));
	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	/* The page may still be in use. */
	KUNIT_EXPECT_FALSE(test, !!ring_take_page(ring));
	for (; i < (SLOTS + 1) * n + 1; i++)
		KUNIT_ASSERT_TRUE(test, write_number(ring, i, LEN));
	header = ring_take_page(ring);
	KUNIT_ASSERT_NOT_NULL(test, header);
	KUNIT_EXPECT_EQ(test, header->time_stamp, 77);
	KUNIT_EXPECT_EQ(test, header->commit & KTRACE_PAGE_SIZE_MASK, bytes);
	KUNIT_EXPECT_TRUE(test, header->commit & KTRACE_PAGE_LOST);
	if (header->commit & KTRACE_PAGE_LOST_COUNT) {
		memcpy(&lost, (const char *)(header + 1) + bytes, sizeof(lost));
		KUNIT_EXPECT_EQ(test, lost, 2 * n);
	}
	KUNIT_EXPECT_EQ(test, number_at(header, 0), 2 * n);
	KUNIT_EXPECT_EQ(test, number_at(header, n - 1), 3 * n - 1);
	ring_stats(ring, &stats);
	ring_totals(ring, &totals);
	KUNIT_EXPECT_EQ(test, stats.read, n);
	KUNIT_EXPECT_EQ(test, stats.overwritten, 2 * n);
	KUNIT_EXPECT_EQ(test, totals.read, n);
	KUNIT_EXPECT_EQ(test, totals.overwritten, 2 * n);
	KUNIT_EXPECT_EQ(test, totals.written, i);
	/* A page that was read in part is not taken; the rest is copied. */
	expect_next(test, ring, 3 * n, 0, 0);
	KUNIT_EXPECT_FALSE(test, !!ring_take_page(ring));
	KUNIT_ASSERT_EQ(test, ring_read_page(ring, page, true), RING_PAGE_MIN);
	KUNIT_EXPECT_EQ(test, page->commit, bytes - ring_units(LEN) * RING_UNIT);
	KUNIT_EXPECT_EQ(test, number_at(page, 0), 3 * n + 1);
	KUNIT_ASSERT_TRUE(test, ring_peek(ring, &rec));
	KUNIT_EXPECT_EQ(test, number_of(&rec), 4 * n);
	/* New records in a page that was read in part do not count as overwritten. */
	KUNIT_ASSERT_TRUE(test, write_number(ring, i++, LEN));
	ring_totals(ring, &totals);
	KUNIT_EXPECT_EQ(test, totals.written, i);
	KUNIT_EXPECT_EQ(test, totals.read, 2 * n);
	KUNIT_EXPECT_EQ(test, totals.overwritten, 2 * n);
}

/* A reader of full pages gets no part of the page in use, even after a peek. */
static void ring_test_whole(struct kunit *test)
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
static void ring_test_stop(struct kunit *test)
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
static void ring_test_behind(struct kunit *test)
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
static void ring_test_stamp(struct kunit *test)
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
		/* The same again from there, and back to the first base in one step. */
		expect_time(test, ring, RING_STAMP_MASK);
		KUNIT_EXPECT_EQ(test, page->word & RING_SEL, RING_SEL);
		expect_time(test, ring, RING_STAMP_MASK + 1);
		KUNIT_EXPECT_EQ(test, page->word & RING_SEL, 0);
		KUNIT_EXPECT_EQ(test, page->base[0], test_now);
		KUNIT_EXPECT_EQ(test, page->first, start);
	}
}

/* The 27 bits of a delta, and the 59 of a time extension. */
static void ring_test_extend(struct kunit *test)
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
static void ring_test_extend_end(struct kunit *test)
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
static void ring_test_clock_wraps(struct kunit *test)
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
static void ring_test_clock_back(struct kunit *test)
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
static void ring_test_smallest(struct kunit *test)
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
static void ring_test_generation(struct kunit *test)
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
static void ring_test_drops_generation(struct kunit *test)
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
static void ring_test_sequence(struct kunit *test)
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
	KUNIT_CASE(ring_test_told_overwritten),
	KUNIT_CASE(ring_test_told_many),
	KUNIT_CASE(ring_test_told_alike),
	KUNIT_CASE(ring_test_told_mixed),
	KUNIT_CASE(ring_test_told_nested),
	KUNIT_CASE(ring_test_told_ahead),
	KUNIT_CASE(ring_test_told_back),
	KUNIT_CASE(ring_test_told_late),
	KUNIT_CASE(ring_test_told_ahead_nested),
	KUNIT_CASE(ring_test_finish_accounts_late),
	KUNIT_CASE(ring_test_told_nonsense),
	KUNIT_CASE(ring_test_bytes_unknown),
	KUNIT_CASE(ring_test_succeed_untold),
	KUNIT_CASE(ring_test_told_dropped),
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
