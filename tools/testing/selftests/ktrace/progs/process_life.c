// SPDX-License-Identifier: GPL-2.0
/*
 * process_life [PATH] - let processes and threads go through their lives, and log it
 *
 * Prints "self PID", reads a line, and then creates processes and threads, one after
 * the other. It prints these lines, in no particular order:
 *
 *	fork PARENT CHILD	a process has created another process
 *	thread PROCESS TID	a process has created a thread
 *	exec PID PATH		a process executes a program
 *	exit PID code N		a process has exited
 *	exit PID signal NAME	a signal has killed it
 *	stopped PID NAME	job control has stopped it
 *	continued PID		the process continues
 *	handled PID NAME	a handler was called
 *	name PID NEW		the process has changed its name
 *	uid PID NEW		the real user id has changed
 *
 * PATH is the path by which the program executes itself (default /proc/self/exe).
 *
 * process_life leaf CODE PATH: says "exec", and exits with CODE.
 * process_life many N [FILE]: creates N processes, one after the other, that exit with their
 * number modulo 100; each calls getpriority() twice and prints nothing. With FILE, creates
 * more processes until FILE exists, and prints the number of processes.
 * process_life threads N: creates N processes of four threads each, one after the other; the
 * four threads exit at the same time.
 * process_life flood N: calls getpriority() N times, with 1, 2, ... as its argument.
 * process_life work ROUNDS CALLS: each round makes CALLS calls of getpriority(), and a child
 * like "many"; prints the duration of the fastest calls and of the fastest child in
 * nanoseconds.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *path = "/proc/self/exe";

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Write a line by a single write(), because other processes write to the same file. */
#define say(...)							\
	do {								\
		char line[256];						\
		int len = snprintf(line, sizeof(line), __VA_ARGS__);	\
									\
		if (write(1, line, len) != len)				\
			die("log");					\
	} while (0)

static void wait_line(void)
{
	char byte;

	do {
		if (read(0, &byte, 1) != 1)
			die("standard input");
	} while (byte != '\n');
}

static const char *signal_name(int sig)
{
	static char name[32];

	snprintf(name, sizeof(name), "SIG%s", sigabbrev_np(sig));
	return name;
}

/* Wait for a child, and log how it ended. */
static void reap(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		die("waitpid");
	if (WIFEXITED(status))
		say("exit %d code %d\n", pid, WEXITSTATUS(status));
	else
		say("exit %d signal %s\n", pid, signal_name(WTERMSIG(status)));
}

static pid_t forked(pid_t pid)
{
	if (pid < 0)
		die("fork");
	if (pid)
		say("fork %d %d\n", getpid(), pid);
	return pid;
}

static void execute(const char *code)
{
	execl(path, "process_life", "leaf", code, path, NULL);
	_exit(127);
}

static void *exec_thread(void *unused)
{
	(void)unused;
	say("thread %d %ld\n", getpid(), syscall(SYS_gettid));
	execute("5");
	return NULL;
}

static void *plain_thread(void *unused)
{
	(void)unused;
	say("thread %d %ld\n", getpid(), syscall(SYS_gettid));
	return NULL;
}

static void make_thread(void *(*what)(void *))
{
	pthread_t id;

	if (pthread_create(&id, NULL, what, NULL) || pthread_join(id, NULL))
		die("thread");
}

static void handler(int sig)
{
	say("handled %d %s\n", getpid(), signal_name(sig));
}

static void child_exits(void)
{
	pid_t pid = forked(fork());

	if (!pid)
		_exit(3);
	reap(pid);
}

static void child_execs_in_thread(void)
{
	pid_t pid = forked(fork());

	if (!pid)
		make_thread(exec_thread);
	reap(pid);
}

static void child_is_killed(int sig)
{
	pid_t pid = forked(fork());

	if (!pid)
		for (;;)
			pause();
	if (kill(pid, sig))
		die("kill");
	reap(pid);
}

static void child_is_stopped(void)
{
	int seen[2], status;
	char byte;
	pid_t pid;

	if (pipe(seen))
		die("pipe");
	pid = forked(fork());
	if (!pid) {
		close(seen[1]);
		raise(SIGSTOP);
		/* A tracer sees that the child continues only while the child exists. */
		_exit(read(seen[0], &byte, 1));
	}
	if (waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status))
		die("stop");
	say("stopped %d %s\n", pid, signal_name(WSTOPSIG(status)));
	kill(pid, SIGCONT);
	if (waitpid(pid, &status, WCONTINUED) != pid || !WIFCONTINUED(status))
		die("continue");
	say("continued %d\n", pid);
	close(seen[1]);
	close(seen[0]);
	reap(pid);
}

static void child_vforks(void)
{
	pid_t pid = vfork();

	if (!pid)
		execute("7");
	forked(pid);
	reap(pid);
}

/* A child exits before its own child. */
static void child_leaves_orphan(void)
{
	int done[2];
	pid_t pid;
	char byte;

	if (pipe(done))
		die("pipe");
	pid = forked(fork());
	if (!pid) {
		pid_t orphan = forked(fork());

		if (orphan)
			_exit(0);
		/* Wait until the parent has exited. */
		while (getppid() != 1)
			usleep(1000);
		say("exit %d code 9\n", getpid());
		_exit(9);
	}
	reap(pid);
	close(done[1]);
	/* The orphan holds the other end of the pipe. */
	if (read(done[0], &byte, 1) < 0)
		die("orphan");
	close(done[0]);
}

static void child_changes(void)
{
	pid_t pid = forked(fork());

	if (!pid) {
		prctl(PR_SET_NAME, "other name");
		say("name %d other name\n", getpid());
		if (syscall(SYS_setresuid, 1234, 1234, 1234))
			die("setresuid");
		say("uid %d 1234\n", getpid());
		_exit(0);
	}
	reap(pid);
}

/* Return the number of processes: @n, or more if the file @until does not exist by then. */
static int many(int n, const char *until)
{
	int i, status;
	pid_t pid;

	for (i = 0; i < n || (until && access(until, F_OK)); i++) {
		pid = fork();
		if (pid < 0)
			die("fork");
		if (!pid) {
			syscall(SYS_getpriority, PRIO_PROCESS, 0);
			syscall(SYS_getpriority, PRIO_PROCESS, 0);
			_exit(i % 100);
		}
		if (waitpid(pid, &status, 0) != pid)
			die("waitpid");
	}
	return i;
}

static pthread_barrier_t together;

/* Exit only this thread, not the process. */
static void *thread_exits(void *unused)
{
	(void)unused;
	pthread_barrier_wait(&together);
	syscall(SYS_exit, 0);
	return NULL;
}

static void threads(int n)
{
	pthread_t id;
	pid_t pid;
	int i;

	for (; n; n--) {
		pid = fork();
		if (pid < 0)
			die("fork");
		if (!pid) {
			pthread_barrier_init(&together, NULL, 4);
			for (i = 0; i < 3; i++)
				if (pthread_create(&id, NULL, thread_exits, NULL))
					die("thread");
			thread_exits(NULL);
		}
		if (waitpid(pid, NULL, 0) != pid)
			die("waitpid");
	}
}

static void call(int n)
{
	int i;

	for (i = 1; i <= n; i++)
		syscall(SYS_getpriority, PRIO_PROCESS, i);
}

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/*
 * Timer ticks and deferred kernel work fall into some rounds. The shortest round is
 * free of both if a round is much shorter than a tick.
 */
static void work(int rounds, int calls)
{
	long long since, took, least_calls = LLONG_MAX, least_child = LLONG_MAX;
	int i;

	while (rounds--) {
		since = now();
		for (i = 0; i < calls; i++)
			syscall(SYS_getpriority, PRIO_PROCESS, 0);
		took = now() - since;
		if (took < least_calls)
			least_calls = took;
		since = now();
		many(1, NULL);
		took = now() - since;
		if (took < least_child)
			least_child = took;
	}
	say("%lld %lld\n", least_calls, least_child);
}

int main(int argc, char **argv)
{
	if (argc > 3 && !strcmp(argv[1], "leaf")) {
		say("exec %d %s\n", getpid(), argv[3]);
		return atoi(argv[2]);
	}
	if (argc > 2 && !strcmp(argv[1], "many")) {
		int made = many(atoi(argv[2]), argv[3]);

		if (argv[3])
			say("%d\n", made);
		return 0;
	}
	if (argc > 2 && !strcmp(argv[1], "flood")) {
		call(atoi(argv[2]));
		return 0;
	}
	if (argc > 2 && !strcmp(argv[1], "threads")) {
		threads(atoi(argv[2]));
		return 0;
	}
	if (argc > 3 && !strcmp(argv[1], "work")) {
		/* The memory layout decides how many page tables a child copies. */
		if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE)) {
			personality(ADDR_NO_RANDOMIZE);
			execv("/proc/self/exe", argv);
			die("execv");
		}
		work(atoi(argv[2]), atoi(argv[3]));
		return 0;
	}
	if (argc > 1)
		path = argv[1];
	say("self %d\n", getpid());
	wait_line();
	signal(SIGUSR1, handler);
	signal(SIGUSR2, SIG_IGN);
	child_exits();
	make_thread(plain_thread);
	child_execs_in_thread();
	child_is_killed(SIGTERM);
	child_is_killed(SIGKILL);
	child_is_stopped();
	child_vforks();
	child_leaves_orphan();
	child_changes();
	raise(SIGUSR1);
	raise(SIGUSR2);
	say("exit %d code 11\n", getpid());
	return 11;
}
