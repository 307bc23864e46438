// SPDX-License-Identifier: GPL-2.0
/*
 * life_cost [-f] COUNT - measure the creation, exec and exit of a process
 *
 * With -f the process is created by fork() and executes nothing.
 *
 * Prints nanoseconds, the median of COUNT processes, since some of them contain a tick.
 * In a guest that scripts/vm --icount runs, a nanosecond is an instruction. The
 * executed program is this one, linked statically, which exits at once. It is mapped at
 * a fixed address, since the address determines the number of page tables.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int live(const char *self)
{
	int status;
	pid_t pid = self ? vfork() : fork();

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
	const char *self = "/proc/self/exe";
	long long *took;
	long count, i;

	if (argc == 1)
		_exit(0);
	if (argc == 3 && !strcmp(argv[1], "-f")) {
		self = NULL;
		argv++;
		argc--;
	}
	count = atol(argv[1]);
	if (argc != 2 || count < 1 || count > 1000000) {
		fprintf(stderr, "usage: life_cost [-f] COUNT\n");
		return 2;
	}
	took = calloc(count, sizeof(*took));
	if (!took || personality(ADDR_NO_RANDOMIZE) < 0)
		return 1;
	for (i = 0; i < count; i++) {
		took[i] = now();
		if (!live(self))
			return 1;
		took[i] = now() - took[i];
	}
	qsort(took, count, sizeof(*took), compare);
	printf("%lld\n", took[count / 2]);
	return 0;
}
