// SPDX-License-Identifier: GPL-2.0
/*
 * raw_cost HOW PAGE FILE - measure reading of a trace_pipe_raw FILE, per page
 *
 * HOW is read; splice, through a pipe to /dev/null; or map, which takes each page and
 * reads its header. Reads until no data is left, and prints nanoseconds per page of
 * PAGE bytes, and the number of pages.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define GET_READER	_IO('R', 0x20)

static size_t page_bytes;
static double from;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static long by_read(int fd)
{
	char *page = malloc(page_bytes);
	long pages = 0;

	while (read(fd, page, page_bytes) == (ssize_t)page_bytes)
		pages++;
	return pages;
}

static long by_splice(int fd)
{
	int pipes[2], null = open("/dev/null", O_WRONLY);
	long pages = 0;
	ssize_t n;

	if (null < 0 || pipe(pipes))
		return -1;
	while ((n = splice(fd, NULL, pipes[1], NULL, 16 * page_bytes, SPLICE_F_NONBLOCK)) > 0) {
		pages += n / page_bytes;
		if (splice(pipes[0], NULL, null, NULL, n, 0) != n)
			return -1;
	}
	return pages;
}

static long by_map(int fd)
{
	volatile uint32_t *meta = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	const volatile char *data;
	long pages = 0;
	uint32_t last;
	size_t i;

	if (meta == MAP_FAILED)
		return -1;
	data = mmap(NULL, (size_t)meta[2] * meta[3], PROT_READ, MAP_SHARED, fd, meta[0]);
	if (data == MAP_FAILED)
		return -1;
	/* Touch each page once, to exclude page faults from the measurement. */
	for (i = 0; i < meta[3]; i++)
		(void)data[i * page_bytes];
	/* meta[6] is the number of the reader's page. */
	from = now();
	for (last = -1; !ioctl(fd, GET_READER) && meta[6] != last; pages++) {
		last = meta[6];
		if (!(*(const volatile uint64_t *)(data + last * page_bytes + 8) & 0x7ffffff))
			return -1;
	}
	return pages;
}

int main(int argc, char **argv)
{
	long pages;
	int fd;

	if (argc != 4)
		return 2;
	page_bytes = atol(argv[2]);
	fd = open(argv[3], O_RDONLY | O_NONBLOCK);
	if (fd < 0 || !page_bytes) {
		perror(argv[3]);
		return 1;
	}
	from = now();
	if (!strcmp(argv[1], "read"))
		pages = by_read(fd);
	else if (!strcmp(argv[1], "splice"))
		pages = by_splice(fd);
	else
		pages = by_map(fd);
	from = now() - from;
	if (pages <= 0) {
		fprintf(stderr, "raw_cost: %s: %ld pages: %s\n", argv[1], pages, strerror(errno));
		return 1;
	}
	printf("%.2f %ld\n", from / pages, pages);
	return 0;
}
