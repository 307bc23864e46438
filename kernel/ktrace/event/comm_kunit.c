// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of comm.c with made-up tasks, which have numbers that no real task can have.
 */
#include <kunit/test.h>
#include <linux/ktrace_task.h>
#include <linux/string.h>
#include <linux/threads.h>

#include "buffer/clock.h"
#include "event/comm.h"

/* Larger than the number of any task. */
#define TEST_PID	(PID_MAX_LIMIT + 1000)

/* Return: a task named @comm with the number @pid. */
static struct task_struct *test_task(struct kunit *test, pid_t pid, const char *comm)
{
	struct task_struct *tsk = kunit_kzalloc(test, sizeof(*tsk), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, tsk);
	tsk->pid = pid;
	tsk->tgid = pid;
	tsk->thread_pid = task_pid(current);
	strscpy(tsk->comm, comm);
	return tsk;
}

static void rename_task(struct task_struct *tsk, const char *to)
{
	__ktrace_name_change(tsk, to);
	strscpy(tsk->comm, to);
}

/* Expect the name @comm for a record that @pid wrote at @time. */
static void expect_name(struct kunit *test, pid_t pid, u64 time, const char *comm)
{
	struct ktrace_comm found;

	ktrace_comm_find(&found, pid, time, ktrace_clock_find("local"));
	KUNIT_EXPECT_STREQ(test, found.comm, comm);
}

/* A rename that comes after the task's release must not give a name to the free number. */
static void test_released(struct kunit *test)
{
	struct task_struct *tsk = test_task(test, TEST_PID, "released");
	u64 before;

	KUNIT_ASSERT_EQ(test, ktrace_comm_use(), 0);
	before = ktrace_clock_ns();
	tsk->thread_pid = NULL;
	rename_task(tsk, "later");
	expect_name(test, TEST_PID, before, "<...>");
}

static struct kunit_case comm_cases[] = {
	KUNIT_CASE(test_released),
	{ }
};

static struct kunit_suite comm_suite = {
	.name = "ktrace_comm",
	.test_cases = comm_cases,
};
kunit_test_suite(comm_suite);
