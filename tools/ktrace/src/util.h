/* SPDX-License-Identifier: GPL-2.0 */
/* Errors, memory, small files. */
#ifndef _KTRACE_UTIL_H
#define _KTRACE_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit statuses of ktrace's own, as env and timeout have them. */
#define EXIT_LOST	3
#define EXIT_KTRACE	125
#define EXIT_CANNOT_RUN	126
#define EXIT_NOT_FOUND	127

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
/* Attributes, by their names in the kernel. */
#define __printf(f, a)	__attribute__((__format__(printf, f, a)))
#define __noreturn	__attribute__((__noreturn__))

void warn_msg(const char *fmt, ...) __printf(1, 2);
void die(const char *fmt, ...) __printf(1, 2) __noreturn;

void *zalloc(size_t size);
void *grow(void *array, size_t count, size_t size);
char *strdup_or_die(const char *text);
char *print_new(const char *fmt, ...) __printf(1, 2);

char *read_file(const char *path);
int write_file(const char *path, int flags, const char *text);
bool file_exists(const char *path);

unsigned long long now_mono(void);
unsigned long long now_real(void);

#endif /* _KTRACE_UTIL_H */
