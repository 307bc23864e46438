// SPDX-License-Identifier: GPL-2.0
/*
 * The verb record: move sub-buffers from the kernel into files, and write a trace.dat at
 * the end. The files are unlinked, so that nothing is left if ktrace is killed. With --to,
 * the sub-buffers go to another machine instead.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <kbuffer.h>
#include <tracefs.h>

#include "datfile.h"
#include "live.h"
#include "progress.h"
#include "remote.h"
#include "util.h"
#include "verbs.h"

/**
 * struct recorder - the files of all CPUs
 * @cpus:	number of CPUs
 * @page_size:	size of a sub-buffer
 * @page:	a sub-buffer
 * @ring:	the kernel's files
 * @fds:	the same, for poll()
 * @data:	the unlinked files
 * @remote:	the other machine, or NULL
 * @pages:	parser of sub-buffers
 * @records:	number of records sent to @remote
 * @bytes:	number of bytes moved
 */
struct recorder {
	unsigned int	cpus;
	int		page_size;
	void		*page;
	struct tracefs_cpu **ring;
	struct pollfd	*fds;
	int		*data;
	struct remote	*remote;
	struct kbuffer	*pages;
	unsigned long long records;
	unsigned long long bytes;
};

static int unlinked_file(const char *beside)
{
	char *copy = strdup_or_die(beside);
	char *dir = dirname(copy), *name;
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd < 0) {
		name = print_new("%s/.ktrace-XXXXXX", dir);
		fd = mkostemp(name, O_CLOEXEC);
		if (fd >= 0)
			unlink(name);
		free(name);
	}
	if (fd < 0)
		die("%s: cannot create a file beside it: %s", beside, strerror(errno));
	free(copy);
	return fd;
}

static void open_cpu(struct recorder *rec, const struct session *s, const char *beside,
		     unsigned int cpu)
{
	char *path = print_new("%s/per_cpu/cpu%u/trace_pipe_raw", s->dir, cpu);
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	free(path);
	rec->data[cpu] = beside ? unlinked_file(beside) : -1;
	rec->fds[cpu].fd = fd;
	rec->fds[cpu].events = POLLIN;
	/* A CPU that is not possible has no file, and no data. */
	if (fd < 0)
		return;
	rec->ring[cpu] = tracefs_cpu_alloc_fd(fd, rec->page_size, true);
	if (!rec->ring[cpu])
		die("out of memory");
}

static int sub_buffer_size(const struct session *s)
{
	char *path = session_path(s, "buffer_subbuf_size_kb"), *text = read_file(path);
	int kb = text ? atoi(text) : 0;

	free(text);
	free(path);
	return kb ? kb * 1024 : sysconf(_SC_PAGESIZE);
}

/* With @beside, into files in the same directory; else to another machine. */
static struct recorder *open_recorder(const struct session *s, const char *beside,
				      const char *to)
{
	struct recorder *rec = zalloc(sizeof(*rec));
	unsigned int cpu;

	rec->cpus = sysconf(_SC_NPROCESSORS_CONF);
	rec->page_size = sub_buffer_size(s);
	rec->page = zalloc(rec->page_size);
	rec->ring = zalloc(rec->cpus * sizeof(*rec->ring));
	rec->fds = zalloc(rec->cpus * sizeof(*rec->fds));
	rec->data = zalloc(rec->cpus * sizeof(*rec->data));
	rec->pages = kbuffer_alloc(KBUFFER_LSIZE_SAME_AS_HOST, KBUFFER_ENDIAN_SAME_AS_HOST);
	if (!rec->pages)
		die("out of memory");
	for (cpu = 0; cpu < rec->cpus; cpu++)
		open_cpu(rec, s, beside, cpu);
	if (to)
		rec->remote = remote_open(to, rec->cpus, rec->page_size);
	return rec;
}

static void close_recorder(struct recorder *rec)
{
	unsigned int cpu;

	for (cpu = 0; cpu < rec->cpus; cpu++) {
		if (rec->ring[cpu])
			tracefs_cpu_free_fd(rec->ring[cpu]);
		if (rec->fds[cpu].fd >= 0)
			close(rec->fds[cpu].fd);
		if (rec->data[cpu] >= 0)
			close(rec->data[cpu]);
	}
	kbuffer_free(rec->pages);
	free(rec->page);
	free(rec->ring);
	free(rec->fds);
	free(rec->data);
	free(rec);
}

static unsigned long long count_page(struct recorder *rec)
{
	unsigned long long n = 0, ts;

	kbuffer_load_subbuffer(rec->pages, rec->page);
	for (; kbuffer_read_event(rec->pages, &ts); kbuffer_next_event(rec->pages, NULL))
		n++;
	return n;
}

static void write_page(struct recorder *rec, int fd)
{
	int at = 0;
	ssize_t n;

	while (at < rec->page_size) {
		n = write(fd, (char *)rec->page + at, rec->page_size - at);
		if (n < 0)
			die("cannot write the data: %s", strerror(errno));
		at += n;
	}
	rec->bytes += rec->page_size;
}

/* Move what a CPU has: a read delivers a sub-buffer, whole or so far as it is written. */
static void move_cpu(struct recorder *rec, unsigned int cpu)
{
	int n;

	if (!rec->ring[cpu])
		return;
	while ((n = tracefs_cpu_read(rec->ring[cpu], rec->page, true)) > 0) {
		/* The file has whole sub-buffers. */
		memset((char *)rec->page + n, 0, rec->page_size - n);
		if (!rec->remote) {
			write_page(rec, rec->data[cpu]);
			continue;
		}
		remote_data(rec->remote, cpu, rec->page, rec->page_size);
		rec->bytes += rec->page_size;
		rec->records += count_page(rec);
	}
}

static void move_all(struct recorder *rec)
{
	unsigned int cpu;

	for (cpu = 0; cpu < rec->cpus; cpu++)
		move_cpu(rec, cpu);
}

static void show_progress(struct recorder *rec, const struct session *s)
{
	struct session_loss loss;

	if (!progress_due())
		return;
	session_losses(s, &loss);
	progress_size(rec->bytes, loss.overwritten + loss.dropped);
}

/* Count the records of a file. */
static unsigned long long count_records(struct recorder *rec, int fd)
{
	unsigned long long n = 0;

	lseek(fd, 0, SEEK_SET);
	while (read(fd, rec->page, rec->page_size) == rec->page_size)
		n += count_page(rec);
	return n;
}

/* Complete the file, here or on the other machine. Return the number of records. */
static unsigned long long finish(struct recorder *rec, const struct session *s,
				 const char *name)
{
	unsigned long long records = 0;
	unsigned int cpu;

	if (rec->remote) {
		remote_formats(rec->remote, s);
		remote_close(rec->remote);
		return rec->records;
	}
	if (datfile_write(name, s, rec->data, rec->cpus))
		die("%s: %s", name, strerror(errno));
	for (cpu = 0; cpu < rec->cpus; cpu++)
		records += count_records(rec, rec->data[cpu]);
	return records;
}

/**
 * verb_record - record a program or running processes into a file
 * @opt:	the command line
 *
 * Return: the exit status.
 */
int verb_record(struct options *opt)
{
	const char *name = opt->output ?: "trace.dat";
	unsigned long long records;
	struct session_loss loss;
	struct recorder *rec;
	struct live live;

	if (!live_has_tasks(opt))
		die("neither a program nor tasks to attach to (see \"ktrace --help\")");
	if (*name == '|')
		die("-o: a trace.dat file cannot go to a command; see --to");
	live_open(&live, opt);
	live_follow(&live);
	if (opt->to && opt->output)
		die("-o and --to: the data can go to only one of them");
	rec = open_recorder(live.session, opt->to ? NULL : name, opt->to);
	if (opt->stacks)
		session_write(live.session, "options/userstacktrace", "1\n");
	session_set_limits(live.session, opt->data_given ? opt->data_max : 0, 0,
			   opt->fd_paths || opt->sel.nr_paths, false);
	session_select(live.session, &opt->sel, true);
	live_start(&live);
	while (live_goes_on(&live)) {
		live_wait(rec->fds, rec->cpus);
		move_all(rec);
		show_progress(rec, live.session);
	}
	live_stop(&live);
	move_all(rec);
	session_losses(live.session, &loss);
	records = finish(rec, live.session, name);
	progress_end();
	close_recorder(rec);
	return live_close(&live, records, &loss);
}
