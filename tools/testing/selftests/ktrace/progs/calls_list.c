// SPDX-License-Identifier: GPL-2.0
/*
 * calls_list trace|strace TID FILE - list the calls that a tracer recorded for a thread
 * of "calls"
 *
 * Prints the calls between the two marks in the format of the program "calls", so that
 * a test can compare both lists. FILE is
 *
 *	trace	ktrace's file trace, with sys_enter and sys_exit events
 *	strace	the output of "strace -ff -e raw=all" for that thread
 *
 * In a trace, each sys_enter event of the thread must be followed by the sys_exit event
 * of the same call. Any other order, a line that reports lost records, and a missing
 * mark are errors; the exit status is then 1.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK_BEGIN	"prctl(6b740000,0,0,0,0)"
#define MARK_END	"prctl(6b740001,0,0,0,0)"

static const char *tid;
static char pending[512];
static bool inside, done;
static unsigned long line_nr;

static void bad(const char *what, const char *line)
{
	fprintf(stderr, "calls_list: line %lu: %s: %s", line_nr, what, line);
	exit(1);
}

/*
 * The sys_enter and sys_exit events have the names of the kernel's functions.  These
 * differ from the names in user space, which "calls" and strace print.
 */
static const struct {
	const char *function, *call;
} renamed[] = {
	{ "newstat(", "stat(" },
	{ "newfstat(", "fstat(" },
	{ "newlstat(", "lstat(" },
	{ "newuname(", "uname(" },
	{ "sendfile64(", "sendfile(" },
	{ "umount(", "umount2(" },
};

static void print_call(const char *call, long ret)
{
	size_t i, len;

	for (i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++) {
		len = strlen(renamed[i].function);
		if (strncmp(call, renamed[i].function, len))
			continue;
		printf("%s %s%s = %ld\n", tid, renamed[i].call, call + len, ret);
		return;
	}
	printf("%s %s = %ld\n", tid, call, ret);
}

/* Print a completed call if it lies between the marks. */
static void put(const char *call, long ret)
{
	if (!strcmp(call, MARK_BEGIN))
		inside = true;
	if (!inside)
		return;
	print_call(call, ret);
	if (!strcmp(call, MARK_END)) {
		inside = false;
		done = true;
	}
}

/* Copy a comma separated list of numbers without names, spaces and 0x. */
static void copy_args(char *to, const char *from, bool named, const char *line)
{
	bool first = true;

	while (*from && *from != ')') {
		char *end;

		if (named) {
			from = strchr(from, ':');
			if (!from)
				bad("an argument without a name", line);
			from++;
		}
		to += sprintf(to, "%s%lx", first ? "" : ",", strtoul(from, &end, 16));
		if (end == from)
			bad("an argument that is not a number", line);
		from = end;
		first = false;
		while (*from == ',' || *from == ' ')
			from++;
	}
	if (*from != ')')
		bad("no end of the arguments", line);
	sprintf(to, ")");
}

/* "  comm-TID [cpu] flags time: sys_NAME(...)" or "... sys_NAME -> 0x..." */
static void trace_line(const char *line)
{
	char want[16], call[512];
	const char *p, *name, *at;

	if (*line == '#')
		return;
	if (strstr(line, "LOST"))
		bad("something was lost", line);
	/* A thread name may contain any text except " [". */
	at = strstr(line, " [");
	snprintf(want, sizeof(want), "-%s", tid);
	if (!at)
		bad("no CPU", line);
	for (p = at; p > line && p[-1] == ' '; p--)
		;
	if (p - line < (long)strlen(want) || strncmp(p - strlen(want), want, strlen(want)))
		return;
	name = strstr(at, ": sys_");
	if (!name)
		bad("not a system call", line);
	name += strlen(": sys_");
	p = strpbrk(name, "( ");
	if (!p || p - name > 64)
		bad("no name", line);
	if (*p == '(') {
		if (*pending)
			bad("entered twice", line);
		sprintf(call, "%.*s(", (int)(p - name), name);
		copy_args(call + strlen(call), p + 1, true, line);
		memcpy(pending, call, sizeof(pending));
		return;
	}
	if (strncmp(p, " -> 0x", 6))
		bad("neither entry nor exit", line);
	if (!*pending && !inside)
		return;
	if (strncmp(pending, name, p - name) || pending[p - name] != '(')
		bad("left without having been entered", line);
	put(pending, strtoul(p + 4, NULL, 16));
	*pending = 0;
}

static long errno_named(const char *name)
{
	size_t len = strcspn(name, "\n ");
	long i;

	for (i = 1; i < 4096; i++) {
		const char *is = strerrorname_np(i);

		if (is && strlen(is) == len && !strncmp(is, name, len))
			return i;
	}
	return 0;
}

/* "NAME(0x..., 0x...)   = 0x..." or "= -1 ENAME (text)" */
static void strace_line(const char *line)
{
	const char *open = strchr(line, '('), *is = strstr(line, " = ");
	char call[512];
	long ret;

	if (!open || !is || open - line > 64 || open > is)
		return;		/* a signal, or the end of the thread */
	sprintf(call, "%.*s(", (int)(open - line), line);
	copy_args(call + strlen(call), open + 1, false, line);
	is += strlen(" = ");
	if (!strncmp(is, "-1 ", 3))
		ret = -errno_named(is + 3);
	else
		ret = strtoul(is, NULL, 0);
	put(call, ret);
}

int main(int argc, char **argv)
{
	char line[4096];
	FILE *in;

	if (argc != 4 || (strcmp(argv[1], "trace") && strcmp(argv[1], "strace"))) {
		fprintf(stderr, "usage: calls_list trace|strace TID FILE\n");
		return 2;
	}
	tid = argv[2];
	in = fopen(argv[3], "r");
	if (!in) {
		perror(argv[3]);
		return 1;
	}
	while (fgets(line, sizeof(line), in)) {
		line_nr++;
		if (!strcmp(argv[1], "trace"))
			trace_line(line);
		else
			strace_line(line);
	}
	if (!done || inside) {
		fprintf(stderr, "calls_list: the marks are not there\n");
		return 1;
	}
	return 0;
}
