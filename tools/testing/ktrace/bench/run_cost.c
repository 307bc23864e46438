// SPDX-License-Identifier: GPL-2.0
/*
 * run_cost [-c] COMMAND ARG... - measure a command
 *
 * Prints the elapsed seconds; with -c the CPU time of the command and of its
 * descendants, in nanoseconds from the scheduler. Waits also for descendants for which
 * the command did not wait. The command's output goes to standard error.
 */
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct timespec from, to;
	struct rusage usage;
	int status, cpu;
	pid_t pid;

	cpu = argc > 1 && !strcmp(argv[1], "-c");
	argc -= cpu;
	argv += cpu;
	if (argc < 2) {
		fprintf(stderr, "usage: run_cost [-c] COMMAND ARG...\n");
		return 2;
	}
	/* Adopt orphaned descendants, to count their time. */
	if (cpu && prctl(PR_SET_CHILD_SUBREAPER, 1))
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &from);
	pid = fork();
	if (pid < 0)
		return 1;
	if (!pid) {
		dup2(2, 1);
		execvp(argv[1], argv + 1);
		perror(argv[1]);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &to);
	while (cpu && wait(NULL) > 0)
		;
	getrusage(RUSAGE_CHILDREN, &usage);
	if (cpu)
		printf("%.6f\n", usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
		       (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
	else
		printf("%.6f\n", to.tv_sec - from.tv_sec +
		       (to.tv_nsec - from.tv_nsec) / 1e9);
	return 0;
}
