// SPDX-License-Identifier: GPL-2.0
/*
 * group_cost COUNT - measure messages between many tasks
 *
 * In each of GROUPS groups, each of TASKS senders writes COUNT messages to each of
 * TASKS receivers, which have one pipe each: the load of hackbench. The capacity of a pipe
 * is one message, so senders and receivers often wait. Prints nanoseconds per message, the
 * minimum of several runs. The tasks start to send when all of them exist.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GROUPS	2
#define TASKS	10
#define BYTES	100
#define RUNS	3

static char message[BYTES];

static void receive(int from, long messages)
{
	long left = messages * BYTES;

	while (left > 0) {
		ssize_t got = read(from, message, BYTES);

		if (got <= 0)
			_exit(1);
		left -= got;
	}
	_exit(0);
}

static void send(int (*pipes)[2], int gate, long count)
{
	char c;
	int i;

	/* The parent closes the other end when all tasks exist. */
	if (read(gate, &c, 1) != 0)
		_exit(1);
	while (count--)
		for (i = 0; i < TASKS; i++)
			if (write(pipes[i][1], message, BYTES) != BYTES)
				_exit(1);
	_exit(0);
}

/* Start the tasks of a group. */
static void begin_group(const int gate[2], long count)
{
	int pipes[TASKS][2], i;

	for (i = 0; i < TASKS; i++)
		if (pipe2(pipes[i], O_DIRECT) || fcntl(pipes[i][1], F_SETPIPE_SZ, 4096) < 0)
			exit(1);
	for (i = 0; i < 2 * TASKS; i++) {
		pid_t pid = fork();

		if (pid < 0)
			exit(1);
		if (pid)
			continue;
		close(gate[1]);
		if (i < TASKS)
			receive(pipes[i][0], count * TASKS);
		send(pipes, gate[0], count);
	}
	for (i = 0; i < TASKS; i++) {
		close(pipes[i][0]);
		close(pipes[i][1]);
	}
}

static double run(long count)
{
	struct timespec from, to;
	int gate[2], i, status;

	if (pipe(gate))
		exit(1);
	for (i = 0; i < GROUPS; i++)
		begin_group(gate, count);
	close(gate[0]);
	clock_gettime(CLOCK_MONOTONIC, &from);
	close(gate[1]);
	for (i = 0; i < GROUPS * 2 * TASKS; i++)
		if (wait(&status) < 0 || status)
			exit(1);
	clock_gettime(CLOCK_MONOTONIC, &to);
	return ((to.tv_sec - from.tv_sec) * 1e9 + to.tv_nsec - from.tv_nsec) /
	       ((double)count * GROUPS * TASKS * TASKS);
}

int main(int argc, char **argv)
{
	double least, ns;
	long count;
	int i;

	count = argc == 2 ? atol(argv[1]) : 0;
	if (count < 1 || count > 1000000) {
		fprintf(stderr, "usage: group_cost COUNT\n");
		return 2;
	}
	least = run(count);
	for (i = 1; i < RUNS; i++) {
		ns = run(count);
		if (ns < least)
			least = ns;
	}
	printf("%.2f\n", least);
	return 0;
}
