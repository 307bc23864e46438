/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Uprobe events: declarations shared by the files uprobe*.c. uprobe.c defines and
 * removes probes, uprobe_file.c finds the file, uprobe_hit.c arms probes and records,
 * uprobe_print.c describes and prints records.
 */
#ifndef _KTRACE_UPROBE_EVENT_H
#define _KTRACE_UPROBE_EVENT_H

#include <linux/llist.h>
#include <linux/path.h>
#include <linux/refcount.h>

#include "event/dynamic.h"
#include "event/event.h"
#include "parse/probe_parse.h"
#include "probe/args.h"
#include "probe/fetch.h"

struct inode;
struct seq_buf;
struct uprobe;
struct uprobe_hook;

/* Offset of the first argument in a record. */
#define UPROBE_ENTRY_HEAD	16	/* common fields, __probe_ip */
#define UPROBE_RETURN_HEAD	24	/* common fields, __probe_func, __probe_ret_ip */

/**
 * struct uprobe_event - a probe defined by a line of uprobe_events
 * @of:	the first probe of the event, whose @event and @probes all probes of the event
 *		share; the first probe itself points to itself. It stays allocated as
 *		long as the event, even after it was removed
 * @event:	the event
 * @probes:	existing probes of the event; under ktrace_dynamic_mutex and
 *		ktrace_event_mutex
 * @of_event:	entry in @of->probes
 * @left:	in @of: number of probes that exist or that handlers may still use
 * @path:	the file; the reference keeps the inode and its mount
 * @offset:	offset in the file
 * @ref_ctr:	offset in the file of the reference counter, 0 if there is none
 * @uprobe:	handle of the uprobes core while the event has listeners; under
 *		ktrace_event_mutex
 * @hook:	consumer of the uprobes core while the event has listeners; under
 *		ktrace_event_mutex
 * @fetch:	program that fetches the arguments
 * @hits:	per CPU, number of hits
 * @head:	offset of the first argument in a record
 * @bytes:	length of a record without the text of strings
 * @at_return:	return probe
 * @dynamic:	entry in the list of dynamic events
 * @dead:	entry in the list of removed probes that handlers may still use
 * @group:	name of its system
 * @name:	its name
 * @file:	the file's path as in the line
 * @line:	the line that defines it
 * @nr_args:	number of @args
 * @args:	its arguments
 */
struct uprobe_event {
	struct uprobe_event	*of;
	struct ktrace_event	event;
	struct list_head	probes;
	struct list_head	of_event;
	refcount_t		left;
	struct path		path;
	loff_t			offset;
	loff_t			ref_ctr;
	struct uprobe		*uprobe;
	struct uprobe_hook	*hook;
	struct fetch		*fetch;
	unsigned long __percpu	*hits;
	u16			head;
	u16			bytes;
	bool			at_return;
	struct ktrace_dynamic	dynamic;
	struct llist_node	dead;
	char			group[PROBE_NAME_SIZE];
	char			name[PROBE_NAME_SIZE];
	char			*file;
	char			*line;
	unsigned int		nr_args;
	struct probe_field	args[] __counted_by(nr_args);
};

/* uprobe_file.c */
int ktrace_uprobe_open(struct probe_spec *spec, struct path *path,
		       struct ktrace_parse_error *error);
struct inode *ktrace_uprobe_inode(const struct path *path);

/* uprobe_hit.c */
int ktrace_uprobe_hit_init(void);
int ktrace_uprobe_arm(struct uprobe_event *ue);
void ktrace_uprobe_disarm(struct uprobe_event *ue);
int ktrace_uprobe_enable(struct ktrace_event *event);
void ktrace_uprobe_disable(struct ktrace_event *event);

/* uprobe_print.c */
bool ktrace_uprobe_field(const struct ktrace_event *event, unsigned int i,
			 struct ktrace_field *field);
void ktrace_uprobe_print_fmt(const struct ktrace_event *event, struct seq_buf *out);
void ktrace_uprobe_print(const struct ktrace_event *event, const void *rec, u32 len,
			 struct seq_buf *out);

static inline struct uprobe_event *uprobe_event_of(const struct ktrace_event *event)
{
	return container_of(event, struct uprobe_event, event);
}

#endif /* _KTRACE_UPROBE_EVENT_H */
