// SPDX-License-Identifier: GPL-2.0
/*
 * strace_forms - make system calls that strace shows in forms of its own
 *
 * All calls have the same arguments and results in each run.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if_packet.h>
#include <linux/prctl.h>
#include <linux/ptrace.h>
#include <linux/rtc.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

/* Not in <signal.h>, whose siblings contradict the kernel's headers. */
struct sched_param_of_kernel {
	int sched_priority;
};

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

static void make_clock_ioctls(void)
{
	struct rtc_time time = { .tm_sec = 1, .tm_min = 2, .tm_mon = -3, .tm_isdst = 1 };
	struct rtc_wkalrm alarm = { .enabled = 1, .time = time };
	struct rtc_param param = { .param = RTC_PARAM_FEATURES, .index = 2 };

	ioctl(-1, RTC_SET_TIME, &time);
	ioctl(-1, RTC_WKALM_SET, &alarm);
	ioctl(-1, RTC_PARAM_GET, &param);
	param.uvalue = 3;
	ioctl(-1, RTC_PARAM_SET, &param);
	param.uvalue = 1U << 31;
	ioctl(-1, RTC_PARAM_SET, &param);
}

static void make_personalities(void)
{
	personality(0xffffffff);
	personality(ADDR_NO_RANDOMIZE);
	personality(PER_BSD | ADDR_NO_RANDOMIZE | 0x10000);
	personality(0x1f);
	personality(0x1f | 0x10000);
	personality(PER_LINUX);
}

static void make_selects(void)
{
	struct timespec none = { 0 };
	struct timeval soon = { 0 };
	fd_set in, out;
	int ends[2];

	if (pipe(ends))
		return;
	FD_ZERO(&in);
	FD_SET(ends[0], &in);
	FD_ZERO(&out);
	FD_SET(ends[1], &out);
	syscall(SYS_pselect6, ends[1] + 1, &in, &out, NULL, &none, NULL);
	FD_SET(ends[0], &in);
	syscall(SYS_select, ends[1] + 1, &in, NULL, NULL, &soon);
	FD_SET(ends[0], &in);
	syscall(SYS_select, ends[1] + 1, &in, &out, NULL, &soon);
	syscall(SYS_select, 0, NULL, NULL, NULL, &soon);
	close(ends[0]);
	close(ends[1]);
}

static void make_sockopts(void)
{
	static char mreq[sizeof(struct packet_mreq) + 1];

	setsockopt(-1, SOL_PACKET, PACKET_ADD_MEMBERSHIP, mreq, sizeof(mreq));
}

static void on_signal(int signal)
{
	(void)signal;
}

/* Signals as arguments and members. */
static void make_signals(void)
{
	struct clone_args args = { .flags = 1ULL << 63, .exit_signal = SIGCHLD };

	syscall(SYS_tgkill, -1, -1, SIGUSR1);
	syscall(SYS_tgkill, -1, -1, 32);
	syscall(SYS_tgkill, -1, -1, 0);
	syscall(SYS_clone3, &args, CLONE_ARGS_SIZE_VER0);
	signal(SIGUSR1, on_signal);
	kill(getpid(), SIGUSR1);
}

/* Vectors of buffers that are longer than the text, or whose end cannot be read. */
static void make_vectors(void)
{
	long page = sysconf(_SC_PAGESIZE);
	struct iovec many[40], *last;
	char *at;
	int i;

	at = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return;
	munmap(at + page, page);
	for (i = 0; i < 40; i++)
		many[i] = (struct iovec) { .iov_base = "text", .iov_len = 1 + i % 5 };
	last = (struct iovec *)(at + page) - 3;
	last[0] = many[0];
	last[1] = many[1];
	last[2] = many[2];
	writev(-1, many, 40);
	writev(-1, many, 32);
	writev(-1, last, 3);
	writev(-1, last, 5);
	syscall(SYS_process_madvise, -1, last, 5, 0, 0);
	munmap(at, page);
}

/* Flags and numbers of calls that fail. */
static void make_numbers(void)
{
	siginfo_t info = { .si_signo = SIGUSR1, .si_code = SI_QUEUE, .si_errno = 2 };
	static char value[65537] = "b";
	long offset = -5, now;

	info.si_value.sival_ptr = NOWHERE;
	syscall(SYS_sendfile, -1, -1, &offset, 1);
	setsockopt(-1, SOL_PACKET, PACKET_RX_RING, value, sizeof(struct tpacket_req) + 1);
	syscall(SYS_fsetxattr, -1, "user.a", value, 2, 0);
	syscall(SYS_fsetxattr, -1, "user.a", value, sizeof(value), 0);
	syscall(SYS_setns, -1, CLONE_NEWNS | CLONE_VM);
	syscall(SYS_setns, -1, CLONE_VM);
	syscall(SYS_unshare, 1ULL << 63 | CLONE_NEWTIME | CLONE_DETACHED);
	syscall(SYS_unshare, CLONE_CLEAR_SIGHAND);
	syscall(SYS_swapon, "/no/file", 0x8000 | 5);
	syscall(SYS_swapon, "/no/file", 6);
	syscall(SYS_syslog, 8, NULL, 9);
	syscall(SYS_syslog, 8, NULL, 0);
	syscall(SYS_memfd_create, NULL, 1U | 30U << 26);
	syscall(SYS_memfd_create, NULL, 30U << 26);
	syscall(SYS_sched_setattr, -1, NULL, 5);
	syscall(SYS_rt_tgsigqueueinfo, -1, -1, SIGUSR1, &info);
	syscall(SYS_time, &now);
}

/* Trace a process that makes a call which fails. */
static void make_ptraces(void)
{
	static char info[sizeof(struct ptrace_syscall_info)];
	static const unsigned long sizes[] = { 1, 8, 24, 32, 33, 40, sizeof(info), 0 };
	unsigned int stop, i;
	int status;
	pid_t pid = fork();

	if (!pid) {
		syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0);
		kill(getpid(), SIGSTOP);
		_exit(syscall(SYS_chdir, "", 2, 3, 4, 5, 6));
	}
	waitpid(pid, &status, 0);
	syscall(SYS_ptrace, PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
	for (stop = 0; stop < 3; stop++) {
		for (i = 0; sizes[i]; i++)
			syscall(SYS_ptrace, PTRACE_GET_SYSCALL_INFO, pid, sizes[i], info);
		syscall(SYS_ptrace, PTRACE_SYSCALL, pid, 0, 0);
		waitpid(pid, &status, 0);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
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
	struct sched_param_of_kernel param;
	unsigned int gids[40] = { 1 };
	socklen_t len = 1;
	int on;

	make_prctls();
	make_ioctls();
	make_clock_ioctls();
	make_personalities();
	make_selects();
	make_sockopts();
	make_signals();
	make_vectors();
	make_numbers();
	make_ptraces();
	/* No kernel has this call. */
	syscall(SYS_nfsservctl, 0, 0, 0);
	poll(files, 3, 0);
	poll(files, 0, 0);
	ppoll(files, 3, &none, NULL);
	syscall(SYS_mmap, NULL, 0, PROT_NONE, 0, -1, 0);
	syscall(SYS_mmap, NULL, 0, PROT_READ, MAP_PRIVATE | MAP_HUGETLB | 21 << 26, -1, 0);
	syscall(SYS_utimensat, AT_FDCWD, "/no/file", times, AT_REMOVEDIR);
	syscall(SYS_utime, "/no/file", &stamps);
	syscall(SYS_sched_getparam, 0, &param);
	syscall(SYS_sched_setscheduler, 0, 0x4ace, &param);
	syscall(SYS_setgroups, 40, gids);
	getsockopt(socket(AF_UNIX, SOCK_STREAM, 0), SOL_SOCKET, SO_ERROR, &on, &len);
	syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 5, NULL);
	syscall(SYS_remap_file_pages, NOWHERE, 1, PROT_READ, 20, MAP_PRIVATE);
	syscall(SYS_signalfd4, -1, NOWHERE, 8, O_CLOEXEC | O_NONBLOCK);
	return 0;
}
