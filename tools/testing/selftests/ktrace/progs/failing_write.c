// SPDX-License-Identifier: GPL-2.0
/*
 * failing_write N FILE TEXT - write a line to a file; the N-th allocation fails
 * failing_write N FILE      - read the file instead, to standard output
 * failing_write -o N FILE   - open the file instead
 *
 * The kernel's fault injection makes the N-th allocation of the write, the read or the open()
 * fail, counted from 1. Prints the result, for a read on standard error:
 *   done           it succeeded, and made fewer allocations than N
 *   survived       it succeeded although an allocation failed
 *   ERRNO          it failed, with this number
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Read a whole file. Return: number of bytes, or -1 with errno set. */
static ssize_t read_all(int file, char *text, size_t room)
{
	size_t len = 0;
	ssize_t n;

	while ((n = read(file, text + len, room - len)) > 0)
		len += n;
	return n < 0 ? n : (ssize_t)len;
}

int main(int argc, char **argv)
{
	static char text[1 << 20];
	char line[256], left[32];
	bool opens = argc == 4 && !strcmp(argv[1], "-o");
	bool reads = argc == 3;
	ssize_t n;
	int inject, file = 0, err;
	size_t len = 0;

	if (argc != 4 && !reads) {
		fprintf(stderr, "usage: failing_write N FILE [TEXT] | -o N FILE\n");
		return 2;
	}
	argv += opens;
	/* Touch the buffer now: a page fault in the read would be one more allocation. */
	memset(text, 1, sizeof(text));
	inject = open("/proc/thread-self/fail-nth", O_RDWR);
	if (!opens)
		file = open(argv[2], reads ? O_RDONLY : O_WRONLY | O_APPEND);
	if (inject < 0 || file < 0) {
		perror(inject < 0 ? "fail-nth" : argv[2]);
		return 2;
	}
	if (!reads && !opens)
		len = snprintf(line, sizeof(line), "%s\n", argv[3]);

	if (write(inject, argv[1], strlen(argv[1])) < 0) {
		perror("fail-nth");
		return 2;
	}
	if (opens)
		n = open(argv[2], O_RDONLY);
	else
		n = reads ? read_all(file, text, sizeof(text)) : write(file, line, len);
	err = errno;
	memset(left, 0, sizeof(left));
	/* These two calls do not allocate, unlike the following ones. */
	if (pread(inject, left, sizeof(left) - 1, 0) < 0 || write(inject, "0", 1) < 0) {
		perror("fail-nth");
		return 2;
	}
	if (reads && n > 0)
		fwrite(text, 1, n, stdout);
	if (n < 0)
		fprintf(reads ? stderr : stdout, "%d\n", err);
	else
		fprintf(reads ? stderr : stdout, atoi(left) > 0 ? "done\n" : "survived\n");
	return 0;
}
