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
#include <linux/types.h>

#include "parse/probe_parse.h"
#include "probe/probe.h"

struct inode;
struct seq_buf;
struct uprobe_hook;

/**
 * struct uprobe_event - a probe defined by a line of uprobe_events
 * @probe:	common part of probes
 * @path:	the file; the reference keeps the inode and its mount
 * @offset:	offset in the file
 * @ref_ctr:	offset in the file of the reference counter, 0 if there is none
 * @hook:	consumer of the uprobes core while the event has listeners; under
 *		ktrace_event_mutex
 * @bytes:	length of a record without the text of strings
 * @leave:	drops @path when the task that has removed the probe returns to user space
 * @dead:	entry in the list of removed probes that handlers may still use
 * @file:	the file's path as in the line
 */
struct uprobe_event {
	struct ktrace_probe	probe;
	struct path		path;
	loff_t			offset;
	loff_t			ref_ctr;
	struct uprobe_hook	*hook;
	u16			bytes;
	struct callback_head	leave;
	struct llist_node	dead;
	char			*file;
};

/* Defined in uprobe_file.c */
int ktrace_uprobe_open(struct probe_spec *spec, struct path *path,
		       struct ktrace_parse_error *error);
struct inode *ktrace_uprobe_inode(const struct path *path);
int ktrace_uprobe_check_size(const struct uprobe_event *ue);

/* Defined in uprobe_hit.c */
int ktrace_uprobe_arm(struct uprobe_event *ue);
int ktrace_uprobe_armed(const struct uprobe_event *ue);
void ktrace_uprobe_disarm(struct uprobe_event *ue);

/* Defined in uprobe_print.c */
void ktrace_uprobe_print(const struct ktrace_event *event, const void *rec, u32 len,
			 struct seq_buf *out);

static inline struct uprobe_event *uprobe_event_of(const struct ktrace_probe *probe)
{
	return container_of(probe, struct uprobe_event, probe);
}

#endif /* _KTRACE_UPROBE_EVENT_H */
