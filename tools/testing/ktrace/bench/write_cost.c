// SPDX-License-Identifier: GPL-2.0
/*
 * write_cost COUNT BYTES FILE - measure a write of BYTES to FILE
 *
 * Prints nanoseconds, the average over COUNT writes; the minimum of several runs. In a
 * guest that scripts/vm --icount runs, a nanosecond is an instruction.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RUNS	20
#define MOST	1024

int main(int argc, char **argv)
{
	struct timespec from, to;
	char text[MOST];
	double least = 0;
	long count, bytes, j;
	int fd, i;

	count = argc == 4 ? atol(argv[1]) : 0;
	bytes = argc == 4 ? atol(argv[2]) : 0;
	if (count < 1 || bytes < 1 || bytes > MOST) {
		fprintf(stderr, "usage: write_cost COUNT BYTES FILE\n");
		return 2;
	}
	fd = open(argv[3], O_WRONLY);
	if (fd < 0) {
		perror(argv[3]);
		return 1;
	}
	memset(text, 'x', sizeof(text));
	for (i = 0; i < RUNS; i++) {
		double ns;

		clock_gettime(CLOCK_MONOTONIC, &from);
		for (j = 0; j < count; j++)
			if (write(fd, text, bytes) != bytes)
				return 1;
		clock_gettime(CLOCK_MONOTONIC, &to);
		ns = ((to.tv_sec - from.tv_sec) * 1e9 + to.tv_nsec - from.tv_nsec) / count;
		if (!i || ns < least)
			least = ns;
	}
	printf("%.2f\n", least);
	return 0;
}
