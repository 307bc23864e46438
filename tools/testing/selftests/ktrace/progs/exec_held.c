// SPDX-License-Identifier: GPL-2.0
/*
 * exec_held - a process that is held in the middle of an execve()
 *
 * A child with a second thread executes the program "/bin/true" under the name "held". execve()
 * waits until the other threads have exited, and a debugger stops the second thread at its exit.
 * Then the program prints the child's id, and waits for a line on standard input before it lets
 * the thread exit. Exit status: 0 if all went well.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int tid_pipe[2], go_pipe[2];

static void *second_thread(void *unused)
{
	pid_t tid = syscall(SYS_gettid);

	if (write(tid_pipe[1], &tid, sizeof(tid)) != sizeof(tid))
		_exit(1);
	for (;;)
		pause();
	return unused;
}

static int child(void)
{
	pthread_t thread;
	char go;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, "held");
	if (pthread_create(&thread, NULL, second_thread, NULL) || read(go_pipe[0], &go, 1) != 1)
		return 1;
	execl("/bin/true", "true", NULL);
	return 1;
}

int main(void)
{
	int status;
	pid_t pid, tid;

	if (pipe(tid_pipe) || pipe(go_pipe))
		return 1;
	pid = fork();
	if (!pid)
		return child();
	if (pid < 0 || read(tid_pipe[0], &tid, sizeof(tid)) != sizeof(tid))
		return 1;
	if (ptrace(PTRACE_SEIZE, tid, NULL, PTRACE_O_TRACEEXIT) || write(go_pipe[1], "", 1) != 1)
		return 1;
	if (waitpid(tid, &status, __WALL) != tid ||
	    status >> 8 != (SIGTRAP | PTRACE_EVENT_EXIT << 8))
		return 1;
	printf("%d\n", pid);
	fflush(stdout);
	if (getchar() == EOF || ptrace(PTRACE_CONT, tid, NULL, NULL))
		return 1;
	/* The thread stays until its debugger has seen its exit. */
	if (waitpid(tid, &status, __WALL) != tid)
		return 1;
	return waitpid(pid, &status, 0) != pid || status;
}
