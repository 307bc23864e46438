/* SPDX-License-Identifier: GPL-2.0 */
/* An instance: a buffer, the events that it records, and a directory of control files. */
#ifndef _KTRACE_INSTANCE_H
#define _KTRACE_INSTANCE_H

#include <linux/list.h>
#include <linux/workqueue_types.h>

#include "buffer/buffer.h"
#include "command/error_log.h"
#include "command/owner.h"
#include "event/source.h"
#include "event/task.h"

struct ktrace_dir;
struct ktrace_session;
struct ktrace_tracer;

/**
 * struct ktrace_instance - a tracer with its own buffer and settings
 * @buffer:	the records
 * @snapshot:	the snapshot
 * @owner:	counts open files; while one is open, rmdir is refused, and the memory stays
 * @errors:	reasons why writes to its files were refused; the top instance uses another log
 * @tasks:	tasks whose events the instance records
 * @listed:	@tasks has rules; under ktrace_event_mutex
 * @worked:	number of listeners whose hooks use work bits of tasks, and of commands that are
 *		going to enable such listeners; under ktrace_event_mutex
 * @name:	name of its directory; NULL for the top instance
 * @node:	in the list of instances; changed under ktrace_event_mutex, and, except
 *		for the top instance, ktrace_event_files_mutex
 * @listeners:	its listeners; under ktrace_event_mutex
 * @dir:	the directory of its files
 * @events_dir:	directory events/
 * @events_filled:	@events_dir was filled
 * @events_filter:	last text written to events/filter; NULL for none; under ktrace_event_mutex
 * @systems:	directories of systems in @events_dir
 * @waits:	patterns of set_event for events of modules; under ktrace_event_mutex
 * @tracer:	the running tracer, NULL for none; used by tracer.c
 * @stack:	options/stacktrace: record the kernel stack after each record; read by hooks
 * @user_stack:	options/userstacktrace: record the user stack after each record; read by hooks
 * @show:	format of records: KTRACE_CODE_*, KTRACE_SHOW_*; changed by atomic bit
 *		operations
 * @disable_on_free:	options/disable_on_free: closing free_buffer also stops
 *		recording
 * @page_writers:	number of tasks that change the page size of @buffer; used by control/oops.c
 * @page_most:	largest page size that these tasks set, in bytes; used by control/oops.c
 * @kept:	data of sources: ktrace_source_kept()
 * @memory:	memory that is freed with the instance
 * @holders:	number of its buffers that are not freed yet
 * @session:	owner of the instance, which is removed when the session ends; NULL for none;
 *		under ktrace_event_files_mutex
 * @ending:	entry in a list of instances that are removed together
 * @freeing:	frees the instance if it was removed while files were open
 */
struct ktrace_instance {
	struct ktrace_buffer	buffer;
	struct ktrace_buffer	snapshot;
	struct ktrace_owner	owner;
	struct ktrace_error_log	errors;
	struct ktrace_taskset	tasks;
	bool			listed;
	unsigned int		worked;
	const char		*name;
	struct list_head	node;
	struct list_head	listeners;
	struct ktrace_dir	*dir;
	struct ktrace_dir	*events_dir;
	bool			events_filled;
	char			*events_filter;
	struct list_head	systems;
	struct list_head	waits;
	const struct ktrace_tracer *tracer;
	bool			stack;
	bool			user_stack;
	unsigned long		show;
	bool			disable_on_free;
	unsigned int		page_writers;
	u32			page_most;
	void			*kept[KTRACE_SOURCES_MAX];
	struct hlist_head	memory;
	atomic_t		holders;
	struct ktrace_session	*session;
	struct list_head	ending;
	struct work_struct	freeing;
};

/* struct ktrace_knob.owner of knobs whose data is an instance. */
static inline struct ktrace_owner *ktrace_instance_owner(void *instance)
{
	return &((struct ktrace_instance *)instance)->owner;
}

/* The top instance. */
extern struct ktrace_instance ktrace_top;
/* All instances, beginning with the top instance; under ktrace_event_mutex. */
extern struct list_head ktrace_instance_list;

int ktrace_instance_init(struct ktrace_instance *instance);
struct ktrace_instance *ktrace_instance_create(const char *name);
void *ktrace_instance_alloc(struct ktrace_instance *instance, size_t bytes);
struct ktrace_taskset *ktrace_instance_tasks_begin(struct ktrace_instance *instance);
int ktrace_instance_tasks_end(struct ktrace_instance *instance, int err);
void ktrace_instance_set_stack(struct ktrace_instance *instance, bool *option, bool stack);
void ktrace_instance_quiesce(struct ktrace_instance *instance);
void ktrace_instances_quiesce(struct list_head *instances);
void ktrace_instance_clear(struct ktrace_instance *instance);
void ktrace_instance_destroy(struct ktrace_instance *instance);

#endif /* _KTRACE_INSTANCE_H */
