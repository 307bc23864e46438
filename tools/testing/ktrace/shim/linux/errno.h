/* SPDX-License-Identifier: GPL-2.0 */
/* User-space replacement for the tests in tools/testing/ktrace. */
#ifndef _SHIM_LINUX_ERRNO_H
#define _SHIM_LINUX_ERRNO_H

#include <asm/errno.h>

#endif
