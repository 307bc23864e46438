// SPDX-License-Identifier: GPL-2.0
/*
 * with_pid NUMBER PROGRAM ARG... - run a program in a process with the id NUMBER
 *
 * The number must be free. Exits with the program's status, or with 125 if the process could
 * not be created.
 */
#define _GNU_SOURCE
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct clone_args args = { .exit_signal = SIGCHLD, .set_tid_size = 1 };
	int status;
	pid_t pid;

	if (argc < 3)
		return 125;
	pid = atoi(argv[1]);
	args.set_tid = (uintptr_t)&pid;
	pid = syscall(SYS_clone3, &args, sizeof(args));
	if (!pid) {
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	if (pid < 0) {
		perror("clone3");
		return 125;
	}
	if (waitpid(pid, &status, 0) != pid)
		return 125;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
