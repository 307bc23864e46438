/* SPDX-License-Identifier: GPL-2.0 */
/* User-space replacement for the tests in tools/testing/ktrace. */
#ifndef _SHIM_LINUX_MINMAX_H
#define _SHIM_LINUX_MINMAX_H

#define min(x, y)							\
({									\
	__auto_type __x = (x);						\
	__auto_type __y = (y);						\
									\
	__x < __y ? __x : __y;						\
})
#define max(x, y)							\
({									\
	__auto_type __x = (x);						\
	__auto_type __y = (y);						\
									\
	__x > __y ? __x : __y;						\
})
#define swap(x, y)							\
do {									\
	__auto_type __z = (x);						\
									\
	(x) = (y);							\
	(y) = __z;							\
} while (0)

#define max_t(type, a, b)	max((type)(a), (type)(b))

#endif
