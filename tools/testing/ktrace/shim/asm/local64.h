/* SPDX-License-Identifier: GPL-2.0 */
/* User-space replacement for the tests in tools/testing/ktrace: one thread. */
#ifndef _SHIM_ASM_LOCAL64_H
#define _SHIM_ASM_LOCAL64_H

#include <linux/types.h>

struct shim_local64 {
	s64 value;
};

#define local64_t struct shim_local64

static inline s64 local64_read(const local64_t *l)
{
	return l->value;
}

static inline void local64_set(local64_t *l, s64 to)
{
	l->value = to;
}

static inline void local64_add(s64 add, local64_t *l)
{
	l->value += add;
}

static inline void local64_inc(local64_t *l)
{
	l->value++;
}

static inline s64 local64_inc_return(local64_t *l)
{
	return ++l->value;
}

static inline bool local64_try_cmpxchg(local64_t *l, s64 *old, s64 new)
{
	if (l->value == *old) {
		l->value = new;
		return true;
	}
	*old = l->value;
	return false;
}

#endif
