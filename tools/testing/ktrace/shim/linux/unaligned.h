/* SPDX-License-Identifier: GPL-2.0 */
/* User-space replacement for the tests in tools/testing/ktrace. */
#ifndef _SHIM_LINUX_UNALIGNED_H
#define _SHIM_LINUX_UNALIGNED_H

#define get_unaligned(p)						\
({									\
	const struct { __typeof__(*(p)) x; } __attribute__((__packed__)) *__p = (const void *)(p); \
									\
	__p->x;								\
})

#endif
