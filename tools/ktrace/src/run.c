// SPDX-License-Identifier: GPL-2.0
/*
 * The verbs run and attach print records as they come. The verb dump keeps the last records in
 * the kernel, and prints them when the user asks, at an event, or at the end.
 */
#include <string.h>

#include "live.h"
#include "pending.h"
#include "print.h"
#include "stream.h"
#include "util.h"
#include "verbs.h"

/* Print all records that may be printed now. Return false if the reader of the output is gone. */
static bool print_records(struct stream *stream, struct print *print, bool last)
{
	struct record rec = { .data = NULL };

	while (stream_next(stream, last, &rec))
		print_record(print, &rec);
	print_held(print);
	return print_flush(print);
}

/* --as folded: record user stacks at timer ticks, or with --off-cpu when a task is switched out. */
static void select_folded(struct live *live)
{
	struct session *s = live->session;

	if (live->opt->off_cpu) {
		session_enable(s, "sched/sched_switch", "--off-cpu");
		return;
	}
	live->opt->sel.no_calls = true;
	session_enable_ticks(s);
}

/*
 * Contents of buffers are recorded if the user asks by -s, or for what strace prints. strace
 * shows paths as a whole.
 */
static void select_limits(struct live *live)
{
	const struct options *opt = live->opt;
	bool strace = opt->as == AS_STRACE, data = opt->data_given || strace;

	session_set_limits(live->session, data ? opt->data_max : 0, strace ? ~0U : 0,
			   opt->fd_paths || opt->sel.nr_paths, opt->verbose);
}

static void select_options(struct live *live)
{
	const struct print_form *form = print_form_of(live->opt);
	struct options *opt = live->opt;
	struct session *s = live->session;

	if (opt->stacks || opt->as == AS_FOLDED) {
		session_write(s, "options/userstacktrace", "1\n");
		/* Look up addresses while the program still runs. */
		session_try(s, "buffer_percent", 0, "0\n");
	}
	if (opt->as == AS_FOLDED)
		select_folded(live);
	if (opt->count && !opt->wall)
		session_enable(s, "sched/sched_switch", "a table without -w");
	if (form->sched) {
		session_enable(s, "sched/sched_switch", "this form");
		session_enable(s, "sched/sched_waking", "this form");
	}
	if (form->entries && !opt->stacks && !opt->split && !opt->count_only)
		session_enable_entries(s, &opt->sel);
	if (opt->until)
		session_arm_off(s, opt->until);
	select_limits(live);
	session_select(s, &opt->sel, true);
}

/* Print what a flight recorder has, and let it go on. */
static void print_now(struct live *live, struct stream *stream, struct print *print)
{
	session_write(live->session, "tracing_on", "0\n");
	print_records(stream, print, true);
	session_write(live->session, "tracing_on", "1\n");
}

/* Keep the last records until the end, or until an event has stopped the recording. */
static void keep_records(struct live *live, struct stream *stream, struct print *print)
{
	while (live_goes_on(live)) {
		live_wait(NULL, 0);
		if (live->opt->until && !session_is_on(live->session))
			return;
		if (live_asked())
			print_now(live, stream, print);
	}
}

static void follow_records(struct live *live, struct stream *stream, struct print *print)
{
	const struct pollfd *fds;
	unsigned int nr;

	fds = stream_fds(stream, &nr);
	while (print_records(stream, print, false) && live_goes_on(live))
		live_wait(fds, nr);
}

static int print_live(struct options *opt,
		      void (*go_on)(struct live *live, struct stream *stream,
				    struct print *print))
{
	struct session_loss loss;
	struct events *events;
	struct stream *stream;
	unsigned long long records, unwritten;
	struct print *print;
	struct live live;

	if (!live_has_tasks(opt))
		die("neither a program nor tasks to attach to (see \"ktrace --help\")");
	if (opt->as == AS_DAT)
		return verb_record(opt);
	print = print_open(opt, stderr, true);
	live_open(&live, opt);
	live_follow(&live);
	if (!live.session->followed)
		tasks_scan(print->tasks);
	events = events_open(live.session->dir);
	stream = stream_open(live.session, events);
	select_options(&live);
	live_start(&live);
	pending_print(print, events);
	go_on(&live, stream, print);
	live_stop(&live);
	print_records(stream, print, true);
	session_losses(live.session, &loss);
	stream_close(stream);
	records = print->records;
	live.failed = !print_close(print, &unwritten);
	events_close(events);
	/* After --until, the program goes on without being recorded. */
	while (opt->until && live.has_child && live_goes_on(&live))
		live_wait(NULL, 0);
	loss.unwritten = unwritten;
	records -= unwritten;
	/* A flight recorder is meant to overwrite. */
	if (go_on == keep_records)
		loss.overwritten = 0;
	return live_close(&live, records, &loss);
}

/**
 * verb_run - print what a program or running processes do
 * @opt:	the command line
 *
 * Return: the exit status.
 */
int verb_run(struct options *opt)
{
	return print_live(opt, follow_records);
}

/**
 * verb_dump - keep the last records, and print them at SIGUSR1, at an event, or at the end
 * @opt:	the command line
 *
 * Return: the exit status.
 */
int verb_dump(struct options *opt)
{
	if (opt->as == AS_DAT)
		die("dump cannot write trace.dat files");
	return print_live(opt, keep_records);
}
