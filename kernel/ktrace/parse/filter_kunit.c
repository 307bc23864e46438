// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of filters: the tables of filter_cases.h. The user-space tests run the
 * same tables with sanitizers, and add random filters and a naive evaluator.
 */
#include <kunit/test.h>

#include "filter_cases.h"

/* Fixture: a record and its image. */
struct filter_kunit {
	struct case_record		record;
	struct ktrace_filter_image	image;
};

static int filter_kunit_init(struct kunit *test)
{
	struct filter_kunit *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	test->priv = t;
	if (!t)
		return -ENOMEM;
	case_fill(&t->record, &t->image);
	return 0;
}

static void filter_kunit_expect(struct kunit *test, const char * const *texts, unsigned int nr,
				bool accepts)
{
	struct filter_kunit *t = test->priv;
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	unsigned int i;
	int err;

	for (i = 0; i < nr; i++) {
		err = ktrace_filter_parse(texts[i], strlen(texts[i]), &case_env, &filter, &error);
		KUNIT_EXPECT_EQ_MSG(test, 0, err, "%s", texts[i]);
		if (!filter)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, accepts, ktrace_filter_run(filter, &t->image),
				    "%s", texts[i]);
		ktrace_filter_free(filter);
	}
}

static void filter_passes(struct kunit *test)
{
	filter_kunit_expect(test, case_true, ARRAY_SIZE(case_true), true);
}

static void filter_rejects(struct kunit *test)
{
	filter_kunit_expect(test, case_false, ARRAY_SIZE(case_false), false);
}

static void filter_refuses(struct kunit *test)
{
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	unsigned int i, column;
	char buf[256];
	int err;

	for (i = 0; i < ARRAY_SIZE(case_refused); i++) {
		const struct case_refused *c = &case_refused[i];

		column = case_column(c->text, buf);
		err = ktrace_filter_parse(buf, strlen(buf), &case_env, &filter, &error);
		KUNIT_EXPECT_EQ_MSG(test, -ktrace_filter_messages[c->code].error, err, "%s",
				    c->text);
		KUNIT_EXPECT_NULL(test, filter);
		if (!err)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, c->code, error.code, "%s", c->text);
		KUNIT_EXPECT_EQ_MSG(test, column, error.column, "%s", c->text);
		KUNIT_EXPECT_NOT_NULL(test, ktrace_filter_messages[error.code].text);
	}
}

static void filter_clears(struct kunit *test)
{
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;

	KUNIT_EXPECT_EQ(test, 0, ktrace_filter_parse(" 0\n", 3, &case_env, &filter, &error));
	KUNIT_EXPECT_NULL(test, filter);
}

static void filter_keeps_text(struct kunit *test)
{
	static const char text[] = "  port  ==443\t&& (name ~ '*x')\n";
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;

	KUNIT_ASSERT_EQ(test, 0, ktrace_filter_parse(text, strlen(text), &case_env, &filter,
						     &error));
	KUNIT_EXPECT_STREQ(test, ktrace_filter_text(filter), "port  ==443\t&& (name ~ '*x')");
	KUNIT_EXPECT_TRUE(test, ktrace_filter_reads(filter, CASE_PORT));
	KUNIT_EXPECT_TRUE(test, ktrace_filter_reads(filter, CASE_NAME));
	KUNIT_EXPECT_FALSE(test, ktrace_filter_reads(filter, CASE_PID));
	ktrace_filter_free(filter);
}

static void filter_prefilters(struct kunit *test)
{
	const size_t bytes = ktrace_prefilter_bytes(KTRACE_PREFILTER_MAX);
	struct ktrace_prefilter *prefilter = kunit_kzalloc(test, bytes, GFP_KERNEL);
	struct filter_kunit *t = test->priv;
	struct ktrace_parse_error error;
	struct ktrace_filter *filters[2];
	unsigned int i, nr;
	int err;

	KUNIT_ASSERT_NOT_NULL(test, prefilter);
	for (i = 0; i < ARRAY_SIZE(case_prefilter); i++) {
		const struct case_prefilter *c = &case_prefilter[i];

		for (nr = 0; nr < ARRAY_SIZE(filters) && c->filters[nr]; nr++) {
			err = ktrace_filter_parse(c->filters[nr], strlen(c->filters[nr]),
						  &case_env, &filters[nr], &error);
			KUNIT_ASSERT_EQ_MSG(test, 0, err, "%s", c->filters[nr]);
		}
		KUNIT_EXPECT_TRUE_MSG(test, case_prefilter_ok(c, prefilter, &t->image,
							      (const void *)filters, nr),
				      "%s, %s", c->filters[0], c->filters[1]);
		while (nr--)
			ktrace_filter_free(filters[nr]);
	}
}

static struct kunit_case filter_kunit_cases[] = {
	KUNIT_CASE(filter_passes),
	KUNIT_CASE(filter_rejects),
	KUNIT_CASE(filter_refuses),
	KUNIT_CASE(filter_clears),
	KUNIT_CASE(filter_keeps_text),
	KUNIT_CASE(filter_prefilters),
	{}
};

static struct kunit_suite filter_kunit_suite = {
	.name = "ktrace_filter",
	.init = filter_kunit_init,
	.test_cases = filter_kunit_cases,
};

kunit_test_suite(filter_kunit_suite);

MODULE_DESCRIPTION("KUnit tests of ktrace's filters");
MODULE_LICENSE("GPL");
