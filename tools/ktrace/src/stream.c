// SPDX-License-Identifier: GPL-2.0
/*
 * Merge the rings of all CPUs while the kernel writes them.
 *
 * Memory is one sub-buffer for each CPU. A record may be delivered when no CPU can still
 * have an older one: for a CPU whose ring was empty, the time before that look is a
 * lower bound of what it will deliver. The clock of the instance is the monotonic one.
 * A writer that was interrupted between its time stamp and its commit may be late; the
 * bound leaves a margin for it.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <kbuffer.h>
#include <tracefs.h>

#include "stream.h"
#include "util.h"

#define MARGIN_NS	1000000ULL

/**
 * struct source - the ring of a CPU
 * @cpu:	number of the CPU
 * @ring:	its binary file
 * @page:	the sub-buffer that is being read
 * @pages:	parser of sub-buffers
 * @data:	the next record; NULL if the ring was empty
 * @ts:		its time stamp
 * @empty:	time before the ring was found empty
 */
struct source {
	int		cpu;
	struct tracefs_cpu *ring;
	void		*page;
	struct kbuffer	*pages;
	void		*data;
	unsigned long long ts;
	unsigned long long empty;
};

/**
 * struct stream - the rings of all CPUs
 * @events:	the events
 * @nr:		number of CPUs
 * @source:	their rings
 * @fds:	their files, for poll()
 */
struct stream {
	struct events	*events;
	unsigned int	nr;
	struct source	*source;
	struct pollfd	*fds;
};

static bool open_source(struct stream *stream, struct session *s, int cpu, int page_size)
{
	struct source *src = &stream->source[stream->nr];
	char *path = print_new("%s/per_cpu/cpu%d/trace_pipe_raw", s->dir, cpu);
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	free(path);
	if (fd < 0)
		return false;
	src->cpu = cpu;
	src->ring = tracefs_cpu_alloc_fd(fd, page_size, true);
	src->pages = kbuffer_alloc(KBUFFER_LSIZE_SAME_AS_HOST, KBUFFER_ENDIAN_SAME_AS_HOST);
	src->page = zalloc(page_size);
	if (!src->ring || !src->pages)
		die("out of memory");
	stream->fds[stream->nr].fd = fd;
	stream->fds[stream->nr].events = POLLIN;
	stream->nr++;
	return true;
}

/**
 * stream_open - prepare to read an instance
 * @s:		the session
 * @events:	its events
 *
 * Return: the stream.
 */
struct stream *stream_open(struct session *s, struct events *events)
{
	int cpu, cpus = sysconf(_SC_NPROCESSORS_CONF);
	struct tep_handle *tep = events_tep(events);
	struct stream *stream = zalloc(sizeof(*stream));
	int page_size = tep_get_sub_buffer_size(tep);

	stream->events = events;
	stream->source = zalloc(cpus * sizeof(*stream->source));
	stream->fds = zalloc(cpus * sizeof(*stream->fds));
	for (cpu = 0; cpu < cpus; cpu++)
		open_source(stream, s, cpu, page_size);
	if (!stream->nr)
		die("%s/per_cpu: no CPU can be read", s->dir);
	return stream;
}

/* Close the files and free the stream. */
void stream_close(struct stream *stream)
{
	unsigned int i;

	for (i = 0; i < stream->nr; i++) {
		tracefs_cpu_free_fd(stream->source[i].ring);
		close(stream->fds[i].fd);
		kbuffer_free(stream->source[i].pages);
		free(stream->source[i].page);
	}
	free(stream->source);
	free(stream->fds);
	free(stream);
}

/* Load the next record of a CPU, if there is one. */
static void fill(struct source *src)
{
	unsigned long long now;

	while (!src->data) {
		now = now_mono();
		if (tracefs_cpu_read(src->ring, src->page, true) <= 0) {
			src->empty = now;
			return;
		}
		kbuffer_load_subbuffer(src->pages, src->page);
		src->data = kbuffer_read_event(src->pages, &src->ts);
	}
}

static struct source *oldest(struct stream *stream)
{
	struct source *src, *first = NULL;
	unsigned int i;

	for (i = 0; i < stream->nr; i++) {
		src = &stream->source[i];
		if (src->data && (!first || src->ts < first->ts))
			first = src;
	}
	return first;
}

/*
 * Return true if no CPU can still deliver a record before @ts. Looks into rings that were
 * empty too long ago; if one has a record now, sets @again.
 */
static bool is_next(struct stream *stream, unsigned long long ts, bool last, bool *again)
{
	struct source *src;
	unsigned int i;

	for (i = 0; i < stream->nr; i++) {
		src = &stream->source[i];
		if (src->data || src->empty >= ts + MARGIN_NS)
			continue;
		fill(src);
		if (src->data) {
			*again = true;
			return false;
		}
		if (!last && src->empty < ts + MARGIN_NS)
			return false;
	}
	return true;
}

static void take(struct stream *stream, struct source *src, struct record *rec)
{
	rec->ts = src->ts;
	rec->cpu = src->cpu;
	rec->data = src->data;
	rec->size = kbuffer_event_size(src->pages);
	memcpy(&rec->pid, (char *)src->data + 4, sizeof(rec->pid));
	rec->event = events_find(stream->events, src->data);
}

/* Go past the record that take() delivered. */
static void advance(struct source *src)
{
	src->data = kbuffer_next_event(src->pages, &src->ts);
}

/**
 * stream_next - get the next record
 * @stream:	the stream
 * @last:	the instance no longer records, so all records may be delivered
 * @rec:	in: the previous record, whose data are no longer needed; output
 *
 * Return: false if all rings are empty, or an older record may still come.
 */
bool stream_next(struct stream *stream, bool last, struct record *rec)
{
	struct source *src;
	bool again, next;
	unsigned int i;

	for (i = 0; i < stream->nr; i++)
		if (rec->data && stream->source[i].data == rec->data)
			advance(&stream->source[i]);
	rec->data = NULL;
	do {
		again = false;
		src = oldest(stream);
		for (i = 0; i < stream->nr && !src; i++)
			fill(&stream->source[i]);
		src = oldest(stream);
		if (!src)
			return false;
		next = is_next(stream, src->ts, last, &again);
	} while (again);
	if (!next)
		return false;
	take(stream, src, rec);
	return true;
}

/* The files to wait for, @nr of them. */
const struct pollfd *stream_fds(const struct stream *stream, unsigned int *nr)
{
	*nr = stream->nr;
	return stream->fds;
}
