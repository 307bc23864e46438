// SPDX-License-Identifier: GPL-2.0
/* KUnit tests of the memory of dumps: each ring has some, and other CPUs have none. */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/limits.h>

#include "buffer/dump.h"
#include "buffer/buffer_kunit.h"

/* No allocator has so much memory. */
#define TEST_TOO_MUCH	U32_MAX

/* Create a buffer without rings.  test_destroy() destroys it. */
static struct test_buffer *test_create_unused(struct kunit *test)
{
	struct test_buffer *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->pages = atomic_long_read(&ktrace_ring_pages_held);
	init_completion(&t->freed);
	init_completion(&t->snapshot_freed);
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_init(&t->buffer));
	KUNIT_ASSERT_EQ(test, 0, ktrace_snapshot_init(&t->snapshot));
	KUNIT_ASSERT_EQ(test, 0, ktrace_buffer_resize(&t->buffer, KTRACE_ALL_CPUS, TEST_KB));
	return t;
}

static struct ktrace_dump *test_dump(struct kunit *test, struct ktrace_buffer *buffer)
{
	struct ktrace_dump *dump = ktrace_dump_alloc(buffer, 0);

	KUNIT_ASSERT_NOT_NULL(test, dump);
	return dump;
}

static void test_dump_end(struct test_buffer *t, struct ktrace_dump *dump)
{
	ktrace_dump_detach(&t->buffer);
	ktrace_dump_free(dump);
}

static bool test_has_ring(struct ktrace_buffer *buffer, int cpu)
{
	return ktrace_buffer_cpu(buffer, cpu)->ring;
}

static unsigned int test_parts(const struct ktrace_dump *dump)
{
	unsigned int n = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		n += !!ktrace_dump_cpu(dump, cpu);
	return n;
}

static unsigned int test_rings(struct ktrace_buffer *buffer)
{
	unsigned int n = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		n += test_has_ring(buffer, cpu);
	return n;
}

/* Each CPU with a ring has memory, no other CPU does. */
static void expect_parts(struct kunit *test, struct ktrace_buffer *buffer,
			 const struct ktrace_dump *dump)
{
	int cpu;

	KUNIT_EXPECT_GT(test, test_rings(buffer), 0);
	for_each_possible_cpu(cpu)
		KUNIT_EXPECT_EQ(test, !!ktrace_dump_cpu(dump, cpu), test_has_ring(buffer, cpu));
}

/* The buffer that an oops dumps takes no memory for a dump before it is used. */
static void memory_comes_with_rings(struct kunit *test)
{
	struct test_buffer *t = test_create_unused(test);
	struct ktrace_dump *dump = test_dump(test, &t->buffer);

	KUNIT_EXPECT_EQ(test, ktrace_dump_attach(dump, &t->buffer), 0);
	KUNIT_EXPECT_EQ(test, test_parts(dump), 0);
	KUNIT_ASSERT_EQ(test, ktrace_buffer_use(&t->buffer), 0);
	expect_parts(test, &t->buffer, dump);
	test_dump_end(t, dump);
	test_destroy(test, t);
}

static void memory_for_present_rings(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct ktrace_dump *dump = test_dump(test, &t->buffer);

	KUNIT_EXPECT_EQ(test, ktrace_dump_attach(dump, &t->buffer), 0);
	expect_parts(test, &t->buffer, dump);
	test_dump_end(t, dump);
	test_destroy(test, t);
}

/* A buffer gets no ring that a dump could not read. */
static void no_ring_without_memory(struct kunit *test)
{
	struct test_buffer *t = test_create_unused(test);
	struct ktrace_dump *dump = test_dump(test, &t->buffer);
	const u32 bytes = dump->image_bytes;

	dump->image_bytes = TEST_TOO_MUCH;
	KUNIT_EXPECT_EQ(test, ktrace_dump_attach(dump, &t->buffer), 0);
	KUNIT_EXPECT_EQ(test, ktrace_buffer_use(&t->buffer), -ENOMEM);
	KUNIT_EXPECT_EQ(test, test_rings(&t->buffer), 0);
	dump->image_bytes = bytes;
	KUNIT_EXPECT_EQ(test, ktrace_buffer_use(&t->buffer), 0);
	expect_parts(test, &t->buffer, dump);
	test_dump_end(t, dump);
	test_destroy(test, t);
}

/* Without memory for another dump, the dump that is attached stays. */
static void dump_stays_without_memory(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct ktrace_dump *dump = test_dump(test, &t->buffer);
	struct ktrace_dump *large = test_dump(test, &t->buffer);

	large->image_bytes = TEST_TOO_MUCH;
	KUNIT_EXPECT_EQ(test, ktrace_dump_attach(dump, &t->buffer), 0);
	KUNIT_EXPECT_EQ(test, ktrace_dump_attach(large, &t->buffer), -ENOMEM);
	KUNIT_EXPECT_PTR_EQ(test, t->buffer.dump, dump);
	ktrace_dump_free(large);
	test_dump_end(t, dump);
	test_destroy(test, t);
}

/* A dump skips rings without memory, and says for how many CPUs. */
static void ring_without_memory_is_left_out(struct kunit *test)
{
	struct test_buffer *t = test_create(test, TEST_KB);
	struct ktrace_dump *dump = test_dump(test, &t->buffer);
	int cpu;

	KUNIT_ASSERT_TRUE(test, test_write(&t->buffer, 1));
	ktrace_buffer_off(&t->buffer);
	preempt_disable();
	ktrace_dump_start(dump, &t->buffer, KTRACE_ALL_CPUS);
	cpu = ktrace_dump_next(dump);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, cpu, -1);
	KUNIT_EXPECT_EQ(test, dump->left_out, test_rings(&t->buffer));

	KUNIT_ASSERT_EQ(test, ktrace_dump_attach(dump, &t->buffer), 0);
	preempt_disable();
	ktrace_dump_start(dump, &t->buffer, KTRACE_ALL_CPUS);
	cpu = ktrace_dump_next(dump);
	preempt_enable();
	KUNIT_EXPECT_GE(test, cpu, 0);
	KUNIT_EXPECT_EQ(test, dump->left_out, 0);
	test_dump_end(t, dump);
	test_destroy(test, t);
}

static struct kunit_case dump_cases[] = {
	KUNIT_CASE(memory_comes_with_rings),
	KUNIT_CASE(memory_for_present_rings),
	KUNIT_CASE(no_ring_without_memory),
	KUNIT_CASE(dump_stays_without_memory),
	KUNIT_CASE(ring_without_memory_is_left_out),
	{}
};

static struct kunit_suite dump_suite = {
	.name = "ktrace_dump",
	.test_cases = dump_cases,
};
kunit_test_suite(dump_suite);
