// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of ring_merge.c: many rings read as one stream.
 *
 * Rings without CPUs, with a lock that counts, in one thread: what others do to the
 * rings meanwhile is done between the reader's steps, and where it opens a ring.
 * Compiles in user space, too (tools/testing/ktrace).
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
/* Bytes of payload: the source, and how many were written to it before. */
#define LEN		16U
/* They find room in a ring, so that none is lost. */
#define RECORDS		1000U

/* struct merge_test.locked: two were opened, or one that was not open was closed. */
#define TWICE		(-2)

/**
 * struct source - a ring, and what the test knows of it
 * @ring:	the ring
 * @pages:	its pages
 * @slots:	its slots
 * @memory:	of @pages
 * @use:	how often it was made anew
 * @away:	it can't be opened
 * @written:	records written since
 * @seen:	of these, at the last look
 * @next:	the least number that the next record to be read can have
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
 * struct merge_test - rings, and who reads them
 * @merge:	under test
 * @sources:	@nr of them
 * @nr:		how many
 * @rec:	the record that was found last
 * @locked:	the source that is open, or -1
 * @locks:	how often one was opened
 * @peeks:	how often a record was looked up
 * @got:	records read
 * @taken:	records read by somebody else
 * @last:	what was read last since the last look
 * @busy:	somebody does something to a source whenever it is opened
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

/* A clock takes no argument. */
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

/* Give a source a ring that nothing was written to. */
static void source_begin(struct source *source)
{
	u32 i;

	memset(&source->ring, 0, sizeof(source->ring));
	memset(source->pages, 0, sizeof(source->pages));
	memset(source->slots, 0, sizeof(source->slots));
	/* RING_SPARE has memory only where it is mapped. */
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
	/* It is aligned to four bytes only. */
	memcpy(payload, content, sizeof(content));
	source->written++;
	ring_commit(&source->ring, &mark);
}

/* Somebody else reads some of a source: records, or a page. */
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

	/* M4 */
	if (t->locked != -1) {
		t->locked = TWICE;
		return false;
	}
	if (t->sources[i].away)
		return false;
	/* Before the lock is had, or another time. */
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

static struct merge_test *merge_test_make(struct kunit *test, u32 nr)
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

static bool look(struct merge_test *t)
{
	memset(&t->last, 0, sizeof(t->last));
	return ring_merge_look(&t->merge);
}

/*
 * Read the next record; return its source, or -1 if there is no more of what was
 * there at the last look.
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
	/* Once. */
	KUNIT_EXPECT_TRUE(test, content[1] >= source->next);
	source->next = content[1] + 1;
	/* M2 */
	KUNIT_EXPECT_TRUE(test, content[1] < source->seen);
	/* M1 */
	KUNIT_EXPECT_TRUE(test, t->rec.time > t->last.time ||
			  (t->rec.time == t->last.time && i >= t->last.source));
	t->last.time = t->rec.time;
	t->last.source = i;
	ring_consume(&source->ring);
	t->got++;
	return i;
}

/* All there is; return how many there were. */
static u64 read_all(struct kunit *test)
{
	struct merge_test *t = test->priv;
	u64 got = t->got;

	do {
		while (read_one(test) >= 0)
			;
	} while (look(t));
	return t->got - got;
}

/* The source whose next record is the earliest, looked for anew each time; or -1. */
static int choose(struct merge_test *t)
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

/* Write @records, in runs of up to @run, to any of the first @among sources. */
static void write_random(struct merge_test *t, u32 among, u32 records, u32 run)
{
	u32 i, n;

	while (records) {
		i = random_below(t, among);
		for (n = min(records, 1 + random_below(t, run)); n; n--) {
			/* Some have the same time, also where they are of two sources. */
			test_now += random_below(t, 3);
			write_to(t, i);
			records--;
		}
	}
}

/* The same as a reader gets who looks at all rings for each record. */
static void merge_quiescent(struct kunit *test)
{
	static const u32 nr[] = { 1, 2, 3, 8, 33 };
	struct merge_test *t, *naive;
	struct ring_record rec;
	u32 i, seed;
	int from;

	for (i = 0; i < ARRAY_SIZE(nr); i++) {
		for (seed = 0; seed < 4; seed++) {
			naive = merge_test_make(test, nr[i]);
			naive->random = seed;
			write_random(naive, nr[i], 300 * nr[i], 1 + seed * 40);
			t = merge_test_make(test, nr[i]);
			test->priv = t;
			t->random = seed;
			/* Some sources have overwritten records, some have nothing. */
			write_random(t, nr[i], 300 * nr[i], 1 + seed * 40);
			look(t);
			while ((from = choose(naive)) >= 0) {
				ring_peek(&naive->sources[from].ring, &rec);
				KUNIT_ASSERT_EQ(test, read_one(test), from);
				KUNIT_EXPECT_EQ(test, t->rec.time, rec.time);
				KUNIT_EXPECT_EQ(test, t->rec.overwritten, rec.overwritten);
				KUNIT_EXPECT_EQ(test, memcmp(t->rec.data, rec.data, LEN), 0);
				ring_consume(&naive->sources[from].ring);
			}
			KUNIT_EXPECT_EQ(test, read_one(test), -1);
			KUNIT_EXPECT_FALSE(test, look(t));
		}
	}
}

/* Runs of @run records, all sources in turn: what does it take to read them? */
static void expect_work(struct kunit *test, u32 nr, u32 run)
{
	struct merge_test *t = merge_test_make(test, nr);
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
	/* One for each run, and one for each look at a source: at first, and at last. */
	KUNIT_EXPECT_TRUE(test, t->locks <= runs + 2 * nr);
	KUNIT_EXPECT_TRUE(test, t->locks <= 2 * runs + nr);
	/* The first record of a run is found twice: as it was to come, and as it did. */
	KUNIT_EXPECT_TRUE(test, t->peeks <= t->got + runs + 2 * nr);
}

static void merge_work(struct kunit *test)
{
	expect_work(test, 1, RECORDS);
	expect_work(test, 2, 1);
	expect_work(test, 8, 10);
	expect_work(test, 32, 200);
	/* Pages one after the other, and as badly as it can be. */
	expect_work(test, 256, 200);
	expect_work(test, 256, 1);
}

/* What has just come does not overtake what came to a source that had nothing. */
static void merge_not_beyond_the_look(struct kunit *test)
{
	struct merge_test *t = merge_test_make(test, 3);
	u32 i;

	test->priv = t;
	for (i = 0; i < 10; i++) {
		test_now++;
		write_to(t, 1);
	}
	look(t);
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_EQ(test, read_one(test), 1);
	ring_merge_pause(&t->merge);
	/* Earlier than what source 1 has then. */
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
	KUNIT_EXPECT_TRUE(test, look(t));
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_one(test), 2);
	KUNIT_EXPECT_EQ(test, read_all(test), 500);
}

/* Who takes nothing gets the same again, also after having closed the source. */
static void merge_left(struct kunit *test)
{
	struct merge_test *t = merge_test_make(test, 2);
	u32 i;

	test->priv = t;
	test_now++;
	write_to(t, 1);
	test_now++;
	write_to(t, 0);
	look(t);
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

/* Several read: each record goes to one of them, and what is left is in order. */
static void merge_taken_by_others(struct kunit *test)
{
	struct merge_test *t = merge_test_make(test, 5);
	struct ring_stats stats;
	u64 written = 0;
	u32 i;

	test->priv = t;
	write_random(t, 5, 2000, 20);
	t->busy = true;
	look(t);
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

/* All that was found ends with a ring: the clock may be another one, too. */
static void merge_replaced(struct kunit *test)
{
	struct merge_test *t = merge_test_make(test, 3);
	u32 i;

	test->priv = t;
	for (i = 0; i < 3; i++) {
		test_now++;
		write_to(t, i);
		write_to(t, i);
	}
	look(t);
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	ring_merge_pause(&t->merge);
	/* By this clock source 0 has the last record, not the first. */
	test_now = 10;
	for (i = 3; i--;) {
		source_begin(&t->sources[i]);
		test_now++;
		write_to(t, i);
	}
	KUNIT_EXPECT_EQ(test, read_one(test), -1);
	KUNIT_EXPECT_TRUE(test, look(t));
	KUNIT_EXPECT_EQ(test, read_one(test), 2);
	KUNIT_EXPECT_EQ(test, read_one(test), 1);
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_all(test), 0);
}

/* One that can't be read, such as a ring that is mapped, is passed over, until it can. */
static void merge_away(struct kunit *test)
{
	struct merge_test *t = merge_test_make(test, 4);
	u32 i;

	test->priv = t;
	for (i = 0; i < 4; i++) {
		test_now++;
		write_to(t, i);
		test_now++;
		write_to(t, i);
	}
	t->sources[0].away = true;
	look(t);
	KUNIT_EXPECT_EQ(test, read_one(test), 1);
	ring_merge_pause(&t->merge);
	t->sources[1].away = true;
	t->sources[2].away = true;
	KUNIT_EXPECT_EQ(test, read_one(test), 3);
	KUNIT_EXPECT_EQ(test, read_one(test), 3);
	KUNIT_EXPECT_EQ(test, read_one(test), -1);
	KUNIT_EXPECT_FALSE(test, look(t));
	for (i = 0; i < 4; i++)
		t->sources[i].away = false;
	KUNIT_EXPECT_TRUE(test, look(t));
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_one(test), 0);
	KUNIT_EXPECT_EQ(test, read_one(test), 1);
	/* What was found may not be believed any more. */
	ring_merge_forget(&t->merge);
	KUNIT_EXPECT_EQ(test, t->locked, -1);
	KUNIT_EXPECT_EQ(test, read_one(test), -1);
	KUNIT_EXPECT_EQ(test, read_all(test), 2);
}

/* All of it in any order. */
static void merge_any_order(struct kunit *test)
{
	struct merge_test *t = merge_test_make(test, 7);
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
			/* Then there is no more of what there was at the last look. */
			if (i)
				look(t);
		}
	}
	t->busy = false;
	look(t);
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
