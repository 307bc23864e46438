// SPDX-License-Identifier: GPL-2.0
/*
 * Switch on options/call-time while ktrace needs it: records of calls then tell how long the
 * task ran, waited for a CPU, and was blocked.
 *
 * The option holds for all instances, and the kernel changes it only while no instance uses
 * events of system calls. A process of its own, the keeper, switches the option on, and off again
 * when ktrace has ended, also when ktrace was killed. ktrace itself never writes the option, so
 * that a kill of ktrace at any moment leaves a keeper, or the option as it was.
 *
 * Each keeper that needs the option holds a shared lock of the byte USED of the control file. A
 * keeper that finds the option on without this lock leaves it on, because the user has switched it
 * on. Of several keepers, the last one switches the option off. A keeper reads and changes the
 * option and the lock only while it holds an exclusive lock of the byte CHANGING.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
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

/* The bytes of the control file that keepers lock. */
enum lock {
	USED,
	CHANGING,
};

/**
 * struct answer - what a keeper tells ktrace when the option is on, or cannot be switched on
 * @works:	records tell where the time of a call went
 * @ours:	the keeper will switch the option off
 * @error:	if not @works, errno
 */
struct answer {
	bool	works;
	bool	ours;
	int	error;
};

/* Change a lock: @type is F_RDLCK, F_WRLCK or F_UNLCK. Return false if another keeper has it. */
static bool lock_byte(int option, enum lock lock, int type, bool wait)
{
	struct flock range = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = lock, .l_len = 1,
	};

	/* Locks of the open file, whose type changes without a moment without the lock. */
	return !fcntl(option, wait ? F_OFD_SETLKW : F_OFD_SETLK, &range);
}

/* The keeper holds no file of ktrace's: each may own something that must end with ktrace. */
static void leave_files(int alive, int told)
{
	unsigned int low = alive < told ? alive : told, high = alive < told ? told : alive;
	int null = open("/dev/null", O_RDWR), fd;

	for (fd = 0; fd < 3; fd++)
		dup2(null, fd);
	if (low > 3)
		close_range(3, low - 1, 0);
	if (high > low + 1)
		close_range(low + 1, high - 1, 0);
	close_range(high + 1, ~0U, 0);
}

/* Switch the option on, and hold the lock if the keeper must switch it off. */
static struct answer switch_on(int option)
{
	struct answer answer = { .works = false };
	char was = 0;

	lock_byte(option, CHANGING, F_WRLCK, true);
	if (pread(option, &was, 1, 0) == 1 && was == '1') {
		answer.works = true;
		/* If no keeper has the lock, the user has switched the option on. */
		answer.ours = !lock_byte(option, USED, F_WRLCK, false);
	} else {
		answer.works = pwrite(option, "1\n", 2, 0) == 2;
		answer.ours = answer.works;
		answer.error = errno;
	}
	lock_byte(option, USED, answer.ours ? F_RDLCK : F_UNLCK, false);
	lock_byte(option, CHANGING, F_UNLCK, false);
	return answer;
}

/* Switch the option off, unless another keeper will do so. Return false if the kernel is busy. */
static bool switch_off(int option)
{
	bool done = true;

	lock_byte(option, CHANGING, F_WRLCK, true);
	if (lock_byte(option, USED, F_WRLCK, false))
		done = pwrite(option, "0\n", 2, 0) == 2 || errno != EBUSY;
	lock_byte(option, USED, done ? F_UNLCK : F_RDLCK, false);
	lock_byte(option, CHANGING, F_UNLCK, false);
	return done;
}

static __noreturn void keep(const char *path, int alive, int told)
{
	struct timespec pause = { .tv_nsec = OFF_QUICK_NS };
	struct answer answer = { .works = false };
	sigset_t all;
	int option, i;
	char byte;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	setsid();
	leave_files(alive, told);
	option = open(path, O_RDWR | O_CLOEXEC);
	answer.error = errno;
	if (option >= 0)
		answer = switch_on(option);
	/* If ktrace has been killed, nobody reads this. */
	if (write(told, &answer, sizeof(answer)) < 0)
		answer.error = errno;
	close(told);
	if (!answer.ours)
		_exit(0);
	while (read(alive, &byte, 1) < 0 && errno == EINTR)
		;
	for (i = 0; !switch_off(option); i++) {
		if (i == OFF_QUICK_TRIES)
			pause.tv_nsec = OFF_SLOW_NS;
		nanosleep(&pause, NULL);
	}
	_exit(0);
}

/* Start the keeper, and wait until it has switched the option on. */
static struct answer start_keeper(const char *path)
{
	struct answer answer;
	int alive[2], told[2];
	ssize_t n;

	if (pipe2(alive, O_CLOEXEC) || pipe2(told, O_CLOEXEC))
		die("pipe: %s", strerror(errno));
	fflush(NULL);
	keeper.pid = fork();
	if (keeper.pid < 0)
		die("fork: %s", strerror(errno));
	if (!keeper.pid)
		keep(path, alive[0], told[1]);
	close(alive[0]);
	close(told[1]);
	keeper.alive = alive[1];
	while ((n = read(told[0], &answer, sizeof(answer))) < 0 && errno == EINTR)
		;
	close(told[0]);
	if (n != sizeof(answer))
		answer = (struct answer){ .error = EIO };
	return answer;
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
	struct answer answer = { .works = false };

	/* Kernels before this option lack the file. */
	if (file_exists(path)) {
		answer = start_keeper(path);
		if (!answer.works)
			warn_msg("no times of running, waiting and blocking: %s",
				 answer.error == EBUSY ?
				 "others use events of system calls, and options/call-time is off" :
				 strerror(answer.error));
		if (!answer.ours)
			calltime_end();
	}
	free(path);
	return answer.works;
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
