/* SPDX-License-Identifier: GPL-2.0 */
/* A record as the line that trace, trace_pipe and the console show. */
#ifndef _KTRACE_LINE_H
#define _KTRACE_LINE_H

#include "text/format.h"
#include "ring/ring.h"

struct ktrace_clock;

/**
 * struct ktrace_last_line - what is known of the line before
 * @pid:	whose the name is
 * @tgid:	its process
 * @comm:	the name in its columns, which was looked up last; begins with a zero if there is
 *		none
 * @since:	the name, and @tgid, are those of @pid's records from this time on
 * @until:	and until this one
 * @head:	what the line starts with; of no length if there is none
 * @flags:	struct ktrace_common.flags of @head
 * @preempt_count: struct ktrace_common.preempt_count of @head
 * @cpu:	its CPU
 * @show:	how it is shown
 * @mark:	where the time to the next line is to be marked; NULL if it is not
 * @time:	of the line's record, ns
 *
 * Neighbouring records are mostly of one task, and of one CPU and context.  It is for lines
 * that are made in one go: the text stays where it is until the next line is made.
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
};

/**
 * struct ktrace_shown - a record that is made into text, and what it does not say
 * @rec:	the record
 * @cpu:	where it was written
 * @clock:	of its time
 * @epoch:	ktrace_ids_epoch() when it was copied, or before
 * @show:	how it is shown: struct ktrace_instance.show
 * @since:	what its time may be counted from: ktrace_buffer_began()
 */
struct ktrace_shown {
	const struct ring_record *rec;
	int	cpu;
	const struct ktrace_clock *clock;
	u64	epoch;
	unsigned int show;
	u64	since;
};

/* Begin a text: ask for the name anew, and leave alone what was made before. */
static inline void ktrace_last_line_forget(struct ktrace_last_line *last)
{
	last->comm[0] = 0;
	last->head.len = 0;
	last->mark = NULL;
}

/* The next line's record is of @time: mark how long it took. */
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
