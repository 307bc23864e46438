/* SPDX-License-Identifier: GPL-2.0 */
/* Helpers of the KUnit suites of this folder: buffers, numbered records, accounts. */
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

/* Default size of a test's rings. */
#define TEST_KB		16

/**
 * struct test_record - a record of the tests
 * @common:	common fields
 * @number:	number of earlier records of the same writer
 */
struct test_record {
	struct ktrace_common common;
	u64	number;
};

/**
 * struct test_buffer - a buffer and its snapshot, with completions of their release
 * @buffer:	the buffer
 * @snapshot:	its snapshot
 * @freed:	@buffer was freed
 * @snapshot_freed:	@snapshot was freed
 * @pages:	ktrace_ring_pages_held before both were created
 */
struct test_buffer {
	struct ktrace_buffer	buffer;
	struct ktrace_buffer	snapshot;
	struct completion	freed;
	struct completion	snapshot_freed;
	long			pages;
};

/**
 * struct test_account - numbers of records
 * @read:	returned to a reader
 * @lost:	reported as lost to a reader, with a later record
 * @written:	written, by the accounts of the rings, like the fields below
 * @unread:	not read yet
 * @overwritten:	overwritten by a writer, or lost with a replaced ring
 * @dropped:	dropped because no page was free
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

/* Create a buffer with rings of @kb. */
static inline struct test_buffer *test_create(struct kunit *test, unsigned long kb)
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

/* Destroy the buffers, and check that all memory was freed. */
static inline void test_destroy(struct kunit *test, struct test_buffer *t)
{
	ktrace_buffer_destroy(&t->buffer, test_freed);
	ktrace_buffer_destroy(&t->snapshot, test_snapshot_freed);
	wait_for_completion(&t->freed);
	wait_for_completion(&t->snapshot_freed);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&ktrace_ring_pages_held), t->pages);
}

/* Write a record on this CPU.  Return: whether it was written. */
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

/*
 * Read the records of a CPU that are in the ring when this function begins.  A writer that adds
 * records faster than this function reads them does not keep it from returning.  The numbers of
 * the CPU's only writer must be consecutive, except for lost records.
 */
static inline void test_read_cpu(struct kunit *test, struct ktrace_buffer *buffer, int cpu,
				 struct test_account *account, u64 *next)
{
	struct ring *ring = ktrace_buffer_lock_cpu(buffer, cpu);
	struct ring_record rec;
	struct ring_stats stats;
	u64 number, lost, left;

	if (!ring)
		return;
	ring_stats(ring, &stats);
	left = stats.written - stats.read - stats.overwritten;
	/* Only the task with a mapping consumes records of a mapped ring. */
	while (left-- && !ktrace_buffer_mapped(buffer, cpu) && ring_peek(ring, &rec)) {
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

/* Read all records of all CPUs. */
static inline void test_read(struct kunit *test, struct ktrace_buffer *buffer,
			     struct test_account *account)
{
	int cpu;

	for_each_possible_cpu(cpu)
		test_read_cpu(test, buffer, cpu, account, NULL);
}

/* Add the accounts of all rings to @account. */
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

/* Check that the losses by event are equal to the totals.  No writer may be active. */
static inline void test_by_event(struct kunit *test, struct ktrace_buffer *buffer)
{
	struct test_account account = {};
	struct ktrace_lost sum;

	ktrace_buffer_finish_losses(buffer);
	test_stats(buffer, &account);
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_losses(buffer, RING_TYPE_DISCARDED, &sum));
	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_OVERWRITTEN], account.overwritten);
	KUNIT_EXPECT_EQ(test, sum.records[KTRACE_LOST_DROPPED] +
			sum.records[KTRACE_LOST_NESTED], account.dropped);
}

/* Start a thread, on @cpu unless @cpu is negative.  test_end() ends the thread. */
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
 * @buffer:	the buffer
 * @task:	the thread
 * @cpu:	the CPU
 * @written:	number of records written
 * @burst:	number of records without a pause
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

/* Start a writer thread on each of up to @max CPUs.  Return: number of threads. */
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

/* End the writer threads.  Return: number of records that they wrote. */
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
