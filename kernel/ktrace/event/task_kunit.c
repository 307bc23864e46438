// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of task.c: exactly the right threads have work bits, while threads start, exit
 * and change.
 *
 * The tests may run while tracing is in use, since debugfs can start them again.  Bits
 * with other users are not tested.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/jump_label.h>
#include <linux/kthread.h>
#include <linux/ktrace_task.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include "event/task.h"

/* A task set that only these tests use. */
static struct ktrace_taskset test_set;

#define ALL	(KTRACE_TASK_SYSCALL_ENTER | KTRACE_TASK_SYSCALL_EXIT)

/*
 * Count the threads with wrong bits in @mask: a thread in the task set must have exactly @want, any
 * other thread none.
 */
static int count_wrong(unsigned int mask, unsigned int want)
{
	struct task_struct *process, *thread;
	int wrong = 0;

	read_lock(&tasklist_lock);
	for_each_process_thread(process, thread)
		if ((ktrace_task_work(thread) & mask) !=
		    (ktrace_taskset_contains(&test_set, thread) ? want & mask : 0))
			wrong++;
	read_unlock(&tasklist_lock);
	return wrong;
}

/* Count the threads in the task set. */
static int count_followed(void)
{
	struct task_struct *process, *thread;
	int followed = 0;

	read_lock(&tasklist_lock);
	for_each_process_thread(process, thread)
		if (ktrace_taskset_contains(&test_set, thread))
			followed++;
	read_unlock(&tasklist_lock);
	return followed;
}

static bool is_followed(const struct task_struct *tsk)
{
	guard(preempt)();
	return ktrace_taskset_contains(&test_set, tsk);
}

/* Bits without other users: those that the current thread does not have. */
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

	ktrace_taskset_get_work(&test_set, one);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, one), 0);
	ktrace_taskset_get_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	ktrace_taskset_put_work(&test_set, one);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	ktrace_taskset_put_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
}

static int idle_thread(void *unused)
{
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/* Start threads and let them exit, until stopped. */
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
		ktrace_taskset_get_work(&test_set, mask);
		missed += count_wrong(mask, mask);
		/* Sometimes wait longer than a fork takes. */
		usleep_range(i % 8 * 10, i % 8 * 20);
		missed += count_wrong(mask, mask);
		ktrace_taskset_put_work(&test_set, mask);
		stale += count_wrong(mask, 0);
		usleep_range(i % 7 * 10, i % 7 * 20);
		stale += count_wrong(mask, 0);
	}
	kthread_stop(forker);
	KUNIT_EXPECT_EQ(test, missed, 0);
	KUNIT_EXPECT_EQ(test, stale, 0);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
}

static struct task_struct *make_thread(struct kunit *test, int (*what)(void *))
{
	struct task_struct *tsk = kthread_run(what, NULL, "ktrace-thread");

	KUNIT_ASSERT_FALSE(test, IS_ERR(tsk));
	return tsk;
}

static void follow_some(struct kunit *test)
{
	/* No thread can have the second PID. */
	pid_t pids[2] = { 0, PID_MAX_LIMIT - 1 };
	unsigned int mask = unused_bits(test);
	struct task_struct *one, *other;

	one = make_thread(test, idle_thread);
	other = make_thread(test, idle_thread);
	pids[0] = one->pid;
	ktrace_taskset_get_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST, pids, 2), 0);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	KUNIT_EXPECT_EQ(test, count_followed(), 1);
	KUNIT_EXPECT_TRUE(test, is_followed(one));
	KUNIT_EXPECT_EQ(test, ktrace_task_work(one) & mask, mask);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(other) & mask, 0);

	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST,
						      &other->pid, 1), 0);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	KUNIT_EXPECT_EQ(test, count_followed(), 2);

	/* The set's work may change while its list stays. */
	ktrace_taskset_put_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
	KUNIT_EXPECT_EQ(test, count_followed(), 2);
	ktrace_taskset_get_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);

	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	KUNIT_EXPECT_TRUE(test, is_followed(current));
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	ktrace_taskset_put_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
	kthread_stop(one);
	kthread_stop(other);
}

/* kthreadd starts all kernel threads: put it in a task set, with its children or without. */
static void follow_while_forking(struct kunit *test)
{
	unsigned int mask = unused_bits(test);
	bool forks = ktrace_taskset_follows_forks(&test_set);
	int i, wrong = 0, alone = 0, failed = 0;
	struct task_struct *forker;

	forker = make_thread(test, forking_thread);
	ktrace_taskset_get_work(&test_set, mask);
	for (i = 0; i < 300; i++) {
		ktrace_taskset_set_follow_forks(&test_set, i % 2);
		failed += !!ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST,
						    &kthreadd_task->pid, 1);
		wrong += count_wrong(mask, mask);
		usleep_range(i % 8 * 10, i % 8 * 20);
		wrong += count_wrong(mask, mask);
		/* Again: a thread that forks during the change must not be missed. */
		failed += !!ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST, &forker->pid, 1);
		wrong += count_wrong(mask, mask);
		if (i % 2 == 0)
			alone += count_followed() == 2;
		ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
		wrong += count_wrong(mask, mask);
		usleep_range(i % 7 * 10, i % 7 * 20);
		wrong += count_wrong(mask, mask);
	}
	ktrace_taskset_set_follow_forks(&test_set, forks);
	kthread_stop(forker);
	KUNIT_EXPECT_EQ(test, failed, 0);
	KUNIT_EXPECT_EQ(test, wrong, 0);
	KUNIT_EXPECT_EQ(test, alone, 150);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	ktrace_taskset_put_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
}

/* Number of PIDs on the list. */
static unsigned int count_listed(void)
{
	guard(preempt)();
	/* Tasks may start and exit at the same time: a difference of one does not matter. */
	return data_race(bitmap_weight(rcu_dereference_sched(test_set.pids),
				       PID_MAX_LIMIT));
}

/* The PIDs of child tasks are added to the list, and removed when the tasks exit. */
static void follow_children(struct kunit *test)
{
	unsigned int mask = unused_bits(test);
	bool forks = ktrace_taskset_follows_forks(&test_set);
	struct task_struct *child;
	int i;

	ktrace_taskset_get_work(&test_set, mask);
	ktrace_taskset_set_follow_forks(&test_set, true);
	KUNIT_ASSERT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST,
						      &kthreadd_task->pid, 1), 0);
	child = make_thread(test, idle_thread);
	KUNIT_EXPECT_TRUE(test, is_followed(child));
	KUNIT_EXPECT_EQ(test, ktrace_task_work(child) & mask, mask);
	KUNIT_EXPECT_GE(test, count_listed(), 2);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
	kthread_stop(child);
	/* Each PID on the list has a thread, except threads that are just exiting. */
	for (i = 0; i < 100 && count_listed() != count_followed(); i++)
		msleep(20);
	KUNIT_EXPECT_LT(test, i, 100);

	/* PIDs are neither added nor removed any more. */
	ktrace_taskset_set_follow_forks(&test_set, false);
	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	KUNIT_ASSERT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST,
						      &kthreadd_task->pid, 1), 0);
	child = make_thread(test, idle_thread);
	KUNIT_EXPECT_FALSE(test, is_followed(child));
	KUNIT_EXPECT_EQ(test, ktrace_task_work(child) & mask, 0);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST,
						      &child->pid, 1), 0);
	KUNIT_EXPECT_EQ(test, count_listed(), 2);
	kthread_stop(child);
	KUNIT_EXPECT_EQ(test, count_listed(), 2);

	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	ktrace_taskset_set_follow_forks(&test_set, forks);
	ktrace_taskset_put_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
}

/* A task's state is freed when the task leaves its last task set. */
static void follow_state(struct kunit *test)
{
	pid_t nobody = PID_MAX_LIMIT - 1;
	struct ktrace_task *task;

	if (!IS_ENABLED(CONFIG_KTRACE_SYSCALLS))
		kunit_skip(test, "nothing is kept of tasks");
	if (unused_bits(test) != ALL || ktrace_task_current())
		kunit_skip(test, "system calls are being traced");
	/*
	 * The probes of options/call-time treat each state as a struct syscall_state: allocate at
	 * least its size.
	 */
	task = kzalloc(SZ_4K, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, task);

	KUNIT_EXPECT_FALSE(test, ktrace_task_add(task));
	ktrace_taskset_get_work(&test_set, KTRACE_TASK_STATE);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST, &nobody, 1), 0);
	KUNIT_EXPECT_FALSE(test, ktrace_task_add(task));
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST,
						      &current->pid, 1), 0);
	KUNIT_EXPECT_TRUE(test, ktrace_task_add(task));
	KUNIT_EXPECT_PTR_EQ(test, ktrace_task_current(), task);
	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	KUNIT_EXPECT_PTR_EQ(test, ktrace_task_current(), task);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST, &nobody, 1), 0);
	KUNIT_EXPECT_NULL(test, ktrace_task_current());
	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	ktrace_taskset_put_work(&test_set, KTRACE_TASK_STATE);
}

/* Expect that the threads in the task set, and no others, have the bits. */
static void expect_bits(struct kunit *test, unsigned int mask)
{
	KUNIT_EXPECT_EQ(test, count_wrong(mask, mask), 0);
}

/* Tasks on the list of excluded tasks are not in the task set, even if other rules select them. */
static void follow_not(struct kunit *test)
{
	unsigned int mask = unused_bits(test);
	struct task_struct *one, *other;
	pid_t pids[2];

	one = make_thread(test, idle_thread);
	other = make_thread(test, idle_thread);
	pids[0] = one->pid;
	pids[1] = other->pid;
	ktrace_taskset_get_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_AVOIDED, pids, 1), 0);
	expect_bits(test, mask);
	KUNIT_EXPECT_FALSE(test, is_followed(one));
	KUNIT_EXPECT_TRUE(test, is_followed(other));
	KUNIT_EXPECT_TRUE(test, is_followed(current));
	KUNIT_EXPECT_TRUE(test, is_followed(&init_task));

	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST, pids, 2), 0);
	expect_bits(test, mask);
	KUNIT_EXPECT_EQ(test, count_followed(), 1);
	KUNIT_EXPECT_TRUE(test, is_followed(other));
	KUNIT_EXPECT_FALSE(test, is_followed(&init_task));

	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_AVOIDED);
	expect_bits(test, mask);
	KUNIT_EXPECT_EQ(test, count_followed(), 2);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_empty(&test_set, KTRACE_TASK_LIST), 0);
	expect_bits(test, mask);
	KUNIT_EXPECT_EQ(test, count_followed(), 0);
	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	KUNIT_EXPECT_FALSE(test, ktrace_taskset_has_rules(&test_set));
	expect_bits(test, mask);
	ktrace_taskset_put_work(&test_set, mask);
	expect_bits(test, 0);
	kthread_stop(one);
	kthread_stop(other);
}

/* Forks and exits do not visit a task set without rules and work. */
static void idle_set_is_not_visited(struct kunit *test)
{
	int busy = static_key_count(&ktrace_tasks_busy.key);
	unsigned int mask = unused_bits(test);
	pid_t nobody = PID_MAX_LIMIT - 1;

	ktrace_taskset_get_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, static_key_count(&ktrace_tasks_busy.key), busy + 1);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST, &nobody, 1), 0);
	ktrace_taskset_put_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, static_key_count(&ktrace_tasks_busy.key), busy + 1);
	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	KUNIT_EXPECT_EQ(test, static_key_count(&ktrace_tasks_busy.key), busy);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_set_comm(&test_set, "nobody"), 0);
	KUNIT_EXPECT_EQ(test, static_key_count(&ktrace_tasks_busy.key), busy + 1);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_set_comm(&test_set, ""), 0);
	KUNIT_EXPECT_EQ(test, static_key_count(&ktrace_tasks_busy.key), busy);
}

/* A new thread has no bits if its parent lost its own after copying them to the thread. */
static void fork_drops_stale_bits(struct kunit *test)
{
	unsigned int mask = unused_bits(test);
	struct task_struct *child, *copy;

	copy = kzalloc(sizeof(*copy), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, copy);
	ktrace_task_set_work(copy, mask);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(copy), mask);
	ktrace_task_init(copy);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(copy), 0);
	kfree(copy);

	ktrace_taskset_get_work(&test_set, mask);
	child = make_thread(test, idle_thread);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(child) & mask, mask);
	ktrace_taskset_put_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(child) & mask, 0);
	kthread_stop(child);
}

/* Two task sets contain a thread: if one set drops its work, the thread keeps the other's bits. */
static void sets_share_a_thread(struct kunit *test)
{
	struct ktrace_taskset *other = kunit_kzalloc(test, sizeof(*other), GFP_KERNEL);
	unsigned int mask = unused_bits(test);
	struct task_struct *one;

	KUNIT_ASSERT_NOT_NULL(test, other);
	ktrace_taskset_init(other);
	one = make_thread(test, idle_thread);
	ktrace_taskset_get_work(&test_set, mask);
	ktrace_taskset_get_work(other, mask);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST,
						      &one->pid, 1), 0);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(other, KTRACE_TASK_LIST, &one->pid, 1), 0);
	expect_bits(test, mask);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(one) & mask, mask);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_empty(other, KTRACE_TASK_LIST), 0);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(one) & mask, mask);
	ktrace_taskset_list_drop(other, KTRACE_TASK_LIST);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(current) & mask, mask);
	ktrace_taskset_put_work(other, mask);
	expect_bits(test, mask);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_empty(&test_set, KTRACE_TASK_LIST), 0);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(one) & mask, 0);
	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	ktrace_taskset_put_work(&test_set, mask);
	ktrace_taskset_exit(other);
	expect_bits(test, 0);
	kthread_stop(one);
}

/* Put only tasks with a name, or tasks of a user, in the task set. */
static void follow_filtered(struct kunit *test)
{
	unsigned int mask = unused_bits(test);
	struct task_struct *one;

	ktrace_taskset_get_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_set_comm(&test_set, "ktrace-named"), 0);
	expect_bits(test, mask);
	KUNIT_EXPECT_EQ(test, count_followed(), 0);
	/* A kthread is named after its creation. */
	one = kthread_run(idle_thread, NULL, "ktrace-named");
	KUNIT_ASSERT_FALSE(test, IS_ERR(one));
	KUNIT_EXPECT_TRUE(test, is_followed(one));
	KUNIT_EXPECT_EQ(test, count_followed(), 1);
	expect_bits(test, mask);
	set_task_comm(one, "ktrace-name");
	KUNIT_EXPECT_FALSE(test, is_followed(one));
	expect_bits(test, mask);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_list_add(&test_set, KTRACE_TASK_LIST,
						      &one->pid, 1), 0);
	KUNIT_EXPECT_EQ(test, count_followed(), 0);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_set_uid(&test_set, KUIDT_INIT(12345)), 0);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_set_comm(&test_set, ""), 0);
	KUNIT_EXPECT_EQ(test, count_followed(), 0);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_set_uid(&test_set, GLOBAL_ROOT_UID), 0);
	KUNIT_EXPECT_EQ(test, count_followed(), 1);
	expect_bits(test, mask);
	KUNIT_EXPECT_EQ(test, ktrace_taskset_set_uid(&test_set, INVALID_UID), 0);
	ktrace_taskset_list_drop(&test_set, KTRACE_TASK_LIST);
	KUNIT_EXPECT_FALSE(test, ktrace_taskset_has_rules(&test_set));
	ktrace_taskset_put_work(&test_set, mask);
	expect_bits(test, 0);
	kthread_stop(one);
}

/* Change the own name again and again, until stopped. */
static int renaming_thread(void *unused)
{
	while (!kthread_should_stop()) {
		set_task_comm(current, "ktrace-one");
		set_task_comm(current, "ktrace-other");
		cond_resched();
	}
	set_task_comm(current, "ktrace-one");
	return 0;
}

/* Threads start, exit and change their names while names select the followed threads. */
static void follow_while_renaming(struct kunit *test)
{
	unsigned int mask = unused_bits(test);
	struct task_struct *renamer, *forker;
	int i, wrong = 0, failed = 0;

	forker = make_thread(test, forking_thread);
	renamer = get_task_struct(make_thread(test, renaming_thread));
	ktrace_taskset_get_work(&test_set, mask);
	for (i = 0; i < 200; i++) {
		failed += !!ktrace_taskset_set_comm(&test_set,
						    i % 2 ? "ktrace-one" : "ktrace-idle");
		usleep_range(i % 8 * 10, i % 8 * 20);
		if (i % 5 == 0)
			failed += !!ktrace_taskset_set_comm(&test_set, "");
	}
	failed += !!ktrace_taskset_set_comm(&test_set, "ktrace-one");
	kthread_stop(renamer);
	kthread_stop(forker);
	wrong += count_wrong(mask, mask);
	failed += !!ktrace_taskset_set_comm(&test_set, "");
	wrong += count_wrong(mask, mask);
	put_task_struct(renamer);
	ktrace_taskset_put_work(&test_set, mask);
	KUNIT_EXPECT_EQ(test, wrong, 0);
	KUNIT_EXPECT_EQ(test, failed, 0);
	KUNIT_EXPECT_EQ(test, count_wrong(mask, 0), 0);
}

static int task_test_init(struct kunit *test)
{
	memset(&test_set, 0, sizeof(test_set));
	ktrace_taskset_init(&test_set);
	return 0;
}

static void task_test_exit(struct kunit *test)
{
	ktrace_taskset_exit(&test_set);
}

/* A suite of its own, which the selftests run repeatedly to check the work bits of all threads. */
static struct kunit_case bits_cases[] = {
	KUNIT_CASE(work_idle),
	KUNIT_CASE(work_counted),
	{}
};

static struct kunit_suite bits_suite = {
	.name = "ktrace_task_bits",
	.init = task_test_init,
	.exit = task_test_exit,
	.test_cases = bits_cases,
};

static struct kunit_case task_cases[] = {
	KUNIT_CASE_SLOW(work_while_forking),
	KUNIT_CASE(follow_some),
	KUNIT_CASE(follow_children),
	KUNIT_CASE_SLOW(follow_while_forking),
	KUNIT_CASE(follow_state),
	KUNIT_CASE(idle_set_is_not_visited),
	KUNIT_CASE(fork_drops_stale_bits),
	KUNIT_CASE(sets_share_a_thread),
	KUNIT_CASE(follow_not),
	KUNIT_CASE(follow_filtered),
	KUNIT_CASE_SLOW(follow_while_renaming),
	{}
};

static struct kunit_suite task_suite = {
	.name = "ktrace_task",
	.init = task_test_init,
	.exit = task_test_exit,
	.test_cases = task_cases,
};

kunit_test_suites(&bits_suite, &task_suite);
