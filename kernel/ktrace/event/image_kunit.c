// SPDX-License-Identifier: GPL-2.0
/* KUnit tests of images: a lack of images is counted. */
#include <kunit/test.h>
#include <linux/percpu.h>
#include <linux/preempt.h>

#include "event/image_kunit.h"
#include "event/instance.h"
#include "event/stack.h"

/* Size of the smallest buffer, in kB. */
#define TEST_KB	1

/* The instance is never freed. */
static struct ktrace_instance instance;

static int image_suite_init(struct kunit_suite *suite)
{
	if (instance.buffer.cpus)
		return 0;
	return ktrace_images_use() ?: ktrace_instance_init(&instance) ?:
	       ktrace_buffer_resize(&instance.buffer, KTRACE_ALL_CPUS, TEST_KB) ?:
	       ktrace_buffer_use(&instance.buffer);
}

static void missed_is_counted_once(struct kunit *test)
{
	unsigned long tried, got;
	struct image_shortage s;

	image_shortage_begin(&s);
	ktrace_image_try();
	tried = image_shortage_missed(&s);
	ktrace_image_get();
	ktrace_image_get();
	got = image_shortage_missed(&s);
	image_shortage_end(&s);
	KUNIT_EXPECT_EQ(test, tried, 0);
	KUNIT_EXPECT_EQ(test, got, 2);
}

static void image_is_there_again(struct kunit *test)
{
	struct image_shortage s;
	void *image;

	image_shortage_begin(&s);
	ktrace_image_put();
	image = ktrace_image_get();
	image_shortage_end(&s);
	KUNIT_EXPECT_NOT_NULL(test, image);
	KUNIT_EXPECT_EQ(test, s.missed, 0);
}

/* The stack is counted separately, because its event may have been recorded already. */
static void stack_is_counted(struct kunit *test)
{
	struct image_shortage s;
	struct ring_record rec;
	bool written;

	image_shortage_begin(&s);
	ktrace_stack_kernel_from(&instance.buffer, 0, 0);
	written = ring_peek(ktrace_buffer_ring(&instance.buffer), &rec);
	image_shortage_end(&s);
	KUNIT_EXPECT_FALSE(test, written);
	KUNIT_EXPECT_EQ(test, s.missed, 1);
}

static struct kunit_case image_cases[] = {
	KUNIT_CASE(missed_is_counted_once),
	KUNIT_CASE(image_is_there_again),
	KUNIT_CASE(stack_is_counted),
	{}
};

static struct kunit_suite image_suite = {
	.name = "ktrace_image",
	.suite_init = image_suite_init,
	.test_cases = image_cases,
};
kunit_test_suite(image_suite);
