/* SPDX-License-Identifier: GPL-2.0 */
/* A record as a line of text in trace, trace_pipe and on the console. */
#ifndef _KTRACE_LINE_H
#define _KTRACE_LINE_H

#include "event/listener.h"
#include "text/format.h"
#include "ring/ring.h"

struct ktrace_clock;

/**
 * struct ktrace_last_line - data of the previous line, for reuse
 * @pid:	PID of the task
 * @tgid:	process of the task
 * @comm:	the name that was looked up last, padded to the column; empty if
 *		none has been looked up
 * @since:	first time at which @comm and @tgid are valid for @pid
 * @until:	last time at which they are valid
 * @head:	head of the line; of length 0 if not formatted yet
 * @flags:	struct ktrace_common.flags of @head
 * @preempt_count:	struct ktrace_common.preempt_count of @head
 * @cpu:	CPU of @head
 * @show:	format of @head
 * @mark:	position of the mark for the time to the next line; NULL without a mark
 * @time:	time of the line's record, in ns
 * @events:	events of earlier lines
 *
 * Adjacent records mostly have the same task, CPU and context.  Valid only within one
 * text: the text of the previous line must still be at its address.
 */
struct ktrace_last_line {
	pid_t	pid;
	pid_t	tgid;
	char	comm[KTRACE_COMM_WIDTH];
	u64	since;
	u64	until;
	struct ktrace_head head;
	u8	flags;
	u8	preempt_count;
	int	cpu;
	unsigned int show;
	char	*mark;
	u64	time;
	struct ktrace_events_seen events;
};

/**
 * struct ktrace_shown - a record to format, with data from outside of the record
 * @rec:	the record
 * @cpu:	CPU that wrote the record
 * @clock:	clock of the record's time
 * @epoch:	ktrace_ids_epoch() when it was copied, or before
 * @show:	format: struct ktrace_instance.show
 * @since:	start of relative times: ktrace_buffer_began()
 */
struct ktrace_shown {
	const struct ring_record *rec;
	int	cpu;
	const struct ktrace_clock *clock;
	u64	epoch;
	unsigned int show;
	u64	since;
};

/* Begin a text: look up the next name, and do not touch the previous line. */
static inline void ktrace_last_line_forget(struct ktrace_last_line *last)
{
	last->comm[0] = 0;
	last->head.len = 0;
	last->mark = NULL;
}

/* Mark in the previous line how long it took until @time, the time of the next record. */
static inline void ktrace_last_line_mark(struct ktrace_last_line *last, u64 time)
{
	if (last->mark)
		*last->mark = ktrace_format_mark(time > last->time ? time - last->time : 0);
	last->mark = NULL;
}

void ktrace_line_lost(struct seq_buf *out, const struct ktrace_shown *shown);
void ktrace_line_record(struct seq_buf *out, const struct ktrace_shown *shown,
			struct ktrace_last_line *last);
void ktrace_line(struct seq_buf *out, const struct ktrace_shown *shown,
		 struct ktrace_last_line *last);

#endif /* _KTRACE_LINE_H */
