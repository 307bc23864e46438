/* SPDX-License-Identifier: GPL-2.0 */
/* A record as the line that trace, trace_pipe and the console show. */
#ifndef _KTRACE_LINE_H
#define _KTRACE_LINE_H

#include "text/format.h"
#include "ring/ring.h"

/**
 * struct ktrace_last_comm - the name that was looked up last
 * @pid:	whose
 * @text:	the name in its columns; begins with a zero if there is none
 *
 * Neighbouring records are mostly of one task.  It is for lines that are made in one go: a
 * task may have another name afterwards, or another task its number.
 */
struct ktrace_last_comm {
	pid_t	pid;
	char	text[KTRACE_COMM_WIDTH];
};

/**
 * struct ktrace_shown - a record that is made into text, and what it does not say
 * @rec:	the record
 * @cpu:	where it was written
 * @in_ns:	whether its time is nanoseconds
 * @epoch:	ktrace_ids_epoch() when it was copied, or before
 * @show:	how it is shown: struct ktrace_instance.show
 */
struct ktrace_shown {
	const struct ring_record *rec;
	int	cpu;
	bool	in_ns;
	u64	epoch;
	unsigned int show;
};

/* Begin a text: ask for the name anew. */
static inline void ktrace_last_comm_forget(struct ktrace_last_comm *last)
{
	last->text[0] = 0;
}

void ktrace_line_lost(struct seq_buf *out, const struct ktrace_shown *shown);
void ktrace_line_record(struct seq_buf *out, const struct ktrace_shown *shown,
			struct ktrace_last_comm *last);
void ktrace_line(struct seq_buf *out, const struct ktrace_shown *shown,
		 struct ktrace_last_comm *last);

#endif /* _KTRACE_LINE_H */
