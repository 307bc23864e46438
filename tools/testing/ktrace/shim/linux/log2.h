/* SPDX-License-Identifier: GPL-2.0 */
/* User-space replacement for the tests in tools/testing/ktrace. */
#ifndef _SHIM_LINUX_LOG2_H
#define _SHIM_LINUX_LOG2_H

#define is_power_of_2(n)	((n) && !((n) & ((n) - 1)))

#endif
