// SPDX-License-Identifier: GPL-2.0
/*
 * hostile WHAT - make system calls with bad pointers
 *
 *	list		many calls; each pointer argument, and each nested pointer, is
 *			replaced in turn by every dangerous address
 *	x32		the same calls by their x32 numbers
 *	int80		some 32-bit calls from 64-bit code (not on 32 bits)
 *	untouched	calls that fail or end before they read memory: the pages belong
 *			to a userfaultfd without a reader, so a read of the memory would
 *			block forever
 *	race TURNS	calls while another thread maps and unmaps the memory
 *	banner		the address of the kernel's linux_banner
 *	scan FILE	print the 8-byte words of FILE, at multiples of 4, that are
 *			kernel addresses which this program does not pass, one per line
 *	scan-text FILE	print the lines of a trace that show such an address or kernel
 *			memory, or that report losses; exit status 1 unless there are
 *			only losses, and 1 if the trace has no line of this program
 *
 * The environment variable LINUX_BANNER holds that address; without the variable, the
 * program looks up the address, which takes many more calls.
 *
 * The first four print "NAME ARGUMENT ADDRESS = RESULT" for every call, with the same
 * output in every run. SIGALRM ends the program if a call takes two minutes. Exit
 * status: 4 if the kernel lacks the feature. Built for 64 and for 32 bits.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

/* Missing arguments are the number 0. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define SKIP		4
/* Timeout in seconds for a call that does not return. No call should take nearly as long. */
#define LATE		120
#define PAGE		4096UL
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* Descriptors that set_up() opens for all calls. */
enum {
	FILE_FD = 10,		/* 4096 bytes */
	LEFT_FD,		/* a pair of datagram sockets, with one datagram waiting in each */
	RIGHT_FD,
	EPOLL_FD,
	TIMER_FD,
	UDP_FD,
	SINK_FD,
	TCP_FD,			/* a listening socket without clients */
	ROOT_FD,
	NO_FD = 99,
};

#define SINK_PORT	5599
#define BAD_PROGRAM	"/tmp/hostile.bad"

/* Calls that some architectures lack. */
#if __SIZEOF_LONG__ == 4
#undef SYS_select
#define SYS_select	SYS__newselect
#define SYS_accept	-1
#define SYS_semop	-1
#define SYS_newfstatat	SYS_fstatat64
#endif

enum arg_kind {
	NUMBER,
	STRING,			/* data with its terminating zero */
	DATA,			/* size bytes of data, or zeros if data is NULL */
	SELF_PID,
};

/* A pointer inside data, and the data that it points to. */
struct inner {
	unsigned int at;
	const void *data;
	unsigned int size;
};

struct arg {
	enum arg_kind kind;
	long value;
	const void *data;
	unsigned int size;
	struct inner inner[4];
};

struct call {
	const char *name;
	long nr;
	char returns;		/* 'f': returns a descriptor, 'v': the result varies */
	struct arg args[6];
};

#define N(n)			{ NUMBER, n, NULL, 0, {} }
#define S(s)			{ STRING, 0, s, sizeof(s), {} }
#define B(n)			{ DATA, 0, NULL, n, {} }
#define D(d)			{ DATA, 0, &(d), sizeof(d), {} }
#define DI(d, ...)		{ DATA, 0, &(d), sizeof(d), { __VA_ARGS__ } }
#define I(at, d)		{ at, &(d), sizeof(d) }
#define PID			{ SELF_PID, 0, NULL, 0, {} }
#define CALL(name, ...)		{ #name, SYS_##name, 0, { __VA_ARGS__ } }
#define OPENS(name, ...)	{ #name, SYS_##name, 'f', { __VA_ARGS__ } }
#define VARIES(name, ...)	{ #name, SYS_##name, 'v', { __VA_ARGS__ } }

static const char some[64] = "some bytes that may be sent somewhere, with a zero at their end";
static const struct sockaddr_in sink = {
	.sin_family = AF_INET,
	.sin_port = __builtin_bswap16(SINK_PORT),
	.sin_addr.s_addr = __builtin_bswap32(INADDR_LOOPBACK),
};
static const struct sockaddr_un path_addr = { AF_UNIX, "/nowhere/socket" };
static const struct pollfd polls[3] = { { 0, POLLIN, 0 }, { LEFT_FD, POLLOUT, 0 } };
static const struct epoll_event event = { .events = EPOLLIN };
static const struct iovec iov[2] = { { NULL, 16 }, { NULL, 8 } };
static const struct msghdr msg = { .msg_iovlen = 2 };
static const struct msghdr msg_control = {
	.msg_iovlen = 2, .msg_controllen = CMSG_SPACE(sizeof(int)) };
static const struct msghdr msg_name = { .msg_namelen = sizeof(sink), .msg_iovlen = 2 };
static const struct mmsghdr mmsg[2] = { { .msg_hdr.msg_iovlen = 1 }, { .msg_hdr.msg_iovlen = 1 } };
static const char *const argv[4] = { "argv 0", "argv 1", "argv 2" };
static const char word[8] = "a word";
static const struct { unsigned long at, size; } mask = { 0, 8 };
static const int namelen = sizeof(sink), one = 1;
static const unsigned long long how[3];
static const unsigned long ready[128 / sizeof(long)] = { 1 << LEFT_FD };
static const unsigned long usr1[8 / sizeof(long)] = { 1 << (SIGUSR1 - 1) };
static const struct { unsigned int magic, pid; } caps = { 0x20080522, 0 };
static const struct {
	unsigned int bytes, type;
	char id[128];
} handle = { 128 };

static const struct call calls[] = {
	OPENS(open, S("/dev/null"), N(O_RDWR), N(0)),
	OPENS(open, S("/nowhere/x"), N(O_RDWR | O_CREAT), N(0600)),
	OPENS(openat, N(AT_FDCWD), S("/dev/null"), N(O_RDONLY), N(0)),
	OPENS(openat2, N(AT_FDCWD), S("/dev/null"), D(how), N(sizeof(how))),
	OPENS(creat, S("/nowhere/x"), N(0600)),
	CALL(stat, S("/"), B(256)),
	CALL(lstat, S("/"), B(256)),
	CALL(fstat, N(FILE_FD), B(256)),
	CALL(newfstatat, N(AT_FDCWD), S("/"), B(256), N(0)),
	CALL(statx, N(AT_FDCWD), S("/"), N(0), N(0x7ff), B(256)),
	CALL(statfs, S("/"), B(120)),
	CALL(fstatfs, N(FILE_FD), B(120)),
	CALL(access, S("/"), N(R_OK)),
	CALL(faccessat, N(AT_FDCWD), S("/"), N(R_OK)),
	CALL(readlink, S("/proc/self/exe"), B(64), N(64)),
	CALL(readlinkat, N(AT_FDCWD), S("/proc/self/fd/10"), B(64), N(64)),
	CALL(chdir, S("/nowhere")),
	CALL(chroot, S("/nowhere")),
	CALL(chmod, S("/nowhere"), N(0)),
	CALL(chown, S("/nowhere"), N(0), N(0)),
	CALL(mkdir, S("/nowhere/x"), N(0700)),
	CALL(mkdirat, N(ROOT_FD), S("nowhere/x"), N(0700)),
	CALL(mknod, S("/nowhere/x"), N(S_IFIFO | 0600), N(0)),
	CALL(rmdir, S("/nowhere")),
	CALL(unlink, S("/nowhere")),
	CALL(unlinkat, N(ROOT_FD), S("nowhere"), N(0)),
	CALL(rename, S("/nowhere"), S("/nowhere2")),
	CALL(renameat2, N(ROOT_FD), S("nowhere"), N(ROOT_FD), S("nowhere2"), N(1)),
	CALL(link, S("/nowhere"), S("/nowhere2")),
	CALL(symlink, S("target"), S("/nowhere/x")),
	CALL(truncate, S("/nowhere"), N(10)),
	CALL(utimensat, N(AT_FDCWD), S("/nowhere"), B(32), N(0)),
	CALL(utimes, S("/nowhere"), B(32)),
	CALL(utime, S("/nowhere"), B(16)),
	CALL(mount, S("source"), S("/nowhere"), S("tmpfs"), N(0), S("size=1m")),
	CALL(umount2, S("/nowhere"), N(0)),
	CALL(pivot_root, S("/nowhere"), S("/nowhere2")),
	CALL(setxattr, S("/nowhere"), S("user.x"), D(some), N(10), N(0)),
	CALL(getxattr, S("/"), S("user.x"), B(64), N(64)),
	CALL(listxattr, S("/"), B(64), N(64)),
	CALL(removexattr, S("/"), S("user.x")),
	CALL(inotify_add_watch, N(NO_FD), S("/"), N(1)),
	CALL(name_to_handle_at, N(AT_FDCWD), S("/"), D(handle), B(4), N(0)),
	OPENS(open_by_handle_at, N(ROOT_FD), D(handle), N(0)),
	OPENS(memfd_create, S("name"), N(0)),
	CALL(getcwd, B(64), N(64)),

	CALL(read, N(FILE_FD), B(64), N(64)),
	CALL(write, N(FILE_FD), D(some), N(64)),
	CALL(pread64, N(FILE_FD), B(64), N(64), N(1)),
	CALL(pwrite64, N(FILE_FD), D(some), N(64), N(1)),
	CALL(read, N(NO_FD), B(64), N(64)),
	CALL(write, N(NO_FD), D(some), N(64)),
	CALL(readv, N(FILE_FD), DI(iov, I(0, some), I(sizeof(*iov), some)), N(2)),
	CALL(writev, N(FILE_FD), DI(iov, I(0, some), I(sizeof(*iov), some)), N(2)),
	CALL(writev, N(NO_FD), DI(iov, I(0, some)), N(2)),
	CALL(writev, N(FILE_FD), DI(iov, I(0, some)), N(-1)),
	CALL(preadv, N(FILE_FD), DI(iov, I(0, some), I(sizeof(*iov), some)), N(2), N(1), N(0)),
	CALL(pwritev2, N(FILE_FD), DI(iov, I(0, some)), N(2), N(1), N(0), N(0)),
	CALL(getdents64, N(ROOT_FD), B(512), N(512)),
	CALL(sendfile, N(FILE_FD), N(FILE_FD), B(8), N(0)),
	CALL(copy_file_range, N(FILE_FD), B(8), N(FILE_FD), B(8), N(0), N(0)),
	CALL(ioctl, N(FILE_FD), N(0x5401), B(64)),
	CALL(ioctl, N(LEFT_FD), N(0x541b), B(4)),
	CALL(fcntl, N(FILE_FD), N(F_GETLK), B(32)),

	CALL(execve, S(BAD_PROGRAM), DI(argv, I(0, word), I(sizeof(*argv), word)),
	     DI(argv, I(0, word), I(sizeof(*argv), word))),
	CALL(execve, S("/nowhere"), DI(argv, I(0, word)), DI(argv, I(0, word))),
	CALL(execveat, N(ROOT_FD), S("nowhere"), DI(argv, I(0, word)), DI(argv, I(0, word)), N(0)),

	CALL(bind, N(TCP_FD), D(sink), N(sizeof(sink))),
	CALL(bind, N(NO_FD), D(sink), N(sizeof(sink))),
	CALL(connect, N(LEFT_FD), D(path_addr), N(sizeof(path_addr))),
	CALL(connect, N(NO_FD), D(path_addr), N(sizeof(path_addr))),
	CALL(connect, N(LEFT_FD), D(path_addr), N(-1)),
	CALL(connect, N(LEFT_FD), D(path_addr), N(1 << 20)),
	CALL(accept, N(TCP_FD), B(16), D(namelen)),
	CALL(accept4, N(TCP_FD), B(16), D(namelen), N(0)),
	CALL(getsockname, N(TCP_FD), B(16), D(namelen)),
	CALL(getpeername, N(LEFT_FD), B(16), D(namelen)),
	CALL(socketpair, N(AF_UNIX), N(99), N(0), B(8)),
	CALL(setsockopt, N(LEFT_FD), N(SOL_SOCKET), N(SO_DEBUG), D(one), N(4)),
	CALL(getsockopt, N(LEFT_FD), N(SOL_SOCKET), N(SO_TYPE), B(4), D(namelen)),
	CALL(sendto, N(LEFT_FD), D(some), N(16), N(0), N(0), N(0)),
	CALL(sendto, N(UDP_FD), D(some), N(16), N(0), D(sink), N(sizeof(sink))),
	CALL(recvfrom, N(LEFT_FD), B(64), N(64), N(MSG_DONTWAIT), B(16), D(namelen)),
	CALL(sendmsg, N(LEFT_FD), DI(msg, I(offsetof(struct msghdr, msg_iov), iov)), N(0)),
	CALL(sendmsg, N(LEFT_FD), DI(msg_control, I(offsetof(struct msghdr, msg_iov), iov),
				     I(offsetof(struct msghdr, msg_control), some)), N(0)),
	CALL(sendmsg, N(UDP_FD), DI(msg_name, I(offsetof(struct msghdr, msg_iov), iov),
				    I(offsetof(struct msghdr, msg_name), sink)), N(0)),
	CALL(recvmsg, N(LEFT_FD), DI(msg, I(offsetof(struct msghdr, msg_iov), iov)),
	     N(MSG_DONTWAIT)),
	CALL(recvmsg, N(LEFT_FD), DI(msg_name, I(offsetof(struct msghdr, msg_iov), iov),
				     I(offsetof(struct msghdr, msg_name), sink)), N(MSG_DONTWAIT)),
	CALL(sendmmsg, N(LEFT_FD), DI(mmsg, I(offsetof(struct msghdr, msg_iov), iov),
				      I(sizeof(*mmsg) + offsetof(struct msghdr, msg_iov), iov)),
	     N(2), N(0)),
	CALL(recvmmsg, N(LEFT_FD), DI(mmsg, I(offsetof(struct msghdr, msg_iov), iov)),
	     N(2), N(MSG_DONTWAIT), B(16)),

	CALL(poll, D(polls), N(3), N(0)),
	CALL(poll, D(polls), N(1 << 30), N(0)),
	CALL(ppoll, D(polls), N(3), B(16), B(8), N(8)),
	CALL(select, N(20), D(ready), D(ready), B(128), B(16)),
	CALL(pselect6, N(20), D(ready), N(0), N(0), B(16), DI(mask, I(0, how))),
	CALL(epoll_ctl, N(EPOLL_FD), N(EPOLL_CTL_MOD), N(0), D(event)),
	CALL(epoll_wait, N(EPOLL_FD), B(48), N(4), N(0)),
	CALL(epoll_pwait, N(EPOLL_FD), B(48), N(4), N(0), B(8), N(8)),

	CALL(nanosleep, B(16), B(16)),
	CALL(clock_nanosleep, N(CLOCK_MONOTONIC), N(0), B(16), B(16)),
	CALL(clock_gettime, N(CLOCK_MONOTONIC), B(16)),
	CALL(clock_getres, N(CLOCK_REALTIME), B(16)),
	CALL(gettimeofday, B(16), B(8)),
	VARIES(time, B(8)),
	VARIES(times, B(32)),
	CALL(getitimer, N(0), B(32)),
	CALL(setitimer, N(1), B(32), B(32)),
	CALL(timer_create, N(CLOCK_MONOTONIC), N(0), B(4)),
	CALL(timer_settime, N(-1), N(0), B(32), B(32)),
	CALL(timerfd_settime, N(TIMER_FD), N(0), B(32), B(32)),
	CALL(timerfd_gettime, N(TIMER_FD), B(32)),
	CALL(futex, B(4), N(0), N(1), B(16), N(0), N(0)),
	CALL(futex, B(4), N(1), N(1), N(0), N(0), N(0)),
	CALL(futex, B(4), N(3), N(1), N(1), B(4), N(0)),

	CALL(rt_sigaction, N(SIGUSR2), B(32), B(32), N(8)),
	CALL(rt_sigprocmask, N(SIG_BLOCK), B(8), B(8), N(8)),
	CALL(rt_sigpending, B(8), N(8)),
	CALL(rt_sigtimedwait, D(usr1), B(128), B(16), N(8)),
	CALL(sigaltstack, N(0), B(24)),
	CALL(signalfd4, N(NO_FD), B(8), N(8), N(0)),

	CALL(uname, B(400)),
	CALL(sysinfo, B(128)),
	CALL(getrlimit, N(RLIMIT_CORE), B(16)),
	CALL(prlimit64, N(0), N(RLIMIT_CORE), N(0), B(16)),
	CALL(getrusage, N(RUSAGE_SELF), B(160)),
	CALL(getgroups, N(32), B(128)),
	CALL(setgroups, N(0), B(16)),
	CALL(getresuid, B(4), B(4), B(4)),
	CALL(sched_getaffinity, N(0), N(8), B(8)),
	CALL(sched_getparam, N(0), B(4)),
	CALL(sched_getattr, N(0), B(64), N(64), N(0)),
	CALL(sched_setscheduler, N(0), N(0), B(4)),
	CALL(capget, D(caps), B(24)),
	CALL(getcpu, B(4), B(4), N(0)),
	CALL(getrandom, B(16), N(16), N(1)),
	CALL(prctl, N(15), S("hostile"), N(0), N(0), N(0)),
	CALL(prctl, N(16), B(16), N(0), N(0), N(0)),
	CALL(wait4, N(-1), B(4), N(1), B(160)),
	CALL(waitid, N(0), N(0), B(128), N(5), B(160)),
	CALL(process_vm_readv, PID, DI(iov, I(0, some)), N(1), DI(iov, I(0, some)), N(1), N(0)),
	CALL(mincore, N(0), N(4096), B(8)),
	CALL(bpf, N(99), B(64), N(64)),
	CALL(perf_event_open, B(128), N(-1), N(-1), N(-1), N(0)),
	CALL(io_setup, N(0), B(8)),
	CALL(mq_open, S("nowhere"), N(O_RDWR), N(0), B(64)),
	CALL(mq_unlink, S("nowhere")),
	CALL(msgsnd, N(-1), B(32), N(8), N(0)),
	CALL(msgrcv, N(-1), B(32), N(8), N(0), N(0)),
	CALL(semop, N(-1), B(6), N(1)),
	CALL(shmctl, N(-1), N(2), B(128)),
	VARIES(add_key, S("user"), S("name"), D(some), N(4), N(-3)),
	CALL(seccomp, N(99), N(0), B(16)),
	CALL(acct, S("/nowhere")),
	CALL(swapon, S("/nowhere"), N(0)),
	CALL(pipe2, B(8), N(0x10000)),
	CALL(adjtimex, B(256)),
	CALL(personality, N(-1)),
};

/* ---- addresses ---- */

static char *mem, *readonly, *none, *guard_end;
static unsigned long banner;

enum special {
	FIXED, NOT_MAPPED, PROTECTED, READ_ONLY, CUT, END, BANNER,
};

static const struct {
	const char *name;
	unsigned long long address;
	enum special special;
	bool both;		/* also on 32 bits */
} addresses[] = {
	{ "null", 0, FIXED, true },
	{ "one", 1, FIXED, true },
	{ "minus", -1ULL, FIXED, true },
	{ "minus4095", -4095ULL, FIXED, true },
	{ "minus8", -8ULL, FIXED, true },
	{ "unmapped", 0, NOT_MAPPED, true },
	{ "protected", 0, PROTECTED, true },
	{ "readonly", 0, READ_ONLY, true },
	{ "cut", 0, CUT, true },
	{ "end", 0, END, true },
	{ "kernel32", 0xc0001000, FIXED, true },
	{ "top32", 0xffffe000, FIXED, true },
	{ "text", 0xffffffff81000000, FIXED, false },
	{ "banner", 0, BANNER, false },
	{ "direct", 0xffff888000001000, FIXED, false },
	{ "vmalloc", 0xffffc90000000000, FIXED, false },
	{ "vmemmap", 0xffffea0000000000, FIXED, false },
	{ "fixmap", 0xffffffffff200000, FIXED, false },
	{ "vsyscall", 0xffffffffff600000, FIXED, false },
	{ "vsyscall_end", 0xffffffffff600ffc, FIXED, false },
	{ "hole", 0x0000800000000000, FIXED, false },
	{ "hole_end", 0xffff7fffffffffff, FIXED, false },
	{ "sign", 0x8000000000000000, FIXED, false },
	{ "task_end", 0x00007ffffffff000, FIXED, false },
	{ "task_last", 0x00007fffffffefff, FIXED, false },
	{ "task_last8", 0x00007fffffffeff8, FIXED, false },
	{ "top_half", 0xffff800000000000, FIXED, false },
};

static void find_banner(void)
{
	const char *known = getenv("LINUX_BANNER");
	char line[512];
	FILE *in;

	if (known) {
		banner = strtoull(known, NULL, 16);
		return;
	}
	in = fopen("/proc/kallsyms", "r");
	while (in && fgets(line, sizeof(line), in))
		if (strstr(line, " linux_banner\n"))
			banner = strtoull(line, NULL, 16);
	if (in)
		fclose(in);
}

static bool usable(unsigned int i)
{
	return sizeof(long) == 8 || addresses[i].both;
}

/* Address for the next data of a call. Data of one call are consecutive. */
static char *put_at;

static void *put(const void *data, unsigned int size)
{
	char *at = put_at;

	if (data)
		memcpy(at, data, size);
	else
		memset(at, 0, size);
	put_at += (size + 15) & ~15;
	return at;
}

/* Return the bad address, with as much of the data there as possible. */
static unsigned long make(unsigned int i, const struct arg *arg, const void *data,
			  unsigned int size)
{
	char *at;

	switch (addresses[i].special) {
	case NOT_MAPPED:	return (unsigned long)none + 8 * PAGE;
	case PROTECTED:		return (unsigned long)none;
	case BANNER:		return banner;
	case READ_ONLY:
		mprotect(readonly, PAGE, PROT_READ | PROT_WRITE);
		memset(readonly, 0, PAGE);
		if (data)
			memcpy(readonly, data, size);
		mprotect(readonly, PAGE, PROT_READ);
		return (unsigned long)readonly;
	case CUT:
		/*
		 * Half of the data is mapped; for a string, everything except the
		 * terminating zero.
		 */
		if (arg && arg->kind == STRING) {
			memset(guard_end - 32, 'a', 32);
			return (unsigned long)guard_end - 32;
		}
		at = guard_end - (size + 1) / 2;
		if (data)
			memcpy(at, data, guard_end - at);
		else
			memset(at, 0, guard_end - at);
		return (unsigned long)at;
	case END:
		at = guard_end - size;
		if (data)
			memcpy(at, data, size);
		else
			memset(at, 0, size);
		return (unsigned long)at;
	default:
		return addresses[i].address;
	}
}

static long syscall_bit, entered_by_int80;

static long int80(long nr, long a, long b, long c, long d, long e, long f)
{
	long ret;

#if __SIZEOF_LONG__ == 4
	(void)nr, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
	ret = -1;
#else
	asm volatile("push %%rbp\n\t"
		     "mov %[f], %%rbp\n\t"
		     "int $0x80\n\t"
		     "pop %%rbp"
		     : "=a"(ret)
		     : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e), [f] "r"(f)
		     : "r8", "r9", "r10", "r11", "memory");
#endif
	return ret;
}

static long enter(long nr, const unsigned long *a)
{
	long ret;

	alarm(LATE);
	if (entered_by_int80) {
		ret = int80(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
	} else {
		ret = syscall(nr | syscall_bit, a[0], a[1], a[2], a[3], a[4], a[5]);
		if (ret == -1)
			ret = -errno;
	}
	alarm(0);
	return ret;
}

static int kept(int fd, int at)
{
	if (fd < 0 || dup2(fd, at) != at) {
		perror("setting up");
		exit(2);
	}
	if (fd != at)
		close(fd);
	return at;
}

static void on_signal(int sig)
{
	(void)sig;
}

static void set_up(void)
{
	int pair[2], bad, flags = MAP_PRIVATE | MAP_ANONYMOUS;
	sigset_t set;

#if __SIZEOF_LONG__ == 8
	/* Use addresses that 32-bit calls can pass. */
	flags |= MAP_32BIT;
#endif
	/* A call that changes the signal mask may let SIGUSR1 through. */
	signal(SIGUSR1, on_signal);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	find_banner();
	mem = mmap(NULL, 16 * PAGE, PROT_READ | PROT_WRITE, flags, -1, 0);
	readonly = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, flags, -1, 0);
	guard_end = mmap(NULL, 32 * PAGE, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (mem == MAP_FAILED || readonly == MAP_FAILED || guard_end == MAP_FAILED) {
		perror("mmap");
		exit(2);
	}
	/* A readable page, a protected page, and a hole. */
	guard_end += PAGE;
	none = guard_end;
	mprotect(none, PAGE, PROT_NONE);
	munmap(none + PAGE, 30 * PAGE);

	kept(memfd_create("hostile", 0), FILE_FD);
	if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, pair))
		exit(2);
	kept(pair[0], LEFT_FD);
	kept(pair[1], RIGHT_FD);
	kept(epoll_create1(0), EPOLL_FD);
	kept(syscall(SYS_timerfd_create, CLOCK_MONOTONIC, 0), TIMER_FD);
	kept(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), UDP_FD);
	kept(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), SINK_FD);
	kept(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), TCP_FD);
	kept(open("/", O_RDONLY | O_DIRECTORY), ROOT_FD);
	bind(SINK_FD, (void *)&sink, sizeof(sink));
	listen(TCP_FD, 1);
	bad = open(BAD_PROGRAM, O_WRONLY | O_CREAT | O_TRUNC, 0755);
	if (write(bad, "no program", 10) != 10)
		exit(2);
	close(bad);
}

/* Restore the initial state before each call. */
static void prepare(void)
{
	char buf[256];

	if (ftruncate(FILE_FD, PAGE) || lseek(FILE_FD, 0, SEEK_SET) || lseek(ROOT_FD, 0, SEEK_SET))
		exit(2);
	while (recv(LEFT_FD, buf, sizeof(buf), MSG_DONTWAIT) > 0)
		;
	while (recv(RIGHT_FD, buf, sizeof(buf), MSG_DONTWAIT) > 0)
		;
	while (recv(SINK_FD, buf, sizeof(buf), MSG_DONTWAIT) > 0)
		;
	if (send(RIGHT_FD, some, sizeof(some), 0) != sizeof(some))
		exit(2);
	kill(getpid(), SIGUSR1);	/* blocked until a call waits for it */
	put_at = mem;
}

static void tidy(const struct call *call, long ret)
{
	if (call->returns == 'f' && ret >= 0)
		close(ret);
}

/* Store the nested data, and in turn the data that the nested data points to. */
static void *put_inner(const struct inner *inner)
{
	char *at = put(inner->data, inner->size);
	void *bytes;

	if (inner->data == iov) {
		bytes = put(some, sizeof(some));
		memcpy(at + offsetof(struct iovec, iov_base), &bytes, sizeof(bytes));
		memcpy(at + sizeof(*iov) + offsetof(struct iovec, iov_base), &bytes,
		       sizeof(bytes));
	}
	return at;
}

/* Make all arguments valid except argument "bad", or its nested pointer at "inside". */
static void make_args(const struct call *call, unsigned long *args, int bad, int inside,
		      unsigned int address)
{
	int i, n;

	for (i = 0; i < 6; i++) {
		const struct arg *arg = &call->args[i];
		char data[512];

		if (arg->kind == NUMBER) {
			args[i] = arg->value;
			continue;
		} else if (arg->kind == SELF_PID) {
			args[i] = getpid();
			continue;
		}
		memset(data, 0, sizeof(data));
		if (arg->data)
			memcpy(data, arg->data, arg->size);
		for (n = 0; n < 4 && arg->inner[n].data; n++) {
			unsigned long p = (unsigned long)put_inner(&arg->inner[n]);

			if (i == bad && n == inside)
				p = make(address, NULL, arg->inner[n].data, arg->inner[n].size);
			memcpy(data + arg->inner[n].at, &p, sizeof(p));
		}
		if (i == bad && inside < 0)
			args[i] = make(address, arg, data, arg->size);
		else
			args[i] = (unsigned long)put(data, arg->size);
	}
}

/* The call's number in the x32 table. */
static long x32_number(long nr)
{
#if __SIZEOF_LONG__ == 8
	static const short own[] = {
		SYS_rt_sigaction, SYS_rt_sigreturn, SYS_ioctl, SYS_readv, SYS_writev,
		SYS_recvfrom, SYS_sendmsg, SYS_recvmsg, SYS_execve, SYS_ptrace,
		SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_rt_sigqueueinfo,
		SYS_sigaltstack, SYS_timer_create, SYS_mq_notify, SYS_kexec_load,
		SYS_waitid, SYS_set_robust_list, SYS_get_robust_list, SYS_vmsplice,
		SYS_move_pages, SYS_preadv, SYS_pwritev, SYS_rt_tgsigqueueinfo,
		SYS_recvmmsg, SYS_sendmmsg, SYS_process_vm_readv, SYS_process_vm_writev,
		SYS_setsockopt, SYS_getsockopt, SYS_io_setup, SYS_io_submit, SYS_execveat,
		SYS_preadv2, SYS_pwritev2,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(own); i++)
		if (own[i] == nr)
			return 512 + i;
#endif
	return nr;
}

static int list(void)
{
	unsigned int c, h;
	int i, n;

	for (c = 0; c < ARRAY_SIZE(calls); c++) {
		struct call call = calls[c];

		if (call.nr < 0)
			continue;
		if (syscall_bit)
			call.nr = x32_number(call.nr);
		for (i = 0; i < 6; i++) {
			const struct arg *arg = &call.args[i];
			int inner = 0;

			if (arg->kind != STRING && arg->kind != DATA)
				continue;
			while (inner < 4 && arg->inner[inner].data)
				inner++;
			for (n = -1; n < inner; n++) {
				for (h = 0; h < ARRAY_SIZE(addresses); h++) {
					unsigned long args[6];
					long ret;

					if (!usable(h))
						continue;
					prepare();
					make_args(&call, args, i, n, h);
					ret = enter(call.nr, args);
					tidy(&call, ret);
					printf("%s %d", call.name, i);
					if (n >= 0)
						printf(".%d", n);
					if (call.returns && ret >= 0)
						printf(" %s = done\n", addresses[h].name);
					else
						printf(" %s = %ld\n", addresses[h].name, ret);
				}
			}
		}
	}
	return 0;
}

static int x32(void)
{
	syscall_bit = 0x40000000;
	if (syscall(SYS_getpid | syscall_bit) != getpid())
		return SKIP;
	return list();
}

/* Enter 32-bit calls with literal numbers, because the 64-bit headers do not define them. */
static int list_int80(void)
{
	static const struct {
		const char *name;
		int nr;
		unsigned int args[5];
		int bad;
	} old[] = {
		{ "open", 5, { 0, 2, 0 }, 0 },
		{ "read", 3, { FILE_FD, 0, 64 }, 1 },
		{ "write", 4, { FILE_FD, 0, 64 }, 1 },
		{ "execve", 11, { 0, 0, 0 }, 0 },
		{ "execve", 11, { 1, 0, 0 }, 1 },
		{ "nanosleep", 162, { 0, 0 }, 0 },
		{ "poll", 168, { 0, 3, 0 }, 0 },
		{ "writev", 146, { FILE_FD, 0, 2 }, 1 },
		{ "sendmsg", 370, { LEFT_FD, 0, 0 }, 1 },
		{ "recvmsg", 372, { LEFT_FD, 0, MSG_DONTWAIT }, 1 },
		{ "connect", 362, { LEFT_FD, 0, 16 }, 1 },
		{ "stat64", 195, { 0, 0 }, 0 },
		{ "select", 142, { 20, 0, 0, 0, 0 }, 1 },
		{ "old_mmap", 90, { 0 }, 0 },
		{ "old_select", 82, { 0 }, 0 },
		{ "socketcall", 102, { 3, 0 }, 1 },
		{ "ipc", 117, { 1, -1, 1, 0, 0 }, 4 },
		{ "rt_sigaction", 174, { SIGUSR2, 0, 0, 8 }, 1 },
		{ "futex", 240, { 0, 0, 1, 0 }, 0 },
		{ "uname", 122, { 0 }, 0 },
		{ "mount", 21, { 0, 0, 0, 0, 0 }, 0 },
	};
	unsigned int c, h;
	int i;

	entered_by_int80 = 1;
	for (c = 0; c < ARRAY_SIZE(old); c++) {
		for (h = 0; h < ARRAY_SIZE(addresses); h++) {
			static const struct arg string = S("/nowhere");
			unsigned long args[6] = { 0 };
			long ret;

			if (!addresses[h].both)
				continue;
			prepare();
			for (i = 0; i < 5; i++)
				args[i] = old[c].args[i];
			if (old[c].nr == 11 && old[c].bad == 1)
				args[0] = (unsigned long)put("/nowhere", 9);
			if (old[c].nr == 142)
				args[4] = (unsigned long)put(NULL, 8);
			args[old[c].bad] = make(h, &string, "/nowhere", 9);
			ret = enter(old[c].nr, args);
			/* Ignore the address of a new mapping, which is not unmapped. */
			if (old[c].nr == 90 && (ret < -4095 || ret > 0))
				ret = 0;
			printf("%s %d %s = %ld\n", old[c].name, old[c].bad, addresses[h].name, ret);
		}
	}
	return 0;
}

/* ---- pages that no thread fills ---- */

#define NO_CALL	-38		/* result of a call that does not exist */
#define U	-4242		/* placeholder for such a page */

static const struct {
	const char *name;
	long nr;
	long args[6];
	int want;
} untouched_calls[] = {
#define UNTOUCHED(want, name, ...)	{ #name, SYS_##name, { __VA_ARGS__ }, want }
	UNTOUCHED(-EBADF, write, NO_FD, U, 100),
	UNTOUCHED(-EBADF, read, NO_FD, U, 100),
	UNTOUCHED(-EBADF, pwrite64, NO_FD, U, 100, 0),
	UNTOUCHED(-EBADF, pread64, NO_FD, U, 100, 0),
	UNTOUCHED(-EINVAL, pwrite64, FILE_FD, U, 100, -1, -1),
	UNTOUCHED(-EBADF, writev, NO_FD, U, 2),
	UNTOUCHED(-EBADF, readv, NO_FD, U, 2),
	UNTOUCHED(-EBADF, preadv, NO_FD, U, 2, 0, 0),
	UNTOUCHED(-EBADF, bind, NO_FD, U, 16),
	UNTOUCHED(-EBADF, connect, NO_FD, U, 16),
	UNTOUCHED(-EINVAL, connect, LEFT_FD, U, 1 << 20),
	UNTOUCHED(-EBADF, sendto, NO_FD, U, 16, 0, U, 16),
	UNTOUCHED(-EBADF, recvfrom, NO_FD, U, 16, 0, U, U),
	UNTOUCHED(-EBADF, sendmsg, NO_FD, U, 0),
	UNTOUCHED(-EBADF, recvmsg, NO_FD, U, 0),
	UNTOUCHED(-EBADF, sendmmsg, NO_FD, U, 2, 0),
	UNTOUCHED(-EBADF, getsockname, NO_FD, U, U),
	UNTOUCHED(-EBADF, accept4, NO_FD, U, U, 0),
	UNTOUCHED(-EAGAIN, accept4, TCP_FD, U, U, 0),
	UNTOUCHED(-EBADF, setsockopt, NO_FD, 1, 2, U, 4),
	UNTOUCHED(-EBADF, getsockopt, NO_FD, 1, 2, U, U),
	UNTOUCHED(-EBADF, getdents64, NO_FD, U, 100),
	UNTOUCHED(-EBADF, ioctl, NO_FD, 0x5401, U),
	UNTOUCHED(-ENOTTY, ioctl, FILE_FD, 0x5401, U),
	UNTOUCHED(-EBADF, fcntl, NO_FD, F_SETLK, U),
	UNTOUCHED(-EINVAL, open, U, 020000000),
	UNTOUCHED(-EINVAL, openat, AT_FDCWD, U, 020000000, 0),
	UNTOUCHED(-EINVAL, openat2, AT_FDCWD, U, U, 8),
	UNTOUCHED(-E2BIG, openat2, AT_FDCWD, U, U, 8192),
	UNTOUCHED(-EINVAL, readlink, U, U, 0),
	UNTOUCHED(-EINVAL, readlinkat, AT_FDCWD, U, U, -1),
	UNTOUCHED(-EINVAL, access, U, 077),
	UNTOUCHED(-EINVAL, faccessat2, AT_FDCWD, U, 0, 0x8000),
	UNTOUCHED(-EINVAL, unlinkat, AT_FDCWD, U, 0x8000),
	UNTOUCHED(-EINVAL, fchownat, AT_FDCWD, U, 0, 0, 0x8000),
	UNTOUCHED(-EINVAL, utimensat, AT_FDCWD, U, 0, 0x8000),
	UNTOUCHED(-EINVAL, truncate, U, -1),
	UNTOUCHED(-EINVAL, umount2, U, 0x8000),
	UNTOUCHED(-EINVAL, inotify_add_watch, NO_FD, U, 0),
	UNTOUCHED(-EBADF, inotify_add_watch, NO_FD, U, 1),
	UNTOUCHED(-EINVAL, name_to_handle_at, AT_FDCWD, U, U, U, 0x80),
	UNTOUCHED(-EINVAL, memfd_create, U, 0x8000),
	UNTOUCHED(-EINVAL, clock_nanosleep, 999, 0, U, U),
	UNTOUCHED(-EINVAL, clock_gettime, 999, U),
	UNTOUCHED(-EINVAL, clock_settime, 999, U),
	UNTOUCHED(-EINVAL, getitimer, 999, U),
	UNTOUCHED(NO_CALL, futex, U, 0x7f, 0, 0, U, 0),
	UNTOUCHED(0, futex, U, 0x81, 1, U, U, 0),
	UNTOUCHED(-EINVAL, poll, U, 1 << 30, 0),
	UNTOUCHED(-EINVAL, select, -1, U, U, U, 0),
	UNTOUCHED(-EBADF, epoll_ctl, NO_FD, EPOLL_CTL_DEL, 0, U),
	UNTOUCHED(-EBADF, epoll_wait, NO_FD, U, 4, 0),
	UNTOUCHED(0, epoll_wait, EPOLL_FD, U, 4, 0),
	UNTOUCHED(-EINVAL, epoll_wait, EPOLL_FD, U, 0, 0),
	UNTOUCHED(-EINVAL, rt_sigaction, SIGUSR2, U, U, 4),
	UNTOUCHED(-EINVAL, rt_sigprocmask, 0, U, U, 4),
	UNTOUCHED(-EINVAL, rt_sigtimedwait, U, U, U, 4),
	UNTOUCHED(-EINVAL, getrlimit, 999, U),
	UNTOUCHED(-EINVAL, getrusage, 999, U),
	UNTOUCHED(-EINVAL, getgroups, -1, U),
	UNTOUCHED(-EINVAL, setgroups, 1 << 20, U),
	UNTOUCHED(-EINVAL, sched_setscheduler, -1, 0, U),
	UNTOUCHED(-EINVAL, sched_setattr, 0, U, 1),
	UNTOUCHED(-EINVAL, getrandom, U, 100, 0x8000),
	UNTOUCHED(-EINVAL, clone3, U, 8),
	UNTOUCHED(-EINVAL, seccomp, 99, 0, U),
	UNTOUCHED(-EINVAL, perf_event_open, U, 0, 0, -1, 0x8000),
	UNTOUCHED(-EBADF, copy_file_range, NO_FD, U, NO_FD, U, 10, 0),
	UNTOUCHED(-EBADF, splice, NO_FD, U, NO_FD, U, 10, 0),
	UNTOUCHED(-EINVAL, splice, NO_FD, U, NO_FD, U, 10, 0x8000),
	UNTOUCHED(-ECHILD, wait4, -1, U, 0, U),
	UNTOUCHED(-EINVAL, syslog, 99, U, 100),
	UNTOUCHED(-EINVAL, sethostname, U, -1),
	UNTOUCHED(0, write, FILE_FD, U, 0),
	UNTOUCHED(0, read, FILE_FD, U, 0),
};

static void *unfilled(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	void *at;

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api))
		exit(SKIP);
	at = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	reg.range.start = (unsigned long)at;
	reg.range.len = 4 * PAGE;
	if (at == MAP_FAILED || ioctl(fd, UFFDIO_REGISTER, &reg))
		exit(SKIP);
	return at;
}

static int untouched(void)
{
	unsigned long page = (unsigned long)unfilled();
	unsigned long nowhere[6] = { (unsigned long)"/nowhere", page, page };
	const char *const args_there[] = { "argv 0", (void *)page, NULL };
	unsigned long inside[6] = { (unsigned long)"/nowhere", (unsigned long)args_there, page };
	unsigned int c;
	int i, failed = 0;
	long ret;

	for (c = 0; c < ARRAY_SIZE(untouched_calls); c++) {
		unsigned long args[6];

		if (untouched_calls[c].nr < 0)
			continue;
		for (i = 0; i < 6; i++) {
			args[i] = untouched_calls[c].args[i];
			if (args[i] == (unsigned long)U)
				args[i] = page + 64;
		}
		ret = enter(untouched_calls[c].nr, args);
		printf("%s = %ld\n", untouched_calls[c].name, ret);
		if (ret != untouched_calls[c].want) {
			printf("wanted %d\n", untouched_calls[c].want);
			failed = 1;
		}
	}
	ret = enter(SYS_execve, nowhere);
	printf("execve = %ld\n", ret);
	failed |= ret != -ENOENT;
	ret = enter(SYS_execve, inside);
	printf("execve = %ld\n", ret);
	failed |= ret != -ENOENT;
	return failed;
}

/* ---- memory that is mapped and unmapped ---- */

static char *moving;
static bool stop;

static void *mover(void *arg)
{
	static char page[PAGE];
	unsigned int i = 0;
	char *to = moving + 16 * PAGE;

	(void)arg;
	memset(page, 'a', sizeof(page));
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		switch (i++ % 5) {
		case 0:
			munmap(moving + PAGE, PAGE);
			break;
		case 1:
			mmap(moving + PAGE, PAGE, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
			break;
		case 2:
			mprotect(moving + PAGE, PAGE, PROT_NONE);
			break;
		case 3:
			mprotect(moving + PAGE, PAGE, PROT_READ | PROT_WRITE);
			break;
		case 4:
			if (mremap(moving + PAGE, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
				   to) == to)
				munmap(to, PAGE);
			mmap(moving + PAGE, PAGE, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
			break;
		}
	}
	return NULL;
}

static int race(int turns)
{
	char *over = NULL;
	struct iovec io[2] = { { NULL, 64 }, { NULL, 64 } };
	struct msghdr m = { .msg_iov = io, .msg_iovlen = 2 };
	const char *args[3] = { "argv 0", NULL, NULL };
	pthread_t thread;

	moving = mmap(NULL, 32 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (moving == MAP_FAILED)
		return 2;
	memset(moving, 'a', 2 * PAGE);
	/* The data crosses the boundary of two pages. */
	over = moving + PAGE - 32;
	io[0].iov_base = over;
	io[1].iov_base = moving + PAGE;
	args[1] = over;
	if (pthread_create(&thread, NULL, mover, NULL))
		return 2;
	if (turns < 10)
		return 2;
	while (turns--) {
		alarm(LATE);
		prepare();
		syscall(SYS_open, over, O_RDONLY, 0);
		syscall(SYS_openat, AT_FDCWD, moving + PAGE, O_RDONLY, 0);
		syscall(SYS_write, FILE_FD, over, 200);
		syscall(SYS_read, FILE_FD, over, 200);
		syscall(SYS_writev, FILE_FD, io, 2);
		syscall(SYS_writev, FILE_FD, over, 8);
		syscall(SYS_sendmsg, LEFT_FD, &m, MSG_DONTWAIT);
		syscall(SYS_sendmsg, LEFT_FD, moving + PAGE, MSG_DONTWAIT);
		syscall(SYS_recvmsg, LEFT_FD, &m, MSG_DONTWAIT);
		syscall(SYS_connect, LEFT_FD, over, 110);
		syscall(SYS_poll, over, 8, 0);
		syscall(SYS_rt_sigprocmask, 0, NULL, moving + PAGE, 8);
		syscall(SYS_clock_gettime, 1, moving + PAGE);
		syscall(SYS_uname, over);
		syscall(SYS_getdents64, ROOT_FD, over, 512);
		syscall(SYS_execve, BAD_PROGRAM, args, over);
		syscall(SYS_execve, BAD_PROGRAM, moving + PAGE, args);
		syscall(SYS_select, 20, over, moving + PAGE, NULL, moving);
	}
	__atomic_store_n(&stop, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	return 0;
}

/* ---- kernel data that a trace must not contain ---- */

static bool ours(uint64_t value)
{
	uint32_t low = value, high = value >> 32;
	unsigned int i;

	/* The stack of a 32-bit program has words of this form: an address above a zero. */
	if (value == banner || !low)
		return true;
	for (i = 0; i < ARRAY_SIZE(addresses); i++) {
		uint64_t passed = addresses[i].address;

		if (value == passed)
			return true;
		/* The word may consist of adjacent halves of two numbers. */
		if (high == 0xffffffff ? low == passed >> 32 : high == (uint32_t)passed)
			return true;
	}
	return false;
}

/*
 * Does the address lie in the direct map, vmalloc space, struct pages, exception
 * stacks, code or data?
 */
static bool of_kernel(uint64_t value)
{
	return (value >= 0xffff888000000000 && value < 0xffffeb0000000000) ||
	       (value >= 0xfffffe0000000000 && value < 0xfffffe8000000000) ||
	       (value >= 0xffffffff80000000 && value < 0xffffffffff000000);
}

static int scan(const char *name)
{
	FILE *in = fopen(name, "r");
	uint32_t low = 0, high;
	unsigned long at = 0;
	int found = 0;

	if (!in) {
		perror(name);
		return 2;
	}
	find_banner();
	while (fread(&high, sizeof(high), 1, in) == 1) {
		uint64_t value = (uint64_t)high << 32 | low;

		if (at && of_kernel(value) && !ours(value)) {
			printf("%#llx at %#lx\n", (unsigned long long)value, at - 4);
			found = 1;
		}
		low = high;
		at += 4;
	}
	fclose(in);
	return found;
}

static bool was_passed(uint64_t value)
{
	unsigned int i;

	if (value == banner)
		return true;
	for (i = 0; i < ARRAY_SIZE(addresses); i++)
		if (addresses[i].special == FIXED && value == addresses[i].address)
			return true;
	return false;
}

/* Print a word that is a kernel address. Return the end of the word. */
static const char *scan_word(const char *word, const char *line, int *found)
{
	char *end;
	uint64_t value;

	while (*word && !isalnum((unsigned char)*word) && *word != '_')
		word++;
	for (end = (char *)word; isalnum((unsigned char)*end) || *end == '_'; end++)
		;
	if (word[0] == '0' && word[1] == 'x')
		word += 2;
	if (end - word != 16 || strncmp(word, "ffff", 4) || strspn(word, "0123456789abcdef") != 16)
		return end;
	value = strtoull(word, NULL, 16);
	/* The highest values are small negative numbers. */
	if (value < 0xfffffffffffff000 && !was_passed(value)) {
		if (++*found <= 10)
			printf("%#llx in: %s", (unsigned long long)value, line);
	}
	return end;
}

static int scan_text(const char *name)
{
	FILE *in = fopen(name, "r");
	bool any = false;
	char *line = NULL;
	size_t room = 0;
	const char *at;
	int found = 0;

	if (!in) {
		perror(name);
		return 2;
	}
	find_banner();
	while (getline(&line, &room, in) > 0) {
		any |= !!strstr(line, "hostile");
		if (strstr(line, "LOST"))
			printf("not all of it: %s", line);
		if (strstr(line, "Linux version")) {
			printf("the kernel's memory in: %s", line);
			found++;
		}
		for (at = line; *at; )
			at = scan_word(at, line, &found);
	}
	fclose(in);
	free(line);
	if (!any)
		printf("nothing of this program\n");
	return found || !any;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "scan") && argc == 3)
		return scan(argv[2]);
	if (!strcmp(what, "scan-text") && argc == 3)
		return scan_text(argv[2]);
	if (!strcmp(what, "banner")) {
		find_banner();
		printf("%#lx\n", banner);
		return 0;
	}
	setlinebuf(stdout);
	set_up();
	if (!strcmp(what, "list"))
		return list();
	if (!strcmp(what, "x32"))
		return x32();
	if (!strcmp(what, "int80") && sizeof(long) == 8)
		return list_int80();
	if (!strcmp(what, "untouched"))
		return untouched();
	if (!strcmp(what, "race") && argc == 3)
		return race(atoi(argv[2]));
	fprintf(stderr, "usage: hostile WHAT\n");
	return 2;
}
