// SPDX-License-Identifier: GPL-2.0
/*
 * map_limits FILE DIR - check what a mapping of trace_pipe_raw allows and forbids
 *
 * FILE is the trace_pipe_raw of a CPU in the control directory DIR. Prints a line for
 * each failed check; the exit status is then 1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "raw_map.h"

static int bad;

static void expect(const char *what, long got, int wanted)
{
	int err = got < 0 ? errno : 0;

	if (err == wanted)
		return;
	printf("%s: %s, not %s\n", what, strerror(err), strerror(wanted));
	bad = 1;
}

static long map(int fd, size_t bytes, int prot, int flags, off_t at, void **where)
{
	*where = mmap(NULL, bytes, prot, flags, fd, at);
	return *where == MAP_FAILED ? -1 : 0;
}

/* Write to a control file. */
static long control(const char *dir, const char *name, const char *text)
{
	char path[256];
	long ret;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_TRUNC);
	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text));
	if (ret < 0) {
		int err = errno;

		close(fd);
		errno = err;
		return ret;
	}
	close(fd);
	return 0;
}

/* Does reading a byte at this address kill the process? */
static int kills(const char *at)
{
	int status;
	pid_t child = fork();

	if (!child) {
		volatile char c = *(volatile const char *)at;

		_exit(c & 0);
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status);
}

int main(int argc, char **argv)
{
	size_t page = getpagesize(), all;
	int fd, second, pipes[2];
	void *meta, *data, *other;
	uint32_t *words;
	char byte;

	if (argc != 3)
		return 2;
	fd = open(argv[1], O_RDONLY | O_NONBLOCK);
	second = open(argv[1], O_RDONLY | O_NONBLOCK);
	if (fd < 0 || second < 0 || pipe(pipes)) {
		perror(argv[1]);
		return 1;
	}
	expect("taking a page of a ring that is not mapped", ioctl(fd, GET_READER), ENODEV);
	expect("an unknown ioctl", ioctl(fd, GET_READER + 1), ENOTTY);
	expect("waking waiting readers", ioctl(fd, 0), 0);
	expect("a writable mapping", map(fd, page, PROT_READ | PROT_WRITE, MAP_SHARED, 0, &meta),
	       EACCES);
	expect("a private mapping", map(fd, page, PROT_READ, MAP_PRIVATE, 0, &meta), EPERM);
	expect("a mapping to be executed", map(fd, page, PROT_READ | PROT_EXEC, MAP_SHARED, 0,
					       &meta), EPERM);
	expect("a read afterwards", read(fd, &byte, 1) < 0 && errno != EAGAIN ? -1 : 0, 0);

	expect("the first page", map(fd, page, PROT_READ, MAP_SHARED, 0, &meta), 0);
	if (meta == MAP_FAILED)
		return 1;
	words = meta;
	all = (size_t)words[2] * words[3];
	expect("all of it", map(fd, page + all, PROT_READ, MAP_SHARED, 0, &data), 0);
	/* Each page of the mapping must be present. */
	for (size_t at = 0; at < page + all; at += page)
		bad |= ((volatile char *)data)[at] & 0;
	expect("made writable", mprotect(data, page, PROT_READ | PROT_WRITE), EACCES);
	expect("made longer", mremap(data, page + all, 2 * page + all, MREMAP_MAYMOVE) ==
	       MAP_FAILED ? -1 : 0, EFAULT);
	expect("one page too many", map(fd, all + page, PROT_READ, MAP_SHARED, page, &other),
	       EINVAL);
	expect("behind the last page", map(fd, page, PROT_READ, MAP_SHARED, page + all, &other),
	       EINVAL);
	expect("far behind it", map(fd, page, PROT_READ, MAP_SHARED, (off_t)1 << 60, &other),
	       EINVAL);
	if (!kills(data)) {
		printf("a child inherited the mapping\n");
		bad = 1;
	}
	/* A hole in the middle splits the mapping; the ring stays mapped. */
	expect("a hole", munmap((char *)data + page, page), 0);
	expect("taking a page", ioctl(fd, GET_READER), 0);
	expect("by another file", ioctl(second, GET_READER), 0);

	expect("reading a mapped ring", read(second, &byte, 1), EBUSY);
	expect("splicing it", splice(second, NULL, pipes[1], NULL, 1 << 20, SPLICE_F_NONBLOCK),
	       EBUSY);
	expect("resizing it", control(argv[2], "buffer_size_kb", "4096"), EBUSY);
	expect("resizing its pages", control(argv[2], "buffer_subbuf_size_kb", "16"), EBUSY);
	expect("another clock", control(argv[2], "trace_clock", "mono_raw"), EBUSY);
	expect("a snapshot", control(argv[2], "snapshot", "1"), EBUSY);
	expect("a reset", control(argv[2], "trace", ""), 0);
	expect("taking a page then", ioctl(fd, GET_READER), 0);

	munmap(meta, page);
	munmap(data, page);
	expect("still mapped", ioctl(fd, GET_READER), 0);
	munmap((char *)data + 2 * page, all - page);
	expect("not mapped any more", ioctl(fd, GET_READER), ENODEV);
	expect("mapped again", map(second, page, PROT_READ, MAP_SHARED, 0, &meta), 0);
	close(second);
	/* The mapping holds a reference to the file. */
	expect("taking a page by the first file", ioctl(fd, GET_READER), 0);
	munmap(meta, page);
	expect("a snapshot then", control(argv[2], "snapshot", "1"), 0);
	expect("and it freed", control(argv[2], "snapshot", "0"), 0);
	return bad;
}
