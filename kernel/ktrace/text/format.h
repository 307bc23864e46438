/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records as text: what stands before an event's own part of a line.
 *
 * Pure: seq_buf is all it needs.
 */
#ifndef _KTRACE_FORMAT_H
#define _KTRACE_FORMAT_H

#include <linux/compiler.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/types.h>
#include <uapi/linux/ktrace.h>

/* Columns of a task's name; and of what lines with latencies have of it. */
#define KTRACE_COMM_WIDTH	16
#define KTRACE_COMM_SHORT	8

/* What ktrace_format_head() makes at most: a name, three numbers, and what is around them. */
#define KTRACE_HEAD_BYTES	(KTRACE_COMM_WIDTH + 3 * 20 + 16)

/**
 * struct ktrace_line - what a line says before its time
 * @comm:	name of the task, by ktrace_format_comm()
 * @tgid:	its process; 0 if that is not known
 * @has_tgid:	there is a column for @tgid
 * @no_context:	there is none for the context
 * @latency:	the name is short, there is a context and no process, and the time is whole
 *		microseconds since the beginning
 * @common:	the record's common fields
 * @cpu:	where it was written
 */
struct ktrace_line {
	const char *comm;
	pid_t	tgid;
	bool	has_tgid;
	bool	no_context;
	bool	latency;
	const struct ktrace_common *common;
	unsigned int cpu;
};

/**
 * struct ktrace_head - the beginning of a line, up to its time, as text
 * @latency:	as in &struct ktrace_line
 * @len:	bytes of @text
 * @text:	up to the time; neighbouring lines mostly have the same
 */
struct ktrace_head {
	bool	latency;
	unsigned int len;
	char	text[KTRACE_HEAD_BYTES];
};

/**
 * struct ktrace_line_time - the time of a line
 * @time:	when it was
 * @since:	what the time of lines with latencies is counted from; an earlier one is shown
 *		as 0
 * @in_ns:	both are nanoseconds; else they are shown as they are
 */
struct ktrace_line_time {
	u64	time;
	u64	since;
	bool	in_ns;
};

/**
 * struct ktrace_format_loss - lost records
 * @cpu:	where they were lost
 * @in_ns:	@since and @until are nanoseconds
 * @has_bytes:	@bytes is known
 * @overwritten: how many gave way to others
 * @dropped:	how many found no room
 * @bytes:	of those that were overwritten
 * @since:	when it was at the earliest; 0 if that is not known
 * @until:	and at the latest
 */
struct ktrace_format_loss {
	unsigned int cpu;
	bool	in_ns;
	bool	has_bytes;
	u64	overwritten;
	u64	dropped;
	u64	bytes;
	u64	since;
	u64	until;
};

/**
 * ktrace_format_bytes - append a few bytes; no call if @len is a constant
 * @out: where to
 * @bytes: these
 * @len: how many
 */
static __always_inline void ktrace_format_bytes(struct seq_buf *out, const char *bytes,
						unsigned int len)
{
	if (unlikely(seq_buf_buffer_left(out) < len)) {
		seq_buf_set_overflow(out);
		return;
	}
	memcpy(out->buffer + out->len, bytes, len);
	out->len += len;
}

void ktrace_format_dec(struct seq_buf *out, u64 value);
void ktrace_format_signed(struct seq_buf *out, s64 value);
void ktrace_format_hex(struct seq_buf *out, u64 value);
void ktrace_format_time(struct seq_buf *out, u64 time, bool in_ns);
void ktrace_format_text(struct seq_buf *out, const void *at, u32 len, char quote);
void ktrace_format_tame(char *text, u32 len);
void ktrace_format_comm(char to[KTRACE_COMM_WIDTH], const char *comm);
void ktrace_format_head(struct ktrace_head *head, const struct ktrace_line *line);
char *ktrace_format_line(struct seq_buf *out, const struct ktrace_head *head,
			 const struct ktrace_line_time *time);
char ktrace_format_mark(u64 ns);
void ktrace_format_lost(struct seq_buf *out, const struct ktrace_format_loss *loss);

#endif /* _KTRACE_FORMAT_H */
