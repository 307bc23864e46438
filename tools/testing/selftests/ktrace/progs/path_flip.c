// SPDX-License-Identifier: GPL-2.0
/*
 * path_flip DIR COUNT [CALL] - make calls while another thread changes their path
 *
 * A thread writes "a" and "b" in turn to the last byte of a path in DIR. The main thread, whose
 * id is printed first, makes COUNT calls with the path, and prints for each call the name of the
 * file that the kernel has used:
 *
 *	openat	opens one of two files; the default
 *	rename	gives one of two files the name "c"
 *	umount2	unmounts one of two file systems
 *	execve	executes one of two copies of this program, in children
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "need.h"

static char path[64], fixed[64], other[64];
static char *last;
static bool done;

static void *flip(void *unused)
{
	(void)unused;
	while (!__atomic_load_n(&done, __ATOMIC_RELAXED))
		__atomic_store_n(last, *last ^ 'a' ^ 'b', __ATOMIC_RELAXED);
	return NULL;
}

/* Return: the path of @name in the directory, which the other thread does not change. */
static const char *in_dir(char *to, char name)
{
	size_t len = last - path;

	memcpy(to, path, len);
	to[len] = name;
	to[len + 1] = '\0';
	return to;
}

/* Return: the inode number of the file, or 0. */
static ino_t inode(char name)
{
	struct stat st;

	return stat(in_dir(fixed, name), &st) ? 0 : st.st_ino;
}

static void create(char name)
{
	int fd = open(in_dir(fixed, name), O_CREAT | O_RDWR, 0600);

	need(fd >= 0);
	close(fd);
}

static ino_t inode_of_a;

static void files(void)
{
	create('a');
	create('b');
	inode_of_a = inode('a');
}

static char call_openat(void)
{
	int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_NOFOLLOW);
	struct stat st;

	need(fd >= 0);
	need(!fstat(fd, &st));
	close(fd);
	return st.st_ino == inode_of_a ? 'a' : 'b';
}

static char call_rename(void)
{
	char name;

	in_dir(other, 'c');
	need(!syscall(SYS_rename, path, other));
	name = inode('c') == inode_of_a ? 'a' : 'b';
	need(!renameat(AT_FDCWD, other, AT_FDCWD, in_dir(fixed, name)));
	return name;
}

static void mount_at(char name)
{
	need(!mount("none", in_dir(fixed, name), "tmpfs", 0, "size=4k"));
}

static void file_systems(void)
{
	need(!mkdir(in_dir(fixed, 'a'), 0700) && !mkdir(in_dir(fixed, 'b'), 0700));
	mount_at('a');
	mount_at('b');
}

/* Return: the file system is mounted. */
static bool mounted(char name)
{
	struct stat dir, st;

	need(!stat(in_dir(fixed, name), &st));
	need(!stat(in_dir(other, '.'), &dir));
	return st.st_dev != dir.st_dev;
}

static char call_umount2(void)
{
	char name;

	need(!syscall(SYS_umount2, path, 0));
	name = mounted('a') ? 'b' : 'a';
	mount_at(name);
	return name;
}

static void no_file_systems(void)
{
	need(!umount(in_dir(fixed, 'a')) && !umount(in_dir(fixed, 'b')));
}

static void copy_program(char name)
{
	int from = open("/proc/self/exe", O_RDONLY), to;
	struct stat st;
	off_t at = 0;

	to = open(in_dir(fixed, name), O_CREAT | O_WRONLY | O_TRUNC, 0700);
	need(from >= 0 && to >= 0 && !fstat(from, &st));
	while (at < st.st_size)
		need(sendfile(to, from, &at, st.st_size - at) > 0);
	close(from);
	close(to);
}

static void programs(void)
{
	copy_program('a');
	copy_program('b');
}

/* The status of a program is the last byte of its file's name. */
static int executed(void)
{
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path));

	return len > 0 ? path[len - 1] : 1;
}

static char call_execve(void)
{
	static char *const argv[] = { "executed", NULL };
	int status;
	pid_t pid;

	/* The child has the memory of its parent, where the other thread changes the path. */
	pid = vfork();
	if (!pid) {
		syscall(SYS_execve, path, argv, NULL);
		_exit(1);
	}
	need(pid > 0);
	need(waitpid(pid, &status, 0) == pid);
	need(WIFEXITED(status) && (WEXITSTATUS(status) == 'a' || WEXITSTATUS(status) == 'b'));
	return WEXITSTATUS(status);
}

static const struct {
	const char *name;
	void (*begin)(void);
	char (*call)(void);
	void (*end)(void);
} calls[] = {
	{ .name = "openat", .begin = files, .call = call_openat },
	{ .name = "rename", .begin = files, .call = call_rename },
	{ .name = "umount2", .begin = file_systems, .call = call_umount2, .end = no_file_systems },
	{ .name = "execve", .begin = programs, .call = call_execve },
};

int main(int argc, char **argv)
{
	long count = argc >= 3 ? atol(argv[2]) : 0, i;
	unsigned int which = 0;
	pthread_t flipper;
	char *used;

	if (argc == 1 && !strcmp(argv[0], "executed"))
		return executed();
	need(count > 0);
	while (argc > 3 && strcmp(calls[which].name, argv[3]))
		need(++which < ARRAY_SIZE(calls));
	need(snprintf(path, sizeof(path), "%s/a", argv[1]) < (int)sizeof(path));
	last = path + strlen(path) - 1;
	calls[which].begin();
	used = malloc(count);
	need(used);
	memset(used, 0, count);
	need(!pthread_create(&flipper, NULL, flip, NULL));
	for (i = 0; i < count; i++)
		used[i] = calls[which].call();
	__atomic_store_n(&done, true, __ATOMIC_RELAXED);
	need(!pthread_join(flipper, NULL));
	if (calls[which].end)
		calls[which].end();
	printf("%d\n", getpid());
	for (i = 0; i < count; i++)
		printf("%c\n", used[i]);
	return 0;
}
