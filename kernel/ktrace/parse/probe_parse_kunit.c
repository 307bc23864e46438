// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of probe_parse.c, probe_arg.c and probe_typed.c: the tables of
 * probe_parse_cases.h. The user-space tests run the same tables with sanitizers, and
 * add random lines.
 */
#include <kunit/test.h>
#include <linux/mm.h>

#include "parse/probe_parse_cases.h"

static int probe_kunit_init(struct kunit *test)
{
	struct probe_spec *spec = kvmalloc(sizeof(*spec), GFP_KERNEL);

	test->priv = spec;
	return spec ? 0 : -ENOMEM;
}

static void probe_kunit_exit(struct kunit *test)
{
	kvfree(test->priv);
}

static void probe_expect_good(struct kunit *test, const struct case_good *good,
			      const struct probe_env *env)
{
	struct probe_spec *spec = test->priv;
	struct ktrace_parse_error error;
	char buf[256];

	KUNIT_EXPECT_EQ_MSG(test, 0, probe_parse(good->line, strlen(good->line), env, spec,
						 &error), "%s", good->line);
	probe_write(spec, buf, sizeof(buf));
	KUNIT_EXPECT_STREQ(test, buf, good->written);
}

static void probe_good(struct kunit *test)
{
	const struct case_set *set;
	unsigned int i;

	for (set = case_sets; set < case_sets + ARRAY_SIZE(case_sets); set++)
		for (i = 0; i < set->nr_good; i++)
			probe_expect_good(test, &set->good[i], set->env);
}

static void probe_expect_bad(struct kunit *test, const struct case_bad *bad,
			     const struct probe_env *env)
{
	struct probe_spec *spec = test->priv;
	struct ktrace_parse_error error;
	unsigned int column;
	char buf[256];

	column = case_column(bad->line, buf);
	KUNIT_EXPECT_EQ_MSG(test, -probe_messages[bad->code].error,
			    probe_parse(buf, strlen(buf), env, spec, &error), "%s",
			    bad->line);
	KUNIT_EXPECT_EQ_MSG(test, bad->code, error.code, "%s", bad->line);
	KUNIT_EXPECT_EQ_MSG(test, column, error.column, "%s", bad->line);
}

static void probe_bad(struct kunit *test)
{
	const struct case_set *set;
	unsigned int i;

	for (set = case_sets; set < case_sets + ARRAY_SIZE(case_sets); set++)
		for (i = 0; i < set->nr_bad; i++)
			probe_expect_bad(test, &set->bad[i], set->env);
}

static void probe_typed(struct kunit *test)
{
	struct probe_spec *spec = test->priv;
	struct ktrace_parse_error error;
	char line[128];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(case_fetches); i++) {
		scnprintf(line, sizeof(line), "p vfs_read x=%s", case_fetches[i].arg);
		KUNIT_EXPECT_EQ_MSG(test, 0, probe_parse(line, strlen(line), &case_typed_env,
							 spec, &error), "%s", line);
		KUNIT_EXPECT_TRUE_MSG(test, case_fetch_is(&case_fetches[i], spec), "%s", line);
	}
	KUNIT_EXPECT_EQ(test, case_held, 0);
}

static void probe_words(struct kunit *test)
{
	struct probe_spec *spec = test->priv;
	struct ktrace_parse_error error;
	const char *line;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(case_words); i++) {
		line = case_words[i].line;
		KUNIT_EXPECT_EQ_MSG(test, 0, probe_parse(line, strlen(line), &case_typed_env,
							 spec, &error), "%s", line);
		KUNIT_EXPECT_TRUE_MSG(test, case_word_is(&case_words[i], spec), "%s", line);
	}
}

static void probe_texts(struct kunit *test)
{
	unsigned int i;

	for (i = PROBE_OK + 1; i < NR_PROBE_ERRS; i++) {
		KUNIT_EXPECT_NOT_NULL(test, probe_messages[i].text);
		KUNIT_EXPECT_LT(test, -probe_messages[i].error, 0);
	}
}

static struct kunit_case probe_kunit_cases[] = {
	KUNIT_CASE(probe_good),
	KUNIT_CASE(probe_bad),
	KUNIT_CASE(probe_typed),
	KUNIT_CASE(probe_words),
	KUNIT_CASE(probe_texts),
	{}
};

static struct kunit_suite probe_kunit_suite = {
	.name = "ktrace_probe_parse",
	.init = probe_kunit_init,
	.exit = probe_kunit_exit,
	.test_cases = probe_kunit_cases,
};

kunit_test_suite(probe_kunit_suite);

MODULE_DESCRIPTION("KUnit tests of ktrace's probe language");
MODULE_LICENSE("GPL");
