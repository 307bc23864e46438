/* SPDX-License-Identifier: GPL-2.0 */
/* An instance: a buffer, what is recorded in it, and its part of the control tree. */
#ifndef _KTRACE_INSTANCE_H
#define _KTRACE_INSTANCE_H

#include <linux/list.h>

#include "buffer/buffer.h"
#include "command/error_log.h"
#include "command/owner.h"
#include "event/source.h"
#include "event/task.h"

struct dentry;
struct ktrace_tracer;

/**
 * struct ktrace_instance - a tracer of its own
 * @buffer:	the records
 * @snapshot:	records that were set aside
 * @owner:	counts its open files: while there are any, it stays
 * @errors:	why writes to its files were refused; the one at the top uses another
 * @tasks:	whose events it records
 * @listed:	@tasks has rules; under ktrace_event_mutex
 * @worked:	how many events it listens to by the tasks' work bits; the same
 * @name:	of its directory; NULL for the one at the top
 * @node:	in the list of all; changed under ktrace_event_mutex, within
 *		ktrace_event_files_mutex if it is not for the first time
 * @listeners:	what it wants of events; under ktrace_event_mutex
 * @dir:	the directory of its files
 * @per_cpu_dir: its directory of CPUs; NULL if making it failed
 * @events_dir:	its directory of events; the same
 * @events_filled: somebody has looked into @events_dir, and it has been filled
 * @events_filter: what events/filter was set to last; NULL for nothing; under
 *		ktrace_event_mutex
 * @systems:	its directories of systems then
 * @waits:	what set_event was told of modules; under ktrace_event_mutex
 * @tracer:	the one that runs, NULL for none; of tracer.c
 * @stack:	options/stacktrace: record the stack behind each record; hooks read it
 * @user_stack:	options/userstacktrace: the same of the process's own stack
 * @show:	how its records are shown: KTRACE_CODE_*, KTRACE_SHOW_*; changed by bit
 *		operations
 * @disable_on_free: options/disable_on_free: closing free_buffer also stops
 *		recording
 * @kept:	what sources keep of it: ktrace_source_kept()
 * @memory:	what its files are about
 * @holders:	its buffers that are not yet free
 */
struct ktrace_instance {
	struct ktrace_buffer	buffer;
	struct ktrace_buffer	snapshot;
	struct ktrace_owner	owner;
	struct ktrace_error_log	errors;
	struct ktrace_task_set	tasks;
	bool			listed;
	unsigned int		worked;
	const char		*name;
	struct list_head	node;
	struct list_head	listeners;
	struct dentry		*dir;
	struct dentry		*per_cpu_dir;
	struct dentry		*events_dir;
	bool			events_filled;
	char			*events_filter;
	struct list_head	systems;
	struct list_head	waits;
	const struct ktrace_tracer *tracer;
	bool			stack;
	bool			user_stack;
	unsigned long		show;
	bool			disable_on_free;
	void			*kept[KTRACE_SOURCES_MAX];
	struct hlist_head	memory;
	atomic_t		holders;
};

/* struct ktrace_knob.owner of knobs that are about an instance. */
static inline struct ktrace_owner *ktrace_instance_owner(void *instance)
{
	return &((struct ktrace_instance *)instance)->owner;
}

/* The one at the top of the tree. */
extern struct ktrace_instance ktrace_top;
/* All of them, the one at the top first; under ktrace_event_mutex. */
extern struct list_head ktrace_instance_list;

int ktrace_instance_init(struct ktrace_instance *instance);
struct ktrace_instance *ktrace_instance_make(const char *name);
void *ktrace_instance_alloc(struct ktrace_instance *instance, size_t bytes);
int ktrace_instance_list_add(struct ktrace_instance *instance, enum ktrace_task_list which,
			     const pid_t *pids, unsigned int nr);
int ktrace_instance_list_empty(struct ktrace_instance *instance, enum ktrace_task_list which);
void ktrace_instance_list_drop(struct ktrace_instance *instance, enum ktrace_task_list which);
int ktrace_instance_follow_processes(struct ktrace_instance *instance, struct pid **pids,
				     unsigned int nr);
int ktrace_instance_set_uid(struct ktrace_instance *instance, kuid_t uid);
int ktrace_instance_set_comm(struct ktrace_instance *instance, const char *comm);
int ktrace_instance_set_cgroup(struct ktrace_instance *instance, struct cgroup *cgroup);
int ktrace_instance_add_program(struct ktrace_instance *instance,
				struct ktrace_task_program *program);
void ktrace_instance_set_stack(struct ktrace_instance *instance, bool stack);
void ktrace_instance_set_user_stack(struct ktrace_instance *instance, bool stack);
void ktrace_instance_quiesce(struct ktrace_instance *instance);
void ktrace_instance_unmake(struct ktrace_instance *instance);

#endif /* _KTRACE_INSTANCE_H */
