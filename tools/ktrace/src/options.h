/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef _KTRACE_OPTIONS_H
#define _KTRACE_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "child.h"
#include "decode.h"
#include "select.h"

/* --as */
enum output_form {
	AS_TEXT,
	AS_STRACE,
	AS_JSON,
	AS_PERFETTO,
	AS_CTF,
	AS_FOLDED,
	AS_DAT,
};

/* -t, -tt, -ttt */
enum time_form {
	TIME_NONE,
	TIME_OF_DAY,
	TIME_EPOCH,
};

struct verb;

/**
 * struct options - the command line
 * @verb:	what to do
 * @sel:	what to record
 * @setup:	the program, if there is one
 * @pids:	processes to attach to
 * @nr_pids:	number of @pids
 * @cgroup:	cgroup to attach to, or NULL
 * @programs:	programs to attach to when a process executes them
 * @nr_programs:	number of @programs
 * @user:	user: of the program, or without one of the tasks to attach to
 * @all:	attach to all tasks
 * @no_follow:	record no children: the user has said so, or wants the form strace without -f
 * @follow_given:	the user has asked for children
 * @split:	write the records of each task to a file of its own
 * @output:	file to write to, or "|command"; NULL for the default
 * @input:	file to read
 * @as:		form of the output
 * @time:	time of day in front of each line
 * @time_digits:	digits of its seconds behind the point
 * @relative:	time since the previous line in front of each line
 * @relative_digits:	digits of its seconds behind the point
 * @durations:	duration behind each call
 * @duration_digits:	digits of its seconds behind the point
 * @column:	form strace: column of the results
 * @numbers:	form strace: number of each call in front of its name
 * @hex:	form strace: how to show strings
 * @constants:	form strace: how to show constants
 * @verbose:	form strace: all elements and members
 * @append:	write to the end of @output
 * @stacks:	user stack behind each record
 * @count:	print a table of calls
 * @count_only:	print nothing else
 * @wall:	the times of the table include waiting
 * @off_cpu:	stacks of waiting, not of running
 * @sort:	column by which the table is sorted
 * @data_max:	bytes of data to show of a buffer
 * @data_given:	the user has set @data_max
 * @fd_paths:	show the paths of descriptors
 * @fd_devices:	form strace: and the numbers of devices
 * @fd_devices_only:	form strace: show no other paths
 * @quiet:	how often -q was given: 1: no number of records; 2: no exits of processes
 * @strict:	exit with EXIT_LOST if records were lost
 * @buffer_kb:	size of each ring; 0 for the kernel's default
 * @to:		record: HOST:PORT to send the data to, or NULL
 * @until:	dump: the event at which recording stops, or NULL
 * @by:		top: what a line stands for, or NULL
 * @once:	top: print one table
 * @batch:	top: print tables, do not draw
 * @tables:	top: number of tables to print; 0 for no limit
 * @delay:	top: seconds between two tables
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
	const char *cgroup;
	const char **programs;
	size_t	nr_programs;
	const char *user;
	bool	all;
	bool	no_follow;
	bool	split;
	bool	follow_given;
	const char *output;
	const char *input;
	enum output_form as;
	bool	as_given;
	enum time_form time;
	unsigned int time_digits;
	bool	relative;
	unsigned int relative_digits;
	bool	durations;
	unsigned int duration_digits;
	unsigned int column;
	bool	numbers;
	enum decode_hex hex;
	enum decode_constants constants;
	bool	verbose;
	bool	append;
	bool	stacks;
	bool	count;
	bool	count_only;
	bool	wall;
	bool	off_cpu;
	const char *sort;
	unsigned int data_max;
	bool	data_given;
	bool	fd_paths;
	bool	fd_devices;
	bool	fd_devices_only;
	unsigned int quiet;
	bool	strict;
	unsigned int buffer_kb;
	const char *to;
	const char *until;
	const char *by;
	bool	once;
	bool	batch;
	unsigned int tables;
	unsigned int delay;
	char	**words;
	size_t	nr_words;
	const char *keys;
	const char *values;
};

/**
 * struct verb - a verb of the command line
 * @name:	its name
 * @args:	what follows the options, for --help
 * @doc:	its description, for --help
 * @keys:	letters of its options
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
