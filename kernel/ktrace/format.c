// SPDX-License-Identifier: GPL-2.0
/*
 * Records as text: what stands before an event's own part of a line.
 *
 * Called once and more for every line that is read, so numbers are written
 * without going through a format string.  Column for column what clients of
 * the base's tracer parse.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>

#include "format.h"

/* The longest number: 2^64 - 1. */
#define DEC_DIGITS	20
#define HEX_DIGITS	16

/**
 * ktrace_format_dec - append a decimal number
 * @out: where to
 * @value: the number
 * @width: at least so many characters, up to 20
 * @pad: filled in on the left
 */
void ktrace_format_dec(struct seq_buf *out, u64 value, unsigned int width, char pad)
{
	char digits[DEC_DIGITS];
	unsigned int at = DEC_DIGITS;

	/* Most numbers are small: no 64-bit division for those. */
	while (value > U32_MAX) {
		digits[--at] = '0' + value % 10;
		value /= 10;
	}
	for (u32 low = value; low || at == DEC_DIGITS; low /= 10)
		digits[--at] = '0' + low % 10;
	while (DEC_DIGITS - at < width && at)
		digits[--at] = pad;
	seq_buf_putmem(out, digits + at, DEC_DIGITS - at);
}

/**
 * ktrace_format_signed - append a decimal number with its sign
 * @out: where to
 * @value: the number
 */
void ktrace_format_signed(struct seq_buf *out, s64 value)
{
	if (value < 0)
		seq_buf_putc(out, '-');
	ktrace_format_dec(out, value < 0 ? -(u64)value : value, 0, ' ');
}

/**
 * ktrace_format_hex - append a hexadecimal number, without "0x"
 * @out: where to
 * @value: the number
 */
void ktrace_format_hex(struct seq_buf *out, u64 value)
{
	char digits[HEX_DIGITS];
	unsigned int at = HEX_DIGITS;

	do {
		digits[--at] = hex_asc_lo(value);
		value >>= 4;
	} while (value);
	seq_buf_putmem(out, digits + at, HEX_DIGITS - at);
}

/* The four columns behind the CPU: irqs, resched, context, preempt depth. */
static void format_context(struct seq_buf *out, const struct ktrace_common *common)
{
	u8 flags = common->flags;
	bool hard = flags & KTRACE_FLAG_HARDIRQ;
	bool soft = flags & KTRACE_FLAG_SOFTIRQ;
	u8 depth = common->preempt_count & 0xf;
	char text[6];

	text[0] = ' ';
	text[1] = flags & KTRACE_FLAG_IRQS_OFF ? (flags & KTRACE_FLAG_BH_OFF ? 'D' : 'd') :
		  flags & KTRACE_FLAG_BH_OFF ? 'b' : '.';
	text[2] = flags & KTRACE_FLAG_NEED_RESCHED ? 'N' : '.';
	text[3] = flags & KTRACE_FLAG_NMI ? (hard ? 'Z' : 'z') :
		  hard ? (soft ? 'H' : 'h') : soft ? 's' : '.';
	text[4] = depth ? hex_asc_lo(depth) : '.';
	/* Depth of disabled migration, which records of this tracer don't hold. */
	text[5] = common->preempt_count >> 4 ?
		  hex_asc_lo(common->preempt_count >> 4) : '.';
	seq_buf_putmem(out, text, sizeof(text));
}

static void format_time(struct seq_buf *out, u64 time, bool in_ns)
{
	if (in_ns) {
		u64 us = div_u64(time + 500, 1000);
		u32 fraction;
		u64 seconds = div_u64_rem(us, 1000000, &fraction);

		seq_buf_putc(out, ' ');
		ktrace_format_dec(out, seconds, 5, ' ');
		seq_buf_putc(out, '.');
		ktrace_format_dec(out, fraction, 6, '0');
	} else {
		seq_buf_putc(out, ' ');
		ktrace_format_dec(out, time, 12, ' ');
	}
	seq_buf_putmem(out, ": ", 2);
}

static void format_spaces(struct seq_buf *out, int count)
{
	static const char spaces[] = "                ";

	if (count > 0)
		seq_buf_putmem(out, spaces, min_t(int, count, sizeof(spaces) - 1));
}

static unsigned int dec_len(u32 value)
{
	unsigned int len = 1;

	for (; value >= 10; value /= 10)
		len++;
	return len;
}

/**
 * ktrace_format_line - append task, CPU, context and time
 * @out: where to
 * @line: what they are
 */
void ktrace_format_line(struct seq_buf *out, const struct ktrace_line *line)
{
	u32 pid = line->common->pid;
	size_t len = strlen(line->comm);

	format_spaces(out, 16 - (int)len);
	seq_buf_putmem(out, line->comm, len);
	seq_buf_putc(out, '-');
	ktrace_format_dec(out, pid, 0, ' ');
	format_spaces(out, 7 - (int)dec_len(pid));
	seq_buf_putmem(out, " [", 2);
	ktrace_format_dec(out, line->cpu, 3, '0');
	seq_buf_putc(out, ']');
	format_context(out, line->common);
	format_time(out, line->time, line->in_ns);
}

/**
 * ktrace_format_lost - append the line that tells of lost records
 * @out: where to
 * @cpu: where they were lost
 * @lost: how many
 */
void ktrace_format_lost(struct seq_buf *out, unsigned int cpu, u64 lost)
{
	seq_buf_puts(out, "CPU:");
	ktrace_format_dec(out, cpu, 0, ' ');
	seq_buf_puts(out, " [LOST ");
	ktrace_format_dec(out, lost, 0, ' ');
	seq_buf_puts(out, " EVENTS]\n");
}
