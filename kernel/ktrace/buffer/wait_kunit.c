// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of wait.c and wake.c: each waiting reader is woken by every change that
 * concerns it, and by no other.  A lost wake-up makes a case fail.
 *
 * tools/testing/ktrace/ring_model (wait*) and weak/wait.pml show that no order of the
 * steps of writer and reader loses a wake-up.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/poll.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/smp.h>

#include "buffer/buffer.h"
#include "buffer/grace_kunit.h"
#include "buffer/internal.h"
#include "event/emit.h"
#include "ring/ring.h"

/* Five pages, whatever the size of the machine's page */
#define TEST_KB		(4 * KTRACE_PAGE_BYTES / 1024)
/* Timeout for a wake-up that does not come, far above the duration of any wake-up. */
#define NEVER		(100 * HZ)

/* Threads that wait for the CPU that runs the test, for another CPU, for any CPU. */
enum { HERE, THERE, ANY, NR_WAITING };

/**
 * struct waiting - a thread that waits for records
 * @buffer:	the buffer
 * @cpu:	the CPU, or KTRACE_ALL_CPUS
 * @awaited:	the condition
 * @task:	the thread, or NULL
 * @woken:	the thread was woken, and found a record or the end of recording
 * @found:	the thread found a record
 */
struct waiting {
	struct ktrace_buffer	*buffer;
	int			cpu;
	enum ktrace_awaited	awaited;
	struct task_struct	*task;
	struct completion	woken;
	bool			found;
};

/**
 * struct wait_test - a buffer, and threads that wait for its records
 * @buffer:	the buffer
 * @snapshot:	the snapshot of @buffer
 * @destroyed:	the test has destroyed @buffer
 * @freed:	@buffer and @snapshot were freed
 * @here:	the CPU that the test runs on
 * @there:	another CPU, or @here on a machine with a single CPU
 * @waiting:	the threads
 * @wakes:	number of wake-ups of each queue at note_wakes()
 */
struct wait_test {
	struct ktrace_buffer	buffer;
	struct ktrace_buffer	snapshot;
	bool			destroyed;
	struct completion	freed;
	int			here;
	int			there;
	struct waiting		waiting[NR_WAITING];
	int			wakes[NR_WAITING];
};

static void buffer_freed(struct ktrace_buffer *buffer)
{
	complete(&container_of(buffer, struct wait_test, buffer)->freed);
}

static void snapshot_freed(struct ktrace_buffer *snapshot)
{
	complete(&container_of(snapshot, struct wait_test, snapshot)->freed);
}

static int wait_test_init(struct kunit *test)
{
	struct wait_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	init_completion(&t->freed);
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_init(&t->buffer));
	KUNIT_ASSERT_EQ(test, 0, ktrace_snapshot_init(&t->snapshot));
	/* Keep the buffer until the threads have ended. */
	ktrace_buffer_get(&t->buffer);
	test->priv = t;
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, TEST_KB));
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_use(&t->buffer));
	t->here = raw_smp_processor_id();
	t->there = cpumask_any_but(cpu_online_mask, t->here);
	if (t->there >= nr_cpu_ids)
		t->there = t->here;
	t->waiting[HERE].cpu = t->here;
	t->waiting[THERE].cpu = t->there;
	t->waiting[ANY].cpu = KTRACE_ALL_CPUS;
	/* The case runs in this thread, which ends with the case. */
	return set_cpus_allowed_ptr(current, cpumask_of(t->here));
}

static void destroy_buffer(struct wait_test *t)
{
	if (!t->destroyed)
		ktrace_buffer_destroy(&t->buffer, buffer_freed);
	t->destroyed = true;
}

static void end_waiting(struct waiting *w)
{
	if (!w->task)
		return;
	kthread_stop(w->task);
	put_task_struct(w->task);
	w->task = NULL;
}

static void wait_test_exit(struct kunit *test)
{
	struct wait_test *t = test->priv;
	int i;

	if (!t)
		return;
	/* Destroying the buffer ends the wait of threads that were not woken. */
	destroy_buffer(t);
	for (i = 0; i < NR_WAITING; i++)
		end_waiting(&t->waiting[i]);
	ktrace_buffer_put(&t->buffer);
	ktrace_buffer_destroy(&t->snapshot, snapshot_freed);
	wait_for_completion(&t->freed);
	wait_for_completion(&t->freed);
}

static int waiting_thread(void *data)
{
	struct waiting *w = data;
	int wakes;

	/* Wait like a reader that has found no record. */
	do {
		wakes = ktrace_buffer_wakes(w->buffer, w->cpu);
		if (ktrace_buffer_watch(w->buffer, w->cpu, w->awaited)) {
			w->found = true;
			break;
		}
		ktrace_buffer_wait(w->buffer, w->cpu, w->awaited, wakes);
	} while (READ_ONCE(w->buffer->on));
	complete(&w->woken);
	return 0;
}

/* Wait like a follower, for the next record. */
static int following_thread(void *data)
{
	struct waiting *w = data;
	struct ktrace_waiters *waiters = ktrace_buffer_waiters(w->buffer, w->cpu);
	int wakes = ktrace_buffer_wakes(w->buffer, w->cpu);

	w->found = ktrace_buffer_watch(w->buffer, w->cpu, w->awaited);
	wait_event_idle(waiters->queue, atomic_read(&waiters->wakes) != wakes);
	complete(&w->woken);
	return 0;
}

static struct waiting *make_waiting(struct kunit *test, int which, enum ktrace_awaited awaited)
{
	struct wait_test *t = test->priv;
	struct waiting *w = &t->waiting[which];

	end_waiting(w);
	w->buffer = &t->buffer;
	w->awaited = awaited;
	w->found = false;
	init_completion(&w->woken);
	w->task = kthread_create(awaited == KTRACE_AWAIT_NEXT ? following_thread : waiting_thread,
				 w, "ktrace-waiting");
	if (IS_ERR(w->task))
		w->task = NULL;
	KUNIT_ASSERT_NOT_NULL(test, w->task);
	get_task_struct(w->task);
	/* On a machine with one CPU, all threads run on the same CPU. */
	kthread_bind(w->task, t->there);
	return w;
}

/* Whether the thread sleeps; each thread has its own queue. */
static bool wait_sleeps(struct waiting *w)
{
	return wq_has_sleeper(&ktrace_buffer_waiters(w->buffer, w->cpu)->queue);
}

static void start_waiting(struct kunit *test, int which, enum ktrace_awaited awaited)
{
	struct waiting *w = make_waiting(test, which, awaited);

	wake_up_process(w->task);
	while (!wait_sleeps(w))
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

static void write_interrupt(void *t)
{
	write_one(t);
}

static void write_there(struct wait_test *t)
{
	smp_call_function_single(t->there, write_interrupt, t, true);
}

static void expect_woken(struct kunit *test, int which)
{
	struct wait_test *t = test->priv;

	KUNIT_EXPECT_TRUE_MSG(test, wait_for_completion_timeout(&t->waiting[which].woken, NEVER),
			      "a wake-up is lost");
}

static void expect_found(struct kunit *test, int which)
{
	struct wait_test *t = test->priv;

	expect_woken(test, which);
	KUNIT_EXPECT_TRUE(test, t->waiting[which].found);
}

/* Wait until no wake-up is pending. */
static void wait_idle(struct wait_test *t)
{
	int cpus[] = { t->here, t->there }, i;
	struct ktrace_ring *kr;

	do {
		rcu_barrier();
	} while (ktrace_buffer_arming(&t->buffer));
	for (i = 0; i < ARRAY_SIZE(cpus); i++) {
		kr = ktrace_buffer_cpu(&t->buffer, cpus[i])->ring;
		irq_work_sync(&kr->wake);
		while (hrtimer_active(&kr->wake_later))
			schedule_timeout_uninterruptible(1);
	}
}

static void note_wakes(struct wait_test *t)
{
	int i;

	for (i = 0; i < NR_WAITING; i++)
		t->wakes[i] = ktrace_buffer_wakes(&t->buffer, t->waiting[i].cpu);
}

/* Whether a queue was woken since note_wakes(). */
static bool was_woken(struct wait_test *t, int which)
{
	return ktrace_buffer_wakes(&t->buffer, t->waiting[which].cpu) != t->wakes[which];
}

static void expect_all_woken(struct kunit *test)
{
	struct wait_test *t = test->priv;
	int i;

	for (i = 0; i < NR_WAITING; i++)
		KUNIT_EXPECT_TRUE_MSG(test, was_woken(t, i), "readers of queue %d were not woken",
				      i);
	note_wakes(t);
}

static bool one_cpu(struct kunit *test)
{
	struct wait_test *t = test->priv;

	if (t->there != t->here)
		return false;
	kunit_skip(test, "one CPU only");
	return true;
}

static void wait_record(struct kunit *test)
{
	struct wait_test *t = test->priv;

	start_waiting(test, HERE, KTRACE_AWAIT_RECORD);
	start_waiting(test, ANY, KTRACE_AWAIT_RECORD);
	KUNIT_EXPECT_TRUE(test, write_one(t));
	expect_found(test, HERE);
	expect_found(test, ANY);
	/* A record is available: no reader needs to wait. */
	make_waiting(test, ANY, KTRACE_AWAIT_RECORD);
	wake_up_process(t->waiting[ANY].task);
	expect_found(test, ANY);
}

/* A follower is woken by the next record, even if the buffer has unread records. */
static void wait_next(struct kunit *test)
{
	struct wait_test *t = test->priv;

	KUNIT_EXPECT_TRUE(test, write_one(t));
	start_waiting(test, ANY, KTRACE_AWAIT_NEXT);
	KUNIT_EXPECT_TRUE(test, write_one(t));
	expect_woken(test, ANY);
	KUNIT_EXPECT_FALSE(test, t->waiting[ANY].found);
}

/* Readers are woken by this number of pages of their CPU, and not earlier. */
static void wait_pages(struct kunit *test)
{
	struct wait_test *t = test->priv;
	bool two = t->there != t->here;
	unsigned int n = 0;

	ktrace_buffer_set_percent(&t->buffer, 50);
	start_waiting(test, HERE, KTRACE_AWAIT_PAGES);
	if (two)
		start_waiting(test, THERE, KTRACE_AWAIT_PAGES);
	start_waiting(test, ANY, KTRACE_AWAIT_PAGES);
	note_wakes(t);
	while (!(completion_done(&t->waiting[HERE].woken) &&
		 completion_done(&t->waiting[ANY].woken)) && n < 100000) {
		KUNIT_ASSERT_TRUE(test, write_one(t));
		n++;
		cond_resched();
	}
	expect_found(test, HERE);
	expect_found(test, ANY);
	KUNIT_EXPECT_EQ(test, was_woken(t, THERE), !two);
	/* More than a page: half of five pages, without the page in use. */
	KUNIT_EXPECT_GE(test, n, RING_PAGE_MIN / (ring_units(sizeof(struct ktrace_common)) *
						  RING_UNIT) - 2);
}

/* A record of one CPU does not wake the readers that wait for another CPU. */
static void wait_other_cpu(struct kunit *test)
{
	struct wait_test *t = test->priv;
	int i;

	if (one_cpu(test))
		return;
	start_waiting(test, THERE, KTRACE_AWAIT_RECORD);
	for (i = 0; i < 10; i++) {
		ktrace_buffer_reset(&t->buffer, KTRACE_ALL_CPUS);
		start_waiting(test, HERE, KTRACE_AWAIT_RECORD);
		start_waiting(test, ANY, KTRACE_AWAIT_RECORD);
		note_wakes(t);
		KUNIT_EXPECT_TRUE(test, write_one(t));
		expect_found(test, HERE);
		expect_found(test, ANY);
		/* The end of the other readers' grace period does not wake it either. */
		wait_idle(t);
		KUNIT_EXPECT_FALSE(test, was_woken(t, THERE));
	}
	KUNIT_EXPECT_TRUE(test, wait_sleeps(&t->waiting[THERE]));
	ktrace_buffer_reset(&t->buffer, KTRACE_ALL_CPUS);
	start_waiting(test, HERE, KTRACE_AWAIT_RECORD);
	start_waiting(test, ANY, KTRACE_AWAIT_RECORD);
	wait_idle(t);
	note_wakes(t);
	write_there(t);
	expect_found(test, THERE);
	expect_found(test, ANY);
	wait_idle(t);
	KUNIT_EXPECT_FALSE(test, was_woken(t, HERE));
}

/* All orders in which three readers can begin to wait. */
static const u8 orders[][NR_WAITING] = {
	{ HERE, THERE, ANY }, { HERE, ANY, THERE }, { THERE, HERE, ANY },
	{ THERE, ANY, HERE }, { ANY, HERE, THERE }, { ANY, THERE, HERE },
};

/* A record begins while none, some or all readers wait. */
static void expect_order(struct kunit *test, const u8 *order, int before)
{
	struct wait_test *t = test->priv;
	struct ktrace_common *rec;
	struct ktrace_emit emit;
	int i;

	ktrace_buffer_reset(&t->buffer, KTRACE_ALL_CPUS);
	wait_idle(t);
	for (i = 0; i < NR_WAITING; i++)
		make_waiting(test, i, KTRACE_AWAIT_RECORD);
	note_wakes(t);
	scoped_guard(preempt_notrace) {
		rec = NULL;
		for (i = 0; i <= NR_WAITING; i++) {
			if (i == before)
				rec = ktrace_emit_begin(&emit, &t->buffer, RING_TYPE_DISCARDED,
							sizeof(*rec), 0);
			if (i == NR_WAITING)
				break;
			wake_up_process(t->waiting[order[i]].task);
			/* The reader has checked twice, and found no record. */
			while (!wait_sleeps(&t->waiting[order[i]]))
				cpu_relax();
		}
		if (rec)
			ktrace_emit_end(&emit);
	}
	KUNIT_ASSERT_NOT_NULL(test, rec);
	expect_found(test, HERE);
	expect_found(test, ANY);
	wait_idle(t);
	KUNIT_EXPECT_FALSE(test, was_woken(t, THERE));
	write_there(t);
	expect_found(test, THERE);
}

static void wait_any_order(struct kunit *test)
{
	unsigned int i;
	int before;

	if (one_cpu(test))
		return;
	for (i = 0; i < ARRAY_SIZE(orders); i++)
		for (before = 0; before <= NR_WAITING; before++)
			expect_order(test, orders[i], before);
}

/*
 * A writer that began before the reader waits does not see the reader and does not wake it.
 * The reader finds that record when it looks again after all such writers are done.
 */
static void wait_for_writer_before(struct kunit *test)
{
	struct wait_test *t = test->priv;
	struct ktrace_ring *kr = ktrace_buffer_cpu(&t->buffer, t->here)->ring;
	struct ktrace_common *rec;
	struct ktrace_emit emit;
	struct waiting *w;

	if (one_cpu(test))
		return;
	w = make_waiting(test, HERE, KTRACE_AWAIT_RECORD);
	scoped_guard(preempt_notrace) {
		rec = ktrace_emit_begin(&emit, &t->buffer, RING_TYPE_DISCARDED, sizeof(*rec), 0);
		wake_up_process(w->task);
		while (!(atomic_read(&kr->ring.flags) & RING_WAITER) || !wait_sleeps(w))
			cpu_relax();
		if (rec)
			ktrace_emit_end(&emit);
	}
	KUNIT_ASSERT_NOT_NULL(test, rec);
	/* The flag is still set: no writer has seen it. */
	KUNIT_EXPECT_TRUE(test, atomic_read(&kr->ring.flags) & RING_WAITER);
	expect_found(test, HERE);
}

/* Wait up to a second with preemption off for the beginning of a grace period. */
static bool grace_begins(struct test_grace since)
{
	unsigned long end = jiffies + HZ;

	while (!test_grace_begun(since) && time_before(jiffies, end))
		cpu_relax();
	return test_grace_begun(since);
}

/*
 * A reader that begins to wait during a grace period gets another one, because the writers that
 * it depends on may have begun after the beginning of the first one (W4).
 */
static void wait_during_grace_period(struct kunit *test)
{
	struct wait_test *t = test->priv;
	unsigned int turn, during = 0;
	struct waiting *first, *second;
	struct test_grace grace;

	if (one_cpu(test))
		return;
	for (turn = 0; turn < 10; turn++) {
		ktrace_buffer_reset(&t->buffer, KTRACE_ALL_CPUS);
		wait_idle(t);
		first = make_waiting(test, HERE, KTRACE_AWAIT_RECORD);
		second = make_waiting(test, THERE, KTRACE_AWAIT_RECORD);
		scoped_guard(preempt_notrace) {
			/* No grace period ends here. */
			grace = test_grace_now();
			wake_up_process(first->task);
			while (!wait_sleeps(first))
				cpu_relax();
			during += grace_begins(grace);
			wake_up_process(second->task);
			while (!wait_sleeps(second))
				cpu_relax();
			grace = test_grace_now();
		}
		while (ktrace_buffer_arming(&t->buffer))
			schedule_timeout_uninterruptible(1);
		KUNIT_EXPECT_TRUE(test, test_grace_since(grace));
		KUNIT_EXPECT_TRUE(test, write_one(t));
		write_there(t);
		expect_found(test, HERE);
		expect_found(test, THERE);
	}
	KUNIT_EXPECT_GT(test, during, 0);
}

/* An irq_work that runs before the record is complete wakes readers when it is complete. */
static void wait_unfinished(struct kunit *test)
{
	struct wait_test *t = test->priv;
	struct ktrace_ring *kr = ktrace_buffer_cpu(&t->buffer, t->here)->ring;
	unsigned long end = jiffies + NEVER;
	struct ktrace_common *rec;
	struct ktrace_emit emit;
	ktime_t expires;
	int turns;

	/* The thread that runs irq_work cannot interrupt a writer. */
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		kunit_skip(test, "irq_work runs in a thread");
	note_wakes(t);
	scoped_guard(preempt_notrace) {
		rec = ktrace_emit_begin(&emit, &t->buffer, RING_TYPE_DISCARDED, sizeof(*rec), 0);
		expires = hrtimer_get_expires(&kr->wake_later);
		kr->ring.notify(&kr->ring);
		/* The timer finds the record unfinished three times. */
		for (turns = 0; rec && turns < 3; turns++) {
			while (READ_ONCE(kr->wake_later.node.expires) == expires)
				cpu_relax();
			expires = READ_ONCE(kr->wake_later.node.expires);
		}
		KUNIT_EXPECT_FALSE(test, was_woken(t, HERE));
		KUNIT_EXPECT_FALSE(test, was_woken(t, ANY));
		if (rec)
			ktrace_emit_end(&emit);
	}
	KUNIT_ASSERT_NOT_NULL(test, rec);
	while (!was_woken(t, ANY) && time_before(jiffies, end))
		schedule_timeout_uninterruptible(1);
	KUNIT_EXPECT_TRUE(test, was_woken(t, HERE));
	KUNIT_EXPECT_TRUE(test, was_woken(t, ANY));
}

/* Records of a CPU that is not online wake readers when the hotplug callbacks run. */
static void wait_unnoticed(struct kunit *test)
{
	struct wait_test *t = test->priv;
	struct ktrace_ring *kr = ktrace_buffer_cpu(&t->buffer, t->here)->ring;

	note_wakes(t);
	ktrace_buffer_wake_unnoticed(&t->buffer, t->here);
	KUNIT_EXPECT_FALSE(test, was_woken(t, HERE));
	KUNIT_EXPECT_FALSE(test, was_woken(t, ANY));
	WRITE_ONCE(kr->unnoticed, true);
	ktrace_buffer_wake_unnoticed(&t->buffer, t->here);
	/* The CPU may have switched the buffer off, which concerns all readers. */
	expect_all_woken(test);
	ktrace_buffer_wake_unnoticed(&t->buffer, t->here);
	KUNIT_EXPECT_FALSE(test, was_woken(t, HERE));
	KUNIT_EXPECT_FALSE(test, was_woken(t, ANY));
}

/* New rings do not know the waiting readers: the code that replaces the rings wakes them. */
static void wait_replaced(struct kunit *test)
{
	struct wait_test *t = test->priv;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		start_waiting(test, HERE, KTRACE_AWAIT_RECORD);
		start_waiting(test, ANY, KTRACE_AWAIT_RECORD);
		note_wakes(t);
		KUNIT_EXPECT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, i ? t->here :
							      KTRACE_ALL_CPUS, (2 + i) * TEST_KB));
		KUNIT_EXPECT_TRUE(test, was_woken(t, HERE));
		KUNIT_EXPECT_TRUE(test, was_woken(t, ANY));
		/* The readers may be about to sleep on the new ring, or be woken before. */
		KUNIT_EXPECT_TRUE(test, write_one(t));
		expect_found(test, HERE);
		expect_found(test, ANY);
		ktrace_buffer_reset(&t->buffer, KTRACE_ALL_CPUS);
	}
}

/* The same for spare rings, which were in use before. */
static void wait_snapshot(struct kunit *test)
{
	struct wait_test *t = test->priv;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		start_waiting(test, HERE, KTRACE_AWAIT_RECORD);
		start_waiting(test, ANY, KTRACE_AWAIT_RECORD);
		note_wakes(t);
		KUNIT_EXPECT_EQ(test, 0, ktrace_snapshot_take(&t->buffer, &t->snapshot,
							      i ? t->here : KTRACE_ALL_CPUS));
		KUNIT_EXPECT_TRUE(test, was_woken(t, HERE));
		KUNIT_EXPECT_TRUE(test, was_woken(t, ANY));
		KUNIT_EXPECT_TRUE(test, write_one(t));
		expect_found(test, HERE);
		expect_found(test, ANY);
		ktrace_buffer_reset(&t->buffer, KTRACE_ALL_CPUS);
	}
}

/* A reader of all CPUs skips a mapped ring, and reads it after it was unmapped. */
static void wait_unmapped(struct kunit *test)
{
	struct wait_test *t = test->priv;

	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_map(&t->buffer, t->here));
	start_waiting(test, ANY, KTRACE_AWAIT_RECORD);
	note_wakes(t);
	KUNIT_EXPECT_TRUE(test, write_one(t));
	wait_idle(t);
	KUNIT_EXPECT_FALSE(test, was_woken(t, ANY));
	/* A follower and a reader with a mapping are woken. */
	start_waiting(test, HERE, KTRACE_AWAIT_NEXT);
	KUNIT_EXPECT_TRUE(test, write_one(t));
	expect_woken(test, HERE);
	wait_idle(t);
	note_wakes(t);
	KUNIT_EXPECT_TRUE(test, ktrace_buffer_unmap(&t->buffer, t->here));
	KUNIT_EXPECT_TRUE(test, was_woken(t, HERE));
	if (t->there != t->here)
		KUNIT_EXPECT_FALSE(test, was_woken(t, THERE));
	expect_found(test, ANY);
}

/* Lowering the share wakes readers whose number of pages is reached. */
static void wait_percent(struct kunit *test)
{
	struct wait_test *t = test->priv;
	unsigned int n = ktrace_buffer_cpu(&t->buffer, t->here)->ring->ring.nr_slots - 1;
	u64 tail = ktrace_buffer_cpu(&t->buffer, t->here)->ring->ring.tail >> RING_SEQ_SHIFT;

	ktrace_buffer_set_percent(&t->buffer, 100);
	start_waiting(test, HERE, KTRACE_AWAIT_PAGES);
	/* Write one page less than the share requires. */
	while ((ktrace_buffer_cpu(&t->buffer, t->here)->ring->ring.tail >> RING_SEQ_SHIFT) <
	       tail + n - 1)
		KUNIT_ASSERT_TRUE(test, write_one(t));
	KUNIT_EXPECT_TRUE(test, wait_sleeps(&t->waiting[HERE]));
	note_wakes(t);
	ktrace_buffer_set_percent(&t->buffer, 1);
	expect_all_woken(test);
	expect_found(test, HERE);
}

/* Switching off wakes all readers, by either function. */
static void wait_off(struct kunit *test)
{
	struct wait_test *t = test->priv;

	note_wakes(t);
	start_waiting(test, HERE, KTRACE_AWAIT_RECORD);
	start_waiting(test, ANY, KTRACE_AWAIT_PAGES);
	ktrace_buffer_set_on(&t->buffer, false);
	expect_all_woken(test);
	expect_woken(test, HERE);
	expect_woken(test, ANY);
	ktrace_buffer_set_on(&t->buffer, true);
	start_waiting(test, HERE, KTRACE_AWAIT_PAGES);
	start_waiting(test, ANY, KTRACE_AWAIT_RECORD);
	ktrace_buffer_off(&t->buffer);
	irq_work_sync(&t->buffer.off);
	expect_all_woken(test);
	expect_woken(test, HERE);
	expect_woken(test, ANY);
}

static void wait_closed(struct kunit *test)
{
	struct wait_test *t = test->priv;
	int i;

	note_wakes(t);
	for (i = 0; i < NR_WAITING; i++)
		if (i != THERE || t->there != t->here)
			start_waiting(test, i, KTRACE_AWAIT_RECORD);
	destroy_buffer(t);
	expect_all_woken(test);
	for (i = 0; i < NR_WAITING; i++)
		if (t->waiting[i].task)
			expect_woken(test, i);
}

/**
 * struct poller - a task that polls a file
 * @table:	its poll table
 * @entry:	its entry in @queue
 * @queue:	the queue of the file; NULL before the first poll
 * @woken:	number of wake-ups
 */
struct poller {
	poll_table		table;
	wait_queue_entry_t	entry;
	wait_queue_head_t	*queue;
	atomic_t		woken;
};

static int poller_woken(wait_queue_entry_t *entry, unsigned int mode, int flags, void *key)
{
	atomic_inc(&container_of(entry, struct poller, entry)->woken);
	return 1;
}

static void poller_queue(struct file *file, wait_queue_head_t *queue, poll_table *table)
{
	struct poller *poller = container_of(table, struct poller, table);

	poller->queue = queue;
	add_wait_queue(queue, &poller->entry);
}

static void poller_begin(struct poller *poller)
{
	*poller = (struct poller) { };
	init_poll_funcptr(&poller->table, poller_queue);
	init_waitqueue_func_entry(&poller->entry, poller_woken);
}

static void poller_end(struct poller *poller)
{
	if (poller->queue)
		remove_wait_queue(poller->queue, &poller->entry);
}

static bool wait_polls(struct wait_test *t, int cpu, enum ktrace_awaited awaited,
		       struct poller *poller, __poll_t wanted)
{
	return ktrace_buffer_poll(&t->buffer, cpu, awaited, NULL,
				  poller ? &poller->table : NULL) == wanted;
}

/* A poller is woken by records, and by the end of recording. */
static void wait_poll(struct kunit *test)
{
	static const enum ktrace_awaited awaited[] = {
		KTRACE_AWAIT_RECORD, KTRACE_AWAIT_PAGES, KTRACE_AWAIT_NOTHING,
	};
	const __poll_t ready = EPOLLIN | EPOLLRDNORM, over = ready | EPOLLHUP;
	unsigned long end = jiffies + NEVER;
	struct wait_test *t = test->priv;
	struct poller here, any;
	unsigned int i;

	poller_begin(&here);
	poller_begin(&any);
	KUNIT_EXPECT_TRUE(test, wait_polls(t, t->here, KTRACE_AWAIT_RECORD, &here, 0));
	KUNIT_EXPECT_TRUE(test, wait_polls(t, KTRACE_ALL_CPUS, KTRACE_AWAIT_PAGES, &any, 0));
	KUNIT_EXPECT_TRUE(test, wait_polls(t, t->here, KTRACE_AWAIT_NOTHING, NULL, ready));
	KUNIT_EXPECT_PTR_EQ(test, here.queue,
			    &ktrace_buffer_waiters(&t->buffer, t->here)->queue);
	KUNIT_EXPECT_PTR_EQ(test, any.queue, &t->buffer.waiters.queue);
	KUNIT_EXPECT_TRUE(test, write_one(t));
	while (!atomic_read(&here.woken) && time_before(jiffies, end))
		schedule_timeout_uninterruptible(1);
	KUNIT_EXPECT_TRUE_MSG(test, atomic_read(&here.woken), "a wake-up is lost");
	KUNIT_EXPECT_TRUE(test, wait_polls(t, t->here, KTRACE_AWAIT_RECORD, NULL, ready));
	KUNIT_EXPECT_TRUE(test, wait_polls(t, t->here, KTRACE_AWAIT_PAGES, NULL, 0));
	/* A task that has the file open continues to poll. */
	wait_idle(t);
	atomic_set(&here.woken, 0);
	atomic_set(&any.woken, 0);
	destroy_buffer(t);
	KUNIT_EXPECT_TRUE(test, atomic_read(&here.woken));
	KUNIT_EXPECT_TRUE(test, atomic_read(&any.woken));
	for (i = 0; i < ARRAY_SIZE(awaited); i++) {
		KUNIT_EXPECT_TRUE(test, wait_polls(t, t->here, awaited[i], NULL, over));
		KUNIT_EXPECT_TRUE(test, wait_polls(t, KTRACE_ALL_CPUS, awaited[i], NULL, over));
	}
	poller_end(&here);
	poller_end(&any);
}

static struct kunit_case wait_cases[] = {
	KUNIT_CASE(wait_record),
	KUNIT_CASE(wait_next),
	KUNIT_CASE(wait_pages),
	KUNIT_CASE(wait_other_cpu),
	KUNIT_CASE(wait_any_order),
	KUNIT_CASE(wait_for_writer_before),
	KUNIT_CASE(wait_during_grace_period),
	KUNIT_CASE(wait_unfinished),
	KUNIT_CASE(wait_unnoticed),
	KUNIT_CASE(wait_replaced),
	KUNIT_CASE(wait_snapshot),
	KUNIT_CASE(wait_unmapped),
	KUNIT_CASE(wait_percent),
	KUNIT_CASE(wait_off),
	KUNIT_CASE(wait_closed),
	KUNIT_CASE(wait_poll),
	{}
};

static struct kunit_suite wait_suite = {
	.name = "ktrace_wait",
	.init = wait_test_init,
	.exit = wait_test_exit,
	.test_cases = wait_cases,
};

kunit_test_suite(wait_suite);
