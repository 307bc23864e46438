/* SPDX-License-Identifier: GPL-2.0 */
/* The directory of an event. */
#ifndef _KTRACE_EVENT_DIR_H
#define _KTRACE_EVENT_DIR_H

struct dentry;
struct ktrace_listener;

int ktrace_event_dir_create(struct ktrace_listener *listener, struct dentry *parent);

#endif /* _KTRACE_EVENT_DIR_H */
