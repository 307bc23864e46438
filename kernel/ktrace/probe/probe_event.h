/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Common part of event probes and tracepoint probes, which fetch arguments from a source other
 * than registers: text and recording.
 */
#ifndef _KTRACE_PROBE_EVENT_H
#define _KTRACE_PROBE_EVENT_H

#include "probe/probe.h"

struct ktrace_command;

/**
 * struct probe_event - an event probe or a tracepoint probe
 * @probe:	common part of probes
 * @available:	for an event probe: program that fetches the arguments from the argument
 *		of the base event's hook; NULL if they are only in the base event's
 *		record
 * @where:	the base event or tracepoint, as records show it
 */
struct probe_event {
	struct ktrace_probe	probe;
	struct fetch		*available;
	char			*where;
};

int ktrace_probe_event_init(struct probe_event *pe, const struct probe_spec *spec, u8 head,
			    const struct ktrace_probe_ops *ops);
void ktrace_probe_event_exit(struct probe_event *pe);
void ktrace_probe_event_record(struct ktrace_probe *probe, struct ktrace_event *event,
			       union fetch_source source, unsigned long ip, u32 context);
void ktrace_probe_event_record_available(struct probe_event *pe, const void *own);
int ktrace_probe_event_matches(const struct ktrace_dynamic *dynamic, const char *rest);
int ktrace_probe_event_refuse(struct ktrace_command *command, const char *who, int err,
			      const struct ktrace_parse_error *error);

/* Members of struct ktrace_class. */
void ktrace_probe_event_print(const struct ktrace_event *event, const void *rec, u32 len,
			      struct seq_buf *out);
void ktrace_probe_event_print_fmt(const struct ktrace_event *event, struct seq_buf *out);

static inline struct probe_event *probe_event_of(const struct ktrace_event *event)
{
	return container_of(ktrace_probe_of(event), struct probe_event, probe);
}

/* The kinds of event probes (eprobe.c) and of tracepoint probes (tprobe.c) */
extern struct ktrace_dynamic_kind ktrace_eprobe_kind;
extern struct ktrace_dynamic_kind ktrace_tprobe_kind;

int ktrace_tprobe_init(void);

#endif /* _KTRACE_PROBE_EVENT_H */
