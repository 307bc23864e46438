/* SPDX-License-Identifier: GPL-2.0 */
/* What the KUnit suites of buffer*.c share: buffers, records with numbers, accounts. */
#ifndef _KTRACE_BUFFER_KUNIT_H
#define _KTRACE_BUFFER_KUNIT_H

#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"
#include "event/emit.h"
#include "ring/ring.h"

/* What a test's rings have unless it wants others. */
#define TEST_KB		16

/**
 * struct test_record - what is written
 * @common:	common fields
 * @number:	how many that writer wrote before
 */
struct test_record {
	struct ktrace_common common;
	u64	number;
};

/**
 * struct test_buffer - a buffer and its snapshot, that tell when they are gone
 * @buffer:	the buffer
 * @snapshot:	its snapshot
 * @freed:	nobody comes to @buffer any more
 * @snapshot_freed: nor to @snapshot
 * @pages:	ktrace_ring_pages_held before they were made
 */
struct test_buffer {
	struct ktrace_buffer	buffer;
	struct ktrace_buffer	snapshot;
	struct completion	freed;
	struct completion	snapshot_freed;
	long			pages;
};

/**
 * struct test_account - what became of records
 * @read:	given to a reader
 * @lost:	told to a reader, before one that it was given
 * @written:	in the accounts of the rings, as are the others
 * @unread:	still there
 * @overwritten: by the writer, or with their ring
 * @dropped:	for want of a page
 */
struct test_account {
	u64	read;
	u64	lost;
	u64	written;
	u64	unread;
	u64	overwritten;
	u64	dropped;
};

static inline void test_freed(struct ktrace_buffer *buffer)
{
	complete(&container_of(buffer, struct test_buffer, buffer)->freed);
}

static inline void test_snapshot_freed(struct ktrace_buffer *snapshot)
{
	complete(&container_of(snapshot, struct test_buffer, snapshot)->snapshot_freed);
}

/* Make a buffer that has rings of @kb. */
static inline struct test_buffer *test_make(struct kunit *test, unsigned long kb)
{
	struct test_buffer *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->pages = atomic_long_read(&ktrace_ring_pages_held);
	init_completion(&t->freed);
	init_completion(&t->snapshot_freed);
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_init(&t->buffer));
	KUNIT_ASSERT_EQ(test, 0, ktrace_snapshot_init(&t->snapshot));
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, kb));
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_use(&t->buffer));
	return t;
}

/* Unmake it, and see that nothing is left. */
static inline void test_unmake(struct kunit *test, struct test_buffer *t)
{
	ktrace_buffer_unmake(&t->buffer, test_freed);
	ktrace_buffer_unmake(&t->snapshot, test_snapshot_freed);
	wait_for_completion(&t->freed);
	wait_for_completion(&t->snapshot_freed);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), t->pages);
}

/* Write a record on this CPU.  Return: whether it was. */
static inline bool test_write(struct ktrace_buffer *buffer, u64 number)
{
	struct test_record *rec;
	struct ktrace_emit emit;

	guard(preempt_notrace)();
	rec = ktrace_emit_begin(&emit, buffer, RING_TYPE_DISCARDED, sizeof(*rec), 0);
	if (!rec)
		return false;
	rec->number = number;
	ktrace_emit_end(&emit);
	return true;
}

/* Read what a CPU has.  The numbers of its one writer follow each other, or are lost. */
static inline void test_read_cpu(struct kunit *test, struct ktrace_buffer *buffer, int cpu,
				 struct test_account *account, u64 *next)
{
	struct ring *ring = ktrace_buffer_lock_cpu(buffer, cpu);
	struct ring_record rec;
	u64 number, lost;

	if (!ring)
		return;
	/* What is mapped is read by who has mapped it. */
	while (!ktrace_buffer_mapped(buffer, cpu) && ring_peek(ring, &rec)) {
		number = ((const struct test_record *)rec.data)->number;
		lost = rec.overwritten + rec.dropped;
		if (next) {
			if (number != *next + lost)
				KUNIT_FAIL(test, "CPU %d: number %llu after %llu, %llu lost",
					   cpu, number, *next, lost);
			*next = number + 1;
		}
		account->read++;
		account->lost += lost;
		ring_consume(ring);
	}
	ktrace_buffer_unlock_cpu(buffer, cpu);
}

/* Read what all CPUs have. */
static inline void test_read(struct kunit *test, struct ktrace_buffer *buffer,
			     struct test_account *account)
{
	int cpu;

	for_each_possible_cpu(cpu)
		test_read_cpu(test, buffer, cpu, account, NULL);
}

/* Add up what the rings' accounts say. */
static inline void test_stats(struct ktrace_buffer *buffer, struct test_account *account)
{
	struct ring_stats stats;
	struct ring *ring;
	int cpu;

	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(buffer, cpu);
		if (!ring)
			continue;
		ring_stats(ring, &stats);
		ktrace_buffer_unlock_cpu(buffer, cpu);
		account->written += stats.written;
		account->unread += stats.written - stats.read - stats.overwritten;
		account->overwritten += stats.overwritten;
		account->dropped += stats.dropped;
	}
}

/* What was lost is the same by event.  Nothing is written meanwhile. */
static inline void test_by_event(struct kunit *test, struct ktrace_buffer *buffer)
{
	struct test_account account = {};
	struct ktrace_lost sum;

	ktrace_buffer_settle(buffer);
	test_stats(buffer, &account);
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_losses(buffer, RING_TYPE_DISCARDED, &sum));
	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_OVERWRITTEN], account.overwritten);
	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_DROPPED] +
			sum.records[KTRACE_LOST_NESTED], account.dropped);
}

/* Start a thread, on @cpu unless that is negative.  To be ended by test_end(). */
static inline struct task_struct *test_start(struct kunit *test, int (*thread)(void *data),
					     void *data, int cpu)
{
	struct task_struct *tsk = kthread_create(thread, data, "ktrace-test");

	KUNIT_ASSERT_FALSE(test, IS_ERR(tsk));
	get_task_struct(tsk);
	if (cpu >= 0)
		kthread_bind(tsk, cpu);
	wake_up_process(tsk);
	return tsk;
}

static inline void test_end(struct task_struct *tsk)
{
	kthread_stop(tsk);
	put_task_struct(tsk);
}

/**
 * struct test_writer - a thread that writes on one CPU
 * @buffer:	where to
 * @task:	the thread
 * @cpu:	which CPU
 * @written:	how many it wrote
 * @burst:	how many in a row
 */
struct test_writer {
	struct ktrace_buffer	*buffer;
	struct task_struct	*task;
	int			cpu;
	u64			written;
	unsigned int		burst;
};

static inline int test_writing(void *data)
{
	struct test_writer *writer = data;
	unsigned int i;

	while (!kthread_should_stop()) {
		for (i = 0; i < writer->burst; i++)
			if (test_write(writer->buffer, writer->written))
				WRITE_ONCE(writer->written, writer->written + 1);
		schedule_timeout_interruptible(1);
	}
	return 0;
}

/* Have a thread write on each of up to @max CPUs.  Return: how many. */
static inline unsigned int test_start_writers(struct kunit *test, struct ktrace_buffer *buffer,
					      struct test_writer *writers, unsigned int max,
					      unsigned int burst)
{
	unsigned int n = 0, cpu;

	for_each_online_cpu(cpu) {
		if (n == max)
			break;
		writers[n] = (struct test_writer) {
			.buffer = buffer,
			.cpu = cpu,
			.burst = burst,
		};
		writers[n].task = test_start(test, test_writing, &writers[n], cpu);
		n++;
	}
	return n;
}

/* End them.  Return: how many records they wrote. */
static inline u64 test_end_writers(struct test_writer *writers, unsigned int n)
{
	u64 written = 0;

	while (n--) {
		test_end(writers[n].task);
		written += writers[n].written;
	}
	return written;
}

#endif /* _KTRACE_BUFFER_KUNIT_H */
