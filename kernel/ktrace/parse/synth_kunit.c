// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of synth.c: the tables of synth_cases.h. The user-space tests run the
 * same tables with sanitizers, and add random lines.
 */
#include <kunit/test.h>
#include <linux/slab.h>

#include "synth_cases.h"

static int synth_parse_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct ktrace_synth_spec), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static void synth_expect_good(struct kunit *test, const char *line, const char *read,
			      bool dynamic)
{
	struct ktrace_parse_error error = { };
	char buf[160];

	KUNIT_EXPECT_EQ_MSG(test, 0, ktrace_synth_parse(line, strlen(line), dynamic,
							test->priv, &error), "%s", line);
	case_write(test->priv, buf, sizeof(buf));
	KUNIT_EXPECT_STREQ(test, buf, read);
}

static void synth_good(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(case_good); i++)
		synth_expect_good(test, case_good[i].line, case_good[i].read, false);
	for (i = 0; i < ARRAY_SIZE(case_dynamic); i++)
		synth_expect_good(test, case_dynamic[i].line, case_dynamic[i].read, true);
}

static void synth_expect_bad(struct kunit *test, const struct case_bad *bad, bool dynamic)
{
	struct ktrace_parse_error error = { };
	unsigned int column;
	char buf[128];

	column = case_column(bad->line, buf, sizeof(buf));
	KUNIT_EXPECT_EQ_MSG(test, -ktrace_synth_messages[bad->code].error,
			    ktrace_synth_parse(buf, strlen(buf), dynamic, test->priv, &error),
			    "%s", bad->line);
	KUNIT_EXPECT_EQ_MSG(test, bad->code, error.code, "%s", bad->line);
	KUNIT_EXPECT_EQ_MSG(test, column, error.column, "%s", bad->line);
}

static void synth_bad(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(case_bad); i++)
		synth_expect_bad(test, &case_bad[i], false);
	for (i = 0; i < ARRAY_SIZE(case_bad_dynamic); i++)
		synth_expect_bad(test, &case_bad_dynamic[i], true);
}

static void synth_texts(struct kunit *test)
{
	enum ktrace_synth_err code;

	for (code = KTRACE_SYNTH_OK + 1; code < NR_KTRACE_SYNTH_ERRS; code++) {
		KUNIT_EXPECT_NOT_NULL(test, ktrace_synth_messages[code].text);
		KUNIT_EXPECT_LT(test, -ktrace_synth_messages[code].error, 0);
	}
}

static struct kunit_case synth_parse_cases[] = {
	KUNIT_CASE(synth_good),
	KUNIT_CASE(synth_bad),
	KUNIT_CASE(synth_texts),
	{}
};

static struct kunit_suite synth_parse_suite = {
	.name = "ktrace_synth_parse",
	.init = synth_parse_init,
	.test_cases = synth_parse_cases,
};

kunit_test_suite(synth_parse_suite);
