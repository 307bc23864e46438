// SPDX-License-Identifier: GPL-2.0
/*
 * Write a trace.dat file of version 6, which trace-cmd.dat.v6(5) describes.
 *
 * libtracecmd reads such files, but its functions that write them are not part of its
 * interface. The formats are copied from the control directory, the data from a file for
 * each CPU, as the kernel delivered the sub-buffers.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tracefs.h>

#include "datfile.h"
#include "util.h"

#define SAME_ENDIAN	(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

/**
 * struct dat - a file that is being written
 * @out:	the file
 * @s:		the session
 */
struct dat {
	FILE	*out;
	const struct session *s;
};

static void put(struct dat *dat, const void *data, size_t len)
{
	fwrite(data, 1, len, dat->out);
}

static void put_32(struct dat *dat, uint32_t value)
{
	put(dat, &value, sizeof(value));
}

static void put_64(struct dat *dat, uint64_t value)
{
	put(dat, &value, sizeof(value));
}

/* The name of a section or a system, with its zero. */
static void put_name(struct dat *dat, const char *name)
{
	put(dat, name, strlen(name) + 1);
}

/* The contents of a file below the control directory, after their length. */
static void put_contents(struct dat *dat, const char *dir, const char *file, bool wide)
{
	char *path = print_new("%s/%s", dir, file), *text = read_file(path);
	size_t len = text ? strlen(text) : 0;

	if (wide)
		put_64(dat, len);
	else
		put_32(dat, len);
	put(dat, text, len);
	free(text);
	free(path);
}

static void put_format(struct dat *dat, const char *system, const char *event)
{
	char *file = print_new("events/%s/%s/format", system, event);

	put_contents(dat, dat->s->dir, file, true);
	free(file);
}

static unsigned int list_len(char **list)
{
	unsigned int n = 0;

	while (list && list[n])
		n++;
	return n;
}

/* Return true if the event is enabled, or its records may come by themselves. */
static bool event_used(struct dat *dat, const char *system, const char *event)
{
	char *path = print_new("%s/events/%s/%s/enable", dat->s->dir, system, event);
	char *text = read_file(path);
	bool used = text && *text != '0';

	free(text);
	free(path);
	return used;
}

/* Remove the events that are not enabled from a list. */
static void keep_used(struct dat *dat, const char *system, char **events)
{
	char **to = events, **at;

	for (at = events; at && *at; at++) {
		if (event_used(dat, system, *at))
			*to++ = *at;
		else
			free(*at);
	}
	if (events)
		*to = NULL;
}

/* The formats of records that are no events. */
static void put_ftrace_formats(struct dat *dat)
{
	char **events = tracefs_system_events(dat->s->dir, "ftrace");
	unsigned int i, n = list_len(events);

	put_32(dat, n);
	for (i = 0; i < n; i++)
		put_format(dat, "ftrace", events[i]);
	tracefs_list_free(events);
}

/* A system with enabled events: its list of events, else NULL. */
static char **used_events(struct dat *dat, const char *system)
{
	char **events;

	if (!strcmp(system, "ftrace"))
		return NULL;
	events = tracefs_system_events(dat->s->dir, system);
	keep_used(dat, system, events);
	if (list_len(events))
		return events;
	tracefs_list_free(events);
	return NULL;
}

static void put_event_formats(struct dat *dat)
{
	char **systems = tracefs_event_systems(dat->s->dir);
	unsigned int i, j, n = list_len(systems), used = 0;
	char ***events = zalloc((n + 1) * sizeof(*events));

	for (i = 0; i < n; i++) {
		events[i] = used_events(dat, systems[i]);
		used += !!events[i];
	}
	put_32(dat, used);
	for (i = 0; i < n; i++) {
		if (!events[i])
			continue;
		put_name(dat, systems[i]);
		put_32(dat, list_len(events[i]));
		for (j = 0; events[i][j]; j++)
			put_format(dat, systems[i], events[i][j]);
		tracefs_list_free(events[i]);
	}
	free(events);
	tracefs_list_free(systems);
}

static void put_header(struct dat *dat)
{
	put(dat, "\x17\x08\x44tracing", 10);
	put_name(dat, "6");
	put(dat, SAME_ENDIAN ? "\1" : "\0", 1);
	put(dat, (char[]){ sizeof(long) }, 1);
	put_32(dat, sysconf(_SC_PAGESIZE));
	put_name(dat, "header_page");
	put_contents(dat, dat->s->dir, "events/header_page", true);
	put_name(dat, "header_event");
	put_contents(dat, dat->s->dir, "events/header_event", true);
	put_ftrace_formats(dat);
	put_event_formats(dat);
	put_contents(dat, "/proc", "kallsyms", false);
	put_contents(dat, dat->s->root, "printk_formats", false);
	put_contents(dat, dat->s->root, "saved_cmdlines", true);
}

static uint64_t file_size(int fd)
{
	struct stat st;

	return fstat(fd, &st) ? 0 : st.st_size;
}

static uint64_t page_align(uint64_t offset)
{
	uint64_t page = sysconf(_SC_PAGESIZE);

	return (offset + page - 1) / page * page;
}

static int copy_data(FILE *out, int fd)
{
	static char buf[1 << 16];
	ssize_t n;

	if (lseek(fd, 0, SEEK_SET) < 0)
		return -1;
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		if (fwrite(buf, 1, n, out) != (size_t)n)
			return -1;
	return n;
}

/* The data of all CPUs, each at a page, after a table of their places. */
static int put_data(struct dat *dat, const int *cpu_fds, unsigned int cpus)
{
	uint64_t at;
	unsigned int i;

	put_32(dat, cpus);
	put(dat, "flyrecord", 10);
	at = page_align(ftell(dat->out) + cpus * 2 * sizeof(uint64_t));
	for (i = 0; i < cpus; i++) {
		put_64(dat, at);
		put_64(dat, file_size(cpu_fds[i]));
		at = page_align(at + file_size(cpu_fds[i]));
	}
	for (i = 0; i < cpus; i++) {
		if (fseek(dat->out, page_align(ftell(dat->out)), SEEK_SET) ||
		    copy_data(dat->out, cpu_fds[i]))
			return -1;
	}
	return 0;
}

/**
 * datfile_header - write the part of a file that precedes the data
 * @out:	where to
 * @s:		the session, with its events enabled still
 */
void datfile_header(FILE *out, const struct session *s)
{
	struct dat dat = { .out = out, .s = s };

	put_header(&dat);
}

/**
 * datfile_write - write a file
 * @name:	the file; an existing one is replaced
 * @s:		the session, with its events enabled still
 * @cpu_fds:	a file with the sub-buffers of each CPU
 * @cpus:	number of CPUs
 *
 * Return: 0, or -1 and errno.
 */
int datfile_write(const char *name, const struct session *s, const int *cpu_fds,
		  unsigned int cpus)
{
	struct dat dat = { .s = s };
	int ret;

	dat.out = fopen(name, "we");
	if (!dat.out)
		return -1;
	put_header(&dat);
	ret = put_data(&dat, cpu_fds, cpus);
	if (fflush(dat.out) || ferror(dat.out))
		ret = -1;
	/* Data that end at a hole still reach up to the last place. */
	if (!ret && ftruncate(fileno(dat.out), page_align(file_size(fileno(dat.out)))))
		ret = -1;
	if (fclose(dat.out))
		ret = -1;
	return ret;
}
