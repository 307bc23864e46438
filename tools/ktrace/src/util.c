// SPDX-License-Identifier: GPL-2.0
/* Errors, memory, small files. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util.h"

#define NSEC_PER_SEC	1000000000ULL

static void print_message(const char *fmt, va_list args)
{
	fflush(stdout);
	fputs("ktrace: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
}

/* Print a message on standard error. */
void warn_msg(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print_message(fmt, args);
	va_end(args);
}

/* Print a message and exit with the status for errors of ktrace's own. */
void die(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print_message(fmt, args);
	va_end(args);
	exit(EXIT_KTRACE);
}

void *zalloc(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		die("out of memory");
	return p;
}

/* Make room for one more element; the room doubles at each power of two. */
void *grow(void *array, size_t count, size_t size)
{
	if (count & (count - 1))
		return array;
	array = reallocarray(array, count ? 2 * count : 1, size);
	if (!array)
		die("out of memory");
	return array;
}

char *strdup_or_die(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		die("out of memory");
	return copy;
}

/* Return formatted text in new memory. */
char *print_new(const char *fmt, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len < 0)
		die("out of memory");
	return text;
}

/* Return the contents of a file, with a zero at the end; NULL and errno on error. */
char *read_file(const char *path)
{
	size_t len = 0, room = 4096;
	char *text;
	ssize_t n;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	text = zalloc(room + 1);
	while ((n = read(fd, text + len, room - len)) > 0) {
		len += n;
		if (len < room)
			continue;
		room *= 2;
		text = realloc(text, room + 1);
		if (!text)
			die("out of memory");
	}
	close(fd);
	if (n < 0) {
		free(text);
		return NULL;
	}
	text[len] = 0;
	return text;
}

/* Write a text by one call. Return 0, or -1 and errno. */
int write_file(const char *path, int flags, const char *text)
{
	size_t len = strlen(text);
	ssize_t n;
	int fd, err;

	fd = open(path, O_WRONLY | O_CLOEXEC | flags);
	if (fd < 0)
		return -1;
	n = write(fd, text, len);
	err = n < 0 ? errno : EIO;
	close(fd);
	if (n == (ssize_t)len)
		return 0;
	errno = err;
	return -1;
}

bool file_exists(const char *path)
{
	return !access(path, F_OK);
}

static unsigned long long clock_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

unsigned long long now_mono(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

unsigned long long now_real(void)
{
	return clock_ns(CLOCK_REALTIME);
}
