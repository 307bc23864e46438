/* SPDX-License-Identifier: GPL-2.0 */
/* An instance: a buffer, who writes to it, and its part of the control tree. */
#ifndef _KTRACE_INSTANCE_H
#define _KTRACE_INSTANCE_H

#include "buffer/buffer.h"

struct dentry;
struct ktrace_tracer;

/**
 * struct ktrace_instance - a buffer and its directory
 * @buffer:	the records
 * @snapshot:	records that were set aside
 * @dir:	the directory of its files
 * @tracer:	the one that runs, NULL for none; of control/tracer.c
 * @disable_on_free: options/disable_on_free: closing free_buffer also stops
 *		recording
 */
struct ktrace_instance {
	struct ktrace_buffer	buffer;
	struct ktrace_buffer	snapshot;
	struct dentry		*dir;
	const struct ktrace_tracer *tracer;
	bool			disable_on_free;
};

/* The one at the top of the tree. */
extern struct ktrace_instance ktrace_top;

#endif /* _KTRACE_INSTANCE_H */
