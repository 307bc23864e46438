// SPDX-License-Identifier: GPL-2.0
/*
 * Switch on options/call-time while ktrace needs it: records of calls then tell how long the
 * task ran, waited for a CPU, and was blocked.
 *
 * The option holds for all instances, and the kernel changes it only while no instance uses
 * events of system calls. A process of its own, the keeper, switches the option off when ktrace
 * has ended, also when ktrace was killed. Each ktrace that uses the option holds a shared lock of
 * the control file: a ktrace that finds the option on without a lock does not switch it off,
 * because the user has switched it on. While several ktrace use the option, the kernel refuses
 * all changes but that of the last one.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calltime.h"
#include "util.h"

/*
 * The kernel removes the instance of a killed ktrace while the keeper runs already, so the first
 * attempts follow each other quickly. Later attempts are slower: the kernel refuses to change the
 * option (EBUSY) while anybody traces system calls.
 */
#define OFF_QUICK_TRIES	100
#define OFF_QUICK_NS	20000000L
#define OFF_SLOW_NS	500000000L

/**
 * struct keeper - the process that switches the option off
 * @pid:	the process; 0 if there is none
 * @alive:	the writing end of a pipe whose end tells the keeper that ktrace has ended
 */
static struct keeper {
	pid_t	pid;
	int	alive;
} keeper;

/* The keeper holds no file of ktrace's: each may own something that must end with ktrace. */
static void leave_files(int alive, int option)
{
	unsigned int low = alive < option ? alive : option, high = alive < option ? option : alive;
	int null = open("/dev/null", O_RDWR), fd;

	for (fd = 0; fd < 3; fd++)
		dup2(null, fd);
	if (low > 3)
		close_range(3, low - 1, 0);
	if (high > low + 1)
		close_range(low + 1, high - 1, 0);
	close_range(high + 1, ~0U, 0);
}

static __noreturn void keep(int alive, int option)
{
	struct timespec pause = { .tv_nsec = OFF_QUICK_NS };
	sigset_t all;
	char byte;
	int i;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	setsid();
	leave_files(alive, option);
	while (read(alive, &byte, 1) < 0 && errno == EINTR)
		;
	for (i = 0;; i++) {
		if (i == OFF_QUICK_TRIES)
			pause.tv_nsec = OFF_SLOW_NS;
		if (pwrite(option, "0\n", 2, 0) == 2 || errno != EBUSY)
			break;
		/* Another ktrace holds the lock: it uses the option, and will switch it off. */
		if (flock(option, LOCK_EX | LOCK_NB))
			break;
		/* A ktrace that starts now shares the lock, and takes over. */
		flock(option, LOCK_SH);
		nanosleep(&pause, NULL);
	}
	_exit(0);
}

/* Start the keeper, which has the locked control file. */
static void start_keeper(int option)
{
	int alive[2];

	if (pipe2(alive, O_CLOEXEC))
		die("pipe: %s", strerror(errno));
	fflush(NULL);
	keeper.pid = fork();
	if (keeper.pid < 0)
		die("fork: %s", strerror(errno));
	if (!keeper.pid) {
		close(alive[1]);
		keep(alive[0], option);
	}
	close(alive[0]);
	keeper.alive = alive[1];
}

/**
 * calltime_begin - let records of calls tell where the time of a call went
 * @root:	the directory of the control files
 *
 * ktrace must not use events of system calls yet. Says so if the records cannot tell.
 *
 * Return: false if the records do not tell.
 */
bool calltime_begin(const char *root)
{
	char *path = print_new("%s/options/call-time", root);
	int option = open(path, O_RDWR | O_CLOEXEC);
	bool ours, works;
	char was = 0;

	free(path);
	/* Kernels before this option. */
	if (option < 0)
		return false;
	works = pread(option, &was, 1, 0) == 1 && was == '1';
	ours = works && flock(option, LOCK_EX | LOCK_NB);
	/* The user's: release the lock, which another ktrace would take for that of a ktrace. */
	if (works && !ours)
		flock(option, LOCK_UN);
	if (!works) {
		/* Before the option is on, so that no other ktrace takes it for the user's. */
		flock(option, LOCK_SH);
		works = pwrite(option, "1\n", 2, 0) == 2;
		ours = works;
	}
	if (ours && !flock(option, LOCK_SH))
		start_keeper(option);
	if (!works)
		warn_msg("no times of running, waiting and blocking: %s", errno == EBUSY ?
			 "others use events of system calls, and options/call-time is off" :
			 strerror(errno));
	close(option);
	return works;
}

/**
 * calltime_end - switch off what calltime_begin() switched on
 *
 * ktrace must not use events of system calls any more. Waits until the option is off, but not while
 * others trace system calls: then the keeper goes on alone.
 */
void calltime_end(void)
{
	const struct timespec pause = { .tv_nsec = OFF_QUICK_NS };
	int i;

	if (!keeper.pid)
		return;
	close(keeper.alive);
	for (i = 0; i < OFF_QUICK_TRIES && !waitpid(keeper.pid, NULL, WNOHANG); i++)
		nanosleep(&pause, NULL);
	keeper.pid = 0;
}
