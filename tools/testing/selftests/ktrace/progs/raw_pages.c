// SPDX-License-Identifier: GPL-2.0
/*
 * raw_pages [-r|-m] [-n] [-w] ID BYTES FILE - records of a trace_pipe_raw, by splice()
 *
 * Prints the first long of each record of event ID, a line each, and "lost N"
 * where a page says so, until there is nothing more. Pages have BYTES.
 *   -r  by read() instead
 *   -m  by mmap() instead; also prints what stands in its first page, at the end
 *   -n  without waiting
 *   -w  poll() for each, and print "poll" first; not with -n
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "raw_map.h"

static int parse(const unsigned char *page, size_t bytes, unsigned int id)
{
	uint64_t commit;
	size_t at = 16, end;

	memcpy(&commit, page + 8, sizeof(commit));
	end = 16 + (commit & ((1 << 27) - 1));
	if (end > bytes)
		return 1;
	if (commit & 1U << 31) {
		uint64_t lost = 0;

		if (commit & 1U << 30)
			memcpy(&lost, page + end, sizeof(lost));
		printf("lost %llu\n", (unsigned long long)lost);
	}
	while (at < end) {
		uint32_t head, len;
		uint16_t type;
		uint64_t value;

		memcpy(&head, page + at, sizeof(head));
		at += 4;
		switch (head & 31) {
		case 29:
			memcpy(&len, page + at, sizeof(len));
			at += len;
			continue;
		case 30:
		case 31:
			at += 4;
			continue;
		case 0:
			memcpy(&len, page + at, sizeof(len));
			memcpy(&type, page + at + 4, sizeof(type));
			memcpy(&value, page + at + 12, sizeof(value));
			break;
		default:
			len = (head & 31) * 4;
			memcpy(&type, page + at, sizeof(type));
			memcpy(&value, page + at + 8, sizeof(value));
		}
		if (type == id)
			printf("%llu\n", (unsigned long long)value);
		at += len;
	}
	fflush(stdout);
	return at != end;
}

/* A page into @page, by way of a pipe unless by read().  Return: as read(). */
static ssize_t get_page(int fd, int *pipes, void *page, size_t bytes, int by_read, int nonblock)
{
	ssize_t n, got = 0;

	if (by_read)
		return read(fd, page, bytes);
	n = splice(fd, NULL, pipes[1], NULL, bytes, nonblock ? SPLICE_F_NONBLOCK : 0);
	while (n > 0 && got < n) {
		ssize_t m = read(pipes[0], page + got, n - got);

		if (m <= 0)
			return -1;
		got += m;
	}
	return n;
}

/* Take pages of a mapping until nothing more comes. */
static int by_map(int fd, size_t bytes, unsigned int id)
{
	volatile struct meta *meta = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	unsigned char *data, *copy = malloc(bytes);
	uint32_t page;

	if (meta == MAP_FAILED || !copy)
		return -1;
	if (meta->meta_page_size != (uint32_t)getpagesize() || meta->subbuf_size != bytes ||
	    meta->meta_struct_len != sizeof(struct meta) || meta->flags) {
		fprintf(stderr, "raw_pages: not what the first page should be\n");
		return 1;
	}
	data = mmap(NULL, (size_t)meta->nr_subbufs * bytes, PROT_READ, MAP_SHARED, fd,
		    meta->meta_page_size);
	if (data == MAP_FAILED)
		return -1;
	/* The page with the same number as before has nothing new. */
	for (page = meta->reader_id; !ioctl(fd, GET_READER) && meta->reader_id != page; ) {
		uint64_t commit, lost = meta->lost_events;

		page = meta->reader_id;
		if (page >= meta->nr_subbufs)
			return 1;
		memcpy(copy, data + page * bytes, bytes);
		memcpy(&commit, copy + 8, sizeof(commit));
		if ((commit & ((1 << 27) - 1)) != meta->reader_read ||
		    !!lost != !!(commit & 1U << 31))
			return 1;
		/* The first page tells how many. */
		if (lost)
			printf("lost %llu\n", (unsigned long long)lost);
		commit &= ~(1ULL << 31);
		memcpy(copy + 8, &commit, sizeof(commit));
		if (parse(copy, bytes, id))
			return 1;
	}
	if (meta->reader_id != page)
		return -1;
	printf("meta entries %llu overrun %llu read %llu\n", (unsigned long long)meta->entries,
	       (unsigned long long)meta->overrun, (unsigned long long)meta->read);
	return 0;
}

int main(int argc, char **argv)
{
	int by_read = 0, mapped = 0, nonblock = 0, wait = 0, opt, fd, pipes[2];
	unsigned char *page;
	size_t bytes;
	ssize_t n;

	while ((opt = getopt(argc, argv, "rmnw")) != -1) {
		by_read |= opt == 'r';
		mapped |= opt == 'm';
		nonblock |= opt == 'n';
		wait |= opt == 'w';
	}
	if (argc - optind != 3) {
		fprintf(stderr, "usage: raw_pages [-r|-m] [-n] [-w] ID BYTES FILE\n");
		return 2;
	}
	bytes = atol(argv[optind + 1]);
	page = malloc(bytes);
	fd = open(argv[optind + 2], O_RDONLY | (nonblock ? O_NONBLOCK : 0));
	if (!page || fd < 0 || pipe(pipes)) {
		perror(argv[optind + 2]);
		return 1;
	}
	if (mapped) {
		n = by_map(fd, bytes, atoi(argv[optind]));
		if (n < 0)
			perror("raw_pages");
		else if (n)
			fprintf(stderr, "raw_pages: not a page\n");
		return !!n;
	}
	/* A page of the largest size is more than a pipe holds otherwise. */
	fcntl(pipes[1], F_SETPIPE_SZ, 1 << 20);
	for (;;) {
		struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

		if (wait) {
			if (poll(&poll_fd, 1, -1) != 1)
				return 1;
			printf("poll\n");
			fflush(stdout);
		}
		n = get_page(fd, pipes, page, bytes, by_read, nonblock);
		if (n <= 0)
			break;
		if ((size_t)n != bytes || parse(page, bytes, atoi(argv[optind]))) {
			fprintf(stderr, "raw_pages: not a page\n");
			return 1;
		}
	}
	if (n < 0 && errno != EAGAIN) {
		perror("raw_pages");
		return 1;
	}
	return 0;
}
