// SPDX-License-Identifier: GPL-2.0
/*
 * fs_answers file DIR FILE...	try system calls on files below DIR, and print each answer
 * fs_answers dir DIR SUBDIR...	the same for directories below DIR
 * fs_answers both DIR FILE TEXT	read FILE, write TEXT and read FILE again, all by one
 *				descriptor, and print each answer
 *
 * An answer is a line "NAME CALL ANSWER": the name of the errno, "ok", or a value that does not
 * depend on the contents of the file. The calls change nothing in a tree that refuses to create,
 * remove and rename files; a file or directory that is created nevertheless is an answer, too.
 * The program refuses a directory outside a tracer's file system.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "need.h"

/* Larger than all files read here, and no multiple of a page less a byte. */
#define FAR		(64L << 20)

static const char *name;

static void __attribute__((format(printf, 2, 3))) answer(const char *call, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("%s %s ", name, call);
	vprintf(format, args);
	puts("");
	va_end(args);
}

/* Print the errno of a failed call, or "ok". */
static void result(const char *call, long ret)
{
	answer(call, "%s", ret < 0 ? strerrorname_np(errno) : "ok");
}

/* Print the errno of a failed call, or whether it returned 0 or more. */
static void some(const char *call, long ret)
{
	answer(call, "%s", ret < 0 ? strerrorname_np(errno) : ret ? "some" : "none");
}

/* Print the errno of a failed call, or its value. */
static void value(const char *call, long ret)
{
	if (ret < 0)
		result(call, ret);
	else
		answer(call, "%ld", ret);
}

static void try_stat(void)
{
	struct stat st;

	if (lstat(name, &st)) {
		result("lstat", -1);
		return;
	}
	answer("lstat", "%s %o %u:%u size %lld blocks %lld", S_ISDIR(st.st_mode) ? "dir" : "file",
	       st.st_mode, st.st_uid, st.st_gid, (long long)st.st_size, (long long)st.st_blocks);
	if (S_ISREG(st.st_mode))
		answer("nlink", "%lu", (unsigned long)st.st_nlink);
}

static void try_open(const char *how, int flags)
{
	char call[40];
	int fd = open(name, flags | O_NONBLOCK | O_CLOEXEC, 0600);

	snprintf(call, sizeof(call), "open(%s)", how);
	result(call, fd);
	if (fd >= 0)
		close(fd);
}

static void try_opens(void)
{
	try_open("RDONLY", O_RDONLY);
	try_open("WRONLY", O_WRONLY);
	try_open("RDWR", O_RDWR);
	try_open("APPEND", O_WRONLY | O_APPEND);
	try_open("PATH", O_PATH);
	try_open("DIRECTORY", O_RDONLY | O_DIRECTORY);
	try_open("CREAT", O_RDONLY | O_CREAT);
	try_open("EXCL", O_RDONLY | O_CREAT | O_EXCL);
	try_open("DIRECT", O_RDONLY | O_DIRECT);
	try_open("TMPFILE", O_RDWR | O_TMPFILE);
	try_open("NOATIME", O_RDONLY | O_NOATIME);
}

static void try_seeks(const char *how, int flags)
{
	static const struct {
		const char *call;
		long offset;
		int whence;
	} seeks[] = {
		{ "SET,0", 0, SEEK_SET }, { "SET,5", 5, SEEK_SET }, { "CUR,0", 0, SEEK_CUR },
		{ "CUR,3", 3, SEEK_CUR }, { "SET,-1", -1, SEEK_SET },
		{ "CUR,-100", -100, SEEK_CUR },
		{ "SET,0", 0, SEEK_SET }, { "DATA,0", 0, SEEK_DATA }, { "HOLE,0", 0, SEEK_HOLE },
	};
	int fd = open(name, flags | O_NONBLOCK);
	char call[80];
	unsigned int i;

	if (fd < 0)
		return;
	for (i = 0; i < ARRAY_SIZE(seeks); i++) {
		snprintf(call, sizeof(call), "lseek(%s,%s)", how, seeks[i].call);
		value(call, lseek(fd, seeks[i].offset, seeks[i].whence));
	}
	snprintf(call, sizeof(call), "lseek(%s,END,0)", how);
	result(call, lseek(fd, 0, SEEK_END));
	close(fd);
}

static void try_reads(void)
{
	int fd = open(name, O_RDONLY | O_NONBLOCK);
	char buf[4096], again[4096];
	struct iovec v[2] = { { buf, 3 }, { buf + 3, 100 } };
	ssize_t n, m;

	if (fd < 0)
		return;
	some("read(0)", read(fd, buf, 0));
	some("pread(far)", pread(fd, buf, 1, FAR));
	result("pread(-1)", pread(fd, buf, 1, -1));
	result("read(bad address)", read(fd, nowhere(), 100));
	n = pread(fd, buf, sizeof(buf), 0);
	some("pread(0)", n);
	m = pread(fd, again, sizeof(again), 0);
	if (n > 0)
		answer("pread(0) again", "%s", m == n && !memcmp(buf, again, n) ? "same" : "other");
	n = read(fd, buf, 10);
	some("read", n);
	if (n > 0 && lseek(fd, 0, SEEK_SET) == 0) {
		m = read(fd, again, 10);
		answer("read after lseek", "%s",
		       m == n && !memcmp(buf, again, n) ? "same" : "other");
	}
	some("readv", readv(fd, v, 2));
	result("write(RDONLY)", write(fd, "", 0));
	close(fd);
	fd = open(name, O_WRONLY | O_NONBLOCK);
	if (fd < 0)
		return;
	result("read(WRONLY)", read(fd, buf, sizeof(buf)));
	result("write(bad address)", write(fd, nowhere(), 100));
	close(fd);
}

static void try_splice(const char *call, long bytes)
{
	int fd = open(name, O_RDONLY | O_NONBLOCK), pipe_fd[2];
	loff_t offset = 0;

	if (fd < 0 || pipe(pipe_fd))
		exit(1);
	some(call, splice(fd, NULL, pipe_fd[1], NULL, bytes, SPLICE_F_NONBLOCK));
	close(pipe_fd[0]);
	close(pipe_fd[1]);
	if (pipe(pipe_fd))
		exit(1);
	answer(call, "with an offset: %s",
	       splice(fd, &offset, pipe_fd[1], NULL, bytes, SPLICE_F_NONBLOCK) < 0 ?
	       strerrorname_np(errno) : "ok");
	close(pipe_fd[0]);
	close(pipe_fd[1]);
	close(fd);
}

static void try_splice_to(void)
{
	int fd = open(name, O_WRONLY | O_NONBLOCK), pipe_fd[2];

	if (fd < 0)
		return;
	if (pipe(pipe_fd) || write(pipe_fd[1], "\n", 1) != 1)
		exit(1);
	result("splice to it", splice(pipe_fd[0], NULL, fd, NULL, 1, SPLICE_F_NONBLOCK));
	close(pipe_fd[0]);
	close(pipe_fd[1]);
	close(fd);
}

static void try_splices(void)
{
	int fd = open(name, O_RDONLY | O_NONBLOCK);

	if (fd < 0)
		return;
	close(fd);
	try_splice("splice", 65536);
	try_splice("splice(100)", 100);
	try_splice_to();
}

static void try_descriptor(int fd)
{
	struct pollfd ready = { .fd = fd, .events = POLLIN | POLLOUT | POLLPRI };
	struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET };
	struct stat st;
	int bytes;
	void *map;

	map = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	result("mmap(EXEC)", map == MAP_FAILED ? -1 : 0);
	map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	result("mmap(WRITE)", map == MAP_FAILED ? -1 : 0);
	result("fsync", fsync(fd));
	result("ftruncate", ftruncate(fd, 0));
	result("fallocate", fallocate(fd, 0, 0, 4096));
	result("fadvise", posix_fadvise(fd, 0, 0, POSIX_FADV_WILLNEED) ? -1 : 0);
	result("flock", flock(fd, LOCK_SH | LOCK_NB));
	result("F_SETLK", fcntl(fd, F_SETLK, &lock));
	result("F_NOTIFY", fcntl(fd, F_NOTIFY, DN_MODIFY));
	result("FIONREAD", ioctl(fd, FIONREAD, &bytes));
	result("ioctl", ioctl(fd, _IO('?', 99), NULL));
	result("fchdir", fchdir(fd));
	if (poll(&ready, 1, 0) >= 0)
		answer("poll", "%#x", ready.revents & ~POLLIN);
	if (!fstat(fd, &st))
		answer("fstat", "%o", st.st_mode);
}

static void try_names(void)
{
	static const struct timespec now[2] = {
		{ .tv_nsec = UTIME_NOW }, { .tv_nsec = UTIME_NOW },
	};
	static char handle[sizeof(struct file_handle) + MAX_HANDLE_SZ];
	struct file_handle *h = (void *)handle;
	char other[4096], buf[100];
	struct stat st;
	int id, watch = inotify_init1(0);

	snprintf(other, sizeof(other), "%s.other", name);
	h->handle_bytes = MAX_HANDLE_SZ;
	result("unlink", unlink(name));
	result("rmdir", rmdir(name));
	result("rename", rename(name, other));
	result("exchange", renameat2(AT_FDCWD, name, AT_FDCWD, ".", RENAME_EXCHANGE));
	result("link", link(name, other));
	result("symlink", symlink(name, other));
	result("symlink over it", symlink("no_such_target", name));
	result("mknod", mknod(other, S_IFREG | 0600, 0));
	result("fifo", mkfifo(other, 0600));
	result("new file", open(other, O_WRONLY | O_CREAT, 0600));
	result("mkdir over it", mkdir(name, 0700));
	result("truncate", truncate(name, 0));
	result("readlink", readlink(name, buf, sizeof(buf)));
	result("access(R)", access(name, R_OK));
	result("access(W)", access(name, W_OK));
	result("access(X)", access(name, X_OK));
	result("getxattr", getxattr(name, "user.x", buf, sizeof(buf)));
	result("setxattr", setxattr(name, "user.x", "1", 1, 0));
	result("setxattr(trusted)", setxattr(name, "trusted.x", "1", 1, 0));
	result("utimes", utimensat(AT_FDCWD, name, now, 0));
	result("handle", name_to_handle_at(AT_FDCWD, name, h, &id, 0));
	result("inotify", inotify_add_watch(watch, name, IN_MODIFY));
	result("inotify(ONLYDIR)", inotify_add_watch(watch, name, IN_DELETE | IN_ONLYDIR));
	result("execve", execl(name, name, (char *)NULL));
	close(watch);
	if (!lstat(name, &st)) {
		result("chmod", chmod(name, st.st_mode & 07777));
		result("chown", chown(name, st.st_uid, st.st_gid));
		result("chmod(symlink)", fchmodat(AT_FDCWD, name, st.st_mode & 07777,
						  AT_SYMLINK_NOFOLLOW));
	}
}

/* Ways to resolve the name that openat2() knows, from the top directory. */
static void try_openat2(int top)
{
	static const struct {
		const char *call;
		unsigned long long resolve;
	} ways[] = {
		{ "NO_XDEV", RESOLVE_NO_XDEV }, { "BENEATH", RESOLVE_BENEATH },
		{ "IN_ROOT", RESOLVE_IN_ROOT }, { "NO_SYMLINKS", RESOLVE_NO_SYMLINKS },
		{ "NO_MAGICLINKS", RESOLVE_NO_MAGICLINKS },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ways); i++) {
		struct open_how how = { .flags = O_PATH, .resolve = ways[i].resolve };
		int fd = syscall(SYS_openat2, top, name, &how, sizeof(how));

		result(ways[i].call, fd);
		close(fd);
	}
}

static void try_statfs(void)
{
	struct statfs fs;

	if (statfs(name, &fs)) {
		result("statfs", -1);
		return;
	}
	answer("statfs", "%lx bsize %ld namelen %ld blocks %llu files %llu", (long)fs.f_type,
	       (long)fs.f_bsize, (long)fs.f_namelen, (unsigned long long)fs.f_blocks,
	       (unsigned long long)fs.f_files);
}

static void file_answers(int top)
{
	int fd;

	try_stat();
	try_statfs();
	try_opens();
	try_openat2(top);
	try_seeks("RDONLY", O_RDONLY);
	try_seeks("WRONLY", O_WRONLY);
	try_reads();
	try_splices();
	try_names();
	fd = open(name, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		fd = open(name, O_WRONLY | O_NONBLOCK);
	if (fd >= 0) {
		try_descriptor(fd);
		close(fd);
	}
}

/* Read the listing, and compare the types with those of lstat(). */
static void try_listing(void)
{
	unsigned int dots = 0, entries = 0, again = 0, other_types = 0, missing = 0, seeks = 0;
	DIR *dir = opendir(name);
	struct dirent *entry;
	struct stat st;
	long at;
	char found[256];

	if (!dir) {
		result("opendir", -1);
		return;
	}
	while ((entry = readdir(dir))) {
		entries++;
		dots += !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
		if (fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
			missing++;
		else if (entry->d_type != IFTODT(st.st_mode))
			other_types++;
	}
	rewinddir(dir);
	while ((entry = readdir(dir)))
		again++;
	/* The third entry, again by its position. */
	rewinddir(dir);
	if (readdir(dir) && readdir(dir)) {
		at = telldir(dir);
		entry = readdir(dir);
		if (entry) {
			snprintf(found, sizeof(found), "%s", entry->d_name);
			readdir(dir);
			seekdir(dir, at);
			entry = readdir(dir);
			seeks = entry && !strcmp(found, entry->d_name);
		} else {
			seeks = 1;
		}
	}
	answer("listing", "dots %u types %u missing %u again %s seekdir %s", dots, other_types,
	       missing, again == entries ? "same" : "other", seeks ? "same" : "other");
	closedir(dir);
}

static void dir_answers(int top)
{
	char path[4096], buf[100], name_255[256], name_256[257];
	struct stat st;
	int fd;

	memset(name_255, 'x', 255);
	memset(name_256, 'x', 256);
	name_255[255] = 0;
	name_256[256] = 0;
	try_stat();
	try_statfs();
	try_opens();
	try_openat2(top);
	try_listing();
	fd = open(name, O_RDONLY | O_DIRECTORY);
	if (fd < 0)
		return;
	result("read", read(fd, buf, sizeof(buf)));
	result("pread", pread(fd, buf, sizeof(buf), 0));
	value("lseek(SET,0)", lseek(fd, 0, SEEK_SET));
	value("lseek(SET,2)", lseek(fd, 2, SEEK_SET));
	value("lseek(CUR,0)", lseek(fd, 0, SEEK_CUR));
	result("lseek(SET,-1)", lseek(fd, -1, SEEK_SET));
	result("getdents(0)", syscall(SYS_getdents64, fd, buf, 0));
	result("getdents(far)", lseek(fd, FAR, SEEK_SET) < 0 ? -1 :
	       syscall(SYS_getdents64, fd, buf, sizeof(buf)));
	result("lookup", fstatat(fd, "no_such_file", &st, 0));
	result("lookup(255)", fstatat(fd, name_255, &st, 0));
	result("lookup(256)", fstatat(fd, name_256, &st, 0));
	result("lookup(..)", fstatat(fd, "..", &st, 0));
	try_descriptor(fd);
	if (fchdir(top))
		exit(1);
	/* instances/ has tests of its own. */
	if (strcmp(name + strlen(name) - 9, "instances")) {
		snprintf(path, sizeof(path), "%s/new", name);
		result("mkdir", mkdir(path, 0700));
		result("creat", creat(path, 0600));
		result("mknod", mknod(path, S_IFCHR | 0600, 0));
		result("symlink", symlink("no_such_target", path));
		result("link", link(name, path));
		result("O_TMPFILE", open(name, O_TMPFILE | O_RDWR, 0600));
	}
	close(fd);
}

static int both_answers(const char *text)
{
	int fd = open(name, O_RDWR);
	char before[4096], after[4096];
	ssize_t n, m;

	result("open(RDWR)", fd);
	if (fd < 0)
		return 0;
	n = read(fd, before, sizeof(before) - 1);
	some("read", n);
	some("read at the end", read(fd, after, sizeof(after)));
	value("write", write(fd, text, strlen(text)));
	value("lseek", lseek(fd, 0, SEEK_SET));
	m = read(fd, after, sizeof(after) - 1);
	some("read again", m);
	if (m > 0) {
		after[m] = 0;
		after[strcspn(after, "\n")] = 0;
		answer("text", "%s", after);
	}
	if (n > 0 && lseek(fd, 0, SEEK_SET) == 0) {
		value("pwrite", pwrite(fd, text, strlen(text), 0));
		value("write", write(fd, text, strlen(text)));
	}
	close(fd);
	return 0;
}

int main(int argc, char **argv)
{
	struct statfs fs;
	int i, top;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 4)
		goto usage;
	top = open(argv[2], O_PATH | O_DIRECTORY);
	if (top < 0 || fchdir(top) || statfs(".", &fs)) {
		perror(argv[2]);
		return 1;
	}
	/* Elsewhere the calls would succeed: they remove, replace and truncate files. */
	if (fs.f_type != TRACEFS_MAGIC) {
		fprintf(stderr, "%s: not the control files of a tracer\n", argv[2]);
		return 1;
	}
	name = argv[3];
	if (!strcmp(argv[1], "both") && argc == 5)
		return both_answers(argv[4]);
	for (i = 3; i < argc; i++) {
		name = argv[i];
		if (fchdir(top))
			return 1;
		if (!strcmp(argv[1], "file"))
			file_answers(top);
		else if (!strcmp(argv[1], "dir"))
			dir_answers(top);
		else
			goto usage;
	}
	return 0;
usage:
	fprintf(stderr, "usage: see fs_answers.c\n");
	return 2;
}
