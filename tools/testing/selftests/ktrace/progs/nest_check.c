// SPDX-License-Identifier: GPL-2.0
/*
 * nest_check [OPTIONS] - account for every record
 *
 * The module test_nest writes from all contexts of all CPUs. The program reads
 * meanwhile, and checks for every CPU that
 *   - no record is damaged or duplicated, and the records of each context are in order;
 *   - time never goes back;
 *   - every gap in a context's numbers is covered by losses that the trace
 *     reports between the record before the gap and the one after it, and
 *     such gaps account for every reported loss exactly;
 *   - the counts of the writers equal the sum of read and lost records, and
 *     the counts in stats.
 *
 *   -n POINTS	number of points that the thread of each CPU passes (default 20000)
 *   -s US	sleep between two reads while writers run
 *   -l		fail if no record was lost, because then the check proves little
 *   -z		fail if a record was lost
 *   -r		read trace_pipe, trace_pipe_raw by read and by splice in turns, and read
 *		the file trace, which must continue after the last read record
 *   -p		run the reader at a higher priority than the writers: on a single CPU
 *		the reader hardly runs otherwise
 *   -c COMMAND	run a shell command; the writers start when the command has closed its
 *		file descriptor 3, and SIGTERM ends the command after the writers; may be
 *		repeated
 *   -t		change the clock from time to time
 *   -o		switch recording off and on, and reset, from time to time: points passed
 *		while off must be neither read nor reported, all other points must be
 *   -x		other programs also read, reset or switch off: only check that stats
 *		never exceed the counts
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_CPUS	64
#define CONTEXTS	4
#define MAX_RANGES	64
#define MAX_PAGE	(512 * 1024)
#define MAX_COMMANDS	8
#define READY_FD	3

typedef unsigned long long u64;

static const char nest_text[] = "the quick brown fox jumps over the lazy dog";
static const char *const context_names[] = { "task", "softirq", "hardirq", "NMI" };

/* A reported loss: its position, its size, and the part that no gap has used up. */
struct report {
	u64 at;
	u64 all, left;
};

/*
 * Numbers behind @from, up to @to, that may be missing, because a reset or a time
 * without recording covered them. @never: they must be missing, in records and in
 * reports.
 */
struct range {
	u64 from, to;
	bool never;
};

/*
 * A gap is open from one record of a context to the next. Losses reported in between
 * must fill the gap.
 */
struct context {
	u64 last;		/* last number that was read */
	u64 opened;		/* position of that record */
	u64 read;
	bool some;		/* a loss of unknown size was reported since then */
	struct range ranges[MAX_RANGES];
	unsigned int nr_ranges;
};

/* Everything read from one CPU. */
struct cpu {
	u64 at;			/* number of records and reports so far */
	struct context contexts[CONTEXTS];
	struct report *reports;
	size_t nr_reports, room;
	u64 slack;		/* number of losses whose report is optional */
	u64 time, raw_time;	/* time of the last record, in the text and in the pages */
	u64 lost, places;
	bool some;		/* there were losses of unknown size */
	bool ended;
	u64 counts[CONTEXTS];
	/* Since the last reset: records read and reported lost. */
	u64 since_read, since_lost;
	u64 base;		/* lower bound of the points passed before the reset */
};

static struct cpu cpus[MAX_CPUS];
static struct cpu views[MAX_CPUS];
/* The CPUs in use: cpus, or views, which continue from there. */
static struct cpu *now = cpus;
static unsigned int nr_cpus;
static unsigned int failures;

static bool in_turns, first, change_clock, switch_off, others;
static bool clock_in_ns = true;
static unsigned int switches, resets, clocks, looks, view_records, pages_read, pages_spliced;

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

/*
 * The account
 */

static u64 overlap(const struct range *range, u64 from, u64 to)
{
	u64 low = range->from > from ? range->from : from;
	u64 high = range->to < to ? range->to : to;

	return high > low ? high - low : 0;
}

/* How many of the numbers behind @from, up to @to, must be reported lost? */
static u64 must_be_lost(struct cpu *cpu, struct context *context, u64 from, u64 to)
{
	u64 must = to > from ? to - from : 0;
	unsigned int i, kept = 0;

	for (i = 0; i < context->nr_ranges; i++) {
		struct range *range = &context->ranges[i];
		u64 covered = overlap(range, from, to);

		must -= covered;
		if (!range->never)
			cpu->slack += covered;
		if (range->to > to)
			context->ranges[kept++] = *range;
	}
	context->nr_ranges = kept;
	if (context->some) {
		cpu->slack += must;
		must = 0;
	}
	return must;
}

/*
 * Close the gap of @nr numbers behind context->last. Use the oldest reports first,
 * because gaps that close later can use the oldest reports least.
 */
static u64 gap_close(struct cpu *cpu, struct context *context, u64 nr)
{
	u64 must = must_be_lost(cpu, context, context->last, context->last + nr);
	size_t i;

	for (i = 0; must && i < cpu->nr_reports; i++) {
		struct report *report = &cpu->reports[i];
		u64 take = report->left < must ? report->left : must;

		if (report->at < context->opened)
			continue;
		report->left -= take;
		must -= take;
	}
	return must;
}

/* Drop the reports before @at, which no open gap can use. */
static void reports_expire(unsigned int nr, struct cpu *cpu, u64 at)
{
	size_t i;

	for (i = 0; i < cpu->nr_reports && cpu->reports[i].at < at; i++) {
		struct report *report = &cpu->reports[i];

		if (others)
			continue;
		if (report->left > cpu->slack)
			fail("CPU %u, entry %llu: %llu of %llu reported lost were not",
			     nr, report->at, report->left - cpu->slack, report->all);
		cpu->slack -= report->left > cpu->slack ? cpu->slack : report->left;
	}
	if (!i)
		return;
	cpu->nr_reports -= i;
	memmove(cpu->reports, cpu->reports + i, cpu->nr_reports * sizeof(*cpu->reports));
}

/* Note that the trace reported @lost lost records, or an unknown number if @lost is 0. */
static void take_report(struct cpu *cpu, u64 lost)
{
	unsigned int i;

	cpu->places++;
	cpu->at++;
	if (!lost) {
		cpu->some = true;
		for (i = 0; i < CONTEXTS; i++)
			cpu->contexts[i].some = true;
		return;
	}
	cpu->lost += lost;
	cpu->since_lost += lost;
	if (others)
		return;
	if (cpu->nr_reports == cpu->room) {
		cpu->room = cpu->room ? cpu->room * 2 : 64;
		cpu->reports = realloc(cpu->reports, cpu->room * sizeof(*cpu->reports));
		if (!cpu->reports)
			die("memory");
	}
	cpu->reports[cpu->nr_reports++] = (struct report) { cpu->at, lost, lost };
}

static void take_number(unsigned int nr, unsigned int which, u64 seq, const char *line)
{
	struct cpu *cpu = &now[nr];
	struct context *context = &cpu->contexts[which];
	unsigned int i;
	u64 left, at;

	cpu->at++;
	cpu->since_read++;
	context->read++;
	if (seq <= context->last) {
		fail("%s %llu after %llu: %s", context_names[which], seq,
		     context->last, line);
		return;
	}
	for (i = 0; i < context->nr_ranges; i++)
		if (context->ranges[i].never && seq > context->ranges[i].from &&
		    seq <= context->ranges[i].to)
			fail("%s %llu was passed before a reset or while off: %s",
			     context_names[which], seq, line);
	left = others ? 0 : gap_close(cpu, context, seq - context->last - 1);
	if (left)
		fail("CPU %u, entry %llu: %llu before %s %llu are missing without a report",
		     nr, cpu->at, left, context_names[which], seq);
	context->last = seq;
	context->some = false;
	context->opened = cpu->at;

	at = cpu->at;
	for (i = 0; i < CONTEXTS; i++)
		if (cpu->contexts[i].opened < at)
			at = cpu->contexts[i].opened;
	if (cpu->nr_reports && cpu->reports[0].at < at)
		reports_expire(nr, cpu, at);
}

/*
 * Records
 */

static uint32_t expected_sum(uint32_t cpu, uint32_t context, u64 seq)
{
	return (uint32_t)(seq * 2654435761U) ^ cpu << 8 ^ context << 28;
}

/* The contents of a record. @text is NULL in a short record. */
struct said {
	unsigned int cpu, context, sum;
	u64 seq;
	const char *text;
};

static void take_record(unsigned int nr, const struct said *said, const char *line)
{
	if (said->context >= CONTEXTS) {
		fail("cannot parse: %s", line);
		return;
	}
	if (said->cpu != nr)
		fail("written on CPU %u, read on another: %s", said->cpu, line);
	if (said->sum != expected_sum(nr, said->context, said->seq))
		fail("wrong checksum: %s", line);
	if (!said->text != !!(said->seq % 4))
		fail("not the event of this number: %s", line);
	if (said->text && strcmp(said->text, nest_text + sizeof(nest_text) - 1 -
				 said->seq % sizeof(nest_text)))
		fail("wrong text: %s", line);
	take_number(nr, said->context, said->seq, line);
}

static void take_time(unsigned int nr, u64 time, const char *line)
{
	struct cpu *cpu = &now[nr];

	if (time < cpu->time)
		fail("time goes back from %llu: %s", cpu->time, line);
	cpu->time = time;
}

static void take_end(unsigned int nr, unsigned int said, const u64 *counts,
		     const char *line)
{
	struct cpu *cpu = &now[nr];

	if (said != nr)
		fail("cannot parse: %s", line);
	if (cpu->ended)
		fail("a second end: %s", line);
	cpu->ended = true;
	cpu->since_read++;
	memcpy(cpu->counts, counts, sizeof(cpu->counts));
}

/*
 * Text
 */

/* The digits of "12.345678" or "12345678" as one number. */
static u64 parse_time(const char *text)
{
	u64 time = 0;

	for (; isdigit(*text) || *text == '.'; text++)
		if (*text != '.')
			time = time * 10 + *text - '0';
	return time;
}

static void parse_record(unsigned int nr, const char *text, bool long_one, const char *line)
{
	struct said said = { 0 };
	int len = 0;

	if (sscanf(text, "cpu=%u context=%u seq=%llu sum=%x%n", &said.cpu,
		   &said.context, &said.seq, &said.sum, &len) < 4) {
		fail("cannot parse: %s", line);
		return;
	}
	text += len;
	if (long_one && !strncmp(text, " text=", 6))
		said.text = text + 6;
	else if (long_one)
		fail("wrong text: %s", line);
	else if (*text)
		fail("something follows: %s", line);
	take_record(nr, &said, line);
}

static void parse_end(unsigned int nr, const char *text, const char *line)
{
	u64 counts[CONTEXTS];
	unsigned int said;

	if (sscanf(text, "cpu=%u counts=%llu,%llu,%llu,%llu",
		   &said, counts, counts + 1, counts + 2, counts + 3) != 5)
		fail("cannot parse: %s", line);
	else
		take_end(nr, said, counts, line);
}

/* "comm-pid [CPU] flags time: EVENT: ..." */
static void take_line(const char *line)
{
	const char *bracket = strchr(line, '['), *at, *time;
	unsigned int nr;
	u64 lost;

	if (*line == '#')
		return;
	if (sscanf(line, "CPU:%u [LOST %llu EVENTS]", &nr, &lost) == 2 &&
	    nr < MAX_CPUS) {
		if (lost)
			take_report(&now[nr], lost);
		else
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
	take_time(nr, parse_time(time), line);
	at += 2;
	if (!strncmp(at, "nest: ", 6))
		parse_record(nr, at + 6, false, line);
	else if (!strncmp(at, "nest_text: ", 11))
		parse_record(nr, at + 11, true, line);
	else if (!strncmp(at, "nest_end: ", 10))
		parse_end(nr, at + 10, line);
	else
		fail("unknown event: %s", line);
}

/* Take the whole lines of @buf. Return the number of bytes taken. */
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

/* Read lines until there are no more, at most @times. Return false if there were data. */
static bool drain(int fd, unsigned int sleep_us, size_t most, unsigned int times)
{
	static char buf[65536];
	static size_t have;
	bool empty = true;
	ssize_t got = 0;
	size_t used;

	while (times-- && (got = read(fd, buf + have, most < sizeof(buf) - have ?
				      most : sizeof(buf) - have)) > 0) {
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
 * Files
 */

static const char *in_dir(const char *variable, const char *otherwise, const char *name)
{
	static char path[256];
	const char *dir = getenv(variable);

	snprintf(path, sizeof(path), "%s/%s", dir ? dir : otherwise, name);
	return path;
}

static const char *ktrace_file(const char *name)
{
	return in_dir("KTRACE", "/sys/kernel/debug/ktrace", name);
}

static const char *nest_file(const char *name)
{
	return in_dir("KTRACE_NEST", "/sys/kernel/debug/ktrace_nest", name);
}

static const char *cpu_file(unsigned int cpu, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "per_cpu/cpu%u/%s", cpu, name);
	return ktrace_file(path);
}

static void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		die(path);
	close(fd);
}

static int open_file(const char *path, int flags)
{
	int fd = open(path, flags);

	if (fd < 0)
		die(path);
	return fd;
}

/* Read a small file into @text. */
static void read_file(const char *path, char *text, size_t size)
{
	int fd = open_file(path, O_RDONLY);
	ssize_t got = read(fd, text, size - 1);

	if (got < 0)
		die(path);
	text[got] = 0;
	close(fd);
}

/* Read the present counts of the writers. Return the number of CPUs. */
/* Points passed, and the number of points whose records were complete at that time. */
struct counts {
	u64 passed[CONTEXTS], complete[CONTEXTS];
};

static unsigned int read_counts(struct counts *counts)
{
	FILE *file = fopen(nest_file("counts"), "r");
	unsigned int nr, seen = 0;
	struct counts c;
	u64 *p = c.passed, *q = c.complete;

	if (!file)
		die("counts");
	while (fscanf(file, "cpu=%u counts=%llu,%llu,%llu,%llu complete=%llu,%llu,%llu,%llu\n",
		      &nr, p, p + 1, p + 2, p + 3, q, q + 1, q + 2, q + 3) == 9) {
		/* CPU numbers are consecutive from 0 in these guests. */
		if (nr != seen || nr >= MAX_CPUS)
			fail("counts of CPU %u", nr);
		else
			counts[seen++] = c;
	}
	fclose(file);
	return seen;
}

static u64 sum_counts(const u64 *counts)
{
	return counts[0] + counts[1] + counts[2] + counts[3];
}

/*
 * Stats
 */

struct stats {
	u64 entries, overrun, dropped, read;
};

/* Sums over all CPUs, at the end. */
static struct stats total;
static u64 total_written;

static u64 stats_value(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

static struct stats read_stats(unsigned int cpu)
{
	struct stats stats;
	char text[1024];

	read_file(cpu_file(cpu, "stats"), text, sizeof(text));
	stats.entries = stats_value(text, "entries: ");
	stats.overrun = stats_value(text, "\noverrun: ");
	/* stats counts drops caused by an interrupted writer separately. */
	stats.dropped = stats_value(text, "\ndropped events: ") +
			stats_value(text, "\ncommit overrun: ");
	stats.read = stats_value(text, "\nread events: ");
	return stats;
}

/* While writers run, stats must not exceed the points passed. */
static void check_stats_now(void)
{
	struct counts counts[MAX_CPUS];
	u64 told[MAX_CPUS];
	unsigned int cpu, seen;
	struct stats stats;

	for (cpu = 0; cpu < nr_cpus; cpu++) {
		stats = read_stats(cpu);
		told[cpu] = stats.entries + stats.overrun + stats.dropped + stats.read;
	}
	seen = read_counts(counts);
	for (cpu = 0; cpu < seen; cpu++)
		if (told[cpu] > sum_counts(counts[cpu].passed) - cpus[cpu].base)
			fail("CPU %u: stats tell of %llu records, %llu were written",
			     cpu, told[cpu],
			     sum_counts(counts[cpu].passed) - cpus[cpu].base);
}

/* At the end, stats must equal the read and lost records. */
static void check_stats(unsigned int nr, const struct cpu *cpu)
{
	struct stats stats;
	u64 lost;

	if (access(cpu_file(nr, "stats"), F_OK) || others)
		return;
	stats = read_stats(nr);
	total.entries += stats.entries;
	total.overrun += stats.overrun;
	total.dropped += stats.dropped;
	total.read += stats.read;
	lost = stats.overrun + stats.dropped;
	if (stats.entries || stats.read != cpu->since_read ||
	    (cpu->some ? lost < cpu->since_lost : lost != cpu->since_lost))
		fail("CPU %u: read %llu, lost %s%llu; stats: read %llu, lost %llu, unread %llu",
		     nr, cpu->since_read, cpu->some ? "more than " : "", cpu->since_lost,
		     stats.read, lost, stats.entries);
	/* The counts do not include the record of the counts itself. */
	if (!resets && !switches &&
	    sum_counts(cpu->counts) + 1 != stats.read + lost)
		fail("CPU %u: %llu written; stats: read %llu, overwritten %llu, dropped %llu",
		     nr, sum_counts(cpu->counts) + 1, stats.read, stats.overrun, stats.dropped);
}

/*
 * Pages
 */

/* Offsets of the fields in the records of an event. */
struct layout {
	unsigned int id;
	unsigned int cpu, context, seq, sum, text, counts;
};

static struct layout layouts[3];	/* nest, nest_text, nest_end */

static unsigned int field_offset(const char *format, const char *name)
{
	char want[32];
	const char *at;

	snprintf(want, sizeof(want), " %s;\toffset:", name);
	at = strstr(format, want);
	return at ? strtoul(at + strlen(want), NULL, 10) : 0;
}

static void read_layout(const char *event, struct layout *layout)
{
	char path[128], text[4096];
	const char *id;

	snprintf(path, sizeof(path), "events/points/%s/format", event);
	read_file(ktrace_file(path), text, sizeof(text));
	id = strstr(text, "ID: ");
	layout->id = id ? strtoul(id + 4, NULL, 10) : 0;
	layout->cpu = field_offset(text, "cpu");
	layout->context = field_offset(text, "context");
	layout->seq = field_offset(text, "seq");
	layout->sum = field_offset(text, "sum");
	layout->text = field_offset(text, "text");
	if (!layout->id || !layout->cpu)
		fail("%s", text);
}

static uint32_t get32(const unsigned char *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static u64 get64(const unsigned char *at)
{
	u64 value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static void take_payload(unsigned int nr, const unsigned char *at, unsigned int len, u64 time)
{
	unsigned int id = get32(at) & 0xffff, text;
	const struct layout *layout;
	struct said said = { 0 };
	char line[128];
	unsigned int i;

	for (i = 0; i < 3 && layouts[i].id != id; i++)
		;
	snprintf(line, sizeof(line), "CPU %u, of a page: event %u, time %llu, %u bytes",
		 nr, id, time, len);
	if (i == 3) {
		fail("unknown event: %s", line);
		return;
	}
	if (time < now[nr].raw_time)
		fail("time goes back from %llu in a page: %s", now[nr].raw_time, line);
	now[nr].raw_time = time;
	take_time(nr, clock_in_ns ? (time + 500) / 1000 : time, line);
	layout = &layouts[i];
	said.cpu = get32(at + layout->cpu);
	if (i == 2) {
		u64 counts[CONTEXTS];

		/* Four counts follow the CPU, aligned to their size. */
		memcpy(counts, at + layout->cpu + 8, sizeof(counts));
		take_end(nr, said.cpu, counts, line);
		return;
	}
	said.context = get32(at + layout->context);
	said.seq = get64(at + layout->seq);
	said.sum = get32(at + layout->sum);
	if (i == 1) {
		text = get32(at + layout->text) & 0xffff;
		if (text >= len || !memchr(at + text, 0, len - text))
			fail("wrong text: %s", line);
		else
			said.text = (const char *)at + text;
	}
	take_record(nr, &said, line);
}

/*
 * Walk over a page of @bytes; with @take, take its records. Behind the records the page
 * must contain only zeros. Return false if the page does not have this size.
 */
static bool walk_page(unsigned int nr, const unsigned char *page, size_t bytes, bool take)
{
	u64 time = get64(page), commit = get64(page + 8), lost = 0;
	size_t at = 16, end = 16 + (commit & ((1 << 27) - 1)), zeros;

	if (end > bytes || end == 16)
		return false;
	zeros = end;
	if (commit & 1U << 30) {
		if (end + 8 > bytes || !(commit & 1U << 31))
			return false;
		lost = get64(page + end);
		zeros += 8;
	}
	for (; zeros < bytes; zeros++)
		if (page[zeros])
			return false;
	if (take && commit & 1U << 31)
		take_report(&now[nr], lost);
	while (at < end) {
		uint32_t head = get32(page + at), type = head & 31, len;

		at += 4;
		time += head >> 5;
		if (type == 30) {
			time += (u64)get32(page + at) << 27;
			at += 4;
			continue;
		}
		if (type > 28)
			return false;
		len = type ? type * 4 : get32(page + at) - 4;
		at += type ? 0 : 4;
		if (len < 8 || len > bytes || at + len > end)
			return false;
		if (take)
			take_payload(nr, page + at, len, time);
		at += len;
	}
	return at == end;
}

/* Take consecutive pages of one size, which the last resize may have changed. */
static unsigned int take_pages(unsigned int nr, const unsigned char *buf, size_t len)
{
	unsigned int got = 0;
	size_t size, at;

	for (size = MAX_PAGE; size >= 4096; size /= 2) {
		if (len % size)
			continue;
		for (at = 0; at < len && walk_page(nr, buf + at, size, false); at += size)
			;
		if (at == len)
			break;
	}
	if (size < 4096) {
		fail("CPU %u: %zu bytes that are no pages", nr, len);
		return 0;
	}
	for (at = 0; at < len; at += size, got++)
		walk_page(nr, buf + at, size, true);
	return got;
}

static int raw_fds[MAX_CPUS];
static int pipes[2];
static unsigned char page_buf[2 * MAX_PAGE];

static size_t raw_read(unsigned int cpu)
{
	ssize_t got = read(raw_fds[cpu], page_buf, sizeof(page_buf));

	if (got < 0 && errno != EAGAIN)
		die("trace_pipe_raw");
	if (got > 0)
		pages_read += take_pages(cpu, page_buf, got);
	return got > 0 ? got : 0;
}

static size_t raw_splice(unsigned int cpu)
{
	ssize_t got = splice(raw_fds[cpu], NULL, pipes[1], NULL, MAX_PAGE, SPLICE_F_NONBLOCK);
	ssize_t have = 0, n;

	if (got < 0 && errno != EAGAIN)
		die("trace_pipe_raw, by splice");
	while (have < got) {
		n = read(pipes[0], page_buf + have, got - have);
		if (n <= 0)
			die("pipe");
		have += n;
	}
	if (have)
		pages_spliced += take_pages(cpu, page_buf, have);
	return have;
}

/*
 * Turns
 */

/*
 * Read the unread records through the file trace, which continues after the last read
 * record.
 */
static void look(void)
{
	int fd = open_file(ktrace_file("trace"), O_RDONLY);
	static char buf[65536];
	size_t have = 0, used;
	unsigned int i;
	ssize_t got;

	for (i = 0; i < nr_cpus; i++) {
		views[i] = cpus[i];
		views[i].reports = malloc((cpus[i].room + 1) * sizeof(struct report));
		if (!views[i].reports)
			die("memory");
		memcpy(views[i].reports, cpus[i].reports,
		       cpus[i].nr_reports * sizeof(struct report));
	}
	now = views;
	while ((got = read(fd, buf + have, sizeof(buf) - have)) > 0) {
		have += got;
		used = take_lines(buf, have);
		have -= used;
		memmove(buf, buf + used, have);
	}
	if (got < 0)
		die("trace");
	close(fd);
	now = cpus;
	looks++;
	for (i = 0; i < nr_cpus; i++) {
		view_records += views[i].at - cpus[i].at;
		free(views[i].reports);
	}
}

static void range_add(struct context *context, u64 from, u64 to, bool never)
{
	u64 before = context->last;

	if (context->nr_ranges)
		before = context->ranges[context->nr_ranges - 1].to;
	if (from < before)
		from = before;
	if (to > from)
		context->ranges[context->nr_ranges++] = (struct range) { from, to, never };
}

/* The counts may include one point of each context that is not passed yet. */
static u64 passed(u64 count)
{
	return count ? count - 1 : 0;
}

/* A reset leaves an unfinished record, which may be read after its completion. */
static void do_reset(void)
{
	struct counts before[MAX_CPUS], after[MAX_CPUS];
	u64 may;
	unsigned int cpu, seen, i;

	seen = read_counts(before);
	write_file(ktrace_file("trace"), "\n");
	read_counts(after);
	for (cpu = 0; cpu < seen; cpu++) {
		struct cpu *c = &cpus[cpu];

		may = c->slack;
		c->base = 0;
		for (i = 0; i < CONTEXTS; i++) {
			struct context *context = &c->contexts[i];

			if (after[cpu].passed[i] > context->last)
				may += after[cpu].passed[i] - context->last;
			context->nr_ranges = 0;
			range_add(context, 0, before[cpu].complete[i], true);
			range_add(context, 0, after[cpu].passed[i], false);
			context->some = false;
			context->opened = c->at;
			c->base += before[cpu].complete[i];
		}
		/* Gaps of the reports before the reset can no longer close. */
		for (i = 0; i < c->nr_reports; i++) {
			if (c->reports[i].left > may)
				fail("CPU %u: %llu of %llu reported lost before a reset were not",
				     cpu, c->reports[i].left - may, c->reports[i].all);
			may -= c->reports[i].left > may ? may : c->reports[i].left;
		}
		c->nr_reports = 0;
		c->slack = 0;
		c->some = false;
		c->since_read = 0;
		c->since_lost = 0;
	}
	resets++;
}

static void do_switch(void)
{
	struct counts counts[4][MAX_CPUS];
	unsigned int cpu, seen, i;

	for (cpu = 0; cpu < nr_cpus; cpu++)
		for (i = 0; i < CONTEXTS; i++)
			if (cpus[cpu].contexts[i].nr_ranges > MAX_RANGES - 4)
				return;
	seen = read_counts(counts[0]);
	write_file(ktrace_file("tracing_on"), "0\n");
	read_counts(counts[1]);
	usleep(5000);
	read_counts(counts[2]);
	write_file(ktrace_file("tracing_on"), "1\n");
	read_counts(counts[3]);
	for (cpu = 0; cpu < seen; cpu++) {
		for (i = 0; i < CONTEXTS; i++) {
			struct context *context = &cpus[cpu].contexts[i];

			range_add(context, passed(counts[0][cpu].passed[i]),
				  counts[1][cpu].passed[i], false);
			range_add(context, 0, passed(counts[2][cpu].passed[i]), true);
			range_add(context, 0, counts[3][cpu].passed[i], false);
		}
	}
	switches++;
}

static void do_clock(void)
{
	static const char *const names[] = { "mono", "x86-tsc", "global", "counter",
					     "boot", "local" };
	static unsigned int next;
	const char *name = names[next++ % 6];
	unsigned int cpu;

	write_file(ktrace_file("trace_clock"), name);
	clock_in_ns = strcmp(name, "x86-tsc") && strcmp(name, "counter");
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		cpus[cpu].time = 0;
		cpus[cpu].raw_time = 0;
	}
	clocks++;
}

/* Read once in the next of several ways. Return false if there were data. */
static bool take_turn(int fd)
{
	static unsigned int turn;
	unsigned int cpu, i;
	bool empty = true;

	/* Before the first record, the counts may belong to the previous run. */
	for (cpu = 0; cpu < nr_cpus; cpu++)
		if (!cpus[cpu].contexts[0].last)
			return drain(fd, 0, SIZE_MAX, 1);
	turn++;
	if (turn % 20 == 9)
		look();
	if (turn % 4 == 0) {
		empty = drain(fd, 0, SIZE_MAX, 2);
	} else {
		for (cpu = 0; cpu < nr_cpus; cpu++)
			for (i = 0; i < 8; i++)
				if (turn % 2 ? raw_read(cpu) : raw_splice(cpu))
					empty = false;
				else
					break;
	}
	if (turn % 16 == 5)
		check_stats_now();
	if (change_clock && turn % 13 == 5)
		do_clock();
	if (switch_off && turn % 7 == 3)
		do_switch();
	if (switch_off && turn % 17 == 11)
		do_reset();
	return empty;
}

static void prepare_turns(void)
{
	unsigned int cpu;
	char text[256];

	read_file(ktrace_file("trace_clock"), text, sizeof(text));
	clock_in_ns = !strstr(text, "[x86-tsc]") && !strstr(text, "[counter]") &&
		      !strstr(text, "[uptime]");
	read_layout("nest", &layouts[0]);
	read_layout("nest_text", &layouts[1]);
	read_layout("nest_end", &layouts[2]);
	for (cpu = 0; cpu < MAX_CPUS; cpu++) {
		if (access(cpu_file(cpu, "trace_pipe_raw"), F_OK))
			break;
		raw_fds[cpu] = open_file(cpu_file(cpu, "trace_pipe_raw"),
					 O_RDONLY | O_NONBLOCK);
	}
	nr_cpus = cpu;
	if (pipe(pipes) || fcntl(pipes[1], F_SETPIPE_SZ, MAX_PAGE) < 0)
		die("pipe");
}

/*
 * Running
 */

/* Read until no data are left. */
static void drain_all(int fd)
{
	unsigned int cpu;
	bool empty;

	do {
		empty = drain(fd, 0, SIZE_MAX, UINT32_MAX);
		for (cpu = 0; in_turns && cpu < nr_cpus; cpu++)
			empty &= !raw_splice(cpu) && !raw_read(cpu);
	} while (!empty);
}

/* Start a command, and wait until the command closes READY_FD and is ready for SIGTERM. */
static pid_t start_command(const char *command)
{
	int ready[2];
	pid_t child;
	char c;

	if (pipe(ready))
		die("pipe");
	child = fork();
	if (child < 0)
		die("fork");
	if (!child) {
		if (dup2(ready[1], READY_FD) < 0)
			die("dup2");
		close(ready[0]);
		if (ready[1] != READY_FD)
			close(ready[1]);
		execl("/bin/sh", "sh", "-c", command, NULL);
		die("/bin/sh");
	}
	close(ready[1]);
	if (read(ready[0], &c, 1))
		fail("written to file descriptor %d by: %s", READY_FD, command);
	close(ready[0]);
	return child;
}

static void stop_command(pid_t child, const char *command)
{
	int status = 0;

	kill(child, SIGTERM);
	if (waitpid(child, &status, 0) != child || status)
		fail("status %x from: %s", status, command);
}

/* Run the writers, and read until all their records have been read. */
static void run(int fd, const char *points, unsigned int sleep_us)
{
	pid_t child;
	int status = 0;
	bool empty;

	fflush(stdout);
	child = fork();
	if (child < 0)
		die("fork");
	if (!child) {
		write_file(nest_file("run"), points);
		_exit(0);
	}
	while (waitpid(child, &status, WNOHANG) == 0) {
		if (in_turns)
			empty = take_turn(fd);
		else
			empty = drain(fd, sleep_us, sleep_us ? 4096 : SIZE_MAX, UINT32_MAX);
		if (empty)
			usleep(1000);
	}
	if (status)
		fail("the writers failed");
	drain_all(fd);
}

static void check_cpu(unsigned int nr, struct cpu *cpu)
{
	u64 counted = sum_counts(cpu->counts), read = 0, left;
	unsigned int i;

	if (!cpu->ended) {
		fail("CPU %u: the record of its counts was not read", nr);
		return;
	}
	for (i = 0; i < CONTEXTS; i++) {
		struct context *context = &cpu->contexts[i];

		read += context->read;
		if (!cpu->counts[i])
			fail("CPU %u: nothing was written by %s", nr, context_names[i]);
		if (context->last > cpu->counts[i])
			fail("CPU %u: %s %llu was read, %llu were written", nr,
			     context_names[i], context->last, cpu->counts[i]);
		left = others ? 0 : gap_close(cpu, context, cpu->counts[i] - context->last);
		if (left)
			fail("CPU %u: %llu at the end of %s are missing without a report",
			     nr, left, context_names[i]);
	}
	reports_expire(nr, cpu, UINT64_MAX);
	if (!switches && !resets && !others &&
	    (cpu->some ? counted < read + cpu->lost : counted != read + cpu->lost))
		fail("CPU %u: %llu written, %llu read, %llu lost",
		     nr, counted, read, cpu->lost);
	printf("# CPU %u: written %llu (task %llu, softirq %llu, hardirq %llu, NMI %llu)",
	       nr, counted, cpu->counts[0], cpu->counts[1], cpu->counts[2],
	       cpu->counts[3]);
	printf(" = read %llu + lost %llu in %llu places", read, cpu->lost, cpu->places);
	if (others || switches || resets)
		printf(", and others");
	else if (counted != read + cpu->lost)
		printf(" + %llu reported without a number", counted - read - cpu->lost);
	printf("\n");
	total_written += counted + 1;
	check_stats(nr, cpu);
}

/* The counts in the module's file must equal the counts in the trace. */
static void check_counts(void)
{
	struct counts counts[MAX_CPUS];
	unsigned int nr, seen = read_counts(counts);

	if (!seen)
		fail("no counts");
	for (nr = 0; nr < seen; nr++) {
		if (memcmp(counts[nr].passed, cpus[nr].counts, sizeof(counts[nr].passed)))
			fail("CPU %u: its counts differ from the trace", nr);
		check_cpu(nr, &cpus[nr]);
	}
}

static void print_totals(void)
{
	if (!others) {
		printf("# %llu written%s; stats: %llu read", total_written,
		       switches || resets ? ", not all recorded" : "", total.read);
		printf(" + %llu overwritten + %llu dropped + %llu unread\n",
		       total.overrun, total.dropped, total.entries);
	}
	printf("# %u pages by read, %u by splice, %u views of %u records",
	       pages_read, pages_spliced, looks, view_records);
	printf(", %u clocks, %u times off, %u resets\n", clocks, switches, resets);
}

int main(int argc, char **argv)
{
	const char *points = "20000", *commands[MAX_COMMANDS];
	bool want_loss = false, want_none = false;
	unsigned int sleep_us = 0, nr_commands = 0, i;
	pid_t children[MAX_COMMANDS];
	u64 lost = 0;
	int fd, option;

	while ((option = getopt(argc, argv, "n:s:lzrpc:tox")) != -1) {
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
		case 'r':
			in_turns = true;
			break;
		case 'p':
			first = true;
			break;
		case 'c':
			if (nr_commands == MAX_COMMANDS)
				return 2;
			commands[nr_commands++] = optarg;
			break;
		case 't':
			change_clock = true;
			break;
		case 'o':
			switch_off = true;
			break;
		case 'x':
			others = true;
			break;
		default:
			return 2;
		}
	}
	fd = open_file(ktrace_file("trace_pipe"), O_RDONLY | O_NONBLOCK);
	if (in_turns)
		prepare_turns();
	for (i = 0; i < nr_commands; i++)
		children[i] = start_command(commands[i]);
	if (first && setpriority(PRIO_PROCESS, 0, -15))
		die("setpriority");
	run(fd, points, sleep_us);
	for (i = 0; i < nr_commands; i++)
		stop_command(children[i], commands[i]);
	write_file(nest_file("end"), "1");
	drain_all(fd);
	check_counts();

	for (i = 0; i < MAX_CPUS; i++)
		lost += cpus[i].lost;
	if (in_turns)
		print_totals();
	if (want_loss && !lost)
		fail("nothing was lost");
	if (want_none && lost)
		fail("%llu were lost", lost);
	if (failures)
		printf("# %u failures\n", failures);
	return !!failures;
}
