// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of task.c: the work bits are where they should be, and nowhere
 * else, whatever comes and goes meanwhile.
 *
 * Tracing may be in use while they run (they can be started again through
 * debugfs): a bit that has other users is left out.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

#include "task.h"

#define ALL	(KTRACE_TASK_SYSCALL_ENTER | KTRACE_TASK_SYSCALL_EXIT)

/* Threads of which not exactly the bits @want of those in @mask are set. */
static int count_wrong(unsigned int mask, unsigned int want)
{
	struct task_struct *process, *thread;
	int wrong = 0;

	read_lock(&tasklist_lock);
	for_each_process_thread(process, thread)
		if ((ktrace_task_work(thread) & mask) != (want & mask))
			wrong++;
	read_unlock(&tasklist_lock);
	return wrong;
}

/* The bits that nobody else uses: those that this very thread does not have. */
static unsigned int unused_bits(struct kunit *test)
{
	unsigned int mask = ALL & ~ktrace_task_work(current);

	if (!mask)
		kunit_skip(test, "system calls are being traced");
	return mask;
}

static void work_idle(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, count_wrong(unused_bits(test), 0), 0);
}

static void work_counted(struct kunit *test)
{
	unsigned int mask = unused_bits(test);
	unsigned int one = mask & -mask;

	ktrace_task_work_get(one);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, one), 0);
	ktrace_task_work_get(mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	ktrace_task_work_put(one);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	ktrace_task_work_put(mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
}

static int idle_thread(void *unused)
{
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/* Make threads and let them go again, until stopped. */
static int forking_thread(void *unused)
{
	while (!kthread_should_stop()) {
		struct task_struct *threads[4];
		int i;

		for (i = 0; i < ARRAY_SIZE(threads); i++)
			threads[i] = kthread_run(idle_thread, NULL, "ktrace-idle");
		for (i = 0; i < ARRAY_SIZE(threads); i++)
			if (!IS_ERR(threads[i]))
				kthread_stop(threads[i]);
		cond_resched();
	}
	return 0;
}

static void work_while_forking(struct kunit *test)
{
	unsigned int mask = unused_bits(test);
	int i, missed = 0, stale = 0;
	struct task_struct *forker;

	forker = kthread_run(forking_thread, NULL, "ktrace-fork");
	KUNIT_ASSERT_FALSE(test, IS_ERR(forker));
	for (i = 0; i < 300; i++) {
		ktrace_task_work_get(mask);
		missed += count_wrong(mask, mask);
		/* Longer than a fork takes, now and then. */
		usleep_range(i % 8 * 10, i % 8 * 20);
		missed += count_wrong(mask, mask);
		ktrace_task_work_put(mask);
		stale += count_wrong(mask, 0);
		usleep_range(i % 7 * 10, i % 7 * 20);
		stale += count_wrong(mask, 0);
	}
	kthread_stop(forker);
	KUNIT_EXPECT_EQ(test, missed, 0);
	KUNIT_EXPECT_EQ(test, stale, 0);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
}

static struct kunit_case task_cases[] = {
	KUNIT_CASE(work_idle),
	KUNIT_CASE(work_counted),
	KUNIT_CASE_SLOW(work_while_forking),
	{}
};

static struct kunit_suite task_suite = {
	.name = "ktrace_task",
	.test_cases = task_cases,
};

kunit_test_suite(task_suite);
