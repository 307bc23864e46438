// SPDX-License-Identifier: GPL-2.0
/*
 * process_edges - let rare things happen to processes, and log them
 *
 * Prints "self PID", reads a line, and then runs one step after the other. It prints
 * these lines, in no particular order:
 *
 *	seized PID TRACER	a task got a tracer, possibly inherited from its parent
 *	stopped PID SIGSTOP	job control has stopped a process whose parent is its tracer
 *	continued PID		the process continues
 *	sent PID SIGNAL CODE PROCESS	a signal; PROCESS is 0 for a signal of the kernel
 *	flags PID CLONE_NEWTIME	clone3() with a flag that clone() does not have
 *	groups PID OLD NEW	number of supplementary groups before and after a change
 *	fsuid PID NEW		the user id for file access changed
 *	bounding PID		the capability bounding set changed
 *	securebits PID		the securebits changed to keep capabilities
 *	user_ns PID OLD NEW	the user namespace changed
 *	long PID		exec with a path and arguments too long for a record
 *	exited PID CODE		the process has exited; its last thread had another exit code
 *
 * process_edges into CGROUP: creates a process in a cgroup, which exits with 5, and prints
 * its id.
 * process_edges uring: gives a request to a worker of io_uring, which works while the program
 * waits for the line.
 * process_edges leaf: does nothing and exits.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <linux/io_uring.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "need.h"

/* Any capability. */
#define DROPPED	30

/* Write a line by a single write(), because other processes write to the same file. */
#define say(...)							\
	do {								\
		char line[256];						\
		int len = snprintf(line, sizeof(line), __VA_ARGS__);	\
									\
		need(write(1, line, len) == len);			\
	} while (0)

static void wait_line(void)
{
	char byte;

	do
		need(read(0, &byte, 1) == 1);
	while (byte != '\n');
}

/* Wait for a child that must exit with @code. */
static void reap(pid_t pid, int code)
{
	int status;

	need(waitpid(pid, &status, __WALL) == pid);
	need(WIFEXITED(status) && WEXITSTATUS(status) == code);
}

/* Let a stopped tracee continue. For a new tracee, @go says when to go on. */
static void goes_on(pid_t pid, int status, int go)
{
	int signal = WSTOPSIG(status), event = status >> 16;
	unsigned long child;

	switch (event) {
	case PTRACE_EVENT_STOP:
		if (signal != SIGSTOP) {
			signal = 0;
			break;
		}
		say("stopped %d SIGSTOP\n", pid);
		need(!ptrace(PTRACE_LISTEN, pid, 0, 0));
		need(!kill(pid, SIGCONT));
		return;
	case PTRACE_EVENT_FORK:
		need(!ptrace(PTRACE_GETEVENTMSG, pid, 0, &child));
		say("seized %lu %d\n", child, getpid());
		signal = 0;
		break;
	default:
		if (signal != SIGCONT)
			break;
		say("continued %d\n", pid);
		need(write(go, "", 1) == 1);
	}
	need(!ptrace(PTRACE_CONT, pid, 0, signal));
}

/* The parent traces and stops a child and a grandchild. */
static void parent_traces(void)
{
	int go[2], status;
	pid_t pid, child;
	char byte;

	need(!pipe(go));
	child = fork();
	need(child >= 0);
	if (!child) {
		need(read(go[0], &byte, 1) == 1);
		pid = fork();
		need(pid >= 0);
		if (!pid)
			_exit(0);
		reap(pid, 0);
		_exit(0);
	}
	need(!ptrace(PTRACE_SEIZE, child, 0, PTRACE_O_TRACEFORK));
	say("seized %d %d\n", child, getpid());
	need(!kill(child, SIGSTOP));
	while ((pid = waitpid(-1, &status, __WALL)) > 0)
		if (WIFSTOPPED(status))
			goes_on(pid, status, go[1]);
	close(go[0]);
	close(go[1]);
}

static void queue(pid_t to, int signal, int code, const char *name)
{
	siginfo_t info = { .si_signo = signal, .si_code = code };

	need(!syscall(SYS_rt_sigqueueinfo, to, signal, &info));
	say("sent %d SIG%s %s %d\n", to, sigabbrev_np(signal), name, getpid());
}

/* Let a timer expire; its signal has no sending process. */
static void expires(clockid_t clock, int signal, const sigset_t *set)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = signal };
	struct itimerspec soon = { .it_value.tv_nsec = 1 };
	siginfo_t info;
	timer_t timer;

	need(!timer_create(clock, &event, &timer));
	need(!timer_settime(timer, 0, &soon, NULL));
	while (sigtimedwait(set, &info, &(struct timespec) { 0 }) != signal)
		;
	say("sent %d SIG%s SI_TIMER 0\n", getpid(), sigabbrev_np(signal));
	need(!timer_delete(timer));
}

/* Send signals, and codes that the kernel uses elsewhere. */
static void queues_signals(void)
{
	struct clone_args args = { .exit_signal = SIGURG };
	clockid_t clock;
	siginfo_t info;
	sigset_t set;
	pid_t pid;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGURG);
	sigaddset(&set, SIGWINCH);
	need(!sigprocmask(SIG_BLOCK, &set, NULL));
	pid = fork();
	need(pid >= 0);
	if (!pid) {
		need(sigwaitinfo(&set, &info) > 0);
		need(sigwaitinfo(&set, &info) > 0);
		_exit(0);
	}
	queue(pid, SIGUSR1, SI_MESGQ, "SI_MESGQ");
	queue(pid, SIGUSR2, SI_TIMER, "SI_TIMER");
	reap(pid, 0);
	queue(getpid(), SIGUSR2, SI_TIMER, "SI_TIMER");
	need(sigwaitinfo(&set, &info) == SIGUSR2);
	expires(CLOCK_MONOTONIC, SIGUSR1, &set);
	expires(CLOCK_PROCESS_CPUTIME_ID, SIGHUP, &set);
	/* Use the CPU time of another process, which does not notice. */
	pid = fork();
	need(pid >= 0);
	if (!pid)
		for (;;)
			;
	need(!clock_getcpuclockid(pid, &clock));
	expires(clock, SIGWINCH, &set);
	kill(pid, SIGKILL);
	need(waitpid(pid, NULL, 0) == pid);
	/* A child that reports its exit by another signal. */
	pid = syscall(SYS_clone3, &args, sizeof(args));
	need(pid >= 0);
	if (!pid)
		_exit(0);
	need(sigwaitinfo(&set, &info) == SIGURG);
	say("sent %d SIGURG %d %d\n", getpid(), CLD_EXITED, pid);
	reap(pid, 0);
	need(!sigprocmask(SIG_UNBLOCK, &set, NULL));
}

static pid_t make(struct clone_args *args)
{
	pid_t pid;

	args->exit_signal = SIGCHLD;
	pid = syscall(SYS_clone3, args, sizeof(*args));
	need(pid >= 0);
	return pid;
}

static void makes_namespace(void)
{
	struct clone_args args = { .flags = CLONE_NEWTIME };
	pid_t pid = make(&args);

	if (!pid)
		_exit(0);
	say("flags %d CLONE_NEWTIME\n", pid);
	reap(pid, 0);
}

/* Return the number of the user namespace. */
static unsigned long namespace(void)
{
	struct stat st;

	need(!stat("/proc/self/ns/user", &st));
	return st.st_ino;
}

static void changes_creds(void)
{
	gid_t groups[2] = { 1, 2 }, others[2] = { 1, 3 };
	pid_t pid = fork();

	need(pid >= 0);
	if (!pid) {
		int had = getgroups(0, NULL);
		unsigned long was;

		need(!setgroups(2, groups));
		say("groups %d %d 2\n", getpid(), had);
		need(!setgroups(2, others));
		say("groups %d 2 2\n", getpid());
		need(!prctl(PR_CAPBSET_DROP, DROPPED));
		say("bounding %d\n", getpid());
		need(!prctl(PR_SET_KEEPCAPS, 1));
		say("securebits %d\n", getpid());
		was = namespace();
		need(!unshare(CLONE_NEWUSER));
		say("user_ns %d %lu %lu\n", getpid(), was, namespace());
		/* In the new namespace the process has all capabilities. */
		say("bounding %d\n", getpid());
		_exit(0);
	}
	reap(pid, 0);
	pid = fork();
	need(pid >= 0);
	if (!pid) {
		setfsuid(1234);
		say("fsuid %d 1234\n", getpid());
		_exit(0);
	}
	reap(pid, 0);
}

static void executes_long(void)
{
	static char path[400], arg[600];
	pid_t pid = fork();

	need(pid >= 0);
	if (!pid) {
		memset(path, '/', 300);
		memcpy(path + 300, "proc/self/exe", sizeof("proc/self/exe"));
		memset(arg, 'a', sizeof(arg) - 1);
		execl(path, "process_edges", "leaf", arg, "more", NULL);
		_exit(127);
	}
	say("long %d\n", pid);
	reap(pid, 0);
}

/* Exit codes of a process and of its last thread. */
#define PROCESS_CODE	42
#define THREAD_CODE	43

/* A thread that exits alone when it is told to. */
static int exits_alone(void *go)
{
	char byte;

	(void)!read(*(int *)go, &byte, 1);
	syscall(SYS_exit, THREAD_CODE);
	return 0;
}

/* Start the thread on the same CPU, get priority over it, and exit when told to. */
static void exits_before_thread(int tell, int go, int go_thread)
{
	static char stack[65536];
	struct sched_param first = { .sched_priority = 1 };
	cpu_set_t cpus;
	pid_t thread;
	char byte;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	need(!sched_setaffinity(0, sizeof(cpus), &cpus));
	thread = clone(exits_alone, stack + sizeof(stack), CLONE_VM | CLONE_FS | CLONE_FILES |
		       CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, &go_thread);
	need(thread > 0);
	need(!sched_setscheduler(0, SCHED_FIFO, &first));
	need(write(tell, &thread, sizeof(thread)) == sizeof(thread));
	need(read(go, &byte, 1) == 1);
	_exit(PROCESS_CODE);
}

/*
 * Let a process exit while one of its threads, which has exited with another code, is stopped
 * by its tracer before it counts as dead. The thread is then the last one.
 */
static void thread_is_last(void)
{
	int told[2], go[2], go_thread[2], status;
	pid_t pid, thread;

	need(!pipe(told) && !pipe(go) && !pipe(go_thread));
	pid = fork();
	need(pid >= 0);
	if (!pid)
		exits_before_thread(told[1], go[0], go_thread[0]);
	need(read(told[0], &thread, sizeof(thread)) == sizeof(thread));
	need(!ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACEEXIT));
	say("seized %d %d\n", thread, getpid());
	need(write(go_thread[1], "", 1) == 1);
	need(waitpid(thread, &status, __WALL) == thread);
	need(WIFSTOPPED(status) && status >> 16 == PTRACE_EVENT_EXIT);
	need(write(go[1], "", 1) == 1);
	need(waitpid(thread, &status, __WALL) == thread && !WIFSTOPPED(status));
	reap(pid, PROCESS_CODE);
	say("exited %d %d\n", pid, PROCESS_CODE);
}

static void into(const char *cgroup)
{
	struct clone_args args = { .flags = CLONE_INTO_CGROUP };
	pid_t pid;

	args.cgroup = open(cgroup, O_PATH);
	need((int)args.cgroup >= 0);
	pid = make(&args);
	if (!pid)
		_exit(5);
	say("%d\n", pid);
	reap(pid, 5);
}

static void *ring_part(int fd, size_t size, off_t offset)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);

	need(at != MAP_FAILED);
	return at;
}

/* Submit a request for which io_uring creates a worker. */
static void uring(void)
{
	struct io_uring_params params = { 0 };
	int fd = syscall(SYS_io_uring_setup, 1, &params);
	struct io_uring_sqe *request;
	uint8_t *queue;

	need(fd >= 0);
	queue = ring_part(fd, params.sq_off.array + sizeof(uint32_t), IORING_OFF_SQ_RING);
	request = ring_part(fd, sizeof(*request), IORING_OFF_SQES);
	request->opcode = IORING_OP_NOP;
	request->flags = IOSQE_ASYNC;
	*(uint32_t *)(queue + params.sq_off.array) = 0;
	__atomic_store_n((uint32_t *)(queue + params.sq_off.tail), 1, __ATOMIC_RELEASE);
	need(syscall(SYS_io_uring_enter, fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) == 1);
	say("worked\n");
	wait_line();
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "leaf"))
		return 0;
	if (argc > 2 && !strcmp(argv[1], "into")) {
		into(argv[2]);
		return 0;
	}
	if (argc > 1 && !strcmp(argv[1], "uring")) {
		uring();
		return 0;
	}
	say("self %d\n", getpid());
	wait_line();
	parent_traces();
	queues_signals();
	makes_namespace();
	changes_creds();
	executes_long();
	thread_is_last();
	return 0;
}
