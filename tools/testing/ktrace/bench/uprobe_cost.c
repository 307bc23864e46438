// SPDX-License-Identifier: GPL-2.0
/*
 * uprobe_cost COUNT	measure a call of a function, which may be probed
 * uprobe_cost		print the offset of the function in this program's file
 *
 * Prints nanoseconds, the average over COUNT calls; the minimum of several runs, like
 * call_cost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RUNS	20

extern const char __ehdr_start[];

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* The caller uses the result, so that the compiler keeps the call. */
__attribute__((noinline, noclone)) static long probed(const char *text, long number)
{
	asm volatile("" : "+r"(number) : "r"(text) : "memory");
	return number;
}

int main(int argc, char **argv)
{
	double from, took, least = 0;
	long count, sum, i, run;

	if (argc < 2) {
		printf("0x%lx\n", (unsigned long)probed - (unsigned long)__ehdr_start);
		return 0;
	}
	count = atol(argv[1]);
	for (run = 0; run < RUNS; run++) {
		from = now();
		for (sum = i = 0; i < count; i++)
			sum += probed("a text of some thirty letters.", i);
		took = (now() - from) / count;
		if (!run || took < least)
			least = took;
		if (sum != count * (count - 1) / 2)
			return 1;
	}
	printf("%.2f\n", least);
	return 0;
}
