// SPDX-License-Identifier: GPL-2.0
/*
 * stopped_call - a task that a debugger stops where it leaves a system call
 *
 * A child calls getpriority(91, 92). When it stops at the end of that call, prints the
 * child's number, and waits for a line on standard input. Then lets the child go on, without
 * stops; it calls getpriority(93, 94) and exits. Status 0 unless something went wrong.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int child(void)
{
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	raise(SIGSTOP);
	syscall(SYS_getpriority, 91, 92);
	syscall(SYS_getpriority, 93, 94);
	return 0;
}

/* Whether the child stops, by @signal. */
static int stops(pid_t pid, int signal)
{
	int status;

	return waitpid(pid, &status, 0) == pid && WIFSTOPPED(status) &&
	       WSTOPSIG(status) == signal;
}

int main(void)
{
	int i, status;
	pid_t pid = fork();

	if (!pid)
		return child();
	if (!stops(pid, SIGSTOP))
		return 1;
	ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
	/* The ends of raise(), which calls more, are not counted: look for the number. */
	for (i = 0; i < 100; i++) {
		struct __ptrace_syscall_info info;

		if (ptrace(PTRACE_SYSCALL, pid, NULL, NULL) || !stops(pid, SIGTRAP | 0x80))
			return 1;
		if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) <= 0)
			return 1;
		if (info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_getpriority)
			break;
	}
	if (ptrace(PTRACE_SYSCALL, pid, NULL, NULL) || !stops(pid, SIGTRAP | 0x80))
		return 1;
	printf("%d\n", pid);
	fflush(stdout);
	if (getchar() == EOF)
		return 1;
	ptrace(PTRACE_DETACH, pid, NULL, NULL);
	return waitpid(pid, &status, 0) != pid || status;
}
