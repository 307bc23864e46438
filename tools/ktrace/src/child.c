// SPDX-License-Identifier: GPL-2.0
/*
 * Start the traced program, stopped until tracing is set up.
 *
 * The child waits on a pipe and executes the program when ktrace has written to it. If
 * ktrace dies before that, the child reads the end of the pipe and exits, so no program
 * ever runs untraced. Everything that can be done before the program runs is done before
 * the wait, so the first recorded call is the execve().
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "util.h"

/* Print a message and exit with a status that says why the program cannot run. */
static void cannot_run(const char *name, int err)
{
	warn_msg("cannot run '%s': %s", name, strerror(err));
	exit(err == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_RUN);
}

/* Find a program as execvp() does. Returns its path in new memory. */
static char *find_program(const char *name)
{
	const char *at = getenv("PATH") ?: "/usr/local/bin:/usr/bin:/bin";
	int err = ENOENT;
	struct stat st;
	size_t len;
	char *path;

	if (strchr(name, '/'))
		return strdup_or_die(name);
	for (;; at += len + 1) {
		len = strcspn(at, ":");
		path = len ? print_new("%.*s/%s", (int)len, at, name) : strdup_or_die(name);
		if (!stat(path, &st) && S_ISREG(st.st_mode)) {
			if (!access(path, X_OK))
				return path;
			err = EACCES;
		}
		free(path);
		if (!at[len])
			break;
	}
	cannot_run(name, err);
	return NULL;
}

static void change_user(const char *user)
{
	struct passwd *pw = getpwnam(user);

	if (!pw)
		die("-u: no user '%s'", user);
	if (initgroups(user, pw->pw_gid) || setgid(pw->pw_gid) || setuid(pw->pw_uid))
		die("-u: cannot become '%s': %s", user, strerror(errno));
}

static void change_environment(char **env)
{
	for (; env && *env; env++) {
		if (strchr(*env, '=') ? putenv(*env) : unsetenv(*env))
			die("-E: %s: %s", *env, strerror(errno));
	}
}

/* The child: wait, then execute the program. */
static void run_program(const struct child_setup *setup, char *path, int go, int failed)
{
	char byte;
	int err;

	change_environment(setup->env);
	if (setup->user)
		change_user(setup->user);
	if (read(go, &byte, 1) != 1)
		_exit(EXIT_KTRACE);
	execve(path, setup->argv, environ);
	err = errno;
	if (write(failed, &err, sizeof(err)) != sizeof(err))
		_exit(EXIT_KTRACE);
	_exit(err == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_RUN);
}

/**
 * child_start - start a program, which waits for child_go()
 * @child:	output
 * @setup:	what to start
 *
 * Exits with the status of env if there is no such program.
 */
void child_start(struct child *child, const struct child_setup *setup)
{
	char *path = find_program(setup->argv[0]);
	int go[2], failed[2];

	memset(child, 0, sizeof(*child));
	if (access(path, F_OK))
		cannot_run(path, errno);
	if (pipe2(go, O_CLOEXEC) || pipe2(failed, O_CLOEXEC))
		die("pipe: %s", strerror(errno));
	fflush(NULL);
	child->pid = fork();
	if (child->pid < 0)
		die("fork: %s", strerror(errno));
	if (!child->pid) {
		close(go[1]);
		run_program(setup, path, go[0], failed[1]);
	}
	close(go[0]);
	close(failed[1]);
	child->go = go[1];
	child->failed = failed[0];
	free(path);
}

/**
 * child_go - let the program run
 * @child:	the child
 *
 * Exits with the status of env if the program cannot be executed.
 */
void child_go(struct child *child)
{
	if (write(child->go, "", 1) != 1)
		die("the program ended before it began");
	close(child->go);
}

/**
 * child_ended - check whether the program has ended
 * @child:	the child
 *
 * Does not wait. A process that the program creates with CLONE_PARENT is a child of ktrace, too:
 * this function reaps it.
 *
 * Return: true if @child->status is valid.
 */
bool child_ended(struct child *child)
{
	int status;
	pid_t pid;

	while (!child->ended && (pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != child->pid)
			continue;
		child->status = status;
		child->ended = true;
	}
	return child->ended;
}

/* Die by a signal as the program did, without a core file of our own. */
static void raise_again(int sig)
{
	struct rlimit no_core = { 0, 0 };
	sigset_t set;

	setrlimit(RLIMIT_CORE, &no_core);
	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
}

/**
 * child_explain - print a message if the program could not be executed
 * @child:	a child that has ended
 */
void child_explain(const struct child *child)
{
	int err;

	if (read(child->failed, &err, sizeof(err)) == sizeof(err))
		warn_msg("cannot execute the program: %s", strerror(err));
}

/**
 * child_exit_status - status to exit with
 * @child:	a child that has ended
 *
 * If the program died by a signal, this function raises the signal and does not return.
 *
 * Return: the status of the program.
 */
int child_exit_status(const struct child *child)
{
	if (WIFSIGNALED(child->status)) {
		raise_again(WTERMSIG(child->status));
		return 128 + WTERMSIG(child->status);
	}
	return WEXITSTATUS(child->status);
}
