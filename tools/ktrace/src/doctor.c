// SPDX-License-Identifier: GPL-2.0
/* The verb doctor prints the parts of ktrace in this kernel, and the losses of all instances. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "session.h"
#include "util.h"
#include "verbs.h"

/**
 * struct check - a part of the kernel that ktrace uses
 * @file:	a control file of the part
 * @what:	its purpose
 * @config:	the option of the kernel's configuration
 * @needed:	nothing works without it
 */
struct check {
	const char *file;
	const char *what;
	const char *config;
	bool needed;
};

static const struct check checks[] = {
	{ "events/syscall", "system calls", "CONFIG_KTRACE_SYSCALLS", true },
	{ "instances", "a buffer of its own for each run", "CONFIG_KTRACE", true },
	{ "owned_instances", "nothing stays behind after kill -9", "CONFIG_KTRACE", false },
	{ "process_follow_pid", "processes with their children, signals, exits",
	  "CONFIG_KTRACE_PROCESS", false },
	{ "events/sched", "trace events of the kernel", "CONFIG_KTRACE_TRACEPOINTS", false },
	{ "kprobe_events", "probes in the kernel", "CONFIG_KTRACE_KPROBES", false },
	{ "uprobe_events", "probes in programs", "CONFIG_KTRACE_UPROBES", false },
	{ "points", "static points", "CONFIG_KTRACE_POINTS", false },
};

static void say(const char *state, const char *what, const char *detail)
{
	printf("%-8s %-48s %s\n", state, what, detail);
}

static bool has_word(const char *path, const char *word)
{
	char *text = read_file(path);
	bool found = text && strstr(text, word);

	free(text);
	return found;
}

/*
 * The command that mounts the control files; NULL if it has no effect. tracefs may be ftrace's:
 * session_root() has rejected the files of a tracefs that is mounted.
 */
static const char *mount_command(void)
{
	if (has_word("/proc/filesystems", "\tktracefs\n"))
		return "mount -t ktracefs nodev /sys/kernel/ktrace";
	if (has_word("/proc/filesystems", "\ttracefs\n") &&
	    !has_word("/proc/mounts", " /sys/kernel/tracing tracefs "))
		return "mount -t tracefs nodev /sys/kernel/tracing";
	return NULL;
}

/* Print why there is no control directory. */
static void explain_missing(void)
{
	const char *command = mount_command();

	if (geteuid())
		say("MISSING", "permission",
		    "be root, or mount the control files with uid=, gid= or mode=");
	else
		say("MISSING", "control files", command ?: "this kernel has no CONFIG_KTRACE");
}

/* Whether this user can create instances; if not, print why. */
static bool check_access(const char *root)
{
	char *path = print_new("%s/owned_instances", root), *line;
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	/* A kernel without owned_instances is one of run_checks(): ktrace needs a cleanup then. */
	bool good = (fd >= 0 || errno == ENOENT) && !access(root, W_OK);

	if (good) {
		say("ok", "control files", root);
	} else if (errno == EPERM) {
		say("MISSING", "control files", "the kernel is locked down for confidentiality");
	} else {
		line = print_new("%s: %s", fd < 0 && errno != ENOENT ? path : root,
				 strerror(errno));
		say("MISSING", "control files", line);
		free(line);
	}
	if (fd >= 0)
		close(fd);
	free(path);
	return good;
}

static bool run_checks(const char *root)
{
	bool good = true;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(checks); i++) {
		char *path = print_new("%s/%s", root, checks[i].file);

		if (file_exists(path)) {
			say("ok", checks[i].what, "");
		} else {
			say("MISSING", checks[i].what, checks[i].config);
			good &= !checks[i].needed;
		}
		free(path);
	}
	return good;
}

/* The options of the kernel on which -s and -y depend. */
static void show_option(const char *root, const char *name, const char *what)
{
	char *path = print_new("%s/options/%s", root, name), *text = read_file(path);
	char *line;

	if (text) {
		text[strcspn(text, "\n")] = 0;
		line = print_new("options/%s is %s", name, text);
		say("option", what, line);
		free(line);
	}
	free(text);
	free(path);
}

static void show_loss(const char *dir, const char *name)
{
	struct session s = { .dir = (char *)dir };
	struct session_loss loss;
	char *line;

	session_losses(&s, &loss);
	line = print_new("%llu overwritten, %llu dropped", loss.overwritten, loss.dropped);
	say(loss.overwritten || loss.dropped ? "LOST" : "ok", name, line);
	free(line);
}

static void show_losses(const char *root)
{
	char *path = print_new("%s/instances", root), *name, *dir;
	DIR *list = opendir(path);
	struct dirent *entry;

	show_loss(root, "losses of the top instance");
	while (list && (entry = readdir(list))) {
		if (entry->d_name[0] == '.')
			continue;
		name = print_new("losses of instance %s", entry->d_name);
		dir = print_new("%s/%s", path, entry->d_name);
		show_loss(dir, name);
		free(dir);
		free(name);
	}
	if (list)
		closedir(list);
	free(path);
}

/**
 * verb_doctor - print what this kernel offers
 * @opt:	the command line
 *
 * Return: 0 if system calls can be recorded, else 1.
 */
int verb_doctor(struct options *opt)
{
	const char *root = session_root();
	bool good;

	(void)opt;
	if (!root) {
		explain_missing();
		return 1;
	}
	if (!check_access(root))
		return 1;
	good = run_checks(root);
	show_option(root, "string-limit", "bytes of a string");
	show_option(root, "buffer-limit", "bytes of data of a buffer, for -s");
	show_option(root, "fd-path", "paths of descriptors, for -y");
	show_losses(root);
	return good ? 0 : 1;
}
