/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A probe in a program that is an event, as the files uprobe*.c share it: uprobe.c
 * defines and removes, uprobe_file.c finds the file, uprobe_hit.c arms and records,
 * uprobe_print.c describes and prints.
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

/* Bytes of a record before its first argument. */
#define UPROBE_ENTRY_HEAD	16	/* common fields, __probe_ip */
#define UPROBE_RETURN_HEAD	24	/* common fields, __probe_func, __probe_ret_ip */

/**
 * struct uprobe_event - a probe made by a line of uprobe_events
 * @of:		the probe whose @event and @probes it shares: itself, if it was the first of
 *		its event.  That one stays, without its probe, as long as the event
 * @event:	what the rest of ktrace sees
 * @probes:	those of the event that are there; under ktrace_dynamic_mutex and
 *		ktrace_event_mutex
 * @of_event:	in @probes of @of
 * @left:	of @of: how many are there, or were, and may be in use by handlers
 * @path:	the file; held, so that the inode stays, and its mount
 * @offset:	where in the file
 * @ref_ctr:	where in the file the counter of listeners is, 0 if there is none
 * @uprobe:	while somebody listens: of the uprobes core; under ktrace_event_mutex
 * @hook:	while somebody listens: what the core calls; under ktrace_event_mutex
 * @fetch:	what gets the arguments
 * @hits:	per CPU, how often it was hit
 * @head:	bytes in a record before the first argument
 * @bytes:	of a record without strings' text
 * @at_return:	it is a return probe
 * @dynamic:	in the list of what lines have defined
 * @dead:	removed, until no handler uses it any more
 * @group:	name of its system
 * @name:	its name
 * @file:	the file's path as the line names it
 * @line:	the line that defines it
 * @nr_args:	how many @args
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
	struct kprobe_arg	args[] __counted_by(nr_args);
};

/* uprobe_file.c */
int ktrace_uprobe_open(struct probe_spec *spec, struct path *path, struct probe_error *error);
struct inode *ktrace_uprobe_inode(const struct path *path);

/* uprobe_hit.c */
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
