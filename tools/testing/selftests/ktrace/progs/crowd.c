// SPDX-License-Identifier: GPL-2.0
/*
 * crowd COUNT - COUNT threads that make the same system call on command
 *
 * Reads commands from standard input, one a line. Each thread then makes one call:
 *   short   getppid()
 *   write   write() of BYTES bytes to /dev/null
 *   read    read() of BYTES bytes from /dev/zero
 * Prints "ready" when all threads wait, and again after each command.
 */
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BYTES	2000

static pthread_barrier_t start, end;
static char command[16];
static int from, to;

static void *wait_and_call(void *unused)
{
	char buffer[BYTES];

	memset(buffer, 'x', sizeof(buffer));
	for (;;) {
		pthread_barrier_wait(&start);
		if (!strcmp(command, "short"))
			syscall(SYS_getppid);
		else if (!strcmp(command, "write") &&
			 write(to, buffer, sizeof(buffer)) != sizeof(buffer))
			exit(1);
		else if (!strcmp(command, "read") &&
			 read(from, buffer, sizeof(buffer)) != sizeof(buffer))
			exit(1);
		pthread_barrier_wait(&end);
	}
	return unused;
}

int main(int argc, char **argv)
{
	unsigned int count = argc == 2 ? atoi(argv[1]) : 0;
	pthread_attr_t attr;
	pthread_t thread;
	unsigned int i;

	from = open("/dev/zero", O_RDONLY);
	to = open("/dev/null", O_WRONLY);
	if (!count || from < 0 || to < 0 || pthread_attr_init(&attr) ||
	    pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN + 8192) ||
	    pthread_barrier_init(&start, NULL, count + 1) ||
	    pthread_barrier_init(&end, NULL, count + 1)) {
		fprintf(stderr, "usage: crowd COUNT\n");
		return 2;
	}
	for (i = 0; i < count; i++)
		if (pthread_create(&thread, &attr, wait_and_call, NULL))
			return 1;
	do {
		puts("ready");
		fflush(stdout);
		if (!fgets(command, sizeof(command), stdin))
			break;
		command[strcspn(command, "\n")] = '\0';
		pthread_barrier_wait(&start);
		pthread_barrier_wait(&end);
	} while (1);
	return 0;
}
