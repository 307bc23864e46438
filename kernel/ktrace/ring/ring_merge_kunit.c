// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of ring_merge.c: many rings read as one stream.
 *
 * The tests use rings without CPUs, with a lock that counts, in one thread. Changes of
 * the rings by others happen between the reader's steps, and when the reader opens a
 * ring. Compiles in user space, too (tools/testing/ktrace).
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "ring.h"
#include "ring_merge.h"

#define SLOTS		6U
#define PAGES		(SLOTS + RING_OWN_PAGES)
/* Bytes of payload: the source, and the number of records written to it before. */
#define LEN		16U
/* Number of records that fit into a ring without loss. */
#define RECORDS		1000U

/* struct merge_test.locked: two sources were opened, or a closed source was closed. */
#define TWICE		(-2)

/**
 * struct source - a ring, and the state of the test
 * @ring:	the ring
 * @pages:	pages of the ring
 * @slots:	slots of the ring
 * @memory:	memory of @pages
 * @use:	number of times that the ring was initialized again
 * @away:	the source cannot be opened
 * @written:	records written since then
 * @seen:	value of @written at the last look
 * @next:	the smallest possible number of the next record
 */
struct source {
	struct ring		ring;
	struct ring_page	pages[PAGES];
	u64			slots[SLOTS];
	void			*memory;
	u64			use;
	bool			away;
	u64			written;
	u64			seen;
	u64			next;
};

/**
 * struct merge_test - rings, and their reader
 * @merge:	under test
 * @sources:	the sources
 * @nr:		number of @sources
 * @rec:	the last record found
 * @locked:	the source that is open, or -1
 * @locks:	number of times that a source was opened
 * @peeks:	number of times that a record was looked up
 * @got:	records read
 * @taken:	records read by other readers
 * @last:	the last record read since the last look
 * @busy:	change a source whenever it is opened
 * @random:	state of a generator
 */
struct merge_test {
	struct ring_merge	merge;
	struct source		*sources;
	u32			nr;
	struct ring_record	rec;
	int			locked;
	u64			locks;
	u64			peeks;
	u64			got;
	u64			taken;
	struct ring_merge_node	last;
	bool			busy;
	u32			random;
};

/* Global, because a clock takes no argument. */
static u64 test_now;

static u64 test_clock(void)
{
	return test_now;
}

static u32 random_below(struct merge_test *t, u32 below)
{
	t->random = t->random * 1664525 + 1013904223;
	return (t->random >> 16) % below;
}

/* Give a source a new, empty ring. */
static void source_begin(struct source *source)
{
	u32 i;

	memset(&source->ring, 0, sizeof(source->ring));
	memset(source->pages, 0, sizeof(source->pages));
	memset(source->slots, 0, sizeof(source->slots));
	/* RING_SPARE only has memory in a mapped ring. */
	for (i = 0; i < PAGES; i++)
		if (i != RING_SPARE)
			source->pages[i].data = source->memory +
						(i - (i > RING_SPARE)) * RING_PAGE_MIN;
	ring_init(&source->ring, source->pages, source->slots, SLOTS, RING_PAGE_MIN, test_clock);
	source->ring.overwrite = true;
	source->use++;
	source->written = 0;
	source->next = 0;
}

static void write_to(struct merge_test *t, u32 i)
{
	struct source *source = &t->sources[i];
	struct ring_mark mark;
	u64 *payload = ring_reserve(&source->ring, 0, LEN, test_clock, &mark);
	u64 content[] = { i, source->written };

	if (!payload)
		return;
	/* The payload is only aligned to four bytes. */
	memcpy(payload, content, sizeof(content));
	source->written++;
	ring_commit(&source->ring, &mark);
}

/* Let another reader consume records or a page of a source. */
static void take_from(struct merge_test *t, u32 i, u32 nr)
{
	static u8 page[RING_PAGE_MIN];
	struct ring *ring = &t->sources[i].ring;
	struct ring_stats before, after;
	struct ring_record rec;

	ring_stats(ring, &before);
	if (!(nr % 8))
		ring_read_page(ring, page, false);
	while (nr-- && ring_peek(ring, &rec))
		ring_consume(ring);
	ring_stats(ring, &after);
	t->taken += after.read - before.read;
}

static bool test_open(void *of, u32 i)
{
	struct merge_test *t = of;

	/* At most one source is open at a time (M4). */
	if (t->locked != -1) {
		t->locked = TWICE;
		return false;
	}
	if (t->sources[i].away)
		return false;
	/* Before the lock is taken, or at another time. */
	if (t->busy && !random_below(t, 4))
		take_from(t, i, random_below(t, 40));
	t->locked = i;
	t->locks++;
	return true;
}

static bool test_peek(void *of, u32 i, struct ring_head *head)
{
	struct merge_test *t = of;
	struct ring *ring = &t->sources[i].ring;

	t->peeks++;
	if (t->locked != (int)i || !ring_peek(ring, &t->rec))
		return false;
	*head = (struct ring_head) {
		.time = t->rec.time,
		.at = ring_cursor_at(&ring->reader.cur),
		.use = t->sources[i].use,
	};
	return true;
}

static u64 test_end(void *of, u32 i)
{
	struct merge_test *t = of;

	t->sources[i].seen = t->sources[i].written;
	return t->sources[i].ring.commit;
}

static void test_close(void *of, u32 i)
{
	struct merge_test *t = of;

	t->locked = t->locked == (int)i ? -1 : TWICE;
}

static const struct ring_merge_ops test_ops = {
	.open	= test_open,
	.peek	= test_peek,
	.end	= test_end,
	.close	= test_close,
};

static struct merge_test *merge_test_create(struct kunit *test, u32 nr)
{
	struct merge_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->sources = kunit_kzalloc(test, nr * sizeof(*t->sources), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->sources);
	t->merge.heap = kunit_kzalloc(test, nr * sizeof(*t->merge.heap), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->merge.heap);
	t->merge.ops = &test_ops;
	t->merge.of = t;
	t->merge.nr_sources = nr;
	t->nr = nr;
	t->locked = -1;
	test_now = 1000;
	for (i = 0; i < nr; i++) {
		t->sources[i].memory = kunit_kzalloc(test, (PAGES - 1) * RING_PAGE_MIN, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, t->sources[i].memory);
		source_begin(&t->sources[i]);
	}
	return t;
}

static bool ring_merge_test_look(struct merge_test *t)
{
	memset(&t->last, 0, sizeof(t->last));
	return ring_merge_look(&t->merge);
}

/*
 * Read the next record. Return its source, or -1 if there are no more records of the
 * last look.
 */
static int read_one(struct kunit *test)
{
	struct merge_test *t = test->priv;
	int i = ring_merge_next(&t->merge);
	struct source *source;
	u64 content[2];

	if (i < 0) {
		KUNIT_EXPECT_EQ(test, t->locked, -1);
		return i;
	}
	KUNIT_ASSERT_EQ(test, t->locked, i);
	source = &t->sources[i];
	memcpy(content, t->rec.data, sizeof(content));
	KUNIT_EXPECT_EQ(test, content[0], i);
	/* Each record is read once. */
	KUNIT_EXPECT_TRUE(test, content[1] >= source->next);
	source->next = content[1] + 1;
	/* The record was complete at the look (M2). */
	KUNIT_EXPECT_TRUE(test, content[1] < source->seen);
	/* Records come in the order of their times, then of their sources (M1). */
	KUNIT_EXPECT_TRUE(test, t->rec.time > t->last.time ||
			  (t->rec.time == t->last.time && i >= t->last.source));
	t->last.time = t->rec.time;
	t->last.source = i;
	ring_consume(&source->ring);
	t->got++;
	return i;
}

/* Read all records. Return their number. */
static u64 read_all(struct kunit *test)
{
	struct merge_test *t = test->priv;
	u64 got = t->got;

	do {
		while (read_one(test) >= 0)
			;
	} while (ring_merge_test_look(t));
	return t->got - got;
}

/* Return the source with the earliest next record, searched anew each time; or -1. */
static int ring_merge_choose(struct merge_test *t)
{
	struct ring_record rec;
	u64 earliest = 0;
	int found = -1;
	u32 i;

	for (i = 0; i < t->nr; i++) {
		if (!ring_peek(&t->sources[i].ring, &rec))
			continue;
		if (found < 0 || rec.time < earliest) {
			earliest = rec.time;
			found = i;
		}
	}
	return found;
}

/* Write @records, in runs of up to @run, to random sources among the first @among. */
static void write_random(struct merge_test *t, u32 among, u32 records, u32 run)
{
	u32 i, n;

	while (records) {
		i = random_below(t, among);
		for (n = min(records, 1 + random_below(t, run)); n; n--) {
			/* Some records have the same time, also records of two sources. */
			test_now += random_below(t, 3);
			write_to(t, i);
			records--;
		}
	}
}

/* The order is that of a reader that looks at all rings for each record. */
static void merge_quiescent(struct kunit *test)
{
	static const u32 nr[] = { 1, 2, 3, 8, 33 };
	struct merge_test *t, *naive;
	struct ring_record rec;
	u32 i, seed;
	int from;

	for (i = 0; i < ARRAY_SIZE(nr); i++) {
		for (seed = 0; seed < 4; seed++) {
			naive = merge_test_create(test, nr[i]);
			naive->random = seed;
			write_random(naive, nr[i], 300 * nr[i], 1 + seed * 40);
			t = merge_test_create(test, nr[i]);
			test->priv = t;
			t->random = seed;
			/* Some sources have overwritten records, some are empty. */
			write_random(t, nr[i], 300 * nr[i], 1 + seed * 40);
			ring_merge_test_look(t);
			while ((from = ring_merge_choose(naive)) >= 0) {
				ring_peek(&naive->sources[from].ring, &rec);
				KUNIT_ASSERT_EQ(test, read_one(test), from);
				KUNIT_EXPECT_EQ(test, t->rec.time, rec.time);
				KUNIT_EXPECT_EQ(test, t->rec.overwritten, rec.overwritten);
				KUNIT_EXPECT_EQ(test, memcmp(t->rec.data, rec.data, LEN), 0);
				ring_consume(&naive->sources[from].ring);
			}
			KUNIT_EXPECT_EQ(test, read_one(test), -1);
			KUNIT_EXPECT_FALSE(test, ring_merge_test_look(t));
		}
	}
}

/* Write runs of @run records to all sources in turn, and check the cost of reading them. */
static void expect_work(struct kunit *test, u32 nr, u32 run)
{
	struct merge_test *t = merge_test_create(test, nr);
	u64 runs = (u64)nr * (RECORDS / run);
	u32 turn, i, n;

	test->priv = t;
	for (turn = 0; turn < RECORDS / run; turn++)
		for (i = 0; i < nr; i++)
			for (n = 0; n < run; n++) {
				test_now++;
				write_to(t, i);
			}
	KUNIT_EXPECT_EQ(test, read_all(test), (u64)nr * (RECORDS / run) * run);
	/*
	 * One opening per run, and one per look at a source: at the beginning and at
	 * the end.
	 */
	KUNIT_EXPECT_TRUE(test, t->locks <= runs + 2 * nr);
	KUNIT_EXPECT_TRUE(test, t->locks <= 2 * runs + nr);
	/*
	 * The first record of a run is found twice: at the end of the previous run, and
	 * at its own.
	 */
	KUNIT_EXPECT_TRUE(test, t->peeks <= t->got + runs + 2 * nr);
}

static void merge_work(struct kunit *test)
{
	expect_work(test, 1, RECORDS);
	expect_work(test, 2, 1);
	expect_work(test, 8, 10);
	expect_work(test, 32, 200);
	/* Pages one after the other, and the worst case. */
	expect_work(test, 256, 200);
	expect_work(test, 256, 1);
}

/* A new record does not overtake an earlier new record of a source that was empty. */
static void merge_not_beyond_the_look(struct kunit *test)
{
	struct merge_test *t = merge_test_create(test, 3);
	u32 i;

	test->priv = t;
	for (i = 0; i < 10; i++) {
		test_now++;
		write_to(t, 1);
	}
	ring_merge_test_look(t);
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_EQ(test, read_one(test), 1);
	ring_merge_pause(&t->merge);
	/* This record is earlier than the present one of source 1. */
	test_now = 2000;
	write_to(t, 0);
	write_to(t, 2);
	for (i = 0; i < 500; i++) {
		test_now++;
		write_to(t, 1);
	}
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_EQ(test, read_one(test), 1);
	KUNIT_EXPECT_EQ(test, read_one(test), -1);
	KUNIT_EXPECT_TRUE(test, ring_merge_test_look(t));
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_one(test), 2);
	KUNIT_EXPECT_EQ(test, read_all(test), 500);
}

/* A caller that takes nothing gets the same record again, also after closing the source. */
static void merge_left(struct kunit *test)
{
	struct merge_test *t = merge_test_create(test, 2);
	u32 i;

	test->priv = t;
	test_now++;
	write_to(t, 1);
	test_now++;
	write_to(t, 0);
	ring_merge_test_look(t);
	for (i = 0; i < 3; i++) {
		KUNIT_EXPECT_EQ(test, ring_merge_next(&t->merge), 1);
		KUNIT_EXPECT_EQ(test, t->locked, 1);
		if (i)
			ring_merge_pause(&t->merge);
	}
	KUNIT_EXPECT_EQ(test, t->locked, -1);
	KUNIT_EXPECT_EQ(test, read_one(test), 1);
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_one(test), -1);
}

/* With several readers, each record goes to one reader, and the rest stays in order. */
static void merge_taken_by_others(struct kunit *test)
{
	struct merge_test *t = merge_test_create(test, 5);
	struct ring_stats stats;
	u64 written = 0;
	u32 i;

	test->priv = t;
	write_random(t, 5, 2000, 20);
	t->busy = true;
	ring_merge_test_look(t);
	while (read_one(test) >= 0) {
		if (random_below(t, 10))
			continue;
		ring_merge_pause(&t->merge);
		take_from(t, random_below(t, 5), random_below(t, 60));
	}
	t->busy = false;
	read_all(test);
	for (i = 0; i < 5; i++) {
		ring_stats(&t->sources[i].ring, &stats);
		written += stats.written - stats.overwritten;
	}
	KUNIT_EXPECT_EQ(test, t->got + t->taken, written);
	KUNIT_EXPECT_GT(test, t->got, 100);
	KUNIT_EXPECT_GT(test, t->taken, 100);
}

/* A replaced ring ends the results of the look, because its clock may differ. */
static void merge_replaced(struct kunit *test)
{
	struct merge_test *t = merge_test_create(test, 3);
	u32 i;

	test->priv = t;
	for (i = 0; i < 3; i++) {
		test_now++;
		write_to(t, i);
		write_to(t, i);
	}
	ring_merge_test_look(t);
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	ring_merge_pause(&t->merge);
	/* By the new clock, source 0 has the last record, not the first. */
	test_now = 10;
	for (i = 3; i--;) {
		source_begin(&t->sources[i]);
		test_now++;
		write_to(t, i);
	}
	KUNIT_EXPECT_EQ(test, read_one(test), -1);
	KUNIT_EXPECT_TRUE(test, ring_merge_test_look(t));
	KUNIT_EXPECT_EQ(test, read_one(test), 2);
	KUNIT_EXPECT_EQ(test, read_one(test), 1);
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_all(test), 0);
}

/* A source that cannot be read, such as a mapped ring, is skipped until it can be read. */
static void merge_away(struct kunit *test)
{
	struct merge_test *t = merge_test_create(test, 4);
	u32 i;

	test->priv = t;
	for (i = 0; i < 4; i++) {
		test_now++;
		write_to(t, i);
		test_now++;
		write_to(t, i);
	}
	t->sources[0].away = true;
	ring_merge_test_look(t);
	KUNIT_EXPECT_EQ(test, read_one(test), 1);
	ring_merge_pause(&t->merge);
	t->sources[1].away = true;
	t->sources[2].away = true;
	KUNIT_EXPECT_EQ(test, read_one(test), 3);
	KUNIT_EXPECT_EQ(test, read_one(test), 3);
	KUNIT_EXPECT_EQ(test, read_one(test), -1);
	KUNIT_EXPECT_FALSE(test, ring_merge_test_look(t));
	for (i = 0; i < 4; i++)
		t->sources[i].away = false;
	KUNIT_EXPECT_TRUE(test, ring_merge_test_look(t));
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_one(test), 1);
	/* The results of the look may be outdated. */
	ring_merge_forget(&t->merge);
	KUNIT_EXPECT_EQ(test, t->locked, -1);
	KUNIT_EXPECT_EQ(test, read_one(test), -1);
	KUNIT_EXPECT_EQ(test, read_all(test), 2);
}

/* All of the above in random order. */
static void merge_any_order(struct kunit *test)
{
	struct merge_test *t = merge_test_create(test, 7);
	u64 overwritten = 0, written = 0, read = 0;
	struct ring_stats stats;
	u32 i, n;

	test->priv = t;
	for (n = 0; n < 20000; n++) {
		switch (random_below(t, 8)) {
		case 0:
			ring_merge_pause(&t->merge);
			write_random(t, 7, random_below(t, 1000), 60);
			break;
		case 1:
			write_random(t, 1 + random_below(t, 7), random_below(t, 4), 2);
			break;
		case 2:
			ring_merge_pause(&t->merge);
			take_from(t, random_below(t, 7), random_below(t, 80));
			break;
		case 3:
			if (!random_below(t, 8))
				ring_merge_pause(&t->merge);
			break;
		case 4:
			t->busy = !random_below(t, 4);
			break;
		default:
			for (i = random_below(t, 200); i && read_one(test) >= 0; i--)
				;
			/* Then there are no more records of the last look. */
			if (i)
				ring_merge_test_look(t);
		}
	}
	t->busy = false;
	ring_merge_test_look(t);
	read_all(test);
	for (i = 0; i < 7; i++) {
		ring_stats(&t->sources[i].ring, &stats);
		written += stats.written;
		read += stats.read;
		overwritten += stats.overwritten;
	}
	KUNIT_EXPECT_EQ(test, t->got + t->taken, read);
	KUNIT_EXPECT_EQ(test, read + overwritten, written);
	KUNIT_EXPECT_GT(test, t->got, 10000);
	KUNIT_EXPECT_GT(test, t->taken, 10000);
	KUNIT_EXPECT_GT(test, overwritten, 10000);
}

static struct kunit_case merge_cases[] = {
	KUNIT_CASE(merge_quiescent),
	KUNIT_CASE(merge_work),
	KUNIT_CASE(merge_not_beyond_the_look),
	KUNIT_CASE(merge_left),
	KUNIT_CASE(merge_taken_by_others),
	KUNIT_CASE(merge_replaced),
	KUNIT_CASE(merge_away),
	KUNIT_CASE(merge_any_order),
	{}
};

static struct kunit_suite merge_suite = {
	.name = "ktrace_merge",
	.test_cases = merge_cases,
};

kunit_test_suite(merge_suite);
