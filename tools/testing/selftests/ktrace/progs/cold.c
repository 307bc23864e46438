// SPDX-License-Identifier: GPL-2.0
/*
 * cold HOW FILE - open() a path whose page is not present
 *
 * The path "/cold/HOW" lies in a mapping of FILE or in memory. HOW says how the program
 * removes the page before the call:
 *
 *	table		not in the page table, but in the page cache
 *	cache		not in the page cache either: the kernel must read the disk
 *	both		the path begins in a present page and ends in an absent one
 *	link		as cache, for readlink(), whose result overwrites the path
 *	argv		execve() with an absent string and present pointers
 *	pointers	execve() with absent pointers and present strings
 *	buffer		write() of an absent buffer; tracing must not read the buffer
 *	filled		a page of a userfaultfd, which another thread fills on demand
 *
 * Prints the path. mincore() and /proc/self/pagemap confirm that the page is absent
 * when the call begins. Exit status: 4 if the program cannot remove the page, 1 if the
 * call does not fail with ENOENT.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SKIP	4
#define PAGES	64

static long page;
static char path[64];

static void need(bool is, const char *what)
{
	if (is)
		return;
	perror(what);
	exit(2);
}

static bool in_table(void *at)
{
	uint64_t entry = 0;
	int fd = open("/proc/self/pagemap", O_RDONLY);

	need(fd >= 0, "pagemap");
	need(pread(fd, &entry, 8, (unsigned long)at / page * 8) == 8, "pagemap");
	close(fd);
	return entry >> 63;
}

static bool in_cache(void *at)
{
	unsigned char resident = 0;

	need(!mincore((void *)((unsigned long)at & -page), page, &resident), "mincore");
	return resident & 1;
}

static void forget_pages(void)
{
	int fd = open("/proc/sys/vm/drop_caches", O_WRONLY);

	if (fd < 0 || write(fd, "1", 1) != 1)
		perror("drop_caches");
	close(fd);
}

/* Map FILE with bytes at an offset, and touch no page of the mapping. */
static char *map(const char *name, long at, const void *bytes, size_t size, bool cache)
{
	static char zeros[4096];
	int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
	char *p;
	int i;

	need(fd >= 0, name);
	for (i = 0; i < PAGES * page / (long)sizeof(zeros); i++)
		need(write(fd, zeros, sizeof(zeros)) == sizeof(zeros), name);
	need(pwrite(fd, bytes, size, at) == (ssize_t)size, name);
	need(!fsync(fd), name);
	if (!cache) {
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		forget_pages();
	}
	p = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	need(p != MAP_FAILED, "mmap");
	need(!madvise(p, PAGES * page, MADV_RANDOM), "madvise");
	close(fd);
	return p;
}

/* Check that the page is absent as HOW says. */
static void check(const char *at, bool cached)
{
	void *p = (void *)((unsigned long)at & -page);

	if (in_table(p) || in_cache(p) != cached) {
		fprintf(stderr, "in the table: %d, in the cache: %d\n", in_table(p), in_cache(p));
		exit(SKIP);
	}
}

struct fill {
	int fd;
	char *at;
	char *with;		/* one page of data */
};

static void *filler(void *arg)
{
	struct fill *fill = arg;
	struct uffd_msg msg;
	struct uffdio_copy copy = { .len = page };

	if (read(fill->fd, &msg, sizeof(msg)) != sizeof(msg))
		return NULL;
	copy.dst = msg.arg.pagefault.address & -page;
	copy.src = (unsigned long)fill->with;
	ioctl(fill->fd, UFFDIO_COPY, &copy);
	return NULL;
}

static char *filled(pthread_t *thread)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	static struct fill fill;

	fill.fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (fill.fd < 0 || ioctl(fill.fd, UFFDIO_API, &api))
		exit(SKIP);
	fill.with = aligned_alloc(page, page);
	need(fill.with, "memory");
	snprintf(fill.with, page, "%s", path);
	fill.at = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	reg.range.start = (unsigned long)fill.at;
	reg.range.len = page;
	if (fill.at == MAP_FAILED || ioctl(fill.fd, UFFDIO_REGISTER, &reg))
		exit(SKIP);
	need(!pthread_create(thread, NULL, filler, &fill), "thread");
	return fill.at;
}

static void print_and_exit(long ret)
{
	if (ret != -1 || errno != ENOENT) {
		fprintf(stderr, "result %ld, errno %d\n", ret, errno);
		exit(1);
	}
	puts(path);
	exit(0);
}

int main(int argc, char **argv)
{
	const char *strings[3] = { "cold", path, NULL };
	const char *how = argc == 3 ? argv[1] : "";
	pthread_t thread;
	char *p;
	int null;

	page = sysconf(_SC_PAGESIZE);
	alarm(600);
	snprintf(path, sizeof(path), "/cold/%s", how);
	if (!strcmp(how, "table") || !strcmp(how, "cache")) {
		bool cached = !strcmp(how, "table");

		p = map(argv[2], 20 * page + 100, path, sizeof(path), cached) + 20 * page + 100;
		check(p, cached);
		print_and_exit(syscall(SYS_open, p, O_RDONLY, 0));
	} else if (!strcmp(how, "both")) {
		p = map(argv[2], 21 * page - 5, path, sizeof(path), false) + 21 * page - 5;
		need(*p == '/', "the path");
		need(in_table(p), "touched");
		check(p + 5, false);
		print_and_exit(syscall(SYS_openat, AT_FDCWD, p, O_RDONLY, 0));
	} else if (!strcmp(how, "link")) {
		p = map(argv[2], 20 * page + 100, path, sizeof(path), false) + 20 * page + 100;
		check(p, false);
		need(syscall(SYS_readlink, p, p, sizeof(path)) > 0 && strcmp(p, path), "readlink");
		puts(path);
		return 0;
	} else if (!strcmp(how, "argv")) {
		p = map(argv[2], 20 * page + 100, path, sizeof(path), false) + 20 * page + 100;
		check(p, false);
		strings[1] = p;
		syscall(SYS_execve, "/proc/self/exe", strings, NULL);
	} else if (!strcmp(how, "pointers")) {
		p = map(argv[2], 20 * page, strings, sizeof(strings), false) + 20 * page;
		check(p, false);
		syscall(SYS_execve, "/proc/self/exe", p, NULL);
	} else if (!strcmp(how, "buffer")) {
		p = map(argv[2], 20 * page, path, sizeof(path), false) + 20 * page;
		check(p, false);
		null = open("/dev/null", O_WRONLY);
		need(null >= 0 && syscall(SYS_write, null, p, strlen(path)) > 0, "write");
		/* write() must not have read the page. */
		check(p, false);
		puts(path);
		return 0;
	} else if (!strcmp(how, "filled")) {
		p = filled(&thread);
		check(p, false);
		print_and_exit(syscall(SYS_open, p, O_RDONLY, 0));
	} else if (argc == 2 && !strncmp(argv[1], "/cold/", 6)) {
		/* The program that execve() above has started. */
		puts(argv[1]);
		return 0;
	}
	fprintf(stderr, "usage: cold HOW FILE\n");
	return 2;
}
