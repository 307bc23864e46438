/* SPDX-License-Identifier: GPL-2.0 */
/* The control tree: what its files offer each other and core.c. */
#ifndef _KTRACE_CONTROL_H
#define _KTRACE_CONTROL_H

#include "instance.h"
#include "knob.h"

/**
 * struct ktrace_trace_dir - what the files of a directory read
 * @buffer:	the records
 * @cpu:	of which CPU, or KTRACE_ALL_CPUS
 */
struct ktrace_trace_dir {
	struct ktrace_buffer *buffer;
	int cpu;
};

int ktrace_control_init(struct ktrace_instance *instance);
int ktrace_event_files_init(struct ktrace_instance *instance);
int ktrace_trace_files_create(struct ktrace_instance *instance,
			      struct dentry *dir, int cpu);
int ktrace_raw_file_create(struct ktrace_trace_dir *about, struct dentry *dir);

#endif /* _KTRACE_CONTROL_H */
