/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Common part of event probes and tracepoint probes: a record with arguments from a
 * source other than registers.
 */
#ifndef _KTRACE_PROBE_EVENT_H
#define _KTRACE_PROBE_EVENT_H

#include <linux/percpu.h>

#include "event/dynamic.h"
#include "event/event.h"
#include "parse/probe_parse.h"
#include "probe/args.h"
#include "probe/fetch.h"

struct ktrace_command;

/* Offset of the first argument in a record. */
#define PROBE_EVENT_HEAD	8	/* common fields */
#define PROBE_CALL_HEAD		16	/* common fields, __probe_ip */

/**
 * struct probe_counts - counters of a CPU
 * @hits:	number of hits while the event had listeners
 * @missed:	number of hits without a record, because no image was free or hits were
 *		nested too deep
 */
struct probe_counts {
	unsigned long	hits;
	unsigned long	missed;
};

/**
 * struct probe_event - an event defined by a line
 * @event:	the event
 * @dynamic:	entry in the list of dynamic events
 * @fetch:	program that fetches the arguments
 * @available:	for an event probe: program that fetches the arguments from the argument
 *		of the base event's hook; NULL if they are only in the base event's
 *		record
 * @counts:	per CPU
 * @core_missed:	number of hits missed by the kprobes core; NULL if it is not
 *		involved
 * @head:	PROBE_EVENT_HEAD or PROBE_CALL_HEAD
 * @units:	length of a record in units of 4 bytes, without the text of strings
 * @direct:	records are short, and arguments are fetched directly into the record
 * @group:	name of its system
 * @name:	its name
 * @line:	the line that defines it
 * @where:	the base event or tracepoint, as records show it
 * @nr_args:	number of @args
 * @args:	its arguments
 */
struct probe_event {
	struct ktrace_event	event;
	struct ktrace_dynamic	dynamic;
	struct fetch		*fetch;
	struct fetch		*available;
	struct probe_counts __percpu *counts;
	const unsigned long	*core_missed;
	u16			head;
	u16			units;
	bool			direct;
	char			group[PROBE_NAME_SIZE];
	char			name[PROBE_NAME_SIZE];
	char			*line;
	char			*where;
	unsigned int		nr_args;
	struct probe_field	*args;
};

int ktrace_probe_event_init(struct probe_event *pe, const struct probe_spec *spec, u16 head);
void ktrace_probe_event_exit(struct probe_event *pe);
int ktrace_probe_event_recompile(struct probe_event *pe, const struct probe_spec *spec);
int ktrace_probe_event_add(struct probe_event *pe, const struct probe_spec *spec,
			   struct ktrace_session *session, struct ktrace_parse_error *error);
void ktrace_probe_event_disarm(struct probe_event *pe);
void ktrace_probe_event_retire(struct probe_event *pe);
void ktrace_probe_event_record(struct probe_event *pe, struct ktrace_event *event,
			       const struct fetch_source *source, unsigned long len,
			       unsigned long ip, u32 context);
void ktrace_probe_event_record_available(struct probe_event *pe, const void *own);
void ktrace_probe_event_show(const struct ktrace_dynamic *dynamic, struct seq_file *m);
bool ktrace_probe_event_matches(const struct ktrace_dynamic *dynamic, const char *rest);
void ktrace_probe_event_profile(const struct ktrace_dynamic_kind *kind, struct seq_file *m);
int ktrace_probe_event_refuse(struct ktrace_command *command, const char *who, int err,
			      const struct ktrace_parse_error *error);

/* Members of struct ktrace_class. */
bool ktrace_probe_event_field(const struct ktrace_event *event, unsigned int i,
			      struct ktrace_field *field);
void ktrace_probe_event_print(const struct ktrace_event *event, const void *rec, u32 len,
			      struct seq_buf *out);
void ktrace_probe_event_print_fmt(const struct ktrace_event *event, struct seq_buf *out);

static inline struct probe_event *probe_event_of(const struct ktrace_event *event)
{
	return container_of(event, struct probe_event, event);
}

static inline struct probe_event *probe_event_from(const struct ktrace_dynamic *dynamic)
{
	return container_of(dynamic, struct probe_event, dynamic);
}

/* Event probes: eprobe.c; tracepoint probes: tprobe.c */
extern struct ktrace_dynamic_kind ktrace_eprobe_kind;
extern struct ktrace_dynamic_kind ktrace_tprobe_kind;

int ktrace_tprobe_init(void);

#endif /* _KTRACE_PROBE_EVENT_H */
