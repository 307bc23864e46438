// SPDX-License-Identifier: GPL-2.0
/*
 * raw_pages [-r|-m] [-n] [-w] ID BYTES FILE - print records of trace_pipe_raw
 *
 * Prints the first long of each record of event ID, one per line, and "lost N" for a page
 * that reports losses, until there are no more pages. A page has BYTES bytes. The program
 * rejects a page that a strict parser of the format would reject.
 *   -r  use read() instead of splice()
 *   -m  use mmap(), and at the end also print the fields of the first mapped page
 *   -n  do not wait for records
 *   -w  call poll() before each page, and print "poll" first; not with -n
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

#define HEADER_BYTES	16U
/* The payload of a record begins with the common fields. */
#define COMMON_BYTES	8U

/* Report an error in a page at byte @at. Return: 1. */
static int bad(const char *what, size_t at)
{
	fprintf(stderr, "raw_pages: byte %zu: %s\n", at, what);
	return 1;
}

static uint32_t word_at(const unsigned char *page, size_t at)
{
	uint32_t word;

	memcpy(&word, page + at, sizeof(word));
	return word;
}

/* Print the first long of the record whose payload is at @at, if it is of event @id. */
static void show(const unsigned char *page, size_t at, size_t len, unsigned int id)
{
	uint64_t value = 0;
	uint16_t type;

	memcpy(&type, page + at, sizeof(type));
	if (type != id)
		return;
	if (len >= COMMON_BYTES + sizeof(value))
		memcpy(&value, page + at + COMMON_BYTES, sizeof(value));
	printf("%llu\n", (unsigned long long)value);
}

/*
 * Parse the records from @at to @end. Reject pages that a parser may reject: lengths
 * that are not multiples of a unit or exceed the end, padding without a length (its
 * delta is 0) except at the end, and a time extension without a record.
 */
static int parse_records(const unsigned char *page, size_t at, size_t end, unsigned int id)
{
	uint32_t head, len;
	int extended = 0;

	while (at < end) {
		if (end - at < 4 + COMMON_BYTES)
			return bad("no room for a record", at);
		head = word_at(page, at);
		len = (head & 31) * 4;
		if ((head & 31) == 30) {
			if (extended)
				return bad("two time extensions", at);
			extended = 1;
			at += 8;
			continue;
		}
		extended = 0;
		if ((head & 31) == 31)
			return bad("an absolute time", at);
		if ((head & 31) == 29 && !(head >> 5))
			return bad("padding without a length", at);
		at += 4;
		if ((head & 31) == 29 || !(head & 31)) {
			/* The length includes the length word itself. */
			len = word_at(page, at);
			if (len % 4 || len < 4 || len > end - at)
				return bad("a wrong length", at);
		}
		if ((head & 31) == 29) {
			at += len;
			continue;
		}
		if (!(head & 31)) {
			at += 4;
			len -= 4;
		}
		if (len < COMMON_BYTES || len > end - at)
			return bad("a wrong length", at);
		show(page, at, len, id);
		at += len;
	}
	return extended ? bad("a time extension at the end", at) : 0;
}

/* Check and print a page of @bytes. @whole: the page contains only zeros behind its records. */
static int parse(const unsigned char *page, size_t bytes, unsigned int id, int whole)
{
	uint64_t commit, lost = 0;
	size_t size, end;

	memcpy(&commit, page + 8, sizeof(commit));
	size = commit & ((1 << 27) - 1);
	if (size % 4 || size > bytes - HEADER_BYTES)
		return bad("a wrong size", 8);
	end = HEADER_BYTES + size;
	if (commit & 1U << 31) {
		if (commit & 1U << 30) {
			if (bytes - end < sizeof(lost))
				return bad("no room for the lost", end);
			memcpy(&lost, page + end, sizeof(lost));
		}
		printf("lost %llu\n", (unsigned long long)lost);
	}
	if (parse_records(page, HEADER_BYTES, end, id))
		return 1;
	if (commit & 1U << 30)
		end += sizeof(lost);
	for (; whole && end < bytes; end++)
		if (page[end])
			return bad("not zero", end);
	fflush(stdout);
	return 0;
}

/* Read a page into @page, by read() or through a pipe. Return: as read(). */
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

/* Take pages of a mapping until there are no more. */
static int by_map(int fd, size_t bytes, unsigned int id)
{
	volatile struct meta *meta = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	unsigned char *data, *copy = malloc(bytes);
	uint32_t page;

	if (meta == MAP_FAILED || !copy)
		return -1;
	if (meta->meta_page_size != (uint32_t)getpagesize() || meta->subbuf_size != bytes ||
	    meta->meta_struct_len != sizeof(struct meta) || meta->flags) {
		fprintf(stderr, "raw_pages: unexpected contents of the first page\n");
		return 1;
	}
	data = mmap(NULL, (size_t)meta->nr_subbufs * bytes, PROT_READ, MAP_SHARED, fd,
		    meta->meta_page_size);
	if (data == MAP_FAILED)
		return -1;
	/* If the page number did not change, there are no new records. */
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
		/* The first page of the mapping holds the number of lost records. */
		if (lost)
			printf("lost %llu\n", (unsigned long long)lost);
		commit &= ~(1ULL << 31);
		memcpy(copy + 8, &commit, sizeof(commit));
		if (parse(copy, bytes, id, 0))
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
	/* A page of the largest size exceeds the default size of a pipe. */
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
		if ((size_t)n != bytes || parse(page, bytes, atoi(argv[optind]), 1)) {
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
