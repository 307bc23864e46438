// SPDX-License-Identifier: GPL-2.0
/*
 * uprobe_target WHAT [ARG] - a program for probes, which prints what they must record
 *
 *	where		print the places for probes as lines "NAME OFFSET" with offsets in
 *			the file
 *	call N		call target() and the marker N times, and print for each call
 *			what a probe must record
 *	quiet N		the same without output
 *	long N		call target() once with a text of N letters, and print the text
 *	marker		print "on" if a probe listens to the marker, else "off"
 *	hold		print a line, and wait for the end of the input
 *	stuck		call target() with a text that is provided at the end of the input;
 *			print a line when a reader waits for the text
 *	fork N		create N children, which call target() once and execute "quiet 1"
 *	map N		N times map the page of leaf() elsewhere, call leaf() there,
 *			and unmap the page
 *	threads N	run "quiet N" and "map N" in 4 threads at the same time
 *	table FILE	strings in a mapping of FILE that are not in the page table
 *	cache FILE	strings that are not in the page cache either, but on the disk
 *	nested N	call nested(N), which calls itself N times
 *	jump N		N times leave nested(3) by longjmp() at its innermost call, and
 *			call nested(1) after each
 *	exec N		execute "nested N" at the innermost call of nested(3)
 *
 * target(NUMBER, TEXT, PAIR) returns twice NUMBER; the marker has a counter of its
 * listeners, like all static probes of user space.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "need.h"

#define PLAIN	__attribute__((noinline, noclone, aligned(64)))

struct pair {
	int32_t first;
	const char *second;
};

/* The variable that @+OFFSET reads. */
static volatile uint32_t constant = 0x1234abcd;

static volatile unsigned short counter __attribute__((section(".probes")));

static long page;

PLAIN long target(long number, const char *text, const struct pair *pair)
{
	/* Do not load the targets of the arguments: only the probe may read them. */
	asm volatile("" : : "r" (text), "r" (pair) : "memory");
	return number * 2;
}

/* A function that works at any address. */
PLAIN long leaf(long number)
{
	asm volatile("" : "+r" (number));
	return number + 1;
}

/* What nested() does at its innermost call. */
static void (*at_innermost)(void);

/* Returns the sum of the numbers up to @number, by calls that the compiler cannot fold. */
PLAIN long nested(long number)
{
	long sum = 0;

	if (number > 0)
		sum = nested(number - 1);
	else if (at_innermost)
		at_innermost();
	asm volatile("" : "+r" (sum) : : "memory");
	return sum + number;
}

PLAIN void marked(long number)
{
	asm volatile("marker_place: nop" : : "D" (number));
}

/* Bytes that never run, and that the uprobes core cannot emulate. */
asm("odd_place: .byte 0x06, 0x06\n");

/* The address of an assembler label. */
#define label(name) ({						\
	const char *_at;					\
								\
	asm("lea " name "(%%rip), %0" : "=r" (_at));		\
	_at;							\
})

/* The offset in this program's file of the byte at @at. */
static unsigned long offset_of(const void *at)
{
	unsigned long start, end, offset, where = (unsigned long)at, found = 0;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512];

	need(maps);
	while (fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx %*s %lx", &start, &end, &offset) == 3 &&
		    where >= start && where < end)
			found = where - start + offset;
	}
	fclose(maps);
	need(found);
	return found;
}

static void where(void)
{
	printf("target 0x%lx\n", offset_of(target));
	printf("leaf 0x%lx\n", offset_of(leaf));
	printf("nested 0x%lx\n", offset_of(nested));
	printf("marker 0x%lx\n", offset_of(label("marker_place")));
	printf("odd 0x%lx\n", offset_of(label("odd_place")));
	printf("counter 0x%lx\n", offset_of((const void *)&counter));
	printf("constant 0x%lx\n", offset_of((const void *)&constant));
}

static void call(long n, bool quiet)
{
	long i;

	for (i = 0; i < n; i++) {
		char second[32], text[32];
		struct pair pair = { -i, second };

		snprintf(text, sizeof(text), "text %ld", i);
		snprintf(second, sizeof(second), "second %ld", i);
		need(target(i, text, &pair) == 2 * i);
		if (!quiet)
			printf("n=%ld text=\"%s\" first=%d second=\"%s\" constant=0x%x\n",
			       i, text, pair.first, second, constant);
		if (counter)
			marked(i);
	}
}

static void call_long(long n)
{
	char *text = malloc(n + 1);
	struct pair pair = { 0, text };
	long i;

	need(text);
	for (i = 0; i < n; i++)
		text[i] = 'a' + i % 26;
	text[n] = 0;
	need(target(0, text, &pair) == 0);
	puts(text);
	free(text);
}

static jmp_buf outside;

static void jump(void)
{
	longjmp(outside, 1);
}

static void jump_out(long n)
{
	/* longjmp() may restore the registers, so the counter must be in memory. */
	volatile long i;

	for (i = 0; i < n; i++) {
		at_innermost = jump;
		if (!setjmp(outside)) {
			nested(3);
			need(false);
		}
		at_innermost = NULL;
		need(nested(1) == 1);
	}
}

static const char *exec_arg;

static void execute(void)
{
	execl("/proc/self/exe", "uprobe_target", "nested", exec_arg, NULL);
	need(false);
}

static void exec_nested(const char *arg)
{
	exec_arg = arg;
	at_innermost = execute;
	nested(3);
}

static void hold(void)
{
	puts("ready");
	fflush(stdout);
	while (getchar() != EOF)
		;
}

struct fill {
	int fd;
	char *with;		/* one page of data */
};

/* Fill the page that a reader waits for, at the end of the input. */
static void *filler(void *arg)
{
	struct uffdio_copy copy = { .len = page };
	struct fill *fill = arg;
	struct uffd_msg msg;

	need(read(fill->fd, &msg, sizeof(msg)) == sizeof(msg));
	hold();
	copy.dst = msg.arg.pagefault.address & -page;
	copy.src = (unsigned long)fill->with;
	need(!ioctl(fill->fd, UFFDIO_COPY, &copy));
	return NULL;
}

static void stuck(void)
{
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	struct uffdio_api api = { .api = UFFD_API };
	struct pair pair = { 1, "" };
	pthread_t thread;
	struct fill fill;
	char *at;

	fill.fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	fill.with = aligned_alloc(page, page);
	at = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	reg.range.start = (unsigned long)at;
	reg.range.len = page;
	if (fill.fd < 0 || ioctl(fill.fd, UFFDIO_API, &api) ||
	    ioctl(fill.fd, UFFDIO_REGISTER, &reg))
		exit(4);
	need(fill.with && at != MAP_FAILED);
	memcpy(fill.with, "at last", sizeof("at last"));
	need(!pthread_create(&thread, NULL, filler, &fill));
	target(1, at, &pair);
	/* Without the read by the probe, this read would block. */
	need(*(volatile char *)at == 'a');
	pthread_join(thread, NULL);
}

static void fork_children(long n)
{
	int status;
	pid_t pid;
	long i;

	for (i = 0; i < n; i++) {
		pid = fork();
		need(pid >= 0);
		if (!pid) {
			call(1, true);
			execl("/proc/self/exe", "uprobe_target", "quiet", "1", NULL);
			_exit(3);
		}
		need(waitpid(pid, &status, 0) == pid && !status);
	}
}

static void map_leaf(long n)
{
	unsigned long offset = offset_of(leaf), start = offset & -page;
	int fd = open("/proc/self/exe", O_RDONLY);
	long i;

	need(fd >= 0);
	for (i = 0; i < n; i++) {
		char *at = mmap(NULL, page, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, start);
		long (*elsewhere)(long number) = (void *)(at + offset - start);

		need(at != MAP_FAILED);
		need(elsewhere(i) == i + 1);
		need(!munmap(at, page));
	}
	close(fd);
}

static void *caller(void *n)
{
	call((long)n, true);
	return NULL;
}

static void *mapper(void *n)
{
	map_leaf((long)n);
	return NULL;
}

static void threads(long n)
{
	pthread_t thread[4];
	int i;

	for (i = 0; i < 4; i++)
		need(!pthread_create(&thread[i], NULL, i % 2 ? mapper : caller, (void *)n));
	for (i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
}

static bool in_cache(const char *at)
{
	unsigned char resident = 0;

	need(!mincore((void *)((unsigned long)at & -page), page, &resident));
	return resident & 1;
}

/* Four strings: in one page, across two pages, behind an absent pointer, and unmapped. */
static void strings(const char *name, bool cached)
{
	static const char one[] = "away", two[] = "in two pages", three[] = "behind";
	struct pair pair = { 7, NULL };
	const long pages = 64;
	char *zeros = calloc(pages, page), *at;
	int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);

	need(fd >= 0 && zeros);
	at = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	need(at != MAP_FAILED && !madvise(at, pages * page, MADV_RANDOM));
	memcpy(zeros + 8 * page, one, sizeof(one));
	memcpy(zeros + 17 * page - 5, two, sizeof(two));
	memcpy(zeros + 40 * page, three, sizeof(three));
	pair.second = at + 40 * page;
	memcpy(zeros + 30 * page, &pair, sizeof(pair));
	need(write(fd, zeros, pages * page) == pages * page && !fsync(fd));
	if (!cached) {
		int drop = open("/proc/sys/vm/drop_caches", O_WRONLY);

		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		if (drop >= 0 && write(drop, "1", 1) != 1)
			perror("drop_caches");
	}
	if (in_cache(at + 8 * page) != cached || in_cache(at + 40 * page) != cached)
		exit(4);
	target(1, at + 8 * page, &pair);
	/* Make only the first of the two pages present. */
	need(*(volatile char *)(at + 16 * page) == 0);
	target(2, at + 17 * page - 5, &pair);
	target(3, at, (struct pair *)(at + 30 * page));
	target(4, (char *)8, (struct pair *)16);
	/* A text that runs into an unmapped page. */
	need(!munmap(at + 21 * page, page));
	memset(at + 20 * page, 'x', page);
	target(5, at + 21 * page - 3, &pair);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const char *arg = argc > 2 ? argv[2] : "1";
	long n = atol(arg);

	page = sysconf(_SC_PAGESIZE);
	if (!strcmp(what, "where"))
		where();
	else if (!strcmp(what, "call"))
		call(n, false);
	else if (!strcmp(what, "quiet"))
		call(n, true);
	else if (!strcmp(what, "long") && n >= 0)
		call_long(n);
	else if (!strcmp(what, "marker"))
		puts(counter ? "on" : "off");
	else if (!strcmp(what, "hold"))
		hold();
	else if (!strcmp(what, "stuck"))
		stuck();
	else if (!strcmp(what, "fork"))
		fork_children(n);
	else if (!strcmp(what, "map"))
		map_leaf(n);
	else if (!strcmp(what, "threads"))
		threads(n);
	else if (!strcmp(what, "nested"))
		need(nested(n) == n * (n + 1) / 2);
	else if (!strcmp(what, "jump"))
		jump_out(n);
	else if (!strcmp(what, "exec"))
		exec_nested(arg);
	else if (!strcmp(what, "table") || !strcmp(what, "cache"))
		strings(arg, !strcmp(what, "table"));
	else
		return 2;
	return 0;
}
