// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of follow.c: each record is seen once, or reported as lost, whatever
 * other readers and changes do to the buffer meanwhile.
 *
 * The cases use a buffer of their own, with a writer on one CPU.
 */
#include <kunit/test.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "buffer/buffer.h"
#include "buffer/follow.h"
#include "event/emit.h"
#include "ring/ring.h"

/* Room for more records than three pages have, whatever the size of the machine's page */
#define TEST_KB		(4 * KTRACE_PAGE_BYTES / 1024)

/**
 * struct test_record - a record of the tests
 * @common:	common fields
 * @number:	number of earlier records, without discarded records
 */
struct test_record {
	struct ktrace_common common;
	u64	number;
};

/**
 * struct follow_test - state of a case
 * @follower:	the follower under test
 * @written:	number of records written
 * @seen:	number of records that @follower returned
 * @lost:	number of records that @follower reported as lost
 * @next:	minimum number of the next record
 * @random:	state of the random number generator
 */
struct follow_test {
	struct ktrace_follower *follower;
	u64	written;
	u64	seen;
	u64	lost;
	u64	next;
	u32	random;
};

/* The buffers stay allocated for the next run. */
static struct ktrace_buffer buffer, snapshot;

static int follow_suite_init(struct kunit_suite *suite)
{
	if (buffer.cpus)
		return 0;
	return ktrace_buffer_init(&buffer) ?: ktrace_snapshot_init(&snapshot) ?:
	       ktrace_buffer_resize(&buffer, KTRACE_ALL_CPUS, TEST_KB) ?:
	       ktrace_buffer_use(&buffer);
}

static int follow_test_init(struct kunit *test)
{
	struct follow_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	/* Start without the records of the last case. */
	ktrace_buffer_reset(&buffer, KTRACE_ALL_CPUS);
	t->follower = ktrace_follow(&buffer);
	KUNIT_ASSERT_NOT_NULL(test, t->follower);
	test->priv = t;
	/* The case runs in this thread, which ends with the case. */
	return set_cpus_allowed_ptr(current, cpumask_of(raw_smp_processor_id()));
}

static void follow_test_exit(struct kunit *test)
{
	struct follow_test *t = test->priv;

	if (!t)
		return;
	ktrace_unfollow(t->follower);
	ktrace_buffer_resize(&buffer, KTRACE_ALL_CPUS, TEST_KB);
	ktrace_snapshot_free(&buffer, &snapshot);
}

static void write_one(struct follow_test *t, bool discard)
{
	struct test_record *rec;
	struct ktrace_emit emit;

	guard(preempt_notrace)();
	rec = ktrace_emit_begin(&emit, &buffer, RING_TYPE_DISCARDED, sizeof(*rec), 0);
	if (!rec)
		return;
	rec->number = t->written;
	if (discard) {
		ktrace_emit_discard(&emit);
	} else {
		ktrace_emit_end(&emit);
		t->written++;
	}
}

static void write_some(struct follow_test *t, unsigned int nr)
{
	while (nr--)
		write_one(t, false);
}

/* Take up to @nr records.  Return: whether there was any. */
static bool follow_see(struct kunit *test, unsigned int nr)
{
	struct follow_test *t = test->priv;
	struct ktrace_followed *part;
	bool any = false;
	u64 number;

	while (nr-- && (part = ktrace_follow_peek(t->follower))) {
		number = ((const struct test_record *)part->rec.data)->number;
		KUNIT_EXPECT_GE(test, number, t->next);
		t->next = number + 1;
		t->seen++;
		t->lost += part->rec.overwritten + part->rec.dropped;
		ktrace_follow_pass(part);
		any = true;
	}
	return any;
}

/* Take all records, then write and take one more record, which reports the losses before it. */
static void see_all(struct kunit *test)
{
	struct follow_test *t = test->priv;

	follow_see(test, -1);
	write_one(t, false);
	follow_see(test, -1);
	KUNIT_EXPECT_EQ(test, t->next, t->written);
}

/* Consume up to @nr records, like trace_pipe. */
static void follow_consume(unsigned int nr)
{
	struct ring_record rec;
	struct ring *ring;
	int cpu;

	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(&buffer, cpu);
		if (!ring)
			continue;
		for (; nr && ring_peek(ring, &rec); nr--)
			ring_consume(ring);
		ktrace_buffer_unlock_cpu(&buffer, cpu);
	}
}

static void follow_expect(struct kunit *test, u64 lost)
{
	struct follow_test *t = test->priv;

	KUNIT_EXPECT_EQ(test, t->lost, lost);
	KUNIT_EXPECT_EQ(test, t->seen + t->lost, t->written);
}

/* Number of records that fit in a page. */
static unsigned int per_page(void)
{
	return ring_page_room(KTRACE_PAGE_BYTES) /
	       (ring_units(sizeof(struct test_record)) * RING_UNIT);
}

/* Read single records and whole pages, right behind the writer: nothing is lost. */
static void follow_close_behind(struct kunit *test)
{
	struct follow_test *t = test->priv;
	unsigned int i, step = KTRACE_PAGE_BYTES / RING_PAGE_MIN;

	for (i = 0; i < 3 * per_page(); i++) {
		write_some(t, 1);
		KUNIT_EXPECT_TRUE(test, follow_see(test, -1));
		KUNIT_EXPECT_FALSE(test, follow_see(test, -1));
		follow_expect(test, 0);
	}
	/* With large pages, skip some numbers of records, because the time grows by the square. */
	for (i = 0; i < 3 * per_page(); i += step) {
		write_some(t, i);
		follow_see(test, -1);
		follow_expect(test, 0);
		cond_resched();
	}
}

/* Start following again from the current end. */
static void follow_again(struct kunit *test)
{
	struct follow_test *t = test->priv;

	ktrace_unfollow(t->follower);
	t->follower = ktrace_follow(&buffer);
	KUNIT_ASSERT_NOT_NULL(test, t->follower);
	t->next = t->written;
}

/* Earlier records are neither seen nor reported as lost, whatever the last page holds. */
static void follow_from_now_on(struct kunit *test)
{
	struct follow_test *t = test->priv;
	unsigned int i;

	write_some(t, 2 * per_page());
	for (i = 0; i < 3 * per_page(); i++) {
		write_some(t, 1);
		if (i % 7 == 0)
			follow_consume(i % 50);
		follow_again(test);
		KUNIT_EXPECT_FALSE(test, follow_see(test, -1));
		write_some(t, i % 3);
		follow_see(test, -1);
		KUNIT_EXPECT_EQ(test, t->next, t->written);
		KUNIT_EXPECT_EQ(test, t->lost, 0);
	}
}

/* A new follower copies only the last page, and none of the full pages before it. */
static void follow_skips_pages(struct kunit *test)
{
	struct follow_test *t = test->priv;
	const struct ktrace_followed *part;
	unsigned int tail = RING_PAGE_MIN / 2;

	write_some(t, 3 * per_page());
	/* Write up to a record in the first half of a page. */
	do {
		write_some(t, 1);
		follow_again(test);
		part = &t->follower->cpus[raw_smp_processor_id()];
	} while (part->cursor.iter.cur.off > tail);
	KUNIT_EXPECT_NULL(test, memchr_inv(part->image.data + tail, 0, part->image.bytes - tail));
}

static void follow_overwritten(struct kunit *test)
{
	struct follow_test *t = test->priv;

	write_some(t, 10);
	follow_see(test, 5);
	write_some(t, 20 * per_page());
	see_all(test);
	KUNIT_EXPECT_GT(test, t->lost, 0);
	follow_expect(test, t->lost);
}

/* Records consumed by another reader are reported as lost, and only these. */
static void follow_consumed(struct kunit *test)
{
	struct follow_test *t = test->priv;

	/* All records are in the follower's copy of the page: none is missed. */
	write_some(t, 10);
	follow_consume(10);
	see_all(test);
	follow_expect(test, 0);
	/* The follower has seen part of the page; all full pages are consumed. */
	write_some(t, 3 * per_page());
	follow_see(test, 20);
	follow_consume(-1);
	write_some(t, 5);
	see_all(test);
	KUNIT_EXPECT_GT(test, t->lost, 0);
	KUNIT_EXPECT_LE(test, t->lost, 3 * per_page());
	follow_expect(test, t->lost);
}

/* Discarded records are not reported. */
static void follow_discarded(struct kunit *test)
{
	struct follow_test *t = test->priv;
	unsigned int i;

	for (i = 0; i < 6 * per_page(); i++) {
		/* Include pages that have only discarded records. */
		write_one(t, i % 3 || (i > per_page() && i < 4 * per_page()));
		follow_see(test, -1);
	}
	see_all(test);
	follow_expect(test, 0);
	/* The same, reading all pages at the end. */
	for (i = 0; i < 2 * per_page(); i++)
		write_one(t, i % 7);
	see_all(test);
	follow_expect(test, 0);
}

static unsigned int random_below(struct follow_test *t, unsigned int below)
{
	t->random = t->random * 1664525 + 1013904223;
	return (t->random >> 16) % below;
}

/* Unseen records of a replaced ring are reported as lost, and no others. */
static void follow_resized(struct kunit *test)
{
	struct follow_test *t = test->priv;

	write_some(t, 50);
	follow_see(test, -1);
	KUNIT_ASSERT_EQ(test, ktrace_buffer_resize(&buffer, KTRACE_ALL_CPUS, TEST_KB / 2), 0);
	see_all(test);
	follow_expect(test, 0);
	/* Records in the follower's copy of a page are valid after the ring was replaced. */
	write_some(t, 50);
	follow_see(test, 10);
	follow_consume(5);
	write_some(t, 20);
	KUNIT_ASSERT_EQ(test, ktrace_buffer_set_page(&buffer, KTRACE_PAGE_BYTES / 512), 0);
	write_some(t, 3);
	follow_see(test, 40);
	KUNIT_EXPECT_EQ(test, t->lost, 0);
	see_all(test);
	follow_expect(test, 20);
	KUNIT_ASSERT_EQ(test, ktrace_buffer_set_page(&buffer, KTRACE_PAGE_BYTES / 1024), 0);
	write_some(t, 7);
	see_all(test);
	follow_expect(test, 20);
}

static void write_interrupt(void *t)
{
	write_one(t, false);
}

/* With several CPUs, records are returned in order of time, each once. */
static void follow_many_cpus(struct kunit *test)
{
	struct follow_test *t = test->priv;
	unsigned int turn, n;
	int cpu;

	for (turn = 0; turn < 10; turn++) {
		for (n = 0; n < 10; n++)
			for_each_online_cpu(cpu)
				smp_call_function_single(cpu, write_interrupt, t, true);
		/* follow_see() expects the numbers to grow. */
		follow_see(test, turn % 3 ? -1 : random_below(t, 30));
	}
	see_all(test);
	follow_expect(test, 0);
}

/* After a reset or a snapshot the follower continues with new records. */
static void follow_restarted(struct kunit *test)
{
	struct follow_test *t = test->priv;

	write_some(t, 50);
	follow_see(test, 10);
	ktrace_buffer_reset(&buffer, KTRACE_ALL_CPUS);
	write_some(t, 10);
	see_all(test);
	follow_expect(test, t->lost);
	write_some(t, 50);
	follow_see(test, -1);
	KUNIT_ASSERT_EQ(test, ktrace_snapshot_take(&buffer, &snapshot, KTRACE_ALL_CPUS), 0);
	see_all(test);
	follow_expect(test, t->lost);
	KUNIT_ASSERT_EQ(test, ktrace_snapshot_take(&buffer, &snapshot, KTRACE_ALL_CPUS), 0);
	see_all(test);
	follow_expect(test, t->lost);
}

/* All operations in random order: each record is seen or reported as lost. */
static void follow_any_order(struct kunit *test)
{
	struct follow_test *t = test->priv;
	unsigned int i;

	for (i = 0; i < 3000; i++) {
		switch (random_below(t, 8)) {
		case 0:
			write_some(t, random_below(t, 12 * per_page()));
			break;
		case 1:
			follow_consume(random_below(t, 3 * per_page()));
			break;
		case 2:
			follow_consume(-1);
			break;
		case 3:
			follow_see(test, -1);
			break;
		case 4:
			follow_see(test, random_below(t, 2 * per_page()));
			break;
		case 5:
			/* Resizes are slow: do few. */
			if (!random_below(t, 16))
				ktrace_buffer_resize(&buffer, KTRACE_ALL_CPUS,
						     TEST_KB / 4 * (2 + random_below(t, 4)));
			break;
		default:
			write_some(t, random_below(t, per_page()));
		}
		cond_resched();
	}
	see_all(test);
	follow_expect(test, t->lost);
	KUNIT_EXPECT_GT(test, t->seen, 1000);
	KUNIT_EXPECT_GT(test, t->lost, 1000);
}

static struct kunit_case follow_cases[] = {
	KUNIT_CASE(follow_close_behind),
	KUNIT_CASE(follow_from_now_on),
	KUNIT_CASE(follow_skips_pages),
	KUNIT_CASE(follow_overwritten),
	KUNIT_CASE(follow_consumed),
	KUNIT_CASE(follow_discarded),
	KUNIT_CASE(follow_resized),
	KUNIT_CASE(follow_many_cpus),
	KUNIT_CASE(follow_restarted),
	KUNIT_CASE(follow_any_order),
	{}
};

static struct kunit_suite follow_suite = {
	.name = "ktrace_follow",
	.suite_init = follow_suite_init,
	.init = follow_test_init,
	.exit = follow_test_exit,
	.test_cases = follow_cases,
};

kunit_test_suite(follow_suite);
