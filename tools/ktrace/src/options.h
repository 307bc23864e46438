/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef _KTRACE_OPTIONS_H
#define _KTRACE_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "child.h"
#include "select.h"

/* --as */
enum output_form {
	AS_TEXT,
	AS_STRACE,
	AS_JSON,
};

/* -t, -tt, -ttt */
enum time_form {
	TIME_NONE,
	TIME_OF_DAY,
	TIME_OF_DAY_US,
	TIME_EPOCH_US,
};

struct verb;

/**
 * struct options - the command line
 * @verb:	what to do
 * @sel:	what to record
 * @setup:	the program, if there is one
 * @pids:	processes to attach to
 * @nr_pids:	number of @pids
 * @output:	file to write to, or "|command"; NULL for the default
 * @input:	file to read
 * @as:		form of the output
 * @time:	time of day in front of each line
 * @relative:	time since the previous line in front of each line
 * @durations:	duration behind each call
 * @stacks:	user stack behind each record
 * @count:	print a table of calls
 * @count_only:	print nothing else
 * @sort:	column by which the table is sorted
 * @data_max:	bytes of data to show of a buffer
 * @fd_paths:	show the paths of descriptors
 * @quiet:	no messages about ktrace's own work
 * @strict:	exit with EXIT_LOST if records were lost
 * @buffer_kb:	size of each ring; 0 for the kernel's default
 * @words:	arguments of a verb that starts no program by them
 * @nr_words:	number of @words
 * @keys:	hist: the keys
 * @values:	hist: the values, or NULL
 */
struct options {
	const struct verb *verb;
	struct selection sel;
	struct child_setup setup;
	pid_t	*pids;
	size_t	nr_pids;
	size_t	nr_env;
	const char *output;
	const char *input;
	enum output_form as;
	bool	as_given;
	enum time_form time;
	bool	relative;
	bool	durations;
	bool	stacks;
	bool	count;
	bool	count_only;
	const char *sort;
	unsigned int data_max;
	bool	fd_paths;
	bool	quiet;
	bool	strict;
	unsigned int buffer_kb;
	char	**words;
	size_t	nr_words;
	const char *keys;
	const char *values;
};

/**
 * struct verb - a verb of the command line
 * @name:	its name
 * @args:	what follows the options, for --help
 * @doc:	what it does, for --help
 * @keys:	the options that it takes
 * @program:	its arguments are a program to start
 * @run:	does it; returns the exit status
 */
struct verb {
	const char *name;
	const char *args;
	const char *doc;
	const char *keys;
	bool	program;
	int	(*run)(struct options *opt);
};

extern const struct verb verbs[];

void options_parse(struct options *opt, int argc, char **argv);

#endif /* _KTRACE_OPTIONS_H */
