// SPDX-License-Identifier: GPL-2.0
/*
 * life_cost COUNT - what it costs that a process is made, executes a program and exits
 *
 * Prints nanoseconds, the average over COUNT of them; the least of several runs. In a
 * guest that scripts/vm --icount runs a nanosecond is an instruction. The program is this
 * one, linked statically, which exits at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS	10

static int live(const char *self)
{
	int status;
	pid_t pid = vfork();

	if (!pid) {
		execl(self, self, (char *)NULL);
		_exit(127);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

int main(int argc, char **argv)
{
	struct timespec from, to;
	double least = 0;
	long count, j;
	int i;

	if (argc == 1)
		_exit(0);
	count = atol(argv[1]);
	if (argc != 2 || count < 1) {
		fprintf(stderr, "usage: life_cost COUNT\n");
		return 2;
	}
	for (i = 0; i < RUNS; i++) {
		double ns;

		clock_gettime(CLOCK_MONOTONIC, &from);
		for (j = 0; j < count; j++)
			if (!live("/proc/self/exe"))
				return 1;
		clock_gettime(CLOCK_MONOTONIC, &to);
		ns = ((to.tv_sec - from.tv_sec) * 1e9 + to.tv_nsec - from.tv_nsec) / count;
		if (!i || ns < least)
			least = ns;
	}
	printf("%.2f\n", least);
	return 0;
}
