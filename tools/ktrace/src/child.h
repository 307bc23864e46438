/* SPDX-License-Identifier: GPL-2.0 */
/* The traced program. */
#ifndef _KTRACE_CHILD_H
#define _KTRACE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/**
 * struct child - a program that ktrace starts
 * @pid:	its process
 * @go:		write end of the pipe that it waits for
 * @failed:	read end of the pipe that has the errno of a failed execve()
 * @status:	its status, as wait() gives it
 * @ended:	@status is valid
 */
struct child {
	pid_t	pid;
	int	go;
	int	failed;
	int	status;
	bool	ended;
};

/**
 * struct child_setup - how to start a program
 * @argv:	program and arguments
 * @env:	changes of the environment: NAME=VALUE, or NAME to remove it; NULL at the end
 * @user:	user to run as, or NULL
 */
struct child_setup {
	char	**argv;
	char	**env;
	const char *user;
};

void child_start(struct child *child, const struct child_setup *setup);
void child_go(struct child *child);
bool child_ended(struct child *child);
void child_explain(const struct child *child);
int child_exit_status(const struct child *child);

#endif /* _KTRACE_CHILD_H */
