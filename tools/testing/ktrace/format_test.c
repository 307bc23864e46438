// SPDX-License-Identifier: GPL-2.0
/*
 * User-space test of format.c: compares it with printf(), on random values and at every
 * change of length. For run_tests.sh; with -b, a benchmark against printf().
 *
 * usage: format_test [-b] [ROUNDS [SEED]]
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../../kernel/ktrace/text/format.c"

#define RESULTS_OF	"format"
#include "results.h"

#define TEXT	256

static u64 random64(void)
{
	u64 value = (u64)random() << 42 ^ (u64)random() << 21 ^ random();

	/* All lengths are equally likely. */
	return value >> (random() & 63);
}

/* Return true if @s contains @want and the following byte is untouched. */
static bool same(struct seq_buf *s, const char *want)
{
	if (s->len == strlen(want) && !memcmp(s->buffer, want, s->len) &&
	    s->buffer[s->len] == 0x55)
		return true;
	printf("# \"%.*s\", expected \"%s\"\n", (int)s->len, s->buffer, want);
	return false;
}

static void start(struct seq_buf *s, char *text)
{
	memset(text, 0x55, TEXT);
	seq_buf_init(s, text, TEXT - 1);
}

/* Compare a number in a padded column. */
static bool padded_agrees(u64 value, int width, char pad)
{
	char text[TEXT], want[TEXT];
	struct seq_buf s;

	start(&s, text);
	s.len = put_dec(text, value, width, pad) - text;
	snprintf(want, sizeof(want), pad == '0' ? "%0*llu" : "%*llu", width, value);
	return same(&s, want);
}

static bool numbers_agree(u64 value)
{
	char text[TEXT], want[TEXT];
	struct seq_buf s;

	if (!padded_agrees(value, random() % 21, ' ') ||
	    !padded_agrees(value, random() % 21, '0'))
		return false;
	start(&s, text);
	ktrace_format_dec(&s, value);
	snprintf(want, sizeof(want), "%llu", value);
	if (!same(&s, want))
		return false;
	start(&s, text);
	ktrace_format_signed(&s, value);
	snprintf(want, sizeof(want), "%lld", (long long)value);
	if (!same(&s, want))
		return false;
	start(&s, text);
	ktrace_format_hex(&s, value);
	snprintf(want, sizeof(want), "%llx", value);
	return same(&s, want);
}

static void test_numbers(int rounds)
{
	u64 power = 1;
	bool ok = true;
	int i;

	for (i = 0; i < 20 && ok; i++, power *= 10)
		ok = numbers_agree(power - 1) && numbers_agree(power) &&
		     numbers_agree(-power);
	for (i = 0; i < 64 && ok; i++)
		ok = numbers_agree(1ULL << i) && numbers_agree((1ULL << i) - 1);
	ok = ok && numbers_agree(ULLONG_MAX);
	for (i = 0; i < rounds && ok; i++)
		ok = numbers_agree(random64());
	result(ok, "numbers as printf() has them");
}

/* The beginning of a line: task and time. */
struct beginning {
	struct ktrace_line line;
	struct ktrace_line_time time;
};

static char *format_beginning(struct seq_buf *s, const struct beginning *begin)
{
	struct ktrace_head head;

	ktrace_format_head(&head, &begin->line);
	return ktrace_format_line(s, &head, &begin->time);
}

/* Format the beginning of a line with printf(), in a plain context. */
static int print_line(char *text, size_t size, const struct beginning *begin)
{
	const struct ktrace_line *line = &begin->line;
	u64 time = begin->time.time, us = (time + 500) / 1000;
	int n = snprintf(text, size, "%.16s-%-7u [%03u] .....", line->comm,
			 (u32)line->common->pid, line->cpu);

	return n + (begin->time.in_ns ?
		    snprintf(text + n, size - n, " %5llu.%06llu: ", us / 1000000, us % 1000000) :
		    snprintf(text + n, size - n, " %12llu: ", time));
}

/* Return a name in its column. */
static const char *in_columns(const char *name)
{
	static char text[KTRACE_COMM_WIDTH];

	ktrace_format_comm(text, name);
	return text;
}

static const char * const comms[] = {
	"", "a", "sh", "kworker/0:1", "fifteen-letters", "sixteen-letters!",
};

static void test_comms(void)
{
	char want[KTRACE_COMM_WIDTH + 1];
	bool ok = true;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(comms); i++) {
		snprintf(want, sizeof(want), "%16s", comms[i]);
		ok = ok && !memcmp(in_columns(comms[i]), want, KTRACE_COMM_WIDTH);
	}
	ok = ok && !memcmp(in_columns("a\nb\033\177\303\244"), "         a?b??\303\244", KTRACE_COMM_WIDTH);
	result(ok, "names in their columns");
}

static bool text_is(const char *at, u32 len, char quote, const char *want)
{
	char text[TEXT];
	struct seq_buf s;

	start(&s, text);
	ktrace_format_text(&s, at, len, quote);
	return same(&s, want);
}

/* The C value of the escaped text equals the bytes. */
static bool escape_agrees(u8 first, u8 second)
{
	char bytes[2] = { first, second }, text[TEXT], back[2];
	unsigned int i, n = 0, digits, c;
	struct seq_buf s;

	start(&s, text);
	ktrace_format_text(&s, bytes, 2, '"');
	for (i = 0; i < s.len; n++) {
		if (n == 2 || text[i] < ' ' || text[i] >= 0x7f || text[i] == '"')
			return false;
		if (text[i] != '\\') {
			back[n] = text[i++];
			continue;
		}
		for (digits = 0, c = 0, i++; digits < 3 && i < s.len &&
		     text[i] >= '0' && text[i] <= '7'; digits++, i++)
			c = c * 8 + text[i] - '0';
		if (!digits)
			c = strchr("\"\"\\\\t\tn\nv\vf\fr\r", text[i++])[1];
		back[n] = c;
	}
	return n == 2 && !memcmp(back, bytes, 2);
}

static void test_text(void)
{
	bool ok = true;
	int i;

	result(text_is("", 0, '"', "") && text_is("plain text", 10, '"', "plain text") &&
	       text_is("a\nb\tc\rd\ve\f", 10, 0, "a\\nb\\tc\\rd\\ve\\f") &&
	       text_is("\"'\\", 3, '"', "\\\"'\\\\") &&
	       text_is("\"'\\", 3, '\'', "\"\\'\\\\") &&
	       text_is("\"'\\", 3, 0, "\"'\\\\") &&
	       text_is("\0x\0001\033[1m\377", 9, 0, "\\0x\\0001\\33[1m\\377") &&
	       text_is("ab\n", 2, 0, "ab"), "text");
	for (i = 0; i < 256 * 256 && ok; i++)
		ok = escape_agrees(i / 256, i % 256);
	result(ok, "text can be read back");
}

static struct beginning beginning_at_random(struct ktrace_common *common)
{
	*common = (struct ktrace_common) { .pid = random64() };
	return (struct beginning) {
		.line = {
			.comm = in_columns(comms[random() % ARRAY_SIZE(comms)]),
			.common = common,
			.cpu = random64(),
			.show = KTRACE_SHOW_CONTEXT,
		},
		.time = {
			/* Avoid overflow when half a microsecond is added. */
			.time = random64() >> 1,
			.in_ns = random() & 1,
		},
	};
}

static void test_lines(int rounds)
{
	bool ok = true;
	int i;

	for (i = 0; i < rounds && ok; i++) {
		struct ktrace_common common;
		struct beginning begin = beginning_at_random(&common);
		char text[TEXT], want[TEXT];
		struct seq_buf s;

		start(&s, text);
		format_beginning(&s, &begin);
		print_line(want, sizeof(want), &begin);
		ok = same(&s, want);
	}
	result(ok, "lines as printf() has them");
}

/* Format a line in latency format with printf(). */
static int print_latency(char *text, size_t size, const struct beginning *begin)
{
	const struct ktrace_line *line = &begin->line;
	const struct ktrace_line_time *time = &begin->time;
	u64 since = time->time < time->since ? 0 : time->time - time->since;
	const char *name = line->comm + strspn(line->comm, " ");
	int n = snprintf(text, size, "%8.8s-%-7u %3u.....", name, (u32)line->common->pid,
			 line->cpu);

	return n + snprintf(text + n, size - n, time->in_ns ? " %4lluus : " : " %4llu: ",
			    time->in_ns ? (since + 500) / 1000 : since);
}

static void test_latencies(int rounds)
{
	bool ok = true;
	int i;

	for (i = 0; i < rounds && ok; i++) {
		struct ktrace_common common;
		struct beginning begin = beginning_at_random(&common);
		struct ktrace_line_time *time = &begin.time;
		struct ktrace_line *line = &begin.line;
		char text[TEXT], want[TEXT], name[KTRACE_COMM_WIDTH + 1] = "", *mark;
		struct seq_buf s;

		memcpy(name, line->comm, KTRACE_COMM_WIDTH);
		line->comm = name;
		/* The other columns are ignored in latency format. */
		line->show = KTRACE_SHOW_LATENCY | (random() & (KTRACE_SHOW_TGID | KTRACE_SHOW_CONTEXT));
		time->since = random() & 7 ? random64() % (time->time + 1) : time->time + 1;
		start(&s, text);
		mark = format_beginning(&s, &begin);
		print_latency(want, sizeof(want), &begin);
		ok = same(&s, want) && !mark == !time->in_ns && (!mark || !memcmp(mark, " : ", 3));
	}
	result(ok, "lines with latencies as printf() has them");
}

/* The longest head fits into its buffer, and contains the values. */
static void test_head(void)
{
	struct ktrace_common common = { .pid = -1 };
	struct ktrace_line line = {
		.comm = in_columns("sixteen-letters!"), .common = &common, .cpu = U32_MAX,
		.tgid = INT_MAX, .show = KTRACE_SHOW_TGID | KTRACE_SHOW_CONTEXT,
	};
	static const char want[] = "sixteen-letters!-4294967295 (2147483647) [4294967295] ..... ";
	struct ktrace_head head;

	ktrace_format_head(&head, &line);
	result(head.len == strlen(want) && !memcmp(head.text, want, head.len),
	       "the longest beginning");
}

/*
 * Return true if @what stands in a line below @name in the header, and if the first line of the
 * header explains the column of the context by a comma above it.
 */
static bool columns_agree(unsigned int show, const char *name, const char *what)
{
	struct ktrace_common common = { .pid = 12345, .flags = KTRACE_FLAG_IRQS_OFF };
	struct beginning begin = {
		.line = {
			.comm = in_columns("fifteen-letters"), .common = &common, .cpu = 7,
			.tgid = 23456, .show = show,
		},
		.time = { .time = 1234567890123, .in_ns = true },
	};
	char header[2 * 1024], line[TEXT], *last, *at;
	struct seq_buf s;

	seq_buf_init(&s, header, sizeof(header));
	ktrace_format_header(&s, show);
	if (seq_buf_has_overflowed(&s))
		return false;
	header[s.len] = 0;
	/* The last but one line has the names. */
	header[s.len - 1] = 0;
	last = strrchr(header, '\n');
	if (!last)
		return false;
	*last = 0;
	last = strrchr(header, '\n');
	at = strstr(last ? last + 1 : header, name);
	if (at && name[0] == '|' && last && header[at - last - 1] != ',') {
		printf("# no comma above %s: %s\n", name, header);
		return false;
	}
	start(&s, line);
	format_beginning(&s, &begin);
	line[s.len] = 0;
	if (!at || !what)
		return !at && !what;
	at = line + (at - (last ? last + 1 : header));
	if (at < line + s.len && !strncmp(at, what, strlen(what)))
		return true;
	printf("# \"%s\" is not below %s: \"%s\"\n", what, name, line);
	return false;
}

static void test_header(void)
{
	bool ok = true;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		unsigned int show = (i & 1 ? KTRACE_SHOW_TGID : 0) |
				    (i & 2 ? KTRACE_SHOW_CONTEXT : 0);

		ok = ok && columns_agree(show, "PID", "123") && columns_agree(show, "CPU#", "[007]") &&
		     columns_agree(show, "TGID", show & KTRACE_SHOW_TGID ? " 23456" : NULL) &&
		     columns_agree(show, "|||||", show & KTRACE_SHOW_CONTEXT ? "d...." : NULL);
	}
	ok = ok && columns_agree(KTRACE_SHOW_LATENCY, "||||||", "7d....");
	result(ok, "the header above the columns");
}

static bool mark_is(u64 us, char mark, char beyond)
{
	return ktrace_format_mark(us * 1000) == mark &&
	       ktrace_format_mark(us * 1000 + 499) == mark &&
	       ktrace_format_mark(us * 1000 + 500) == beyond;
}

static void test_marks(void)
{
	result(mark_is(0, ' ', ' ') && mark_is(10, ' ', '+') && mark_is(100, '+', '!') &&
	       mark_is(1000, '!', '#') && mark_is(10000, '#', '*') &&
	       mark_is(100000, '*', '@') && mark_is(1000000, '@', '$') &&
	       ktrace_format_mark(U64_MAX / 2) == '$', "marks of times");
}

static bool context_is(u8 flags, u8 count, const char *want)
{
	struct ktrace_common common = { .flags = flags, .preempt_count = count };
	struct beginning begin = {
		.line = { .comm = in_columns(""), .common = &common, .show = KTRACE_SHOW_CONTEXT },
	};
	struct seq_buf s;
	char text[TEXT];

	start(&s, text);
	format_beginning(&s, &begin);
	if (!memcmp(text + strlen("                -0       [000] "), want, 5))
		return true;
	printf("# \"%.*s\", expected \"%s\"\n", (int)s.len, text, want);
	return false;
}

static void test_context(void)
{
	const u8 irqs = KTRACE_FLAG_IRQS_OFF, bh = KTRACE_FLAG_BH_OFF;
	const u8 hard = KTRACE_FLAG_HARDIRQ, soft = KTRACE_FLAG_SOFTIRQ;
	const u8 nmi = KTRACE_FLAG_NMI;

	result(context_is(0, 0, ".....") && context_is(irqs, 0, "d....") &&
	       context_is(bh, 0, "b....") && context_is(irqs | bh, 0, "D...."),
	       "interrupts and bottom halves off");
	result(context_is(KTRACE_FLAG_NEED_RESCHED, 0, ".N..."), "to be rescheduled");
	result(context_is(hard, 0, "..h..") && context_is(soft, 0, "..s..") &&
	       context_is(hard | soft, 0, "..H..") && context_is(nmi, 0, "..z..") &&
	       context_is(nmi | hard, 0, "..Z.."), "interrupts");
	result(context_is(0, 1, "...1.") && context_is(0, 0x0f, "...f.") &&
	       context_is(0, 0x20, "....2"), "depths");
}

static void test_lost(void)
{
	struct ktrace_format_loss loss = {
		.cpu = 12, .in_ns = true, .has_bytes = true, .overwritten = 1234, .bytes = 59232,
		.since = 5810988499, .until = 6013376500,
	};
	struct seq_buf s;
	char text[TEXT];

	start(&s, text);
	ktrace_format_lost(&s, &loss);
	result(same(&s, "CPU:12 [LOST 1234 EVENTS] 59232 bytes between 5.810988 and 6.013377\n"),
	       "lost records");
	loss.dropped = 5;
	start(&s, text);
	ktrace_format_lost(&s, &loss);
	result(same(&s, "CPU:12 [LOST 1239 EVENTS] 59232 bytes and 5 dropped between 5.810988 and 6.013377\n"),
	       "lost and dropped records");
	loss.overwritten = 0;
	loss.in_ns = false;
	start(&s, text);
	ktrace_format_lost(&s, &loss);
	result(same(&s, "CPU:12 [LOST 5 EVENTS] dropped between 5810988499 and 6013376500\n"),
	       "dropped records");
	loss.overwritten = ULLONG_MAX - 5;
	loss.has_bytes = false;
	loss.since = 0;
	start(&s, text);
	ktrace_format_lost(&s, &loss);
	result(same(&s, "CPU:12 [LOST 18446744073709551615 EVENTS] 5 dropped before 6013376500\n"),
	       "lost records, little known of them");
}

static void test_overflow(void)
{
	struct ktrace_common common = { .pid = 1 };
	struct beginning begin = {
		.line = { .comm = in_columns("sh"), .common = &common, .show = KTRACE_SHOW_CONTEXT },
		.time.in_ns = true,
	};
	char text[TEXT], *mark;
	struct seq_buf s;
	unsigned int room;
	bool ok = true;

	for (room = 1; room < 60 && ok; room++) {
		memset(text, 0x55, sizeof(text));
		seq_buf_init(&s, text, room);
		format_beginning(&s, &begin);
		ktrace_format_dec(&s, U64_MAX);
		ok = seq_buf_has_overflowed(&s) && text[room] == 0x55;
	}
	begin.line.show |= KTRACE_SHOW_LATENCY;
	for (room = 1; room < 60 && ok; room++) {
		seq_buf_init(&s, text, room);
		mark = format_beginning(&s, &begin);
		ok = mark ? mark < text + room && !seq_buf_has_overflowed(&s) :
			    seq_buf_has_overflowed(&s);
	}
	result(ok, "nothing behind the end");
}

/* A buffer of the exact size suffices; one byte less is an overflow. */
static bool fits(void (*append)(struct seq_buf *s, u64 value), u64 value)
{
	char text[TEXT], just[TEXT];
	struct seq_buf s, t;

	start(&s, text);
	append(&s, value);
	memset(just, 0x55, sizeof(just));
	seq_buf_init(&t, just, s.len);
	append(&t, value);
	if (t.len != s.len || memcmp(text, just, s.len) || just[s.len] != 0x55)
		return false;
	memset(just, 0x55, sizeof(just));
	seq_buf_init(&t, just, s.len - 1);
	append(&t, value);
	return seq_buf_has_overflowed(&t) && just[s.len - 1] == 0x55;
}

static void append_time(struct seq_buf *s, u64 value)
{
	ktrace_format_time(s, value >> 1, true);
}

static void append_bytes(struct seq_buf *s, u64 value)
{
	ktrace_format_bytes(s, " -> 0x", 6);
}

static void append_beginning(struct seq_buf *s, u64 value)
{
	struct ktrace_common common = { .pid = value };
	const struct beginning begin = {
		.line = {
			.comm = in_columns("sh"), .common = &common, .cpu = value,
			.show = KTRACE_SHOW_CONTEXT,
		},
		.time = { .time = value >> 1, .in_ns = value & 1 },
	};

	format_beginning(s, &begin);
}

static void test_just_room(int rounds)
{
	bool ok = true;
	int i;

	for (i = 0; i < rounds && ok; i++) {
		u64 value = random64();

		ok = fits(ktrace_format_dec, value) && fits(ktrace_format_hex, value) &&
		     fits(append_time, value) && fits(append_bytes, value) &&
		     fits(append_beginning, value);
	}
	result(ok, "a line that just fits");
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static void by_format(char *text, const struct beginning *begin)
{
	struct seq_buf s;

	seq_buf_init(&s, text, TEXT);
	format_beginning(&s, begin);
}

static void by_printf(char *text, const struct beginning *begin)
{
	print_line(text, TEXT, begin);
}

static double least_of(void (*print)(char *text, const struct beginning *begin), int rounds)
{
	struct ktrace_common common = { .pid = 1234 };
	struct beginning begin = {
		.line = { .comm = in_columns("cat"), .common = &common, .cpu = 1 },
		.time = { .time = 1234567890123, .in_ns = true },
	};
	double least = 0;
	char text[TEXT];
	int i, n;

	for (i = 0; i < rounds; i++) {
		double took = now();

		for (n = 0; n < 1000; n++) {
			begin.time.time += 1000;
			print(text, &begin);
			barrier();
		}
		took = (now() - took) / 1000;
		if (!i || took < least)
			least = took;
	}
	return least;
}

int main(int argc, char **argv)
{
	bool bench = argc > 1 && !strcmp(argv[1], "-b");
	int rounds;

	argc -= bench;
	argv += bench;
	rounds = argc > 1 ? atoi(argv[1]) : bench ? 500 : 100000;
	srandom(argc > 2 ? atoi(argv[2]) : 1);
	if (bench) {
		printf("line by printf()             best %6.2f ns\n",
		       least_of(by_printf, rounds));
		printf("line by format.c             best %6.2f ns\n",
		       least_of(by_format, rounds));
		return 0;
	}
	test_numbers(rounds);
	test_comms();
	test_text();
	test_lines(rounds);
	test_latencies(rounds);
	test_head();
	test_header();
	test_marks();
	test_context();
	test_lost();
	test_overflow();
	test_just_room(rounds);
	return !!failures;
}
