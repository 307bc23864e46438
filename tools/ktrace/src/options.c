// SPDX-License-Identifier: GPL-2.0
/*
 * The command line: ktrace [VERB] [OPTIONS] [--] [PROG...]
 *
 * Options end at the first argument that is none, because what follows belongs to the
 * program.
 */
#include <argp.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "habits.h"
#include "options.h"
#include "summary.h"
#include "util.h"

/* For -V and --version. */
const char *argp_program_version = "ktrace -- version 6.12";

/* Keys of options without a letter. */
enum {
	KEY_AS = 256,
	KEY_IF,
	KEY_STRICT,
	KEY_VALUES,
	KEY_NO_FOLLOW,
	KEY_TO,
	KEY_ONCE,
	KEY_BATCH,
	KEY_OFF_CPU,
	KEY_UNTIL,
	KEY_BY,
};

static const struct argp_option all_options[] = {
	{ "trace", 'e', "EXPR", 0, "calls, %class, status=failed, SYSTEM:EVENT, a probe", 1 },
	{ "trace-path", 'P', "PATH", 0, "only calls that name PATH", 1 },
	{ "if", KEY_IF, "FILTER", 0, "only records that FILTER accepts", 1 },
	{ "successful-only", 'z', NULL, 0, "only calls that succeeded", 1 },
	{ "failed-only", 'Z', NULL, 0, "only calls that failed", 1 },
	{ "follow-forks", 'f', NULL, 0, "follow children (the default); -ff: each to FILE.PID", 2 },
	{ "no-follow", KEY_NO_FOLLOW, NULL, 0, "only the process itself, no children", 2 },
	{ "attach", 'p', "PID", 0, "a running process, and its children", 2 },
	{ "cgroup", 'G', "CGROUP", 0, "only tasks of a cgroup", 2 },
	{ "program", 'x', "FILE", 0, "processes that execute FILE from now on", 2 },
	{ "all", 'a', NULL, 0, "all tasks", 2 },
	{ "env", 'E', "VAR[=VALUE]", 0, "set or remove a variable for PROG", 2 },
	{ "user", 'u', "USER", 0, "run PROG as USER; without PROG, tasks of USER", 2 },
	{ "as", KEY_AS, "FORM", 0,
	  "text, strace, json, perfetto, ctf, folded, dat", 3 },
	{ "output", 'o', "FILE", 0, "write to FILE, or to a command after '|'", 3 },
	{ "input", 'i', "FILE", 0, "read FILE instead of trace.dat", 3 },
	{ "to", KEY_TO, "HOST:PORT", 0, "send the data to \"trace-cmd listen\"", 3 },
	{ NULL, 't', NULL, 0, "time of day; -tt: in us; -ttt: epoch", 3 },
	{ NULL, 'r', NULL, 0, "time since the previous line", 3 },
	{ NULL, 'T', NULL, 0, "duration of each call", 3 },
	{ "string-limit", 's', "N", 0, "bytes of data to show of a buffer", 3 },
	{ "decode-fds", 'y', NULL, 0, "paths of file descriptors", 3 },
	{ "stack-trace", 'k', NULL, 0, "user stack of each record", 3 },
	{ "off-cpu", KEY_OFF_CPU, NULL, 0, "folded: stacks of waiting instead of running", 3 },
	{ "until", KEY_UNTIL, "EVENT [if FILTER]", 0, "dump: stop at this event, and print", 3 },
	{ "summary-only", 'c', NULL, 0, "print only a table of calls", 4 },
	{ "summary", 'C', NULL, 0, "print a table as well", 4 },
	{ "summary-wall-clock", 'w', NULL, 0, "count the time of waiting, too", 4 },
	{ "summary-sort-by", 'S', "COLUMN", 0, "sort the table by a column", 4 },
	{ "by", KEY_BY, "WHAT", 0, "a line for each call, process, file, cgroup or error", 4 },
	{ "once", KEY_ONCE, NULL, 0, "print one table and exit", 4 },
	{ "batch", KEY_BATCH, NULL, 0, "print tables, do not draw", 4 },
	{ "iterations", 'n', "N", 0, "end after N tables", 4 },
	{ "delay", 'd', "SECONDS", 0, "time between two tables", 4 },
	{ "values", KEY_VALUES, "FIELDS", 0, "sums of fields beside the counts", 4 },
	{ "quiet", 'q', NULL, 0, "no line with the number of records", 5 },
	{ "strict", KEY_STRICT, NULL, 0, "exit with 3 if records were lost", 5 },
	{ "buffer", 'b', "KB", 0, "size of the buffer of each CPU", 5 },
	{ 0 }
};

/* Letters in struct verb.keys for the options without a letter. */
static char key_letter(int key)
{
	static const char letters[] = {
		[KEY_AS - KEY_AS] = '1', [KEY_IF - KEY_AS] = '2', [KEY_STRICT - KEY_AS] = '3',
		[KEY_VALUES - KEY_AS] = '4', [KEY_NO_FOLLOW - KEY_AS] = '5',
		[KEY_TO - KEY_AS] = '6', [KEY_ONCE - KEY_AS] = '7', [KEY_BATCH - KEY_AS] = '8',
		[KEY_OFF_CPU - KEY_AS] = '9', [KEY_UNTIL - KEY_AS] = '0',
		[KEY_BY - KEY_AS] = 'B',
	};

	return key < KEY_AS ? key : letters[key - KEY_AS];
}

static unsigned long parse_number(const char *option, const char *text, unsigned long max)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (!isdigit((unsigned char)*text) || *end || n > max)
		die("%s: not a number from 0 to %lu: %s", option, max, text);
	return n;
}

static void add_pids(struct options *opt, const char *list)
{
	char *copy = strdup_or_die(list), *word, *save;

	for (word = strtok_r(copy, ", ", &save); word;
	     word = strtok_r(NULL, ", ", &save)) {
		opt->pids = grow(opt->pids, opt->nr_pids, sizeof(*opt->pids));
		opt->pids[opt->nr_pids] = parse_number("-p", word, 1 << 22);
		if (!opt->pids[opt->nr_pids++])
			die("-p: 0 is no process");
	}
	free(copy);
}

static void add_env(struct options *opt, char *text)
{
	/* Room for the NULL at the end. */
	opt->setup.env = reallocarray(opt->setup.env, opt->nr_env + 2, sizeof(char *));
	if (!opt->setup.env)
		die("out of memory");
	opt->setup.env[opt->nr_env++] = text;
	opt->setup.env[opt->nr_env] = NULL;
}

static void set_form(struct options *opt, const char *name)
{
	static const char * const forms[] = {
		[AS_TEXT] = "text", [AS_STRACE] = "strace", [AS_JSON] = "json",
		[AS_PERFETTO] = "perfetto", [AS_CTF] = "ctf", [AS_FOLDED] = "folded",
		[AS_DAT] = "dat",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(forms); i++)
		if (!strcmp(forms[i], name))
			break;
	if (i == ARRAY_SIZE(forms))
		die("--as: text, strace, json, perfetto, ctf, folded or dat, not '%s'", name);
	opt->as = i;
	opt->as_given = true;
}

static void set_sort(struct options *opt, const char *column)
{
	/* The verb top has columns of its own. */
	if (strchr(opt->verb->keys, 'c') && !summary_can_sort(column))
		die("-S: time, calls, errors, name or nothing, not '%s'", column);
	opt->sort = column;
}

/* Parse options that select the tasks to record. Return false if @key is another option. */
static bool parse_tasks(struct options *opt, int key, char *arg)
{
	switch (key) {
	case 'G':
		opt->cgroup = arg;
		return true;
	case 'x':
		opt->programs = grow(opt->programs, opt->nr_programs, sizeof(*opt->programs));
		opt->programs[opt->nr_programs++] = arg;
		return true;
	case 'a':
		opt->all = true;
		return true;
	case 'f':
		/* The second one: -ff. */
		opt->split = opt->follow_given;
		opt->follow_given = true;
		opt->no_follow = false;
		return true;
	case KEY_NO_FOLLOW:
		opt->no_follow = true;
		return true;
	default:
		return false;
	}
}

/* What to record. Return false if the key is none of these. */
static bool parse_what(struct options *opt, int key, char *arg)
{
	switch (key) {
	case 'e':
		if (!habits_qualify(opt, arg))
			select_expression(&opt->sel, arg);
		return true;
	case 'P':
		select_path(&opt->sel, arg);
		return true;
	case KEY_IF:
		opt->sel.condition = arg;
		return true;
	case 'z':
		opt->sel.status &= STATUS_SUCCESSFUL;
		return true;
	case 'Z':
		opt->sel.status &= STATUS_FAILED;
		return true;
	case 'p':
		add_pids(opt, arg);
		return true;
	case 'E':
		add_env(opt, arg);
		return true;
	case 'u':
		opt->user = arg;
		return true;
	default:
		return parse_tasks(opt, key, arg);
	}
}

/* Parse options that select the output. Return false if @key is another option. */
static bool parse_output(struct options *opt, int key, char *arg)
{
	switch (key) {
	case KEY_AS:
		set_form(opt, arg);
		return true;
	case 'o':
		opt->output = arg;
		return true;
	case 'i':
		opt->input = arg;
		return true;
	case 's':
		opt->data_max = parse_number("-s", arg, 1 << 20);
		opt->data_given = true;
		return true;
	case 'y':
		opt->fd_devices = opt->fd_paths;
		opt->fd_paths = true;
		return true;
	case 'k':
		opt->stacks = true;
		return true;
	case KEY_OFF_CPU:
		opt->off_cpu = true;
		return true;
	case KEY_TO:
		opt->to = arg;
		return true;
	case KEY_UNTIL:
		opt->until = arg;
		return true;
	default:
		return false;
	}
}

/* The options of the verb top. */
static bool parse_top(struct options *opt, int key, char *arg)
{
	switch (key) {
	case KEY_BY:
		opt->by = arg;
		return true;
	case KEY_ONCE:
		opt->once = true;
		return true;
	case KEY_BATCH:
		opt->batch = true;
		return true;
	case 'n':
		opt->tables = parse_number("-n", arg, 1 << 30);
		return true;
	case 'd':
		opt->delay = parse_number("-d", arg, 3600);
		if (!opt->delay)
			die("-d: not a number from 1 to 3600: %s", arg);
		return true;
	default:
		return false;
	}
}

static bool parse_other(struct options *opt, int key, char *arg)
{
	switch (key) {
	case 'c':
		opt->count_only = true;
		__attribute__((fallthrough));
	case 'C':
		opt->count = true;
		return true;
	case 'w':
		opt->wall = true;
		return true;
	case 'S':
		set_sort(opt, arg);
		return true;
	case 'q':
		opt->quiet++;
		return true;
	case KEY_STRICT:
		opt->strict = true;
		return true;
	case KEY_VALUES:
		opt->values = arg;
		return true;
	case 'b':
		opt->buffer_kb = parse_number("-b", arg, 1 << 24);
		return true;
	default:
		return parse_top(opt, key, arg);
	}
}

static void take_words(struct options *opt, struct argp_state *state)
{
	char **words = state->argv + state->next - 1;

	state->next = state->argc;
	if (opt->verb->program) {
		opt->setup.argv = words;
		return;
	}
	opt->words = words;
	while (words[opt->nr_words])
		opt->nr_words++;
}

/* As -h of strace, which fails if an option in front of it selects a call that does not exist. */
static void show_help(const struct selection *sel, struct argp_state *state)
{
	size_t i;

	for (i = 0; i < sel->nr_calls; i++)
		if (*sel->calls[i] != '/' && *sel->calls[i] != '?' &&
		    decode_call_number(sel->calls[i], false) < 0)
			die("invalid system call '%s'", sel->calls[i]);
	argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opt = state->input;

	if (key == 'h') {
		show_help(&opt->sel, state);
		return 0;
	}
	if (key == ARGP_KEY_ARG) {
		take_words(opt, state);
		return 0;
	}
	if (habits_parse(opt, key, arg) || parse_what(opt, key, arg) ||
	    parse_output(opt, key, arg) || parse_other(opt, key, arg))
		return 0;
	return ARGP_ERR_UNKNOWN;
}

/* The options of a verb. */
static struct argp_option *verb_options(const struct verb *verb)
{
	struct argp_option *list = zalloc(sizeof(all_options) + habits_size());
	bool forms = strchr(verb->keys, 'H');
	const struct argp_option *at;
	size_t n = 0;

	for (at = all_options; at->key; at++) {
		if (!strchr(verb->keys, key_letter(at->key)))
			continue;
		list[n] = *at;
		/* habits.c has the long options, which take a set. */
		if (forms && (at->key == 'q' || at->key == 'y'))
			list[n].name = NULL;
		n++;
	}
	habits_options(list + n, forms, strchr(verb->keys, 'R'));
	return list;
}

static const struct verb *find_verb(const char *name)
{
	const struct verb *verb;

	for (verb = verbs; verb->name; verb++)
		if (!strcmp(verb->name, name))
			return verb;
	return NULL;
}

static char *verb_help(const struct verb *verb)
{
	char *list = strdup_or_die(""), *more;

	if (verb != verbs)
		return print_new("%s", verb->doc);
	for (; verb->name; verb++) {
		more = print_new("%s  %-8s %s\n", list, verb->name, verb->doc);
		free(list);
		list = more;
	}
	more = print_new("%s\n%s%s\n%s\v%s",
			 "Record system calls and other events, and print them.\n",
			 "Verbs (\"ktrace VERB --help\" has their options):\n", list,
			 "Options of run:",
			 "The exit status is that of PROG. ktrace(1) is the manual.");
	free(list);
	return more;
}

/* A trace.dat file has records as the kernel wrote them: refuse options that change lines. */
static void check_dat(const struct options *opt)
{
	const char *odd = opt->append ? "-A" : opt->split ? "-ff" : opt->count_only ? "-c" :
			  opt->count ? "-C" : opt->time != TIME_NONE ? "-t" :
			  opt->relative ? "-r" : opt->durations ? "-T" : NULL;

	if (odd)
		die("%s has no effect on a trace.dat file; \"ktrace report\" prints the file", odd);
}

/**
 * options_parse - read the command line
 * @opt:	output
 * @argc:	number of arguments
 * @argv:	arguments
 *
 * Exits with a message if the command line is wrong.
 */
void options_parse(struct options *opt, int argc, char **argv)
{
	struct argp argp = { .parser = parse_option };
	const struct verb *verb = argc > 1 ? find_verb(argv[1]) : NULL;
	int skip = !!verb;
	char *name;

	memset(opt, 0, sizeof(*opt));
	opt->verb = verb ?: verbs;
	opt->data_max = 32;
	opt->column = 40;
	opt->delay = 1;
	select_init(&opt->sel);
	argp.options = verb_options(opt->verb);
	argp.args_doc = opt->verb->args;
	argp.doc = verb_help(opt->verb);
	argp_err_exit_status = EXIT_KTRACE;
	/* The messages of argp begin with this name. */
	name = skip ? print_new("ktrace %s", opt->verb->name) : "ktrace";
	argv[skip] = name;
	argp_parse(&argp, argc - skip, argv + skip, ARGP_IN_ORDER, NULL, opt);
	free((void *)argp.options);
	free((void *)argp.doc);
	select_finish(&opt->sel);
	if (opt->setup.argv)
		opt->setup.user = opt->user;
	/* As strace. */
	if (opt->as == AS_STRACE && !opt->follow_given && (opt->setup.argv || opt->nr_pids))
		opt->no_follow = true;
	if (opt->as == AS_DAT)
		check_dat(opt);
	if (opt->append && opt->as == AS_CTF)
		die("-A: ctf is not a file to append to");
	if (opt->split && (!opt->output || *opt->output == '|'))
		die("-ff needs -o FILE");
	if (!strcmp(opt->verb->name, "attach") && opt->nr_words)
		die("attach starts no program: '%s'", opt->words[0]);
}
