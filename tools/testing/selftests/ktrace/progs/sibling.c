// SPDX-License-Identifier: GPL-2.0
/*
 * sibling - create a child of the parent, and wait until the parent has reaped the child
 *
 * Exits with 1 if the parent does not do so within 20 seconds.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "need.h"

#define PAUSE_NS	100000000L

static int child(void *unused)
{
	(void)unused;
	return 42;
}

int main(void)
{
	static unsigned long long stack[8192];
	const struct timespec pause = { .tv_nsec = PAUSE_NS };
	pid_t pid = clone(child, stack + ARRAY_SIZE(stack), CLONE_PARENT | SIGCHLD, NULL);
	int i;

	need(pid > 0);
	for (i = 0; i < 200 && !kill(pid, 0); i++)
		nanosleep(&pause, NULL);
	return i == 200;
}
