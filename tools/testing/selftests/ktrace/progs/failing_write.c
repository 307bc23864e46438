// SPDX-License-Identifier: GPL-2.0
/*
 * failing_write N FILE TEXT - write a line to a file; the N-th allocation fails
 *
 * Of the allocations that the write makes in the kernel the N-th, counted from
 * 1, fails, by the base's fault injection. Prints how the write ended:
 *   done           it succeeded, and made fewer allocations than N
 *   survived       it succeeded although an allocation failed
 *   ERRNO          it failed, with this number
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char line[256], left[32];
	ssize_t n;
	int inject, file, err;
	size_t len;

	if (argc != 4) {
		fprintf(stderr, "usage: failing_write N FILE TEXT\n");
		return 2;
	}
	inject = open("/proc/thread-self/fail-nth", O_RDWR);
	file = open(argv[2], O_WRONLY | O_APPEND);
	if (inject < 0 || file < 0) {
		perror(inject < 0 ? "fail-nth" : argv[2]);
		return 2;
	}
	len = snprintf(line, sizeof(line), "%s\n", argv[3]);

	if (write(inject, argv[1], strlen(argv[1])) < 0) {
		perror("fail-nth");
		return 2;
	}
	n = write(file, line, len);
	err = errno;
	memset(left, 0, sizeof(left));
	/* Neither of the two allocates; what follows may. */
	if (pread(inject, left, sizeof(left) - 1, 0) < 0 || write(inject, "0", 1) < 0) {
		perror("fail-nth");
		return 2;
	}
	if (n < 0)
		printf("%d\n", err);
	else
		puts(atoi(left) > 0 ? "done" : "survived");
	return 0;
}
