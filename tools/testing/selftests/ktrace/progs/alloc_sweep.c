// SPDX-License-Identifier: GPL-2.0
/*
 * alloc_sweep DIR SYSTEM... - let each allocation of each operation of a list fail
 *
 * DIR is the directory with the control files. The list is on standard input. An operation is a
 * line with a command, and behind tabs the commands that undo it:
 *
 *   write FILE TEXT    write TEXT and a newline to FILE
 *   clear FILE         open FILE for writing with truncation
 *   mkdir PATH, rmdir PATH
 *   read FILE          open FILE and read up to 64 kB; undone by -
 *   -                  nothing
 *
 * The first command is repeated while its first, second, ... allocation fails by the kernel's
 * fault injection, until the command makes fewer allocations. A command that fails must return
 * ENOMEM, and all settings must be as before it. A command that succeeds must change a setting,
 * unless it is a read, and the commands behind it must restore all settings.
 *
 * Settings are the texts of all files that do not change by themselves; in events/ only those of
 * each SYSTEM, and at the end those of all systems.
 *
 * Prints for each operation how many allocations it makes, and how many of them made it fail, and
 * at the end a line "N operations, N allocations, N refused". A broken rule ends the program.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "need.h"

/* Enough for all settings of a kernel with 2,000 events */
#define SETTINGS_MAX	(8 << 20)
#define READ_MAX	(64 << 10)

#define UNDO_MAX	3

struct command {
	char verb[8];
	char path[256];
	char text[512];
};

/* Files with records, counters, texts that do not change, and files that cannot be read twice */
static const char *const skipped[] = {
	"trace", "trace_pipe", "trace_pipe_raw", "snapshot_raw", "stats", "format", "id", "hist",
	"saved_cmdlines", "saved_tgids", "error_log", "missed_events", "lost_events", "README",
	"printk_formats", "header_page", "header_event", "kprobe_profile", "uprobe_profile",
	"available_events", "available_filter_functions",
};

static char **systems;
static int inject;
static char before[SETTINGS_MAX], after[SETTINGS_MAX];

/* ---- Settings ---- */

struct settings {
	char *text;
	size_t len;
};

static bool is_skipped(const char *name)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(skipped); i++)
		if (!strcmp(name, skipped[i]))
			return true;
	return false;
}

static bool is_wanted_system(const char *name)
{
	for (char **system = systems; *system; system++)
		if (!strcmp(name, *system))
			return true;
	return false;
}

/* Append the name and the text of a file; of a snapshot only the line that tells its state. */
static void add_file(struct settings *s, const char *path, const char *name)
{
	static char text[1 << 20];
	const char *state;
	size_t len = 0;
	ssize_t n;
	int file;

	file = open(path, O_RDONLY | O_NONBLOCK);
	if (file < 0)
		return;
	while (len < sizeof(text) - 1 && (n = read(file, text + len, sizeof(text) - 1 - len)) > 0)
		len += n;
	close(file);
	text[len] = 0;
	state = text;
	if (!strcmp(name, "snapshot")) {
		state = strstr(text, "Snapshot is");
		state = state ? state : "";
		text[strcspn(state, "\n") + (state - text)] = 0;
	}
	need(s->len + strlen(path) + strlen(state) + 3 < SETTINGS_MAX);
	s->len += sprintf(s->text + s->len, "%s:\n%s", path, state);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* @depth: 0 outside of events/, 1 for events/, 2 for a system, 3 for an event; @all: every event */
static void add_dir(struct settings *s, const char *dir, int depth, bool all)
{
	struct dirent **entries;
	int i, n;

	n = scandir(dir, &entries, NULL, by_name);
	if (n < 0)
		return;
	for (i = 0; i < n; free(entries[i++])) {
		const char *name = entries[i]->d_name;
		char path[512];
		struct stat st;

		if (*name == '.' || is_skipped(name))
			continue;
		need(snprintf(path, sizeof(path), "%s/%s", dir, name) < (int)sizeof(path));
		if (stat(path, &st))
			continue;
		if (!S_ISDIR(st.st_mode)) {
			if (st.st_mode & 0444)
				add_file(s, path, name);
			continue;
		}
		if (depth == 1 && !all && !is_wanted_system(name))
			continue;
		need(s->len + strlen(path) + 3 < SETTINGS_MAX);
		s->len += sprintf(s->text + s->len, "%s/\n", path);
		add_dir(s, path, depth ? depth + 1 : !strcmp(name, "events"), all);
	}
	free(entries);
}

static void read_settings(char *text, bool all)
{
	struct settings s = { .text = text };

	*text = 0;
	add_dir(&s, ".", 0, all);
}

/* Print the first lines in which the settings differ, and the file before them. */
static void show_difference(void)
{
	const char *a = before, *b = after, *line = before, *file = before;

	for (; *a && *a == *b; a++, b++) {
		if (*a != '\n')
			continue;
		if (a > before && a[-1] == ':')
			file = line;
		line = a + 1;
	}
	b -= a - line;
	printf("%.*s\nwas: %.*s\nnow: %.*s\n", (int)strcspn(file, "\n"), file,
	       (int)strcspn(line, "\n"), line, (int)strcspn(b, "\n"), b);
}

/* ---- Operations ---- */

/* Read the next command of the line, which a tab or the end of the line ends. */
static bool parse(char **line, struct command *c)
{
	char *word = strsep(line, "\t");
	char *verb;

	memset(c, 0, sizeof(*c));
	if (!word)
		return false;
	verb = strsep(&word, " ");
	snprintf(c->verb, sizeof(c->verb), "%s", verb);
	if (!word)
		return !strcmp(verb, "-");
	snprintf(c->path, sizeof(c->path), "%s", strsep(&word, " "));
	if (!strcmp(verb, "write"))
		snprintf(c->text, sizeof(c->text), "%s\n", word ? word : "");
	return true;
}

static void start_failing(unsigned int n)
{
	char text[16];

	if (!n)
		return;
	snprintf(text, sizeof(text), "%u", n);
	need(write(inject, text, strlen(text)) > 0);
}

/* Return: true if the allocation failed. Makes no allocation itself before the injection is off. */
static bool stop_failing(unsigned int n)
{
	char left[16] = "";

	if (!n)
		return false;
	need(pread(inject, left, sizeof(left) - 1, 0) >= 0);
	need(write(inject, "0", 1) == 1);
	return atoi(left) == 0;
}

/*
 * Execute a command; allocation @n fails if it is not 0, and *@failed tells whether it did.
 * Return: 0 or an errno.
 */
static int run(const struct command *c, unsigned int n, bool *failed)
{
	static char room[READ_MAX];
	bool ok = true;
	int file = -1, error;

	*failed = false;
	if (!strcmp(c->verb, "-"))
		return 0;
	if (!strcmp(c->verb, "write")) {
		file = open(c->path, O_WRONLY | O_APPEND);
		if (file < 0)
			return errno;
		start_failing(n);
		ok = write(file, c->text, strlen(c->text)) > 0;
	} else if (!strcmp(c->verb, "clear")) {
		start_failing(n);
		file = open(c->path, O_WRONLY | O_TRUNC);
		ok = file >= 0;
	} else if (!strcmp(c->verb, "read")) {
		/* Touch the memory now: a page fault in the read would be one more allocation. */
		memset(room, 1, sizeof(room));
		start_failing(n);
		file = open(c->path, O_RDONLY | O_NONBLOCK);
		ok = file >= 0 && (read(file, room, sizeof(room)) >= 0 || errno == EAGAIN);
	} else if (!strcmp(c->verb, "mkdir")) {
		start_failing(n);
		ok = !mkdir(c->path, 0750);
	} else if (!strcmp(c->verb, "rmdir")) {
		start_failing(n);
		ok = !rmdir(c->path);
	} else {
		errx(2, "no such command: %s", c->verb);
	}
	error = ok ? 0 : errno;
	*failed = stop_failing(n);
	if (file >= 0)
		close(file);
	return error;
}

/* The last entry of the log of errors, of the instance of @path; empty if there is none. */
static void last_error(const char *path, char *entry, size_t room)
{
	static const char *const logs[] = { "error_log", "instances/there/error_log" };
	static char text[1 << 16];
	char *at, *line = NULL;
	ssize_t n;
	int file;

	*entry = 0;
	file = open(logs[!strncmp(path, "instances/there/", 16)], O_RDONLY);
	if (file < 0)
		return;
	n = read(file, text, sizeof(text) - 1);
	close(file);
	text[n < 0 ? 0 : n] = 0;
	for (at = text; (at = strstr(at, " error: ")); at++) {
		for (line = at; line > text && line[-1] != '\n'; line--)
			;
	}
	if (line)
		snprintf(entry, room, "%.*s", (int)strcspn(line, "\n"), line);
}

/* Fail unless the settings are those of @before. */
static void compare(const char *when, const char *line, unsigned int n, bool all)
{
	read_settings(after, all);
	if (!strcmp(before, after))
		return;
	printf("%s, allocation %u: %s\n", line, n, when);
	show_difference();
	exit(1);
}

/* Undo a command that succeeded: it must have changed the settings, unless it is a read. */
static void undo(const struct command *done, const struct command back[UNDO_MAX],
		 const char *line, unsigned int n)
{
	bool failed;
	int error, i;

	if (strcmp(done->verb, "read")) {
		read_settings(after, false);
		if (!strcmp(before, after))
			errx(1, "%s, allocation %u: it changed nothing", line, n);
	}
	for (i = 0; i < UNDO_MAX && *back[i].verb; i++) {
		error = run(&back[i], 0, &failed);
		if (error)
			errx(1, "%s, allocation %u: no way back: %s", line, n, strerror(error));
	}
	compare("other settings after it was undone", line, n, false);
}

static unsigned long operations, allocations, refusals;

static void sweep(char *line)
{
	char *rest = strdup(line), *words = rest;
	struct command done, back[UNDO_MAX] = {};
	int i = 0;
	char said[256], says[256];
	unsigned int n, made = 0, refused = 0;
	bool failed = true;
	int error;

	if (!parse(&words, &done) || !words)
		errx(2, "not an operation: %s", line);
	while (i < UNDO_MAX && words)
		if (!parse(&words, &back[i++]))
			errx(2, "not an operation: %s", line);
	line[strcspn(line, "\t")] = 0;
	read_settings(before, false);
	for (n = 1; failed; n++) {
		made = n - 1;
		last_error(done.path, said, sizeof(said));
		error = run(&done, n, &failed);
		if (error && !failed)
			errx(1, "%s: %s", line, strerror(error));
		if (error && error != ENOMEM)
			errx(1, "%s, allocation %u: %s", line, n, strerror(error));
		if (error) {
			refused++;
			last_error(done.path, says, sizeof(says));
			/* Some texts only say that the kernel could not do it. */
			if (strcmp(said, says) && !strcasestr(says, "out of memory") &&
			    !strstr(says, "could not"))
				errx(1, "%s, allocation %u: the log says %s", line, n, says);
			compare("other settings after ENOMEM", line, n, false);
		} else {
			undo(&done, back, line, n);
		}
	}
	printf("%s: %u allocations, %u refused\n", line, made, refused);
	fflush(stdout);
	operations++;
	allocations += made;
	refusals += refused;
	free(rest);
}

int main(int argc, char **argv)
{
	static char all[SETTINGS_MAX];
	char line[1024];

	if (argc < 2) {
		fprintf(stderr, "usage: alloc_sweep DIR SYSTEM...\n");
		return 2;
	}
	need(!chdir(argv[1]));
	systems = argv + 2;
	inject = open("/proc/thread-self/fail-nth", O_RDWR);
	need(inject >= 0);
	read_settings(all, true);
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (!*line || *line == '#')
			continue;
		sweep(line);
	}
	memcpy(before, all, sizeof(all));
	compare("other settings at the end", "all operations", 0, true);
	printf("%lu operations, %lu allocations, %lu refused\n", operations, allocations, refusals);
	return 0;
}
