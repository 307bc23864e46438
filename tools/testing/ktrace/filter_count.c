// SPDX-License-Identifier: GPL-2.0
/*
 * Measures filters: "make filter-count" runs this program under callgrind, which counts
 * the instructions of filter_counted_numbers() and filter_counted_image() with their
 * callees.
 *
 * usage: filter_count CASE        run the case 1000 times
 *	  filter_count		list the cases, one per line: number and name
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/filter_cases.h"

static const struct {
	const char	*text;
	bool		image;
	const char	*name;
} cases[] = {
	{ "ret == 77", false, "register, one comparison, rejected" },
	{ "ret == -2", false, "register, one comparison, accepted" },
	{ "ret >= 0 && ret < 100", false, "register, two comparisons, rejected by the first" },
	{ "ret == 1 || ret == 2 || ret == 3 || ret == 4", false, "register, four comparisons, rejected" },
	{ "ret == 77 && name == x", false, "register, another field not available, rejected" },
	{ "ret == 77", true, "image, a number of 8 bytes, rejected" },
	{ "fd == 77", true, "image, a number of 4 bytes, rejected" },
	{ "nice == 77", true, "image, a number of 1 byte, rejected" },
	{ "ret == 1 || ret == 2 || ret == 3 || ret == 4", true, "image, four comparisons, rejected" },
	{ "cpu == 77", true, "image, the CPU, rejected" },
	{ "path == /etc/shadow", true, "image, a string that is equal, rejected" },
	{ "path ~ /usr/*", true, "image, a string by its beginning, rejected" },
	{ "path ~ '*.conf'", true, "image, a string of 11 bytes by its end, rejected" },
	{ "path ~ '*shadow*'", true, "image, a string of 11 bytes by a part, rejected" },
	{ "path ~ '/etc/*.d/*'", true, "image, a string of 11 bytes by a glob, rejected" },
	{ "comm == zsh", true, "image, the task's name, rejected" },
	{ "mask & CPUS{1,4}", true, "image, a mask of 16 bytes, rejected" },
};

noinline bool filter_counted_numbers(const struct ktrace_prefilter *prefilter, const u64 *registers);
noinline bool filter_counted_image(const struct ktrace_filter *filter,
				   const struct ktrace_filter_image *image);

noinline bool filter_counted_numbers(const struct ktrace_prefilter *prefilter, const u64 *registers)
{
	return ktrace_prefilter_accepts(prefilter, registers, registers);
}

noinline bool filter_counted_image(const struct ktrace_filter *filter,
				   const struct ktrace_filter_image *image)
{
	return ktrace_filter_run(filter, image);
}

/* A prefilter that has the result in a register. */
static struct ktrace_prefilter *prefilter_of(const struct ktrace_filter *filter)
{
	static struct ktrace_field fields[NR_CASE_FIELDS];
	const struct ktrace_prefilter_env env = {
		.filters = &filter, .nr_filters = 1, .fields = fields,
		.nr_fields = NR_CASE_FIELDS, .at_entry = true,
	};
	struct ktrace_prefilter *prefilter = malloc(ktrace_prefilter_bytes(KTRACE_PREFILTER_MAX));

	memcpy(fields, case_fields, sizeof(fields));
	fields[CASE_RET].avail = KTRACE_AVAIL_OWN;
	return prefilter && ktrace_prefilter_compile(prefilter, &env) ? prefilter : NULL;
}

int main(int argc, char **argv)
{
	u64 registers[] = { -2ULL };
	struct ktrace_parse_error error;
	struct ktrace_filter_image image;
	struct ktrace_prefilter *prefilter = NULL;
	struct ktrace_filter *filter;
	struct case_record record;
	unsigned int i, n;
	int verdicts = 0;

	if (argc < 2) {
		for (i = 0; i < ARRAY_SIZE(cases); i++)
			printf("%u %s\n", i, cases[i].name);
		return 0;
	}
	i = strtoul(argv[1], NULL, 0);
	case_fill(&record, &image);
	if (i >= ARRAY_SIZE(cases) ||
	    ktrace_filter_parse(cases[i].text, strlen(cases[i].text), &case_env, &filter, &error))
		return 2;
	if (!cases[i].image)
		prefilter = prefilter_of(filter);
	if (!cases[i].image && !prefilter)
		return 2;
	for (n = 0; n < 1000; n++)
		verdicts += cases[i].image ? filter_counted_image(filter, &image) :
					     filter_counted_numbers(prefilter, registers);
	ktrace_filter_free(filter);
	return verdicts < 0;
}
