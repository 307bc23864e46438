// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of event.c: which instances listen to an event, and for which reasons.
 *
 * The tests use events and instances of their own, so that they do not disturb other users of
 * tracing.
 */
#include <kunit/test.h>
#include <linux/bottom_half.h>
#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/vmalloc.h>

#include "buffer/grace_kunit.h"
#include "command/knob.h"
#include "event/emit.h"
#include "event/event_filter.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/prefilter.h"
#include "event/string.h"
#include "event/task.h"

#define USER	KTRACE_LISTEN_USER
#define TRACER	KTRACE_LISTEN_TRACER
#define BOTH	(USER | TRACER)

/* Size of the smallest buffer, in kB. */
#define TEST_KB	1

/**
 * struct test_event - an event whose source counts calls
 * @event:	the event
 * @on:		number of calls of event_enable() minus calls of event_disable()
 * @enabled:	number of calls of event_enable()
 * @err:	return value of event_enable()
 * @direct:	hooks did not check the task during the last event_enable()
 */
struct test_event {
	struct ktrace_event event;
	int	on;
	int	enabled;
	int	err;
	bool	direct;
};

/* Instances are never freed. */
static struct ktrace_instance instances[2];

static int test_enable(struct ktrace_event *event)
{
	struct test_event *te = container_of(event, struct test_event, event);

	if (te->err)
		return te->err;
	te->on++;
	te->enabled++;
	te->direct = event->rings != &ktrace_no_rings;
	return 0;
}

static void test_disable(struct ktrace_event *event)
{
	container_of(event, struct test_event, event)->on--;
}

static bool test_field(const struct ktrace_event *event, unsigned int i,
		       struct ktrace_field *field)
{
	return false;
}

static void test_print(const struct ktrace_event *event, const void *rec, u32 len,
		       struct seq_buf *out)
{
}

static void test_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
}

static const struct ktrace_class test_class = {
	.enable		= test_enable,
	.disable	= test_disable,
	.field		= test_field,
	.print		= test_print,
	.print_fmt	= test_print_fmt,
};

/* A class of events whose hooks run only for tasks that have a work bit of a task set. */
static const struct ktrace_class work_class = {
	.enable		= test_enable,
	.disable	= test_disable,
	.field		= test_field,
	.print		= test_print,
	.print_fmt	= test_print_fmt,
	.task_work	= KTRACE_TASK_SYSCALL_ENTER,
};

static int event_suite_init(struct kunit_suite *suite)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(instances) && !err; i++) {
		if (instances[i].buffer.cpus)
			continue;
		err = ktrace_instance_init(&instances[i]) ?:
		      ktrace_buffer_resize(&instances[i].buffer, KTRACE_ALL_CPUS, TEST_KB);
	}
	return err;
}

static int event_test_init(struct kunit *test)
{
	struct test_event *te = kunit_kzalloc(test, sizeof(*te), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, te);
	te->event.system = "kunit";
	te->event.name = test->name;
	te->event.class = &test_class;
	test->priv = te;
	return ktrace_event_register(&te->event);
}

/* A failed case may leave its event enabled. */
static void event_test_exit(struct kunit *test)
{
	struct test_event *te = test->priv;

	if (te && !list_empty(&te->event.node))
		ktrace_event_unregister(&te->event);
}

static int event_enable(struct test_event *te, unsigned int instance, u8 why)
{
	guard(mutex)(&ktrace_event_mutex);
	return ktrace_event_enable(&te->event, &instances[instance], why);
}

static void event_disable(struct test_event *te, unsigned int instance, u8 why)
{
	guard(mutex)(&ktrace_event_mutex);
	ktrace_event_disable(&te->event, &instances[instance], why);
}

/* Reasons for which an instance listens. */
static u8 event_users(struct test_event *te, unsigned int instance)
{
	u8 why = 0;

	guard(mutex)(&ktrace_event_mutex);
	if (ktrace_event_enabled(&te->event, &instances[instance], USER))
		why |= USER;
	if (ktrace_event_enabled(&te->event, &instances[instance], TRACER))
		why |= TRACER;
	return why;
}

/* Number of records that a hook would write. */
static int event_listeners(struct test_event *te)
{
	struct ktrace_listener *listener;
	int nr = 0;

	guard(preempt_notrace)();
	ktrace_for_each_listener(listener, &te->event)
		nr++;
	return nr;
}

static void event_expect(struct kunit *test, u8 first, u8 second)
{
	struct test_event *te = test->priv;
	struct ring * __percpu *rings = &ktrace_no_rings;
	int nr = !!first + !!second;

	if (nr == 1)
		rings = instances[first ? 0 : 1].buffer.rings;
	KUNIT_EXPECT_EQ(test, event_users(te, 0), first);
	KUNIT_EXPECT_EQ(test, event_users(te, 1), second);
	KUNIT_EXPECT_EQ(test, event_listeners(te), nr);
	KUNIT_EXPECT_EQ(test, te->on, !!nr);
	KUNIT_EXPECT_TRUE(test, te->event.rings == rings);
}

/* User and tracer share one listener, which stays until neither needs it. */
static void listen_for_both(struct kunit *test)
{
	static const u8 orders[][2] = { { USER, TRACER }, { TRACER, USER } };
	struct test_event *te = test->priv;
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		for (j = 0; j < ARRAY_SIZE(orders); j++) {
			te->enabled = 0;
			event_expect(test, 0, 0);
			KUNIT_EXPECT_EQ(test, event_enable(te, 0, orders[i][0]), 0);
			event_expect(test, orders[i][0], 0);
			KUNIT_EXPECT_EQ(test, event_enable(te, 0, orders[i][1]), 0);
			event_expect(test, BOTH, 0);
			event_disable(te, 0, orders[j][0]);
			event_expect(test, orders[j][1], 0);
			event_disable(te, 0, orders[j][1]);
			event_expect(test, 0, 0);
			KUNIT_EXPECT_EQ(test, te->enabled, 1);
		}
	}
}

/* Enabling twice is the same as once; disabling a disabled event does nothing. */
static void listen_again(struct kunit *test)
{
	struct test_event *te = test->priv;

	event_disable(te, 0, BOTH);
	event_expect(test, 0, 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, USER), 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, USER), 0);
	event_expect(test, USER, 0);
	event_disable(te, 0, TRACER);
	event_expect(test, USER, 0);
	event_disable(te, 0, USER);
	event_disable(te, 0, USER);
	event_expect(test, 0, 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, TRACER), 0);
	event_expect(test, TRACER, 0);
	event_disable(te, 0, BOTH);
	event_expect(test, 0, 0);
}

/* Each instance has its own reasons. */
static void listen_of_each_instance(struct kunit *test)
{
	struct test_event *te = test->priv;

	KUNIT_EXPECT_EQ(test, event_enable(te, 0, USER), 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 1, TRACER), 0);
	event_expect(test, USER, TRACER);
	event_disable(te, 1, USER);
	event_expect(test, USER, TRACER);
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, TRACER), 0);
	event_expect(test, BOTH, TRACER);
	event_disable(te, 1, TRACER);
	event_expect(test, BOTH, 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 1, USER), 0);
	event_disable(te, 0, BOTH);
	event_expect(test, 0, USER);
	KUNIT_EXPECT_EQ(test, te->enabled, 1);
}

/*
 * Expect the enabled listeners to be those of the instances @first and @second, in this
 * order.
 */
static void expect_chain(struct kunit *test, int first, int second)
{
	struct test_event *te = test->priv;
	const int wanted[] = { first, second, -1 };
	struct ktrace_listener *listener;
	unsigned int i = 0;

	guard(preempt)();
	ktrace_for_each_listener(listener, &te->event) {
		if (wanted[i] >= 0)
			KUNIT_EXPECT_PTR_EQ(test, listener->instance, &instances[wanted[i++]]);
		else
			KUNIT_FAIL(test, "more than %u listeners", i);
	}
	KUNIT_EXPECT_EQ(test, wanted[i], -1);
}

/*
 * A listener that is enabled again gets its old position: a hook that is still at the
 * listener finds all listeners behind, and no code waits for the hook.
 */
static void listen_again_in_order(struct kunit *test)
{
	struct test_event *te = test->priv;

	KUNIT_EXPECT_EQ(test, event_enable(te, 0, USER), 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 1, USER), 0);
	expect_chain(test, 0, 1);
	event_disable(te, 0, USER);
	expect_chain(test, 1, -1);
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, USER), 0);
	expect_chain(test, 0, 1);

	/* The listener behind is disabled, too: insert in front of the next enabled one. */
	event_disable(te, 0, USER);
	event_disable(te, 1, USER);
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, USER), 0);
	expect_chain(test, 0, -1);
	KUNIT_EXPECT_EQ(test, event_enable(te, 1, USER), 0);
	expect_chain(test, 0, 1);
	event_disable(te, 0, USER);
	event_disable(te, 1, USER);
	expect_chain(test, -1, -1);
}

/* If the event source refuses to enable the event, no listener is left, for any reason. */
static void listen_refused(struct kunit *test)
{
	struct test_event *te = test->priv;

	te->err = -ENODEV;
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, USER), -ENODEV);
	event_expect(test, 0, 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, TRACER), -ENODEV);
	event_expect(test, 0, 0);
	te->err = 0;
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, TRACER), 0);
	/* The event source is called only for the first reason. */
	te->err = -ENODEV;
	KUNIT_EXPECT_EQ(test, event_enable(te, 0, USER), 0);
	event_expect(test, BOTH, 0);
}

/* An event can be removed while instances listen. */
static void listen_of_event_that_goes(struct kunit *test)
{
	struct test_event *te = test->priv;

	KUNIT_EXPECT_EQ(test, event_enable(te, 0, BOTH), 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 1, USER), 0);
	ktrace_event_unregister(&te->event);
	event_expect(test, 0, 0);
}

/*
 * If tasks of another instance also have the work bit, hooks must check the task before they
 * write a record, also while an instance begins to listen.
 */
static void listen_beside_tasks_of_others(struct kunit *test)
{
	struct test_event *te = test->priv, *other;
	pid_t pid = current->pid;
	int err;

	if (ktrace_task_work(current))
		kunit_skip(test, "system calls are being traced");
	other = kunit_kzalloc(test, sizeof(*other), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, other);
	other->event.system = "kunit";
	other->event.name = "listen_other";
	other->event.class = &work_class;
	KUNIT_ASSERT_EQ(test, ktrace_event_register(&other->event), 0);
	te->event.class = &work_class;
	err = ktrace_taskset_list_add(ktrace_instance_tasks_begin(&instances[1]), KTRACE_TASK_LIST,
				      &pid, 1);
	KUNIT_EXPECT_EQ(test, ktrace_instance_tasks_end(&instances[1], err), 0);

	/* Only the tasks of this instance have the bits. */
	KUNIT_EXPECT_EQ(test, event_enable(te, 1, USER), 0);
	KUNIT_EXPECT_TRUE(test, te->direct);
	event_disable(te, 1, USER);
	/* All tasks have the bits. */
	KUNIT_EXPECT_EQ(test, event_enable(other, 0, USER), 0);
	KUNIT_EXPECT_EQ(test, event_enable(te, 1, USER), 0);
	KUNIT_EXPECT_FALSE(test, te->direct);
	KUNIT_EXPECT_TRUE(test, te->event.rings == &ktrace_no_rings);
	event_disable(other, 0, USER);
	KUNIT_EXPECT_TRUE(test, te->event.rings == instances[1].buffer.rings);
	other->err = -ENODEV;
	KUNIT_EXPECT_EQ(test, event_enable(other, 0, USER), -ENODEV);
	KUNIT_EXPECT_TRUE(test, te->event.rings == instances[1].buffer.rings);
	other->err = 0;
	KUNIT_EXPECT_EQ(test, event_enable(other, 0, USER), 0);
	KUNIT_EXPECT_TRUE(test, te->event.rings == &ktrace_no_rings);

	ktrace_event_unregister(&other->event);
	ktrace_event_unregister(&te->event);
	ktrace_taskset_list_drop(ktrace_instance_tasks_begin(&instances[1]), KTRACE_TASK_LIST);
	ktrace_instance_tasks_end(&instances[1], 0);
	KUNIT_EXPECT_EQ(test, ktrace_task_work(current), 0);
}

/* Flags for clients: a softirq may itself disable softirqs. */
static void context_of_count(struct kunit *test)
{
	static const struct {
		unsigned int count;
		u32 flags;
		u32 depth;
	} cases[] = {
		{ 0, 0, 0 },
		{ 3, 0, 3 },
		{ 15, 0, 15 },
		{ 16, 0, 15 },
		{ 200, 0, 15 },
		{ SOFTIRQ_OFFSET, KTRACE_FLAG_SOFTIRQ, 0 },
		{ SOFTIRQ_DISABLE_OFFSET, KTRACE_FLAG_BH_OFF, 0 },
		{ 3 * SOFTIRQ_DISABLE_OFFSET + 1, KTRACE_FLAG_BH_OFF, 1 },
		{ SOFTIRQ_OFFSET + SOFTIRQ_DISABLE_OFFSET,
		  KTRACE_FLAG_SOFTIRQ | KTRACE_FLAG_BH_OFF, 0 },
		{ HARDIRQ_OFFSET, KTRACE_FLAG_HARDIRQ, 0 },
		{ HARDIRQ_OFFSET + SOFTIRQ_OFFSET, KTRACE_FLAG_HARDIRQ | KTRACE_FLAG_SOFTIRQ, 0 },
		{ HARDIRQ_OFFSET + SOFTIRQ_OFFSET + 15,
		  KTRACE_FLAG_HARDIRQ | KTRACE_FLAG_SOFTIRQ, 15 },
		{ HARDIRQ_OFFSET + SOFTIRQ_DISABLE_OFFSET + 2,
		  KTRACE_FLAG_HARDIRQ | KTRACE_FLAG_BH_OFF, 2 },
		{ 2 * HARDIRQ_OFFSET, KTRACE_FLAG_HARDIRQ, 0 },
		{ NMI_OFFSET + 2 * HARDIRQ_OFFSET + SOFTIRQ_OFFSET + 1,
		  KTRACE_FLAG_NMI | KTRACE_FLAG_HARDIRQ | KTRACE_FLAG_SOFTIRQ, 1 },
		{ NMI_OFFSET + HARDIRQ_OFFSET, KTRACE_FLAG_NMI | KTRACE_FLAG_HARDIRQ, 0 },
	};
	/* A bit that x86 has in the same word. */
	const unsigned int other = BIT(31);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		u32 context = KTRACE_CONTEXT(cases[i].flags, cases[i].depth);

		KUNIT_EXPECT_EQ_MSG(test, ktrace_context_count(cases[i].count), context,
				    "case %u", i);
		KUNIT_EXPECT_EQ_MSG(test, ktrace_context_count(cases[i].count | other), context,
				    "case %u and another bit", i);
	}
	/* All values of the fast path. */
	for (i = 0; i < 64; i++)
		KUNIT_EXPECT_EQ(test, ktrace_context_count((i & 16 ? SOFTIRQ_OFFSET : 0) +
							   (i & 32 ? HARDIRQ_OFFSET : 0) + i % 16),
				KTRACE_CONTEXT((i & 16 ? KTRACE_FLAG_SOFTIRQ : 0) |
					       (i & 32 ? KTRACE_FLAG_HARDIRQ : 0), i % 16));
}

/* A record contains the context of its writer. */
static void context_of_record(struct kunit *test)
{
	const u32 flags = KTRACE_FLAG_IRQS_OFF | KTRACE_FLAG_BH_OFF;
	struct ktrace_common plain, irqs_off, bh_off, deep, built;
	unsigned long irq_flags;

	ktrace_emit_common(&built, 0x1234, KTRACE_CONTEXT(flags, 5));
	KUNIT_EXPECT_EQ(test, built.type, 0x1234);
	KUNIT_EXPECT_EQ(test, built.flags, 0x81);
	KUNIT_EXPECT_EQ(test, built.preempt_count, 5);
	KUNIT_EXPECT_EQ(test, built.pid, current->pid);

	preempt_disable();
	ktrace_emit_common(&plain, 1, ktrace_context_called());
	local_irq_save(irq_flags);
	/* A needless reschedule is harmless. */
	set_tsk_need_resched(current);
	ktrace_emit_common(&irqs_off, 1, ktrace_context_called());
	local_irq_restore(irq_flags);
	preempt_disable();
	ktrace_emit_common(&deep, 1, ktrace_context_called());
	preempt_enable();
	preempt_enable();
	local_bh_disable();
	preempt_disable();
	ktrace_emit_common(&bh_off, 1, ktrace_context_called());
	preempt_enable();
	local_bh_enable();

	KUNIT_EXPECT_EQ(test, plain.flags & ~KTRACE_FLAG_NEED_RESCHED, 0);
	KUNIT_EXPECT_EQ(test, plain.preempt_count, 0);
	KUNIT_EXPECT_EQ(test, irqs_off.flags, 0x05);
	KUNIT_EXPECT_EQ(test, irqs_off.preempt_count, 0);
	KUNIT_EXPECT_EQ(test, bh_off.flags & ~KTRACE_FLAG_NEED_RESCHED, 0x80);
	/* With PREEMPT_RT, the lock that disables softirqs also disables migration. */
	KUNIT_EXPECT_EQ(test, bh_off.preempt_count & 0xf, 0);
	KUNIT_EXPECT_EQ(test, bh_off.preempt_count >> 4 > 0, IS_ENABLED(CONFIG_PREEMPT_RT));
	KUNIT_EXPECT_EQ(test, deep.flags & ~KTRACE_FLAG_NEED_RESCHED, 0);
	KUNIT_EXPECT_EQ(test, deep.preempt_count, IS_ENABLED(CONFIG_PREEMPT_COUNT));
}

/* The depth of disabled migration stops at 15, and is recorded in kernels with preemption. */
static void context_of_migration(struct kunit *test)
{
	static const unsigned int depths[] = { 0, 1, 2, 15, 16, 20 };
	const bool recorded = IS_ENABLED(CONFIG_SMP) && IS_ENABLED(CONFIG_PREEMPTION);
	struct ktrace_common rec, irqs_off;
	unsigned long irq_flags;
	unsigned int i, depth;

	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		for (depth = 0; depth < depths[i]; depth++)
			migrate_disable();
		preempt_disable();
		ktrace_emit_common(&rec, 1, ktrace_context_called());
		local_irq_save(irq_flags);
		ktrace_emit_common(&irqs_off, 1, ktrace_context_called());
		local_irq_restore(irq_flags);
		preempt_enable();
		for (depth = 0; depth < depths[i]; depth++)
			migrate_enable();
		depth = recorded ? min(depths[i], 15U) << 4 : 0;
		KUNIT_EXPECT_EQ_MSG(test, rec.preempt_count, depth, "depth %u", depths[i]);
		KUNIT_EXPECT_EQ_MSG(test, irqs_off.preempt_count, depth, "depth %u", depths[i]);
		KUNIT_EXPECT_EQ(test, rec.flags & ~KTRACE_FLAG_NEED_RESCHED, 0);
	}
}

/* Read a string at @address with interrupts off, like a hook. */
static int string_read(char *to, u32 room, const void *address, bool user)
{
	unsigned long irq_flags;
	int len;

	local_irq_save(irq_flags);
	len = ktrace_string_read(to, room, (unsigned long)address, user);
	local_irq_restore(irq_flags);
	return len;
}

/* Strings at addresses: complete, truncated, and in missing memory. */
static void strings_at_addresses(struct kunit *test)
{
	char *page = vmalloc(PAGE_SIZE), *text = page + PAGE_SIZE - 8;
	char to[16 + KTRACE_STRING_SLACK];

	KUNIT_ASSERT_NOT_NULL(test, page);
	memcpy(text, "seven b", 8);
	KUNIT_EXPECT_EQ(test, string_read(to, 16, text, false), 7);
	KUNIT_EXPECT_STREQ(test, to, "seven b");
	KUNIT_EXPECT_EQ(test, string_read(to, 8, text, false), 7);
	KUNIT_EXPECT_STREQ(test, to, "seven b");
	KUNIT_EXPECT_EQ(test, string_read(to, 4, text, false), 3);
	KUNIT_EXPECT_STREQ(test, to, "sev");
	KUNIT_EXPECT_EQ(test, string_read(to, 16, page + PAGE_SIZE - 1, false), 0);
	/* The string continues behind the last byte, in a page that is missing. */
	page[PAGE_SIZE - 1] = '!';
	KUNIT_EXPECT_EQ(test, string_read(to, 16, text, false), -EFAULT);
	KUNIT_EXPECT_EQ(test, string_read(to, 8, text, false), 7);
	/* Neither address is valid as an address of the other kind. */
	KUNIT_EXPECT_EQ(test, string_read(to, 16, text, true), -EFAULT);
	KUNIT_EXPECT_EQ(test, string_read(to, 16, (void *)0x1000, false), -EFAULT);
	KUNIT_EXPECT_EQ(test, string_read(to, 16, NULL, true), -EFAULT);
	KUNIT_EXPECT_EQ(test, string_read(to, 16, (void *)~0UL, false), -EFAULT);
	vfree(page);
}

/* While recording is off in all listening instances, no instance takes a record. */
static void paused_while_off(struct kunit *test)
{
	struct test_event *te = test->priv;
	struct ktrace_buffer *one = &instances[0].buffer, *other = &instances[1].buffer;
	int off = atomic_read(&ktrace_buffers_off);

	KUNIT_ASSERT_EQ(test, event_enable(te, 0, USER), 0);
	guard(preempt)();
	KUNIT_EXPECT_FALSE(test, ktrace_event_paused(&te->event));
	ktrace_buffer_off(one);
	ktrace_buffer_off(one);
	KUNIT_EXPECT_EQ(test, atomic_read(&ktrace_buffers_off), off + 1);
	KUNIT_EXPECT_TRUE(test, ktrace_event_paused(&te->event));
	KUNIT_EXPECT_TRUE(test, ktrace_prefilter_done(&te->event, NULL));
	ktrace_buffer_off(other);
	ktrace_buffer_on(one);
	KUNIT_EXPECT_FALSE(test, ktrace_event_paused(&te->event));
	KUNIT_EXPECT_FALSE(test, ktrace_prefilter_done(&te->event, NULL));
	ktrace_buffer_on(other);
	ktrace_buffer_on(other);
	KUNIT_EXPECT_EQ(test, atomic_read(&ktrace_buffers_off), off);
}

/* If one of several instances still records, the event is not paused. */
static void paused_not_while_one_is_on(struct kunit *test)
{
	struct test_event *te = test->priv;
	struct ktrace_buffer *one = &instances[0].buffer, *other = &instances[1].buffer;

	KUNIT_ASSERT_EQ(test, event_enable(te, 0, USER), 0);
	KUNIT_ASSERT_EQ(test, event_enable(te, 1, USER), 0);
	guard(preempt)();
	ktrace_buffer_off(one);
	KUNIT_EXPECT_FALSE(test, ktrace_event_paused(&te->event));
	ktrace_buffer_off(other);
	KUNIT_EXPECT_TRUE(test, ktrace_event_paused(&te->event));
	ktrace_buffer_on(one);
	ktrace_buffer_on(other);
}

/* Publish a filter, which takes the place of the last one, as a write to the file does. */
static void publish_filter(struct kunit *test, char *text, struct ktrace_filter_batch *batch)
{
	struct ktrace_command command = { .text = text, .len = strlen(text) };
	struct test_event *te = test->priv;
	struct ktrace_listener *listener;

	guard(mutex)(&ktrace_event_mutex);
	listener = ktrace_listener_get(&te->event, &instances[0]);
	KUNIT_EXPECT_NOT_NULL(test, listener);
	if (!listener)
		return;
	KUNIT_EXPECT_EQ(test, 0, ktrace_filter_batch_add(batch, &command, listener));
	ktrace_filter_batch_publish(batch);
}

/*
 * A filter is freed a grace period after another one has replaced it, because running hooks may
 * use it.
 */
static void filter_waits_for_hooks(struct kunit *test)
{
	static char * const texts[] = { "common_pid == 1", "common_pid == 2", "0" };
	struct test_grace grace;
	unsigned int turn;

	for (turn = 0; turn < 2 * ARRAY_SIZE(texts); turn++) {
		struct ktrace_filter_batch batch = { };

		publish_filter(test, texts[turn % ARRAY_SIZE(texts)], &batch);
		grace = test_grace_now();
		ktrace_filter_batch_end(&batch);
		KUNIT_EXPECT_TRUE(test, test_grace_since(grace));
	}
}

static struct kunit_case event_cases[] = {
	KUNIT_CASE(strings_at_addresses),
	KUNIT_CASE(paused_while_off),
	KUNIT_CASE(paused_not_while_one_is_on),
	KUNIT_CASE(listen_for_both),
	KUNIT_CASE(listen_again),
	KUNIT_CASE(listen_again_in_order),
	KUNIT_CASE(listen_of_each_instance),
	KUNIT_CASE(listen_refused),
	KUNIT_CASE(listen_of_event_that_goes),
	KUNIT_CASE(listen_beside_tasks_of_others),
	KUNIT_CASE(context_of_count),
	KUNIT_CASE(context_of_record),
	KUNIT_CASE(context_of_migration),
	KUNIT_CASE(filter_waits_for_hooks),
	{}
};

static struct kunit_suite event_suite = {
	.name = "ktrace_event",
	.suite_init = event_suite_init,
	.init = event_test_init,
	.exit = event_test_exit,
	.test_cases = event_cases,
};

kunit_test_suite(event_suite);
