// SPDX-License-Identifier: GPL-2.0
/*
 * failing_mkdir DIR FILE - create DIR again and again, while one allocation after the other fails
 *
 * Meanwhile a child opens DIR/FILE as soon as the file exists. A mkdir that fails must leave no
 * directory, and no task may have opened a file of it; a mkdir that succeeds must create all
 * files. The program ends after the first mkdir that makes fewer allocations than the number of
 * the one that was to fail. It prints how many calls failed.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "need.h"

/* Shared with the child. */
struct shared {
	_Atomic bool started;
	_Atomic bool opened;
	_Atomic bool done;
};

static struct shared *shared;
static char file[512], options[512];

static void on_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	need(!sched_setaffinity(0, sizeof(set), &set));
}

/* Open the file once it exists, and keep the file open until the parent has looked. */
static pid_t opener(void)
{
	pid_t pid;

	shared->started = false;
	shared->opened = false;
	shared->done = false;
	pid = fork();
	need(pid >= 0);
	if (pid)
		return pid;
	on_cpu(1);
	shared->started = true;
	while (!shared->done && !shared->opened)
		if (open(file, O_RDONLY) >= 0)
			shared->opened = true;
	while (!shared->done)
		usleep(100);
	_exit(0);
}

/* Make the directory while allocation @n fails. Return: 0 or an errno; @few: it made fewer. */
static int make(const char *dir, unsigned int n, bool *few)
{
	int inject = open("/proc/thread-self/fail-nth", O_RDWR);
	char text[32] = "", left[32] = "";
	int error;

	need(inject >= 0);
	snprintf(text, sizeof(text), "%u", n);
	need(write(inject, text, strlen(text)) > 0);
	error = mkdir(dir, 0700) ? errno : 0;
	/* These two calls do not allocate, unlike the following ones. */
	need(pread(inject, left, sizeof(left) - 1, 0) >= 0);
	need(write(inject, "0", 1) == 1);
	close(inject);
	*few = atoi(left) > 0;
	return error;
}

/* How many files the directory and its options/ have. */
static unsigned int entries(const char *dir)
{
	const char *const dirs[] = { dir, options };
	unsigned int i, nr = 0;
	DIR *d;

	for (i = 0; i < ARRAY_SIZE(dirs); i++) {
		d = opendir(dirs[i]);
		if (!d)
			continue;
		while (readdir(d))
			nr++;
		closedir(d);
	}
	return nr;
}

int main(int argc, char **argv)
{
	unsigned int n, whole, nr, failed = 0;
	bool few = false;
	struct stat st;
	pid_t pid;
	int error;

	if (argc != 3)
		return 2;
	snprintf(file, sizeof(file), "%s/%s", argv[1], argv[2]);
	snprintf(options, sizeof(options), "%s/options", argv[1]);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	need(shared != MAP_FAILED);
	on_cpu(0);
	need(!mkdir(argv[1], 0700));
	whole = entries(argv[1]);
	need(!rmdir(argv[1]));

	for (n = 1; !few; n += 1 + n / 16) {
		pid = opener();
		while (!shared->started)
			sched_yield();
		error = make(argv[1], n, &few);
		if (error && error != ENOMEM)
			errx(1, "allocation %u: errno %d", n, error);
		if (error && !stat(argv[1], &st))
			errx(1, "allocation %u: mkdir failed, and the directory is there", n);
		nr = error ? whole : entries(argv[1]);
		if (nr != whole)
			errx(1, "allocation %u: %u of %u files", n, nr, whole);
		failed += !!error;
		shared->done = true;
		need(waitpid(pid, NULL, 0) == pid);
		if (error && shared->opened)
			errx(1, "allocation %u: mkdir failed, and a task opened a file", n);
		need(error || !rmdir(argv[1]));
	}
	printf("%u failed\n", failed);
	return !failed;
}
