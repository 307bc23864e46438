// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes filters. Built by clang with -fsanitize=fuzzer, it searches for texts that
 * reach more of the code (make filter-fuzz). Otherwise it runs the texts found so far,
 * one per line of a file, for run_tests.sh.
 *
 * usage: filter_fuzz filter_corpus.txt
 *	  filter_fuzz		print the filters of the tests' tables as an initial corpus
 */
#include "filter_holds.h"
#include "fuzz_corpus.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct ktrace_filter_image image;
	struct case_record record;

	case_fill(&record, &image);
	if (filter_holds((const char *)data, size, &image) < 0) {
		fprintf(stderr, "%.*s\n", (int)size, data);
		abort();
	}
	return 0;
}

#ifndef FUZZER
static void print_texts(const char * const *texts, unsigned int nr)
{
	while (nr--) {
		if (!strchr(*texts, '\n'))
			puts(*texts);
		texts++;
	}
}

static void print_tables(void)
{
	char buf[256];
	unsigned int i;

	print_texts(case_true, ARRAY_SIZE(case_true));
	print_texts(case_false, ARRAY_SIZE(case_false));
	for (i = 0; i < ARRAY_SIZE(case_refused); i++) {
		case_column(case_refused[i].text, buf);
		if (!strchr(buf, '\n'))
			puts(buf);
	}
}

int main(int argc, char **argv)
{
	return fuzz_main(argc, argv, "filter", print_tables);
}
#endif
