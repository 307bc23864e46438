// SPDX-License-Identifier: GPL-2.0
/* KUnit tests of comm.c with artificial tasks, whose PIDs no real task can have. */
#include <kunit/test.h>
#include <linux/ktrace_task.h>
#include <linux/pid.h>
#include <linux/string.h>
#include <linux/threads.h>

#include "buffer/clock.h"
#include "event/comm.h"

/* Larger than the PID of any task. */
#define TEST_PID	(PID_MAX_LIMIT + 1000)

/* Fill in a task named @comm with the PID @pid, and return it. */
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

/* A rename after the task's release must not give a name to the free PID. */
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

/* More names than the log can hold. */
#define MANY_NAMES	(2 * 32768)
/* A lower limit for the number of names that the log keeps of a PID. */
#define KEPT_NAMES	32

/*
 * A task that renames itself without end must neither evict the names of other tasks nor be
 * shown with a wrong name.
 */
static void test_many_names(struct kunit *test)
{
	struct task_struct *other = test_task(test, TEST_PID + 1, "other");
	struct task_struct *busy = test_task(test, TEST_PID + 2, "busy");
	u64 first, many, kept[KEPT_NAMES];
	char name[TASK_COMM_LEN];
	unsigned int i;

	KUNIT_ASSERT_EQ(test, ktrace_comm_use(), 0);
	__ktrace_name_begin(other);
	__ktrace_name_begin(busy);
	first = ktrace_clock_ns();
	rename_task(other, "another");
	rename_task(busy, "odd");
	many = ktrace_clock_ns();
	for (i = 0; i < MANY_NAMES; i++)
		rename_task(busy, i % 2 ? "odd" : "even");
	for (i = 0; i < KEPT_NAMES; i++) {
		snprintf(name, sizeof(name), "kept-%u", i);
		rename_task(busy, name);
		kept[i] = ktrace_clock_ns();
	}
	rename_task(busy, "last");

	expect_name(test, other->pid, first, "other");
	expect_name(test, busy->pid, first, "<...>");
	expect_name(test, busy->pid, many, "<...>");
	for (i = 0; i < KEPT_NAMES; i++) {
		snprintf(name, sizeof(name), "kept-%u", i);
		expect_name(test, busy->pid, kept[i], name);
	}
}

/* A resize must keep the names of several pids, the newest names of each. */
static void test_resize(struct kunit *test)
{
	struct task_struct *busy = test_task(test, TEST_PID + 3, "busy");
	struct task_struct *other = test_task(test, TEST_PID + 4, "other");
	unsigned int size = ktrace_comm_size(), i;
	u64 first, last;

	KUNIT_ASSERT_EQ(test, ktrace_comm_use(), 0);
	__ktrace_name_begin(other);
	__ktrace_name_begin(busy);
	first = ktrace_clock_ns();
	for (i = 0; i < 1000; i++)
		rename_task(busy, i % 2 ? "odd" : "even");
	last = ktrace_clock_ns();
	rename_task(busy, "last");
	rename_task(other, "another");
	KUNIT_EXPECT_EQ(test, ktrace_comm_resize(2 * size), 0);
	expect_name(test, other->pid, first, "other");
	expect_name(test, busy->pid, first, "<...>");
	expect_name(test, busy->pid, last, "odd");
	KUNIT_EXPECT_EQ(test, ktrace_comm_resize(size), 0);
	expect_name(test, other->pid, first, "other");
	expect_name(test, busy->pid, first, "<...>");
	expect_name(test, busy->pid, last, "odd");
}

/*
 * A clock that a buffer refused leaves no times in the log.  If the clock comes into use later, the
 * entry of a former name ends at time 0 by this clock, and a search finds no name.
 */
static void test_clock_refused(struct kunit *test)
{
	struct task_struct *tsk = test_task(test, TEST_PID + 5, "former");
	const struct ktrace_clock *clock = ktrace_clock_find("tai");
	struct ktrace_comm found;
	u64 before;

	KUNIT_ASSERT_EQ(test, ktrace_comm_use(), 0);
	__ktrace_name_begin(tsk);
	KUNIT_ASSERT_EQ(test, ktrace_comm_clock_begin(clock), 0);
	/* Another task gives the clock to a buffer meanwhile. */
	KUNIT_ASSERT_EQ(test, ktrace_comm_clock_begin(clock), 0);
	ktrace_comm_clock_end(clock, false);
	before = ktrace_clock_peek(clock);
	rename_task(tsk, "later");
	ktrace_comm_find(&found, tsk->pid, before, clock);
	KUNIT_EXPECT_STREQ(test, found.comm, "former");
	ktrace_comm_clock_end(clock, false);

	KUNIT_ASSERT_EQ(test, ktrace_comm_clock_begin(clock), 0);
	ktrace_comm_find(&found, tsk->pid, before, clock);
	KUNIT_EXPECT_STREQ(test, found.comm, "<...>");
	ktrace_comm_clock_end(clock, false);
}

static struct kunit_case comm_cases[] = {
	KUNIT_CASE(test_released),
	KUNIT_CASE(test_many_names),
	KUNIT_CASE(test_resize),
	KUNIT_CASE(test_clock_refused),
	{ }
};

static struct kunit_suite comm_suite = {
	.name = "ktrace_comm",
	.test_cases = comm_cases,
};
kunit_test_suite(comm_suite);
