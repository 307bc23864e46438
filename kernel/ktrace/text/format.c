// SPDX-License-Identifier: GPL-2.0
/*
 * Records as text: the part of a line before the text of the event, in the columns of
 * ftrace, which clients parse; and the header of the columns.
 *
 * Called several times for every line that is read. So numbers are written without
 * format strings, directly into the output buffer.
 */
#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>

#include "text/format.h"

/* Digits of the largest 64-bit number. */
#define DEC_DIGITS	20
#define HEX_DIGITS	16

/*
 * Return the address at which to write up to @most bytes for @out: its buffer, or
 * @spare if @out may lack the room.
 */
static __always_inline char *append_begin(struct seq_buf *out, char *spare, unsigned int most)
{
	return likely(seq_buf_buffer_left(out) >= most) ? out->buffer + out->len : spare;
}

/* Append the bytes between @begin, returned by append_begin(), and @end. */
static __always_inline void append_end(struct seq_buf *out, const char *spare,
				       const char *begin, const char *end)
{
	if (likely(begin != spare))
		out->len += end - begin;
	else
		seq_buf_putmem(out, spare, end - begin);
}

static __always_inline unsigned int dec_len(u64 value)
{
	unsigned int len = 1;

	for (; value > U32_MAX; value /= 10)
		len++;
	for (u32 low = value; low >= 10; low /= 10)
		len++;
	return len;
}

/* The numbers of two digits that start with @d. */
#define PAIRS(d)								\
	{ d, '0' }, { d, '1' }, { d, '2' }, { d, '3' }, { d, '4' },		\
	{ d, '5' }, { d, '6' }, { d, '7' }, { d, '8' }, { d, '9' }

/* Write two digits before @at; return their beginning. */
static __always_inline char *put_pair(char *at, unsigned int value)
{
	static const char pairs[100][2] = {
		PAIRS('0'), PAIRS('1'), PAIRS('2'), PAIRS('3'), PAIRS('4'),
		PAIRS('5'), PAIRS('6'), PAIRS('7'), PAIRS('8'), PAIRS('9'),
	};

	return memcpy(at - 2, pairs[value], 2);
}

/* Write @value with exactly @len digits; return the end. */
static __always_inline char *put_digits(char *to, u64 value, unsigned int len)
{
	char *at = to + len;
	u32 low;

	/* Avoid the 64-bit division for small numbers. */
	for (; value > U32_MAX; value /= 100)
		at = put_pair(at, value % 100);
	for (low = value; at - to >= 2; low /= 100)
		at = put_pair(at, low % 100);
	if (at > to)
		*to = '0' + low;
	return to + len;
}

/*
 * Write @value right-aligned in at least @width characters; return the end. Pads all
 * @width characters first: as @width is a constant, that takes a store or two and no
 * loop.
 */
static __always_inline char *put_dec(char *to, u64 value, unsigned int width, char pad)
{
	unsigned int len = dec_len(value);

	memset(to, pad, width);
	if (width > len)
		to += width - len;
	return put_digits(to, value, len);
}

/**
 * ktrace_format_dec - append a decimal number
 * @out: output
 * @value: the number
 */
void ktrace_format_dec(struct seq_buf *out, u64 value)
{
	char spare[DEC_DIGITS] __uninitialized;
	char *to = append_begin(out, spare, DEC_DIGITS);

	append_end(out, spare, to, put_dec(to, value, 0, ' '));
}

/**
 * ktrace_format_signed - append a decimal number with its sign
 * @out: output
 * @value: the number
 */
void ktrace_format_signed(struct seq_buf *out, s64 value)
{
	if (value < 0)
		seq_buf_putc(out, '-');
	ktrace_format_dec(out, value < 0 ? -(u64)value : value);
}

/**
 * ktrace_format_hex - append a hexadecimal number, without "0x"
 * @out: output
 * @value: the number
 */
void ktrace_format_hex(struct seq_buf *out, u64 value)
{
	char spare[HEX_DIGITS] __uninitialized;
	char *to = append_begin(out, spare, HEX_DIGITS);
	char *end = to + DIV_ROUND_UP(fls64(value | 1), 4), *at = end;

	for (; at > to; value >>= 4)
		*--at = hex_asc_lo(value);
	append_end(out, spare, to, end);
}

/* Append an escape sequence for @c; @next is the following byte. */
static void put_escape(struct seq_buf *out, u8 c, u8 next)
{
	static const char letters[] = "\tt\nn\vv\ff\rr";
	char escape[4] = "\\";
	unsigned int i;

	for (i = 0; i < sizeof(letters) - 1; i += 2) {
		if (c == letters[i]) {
			escape[1] = letters[i + 1];
			seq_buf_putmem(out, escape, 2);
			return;
		}
	}
	/* Escape a printable character by a backslash. */
	if (c >= ' ' && c < 0x7f) {
		escape[1] = c;
		seq_buf_putmem(out, escape, 2);
		return;
	}
	/* Use three octal digits if a digit follows. */
	i = 1;
	if (c >= 0100 || (next >= '0' && next <= '9'))
		escape[i++] = '0' + (c >> 6);
	if (c >= 010 || (next >= '0' && next <= '9'))
		escape[i++] = '0' + (c >> 3 & 7);
	escape[i++] = '0' + (c & 7);
	seq_buf_putmem(out, escape, i);
}

/**
 * ktrace_format_text - append arbitrary bytes as one line of ASCII
 * @out:	output
 * @at:	the bytes
 * @len:	number of bytes
 * @quote:	quotation mark that must be escaped; 0 for none
 *
 * Control characters, backslashes and bytes beyond ASCII are escaped as in C.
 */
void ktrace_format_text(struct seq_buf *out, const void *at, u32 len, char quote)
{
	const u8 *c = at, *end = c + len, *plain = c;

	for (; c < end && !seq_buf_has_overflowed(out); c++) {
		if (*c >= ' ' && *c < 0x7f && *c != '\\' && (!quote || *c != quote))
			continue;
		seq_buf_putmem(out, plain, c - plain);
		put_escape(out, *c, c + 1 < end ? c[1] : 0);
		plain = c + 1;
	}
	seq_buf_putmem(out, plain, c - plain);
}

/* Write the columns after the CPU: irqs, resched, context, preemption, migration. */
static char *put_context(char *to, const struct ktrace_common *common)
{
	u8 flags = common->flags;
	bool hard = flags & KTRACE_FLAG_HARDIRQ;
	bool soft = flags & KTRACE_FLAG_SOFTIRQ;
	u8 depth = common->preempt_count & 0xf;
	u8 migration = common->preempt_count >> 4;

	*to++ = flags & KTRACE_FLAG_IRQS_OFF ? (flags & KTRACE_FLAG_BH_OFF ? 'D' : 'd') :
		flags & KTRACE_FLAG_BH_OFF ? 'b' : '.';
	*to++ = flags & KTRACE_FLAG_NEED_RESCHED ? 'N' : '.';
	*to++ = flags & KTRACE_FLAG_NMI ? (hard ? 'Z' : 'z') :
		hard ? (soft ? 'H' : 'h') : soft ? 's' : '.';
	*to++ = depth ? hex_asc_lo(depth) : '.';
	*to++ = migration ? hex_asc_lo(migration) : '.';
	return to;
}

/* Round to microseconds. */
static u64 rounded_us(u64 ns)
{
	return div_u64(ns + 500, 1000);
}

/* Write @time, with at least @width characters before the decimal point. */
static __always_inline char *put_time(char *to, u64 time, bool in_ns, unsigned int width)
{
	if (in_ns) {
		u32 fraction;
		u64 seconds = div_u64_rem(rounded_us(time), 1000000, &fraction);

		to = put_dec(to, seconds, width, ' ');
		*to++ = '.';
		return put_digits(to, fraction, 6);
	}
	return put_dec(to, time, width ? width + 7 : 0, ' ');
}

/* Maximum length of a time: seconds, a point, and six digits. */
#define TIME_BYTES	(DEC_DIGITS + 7)

/**
 * ktrace_format_time - append a time in the format of a line
 * @out:	output
 * @time:	the time
 * @in_ns:	@time is in nanoseconds
 */
void ktrace_format_time(struct seq_buf *out, u64 time, bool in_ns)
{
	char spare[TIME_BYTES] __uninitialized;
	char *to = append_begin(out, spare, TIME_BYTES);

	append_end(out, spare, to, put_time(to, time, in_ns, 0));
}

/**
 * ktrace_format_tame - replace control characters in a name by '?'
 * @text:	the name, zero-terminated or @len bytes long
 * @len:	maximum length
 *
 * A task chooses its name, which must not be able to start a new line.
 */
void ktrace_format_tame(char *text, u32 len)
{
	for (; len-- && *text; text++)
		if ((u8)*text < ' ' || *text == 0x7f)
			*text = '?';
}

/**
 * ktrace_format_comm - write a task's name right-aligned in its column
 * @to:	output
 * @comm:	the name; truncated, control characters are shown as by
 *		ktrace_format_tame()
 *
 * Callers keep the result, as neighbouring records mostly belong to the same task.
 */
void ktrace_format_comm(char to[KTRACE_COMM_WIDTH], const char *comm)
{
	unsigned int len = strnlen(comm, KTRACE_COMM_WIDTH);

	memset(to, ' ', KTRACE_COMM_WIDTH - len);
	to += KTRACE_COMM_WIDTH - len;
	memcpy(to, comm, len);
	ktrace_format_tame(to, len);
}

static char *put_tgid(char *to, pid_t tgid)
{
	static const char unknown[] = "-------";

	*to++ = '(';
	if (tgid) {
		to = put_dec(to, tgid, sizeof(unknown) - 1, ' ');
	} else {
		memcpy(to, unknown, sizeof(unknown) - 1);
		to += sizeof(unknown) - 1;
	}
	*to++ = ')';
	*to++ = ' ';
	return to;
}

/* Write a minus and the task id in its column. */
static char *put_task_number(char *to, const struct ktrace_common *common)
{
	char *pid;

	*to++ = '-';
	pid = to;
	to = put_dec(to, (u32)common->pid, 0, ' ');
	while (to < pid + 7)
		*to++ = ' ';
	*to++ = ' ';
	return to;
}

/* Write the head of a line in latency format. */
static char *put_latency_head(char *to, const struct ktrace_line *line)
{
	unsigned int pad = 0;

	/* Skip the padding of the task's name, to show the first characters of the name. */
	while (pad < KTRACE_COMM_WIDTH - KTRACE_COMM_SHORT && line->comm[pad] == ' ')
		pad++;
	memcpy(to, line->comm + pad, KTRACE_COMM_SHORT);
	to = put_task_number(to + KTRACE_COMM_SHORT, line->common);
	to = put_dec(to, line->cpu, 3, ' ');
	return put_context(to, line->common);
}

static char *put_default_head(char *to, const struct ktrace_line *line)
{
	memcpy(to, line->comm, KTRACE_COMM_WIDTH);
	to = put_task_number(to + KTRACE_COMM_WIDTH, line->common);
	if (line->show & KTRACE_SHOW_TGID)
		to = put_tgid(to, line->tgid);
	*to++ = '[';
	to = put_dec(to, line->cpu, 3, '0');
	*to++ = ']';
	if (line->show & KTRACE_SHOW_CONTEXT) {
		*to++ = ' ';
		to = put_context(to, line->common);
	}
	return to;
}

/* Append the header of latency format. */
static void format_latency_header(struct seq_buf *out)
{
	static const char * const lines[] = {
		"                  ,------ CPU\n",
		"                  |,----- d: irqs off, b: bottom halves off, D: both\n",
		"                  ||,---- N: to be rescheduled\n",
		"                  |||,--- h: hardirq, s: softirq, H: one in the other, z: NMI\n",
		"                  ||||,-- depth of preemption off\n",
		"                  |||||,- depth of migration off\n",
		"    TASK-PID      |||||| TIME: behind it how long it takes to the next line:\n",
		"       | |        ||||||  |    + 10 us, ! 100 us, # 1 ms, * 10 ms, @ 100 ms, $ 1 s\n",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		seq_buf_putc(out, '#');
		seq_buf_puts(out, lines[i]);
	}
}

/**
 * struct format_column - a column in the header
 * @show:	option that adds the column; 0 for none
 * @name:	text in the line of names
 * @mark:	text in the line below
 */
struct format_column {
	unsigned int show;
	const char *name;
	const char *mark;
};

static const struct format_column format_columns[] = {
	{ 0, "#           TASK-PID    ", "#              | |      " },
	{ KTRACE_SHOW_TGID, "   TGID   ", "     |    " },
	{ 0, " CPU#  ", "   |   " },
	{ KTRACE_SHOW_CONTEXT, "|||||  ", "|||||  " },
	{ 0, "TIMESTAMP  FUNCTION", "   |         |" },
};

static bool format_has_column(unsigned int show, const struct format_column *column)
{
	return !column->show || show & column->show;
}

/* Append the lines that explain the columns of the context, above these columns. */
static void format_context_header(struct seq_buf *out, unsigned int show)
{
	static const char * const lines[] = {
		",------ d: irqs off, b: bottom halves off, D: both\n",
		"|,----- N: to be rescheduled\n",
		"||,---- h: hardirq, s: softirq, H: one in the other, z: NMI\n",
		"|||,--- depth of preemption off\n",
		"||||,-- depth of migration off\n",
	};
	const struct format_column *column;
	unsigned int i, n, before = 0;

	for (column = format_columns; column->show != KTRACE_SHOW_CONTEXT; column++)
		if (format_has_column(show, column))
			before += strlen(column->name);
	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		seq_buf_putc(out, '#');
		for (n = 1; n < before; n++)
			seq_buf_putc(out, ' ');
		seq_buf_puts(out, lines[i]);
	}
}

/**
 * ktrace_format_header - append the names of the columns of ktrace_format_line()
 * @out: output
 * @show: which columns, KTRACE_SHOW_*
 */
void ktrace_format_header(struct seq_buf *out, unsigned int show)
{
	unsigned int i;

	if (show & KTRACE_SHOW_LATENCY) {
		format_latency_header(out);
		return;
	}
	if (show & KTRACE_SHOW_CONTEXT)
		format_context_header(out, show);
	for (i = 0; i < ARRAY_SIZE(format_columns); i++)
		if (format_has_column(show, &format_columns[i]))
			seq_buf_puts(out, format_columns[i].name);
	seq_buf_putc(out, '\n');
	for (i = 0; i < ARRAY_SIZE(format_columns); i++)
		if (format_has_column(show, &format_columns[i]))
			seq_buf_puts(out, format_columns[i].mark);
	seq_buf_putc(out, '\n');
}

/**
 * ktrace_format_head - format the part of a line before the time
 * @head:	output
 * @line:	contents of the line
 */
void ktrace_format_head(struct ktrace_head *head, const struct ktrace_line *line)
{
	char *to = head->text;

	head->latency = line->show & KTRACE_SHOW_LATENCY;
	to = head->latency ? put_latency_head(to, line) : put_default_head(to, line);
	*to++ = ' ';
	head->len = to - head->text;
}

/* Write the time in latency format; set @mark to the position of the mark, if there is one. */
static char *put_latency(char *to, const struct ktrace_line_time *time, char **mark)
{
	u64 since = time->time > time->since ? time->time - time->since : 0;

	if (!time->in_ns)
		return put_dec(to, since, 4, ' ');
	to = put_dec(to, rounded_us(since), 4, ' ');
	*to++ = 'u';
	*to++ = 's';
	*mark = to;
	*to++ = ' ';
	return to;
}

/* Maximum length of the output of ktrace_format_line(). */
#define LINE_BYTES	(KTRACE_HEAD_BYTES + TIME_BYTES + 2)

/**
 * ktrace_format_line - append the start of a line: task, CPU, context and time
 * @out:	output
 * @head:	the part before the time
 * @time:	the time
 *
 * Return: position in @out for the ktrace_format_mark() of the time up to the next
 * line; NULL if the format has no mark or there was no room.
 */
char *ktrace_format_line(struct seq_buf *out, const struct ktrace_head *head,
			 const struct ktrace_line_time *time)
{
	char spare[LINE_BYTES] __uninitialized;
	char *begin = append_begin(out, spare, LINE_BYTES);
	char *to = begin + head->len, *mark = NULL;
	size_t before = out->len;

	memcpy(begin, head->text, head->len);
	to = head->latency ? put_latency(to, time, &mark) :
	     put_time(to, time->time, time->in_ns, 5);
	*to++ = ':';
	*to++ = ' ';
	append_end(out, spare, begin, to);
	return mark && !seq_buf_has_overflowed(out) ? out->buffer + before + (mark - begin) : NULL;
}

/**
 * ktrace_format_mark - get the mark for the time between two lines
 * @ns:	the time
 *
 * Return: '+', '!', '#', '*', '@' or '$' for more than 10 us and each further power of
 * ten up to 1 s; a space for shorter times.
 */
char ktrace_format_mark(u64 ns)
{
	static const char signs[] = "+!#*@$";
	u64 us = rounded_us(ns), least = 10;
	char mark = ' ';
	unsigned int i;

	for (i = 0; signs[i] && us > least; i++, least *= 10)
		mark = signs[i];
	return mark;
}

/**
 * ktrace_format_lost - append the line about lost records
 * @out:	output
 * @loss:	the lost records
 */
void ktrace_format_lost(struct seq_buf *out, const struct ktrace_format_loss *loss)
{
	bool bytes = loss->overwritten && loss->has_bytes;

	seq_buf_puts(out, "CPU:");
	ktrace_format_dec(out, loss->cpu);
	seq_buf_puts(out, " [LOST ");
	ktrace_format_dec(out, loss->overwritten + loss->dropped);
	seq_buf_puts(out, " EVENTS] ");
	if (bytes) {
		ktrace_format_dec(out, loss->bytes);
		seq_buf_puts(out, " bytes ");
	}
	if (bytes && loss->dropped)
		seq_buf_puts(out, "and ");
	if (loss->overwritten && loss->dropped) {
		ktrace_format_dec(out, loss->dropped);
		seq_buf_putc(out, ' ');
	}
	if (loss->dropped)
		seq_buf_puts(out, "dropped ");
	seq_buf_puts(out, loss->since ? "between " : "before ");
	if (loss->since) {
		ktrace_format_time(out, loss->since, loss->in_ns);
		seq_buf_puts(out, " and ");
	}
	ktrace_format_time(out, loss->until, loss->in_ns);
	seq_buf_putc(out, '\n');
}
