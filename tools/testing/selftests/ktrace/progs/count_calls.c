// SPDX-License-Identifier: GPL-2.0
/*
 * count_calls HOW CALLS PROCESSES ID - make calls, and account for each call
 *
 * PROCESSES child processes together make CALLS of getpriority(77, N). Meanwhile the
 * program reads the trace in one way:
 *   pipe	trace_pipe
 *   raw	trace_pipe_raw of each CPU, by read()
 *   map	trace_pipe_raw of each CPU, mapped
 * ID is the id of events/syscalls/sys_enter_getpriority, the only enabled event. Prints
 *	read N lost N
 * The exit status is not 0 if a record is wrong, or if a page reports a loss without the number
 * of lost records. The caller must check the sums.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "need.h"
#include "raw_map.h"

#define MAX_CPUS	64
#define MAX_PAGE	(512 * 1024)
#define LOST		(1ULL << 31)
#define LOST_COUNT	(1ULL << 30)
#define COMMIT_MASK	((1ULL << 27) - 1)

/**
 * struct source - a source of records: trace_pipe, or the buffer of one CPU
 * @fd:		file descriptor
 * @meta:	first page of the mapping
 * @pages:	other pages of the mapping
 */
struct source {
	int			fd;
	volatile struct meta	*meta;
	unsigned char		*pages;
};

static struct source sources[MAX_CPUS];
static int nr_sources;
static unsigned int id;
static unsigned long long records, lost;
static unsigned char bytes[MAX_PAGE];

static int open_file(const char *format, int cpu)
{
	const char *dir = getenv("KTRACE");
	char path[256], file[128];

	snprintf(file, sizeof(file), format, cpu);
	snprintf(path, sizeof(path), "%s/%s", dir ?: "/sys/kernel/debug/ktrace", file);
	return open(path, O_RDONLY | O_NONBLOCK);
}

static void map(struct source *source)
{
	size_t size = getpagesize();

	source->meta = mmap(NULL, size, PROT_READ, MAP_SHARED, source->fd, 0);
	need(source->meta != MAP_FAILED);
	source->pages = mmap(NULL, (size_t)source->meta->nr_subbufs * source->meta->subbuf_size,
			     PROT_READ, MAP_SHARED, source->fd, size);
	need(source->pages != MAP_FAILED);
}

static void open_all(const char *how)
{
	int cpu, fd;

	if (!strcmp(how, "pipe")) {
		sources[nr_sources].fd = open_file("trace_pipe", 0);
		need(sources[nr_sources++].fd >= 0);
		return;
	}
	for (cpu = 0; cpu < MAX_CPUS; cpu++) {
		fd = open_file("per_cpu/cpu%d/trace_pipe_raw", cpu);
		if (fd < 0 && errno == ENOENT)
			break;
		need(fd >= 0);
		sources[nr_sources].fd = fd;
		if (!strcmp(how, "map"))
			map(&sources[nr_sources]);
		nr_sources++;
	}
	need(nr_sources);
}

/* Count the records of a page, which must all belong to the one event. */
static void count_page(const unsigned char *page, uint64_t commit)
{
	size_t at = 16, end = 16 + (commit & COMMIT_MASK);
	uint32_t head, len;
	uint16_t type;

	while (at < end) {
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
			errx(1, "a long record");
		}
		memcpy(&type, page + at, sizeof(type));
		if (type != id)
			errx(1, "event %u, not %u", type, id);
		records++;
		at += (head & 31) * 4;
	}
	if (at != end)
		errx(1, "records end at %zu, not %zu", at, end);
}

/* Read once. Return: whether there were data. */
static bool read_raw(struct source *source)
{
	ssize_t n = read(source->fd, bytes, sizeof(bytes));
	uint64_t commit, count = 0;

	if (n < 0 && errno == EAGAIN)
		return false;
	need(n >= 16);
	memcpy(&commit, bytes + 8, sizeof(commit));
	count_page(bytes, commit);
	need(!(commit & LOST) == !(commit & LOST_COUNT));
	if (commit & LOST_COUNT) {
		memcpy(&count, bytes + 16 + (commit & COMMIT_MASK), sizeof(count));
		need(count);
	}
	lost += count;
	return true;
}

static bool read_map(struct source *source)
{
	uint32_t page = source->meta->reader_id;
	unsigned char *data;
	uint64_t commit;

	need(!ioctl(source->fd, GET_READER));
	if (source->meta->reader_id == page)
		return false;
	data = source->pages + (size_t)source->meta->reader_id * source->meta->subbuf_size;
	memcpy(&commit, data + 8, sizeof(commit));
	need((commit & COMMIT_MASK) == source->meta->reader_read);
	count_page(data, commit);
	lost += source->meta->lost_events;
	return true;
}

static void count_line(const char *line)
{
	const char *told = strstr(line, "[LOST ");

	if (told)
		lost += strtoull(told + 6, NULL, 10);
	else if (strstr(line, "sys_getpriority("))
		records++;
	else
		errx(1, "a line of something else: %s", line);
}

static bool read_text(struct source *source)
{
	static char text[65536];
	static size_t had;
	ssize_t n = read(source->fd, text + had, sizeof(text) - had - 1);
	char *line = text, *end;

	if (n < 0 && errno == EAGAIN) {
		need(!had);
		return false;
	}
	need(n > 0);
	had += n;
	text[had] = '\0';
	for (; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		count_line(line);
	}
	had -= line - text;
	memmove(text, line, had);
	return true;
}

static bool read_all(const char *how)
{
	bool any = false;
	int i;

	for (i = 0; i < nr_sources; i++)
		any |= !strcmp(how, "pipe") ? read_text(&sources[i]) :
		       !strcmp(how, "raw") ? read_raw(&sources[i]) : read_map(&sources[i]);
	return any;
}

/* Start the processes, which begin when @gate is closed. Return: number of processes. */
static int start(unsigned long calls, int processes, int gate[2])
{
	unsigned long i;
	char byte;
	int n;

	for (n = 0; n < processes; n++) {
		pid_t pid = fork();

		need(pid >= 0);
		if (pid)
			continue;
		close(gate[1]);
		need(!read(gate[0], &byte, 1));
		for (i = n; i < calls; i += processes)
			syscall(SYS_getpriority, 77, i);
		_exit(0);
	}
	return n;
}

int main(int argc, char **argv)
{
	unsigned long calls = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;
	int processes = argc > 3 ? atoi(argv[3]) : 0;
	int gate[2], left, status;

	if (argc != 5 || !calls || processes < 1 ||
	    (strcmp(argv[1], "pipe") && strcmp(argv[1], "raw") && strcmp(argv[1], "map")))
		errx(2, "usage: count_calls pipe|raw|map CALLS PROCESSES ID");
	id = atoi(argv[4]);
	open_all(argv[1]);
	need(!pipe(gate));
	left = start(calls, processes, gate);
	close(gate[0]);
	close(gate[1]);
	while (left) {
		/* If there are no data, let the processes run. */
		if (!read_all(argv[1]))
			poll(NULL, 0, 1);
		while (left && waitpid(-1, &status, WNOHANG) > 0) {
			need(!status);
			left--;
		}
	}
	while (read_all(argv[1]))
		;
	printf("read %llu lost %llu\n", records, lost);
	return 0;
}
