// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions of histograms, in user space: what is read of each, as it is shown again;
 * what is refused and where; and definitions made at random. For run_tests.sh.
 *
 * usage: hist_test [ROUNDS [SEED]]
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/seq_buf.h>

#include "parse/hist.h"

#define ARRAY_LEN(a)	(sizeof(a) / sizeof((a)[0]))

static const struct ktrace_field fields[] = {
	{ .name = "common_pid", .size = 4, .is_signed = true, .offset = 4 },
	{ .name = "ret", .size = 8, .is_signed = true, .offset = 8 },
	{ .name = "count", .size = 4, .offset = 16 },
	{ .name = "call_site", .kind = KTRACE_FIELD_POINTER, .size = 8, .offset = 24 },
	{ .name = "name", .kind = KTRACE_FIELD_STRING, .place = KTRACE_FIELD_DATA_LOC,
	  .size = 1, .offset = 32 },
	{ .name = "user", .kind = KTRACE_FIELD_STRING, .place = KTRACE_FIELD_USER,
	  .size = 8, .offset = 40 },
	{ .name = "array", .kind = KTRACE_FIELD_ARRAY, .size = 4, .count = 4, .offset = 48 },
	{ .name = "odd", .size = 3, .offset = 64 },
};

static unsigned long long seed = 1;
static int failures;

static void result(bool ok, const char *name)
{
	printf("%sok - hist: %s\n", ok ? "" : "not ", name);
	failures += !ok;
}

static unsigned int below(unsigned int n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (seed >> 11) % n;
}

/* A copy ends where the text ends: the address sanitizer sees what is read behind it. */
static int parse(const char *text, struct ktrace_hist_spec *spec, char **copy,
		 struct ktrace_hist_error *error)
{
	size_t len = strlen(text);

	*copy = malloc(len ? len : 1);
	memcpy(*copy, text, len);
	*error = (struct ktrace_hist_error) { };
	return ktrace_hist_parse(*copy, len, fields, ARRAY_LEN(fields), spec, error);
}

/* The text, with a zero at its end. */
static const char *text_of(struct seq_buf *out)
{
	out->buffer[out->len < out->size ? out->len : out->size - 1] = 0;
	return out->buffer;
}

static bool shown_as(const struct ktrace_hist_spec *spec, const char *text)
{
	struct seq_buf out;
	char buf[1024];

	seq_buf_init(&out, buf, sizeof(buf));
	ktrace_hist_show_definition(spec, &out);
	return !strcmp(text_of(&out), text);
}

static const struct {
	const char *text;
	const char *shown;
} good[] = {
	{ "keys=ret", "hist:keys=ret:vals=hitcount:sort=hitcount:size=2048" },
	{ "key=pid", "hist:keys=common_pid:vals=hitcount:sort=hitcount:size=2048" },
	{ "keys=pid.execname", "hist:keys=common_pid.execname:vals=hitcount:sort=hitcount:size=2048" },
	{ "keys=comm,cpu,name,ret.log2",
	  "hist:keys=comm,cpu,name,ret.log2:vals=hitcount:sort=hitcount:size=2048" },
	{ "vals=ret,count:keys=stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount,ret,count:sort=hitcount:size=2048" },
	{ "keys=common_stacktrace.stacktrace",
	  "hist:keys=common_stacktrace:vals=hitcount:sort=hitcount:size=2048" },
	{ "keys=count.buckets=0x10:size=1:name=a_1",
	  "hist:name=a_1:keys=count.buckets=16:vals=hitcount:sort=hitcount:size=1" },
	{ "keys=call_site.sym-offset:values=hitcount.percent,ret.graph",
	  "hist:keys=call_site.sym-offset:vals=hitcount.percent,ret.graph:sort=hitcount:size=2048" },
	{ "sort=ret.descending,count.ascending:keys=ret:vals=count",
	  "hist:keys=ret:vals=hitcount,count:sort=ret.descending,count:size=2048" },
	{ "keys=ret:pause:nohitcount:vals=count.hex",
	  "hist:keys=ret:vals=hitcount,count.hex:sort=hitcount:size=2048:nohitcount" },
	{ "keys=common_timestamp.usecs:size=131072",
	  "hist:keys=common_timestamp.usecs:vals=hitcount:sort=hitcount:size=131072" },
};

static void test_good(void)
{
	struct ktrace_hist_error error;
	struct ktrace_hist_spec spec;
	unsigned int i;
	char *copy;
	bool ok;

	for (i = 0; i < ARRAY_LEN(good); i++) {
		ok = !parse(good[i].text, &spec, &copy, &error) &&
		     shown_as(&spec, good[i].shown);
		free(copy);
		/* What is shown is read as the same. */
		ok = ok && !parse(good[i].shown + strlen("hist:"), &spec, &copy, &error) &&
		     shown_as(&spec, good[i].shown);
		free(copy);
		result(ok, good[i].text);
	}
}

/* A caret stands before the byte at fault. */
static const struct {
	const char	*text;
	int		code;
} bad[] = {
	{ "^", KTRACE_HIST_ERR_NO_KEYS },
	{ "^vals=ret", KTRACE_HIST_ERR_NO_KEYS },
	{ "^keys=", KTRACE_HIST_ERR_EMPTY },
	{ "keys=^,ret", KTRACE_HIST_ERR_EMPTY_FIELD },
	{ "keys=ret,^", KTRACE_HIST_ERR_EMPTY_FIELD },
	{ "keys=^nothing", KTRACE_HIST_ERR_NO_FIELD },
	{ "keys=^hitcount", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=^array", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=^user", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=^odd", KTRACE_HIST_ERR_NOT_KEY },
	{ "keys=ret:vals=^name", KTRACE_HIST_ERR_NOT_VALUE },
	{ "keys=ret:vals=^comm", KTRACE_HIST_ERR_NOT_VALUE },
	{ "keys=ret.^", KTRACE_HIST_ERR_MODIFIER },
	{ "keys=ret.^junk", KTRACE_HIST_ERR_MODIFIER },
	{ "keys=ret.^log2=1", KTRACE_HIST_ERR_MODIFIER },
	{ "keys=name.^hex", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret.^execname", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret.^percent", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret:vals=count.^log2", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret:vals=hitcount.^hex", KTRACE_HIST_ERR_MODIFIER_FIELD },
	{ "keys=ret.^buckets", KTRACE_HIST_ERR_BUCKETS },
	{ "keys=ret.^buckets=0", KTRACE_HIST_ERR_BUCKETS },
	{ "keys=ret.^buckets=x", KTRACE_HIST_ERR_BUCKETS },
	{ "keys=ret,count,cpu,comm,^name", KTRACE_HIST_ERR_MANY_KEYS },
	{ "keys=ret:vals=ret,ret,ret,ret,ret,ret,ret,^ret", KTRACE_HIST_ERR_MANY_VALUES },
	{ "keys=ret:^keys=ret", KTRACE_HIST_ERR_TWICE },
	{ "keys=ret:vals=ret:^vals=ret", KTRACE_HIST_ERR_TWICE },
	{ "keys=ret:sort=ret:^sort=ret", KTRACE_HIST_ERR_TWICE },
	{ "keys=ret:^junk", KTRACE_HIST_ERR_UNKNOWN },
	{ "keys=ret:^junk=1", KTRACE_HIST_ERR_UNKNOWN },
	{ "keys=ret:^:", KTRACE_HIST_ERR_UNKNOWN },
	{ "keys=common_pid:vals=count:sort=common_pid,^junk", KTRACE_HIST_ERR_SORT_FIELD },
	{ "keys=common_pid:vals=count:^sort=", KTRACE_HIST_ERR_EMPTY },
	{ "keys=common_pid:vals=count:^sort=common_pid,", KTRACE_HIST_ERR_EMPTY_SORT },
	{ "keys=common_pid:vals=count:sort=common_pid.^junk", KTRACE_HIST_ERR_SORT_MODIFIER },
	{ "keys=common_pid:vals=count,ret:^sort=common_pid,count,ret", KTRACE_HIST_ERR_MANY_SORTS },
	{ "keys=ret:size=^x", KTRACE_HIST_ERR_SIZE },
	{ "keys=ret:size=^0", KTRACE_HIST_ERR_SIZE_RANGE },
	{ "keys=ret:size=^131073", KTRACE_HIST_ERR_SIZE_RANGE },
	{ "keys=ret:size=^99999999999999999999", KTRACE_HIST_ERR_SIZE_RANGE },
	{ "keys=ret:name=a^-b", KTRACE_HIST_ERR_NAME },
};

static void test_bad(void)
{
	struct ktrace_hist_error error;
	struct ktrace_hist_spec spec;
	unsigned int i, column;
	char text[128], *copy;
	const char *caret;
	int err;

	for (i = 0; i < ARRAY_LEN(bad); i++) {
		caret = strchr(bad[i].text, '^');
		column = caret - bad[i].text;
		memcpy(text, bad[i].text, column);
		snprintf(text + column, sizeof(text) - column, "%s", caret + 1);
		err = parse(text, &spec, &copy, &error);
		result(err < 0 && error.code == bad[i].code && error.column == column &&
		       *ktrace_hist_error_text(error.code), bad[i].text);
		free(copy);
	}
}

/* What is taken is shown as something that is taken, and is then shown the same. */
static bool shown_again(const struct ktrace_hist_spec *spec)
{
	struct ktrace_hist_error error;
	struct ktrace_hist_spec again;
	struct seq_buf out;
	char buf[1024], *copy;
	bool ok;

	seq_buf_init(&out, buf, sizeof(buf));
	ktrace_hist_show_definition(spec, &out);
	ok = !parse(text_of(&out) + strlen("hist:"), &again, &copy, &error) &&
	     shown_as(&again, text_of(&out));
	free(copy);
	return ok;
}

static void test_random(unsigned int rounds)
{
	static const char * const parts[] = {
		"keys=", "vals=", "sort=", "size=", "name=", ":", ":", ",", ",", ".", "ret", "count",
		"common_pid", "name", "comm", "hitcount", "log2", "buckets=5", "descending", "7",
		"pause", "common_stacktrace", "keys=ret:", "keys=count,comm:",
	};
	struct ktrace_hist_error error;
	struct ktrace_hist_spec spec;
	unsigned int taken = 0;
	char text[256], *copy;
	bool ok = true;
	int err;

	while (rounds--) {
		unsigned int n = below(10);

		text[0] = 0;
		while (n--)
			strcat(text, parts[below(ARRAY_LEN(parts))]);
		err = parse(text, &spec, &copy, &error);
		taken += !err;
		if (err)
			ok &= error.code != KTRACE_HIST_OK && error.column <= strlen(text);
		else
			ok &= shown_again(&spec);
		free(copy);
	}
	result(ok && taken, "definitions made at random");
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? atoi(argv[1]) : 100000;

	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0) | 1;
	test_good();
	test_bad();
	test_random(rounds);
	return failures != 0;
}
