// SPDX-License-Identifier: GPL-2.0
/*
 * lttng_bench [rounds] - measure a record of 32 bytes in LTTng-UST
 *
 * Run it while a session has ktrace_bench:record enabled (scripts/bench sets one up).
 * Prints the same figures as ring_bench: minimum, median and ninth decile of many
 * rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#include "lttng_bench.h"

#define BATCH	20000

static unsigned long words[4] = { 1, 2, 3, 4 };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 500, i, n;
	double *t;

	if (rounds < 1)
		return 2;
	t = calloc(rounds, sizeof(*t));
	if (!t)
		return 1;
	if (!lttng_ust_tracepoint_enabled(ktrace_bench, record)) {
		fprintf(stderr, "lttng_bench: nobody listens\n");
		return 1;
	}
	for (i = 0; i < rounds; i++) {
		t[i] = now();
		for (n = 0; n < BATCH; n++)
			lttng_ust_tracepoint(ktrace_bench, record, words);
		t[i] = (now() - t[i]) / BATCH;
	}
	qsort(t, rounds, sizeof(*t), compare);
	printf("%-28s best %6.2f ns  median %6.2f  90 %% below %6.2f\n",
	       "record, LTTng-UST", t[0], t[rounds / 2], t[rounds * 9 / 10]);
	return 0;
}
