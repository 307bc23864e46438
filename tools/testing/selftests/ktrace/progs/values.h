/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Helpers of programs that make system calls and print, after the last call, the lines that ktrace
 * must show. Each line is the record up to the result, without the duration. Programs of 32 bits
 * print the names of the ia32 events.
 */
#ifndef _VALUES_H
#define _VALUES_H

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "need.h"
#include "scenes.h"

#define NATIVE	(sizeof(long) == 8)

static char lines[64 * 1024];
static size_t used;

/* Expect a record with this text. */
__attribute__((format(printf, 1, 2)))
static inline void expect(const char *format, ...)
{
	va_list args;

	if (!NATIVE)
		used += sprintf(lines + used, "ia32_");
	va_start(args, format);
	used += vsnprintf(lines + used, sizeof(lines) - used, format, args);
	va_end(args);
	need(used < sizeof(lines) - 1);
	lines[used++] = '\n';
}

/* Append to the line before. */
__attribute__((format(printf, 1, 2)))
static inline void append(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	used += vsnprintf(lines + used, sizeof(lines) - used, format, args);
	va_end(args);
	need(used < sizeof(lines) - 1);
}

/* The result of a call in the format of its record. */
static inline const char *result(long ret)
{
	static char text[32];

	if (ret == -1)
		snprintf(text, sizeof(text), "-%s", strerrorname_np(errno));
	else
		snprintf(text, sizeof(text), "%ld", ret);
	return text;
}

extern const char __data_start[];
extern const char _end[];

/*
 * Read each page of the program's data. A call that is refused early reads no memory, and a record
 * shows memory only if the page is there.
 */
static inline void touch_data(void)
{
	uintptr_t from = (uintptr_t)__data_start & -4096;

	need(!madvise((void *)from, (uintptr_t)_end - from, MADV_POPULATE_READ));
}

/* Run the scene that the only argument names, and print its lines. Return: the exit status. */
static inline int run_values(int argc, char **argv, const struct scene *scenes, unsigned int nr)
{
	int ret;

	touch_data();
	ret = run_scene(argc, argv, scenes, nr);
	fwrite(lines, used, 1, stdout);
	return ret;
}

#endif
