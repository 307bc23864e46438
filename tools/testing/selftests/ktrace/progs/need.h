/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Helpers of programs that make calls: need() checks a condition, nowhere() is a bad
 * address.
 */
#ifndef _NEED_H
#define _NEED_H

#include <err.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

#define need(what) do {							\
	if (!(what))							\
		err(1, "line %d: %s", __LINE__, #what);			\
} while (0)

/* An unmapped address whose value is hidden from the compiler. */
static inline void *nowhere(void)
{
	void *p = (void *)16;

	asm("" : "+r"(p));
	return p;
}

#endif
