// SPDX-License-Identifier: GPL-2.0
/*
 * fs_ways beneath DIR FILE	open FILE below DIR by openat2() with RESOLVE_NO_XDEV, and
 *				copy it to the output
 * fs_ways watch DIR		print "ready", then "create NAME", "delete NAME" and "gone"
 *				for entries of DIR and for DIR itself, until it is gone
 * fs_ways as UID GID		become a user without capabilities; for each path of the
 *				standard input print what open() allows and read() or write()
 *				do not refuse for lack of permission: r, w, rw or -
 * fs_ways user UID GID COMMAND...  execute a command as such a user
 * fs_ways locked		open each file of the standard input up to an empty line, for
 *				reading and writing if the mode allows both, and map it if that
 *				is possible; print "ready". After one more line, try to use the
 *				descriptors and the mappings: print a line for each file and
 *				each operation that is not refused. Prints the number of
 *				files and of mappings at last
 * fs_ways block FILE		write to FILE from memory that is not there before a line
 *				arrives on the standard input; print "ready" while the write
 *				waits for this memory, then its result
 * fs_ways wait HOW FILE	wait for a record, and print HOW and the number of bytes or the
 *				errno. HOW is read, splice, take (show the next page in a
 *				mapping), or stop: like take, until a line of the standard
 *				input makes the waiting call return
 * fs_ways list DIR		print the entries of DIR, read with a small buffer; between
 *				two reads, print "next" and wait for a line of the input
 *
 * Exits with status 1 and a message on an error.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/openat2.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Takes a page of a ring that is mapped. */
#define GET_READER	_IO('R', 0x20)

/* Makes the calls return that wait for records by the same open file. */
#define STOP_READERS	0

/* Room for a few entries. */
#define LIST_BYTES	256

static void __attribute__((noreturn)) bad(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	exit(1);
}

static void say(const char *text)
{
	puts(text);
	fflush(stdout);
}

static int beneath(const char *dir, const char *file)
{
	struct open_how how = { .flags = O_RDONLY, .resolve = RESOLVE_NO_XDEV };
	int at = open(dir, O_PATH | O_DIRECTORY);
	char buf[4096];
	ssize_t n;
	int fd;

	if (at < 0)
		bad(dir);
	fd = syscall(SYS_openat2, at, file, &how, sizeof(how));
	if (fd < 0)
		bad(file);
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		if (write(STDOUT_FILENO, buf, n) != n)
			bad("output");
	if (n)
		bad("read");
	return 0;
}

/* Print an event.  Return whether it is the last. */
static int print_event(const struct inotify_event *event)
{
	const char *name = event->len ? event->name : "";

	if (event->mask & IN_CREATE)
		printf("create %s\n", name);
	if (event->mask & IN_DELETE)
		printf("delete %s\n", name);
	if (event->mask & (IN_DELETE_SELF | IN_IGNORED | IN_UNMOUNT)) {
		say("gone");
		return 1;
	}
	fflush(stdout);
	return 0;
}

static int watch(const char *dir)
{
	char buf[4096] __attribute__((aligned(8)));
	int fd = inotify_init1(IN_CLOEXEC);
	ssize_t n, at;

	if (fd < 0 || inotify_add_watch(fd, dir, IN_CREATE | IN_DELETE | IN_DELETE_SELF) < 0)
		bad(dir);
	say("ready");
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		for (at = 0; at < n; at += sizeof(struct inotify_event) +
					   ((struct inotify_event *)(buf + at))->len)
			if (print_event((struct inotify_event *)(buf + at)))
				return 0;
	bad("read");
}

static void drop_to(int uid, int gid)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { };

	/* Root, too, has no capabilities after this. */
	if (setgroups(0, NULL) || setresgid(gid, gid, gid) || setresuid(uid, uid, uid) ||
	    syscall(SYS_capset, &header, none))
		bad("become a user");
}

/* Open @path, and read or write.  Return whether that is permitted. */
static int may_use(const char *path, int flags)
{
	int fd = open(path, flags | O_NONBLOCK);
	char buf[4096] = "\n";
	ssize_t n;

	if (fd < 0)
		return 0;
	/* Most files refuse an empty line. */
	n = flags == O_RDONLY ? read(fd, buf, sizeof(buf)) : write(fd, buf, 1);
	if (n < 0 && (errno == EPERM || errno == EACCES)) {
		printf("opened, but not permitted: %s\n", path);
		exit(1);
	}
	close(fd);
	return 1;
}

static int as(int uid, int gid)
{
	char path[4096];
	int r, w;

	drop_to(uid, gid);
	while (fgets(path, sizeof(path), stdin)) {
		path[strcspn(path, "\n")] = 0;
		r = may_use(path, O_RDONLY);
		w = may_use(path, O_WRONLY);
		printf("%s%s%s %s\n", r || w ? "" : "-", r ? "r" : "", w ? "w" : "", path);
	}
	return 0;
}

static int user(int uid, int gid, char **command)
{
	drop_to(uid, gid);
	execvp(command[0], command);
	bad(command[0]);
}

static void print_result(const char *what, ssize_t ret)
{
	if (ret < 0)
		printf("%s %s\n", what, strerrorname_np(errno));
	else
		printf("%s %zd\n", what, ret);
	fflush(stdout);
}

/* Size of a mapping: two pages, of which the first is touched before the lockdown. */
#define MAP_BYTES	8192

/* A file that "locked" holds open. */
struct held {
	char *path;
	int fd;
	int flags;
	char *map;
};

static sigjmp_buf no_page;

static void on_sigbus(int sig)
{
	siglongjmp(no_page, 1);
}

/* Return whether the byte at @at can be loaded, or read by a system call. */
static int can_load(char *at)
{
	struct iovec to, from = { .iov_base = at, .iov_len = 1 };
	char byte;

	to = (struct iovec){ .iov_base = &byte, .iov_len = 1 };
	if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1)
		return 1;
	if (sigsetjmp(no_page, 1))
		return 0;
	byte = __atomic_load_n(at, __ATOMIC_RELAXED);
	return 1;
}

static void hold(struct held *held, const char *path)
{
	static const int flags[] = { O_RDWR, O_RDONLY, O_WRONLY };
	struct stat st;
	int way;

	if (stat(path, &st))
		bad(path);
	way = !(st.st_mode & 0400) ? 2 : !(st.st_mode & 0200);
	held->path = strdup(path);
	held->flags = flags[way];
	held->fd = open(path, held->flags | O_NONBLOCK);
	if (held->fd < 0)
		bad(path);
	held->map = mmap(NULL, MAP_BYTES, PROT_READ, MAP_SHARED, held->fd, 0);
	if (held->map != MAP_FAILED && !can_load(held->map))
		bad("load");
}

static void try_file(const struct held *held, int pipe_fd)
{
	static char buf[65536];

	if (held->flags != O_WRONLY) {
		if (read(held->fd, buf, sizeof(buf)) >= 0 || errno != EPERM)
			printf("read %s\n", held->path);
		/* Not each file has splice_read(): then the VFS refuses with EINVAL. */
		if (splice(held->fd, NULL, pipe_fd, NULL, sizeof(buf), SPLICE_F_NONBLOCK) >= 0)
			printf("splice %s\n", held->path);
		/* Files without positions refuse pread() with ESPIPE. */
		if (pread(held->fd, buf, sizeof(buf), 0) >= 0)
			printf("pread %s\n", held->path);
		if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, held->fd, 0) != MAP_FAILED)
			printf("mmap %s\n", held->path);
		/* All files but the raw ones refuse this command with ENOTTY. */
		if (ioctl(held->fd, GET_READER) >= 0)
			printf("ioctl %s\n", held->path);
	}
	if (held->map != MAP_FAILED && (can_load(held->map) || can_load(held->map + MAP_BYTES / 2)))
		printf("load %s\n", held->path);
	if (held->flags != O_RDONLY && (write(held->fd, "0\n", 2) >= 0 || errno != EPERM))
		printf("write %s\n", held->path);
}

static int locked(void)
{
	static struct held all[65536];
	int nr = 0, maps = 0, i, pipe_fds[2];
	char line[4096];

	signal(SIGBUS, on_sigbus);
	while (fgets(line, sizeof(line), stdin) && *line != '\n' && nr < 65536) {
		line[strcspn(line, "\n")] = 0;
		hold(&all[nr], line);
		maps += all[nr++].map != MAP_FAILED;
	}
	if (!nr || pipe(pipe_fds))
		bad("no files");
	say("ready");
	if (!fgets(line, sizeof(line), stdin))
		bad("input");
	for (i = 0; i < nr; i++)
		try_file(&all[i], pipe_fds[1]);
	printf("tried %d maps %d\n", nr, maps);
	return 0;
}

static char *missing_page;
static int fault_fd;

/* Provide the missing page when a line arrives. */
static void *provide(void *arg)
{
	static char page[4096] __attribute__((aligned(4096))) = "1\n";
	struct uffdio_copy copy = {
		.dst = (unsigned long)missing_page, .src = (unsigned long)page,
		.len = sizeof(page),
	};
	struct pollfd ready = { .fd = fault_fd, .events = POLLIN };
	struct uffd_msg msg;
	char line[100];

	if (poll(&ready, 1, -1) != 1 || read(fault_fd, &msg, sizeof(msg)) != sizeof(msg))
		bad("userfaultfd");
	say("ready");
	if (!fgets(line, sizeof(line), stdin))
		bad("input");
	if (ioctl(fault_fd, UFFDIO_COPY, &copy))
		bad("UFFDIO_COPY");
	return arg;
}

static int block(const char *file)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .range.len = 4096, .mode = UFFDIO_REGISTER_MODE_MISSING };
	int fd = open(file, O_WRONLY);
	pthread_t thread;

	if (fd < 0)
		bad(file);
	missing_page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	fault_fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (missing_page == MAP_FAILED || fault_fd < 0 || ioctl(fault_fd, UFFDIO_API, &api))
		bad("userfaultfd");
	range.range.start = (unsigned long)missing_page;
	if (ioctl(fault_fd, UFFDIO_REGISTER, &range) ||
	    pthread_create(&thread, NULL, provide, NULL))
		bad("userfaultfd");
	print_result("write", write(fd, missing_page, 2));
	return 0;
}

static void *stop_waiting(void *arg)
{
	char line[100];

	if (!fgets(line, sizeof(line), stdin) || ioctl(*(int *)arg, STOP_READERS))
		bad("stop");
	return NULL;
}

static int wait_record(const char *how, const char *file)
{
	int fd = open(file, O_RDONLY), pipe_fds[2];
	static char buf[4096];
	pthread_t thread;

	if (fd < 0 || pipe(pipe_fds))
		bad(file);
	if (!strcmp(how, "read")) {
		print_result(how, read(fd, buf, sizeof(buf)));
		return 0;
	}
	if (!strcmp(how, "splice")) {
		print_result(how, splice(fd, NULL, pipe_fds[1], NULL, sizeof(buf), 0));
		return 0;
	}
	if (mmap(NULL, MAP_BYTES, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
		bad("mmap");
	if (!strcmp(how, "stop") && pthread_create(&thread, NULL, stop_waiting, &fd))
		bad("thread");
	print_result(how, ioctl(fd, GET_READER));
	return 0;
}

static int list(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY);
	const struct dirent64 *entry;
	static char buf[LIST_BYTES + sizeof(struct dirent64)];
	char line[100];
	long n, at;

	if (fd < 0)
		bad(dir);
	while ((n = syscall(SYS_getdents64, fd, buf, LIST_BYTES)) > 0) {
		for (at = 0; at < n; at += entry->d_reclen) {
			entry = (const void *)&buf[at];
			puts(entry->d_name);
		}
		say("next");
		if (!fgets(line, sizeof(line), stdin))
			break;
	}
	if (n < 0)
		bad("getdents64");
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "beneath"))
		return beneath(argv[2], argv[3]);
	if (argc == 3 && !strcmp(argv[1], "watch"))
		return watch(argv[2]);
	if (argc == 4 && !strcmp(argv[1], "as"))
		return as(atoi(argv[2]), atoi(argv[3]));
	if (argc >= 5 && !strcmp(argv[1], "user"))
		return user(atoi(argv[2]), atoi(argv[3]), argv + 4);
	if (argc == 2 && !strcmp(argv[1], "locked"))
		return locked();
	if (argc == 3 && !strcmp(argv[1], "block"))
		return block(argv[2]);
	if (argc == 4 && !strcmp(argv[1], "wait"))
		return wait_record(argv[2], argv[3]);
	if (argc == 3 && !strcmp(argv[1], "list"))
		return list(argv[2]);
	fprintf(stderr, "usage: see fs_ways.c\n");
	return 2;
}
