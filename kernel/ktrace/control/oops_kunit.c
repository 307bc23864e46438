// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of oops.c: the memory of a dump fits the pages of the buffer, also while several
 * tasks change the page size.
 *
 * The tests use an instance of their own, so that they do not disturb other users of tracing.
 */
#include <kunit/test.h>

#include "control/control.h"
#include "control/oops.h"
#include "event/instance.h"

/* Size of the buffer, in kB. */
#define TEST_KB		64

/* Never freed: a buffer is never destroyed. */
static struct ktrace_instance instance;

static int oops_suite_init(struct kunit_suite *suite)
{
	return ktrace_instance_init(&instance) ?:
	       ktrace_buffer_resize(&instance.buffer, KTRACE_ALL_CPUS, TEST_KB);
}

static int set_option(unsigned int records)
{
	return ktrace_oops_set(NULL, &instance, NULL, records);
}

static int oops_test_init(struct kunit *test)
{
	return ktrace_instance_set_page(&instance, 4) ?: set_option(1);
}

static void oops_test_exit(struct kunit *test)
{
	set_option(0);
}

static void expect_kb(struct kunit *test, u32 kb)
{
	KUNIT_EXPECT_EQ(test, ktrace_oops_page_bytes(&instance), kb << 10);
}

static void oops_page_size(struct kunit *test)
{
	expect_kb(test, 4);
	KUNIT_EXPECT_EQ(test, ktrace_instance_set_page(&instance, 16), 0);
	expect_kb(test, 16);
	KUNIT_EXPECT_EQ(test, ktrace_instance_set_page(&instance, 8), 0);
	expect_kb(test, 8);
	KUNIT_EXPECT_EQ(test, ktrace_instance_set_page(&instance, 513), -EINVAL);
	expect_kb(test, 8);
	KUNIT_EXPECT_EQ(test, set_option(0), 0);
	expect_kb(test, 0);
	KUNIT_EXPECT_EQ(test, ktrace_instance_set_page(&instance, 16), 0);
	expect_kb(test, 0);
}

/* Another task changes the page size while this task sets the page size to 64 kB. */
static void oops_page_twice(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, ktrace_oops_page_begin(&instance, 64 << 10), 0);
	expect_kb(test, 64);
	KUNIT_EXPECT_EQ(test, ktrace_instance_set_page(&instance, 8), 0);
	expect_kb(test, 64);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_set_page(&instance.buffer, 64), 0);
	/* This time, the other task ends its change first. */
	KUNIT_ASSERT_EQ(test, ktrace_oops_page_begin(&instance, 4 << 10), 0);
	ktrace_oops_page_end(&instance);
	expect_kb(test, 64);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_set_page(&instance.buffer, 4), 0);
	ktrace_oops_page_end(&instance);
	expect_kb(test, 4);
}

/* Another task sets options/dump_on_oops while this task sets the page size to 64 kB. */
static void oops_page_option(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, ktrace_oops_page_begin(&instance, 64 << 10), 0);
	KUNIT_EXPECT_EQ(test, set_option(2), 0);
	expect_kb(test, 64);
	KUNIT_EXPECT_EQ(test, set_option(0), 0);
	expect_kb(test, 0);
	KUNIT_EXPECT_EQ(test, set_option(1), 0);
	expect_kb(test, 64);
	ktrace_oops_page_end(&instance);
	expect_kb(test, 4);
}

static struct kunit_case oops_cases[] = {
	KUNIT_CASE(oops_page_size),
	KUNIT_CASE(oops_page_twice),
	KUNIT_CASE(oops_page_option),
	{}
};

static struct kunit_suite oops_suite = {
	.name		= "ktrace_oops",
	.suite_init	= oops_suite_init,
	.init		= oops_test_init,
	.exit		= oops_test_exit,
	.test_cases	= oops_cases,
};

kunit_test_suite(oops_suite);
