// SPDX-License-Identifier: GPL-2.0
/*
 * User-space test of lines of the file trigger: parsed parts, errors with their
 * positions, and lines of random parts. For run_tests.sh.
 *
 * usage: trigger_test [ROUNDS [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/trigger.h"

#define RESULTS_OF	"trigger"
#include "results.h"
#include "chance.h"

#define ARRAY_LEN(a)	(sizeof(a) / sizeof((a)[0]))

/*
 * Parse a copy in an exact allocation, so that the address sanitizer detects reads
 * beyond the end.
 */
static int parse(const char *text, struct ktrace_trigger_spec *spec, char **copy,
		 struct ktrace_parse_error *error)
{
	size_t len = strlen(text);

	*copy = malloc(len ? len : 1);
	memcpy(*copy, text, len);
	return ktrace_trigger_parse(*copy, len, spec, error);
}

static const struct {
	const char	*text;
	bool		remove;
	int		kind;
	long long	count;
	const char	*system;
	const char	*event;
	const char	*definition;
	const char	*filter;
} good[] = {
	{ "traceon", false, KTRACE_TRIGGER_TRACEON, -1, "", "", "", "" },
	{ "  traceoff  ", false, KTRACE_TRIGGER_TRACEOFF, -1, "", "", "", "" },
	{ "!traceoff:unlimited", true, KTRACE_TRIGGER_TRACEOFF, -1, "", "", "", "" },
	{ "snapshot:3", false, KTRACE_TRIGGER_SNAPSHOT, 3, "", "", "", "" },
	{ "snapshot:count=0", false, KTRACE_TRIGGER_SNAPSHOT, 0, "", "", "", "" },
	{ "stacktrace:0x10 if a == 1", false, KTRACE_TRIGGER_STACKTRACE, 16, "", "", "", "a == 1" },
	{ "stacktrace\tif\tiffy == if", false, KTRACE_TRIGGER_STACKTRACE, -1, "", "", "",
	  "iffy == if" },
	{ "enable_event:a:b", false, KTRACE_TRIGGER_ENABLE_EVENT, -1, "a", "b", "", "" },
	{ "disable_event:a:b:9223372036854775807 if x", false, KTRACE_TRIGGER_DISABLE_EVENT,
	  0x7fffffffffffffffLL, "a", "b", "", "x" },
	{ "enable_hist:a:b", false, KTRACE_TRIGGER_ENABLE_HIST, -1, "a", "b", "", "" },
	{ "!disable_hist:a:b:unlimited", true, KTRACE_TRIGGER_DISABLE_HIST, -1, "a", "b", "", "" },
	{ "hist:keys=a,b:vals=c if d == 1", false, KTRACE_TRIGGER_HIST, -1, "", "",
	  "keys=a,b:vals=c", "d == 1" },
	{ "hist:keys=a.b:onmatch(x).trace(s, iffy)", false, KTRACE_TRIGGER_HIST, -1, "", "",
	  "keys=a.b:onmatch(x).trace(s, iffy)", "" },
	{ "hist:keys=if", false, KTRACE_TRIGGER_HIST, -1, "", "", "keys=if", "" },
	{ "!hist:keys=a [active]", true, KTRACE_TRIGGER_HIST, -1, "", "", "keys=a", "" },
	{ "!hist:keys=a if b == 1 [paused]", true, KTRACE_TRIGGER_HIST, -1, "", "", "keys=a",
	  "b == 1" },
};

static bool span_is(struct ktrace_span span, const char *text)
{
	return span.n == strlen(text) && !memcmp(span.s ?: "", text, span.n);
}

static void test_good(void)
{
	struct ktrace_parse_error error;
	struct ktrace_trigger_spec spec;
	unsigned int i;
	char *copy;
	int err;

	for (i = 0; i < ARRAY_LEN(good); i++) {
		err = parse(good[i].text, &spec, &copy, &error);
		result(!err && spec.remove == good[i].remove && spec.kind == good[i].kind &&
		       spec.count == good[i].count && span_is(spec.system, good[i].system) &&
		       span_is(spec.event, good[i].event) &&
		       span_is(spec.definition, good[i].definition) &&
		       span_is(spec.filter, good[i].filter), good[i].text);
		free(copy);
	}
}

/* The state that the file shows after a histogram is accepted, once. */
static void test_state(void)
{
	static const struct {
		const char	*text;
		bool		paused;
		const char	*filter;
	} lines[] = {
		{ "hist:keys=a", false, "" },
		{ "hist:keys=a [active]", false, "" },
		{ "hist:keys=a [paused]", true, "" },
		{ "hist:keys=a if b == c [paused]", true, "b == c" },
		{ "hist:keys=a if b == [active] [paused]", true, "b == [active]" },
		{ "hist:keys=a if b ~ sh[active]", false, "b ~ sh[active]" },
		{ "hist:keys=a if b ~ *[paused]", false, "b ~ *[paused]" },
		{ "hist:keys=a if b ~ sh[active] [paused]", true, "b ~ sh[active]" },
		{ "hist:keys=a if b ~ [active]", false, "b ~ [active]" },
		{ "hist:keys=a if b == [paused]", false, "b == [paused]" },
		{ "hist:keys=a if b == c\t[paused]  ", true, "b == c" },
	};
	struct ktrace_parse_error error;
	struct ktrace_trigger_spec spec;
	unsigned int i;
	char *copy;
	int err;

	for (i = 0; i < ARRAY_LEN(lines); i++) {
		err = parse(lines[i].text, &spec, &copy, &error);
		result(!err && spec.paused == lines[i].paused &&
		       span_is(spec.filter, lines[i].filter), lines[i].text);
		free(copy);
	}
}

/* A caret precedes the offending byte. */
static const struct {
	const char	*text;
	int		code;
} bad[] = {
	{ "^", KTRACE_TRIGGER_ERR_EMPTY },
	{ "^  ", KTRACE_TRIGGER_ERR_EMPTY },
	{ "!^", KTRACE_TRIGGER_ERR_EMPTY },
	{ "!^ traceon", KTRACE_TRIGGER_ERR_EMPTY },
	{ " ^trace", KTRACE_TRIGGER_ERR_NAME },
	{ "^traceonn", KTRACE_TRIGGER_ERR_NAME },
	{ "!^!traceon", KTRACE_TRIGGER_ERR_NAME },
	{ "traceon:^", KTRACE_TRIGGER_ERR_BAD_COUNT },
	{ "traceon:^-1", KTRACE_TRIGGER_ERR_BAD_COUNT },
	{ "traceon:^count=", KTRACE_TRIGGER_ERR_BAD_COUNT },
	{ "traceon:count=^x", KTRACE_TRIGGER_ERR_BAD_COUNT },
	{ "traceon:^9223372036854775808", KTRACE_TRIGGER_ERR_COUNT_RANGE },
	{ "traceon:^99999999999999999999", KTRACE_TRIGGER_ERR_COUNT_RANGE },
	{ "traceon:1^:2", KTRACE_TRIGGER_ERR_EXTRA },
	{ "traceon ^fi x", KTRACE_TRIGGER_ERR_NOT_IF },
	{ "traceon ^ifx", KTRACE_TRIGGER_ERR_NOT_IF },
	{ "traceon if^", KTRACE_TRIGGER_ERR_NO_FILTER },
	{ "enable_event^", KTRACE_TRIGGER_ERR_NO_EVENT },
	{ "enable_event:^", KTRACE_TRIGGER_ERR_NO_EVENT },
	{ "enable_event:a^", KTRACE_TRIGGER_ERR_NO_EVENT },
	{ "enable_event:a:^", KTRACE_TRIGGER_ERR_NO_EVENT },
	{ "enable_event:a:b:^c", KTRACE_TRIGGER_ERR_BAD_COUNT },
	{ "hist^", KTRACE_TRIGGER_ERR_NO_KEYS },
	{ "hist^ if a", KTRACE_TRIGGER_ERR_NO_KEYS },
	{ "hist:keys=a if^", KTRACE_TRIGGER_ERR_NO_FILTER },
};

static void test_bad(void)
{
	struct ktrace_parse_error error;
	struct ktrace_trigger_spec spec;
	unsigned int i, column;
	char text[128], *copy;
	const char *caret;
	int err;

	for (i = 0; i < ARRAY_LEN(bad); i++) {
		caret = strchr(bad[i].text, '^');
		column = caret - bad[i].text;
		memcpy(text, bad[i].text, column);
		snprintf(text + column, sizeof(text) - column, "%s", caret + 1);
		error = (struct ktrace_parse_error) { };
		err = parse(text, &spec, &copy, &error);
		result(err < 0 && error.code == bad[i].code && error.column == column &&
		       *ktrace_trigger_messages[error.code].text, bad[i].text);
		free(copy);
	}
}

/*
 * Parsed spans lie within the text; the position of an error is a byte of the text or
 * its end.
 */
static void test_random(unsigned int rounds)
{
	static const char * const parts[] = {
		"traceon", "snapshot", "enable_event", "hist", ":", ":", " ", "if", " if ", "!",
		"count=", "unlimited", "7", "a", "keys=a", "\t", "99999999999999999999",
	};
	struct ktrace_parse_error error;
	struct ktrace_trigger_spec spec;
	unsigned int taken = 0;
	bool ok = true;
	char text[256], *copy;

	while (rounds--) {
		unsigned int n = below(9);
		size_t len;
		int err;

		text[0] = 0;
		while (n--)
			strcat(text, parts[below(ARRAY_LEN(parts))]);
		len = strlen(text);
		error = (struct ktrace_parse_error) { };
		err = parse(text, &spec, &copy, &error);
		taken += !err;
		if (err)
			ok &= error.code != KTRACE_TRIGGER_OK && error.column <= len;
		else
			ok &= spec.kind < NR_KTRACE_TRIGGER_KINDS && spec.count >= -1 &&
			      (!spec.filter.n ||
			       (spec.filter.s > copy &&
				spec.filter.s + spec.filter.n <= copy + len));
		free(copy);
	}
	result(ok && taken, "lines made at random");
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? atoi(argv[1]) : 100000;

	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0) | 1;
	test_good();
	test_state();
	test_bad();
	test_random(rounds);
	return failures != 0;
}
