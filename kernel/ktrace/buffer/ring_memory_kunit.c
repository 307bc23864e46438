// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of ring_memory.c: a ring has the requested memory, frees it, and can be
 * renewed.
 *
 * The selftest alloc_failure tests the failure of each allocation.
 */
#include <kunit/test.h>
#include <linux/mm.h>

#include "buffer/buffer_kunit.h"

static struct ktrace_ring_setup setup_of(unsigned long kb, u32 page_bytes)
{
	return (struct ktrace_ring_setup) {
		.kb = kb,
		.page_bytes = page_bytes,
		.clock = ktrace_clock_at(0),
	};
}

/* Sizes of records are rounded up: at least two pages, and one more for readers. */
static void ring_sizes(struct kunit *test)
{
	static const unsigned long kbs[] = { 1, 8, 9, 16, 300, 1408 };
	struct test_buffer *t = test_create(test, TEST_KB);
	long before = atomic_long_read(&ktrace_ring_pages_held);
	struct ktrace_ring_setup setup;
	struct ktrace_ring *kr;
	unsigned long slots;
	unsigned int i;
	u32 bytes;

	for (bytes = RING_PAGE_MIN; bytes <= RING_PAGE_MAX; bytes *= 2) {
		for (i = 0; i < ARRAY_SIZE(kbs); i++) {
			slots = max(2UL, DIV_ROUND_UP(kbs[i] << 10, ring_page_room(bytes)));
			setup = setup_of(kbs[i], bytes);
			kr = ktrace_ring_alloc(&t->buffer, 0, &setup);
			KUNIT_ASSERT_NOT_NULL(test, kr);
			KUNIT_EXPECT_EQ(test, kr->ring.nr_slots, slots);
			KUNIT_EXPECT_TRUE(test, ktrace_ring_fits(kr, &setup));
			KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held) - before,
					(slots + 1) << get_order(bytes));
			KUNIT_EXPECT_TRUE(test, kr->fresh);
			KUNIT_EXPECT_TRUE(test, atomic_read(&kr->ring.flags) & RING_OFF);
			ktrace_ring_free(kr);
			KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before);
		}
	}
	test_destroy(test, t);
}

/* Sizes beyond the memory or the range of a ring are refused without an allocation. */
static void ring_refused(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	long before = atomic_long_read(&ktrace_ring_pages_held);
	struct ktrace_ring_setup setup;

	setup = setup_of((totalram_pages() << (PAGE_SHIFT - 10)) + 1024, RING_PAGE_MAX);
	KUNIT_EXPECT_NULL(test, ktrace_ring_alloc(&t->buffer, 0, &setup));
	setup = setup_of(64, RING_PAGE_MIN / 2);
	KUNIT_EXPECT_NULL(test, ktrace_ring_alloc(&t->buffer, 0, &setup));
	setup = setup_of(4096, 2 * RING_PAGE_MAX);
	KUNIT_EXPECT_NULL(test, ktrace_ring_alloc(&t->buffer, 0, &setup));
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before);
	test_destroy(test, t);
}

static void ring_fits(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct ktrace_ring_setup setup = setup_of(64, RING_PAGE_MIN), other;
	struct ktrace_ring *kr = ktrace_ring_alloc(&t->buffer, 0, &setup);

	KUNIT_ASSERT_NOT_NULL(test, kr);
	/* The same number of pages fits. */
	other = setup_of(65, RING_PAGE_MIN);
	KUNIT_EXPECT_TRUE(test, ktrace_ring_fits(kr, &other));
	other = setup_of(63, RING_PAGE_MIN);
	KUNIT_EXPECT_FALSE(test, ktrace_ring_fits(kr, &other));
	other = setup_of(128, 2 * RING_PAGE_MIN);
	KUNIT_EXPECT_FALSE(test, ktrace_ring_fits(kr, &other));
	ktrace_ring_free(kr);
	test_destroy(test, t);
}

/* Write to a ring like a hook. */
static void write_to(struct ktrace_ring *kr, unsigned int n)
{
	struct test_record *rec;
	struct ring_mark mark;

	guard(preempt)();
	for (; n; n--) {
		rec = ring_reserve(&kr->ring, RING_TYPE_DISCARDED, sizeof(*rec), ktrace_clock,
				   &mark);
		if (!rec)
			continue;
		*rec = (struct test_record) { .number = n };
		ring_commit(&kr->ring, &mark);
	}
}

/* A renewed ring is like a new one after any use: empty, off, with empty accounts. */
static void ring_renewed(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct ktrace_ring_setup setup = setup_of(32, RING_PAGE_MIN);
	struct ktrace_ring_setup mono = setup;
	struct ktrace_ring *kr = ktrace_ring_alloc(&t->buffer, 0, &setup);
	struct ktrace_lost sum;
	struct ring_record rec;
	struct ring_stats stats;
	unsigned int turn, i, spares;

	KUNIT_ASSERT_NOT_NULL(test, kr);
	mono.clock = ktrace_clock_find("mono");
	KUNIT_ASSERT_NOT_NULL(test, mono.clock);
	for (turn = 0; turn < 20; turn++) {
		kr->ring.overwrite = turn % 2;
		ring_set_flags(&kr->ring, RING_CLOCK | RING_WAITER, RING_OFF);
		kr->ring.notify = NULL;
		write_to(kr, 100 * turn);
		for (i = 0; i < 60 * turn && ring_peek(&kr->ring, &rec); i++)
			ring_consume(&kr->ring);
		ktrace_ring_renew(kr, turn % 3 ? &setup : &mono);

		KUNIT_EXPECT_PTR_EQ(test, kr->clock, turn % 3 ? setup.clock : mono.clock);
		KUNIT_EXPECT_EQ(test, atomic_read(&kr->ring.flags), RING_OFF);
		KUNIT_EXPECT_TRUE(test, kr->fresh);
		KUNIT_EXPECT_TRUE(test, ring_empty(&kr->ring));
		ring_stats(&kr->ring, &stats);
		KUNIT_EXPECT_EQ(test, stats.written + stats.read + stats.overwritten +
				stats.dropped + stats.nested + stats.bytes, 0);
		memset(&sum, 0, sizeof(sum));
		ktrace_losses_add(&kr->losses, RING_TYPE_DISCARDED, &sum);
		KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_OVERWRITTEN] |
				sum.records[KTRACE_LOST_DROPPED] |
				sum.records[KTRACE_LOST_NESTED] | sum.bytes, 0);
		/* Only the page that mapping fills has no memory. */
		for (i = 0, spares = 0; i < kr->nr_pages; i++)
			spares += !kr->ring.pages[i].data;
		KUNIT_EXPECT_EQ(test, spares, 1);
		KUNIT_EXPECT_NULL(test, kr->ring.pages[RING_SPARE].data);
		write_to(kr, 10);
		KUNIT_EXPECT_TRUE(test, ring_empty(&kr->ring));
	}
	ktrace_ring_free(kr);
	test_destroy(test, t);
}

static struct kunit_case ring_cases[] = {
	KUNIT_CASE(ring_sizes),
	KUNIT_CASE(ring_refused),
	KUNIT_CASE(ring_fits),
	KUNIT_CASE(ring_renewed),
	{}
};

static struct kunit_suite buffer_ring_suite = {
	.name = "ktrace_buffer_ring",
	.test_cases = ring_cases,
};

kunit_test_suite(buffer_ring_suite);
