/* SPDX-License-Identifier: GPL-2.0 */
/* Records as text, in the forms of --as. */
#ifndef _KTRACE_PRINT_H
#define _KTRACE_PRINT_H

#include <stdio.h>

#include <trace-seq.h>

#include "events.h"
#include "options.h"
#include "tasks.h"

struct summary;
struct held;

/**
 * struct print - an output
 * @opt:	the command line
 * @out:	where to print
 * @pipe:	@out is a pipe to a command
 * @tasks:	names of tasks
 * @summary:	table of calls, or NULL
 * @real:	what to add to time stamps for the time of day
 * @last:	time of the previous line
 * @records:	number of records printed or counted
 * @held:	exits that wait for the call in which the task ended
 * @nr_held:	number of @held
 * @seq:	memory for libtraceevent's text
 * @decoded:	the call that is being printed
 */
struct print {
	const struct options *opt;
	FILE		*out;
	bool		pipe;
	struct tasks	*tasks;
	struct summary	*summary;
	long long	real;
	unsigned long long last;
	unsigned long long records;
	struct held	*held;
	unsigned int	nr_held;
	struct trace_seq seq;
	struct decoded	decoded;
};

struct print *print_open(const struct options *opt, FILE *standard, bool live);
int print_close(struct print *print);
void print_record(struct print *print, const struct record *rec);
void print_held(struct print *print);

/* print.c: for the forms */
void print_time(struct print *print, unsigned long long ts);
const char *print_info(struct print *print, const struct record *rec);
const struct decoded *print_decode(struct print *print, const struct record *rec);

/* print_text.c, print_strace.c, print_json.c */
void print_text(struct print *print, const struct record *rec, const struct decoded *call);
void print_strace(struct print *print, const struct record *rec,
		  const struct decoded *call);
void print_json(struct print *print, const struct record *rec, const struct decoded *call);

#endif /* _KTRACE_PRINT_H */
