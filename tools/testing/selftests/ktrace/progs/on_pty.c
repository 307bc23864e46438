// SPDX-License-Identifier: GPL-2.0
/*
 * on_pty [-2] PROGRAM ARG... - run a program on a pseudo terminal
 *
 * The program's standard input, output and error are a terminal of 24 lines and 80 columns; with
 * -2 only its standard error is. on_pty copies what the program writes to the terminal to its own
 * standard output, and its own standard input to the terminal. Exits with the program's status,
 * or with 125 if there is no terminal.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

/* Copy once. Return false at the end of @from. */
static bool copy(int from, int to)
{
	char data[4096];
	ssize_t n = read(from, data, sizeof(data)), at = 0, done;

	/* The terminal reports EIO when its last user is gone. */
	if (n <= 0)
		return n < 0 && errno == EINTR;
	for (; at < n; at += done) {
		done = write(to, data + at, n - at);
		if (done < 0)
			err(125, "write");
	}
	return true;
}

static void copy_all(int terminal)
{
	struct pollfd fds[] = {
		{ .fd = terminal, .events = POLLIN }, { .fd = STDIN_FILENO, .events = POLLIN },
	};

	while (poll(fds, 2, -1) > 0) {
		if (fds[0].revents && !copy(terminal, STDOUT_FILENO))
			return;
		if (fds[1].revents && !copy(STDIN_FILENO, terminal))
			fds[1].fd = -1;
	}
}

int main(int argc, char **argv)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	bool only_error = argc > 1 && !strcmp(argv[1], "-2");
	int terminal, side, status;
	pid_t pid;

	argv += 1 + only_error;
	if (!*argv || openpty(&terminal, &side, NULL, NULL, &size))
		err(125, "no terminal");
	pid = fork();
	if (pid < 0)
		err(125, "fork");
	if (!pid) {
		close(terminal);
		if (only_error)
			dup2(side, STDERR_FILENO);
		else if (login_tty(side))
			err(125, "login_tty");
		execvp(*argv, argv);
		_exit(127);
	}
	close(side);
	copy_all(terminal);
	if (waitpid(pid, &status, 0) != pid)
		return 125;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
