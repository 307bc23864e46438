// SPDX-License-Identifier: GPL-2.0
/*
 * stale_pages fill MB - fill MB of memory with a pattern, and free it by exiting
 * stale_pages map FILE - map trace_pipe_raw FILE, and look for the pattern in all of it
 * stale_pages read FILE BYTES - the same in the pages that read() returns
 * stale_pages splice FILE BYTES - the same in the pages that splice() returns
 *
 * Prints "BYTES searched, WORDS stale, WORDS behind": how much was looked at, how many words have
 * the pattern, and, of the pages in use, how many words behind the records are not zero. A
 * mapping shows the pages of the ring themselves, and behind the records of a page may be those
 * that the page had before; there only the pattern counts.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "need.h"
#include "raw_map.h"

#define PATTERN		0x656c617473207369ULL
#define COMMIT_MASK	((1ULL << 27) - 1)
#define LOST_COUNT	(1ULL << 30)

static unsigned long searched, stale, behind;

static void fill(size_t bytes)
{
	uint64_t *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);
	size_t i;

	need(at != MAP_FAILED);
	for (i = 0; i < bytes / sizeof(*at); i++)
		at[i] = PATTERN;
}

static void search(const void *from, size_t bytes)
{
	const uint64_t *word = from;
	size_t i;

	for (i = 0; i < bytes / sizeof(*word); i++)
		stale += word[i] == PATTERN;
	searched += bytes;
}

/* Look behind the records of a page that was handed out as a copy. */
static void search_behind(const unsigned char *page, size_t bytes)
{
	uint64_t commit;
	size_t end;

	memcpy(&commit, page + 8, sizeof(commit));
	end = 16 + (commit & COMMIT_MASK) + (commit & LOST_COUNT ? sizeof(uint64_t) : 0);
	need(end <= bytes);
	for (; end < bytes; end += 4) {
		uint32_t word;

		memcpy(&word, page + end, sizeof(word));
		behind += !!word;
	}
}

static void search_map(int fd)
{
	size_t page = getpagesize();
	volatile struct meta *meta = mmap(NULL, page, PROT_READ, MAP_SHARED, fd, 0);
	const unsigned char *all;
	size_t bytes;

	need(meta != MAP_FAILED);
	search((const void *)meta, page);
	bytes = (size_t)meta->nr_subbufs * meta->subbuf_size;
	all = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, page);
	need(all != MAP_FAILED);
	search(all, bytes);
	/* The page that is handed out. */
	need(!ioctl(fd, GET_READER));
	search(all + (size_t)meta->reader_id * meta->subbuf_size, meta->subbuf_size);
}

/* Return: bytes of a page in @page; 0 at the end. */
static size_t take(int fd, int *pipes, unsigned char *page, size_t bytes)
{
	ssize_t n, got;

	if (!pipes) {
		n = read(fd, page, bytes);
		need(n >= 0 || errno == EAGAIN);
		return n > 0 ? n : 0;
	}
	n = splice(fd, NULL, pipes[1], NULL, bytes, SPLICE_F_NONBLOCK);
	need(n >= 0 || errno == EAGAIN);
	for (got = 0; got < n; ) {
		ssize_t m = read(pipes[0], page + got, n - got);

		need(m > 0);
		got += m;
	}
	return n > 0 ? n : 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 2 ? argv[1] : "";
	unsigned char *page;
	int fd, pipes[2];
	size_t bytes, n;

	if (!strcmp(how, "fill")) {
		fill(strtoul(argv[2], NULL, 0) << 20);
		return 0;
	}
	if (argc < (strcmp(how, "map") ? 4 : 3))
		errx(2, "usage: stale_pages fill MB | map FILE | read|splice FILE BYTES");
	fd = open(argv[2], O_RDONLY | O_NONBLOCK);
	need(fd >= 0);
	if (!strcmp(how, "map")) {
		search_map(fd);
	} else {
		bytes = strtoul(argv[3], NULL, 0);
		page = malloc(bytes);
		need(page && !pipe(pipes));
		fcntl(pipes[1], F_SETPIPE_SZ, 1 << 20);
		while ((n = take(fd, strcmp(how, "read") ? pipes : NULL, page, bytes))) {
			need(n == bytes);
			search(page, n);
			search_behind(page, n);
		}
	}
	printf("%lu searched, %lu stale, %lu behind\n", searched, stale, behind);
	return 0;
}
