// SPDX-License-Identifier: GPL-2.0
/*
 * follow_tree WHAT [MS] - tasks that call setrlimit(), which no other program calls
 *
 *	tree	the process, a thread, a child and a grandchild, once each
 *	exec	a thread that executes "follow_tree one"
 *	one	the process, once
 *	busy	the process, until it is killed: bursts of many calls, because records
 *		in quick succession take another code path, with MS milliseconds
 *		between the bursts (default 1)
 *
 * tree and exec print "self PID" and read a line before they begin. tree prints "thread
 * TID", "child PID" and "grandchild PID", and "ready" when all tasks exist and have
 * made their calls; after another line of input the tasks exit in the reverse order.
 * exec prints "thread TID" and reads another line before execve().
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int pipes[2];	/* a reader of the end of this pipe may exit */
static char **self;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void say(const char *who)
{
	printf("%s %ld\n", who, syscall(SYS_gettid));
	fflush(stdout);
}

static void wait_line(void)
{
	char byte;

	do {
		if (read(0, &byte, 1) != 1)
			die("standard input");
	} while (byte != '\n');
}

static void change(void)
{
	struct rlimit limit;

	if (syscall(SYS_getrlimit, RLIMIT_CORE, &limit) ||
	    syscall(SYS_setrlimit, RLIMIT_CORE, &limit))
		die("setrlimit");
}

/* Wait for the end of the pipe, which carries no data. */
static void wait_end(void)
{
	char byte;

	if (read(pipes[0], &byte, 1) < 0)
		die("pipe");
}

static void *thread(void *changed)
{
	change();
	say("thread");
	pthread_barrier_wait(changed);
	wait_end();
	return NULL;
}

/* Create a child, which creates a grandchild if @generations allows. Return when all exist. */
static pid_t make_child(const char *who, int generations)
{
	int ready[2];
	pid_t pid;
	char byte;

	if (pipe(ready))
		die("pipe");
	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid) {
		close(pipes[1]);
		change();
		say(who);
		if (generations > 1)
			pid = make_child("grandchild", generations - 1);
		if (write(ready[1], "", 1) != 1)
			die("ready");
		wait_end();
		if (pid)
			waitpid(pid, NULL, 0);
		_exit(0);
	}
	if (read(ready[0], &byte, 1) != 1)
		die("ready");
	return pid;
}

static void tree(void)
{
	pthread_barrier_t changed;
	pthread_t id;
	pid_t pid;

	if (pipe(pipes))
		die("pipe");
	say("self");
	wait_line();
	change();
	pid = make_child("child", 2);
	pthread_barrier_init(&changed, NULL, 2);
	if (pthread_create(&id, NULL, thread, &changed))
		die("pthread_create");
	pthread_barrier_wait(&changed);
	say("ready");
	wait_line();
	close(pipes[1]);
	pthread_join(id, NULL);
	waitpid(pid, NULL, 0);
	say("alone");
	wait_line();
}

static void *execute(void *unused)
{
	(void)unused;
	say("thread");
	wait_line();
	execl("/proc/self/exe", self[0], "one", NULL);
	die("exec");
	return NULL;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	pthread_t id;
	int i, rest_ms;

	self = argv;
	if (!strcmp(what, "tree")) {
		tree();
	} else if (!strcmp(what, "one")) {
		change();
	} else if (!strcmp(what, "busy")) {
		rest_ms = argc > 2 ? atoi(argv[2]) : 1;
		for (;; usleep(1000 * rest_ms))
			for (i = 0; i < 20; i++)
				change();
	} else if (!strcmp(what, "exec")) {
		say("self");
		wait_line();
		if (pthread_create(&id, NULL, execute, NULL))
			die("pthread_create");
		pthread_join(id, NULL);
	} else {
		fprintf(stderr, "usage: follow_tree tree|exec|one|busy [MS]\n");
		return 2;
	}
	return 0;
}
