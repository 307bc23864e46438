/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of processes: declarations shared by the files of this event source.
 *
 *	event.c		what all events share: their class, and the state of an instance
 *	field.h		definition of an event and of its fields
 *	life.c		forks, programs, exits, names: events and hooks
 *	status.c	credentials, tracers, stops: events and hooks
 *	signal.c	signals: events and hooks
 *	text.c		records as text
 *	death.c		snapshots at the death of a process
 *	knob.c		control files and the tracer
 *	source.c	registration of the event source
 */
#ifndef _KTRACE_PROCESS_INTERNAL_H
#define _KTRACE_PROCESS_INTERNAL_H

#include <linux/atomic.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "command/knob.h"
#include "event/emit.h"
#include "event/event.h"
#include "event/prefilter.h"
#include "event/source.h"
#include "process/record.h"

/**
 * enum process_group - events that the tracer enables together
 * @PROCESS_SYSCALLS:	complete records of system calls, which belong to another event source
 * @PROCESS_SIGNALS:	generation and delivery of signals
 * @PROCESS_LIFECYCLE:	all other events of this event source
 * @PROCESS_GROUPS:	number of groups
 */
enum process_group {
	PROCESS_SYSCALLS,
	PROCESS_SIGNALS,
	PROCESS_LIFECYCLE,
	PROCESS_GROUPS
};

/**
 * enum process_death - deaths of a process that cause a snapshot
 * @PROCESS_DEATH_NONE:	none
 * @PROCESS_DEATH_SIGNAL:	death by a signal
 * @PROCESS_DEATH_FAILURE:	death by a signal, or exit with a code other than 0
 */
enum process_death {
	PROCESS_DEATH_NONE,
	PROCESS_DEATH_SIGNAL,
	PROCESS_DEATH_FAILURE,
};

/* No limit: take a snapshot at every death. */
#define PROCESS_DEATHS_ALL	(-1)

/**
 * struct process_instance - state of the event source "process" in an instance
 * @groups:	for the tracer, one bit for each enum process_group
 * @death:	enum process_death; read by hooks
 * @left:	number of snapshots left, or PROCESS_DEATHS_ALL; decremented by hooks
 */
struct process_instance {
	u8		groups;
	u8		death;
	atomic_t	left;
};

/**
 * struct process_event - an event of this event source
 * @event:	the event
 * @group:	enum process_group
 * @nr_fields:	number of @fields
 * @fields:	fields of the records
 * @bytes:	minimum length of a record
 * @print:	append the text after the event's name; the record has at least @bytes
 * @print_fmt:	"print fmt" of the file "format"
 * @watch:	register the hooks; returns 0 or a negative errno
 * @unwatch:	unregister the hooks
 */
struct process_event {
	struct ktrace_event event;
	u8	group;
	u8	nr_fields;
	u16	bytes;
	const struct ktrace_field *fields;
	void	(*print)(const void *rec, u32 len, struct seq_buf *out);
	const char *print_fmt;
	int	(*watch)(void);
	void	(*unwatch)(void);
};

/* Defined in event.c */
extern const struct ktrace_class ktrace_process_class;
extern unsigned int ktrace_process_slot;
enum process_group ktrace_process_group(const struct ktrace_event *event);
struct process_instance *ktrace_process_instance(const struct ktrace_instance *instance);

/* Defined in life.c */
extern struct process_event ktrace_process_fork;
extern struct process_event ktrace_process_exec;
extern struct process_event ktrace_process_exit;
extern struct process_event ktrace_process_rename;

/* Defined in status.c */
extern struct process_event ktrace_process_creds;
extern struct process_event ktrace_process_ptrace;
extern struct process_event ktrace_process_jobctl;

/* Defined in signal.c */
extern struct process_event ktrace_process_generate;
extern struct process_event ktrace_process_deliver;

/* Defined in text.c */
void ktrace_process_print_fork(const void *rec, u32 len, struct seq_buf *out);
void ktrace_process_print_exec(const void *rec, u32 len, struct seq_buf *out);
void ktrace_process_print_exit(const void *rec, u32 len, struct seq_buf *out);
void ktrace_process_print_rename(const void *rec, u32 len, struct seq_buf *out);
void ktrace_process_print_creds(const void *rec, u32 len, struct seq_buf *out);
void ktrace_process_print_ptrace(const void *rec, u32 len, struct seq_buf *out);
void ktrace_process_print_jobctl(const void *rec, u32 len, struct seq_buf *out);
void ktrace_process_print_generate(const void *rec, u32 len, struct seq_buf *out);
void ktrace_process_print_deliver(const void *rec, u32 len, struct seq_buf *out);

/* Defined in death.c */
int ktrace_process_set_death(struct ktrace_instance *instance, struct process_instance *about,
			     enum process_death death, int left);
void ktrace_process_died(const struct ktrace_event *event, int status);

/* Defined in knob.c */
extern const struct ktrace_tracer ktrace_process_tracer;
#define PROCESS_FILES	(9 + IS_ENABLED(CONFIG_CGROUPS))
extern const struct ktrace_knob ktrace_process_files[PROCESS_FILES];

/* Whether an instance wants a record about one of two tasks; @other may be NULL. */
static __always_inline bool process_wanted(const struct process_event *event,
					   const struct task_struct *one,
					   const struct task_struct *other)
{
	return unlikely(ktrace_event_wanted(&event->event, one, other)) &&
	       !ktrace_event_paused(&event->event);
}

/* The process of the parent of a task's process. */
static inline pid_t process_parent_tgid(const struct task_struct *tsk)
{
	guard(rcu)();
	return rcu_dereference(tsk->group_leader->real_parent)->tgid;
}

/**
 * process_emit - record an image in all instances whose task set contains a task
 * @event:	the event
 * @image:	the record
 * @len:	length in bytes, a multiple of 4
 * @one:	the task
 * @other:	a second task, NULL for none: one of the two must be in the task set
 *
 * Context: a probe of a tracepoint, which has disabled preemption once.
 */
static __always_inline void process_emit(const struct process_event *event, void *image,
					 u32 len, const struct task_struct *one,
					 const struct task_struct *other)
{
	ktrace_emit_image_about(&event->event, image, len, ktrace_context_called(), one,
				other);
}

#endif /* _KTRACE_PROCESS_INTERNAL_H */
