// SPDX-License-Identifier: GPL-2.0
/* The verbs report and export: print the records of a file. libtracecmd reads the file. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trace-cmd.h>

#include "filemap.h"
#include "print.h"
#include "progress.h"
#include "report.h"
#include "util.h"
#include "verbs.h"

#define PROGRESS_RECORDS	1024

/**
 * struct reading - a file that is being read
 * @events:	its events
 * @take:	what to do with a record
 * @data:	for @take
 * @map:	its memory
 * @size:	size of the file
 * @records:	number of records so far
 * @first:	for each CPU the place of its first record in the file
 * @at:		for each CPU the place of its last record so far
 */
struct reading {
	struct events	*events;
	void		(*take)(void *data, const struct record *rec);
	void		*data;
	struct filemap	*map;
	unsigned long long size;
	unsigned long long records;
	unsigned long long first[FILE_CPUS_MAX];
	unsigned long long at[FILE_CPUS_MAX];
};

/* The text goes to the terminal: no bar between its lines. */
static bool text_on_terminal;

static void show_progress(struct reading *reading)
{
	unsigned long long done = 0;
	unsigned int i;

	for (i = 0; i < FILE_CPUS_MAX; i++)
		done += reading->at[i] - reading->first[i];
	if (progress_due() && !text_on_terminal)
		progress_bar(done, reading->size, reading->records);
}

static int take_record(struct tracecmd_input *input, struct tep_record *record, int cpu,
		       void *data)
{
	struct reading *reading = data;
	struct record rec = {
		.ts = record->ts, .cpu = cpu, .data = record->data, .size = record->size,
	};

	(void)input;
	if (cpu < FILE_CPUS_MAX) {
		if (!reading->first[cpu])
			reading->first[cpu] = record->offset;
		reading->at[cpu] = record->offset;
	}
	/* Looking at the clock at each record would take longer than most records. */
	if (!(++reading->records % PROGRESS_RECORDS))
		show_progress(reading);
	memcpy(&rec.pid, (char *)record->data + 4, sizeof(rec.pid));
	rec.event = events_find(reading->events, record->data);
	reading->take(reading->data, &rec);
	filemap_used(reading->map, cpu, record->data);
	return 0;
}

/**
 * report_file - read the records of a file in the order of their time stamps
 * @name:	the file
 * @take:	called for each record
 * @finish:	called after the last record, while the events are there; may be NULL
 * @data:	for @take and @finish
 *
 * Ends the program with a message if the file cannot be read.
 */
void report_file(const char *name, void (*take)(void *data, const struct record *rec),
		 void (*finish)(void *data), void *data)
{
	struct reading reading = { .take = take, .data = data };
	struct tracecmd_input *input;
	struct stat st;

	if (!stat(name, &st))
		reading.size = st.st_size;
	tracecmd_set_loglevel(TEP_LOG_CRITICAL);
	input = tracecmd_open(name, TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!input)
		die("%s: cannot be read as a trace.dat file", name);
	reading.map = filemap_open(name);
	reading.events = events_of(tracecmd_get_tep(input));
	if (tracecmd_iterate_events(input, NULL, 0, take_record, &reading) < 0)
		warn_msg("%s: the file ends early", name);
	progress_end();
	if (finish)
		finish(data);
	events_close(reading.events);
	filemap_close(reading.map);
	tracecmd_close(input);
}

static void print_one(void *data, const struct record *rec)
{
	print_record(data, rec);
}

/* The form may hold records back until the end. */
static void print_last(void *data)
{
	struct print *print = data;
	unsigned long long records = print->records;
	bool quiet = print->opt->quiet;

	if (!print_close(print, NULL))
		exit(EXIT_KTRACE);
	if (!quiet)
		fprintf(stderr, "%llu records\n", records);
}

/**
 * verb_report - print the records of a file
 * @opt:	the command line
 *
 * Return: the exit status.
 */
int verb_report(struct options *opt)
{
	struct print *print;

	if (!opt->input)
		opt->input = opt->nr_words ? opt->words[0] : "trace.dat";
	if (opt->time != TIME_NONE)
		die("-t: the file has no time of day");
	/* The verb record does not record ticks. */
	if (opt->as == AS_FOLDED && !opt->off_cpu)
		die("--as folded of a file needs --off-cpu: files have no stacks of clock ticks");
	text_on_terminal = !opt->output && isatty(STDOUT_FILENO);
	print = print_open(opt, stdout, false);
	report_file(opt->input, print_one, print_last, print);
	return 0;
}

/**
 * verb_export - write the records of a file in a form for other programs
 * @opt:	the command line
 *
 * Return: the exit status.
 */
int verb_export(struct options *opt)
{
	if (!opt->as_given)
		die("export needs --as");
	if (opt->as == AS_DAT)
		die("the file is a trace.dat file already");
	return verb_report(opt);
}
