// SPDX-License-Identifier: GPL-2.0
/* Outputs: files, which records to show, times. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "print.h"
#include "summary.h"
#include "util.h"

#define NSEC_PER_SEC	1000000000ULL
#define NSEC_PER_USEC	1000ULL
#define HELD_MAX	64
#define HELD_BYTES	256

/*
 * The kernel writes the record of a call in which a task ends late in the exit of the
 * task, after the record of the exit. The exit is held until the call has been printed,
 * or no more records are there. A task that a signal kills has mostly left its call.
 */
struct held {
	struct record	rec;
	char		data[HELD_BYTES];
};

static void open_output(struct print *print, FILE *standard)
{
	const char *name = print->opt->output;

	print->out = standard;
	if (!name)
		return;
	if (*name == '|') {
		print->out = popen(name + 1, "we");
		print->pipe = true;
	} else {
		print->out = fopen(name, "we");
	}
	if (!print->out)
		die("-o: %s: %s", name, strerror(errno));
}

/**
 * print_open - prepare an output
 * @opt:	the command line
 * @standard:	where to print without -o
 * @live:	the records are of running tasks
 *
 * Return: the output.
 */
struct print *print_open(const struct options *opt, FILE *standard, bool live)
{
	struct print *print = zalloc(sizeof(*print));

	print->opt = opt;
	print->tasks = tasks_create(live);
	print->real = (long long)(now_real() - now_mono());
	if (opt->count)
		print->summary = summary_create();
	print->held = zalloc(HELD_MAX * sizeof(*print->held));
	trace_seq_init(&print->seq);
	open_output(print, standard);
	return print;
}

/**
 * print_close - print the table, if there is one, and close the output
 * @print:	the output; freed
 *
 * Return: 0, or -1 and errno if the output could not be written.
 */
int print_close(struct print *print)
{
	int ret, err;

	print_held(print);
	if (print->summary) {
		summary_print(print->summary, print->out, print->opt->sort);
		summary_destroy(print->summary);
	}
	ret = fflush(print->out) || ferror(print->out) ? -1 : 0;
	err = errno;
	if (print->pipe)
		pclose(print->out);
	else if (print->opt->output)
		fclose(print->out);
	tasks_destroy(print->tasks);
	free(print->held);
	trace_seq_destroy(&print->seq);
	free(print);
	errno = err;
	return ret;
}

/**
 * print_time - print the time that -t or -r ask for, and a space
 * @print:	the output
 * @ts:		time stamp
 */
void print_time(struct print *print, unsigned long long ts)
{
	unsigned long long real = ts + print->real;
	time_t seconds = real / NSEC_PER_SEC;
	unsigned long us = real % NSEC_PER_SEC / NSEC_PER_USEC;
	unsigned long long since = print->last && ts > print->last ? ts - print->last : 0;
	char text[32];

	print->last = ts;
	if (print->opt->time == TIME_EPOCH_US) {
		fprintf(print->out, "%llu.%06lu ", (unsigned long long)seconds, us);
	} else if (print->opt->time != TIME_NONE) {
		strftime(text, sizeof(text), "%H:%M:%S", localtime(&seconds));
		fputs(text, print->out);
		if (print->opt->time == TIME_OF_DAY_US)
			fprintf(print->out, ".%06lu", us);
		fputc(' ', print->out);
	}
	if (print->opt->relative)
		fprintf(print->out, "%6llu.%06llu ", since / NSEC_PER_SEC,
			since % NSEC_PER_SEC / NSEC_PER_USEC);
}

/**
 * print_info - the text of an event by its print format
 * @print:	the output
 * @rec:	the record
 *
 * Return: the text, valid until the next call.
 */
const char *print_info(struct print *print, const struct record *rec)
{
	struct tep_record record = {
		.ts = rec->ts, .cpu = rec->cpu, .data = rec->data, .size = rec->size,
		.record_size = rec->size, .ref_count = 1,
	};

	trace_seq_reset(&print->seq);
	tep_print_event(rec->event->tep->tep, &print->seq, &record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&print->seq);
	return print->seq.buffer;
}

/**
 * print_decode - decode a record of a system call
 * @print:	the output
 * @rec:	the record
 *
 * Return: the call, valid until the next call; NULL if @rec is not of a system call.
 */
const struct decoded *print_decode(struct print *print, const struct record *rec)
{
	struct decode_limits limits = {
		.fd_paths = print->opt->fd_paths, .data_max = print->opt->data_max,
	};
	bool done = false;

	if (rec->event->kind == EVENT_CALL)
		done = decode_record(rec->event->call, rec->data, rec->size, &limits,
				     &print->decoded);
	else if (rec->event->kind == EVENT_FOREIGN)
		done = decode_foreign(rec->event->tep->name, rec->data, rec->size, &limits,
				      &print->decoded);
	return done ? &print->decoded : NULL;
}

/* Events that are recorded for the names of tasks: shown only if the user named them. */
static bool is_hidden(const struct options *opt, const struct record *rec)
{
	size_t i;

	switch (rec->event->kind) {
	case EVENT_FORK:
	case EVENT_EXEC:
	case EVENT_RENAME:
		break;
	case EVENT_SIGNAL:
		if (!opt->sel.no_signals)
			return false;
		break;
	case EVENT_EXIT:
		if (!opt->sel.no_calls)
			return false;
		break;
	default:
		return false;
	}
	for (i = 0; i < opt->sel.nr_events; i++)
		if (!strncmp(opt->sel.events[i], "process", 7))
			return false;
	return true;
}

/* Print a record, and take the news of it. */
static void show_record(struct print *print, const struct record *rec,
			const struct decoded *call)
{
	switch (print->opt->as) {
	case AS_TEXT:
		print_text(print, rec, call);
		break;
	case AS_STRACE:
		print_strace(print, rec, call);
		break;
	case AS_JSON:
		print_json(print, rec, call);
		break;
	}
	tasks_learn(print->tasks, rec);
}

/* Hold the record of an exit. Return false if it must be printed now. */
static bool hold_exit(struct print *print, const struct record *rec)
{
	struct held *held = &print->held[print->nr_held];

	if (rec->event->kind != EVENT_EXIT || rec->size > HELD_BYTES ||
	    print->nr_held == HELD_MAX || event_number(rec, "signal"))
		return false;
	memcpy(held->data, rec->data, rec->size);
	held->rec = *rec;
	print->nr_held++;
	return true;
}

/* Print the held exit of a task. */
static void release_exit(struct print *print, int pid)
{
	unsigned int i;

	for (i = 0; i < print->nr_held && print->held[i].rec.pid != pid; i++)
		;
	if (i == print->nr_held)
		return;
	print->held[i].rec.data = print->held[i].data;
	show_record(print, &print->held[i].rec, NULL);
	print->nr_held--;
	for (; i < print->nr_held; i++)
		print->held[i] = print->held[i + 1];
}

/**
 * print_held - print the exits that are held
 * @print:	the output
 */
void print_held(struct print *print)
{
	while (print->nr_held)
		release_exit(print, print->held[0].rec.pid);
}

/**
 * print_record - print a record in the form that the user chose
 * @print:	the output
 * @rec:	the record
 */
void print_record(struct print *print, const struct record *rec)
{
	const struct decoded *call;

	if (!rec->event)
		return;
	if (is_hidden(print->opt, rec)) {
		tasks_learn(print->tasks, rec);
		return;
	}
	print->records++;
	call = print_decode(print, rec);
	if (call && print->summary)
		summary_add(print->summary, call);
	if (print->opt->count_only || hold_exit(print, rec))
		return;
	show_record(print, rec, call);
	if (call && call->ended == DECODE_NEVER)
		release_exit(print, rec->pid);
}
