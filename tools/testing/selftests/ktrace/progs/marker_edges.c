// SPDX-License-Identifier: GPL-2.0
/*
 * marker_edges FILE - write texts of all short lengths, and from absent memory
 *
 * FILE is a trace_marker. Prints the expected text of each record, one per line.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LENGTHS	100
#define ALIGNS	8

static int fd;
static long page;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void text(char *to, int len, int first)
{
	int i;

	for (i = 0; i < len; i++)
		to[i] = 'a' + (first + i) % 26;
}

/* Write @text to the marker, and print the text that the record must show. */
static void record(const char *text, int len)
{
	if (write(fd, text, len) != len)
		die("write");
	len -= text[len - 1] == '\n';
	printf("%.*s\n", len, text);
}

static void lengths(void)
{
	char room[LENGTHS + ALIGNS];
	int len;

	for (len = 1; len <= LENGTHS; len++) {
		char *at = room + len % ALIGNS;

		/* The record must not contain the bytes behind the text. */
		memset(room, '#', sizeof(room));
		text(at, len, len);
		record(at, len);
		at[len - 1] = '\n';
		record(at, len);
	}
}

/* Map two pages that the kernel must fetch again after madvise(). */
static char *pages(void)
{
	int memory = memfd_create("pages", 0);
	char *at;

	if (memory < 0 || ftruncate(memory, 2 * page))
		die("memfd_create");
	at = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
	if (at == MAP_FAILED)
		die("mmap");
	close(memory);
	return at;
}

static void forget(char *at)
{
	if (madvise(at, page, MADV_DONTNEED))
		die("madvise");
}

static void fetched(void)
{
	char *at = pages(), *from = at + page - 20;

	text(from, 40, 0);
	forget(at);
	record(from, 40);
	text(from, 40, 1);
	forget(at + page);
	record(from, 40);
	text(from, 40, 2);
	forget(at);
	forget(at + page);
	record(from, 40);
	text(from, 40, 3);
	forget(at);
	forget(at + page);
	record(from + 17, 6);
}

/*
 * The kernel discards the record. The record needs a time extension, because it is much
 * later than the previous record.
 */
static void refused(const char *from, int len)
{
	usleep(200000);
	if (write(fd, from, len) != -1 || errno != EFAULT) {
		fprintf(stderr, "a write from unmapped memory succeeded\n");
		exit(1);
	}
}

static void not_there(void)
{
	char *at = pages(), *from = at + page - 20;

	text(from, 40, 3);
	if (mprotect(at, page, PROT_NONE))
		die("mprotect");
	refused(from, 40);
	if (mprotect(at, page, PROT_READ) || mprotect(at + page, page, PROT_NONE))
		die("mprotect");
	refused(from, 40);
	refused(NULL, 8);
	refused((const char *)-16L, 8);
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: marker_edges FILE\n");
		return 2;
	}
	fd = open(argv[1], O_WRONLY);
	if (fd < 0)
		die(argv[1]);
	page = sysconf(_SC_PAGESIZE);
	lengths();
	fetched();
	not_there();
	return 0;
}
