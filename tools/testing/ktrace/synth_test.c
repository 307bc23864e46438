// SPDX-License-Identifier: GPL-2.0
/*
 * User-space test of definitions of synthetic events: canonical forms, errors with
 * their positions, and random lines, whose canonical form is parsed as the same
 * definition. For run_tests.sh.
 *
 * usage: synth_test [ROUNDS [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/synth_cases.h"

#define RESULTS_OF	"synth"
#include "results.h"
#include "chance.h"

#define ARRAY_LEN(a)	(sizeof(a) / sizeof((a)[0]))

/*
 * Parse a copy in an exact allocation, so that the address sanitizer detects reads
 * beyond the end.
 */
static int parse(const char *text, bool dynamic, char *buf, size_t size,
		 struct ktrace_parse_error *error)
{
	size_t len = strlen(text);
	struct ktrace_synth_spec spec;
	char *copy = malloc(len ? len : 1);
	int err;

	memcpy(copy, text, len);
	*error = (struct ktrace_parse_error) { };
	err = ktrace_synth_parse(copy, len, dynamic, &spec, error);
	if (!err)
		case_write(&spec, buf, size);
	free(copy);
	return err;
}

static void test_good(const char *line, const char *read, bool dynamic)
{
	struct ktrace_parse_error error;
	char buf[512];

	result(!parse(line, dynamic, buf, sizeof(buf), &error) && !strcmp(buf, read), line);
}

static void test_bad(const struct case_bad *bad, bool dynamic)
{
	struct ktrace_parse_error error;
	char text[128], buf[512];
	unsigned int column = case_column(bad->line, text, sizeof(text));
	int err = parse(text, dynamic, buf, sizeof(buf), &error);

	result(err < 0 && err == -ktrace_synth_messages[bad->code].error &&
	       error.code == bad->code && error.column == column &&
	       *ktrace_synth_messages[error.code].text, bad->line);
}

static void test_many(void)
{
	struct ktrace_parse_error error;
	char text[1024] = "e", buf[1024];
	unsigned int i, at = 1;
	bool ok;

	for (i = 0; i < KTRACE_SYNTH_FIELDS_MAX; i++)
		at += snprintf(text + at, sizeof(text) - at, "%s u8 f%u", i ? ";" : "", i);
	ok = !parse(text, false, buf, sizeof(buf), &error) && !strcmp(text, buf);
	snprintf(text + at, sizeof(text) - at, "; u8 x");
	result(ok && parse(text, false, buf, sizeof(buf), &error) < 0 &&
	       error.code == KTRACE_SYNTH_ERR_FIELDS && error.column == at + 2,
	       "64 fields, and not one more");
}

/*
 * Parse a line of random parts; return true if the canonical form is parsed as the same
 * definition.
 */
static bool random_line(unsigned int *taken)
{
	static const char * const parts[] = {
		"e", "a", "b", "u64", "char", "unsigned", "long", "pid_t", "[]", "[4]", "[",
		"]", ";", " ", " ", "; ", "s:", "synthetic/", "!", "#", "1", "\xe4",
	};
	char text[256] = "", buf[512], again[512];
	unsigned int i, n = below(14), at = 0;
	struct ktrace_parse_error error;
	bool dynamic = below(4) == 0;

	for (i = 0; i < n; i++)
		at += snprintf(text + at, sizeof(text) - at, "%s%s", parts[below(ARRAY_LEN(parts))],
			       below(2) ? " " : "");
	if (parse(text, dynamic, buf, sizeof(buf), &error))
		return error.code > KTRACE_SYNTH_OK && error.code < NR_KTRACE_SYNTH_ERRS &&
		       error.column <= strlen(text);
	++*taken;
	return !parse(buf, false, again, sizeof(again), &error) && !strcmp(buf, again);
}

static void test_random(unsigned int rounds)
{
	unsigned int i, taken = 0;
	bool ok = true;

	for (i = 0; i < rounds && ok; i++)
		ok = random_line(&taken);
	printf("# %u lines at random, %u were taken\n", i, taken);
	result(ok && taken, "lines at random");
}

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0) ?: 1;
	for (i = 0; i < ARRAY_LEN(case_good); i++)
		test_good(case_good[i].line, case_good[i].read, false);
	for (i = 0; i < ARRAY_LEN(case_dynamic); i++)
		test_good(case_dynamic[i].line, case_dynamic[i].read, true);
	for (i = 0; i < ARRAY_LEN(case_bad); i++)
		test_bad(&case_bad[i], false);
	for (i = 0; i < ARRAY_LEN(case_bad_dynamic); i++)
		test_bad(&case_bad_dynamic[i], true);
	test_many();
	test_random(argc > 1 ? strtoul(argv[1], NULL, 0) : 200000);
	return failures ? 1 : 0;
}
