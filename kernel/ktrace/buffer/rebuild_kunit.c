// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of rebuild.c: no reader or writer waits for new rings, and each record is
 * read, or lost and reported, in total and by event.
 */
#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/mm.h>

#include "buffer/buffer_kunit.h"

/*
 * Size of the ring that is replaced: accounting for its unread records by event takes a
 * while.
 */
#define FULL_KB		4096
/* A size whose allocation takes a while. */
#define LARGE_KB	(96 * 1024)
#define MAX_WRITERS	4
#define RESIZES		60

/**
 * struct resizing - a resize in progress
 * @buffer:	the buffer
 * @kb:		the new size
 * @err:	result of the resize
 * @done:	@err is valid
 */
struct resizing {
	struct ktrace_buffer	*buffer;
	unsigned long		kb;
	int			err;
	bool			done;
};

static int resizing_thread(void *data)
{
	struct resizing *what = data;

	what->err = ktrace_buffer_resize(what->buffer, KTRACE_ALL_CPUS, what->kb);
	/* Store the result before done. */
	smp_store_release(&what->done, true);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

static unsigned int rebuild_fill(struct ktrace_buffer *buffer, unsigned long kb)
{
	unsigned int n = kb * 1024 / (ring_units(sizeof(struct test_record)) * RING_UNIT), i;

	for (i = 0; i < n; i++) {
		test_write(buffer, i);
		cond_resched();
	}
	return n;
}

/*
 * A reader reads records without delay from the move of writers to the end of the
 * resize: during the grace period, and while unread records are accounted for by event.
 */
static void rebuild_reader_goes_on(struct kunit *test)
{
	struct test_buffer *t = test_create(test, FULL_KB);
	struct resizing what = { .buffer = &t->buffer, .kb = TEST_KB };
	struct test_account account = {};
	struct task_struct *resizing;
	unsigned int written, during = 0, turns = 0;

	written = rebuild_fill(&t->buffer, FULL_KB / 2);
	resizing = test_start(test, resizing_thread, &what, -1);
	/* Pairs with the release in resizing_thread(). */
	while (!smp_load_acquire(&what.done)) {
		if (ktrace_buffer_kb(&t->buffer, 0) == TEST_KB) {
			turns++;
			written += test_write(&t->buffer, 0);
			test_read(test, &t->buffer, &account);
			/* Pairs with the release in the thread that resizes. */
			if (!smp_load_acquire(&what.done))
				during = turns;
		}
		cond_resched();
	}
	test_end(resizing);
	KUNIT_EXPECT_EQ(test, what.err, 0);
	KUNIT_EXPECT_GT(test, during, 10);
	kunit_info(test, "%u turns of a reader during a resize", during);
	test_write(&t->buffer, 0);
	test_read(test, &t->buffer, &account);
	KUNIT_EXPECT_EQ(test, account.read + account.lost, written + 1);
	test_by_event(test, &t->buffer);
	test_destroy(test, t);
}

/* A CPU that comes online while rings are allocated does not wait, and gets a new ring. */
static void rebuild_cpu_comes(struct kunit *test)
{
	struct resizing what = { .kb = LARGE_KB };
	struct task_struct *resizing;
	struct test_buffer *t;
	bool waited;
	int cpu = cpumask_last(cpu_online_mask);
	long before;

	if (!cpu || si_mem_available() < 4 * LARGE_KB / (PAGE_SIZE / 1024) ||
	    remove_cpu(cpu)) {
		kunit_skip(test, "no CPU that can go, or too little memory");
		return;
	}
	t = test_create(test, TEST_KB);
	KUNIT_EXPECT_NULL(test, ktrace_buffer_cpu(&t->buffer, cpu)->ring);
	what.buffer = &t->buffer;
	before = atomic_long_read(&ktrace_ring_pages_held);
	resizing = test_start(test, resizing_thread, &what, -1);
	while (atomic_long_read(&ktrace_ring_pages_held) == before && !READ_ONCE(what.done))
		cond_resched();
	KUNIT_EXPECT_EQ(test, add_cpu(cpu), 0);
	waited = READ_ONCE(what.done);
	KUNIT_EXPECT_FALSE(test, waited);
	/* Pairs with the release in resizing_thread(). */
	while (!smp_load_acquire(&what.done))
		msleep(20);
	test_end(resizing);
	KUNIT_EXPECT_EQ(test, what.err, 0);
	KUNIT_ASSERT_NOT_NULL(test, ktrace_buffer_cpu(&t->buffer, cpu)->ring);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_cpu(&t->buffer, cpu)->ring->ring.nr_slots,
			DIV_ROUND_UP(LARGE_KB * 1024, ring_page_room(KTRACE_PAGE_BYTES)));
	test_destroy(test, t);
}

static int using_thread(void *data)
{
	struct resizing *what = data;

	what->err = ktrace_buffer_use(what->buffer);
	/* Store the result before done. */
	smp_store_release(&what->done, true);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/* Hold a lock until test_end().  The test must not hold it: remove_cpu() takes outer locks. */
static int locking_thread(void *data)
{
	struct ktrace_cpu_buffer *part = data;

	guard(mutex)(&part->lock);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/*
 * A CPU goes offline between the allocation of its first ring and the switch to the new rings.
 * The CPU gets no ring, and the allocated ring is freed.
 */
static void rebuild_cpu_goes(struct kunit *test)
{
	struct test_buffer *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	int cpu = cpumask_last(cpu_online_mask), err;
	struct resizing what = {};
	const u32 room = ring_page_room(KTRACE_PAGE_BYTES);
	struct task_struct *using, *locking;
	struct ktrace_cpu_buffer *first;
	long pages;

	KUNIT_ASSERT_NOT_NULL(test, t);
	if (!cpu) {
		kunit_skip(test, "one CPU");
		return;
	}
	t->pages = atomic_long_read(&ktrace_ring_pages_held);
	init_completion(&t->freed);
	init_completion(&t->snapshot_freed);
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_init(&t->buffer));
	KUNIT_ASSERT_EQ(test, 0, ktrace_snapshot_init(&t->snapshot));
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, TEST_KB));
	/* The rings of all online CPUs, with the page that each ring's readers own. */
	pages = num_online_cpus() * (max(2, DIV_ROUND_UP(TEST_KB * 1024, room)) + 1) *
		(KTRACE_PAGE_BYTES / PAGE_SIZE);
	what.buffer = &t->buffer;
	first = ktrace_buffer_cpu(&t->buffer, cpumask_first(cpu_online_mask));
	/* The thread that replaces rings takes this lock between allocation and switch. */
	locking = test_start(test, locking_thread, first, -1);
	while (!mutex_is_locked(&first->lock))
		schedule_timeout_uninterruptible(1);
	using = test_start(test, using_thread, &what, -1);
	while (atomic_long_read(&ktrace_ring_pages_held) < t->pages + pages &&
	       !READ_ONCE(what.done))
		schedule_timeout_uninterruptible(1);
	err = remove_cpu(cpu);
	KUNIT_EXPECT_FALSE(test, READ_ONCE(what.done));
	test_end(locking);
	/* Pairs with the release in using_thread(). */
	while (!smp_load_acquire(&what.done))
		schedule_timeout_uninterruptible(1);
	test_end(using);
	KUNIT_EXPECT_EQ(test, what.err, 0);
	if (!err) {
		KUNIT_EXPECT_NULL(test, ktrace_buffer_cpu(&t->buffer, cpu)->ring);
		KUNIT_EXPECT_EQ(test, add_cpu(cpu), 0);
	}
	KUNIT_EXPECT_NOT_NULL(test, ktrace_buffer_cpu(&t->buffer, cpu)->ring);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), t->pages + pages);
	test_destroy(test, t);
	if (err)
		kunit_skip(test, "no CPU that can go");
}

/* Impossible sizes are refused without a change. */
static void rebuild_refused(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct test_account account = {};
	unsigned long much = (totalram_pages() << (PAGE_SHIFT - 10)) + 1024;
	struct ktrace_ring *kr;

	/* A ring of such pages may be larger than the memory. */
	KUNIT_EXPECT_EQ(test, ktrace_buffer_set_page(&t->buffer, 512), 0);
	kr = ktrace_buffer_cpu(&t->buffer, 0)->ring;
	test_write(&t->buffer, 0);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, much), -ENOMEM);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS,
						   ULONG_MAX >> 10), -EINVAL);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_set_page(&t->buffer, 1024), -EINVAL);
	KUNIT_EXPECT_PTR_EQ(test, ktrace_buffer_cpu(&t->buffer, 0)->ring, kr);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_kb(&t->buffer, 0), TEST_KB);
	test_read(test, &t->buffer, &account);
	KUNIT_EXPECT_EQ(test, account.read, 1);
	test_destroy(test, t);
}

/*
 * With writers on all CPUs and a reader, each record is read, or reported as lost
 * before the next record.
 */
static void rebuild_exact(struct kunit *test)
{
	struct test_writer writers[MAX_WRITERS];
	struct test_buffer *t = test_create(test, TEST_KB);
	struct test_account account = {}, stats = {};
	u64 next[MAX_WRITERS] = {}, written = 0;
	unsigned int i, n, w;

	n = test_start_writers(test, &t->buffer, writers, MAX_WRITERS, 500);
	for (i = 0; i < RESIZES; i++) {
		KUNIT_EXPECT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS,
							      8 << i % 5));
		if (i % 8 == 7)
			KUNIT_EXPECT_EQ(test, 0, ktrace_buffer_set_page(&t->buffer,
									i % 16 == 7 ? 8 : 4));
		for (w = 0; i % 3 && w < n; w++)
			test_read_cpu(test, &t->buffer, writers[w].cpu, &account, &next[w]);
	}
	for (w = 0; w < n; w++) {
		test_end(writers[w].task);
		written += writers[w].written;
		test_read_cpu(test, &t->buffer, writers[w].cpu, &account, &next[w]);
		/* Losses behind the last record are not reported to a reader. */
		KUNIT_EXPECT_LE(test, next[w], writers[w].written);
	}
	test_stats(&t->buffer, &stats);
	KUNIT_EXPECT_EQ(test, stats.written + stats.dropped, written);
	KUNIT_EXPECT_EQ(test, account.read + stats.overwritten + stats.dropped, written);
	KUNIT_EXPECT_EQ(test, stats.unread, 0);
	test_by_event(test, &t->buffer);
	kunit_info(test, "%llu written, %llu read, %llu lost", written, account.read,
		   account.lost);
	test_destroy(test, t);
}

/* The default sizes share the total of all CPUs, above a minimum for each. */
static void rebuild_default_size(struct kunit *test)
{
	unsigned int cpus;

	for (cpus = 1; cpus <= 8192; cpus++) {
		unsigned long kb = ktrace_buffer_default_kb(cpus);

		KUNIT_EXPECT_GE(test, kb, 256);
		KUNIT_EXPECT_LE(test, kb, 1408);
		KUNIT_EXPECT_EQ(test, kb % 4, 0);
		if (cpus <= 45)
			KUNIT_EXPECT_EQ(test, kb, 1408);
		if (kb > 256)
			KUNIT_EXPECT_LE(test, kb * cpus, 64 * 1024);
		/* And the share is as large as possible. */
		if (kb < 1408 && kb > 256)
			KUNIT_EXPECT_GT(test, (kb + 4) * cpus, 64 * 1024);
	}
	KUNIT_EXPECT_EQ(test, ktrace_buffer_default_kb(256), 256);
}

static struct kunit_case rebuild_cases[] = {
	KUNIT_CASE(rebuild_reader_goes_on),
	KUNIT_CASE_SLOW(rebuild_cpu_comes),
	KUNIT_CASE_SLOW(rebuild_cpu_goes),
	KUNIT_CASE(rebuild_refused),
	KUNIT_CASE_SLOW(rebuild_exact),
	KUNIT_CASE(rebuild_default_size),
	{}
};

static struct kunit_suite rebuild_suite = {
	.name = "ktrace_rebuild",
	.test_cases = rebuild_cases,
};

kunit_test_suite(rebuild_suite);
