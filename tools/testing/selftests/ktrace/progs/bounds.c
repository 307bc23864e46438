// SPDX-License-Identifier: GPL-2.0
/*
 * bounds WHAT - calls in memory of which the kernel reads or writes only a part
 *
 * The memory around the arguments and results is filled with the text "STALE": the
 * record of a call must not show bytes that the call did not touch. "Cold" memory has
 * no page before the kernel reads it. WHAT is a group of calls, see the end of this
 * file.
 *
 * Exit status: 0 if all calls did what they should, 4 if the kernel lacks the feature.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/dm-ioctl.h>
#include <linux/fs.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "need.h"

#define PAGE	4096

/* A page of bytes that no record may show. */
static void *stale(void)
{
	char *p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int i;

	need(p != MAP_FAILED);
	for (i = 0; i < PAGE; i++)
		p[i] = "STALE"[i % 5];
	return p;
}

/* Map bytes that the page cache holds but no page table maps. */
static void *cold(const void *bytes, size_t size)
{
	int fd = memfd_create("cold", 0);
	void *p;

	need(fd >= 0 && write(fd, bytes, size) == (ssize_t)size && !ftruncate(fd, PAGE));
	p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	need(p != MAP_FAILED);
	close(fd);
	return p;
}

static void *cold_int(int number)
{
	return cold(&number, sizeof(number));
}

/* Create two sockets. The first has an address of 16 bytes, @bounds-sender. */
static void pair(int *s)
{
	struct sockaddr_un from = { AF_UNIX, "\0bounds-sender" }, to = { AF_UNIX, "\0bounds-to" };
	int i;

	for (i = 0; i < 2; i++)
		need((s[i] = socket(AF_UNIX, SOCK_DGRAM, 0)) >= 0);
	need(!bind(s[0], (void *)&from, 2 + 14) && !bind(s[1], (void *)&to, 2 + 10));
	need(!connect(s[0], (void *)&to, 2 + 10));
}

static void vectors(void)
{
	char *a = malloc(1800), b[100];
	struct iovec iov[2] = { { a, 1800 }, { NULL, sizeof(b) } };
	int fd = memfd_create("out", 0);

	memset(a, 'A', 1800);
	memset(b, 'B', sizeof(b));
	/* Both buffers do not fit into the second record. */
	iov[1].iov_base = cold(b, sizeof(b));
	need(writev(fd, iov, 2) == 1900);
	iov[0].iov_len = 10;
	iov[1].iov_len = 9;
	iov[1].iov_base = cold(b, sizeof(b));
	need(writev(fd, iov, 2) == 19);
}

static void names(void)
{
	char *room = stale();
	char buf[3][16];
	struct iovec iov = { buf[0], 16 };
	struct msghdr msg = {
		.msg_name = room, .msg_namelen = 4, .msg_iov = &iov, .msg_iovlen = 1
	};
	struct iovec many[2] = { { buf[1], 16 }, { buf[2], 16 } };
	struct mmsghdr mmsg[2] = {
		{ .msg_hdr = { .msg_name = room + 100, .msg_namelen = 4,
			       .msg_iov = &many[0], .msg_iovlen = 1 } },
		{ .msg_hdr = { .msg_name = room + 200, .msg_namelen = 110,
			       .msg_iov = &many[1], .msg_iovlen = 1 } },
	};
	int s[2], i;

	pair(s);
	for (i = 0; i < 4; i++)
		need(send(s[0], "data", 4, 0) == 4);
	need(recvmsg(s[1], &msg, 0) == 4 && msg.msg_namelen == 16);
	msg.msg_namelen = 4;
	msg.msg_name = stale();
	need(recvmsg(s[1], cold(&msg, sizeof(msg)), 0) == 4);
	need(recvmmsg(s[1], mmsg, 2, 0, NULL) == 2);
}

static void sent(void)
{
	struct iovec iov[3] = { { "one", 3 }, { "three", 5 }, { (void *)16, 7 } };
	struct mmsghdr mmsg[3];
	int s[2], i;

	pair(s);
	for (i = 0; i < 3; i++)
		mmsg[i] = (struct mmsghdr){
			.msg_hdr = { .msg_iov = &iov[i], .msg_iovlen = 1 }, .msg_len = 7700 + i,
		};
	need(sendmmsg(s[0], mmsg, 3, 0) == 2);
	need(sendmmsg(s[0], cold(mmsg, sizeof(mmsg)), 1, 0) == 1);
	need(sendmmsg(-1, mmsg, 1, 0) == -1);
}

/* Send to a file in @depth directories: the path of the descriptor leaves little room. */
static void send_to_files(unsigned int depth)
{
	struct iovec iov = { "one", 3 };
	struct mmsghdr mmsg = { .msg_hdr = { .msg_iov = &iov, .msg_iovlen = 1 } };
	char name[NAME_MAX + 1];
	unsigned int i;
	int fd;

	need(!chdir("/tmp"));
	memset(name, 'd', 250);
	name[250] = '\0';
	for (i = 0; i < depth; i++) {
		need(!mkdir(name, 0700) || errno == EEXIST);
		need(!chdir(name));
	}
	memset(name, 'f', NAME_MAX);
	for (i = NAME_MAX; i > 4; i -= 4) {
		name[i] = '\0';
		fd = open(name, O_CREAT | O_RDWR, 0600);
		need(fd >= 0);
		need(sendmmsg(fd, &mmsg, 1, 0) == -1 && errno == ENOTSOCK);
		close(fd);
		need(!unlink(name));
	}
}

/*
 * The name of one file leaves no room for a message in a small record, the name of another file
 * none in a large record.
 */
static void tight(void)
{
	send_to_files(2);
	send_to_files(11);
}

static void lengths(void)
{
	char *room = stale();
	char buf[16];
	int s[2];

	pair(s);
	need(send(s[0], "data", 4, 0) == 4);
	need(recvfrom(s[1], buf, 16, 0, (void *)room, cold_int(4)) == 4);
	need(!getsockname(s[0], (void *)(room + 100), cold_int(4)));
	need(!getsockopt(s[0], SOL_SOCKET, SO_TYPE, room + 200, cold_int(4)));
}

static void environment(void)
{
	char * const argv[] = { "bounds", "nothing", NULL };
	char * const env[] = { "A=1", "STALE=2", "C=3", NULL };

	execve("/proc/self/exe", argv, cold(env, sizeof(env)));
	err(1, "execve");
}

/* Structures that contain their own size. */
static void sizes(void)
{
	uint32_t *attr = stale();

	memset(attr, 0, 48);
	need(!syscall(SYS_sched_setattr, 0, attr, 0));
	attr = stale();
	memset(attr, 0, 20);
	attr[0] = 20;
	need(syscall(SYS_sched_setattr, 0, attr, 0) == -1 && attr[0] > 20);
	attr = stale();
	need(!syscall(SYS_sched_getattr, 0, attr, 48, 0) && attr[0] == 48);
	attr = stale();
	need(!syscall(SYS_sched_getattr, 0, attr, 200, 0));
	/* statmount() */
	attr = stale();
	attr[0] = 24;
	memset(attr + 1, 0, 20);
	need(syscall(457, attr, NULL, 0, 0) == -1);
	attr = stale();
	attr[0] = 0;
	need(syscall(457, attr, NULL, 0, 0) == -1);
}

static void comm(void)
{
	char *name = stale();

	memcpy(name, "bounds", sizeof("bounds"));
	need(!prctl(PR_SET_NAME, name));
	memcpy(name, "bounds-and-a-long-tail", sizeof("bounds-and-a-long-tail"));
	need(!prctl(PR_SET_NAME, name));
	need(!prctl(PR_SET_NAME, cold("bounds", sizeof("bounds"))));
}

/* Copy @bytes to the end of a page that no other page follows. */
static void *at_end(const void *bytes, size_t size)
{
	char *p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(p != MAP_FAILED && !munmap(p + PAGE, PAGE));
	return memcpy(p + PAGE - size, bytes, size);
}

/* Commands whose arguments may have fewer bytes than the C type, or than the maximum. */
static void commands(void)
{
	const size_t params = offsetof(struct dm_ioctl, data);
	struct dm_ioctl dm = { .version = { 4 }, .data_size = params };
	char *name = stale();
	int fd = memfd_create("commands", 0);

	need(ioctl(fd, DM_DEV_STATUS, at_end(&dm, params)) == -1 && errno == ENOTTY);
	need(ioctl(fd, FS_IOC_SETFSLABEL, at_end("bounds", sizeof("bounds"))) == -1 &&
	     errno == ENOTTY);
	memcpy(name, "behind", sizeof("behind"));
	need(ioctl(fd, FS_IOC_SETFSLABEL, name) == -1 && errno == ENOTTY);
}

static void infos(void)
{
	siginfo_t *info = stale();
	pid_t pid;

	signal(SIGUSR1, SIG_IGN);
	memset(info, 0, 48);
	info->si_signo = SIGUSR1;
	info->si_code = SI_QUEUE;
	need(!syscall(SYS_rt_sigqueueinfo, getpid(), SIGUSR1, info));
	pid = fork();
	if (!pid)
		_exit(0);
	info = stale();
	need(!syscall(SYS_waitid, P_PID, pid, info, WEXITED, NULL));
}

static void sets(void)
{
	uint64_t *set = stale(), usr1 = 1 << (SIGUSR1 - 1);
	struct timespec none = { 0, 0 };

	need(!syscall(SYS_rt_sigprocmask, SIG_BLOCK, &usr1, NULL, 8));
	need(!raise(SIGUSR1));
	need(!syscall(SYS_rt_sigpending, set, 4));
	need(syscall(SYS_rt_sigprocmask, SIG_BLOCK, set, NULL, 4) == -1);
	need(syscall(SYS_signalfd4, -1, set, 4, 0) == -1);
	need(syscall(SYS_ppoll, NULL, 0, &none, set, 128) == -1);
	need(syscall(SYS_rt_sigtimedwait, &usr1, NULL, &none, 8) == SIGUSR1);
}

static void descriptors(void)
{
	struct timeval second = { 1, 0 };
	struct epoll_event *event = stale();
	fd_set *set = stale();
	int fds[2], ep = epoll_create1(0);

	need(!pipe(fds) && fds[1] < 10 && write(fds[1], "x", 1) == 1);
	FD_ZERO(set);
	FD_SET(fds[0], set);
	FD_SET(40, set);
	need(syscall(SYS_select, fds[0] + 1, set, NULL, NULL, &second) == 1);
	need(second.tv_usec && FD_ISSET(fds[0], set));
	*event = (struct epoll_event){ .events = EPOLLIN };
	need(!epoll_ctl(ep, EPOLL_CTL_ADD, fds[0], event));
	need(!epoll_ctl(ep, EPOLL_CTL_DEL, fds[0], stale()));
}

static void capabilities(void)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct *data = stale();

	need(!syscall(SYS_capget, &header, data));
	need(!syscall(SYS_capset, &header, data));
	data = stale();
	header.version = _LINUX_CAPABILITY_VERSION_1;
	need(!syscall(SYS_capget, &header, data));
}

/* A call that fills its buffer, and one that only checks the address. */
static void kernel_log(void)
{
	need(syscall(SYS_syslog, 10, stale(), 100) > 0);
	need(syscall(SYS_syslog, 3, stale(), 2000) > 0);
}

static void nulls(void)
{
	int s = socket(AF_UNIX, SOCK_DGRAM, 0);

	need(bind(s, stale(), 0) == -1);
	need(setsockopt(s, SOL_SOCKET, SO_REUSEADDR, stale(), -1) == -1);
}

static void on_alarm(int sig)
{
	(void)sig;
}

static void left(void)
{
	struct itimerval soon = { .it_value.tv_usec = 50000 };
	struct sigaction action = { .sa_handler = on_alarm };
	struct timespec time = { 7, 0 }, *rest = stale();

	need(!syscall(SYS_nanosleep, &(struct timespec){ 0, 1000 }, rest));
	need(!sigaction(SIGALRM, &action, NULL) && !setitimer(ITIMER_REAL, &soon, NULL));
	need(syscall(SYS_nanosleep, &time, rest) == -1 && errno == EINTR && rest->tv_sec == 6);
}

static void pages(void)
{
	char *p = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		       -1, 0);

	p[PAGE] = 1;
	need(!mincore(p, 2 * PAGE + 1, stale()));
}

static void nothing(void)
{
}

static const struct {
	const char *name;
	void (*run)(void);
} groups[] = {
	{ "vectors", vectors },
	{ "names", names },
	{ "sent", sent },
	{ "tight", tight },
	{ "lengths", lengths },
	{ "environment", environment },
	{ "sizes", sizes },
	{ "comm", comm },
	{ "commands", commands },
	{ "infos", infos },
	{ "sets", sets },
	{ "descriptors", descriptors },
	{ "capabilities", capabilities },
	{ "log", kernel_log },
	{ "nulls", nulls },
	{ "left", left },
	{ "pages", pages },
	{ "nothing", nothing },
};

int main(int argc, char **argv)
{
	unsigned int i;

	for (i = 0; argc == 2 && i < ARRAY_SIZE(groups); i++) {
		if (strcmp(argv[1], groups[i].name))
			continue;
		groups[i].run();
		return 0;
	}
	fprintf(stderr, "usage: bounds WHAT\n");
	return 2;
}
