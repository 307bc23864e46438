// SPDX-License-Identifier: GPL-2.0
/*
 * life_cost [-f] [-m] COUNT - measure the creation, exec and exit of a process
 *
 * With -f the process executes nothing. It is created by vfork(), since a new address space has
 * per-CPU counters, and the time to allocate them depends on all per-CPU memory of the kernel.
 *
 * With -m, count.so counts the instructions of all COUNT processes.
 *
 * Prints nanoseconds, the median of COUNT processes, since some of them contain a tick.
 * In a guest that scripts/vm --icount runs, a nanosecond is an instruction. The
 * executed program is this one, linked statically, under another name, and exits at once. It is
 * mapped at a fixed address, since the address determines the number of page tables.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mark.h"

static int live(const char *self)
{
	int status;
	pid_t pid = vfork();

	if (!pid && !self)
		_exit(0);
	if (!pid) {
		execl(self, self, (char *)NULL);
		_exit(127);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

static int compare(const void *a, const void *b)
{
	const long long x = *(const long long *)a, y = *(const long long *)b;

	return (x > y) - (x < y);
}

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv)
{
	const char *self = "/tmp/child_life";
	char path[PATH_MAX] = "";
	long long *took;
	bool marks = false;
	long count, i;
	int opt;

	if (argc == 1)
		_exit(0);
	while ((opt = getopt(argc, argv, "fm")) != -1) {
		if (opt == 'f')
			self = NULL;
		else if (opt == 'm')
			marks = true;
		else
			return 2;
	}
	count = optind + 1 == argc ? atol(argv[optind]) : 0;
	if (count < 1 || count > 1000000) {
		fprintf(stderr, "usage: life_cost [-f] [-m] COUNT\n");
		return 2;
	}
	took = calloc(count, sizeof(*took));
	if (self && (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0 ||
		     (unlink(self) && errno != ENOENT) || symlink(path, self)))
		return 1;
	if (!took || personality(ADDR_NO_RANDOMIZE) < 0)
		return 1;
	if (marks)
		mark();
	for (i = 0; i < count; i++) {
		took[i] = now();
		if (!live(self))
			return 1;
		took[i] = now() - took[i];
	}
	if (marks)
		mark();
	qsort(took, count, sizeof(*took), compare);
	printf("%lld\n", took[count / 2]);
	return 0;
}
