// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of probes, of all kinds, fuzzed. Built by clang with -fsanitize=fuzzer it looks
 * for lines that reach more of the code (make probe-fuzz); otherwise it goes through the
 * lines that were found and kept, one a line of a file, for run_tests.sh. Before each
 * stands the number of the set of cases whose surroundings it is parsed in.
 *
 * usage: probe_fuzz probe_corpus.txt
 *	  probe_fuzz		print the lines of the tests' tables, to begin with
 */
#include "probe_holds.h"
#include "fuzz_corpus.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	if (!size)
		return 0;
	env = case_sets[data[0] % ARRAY_SIZE(case_sets)].env;
	if (!holds((const char *)data + 1, size - 1) || case_held) {
		fprintf(stderr, "%.*s\n", (int)size, data);
		abort();
	}
	return 0;
}

#ifndef FUZZER
static void print_line(unsigned int set, const char *line)
{
	/* A number of which the remainder is that of the set. */
	unsigned int first = '0' - '0' % ARRAY_SIZE(case_sets);

	first += first < '0' ? ARRAY_SIZE(case_sets) : 0;
	if (!strpbrk(line, "\n\t"))
		printf("%c%s\n", first + set, line);
}

static void print_tables(void)
{
	const struct case_set *set;
	unsigned int n, i;
	char buf[256];

	for (n = 0; n < ARRAY_SIZE(case_sets); n++) {
		set = &case_sets[n];
		for (i = 0; i < set->nr_good; i++)
			print_line(n, set->good[i].line);
		for (i = 0; i < set->nr_bad; i++) {
			case_column(set->bad[i].line, buf);
			print_line(n, buf);
		}
	}
}

int main(int argc, char **argv)
{
	return fuzz_main(argc, argv, "probe", print_tables);
}
#endif
