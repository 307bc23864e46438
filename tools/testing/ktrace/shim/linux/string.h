/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User-space replacement for the tests in tools/testing/ktrace.  That of tools/include defines
 * strscpy() as strcpy(), without the size; linux/kernel.h of this folder has it.
 */
#ifndef _SHIM_LINUX_STRING_H
#define _SHIM_LINUX_STRING_H

#include <string.h>

#endif
