/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What event probes and tracepoint probes have in common: a record with arguments, fetched
 * from something that is no set of registers.
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

/* Bytes of a record before its first argument. */
#define PROBE_EVENT_HEAD	8	/* common fields */
#define PROBE_CALL_HEAD		16	/* common fields, __probe_ip */

/**
 * struct probe_counts - what happened on one CPU
 * @hits:	how often the probe was hit while somebody listened
 * @missed:	hits of which there is no record, for want of an image, or within too many
 *		others
 */
struct probe_counts {
	unsigned long	hits;
	unsigned long	missed;
};

/**
 * struct probe_event - an event that a line has defined
 * @event:	what the rest of ktrace sees
 * @dynamic:	in the list of what lines have defined
 * @fetch:	what gets the arguments
 * @hand:	what gets the same of an event probe from what the other event's hook has at
 *		hand; NULL: they are in its record only
 * @counts:	per CPU
 * @core_missed: hits that the kprobes core missed, besides; NULL: it has no part in it
 * @head:	PROBE_EVENT_HEAD or PROBE_CALL_HEAD
 * @units:	of 4 bytes in a record without strings' text
 * @direct:	records are short, and their arguments are fetched right into them
 * @group:	name of its system
 * @name:	its name
 * @line:	the line that defines it
 * @where:	what it stands on, as its records show it
 * @nr_args:	how many @args
 * @args:	its arguments
 */
struct probe_event {
	struct ktrace_event	event;
	struct ktrace_dynamic	dynamic;
	struct fetch		*fetch;
	struct fetch		*hand;
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
	struct kprobe_arg	*args;
};

int ktrace_probe_event_init(struct probe_event *pe, const struct probe_spec *spec, u16 head);
void ktrace_probe_event_exit(struct probe_event *pe);
int ktrace_probe_event_recompile(struct probe_event *pe, const struct probe_spec *spec);
int ktrace_probe_event_add(struct probe_event *pe, const struct probe_spec *spec,
			   struct probe_error *error);
void ktrace_probe_event_disarm(struct probe_event *pe);
void ktrace_probe_event_retire(struct probe_event *pe);
void ktrace_probe_event_record(struct probe_event *pe, struct ktrace_event *event,
			       const void *from, unsigned long len, unsigned long ip,
			       u32 context);
void ktrace_probe_event_record_hand(struct probe_event *pe, const void *own);
void ktrace_probe_event_show(const struct ktrace_dynamic *dynamic, struct seq_file *m);
bool ktrace_probe_event_matches(const struct ktrace_dynamic *dynamic, const char *rest);
void ktrace_probe_event_profile(const struct ktrace_dynamic_kind *kind, struct seq_file *m);
int ktrace_probe_event_refuse(struct ktrace_command *command, const char *who, int err,
			      const struct probe_error *error);

/* Of struct ktrace_class. */
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

/* event probes: eprobe.c; tracepoint probes: tprobe.c */
extern struct ktrace_dynamic_kind ktrace_eprobe_kind;
extern struct ktrace_dynamic_kind ktrace_tprobe_kind;

int ktrace_tprobe_init(void);

#endif /* _KTRACE_PROBE_EVENT_H */
