// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of wait.c: whoever waits is woken, by whatever happens; a
 * wake-up that is lost is a case that fails.
 *
 * That no order of the writer's and the reader's steps loses one is shown by
 * tools/testing/ktrace/ring_model (wait*).
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/kthread.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/task.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"
#include "event/emit.h"
#include "ring/ring.h"

#define TEST_KB		16
/* Far more than a wake-up takes anywhere: for one that does not come. */
#define NEVER		(100 * HZ)

/**
 * struct wait_test - a buffer, and a thread that waits for its records
 * @buffer:	the buffer
 * @freed:	it is unmade
 * @waiting:	the thread
 * @pages:	what it waits for: pages, or the next record
 * @woken:	it was woken, and found something
 */
struct wait_test {
	struct ktrace_buffer	buffer;
	struct completion	freed;
	struct task_struct	*waiting;
	bool			pages;
	struct completion	woken;
};

static void buffer_freed(struct ktrace_buffer *buffer)
{
	complete(&container_of(buffer, struct wait_test, buffer)->freed);
}

static int wait_test_init(struct kunit *test)
{
	struct wait_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	init_completion(&t->freed);
	init_completion(&t->woken);
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_init(&t->buffer));
	test->priv = t;
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, TEST_KB));
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_use(&t->buffer));
	/* The case runs in this thread, which ends with it. */
	return set_cpus_allowed_ptr(current, cpumask_of(raw_smp_processor_id()));
}

static void wait_test_exit(struct kunit *test)
{
	struct wait_test *t = test->priv;

	if (!t)
		return;
	if (t->waiting) {
		/* One that was not woken gives up by this. */
		ktrace_buffer_set_on(&t->buffer, false);
		kthread_stop(t->waiting);
		put_task_struct(t->waiting);
	}
	ktrace_buffer_unmake(&t->buffer, buffer_freed);
	wait_for_completion(&t->freed);
}

static int waiting_thread(void *data)
{
	struct wait_test *t = data;
	int wakes;

	/* As a reader does that has looked and found nothing. */
	do {
		wakes = atomic_read_acquire(&t->buffer.wakes);
		if (ktrace_buffer_watch(&t->buffer, KTRACE_ALL_CPUS, t->pages)) {
			complete(&t->woken);
			return 0;
		}
		ktrace_buffer_wait(&t->buffer, KTRACE_ALL_CPUS, t->pages, wakes);
	} while (READ_ONCE(t->buffer.on));
	return 0;
}

/* Start the thread, on @cpu, or anywhere if that is negative. */
static void start_waiting(struct kunit *test, bool pages, int cpu)
{
	struct wait_test *t = test->priv;

	t->pages = pages;
	t->waiting = kthread_create(waiting_thread, t, "ktrace-waiting");
	KUNIT_ASSERT_FALSE(test, IS_ERR(t->waiting));
	get_task_struct(t->waiting);
	if (cpu >= 0)
		kthread_bind(t->waiting, cpu);
	wake_up_process(t->waiting);
}

static void see_waiting(struct wait_test *t)
{
	while (!wq_has_sleeper(&t->buffer.waiters))
		schedule_timeout_uninterruptible(1);
}

static bool write_one(struct wait_test *t)
{
	struct ktrace_common *rec;
	struct ktrace_emit emit;

	guard(preempt_notrace)();
	rec = ktrace_emit_begin(&emit, &t->buffer, RING_TYPE_DISCARDED, sizeof(*rec), 0);
	if (!rec)
		return false;
	ktrace_emit_end(&emit);
	return true;
}

static void expect_woken(struct kunit *test)
{
	struct wait_test *t = test->priv;

	KUNIT_EXPECT_TRUE_MSG(test, wait_for_completion_timeout(&t->woken, NEVER),
			      "a wake-up is lost");
}

static void wait_record(struct kunit *test)
{
	struct wait_test *t = test->priv;

	start_waiting(test, false, -1);
	see_waiting(t);
	KUNIT_EXPECT_TRUE(test, write_one(t));
	expect_woken(test);
}

/* So many pages, and not before. */
static void wait_pages(struct kunit *test)
{
	struct wait_test *t = test->priv;
	unsigned int n = 0;

	ktrace_buffer_set_percent(&t->buffer, 50);
	start_waiting(test, true, -1);
	see_waiting(t);
	while (!completion_done(&t->woken) && n < 100000) {
		KUNIT_ASSERT_TRUE(test, write_one(t));
		n++;
		cond_resched();
	}
	expect_woken(test);
	/* A page and more: half of four, the one in use not counted. */
	KUNIT_EXPECT_GE(test, n, RING_PAGE_MIN / (ring_units(sizeof(struct ktrace_common)) *
						  RING_UNIT) - 2);
}

/*
 * A writer that had begun when the other one began to wait knows nothing of it: what
 * it commits is found by whoever looks when all writers of that time are done.
 */
static void wait_for_writer_before(struct kunit *test)
{
	struct wait_test *t = test->priv;
	int here = raw_smp_processor_id();
	int other = cpumask_any_but(cpu_online_mask, here);
	struct ktrace_common *rec;
	struct ktrace_emit emit;
	struct ktrace_ring *kr = ktrace_buffer_cpu(&t->buffer, here)->ring;

	if (other >= nr_cpu_ids) {
		kunit_skip(test, "one CPU only");
		return;
	}
	start_waiting(test, false, other);
	scoped_guard(preempt_notrace) {
		rec = ktrace_emit_begin(&emit, &t->buffer, RING_TYPE_DISCARDED, sizeof(*rec), 0);
		/* It has looked, and found nothing, and looked again. */
		while (!(atomic_read(&kr->ring.flags) & RING_WAITER) ||
		       !wq_has_sleeper(&t->buffer.waiters))
			cpu_relax();
		if (rec)
			ktrace_emit_end(&emit);
	}
	KUNIT_ASSERT_NOT_NULL(test, rec);
	/* The flag is still there: nobody has seen it. */
	KUNIT_EXPECT_TRUE(test, atomic_read(&kr->ring.flags) & RING_WAITER);
	expect_woken(test);
}

/* What is recorded by a CPU that is not online is told by whoever sees to that CPU. */
static void wait_unnoticed(struct kunit *test)
{
	struct wait_test *t = test->priv;
	int here = raw_smp_processor_id();
	struct ktrace_ring *kr = ktrace_buffer_cpu(&t->buffer, here)->ring;
	int wakes = atomic_read(&t->buffer.wakes);

	ktrace_buffer_wake_unnoticed(&t->buffer, here);
	KUNIT_EXPECT_EQ(test, atomic_read(&t->buffer.wakes), wakes);
	WRITE_ONCE(kr->unnoticed, true);
	ktrace_buffer_wake_unnoticed(&t->buffer, here);
	KUNIT_EXPECT_EQ(test, atomic_read(&t->buffer.wakes), wakes + 1);
	ktrace_buffer_wake_unnoticed(&t->buffer, here);
	KUNIT_EXPECT_EQ(test, atomic_read(&t->buffer.wakes), wakes + 1);
}

/* New rings know nothing of who waits: whoever replaces them wakes. */
static void wait_replaced(struct kunit *test)
{
	struct wait_test *t = test->priv;

	start_waiting(test, false, -1);
	see_waiting(t);
	KUNIT_EXPECT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, 2 * TEST_KB));
	see_waiting(t);
	KUNIT_EXPECT_TRUE(test, write_one(t));
	expect_woken(test);
}

static struct kunit_case wait_cases[] = {
	KUNIT_CASE(wait_record),
	KUNIT_CASE(wait_pages),
	KUNIT_CASE(wait_for_writer_before),
	KUNIT_CASE(wait_unnoticed),
	KUNIT_CASE(wait_replaced),
	{}
};

static struct kunit_suite wait_suite = {
	.name = "ktrace_wait",
	.init = wait_test_init,
	.exit = wait_test_exit,
	.test_cases = wait_cases,
};

kunit_test_suite(wait_suite);
