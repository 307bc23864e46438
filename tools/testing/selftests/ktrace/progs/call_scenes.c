// SPDX-License-Identifier: GPL-2.0
/*
 * call_scenes SCENE - a program that makes the calls of one kind of program
 *
 *	signals		handlers, masks, SA_RESTART, sigsuspend, alarm, a queue
 *	spawn		vfork and exec, fork, wait
 *	threads		four threads, futexes, robust lists
 *	killed		a child that dies of a signal in the middle of a call
 *	sockets		unix and loopback, messages with descriptors
 *	polls		poll, select, epoll, eventfd, timerfd, signalfd
 *	maps		mmap, mremap, mprotect, madvise, mincore, msync
 *	files		common operations on files and directories
 *	vectors		readv, preadv, splice, sendfile, copy_file_range
 *	times		clocks, timers, sleeping
 *	ids		users, groups, limits, the scheduler
 *	errors		calls that fail in different ways
 *	ipc		System V: messages, semaphores, shared memory; queues
 *	commands	calls whose command selects the arguments, with rubbish in
 *			the unused ones
 *	sockopts	socket option levels and names, protocols
 *	terminals	a terminal's settings
 *	unbuilt		calls that the kernel is not configured for
 *
 * Exit status: 0 if all calls did what they should. Built for 64 and 32 bits.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/futex.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include "need.h"
#include "scenes.h"

static const char self[] = "/proc/self/exe";

/* ---- signals ---- */

static volatile sig_atomic_t caught;

static void on_signal(int sig)
{
	caught = sig;
}

static void on_info(int sig, siginfo_t *info, void *context)
{
	(void)context;
	caught = info->si_value.sival_int == 4711 ? sig : -1;
}

static void handle(int sig, int flags)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = flags };

	need(!sigaction(sig, &action, NULL));
}

static void signals(void)
{
	struct sigaction action = { .sa_sigaction = on_info, .sa_flags = SA_SIGINFO | SA_NODEFER };
	struct itimerval tick = { .it_value.tv_usec = 100000 }, old;
	struct timespec long_time = { 5, 0 }, none = { 0, 0 };
	sigset_t set, was;
	char c;
	stack_t stack = { .ss_sp = malloc(SIGSTKSZ), .ss_size = SIGSTKSZ };
	int fds[2];

	handle(SIGUSR1, 0);
	need(!raise(SIGUSR1) && caught == SIGUSR1);
	need(!kill(getpid(), SIGUSR1));

	/* A read that a handler interrupts, with and without SA_RESTART. */
	need(!pipe(fds));
	handle(SIGALRM, 0);
	need(!setitimer(ITIMER_REAL, &tick, NULL));
	need(read(fds[0], &c, 1) == -1 && errno == EINTR);
	handle(SIGALRM, SA_RESTART);
	handle(SIGUSR2, 0);
	if (!fork()) {
		usleep(300000);
		need(write(fds[1], "x", 1) == 1);
		_exit(0);
	}
	need(!setitimer(ITIMER_REAL, &tick, &old));
	need(read(fds[0], &c, 1) == 1 && c == 'x');
	need(wait(NULL) > 0);
	handle(SIGALRM, 0);
	alarm(1);
	need(nanosleep(&long_time, &long_time) == -1 && errno == EINTR);
	alarm(10);
	alarm(0);

	/* Blocked, pending, waited for. */
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGRTMIN + 3);
	need(!sigprocmask(SIG_BLOCK, &set, &was));
	need(!kill(getpid(), SIGUSR1));
	need(!sigpending(&was));
	need(!syscall(SYS_rt_sigpending, &was, 4));
	need(syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, 16) == -1);
	need(sigismember(&was, SIGUSR1));
	need(sigtimedwait(&set, NULL, &none) == SIGUSR1);
	need(sigtimedwait(&set, NULL, &none) == -1 && errno == EAGAIN);
	need(!kill(getpid(), SIGUSR2));
	sigfillset(&was);
	sigdelset(&was, SIGUSR2);
	need(sigsuspend(&was) == -1 && caught == SIGUSR2);
	need(!sigprocmask(SIG_UNBLOCK, &set, NULL));

	need(!sigaction(SIGRTMIN + 3, &action, NULL));
	need(!sigqueue(getpid(), SIGRTMIN + 3, (union sigval){ .sival_int = 4711 }));
	need(caught == SIGRTMIN + 3);
	need(!sigaltstack(&stack, NULL));
	handle(SIGUSR1, SA_ONSTACK | SA_RESETHAND);
	need(!raise(SIGUSR1));
	signal(SIGUSR1, SIG_IGN);
	need(!kill(0, 0));
	alarm(1);
	need(pause() == -1 && errno == EINTR);
}

/* ---- processes ---- */

static void spawn(void)
{
	char * const argv[] = { "call_scenes", "nothing", "with \"quotes\"\n", "", NULL };
	char * const env[] = {
		"A=1", "LONG=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", NULL
	};
	char * const bad[] = { "nowhere", NULL };
	struct rusage usage;
	siginfo_t info;
	int status;
	pid_t pid;

	pid = vfork();
	if (!pid) {
		execve("/nowhere/to/be/found", bad, env);
		execve(self, argv, env);
		_exit(9);
	}
	need(waitpid(pid, &status, 0) == pid && status == 0);
	pid = fork();
	if (!pid)
		_exit(3);
	need(wait4(pid, &status, 0, &usage) == pid && WEXITSTATUS(status) == 3);
	pid = fork();
	if (!pid) {
		setsid();
		setpgid(0, 0);
		raise(SIGTERM);
	}
	need(waitid(P_PID, pid, &info, WEXITED) == 0 && info.si_status == SIGTERM);
	need(wait(NULL) == -1);
}

static void killed(void)
{
	int fds[2], status;
	pid_t pid;

	need(!pipe(fds));
	pid = fork();
	if (!pid) {
		char c;

		read(fds[0], &c, 1);
		_exit(1);
	}
	usleep(200000);
	need(!kill(pid, SIGTERM));
	need(wait(&status) == pid && WTERMSIG(status) == SIGTERM);
	pid = fork();
	if (!pid) {
		kill(getpid(), SIGSEGV);
		_exit(1);
	}
	need(wait(&status) == pid);
	pid = fork();
	if (!pid) {
		memset(nowhere(), 1, 8);
		_exit(1);
	}
	need(wait(&status) == pid);
}

/* ---- threads ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int turn;

static void *thread(void *arg)
{
	int me = (long)arg, i;
	char name[16];

	snprintf(name, sizeof(name), "worker %d", me);
	prctl(PR_SET_NAME, name);
	for (i = 0; i < 20; i++) {
		pthread_mutex_lock(&mutex);
		while (turn % 4 != me)
			pthread_cond_wait(&cond, &mutex);
		turn++;
		pthread_cond_broadcast(&cond);
		pthread_mutex_unlock(&mutex);
	}
	return NULL;
}

static void threads_scene(void)
{
	struct timespec soon = { 0, 50000000 };
	pthread_t ids[4];
	int word = 5;
	long i;

	for (i = 0; i < 4; i++)
		need(!pthread_create(&ids[i], NULL, thread, (void *)i));
	for (i = 0; i < 4; i++)
		pthread_join(ids[i], NULL);
	syscall(SYS_futex, &word, FUTEX_WAIT, 4, NULL);
	syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 5, &soon);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL);
	syscall(SYS_futex, &word, FUTEX_REQUEUE, 1, (void *)1L, &turn, 0);
	syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, (void *)1L, &turn, 5);
	syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 4, NULL, NULL, 0xff);
	syscall(SYS_futex, &word, 99, 4, NULL, NULL, 0xff);
}

/* ---- sockets ---- */

static void send_fds(int from, int to)
{
	char control[CMSG_SPACE(sizeof(int))] = "", out[2][8] = { "abc", "defg" }, in[16];
	struct iovec iov[2] = { { out[0], 3 }, { out[1], 4 } }, iiov = { in, sizeof(in) };
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = 2, .msg_control = control,
			      .msg_controllen = sizeof(control) };
	struct msghdr imsg = { .msg_iov = &iiov, .msg_iovlen = 1, .msg_control = control,
			       .msg_controllen = sizeof(control) };
	struct cmsghdr *cmsg = CMSG_FIRSTHDR(&msg);

	cmsg->cmsg_level = SOL_SOCKET;
	cmsg->cmsg_type = SCM_RIGHTS;
	cmsg->cmsg_len = CMSG_LEN(sizeof(int));
	*(int *)CMSG_DATA(cmsg) = 0;
	need(sendmsg(from, &msg, 0) == 7);
	need(recvmsg(to, &imsg, 0) == 7);
	need(recvmsg(to, &imsg, MSG_DONTWAIT) == -1);
}

static void sockets(void)
{
	struct sockaddr_un un = { AF_UNIX, "scenes.socket" };
	struct sockaddr_un abstract = { AF_UNIX, "\0scenes" };
	struct sockaddr_in in = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)
	};
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT,
				    .sin6_port = htons(9) };
	struct mmsghdr mm[2];
	struct iovec iov[2] = { { "one", 3 }, { "two", 3 } };
	struct linger linger = { 1, 2 };
	struct sockaddr_in peer;
	socklen_t len;
	char buf[64];
	int s, c, a, pair[2], on = 1, value;

	need(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair));
	send_fds(pair[0], pair[1]);
	need(!shutdown(pair[0], SHUT_WR));
	need(read(pair[1], buf, 1) == 0);

	unlink(un.sun_path);
	s = socket(AF_UNIX, SOCK_STREAM, 0);
	need(!bind(s, (void *)&un, sizeof(un)) && !listen(s, 5));
	c = socket(AF_UNIX, SOCK_STREAM, 0);
	need(!connect(c, (void *)&un, strlen(un.sun_path) + 3));
	a = accept4(s, NULL, NULL, SOCK_NONBLOCK);
	need(a >= 0);
	need(send(c, "hello\n", 6, MSG_NOSIGNAL) == 6);
	need(recv(a, buf, sizeof(buf), 0) == 6);
	need(recv(a, buf, sizeof(buf), 0) == -1);
	close(s);
	close(c);
	close(a);
	unlink(un.sun_path);
	s = socket(AF_UNIX, SOCK_DGRAM, 0);
	need(!bind(s, (void *)&abstract, 2 + 7));
	len = sizeof(un);
	need(!getsockname(s, (void *)&un, &len));
	close(s);

	s = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
	need(!setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)));
	need(!setsockopt(s, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger)));
	need(!bind(s, (void *)&in, sizeof(in)) && !listen(s, 1));
	len = sizeof(in);
	need(!getsockname(s, (void *)&in, &len));
	c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, IPPROTO_IP);
	connect(c, (void *)&in, sizeof(in));
	len = sizeof(peer);
	a = accept(s, (void *)&peer, &len);
	need(a >= 0);
	len = sizeof(value);
	need(!getsockopt(c, SOL_SOCKET, SO_ERROR, &value, &len));
	need(!setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)));
	need(!getpeername(c, (void *)&peer, &len) || 1);
	need(write(c, "GET / HTTP/1.0\r\n\r\n", 18) == 18);
	need(recvfrom(a, buf, sizeof(buf), MSG_PEEK, NULL, NULL) == 18);
	need(read(a, buf, sizeof(buf)) == 18);
	close(a);
	need(read(c, buf, sizeof(buf)) == 0 || 1);
	close(c);
	close(s);

	s = socket(AF_INET, SOCK_DGRAM, 0);
	in.sin_port = 0;
	need(!bind(s, (void *)&in, sizeof(in)));
	len = sizeof(in);
	need(!getsockname(s, (void *)&in, &len));
	need(sendto(s, "data\0gram", 9, 0, (void *)&in, sizeof(in)) == 9);
	len = sizeof(peer);
	need(recvfrom(s, buf, sizeof(buf), 0, (void *)&peer, &len) == 9);
	/* Receive the whole address, and an address cut to the size of the buffer. */
	for (value = 0; value < 2; value++) {
		struct msghdr named = { .msg_name = &peer, .msg_namelen = value ? 4 : 40,
					.msg_iov = &(struct iovec){ buf, 16 }, .msg_iovlen = 1 };

		need(sendto(s, "named", 5, 0, (void *)&in, sizeof(in)) == 5);
		need(recvmsg(s, &named, 0) == 5 && named.msg_namelen == sizeof(in));
	}
	need(bind(s, (void *)&in, 0) == -1);
	need(setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, -1) == -1);
	memset(mm, 0, sizeof(mm));
	mm[0].msg_len = 77;
	mm[0].msg_hdr.msg_iov = &iov[0];
	mm[0].msg_hdr.msg_iovlen = 1;
	mm[0].msg_hdr.msg_name = &in;
	mm[0].msg_hdr.msg_namelen = sizeof(in);
	mm[1] = mm[0];
	mm[1].msg_hdr.msg_iov = &iov[1];
	need(sendmmsg(s, mm, 2, 0) == 2);
	iov[0].iov_base = buf;
	iov[1].iov_base = buf + 32;
	need(recvmmsg(s, mm, 2, MSG_DONTWAIT, NULL) == 2);
	close(s);
	need(socket(AF_INET6, SOCK_STREAM, 0) == -1 || 1);
	need(connect(-1, (void *)&in6, sizeof(in6)) == -1);
	need(bind(-1, (void *)&in, 3) == -1);
	need(socket(AF_NETLINK, SOCK_RAW, 0) >= 0 || 1);
	need(socket(77, 88, 99) == -1);
}

/* ---- waiting for descriptors ---- */

static void polls(void)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLET, .data.u64 = 0x123456789aULL };
	struct itimerspec soon = { .it_value.tv_nsec = 30000000 };
	struct timespec second = { 1, 0 }, none = { 0, 0 };
	struct timeval tv = { 0, 1000 };
	struct epoll_event got[4];
	struct signalfd_siginfo info;
	struct pollfd fds[3];
	fd_set in, out;
	uint64_t n = 3;
	sigset_t set;
	int p[2], e, t, ep, sf;

	need(!pipe2(p, O_NONBLOCK | O_CLOEXEC));
	e = eventfd(7, EFD_NONBLOCK);
	t = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	fds[0] = (struct pollfd){ p[0], POLLIN | POLLPRI, 0 };
	fds[1] = (struct pollfd){ p[1], POLLOUT, 0 };
	fds[2] = (struct pollfd){ -1, POLLIN | POLLRDHUP, 0 };
	need(poll(fds, 3, 100) == 1);
	need(poll(fds, 1, 0) == 0);
	need(poll(NULL, 0, 1) == 0);
	need(ppoll(fds, 3, &second, NULL) == 1);
	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_SET(p[0], &in);
	FD_SET(p[1], &out);
	need(select(p[1] + 1, &in, &out, NULL, &tv) == 1);
	/* A descriptor that select() must ignore. */
	FD_SET(p[0], &in);
	FD_SET(p[0] + 9, &in);
	need(select(p[0] + 1, &in, NULL, NULL, &tv) == 0);
	FD_SET(e, &in);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	need(pselect(e + 1, &in, NULL, NULL, &none, &set) >= 0);

	ep = epoll_create1(EPOLL_CLOEXEC);
	need(!epoll_ctl(ep, EPOLL_CTL_ADD, p[0], &event));
	event.data.u64 = 5;
	need(!epoll_ctl(ep, EPOLL_CTL_ADD, e, &event));
	event.events = EPOLLIN | EPOLLONESHOT;
	need(!epoll_ctl(ep, EPOLL_CTL_MOD, p[0], &event));
	need(epoll_wait(ep, got, 4, 10) == 1);
	need(epoll_pwait(ep, got, 4, 1, &set) >= 0);
	need(!epoll_ctl(ep, EPOLL_CTL_DEL, p[0], &event));
	need(epoll_ctl(ep, EPOLL_CTL_DEL, p[0], NULL) == -1);

	need(write(e, &n, 8) == 8);
	need(read(e, &n, 8) == 8 && n == 10);
	need(read(e, &n, 8) == -1);
	need(!timerfd_settime(t, 0, &soon, NULL));
	need(read(t, &n, 8) == 8);
	need(!timerfd_gettime(t, &soon));
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sf = signalfd(-1, &set, SFD_NONBLOCK);
	raise(SIGUSR1);
	need(read(sf, &info, sizeof(info)) == sizeof(info));
}

/* ---- memory ---- */

static void maps(void)
{
	unsigned char resident[4];
	char *p, *q;
	int fd;

	p = mmap(NULL, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	need(p != MAP_FAILED);
	memset(p, 1, 16384);
	need(!mprotect(p + 4096, 4096, PROT_NONE));
	need(!mprotect(p + 4096, 4096, PROT_READ | PROT_EXEC));
	need(!madvise(p, 4096, MADV_DONTNEED));
	need(madvise(p + 1, 4096, 77) == -1);
	need(!mincore(p, 16384, resident));
	q = mremap(p + 8192, 8192, 65536, MREMAP_MAYMOVE);
	need(q != MAP_FAILED);
	need(!munmap(q, 65536) && !munmap(p, 8192));
	need(munmap((void *)1, 1) == -1);
	fd = memfd_create("scenes", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	need(fd >= 0 && !ftruncate(fd, 8192));
	p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 4096);
	need(p != MAP_FAILED && !msync(p, 4096, MS_SYNC));
	need(fcntl(fd, F_ADD_SEALS, F_SEAL_GROW) == 0);
	need(!mlock(p, 4096) && !munlock(p, 4096));
	need(mmap(p, 4096, PROT_READ, MAP_FIXED | MAP_SHARED | MAP_POPULATE, fd, 0) == p);
	need(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED);
	need(brk(sbrk(0) + 65536) == 0);
}

/* ---- files ---- */

static void files(void)
{
	struct timespec when[2] = { { 1, 2 }, { 0, UTIME_NOW } };
	struct timeval tv[2] = { { 3, 4 }, { 5, 6 } };
	struct utimbuf ut = { 7, 8 };
	struct flock lock = { F_WRLCK, SEEK_SET, 0, 10, 0 };
	struct statfs fs;
	struct statx stx;
	struct stat st;
	char buf[600], *name = "scene.file";
	char long_name[400];
	int fd, d, i;

	need(!mkdir("scene.dir", 0755) && !rmdir("scene.dir"));
	need(!mkdirat(AT_FDCWD, "scene.dir", 0700));
	d = open("scene.dir", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	need(d >= 0);
	fd = openat(d, name, O_RDWR | O_CREAT | O_EXCL | O_TRUNC, 0640);
	need(fd >= 0);
	for (i = 0; i < 600; i++)
		buf[i] = i;
	need(write(fd, buf, 200) == 200 && write(fd, buf, 600) == 600);
	need(pwrite(fd, "tab\tnul\0\"q\" \\ \303\251\0010", 19, 100) == 19);
	need(lseek(fd, 0, SEEK_SET) == 0 && read(fd, buf, 300) == 300);
	need(pread(fd, buf, 50, 90) == 50);
	need(!fstat(fd, &st) && st.st_size == 800);
	need(!fstatat(d, name, &st, AT_SYMLINK_NOFOLLOW));
	need(!stat("scene.dir", &st) && !lstat("scene.dir", &st));
	need(!statx(d, name, AT_STATX_SYNC_AS_STAT, STATX_SIZE | STATX_BTIME, &stx));
	need(!statfs("/", &fs) && !fstatfs(fd, &fs));
	need(!fchmod(fd, 0600) && !fchmodat(d, name, 04755, 0) && !fchown(fd, 0, 0));
	need(!fchownat(d, name, -1, -1, AT_SYMLINK_NOFOLLOW));
	need(!futimens(fd, when) && !utimensat(d, name, NULL, 0));
	need(!utimes("scene.dir", tv) && !utime("scene.dir", &ut));
	need(!symlinkat("/tar/get", d, "sym") && readlinkat(d, "sym", buf, 100) == 8);
	need(!linkat(d, name, d, "hard", 0));
	need(!renameat2(d, "hard", d, "harder", RENAME_NOREPLACE));
	need(!renameat(d, "harder", d, "hard"));
	need(!unlinkat(d, "hard", 0));
	need(!faccessat(d, name, R_OK | W_OK, 0) && access("scene.dir/x", F_OK) == -1);
	need(!fcntl(fd, F_SETLK, &lock) && !fcntl(fd, F_GETLK, &lock));
	need(!flock(fd, LOCK_EX | LOCK_NB) && !flock(fd, LOCK_UN));
	need((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR && !fcntl(fd, F_SETFL, O_APPEND));
	need(fcntl(fd, F_GETFD) == 0 && !fcntl(fd, F_SETFD, FD_CLOEXEC));
	need(fcntl(fd, F_DUPFD, 50) == 50 && dup2(fd, 51) == 51 && dup3(fd, 52, O_CLOEXEC) == 52);
	need(!ftruncate(fd, 10) && !fsync(fd) && !fdatasync(fd));
	need(!truncate("scene.dir/scene.file", 0x1234));
	need(!fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 8192));
	need(!posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) || 1);
	setxattr("scene.dir", "user.test", "value\1", 6, XATTR_CREATE);
	getxattr("scene.dir", "user.test", buf, 100);
	listxattr("scene.dir", buf, 100);
	removexattr("scene.dir", "user.test");
	need(syscall(SYS_getdents64, d, buf, sizeof(buf)) > 0);
	need(!mknodat(d, "fifo", S_IFIFO | 0644, 0) && !unlinkat(d, "fifo", 0));
	need(!unlinkat(d, "sym", 0) && !unlinkat(d, name, 0));
	need(!close(d) && close(d) == -1);
	need(getcwd(buf, sizeof(buf)) && !chdir("scene.dir") && !chdir(".."));
	need(!rename("scene.dir", "scene.dir2") && !rmdir("scene.dir2"));
	umask(umask(077));
	memset(long_name, 'x', 255);
	snprintf(long_name + 255, 100, "/too long for what is copied/abcdefghijklmnopqrstuvwxyz");
	need(open(long_name, O_RDONLY) == -1);
	need(open("", O_WRONLY | O_NOFOLLOW | O_PATH) == -1);
	need(creat("/nowhere/x", 0666) == -1);
	sync();
}

static void vectors(void)
{
	struct iovec iov[3] = { { "first ", 6 }, { NULL, 0 }, { "second\n", 7 } };
	char a[4], b[40];
	struct iovec in[2] = { { a, 4 }, { b, 40 } };
	loff_t from = 3;
	off_t off = 2;
	int fd, out, p[2];

	fd = memfd_create("vectors", 0);
	out = memfd_create("out", 0);
	need(writev(fd, iov, 3) == 13);
	need(pwritev(fd, iov, 3, 13) == 13);
	need(lseek(fd, 0, SEEK_SET) == 0 && readv(fd, in, 2) == 26);
	need(preadv(fd, in, 2, 20) == 6);
	need(preadv2(fd, in, 2, 5, RWF_HIPRI) == 21 || 1);
	need(sendfile(out, fd, &off, 10) == 10);
	need(copy_file_range(fd, &from, out, NULL, 5, 0) == 5 || 1);
	need(!pipe(p) && splice(fd, &from, p[1], NULL, 8, SPLICE_F_MOVE) > 0);
	need(tee(p[0], p[1], 4, 0) == -1 || 1);
	need(vmsplice(p[1], iov, 1, 0) == 6);
	need(readv(-1, in, 2) == -1 && writev(out, nowhere(), 2) == -1);
}

/* ---- time ---- */

static void times_scene(void)
{
	struct itimerspec its = { { 0, 0 }, { 100, 5 } };
	struct sigevent ev = { .sigev_notify = SIGEV_NONE };
	struct timespec ts = { 0, 1000000 }, now;
	struct itimerval it;
	struct timeval tv;
	struct tms tms;
	timer_t timer;

	need(!nanosleep(&ts, NULL));
	need(!clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, &now));
	need(!syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now));
	need(!clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &now, NULL));
	need(!clock_getres(CLOCK_REALTIME, &ts));
	need(syscall(SYS_clock_gettime, 99, &now) == -1);
	need(!syscall(SYS_gettimeofday, &tv, NULL));
	need(times(&tms) != -1);
	need(!getitimer(ITIMER_REAL, &it));
	need(!timer_create(CLOCK_MONOTONIC, &ev, &timer));
	need(!timer_settime(timer, TIMER_ABSTIME, &its, NULL));
	need(!timer_gettime(timer, &its) && timer_getoverrun(timer) == 0);
	need(!timer_delete(timer));
	ts.tv_nsec = -1;
	need(nanosleep(&ts, NULL) == -1);
	ts.tv_nsec = 2000000000;
	need(nanosleep(&ts, &ts) == -1);
}

static void ids(void)
{
	struct sched_param param = { 0 };
	struct rlimit limit;
	struct rusage usage;
	struct utsname uts;
	struct sysinfo si;
	gid_t groups[8] = { 0, 1, 2 };
	uint32_t attr[12] = { sizeof(attr) };
	uid_t r, e, s;
	cpu_set_t cpus;
	char name[16];

	need(getuid() == 0 && geteuid() == 0 && getgid() == 0 && getegid() == 0);
	need(!getresuid(&r, &e, &s) && !getresgid(&r, &e, &s));
	need(!setgroups(3, groups) && getgroups(8, groups) == 3);
	need(getpgrp() >= 0 && getpgid(0) >= 0 && getsid(0) >= 0 && getppid());
	need(!setresuid(-1, 0, -1) && !setreuid(0, -1) && !setgid(0));
	need(!getrlimit(RLIMIT_NOFILE, &limit) && !setrlimit(RLIMIT_NOFILE, &limit));
	need(!getrusage(RUSAGE_SELF, &usage));
	need(!uname(&uts) && !sysinfo(&si));
	need(!sched_getaffinity(0, sizeof(cpus), &cpus));
	need(!sched_setaffinity(0, sizeof(cpus), &cpus));
	need(sched_getscheduler(0) == SCHED_OTHER && !sched_getparam(0, &param));
	need(!sched_setscheduler(0, SCHED_BATCH, &param));
	need(sched_get_priority_max(SCHED_FIFO) == 99);
	need(!sched_yield() && getpriority(PRIO_PROCESS, 0) == 0);
	need(!setpriority(PRIO_PROCESS, 0, 1));
	need(!prctl(PR_SET_NAME, "new name") && !prctl(PR_GET_NAME, name));
	need(!prctl(PR_SET_NAME, "a name that is too long") && !prctl(PR_SET_NAME, "short"));
	need(!syscall(SYS_sched_setattr, 0, attr, 0));
	need(prctl(PR_GET_DUMPABLE) >= 0 && prctl(9999, 1, 2, 3, 4) == -1);
	need(syscall(SYS_getcpu, &r, &e, NULL) == 0);
	need(syscall(SYS_getrandom, name, 5, 0) == 5);
	need(syscall(SYS_membarrier, 0, 0, 0) >= 0 || 1);
}

static void errors(void)
{
	struct timespec ts = { 1, 0 };
	char buf[16];

	need(open("/nowhere", O_RDONLY) == -1);
	need(open(nowhere(), O_RDONLY) == -1);
	need(open(nowhere(), O_RDONLY | O_CREAT, 0600) == -1);
	need(read(77, buf, 16) == -1 && write(77, buf, 16) == -1);
	need(write(1, nowhere(), 16) == -1);
	need(read(0, nowhere(), 16) <= 0);
	need(ioctl(77, 0x5401, buf) == -1);
	need(stat((char *)-1L, nowhere()) == -1);
	need(syscall(SYS_nanosleep, nowhere(), &ts) == -1);
	need(syscall(SYS_execve, "/nowhere", nowhere(), (void *)32) == -1);
	need(syscall(SYS_execve, nowhere(), NULL, NULL) == -1);
	need(connect(77, nowhere(), 16) == -1);
	need(syscall(1234, 1, 2, 3, 4, 5, 6) == -1);
	need(kill(-77777, 0) == -1 && kill(1 << 28, SIGTERM) == -1);
	need(mount("none", "/nowhere", "tmpfs", MS_RDONLY | MS_NOSUID, "size=1k") == -1);
	need(umount2("/nowhere", MNT_DETACH) == -1);
	need(chroot("/nowhere") == -1 && mknod("/nowhere/x", S_IFCHR | 0600, 0x103) == -1);
	need(unshare(0x7) == -1 || 1);
	need(syscall(SYS_readlink, "/", buf, 16) == -1);
	need(syscall(SYS_lseek, 0, 0, 99) == -1);
}

static void ipc(void)
{
	struct { long type; char text[16]; } msg = { 5, "message" };
	struct mq_attr attr = { .mq_maxmsg = 2, .mq_msgsize = 32 };
	struct sembuf ops[2] = { { 0, 1, 0 }, { 1, -1, IPC_NOWAIT | SEM_UNDO } };
	char buf[64];
	int id;
	mqd_t q;

	id = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
	need(id >= 0 && !msgsnd(id, &msg, 8, 0));
	need(msgrcv(id, &msg, 16, 0, IPC_NOWAIT) == 8 && !msgctl(id, IPC_RMID, NULL));
	id = semget(IPC_PRIVATE, 2, 0600);
	need(id >= 0 && semop(id, ops, 2) == -1 && !semop(id, ops, 1) &&
	     !semctl(id, 0, IPC_RMID));
	id = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
	need(id >= 0);
	void *at = shmat(id, NULL, SHM_RDONLY);

	need(at != (void *)-1 && !shmdt(at) && !shmctl(id, IPC_RMID, NULL));
	q = mq_open("/scenes", O_RDWR | O_CREAT, 0600, &attr);
	if (q < 0)
		return;
	need(!mq_send(q, "queued", 6, 3));
	need(mq_receive(q, buf, sizeof(buf), NULL) == 6);
	mq_close(q);
	mq_unlink("/scenes");
}

/* ---- commands ---- */

/* Leftover values in the registers of unused arguments. */
#define RUBBISH		0x11aaaaaaL, 0x22bbbbbbL, 0x33ccccccL, 0x44ddddddL

static void file_commands(void)
{
	static const unsigned int of_ioctl[] = {
		FIOCLEX, FIONCLEX, TIOCEXCL, TIOCNXCL, TIOCNOTTY, TIOCSBRK, TIOCCBRK, TIOCCONS,
		0x125f /* BLKRRPART */, 0x4c01 /* LOOP_CLR_FD */, 0x4c82, 0x7001, 0x7002,
		0x2400, 0x2401, 0x2403, 0x2285, 0xae00, 0xae80, 0x5310, 0x5331, 0x301,
		0x400454ca, 0x800454d2, 0x80084504, 0x80ff4506, 0x80104520, 0x80184540,
		0xc018aa3f, 0x8933, 0x8927, 0xc0045878, 0xc0185879,
	};
	int fd = memfd_create("commands", MFD_ALLOW_SEALING), p[2];
	unsigned int i;

	need(fd >= 0 && !pipe(p));
	for (i = 0; i < ARRAY_SIZE(of_ioctl); i++)
		syscall(SYS_ioctl, fd, of_ioctl[i], RUBBISH);
	need(syscall(SYS_fcntl, fd, F_GETOWN, RUBBISH) == 0);
	need(syscall(SYS_fcntl, fd, F_GETSIG, RUBBISH) == 0);
	need(syscall(SYS_fcntl, p[0], F_GETPIPE_SZ, RUBBISH) > 0);
	need(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0);
	need(syscall(SYS_fcntl, fd, F_GET_SEALS, RUBBISH) == 6);
	need(syscall(SYS_fcntl, fd, F_GETLEASE, RUBBISH) == F_UNLCK);
	need(syscall(SYS_fcntl, fd, F_GETFL, RUBBISH) & O_RDWR);
	need(fcntl(fd, F_SETFD, FD_CLOEXEC) == 0);
	need(syscall(SYS_fcntl, fd, F_GETFD, RUBBISH) == FD_CLOEXEC);
	need(fcntl(fd, F_DUPFD_CLOEXEC, 70) == 70);
	need(syscall(SYS_mknodat, AT_FDCWD, "/nowhere/x", S_IFIFO | 0600, RUBBISH) == -1);
	need(syscall(SYS_mknodat, AT_FDCWD, "/nowhere/x", 0600, RUBBISH) == -1);
	need(syscall(SYS_openat, AT_FDCWD, "/nowhere/x", O_RDWR | O_DIRECTORY, RUBBISH) == -1);
	syscall(SYS_openat, AT_FDCWD, ".", O_RDWR | O_TMPFILE, 0600);
	/* The 64-bit call reads attributes that it does not use. */
	syscall(SYS_mq_open, "nowhere", O_RDWR, RUBBISH, NULL);
	need(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED);
}

static void task_commands(void)
{
	static const int options[] = {
		PR_GET_DUMPABLE, PR_GET_KEEPCAPS, PR_GET_TIMING, PR_GET_SECUREBITS,
		PR_GET_TIMERSLACK, PR_TASK_PERF_EVENTS_ENABLE, PR_GET_NAME, PR_GET_ENDIAN,
		PR_GET_TSC, PR_GET_CHILD_SUBREAPER, PR_GET_FPEMU, PR_GET_THP_DISABLE,
		PR_GET_NO_NEW_PRIVS, 9999,
	};
	static const int futex_ops[] = {
		FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_UNLOCK_PI,
		FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET, FUTEX_LOCK_PI, FUTEX_TRYLOCK_PI,
		FUTEX_WAIT_REQUEUE_PI, FUTEX_CMP_REQUEUE_PI,
	};
	unsigned int i;
	int word = 1;

	for (i = 0; i < ARRAY_SIZE(options); i++)
		syscall(SYS_prctl, options[i], RUBBISH);
	for (i = 0; i < ARRAY_SIZE(futex_ops); i++) {
		word = 1;
		syscall(SYS_futex, &word, futex_ops[i] | FUTEX_PRIVATE_FLAG, 77, 0x11aaaaaaL,
			0x22bbbbbbL, 0x33ccccccL);
	}
	syscall(SYS_prctl, PR_CAPBSET_READ, 5);
	syscall(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, 3, 0, 0);
	syscall(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_START_BRK, RUBBISH);
	for (i = PR_SPEC_STORE_BYPASS; i <= PR_SPEC_L1D_FLUSH; i++)
		need(syscall(SYS_prctl, PR_GET_SPECULATION_CTRL, i, 0, 0, 0) >= 0);
	syscall(SYS_prctl, PR_GET_SPECULATION_CTRL, PR_SPEC_STORE_BYPASS, 1, 2, 3);
	syscall(SYS_prctl, PR_GET_SPECULATION_CTRL, PR_SPEC_L1D_FLUSH, 1, 2, 3);
	syscall(SYS_prctl, PR_SET_SPECULATION_CTRL, PR_SPEC_STORE_BYPASS, PR_SPEC_DISABLE, 1, 0);
	syscall(SYS_prctl, PR_SET_SPECULATION_CTRL, PR_SPEC_INDIRECT_BRANCH,
		PR_SPEC_FORCE_DISABLE, 1, 0);
	syscall(SYS_membarrier, 1 << 3, 0, 77);
	need(personality(0xffffffff) == 0 && personality(ADDR_NO_RANDOMIZE) == 0);
	need(personality(0xffffffff) == ADDR_NO_RANDOMIZE && personality(0) >= 0);
	need(sched_getscheduler(0) == SCHED_OTHER);
	/* In 64-bit programs, strace itself makes these calls and does not record them. */
	if (sizeof(long) == 4) {
		syscall(SYS_ptrace, PTRACE_ATTACH, 99999, RUBBISH);
		syscall(SYS_ptrace, PTRACE_LISTEN, 99999, RUBBISH);
		syscall(SYS_ptrace, PTRACE_GETREGS, 99999, RUBBISH);
		syscall(SYS_ptrace, PTRACE_CONT, 99999, 0, SIGTERM);
		syscall(SYS_ptrace, PTRACE_SETOPTIONS, 99999, 0, PTRACE_O_TRACEFORK);
	}
	syscall(SYS_futex_waitv, nowhere(), 1, 0, NULL, CLOCK_MONOTONIC);
}

static void key_commands(void)
{
	int i;

	/* A kernel without CONFIG_KEYS does not know the types of the arguments. */
	if (access("/proc/keys", F_OK))
		return;
	/* Skip the commands that wait for another program. */
	for (i = 0; i <= KEYCTL_CAPABILITIES; i++)
		if (i != KEYCTL_SETPERM)
			syscall(SYS_keyctl, i, 99999, RUBBISH);
}

static void commands(void)
{
	file_commands();
	task_commands();
	key_commands();
}

static void sockopts(void)
{
	static const int levels[] = { SOL_IP, SOL_TCP, IPPROTO_UDP, SOL_IPV6, SOL_PACKET,
				      SOL_NETLINK };
	static const int families[] = { AF_NETLINK, AF_PACKET, AF_UNIX };
	unsigned int i;
	int name;

	for (i = 0; i < ARRAY_SIZE(levels); i++)
		for (name = 1; name <= 12; name++)
			need(setsockopt(-1, levels[i], name, nowhere(), 4) == -1);
	for (i = 0; i < ARRAY_SIZE(families); i++)
		for (name = 0; name <= 16; name += 2)
			need(socket(families[i], SOCK_SEQPACKET, name << 7) == -1 || 1);
	for (name = 0; name <= 22; name++)
		need(socket(AF_NETLINK, SOCK_STREAM, name) == -1);
	need(socket(AF_PACKET, SOCK_SEQPACKET, htons(3)) == -1);
	need(socket(AF_PACKET, SOCK_SEQPACKET, htons(0x800)) == -1);
	need(socket(AF_INET, SOCK_SEQPACKET, IPPROTO_UDP) == -1);
}

static void terminals(void)
{
	int pty = open("/dev/ptmx", O_RDWR | O_NOCTTY);
	struct termios t;

	if (pty < 0)
		return;
	need(!tcgetattr(pty, &t));
	cfmakeraw(&t);
	t.c_iflag |= IGNBRK | IXON;
	t.c_oflag |= OPOST | ONLCR | TAB3 | CR2;
	t.c_cflag |= CSTOPB | CRTSCTS | CLOCAL;
	cfsetspeed(&t, B57600);
	need(!tcsetattr(pty, TCSANOW, &t));
}

static void unbuilt(void)
{
	syscall(SYS_quotactl, 0x80000700, "x", 0, nowhere());
	syscall(SYS_kcmp, 1, 2, 3, 4, 5);
	syscall(SYS_acct, "/nowhere");
	syscall(SYS_getpmsg, 1, 2, 3, 4, 5);
	syscall(1000, 1, 2, 3, 4, 5, 6);
}

static void nothing(void)
{
}

static const struct scene scenes[] = {
	{ "signals", signals },
	{ "spawn", spawn },
	{ "killed", killed },
	{ "threads", threads_scene },
	{ "sockets", sockets },
	{ "polls", polls },
	{ "maps", maps },
	{ "files", files },
	{ "vectors", vectors },
	{ "times", times_scene },
	{ "ids", ids },
	{ "errors", errors },
	{ "ipc", ipc },
	{ "commands", commands },
	{ "sockopts", sockopts },
	{ "terminals", terminals },
	{ "unbuilt", unbuilt },
	{ "nothing", nothing },
};

int main(int argc, char **argv)
{
	return run_scene(argc, argv, scenes, ARRAY_SIZE(scenes));
}
