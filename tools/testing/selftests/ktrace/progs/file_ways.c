// SPDX-License-Identifier: GPL-2.0
/*
 * file_ways same FILE...	read each file in all possible ways and compare the
 *				contents; FILE must not change meanwhile
 * file_ways splice FILE	copy FILE to the output by splice(), as libtracefs does, until
 *				the end of the file or of the data
 * file_ways splice_wait FILE	like splice, but wait for more data
 * file_ways kept DIR		use control files below DIR through descriptors that stay
 *				open: read again, write again, do both
 *
 * Exits with status 1 and a message at the first difference.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_BYTES	(4 << 20)

static const char *name;
static char whole[MAX_BYTES], again[MAX_BYTES];
static long size;

static void __attribute__((format(printf, 1, 2), noreturn)) bad(const char *format, ...)
{
	int err = errno;
	va_list args;

	printf("%s: ", name);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(" (%s)\n", err ? strerror(err) : "no error");
	exit(1);
}

static int open_file(int flags)
{
	int fd;

	errno = 0;
	fd = open(name, flags | O_CLOEXEC, 0666);
	if (fd < 0)
		bad("open with flags %#x fails", flags);
	return fd;
}

static void seek(int fd, long offset, int whence, long wanted)
{
	errno = 0;
	if (lseek(fd, offset, whence) != wanted)
		bad("lseek(%ld, %d) is not %ld", offset, whence, wanted);
}

/* Read up to the end of the file, in pieces. */
static long read_rest(int fd, char *to, long piece)
{
	long sum = 0, n;

	errno = 0;
	while ((n = read(fd, to + sum, piece)) > 0) {
		sum += n;
		if (sum + piece > MAX_BYTES)
			bad("does not end");
	}
	if (n < 0)
		bad("read fails at byte %ld", sum);
	return sum;
}

/* Check that @again has the same bytes as @whole from @from to the end. */
static void same_rest(const char *how, long from, long got)
{
	long i;

	errno = 0;
	if (got != size - from)
		bad("%s: %ld bytes from byte %ld on, wanted %ld", how, got, from, size - from);
	for (i = 0; i < got; i++)
		if (again[i] != whole[from + i])
			bad("%s: byte %ld differs", how, from + i);
}

static void same_after_seek(int fd)
{
	long i, at;

	/* First to the end, then back and forth. */
	for (i = 8; i >= 0; i--) {
		at = size * ((i * 5) % 9) / 8;
		seek(fd, at, SEEK_SET, at);
		same_rest("after lseek", at, read_rest(fd, again, 1000));
	}
	if (size <= 20)
		return;
	seek(fd, size, SEEK_SET, size);
	seek(fd, -10, SEEK_CUR, size - 10);
	same_rest("after lseek by SEEK_CUR", size - 10, read_rest(fd, again, 100));
}

static void same_by_pread(int fd)
{
	long i, j, n, at;

	for (i = 8; i >= 0; i--) {
		at = size * i / 8;
		errno = 0;
		n = pread(fd, again, 50, at);
		if (n < 0 || (!n && at < size) || at + n > size)
			bad("pread at byte %ld of %ld is %ld", at, size, n);
		for (j = 0; j < n; j++)
			if (again[j] != whole[at + j])
				bad("pread: byte %ld differs", at + j);
	}
}

static void same_by_pieces(void)
{
	static const long pieces[] = { 1, 7, 4095, 4096 };
	unsigned int i;
	int fd;

	for (i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
		if (pieces[i] == 1 && size > 20000)
			continue;
		fd = open_file(O_RDONLY);
		same_rest("in pieces", 0, read_rest(fd, again, pieces[i]));
		close(fd);
	}
}

static void same_by_readv(void)
{
	int fd = open_file(O_RDONLY);
	long sum = 0, n;

	for (;;) {
		struct iovec v[3] = { { again + sum, 3 }, { again + sum + 3, 1 },
				      { again + sum + 4, 60 } };

		errno = 0;
		n = readv(fd, v, 3);
		if (n < 0)
			bad("readv fails at byte %ld", sum);
		if (!n)
			break;
		sum += n;
	}
	same_rest("by readv", 0, sum);
	close(fd);
}

static void same(void)
{
	int fd = open_file(O_RDONLY);

	size = read_rest(fd, whole, 65536);
	if (read(fd, again, 100))
		bad("read behind the end is not 0");
	seek(fd, 0, SEEK_SET, 0);
	same_rest("after lseek to the beginning", 0, read_rest(fd, again, 4096));
	same_after_seek(fd);
	same_by_pread(fd);
	close(fd);
	same_by_pieces();
	same_by_readv();
}

/* Copy the data that arrived in the pipe to the output. */
static void pass_on(int fd, long left)
{
	long n;

	for (; left > 0; left -= n) {
		n = read(fd, again, left < MAX_BYTES ? left : MAX_BYTES);
		if (n <= 0 || write(STDOUT_FILENO, again, n) != n)
			bad("%ld bytes do not come through the pipe", left);
	}
}

static void by_splice(unsigned int flags)
{
	int fd = open_file(O_RDONLY), pipe_fds[2];
	long n;

	if (pipe(pipe_fds))
		bad("no pipe");
	for (;;) {
		errno = 0;
		n = splice(fd, NULL, pipe_fds[1], NULL, 5000, flags);
		if (n <= 0)
			break;
		pass_on(pipe_fds[0], n);
	}
	if (n < 0 && errno != EAGAIN)
		bad("splice fails");
	close(fd);
}

/*
 * Descriptors that stay open
 */

static int file_in(const char *dir, const char *file, int flags)
{
	static char path[4096];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	name = path;
	return open_file(flags);
}

static void put(int fd, const char *text, int by_pwrite)
{
	long len = strlen(text);

	errno = 0;
	if ((by_pwrite ? pwrite(fd, text, len, 0) : write(fd, text, len)) != len)
		bad("%s of '%s' is refused", by_pwrite ? "pwrite" : "write", text);
}

static void reads(int fd, const char *text, int by_pread)
{
	long n;

	errno = 0;
	if (by_pread) {
		n = pread(fd, again, sizeof(again) - 1, 0);
	} else {
		seek(fd, 0, SEEK_SET, 0);
		n = read_rest(fd, again, 65536);
	}
	if (n < 0)
		bad("cannot be read again");
	again[n] = 0;
	if (!strstr(again, text))
		bad("read again by %s it shows '%.60s', not '%s'", by_pread ? "pread" : "lseek",
		    again, text);
}

static void reads_not(int fd, const char *text)
{
	reads(fd, "", 0);
	if (strstr(again, text))
		bad("still shows '%s'", text);
}

/* Write two settings in turn, through one descriptor and through two; @one is the last. */
static void kept_setting(const char *dir, const char *file, const char *one, const char *two)
{
	int reader = file_in(dir, file, O_RDONLY), writer = file_in(dir, file, O_WRONLY);
	int both = file_in(dir, file, O_RDWR);
	int i;

	for (i = 0; i < 4; i++) {
		put(writer, i & 1 ? two : one, i & 2);
		reads(reader, i & 1 ? two : one, i & 2);
		reads(both, i & 1 ? two : one, i & 2);
		put(both, i & 1 ? one : two, i & 2);
		reads(both, i & 1 ? one : two, i & 2);
		reads(reader, i & 1 ? one : two, i & 2);
	}
	close(reader);
	close(writer);
	close(both);
}

static void kept_definitions(const char *dir)
{
	int fd = file_in(dir, "kprobe_events", O_RDWR | O_APPEND);

	put(fd, "p:kept/one do_mkdirat\n", 0);
	reads(fd, "kept/one", 0);
	put(fd, "p:kept/two do_rmdir\n", 0);
	reads(fd, "kept/one", 0);
	reads(fd, "kept/two", 1);
	put(fd, "-:kept/one\n", 0);
	reads_not(fd, "kept/one");
	put(fd, "-:kept/two\n", 0);
	reads_not(fd, "kept/");
	close(fd);
}

static void mark(const char *dir, const char *text)
{
	int fd = file_in(dir, "trace_marker", O_WRONLY);

	put(fd, text, 0);
	close(fd);
}

/* A rewound view shows the records that are unread at that time. */
static void kept_trace(const char *dir)
{
	int fd;

	mark(dir, "first mark\n");
	fd = file_in(dir, "trace", O_RDWR);
	reads(fd, "first mark", 0);
	mark(dir, "second mark\n");
	name = "trace";
	reads(fd, "second mark", 0);
	reads(fd, "first mark", 1);
	mark(dir, "third mark\n");
	name = "trace";
	reads(fd, "third mark", 1);
	/* Writing text has no effect. */
	put(fd, "text\n", 0);
	put(fd, "text\n", 1);
	reads(fd, "third mark", 0);
	close(file_in(dir, "trace", O_WRONLY | O_TRUNC));
	name = "trace";
	reads_not(fd, "mark");
	mark(dir, "fourth mark\n");
	name = "trace";
	reads(fd, "fourth mark", 0);
	reads_not(fd, "third mark");
	close(fd);
}

/*
 * A reader that seeks backwards within a view stays in that view, as a shell does after
 * a line.
 */
static void kept_view(const char *dir)
{
	int fd = file_in(dir, "trace", O_RDONLY);
	long got = read(fd, whole, 900);

	if (got < 500)
		bad("only %ld bytes are read at once", got);
	mark(dir, "late mark\n");
	name = "trace";
	seek(fd, 200 - got, SEEK_CUR, 200);
	got = read_rest(fd, again, 65536);
	again[got] = 0;
	if (strncmp(again, whole + 200, 300) || strstr(again, "late mark"))
		bad("a step back shows other text: '%.60s'", again);
	reads(fd, "late mark", 0);
	close(fd);
}

/* Open modes that the whole-file functions of Python and Go use. */
static void kept_modes(const char *dir)
{
	int fd = file_in(dir, "set_event", O_WRONLY | O_CREAT | O_TRUNC);

	if (lseek(fd, 0, SEEK_CUR) && errno != ESPIPE)
		bad("lseek of a file that is open for writing");
	put(fd, "syscalls:sys_enter_getppid\n", 0);
	close(fd);
	fd = file_in(dir, "set_event", O_WRONLY | O_CREAT | O_APPEND);
	errno = 0;
	if (lseek(fd, 0, SEEK_END) < 0 && errno != ESPIPE)
		bad("lseek to the end of a file that is open for appending");
	put(fd, "syscalls:sys_exit_getppid\n", 0);
	close(fd);
	fd = file_in(dir, "set_event", O_RDONLY);
	reads(fd, "syscalls:sys_enter_getppid\n", 0);
	reads(fd, "syscalls:sys_exit_getppid\n", 0);
	close(file_in(dir, "set_event", O_WRONLY | O_TRUNC));
	reads_not(fd, "getppid");
	close(fd);
}

static void kept(const char *dir)
{
	kept_setting(dir, "tracing_on", "1\n", "0\n");
	kept_setting(dir, "options/overwrite", "1\n", "0\n");
	kept_setting(dir, "buffer_size_kb", "64\n", "128\n");
	kept_setting(dir, "events/syscalls/sys_exit_getppid/enable", "0\n", "1\n");
	kept_setting(dir, "events/syscalls/sys_exit_getppid/filter", "common_pid == 7\n",
		     "common_pid == 8 && ret == 1\n");
	kept_definitions(dir);
	kept_modes(dir);
	kept_trace(dir);
	kept_view(dir);
}

int main(int argc, char **argv)
{
	int i;

	if (argc < 3)
		return 2;
	name = argv[2];
	if (!strcmp(argv[1], "same"))
		for (i = 2; i < argc; i++) {
			name = argv[i];
			same();
		}
	else if (!strcmp(argv[1], "splice"))
		by_splice(SPLICE_F_NONBLOCK);
	else if (!strcmp(argv[1], "splice_wait"))
		by_splice(0);
	else if (!strcmp(argv[1], "kept"))
		kept(argv[2]);
	else
		return 2;
	return 0;
}
