// SPDX-License-Identifier: GPL-2.0
/*
 * Options that strace has, too, for the form of its lines, and its long names of options.
 *
 * The option -e has qualifiers that stand for options: -e decode-fds=path is -y.
 */
#include <argp.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "habits.h"
#include "options.h"
#include "util.h"

/* Keys of options without a letter; those of options.c are smaller. */
enum {
	KEY_TIMES = 512,
	KEY_RELATIVE,
	KEY_DURATIONS,
	KEY_COLUMNS,
	KEY_HEX,
	KEY_NUMBERS,
	KEY_FDS,
	KEY_QUIET,
	KEY_STATUS,
	KEY_SIGNAL,
	KEY_ABBREV,
	KEY_VERBOSE,
	KEY_NOTHING,
};

/* Options of all verbs that print calls. */
static const struct argp_option form_options[] = {
	{ "absolute-timestamps", KEY_TIMES, "FORM", OPTION_ARG_OPTIONAL,
	  "time of day; FORM: none, time, unix, s, ms, us, ns", 6 },
	{ "timestamps", 0, NULL, OPTION_ALIAS, NULL, 6 },
	{ "relative-timestamps", KEY_RELATIVE, "UNIT", OPTION_ARG_OPTIONAL,
	  "time since the previous line, in s, ms, us or ns", 6 },
	{ "syscall-times", KEY_DURATIONS, "UNIT", OPTION_ARG_OPTIONAL,
	  "duration of each call, in s, ms, us or ns", 6 },
	{ "columns", KEY_COLUMNS, "COLUMN", 0, "column of the results (default 40)", 6 },
	{ "strings-in-hex", KEY_HEX, "WHICH", OPTION_ARG_OPTIONAL,
	  "bytes as \\xHH: of all strings, or of those with non-ascii-chars", 6 },
	{ "syscall-number", KEY_NUMBERS, NULL, 0, "number of each call", 6 },
	{ "decode-fds", KEY_FDS, "SET", OPTION_ARG_OPTIONAL,
	  "paths of file descriptors: all, path, dev or none", 6 },
	{ "quiet", KEY_QUIET, "SET", OPTION_ARG_OPTIONAL, "all, exit, or as -q", 6 },
	{ "silent", 0, NULL, OPTION_ALIAS, NULL, 6 },
	{ "silence", 0, NULL, OPTION_ALIAS, NULL, 6 },
	{ "status", KEY_STATUS, "SET", 0, "as -e status=SET", 6 },
	{ "signal", KEY_SIGNAL, "SET", 0, "as -e signal=SET", 6 },
	{ "const-print-style", 'X', "STYLE", 0, "constants as raw numbers, abbrev or verbose", 6 },
	{ "no-abbrev", 'v', NULL, 0, "all strings of an environment", 6 },
	{ "output-append-mode", 'A', NULL, 0, "-o writes to the end of the file", 6 },
	{ "abbrev", KEY_ABBREV, "SET", OPTION_HIDDEN, NULL, 6 },
	{ "verbose", KEY_VERBOSE, "SET", OPTION_HIDDEN, NULL, 6 },
	/* Makes strace faster. */
	{ "seccomp-bpf", KEY_NOTHING, NULL, OPTION_HIDDEN, NULL, 6 },
};

/* Letters that mean something else to the verbs that attach to tasks. */
static const struct argp_option letter_options[] = {
	{ NULL, 'a', "COLUMN", 0, "as --columns", 6 },
	{ NULL, 'x', NULL, 0, "bytes of strings with non-ASCII bytes as \\xHH; -xx: of all", 6 },
	{ NULL, 'n', NULL, 0, "as --syscall-number", 6 },
	{ NULL, 'h', NULL, 0, "as --help", 6 },
};

/* Return the largest number of bytes that habits_options() writes. */
size_t habits_size(void)
{
	return sizeof(form_options) + sizeof(letter_options);
}

static struct argp_option *append(struct argp_option *list, const struct argp_option *add, size_t n)
{
	memcpy(list, add, n * sizeof(*add));
	return list + n;
}

/**
 * habits_options - add options to a list
 * @list:	end of the list, with room for habits_size() bytes
 * @forms:	add options for the form of the lines
 * @letters:	add letters that only the verb run has
 */
void habits_options(struct argp_option *list, bool forms, bool letters)
{
	if (forms)
		list = append(list, form_options, ARRAY_SIZE(form_options));
	if (letters)
		append(list, letter_options, ARRAY_SIZE(letter_options));
}

/* Digits behind the point for a unit. Return false if there is no such unit. */
static bool parse_unit(const char *text, unsigned int *digits)
{
	static const char * const units[] = { "s", "ms", "us", "ns" };
	size_t i;

	if (!strncmp(text, "precision:", strlen("precision:")))
		text += strlen("precision:");
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (!strcmp(text, units[i])) {
			*digits = 3 * i;
			return true;
		}
	return false;
}

static void set_unit(const char *option, const char *text, unsigned int *digits)
{
	*digits = 6;
	if (text && !parse_unit(text, digits))
		die("%s: s, ms, us or ns, not '%s'", option, text);
}

static void set_times(struct options *opt, char *list)
{
	char *word, *save;

	opt->time = TIME_OF_DAY;
	opt->time_digits = 0;
	if (!list)
		return;
	for (word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		if (!strncmp(word, "format:", strlen("format:")))
			word += strlen("format:");
		if (!strcmp(word, "none"))
			opt->time = TIME_NONE;
		else if (!strcmp(word, "time"))
			opt->time = TIME_OF_DAY;
		else if (!strcmp(word, "unix"))
			opt->time = TIME_EPOCH;
		else if (!parse_unit(word, &opt->time_digits))
			die("--absolute-timestamps: no such form: '%s'", word);
	}
}

/* One more -t. */
static void more_times(struct options *opt)
{
	if (opt->time == TIME_NONE)
		opt->time = TIME_OF_DAY;
	else if (!opt->time_digits)
		opt->time_digits = 6;
	else
		opt->time = TIME_EPOCH;
}

static void set_column(struct options *opt, const char *text)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (!isdigit((unsigned char)*text) || *end || n > 1024)
		die("-a: not a number from 0 to 1024: %s", text);
	opt->column = n;
}

static void set_hex(struct options *opt, const char *which)
{
	if (!which || !strcmp(which, "all"))
		opt->hex = DECODE_HEX_ALL;
	else if (!strcmp(which, "non-ascii-chars"))
		opt->hex = DECODE_HEX_CHARS;
	else if (!strcmp(which, "non-ascii"))
		opt->hex = DECODE_HEX_STRINGS;
	else if (!strcmp(which, "none"))
		opt->hex = DECODE_HEX_NONE;
	else
		die("--strings-in-hex: all, non-ascii, non-ascii-chars or none, not '%s'", which);
}

static void set_constants(struct options *opt, const char *style)
{
	static const char * const styles[] = {
		[DECODE_NAMES] = "abbrev", [DECODE_NUMBERS] = "raw", [DECODE_BOTH] = "verbose",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(styles); i++)
		if (!strcmp(styles[i], style))
			break;
	if (i == ARRAY_SIZE(styles))
		die("-X: raw, abbrev or verbose, not '%s'", style);
	opt->constants = i;
}

/* What strace says of attaching, and of paths, ktrace never says. */
static void set_quiet(struct options *opt, const char *set)
{
	if (set && !strcmp(set, "none"))
		opt->quiet = 0;
	else if (!set || strstr(set, "exit") || !strcmp(set, "all"))
		opt->quiet = 2;
	else
		opt->quiet = 1;
}

/* What --decode-fds explains. Of sockets and pidfds ktrace knows no more than the path. */
static void set_fds(struct options *opt, const char *set)
{
	bool all = set && strstr(set, "all"), paths = !set || all || strstr(set, "path");

	opt->fd_devices = all || (set && strstr(set, "dev"));
	opt->fd_paths = paths || opt->fd_devices;
	opt->fd_devices_only = !paths;
}

static bool parse_times(struct options *opt, int key, char *arg)
{
	switch (key) {
	case 't':
		more_times(opt);
		return true;
	case KEY_TIMES:
		set_times(opt, arg);
		return true;
	case 'r':
	case KEY_RELATIVE:
		opt->relative = true;
		set_unit("-r", arg, &opt->relative_digits);
		return true;
	case 'T':
	case KEY_DURATIONS:
		opt->durations = true;
		set_unit("-T", arg, &opt->duration_digits);
		return true;
	default:
		return false;
	}
}

static bool parse_qualified(struct options *opt, int key, const char *arg)
{
	char *text;

	switch (key) {
	case KEY_STATUS:
	case KEY_SIGNAL:
		text = print_new("%s=%s", key == KEY_STATUS ? "status" : "signal", arg);
		select_expression(&opt->sel, text);
		free(text);
		return true;
	case KEY_ABBREV:
		opt->verbose = !strcmp(arg, "none");
		return true;
	case KEY_VERBOSE:
		return true;
	case KEY_FDS:
		set_fds(opt, arg);
		return true;
	case KEY_QUIET:
		set_quiet(opt, arg);
		return true;
	default:
		return false;
	}
}

/**
 * habits_parse - take an option
 * @opt:	the command line
 * @key:	key of the option
 * @arg:	its argument, or NULL
 *
 * Return: false if the option is none of this file.
 */
bool habits_parse(struct options *opt, int key, char *arg)
{
	switch (key) {
	case 'a':
		/* Without an argument: all tasks. */
		if (!arg)
			return false;
		__attribute__((fallthrough));
	case KEY_COLUMNS:
		set_column(opt, arg);
		return true;
	case 'x':
		/* With an argument: a program. */
		if (arg)
			return false;
		opt->hex = opt->hex == DECODE_HEX_NONE ? DECODE_HEX_STRINGS : DECODE_HEX_ALL;
		return true;
	case KEY_HEX:
		set_hex(opt, arg);
		return true;
	case 'n':
		if (arg)
			return false;
		__attribute__((fallthrough));
	case KEY_NUMBERS:
		opt->numbers = true;
		return true;
	case 'X':
		set_constants(opt, arg);
		return true;
	case 'v':
		opt->verbose = true;
		return true;
	case 'A':
		opt->append = true;
		return true;
	case KEY_NOTHING:
		return true;
	default:
		return parse_times(opt, key, arg) || parse_qualified(opt, key, arg);
	}
}

/**
 * habits_qualify - take an argument of -e that stands for an option
 * @opt:	the command line
 * @expression:	the argument
 *
 * Return: false if the argument is for select_expression().
 */
bool habits_qualify(struct options *opt, const char *expression)
{
	static const struct {
		const char *name;
		int key;
	} names[] = {
		{ "abbrev", KEY_ABBREV }, { "a", KEY_ABBREV },
		{ "verbose", KEY_VERBOSE }, { "v", KEY_VERBOSE },
		{ "decode-fds", KEY_FDS }, { "decode-fd", KEY_FDS },
		{ "quiet", KEY_QUIET }, { "silent", KEY_QUIET }, { "silence", KEY_QUIET },
		{ "q", KEY_QUIET },
	};
	const char *value = strchr(expression, '=');
	size_t i;

	for (i = 0; value && i < ARRAY_SIZE(names); i++)
		if (strlen(names[i].name) == (size_t)(value - expression) &&
		    !strncmp(names[i].name, expression, value - expression))
			return parse_qualified(opt, names[i].key, value + 1);
	return false;
}
