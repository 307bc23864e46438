// SPDX-License-Identifier: GPL-2.0
/*
 * owned_storm SEED ROUNDS KTRACE UPROBE - kill the owner of definitions at random moments
 *
 * A child opens control files below KTRACE, asks to own what it defines through them, and
 * then defines, enables, and uses events of all kinds, sets triggers and makes an instance,
 * in random order and again and again. The names of all of them begin with "st_". UPROBE is
 * a place in a program. The parent kills the child with SIGKILL after a random time, up to
 * 1.25 times what the child takes for all of it once, and then looks whether anything is left
 * in the lists of events, triggers and instances.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "need.h"

static const char *uprobe;
static unsigned int seed;

static unsigned int below(unsigned int n)
{
	return rand_r(&seed) % n;
}

/* One write, as a client does. What is refused is not tried again. */
static int say(int fd, const char *line)
{
	char text[512];
	int n = snprintf(text, sizeof(text), "%s\n", line);

	return write(fd, text, n) == n ? 0 : -errno;
}

static int own(const char *file)
{
	int fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);

	if (fd >= 0)
		need(!say(fd, "owned"));
	return fd;
}

static void put(const char *file, const char *text)
{
	int fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);

	if (fd < 0)
		return;
	say(fd, text);
	close(fd);
}

static const char *const definitions[] = {
	"p:st_p do_rmdir",
	"p:st_p do_mkdirat",
	"r:st_r do_rmdir ret=$retval",
	"p:st_u UPROBE",
	"s:st_s u64 sig; pid_t pid",
	"t:st_t signal_generate sig=$arg1:s32",
	"e:st_e signal.signal_generate sig=$sig",
	"e:st_on kprobes.st_p",
};

static const char *const events[] = {
	"kprobes/st_p", "kprobes/st_r", "uprobes/st_u", "synthetic/st_s", "tracepoints/st_t",
	"eprobes/st_e", "eprobes/st_on",
};

/* Lines for the trigger file of signal_generate. */
static const char *const triggers[] = {
	"stacktrace:1000000",
	"enable_event:kprobes:st_p",
	"disable_event:eprobes:st_e",
	"hist:keys=sig:size=256",
	"hist:keys=common_pid:st_v=sig:size=256",
	"hist:keys=code:size=256:onmatch(signal.signal_generate).trace(st_s,sig,pid)",
	"enable_hist:kprobes:st_r",
};

/* Do N things, which @what names, in random order; leave some out. */
static void each(unsigned int n, void (*what)(unsigned int i))
{
	unsigned int i, at = below(n), step = 1 + 2 * below(2);

	for (i = 0; i < n; i++)
		if (below(5))
			what((at + i * step) % n);
}

static int fd_dynamic = -1, fd_trigger = -1, fd_instances = -1;

static void define(unsigned int i)
{
	char line[256];

	if (strstr(definitions[i], "UPROBE")) {
		snprintf(line, sizeof(line), "p:st_u %s", uprobe);
		say(fd_dynamic, line);
	} else {
		say(fd_dynamic, definitions[i]);
	}
}

static void use(unsigned int i)
{
	char file[256];

	snprintf(file, sizeof(file), "%sevents/%s/enable",
		 below(3) ? "" : "instances/st_i/", events[i]);
	put(file, "1");
	snprintf(file, sizeof(file), "events/%s/trigger", events[i]);
	put(file, below(2) ? "hist:keys=common_pid:size=256" : "stacktrace:100000");
}

static void trigger(unsigned int i)
{
	say(fd_trigger, triggers[i]);
}

static void once(void)
{
	if (fd_dynamic < 0)
		fd_dynamic = own("dynamic_events");
	if (fd_trigger < 0)
		fd_trigger = own("events/signal/signal_generate/trigger");
	if (fd_instances < 0)
		fd_instances = own("owned_instances");
	need(fd_dynamic >= 0 && fd_trigger >= 0 && fd_instances >= 0);
	each(ARRAY_SIZE(definitions), define);
	say(fd_instances, "st_i");
	each(ARRAY_SIZE(events), use);
	each(ARRAY_SIZE(triggers), trigger);
	put("instances/st_i/events/signal/enable", "1");
	put("instances/st_i/events/signal/signal_generate/trigger", "stacktrace");
	if (below(2))
		open("instances/st_i/trace_pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	/* Sometimes the child closes by itself. */
	if (!below(3)) {
		close(fd_dynamic);
		fd_dynamic = -1;
	}
	if (!below(3)) {
		close(fd_instances);
		fd_instances = -1;
	}
	if (!below(3)) {
		close(fd_trigger);
		fd_trigger = -1;
	}
}

static unsigned long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* Fail if a line of @file has "st_" in it. */
static void look(const char *file, unsigned int round)
{
	FILE *f = fopen(file, "r");
	char line[4096];

	need(f);
	while (fgets(line, sizeof(line), f))
		if (*line != '#' && strstr(line, "st_"))
			errx(1, "round %u: left in %s: %s", round, file, line);
	fclose(f);
}

static void look_dir(const char *dir, unsigned int round)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	if (!d)
		return;
	while ((e = readdir(d)))
		if (!strncmp(e->d_name, "st_", 3))
			errx(1, "round %u: left in %s: %s", round, dir, e->d_name);
	closedir(d);
}

static void look_all(unsigned int round)
{
	static const char *const dirs[] = {
		"instances", "events/kprobes", "events/uprobes", "events/synthetic",
		"events/eprobes", "events/tracepoints",
	};
	unsigned int i;

	look("dynamic_events", round);
	look("set_event", round);
	look("owned_instances", round);
	/* A trigger has no name, so the event must have no trigger at all. */
	look("events/signal/signal_generate/trigger", round);
	for (i = 0; i < ARRAY_SIZE(dirs); i++)
		look_dir(dirs[i], round);
}

static pid_t begin(unsigned int round, int times)
{
	pid_t pid = fork();

	need(pid >= 0);
	if (pid)
		return pid;
	seed += round * 7919;
	while (times--)
		once();
	_exit(0);
}

int main(int argc, char **argv)
{
	unsigned long long start, takes, wait_ns;
	struct timespec t;
	unsigned int i;
	int status;
	pid_t pid;

	if (argc != 5)
		return 2;
	seed = atoi(argv[1]);
	uprobe = argv[4];
	need(!chdir(argv[3]));
	start = now_ns();
	for (i = 0; i < 3; i++) {
		need(waitpid(begin(i, 1), &status, 0) > 0 && !status);
		look_all(i);
	}
	takes = (now_ns() - start) / 3 * 5 / 4;
	for (i = 1; i <= (unsigned int)atoi(argv[2]); i++) {
		wait_ns = (unsigned long long)below(1000000) * takes / 1000000;
		pid = begin(i, 1000000);
		t = (struct timespec){ wait_ns / 1000000000, wait_ns % 1000000000 };
		nanosleep(&t, NULL);
		kill(pid, SIGKILL);
		need(waitpid(pid, &status, 0) == pid);
		if (!WIFSIGNALED(status))
			errx(1, "round %u: the owner ended with %#x", i, status);
		look_all(i);
	}
	printf("%s rounds, each within %llu us\n", argv[2], takes / 1000);
	return 0;
}
