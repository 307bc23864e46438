// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes lines of all kinds of probes. Built by clang with -fsanitize=fuzzer, it
 * searches for lines that reach more of the code (make probe-fuzz). Otherwise it runs
 * the lines found so far, one per line of a file, for run_tests.sh. Each line starts
 * with the number of the set of cases that provides its environment.
 *
 * usage: probe_fuzz probe_corpus.txt
 *	  probe_fuzz		print the lines of the tests' tables as an initial corpus
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
	/* A printable number whose remainder is the number of the set. */
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
