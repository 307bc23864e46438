// SPDX-License-Identifier: GPL-2.0
/*
 * path_flip DIR CALLS - open a file while another thread changes the path
 *
 * A thread writes "a" and "b" in turn to the last byte of a path in DIR, where the two files
 * exist. The main thread, whose id is printed first, opens the path CALLS times, and prints
 * for each call the name of the file that it has opened.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "need.h"

static char path[64];
static char *last;
static bool done;

static void *flip(void *unused)
{
	(void)unused;
	while (!__atomic_load_n(&done, __ATOMIC_RELAXED))
		__atomic_store_n(last, *last ^ 'a' ^ 'b', __ATOMIC_RELAXED);
	return NULL;
}

/* Create a file in the directory. Return: its inode number. */
static ino_t create(char name)
{
	struct stat st;
	int fd;

	*last = name;
	fd = open(path, O_CREAT | O_RDWR, 0600);
	need(fd >= 0);
	need(!fstat(fd, &st));
	close(fd);
	return st.st_ino;
}

int main(int argc, char **argv)
{
	long calls = argc == 3 ? atol(argv[2]) : 0, i;
	pthread_t flipper;
	char *opened;
	ino_t a;

	need(calls > 0);
	need(snprintf(path, sizeof(path), "%s/?", argv[1]) < (int)sizeof(path));
	last = path + strlen(path) - 1;
	a = create('a');
	create('b');
	opened = malloc(calls);
	need(opened);
	memset(opened, 0, calls);
	need(!pthread_create(&flipper, NULL, flip, NULL));
	for (i = 0; i < calls; i++) {
		int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_NOFOLLOW);
		struct stat st;

		need(fd >= 0);
		need(!fstat(fd, &st));
		close(fd);
		opened[i] = st.st_ino == a ? 'a' : 'b';
	}
	__atomic_store_n(&done, true, __ATOMIC_RELAXED);
	need(!pthread_join(flipper, NULL));
	printf("%d\n", getpid());
	for (i = 0; i < calls; i++)
		printf("%c\n", opened[i]);
	return 0;
}
