/* SPDX-License-Identifier: GPL-2.0 */
/* Events of TRACE_EVENT()s: see include/linux/ktrace_tracepoint.h. */
#ifndef _KTRACE_TRACEPOINT_H
#define _KTRACE_TRACEPOINT_H

#include <linux/ktrace_tracepoint.h>
#include <linux/types.h>

#include "event/event.h"

struct module;
struct seq_buf;

/* The sections, delimited by the linker script. */
extern const struct ktrace_tracepoint __start___ktrace_tracepoints[];
extern const struct ktrace_tracepoint __stop___ktrace_tracepoints[];
extern const struct ktrace_tracepoint_value __start___ktrace_values[];
extern const struct ktrace_tracepoint_value __stop___ktrace_values[];

/**
 * struct ktrace_tracepoint_set - the definitions of the kernel or of a module
 * @mod:	the module; NULL for the kernel
 * @tracepoints:	the events
 * @nr_tracepoints:	number of events
 * @values:	values of the names in their formats
 * @nr_values:	number of values
 */
struct ktrace_tracepoint_set {
	struct module *mod;
	const struct ktrace_tracepoint *tracepoints;
	unsigned int nr_tracepoints;
	const struct ktrace_tracepoint_value *values;
	unsigned int nr_values;
};

/**
 * struct ktrace_tracepoint_event - the event of a TRACE_EVENT()
 * @event:	the event
 * @definition:	its definition; NULL if it was refused or another source provides the
 *		event
 * @other:	offset in the record of the pid_t of another task that the event
 *		concerns, besides the task that hits the tracepoint; 0 if there is none
 */
struct ktrace_tracepoint_event {
	struct ktrace_event	event;
	const struct ktrace_tracepoint *definition;
	u16			other;
};

static inline const struct ktrace_tracepoint_event *
ktrace_tracepoint_event(const struct ktrace_event *event)
{
	return container_of(event, struct ktrace_tracepoint_event, event);
}

int ktrace_tracepoints_add(const struct ktrace_tracepoint_set *set);
void ktrace_tracepoints_remove(const struct module *mod);

/* Defined in describe.c */
void ktrace_tracepoint_describe(const struct ktrace_tracepoint_field *from,
				struct ktrace_field *to);
bool ktrace_tracepoint_whole(const struct ktrace_tracepoint_class *class, const void *record,
			     u32 len);
void ktrace_tracepoint_format(const char *print_fmt, struct seq_buf *out,
			      bool (*value)(const char *name, unsigned int len, long *value,
					    const void *data),
			      const void *data);

/* Defined in show.c */
void ktrace_tracepoint_show_init(void);
void ktrace_tracepoint_show(const struct ktrace_tracepoint_class *class, const void *record,
			    u32 len, struct seq_buf *out);

#ifdef CONFIG_MODULES
int ktrace_tracepoint_watch_modules(void);
#else
static inline int ktrace_tracepoint_watch_modules(void)
{
	return 0;
}
#endif

#endif /* _KTRACE_TRACEPOINT_H */
