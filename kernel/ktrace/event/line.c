// SPDX-License-Identifier: GPL-2.0
/*
 * A record as a line of text: the task's name, the columns of text/format.c, and the
 * text of the event.
 *
 * Called by readers, in task context; and by dumps, in any context, with
 * ktrace_event_read_no_wait set.
 */
#include <linux/sched.h>

#include "buffer/clock.h"
#include "event/code.h"
#include "event/comm.h"
#include "event/line.h"
#include "event/listener.h"

/* Append the event's text, behind task and time. */
static void line_event(struct seq_buf *out, const struct ktrace_shown *shown,
		       struct ktrace_events_seen *seen)
{
	const struct ring_record *rec = shown->rec;
	const struct ktrace_common *common = rec->data;
	const struct ktrace_event *event = ktrace_event_by_id_again(seen, common->type);

	/* Use the event only if it had the id when the record was copied. */
	if (event && event->since <= shown->epoch) {
		if (event->class->print_code)
			event->class->print_code(event, rec->data, rec->len, shown->show, out);
		else
			event->class->print(event, rec->data, rec->len, out);
	} else {
		seq_buf_puts(out, "Unknown type ");
		ktrace_format_dec(out, common->type);
	}
	ktrace_format_bytes(out, "\n", 1);
}

/**
 * ktrace_line_lost - append a line about records lost before a record, if any
 * @out: the output
 * @shown: the record
 */
void ktrace_line_lost(struct seq_buf *out, const struct ktrace_shown *shown)
{
	const struct ring_record *rec = shown->rec;

	if (!rec->overwritten && !rec->dropped)
		return;
	ktrace_format_lost(out, &(struct ktrace_format_loss) {
		.cpu = shown->cpu,
		.in_ns = shown->clock->in_ns,
		.has_bytes = rec->lost_bytes != RING_BYTES_UNKNOWN,
		.overwritten = rec->overwritten,
		.dropped = rec->dropped,
		.bytes = rec->lost_bytes,
		.since = rec->lost_since,
		.until = rec->lost_until,
	});
}

/* Whether @last has the name of the record's task. */
static bool line_named(const struct ktrace_last_line *last, const struct ktrace_shown *shown)
{
	const struct ktrace_common *common = shown->rec->data;
	u64 time = shown->rec->time;

	return last->comm[0] && last->pid == common->pid && time >= last->since &&
	       time <= last->until;
}

/* Look up the name of a record's task. */
static void line_name(struct ktrace_last_line *last, const struct ktrace_shown *shown)
{
	const struct ktrace_common *common = shown->rec->data;
	struct ktrace_comm found;

	ktrace_comm_find(&found, common->pid, shown->rec->time, shown->clock);
	last->pid = common->pid;
	last->tgid = found.tgid;
	last->since = shown->rec->time;
	last->until = found.until;
	ktrace_format_comm(last->comm, found.comm);
}

/* Whether a record's line has the same head as the line before. */
static bool line_goes_on(const struct ktrace_last_line *last, const struct ktrace_shown *shown)
{
	const struct ktrace_common *common = shown->rec->data;

	return last->head.len && line_named(last, shown) && last->cpu == shown->cpu &&
	       last->flags == common->flags && last->preempt_count == common->preempt_count &&
	       last->show == shown->show;
}

/* Format the head of a record's line. */
static noinline void line_head(struct ktrace_last_line *last, const struct ktrace_shown *shown)
{
	const struct ktrace_common *common = shown->rec->data;
	struct ktrace_line line = {
		.comm = last->comm,
		.common = common,
		.cpu = shown->cpu,
		.show = shown->show,
	};

	if (!line_named(last, shown))
		line_name(last, shown);
	line.tgid = last->tgid;
	ktrace_format_head(&last->head, &line);
	last->flags = common->flags;
	last->preempt_count = common->preempt_count;
	last->cpu = shown->cpu;
	last->show = shown->show;
}

/**
 * ktrace_line_record - append a record's line
 * @out: the output
 * @shown: the record
 * @last: the previous line; call ktrace_last_line_forget() before each text
 *
 * Context: task; under ktrace_event_read_lock().
 */
void ktrace_line_record(struct seq_buf *out, const struct ktrace_shown *shown,
			struct ktrace_last_line *last)
{
	const struct ktrace_line_time time = {
		.time = shown->rec->time,
		.since = shown->since,
		.in_ns = shown->clock->in_ns,
	};
	char *mark;

	if (!line_goes_on(last, shown))
		line_head(last, shown);
	ktrace_last_line_mark(last, time.time);
	mark = ktrace_format_line(out, &last->head, &time);
	line_event(out, shown, &last->events);
	/* A line that does not fit is formatted again, in another buffer. */
	last->mark = seq_buf_has_overflowed(out) ? NULL : mark;
	last->time = time.time;
}

/**
 * ktrace_line - append a record's line, and before it a line about lost records, if any
 * @out: the output
 * @shown: the record
 * @last: the previous line; call ktrace_last_line_forget() before each text
 *
 * Context: task; under ktrace_event_read_lock().  With ktrace_event_read_no_wait set: any, NMI
 * included, with preemption off.
 */
void ktrace_line(struct seq_buf *out, const struct ktrace_shown *shown,
		 struct ktrace_last_line *last)
{
	ktrace_line_lost(out, shown);
	ktrace_line_record(out, shown, last);
}
