// SPDX-License-Identifier: GPL-2.0
/* KUnit tests of the images of probes: which CPUs have one, and what happens without memory. */
#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/refcount.h>

#include "probe/image.h"

/* No allocator has so much memory. */
#define TEST_TOO_MUCH	(64UL << 40)

static DEFINE_PER_CPU(u64 *, test_words);

static unsigned int images_there(void)
{
	unsigned int cpu, n = 0;

	for_each_possible_cpu(cpu)
		n += !!per_cpu(test_words, cpu);
	return n;
}

/* The number of CPUs that must have an image; CPU hotplug does not change it meanwhile. */
static void expect_images(struct kunit *test, unsigned int there)
{
	KUNIT_EXPECT_EQ(test, images_there(), there);
}

static void images_of_online_cpus(struct kunit *test)
{
	struct probe_images images = PROBE_IMAGES(test_words);

	expect_images(test, 0);
	KUNIT_ASSERT_EQ(test, ktrace_probe_images_get(&images), 0);
	expect_images(test, num_online_cpus());
	KUNIT_ASSERT_EQ(test, ktrace_probe_images_get(&images), 0);
	ktrace_probe_images_put(&images);
	expect_images(test, num_online_cpus());
	ktrace_probe_images_put(&images);
	expect_images(test, 0);
}

/* Without memory nothing changes, and the next probe finds memory. */
static void images_without_memory(struct kunit *test)
{
	struct probe_images images = PROBE_IMAGES(test_words);
	const size_t bytes = images.bytes;

	images.bytes = TEST_TOO_MUCH;
	KUNIT_EXPECT_EQ(test, ktrace_probe_images_get(&images), -ENOMEM);
	KUNIT_EXPECT_EQ(test, refcount_read(&images.users), 0);
	expect_images(test, 0);
	images.bytes = bytes;
	KUNIT_ASSERT_EQ(test, ktrace_probe_images_get(&images), 0);
	expect_images(test, num_online_cpus());
	ktrace_probe_images_put(&images);
	expect_images(test, 0);
}

/* Take the image of a CPU away, as if the CPU had come online without memory for it. */
static void image_take(unsigned int cpu)
{
	kvfree(container_of((void *)per_cpu(test_words, cpu), struct probe_image, words));
	per_cpu(test_words, cpu) = NULL;
}

/* A CPU that comes online gets an image only if there are probes and memory. */
static void image_of_new_cpu(struct kunit *test)
{
	struct probe_images images = PROBE_IMAGES(test_words);
	const size_t bytes = images.bytes;
	unsigned int cpu = cpumask_first(cpu_online_mask);

	KUNIT_EXPECT_EQ(test, ktrace_probe_images_prepare(&images, cpu), 0);
	expect_images(test, 0);
	KUNIT_ASSERT_EQ(test, ktrace_probe_images_get(&images), 0);
	image_take(cpu);
	images.bytes = TEST_TOO_MUCH;
	KUNIT_EXPECT_EQ(test, ktrace_probe_images_prepare(&images, cpu), -ENOMEM);
	KUNIT_EXPECT_NULL(test, per_cpu(test_words, cpu));
	images.bytes = bytes;
	KUNIT_EXPECT_EQ(test, ktrace_probe_images_prepare(&images, cpu), 0);
	KUNIT_EXPECT_NOT_NULL(test, per_cpu(test_words, cpu));
	/* A CPU that was online before keeps its image. */
	KUNIT_EXPECT_EQ(test, ktrace_probe_images_prepare(&images, cpu), 0);
	expect_images(test, num_online_cpus());
	ktrace_probe_images_put(&images);
	expect_images(test, 0);
}

/* The next probe gives an image to a CPU that came online without memory for it. */
static void image_comes_with_next_probe(struct kunit *test)
{
	struct probe_images images = PROBE_IMAGES(test_words);
	const size_t bytes = images.bytes;

	KUNIT_ASSERT_EQ(test, ktrace_probe_images_get(&images), 0);
	image_take(cpumask_first(cpu_online_mask));
	images.bytes = TEST_TOO_MUCH;
	KUNIT_EXPECT_EQ(test, ktrace_probe_images_get(&images), -ENOMEM);
	KUNIT_EXPECT_EQ(test, refcount_read(&images.users), 1);
	expect_images(test, num_online_cpus() - 1);
	images.bytes = bytes;
	KUNIT_EXPECT_EQ(test, ktrace_probe_images_get(&images), 0);
	expect_images(test, num_online_cpus());
	ktrace_probe_images_put(&images);
	ktrace_probe_images_put(&images);
	expect_images(test, 0);
}

/* Without probes, the probes of ktrace have no memory. */
static void images_without_probes(struct kunit *test)
{
	unsigned int cpu;

	if (refcount_read(&ktrace_kprobe_images.users))
		kunit_skip(test, "there are kprobes");
	for_each_possible_cpu(cpu)
		KUNIT_EXPECT_NULL(test, *per_cpu_ptr(ktrace_kprobe_images.words, cpu));
}

static struct kunit_case probe_image_cases[] = {
	KUNIT_CASE(images_of_online_cpus),
	KUNIT_CASE(images_without_memory),
	KUNIT_CASE(image_of_new_cpu),
	KUNIT_CASE(image_comes_with_next_probe),
	KUNIT_CASE(images_without_probes),
	{}
};

static struct kunit_suite probe_image_suite = {
	.name = "ktrace_probe_image",
	.test_cases = probe_image_cases,
};

kunit_test_suite(probe_image_suite);
