// SPDX-License-Identifier: GPL-2.0
/*
 * compat_calls WHAT - make system calls, and print what they returned
 *
 *	open N		N times openat() of /no/file, then once of /
 *	uids N		N times getuid32(), in a 64-bit program getuid()
 *	sockets		socket() and connect() through socketcall(), connect() itself, an unknown
 *			number of socketcall(); only in a 32-bit program
 *	ipc		semget(), semtimedop() with a timeout and semctl() through ipc(); only in a
 *			32-bit program
 *	old DIR		the old select() with sets and a time, and with an address that cannot be
 *			read; readdir() of DIR, of which the inode numbers are printed, too;
 *			sigsuspend() with a pending signal; rt_sigprocmask() with the size of a
 *			long, which it refuses; only in a 32-bit program
 *
 * Prints a line for each kind of call: its name, and the result or the negative errno of each.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static long result(long ret)
{
	return ret < 0 ? -errno : ret;
}

static int do_open(int n)
{
	int failed = 0, fd;

	while (n--)
		failed += syscall(SYS_openat, AT_FDCWD, "/no/file", O_RDONLY) < 0;
	fd = syscall(SYS_openat, AT_FDCWD, "/", O_RDONLY | O_DIRECTORY);
	printf("openat failed %d, opened %d\n", failed, fd >= 0);
	return 0;
}

static int do_uids(int n)
{
	while (n--) {
#ifdef SYS_getuid32
		syscall(SYS_getuid32);
#else
		syscall(SYS_getuid);
#endif
	}
	return 0;
}

#ifdef SYS_socketcall
static int do_sockets(void)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX, .sun_path = "/no/socket" };
	unsigned long make[3] = { AF_UNIX, SOCK_STREAM, 0 }, link[3];
	long fd = syscall(SYS_socketcall, 1, make);

	printf("socket %ld\n", result(fd));
	link[0] = fd;
	link[1] = (unsigned long)&to;
	link[2] = sizeof(to);
	printf("connect %ld", result(syscall(SYS_socketcall, 3, link)));
	printf(" %ld\n", result(syscall(SYS_connect, fd, &to, sizeof(to))));
	printf("socketcall %ld\n", result(syscall(SYS_socketcall, 77, link)));
	return 0;
}

static int do_ipc(void)
{
	unsigned short up[3] = { 0, 2, 0x800 };
	long timeout[2] = { 1, 23 }, id = syscall(SYS_ipc, 2, 0, 1, 0600);

	printf("semget %ld\n", result(id));
	printf("semtimedop %ld\n", result(syscall(SYS_ipc, 4, id, 1, 77, up, timeout)));
	/* IPC_RMID with IPC_64; the last argument is in memory. */
	printf("semctl %ld\n", result(syscall(SYS_ipc, 3, id, 0, 0x100, (int[]) { 0 })));
	return 0;
}

static void on_signal(int sig)
{
	(void)sig;
}

static int do_old(const char *dir)
{
	struct { unsigned long ino, off; unsigned short len; char name[256]; } entry;
	unsigned long in[1] = { 1 << 5 }, time[2] = { 0, 77 };
	unsigned long select[5] = { 6, (unsigned long)in, 0, 0, (unsigned long)time };
	unsigned long set = 1UL << (SIGUSR1 - 1);
	int ends[2];
	long ret;

	if (pipe(ends) || dup2(ends[0], 5) != 5 || write(ends[1], "x", 1) != 1)
		return 1;
	printf("select %ld", result(syscall(SYS_select, select)));
	printf(" %ld\n", result(syscall(SYS_select, 1)));

	int fd = open(dir, O_RDONLY | O_DIRECTORY);

	while ((ret = syscall(SYS_readdir, fd, &entry, 77)) == 1)
		printf("entry %lu %.*s\n", entry.ino, entry.len, entry.name);
	printf("readdir %ld %ld\n", ret, result(syscall(SYS_readdir, -1, &entry, 77)));

	signal(SIGUSR1, on_signal);
	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &(unsigned long long){ set }, NULL, 8);
	kill(getpid(), SIGUSR1);
	printf("sigsuspend %ld\n", result(syscall(SYS_sigsuspend, 1, 2, ~set)));
	printf("rt_sigprocmask %ld\n",
	       result(syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, 4)));
	return 0;
}
#else
static int do_sockets(void)
{
	return 4;
}

static int do_ipc(void)
{
	return 4;
}

static int do_old(const char *dir)
{
	(void)dir;
	return 4;
}
#endif

int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[2]) : 1;

	if (argc < 2)
		return 2;
	if (!strcmp(argv[1], "open"))
		return do_open(n);
	if (!strcmp(argv[1], "uids"))
		return do_uids(n);
	if (!strcmp(argv[1], "sockets"))
		return do_sockets();
	if (!strcmp(argv[1], "ipc"))
		return do_ipc();
	if (!strcmp(argv[1], "old") && argc > 2)
		return do_old(argv[2]);
	return 2;
}
