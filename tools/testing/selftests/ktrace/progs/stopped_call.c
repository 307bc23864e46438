// SPDX-License-Identifier: GPL-2.0
/*
 * stopped_call - a task that a debugger stops at the exit of a system call
 *
 * A child calls getpriority(91, 92). When the child stops at the end of that call, the
 * program prints the child's id and waits for a line on standard input. Then the child
 * continues without stops, calls getpriority(93, 94) and exits. Exit status: 0 if all
 * went well.
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

/* Wait for the child. Return: whether @signal stopped the child. */
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
	/*
	 * raise() makes more calls, whose number is unknown: look for the call number
	 * instead.
	 */
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
