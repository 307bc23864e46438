// SPDX-License-Identifier: GPL-2.0
/*
 * The verb hist: count an event by keys in the kernel, and show bars.
 *
 * The kernel counts; nothing is recorded. The histogram belongs to the instance and ends
 * with it.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "util.h"
#include "verbs.h"

#define BAR_WIDTH	40

/**
 * struct entry - a line of the histogram
 * @key:	the text between braces
 * @rest:	the values behind the count
 * @count:	number of hits
 */
struct entry {
	char	*key;
	char	*rest;
	unsigned long long count;
};

/* SYSTEM/EVENT of SYSTEM:EVENT, or of the name of a call. */
static char *event_path(const char *name)
{
	char *path = strchr(name, ':') ? strdup_or_die(name) : print_new("syscall:%s", name);

	*strchr(path, ':') = '/';
	return path;
}

static void set_trigger(const struct live *live, const char *event)
{
	const struct options *opt = live->opt;
	char *file = print_new("events/%s/trigger", event);
	char *values = opt->values ? print_new(":vals=%s", opt->values) : strdup_or_die("");
	char *line = print_new("hist:keys=%s%s:size=16384%s%s\n", opt->keys, values,
			       opt->sel.condition ? " if " : "",
			       opt->sel.condition ?: "");

	if (session_try(live->session, file, 0, line))
		session_refused(live->session, "hist", line);
	free(line);
	free(values);
	free(file);
}

static int by_count(const void *a, const void *b)
{
	unsigned long long x = ((struct entry *)a)->count, y = ((struct entry *)b)->count;

	return x < y ? 1 : x > y ? -1 : 0;
}

/* Take apart "{ KEY } hitcount: N  VALUES". Return false for other lines. */
static bool parse_line(char *line, struct entry *entry)
{
	char *end = strstr(line, "} hitcount:");

	if (*line != '{' || !end)
		return false;
	*end = 0;
	entry->key = line + 1;
	entry->count = strtoull(end + strlen("} hitcount:"), &entry->rest, 10);
	return true;
}

static void print_entries(const struct entry *list, size_t n)
{
	unsigned long long most = 1;
	size_t i, width = 0;
	int bar;

	for (i = 0; i < n; i++) {
		if (list[i].count > most)
			most = list[i].count;
		if (strlen(list[i].key) > width)
			width = strlen(list[i].key);
	}
	for (i = 0; i < n; i++) {
		bar = (list[i].count * BAR_WIDTH + most / 2) / most;
		printf("%-*s %10llu |%-*.*s|%s\n", (int)width, list[i].key, list[i].count,
		       BAR_WIDTH, bar, "########################################",
		       list[i].rest);
	}
}

/*
 * Print the histogram, the most frequent key first. Add the events without room in the table to
 * @loss. Returns the sum of all counts.
 */
static unsigned long long print_hist(const struct live *live, const char *event,
				     struct session_loss *loss)
{
	char *path = print_new("%s/events/%s/hist", live->session->dir, event);
	char *text = read_file(path), *line, *save;
	unsigned long long sum = 0;
	struct entry *list = NULL;
	size_t n = 0;

	if (!text)
		die("%s: %s", path, strerror(errno));
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		list = grow(list, n, sizeof(*list));
		if (!parse_line(line, &list[n])) {
			if (!strncmp(line, "    Dropped:", 12))
				loss->dropped += strtoull(line + 12, NULL, 10);
			continue;
		}
		sum += list[n++].count;
	}
	if (n)
		qsort(list, n, sizeof(*list), by_count);
	print_entries(list, n);
	free(list);
	free(text);
	free(path);
	return sum;
}

/* EVENT by KEYS, and a program behind it. */
static void parse_words(struct options *opt)
{
	if (opt->nr_words < 3 || strcmp(opt->words[1], "by"))
		die("hist: the arguments are EVENT by KEYS [PROG [ARG...]]");
	opt->keys = opt->words[2];
	if (opt->nr_words > 3)
		opt->setup.argv = opt->words + 3;
	if (opt->setup.argv && !strcmp(opt->setup.argv[0], "--"))
		opt->setup.argv++;
	if (opt->setup.argv)
		opt->setup.user = opt->user;
	if (opt->setup.argv && !opt->setup.argv[0])
		die("hist: no program after --");
}

/**
 * verb_hist - count an event by keys
 * @opt:	the command line
 *
 * Without a program and without -p, counts all tasks until the user interrupts.
 *
 * Return: the exit status.
 */
int verb_hist(struct options *opt)
{
	struct session_loss loss = { 0 };
	unsigned long long hits;
	struct live live;
	char *event;

	parse_words(opt);
	event = event_path(opt->words[0]);
	live_open(&live, opt);
	live_follow(&live);
	set_trigger(&live, event);
	live_start(&live);
	while (live_goes_on(&live))
		live_wait(NULL, 0);
	live_stop(&live);
	hits = print_hist(&live, event, &loss);
	free(event);
	return live_close(&live, hits, &loss);
}
