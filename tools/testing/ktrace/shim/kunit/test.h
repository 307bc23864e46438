/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User-space replacement for the tests in tools/testing/ktrace: runs one KUnit suite
 * per program.
 */
#ifndef _SHIM_KUNIT_TEST_H
#define _SHIM_KUNIT_TEST_H

#include <linux/errno.h>
#include <linux/types.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define GFP_KERNEL	0
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

struct kunit {
	bool	failed;
	jmp_buf	end;
	int	nr;
	void	*memory[1024];
	void	*priv;
};

struct kunit_case {
	void	(*run)(struct kunit *test);
	const char *name;
};

struct kunit_suite {
	const char *name;
	struct kunit_case *test_cases;
};

#define KUNIT_CASE(f)	{ .run = f, .name = #f }

static inline void *kunit_kzalloc(struct kunit *test, size_t size, int gfp)
{
	if (test->nr == ARRAY_SIZE(test->memory))
		return NULL;
	return test->memory[test->nr++] = calloc(1, size);
}

static inline void shim_failed(struct kunit *test, const char *file, int line,
			       const char *what, bool end)
{
	printf("# %s:%d: %s\n", file, line, what);
	test->failed = true;
	if (end)
		longjmp(test->end, 1);
}

#define SHIM_TEST(test, cond, what, end)				\
do {									\
	if (!(cond))							\
		shim_failed(test, __FILE__, __LINE__, what, end);	\
} while (0)

#define KUNIT_EXPECT_TRUE(test, x)	SHIM_TEST(test, x, #x, false)
#define KUNIT_EXPECT_FALSE(test, x)	SHIM_TEST(test, !(x), "not " #x, false)
#define KUNIT_EXPECT_EQ(test, a, b)	SHIM_TEST(test, (a) == (b), #a " == " #b, false)
#define KUNIT_EXPECT_PTR_EQ(test, a, b)	KUNIT_EXPECT_TRUE(test, (a) == (b))
#define KUNIT_EXPECT_GT(test, a, b)	SHIM_TEST(test, (a) > (b), #a " > " #b, false)
#define KUNIT_EXPECT_NE(test, a, b)	SHIM_TEST(test, (a) != (b), #a " != " #b, false)
#define KUNIT_EXPECT_GE(test, a, b)	SHIM_TEST(test, (a) >= (b), #a " >= " #b, false)
#define KUNIT_EXPECT_LE(test, a, b)	SHIM_TEST(test, (a) <= (b), #a " <= " #b, false)
#define KUNIT_ASSERT_TRUE(test, x)	SHIM_TEST(test, x, #x, true)
#define KUNIT_ASSERT_FALSE(test, x)	SHIM_TEST(test, !(x), "not " #x, true)
#define KUNIT_ASSERT_EQ(test, a, b)	SHIM_TEST(test, (a) == (b), #a " == " #b, true)
#define KUNIT_ASSERT_NOT_NULL(test, p)	SHIM_TEST(test, p, #p, true)

#define kunit_test_suite(suite)						\
/* See linux/rcupdate.h. */						\
unsigned int shim_rcu_readers;						\
unsigned int shim_rcu_nr;						\
void *shim_rcu_memory[16];						\
									\
int main(void)								\
{									\
	struct kunit_case *c;						\
	int bad = 0;							\
									\
	for (c = (suite).test_cases; c->run; c++) {			\
		static struct kunit test;				\
									\
		test.failed = false;					\
		test.nr = 0;						\
		if (!setjmp(test.end))					\
			c->run(&test);					\
		while (test.nr)						\
			free(test.memory[--test.nr]);			\
		printf("%sok - %s %s\n", test.failed ? "not " : "",	\
		       (suite).name, c->name);				\
		bad |= test.failed;					\
	}								\
	return bad;							\
}

#endif
