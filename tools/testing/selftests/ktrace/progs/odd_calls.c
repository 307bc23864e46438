// SPDX-License-Identifier: GPL-2.0
/*
 * odd_calls WHAT - make one system call that takes an unusual path
 *
 *	refused		getpriority(11, 22), which seccomp answers with ENOTNAM (118)
 *	killed		getpriority(33, 44), for which seccomp kills the process
 *	dispatched	call 0x1234, which is dispatched to user space, and then
 *			getpriority(55, 66), which is not
 *	unknown		call 0x4d2, which does not exist, with arguments 1 to 6
 *	minus		call -1
 *	ia32		open(1, 2, 3) by int 0x80
 *	ia32_unknown	call 0x4d2 by int 0x80, with arguments 1 to 6
 *	x32		getpriority(77, 88) by its x32 number
 *	fork		a child by fork() that exits
 *	exec		execve() of itself as "odd_calls nothing"
 *	waited		waitid() without a child, and waitid() with a child
 *	mount_id	name_to_handle_at() with a mount id of 64 bits
 *	short_sets	sched_setaffinity() and select() with sizes far beyond the
 *			bytes that the kernel reads; only those bytes are mapped
 *	unread		set_robust_list() with a mapped list; clone() with
 *			rubbish in the upper half of its flags
 *	sandboxed	openat() of "/never" and uname(), which seccomp answers with
 *			ENOTNAM; mkdir() of "/never/either" and getpid(), which seccomp
 *			allows
 *	retouched	openat() of "/no/first", which a tracer changes to "/no/second";
 *			lseek() with two arguments changed by the tracer, and an
 *			unchanged lseek()
 *	nothing
 *
 * Prints its process id first. Exit status: 0 if the call took that path, 4 if the
 * kernel lacks the feature.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define SKIP	4
#define NO_CALL	(-38L)	/* result of a call that does not exist */
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static char **self;

static long call6(long nr, long a, long b, long c, long d, long e, long f)
{
	register long r10 asm("r10") = d;
	register long r8 asm("r8") = e;
	register long r9 asm("r9") = f;
	long ret;

	asm volatile("syscall"
		     : "=a"(ret)
		     : "0"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
		     : "rcx", "r11", "memory");
	return ret;
}

static long int80(long nr, long a, long b, long c, long d, long e, long f)
{
	long ret;

	/* The sixth argument goes into the frame pointer. */
	asm volatile("push %%rbp\n\t"
		     "mov %[f], %%rbp\n\t"
		     "int $0x80\n\t"
		     "pop %%rbp"
		     : "=a"(ret)
		     : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e), [f] "r"(f)
		     : "r8", "r9", "r10", "r11", "memory");
	return ret;
}

static int filter_getpriority(unsigned int action)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpriority, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { ARRAY_SIZE(code), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		return SKIP;
	return 0;
}

static int filter_sandbox(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_uname, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 118),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = ARRAY_SIZE(filter), .filter = filter };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int sandboxed(void)
{
	char name[400];

	if (filter_sandbox())
		return SKIP;
	return call6(SYS_openat, AT_FDCWD, (long)"/never", 0, 0, 0, 0) != -118 ||
	       call6(SYS_mkdir, (long)"/never/either", 0700, 0, 0, 0, 0) != -ENOENT ||
	       call6(SYS_getpid, 0, 0, 0, 0, 0, 0) != getpid() ||
	       call6(SYS_uname, (long)name, 0, 0, 0, 0, 0) != -118;
}

static const char first[] = "/no/first", second[] = "/no/second";

/* Handle the @i-th stop of the child; each call has two stops. */
static int retouch(pid_t pid, int i)
{
	static struct user_regs_struct asked;
	struct user_regs_struct regs;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &regs))
		return 1;
	if (i % 2) {
		/* The program continues with its original registers. */
		regs.rdi = asked.rdi;
		regs.rsi = asked.rsi;
		regs.rdx = asked.rdx;
		return ptrace(PTRACE_SETREGS, pid, NULL, &regs);
	}
	asked = regs;
	if (i == 0 && regs.rsi == (unsigned long)first)
		regs.rsi = (unsigned long)second;
	if (i == 2 && regs.rdi == 77) {
		regs.rdi = 78;
		regs.rdx = SEEK_END;
	}
	return ptrace(PTRACE_SETREGS, pid, NULL, &regs);
}

static int retouched(void)
{
	int status, i;
	pid_t pid = fork();

	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		call6(SYS_kill, getpid(), SIGSTOP, 0, 0, 0, 0);
		call6(SYS_openat, AT_FDCWD, (long)first, 0, 0, 0, 0);
		call6(SYS_lseek, 77, 5, SEEK_SET, 0, 0, 0);
		call6(SYS_lseek, 77, 6, SEEK_SET, 0, 0, 0);
		call6(SYS_exit_group, 0, 0, 0, 0, 0, 0);
	}
	/* The first stop is the signal's, after kill() has returned. */
	for (i = -1; waitpid(pid, &status, 0) == pid && WIFSTOPPED(status); i++) {
		if (i < 0 && WSTOPSIG(status) != SIGSTOP)
			return 1;
		if (i >= 0 && retouch(pid, i))
			return 1;
		ptrace(PTRACE_SYSCALL, pid, NULL, NULL);
	}
	return !WIFEXITED(status) || WEXITSTATUS(status);
}

static int refused(void)
{
	int err = filter_getpriority(SECCOMP_RET_ERRNO | ENOTNAM);

	if (err)
		return err;
	return call6(SYS_getpriority, 11, 22, 0, 0, 0, 0) != -ENOTNAM;
}

static int killed(void)
{
	int err, status;
	pid_t pid = fork();

	if (!pid) {
		err = filter_getpriority(SECCOMP_RET_KILL_PROCESS);
		if (!err)
			call6(SYS_getpriority, 33, 44, 0, 0, 0, 0);
		_exit(err ?: 1);
	}
	if (waitpid(pid, &status, 0) != pid)
		return 1;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	return WTERMSIG(status) != SIGSYS;
}

/*
 * The kernel reads the selector during calls, which the compiler assumes to change all
 * memory.
 */
static char selector = SYSCALL_DISPATCH_FILTER_ALLOW;
static sig_atomic_t dispatches;

static void on_sigsys(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)sig;
	selector = SYSCALL_DISPATCH_FILTER_ALLOW;
	if (info->si_syscall == 0x1234)
		dispatches++;
	uc->uc_mcontext.gregs[REG_RAX] = 42;
}

static int dispatched(void)
{
	struct sigaction action = { .sa_sigaction = on_sigsys, .sa_flags = SA_SIGINFO };
	long ret;

	sigaction(SIGSYS, &action, NULL);
	if (prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0, &selector))
		return SKIP;
	selector = SYSCALL_DISPATCH_FILTER_BLOCK;
	ret = call6(0x1234, 1, 2, 3, 4, 5, 6);
	if (ret != 42 || dispatches != 1)
		return 1;
	/* Dispatch is still on, but the selector allows calls now. */
	call6(SYS_getpriority, 55, 66, 0, 0, 0, 0);
	return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
}

static int unknown(void)
{
	return call6(0x4d2, 1, 2, 3, 4, 5, 6) != NO_CALL;
}

static int minus(void)
{
	return call6(-1, 1, 2, 3, 4, 5, 6) != NO_CALL;
}

static void on_sigsegv(int sig)
{
	(void)sig;
	_exit(SKIP);
}

static int ia32(void)
{
	signal(SIGSEGV, on_sigsegv);	/* the result without CONFIG_IA32_EMULATION */
	return int80(5, 1, 2, 3, 4, 5, 6) != -EFAULT;
}

static int ia32_unknown(void)
{
	signal(SIGSEGV, on_sigsegv);
	return int80(0x4d2, 1, 2, 3, 4, 5, 6) != NO_CALL;
}

static int x32(void)
{
	long ret = call6(0x40000000 | SYS_getpriority, 77, 88, 0, 0, 0, 0);

	return ret == NO_CALL ? SKIP : ret != -EINVAL;
}

static int do_fork(void)
{
	pid_t pid = call6(SYS_fork, 0, 0, 0, 0, 0, 0);

	if (!pid)
		call6(SYS_exit_group, 7, 0, 0, 0, 0, 0);
	return waitpid(pid, NULL, 0) != pid;
}

static int do_exec(void)
{
	char *argv[3] = { self[0], "nothing", NULL };
	char *env[1] = { NULL };

	call6(SYS_execve, (long)"/proc/self/exe", (long)argv, (long)env, 0, 0, 0);
	return 1;
}

static int waited(void)
{
	long ru[18], stale = 0x7777;
	siginfo_t info;
	pid_t pid;

	memset(ru, 0, sizeof(ru));
	ru[4] = stale;
	pid = fork();
	if (!pid)
		for (;;)
			pause();
	if (call6(SYS_waitid, P_ALL, 0, (long)&info, WEXITED | WNOHANG, (long)ru, 0) ||
	    info.si_signo || ru[4] != stale)
		return 1;
	kill(pid, SIGKILL);
	return call6(SYS_waitid, P_ALL, 0, (long)&info, WEXITED, (long)ru, 0) ||
	       info.si_pid != pid || ru[4] == stale;
}

static int mount_id(void)
{
	struct {
		unsigned int bytes;
		int type;
		char handle[128];
	} handle = { .bytes = sizeof(handle.handle) };
	uint64_t id = 0;
	long ret = call6(SYS_name_to_handle_at, -100, (long)"/proc", (long)&handle, (long)&id,
			 1 | 0x200, 0);

	if (ret == -EOPNOTSUPP || ret == -EINVAL)
		return SKIP;
	printf("%llu\n", (unsigned long long)id);
	fflush(stdout);
	return ret || id < 1ULL << 31;
}

static int short_sets(void)
{
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct timeval none = { 0, 0 };
	long bytes, *last;

	if (page == MAP_FAILED || munmap(page + 4096, 4096))
		return 1;
	bytes = call6(SYS_sched_getaffinity, 0, 1024, (long)page, 0, 0, 0);
	if (bytes <= 0)
		return 1;
	memmove(page + 4096 - bytes, page, bytes);
	if (call6(SYS_sched_setaffinity, 0, 4096, (long)page + 4096 - bytes, 0, 0, 0))
		return 1;
	/* The kernel only reads as many bytes as the descriptor table needs. */
	last = (long *)(page + 4096) - 1;
	*last = 1 << 1;
	return call6(SYS_select, 4096, 0, (long)last, 0, (long)&none, 0) < 0;
}

static int unread(void)
{
	long list[3] = { (long)list, 8, 0 };
	pid_t pid;

	if (call6(SYS_set_robust_list, (long)list, sizeof(list), 0, 0, 0, 0))
		return 1;
	call6(SYS_set_robust_list, 0, sizeof(list), 0, 0, 0, 0);
	pid = call6(SYS_clone, 0xff0000000000L | SIGCHLD, 0, 0, 0, 0, 0);
	if (!pid)
		call6(SYS_exit_group, 0, 0, 0, 0, 0, 0);
	return waitpid(pid, NULL, 0) != pid;
}

static int nothing(void)
{
	return 0;
}

static const struct {
	const char *name;
	int (*run)(void);
} odd[] = {
	{ "refused", refused },
	{ "killed", killed },
	{ "dispatched", dispatched },
	{ "unknown", unknown },
	{ "minus", minus },
	{ "ia32", ia32 },
	{ "ia32_unknown", ia32_unknown },
	{ "x32", x32 },
	{ "fork", do_fork },
	{ "exec", do_exec },
	{ "waited", waited },
	{ "mount_id", mount_id },
	{ "short_sets", short_sets },
	{ "unread", unread },
	{ "sandboxed", sandboxed },
	{ "retouched", retouched },
	{ "nothing", nothing },
};

int main(int argc, char **argv)
{
	unsigned int i;

	self = argv;
	for (i = 0; argc == 2 && i < ARRAY_SIZE(odd); i++) {
		if (strcmp(argv[1], odd[i].name))
			continue;
		printf("%d\n", getpid());
		fflush(stdout);
		return odd[i].run();
	}
	fprintf(stderr, "usage: odd_calls WHAT\n");
	return 2;
}
