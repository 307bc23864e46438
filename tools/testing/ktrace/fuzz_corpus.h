/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Replaces libFuzzer: runs the texts found so far, one per line of a file, for
 * run_tests.sh; or prints an initial corpus. Include it in the fuzzer's file, which
 * defines the function for one text.
 */
#ifndef _FUZZ_CORPUS_H
#define _FUZZ_CORPUS_H

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

#ifndef FUZZER
static int fuzz_go_through(const char *name, FILE *corpus)
{
	unsigned int lines = 0;
	char *line = NULL;
	size_t room = 0;
	ssize_t len;

	while ((len = getline(&line, &room, corpus)) > 0) {
		LLVMFuzzerTestOneInput((unsigned char *)line, len - (line[len - 1] == '\n'));
		lines++;
	}
	free(line);
	printf("%sok - %s: %u texts of the corpus\n", lines ? "" : "not ", name, lines);
	return !lines;
}

/* The main() of a fuzzer; @print_tables prints the initial corpus. */
static int fuzz_main(int argc, char **argv, const char *name, void (*print_tables)(void))
{
	FILE *corpus;
	int bad;

	if (argc < 2) {
		print_tables();
		return 0;
	}
	corpus = fopen(argv[1], "r");
	if (!corpus)
		return 2;
	bad = fuzz_go_through(name, corpus);
	fclose(corpus);
	return bad;
}
#endif

#endif /* _FUZZ_CORPUS_H */
