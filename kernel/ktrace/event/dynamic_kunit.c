// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of dynamic.c: which definitions are removed, in which order, and which stay.
 *
 * The tests use a kind of their own, so that they do not disturb other users of tracing.
 */
#include <kunit/test.h>

#include "command/knob.h"
#include "event/dynamic.h"
#include "event/event.h"

/**
 * struct test_dynamic - a definition
 * @dynamic:	the definition in the registry
 * @event:	event of the definition, which no other code uses
 * @busy:	hold() fails
 * @held:	hold() was called for it
 * @gone:	position in the order of removals, starting at 1; 0: not removed
 */
struct test_dynamic {
	struct ktrace_dynamic	dynamic;
	struct ktrace_event	event;
	bool			busy;
	bool			held;
	unsigned int		gone;
};

#define NR_TEST	4

static struct test_dynamic tests[NR_TEST];
/* Number of removed definitions, and of calls of release(). */
static unsigned int gone, releases;

static struct test_dynamic *test_of(const struct ktrace_dynamic *dynamic)
{
	return container_of(dynamic, struct test_dynamic, dynamic);
}

static int test_hold(struct ktrace_dynamic *dynamic)
{
	if (test_of(dynamic)->busy)
		return -EBUSY;
	test_of(dynamic)->held = true;
	return 0;
}

static void test_unhold(struct ktrace_dynamic *dynamic)
{
	test_of(dynamic)->held = false;
}

/* Only the first definition matches "rest".  No memory is left to match the third one. */
static int test_matches(const struct ktrace_dynamic *dynamic, const char *rest)
{
	if (!strcmp(rest, "no memory"))
		return test_of(dynamic) == &tests[2] ? -ENOMEM : 1;
	return !strcmp(rest, "rest") && test_of(dynamic) == &tests[0];
}

static void test_release(struct list_head *dead)
{
	struct test_dynamic *td, *next;

	list_for_each_entry_safe(td, next, dead, dynamic.node) {
		td->gone = ++gone;
		/* Poison the node as if it were freed: the registry must not use it. */
		memset(&td->dynamic.node, 0, sizeof(td->dynamic.node));
	}
	releases++;
}

static struct ktrace_dynamic_kind test_kind = {
	.name = "test", .letters = "", .matches = test_matches, .hold = test_hold,
	.unhold = test_unhold, .release = test_release,
};

/* A second kind, without hold(). */
static struct ktrace_dynamic_kind test_other_kind = {
	.name = "other", .letters = "", .matches = test_matches, .release = test_release,
};

/* Create the definitions kunit_a/e0, kunit_b/e1, kunit_a/e2, ... */
static int dynamic_test_init(struct kunit *test)
{
	static const char * const names[NR_TEST] = { "e0", "e1", "e2", "e3" };
	unsigned int i;

	gone = 0;
	releases = 0;
	memset(tests, 0, sizeof(tests));
	guard(mutex)(&ktrace_dynamic_mutex);
	for (i = 0; i < NR_TEST; i++) {
		tests[i].event.system = i % 2 ? "kunit_b" : "kunit_a";
		tests[i].event.name = names[i];
		INIT_LIST_HEAD(&tests[i].event.listeners);
		tests[i].dynamic.kind = &test_kind;
		tests[i].dynamic.event = &tests[i].event;
		ktrace_dynamic_add(&tests[i].dynamic, NULL);
	}
	return 0;
}

static void dynamic_test_exit(struct kunit *test)
{
	unsigned int i;

	guard(mutex)(&ktrace_dynamic_mutex);
	for (i = 0; i < NR_TEST; i++)
		if (!tests[i].gone)
			list_del(&tests[i].dynamic.node);
}

static int dynamic_remove(const char *group, const char *name, const char *rest)
{
	guard(mutex)(&ktrace_dynamic_mutex);
	return ktrace_dynamic_remove(&test_kind, group, name, rest);
}

static void expect_gone(struct kunit *test, unsigned int a, unsigned int b, unsigned int c,
			unsigned int d)
{
	KUNIT_EXPECT_EQ(test, tests[0].gone, a);
	KUNIT_EXPECT_EQ(test, tests[1].gone, b);
	KUNIT_EXPECT_EQ(test, tests[2].gone, c);
	KUNIT_EXPECT_EQ(test, tests[3].gone, d);
}

static void dynamic_names(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, -ENOENT, dynamic_remove("", "e", ""));
	KUNIT_EXPECT_EQ(test, -ENOENT, dynamic_remove("kunit_b", "e0", ""));
	KUNIT_EXPECT_EQ(test, -ENOENT, dynamic_remove("", "e1", "rest"));
	KUNIT_EXPECT_EQ(test, -ENOENT, dynamic_remove("", "e0", "other"));
	expect_gone(test, 0, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, 0, dynamic_remove("kunit_b", "", ""));
	expect_gone(test, 0, 2, 0, 1);
	KUNIT_EXPECT_EQ(test, 0, dynamic_remove("", "e0", "rest"));
	expect_gone(test, 3, 2, 0, 1);
	KUNIT_EXPECT_EQ(test, 0, dynamic_remove("kunit_a", "e2", ""));
	KUNIT_EXPECT_EQ(test, -ENOENT, dynamic_remove("kunit_a", "", ""));
}

static void dynamic_order(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0, ktrace_dynamic_clear(&test_kind));
	expect_gone(test, 4, 3, 2, 1);
	KUNIT_EXPECT_EQ(test, releases, 1);
}

/* Definitions of two kinds alternate in the list. */
static void dynamic_kinds_turn(struct kunit *test)
{
	scoped_guard(mutex, &ktrace_dynamic_mutex) {
		tests[1].dynamic.kind = &test_other_kind;
		KUNIT_EXPECT_EQ(test, -ENOENT, ktrace_dynamic_remove(&test_kind, "", "e1", ""));
		KUNIT_EXPECT_EQ(test, 0, ktrace_dynamic_remove(NULL, "kunit_b", "", ""));
	}
	expect_gone(test, 0, 2, 0, 1);
	KUNIT_EXPECT_EQ(test, releases, 2);
}

static void dynamic_busy(struct kunit *test)
{
	unsigned int i;

	tests[2].busy = true;
	KUNIT_EXPECT_EQ(test, -EBUSY, ktrace_dynamic_clear(&test_kind));
	KUNIT_EXPECT_EQ(test, -EBUSY, dynamic_remove("kunit_a", "", ""));
	expect_gone(test, 0, 0, 0, 0);
	for (i = 0; i < NR_TEST; i++) {
		KUNIT_EXPECT_FALSE(test, tests[i].held);
		KUNIT_EXPECT_FALSE(test, tests[i].dynamic.going);
	}
	KUNIT_EXPECT_EQ(test, 0, dynamic_remove("kunit_b", "", ""));
	expect_gone(test, 0, 2, 0, 1);
}

/*
 * A definition on which another one depends is removed together with the other, or not
 * at all.
 */
static void dynamic_stands_on(struct kunit *test)
{
	scoped_guard(mutex, &ktrace_dynamic_mutex) {
		list_del(&tests[3].dynamic.node);
		tests[3].dynamic.on = &tests[0].dynamic;
		ktrace_dynamic_add(&tests[3].dynamic, NULL);
		KUNIT_EXPECT_PTR_EQ(test, &tests[0].dynamic, ktrace_dynamic_of(&tests[0].event));
	}
	KUNIT_EXPECT_EQ(test, -EBUSY, dynamic_remove("", "e0", ""));
	KUNIT_EXPECT_EQ(test, -EBUSY, dynamic_remove("kunit_a", "", ""));
	expect_gone(test, 0, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, 0, dynamic_remove("", "e3", ""));
	KUNIT_EXPECT_EQ(test, tests[0].dynamic.nr_on, 0);
	KUNIT_EXPECT_EQ(test, 0, dynamic_remove("", "e0", ""));
	expect_gone(test, 2, 0, 0, 1);
}

static void dynamic_stand_together(struct kunit *test)
{
	scoped_guard(mutex, &ktrace_dynamic_mutex) {
		list_del(&tests[3].dynamic.node);
		tests[3].dynamic.on = &tests[0].dynamic;
		ktrace_dynamic_add(&tests[3].dynamic, NULL);
	}
	KUNIT_EXPECT_EQ(test, 0, ktrace_dynamic_clear(&test_kind));
	expect_gone(test, 4, 3, 2, 1);
}

/*
 * Either of two definitions of an event with a dependent definition may be removed, but
 * not both.
 */
static void dynamic_heirs(struct kunit *test)
{
	scoped_guard(mutex, &ktrace_dynamic_mutex) {
		tests[2].dynamic.event = &tests[0].event;
		list_del(&tests[1].dynamic.node);
		tests[1].dynamic.on = &tests[0].dynamic;
		ktrace_dynamic_add(&tests[1].dynamic, NULL);
		list_move_tail(&tests[2].dynamic.node, &ktrace_dynamic_list);
	}
	KUNIT_EXPECT_EQ(test, -EBUSY, dynamic_remove("", "e0", ""));
	KUNIT_EXPECT_EQ(test, 0, dynamic_remove("", "e0", "rest"));
	expect_gone(test, 1, 0, 0, 0);
	KUNIT_EXPECT_PTR_EQ(test, tests[1].dynamic.on, &tests[2].dynamic);
	KUNIT_EXPECT_EQ(test, tests[2].dynamic.nr_on, 1);
	KUNIT_EXPECT_EQ(test, -EBUSY, dynamic_remove("", "e0", ""));
	/* The dependent definition is removed first, although it is older. */
	KUNIT_EXPECT_EQ(test, 0, ktrace_dynamic_clear(&test_kind));
	expect_gone(test, 1, 2, 4, 3);
}

/* Without memory to match all definitions, none is removed, and none stays marked. */
static void dynamic_no_memory(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, -ENOMEM, dynamic_remove("kunit_a", "", "no memory"));
	expect_gone(test, 0, 0, 0, 0);
	KUNIT_EXPECT_FALSE(test, tests[0].dynamic.going);
	KUNIT_EXPECT_EQ(test, 0, dynamic_remove("kunit_b", "", "no memory"));
	expect_gone(test, 0, 2, 0, 1);
}

/* One of two definitions of an event is removed while the event is enabled. */
static void dynamic_one_of_enabled(struct kunit *test)
{
	unsigned int i;

	scoped_guard(mutex, &ktrace_dynamic_mutex) {
		for (i = 0; i < NR_TEST; i++)
			tests[i].dynamic.kind = &test_other_kind;
		tests[2].dynamic.event = &tests[0].event;
		RCU_INIT_POINTER(tests[0].event.active, (void *)&tests[0]);
		KUNIT_EXPECT_EQ(test, -EBUSY, ktrace_dynamic_remove(NULL, "kunit_a", "e0", ""));
		KUNIT_EXPECT_EQ(test, 0, ktrace_dynamic_remove(NULL, "kunit_a", "e0", "rest"));
		KUNIT_EXPECT_EQ(test, -EBUSY, ktrace_dynamic_remove(NULL, "kunit_a", "e0", ""));
		RCU_INIT_POINTER(tests[0].event.active, NULL);
		KUNIT_EXPECT_EQ(test, 0, ktrace_dynamic_remove(NULL, "kunit_a", "e0", ""));
	}
	expect_gone(test, 1, 0, 2, 0);
}

/* The end of a session removes its definitions, busy or not, with the event probes on them. */
static void dynamic_sessions(struct kunit *test)
{
	struct ktrace_session one, other, none;

	scoped_guard(mutex, &ktrace_dynamic_mutex) {
		list_del(&tests[3].dynamic.node);
		tests[3].dynamic.on = &tests[1].dynamic;
		ktrace_dynamic_add(&tests[3].dynamic, NULL);
		tests[1].dynamic.session = &one;
		tests[2].dynamic.session = &other;
		tests[2].dynamic.event = &tests[1].event;
		tests[1].busy = true;
	}
	ktrace_dynamic_end_session(&none);
	expect_gone(test, 0, 0, 0, 0);
	/* Another definition of the event stays, and the event with it. */
	ktrace_dynamic_end_session(&one);
	expect_gone(test, 0, 1, 0, 0);
	KUNIT_EXPECT_PTR_EQ(test, tests[3].dynamic.on, &tests[2].dynamic);
	ktrace_dynamic_end_session(&one);
	expect_gone(test, 0, 1, 0, 0);
	ktrace_dynamic_end_session(&other);
	expect_gone(test, 0, 1, 3, 2);
}

static struct kunit_case dynamic_cases[] = {
	KUNIT_CASE(dynamic_names),
	KUNIT_CASE(dynamic_order),
	KUNIT_CASE(dynamic_kinds_turn),
	KUNIT_CASE(dynamic_busy),
	KUNIT_CASE(dynamic_no_memory),
	KUNIT_CASE(dynamic_stands_on),
	KUNIT_CASE(dynamic_stand_together),
	KUNIT_CASE(dynamic_heirs),
	KUNIT_CASE(dynamic_one_of_enabled),
	KUNIT_CASE(dynamic_sessions),
	{}
};

static struct kunit_suite dynamic_suite = {
	.name = "ktrace_dynamic",
	.init = dynamic_test_init,
	.exit = dynamic_test_exit,
	.test_cases = dynamic_cases,
};

kunit_test_suite(dynamic_suite);
