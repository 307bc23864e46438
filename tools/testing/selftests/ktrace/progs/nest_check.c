// SPDX-License-Identifier: GPL-2.0
/*
 * nest_check [-n POINTS] [-s MICROSECONDS] [-l | -z] - account for every record
 *
 * Has the module test_nest write from all contexts of all CPUs, reads
 * trace_pipe meanwhile, and then checks for every CPU that
 *   - no record is damaged, comes twice or out of its context's order;
 *   - time never goes back;
 *   - every gap in a context's numbers is covered by losses that the trace
 *     reports between the record before the gap and the one after it, and
 *     every loss that it reports is used up by such gaps, exactly;
 *   - the writers' own counts are what was read and what was reported lost.
 *
 *   -n POINTS	for each CPU's thread to pass (default 20000)
 *   -s US	sleep so long between two reads while there are writers
 *   -l		fail if nothing was lost: the check was not much of one
 *   -z		fail if anything was lost
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_CPUS	64
#define CONTEXTS	4
#define LOST		CONTEXTS	/* struct entry.what */
#define NONE		SIZE_MAX

static const char nest_text[] = "the quick brown fox jumps over the lazy dog";
static const char *const context_names[] = { "task", "softirq", "hardirq", "NMI" };

/* A record, by its context and number, or a report of so many lost ones. */
struct entry {
	unsigned int what;
	unsigned long long value;
};

/* What was read of one CPU, in order. */
struct cpu {
	struct entry *entries;
	size_t nr, room;
	unsigned long long last_time;
	unsigned long long last_seq[CONTEXTS];
	unsigned long long read[CONTEXTS];
	unsigned long long lost, reports;
	bool ended;
	unsigned long long counts[CONTEXTS];
};

static struct cpu cpus[MAX_CPUS];
static unsigned int failures;

static void fail(const char *format, ...)
{
	va_list args;

	if (++failures > 20)
		return;
	va_start(args, format);
	printf("# FAIL: ");
	vprintf(format, args);
	printf("\n");
	va_end(args);
}

static void die(const char *what)
{
	printf("# FAIL: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void add(struct cpu *cpu, unsigned int what, unsigned long long value)
{
	if (cpu->nr == cpu->room) {
		cpu->room = cpu->room ? cpu->room * 2 : 1024;
		cpu->entries = realloc(cpu->entries, cpu->room * sizeof(*cpu->entries));
		if (!cpu->entries)
			die("memory");
	}
	cpu->entries[cpu->nr++] = (struct entry) { what, value };
}

/*
 * Reading
 */

/* The digits of "12.345678" or "12345678" as one number. */
static unsigned long long parse_time(const char *text)
{
	unsigned long long time = 0;

	for (; isdigit(*text) || *text == '.'; text++)
		if (*text != '.')
			time = time * 10 + *text - '0';
	return time;
}

static uint32_t expected_sum(uint32_t cpu, uint32_t context, unsigned long long seq)
{
	return (uint32_t)(seq * 2654435761U) ^ cpu << 8 ^ context << 28;
}

static void take_record(unsigned int nr, const char *text, bool long_one, const char *line)
{
	struct cpu *cpu = &cpus[nr];
	unsigned int said, context, sum;
	unsigned long long seq;
	int len = 0;

	if (sscanf(text, "cpu=%u context=%u seq=%llu sum=%x%n", &said,
		   &context, &seq, &sum, &len) < 4 || context >= CONTEXTS) {
		fail("cannot parse: %s", line);
		return;
	}
	if (said != nr)
		fail("written on CPU %u, read on another: %s", said, line);
	if (sum != expected_sum(nr, context, seq))
		fail("wrong checksum: %s", line);
	if (long_one != !(seq % 4))
		fail("not the event of this number: %s", line);
	text += len;
	if (long_one) {
		size_t want = seq % sizeof(nest_text);

		if (strncmp(text, " text=", 6) ||
		    strcmp(text + 6, nest_text + sizeof(nest_text) - 1 - want))
			fail("wrong text: %s", line);
	} else if (*text) {
		fail("something follows: %s", line);
	}
	if (seq <= cpu->last_seq[context])
		fail("%s %llu after %llu: %s", context_names[context],
		     seq, cpu->last_seq[context], line);
	cpu->last_seq[context] = seq;
	cpu->read[context]++;
	add(cpu, context, seq);
}

static void take_end(unsigned int nr, const char *text, const char *line)
{
	struct cpu *cpu = &cpus[nr];
	unsigned long long *counts = cpu->counts;
	unsigned int said;

	if (sscanf(text, "cpu=%u counts=%llu,%llu,%llu,%llu",
		   &said, counts, counts + 1, counts + 2, counts + 3) != 5 || said != nr)
		fail("cannot parse: %s", line);
	if (cpu->ended)
		fail("a second end: %s", line);
	cpu->ended = true;
}

/* "comm-pid [CPU] flags time: EVENT: ..." */
static void take_line(const char *line)
{
	const char *bracket = strchr(line, '['), *at, *time;
	unsigned int nr;
	unsigned long long lost;

	if (*line == '#')
		return;
	if (sscanf(line, "CPU:%u [LOST %llu EVENTS]", &nr, &lost) == 2 &&
	    nr < MAX_CPUS) {
		add(&cpus[nr], LOST, lost);
		cpus[nr].lost += lost;
		cpus[nr].reports++;
		if (!lost)
			fail("nothing was lost: %s", line);
		return;
	}
	at = strstr(line, ": nest");
	if (!at || !bracket || sscanf(bracket, "[%u]", &nr) != 1 || nr >= MAX_CPUS) {
		fail("cannot parse: %s", line);
		return;
	}
	for (time = at; time > line && !isspace(time[-1]); time--)
		;
	if (parse_time(time) < cpus[nr].last_time)
		fail("time goes back: %s", line);
	cpus[nr].last_time = parse_time(time);

	at += 2;
	if (!strncmp(at, "nest: ", 6))
		take_record(nr, at + 6, false, line);
	else if (!strncmp(at, "nest_text: ", 11))
		take_record(nr, at + 11, true, line);
	else if (!strncmp(at, "nest_end: ", 10))
		take_end(nr, at + 10, line);
	else
		fail("unknown event: %s", line);
}

/* Take the whole lines of @buf; returns how many bytes that were. */
static size_t take_lines(char *buf, size_t len)
{
	char *line = buf, *end;

	while ((end = memchr(line, '\n', buf + len - line))) {
		*end = 0;
		take_line(line);
		line = end + 1;
	}
	return line - buf;
}

/* Read until there is nothing more; false if something was read. */
static bool drain(int fd, unsigned int sleep_us, size_t most)
{
	static char buf[65536];
	static size_t have;
	bool empty = true;
	ssize_t got;
	size_t used;

	while ((got = read(fd, buf + have, most < sizeof(buf) - have ? most :
			   sizeof(buf) - have)) > 0) {
		empty = false;
		have += got;
		used = take_lines(buf, have);
		have -= used;
		memmove(buf, buf + used, have);
		if (have == sizeof(buf))
			die("line too long");
		if (sleep_us) {
			usleep(sleep_us);
			return false;
		}
	}
	if (got < 0 && errno != EAGAIN && errno != EINTR)
		die("trace_pipe");
	return empty;
}

/*
 * Checking
 */

/* Where in @cpu's entries the next record of the context of each is. */
static size_t *next_records(const struct cpu *cpu)
{
	size_t *next = malloc((cpu->nr + CONTEXTS) * sizeof(*next));
	size_t latest[CONTEXTS], i;
	unsigned int context;

	if (!next)
		die("memory");
	for (context = 0; context < CONTEXTS; context++)
		latest[context] = NONE;
	for (i = cpu->nr; i--; ) {
		unsigned int what = cpu->entries[i].what;

		if (what == LOST)
			continue;
		next[i] = latest[what];
		latest[what] = i;
	}
	/* Behind the entries: the first of each. */
	memcpy(next + cpu->nr, latest, sizeof(latest));
	return next;
}

/*
 * A gap is open from a context's record to its next one, and has to be filled
 * by losses reported in between.  Each context has one gap open at a time.
 * Giving each loss to the gap that closes first finds a way to fill all of them
 * if there is one.
 */
struct gap {
	unsigned long long left;
	size_t closes;
};

/* The gap behind number @seq, up to entry @next or to the end. */
static struct gap gap_open(const struct cpu *cpu, unsigned int context,
			   unsigned long long seq, size_t next)
{
	unsigned long long then = next == NONE ? cpu->counts[context] + 1 :
				       cpu->entries[next].value;

	return (struct gap) { then > seq ? then - seq - 1 : 0, next };
}

static unsigned long long gaps_fill(struct gap *gaps, unsigned long long lost)
{
	while (lost) {
		struct gap *first = NULL;
		unsigned int context;
		unsigned long long take;

		for (context = 0; context < CONTEXTS; context++)
			if (gaps[context].left &&
			    (!first || gaps[context].closes < first->closes))
				first = &gaps[context];
		if (!first)
			break;
		take = first->left < lost ? first->left : lost;
		first->left -= take;
		lost -= take;
	}
	return lost;
}

static void check_gaps(unsigned int nr, const struct cpu *cpu)
{
	size_t *next = next_records(cpu), i;
	struct gap gaps[CONTEXTS];
	unsigned int context;
	unsigned long long over;

	for (context = 0; context < CONTEXTS; context++)
		gaps[context] = gap_open(cpu, context, 0, next[cpu->nr + context]);
	for (i = 0; i < cpu->nr; i++) {
		const struct entry *entry = &cpu->entries[i];

		context = entry->what;
		if (context == LOST) {
			over = gaps_fill(gaps, entry->value);
			if (over)
				fail("CPU %u, entry %zu: %llu of %llu reported lost were not",
				     nr, i, over, entry->value);
			continue;
		}
		if (gaps[context].left)
			fail("CPU %u, entry %zu: %llu before %s %llu are missing without a report",
			     nr, i, gaps[context].left, context_names[context], entry->value);
		gaps[context] = gap_open(cpu, context, entry->value, next[i]);
	}
	for (context = 0; context < CONTEXTS; context++)
		if (gaps[context].left)
			fail("CPU %u: %llu at the end of %s are missing without a report",
			     nr, gaps[context].left, context_names[context]);
	free(next);
}

static void check_cpu(unsigned int nr, struct cpu *cpu)
{
	unsigned long long counted = 0, read = 0;
	unsigned int context;

	if (!cpu->ended) {
		fail("CPU %u: the record of its counts was not read", nr);
		return;
	}
	for (context = 0; context < CONTEXTS; context++) {
		counted += cpu->counts[context];
		read += cpu->read[context];
		if (!cpu->counts[context])
			fail("CPU %u: nothing was written by %s", nr,
			     context_names[context]);
	}
	if (counted != read + cpu->lost)
		fail("CPU %u: %llu written, %llu read, %llu lost",
		     nr, counted, read, cpu->lost);
	check_gaps(nr, cpu);
	printf("# CPU %u: written %llu (task %llu, softirq %llu, hardirq %llu, NMI %llu)",
	       nr, counted, cpu->counts[0], cpu->counts[1], cpu->counts[2],
	       cpu->counts[3]);
	printf(" = read %llu + lost %llu in %llu places\n", read, cpu->lost,
	       cpu->reports);
}

/* What the module says of its counts is what it wrote into the trace. */
static void check_counts(const char *path)
{
	FILE *file = fopen(path, "r");
	unsigned int nr, seen = 0;
	unsigned long long c[CONTEXTS];

	if (!file)
		die(path);
	while (fscanf(file, "cpu=%u counts=%llu,%llu,%llu,%llu\n",
		      &nr, c, c + 1, c + 2, c + 3) == 5) {
		if (nr >= MAX_CPUS || memcmp(c, cpus[nr].counts, sizeof(c)))
			fail("CPU %u: its counts are not those in the trace", nr);
		if (nr < MAX_CPUS)
			check_cpu(nr, &cpus[nr]);
		seen++;
	}
	if (!seen)
		fail("no counts");
	fclose(file);
}

/*
 * Running
 */

static void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		die(path);
	close(fd);
}

static void in_dir(char *path, size_t size, const char *variable,
		   const char *otherwise, const char *name)
{
	const char *dir = getenv(variable);

	snprintf(path, size, "%s/%s", dir ? dir : otherwise, name);
}

/* Have the writers run, and read until all that they wrote was read. */
static void run(int fd, const char *path, const char *points, unsigned int sleep_us)
{
	pid_t child = fork();
	int status = 0;

	if (child < 0)
		die("fork");
	if (!child) {
		write_file(path, points);
		exit(0);
	}
	while (waitpid(child, &status, WNOHANG) == 0)
		if (drain(fd, sleep_us, sleep_us ? 4096 : SIZE_MAX))
			usleep(1000);
	if (status)
		fail("the writers failed");
	while (!drain(fd, 0, SIZE_MAX))
		;
}

int main(int argc, char **argv)
{
	char path[256], nest[256];
	const char *points = "20000";
	bool want_loss = false, want_none = false;
	unsigned int sleep_us = 0, i;
	unsigned long long lost = 0;
	int fd, option;

	while ((option = getopt(argc, argv, "n:s:lz")) != -1) {
		switch (option) {
		case 'n':
			points = optarg;
			break;
		case 's':
			sleep_us = atoi(optarg);
			break;
		case 'l':
			want_loss = true;
			break;
		case 'z':
			want_none = true;
			break;
		default:
			return 2;
		}
	}
	in_dir(path, sizeof(path), "KTRACE", "/sys/kernel/debug/ktrace", "trace_pipe");
	fd = open(path, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		die(path);
	in_dir(nest, sizeof(nest), "KTRACE_NEST", "/sys/kernel/debug/ktrace_nest", "run");
	run(fd, nest, points, sleep_us);
	in_dir(nest, sizeof(nest), "KTRACE_NEST", "/sys/kernel/debug/ktrace_nest", "end");
	write_file(nest, "1");
	while (!drain(fd, 0, SIZE_MAX))
		;
	in_dir(nest, sizeof(nest), "KTRACE_NEST", "/sys/kernel/debug/ktrace_nest", "counts");
	check_counts(nest);

	for (i = 0; i < MAX_CPUS; i++)
		lost += cpus[i].lost;
	if (want_loss && !lost)
		fail("nothing was lost");
	if (want_none && lost)
		fail("%llu were lost", lost);
	if (failures)
		printf("# %u failures\n", failures);
	return !!failures;
}
