/* SPDX-License-Identifier: GPL-2.0 */
/* Records as text, in the forms of --as. */
#ifndef _KTRACE_PRINT_H
#define _KTRACE_PRINT_H

#include <stdio.h>

#include <trace-seq.h>

#include "events.h"
#include "options.h"
#include "tasks.h"

struct held;
struct print;
struct split;
struct summary;
struct symbols;
struct waits;

/**
 * struct print_form - a form of the output
 * @name:	its name, for --as
 * @sched:	the form shows sched_switch and sched_waking
 * @entries:	the form shows entries of calls
 * @by_cause:	an exit is shown behind the call in which the task exits, not by its time
 * @directory:	the output is a directory, which the form creates
 * @begin:	prepare the output; may be NULL
 * @record:	show a record
 * @pending:	show a call in which a task was before ktrace recorded it; may be NULL
 * @take_hidden:	take a record that is not shown; may be NULL
 * @take_exit:	show the call in which a task exits, and return true, if the form knows the call
 *		already; may be NULL
 * @end:	complete the output; may be NULL
 */
struct print_form {
	const char *name;
	bool	sched;
	bool	entries;
	bool	by_cause;
	bool	directory;
	void	(*begin)(struct print *print);
	void	(*record)(struct print *print, const struct record *rec,
			  const struct decoded *call);
	void	(*pending)(struct print *print, const struct record *rec,
			   const struct decoded *call);
	void	(*take_hidden)(struct print *print, const struct record *rec);
	bool	(*take_exit)(struct print *print, const struct record *rec);
	void	(*end)(struct print *print);
};

extern const struct print_form form_text, form_strace, form_json, form_perfetto, form_ctf,
			       form_folded;

/**
 * struct print - an output
 * @opt:	the command line
 * @out:	where to print
 * @standard:	where to print without -o
 * @pipe:	@out is a pipe to a command
 * @form:	the form
 * @state:	for @form
 * @split:	the files of -ff, or NULL
 * @tasks:	names of tasks
 * @summary:	table of calls, or NULL
 * @waits:	when tasks did not run, or NULL
 * @symbols:	names of addresses, or NULL
 * @real:	what to add to time stamps for the time of day
 * @last:	time of the previous line
 * @records:	number of records printed or counted
 * @written:	how many of them the output has taken
 * @error:	0, or why the output could not be written: the first error
 * @late:	all of the output is written at the end
 * @held:	exits that wait for the call in which the task ended
 * @nr_held:	number of @held
 * @seq:	memory for libtraceevent's text
 * @decoded:	the call that is being printed
 */
struct print {
	const struct options *opt;
	FILE		*out;
	FILE		*standard;
	bool		pipe;
	const struct print_form *form;
	void		*state;
	struct split	*split;
	struct tasks	*tasks;
	struct summary	*summary;
	struct waits	*waits;
	struct symbols	*symbols;
	long long	real;
	unsigned long long last;
	unsigned long long records;
	unsigned long long written;
	int		error;
	bool		late;
	struct held	*held;
	unsigned int	nr_held;
	struct trace_seq seq;
	struct decoded	decoded;
};

struct print *print_open(const struct options *opt, FILE *standard, bool live);
bool print_flush(struct print *print);
bool print_close(struct print *print, unsigned long long *unwritten);
void print_record(struct print *print, const struct record *rec);
void print_held(struct print *print);
void print_failed(struct print *print);

/* print.c: for the forms */
int print_fraction(FILE *out, unsigned long long ns, unsigned int digits);
void print_duration(FILE *out, const struct decoded *call, unsigned int digits);
int print_time(struct print *print, unsigned long long ts);
const char *print_info(struct print *print, const struct record *rec);
bool print_decode_entry(struct print *print, const struct record *rec,
			const unsigned long long *args, unsigned int nargs, struct decoded *out);
const struct decoded *print_decode(struct print *print, const struct record *rec);

bool print_is_named(const struct print *print, const struct record *rec);
void print_stack(struct print *print, const struct record *rec, const char *mark);
const struct print_form *print_form_of(const struct options *opt);

#endif /* _KTRACE_PRINT_H */
