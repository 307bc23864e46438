// SPDX-License-Identifier: GPL-2.0
/*
 * Progress of long work: a line on standard error that is drawn again once a second.
 *
 * Draws nothing if standard error is no terminal, and nothing in the first second.
 */
#include <unistd.h>

#include "progress.h"
#include "util.h"

#define NSEC_PER_SEC	1000000000ULL
#define BAR_WIDTH	40

static struct {
	unsigned long long	next;
	unsigned long long	bytes;
	unsigned long long	at;
	bool			drawn;
} progress;

/* Return true once a second, if standard error is a terminal. */
bool progress_due(void)
{
	unsigned long long now = now_mono();

	if (!progress.next)
		progress.next = now + NSEC_PER_SEC;
	if (now < progress.next)
		return false;
	progress.next = now + NSEC_PER_SEC;
	return isatty(STDERR_FILENO);
}

/**
 * progress_bar - draw how much of a file has been read
 * @done:	bytes that have been read
 * @all:	bytes in all
 * @records:	number of records
 */
void progress_bar(unsigned long long done, unsigned long long all, unsigned long long records)
{
	int percent = all ? done * 100 / all : 100;

	if (percent > 100)
		percent = 100;
	fprintf(stderr, "\r[%-*.*s] %3d %%, %llu records ", BAR_WIDTH,
		percent * BAR_WIDTH / 100, "########################################", percent,
		records);
	progress.drawn = true;
}

/**
 * progress_size - draw how much has been recorded
 * @bytes:	bytes so far
 * @lost:	lost records
 */
void progress_size(unsigned long long bytes, unsigned long long lost)
{
	unsigned long long now = now_mono(), ns = progress.at ? now - progress.at : 0;
	unsigned long long rate = 0;

	if (ns)
		rate = (bytes - progress.bytes) * 1000 / (ns / 1000000 + 1) / 1024;
	progress.at = now;
	progress.bytes = bytes;
	fprintf(stderr, "\r%llu kB, %llu kB/s, %llu lost ", bytes / 1024, rate, lost);
	progress.drawn = true;
}

/* End the line. */
void progress_end(void)
{
	if (progress.drawn)
		fputc('\n', stderr);
	progress.drawn = false;
}
