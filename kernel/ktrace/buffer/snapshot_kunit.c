// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of snapshot.c: each record is in the snapshot or in the buffer, whatever
 * context takes the snapshot and whatever writers do meanwhile.
 *
 * The selftest snapshot_nmi tests snapshots from NMIs.
 */
#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/smp.h>

#include "buffer/buffer_kunit.h"
#include "buffer/grace_kunit.h"
#include "buffer/internal.h"

#define MAX_WRITERS	4
#define SNAPSHOTS	100
#define BUSY_TURNS	60
/* KCSAN looks at one access of some thousands. */
#define MARKED_TURNS	40

static struct test_buffer *armed_create(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);

	KUNIT_ASSERT_EQ(test, 0, ktrace_snapshot_arm(&t->buffer, &t->snapshot));
	return t;
}

static void write_some(struct test_buffer *t, unsigned int n)
{
	while (n--)
		test_write(&t->buffer, 0);
}

static unsigned int snapshot_count(struct kunit *test, struct ktrace_buffer *buffer)
{
	struct test_account account = {};

	test_read(test, buffer, &account);
	return account.read;
}

/* Wait until the next snapshot can be taken. */
static void wait_armed(struct test_buffer *t)
{
	while (atomic_read(&t->buffer.taking) != KTRACE_SNAPSHOT_ARMED)
		schedule_timeout_uninterruptible(1);
}

static bool snapshot_test_now(struct test_buffer *t)
{
	return ktrace_snapshot_now(&t->buffer);
}

/* Records written before the snapshot are in it; records written afterwards are not. */
static void snapshot_now(struct kunit *test)
{
	struct test_buffer *t = armed_create(test);
	unsigned int i;

	KUNIT_EXPECT_FALSE(test, ktrace_snapshot_exists(&t->snapshot, KTRACE_ALL_CPUS));
	for (i = 1; i <= 20; i++) {
		write_some(t, i);
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		write_some(t, 5);
		ktrace_snapshot_finish(&t->buffer);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), i);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->buffer), 5);
		wait_armed(t);
	}
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_missed(&t->buffer), 0);
	ktrace_snapshot_disarm(&t->buffer);
	test_destroy(test, t);
}

/* Without ktrace_snapshot_arm() a snapshot is missed, and the miss is counted. */
static void snapshot_missed(struct kunit *test)
{
	struct test_buffer *t = armed_create(test);

	KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
	wait_armed(t);
	ktrace_snapshot_disarm(&t->buffer);
	KUNIT_EXPECT_FALSE(test, snapshot_test_now(t));
	KUNIT_EXPECT_FALSE(test, snapshot_test_now(t));
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_missed(&t->buffer), 2);
	KUNIT_EXPECT_EQ(test, 0, ktrace_snapshot_arm(&t->buffer, &t->snapshot));
	write_some(t, 2);
	/* Missed snapshots are not taken later. */
	wait_armed(t);
	KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->buffer), 2);
	ktrace_snapshot_disarm(&t->buffer);
	test_destroy(test, t);
}

/* All requests during an unfinished snapshot are served by one snapshot after it. */
static void snapshot_again(struct kunit *test)
{
	struct test_buffer *t = armed_create(test);
	unsigned int i, turn;

	for (turn = 0; turn < 10; turn++) {
		write_some(t, 3);
		/* With preemption off no grace period ends, so the snapshot stays unfinished. */
		scoped_guard(preempt)
			for (i = 0; i < 5; i++) {
				KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
				test_write(&t->buffer, 0);
			}
		if (turn % 2)
			wait_armed(t);
		ktrace_snapshot_finish_all(&t->buffer);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 5);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->buffer), 0);
		wait_armed(t);
	}
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_missed(&t->buffer), 0);
	ktrace_snapshot_disarm(&t->buffer);
	test_destroy(test, t);
}

/* A pending snapshot waits for new rings; a mapping, or the end of snapshots, makes it missed. */
static void snapshot_again_held(struct kunit *test)
{
	struct test_buffer *t = armed_create(test);

	/* The work item waits for this lock. */
	scoped_guard(mutex, &t->buffer.rebuild) {
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		write_some(t, 2);
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		ktrace_snapshot_finish(&t->buffer);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 0);
		write_some(t, 1);
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
	}
	ktrace_snapshot_finish_all(&t->buffer);
	KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 3);
	wait_armed(t);
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_missed(&t->buffer), 0);

	scoped_guard(mutex, &t->buffer.rebuild) {
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		write_some(t, 4);
		ktrace_snapshot_finish(&t->buffer);
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		KUNIT_EXPECT_EQ(test, ktrace_buffer_map(&t->buffer, 0), 0);
	}
	wait_armed(t);
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_missed(&t->buffer), 1);
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_unmap(&t->buffer, 0));
	KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->buffer), 4);

	scoped_guard(mutex, &t->buffer.rebuild) {
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		ktrace_snapshot_finish(&t->buffer);
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		ktrace_snapshot_forget(&t->buffer);
	}
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_missed(&t->buffer), 2);
	KUNIT_EXPECT_FALSE(test, snapshot_test_now(t));
	test_destroy(test, t);
}

static void now_interrupt(void *data)
{
	struct test_buffer *t = data;

	snapshot_test_now(t);
}

/* An interrupt on any CPU takes a snapshot of all CPUs. */
static void snapshot_from_interrupt(struct kunit *test)
{
	struct test_buffer *t = armed_create(test);
	int cpu;

	for_each_online_cpu(cpu) {
		write_some(t, 7);
		KUNIT_EXPECT_EQ(test, smp_call_function_single(cpu, now_interrupt, t, true), 0);
		ktrace_snapshot_finish(&t->buffer);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 7);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->buffer), 0);
		wait_armed(t);
	}
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_missed(&t->buffer), 0);
	ktrace_snapshot_disarm(&t->buffer);
	test_destroy(test, t);
}

/* If one ring is mapped, no ring is set aside. */
static void snapshot_mapped(struct kunit *test)
{
	struct test_buffer *t = armed_create(test);

	write_some(t, 4);
	KUNIT_ASSERT_EQ(test, ktrace_buffer_map(&t->buffer, 0), 0);
	KUNIT_EXPECT_FALSE(test, snapshot_test_now(t));
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_take(&t->buffer, &t->snapshot, 0), -EBUSY);
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_take(&t->buffer, &t->snapshot, KTRACE_ALL_CPUS),
			-EBUSY);
	KUNIT_EXPECT_FALSE(test, ktrace_snapshot_exists(&t->snapshot, KTRACE_ALL_CPUS));
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_unmap(&t->buffer, 0));
	KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
	ktrace_snapshot_finish(&t->buffer);
	KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 4);
	ktrace_snapshot_disarm(&t->buffer);
	test_destroy(test, t);
}

/* After a change of size or pages the spare rings have the new size and pages. */
static void snapshot_resized(struct kunit *test)
{
	struct test_buffer *t = armed_create(test);
	unsigned int i;

	for (i = 0; i < 10; i++) {
		write_some(t, 2);
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		/* The resize finishes the snapshot, unless it was finished before. */
		KUNIT_EXPECT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS,
							      8 << i % 3));
		KUNIT_EXPECT_EQ(test, 0, ktrace_buffer_set_page(&t->buffer, i % 2 ? 4 : 8));
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 2);
		write_some(t, 3);
		wait_armed(t);
		KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
		ktrace_snapshot_finish(&t->buffer);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 3);
		wait_armed(t);
	}
	ktrace_snapshot_disarm(&t->buffer);
	test_destroy(test, t);
}

/* A task takes a snapshot of all CPUs, or of one CPU, with spare rings or without. */
static void snapshot_by_task(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	long held = atomic_long_read(&ktrace_ring_pages_held), rings = held - t->pages;
	unsigned int i;

	KUNIT_EXPECT_GT(test, rings, 0);
	for (i = 0; i < 12; i++) {
		write_some(t, i);
		KUNIT_EXPECT_EQ(test, 0, ktrace_snapshot_take(&t->buffer, &t->snapshot,
							      KTRACE_ALL_CPUS));
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), i);
		KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->buffer), 0);
		/* The first snapshot, and arming, allocate as much memory as the rings have. */
		if (!i)
			held += rings;
		if (i == 4) {
			KUNIT_EXPECT_EQ(test, 0, ktrace_snapshot_arm(&t->buffer, &t->snapshot));
			held += rings;
		}
		if (i == 8) {
			ktrace_snapshot_disarm(&t->buffer);
			held -= rings;
		}
		if (i <= 4 || i >= 8)
			KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), held);
		if (i >= 4 && i < 8) {
			write_some(t, 1);
			wait_armed(t);
			KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
			ktrace_snapshot_finish(&t->buffer);
			KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 1);
		}
	}
	ktrace_snapshot_free(&t->buffer, &t->snapshot);
	KUNIT_EXPECT_FALSE(test, ktrace_snapshot_exists(&t->snapshot, KTRACE_ALL_CPUS));
	test_destroy(test, t);
}

/* The buffer is reset, closed or freed while a snapshot is pending: the snapshot is gone. */
static void snapshot_pending(struct kunit *test)
{
	struct test_buffer *t = armed_create(test);

	write_some(t, 3);
	KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
	write_some(t, 2);
	ktrace_buffer_reset(&t->buffer, KTRACE_ALL_CPUS);
	KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->buffer), 0);
	wait_armed(t);
	KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
	ktrace_snapshot_free(&t->buffer, &t->snapshot);
	KUNIT_EXPECT_FALSE(test, ktrace_snapshot_exists(&t->snapshot, KTRACE_ALL_CPUS));
	wait_armed(t);
	KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
	/* A buffer may be destroyed while it is armed. */
	test_destroy(test, t);
}

static int taking_thread(void *data)
{
	struct test_buffer *t = data;

	while (!kthread_should_stop()) {
		snapshot_test_now(t);
		smp_call_function_single(cpumask_any(cpu_online_mask), now_interrupt, t, true);
		schedule_timeout_interruptible(1);
	}
	return 0;
}

/*
 * Add the records and the losses of the snapshot to the accounts.  No record is counted twice,
 * because rings are emptied before they are used again.
 */
static void add_snapshot(struct kunit *test, struct test_buffer *t,
			 struct test_account *account, struct test_account *stats,
			 const struct test_writer *writers, u64 *next, unsigned int n)
{
	unsigned int w;

	for (w = 0; w < n; w++)
		test_read_cpu(test, &t->snapshot, writers[w].cpu, account, &next[w]);
	test_stats(&t->snapshot, stats);
}

/* Snapshots from an interrupt while all CPUs write: each record is seen once, in order. */
static void snapshot_exact(struct kunit *test)
{
	struct test_writer writers[MAX_WRITERS];
	struct test_account account = {}, stats = {};
	struct test_buffer *t = test_create(test, TEST_KB);
	u64 next[MAX_WRITERS] = {}, written = 0;
	unsigned int i, n, w;

	KUNIT_ASSERT_EQ(test, 0, ktrace_snapshot_arm(&t->buffer, &t->snapshot));
	n = test_start_writers(test, &t->buffer, writers, MAX_WRITERS, 200);
	for (i = 0; i < SNAPSHOTS; i++) {
		wait_armed(t);
		if (i % 5)
			smp_call_function_single(writers[i % n].cpu, now_interrupt, t, true);
		else
			KUNIT_EXPECT_EQ(test, 0, ktrace_snapshot_take(&t->buffer, &t->snapshot,
								      KTRACE_ALL_CPUS));
		ktrace_snapshot_finish(&t->buffer);
		add_snapshot(test, t, &account, &stats, writers, next, n);
	}
	written = test_end_writers(writers, n);
	wait_armed(t);
	KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
	ktrace_snapshot_finish(&t->buffer);
	add_snapshot(test, t, &account, &stats, writers, next, n);
	KUNIT_EXPECT_EQ(test, ktrace_snapshot_missed(&t->buffer), 0);
	KUNIT_EXPECT_EQ(test, stats.written, written);
	KUNIT_EXPECT_EQ(test, account.read + account.lost, written);
	KUNIT_EXPECT_EQ(test, stats.overwritten, account.lost);
	for (w = 0; w < n; w++)
		KUNIT_EXPECT_EQ(test, next[w], writers[w].written);
	kunit_info(test, "%llu written, %llu read, %llu lost", written, account.read,
		   account.lost);
	ktrace_snapshot_disarm(&t->buffer);
	test_destroy(test, t);
}

/* Snapshots race with all operations that replace or map rings; no memory is leaked. */
static void snapshot_busy(struct kunit *test)
{
	struct test_writer writers[MAX_WRITERS];
	struct test_buffer *t = armed_create(test);
	struct test_account account = {};
	struct task_struct *taking;
	unsigned int i, n;

	n = test_start_writers(test, &t->buffer, writers, MAX_WRITERS, 50);
	taking = test_start(test, taking_thread, t, -1);
	for (i = 0; i < BUSY_TURNS; i++) {
		switch (i % 6) {
		case 0:
			ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, 8 << i % 5);
			break;
		case 1:
			if (ktrace_buffer_map(&t->buffer, 0))
				break;
			test_read(test, &t->buffer, &account);
			ktrace_buffer_unmap(&t->buffer, 0);
			break;
		case 2:
			ktrace_snapshot_take(&t->buffer, &t->snapshot, i % 4 ? 0 : -1);
			break;
		case 3:
			ktrace_snapshot_free(&t->buffer, &t->snapshot);
			break;
		case 4:
			ktrace_buffer_reset(&t->buffer, KTRACE_ALL_CPUS);
			break;
		default:
			ktrace_snapshot_disarm(&t->buffer);
			test_read(test, &t->buffer, &account);
			KUNIT_EXPECT_EQ(test, 0, ktrace_snapshot_arm(&t->buffer, &t->snapshot));
		}
	}
	test_end(taking);
	test_end_writers(writers, n);
	/* Snapshots still work when the pending one has been taken. */
	wait_armed(t);
	ktrace_snapshot_finish(&t->buffer);
	test_read(test, &t->buffer, &account);
	write_some(t, 9);
	wait_armed(t);
	KUNIT_EXPECT_TRUE(test, snapshot_test_now(t));
	ktrace_snapshot_finish(&t->buffer);
	KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 9);
	test_destroy(test, t);
}

/*
 * A ring that readers left is freed or reused only after a grace period: buffer_armed()
 * may have found the ring before, under RCU, and stores to it.
 */
static void snapshot_ring_left(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(&t->buffer, 0);
	struct ktrace_ring *next, *left;
	struct ktrace_ring_setup setup;
	struct test_grace grace;
	int turn;

	for (turn = 0; turn < 6; turn++) {
		guard(mutex)(&t->buffer.rebuild);
		setup = ktrace_buffer_setup(&t->buffer, 0);
		next = ktrace_ring_alloc(&t->buffer, 0, &setup);
		KUNIT_ASSERT_NOT_NULL(test, next);
		ktrace_buffer_move_writers(&t->buffer, 0, next);
		synchronize_rcu();
		grace = test_grace_now();
		scoped_guard(mutex, &part->lock)
			left = ktrace_buffer_move_readers(&t->buffer, 0, next);
		if (turn % 2) {
			ktrace_ring_renew(left, &setup);
			KUNIT_EXPECT_TRUE(test, test_grace_since(grace));
		}
		ktrace_ring_free(left);
		KUNIT_EXPECT_TRUE(test, test_grace_since(grace));
	}
	test_destroy(test, t);
}

/**
 * struct off_moving - a thread that switches a buffer off
 * @buffer:	the buffer
 * @done:	the buffer is off
 */
struct off_moving {
	struct ktrace_buffer	*buffer;
	struct completion	done;
};

static int off_moving_thread(void *data)
{
	struct off_moving *off = data;

	ktrace_buffer_set_on(off->buffer, false);
	complete(&off->done);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/*
 * Switching a buffer off waits for a snapshot that moves writers: the snapshot may have read
 * that the buffer is on, and then publishes a ring that is open. Here the test takes the part
 * of the snapshot, in the order that fails without the wait.
 */
static void snapshot_off_moving(struct kunit *test)
{
	struct off_moving off = {};
	struct ktrace_ring *spare;
	struct task_struct *thread;
	struct test_buffer *t;

	if (num_online_cpus() < 2)
		kunit_skip(test, "the other CPU spins");
	t = armed_create(test);
	off.buffer = &t->buffer;
	init_completion(&off.done);
	spare = ktrace_buffer_cpu(&t->buffer, 0)->spare;
	KUNIT_ASSERT_NOT_NULL(test, spare);
	KUNIT_ASSERT_EQ(test, KTRACE_SNAPSHOT_ARMED,
			atomic_xchg(&t->buffer.taking, KTRACE_SNAPSHOT_TAKING));
	thread = test_start(test, off_moving_thread, &off,
			    cpumask_any_but(cpu_online_mask, raw_smp_processor_id()));
	while (READ_ONCE(t->buffer.on))
		schedule_timeout_uninterruptible(1);
	schedule_timeout_uninterruptible(HZ / 10);
	KUNIT_EXPECT_FALSE(test, completion_done(&off.done));
	ktrace_buffer_move_writers(&t->buffer, 0, spare);
	ring_set_flags(&spare->ring, 0, RING_OFF);
	/* As snapshots do: after the ring has moved. */
	smp_store_release(&ktrace_buffer_cpu(&t->buffer, 0)->spare, NULL);
	atomic_add_return_release(KTRACE_SNAPSHOT_TAKEN - KTRACE_SNAPSHOT_TAKING,
				  &t->buffer.taking);
	wait_for_completion(&off.done);
	KUNIT_EXPECT_TRUE(test, atomic_read(&spare->ring.flags) & RING_OFF);
	test_end(thread);
	ktrace_snapshot_finish_all(&t->buffer);
	ktrace_snapshot_disarm(&t->buffer);
	test_destroy(test, t);
}

/* Return true if the writers of CPU 0 have moved, and its readers have not. */
static bool half_taken(struct test_buffer *t)
{
	return ktrace_buffer_written(&t->buffer, 0) !=
	       READ_ONCE(ktrace_buffer_cpu(&t->buffer, 0)->ring);
}

static int take_thread(void *data)
{
	struct test_buffer *t = data;

	ktrace_snapshot_take(&t->buffer, &t->snapshot, KTRACE_ALL_CPUS);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/*
 * A ring is set aside only when no CPU goes offline or comes online: grace periods do not wait
 * for a writer on such a CPU, which may still use the ring.
 */
static void snapshot_offline(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct task_struct *thread;
	unsigned int i;

	if (!IS_ENABLED(CONFIG_HOTPLUG_CPU)) {
		test_destroy(test, t);
		kunit_skip(test, "no CPU that can go");
	}
	write_some(t, 3);
	/* As while a CPU goes offline. */
	cpus_write_lock();
	thread = test_start(test, take_thread, t, -1);
	for (i = 0; i < 10 * HZ && !half_taken(t); i++)
		schedule_timeout_uninterruptible(1);
	KUNIT_EXPECT_TRUE(test, half_taken(t));
	for (i = 0; i < 5; i++)
		synchronize_rcu();
	schedule_timeout_uninterruptible(HZ / 10);
	KUNIT_EXPECT_TRUE(test, half_taken(t));
	KUNIT_EXPECT_FALSE(test, ktrace_snapshot_exists(&t->snapshot, KTRACE_ALL_CPUS));
	cpus_write_unlock();
	test_end(thread);
	KUNIT_EXPECT_FALSE(test, half_taken(t));
	KUNIT_EXPECT_EQ(test, snapshot_count(test, &t->snapshot), 3);
	test_destroy(test, t);
}

static int marked_thread(void *data)
{
	struct test_buffer *t = data;
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(&t->buffer, 0);

	while (!kthread_should_stop()) {
		READ_ONCE(part->held);
		READ_ONCE(part->spare);
		READ_ONCE(t->buffer.closed);
		cond_resched();
	}
	return 0;
}

/*
 * Stores to the members that other contexts load without a lock are marked. KCSAN reports a plain
 * store, and the report fails the run of the guest; without KCSAN this test cannot fail.
 */
static void snapshot_marked(struct kunit *test)
{
	struct task_struct *thread;
	struct test_buffer *t;
	unsigned int i;

	if (!IS_ENABLED(CONFIG_KCSAN) || IS_ENABLED(CONFIG_KCSAN_ASSUME_PLAIN_WRITES_ATOMIC))
		kunit_skip(test, "nothing reports plain stores");
	if (num_online_cpus() < 2)
		kunit_skip(test, "needs a second CPU for the thread that reads");
	for (i = 0; i < MARKED_TURNS; i++) {
		t = test_create(test, TEST_KB);
		thread = test_start(test, marked_thread, t,
				    cpumask_any_but(cpu_online_mask, raw_smp_processor_id()));
		ktrace_snapshot_take(&t->buffer, &t->snapshot, KTRACE_ALL_CPUS);
		ktrace_snapshot_take(&t->buffer, &t->snapshot, 0);
		KUNIT_EXPECT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS,
							      2 * TEST_KB));
		ktrace_buffer_close(&t->buffer);
		test_end(thread);
		test_destroy(test, t);
	}
}

static struct kunit_case snapshot_cases[] = {
	KUNIT_CASE(snapshot_now),
	KUNIT_CASE(snapshot_missed),
	KUNIT_CASE(snapshot_again),
	KUNIT_CASE(snapshot_again_held),
	KUNIT_CASE(snapshot_from_interrupt),
	KUNIT_CASE(snapshot_mapped),
	KUNIT_CASE(snapshot_resized),
	KUNIT_CASE(snapshot_by_task),
	KUNIT_CASE(snapshot_pending),
	KUNIT_CASE_SLOW(snapshot_exact),
	KUNIT_CASE(snapshot_busy),
	KUNIT_CASE(snapshot_ring_left),
	KUNIT_CASE(snapshot_off_moving),
	KUNIT_CASE(snapshot_offline),
	KUNIT_CASE(snapshot_marked),
	{}
};

static struct kunit_suite snapshot_suite = {
	.name = "ktrace_snapshot",
	.test_cases = snapshot_cases,
};

kunit_test_suite(snapshot_suite);
