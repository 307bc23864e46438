// SPDX-License-Identifier: GPL-2.0
/*
 * call_cost COUNT NR - what system call NR costs, in nanoseconds
 *
 * Prints the average over COUNT calls without arguments that mean anything. In
 * a guest that scripts/vm --icount runs, a nanosecond is an instruction, and
 * the figure is the same every time but for the timer's interrupts; the least
 * of several runs is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RUNS	20

static double run(long count, long nr)
{
	struct timespec from, to;
	long i, ret;

	clock_gettime(CLOCK_MONOTONIC, &from);
	for (i = 0; i < count; i++)
		asm volatile("syscall"
			     : "=a"(ret) : "0"(nr), "D"(-1L), "S"(0), "d"(0)
			     : "rcx", "r11", "memory");
	clock_gettime(CLOCK_MONOTONIC, &to);
	return ((to.tv_sec - from.tv_sec) * 1e9 + to.tv_nsec - from.tv_nsec) / count;
}

int main(int argc, char **argv)
{
	double least = 0;
	int i;

	if (argc != 3) {
		fprintf(stderr, "usage: call_cost COUNT NR\n");
		return 2;
	}
	for (i = 0; i < RUNS; i++) {
		double ns = run(atol(argv[1]), atol(argv[2]));

		if (!i || ns < least)
			least = ns;
	}
	printf("%.2f\n", least);
	return 0;
}
