/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User-space replacement for the tests in tools/testing/ktrace.  That of tools/include lacks
 * kvzalloc(), and does not let a test make allocations fail.
 */
#ifndef _SHIM_LINUX_SLAB_H
#define _SHIM_LINUX_SLAB_H

#include <stdlib.h>

#define GFP_KERNEL	0

/* With SHIM_ALLOC the test provides the allocator, which may fail. */
#ifdef SHIM_ALLOC
void *shim_kvzalloc(size_t size);
#else
static inline void *shim_kvzalloc(size_t size)
{
	return calloc(1, size);
}
#endif

#define kvzalloc(size, gfp)	shim_kvzalloc(size)
#define kvfree(p)		free(p)
#define kcalloc_node(n, size, gfp, node)	calloc(n, size)
#define kfree(p)		free(p)

#endif
