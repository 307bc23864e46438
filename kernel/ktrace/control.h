/* SPDX-License-Identifier: GPL-2.0 */
/* The control tree: what its files offer each other and core.c. */
#ifndef _KTRACE_CONTROL_H
#define _KTRACE_CONTROL_H

#include "instance.h"
#include "knob.h"

int ktrace_control_init(struct ktrace_instance *instance);
int ktrace_event_files_init(struct ktrace_instance *instance);
int ktrace_trace_files_create(struct ktrace_instance *instance,
			      struct dentry *dir, int cpu);

#endif /* _KTRACE_CONTROL_H */
