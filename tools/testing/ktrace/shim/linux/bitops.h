/* SPDX-License-Identifier: GPL-2.0 */
/* User-space stand-in for the tests in tools/testing/ktrace. */
#ifndef _SHIM_LINUX_BITOPS_H
#define _SHIM_LINUX_BITOPS_H

#include <linux/bits.h>

static inline unsigned int __ffs64(unsigned long long word)
{
	return __builtin_ctzll(word);
}

#endif
