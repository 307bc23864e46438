// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit test of the hooks of raw.c and enter_exit.c: a task that has lost its work bit since the
 * entry code read the bit gets no record.
 *
 * The test calls the hooks itself, and counts only the records of its own task.
 */
#include <kunit/test.h>
#include <linux/array_size.h>
#include <linux/bitops.h>
#include <linux/cleanup.h>
#include <linux/errno.h>
#include <linux/mutex.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/thread_info.h>

#include "buffer/buffer.h"
#include "event/event.h"
#include "event/instance.h"
#include "event/listener.h"
#include "ring/ring.h"
#include "syscall/internal.h"

/* Size of a ring, in kB: other tasks may write records, too. */
#define TEST_KB		256

/* Never freed. */
static struct ktrace_instance instance;

static void call_raw_enter(struct pt_regs *regs, const struct ktrace_event *event)
{
	ktrace_syscall_write_raw_enter(regs);
}

static void call_raw_exit(struct pt_regs *regs, const struct ktrace_event *event)
{
	ktrace_syscall_write_raw_exit(regs);
}

static void call_enter(struct pt_regs *regs, const struct ktrace_event *event)
{
	ktrace_syscall_write_enter_0(regs, to_ev(event));
}

static void call_exit(struct pt_regs *regs, const struct ktrace_event *event)
{
	ktrace_syscall_write_exit(regs, to_ev(event));
}

/**
 * struct hook_case - a hook
 * @system:	system of the event that the hook records
 * @name:	name of the event
 * @bit:	number of the work bit
 * @call:	calls the hook
 */
struct hook_case {
	const char *system;
	const char *name;
	unsigned int bit;
	void (*call)(struct pt_regs *regs, const struct ktrace_event *event);
};

#define ENTRY	__builtin_ctzl(SYSCALL_WORK_KTRACE_ENTRY)
#define EXIT	__builtin_ctzl(SYSCALL_WORK_KTRACE_EXIT)

static const struct hook_case hook_cases[] = {
	{ "raw_syscalls", "sys_enter", ENTRY, call_raw_enter },
	{ "raw_syscalls", "sys_exit", EXIT, call_raw_exit },
	{ "syscalls", "sys_enter_getppid", ENTRY, call_enter },
	{ "syscalls", "sys_enter_getppid", ENTRY, ktrace_syscall_write_enter_any },
	{ "syscalls", "sys_exit_getppid", EXIT, call_exit },
};

static int hook_suite_init(struct kunit_suite *suite)
{
	if (instance.buffer.cpus)
		return 0;
	return ktrace_instance_init(&instance) ?:
	       ktrace_buffer_resize(&instance.buffer, KTRACE_ALL_CPUS, TEST_KB) ?:
	       ktrace_record_prepare(&instance.buffer);
}

/* Number of records of @event by current in a ring. */
static unsigned int hook_count(struct ring *ring, void *page, const struct ktrace_event *event)
{
	const struct ktrace_common *common;
	struct ring_record rec;
	struct ring_iter iter;
	unsigned int nr = 0;

	ring_iter_start(ring, &iter, page);
	while (ring_iter_next(ring, &iter, &rec)) {
		common = rec.data;
		nr += common->type == event->id && common->pid == current->pid;
	}
	return nr;
}

/* Number of records of @event by current. Drops all records. */
static unsigned int hook_records(void *page, const struct ktrace_event *event)
{
	unsigned int nr = 0;
	struct ring *ring;
	int cpu;

	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(&instance.buffer, cpu);
		if (!ring)
			continue;
		nr += hook_count(ring, page, event);
		ktrace_buffer_unlock_cpu(&instance.buffer, cpu);
	}
	ktrace_buffer_reset(&instance.buffer, KTRACE_ALL_CPUS);
	return nr;
}

/* Number of records that the hook writes while current has, or has not, the work bit. */
static unsigned int hook_call(const struct hook_case *c, const struct ktrace_event *event, bool has,
			      void *page)
{
	unsigned long *work = &current_thread_info()->syscall_work;
	bool had = test_bit(c->bit, work);
	struct pt_regs regs = { };

	assign_bit(c->bit, work, has);
	c->call(&regs, event);
	assign_bit(c->bit, work, had);
	return hook_records(page, event);
}

static void hook_of_stale_bit(struct kunit *test)
{
	void *page = kunit_kzalloc(test, instance.buffer.page_bytes, GFP_KERNEL);
	struct ktrace_event *event;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, page);
	for (i = 0; i < ARRAY_SIZE(hook_cases); i++) {
		const struct hook_case *c = &hook_cases[i];
		int err = -ENOENT;

		scoped_guard(mutex, &ktrace_event_mutex) {
			event = ktrace_event_find(c->system, c->name);
			if (event)
				err = ktrace_event_enable(event, &instance, KTRACE_LISTEN_USER);
		}
		KUNIT_ASSERT_EQ(test, 0, err);
		KUNIT_EXPECT_EQ_MSG(test, 1, hook_call(c, event, true, page), "case %u", i);
		/*
		 * Without CONFIG_PREEMPTION no task can change the bit between its test at entry
		 * and the hook, so the hooks do not test it again and write the record.
		 */
		KUNIT_EXPECT_EQ_MSG(test, !IS_ENABLED(CONFIG_PREEMPTION),
				    hook_call(c, event, false, page), "case %u", i);
		scoped_guard(mutex, &ktrace_event_mutex)
			ktrace_event_disable(event, &instance, KTRACE_LISTEN_USER);
	}
}

static struct kunit_case hook_kunit_cases[] = {
	KUNIT_CASE(hook_of_stale_bit),
	{}
};

static struct kunit_suite hook_suite = {
	.name = "ktrace_syscall_hook",
	.suite_init = hook_suite_init,
	.test_cases = hook_kunit_cases,
};

kunit_test_suite(hook_suite);
