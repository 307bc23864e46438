// SPDX-License-Identifier: GPL-2.0
/*
 * read_cost FILE - measure reading of FILE to its end, per line
 *
 * Prints nanoseconds per line and the number of lines, except lines that begin with
 * '#'. The lines are counted after the measurement.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHUNK	(64 * 1024)
#define MOST	(64UL << 20)

int main(int argc, char **argv)
{
	static char text[MOST];
	struct timespec from, to;
	unsigned long lines = 0;
	size_t len = 0;
	ssize_t n;
	char *p;
	int fd;

	if (argc != 2) {
		fprintf(stderr, "usage: read_cost FILE\n");
		return 2;
	}
	/* Touch the buffer, to exclude page faults from the measurement. */
	memset(text, 1, sizeof(text));
	fd = open(argv[1], O_RDONLY);
	if (fd < 0) {
		perror(argv[1]);
		return 1;
	}
	clock_gettime(CLOCK_MONOTONIC, &from);
	while ((n = read(fd, text + len, CHUNK)) > 0) {
		len += n;
		if (len > MOST - CHUNK)
			break;
	}
	clock_gettime(CLOCK_MONOTONIC, &to);
	if (n) {
		fprintf(stderr, "%s: not read to its end\n", argv[1]);
		return 1;
	}
	for (p = text; p < text + len; p = strchr(p, '\n') + 1) {
		lines += *p != '#';
		if (!memchr(p, '\n', text + len - p))
			break;
	}
	if (!lines) {
		fprintf(stderr, "%s: no lines\n", argv[1]);
		return 1;
	}
	printf("%.2f %lu\n", ((to.tv_sec - from.tv_sec) * 1e9 + to.tv_nsec - from.tv_nsec) /
	       lines, lines);
	return 0;
}
