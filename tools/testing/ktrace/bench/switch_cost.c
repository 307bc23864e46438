// SPDX-License-Identifier: GPL-2.0
/*
 * switch_cost COUNT - measure a switch between two tasks
 *
 * Two processes on one CPU pass a byte back and forth through two pipes. Prints
 * nanoseconds, the average over COUNT round trips, which are twice as many switches;
 * the minimum of several runs.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS	10

static void pass(int from, int to, long count, int first)
{
	char c = 0;

	while (count--) {
		if (first && write(to, &c, 1) != 1)
			_exit(1);
		if (read(from, &c, 1) != 1)
			_exit(1);
		if (!first && write(to, &c, 1) != 1)
			_exit(1);
	}
}

int main(int argc, char **argv)
{
	int there[2], back[2], i;
	struct timespec from, to;
	double least = 0;
	cpu_set_t set;
	pid_t pid;
	long count;

	if (argc != 2 || atol(argv[1]) < 1) {
		fprintf(stderr, "usage: switch_cost COUNT\n");
		return 2;
	}
	count = atol(argv[1]);
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	if (sched_setaffinity(0, sizeof(set), &set) || pipe(there) || pipe(back))
		return 1;
	pid = fork();
	if (pid < 0)
		return 1;
	if (!pid) {
		pass(there[0], back[1], count * RUNS, 0);
		_exit(0);
	}
	for (i = 0; i < RUNS; i++) {
		double ns;

		clock_gettime(CLOCK_MONOTONIC, &from);
		pass(back[0], there[1], count, 1);
		clock_gettime(CLOCK_MONOTONIC, &to);
		ns = ((to.tv_sec - from.tv_sec) * 1e9 + to.tv_nsec - from.tv_nsec) /
		     count / 2;
		if (!i || ns < least)
			least = ns;
	}
	if (waitpid(pid, &i, 0) != pid || i)
		return 1;
	printf("%.2f\n", least);
	return 0;
}
