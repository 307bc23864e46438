/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User-space replacement for the tests in tools/testing/ktrace.
 *
 * That of tools/include only declares scnprintf(), and lacks hex_asc_lo(); and the compiler finds
 * the header of this name of the C library first.
 */
#ifndef _SHIM_LINUX_KERNEL_H
#define _SHIM_LINUX_KERNEL_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/types.h>

#ifndef ARRAY_SIZE
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#endif
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))

#define hex_asc_lo(x)	("0123456789abcdef"[(x) & 15])

/* Like snprintf(), but returns the number of bytes written. */
static inline int scnprintf(char *buf, size_t size, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(buf, size, format, args);
	va_end(args);
	return (size_t)n < size ? n : (int)size - 1;
}

#ifndef strscpy
static inline long strscpy(char *to, const char *from, size_t size)
{
	return scnprintf(to, size, "%s", from);
}
#endif

#endif
