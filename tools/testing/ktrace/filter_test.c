// SPDX-License-Identifier: GPL-2.0
/*
 * User-space test of filters: the tables of the KUnit suite, limits, unsound programs,
 * random filters derived from the tables, and the text of fields in the file "format".
 * For run_tests.sh.
 *
 * usage: filter_test [ROUNDS [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/limits.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>

#include "filter_holds.h"

#define RESULTS_OF	"filter"
#include "results.h"
#include "chance.h"

static struct case_record record;
static struct ktrace_filter_image image;
/* Number of the next allocation that fails; 0 for none. */
static unsigned int fail_alloc;

void *shim_kvzalloc(size_t size)
{
	return fail_alloc && !--fail_alloc ? NULL : calloc(1, size);
}

/*
 * Parse a copy in an exact allocation, so that the address sanitizer detects reads
 * beyond the end.
 */
static int parse(const char *text, size_t len, struct ktrace_filter **filter,
		 struct ktrace_parse_error *error)
{
	char *copy = malloc(len ? len : 1);
	int ret;

	memcpy(copy, text, len);
	*filter = (void *)1;
	ret = ktrace_filter_parse(copy, len, &case_env, filter, error);
	free(copy);
	return ret;
}

/* Run on a copy of the record in an exact allocation. */
static bool run(const struct ktrace_filter *filter, const struct ktrace_filter_image *of)
{
	struct ktrace_filter_image copy = *of;
	char *bytes = malloc(of->len);
	bool accepts;

	memcpy(bytes, of->record, of->len);
	copy.record = bytes;
	accepts = ktrace_filter_run(filter, &copy);
	free(bytes);
	return accepts;
}

static void test_verdicts(const char * const *texts, unsigned int nr, bool want)
{
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (parse(texts[i], strlen(texts[i]), &filter, &error)) {
			printf("# refused at %u: %s\n", error.column,
			       ktrace_filter_messages[error.code].text);
			result(false, texts[i]);
			continue;
		}
		result(run(filter, &image) == want, texts[i]);
		ktrace_filter_free(filter);
	}
}

static void test_tables(void)
{
	case_fill(&record, &image);
	test_verdicts(case_true, ARRAY_SIZE(case_true), true);
	test_verdicts(case_false, ARRAY_SIZE(case_false), false);
}

static bool refused(const struct case_refused *c)
{
	struct ktrace_parse_error error = { 0 };
	struct ktrace_filter *filter;
	char buf[256];
	unsigned int column = case_column(c->text, buf);
	int ret = parse(buf, strlen(buf), &filter, &error);

	if (ret == -ktrace_filter_messages[c->code].error && error.code == c->code &&
	    error.column == column && !filter)
		return true;
	printf("# %s: returned %d at %u: %s\n", c->text, ret, error.column,
	       ret ? ktrace_filter_messages[error.code].text : "");
	ktrace_filter_free(filter);
	return false;
}

static void test_refused(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(case_refused); i++)
		result(refused(&case_refused[i]), case_refused[i].text);
	for (i = KTRACE_FILTER_OK + 1; i < NR_KTRACE_FILTER_ERRS; i++) {
		if (!ktrace_filter_messages[i].text || -ktrace_filter_messages[i].error >= 0)
			break;
	}
	result(i == NR_KTRACE_FILTER_ERRS, "every error has a text and an errno");
}

/* Expect that @text, of @len bytes, is refused with @code at @column. */
static void test_refusal(const char *text, size_t len, enum ktrace_filter_err code,
			 unsigned int column, const char *name)
{
	struct ktrace_parse_error error = { 0 };
	struct ktrace_filter *filter;
	int ret = parse(text, len, &filter, &error);

	if (error.code != code || error.column != column)
		printf("# at %u: %s\n", error.column, ret ? ktrace_filter_messages[error.code].text : "");
	result(ret == -ktrace_filter_messages[code].error && error.code == code &&
	       error.column == column && !filter, name);
}

/* Expect that @text is accepted, and gives the verdict @want. */
static void test_accepted(const char *text, size_t len, bool want,
			  const char *name)
{
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	bool ok = !parse(text, len, &filter, &error);

	if (!ok)
		printf("# at %u: %s\n", error.column, ktrace_filter_messages[error.code].text);
	result(ok && run(filter, &image) == want, name);
	ktrace_filter_free(ok ? filter : NULL);
}

/* Append @part @n times to the @len bytes of @text; return the new length. */
static size_t repeat(char *text, size_t len, const char *part, unsigned int n)
{
	while (n--)
		len += sprintf(text + len, "%s", part);
	return len;
}

static void test_limits(void)
{
	static char text[3 * KTRACE_FILTER_TEXT_MAX];
	size_t len;

	len = repeat(text, 0, " ", 100);
	len = repeat(text, len, "pid==1", 1);
	len = repeat(text, len, " ", KTRACE_FILTER_TEXT_MAX - 6 - 12);
	len = repeat(text, len, "||pid==4321", 1);
	test_accepted(text, repeat(text, len, " ", 100), true, "nearly the longest text");
	len = 100 + KTRACE_FILTER_TEXT_MAX;
	memcpy(text + len - 11, "||pid==4321", 11);
	memset(text + len - 13, ' ', 2);
	test_accepted(text, len, true, "the longest text");
	text[len] = '1';
	test_refusal(text, len + 1, KTRACE_FILTER_ERR_TEXT_LONG, len, "a longer text");
	memcpy(text, "port ==\0 443", 12);
	test_refusal(text, 12, KTRACE_FILTER_ERR_NUL, 7, "a NUL byte");

	len = repeat(text, 0, "fd==1||", KTRACE_FILTER_COMPARISONS_MAX - 1);
	test_accepted(text, repeat(text, len, "pid==4321", 1), true,
		      "as many comparisons as can be, ||");
	test_accepted(text, repeat(text, len, "pid==4322", 1), false,
		      "as many comparisons as can be, || and false");
	len = repeat(text, len, "fd==1||", 1);
	test_refusal(text, repeat(text, len, "fd==1", 1), KTRACE_FILTER_ERR_TOO_MANY, len,
		     "too many comparisons");

	len = repeat(text, 0, "!(", KTRACE_FILTER_DEPTH_MAX);
	len = repeat(text, len, "pid==4321", 1);
	len = repeat(text, len, "||fd==1)", KTRACE_FILTER_DEPTH_MAX);
	test_accepted(text, len, true, "as many parentheses as can be");
	len = repeat(text, 0, "!(", KTRACE_FILTER_DEPTH_MAX);
	test_refusal(text, repeat(text, len, "(fd==1", 1), KTRACE_FILTER_ERR_DEEP, len,
		     "too many parentheses");
	len = repeat(text, 0, "(fd==-100)&&", KTRACE_FILTER_DEPTH_MAX + 1);
	test_accepted(text, repeat(text, len, "fd<0", 1), true,
		      "many parentheses, one after the other");

	len = repeat(text, 0, "name != '", 1);
	len = repeat(text, len, "x", KTRACE_FILTER_PATTERN_MAX);
	test_accepted(text, repeat(text, len, "'", 1), true, "the longest string");
	test_refusal(text, repeat(text, len, "x'", 1), KTRACE_FILTER_ERR_PATTERN_LONG, 8,
		     "a longer string");
	text[8] = 'x';
	test_refusal(text, len, KTRACE_FILTER_ERR_PATTERN_LONG, 8, "a longer word");
}

/* Limit of the sets in a filter; with the maximum number of CPUs a set takes 1024 bytes. */
static void test_masks(void)
{
	static char text[8 * KTRACE_FILTER_TEXT_MAX];
	struct ktrace_filter_env env = case_env;
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	size_t len, set;

	len = repeat(text, 0, "mask&CPUS{N}||", 290);
	test_accepted(text, len - 2, false, "many sets");

	env.nr_cpus = KTRACE_FILTER_CPUS_MAX;
	len = repeat(text, 0, "mask&CPUS{N}||", 16);
	result(!ktrace_filter_parse(text, len - 2, &env, &filter, &error) &&
	       !run(filter, &image), "as many bytes of sets as can be");
	ktrace_filter_free(filter);
	set = repeat(text, len, "mask&CPUS{0}", 1);
	result(ktrace_filter_parse(text, set, &env, &filter, &error) == -E2BIG &&
	       error.code == KTRACE_FILTER_ERR_CPUS_LONG && error.column == len + 5,
	       "more bytes of sets");
	set = repeat(text, len, "bits&1", 1);
	result(ktrace_filter_parse(text, set, &env, &filter, &error) == -E2BIG &&
	       error.code == KTRACE_FILTER_ERR_CPUS_LONG && error.column == len + 5,
	       "more bytes of sets by a number");

	/* A set that is one range becomes a comparison: only the last set takes a bit mask. */
	env.nr_cpus = 64;
	len = repeat(text, 0, "cpu&CPUS{0-N}&&level&CPUS{1-N}||cpu&CPUS{1,3}", 1);
	result(!ktrace_filter_parse(text, len, &env, &filter, &error) && filter->nr == 5 &&
	       filter->text == sizeof(*filter) + 5 * sizeof(filter->insns[0]) + 8 &&
	       run(filter, &image), "only sets that are needed are kept");
	ktrace_filter_free(filter);
	/*
	 * Bit 130 of the first set is not kept; left behind, it would be bit 66 of the
	 * second set.
	 */
	record.bits[1] = 1 << 2;
	len = repeat(text, 0, "nice&CPUS{1,3,130}||bits&CPUS{1,65}", 1);
	test_accepted(text, len, false, "the words behind a set are cleared");
	case_fill(&record, &image);
}

/* Let each allocation fail once. */
static void test_memory(void)
{
	struct ktrace_parse_error error = { 0 };
	struct ktrace_filter *filter;
	const char *text = "  port == 443";

	fail_alloc = 1;
	result(parse(text, strlen(text), &filter, &error) == -ENOMEM && !filter &&
	       error.code == KTRACE_FILTER_ERR_MEMORY && !error.column, "no memory to parse");
	fail_alloc = 2;
	result(parse(text, strlen(text), &filter, &error) == -ENOMEM && !filter &&
	       error.code == KTRACE_FILTER_ERR_MEMORY && error.column == 2,
	       "no memory for the program");
	fail_alloc = 0;
}

static void test_whole(void)
{
	struct ktrace_parse_error error;
	struct ktrace_filter_env env = case_env;
	struct ktrace_filter *filter;
	struct ktrace_field odd = { .name = "odd", .kind = KTRACE_FIELD_STRING, .size = 3,
				    .location = KTRACE_FIELD_KERNEL };
	const char *text = " port==443 &&  name ~ x* ";

	result(!parse("0", 1, &filter, &error) && !filter, "0 clears");
	result(!parse(" 0\n", 3, &filter, &error) && !filter, "0 and a newline clear");
	result(!parse(text, strlen(text), &filter, &error) &&
	       !strcmp(ktrace_filter_text(filter), "port==443 &&  name ~ x*"),
	       "the text is kept");
	result(ktrace_filter_reads(filter, CASE_PORT) && ktrace_filter_reads(filter, CASE_NAME) &&
	       !ktrace_filter_reads(filter, CASE_PID), "fields that are read");
	result(filter->need == offsetof(struct case_record, name) + 12, "bytes that are needed");
	image.len = filter->need - 1;
	result(!run(filter, &image), "a record that is too short");
	ktrace_filter_free(filter);
	case_fill(&record, &image);
	result(!parse("port ==\n443\n", 12, &filter, &error) &&
	       !strcmp(ktrace_filter_text(filter), "port == 443"),
	       "a newline between words is shown as a space");
	ktrace_filter_free(filter);

	/* A field of the event takes precedence over a name common to all events. */
	odd = (struct ktrace_field) { .name = "comm", .size = 4 };
	env.fields = &odd;
	env.nr_fields = 1;
	result(!ktrace_filter_parse("comm == 0", 9, &env, &filter, &error),
	       "an event's own field called comm");
	ktrace_filter_free(filter);
	result(!ktrace_filter_parse("COMM == x", 9, &env, &filter, &error),
	       "the task's name beside it");
	ktrace_filter_free(filter);
	result(ktrace_filter_parse("pid == 1", 8, &env, &filter, &error) == -EINVAL &&
	       error.code == KTRACE_FILTER_ERR_NO_FIELD, "no pid without common_pid");
	odd.name = "pid";
	result(!ktrace_filter_parse("pid == 0", 8, &env, &filter, &error) &&
	       filter->need == 4, "an event's own field called pid");
	ktrace_filter_free(filter);

	/* Invalid fields, which no event should have. */
	odd = (struct ktrace_field) { .name = "x", .size = 3 };
	result(ktrace_filter_parse("x == 0", 6, &env, &filter, &error) == -EINVAL &&
	       error.code == KTRACE_FILTER_ERR_ARRAY, "a number of 3 bytes");
	odd.size = 16;
	result(ktrace_filter_parse("x == 0", 6, &env, &filter, &error) == -EINVAL &&
	       error.code == KTRACE_FILTER_ERR_ARRAY, "a number of 16 bytes");
	odd.size = 4;
	odd.count = 1;
	result(ktrace_filter_parse("x == 0", 6, &env, &filter, &error) == -EINVAL &&
	       error.code == KTRACE_FILTER_ERR_ARRAY, "a number that is an array");
	odd.count = 0;
	odd.location = KTRACE_FIELD_DATA_LOC;
	result(ktrace_filter_parse("x == 0", 6, &env, &filter, &error) == -EINVAL &&
	       error.code == KTRACE_FILTER_ERR_ARRAY, "a number that moves");
	odd.location = KTRACE_FIELD_KERNEL;
	odd.kind = KTRACE_FIELD_CPUMASK;
	result(ktrace_filter_parse("x & CPUS{1}", 11, &env, &filter, &error) == -EINVAL &&
	       error.code == KTRACE_FILTER_ERR_ARRAY, "a set that is not in the record");
	odd.kind = KTRACE_FIELD_STRING;
	odd.size = 3;
	result(ktrace_filter_parse("x == a", 6, &env, &filter, &error) == -EINVAL &&
	       error.code == KTRACE_FILTER_ERR_PROGRAM && !filter, "an address of 3 bytes");
	env.function = NULL;
	odd = (struct ktrace_field) { .name = "x", .size = 8 };
	result(ktrace_filter_parse("x.function == a", 15, &env, &filter, &error) == -ENOENT,
	       "functions that can't be found");
}

/* Return true if the filter accepts the record "12345678" followed by @text without a zero. */
static bool rest_passes(const char *filter_text, const char *text)
{
	const struct ktrace_field rest = {
		.name = "buf", .kind = KTRACE_FIELD_STRING, .location = KTRACE_FIELD_REST,
		.size = 1, .offset = 8,
	};
	struct ktrace_filter_env env = case_env;
	struct ktrace_filter_image of = { };
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	char bytes[64] = "12345678";
	bool passes;

	env.fields = &rest;
	env.nr_fields = 1;
	if (ktrace_filter_parse(filter_text, strlen(filter_text), &env, &filter, &error))
		return false;
	strcat(bytes, text);
	of.record = bytes;
	of.len = strlen(bytes);
	passes = run(filter, &of);
	ktrace_filter_free(filter);
	return passes;
}

/* A string that extends to the end of the record. */
static void test_rest(void)
{
	result(rest_passes("buf == start", "start"), "rest: equal");
	result(!rest_passes("buf == start", "star"), "rest: shorter");
	result(!rest_passes("buf == start", "starts"), "rest: longer");
	result(rest_passes("buf ~ '*a*t'", "start"), "rest: a pattern");
	result(rest_passes("buf != start", ""), "rest: nothing");
	result(rest_passes("buf == start", "start\n"), "rest: a newline at the end");
	result(!rest_passes("buf == start", "start\n\n"), "rest: two newlines at the end");
}

/* Images with missing data, and records with invalid locations. */
static void test_images(void)
{
	struct ktrace_filter_image without;
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	u32 fixed = offsetof(struct case_record, more);

	result(!parse("comm != x", 9, &filter, &error), "images: comm");
	without = image;
	without.comm = NULL;
	result(!run(filter, &without), "a task without a name");
	without.comm = "exactlysixteen16";
	result(run(filter, &without), "a name without a zero");
	ktrace_filter_free(filter);

	result(!parse("ptr != x", 8, &filter, &error), "images: fetch");
	without = image;
	without.fetch = NULL;
	result(!run(filter, &without), "no function to fetch a string");
	record.ptr = 1;
	result(!run(filter, &image), "a string that can't be read");
	ktrace_filter_free(filter);

	result(!parse("path != x", 9, &filter, &error), "images: path");
	record.path = 1 << 16 | fixed;
	image.len = fixed;
	result(!run(filter, &image), "a string that ends behind the record");
	record.path = 0 << 16 | fixed;
	result(run(filter, &image), "an empty string at the end");
	record.path = 0 << 16 | (fixed + 1);
	result(!run(filter, &image), "a string that begins behind the record");
	record.path = 0xffffffff;
	result(!run(filter, &image), "the greatest location");
	ktrace_filter_free(filter);
	result(!parse("rel != x", 8, &filter, &error), "images: rel");
	record.rel = 0xffffffff;
	result(!run(filter, &image), "the greatest relative location");
	ktrace_filter_free(filter);
	result(!parse("mask != CPUS{1}", 15, &filter, &error), "images: mask");
	record.mask = 0xffffffff;
	result(!run(filter, &image), "a set behind the record");
	ktrace_filter_free(filter);
	case_fill(&record, &image);
}

/* Room for a program, and for a record followed by 8 readable bytes. */
static union {
	struct ktrace_prefilter prefilter;
	char bytes[sizeof(struct ktrace_prefilter) +
		   KTRACE_PREFILTER_MAX * sizeof(struct ktrace_prefilter_insn)];
} prefilter_room;

/* Verdicts of prefilters. */
static void test_prefilter(void)
{
	struct ktrace_parse_error error;
	struct ktrace_filter *filters[2];
	unsigned int i, nr;
	char name[128];

	for (i = 0; i < ARRAY_SIZE(case_prefilter); i++) {
		const struct case_prefilter *c = &case_prefilter[i];

		snprintf(name, sizeof(name), "prefilter: %s%s%s%s", c->filters[0] ?: "no filter",
			 c->filters[1] ? ", or: " : "", c->filters[1] ?: "",
			 c->at_entry ? ", begun" : "");
		for (nr = 0; nr < 2 && c->filters[nr]; nr++)
			if (parse(c->filters[nr], strlen(c->filters[nr]), &filters[nr], &error))
				break;
		result(case_prefilter_ok(c, &prefilter_room.prefilter, &image,
					 (const void *)filters, nr),
		       name);
		while (nr--)
			ktrace_filter_free(filters[nr]);
	}
}

/* A filter at the limit has a prefilter, a longer one has none. */
static void test_prefilter_many(void)
{
	struct ktrace_field fields[NR_CASE_FIELDS];
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	struct ktrace_prefilter_env env = {
		.filters = (const void *)&filter, .nr_filters = 1,
		.fields = fields, .nr_fields = NR_CASE_FIELDS,
	};
	char text[KTRACE_PREFILTER_MAX * 16] = "fd == 1";
	unsigned int n;
	bool ok = true;

	case_available(fields);
	for (n = 1; ok && n < KTRACE_PREFILTER_MAX + 4; n++) {
		ok = !parse(text, strlen(text), &filter, &error) &&
		     ktrace_prefilter_compile(&prefilter_room.prefilter, &env) ==
		     (n <= KTRACE_PREFILTER_MAX);
		ktrace_filter_free(filter);
		strcat(text, " || fd == 1");
	}
	result(ok, "prefilter: as many comparisons as can be");
	/* The comparison of a name takes two instructions. */
	snprintf(text, sizeof(text), "%s", "comm == bash_and_more12");
	text[strlen("comm == ") + 15] = 0;
	for (n = 2; ok && n < KTRACE_PREFILTER_MAX + 4; n++) {
		ok = !parse(text, strlen(text), &filter, &error) &&
		     ktrace_prefilter_compile(&prefilter_room.prefilter, &env) ==
		     (n <= KTRACE_PREFILTER_MAX);
		ktrace_filter_free(filter);
		strcat(text, " || fd == 1");
	}
	result(ok, "prefilter: as many with a name");
	env.nr_fields = CASE_FD;
	ok = !parse("fd == 1", 7, &filter, &error) &&
	     !ktrace_prefilter_compile(&prefilter_room.prefilter, &env);
	ktrace_filter_free(filter);
	result(ok, "prefilter: a field that is not known");
}

/* Fields in both words of struct ktrace_filter.reads. */
static void test_many_fields(void)
{
	static struct ktrace_field fields[KTRACE_FIELDS_MAX];
	static char names[KTRACE_FIELDS_MAX][8];
	struct ktrace_filter_env env = { .fields = fields, .nr_fields = KTRACE_FIELDS_MAX };
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;
	unsigned int i;
	char text[32];
	bool ok = true;

	for (i = 0; i < KTRACE_FIELDS_MAX; i++) {
		sprintf(names[i], "f%u", i);
		fields[i] = (struct ktrace_field) { .name = names[i], .size = 1, .offset = i % 8 };
	}
	for (i = 0; i < KTRACE_FIELDS_MAX; i++) {
		sprintf(text, "f%u == %u", i, ((u8 *)&record)[i % 8]);
		ok = ok && !ktrace_filter_parse(text, strlen(text), &env, &filter, &error);
		if (!ok)
			break;
		ok = run(filter, &image) && ktrace_filter_reads(filter, i) &&
		     !ktrace_filter_reads(filter, !i);
		ktrace_filter_free(filter);
	}
	result(ok, "an event with as many fields as can be");
}

/* A naive matcher. */
static bool naive_glob(const char *glob, const char *s)
{
	const char *at, *close;
	bool found, other;

	switch (*glob) {
	case '\0':
		return !*s;
	case '*':
		return naive_glob(glob + 1, s) || (*s && naive_glob(glob, s + 1));
	case '?':
		return *s && naive_glob(glob + 1, s + 1);
	case '[':
		other = glob[1] == '!';
		at = glob + 1 + other;
		close = *at ? strchr(at + 1, ']') : NULL;
		if (!close)
			break;
		if (!*s)
			return false;
		for (found = false; at < close; at++) {
			if (at[1] == '-' && at + 2 < close) {
				found = found || ((u8)*s >= (u8)at[0] && (u8)*s <= (u8)at[2]);
				at += 2;
			} else {
				found = found || *s == *at;
			}
		}
		return found != other && naive_glob(close + 1, s + 1);
	case '\\':
		if (glob[1])
			glob++;
		break;
	}
	return *glob == *s && naive_glob(glob + 1, s + 1);
}

static void random_text(char *text, unsigned int most, const char *bytes)
{
	unsigned int n = below(most + 1);

	while (n--)
		*text++ = bytes[below(strlen(bytes))];
	*text = '\0';
}

static void test_globs(unsigned long rounds)
{
	char glob[16], s[16];
	unsigned long i;
	bool want = false, is;

	for (i = 0; i < rounds; i++) {
		random_text(glob, 10, "abc***??[[]]!-\\\xe4");
		random_text(s, 10, "aabbccd[]!-*\\\xe4");
		want = naive_glob(glob, s);
		is = ktrace_filter_glob((struct ktrace_span) { glob, strlen(glob) },
					(struct ktrace_span) { s, strlen(s) });
		if (is != want)
			break;
	}
	if (i < rounds)
		printf("# %s %s %s\n", s, want ? "should match" : "should not match", glob);
	result(i == rounds, "globs made at random");
}

/* A pattern with the worst running time. */
static void test_glob_time(void)
{
	static char glob[KTRACE_FILTER_PATTERN_MAX], s[4096];
	unsigned int i;

	memset(s, 'a', sizeof(s));
	for (i = 0; i + 1 < sizeof(glob); i++)
		glob[i] = i % 2 ? 'a' : '*';
	glob[sizeof(glob) - 1] = 'b';
	result(!ktrace_filter_glob((struct ktrace_span) { glob, sizeof(glob) },
				   (struct ktrace_span) { s, sizeof(s) }), "many stars end in time");
}

/* Unsound programs. */
static struct ktrace_filter *sound(const char *text)
{
	struct ktrace_parse_error error;
	struct ktrace_filter *filter;

	if (parse(text, strlen(text), &filter, &error)) {
		result(false, text);
		exit(1);
	}
	return filter;
}

#define UNSOUND(text, change)							\
do {										\
	struct ktrace_filter *f = sound(text);					\
	struct ktrace_filter_insn *insn = f->insns;				\
										\
	(void)insn;								\
	change;									\
	result(!ktrace_filter_verify(f), "unsound: " text ": " #change);	\
	ktrace_filter_free(f);							\
} while (0)

static void test_unsound(void)
{
	UNSOUND("port == 443", f->nr = 2);
	UNSOUND("port == 443", f->nr = KTRACE_FILTER_COMPARISONS_MAX + 3);
	UNSOUND("port == 443", f->nr++);
	UNSOUND("port == 443", f->text = f->bytes);
	UNSOUND("port == 443", f->text = sizeof(*f));
	UNSOUND("port == 443", ((char *)f)[f->bytes - 1] = 'x');
	UNSOUND("port == 443", insn[1].op = FILTER_OP_ACCEPT);
	UNSOUND("port == 443", insn[2].op = FILTER_OP_REJECT);
	UNSOUND("port == 443", insn->op = FILTER_OP_REJECT);
	UNSOUND("port == 443", insn->op = NR_FILTER_OPS);
	UNSOUND("port == 443", insn->inverted = 2);
	UNSOUND("port == 443", insn->next[0] = 0);
	UNSOUND("port == 443", insn->next[1] = 41);
	UNSOUND("port == 443", insn->next[0] = 3 * sizeof(*insn));
	UNSOUND("port == 443 && nice == 1", insn[1].next[1] = (u16)-sizeof(*insn));
	UNSOUND("port == 443", insn->op = FILTER_OP_U32);
	UNSOUND("port == 443", insn->size = 4);
	UNSOUND("port == 443", insn->bytes = 1);
	UNSOUND("port == 443", insn->location = KTRACE_FIELD_DATA_LOC);
	UNSOUND("port == 443", insn->location = KTRACE_FIELD_CPU);
	UNSOUND("port == 443", insn->field = FILTER_NO_FIELD);
	UNSOUND("port == 443", insn->field++);
	UNSOUND("port == 443", insn->offset++);
	UNSOUND("port == 443", f->need--);
	UNSOUND("port == 443", f->reads[0] = 0);
	UNSOUND("port == 443 && name == x", f->others = false);
	UNSOUND("cpu == 1", insn->location = KTRACE_FIELD_INLINE);
	UNSOUND("cpu == 1", insn->size = 8);
	UNSOUND("cpu == 1", insn->bytes = 4);
	UNSOUND("cpu & CPUS{1,3}", insn->location = KTRACE_FIELD_COMM);
	UNSOUND("cpu & CPUS{1,3}", insn->data.len = 65);
	UNSOUND("cpu & CPUS{1,3}", insn->data.len = -1);
	UNSOUND("cpu & CPUS{1,3}", insn->data.at -= 8);
	UNSOUND("cpu & CPUS{1,3}", insn->data.at += 8);
	UNSOUND("cpu & CPUS{1,3}", insn->data.at++);
	UNSOUND("level & CPUS{1,3}", insn->size = 16; insn->bytes = 16);
	UNSOUND("level & CPUS{1,3}", insn->size = 0; insn->bytes = 0);
	UNSOUND("level & CPUS{1,3}", insn->size = 3; insn->bytes = 3);
	UNSOUND("level & CPUS{1,3}", insn->bytes = 2);
	UNSOUND("name == x", insn->how = NR_FILTER_MATCHES);
	UNSOUND("name == x", insn->location = KTRACE_FIELD_CPU);
	UNSOUND("name == x", insn->location = NR_KTRACE_FIELD_LOCATIONS);
	UNSOUND("name == x", insn->location = KTRACE_FIELD_COMM);
	UNSOUND("name == x", insn->location = KTRACE_FIELD_REL_LOC);
	UNSOUND("name == x", insn->data.at = f->text - 1);
	UNSOUND("name == x", insn->data.at = f->bytes);
	UNSOUND("name == x", insn->data.len = f->bytes - insn->data.at);
	UNSOUND("name == x", insn->bytes++);
	UNSOUND("name ~ '*x*'", insn->data.len = 0);
	UNSOUND("path == x", insn->bytes = 8);
	UNSOUND("path == x", insn->location = KTRACE_FIELD_REST);
	UNSOUND("ptr == x", f->fetches = false);
	UNSOUND("ptr == x", insn->bytes = 4);
	UNSOUND("ptr == x", insn->size = 2; insn->bytes = 2);
	UNSOUND("mask & CPUS{1}", insn->how = NR_FILTER_RELATIONS);
	UNSOUND("mask & CPUS{1}", insn->location = KTRACE_FIELD_KERNEL);
	UNSOUND("mask & CPUS{1}", insn->bytes = 8);
	UNSOUND("mask & CPUS{1}", insn->data.len = 2);
	UNSOUND("mask & CPUS{1}", insn->data.at = f->text);

	/* An address of 4 bytes, as in a 32-bit kernel, is sound. */
	{
		struct ktrace_filter *f = sound("ptr == x");

		f->insns[0].size = 4;
		f->insns[0].bytes = 4;
		result(ktrace_filter_verify(f) && !run(f, &image),
		       "an address of 4 bytes");
		ktrace_filter_free(f);
	}
}

/* Every program that passes the verifier can be run. */
static void test_damaged(unsigned long rounds)
{
	struct ktrace_filter *filter, *copy;
	unsigned long i, found = 0;
	u32 bytes, n;

	for (i = 0; i < rounds; i++) {
		filter = sound(case_true[below(ARRAY_SIZE(case_true))]);
		bytes = filter->bytes;
		copy = malloc(bytes);
		memcpy(copy, filter, bytes);
		for (n = below(3) + 1; n; n--)
			((u8 *)copy)[below(bytes)] = below(2) ? below(256) : 1 << below(8);
		copy->bytes = bytes;
		if (ktrace_filter_verify(copy)) {
			found++;
			run(copy, &image);
		}
		free(copy);
		ktrace_filter_free(filter);
	}
	printf("# %lu of %lu damaged programs were sound\n", found, rounds);
	result(found && found < rounds, "damaged programs");
}

/* Change the @len bytes of @buf, which has room for @size, at one position. */
static size_t mutate(char *buf, size_t len, size_t size, const char *other)
{
	static const char bytes[] = "()!&|=<>~\"'. *?[]{}-,:/0x9asN\x80";
	size_t at = below(len + 1), n;

	switch (below(5)) {
	case 0:
		if (at < len)
			buf[at] = below(4) ? bytes[below(sizeof(bytes))] : below(256);
		return len;
	case 1:
		if (len == size)
			return len;
		memmove(buf + at + 1, buf + at, len - at);
		buf[at] = bytes[below(sizeof(bytes))];
		return len + 1;
	case 2:
		n = below(len - at + 1);
		memmove(buf + at, buf + at + n, len - at - n);
		return len - n;
	case 3:
		n = strlen(other);
		if (at + n > size)
			return len;
		memcpy(buf + at, other, n);
		return at + n;
	default:
		n = below(len - at + 1);
		if (len + n > size)
			return len;
		memmove(buf + at + n, buf + at, len - at);
		return len + n;
	}
}

static const char *any_text(void)
{
	static const char * const joints[] = { " && ", "||", "(", ")", "!", " && (" };
	unsigned int i = below(ARRAY_SIZE(case_true) + ARRAY_SIZE(case_false) + 100);

	if (i < ARRAY_SIZE(case_true))
		return case_true[i];
	i -= ARRAY_SIZE(case_true);
	if (i < ARRAY_SIZE(case_false))
		return case_false[i];
	return joints[below(ARRAY_SIZE(joints))];
}

static void test_random(unsigned long rounds)
{
	char buf[600];
	unsigned long i, accepted = 0;
	size_t len = 0;
	int n;

	for (i = 0; i < rounds; i++) {
		if (!below(6) || !len)
			len = snprintf(buf, sizeof(buf), "%s", any_text());
		for (n = below(4); n >= 0; n--)
			len = mutate(buf, len, sizeof(buf), any_text());
		n = filter_holds(buf, len, &image);
		if (n < 0) {
			printf("# round %lu: %.*s\n", i, (int)len, buf);
			break;
		}
		accepted += n;
	}
	printf("# %lu of %lu accepted\n", accepted, rounds);
	result(i == rounds && accepted, "filters made at random");
}

/* Fields in the syntax of the file "format". */
static void test_show(void)
{
	static const struct {
		struct ktrace_field field;
		const char *line;
	} cases[] = {
		{ { .name = "common_pid", .type = "int", .size = 4, .offset = 4, .is_signed = true },
		  "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n" },
		{ { .name = "a", .size = 1 }, "\tfield:u8 a;\toffset:0;\tsize:1;\tsigned:0;\n" },
		{ { .name = "a", .size = 2, .is_signed = true },
		  "\tfield:s16 a;\toffset:0;\tsize:2;\tsigned:1;\n" },
		{ { .name = "a", .size = 4 }, "\tfield:u32 a;\toffset:0;\tsize:4;\tsigned:0;\n" },
		{ { .name = "t", .kind = KTRACE_FIELD_TIME, .size = 8 },
		  "\tfield:u64 t;\toffset:0;\tsize:8;\tsigned:0;\n" },
		{ { .name = "p", .kind = KTRACE_FIELD_POINTER, .size = 8, .offset = 65528 },
		  "\tfield:void * p;\toffset:65528;\tsize:8;\tsigned:0;\n" },
		{ { .name = "comm", .kind = KTRACE_FIELD_STRING, .size = 1, .count = 16,
		    .offset = 8, .is_signed = true },
		  "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:1;\n" },
		{ { .name = "path", .kind = KTRACE_FIELD_STRING, .size = 1,
		    .location = KTRACE_FIELD_DATA_LOC, .offset = 12 },
		  "\tfield:__data_loc char[] path;\toffset:12;\tsize:4;\tsigned:0;\n" },
		{ { .name = "path", .kind = KTRACE_FIELD_STRING, .size = 1,
		    .location = KTRACE_FIELD_REL_LOC, .offset = 12 },
		  "\tfield:__rel_loc char path[];\toffset:12;\tsize:4;\tsigned:0;\n" },
		{ { .name = "s", .kind = KTRACE_FIELD_STRING, .size = 8,
		    .location = KTRACE_FIELD_KERNEL },
		  "\tfield:const char * s;\toffset:0;\tsize:8;\tsigned:0;\n" },
		{ { .name = "s", .kind = KTRACE_FIELD_STRING, .size = 8,
		    .location = KTRACE_FIELD_USER },
		  "\tfield:const char * s;\toffset:0;\tsize:8;\tsigned:0;\n" },
		{ { .name = "m", .kind = KTRACE_FIELD_CPUMASK, .size = 8,
		    .location = KTRACE_FIELD_DATA_LOC },
		  "\tfield:__data_loc cpumask_t m;\toffset:0;\tsize:4;\tsigned:0;\n" },
		{ { .name = "m", .kind = KTRACE_FIELD_CPUMASK, .size = 8,
		    .location = KTRACE_FIELD_REL_LOC },
		  "\tfield:__rel_loc cpumask_t m;\toffset:0;\tsize:4;\tsigned:0;\n" },
		{ { .name = "m", .kind = KTRACE_FIELD_BITMASK, .size = 8, .count = 2 },
		  "\tfield:unsigned long m[2];\toffset:0;\tsize:16;\tsigned:0;\n" },
		{ { .name = "n", .kind = KTRACE_FIELD_ARRAY, .size = 4, .count = 4 },
		  "\tfield:u32 n[4];\toffset:0;\tsize:16;\tsigned:0;\n" },
		{ { .name = "buf", .kind = KTRACE_FIELD_STRING, .size = 1,
		    .location = KTRACE_FIELD_REST, .offset = 16 },
		  "\tfield:char buf[];\toffset:16;\tsize:0;\tsigned:0;\n" },
		{ { .name = "n", .suffix = "_in", .size = 4 },
		  "\tfield:u32 n_in;\toffset:0;\tsize:4;\tsigned:0;\n" },
	};
	struct seq_buf out;
	unsigned int i;
	char buf[128];

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		seq_buf_init(&out, buf, sizeof(buf) - 1);
		ktrace_field_show(&cases[i].field, &out);
		buf[out.len] = '\0';
		if (strcmp(buf, cases[i].line))
			printf("# %s", buf);
		result(!strcmp(buf, cases[i].line), cases[i].field.name);
	}
}

/* Names of fields with a suffix. */
static void test_suffix(void)
{
	static const struct ktrace_field fields[] = {
		{ .name = "buf", .suffix = "_in", .size = 8 },
		{ .name = "buf", .size = 8 },
	};
	static const struct {
		const char *text;
		int field;	/* -1 if there is none */
	} cases[] = {
		{ "buf_in == 1", 0 }, { "buf == 1", 1 }, { "buf_i == 1", -1 },
		{ "buf_inn == 1", -1 }, { "bu == 1", -1 }, { "_in == 1", -1 },
	};
	const struct ktrace_filter_env env = { .fields = fields, .nr_fields = 2, .nr_cpus = 1 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct ktrace_parse_error error = { };
		struct ktrace_filter *filter = NULL;
		int err = ktrace_filter_parse(cases[i].text, strlen(cases[i].text), &env,
					      &filter, &error);

		result(cases[i].field < 0 ? err :
		       !err && ktrace_filter_reads(filter, cases[i].field), cases[i].text);
		if (!err)
			ktrace_filter_free(filter);
	}
}

/* Numbers with a sign, and identifiers, which other parsers of the folder read. */
static void test_spans(void)
{
	static const struct {
		const char	*text;
		int		err;
		s64		value;
	} numbers[] = {
		{ "0", 0, 0 }, { "+0x10", 0, 16 }, { "-010", 0, -8 },
		{ "9223372036854775807", 0, S64_MAX }, { "-9223372036854775807", 0, -S64_MAX },
		{ "9223372036854775808", -ERANGE }, { "-9223372036854775808", -ERANGE },
		{ "18446744073709551616", -ERANGE },
		{ "", -EINVAL }, { "-", -EINVAL }, { "+", -EINVAL }, { "--1", -EINVAL },
		{ "1x", -EINVAL },
	};
	static const struct {
		const char	*text;
		bool		name;
	} names[] = {
		{ "a", true }, { "_9Zz", true }, { "", false }, { "9a", false },
		{ "a-b", false }, { "a\xc3\xa9", false },
	};
	struct ktrace_span rest = ktrace_span_of("ab:c"), head = ktrace_span_cut(&rest, ':');
	s64 value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		int err = ktrace_span_signed(ktrace_span_of(numbers[i].text), &value);

		result(err == numbers[i].err && (err || value == numbers[i].value),
		       numbers[i].text);
	}
	for (i = 0; i < ARRAY_SIZE(names); i++)
		result(ktrace_span_is_name(ktrace_span_of(names[i].text)) == names[i].name,
		       names[i].text);
	result(ktrace_span_is(head, "ab") && ktrace_span_is(rest, "c"), "a span is cut");
	head = ktrace_span_cut(&rest, ':');
	result(ktrace_span_is(head, "c") && !rest.n, "a span without the byte is cut at its end");
}

/*
 * Characters in UTF-8, which error_log reads: try each pair of bytes, followed by bytes at the
 * ends of the range of continuation bytes, and compare the number of characters with that of the
 * ranges that Unicode allows.
 */
static void test_characters(void)
{
	static const u8 ends[] = { 0x7f, 0x80, 0xbf, 0xc0 };
	unsigned int nr[5] = { };
	unsigned int i, k;
	char s[4];

	for (i = 0; i < 1 << 16; i++) {
		for (k = 0; k < ARRAY_SIZE(ends) * ARRAY_SIZE(ends); k++) {
			s[0] = i >> 8;
			s[1] = i;
			s[2] = ends[k % ARRAY_SIZE(ends)];
			s[3] = ends[k / ARRAY_SIZE(ends)];
			nr[ktrace_span_utf8((struct ktrace_span){ s, sizeof(s) })]++;
		}
	}
	result(nr[1] == 128 * 256 * 16, "characters of one byte");
	result(nr[2] == 30 * 64 * 16, "characters of two bytes");
	/* All but U+0000 to U+07FF and the surrogates */
	result(nr[3] == (16 * 64 - 32 - 32) * 2 * 4, "characters of three bytes");
	/* U+10000 to U+10FFFF */
	result(nr[4] == 4 * 64 * 2 * 2, "characters of four bytes");
	memcpy(s, "\xf0\x9f\x98\x80", sizeof(s));
	for (i = 0; i < sizeof(s); i++)
		result(!ktrace_span_utf8((struct ktrace_span){ s, i }), "part of a character");
	result(ktrace_span_utf8((struct ktrace_span){ s, i }) == i, "a whole character");
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 100000;

	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0) | 1;
	test_spans();
	test_characters();
	test_tables();
	test_refused();
	test_limits();
	test_masks();
	test_memory();
	test_whole();
	test_rest();
	test_images();
	test_many_fields();
	test_prefilter();
	test_prefilter_many();
	test_globs(rounds);
	test_glob_time();
	test_unsound();
	test_damaged(rounds / 10);
	test_random(rounds);
	test_show();
	test_suffix();
	return failures ? 1 : 0;
}
