// SPDX-License-Identifier: GPL-2.0
/*
 * call_cost [-p CPUS] [-m] COUNT NR [PATH] - measure system call NR
 *
 * Prints nanoseconds, the average over COUNT calls with meaningless arguments, or with
 * (AT_FDCWD, PATH, 0, 0). In a guest that scripts/vm --icount runs, a nanosecond is an
 * instruction, and the figure is reproducible except for timer interrupts; the minimum
 * of several runs is printed.
 *
 * With -p, CPUS processes make the calls at the same time, each on its own CPU. The
 * figure is then the total time divided by the number of all calls: under --icount,
 * where the instructions of all CPUs are counted together, it is instructions per call.
 *
 * With -m, count.so counts the instructions of all runs, RUNS times COUNT calls.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mark.h"

#define RUNS		20
#define PARALLEL_RUNS	10

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static void calls(long count, long nr, const char *path)
{
	register long r10 asm("r10") = 0;
	long ret;

	while (count--)
		asm volatile("syscall"
			     : "=a"(ret)
			     : "0"(nr), "D"(path ? (long)AT_FDCWD : -1L), "S"(path),
			       "d"(0L), "r"(r10)
			     : "rcx", "r11", "memory");
}

static double run(long count, long nr, const char *path)
{
	double from = now();

	calls(count, nr, path);
	return (now() - from) / count;
}

static void child(int cpu, int ready, int start, long count, long nr, const char *path)
{
	cpu_set_t set;
	char c = 0;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		_exit(1);
	calls(100, nr, path);
	/* Wait until all processes are ready. */
	if (write(ready, &c, 1) != 1 || read(start, &c, 1) != 1)
		_exit(1);
	calls(count, nr, path);
	_exit(0);
}

static double run_parallel(int cpus, long count, long nr, const char *path)
{
	int ready[2], start[2], i, status, bad = 0;
	char c[64] = { 0 };
	double from;

	if (pipe(ready) || pipe(start))
		exit(1);
	for (i = 0; i < cpus; i++) {
		pid_t pid = fork();

		if (pid < 0)
			exit(1);
		if (!pid)
			child(i, ready[1], start[0], count, nr, path);
	}
	for (i = 0; i < cpus; i++)
		if (read(ready[0], c, 1) != 1)
			exit(1);
	from = now();
	if (write(start[1], c, cpus) != cpus)
		exit(1);
	for (i = 0; i < cpus; i++)
		if (wait(&status) < 0 || status)
			bad = 1;
	from = now() - from;
	if (bad)
		exit(1);
	for (i = 0; i < 2; i++) {
		close(ready[i]);
		close(start[i]);
	}
	return from / count / cpus;
}

int main(int argc, char **argv)
{
	int cpus = 0, runs = RUNS, opt, i;
	const char *path = NULL;
	bool marks = false;
	double least = 0;

	while ((opt = getopt(argc, argv, "mp:")) != -1) {
		if (opt == 'm') {
			marks = true;
		} else if (opt == 'p') {
			cpus = atoi(optarg);
			runs = PARALLEL_RUNS;
		} else {
			return 2;
		}
	}
	argc -= optind;
	argv += optind;
	if (argc < 2 || argc > 3 || cpus < 0 || cpus > 64 || atol(argv[0]) < 1) {
		fprintf(stderr, "usage: call_cost [-p CPUS] [-m] COUNT NR [PATH]\n");
		return 2;
	}
	if (argc == 3)
		path = argv[2];
	if (marks)
		mark();
	for (i = 0; i < runs; i++) {
		double ns = cpus ? run_parallel(cpus, atol(argv[0]), atol(argv[1]), path) :
				   run(atol(argv[0]), atol(argv[1]), path);

		if (!i || ns < least)
			least = ns;
	}
	if (marks)
		mark();
	printf("%.2f\n", least);
	return 0;
}
