// SPDX-License-Identifier: GPL-2.0
/*
 * many_events PIDS DIR - hit tracepoints of many kinds
 *
 * Uses files in DIR, locks and leases, sockets on the loopback interface, timers,
 * signals, threads and their priorities, memory, io_uring, and messages to the kernel.
 * The program skips operations that the kernel does not support, and appends the ids of
 * all its tasks to the file PIDS, one per line. Exit status: 0 unless an operation
 * failed that every kernel supports.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/io_uring.h>
#include <linux/membarrier.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "need.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE	25
#endif

#define HUGE		(2UL << 20)

static const char *pids;
static const char *dir;

static void tell_pid(void)
{
	char line[16];
	int fd = open(pids, O_WRONLY | O_APPEND);
	int len = sprintf(line, "%d\n", gettid());

	need(fd >= 0);
	need(write(fd, line, len) == len);
	close(fd);
}

/* Create a child that logs its id and ends with _exit(). */
static pid_t child(void)
{
	pid_t pid = fork();

	need(pid >= 0);
	if (!pid)
		tell_pid();
	return pid;
}

static void ends(pid_t pid)
{
	need(waitpid(pid, NULL, 0) == pid);
}

static int file(const char *name, int flags)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return open(path, flags | O_CREAT | O_CLOEXEC, 0600);
}

static void nothing(int signal __attribute__((unused)))
{
}

static void catch(int signal)
{
	struct sigaction action = { .sa_handler = nothing };

	sigaction(signal, &action, NULL);
}

static void files(void)
{
	struct flock lock = { .l_type = F_WRLCK, .l_len = 1 };
	int fd = file("file", O_RDWR), other;
	char *map;

	need(fd >= 0);
	need(!ftruncate(fd, 1 << 16));
	map = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	need(map != MAP_FAILED);
	map[0] = map[4096] = 1;
	msync(map, 8192, MS_SYNC);
	fsync(fd);
	munmap(map, 1 << 16);
	need(!flock(fd, LOCK_EX));
	need(!fcntl(fd, F_SETLK, &lock));
	fcntl(fd, F_GETLK, &lock);
	flock(fd, LOCK_UN);
	other = file("file", O_RDONLY);
	close(other);
	close(fd);

	/* Another process waits for a lease. */
	fd = file("leased", O_RDONLY);
	catch(SIGIO);
	if (!fcntl(fd, F_SETLEASE, F_RDLCK)) {
		pid_t pid;

		need(file("leased", O_WRONLY | O_NONBLOCK) < 0);
		pid = child();
		if (!pid)
			_exit(file("leased", O_WRONLY) < 0);
		usleep(20000);
		fcntl(fd, F_SETLEASE, F_UNLCK);
		ends(pid);
	}
	close(fd);
}

static void any_port(int fd, struct sockaddr_in *at)
{
	socklen_t len = sizeof(*at);

	*at = (struct sockaddr_in) {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	need(!bind(fd, (void *)at, len));
	need(!getsockname(fd, (void *)at, &len));
}

static void tcp_serve(int listening)
{
	struct linger at_once = { .l_onoff = 1 };
	char some[4096];
	int fd, i;

	for (i = 0; i < 2; i++) {
		fd = accept(listening, NULL, NULL);
		need(fd >= 0);
		if (i) {
			/* The peer gets a reset. */
			setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
			need(read(fd, some, 1) == 1);
		} else {
			while (read(fd, some, sizeof(some)) > 0)
				usleep(1000);
		}
		close(fd);
	}
	_exit(0);
}

static void tcp(void)
{
	static char some[32768];
	struct sockaddr_in at;
	int listening = socket(AF_INET, SOCK_STREAM, 0), fd, i;
	pid_t pid;

	need(listening >= 0);
	any_port(listening, &at);
	need(!listen(listening, 4));
	pid = child();
	if (!pid)
		tcp_serve(listening);
	for (i = 0; i < 2; i++) {
		fd = socket(AF_INET, SOCK_STREAM, 0);
		need(!connect(fd, (void *)&at, sizeof(at)));
		need(write(fd, some, i ? 1 : sizeof(some)) > 0);
		shutdown(fd, SHUT_WR);
		while (read(fd, some, sizeof(some)) > 0)
			;
		close(fd);
	}
	ends(pid);
	close(listening);
	/* Nothing listens on the port now. */
	fd = socket(AF_INET, SOCK_STREAM, 0);
	need(connect(fd, (void *)&at, sizeof(at)));
	close(fd);
}

static void udp(void)
{
	int to = socket(AF_INET, SOCK_DGRAM, 0), from = socket(AF_INET, SOCK_DGRAM, 0);
	int size = 1, pair[2], i;
	struct sockaddr_in at;
	char some[1000] = "";

	any_port(to, &at);
	setsockopt(to, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	for (i = 0; i < 10; i++)
		sendto(from, some, sizeof(some), 0, (void *)&at, sizeof(at));
	need(recv(to, some, sizeof(some), 0) > 0);
	close(to);
	/* Nothing listens on the port: send() gets an error. */
	need(!connect(from, (void *)&at, sizeof(at)));
	send(from, some, 1, 0);
	recv(from, some, 1, MSG_DONTWAIT);
	close(from);

	need(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
	need(write(pair[0], some, 100) == 100);
	need(read(pair[1], some, 100) == 100);
	close(pair[0]);
	close(pair[1]);
	/* The kernel looks for the module of this address family. */
	need(socket(AF_APPLETALK, SOCK_DGRAM, 0) < 0);
}

static void timers(void)
{
	struct itimerval soon = { .it_value.tv_usec = 2000 };
	struct itimerspec at = { .it_value.tv_nsec = 2000000 };
	uint64_t expired;
	int fd, i;
	static const int clocks[] = { CLOCK_MONOTONIC, CLOCK_REALTIME_ALARM };

	catch(SIGALRM);
	catch(SIGPROF);
	setitimer(ITIMER_REAL, &soon, NULL);
	pause();
	setitimer(ITIMER_PROF, &soon, NULL);
	memset(&soon, 0, sizeof(soon));
	setitimer(ITIMER_PROF, &soon, NULL);
	for (i = 0; i < 2; i++) {
		fd = timerfd_create(clocks[i], 0);
		if (fd < 0)
			continue;
		timerfd_settime(fd, 0, &at, NULL);
		need(read(fd, &expired, sizeof(expired)) == sizeof(expired));
		timerfd_settime(fd, 0, &at, NULL);
		close(fd);
	}
	poll(NULL, 0, 5);
}

static void signals(void)
{
	pid_t pid;

	catch(SIGUSR1);
	raise(SIGUSR1);
	pid = child();
	if (!pid)
		for (;;)
			pause();
	need(!ptrace(PTRACE_SEIZE, pid, 0, 0));
	need(!ptrace(PTRACE_INTERRUPT, pid, 0, 0));
	need(waitpid(pid, NULL, __WALL) == pid);
	need(!ptrace(PTRACE_DETACH, pid, 0, 0));
	kill(pid, SIGKILL);
	ends(pid);
}

static atomic_uint lock_pi;
static atomic_int held;

static void *waits(void *unused __attribute__((unused)))
{
	tell_pid();
	prctl(PR_SET_NAME, "waits");
	while (!held)
		sched_yield();
	need(!syscall(SYS_futex, &lock_pi, FUTEX_LOCK_PI, 0, NULL, NULL, 0));
	syscall(SYS_futex, &lock_pi, FUTEX_UNLOCK_PI, 0, NULL, NULL, 0);
	return NULL;
}

/* A thread that owns its CPU waits for a lock of a thread that does not. */
static void threads(void)
{
	struct sched_param first = { .sched_priority = 1 };
	pthread_t thread;
	cpu_set_t set;
	int cpu;

	need(!pthread_create(&thread, NULL, waits, NULL));
	need(!syscall(SYS_futex, &lock_pi, FUTEX_LOCK_PI, 0, NULL, NULL, 0));
	pthread_setschedparam(thread, SCHED_FIFO, &first);
	held = 1;
	usleep(20000);
	for (cpu = 0; cpu < 2; cpu++) {
		CPU_ZERO(&set);
		CPU_SET(cpu, &set);
		sched_setaffinity(0, sizeof(set), &set);
	}
	memset(&set, -1, sizeof(set));
	sched_setaffinity(0, sizeof(set), &set);
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
	syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
	syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
	syscall(SYS_futex, &lock_pi, FUTEX_UNLOCK_PI, 0, NULL, NULL, 0);
	pthread_join(thread, NULL);
}

static void *huge_pages(int flags, int fd)
{
	char *map = mmap(NULL, 2 * HUGE, PROT_READ | PROT_WRITE, flags, fd, 0);
	char *at = (char *)(((unsigned long)map + HUGE - 1) & ~(HUGE - 1));
	unsigned int i;

	need(map != MAP_FAILED);
	for (i = 0; i < 16; i++)
		at[i * 4096] = 1;
	madvise(at, HUGE, MADV_COLLAPSE);
	mprotect(at, HUGE, PROT_READ);
	return map;
}

static void memory(void)
{
	int fd = file("memory", O_RDWR);

	need(!ftruncate(fd, 2 * HUGE));
	munmap(huge_pages(MAP_PRIVATE | MAP_ANONYMOUS, -1), 2 * HUGE);
	munmap(huge_pages(MAP_SHARED, fd), 2 * HUGE);
	close(fd);
	mlockall(MCL_CURRENT);
	munlockall();
}

/* Make a call through the vsyscall page, from which old programs get their time. */
static void vsyscall(void)
{
	pid_t pid = child();
	int status;

	if (!pid)
		_exit(((long (*)(long *))0xffffffffff600400UL)(NULL) < 0);
	need(waitpid(pid, &status, 0) == pid);
}

static void kernel_log(void)
{
	int fd = open("/dev/kmsg", O_WRONLY);

	if (fd < 0)
		return;
	need(write(fd, "many_events\n", 12) == 12);
	close(fd);
}

/**
 * struct uring - an io_uring
 * @fd:		file descriptor of the ring
 * @sq:		submission queue
 * @params:	offsets in the queues
 * @sqes:	submission queue entries
 */
struct uring {
	int			fd;
	char			*sq;
	struct io_uring_params	params;
	struct io_uring_sqe	*sqes;
};

static void submit(struct uring *ring, const struct io_uring_sqe *sqes, unsigned int nr,
		   unsigned int wait)
{
	unsigned int *tail = (void *)(ring->sq + ring->params.sq_off.tail);
	unsigned int *array = (void *)(ring->sq + ring->params.sq_off.array);
	unsigned int mask = ring->params.sq_entries - 1, i;

	for (i = 0; i < nr; i++) {
		ring->sqes[(*tail + i) & mask] = sqes[i];
		array[(*tail + i) & mask] = (*tail + i) & mask;
	}
	__atomic_store_n(tail, *tail + nr, __ATOMIC_RELEASE);
	syscall(SYS_io_uring_enter, ring->fd, nr, wait, wait ? IORING_ENTER_GETEVENTS : 0,
		NULL, 0);
}

static void uring(void)
{
	static char some[64];
	struct uring ring = { .params.flags = 0 };
	struct iovec vec = { some, sizeof(some) };
	struct __kernel_timespec soon = { .tv_nsec = 1000000 };
	int file_fd = file("ring", O_RDWR), pipes[2];

	ring.fd = syscall(SYS_io_uring_setup, 4, &ring.params);
	if (ring.fd < 0)
		return;
	need(!pipe(pipes));
	ring.sq = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring.fd,
		       IORING_OFF_SQ_RING);
	ring.sqes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring.fd,
			 IORING_OFF_SQES);
	need(ring.sq != MAP_FAILED && ring.sqes != MAP_FAILED);
	syscall(SYS_io_uring_register, ring.fd, IORING_REGISTER_BUFFERS, &vec, 1);
	submit(&ring, (struct io_uring_sqe[]) {
		{ .opcode = IORING_OP_NOP },
		{ .opcode = IORING_OP_WRITE, .fd = file_fd, .addr = (unsigned long)some,
		  .len = sizeof(some), .flags = IOSQE_ASYNC },
		{ .opcode = IORING_OP_TIMEOUT, .addr = (unsigned long)&soon, .len = 1 },
	}, 3, 3);
	/*
	 * A chain whose first request fails, and a request that waits for all earlier
	 * requests.
	 */
	submit(&ring, (struct io_uring_sqe[]) {
		{ .opcode = IORING_OP_READ, .fd = pipes[1], .addr = (unsigned long)some,
		  .len = 1, .flags = IOSQE_IO_LINK },
		{ .opcode = IORING_OP_NOP },
		{ .opcode = IORING_OP_POLL_ADD, .fd = pipes[0], .poll32_events = POLLIN },
		{ .opcode = IORING_OP_NOP, .flags = IOSQE_IO_DRAIN },
	}, 4, 2);
	need(write(pipes[1], some, 1) == 1);
	submit(&ring, NULL, 0, 4);
	/* More requests than the ring holds. */
	submit(&ring, (struct io_uring_sqe[]) { { .opcode = 255 }, { 0 }, { 0 }, { 0 } }, 4, 0);
	submit(&ring, (struct io_uring_sqe[]) { { 0 }, { 0 }, { 0 }, { 0 } }, 4, 0);
	submit(&ring, (struct io_uring_sqe[]) { { 0 }, { 0 }, { 0 }, { 0 } }, 4, 0);
	close(ring.fd);
	close(pipes[0]);
	close(pipes[1]);
	close(file_fd);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		errx(2, "usage: many_events PIDS DIR");
	pids = argv[1];
	dir = argv[2];
	tell_pid();
	files();
	tcp();
	udp();
	timers();
	signals();
	threads();
	memory();
	vsyscall();
	kernel_log();
	uring();
	return 0;
}
