// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of tracer.c: stopping a tracer disables exactly the events that its start
 * enabled, also after a start that failed half-way.
 *
 * The tests use an instance, events and a tracer of their own, so that they do not
 * disturb other users of tracing.
 */
#include <kunit/test.h>

#include "event/instance.h"
#include "event/listener.h"
#include "event/source.h"
#include "event/tracer.h"

#define NR_EVENTS	4
/* Size of the smallest buffer, in kB. */
#define TEST_KB	1

/**
 * struct test_event - an event whose source counts calls
 * @event:	the event
 * @on:		number of calls of enable() minus calls of disable()
 * @err:	return value of enable()
 */
struct test_event {
	struct ktrace_event event;
	int	on;
	int	err;
};

/* Never freed: a buffer is never destroyed. */
static struct ktrace_instance instance;
static struct test_event events[NR_EVENTS];

static int test_enable(struct ktrace_event *event)
{
	struct test_event *te = container_of(event, struct test_event, event);

	if (te->err)
		return te->err;
	te->on++;
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

/* A class of another event source, with events of the same names. */
static const struct ktrace_class other_class = {
	.enable		= test_enable,
	.disable	= test_disable,
	.field		= test_field,
	.print		= test_print,
	.print_fmt	= test_print_fmt,
};

static const struct ktrace_tracer test_tracer = { .name = "test", .class = &test_class };
static const struct ktrace_tracer test_nothing = { .name = "nothing" };

static int tracer_suite_init(struct kunit_suite *suite)
{
	if (instance.buffer.cpus)
		return 0;
	return ktrace_instance_init(&instance) ?:
	       ktrace_buffer_resize(&instance.buffer, KTRACE_ALL_CPUS, TEST_KB);
}

/* The last event has another class. */
static int tracer_test_init(struct kunit *test)
{
	static const char * const names[NR_EVENTS] = {
		"kunit_0", "kunit_1", "kunit_2", "kunit_other"
	};
	int i, err;

	err = ktrace_tracer_start(&instance, &test_nothing);
	for (i = 0; i < NR_EVENTS && !err; i++) {
		events[i] = (struct test_event) {
			.event.system = "kunit_tracer",
			.event.name = names[i],
			.event.class = i < NR_EVENTS - 1 ? &test_class : &other_class,
		};
		INIT_LIST_HEAD(&events[i].event.node);
		err = ktrace_event_register(&events[i].event);
	}
	return err;
}

static void tracer_test_exit(struct kunit *test)
{
	int i;

	ktrace_tracer_start(&instance, &test_nothing);
	for (i = 0; i < NR_EVENTS; i++)
		if (events[i].event.node.next && !list_empty(&events[i].event.node))
			ktrace_event_unregister(&events[i].event);
}

static int tracer_start(const struct ktrace_tracer *tracer)
{
	return ktrace_tracer_start(&instance, tracer);
}

/* Expect the reasons for which the instance listens to each event, and the running tracer. */
static void tracer_expect(struct kunit *test, u8 first, u8 others, u8 alien, const char *tracer)
{
	const u8 wanted[NR_EVENTS] = { first, others, others, alien };
	int i;

	KUNIT_EXPECT_STREQ(test, ktrace_tracer_name(&instance), tracer);
	guard(mutex)(&ktrace_event_mutex);
	for (i = 0; i < NR_EVENTS; i++) {
		struct ktrace_event *event = &events[i].event;

		KUNIT_EXPECT_EQ(test, events[i].on, !!wanted[i]);
		KUNIT_EXPECT_EQ(test, ktrace_event_active(event), !!wanted[i]);
		KUNIT_EXPECT_EQ(test, !!(wanted[i] & KTRACE_LISTEN_USER),
				ktrace_event_enabled(event, &instance,
						     KTRACE_LISTEN_USER));
		KUNIT_EXPECT_EQ(test, !!(wanted[i] & KTRACE_LISTEN_TRACER),
				ktrace_event_enabled(event, &instance,
						     KTRACE_LISTEN_TRACER));
	}
}

static int user_switch(int i, bool on)
{
	guard(mutex)(&ktrace_event_mutex);
	if (on)
		return ktrace_event_enable(&events[i].event, &instance,
					   KTRACE_LISTEN_USER);
	ktrace_event_disable(&events[i].event, &instance, KTRACE_LISTEN_USER);
	return 0;
}

static void tracer_names(struct kunit *test)
{
	KUNIT_EXPECT_NOT_NULL(test, ktrace_tracer_find("nop"));
	KUNIT_EXPECT_NULL(test, ktrace_tracer_find(""));
	KUNIT_EXPECT_NULL(test, ktrace_tracer_find("sys"));
	KUNIT_EXPECT_NULL(test, ktrace_tracer_find("syscalls"));
}

static void tracer_starts_and_stops(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, tracer_start(&test_nothing), 0);
	tracer_expect(test, 0, 0, 0, "nothing");
	KUNIT_EXPECT_EQ(test, tracer_start(&test_tracer), 0);
	tracer_expect(test, KTRACE_LISTEN_TRACER, KTRACE_LISTEN_TRACER, 0, "test");
	KUNIT_EXPECT_EQ(test, tracer_start(&test_tracer), 0);
	tracer_expect(test, KTRACE_LISTEN_TRACER, KTRACE_LISTEN_TRACER, 0, "test");
	KUNIT_EXPECT_EQ(test, tracer_start(&test_nothing), 0);
	tracer_expect(test, 0, 0, 0, "nothing");
}

/* The user's events stay enabled before, during and after a tracer runs. */
static void tracer_and_user(struct kunit *test)
{
	const u8 both = KTRACE_LISTEN_USER | KTRACE_LISTEN_TRACER;

	KUNIT_EXPECT_EQ(test, user_switch(0, true), 0);
	KUNIT_EXPECT_EQ(test, user_switch(3, true), 0);
	KUNIT_EXPECT_EQ(test, tracer_start(&test_tracer), 0);
	tracer_expect(test, both, KTRACE_LISTEN_TRACER, KTRACE_LISTEN_USER, "test");
	user_switch(0, false);
	user_switch(1, false);
	user_switch(3, false);
	tracer_expect(test, KTRACE_LISTEN_TRACER, KTRACE_LISTEN_TRACER, 0, "test");
	KUNIT_EXPECT_EQ(test, user_switch(0, true), 0);
	KUNIT_EXPECT_EQ(test, user_switch(3, true), 0);
	KUNIT_EXPECT_EQ(test, tracer_start(&test_nothing), 0);
	tracer_expect(test, KTRACE_LISTEN_USER, 0, KTRACE_LISTEN_USER, "nothing");
	user_switch(0, false);
	user_switch(3, false);
	tracer_expect(test, 0, 0, 0, "nothing");
}

/* Each event fails in turn: only the user's events stay enabled. */
static void tracer_fails(struct kunit *test)
{
	int i;

	for (i = 0; i < NR_EVENTS - 1; i++) {
		events[i].err = -ENOMEM;
		KUNIT_EXPECT_EQ(test, tracer_start(&test_tracer), -ENOMEM);
		tracer_expect(test, 0, 0, 0, "nothing");
		events[i].err = 0;
	}
	KUNIT_EXPECT_EQ(test, user_switch(0, true), 0);
	events[2].err = -ENOMEM;
	KUNIT_EXPECT_EQ(test, tracer_start(&test_tracer), -ENOMEM);
	tracer_expect(test, KTRACE_LISTEN_USER, 0, 0, "nothing");
	events[2].err = 0;
	KUNIT_EXPECT_EQ(test, tracer_start(&test_tracer), 0);
	tracer_expect(test, KTRACE_LISTEN_USER | KTRACE_LISTEN_TRACER, KTRACE_LISTEN_TRACER, 0,
		      "test");
}

static struct kunit_case tracer_cases[] = {
	KUNIT_CASE(tracer_names),
	KUNIT_CASE(tracer_starts_and_stops),
	KUNIT_CASE(tracer_and_user),
	KUNIT_CASE(tracer_fails),
	{}
};

static struct kunit_suite tracer_suite = {
	.name = "ktrace_tracer",
	.suite_init = tracer_suite_init,
	.init = tracer_test_init,
	.exit = tracer_test_exit,
	.test_cases = tracer_cases,
};

kunit_test_suite(tracer_suite);
