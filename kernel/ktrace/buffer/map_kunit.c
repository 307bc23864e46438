// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of map.c: a mapped ring is not replaced, and its memory is accounted; mapping a
 * ring that is about to be replaced waits for the new ring.
 */
#include <kunit/test.h>
#include <linux/delay.h>

#include "buffer/buffer_kunit.h"

#define REMAP_TIMES	100
#define PER_PAGE	(ring_page_room(KTRACE_PAGE_BYTES) /			\
			 (ring_units(sizeof(struct test_record)) * RING_UNIT))

/* Mappings are counted: the ring can be replaced after the last one is gone. */
static void map_counted(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct ktrace_buffer *buffer = &t->buffer;
	struct ktrace_ring *kr = ktrace_buffer_cpu(buffer, 0)->ring;
	long before = atomic_long_read(&ktrace_ring_pages_held);

	KUNIT_EXPECT_FALSE(test, ktrace_buffer_any_mapped(buffer, KTRACE_ALL_CPUS));
	KUNIT_EXPECT_EQ(test, ktrace_buffer_map(buffer, 0), 0);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_map(buffer, 0), 0);
	/* Readers own one page, regardless of the number of mappings. */
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before + 1);
	KUNIT_EXPECT_NOT_NULL(test, ktrace_buffer_page(buffer, 0, kr->ring.reader.spare));
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_any_mapped(buffer, KTRACE_ALL_CPUS));
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_any_mapped(buffer, 0));
	KUNIT_EXPECT_EQ(test, ktrace_buffer_resize(buffer, 0, 2 * TEST_KB), -EBUSY);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_resize(buffer, KTRACE_ALL_CPUS, 64), -EBUSY);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_set_page(buffer, 8), -EBUSY);
	KUNIT_EXPECT_FALSE(test, ktrace_buffer_unmap(buffer, 0));
	KUNIT_EXPECT_EQ(test, ktrace_buffer_resize(buffer, 0, 2 * TEST_KB), -EBUSY);
	KUNIT_EXPECT_PTR_EQ(test, ktrace_buffer_cpu(buffer, 0)->ring, kr);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_kb(buffer, 0), TEST_KB);
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_unmap(buffer, 0));
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_resize(buffer, 0, 2 * TEST_KB), 0);
	test_destroy(test, t);
}

/* A buffer without memory cannot be mapped. */
static void map_nothing(struct kunit *test)
{
	struct test_buffer *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	init_completion(&t->freed);
	t->pages = atomic_long_read(&ktrace_ring_pages_held);
	KUNIT_ASSERT_EQ(test, ktrace_buffer_init(&t->buffer), 0);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_map(&t->buffer, 0), -ENODEV);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), t->pages);
	ktrace_buffer_destroy(&t->buffer, test_freed);
	wait_for_completion(&t->freed);
}

/* Count the records in the page that is shown; all have the same size. */
static unsigned int map_shown(struct ring *ring)
{
	const struct ktrace_page_header *header = ring->pages[ring->reader.shown].data;

	return (header->commit & KTRACE_PAGE_SIZE_MASK) /
	       (ring_units(sizeof(struct test_record)) * RING_UNIT);
}

/* A reader with a mapping sees each record once, or sees that it was lost. */
static void map_records(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	int here = get_cpu();
	unsigned int i, n, seen = 0, written = 0;
	struct ring *ring;
	u64 lost, missed = 0;

	/* The thread is bound to its CPU, so preemption need not be off. */
	put_cpu();
	KUNIT_ASSERT_EQ(test, set_cpus_allowed_ptr(current, cpumask_of(here)), 0);
	KUNIT_ASSERT_EQ(test, ktrace_buffer_map(&t->buffer, here), 0);
	ring = ktrace_buffer_lock_cpu(&t->buffer, here);
	ring_map_start(ring);
	ktrace_buffer_unlock_cpu(&t->buffer, here);
	for (i = 0; i < 60; i++) {
		for (n = 0; n < i * PER_PAGE / 7; n++)
			written += test_write(&t->buffer, 0);
		ring = ktrace_buffer_lock_cpu(&t->buffer, here);
		while (ring_map_page(ring, &lost)) {
			seen += map_shown(ring);
			missed += lost;
		}
		ktrace_buffer_unlock_cpu(&t->buffer, here);
	}
	KUNIT_EXPECT_EQ(test, seen + missed, written);
	KUNIT_EXPECT_GT(test, missed, 0);
	KUNIT_EXPECT_GT(test, seen, 0);
	test_by_event(test, &t->buffer);
	ktrace_buffer_unmap(&t->buffer, here);
	test_destroy(test, t);
}

static int replacing_thread(void *data)
{
	struct ktrace_buffer *buffer = data;
	unsigned int i;

	for (i = 0; !kthread_should_stop(); i++) {
		ktrace_buffer_resize(buffer, KTRACE_ALL_CPUS, TEST_KB << i % 2);
		cond_resched();
	}
	return 0;
}

/* A ring can be mapped while other threads replace it all the time; a mapped ring stays. */
static void map_waits(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct task_struct *replacing = test_start(test, replacing_thread, &t->buffer, -1);
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(&t->buffer, 0);
	unsigned int i, replaced = 0;
	struct ktrace_ring *kr;
	u64 uses = part->uses;

	for (i = 0; i < REMAP_TIMES; i++) {
		KUNIT_ASSERT_EQ(test, ktrace_buffer_map(&t->buffer, 0), 0);
		replaced += part->uses != uses;
		uses = part->uses;
		kr = part->ring;
		KUNIT_EXPECT_PTR_EQ(test, ktrace_buffer_written(&t->buffer, 0), kr);
		KUNIT_EXPECT_NOT_NULL(test, kr->ring.pages[kr->ring.reader.spare].data);
		if (i % 4 == 0)
			schedule_timeout_uninterruptible(1);
		KUNIT_EXPECT_PTR_EQ(test, ktrace_buffer_written(&t->buffer, 0), kr);
		KUNIT_EXPECT_EQ(test, part->uses, uses);
		ktrace_buffer_unmap(&t->buffer, 0);
		/* Let the other thread replace the ring. */
		if (i % 4 == 2)
			msleep(20);
	}
	test_end(replacing);
	KUNIT_EXPECT_GT(test, replaced, 0);
	kunit_info(test, "%u times mapped, %u times another ring", i, replaced);
	test_destroy(test, t);
}

/**
 * struct mapping - a thread that maps CPU 0's ring
 * @buffer:	the buffer
 * @err:	result of the mapping
 * @done:	@err is valid
 */
struct mapping {
	struct ktrace_buffer	*buffer;
	int			err;
	bool			done;
};

static int mapping_thread(void *data)
{
	struct mapping *mapping = data;

	mapping->err = ktrace_buffer_map(mapping->buffer, 0);
	/* Store the result before @done. */
	smp_store_release(&mapping->done, true);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/* Whether a thread sleeps in each of ten looks, a tick apart. */
static bool stays_asleep(struct task_struct *task)
{
	unsigned int i;

	for (i = 0; i < 10; i++) {
		schedule_timeout_uninterruptible(1);
		if (READ_ONCE(task->__state) != TASK_UNINTERRUPTIBLE)
			return false;
	}
	return true;
}

/*
 * Writers have moved to a ring with pages of another size, and readers follow after a grace
 * period.  A task that maps the old ring in between must sleep; on a kernel without preemption
 * a busy loop would keep the grace period from ending.
 */
static void map_sleeps(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(&t->buffer, 0);
	struct mapping mapping = { .buffer = &t->buffer };
	u32 page_bytes = t->buffer.page_bytes;
	struct task_struct *task;
	unsigned int tries;

	/* The state after rebuild_switch(). */
	scoped_guard(rwsem_write, &t->buffer.resize) {
		WRITE_ONCE(part->held, true);
		WRITE_ONCE(t->buffer.page_bytes, 16 * page_bytes);
	}
	task = test_start(test, mapping_thread, &mapping, -1);
	for (tries = 0; tries < 20 && !stays_asleep(task); tries++)
		;
	KUNIT_EXPECT_LT(test, tries, 20);
	KUNIT_EXPECT_FALSE(test, READ_ONCE(mapping.done));
	scoped_guard(rwsem_write, &t->buffer.resize)
		WRITE_ONCE(t->buffer.page_bytes, page_bytes);
	ktrace_buffer_release_maps(&t->buffer, 0);
	/* Pairs with the release in mapping_thread(). */
	while (!smp_load_acquire(&mapping.done))
		schedule_timeout_uninterruptible(1);
	test_end(task);
	KUNIT_EXPECT_EQ(test, mapping.err, 0);
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_unmap(&t->buffer, 0));
	test_destroy(test, t);
}

static struct kunit_case map_cases[] = {
	KUNIT_CASE(map_counted),
	KUNIT_CASE(map_nothing),
	KUNIT_CASE(map_records),
	KUNIT_CASE(map_waits),
	KUNIT_CASE(map_sleeps),
	{}
};

static struct kunit_suite map_suite = {
	.name = "ktrace_map",
	.test_cases = map_cases,
};

kunit_test_suite(map_suite);
