// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the lifetime of buffers: references, waiters, and memory that is freed
 * completely, also while other threads write, read and map.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "buffer/buffer.h"
#include "buffer/follow.h"
#include "buffer/internal.h"
#include "event/emit.h"
#include "ring/ring.h"

#define TEST_KB		16
#define OFF_TIMES	300
#define REMAP_TIMES	60
#define MAX_THREADS	8

/* A longer test: life_kunit.many_times=100000 life_kunit.busy_times=1000 at boot. */
static unsigned int many_times = 1000;
module_param(many_times, uint, 0444);
MODULE_PARM_DESC(many_times, "number of unused buffers that are created and destroyed");

static unsigned int busy_times = 60;
module_param(busy_times, uint, 0444);
MODULE_PARM_DESC(busy_times, "number of busy buffers that are created and destroyed");

/**
 * struct test_buffer - a buffer with a completion of its release
 * @buffer:	the buffer
 * @freed:	the buffer was freed
 */
struct test_buffer {
	struct ktrace_buffer	buffer;
	struct completion	freed;
};

static void buffer_freed(struct ktrace_buffer *buffer)
{
	complete(&container_of(buffer, struct test_buffer, buffer)->freed);
}

static struct test_buffer *test_create(struct kunit *test, bool used)
{
	struct test_buffer *t = kzalloc(sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	init_completion(&t->freed);
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_init(&t->buffer));
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, TEST_KB));
	if (used)
		KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_use(&t->buffer));
	return t;
}

static void test_destroy(struct test_buffer *t)
{
	ktrace_buffer_destroy(&t->buffer, buffer_freed);
	wait_for_completion(&t->freed);
	kfree(t);
}

static bool write_one(struct ktrace_buffer *buffer)
{
	struct ktrace_common *rec;
	struct ktrace_emit emit;

	guard(preempt_notrace)();
	rec = ktrace_emit_begin(&emit, buffer, RING_TYPE_DISCARDED, sizeof(*rec), 0);
	if (!rec)
		return false;
	ktrace_emit_end(&emit);
	return true;
}

static unsigned int read_all(struct ktrace_buffer *buffer)
{
	struct ring_record rec;
	unsigned int n = 0;
	struct ring *ring;
	int cpu;

	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(buffer, cpu);
		if (!ring)
			continue;
		/* Only the task with a mapping consumes records of a mapped ring. */
		for (; !ktrace_buffer_mapped(buffer, cpu) && ring_peek(ring, &rec); n++)
			ring_consume(ring);
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
	return n;
}

/* Number of machine pages of small allocations. */
static long small_pages(void)
{
	return global_node_page_state_pages(NR_SLAB_UNRECLAIMABLE_B) + pcpu_nr_pages();
}

/*
 * Check that small allocations have not grown since @before, except for noise.  A leak
 * of 512 bytes for each of @times rounds would be found.  KASAN delays freeing.
 */
static void expect_small(struct kunit *test, long before, unsigned int times)
{
	long more = small_pages() - before;

	kunit_info(test, "%ld pages of small allocations more", more);
	if (!IS_ENABLED(CONFIG_KASAN))
		KUNIT_EXPECT_LT(test, more, 32 + times / 8);
}

/* Create and destroy buffers: all memory is freed. */
static void life_many(struct kunit *test)
{
	long before = atomic_long_read(&ktrace_ring_pages_held), small = small_pages();
	unsigned int i;

	for (i = 0; i < many_times; i++)
		test_destroy(test_create(test, i % 16 == 0));
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before);
	expect_small(test, small, many_times);
}

/* A removed buffer that a reader holds can be read, but not written or resized. */
static void life_held(struct kunit *test)
{
	long before = atomic_long_read(&ktrace_ring_pages_held);
	struct test_buffer *t = test_create(test, true);
	struct ktrace_buffer *buffer = &t->buffer;

	KUNIT_EXPECT_TRUE(test, write_one(buffer));
	ktrace_buffer_get(buffer);
	ktrace_buffer_destroy(buffer, buffer_freed);

	KUNIT_EXPECT_FALSE(test, write_one(buffer));
	KUNIT_EXPECT_EQ(test, ktrace_buffer_resize(buffer, KTRACE_ALL_CPUS, 64), -ENODEV);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_set_page(buffer, 8), -ENODEV);
	ktrace_buffer_set_on(buffer, true);
	KUNIT_EXPECT_FALSE(test, write_one(buffer));
	KUNIT_EXPECT_EQ(test, read_all(buffer), 1);
	KUNIT_EXPECT_FALSE(test, completion_done(&t->freed));
	KUNIT_EXPECT_GT(test, atomic_long_read(&ktrace_ring_pages_held), before);

	ktrace_buffer_put(buffer);
	wait_for_completion(&t->freed);
	kfree(t);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before);
}

/* A destroyed buffer without rings gets none. */
static void life_unused(struct kunit *test)
{
	struct test_buffer *t = test_create(test, false);

	ktrace_buffer_get(&t->buffer);
	ktrace_buffer_destroy(&t->buffer, buffer_freed);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_use(&t->buffer), -ENODEV);
	KUNIT_EXPECT_EQ(test, read_all(&t->buffer), 0);
	ktrace_buffer_put(&t->buffer);
	wait_for_completion(&t->freed);
	kfree(t);
}

/* A follower and a mapping keep a destroyed buffer. */
static void life_followed(struct kunit *test)
{
	long before = atomic_long_read(&ktrace_ring_pages_held);
	struct test_buffer *t = test_create(test, true);
	struct ktrace_follower *follower = ktrace_follow(&t->buffer);
	struct ktrace_followed *part;

	KUNIT_ASSERT_NOT_NULL(test, follower);
	KUNIT_EXPECT_TRUE(test, write_one(&t->buffer));
	ktrace_buffer_destroy(&t->buffer, buffer_freed);
	part = ktrace_follow_peek(follower);
	KUNIT_EXPECT_NOT_NULL(test, part);
	if (part)
		ktrace_follow_pass(part);
	KUNIT_EXPECT_NULL(test, ktrace_follow_peek(follower));
	KUNIT_EXPECT_FALSE(test, completion_done(&t->freed));
	ktrace_unfollow(follower);
	wait_for_completion(&t->freed);
	kfree(t);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before);
}

static int waiting_thread(void *data)
{
	struct ktrace_buffer *buffer = data;
	int wakes;

	do {
		wakes = ktrace_buffer_wakes(buffer, KTRACE_ALL_CPUS);
		if (READ_ONCE(buffer->closed))
			break;
	} while (!ktrace_buffer_wait(buffer, KTRACE_ALL_CPUS, KTRACE_AWAIT_RECORD, wakes));
	ktrace_buffer_put(buffer);
	return 0;
}

/* A waiting reader stops waiting, and then the buffer is freed. */
static void life_waited_for(struct kunit *test)
{
	struct test_buffer *t = test_create(test, true);
	struct task_struct *waiting;

	ktrace_buffer_get(&t->buffer);
	waiting = kthread_run(waiting_thread, &t->buffer, "ktrace-waiting");
	KUNIT_ASSERT_FALSE(test, IS_ERR(waiting));
	while (!wq_has_sleeper(&t->buffer.waiters.queue))
		usleep_range(100, 200);
	test_destroy(t);
}

/* Called in an interrupt on another CPU. */
static void off_interrupt(void *buffer)
{
	ktrace_buffer_off(buffer);
}

static bool all_off(struct ktrace_buffer *buffer, bool off)
{
	struct ktrace_ring *kr;
	int cpu;

	for_each_possible_cpu(cpu) {
		kr = ktrace_buffer_cpu(buffer, cpu)->ring;
		if (kr && !!(atomic_read(&kr->ring.flags) & RING_OFF) != off)
			return false;
	}
	return true;
}

/* Switched off from any context: no more records are written, and waiting readers are woken. */
static void life_off(struct kunit *test)
{
	struct test_buffer *t = test_create(test, true);
	struct ktrace_buffer *buffer = &t->buffer;
	int wakes = atomic_read(&buffer->waiters.wakes);
	int cpu;

	for_each_online_cpu(cpu) {
		KUNIT_EXPECT_TRUE(test, write_one(buffer));
		smp_call_function_single(cpu, off_interrupt, buffer, true);
		KUNIT_EXPECT_FALSE(test, buffer->on);
		KUNIT_EXPECT_FALSE(test, write_one(buffer));
		irq_work_sync(&buffer->off);
		KUNIT_EXPECT_NE(test, atomic_read(&buffer->waiters.wakes), wakes);
		ktrace_buffer_set_on(buffer, true);
		wakes = atomic_read(&buffer->waiters.wakes);
	}
	KUNIT_EXPECT_TRUE(test, write_one(buffer));
	test_destroy(t);
}

/* Number of times that the thread below must switch off, and has switched off. */
static unsigned int off_wanted, off_made;

static int off_thread(void *data)
{
	unsigned int wanted;

	while (!kthread_should_stop()) {
		wanted = READ_ONCE(off_wanted);
		if (wanted != off_made) {
			ktrace_buffer_off(data);
			/* Switch the buffer off before publishing the count. */
			smp_store_release(&off_made, wanted);
		}
		cond_resched();
	}
	return 0;
}

/*
 * Switch off and on, or off and replace rings, at the same time: all rings agree with
 * the buffer.
 */
static void life_off_and_on(struct kunit *test)
{
	struct test_buffer *t = test_create(test, true);
	struct task_struct *off;
	unsigned int i, on = 0;

	off_made = 0;
	WRITE_ONCE(off_wanted, 0);
	off = kthread_run(off_thread, &t->buffer, "ktrace-off");
	KUNIT_ASSERT_FALSE(test, IS_ERR(off));
	for (i = 1; i <= OFF_TIMES; i++) {
		WRITE_ONCE(off_wanted, i);
		/* Vary which thread is first. */
		udelay(i % 64);
		if (i % 16)
			ktrace_buffer_set_on(&t->buffer, true);
		else
			ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS,
					     TEST_KB * (1 + i / 16 % 2));
		/* Pairs with the release: both operations are done. */
		while (smp_load_acquire(&off_made) != i)
			cond_resched();
		if (!all_off(&t->buffer, !t->buffer.on)) {
			KUNIT_FAIL(test, "turn %u: buffer is %s, a ring is not", i,
				   t->buffer.on ? "on" : "off");
			break;
		}
		on += t->buffer.on;
	}
	kthread_stop(off);
	kunit_info(test, "%u times on, %u times off", on, OFF_TIMES - on);
	test_destroy(t);
}

/* The buffer that the threads use; NULL if there is none. */
static struct ktrace_buffer *present;
/* While held for reading, present does not change. */
static DECLARE_RWSEM(present_rwsem);
static atomic_long_t present_writes, present_reads, present_maps, present_pages;

/* Write like a hook, without a lock: a grace period protects the buffer. */
static int writing_thread(void *unused)
{
	struct ktrace_buffer *buffer;
	unsigned int i;

	while (!kthread_should_stop()) {
		for (i = 0; i < 50; i++) {
			guard(preempt_notrace)();
			buffer = READ_ONCE(present);
			if (buffer && write_one(buffer))
				atomic_long_inc(&present_writes);
		}
		cond_resched();
	}
	return 0;
}

/* Take a reference to the present buffer; NULL if there is none. */
static struct ktrace_buffer *hold_present(void)
{
	guard(rwsem_read)(&present_rwsem);
	if (present)
		ktrace_buffer_get(present);
	return present;
}

static int reading_thread(void *unused)
{
	struct ktrace_buffer *buffer;
	int wakes;

	while (!kthread_should_stop()) {
		buffer = hold_present();
		if (buffer) {
			do {
				wakes = ktrace_buffer_wakes(buffer, KTRACE_ALL_CPUS);
				atomic_long_add(read_all(buffer), &present_reads);
			} while (!READ_ONCE(buffer->closed) &&
				 !ktrace_buffer_wait(buffer, KTRACE_ALL_CPUS,
						     KTRACE_AWAIT_RECORD, wakes));
			ktrace_buffer_put(buffer);
		}
		cond_resched();
	}
	return 0;
}

/* Read like a task with a mapping.  Return: number of pages. */
static unsigned int read_mapped(struct ktrace_buffer *buffer, int cpu)
{
	struct ring *ring = ktrace_buffer_lock_cpu(buffer, cpu);
	unsigned int n = 0;
	u64 lost;

	ring_map_start(ring);
	while (ring_map_page(ring, &lost))
		n++;
	ktrace_buffer_unlock_cpu(buffer, cpu);
	return n;
}

static int mapping_thread(void *unused)
{
	struct ktrace_buffer *buffer;

	while (!kthread_should_stop()) {
		buffer = hold_present();
		if (buffer) {
			if (!ktrace_buffer_map(buffer, 0)) {
				atomic_long_inc(&present_maps);
				atomic_long_add(read_mapped(buffer, 0), &present_pages);
				cond_resched();
				ktrace_buffer_unmap(buffer, 0);
			}
			ktrace_buffer_resize(buffer, KTRACE_ALL_CPUS, TEST_KB * 2);
			ktrace_buffer_resize(buffer, KTRACE_ALL_CPUS, TEST_KB);
			ktrace_buffer_put(buffer);
		}
		cond_resched();
	}
	return 0;
}

static unsigned int start_threads(struct kunit *test, struct task_struct **threads)
{
	unsigned int n = 0, cpu;

	for_each_online_cpu(cpu)
		if (n < MAX_THREADS - 2)
			threads[n++] = kthread_run_on_cpu(writing_thread, NULL, cpu,
							  "ktrace-write/%u");
	threads[n++] = kthread_run(reading_thread, NULL, "ktrace-read");
	threads[n++] = kthread_run(mapping_thread, NULL, "ktrace-map");
	return n;
}

/*
 * Whether each kind of thread has succeeded.  Where the scheduler lets the thread that maps
 * run on the CPU of the ring, the ring is empty most times that it is mapped.
 */
static bool busy_all_done(void)
{
	return atomic_long_read(&present_reads) && atomic_long_read(&present_maps) &&
	       atomic_long_read(&present_pages);
}

/* Destroy buffers while threads write, wait for records, map, and replace rings. */
static void life_busy(struct kunit *test)
{
	long before = atomic_long_read(&ktrace_ring_pages_held), small = small_pages();
	struct task_struct *threads[MAX_THREADS];
	unsigned int i, n = start_threads(test, threads);
	struct test_buffer *t;
	long wanted;

	for (i = 0; i < busy_times || (i < 20 * busy_times && !busy_all_done()); i++) {
		t = test_create(test, true);
		wanted = atomic_long_read(&present_writes) + 200;
		scoped_guard(rwsem_write, &present_rwsem)
			WRITE_ONCE(present, &t->buffer);
		while (atomic_long_read(&present_writes) < wanted)
			usleep_range(50, 100);
		scoped_guard(rwsem_write, &present_rwsem)
			WRITE_ONCE(present, NULL);
		test_destroy(t);
	}
	while (n--)
		if (!IS_ERR(threads[n]))
			kthread_stop(threads[n]);
	KUNIT_EXPECT_GT(test, atomic_long_read(&present_reads), 0);
	KUNIT_EXPECT_GT(test, atomic_long_read(&present_maps), 0);
	KUNIT_EXPECT_GT(test, atomic_long_read(&present_pages), 0);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before);
	expect_small(test, small, i);
	kunit_info(test, "%ld written, %ld read, %ld times mapped, %ld pages read so",
		   atomic_long_read(&present_writes), atomic_long_read(&present_reads),
		   atomic_long_read(&present_maps), atomic_long_read(&present_pages));
}

/* Whether the thread that maps and the thread that changes pages are done. */
static bool remap_done;

static int remapping_thread(void *data)
{
	struct ktrace_buffer *buffer = data;

	while (!READ_ONCE(remap_done)) {
		if (!ktrace_buffer_map(buffer, 0))
			ktrace_buffer_unmap(buffer, 0);
		cond_resched();
	}
	return 0;
}

static int repaging_thread(void *data)
{
	struct ktrace_buffer *buffer = data;
	unsigned int i;

	/* A real-time thread runs as soon as another thread releases the lock that it waits for. */
	sched_set_fifo(current);
	for (i = 0; i < REMAP_TIMES && !READ_ONCE(remap_done); i++) {
		/* Fails with -EBUSY while the ring is mapped. */
		ktrace_buffer_set_page(buffer, i % 2 ? 4 : 16);
		/* Let the other thread run: each round meets the thread at another point. */
		msleep(20);
	}
	WRITE_ONCE(remap_done, true);
	return 0;
}

static struct task_struct *start_on_0(int (*thread)(void *data), struct ktrace_buffer *buffer)
{
	struct task_struct *tsk = kthread_run_on_cpu(thread, buffer, 0, "ktrace-remap/%u");

	if (!IS_ERR(tsk))
		get_task_struct(tsk);
	return tsk;
}

static void end_thread(struct task_struct *tsk)
{
	if (IS_ERR(tsk))
		return;
	kthread_stop(tsk);
	put_task_struct(tsk);
}

/*
 * A ring is unmapped while its page size changes: the page that is freed is the page
 * that was allocated.
 */
static void life_remapped(struct kunit *test)
{
	long before = atomic_long_read(&ktrace_ring_pages_held);
	struct test_buffer *t = test_create(test, true);
	struct task_struct *mapping, *paging;

	WRITE_ONCE(remap_done, false);
	paging = start_on_0(repaging_thread, &t->buffer);
	mapping = start_on_0(remapping_thread, &t->buffer);
	KUNIT_EXPECT_FALSE(test, IS_ERR(paging));
	KUNIT_EXPECT_FALSE(test, IS_ERR(mapping));
	while (!IS_ERR(paging) && !READ_ONCE(remap_done))
		msleep(20);
	WRITE_ONCE(remap_done, true);
	end_thread(paging);
	end_thread(mapping);
	test_destroy(t);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), before);
}

static struct kunit_case life_cases[] = {
	KUNIT_CASE_SLOW(life_many),
	KUNIT_CASE(life_held),
	KUNIT_CASE(life_unused),
	KUNIT_CASE(life_followed),
	KUNIT_CASE(life_waited_for),
	KUNIT_CASE_SLOW(life_remapped),
	KUNIT_CASE(life_off),
	KUNIT_CASE(life_off_and_on),
	KUNIT_CASE_SLOW(life_busy),
	{}
};

static struct kunit_suite life_suite = {
	.name = "ktrace_life",
	.test_cases = life_cases,
};

kunit_test_suite(life_suite);
