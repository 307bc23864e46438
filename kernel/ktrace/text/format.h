/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records as text: the part of a line before the text of the event, and the header of its columns.
 *
 * Pure: depends only on seq_buf.
 */
#ifndef _KTRACE_FORMAT_H
#define _KTRACE_FORMAT_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/types.h>
#include <uapi/linux/ktrace.h>

/* How a view shows records, by options: bits of struct ktrace_instance.show. */
enum {
	/* show offset and size of the function for a code address */
	KTRACE_CODE_OFFSET	= BIT(0),
	KTRACE_CODE_ADDRESS	= BIT(1),	/* show the numeric value of a code address, too */
	KTRACE_SHOW_TGID	= BIT(2),	/* show the process of each task */
	KTRACE_SHOW_CONTEXT	= BIT(3),	/* show flags and depths of the context */
	/*
	 * latency format: short name, with context, without process; times in whole microseconds
	 * since the buffer was emptied; marks of long times to the next record
	 */
	KTRACE_SHOW_LATENCY	= BIT(4),
	KTRACE_SHOW_PAUSE	= BIT(5),	/* record nothing while a file trace is open */
};

/* Width of the column of a task's name, in the usual format and in latency format. */
#define KTRACE_COMM_WIDTH	16
#define KTRACE_COMM_SHORT	8

/* Maximum length of ktrace_format_head(): a name, three numbers and delimiters. */
#define KTRACE_HEAD_BYTES	(KTRACE_COMM_WIDTH + 3 * 20 + 16)

/**
 * struct ktrace_line - contents of a line before its time
 * @comm:	name of the task, from ktrace_format_comm()
 * @tgid:	process of the task; 0 if unknown
 * @show:	which columns, KTRACE_SHOW_*
 * @common:	common fields of the record
 * @cpu:	CPU that wrote it
 */
struct ktrace_line {
	const char *comm;
	pid_t	tgid;
	unsigned int show;
	const struct ktrace_common *common;
	unsigned int cpu;
};

/**
 * struct ktrace_head - the beginning of a line, up to its time, as text
 * @latency:	in latency format
 * @len:	length of @text
 * @text:	the text; mostly the same for neighbouring lines
 */
struct ktrace_head {
	bool	latency;
	unsigned int len;
	char	text[KTRACE_HEAD_BYTES];
};

/**
 * struct ktrace_line_time - the time of a line
 * @time:	time stamp
 * @since:	origin of times in latency format; an earlier @time is shown as 0
 * @in_ns:	both are in nanoseconds; otherwise they are shown as raw numbers
 */
struct ktrace_line_time {
	u64	time;
	u64	since;
	bool	in_ns;
};

/**
 * struct ktrace_format_loss - lost records
 * @cpu:	CPU that lost them
 * @in_ns:	@since and @until are in nanoseconds
 * @has_bytes:	@bytes is known
 * @overwritten:	number of overwritten records
 * @dropped:	number of records dropped for lack of room
 * @bytes:	number of overwritten bytes
 * @since:	earliest time of the loss; 0 if unknown
 * @until:	latest time of the loss
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
 * ktrace_format_bytes - append a few bytes; compiles to stores if @len is a constant
 * @out:	output
 * @bytes:	the bytes
 * @len:	number of bytes
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
void ktrace_format_header(struct seq_buf *out, unsigned int show);
void ktrace_format_head(struct ktrace_head *head, const struct ktrace_line *line);
char *ktrace_format_line(struct seq_buf *out, const struct ktrace_head *head,
			 const struct ktrace_line_time *time);
char ktrace_format_mark(u64 ns);
void ktrace_format_lost(struct seq_buf *out, const struct ktrace_format_loss *loss);

#endif /* _KTRACE_FORMAT_H */
