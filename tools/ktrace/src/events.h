/* SPDX-License-Identifier: GPL-2.0 */
/* Events of a trace, and what ktrace knows of them. */
#ifndef _KTRACE_EVENTS_H
#define _KTRACE_EVENTS_H

#include <stdbool.h>

#include <event-parse.h>

#include "decode.h"

/* Events that ktrace treats in their own ways. */
enum event_kind {
	EVENT_OTHER,
	EVENT_CALL,		/* syscall:NAME */
	EVENT_FOREIGN,		/* syscall:unknown, x32, ia32_unknown */
	EVENT_FORK,
	EVENT_EXEC,
	EVENT_EXIT,
	EVENT_RENAME,
	EVENT_SIGNAL,		/* process:signal_deliver */
	EVENT_ENTER,		/* syscalls:sys_enter_NAME */
	EVENT_SWITCH,		/* sched:sched_switch */
	EVENT_WAKING,		/* sched:sched_waking */
	EVENT_STACK,		/* the user stack of the previous record of the task */
	EVENT_TICK,		/* timer:hrtimer_expire_entry */
};

/**
 * struct event - an event of the trace
 * @tep:	its format
 * @kind:	enum event_kind
 * @call:	the call, for EVENT_CALL and EVENT_ENTER; NULL if it is unknown
 * @timed:	for EVENT_FOREIGN: the records tell where the time of a call went
 */
struct event {
	struct tep_event *tep;
	enum event_kind kind;
	struct decode_call *call;
	bool timed;
};

/**
 * struct record - a record of a trace
 * @ts:		time stamp in ns
 * @cpu:	CPU that wrote it
 * @pid:	task that wrote it
 * @data:	its bytes, from the common fields on
 * @size:	number of bytes
 * @event:	its event; NULL if the event is unknown
 */
struct record {
	unsigned long long ts;
	int		cpu;
	int		pid;
	void		*data;
	unsigned int	size;
	const struct event *event;
};

/* The largest number of addresses in a user stack. */
#define STACK_MAX	64

struct events;

struct events *events_open(const char *dir);
struct events *events_of(struct tep_handle *tep);
void events_close(struct events *events);
struct tep_handle *events_tep(const struct events *events);
const struct event *events_find(struct events *events, const void *data);
const struct event *events_named(struct events *events, const char *system, const char *name);
unsigned long long event_number(const struct record *rec, const char *field);
unsigned int event_args(const struct record *rec, unsigned long long *args, unsigned int max);
unsigned int event_stack(const struct record *rec, unsigned long long *at, unsigned int max);
const char *event_string(const struct record *rec, const char *field, unsigned int *len);

#endif /* _KTRACE_EVENTS_H */
