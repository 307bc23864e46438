/* SPDX-License-Identifier: GPL-2.0 */
/* The directory of an event. */
#ifndef _KTRACE_EVENT_DIR_H
#define _KTRACE_EVENT_DIR_H

struct ktrace_dir;
struct ktrace_event;
struct ktrace_instance;

int ktrace_event_dir_create(struct ktrace_event *event, struct ktrace_instance *instance,
			    struct ktrace_dir *parent);

#endif /* _KTRACE_EVENT_DIR_H */
