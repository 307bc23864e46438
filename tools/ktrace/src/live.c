// SPDX-License-Identifier: GPL-2.0
/*
 * Record a program or running processes: the life of a recording.
 *
 *	live_open()	create the instance, start the program stopped
 *	live_follow()	select tasks, so that enabling events records nobody else
 *	(the verb enables events)
 *	live_start()	let the program run
 *	live_goes_on()	until the followed tasks are gone or the user interrupts
 *	live_stop()	stop recording; the verb reads what is left
 *	live_close()	remove the instance, say what was lost, the exit status
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "live.h"
#include "util.h"

#define WAIT_MS		50
/* The size of each ring without -b. */
#define BUFFER_MIN_KB	1408
#define BUFFER_MAX_KB	4096
/* How long an interrupted program may take to end, in units of WAIT_MS. */
#define END_WAITS	4

/* The handler runs only during live_wait(). */
static sig_atomic_t interrupted;
static sig_atomic_t asked;
static sigset_t old_mask;

static void on_signal(int sig)
{
	if (sig == SIGUSR1)
		asked = 1;
	else
		interrupted = sig;
}

/* A signal that need only end a sleep. */
static void on_child(int sig)
{
	(void)sig;
}

/* Block the signals outside of live_wait(): a signal just before the wait must end it. */
static void catch_signals(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR1 };
	struct sigaction act = { .sa_handler = on_signal };
	sigset_t mask;
	size_t i;

	sigemptyset(&mask);
	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		sigaction(ends[i], &act, NULL);
		sigaddset(&mask, ends[i]);
	}
	act.sa_handler = on_child;
	sigaction(SIGCHLD, &act, NULL);
	sigaddset(&mask, SIGCHLD);
	sigprocmask(SIG_BLOCK, &mask, &old_mask);
	/* A reader of our output that is gone ends the recording, not the process. */
	act.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &act, NULL);
}

/* Return true once for each time the user asked for the records: SIGUSR1. */
bool live_asked(void)
{
	bool was = asked;

	asked = 0;
	return was;
}

/* Return the signal by which the user ended the recording, or 0. */
int live_interrupted(void)
{
	return interrupted;
}

/*
 * The size of each ring in kB without -b, large enough for the records of a program while ktrace
 * waits for a CPU: a 64th of the memory for all rings, at most BUFFER_MAX_KB for each. Return: 0
 * for the default of the kernel, if the share is BUFFER_MIN_KB or less.
 */
static unsigned int buffer_default(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), cpus = sysconf(_SC_NPROCESSORS_CONF);
	long kb = pages / 64 / (cpus > 0 ? cpus : 1) * (sysconf(_SC_PAGESIZE) / 1024);

	return kb > BUFFER_MAX_KB ? BUFFER_MAX_KB : kb > BUFFER_MIN_KB ? kb : 0;
}

/**
 * live_open - prepare a recording
 * @live:	output
 * @opt:	the command line
 *
 * The program, if there is one, is started and waits.
 */
void live_open(struct live *live, struct options *opt)
{
	unsigned int kb = opt->buffer_kb ?: buffer_default();
	char *text;

	memset(live, 0, sizeof(*live));
	live->opt = opt;
	/* The program inherits signals as ktrace found them, so it starts first. */
	if (opt->setup.argv) {
		child_start(&live->child, &opt->setup);
		live->has_child = true;
	}
	catch_signals();
	live->session = session_open();
	if (!kb)
		return;
	text = print_new("%u\n", kb);
	session_write(live->session, "buffer_size_kb", text);
	free(text);
}

/**
 * live_has_tasks - check whether the command line says whom to record
 * @opt:	the command line
 *
 * Return: true if there is a program or a task to attach to.
 */
bool live_has_tasks(const struct options *opt)
{
	return opt->setup.argv || opt->nr_pids || opt->cgroup || opt->nr_programs ||
	       opt->user || opt->all;
}

static void follow(struct live *live, pid_t pid)
{
	if (live->opt->no_follow)
		session_follow_alone(live->session, pid);
	else
		session_follow(live->session, pid);
}

/**
 * live_follow - select the tasks
 * @live:	the recording; no event is enabled yet
 */
void live_follow(struct live *live)
{
	const struct options *opt = live->opt;
	struct session *s = live->session;
	size_t i;

	for (i = 0; i < opt->nr_pids; i++)
		follow(live, opt->pids[i]);
	if (live->has_child)
		follow(live, live->child.pid);
	for (i = 0; i < opt->nr_programs; i++)
		session_follow_program(s, opt->programs[i]);
	if (opt->cgroup)
		session_filter_cgroup(s, opt->cgroup);
	if (opt->user && !live->has_child)
		session_filter_user(s, opt->user);
	if (!s->followed)
		session_exclude_self(s);
}

/**
 * live_start - let the program run
 * @live:	the recording, with all events enabled
 */
void live_start(struct live *live)
{
	if (live->has_child)
		child_go(&live->child);
}

/**
 * live_goes_on - check whether there is more to record
 * @live:	the recording
 *
 * Return: false if the user interrupted the recording, or no followed task is left.
 */
bool live_goes_on(struct live *live)
{
	if (interrupted)
		return false;
	if (live->has_child && !child_ended(&live->child))
		return true;
	return !live->session->followed || live->opt->nr_programs ||
	       session_any_followed(live->session);
}

/**
 * live_wait - wait for records, a signal, or a short time
 * @fds:	what to wait for
 * @nr:		number of @fds
 */
void live_wait(const struct pollfd *fds, unsigned int nr)
{
	struct timespec timeout = { .tv_nsec = WAIT_MS * 1000000L };

	ppoll((struct pollfd *)fds, nr, &timeout, &old_mask);
}

/* Stop recording. */
void live_stop(struct live *live)
{
	session_write(live->session, "tracing_on", "0\n");
}

static void say_records(unsigned long long records, const struct session_loss *loss)
{
	unsigned long long lost = loss->overwritten + loss->dropped;

	fprintf(stderr, "%llu records, %llu lost", records, lost + loss->unwritten);
	if (lost)
		fprintf(stderr, " (%llu overwritten, %llu dropped; -b makes the buffer larger)",
			loss->overwritten, loss->dropped);
	if (loss->unwritten)
		fprintf(stderr, " (%llu read, but not written)", loss->unwritten);
	fputc('\n', stderr);
}

/* Wait a short time for the end of the program. */
static void await_end(struct live *live)
{
	int i;

	for (i = 0; i < END_WAITS && !child_ended(&live->child); i++)
		live_wait(NULL, 0);
}

/*
 * The status of the program. If the program continues without ktrace: the signal that ended ktrace,
 * or EXIT_KTRACE if nobody reads the output.
 */
static int exit_status(struct live *live)
{
	if (!live->has_child)
		return 0;
	if (child_ended(&live->child))
		return child_exit_status(&live->child);
	if (!interrupted)
		return EXIT_KTRACE;
	signal(interrupted, SIG_DFL);
	sigprocmask(SIG_SETMASK, &old_mask, NULL);
	raise(interrupted);
	return 128 + interrupted;
}

/**
 * live_close - end a recording
 * @live:	the recording
 * @records:	number of records that the verb has read
 * @loss:	number of records that were lost
 *
 * If the program died by a signal, ktrace does so too, unless ktrace failed.
 *
 * Return: the exit status.
 */
int live_close(struct live *live, unsigned long long records,
	       const struct session_loss *loss)
{
	bool lost = loss->overwritten || loss->dropped;

	session_close(live->session);
	errno = 0;
	if (fflush(stdout) || ferror(stdout)) {
		warn_msg("cannot write the output: %s", strerror(errno ?: EIO));
		live->failed = true;
	}
	if (live->has_child)
		await_end(live);
	if (live->has_child && child_ended(&live->child))
		child_explain(&live->child);
	if (!live->opt->quiet)
		say_records(records, loss);
	if (live->failed)
		return EXIT_KTRACE;
	if (lost && live->opt->strict)
		return EXIT_LOST;
	return exit_status(live);
}
