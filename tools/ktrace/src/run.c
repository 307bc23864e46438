// SPDX-License-Identifier: GPL-2.0
/* The verbs run and attach: print records as they come. */
#include <errno.h>
#include <string.h>

#include "live.h"
#include "print.h"
#include "stream.h"
#include "util.h"
#include "verbs.h"

/* Print all records that may be printed now. Return false if nobody reads them. */
static bool print_records(struct stream *stream, struct print *print, bool last)
{
	struct record rec = { .data = NULL };

	while (stream_next(stream, last, &rec))
		print_record(print, &rec);
	print_held(print);
	return !fflush(print->out) && !ferror(print->out);
}

static void select_options(struct live *live)
{
	if (live->opt->stacks)
		session_write(live->session, "options/userstacktrace", "1\n");
	session_select(live->session, &live->opt->sel, true);
}

/**
 * verb_run - print what a program or running processes do
 * @opt:	the command line
 *
 * Return: the exit status.
 */
int verb_run(struct options *opt)
{
	struct session_loss loss;
	struct events *events;
	struct stream *stream;
	const struct pollfd *fds;
	unsigned long long records;
	struct print *print;
	struct live live;
	unsigned int nr;

	if (!opt->setup.argv && !opt->nr_pids)
		die("neither a program nor -p (see \"ktrace --help\")");
	print = print_open(opt, stderr, true);
	live_open(&live, opt);
	live_follow(&live);
	events = events_open(live.session->dir);
	stream = stream_open(live.session, events);
	select_options(&live);
	live_start(&live);
	fds = stream_fds(stream, &nr);
	while (print_records(stream, print, false) && live_goes_on(&live))
		live_wait(fds, nr);
	live_stop(&live);
	print_records(stream, print, true);
	session_losses(live.session, &loss);
	stream_close(stream);
	events_close(events);
	records = print->records;
	if (print_close(print))
		warn_msg("cannot write the output: %s", strerror(errno));
	return live_close(&live, records, &loss);
}
