/* SPDX-License-Identifier: GPL-2.0 */
/* An instance: a buffer, who writes to it, and its part of the control tree. */
#ifndef _KTRACE_INSTANCE_H
#define _KTRACE_INSTANCE_H

#include "buffer.h"

struct dentry;

/**
 * struct ktrace_instance - a buffer and its directory
 * @buffer:	the records
 * @dir:	the directory of its files
 */
struct ktrace_instance {
	struct ktrace_buffer	buffer;
	struct dentry		*dir;
};

/* The one at the top of the tree. */
extern struct ktrace_instance ktrace_top;

#endif /* _KTRACE_INSTANCE_H */
