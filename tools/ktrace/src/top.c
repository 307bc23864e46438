// SPDX-License-Identifier: GPL-2.0
/*
 * The verb top: a table of calls that is drawn again every second.
 *
 * The kernel counts each call in two histograms: successes in the first, failures in the
 * second. The keys are the name of a line of the table, such as a file, and the binary logarithm
 * of the duration, so percentiles are powers of two. Nothing is recorded.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <curses.h>

#include "calltime.h"
#include "cgroups.h"
#include "decode.h"
#include "live.h"
#include "util.h"
#include "verbs.h"

#define NSEC_PER_SEC	1000000000ULL
#define POWERS		64
#define FILTER_MAX	64

enum top_by {
	BY_CALL,
	BY_PROCESS,
	BY_FILE,
	BY_CGROUP,
	BY_ERROR,
};

static const struct {
	const char *name, *title;
	unsigned int size;
} bys[] = {
	[BY_CALL] = { "call", "CALL", 128 }, [BY_PROCESS] = { "process", "PROCESS", 1024 },
	[BY_FILE] = { "file", "FILE", 2048 }, [BY_CGROUP] = { "cgroup", "CGROUP", 1024 },
	[BY_ERROR] = { "error", "ERROR", 512 },
};

/**
 * struct row - a line of the table
 * @name:	what it stands for
 * @calls:	number of calls
 * @errors:	number of calls that failed
 * @ns:		sum of the durations
 * @ran:	sum of the times in which the tasks ran, in ns
 * @waited:	the same in which they waited for a CPU
 * @blocked:	the same in which they were blocked
 * @before:	@calls one table ago
 * @rate:	calls in a second
 * @power:	number of calls by the logarithm of the duration
 */
struct row {
	char	*name;
	unsigned long long calls;
	unsigned long long errors;
	unsigned long long ns;
	unsigned long long ran;
	unsigned long long waited;
	unsigned long long blocked;
	unsigned long long before;
	double	rate;
	unsigned long long power[POWERS];
};

/**
 * struct top - the verb
 * @live:	the recording
 * @by:		what a line stands for
 * @timed:	the kernel knows where the time of a call went
 * @column:	the column by which the table is sorted
 * @filter:	only lines with this text
 * @calls:	names of the counted calls
 * @nr_calls:	number of @calls
 * @row:	the table
 * @nr:		number of @row
 * @hits:	calls in all
 * @dropped:	calls without room in a histogram
 * @at:		time of the table
 * @due:	time of the next one
 */
struct top {
	struct live	live;
	enum top_by	by;
	bool		timed;
	const char	*column;
	char		filter[FILTER_MAX];
	char		**calls;
	size_t		nr_calls;
	struct row	*row;
	size_t		nr;
	unsigned long long hits;
	unsigned long long dropped;
	unsigned long long at;
	unsigned long long due;
};

static bool ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len > n && !strcmp(name + len - n, end);
}

/*
 * The field of a call that names a file: the first string argument, or the path of the first
 * descriptor. NULL if the call has neither.
 */
static char *file_field(const struct session *s, const char *call)
{
	static const char mark[] = "field:__data_loc char[] ";
	char *path = print_new("%s/events/syscall/%s/format", s->dir, call);
	char *format = read_file(path), *at = format, *descriptor = NULL, *field = NULL;

	while (at && !field && (at = strstr(at, mark))) {
		at += strlen(mark);
		field = print_new("%.*s", (int)strcspn(at, ";"), at);
		if (!ends_with(field, "_path") && !ends_with(field, "_in") &&
		    !ends_with(field, "_out"))
			break;
		if (!descriptor && ends_with(field, "_path"))
			descriptor = strdup_or_die(field);
		free(field);
		field = NULL;
	}
	free(format);
	free(path);
	if (!field)
		return descriptor;
	free(descriptor);
	return field;
}

/* The keys of a call's histograms; NULL if the call does not count. */
static char *call_keys(const struct top *top, const char *call)
{
	char *field, *keys;

	switch (top->by) {
	case BY_PROCESS:
		return strdup_or_die("common_pid.execname,duration.log2");
	case BY_CGROUP:
		return strdup_or_die("common_cgroup,duration.log2");
	case BY_ERROR:
		return strdup_or_die("ret,duration.log2");
	case BY_FILE:
		field = file_field(top->live.session, call);
		keys = field ? print_new("%s,duration.log2", field) : NULL;
		free(field);
		return keys;
	default:
		return strdup_or_die("duration.log2");
	}
}

static void set_trigger(struct top *top, const char *call, const char *keys, const char *test)
{
	const struct options *opt = top->live.opt;
	char *file = print_new("events/syscall/%s/trigger", call);
	char *line = print_new("hist:keys=%s:vals=duration%s:size=%u if %s%s%s%s\n", keys,
			       top->timed ? ",ran,waited,blocked" : "",
			       bys[top->by].size, test, opt->sel.condition ? " && (" : "",
			       opt->sel.condition ?: "", opt->sel.condition ? ")" : "");

	if (session_try(top->live.session, file, O_APPEND, line))
		session_refused(top->live.session, "top", line);
	free(line);
	free(file);
}

static void add_call(struct top *top, const char *call)
{
	unsigned int status = top->live.opt->sel.status;
	char *keys = call_keys(top, call);

	if (!keys)
		return;
	if (top->by != BY_ERROR && status & STATUS_SUCCESSFUL)
		set_trigger(top, call, keys, "ret >= 0");
	if (status & STATUS_FAILED)
		set_trigger(top, call, keys, "ret < 0");
	top->calls = grow(top->calls, top->nr_calls, sizeof(*top->calls));
	top->calls[top->nr_calls++] = strdup_or_die(call);
	free(keys);
}

/*
 * Whether to leave out an event: one that many calls share, because its numbers would be those of
 * no single call; or the event of a 32-bit call, because such histograms would double the memory.
 */
static bool is_foreign(const char *name)
{
	return !strncmp(name, DECODE_COMPAT, strlen(DECODE_COMPAT)) || !strcmp(name, "x32") ||
	       !strcmp(name, "unknown");
}

static void add_calls(struct top *top)
{
	const struct selection *sel = &top->live.opt->sel;
	char *path = session_path(top->live.session, "events/syscall");
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir)
		die("%s: %s", path, strerror(errno));
	session_check_calls(top->live.session, sel);
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && strcmp(entry->d_name, "enable") &&
		    strcmp(entry->d_name, "filter") && !is_foreign(entry->d_name) &&
		    select_has_call(sel, entry->d_name))
			add_call(top, entry->d_name);
	closedir(dir);
	free(path);
	if (!top->nr_calls)
		die("no system call fits -e");
}

static struct row *get_row(struct top *top, const char *name)
{
	struct row *row;
	size_t i;

	for (i = 0; i < top->nr; i++)
		if (!strcmp(top->row[i].name, name))
			return &top->row[i];
	top->row = grow(top->row, top->nr, sizeof(*top->row));
	row = &top->row[top->nr++];
	memset(row, 0, sizeof(*row));
	row->name = strdup_or_die(name);
	return row;
}

/* "sh              [        85]" as "85 sh". */
static char *process_name(const char *value)
{
	const char *number = strrchr(value, '[');
	int len = number ? number - value : 0;

	while (len && value[len - 1] == ' ')
		len--;
	return print_new("%d %.*s", number ? atoi(number + 1) : 0, len, value);
}

/* The name of a line, from the key without the duration: "common_cgroup: 85". */
static char *row_name(const struct top *top, const char *call, char *key)
{
	char *value = strchr(key, ':');
	size_t len;

	if (top->by == BY_CALL || !value)
		return strdup_or_die(call);
	value += 1 + strspn(value + 1, " ");
	len = strlen(value);
	while (len && strchr(" ,", value[len - 1]))
		value[--len] = 0;
	switch (top->by) {
	case BY_PROCESS:
		return process_name(value);
	case BY_CGROUP:
		return cgroup_name(strtoull(value, NULL, 10));
	case BY_ERROR:
		return strdup_or_die(strerrorname_np(-atoi(value)) ?: value);
	default:
		return strdup_or_die(*value ? value : "(unknown)");
	}
}

/* The sum of a field in "hitcount: N  duration: N  ran: N"; 0 if there is none. */
static unsigned long long sum_of(const char *sums, const char *field)
{
	const char *at = strstr(sums, field);

	return at ? strtoull(at + strlen(field), NULL, 10) : 0;
}

/* Take "{ KEY, duration: ~ 2^10 } hitcount: N  duration: N" apart. */
static void take_line(struct top *top, const char *call, bool failed, char *line)
{
	static const char mark[] = "duration: ~ 2^";
	char *end = strstr(line, "} hitcount:"), *at = NULL, *next = line, *name;
	unsigned long long hits;
	unsigned int power;
	struct row *row;

	while ((next = strstr(next, mark)) && next < end)
		at = next++;
	if (!end || !at)
		return;
	*end = 0;
	power = strtoul(at + strlen(mark), NULL, 10);
	*at = 0;
	end++;
	hits = sum_of(end, " hitcount:");
	name = row_name(top, call, line + 1);
	row = get_row(top, name);
	row->calls += hits;
	row->errors += failed ? hits : 0;
	row->ns += sum_of(end, " duration:");
	row->ran += sum_of(end, " ran:");
	row->waited += sum_of(end, " waited:");
	row->blocked += sum_of(end, " blocked:");
	row->power[power < POWERS ? power : POWERS - 1] += hits;
	top->hits += hits;
	free(name);
}

static void read_call(struct top *top, const char *call)
{
	char *path = print_new("%s/events/syscall/%s/hist", top->live.session->dir, call);
	char *text = read_file(path), *line, *save;
	bool failed = false;

	for (line = text ? strtok_r(text, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save)) {
		if (!strncmp(line, "# trigger info:", 15))
			failed = strstr(line, " if ret < 0");
		else if (!strncmp(line, "    Dropped:", 12))
			top->dropped += strtoull(line + 12, NULL, 10);
		else
			take_line(top, call, failed, line);
	}
	free(text);
	free(path);
}

/* Read all histograms: the sums since the start, and the rates since the last table. */
static void read_table(struct top *top)
{
	unsigned long long now = now_mono();
	double seconds = (now - top->at) / 1e9;
	size_t i;

	top->hits = 0;
	top->dropped = 0;
	for (i = 0; i < top->nr; i++) {
		struct row *row = &top->row[i];

		row->before = row->calls;
		row->calls = 0;
		row->errors = 0;
		row->ns = 0;
		row->ran = 0;
		row->waited = 0;
		row->blocked = 0;
		memset(row->power, 0, sizeof(row->power));
	}
	for (i = 0; i < top->nr_calls; i++)
		read_call(top, top->calls[i]);
	for (i = 0; i < top->nr; i++)
		top->row[i].rate = (top->row[i].calls - top->row[i].before) / seconds;
	top->at = now;
}

/* The duration in ns that @percent of the calls do not exceed, as a power of two. */
static double percentile(const struct row *row, unsigned int percent)
{
	unsigned long long sum = 0;
	unsigned int i;

	for (i = 0; i < POWERS - 1; i++) {
		sum += row->power[i];
		if (sum * 100 >= row->calls * percent)
			break;
	}
	return (double)(1ULL << i);
}

static double column_rate(const struct row *row)
{
	return row->rate;
}

static double column_calls(const struct row *row)
{
	return row->calls;
}

static double column_errors(const struct row *row)
{
	return row->errors;
}

static double column_total(const struct row *row)
{
	return row->ns;
}

static double column_run(const struct row *row)
{
	return row->ran;
}

static double column_wait(const struct row *row)
{
	return row->waited;
}

static double column_block(const struct row *row)
{
	return row->blocked;
}

static double column_p50(const struct row *row)
{
	return percentile(row, 50);
}

static double column_p99(const struct row *row)
{
	return percentile(row, 99);
}

/* The columns; a key of the keyboard sorts by each. */
static const struct {
	const char *name;
	int key;
	double (*value)(const struct row *row);
	bool timed;
} columns[] = {
	{ "rate", 'r', column_rate, false }, { "calls", 'c', column_calls, false },
	{ "errors", 'e', column_errors, false }, { "total", 't', column_total, false },
	{ "run", 'R', column_run, true }, { "wait", 'W', column_wait, true },
	{ "block", 'B', column_block, true },
	{ "p50", '5', column_p50, false }, { "p99", '9', column_p99, false },
	{ "name", 'n', NULL, false },
};

static double (*sort_value)(const struct row *row);

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	double first = sort_value ? sort_value(x) : 0, second = sort_value ? sort_value(y) : 0;

	if (first != second)
		return first < second ? 1 : -1;
	return strcmp(x->name, y->name);
}

static void sort_table(struct top *top)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(columns); i++)
		if (!strcmp(columns[i].name, top->column))
			sort_value = columns[i].value;
	if (top->nr)
		qsort(top->row, top->nr, sizeof(*top->row), compare_rows);
}

/* A duration with three digits and its unit. */
static const char *time_text(double ns, char *text, size_t size)
{
	static const char * const units[] = { "ns", "us", "ms", "s" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(units) - 1 && ns >= 1000; i++)
		ns /= 1000;
	snprintf(text, size, ns < 10 && i ? "%.1f %s" : "%.0f %s", ns, units[i]);
	return text;
}

/* The columns that only timed calls have; empty for others. */
static const char *times_text(const struct top *top, const struct row *row, char *text, size_t size)
{
	char run[32], wait[32], block[32];

	*text = 0;
	if (top->timed)
		snprintf(text, size, " %9s %9s %9s", time_text(row->ran, run, sizeof(run)),
			 time_text(row->waited, wait, sizeof(wait)),
			 time_text(row->blocked, block, sizeof(block)));
	return text;
}

static char *row_text(const struct top *top, const struct row *row)
{
	char total[32], times[128], p50[32], p99[32];

	return print_new("%10.1f %10llu %8llu %10s%s %9s %9s  %s", row->rate, row->calls,
			 row->errors, time_text(row->ns, total, sizeof(total)),
			 times_text(top, row, times, sizeof(times)),
			 time_text(percentile(row, 50), p50, sizeof(p50)),
			 time_text(percentile(row, 99), p99, sizeof(p99)), row->name);
}

static char *head_text(const struct top *top)
{
	char times[128] = "";

	if (top->timed)
		snprintf(times, sizeof(times), " %9s %9s %9s", "RUN", "WAIT", "BLOCK");
	return print_new("%10s %10s %8s %10s%s %9s %9s  %s", "RATE/S", "CALLS", "ERRORS",
			 "TOTAL", times, "P50", "P99", bys[top->by].title);
}

static bool row_shown(const struct top *top, const struct row *row)
{
	return row->calls && strstr(row->name, top->filter);
}

static void print_table(struct top *top)
{
	char *text = head_text(top);
	size_t i;

	puts(text);
	free(text);
	for (i = 0; i < top->nr; i++) {
		if (!row_shown(top, &top->row[i]))
			continue;
		text = row_text(top, &top->row[i]);
		puts(text);
		free(text);
	}
	putchar('\n');
	fflush(stdout);
}

static void draw_table(struct top *top)
{
	char *text = head_text(top);
	int y = 2, width = COLS > 1 ? COLS - 1 : 1;
	size_t i;

	erase();
	mvprintw(0, 0, "ktrace top: %llu calls, sorted by %s%s%s", top->hits, top->column,
		 *top->filter ? ", with " : "", top->filter);
	attron(A_REVERSE);
	mvprintw(1, 0, "%-*.*s", width, width, text);
	attroff(A_REVERSE);
	free(text);
	for (i = 0; i < top->nr && y < LINES - 1; i++) {
		if (!row_shown(top, &top->row[i]))
			continue;
		text = row_text(top, &top->row[i]);
		mvprintw(y++, 0, "%.*s", width, text);
		free(text);
	}
	mvprintw(LINES - 1, 0, "sort: r c e t %s5 9 n   filter: /   quit: q",
		 top->timed ? "R W B " : "");
	refresh();
}

/* Change a text by a key. Return false if the key ends the text. */
static bool edit_text(char *text, size_t size, int key)
{
	size_t len = strlen(text);

	if (key == '\n' || key == '\r' || key == KEY_ENTER)
		return false;
	if (key == KEY_BACKSPACE || key == '\b' || key == 0x7f)
		text[len ? len - 1 : 0] = 0;
	else if (key == 'U' - '@')
		*text = 0;
	else if (key >= ' ' && key < 0x100 && len + 1 < size)
		memcpy(text + len, (char[]){ key, 0 }, 2);
	return true;
}

/*
 * Read the text that lines must contain; an empty one shows all lines. The end of the recording,
 * for example by a signal, ends the text, too.
 */
static void ask_filter(struct top *top)
{
	struct pollfd keyboard = { .fd = STDIN_FILENO, .events = POLLIN };
	int key;

	memset(top->filter, 0, sizeof(top->filter));
	do {
		mvprintw(LINES - 1, 0, "only lines with: %s", top->filter);
		clrtoeol();
		refresh();
		live_wait(&keyboard, 1);
		while ((key = getch()) != ERR)
			if (!edit_text(top->filter, sizeof(top->filter), key))
				return;
	} while (live_goes_on(&top->live));
}

/* Take the keys that were pressed. Return false if the user quits. */
static bool take_keys(struct top *top)
{
	size_t i;
	int key;

	while ((key = getch()) != ERR) {
		if (key == 'q')
			return false;
		if (key == '/')
			ask_filter(top);
		for (i = 0; i < ARRAY_SIZE(columns); i++)
			if (key == columns[i].key && (top->timed || !columns[i].timed))
				top->column = columns[i].name;
		sort_table(top);
		draw_table(top);
	}
	return true;
}

/* Wait until the next table is due. Return false if the recording ends. */
static bool wait_table(struct top *top, bool screen)
{
	struct pollfd keyboard = { .fd = STDIN_FILENO, .events = POLLIN };

	while (now_mono() < top->due) {
		if (!live_goes_on(&top->live))
			return false;
		live_wait(&keyboard, screen);
		if (screen && !take_keys(top))
			return false;
	}
	return true;
}

static void show_table(struct top *top, bool screen)
{
	read_table(top);
	sort_table(top);
	if (screen)
		draw_table(top);
	else
		print_table(top);
}

static void open_screen(void)
{
	if (!newterm(NULL, stdout, stdin))
		die("the terminal \"%s\" is unknown; --batch needs none", getenv("TERM") ?: "");
	cbreak();
	noecho();
	nodelay(stdscr, TRUE);
	curs_set(0);
}

static void check_options(struct top *top, const struct options *opt)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bys); i++)
		if (!strcmp(bys[i].name, opt->by ?: "call"))
			break;
	if (i == ARRAY_SIZE(bys))
		die("--by: call, process, file, cgroup or error, not '%s'", opt->by);
	top->by = i;
	top->column = opt->sort ?: "total";
	for (i = 0; i < ARRAY_SIZE(columns); i++)
		if (!strcmp(columns[i].name, top->column))
			return;
	die("-S: rate, calls, errors, total, run, wait, block, p50, p99 or name, not '%s'",
	    top->column);
}

/* Show tables until the end. The last one of --once and --batch has the sums at the end. */
static void show_tables(struct top *top, const struct options *opt)
{
	bool screen = !opt->once && !opt->batch && isatty(STDOUT_FILENO);
	bool to_end = opt->once && top->live.has_child, goes_on = true;
	unsigned int n;

	if (screen)
		open_screen();
	for (n = 0; goes_on; n++) {
		if ((opt->tables && n == opt->tables) || (opt->once && n) || ferror(stdout))
			break;
		do {
			top->due += opt->delay * NSEC_PER_SEC;
			goes_on = wait_table(top, screen);
		} while (goes_on && to_end);
		show_table(top, screen);
	}
	if (screen)
		endwin();
}

/**
 * verb_top - show a live table
 * @opt:	the command line
 *
 * Without a program and without tasks to attach to, counts all tasks.
 *
 * Return: the exit status.
 */
int verb_top(struct options *opt)
{
	struct session_loss loss = { 0 };
	struct top top = { 0 };
	size_t i;

	check_options(&top, opt);
	live_open(&top.live, opt);
	top.timed = calltime_begin(top.live.session->root);
	live_follow(&top.live);
	/* The file of a call may be that of a descriptor. */
	session_set_limits(top.live.session, 0, 0, top.by == BY_FILE, false);
	add_calls(&top);
	live_start(&top.live);
	top.at = now_mono();
	top.due = top.at;
	show_tables(&top, opt);
	live_stop(&top.live);
	loss.dropped = top.dropped;
	for (i = 0; i < top.nr; i++)
		free(top.row[i].name);
	for (i = 0; i < top.nr_calls; i++)
		free(top.calls[i]);
	free(top.row);
	free(top.calls);
	return live_close(&top.live, top.hits, &loss);
}
