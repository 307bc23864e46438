// SPDX-License-Identifier: GPL-2.0
/*
 * hold N HOW FILE - keep FILE open N times until the end of the standard input
 *
 * HOW: open, read (one byte from each descriptor, if available), map (the whole file,
 * and touch each page), mapped (the same, and close the descriptor), splice (one page from
 * each descriptor into its own pipe), path (by descriptors for paths only, O_PATH), behind
 * (as path, and then open once more).
 * Prints "ready" afterwards.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static int hold(const char *how, const char *file)
{
	int path = !strcmp(how, "path") || !strcmp(how, "behind");
	int fd = open(file, path ? O_PATH : O_RDONLY | O_NONBLOCK);
	int pipes[2];
	char byte;

	if (fd < 0)
		return -1;
	if (!strcmp(how, "read")) {
		if (read(fd, &byte, 1) < 0 && errno != EAGAIN)
			return -1;
	} else if (!strcmp(how, "splice")) {
		if (pipe(pipes) ||
		    splice(fd, NULL, pipes[1], NULL, 4096, SPLICE_F_NONBLOCK) != 4096)
			return -1;
	} else if (!strcmp(how, "map") || !strcmp(how, "mapped")) {
		size_t bytes = getpagesize(), at;
		uint32_t *meta = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
		volatile char *all;

		if (meta == MAP_FAILED)
			return -1;
		bytes += (size_t)meta[2] * meta[3];
		all = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
		if (all == MAP_FAILED)
			return -1;
		for (at = 0; at < bytes; at += getpagesize())
			(void)all[at];
		if (!strcmp(how, "mapped"))
			close(fd);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct rlimit limit;
	char buf[64];
	int i;

	if (argc != 4)
		return 2;
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	for (i = 0; i < atoi(argv[1]); i++) {
		if (hold(argv[2], argv[3])) {
			perror(argv[3]);
			return 1;
		}
	}
	if (!strcmp(argv[2], "behind") && hold("open", argv[3])) {
		perror(argv[3]);
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	while (read(0, buf, sizeof(buf)) > 0)
		;
	return 0;
}
