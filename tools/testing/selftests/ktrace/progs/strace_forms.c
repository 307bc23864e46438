// SPDX-License-Identifier: GPL-2.0
/*
 * strace_forms - make system calls that strace shows in forms of its own
 *
 * All calls have the same arguments and results in each run.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

/* Addresses that no object has, the same in each run. */
#define NOWHERE	((void *)0x1000)

static void make_prctls(void)
{
	prctl(PR_MCE_KILL, PR_MCE_KILL_SET, PR_MCE_KILL_EARLY, 0, 0);
	prctl(PR_MCE_KILL, PR_MCE_KILL_SET, 0xff, 0, 0);
	prctl(PR_MCE_KILL_GET, 0, 0, 0, 0);
	prctl(PR_SET_DUMPABLE, 1);
	prctl(PR_SET_DUMPABLE, 3);
	prctl(PR_GET_DUMPABLE);
	prctl(PR_GET_ENDIAN, NULL);
	prctl(PR_PAC_SET_ENABLED_KEYS, 0x1e, 1, 0, 1);
	prctl(PR_PAC_RESET_KEYS, 0x1f, 1, 2, 3);
	prctl(PR_SME_SET_VL, 0x6ea57);
	prctl(PR_SVE_SET_VL, 0x1000f);
	prctl(PR_SCHED_CORE, PR_SCHED_CORE_GET, -1, 3, NULL);
	prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 1, 0, NULL);
	prctl(PR_SET_VMA, 7, NOWHERE, 8, 9);
}

static void make_ioctls(void)
{
	ioctl(-1, _IOR('V', 1, int), 1);
	ioctl(-1, TCGETS, NULL);
	/* EVIOCGNAME(0) */
	ioctl(-1, 0x80004506, NULL);
	ioctl(-1, 0x5421, NOWHERE);
}

int main(void)
{
	struct pollfd files[] = {
		{ .fd = 0, .events = POLLIN }, { .fd = -1, .events = POLLOUT },
		{ .fd = 1, .events = POLLOUT },
	};
	struct timespec none = { 0 }, times[2] = {
		{ .tv_nsec = UTIME_NOW }, { .tv_nsec = UTIME_OMIT },
	};
	struct utimbuf stamps = { .actime = 1000000000, .modtime = 1000000001 };
	struct sched_param param;
	unsigned int gids[40] = { 1 };
	socklen_t len = 1;
	int on;

	make_prctls();
	make_ioctls();
	poll(files, 3, 0);
	poll(files, 0, 0);
	ppoll(files, 3, &none, NULL);
	syscall(SYS_mmap, NULL, 0, PROT_NONE, 0, -1, 0);
	syscall(SYS_mmap, NULL, 0, PROT_READ, MAP_PRIVATE | MAP_HUGETLB | 21 << 26, -1, 0);
	syscall(SYS_utimensat, AT_FDCWD, "/no/file", times, AT_REMOVEDIR);
	syscall(SYS_utime, "/no/file", &stamps);
	sched_getparam(0, &param);
	syscall(SYS_sched_setscheduler, 0, 0x4ace, &param);
	syscall(SYS_setgroups, 40, gids);
	getsockopt(socket(AF_UNIX, SOCK_STREAM, 0), SOL_SOCKET, SO_ERROR, &on, &len);
	syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 5, NULL);
	syscall(SYS_remap_file_pages, NOWHERE, 1, PROT_READ, 20, MAP_PRIVATE);
	syscall(SYS_signalfd4, -1, NOWHERE, 8, O_CLOEXEC | O_NONBLOCK);
	return 0;
}
