// SPDX-License-Identifier: GPL-2.0
/*
 * call_structs SCENE - make calls whose arguments contain nested structures
 *
 *	control		control messages: descriptors, credentials, times, invalid messages
 *	perf		perf_event_open()
 *	sysv		System V: messages, and the structures of the ctl() calls
 *
 * The program ignores results unless later calls depend on them: kernels without some
 * options refuse many of these calls, and the test compares their records all the same.
 * Built for 64 and 32 bits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "need.h"
#include "scenes.h"

/* ---- control messages ---- */

static char control[1024] __attribute__((aligned(8)));
static char text[64];
static struct iovec text_iov = { text, 4 };
static struct msghdr message = { .msg_iov = &text_iov, .msg_iovlen = 1 };

/*
 * Start a control message: @message sends from the beginning of @control or receives
 * into it.
 */
static struct cmsghdr *begin(size_t size)
{
	memset(control, 0, sizeof(control));
	message.msg_control = control;
	message.msg_controllen = size;
	message.msg_flags = 0;
	return (void *)control;
}

static struct cmsghdr *add(struct cmsghdr *cmsg, int level, int type, const void *data,
			   size_t size)
{
	*cmsg = (struct cmsghdr) {
		.cmsg_len = CMSG_LEN(size), .cmsg_level = level, .cmsg_type = type,
	};
	memcpy(CMSG_DATA(cmsg), data, size);
	message.msg_controllen = (char *)cmsg + CMSG_SPACE(size) - control;
	return (void *)cmsg + CMSG_SPACE(size);
}

static void wrong_messages(int from)
{
	struct cmsghdr *cmsg;
	int fds[2] = { 0, 1 };

	cmsg = begin(0);
	add(cmsg, SOL_SOCKET, SCM_RIGHTS, fds, sizeof(fds));
	cmsg->cmsg_len = 0;
	sendmsg(from, &message, 0);
	cmsg->cmsg_len = sizeof(*cmsg) - 1;
	sendmsg(from, &message, 0);
	cmsg->cmsg_len = (size_t)-1 / 2;
	sendmsg(from, &message, 0);
	cmsg->cmsg_len = 4096;
	sendmsg(from, &message, 0);
	cmsg->cmsg_len = CMSG_LEN(sizeof(int));
	sendmsg(from, &message, 0);
	/* The remainder is shorter than a header. */
	message.msg_controllen = CMSG_SPACE(sizeof(int)) + 4;
	sendmsg(from, &message, 0);
	message.msg_controllen = sizeof(*cmsg) - 1;
	sendmsg(from, &message, 0);
	add(cmsg, SOL_SOCKET, SCM_RIGHTS, fds, 3);
	sendmsg(from, &message, 0);
	add(cmsg, SOL_SOCKET, 0x77, "abc", 3);
	sendmsg(from, &message, 0);
	add(cmsg, SOL_TCP, 1, "key", 3);
	sendmsg(from, &message, 0);
	message.msg_control = nowhere();
	sendmsg(from, &message, 0);
}

static void control_scene(void)
{
	struct ucred me = { getpid(), getuid(), getgid() };
	struct sockaddr_in in = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)
	};
	int pair[2], fds[3] = { 0, 1, 2 }, on = 1, many[60], s, ttl = 7;
	socklen_t len = sizeof(in);
	struct mmsghdr mm[2];
	struct cmsghdr *cmsg;
	unsigned int i;

	need(!socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
	need(!setsockopt(pair[1], SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)));
	cmsg = add(begin(0), SOL_SOCKET, SCM_RIGHTS, fds, sizeof(fds));
	add(cmsg, SOL_SOCKET, SCM_CREDENTIALS, &me, sizeof(me));
	need(sendmsg(pair[0], &message, 0) == 4);
	begin(sizeof(control));
	need(recvmsg(pair[1], &message, 0) == 4);
	/* The buffer is smaller than the messages. */
	add(begin(0), SOL_SOCKET, SCM_RIGHTS, fds, sizeof(fds));
	need(sendmsg(pair[0], &message, 0) == 4);
	begin(CMSG_SPACE(sizeof(me)));
	need(recvmsg(pair[1], &message, 0) == 4 && message.msg_flags & MSG_CTRUNC);
	need(write(pair[0], "none", 4) == 4);
	message.msg_control = NULL;
	message.msg_controllen = 0;
	need(recvmsg(pair[1], &message, 0) == 4);
	/* More descriptors than ktrace copies. */
	for (i = 0; i < ARRAY_SIZE(many); i++)
		many[i] = 0;
	add(begin(0), SOL_SOCKET, SCM_RIGHTS, many, sizeof(many));
	need(sendmsg(pair[0], &message, 0) == 4);
	begin(sizeof(control));
	need(recvmsg(pair[1], &message, MSG_CMSG_CLOEXEC) == 4);
	wrong_messages(pair[0]);

	add(begin(0), SOL_SOCKET, SCM_RIGHTS, fds, sizeof(int));
	mm[0].msg_hdr = message;
	mm[1] = mm[0];
	mm[1].msg_hdr.msg_control = NULL;
	mm[1].msg_hdr.msg_controllen = 0;
	need(sendmmsg(pair[0], mm, 2, 0) == 2);
	begin(CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(me)));
	mm[0].msg_hdr = message;
	need(recvmmsg(pair[1], mm, 2, MSG_DONTWAIT, NULL) == 2);

	s = socket(AF_INET, SOCK_DGRAM, 0);
	need(!bind(s, (void *)&in, sizeof(in)) && !getsockname(s, (void *)&in, &len));
	setsockopt(s, SOL_SOCKET, SO_TIMESTAMP, &on, sizeof(on));
	setsockopt(s, IPPROTO_IP, IP_RECVTTL, &on, sizeof(on));
	message.msg_name = &in;
	message.msg_namelen = sizeof(in);
	add(begin(0), IPPROTO_IP, IP_TTL, &ttl, sizeof(ttl));
	need(sendmsg(s, &message, 0) == 4);
	message.msg_name = NULL;
	message.msg_namelen = 0;
	begin(sizeof(control));
	need(recvmsg(s, &message, 0) == 4);
}

/* ---- perf ---- */

static int perf_open(struct perf_event_attr *attr)
{
	return syscall(SYS_perf_event_open, attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static void perf(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK, .sample_period = 100000,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_ID,
		.disabled = 1, .exclude_kernel = 1, .wakeup_events = 1,
	};

	perf_open(&attr);
	attr.freq = 1;
	attr.sample_freq = 99;
	attr.precise_ip = 2;
	attr.watermark = 1;
	attr.use_clockid = 1;
	attr.clockid = CLOCK_MONOTONIC;
	attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
	perf_open(&attr);
	attr.size = 0;
	perf_open(&attr);
	attr.size = 72;
	perf_open(&attr);
	attr.size = 8;
	perf_open(&attr);
	attr.size = 1 << 20;
	perf_open(&attr);
	attr = (struct perf_event_attr) {
		.type = PERF_TYPE_BREAKPOINT, .size = sizeof(attr), .bp_type = 3,
		.bp_addr = 0x1000, .bp_len = 4, .inherit = 1, .pinned = 1, .mmap = 1,
		.comm = 1, .task = 1, .sample_id_all = 1, .mmap2 = 1, .sigtrap = 1,
	};
	perf_open(&attr);
	attr.type = PERF_TYPE_HARDWARE;
	attr.config = PERF_COUNT_HW_CACHE_MISSES;
	attr.bp_type = 0;
	perf_open(&attr);
	attr.type = PERF_TYPE_RAW;
	attr.config = 0x1234;
	perf_open(&attr);
	attr.type = 77;
	perf_open(&attr);
	perf_open(nowhere());
}

/* ---- System V ---- */

static void semaphores(void)
{
	unsigned short values[3] = { 1, 2, 3 };
	struct semid_ds ds;
	int id = semget(IPC_PRIVATE, 3, 0600);

	need(id >= 0);
	need(!semctl(id, 0, IPC_STAT, &ds));
	need(!semctl(id, 0, IPC_SET, &ds));
	need(!semctl(id, 1, SETVAL, 5));
	need(semctl(id, 1, GETVAL) == 5);
	need(!semctl(id, 0, SETALL, values));
	need(!semctl(id, 0, GETALL, values));
	need(!semctl(id, 0, IPC_RMID));
	need(semctl(-1, 0, 99, 0) == -1);
}

static void sysv(void)
{
	struct { long type; char text[16]; } msg = { 5, "message" };
	struct msqid_ds mds;
	struct shmid_ds sds;
	int id;

	id = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
	need(id >= 0);
	need(!msgsnd(id, &msg, 8, 0) && !msgsnd(id, &msg, 0, IPC_NOWAIT));
	need(msgsnd(id, nowhere(), 8, 0) == -1);
	msg.type = -1;
	need(msgsnd(id, &msg, 8, 0) == -1);
	need(msgrcv(id, &msg, 8, 5, MSG_NOERROR) == 8);
	need(msgrcv(id, &msg, 0, 0, 0) == 0);
	need(msgrcv(id, &msg, 8, 0, IPC_NOWAIT) == -1);
	need(!msgctl(id, IPC_STAT, &mds));
	need(!msgctl(id, IPC_SET, &mds));
	need(syscall(SYS_msgctl, id, IPC_STAT, nowhere()) == -1);
	need(!msgctl(id, IPC_RMID, NULL));
	id = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
	need(id >= 0 && !shmctl(id, IPC_STAT, &sds) && !shmctl(id, IPC_SET, &sds));
	need(!shmctl(id, SHM_LOCK, NULL) && !shmctl(id, IPC_RMID, NULL));
	need(shmget(0x1234, 0, 0) == -1);
	semaphores();
}

static const struct scene scenes[] = {
	{ "control", control_scene },
	{ "perf", perf },
	{ "sysv", sysv },
};

int main(int argc, char **argv)
{
	return run_scene(argc, argv, scenes, ARRAY_SIZE(scenes));
}
