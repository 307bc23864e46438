// SPDX-License-Identifier: GPL-2.0
/*
 * Set up an instance of the kernel's tracer, and remove it.
 *
 * Each run has an instance of its own, so that two runs at a time do not disturb each
 * other. The open file "owned_instances" owns the instance, and an open file
 * "dynamic_events" the probes: the kernel removes both when the file is closed, also
 * when ktrace is killed. Nothing is written to the top instance.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tracefs.h>

#include "session.h"
#include "util.h"

#define OWNED		"owned\n"
#define WRITE_MAX	4000

/**
 * session_root - find the control directory
 *
 * Return: the directory; NULL if this kernel has no ktrace, or the directory cannot be
 * read.
 */
const char *session_root(void)
{
	static const char * const places[] = {
		"/sys/kernel/debug/ktrace", "/sys/kernel/tracing",
	};
	const char *named = getenv("KTRACE_DIR");
	size_t i;

	if (named)
		return named;
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		char *mark = print_new("%s/events/syscall", places[i]);
		bool found = file_exists(mark);

		free(mark);
		if (found)
			return places[i];
	}
	return NULL;
}

/* Return the path of a control file of the instance, in new memory. */
char *session_path(const struct session *s, const char *file)
{
	return print_new("%s/%s", s->dir, file);
}

/* Write to a control file of the instance. Return 0, or -1 and errno. */
int session_try(const struct session *s, const char *file, int flags, const char *text)
{
	char *path = session_path(s, file);
	int ret = write_file(path, flags, text);
	int err = errno;

	free(path);
	errno = err;
	return ret;
}

/* The last entry of the error log, which has the text and a caret under the fault. */
static const char *last_error(char *log)
{
	char *at = log, *last = log;

	while ((at = strstr(at, "\n[")))
		last = ++at;
	return last;
}

/* Say why the kernel refused a text, and exit. */
void session_refused(const struct session *s, const char *what, const char *text)
{
	int err = errno;
	char *path, *log;

	path = print_new("%s/error_log", s->dir);
	log = read_file(path);
	if (!log || !*log) {
		free(path);
		path = print_new("%s/error_log", s->root);
		log = read_file(path);
	}
	if (log && *log && (err == EINVAL || err == ENOENT || err == EEXIST || err == ESRCH))
		die("%s: %s\n%s", what, strerror(err), last_error(log));
	die("%s: '%.*s': %s", what, (int)strcspn(text, "\n"), text, strerror(err));
}

/* Write to a control file of the instance; exit with a message if that fails. */
void session_write(const struct session *s, const char *file, const char *text)
{
	if (session_try(s, file, 0, text))
		session_refused(s, file, text);
}

/* Open a file that owns what is written through it. Return -1 if there is none. */
static int open_owner(const struct session *s, const char *file)
{
	char *path = print_new("%s/%s", s->root, file);
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);

	free(path);
	if (fd >= 0 && write(fd, OWNED, strlen(OWNED)) < 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void make_instance(struct session *s)
{
	char *line = print_new("%s\n", s->name);

	s->owner = open_owner(s, "owned_instances");
	if (s->owner >= 0 && write(s->owner, line, strlen(line)) < 0)
		die("cannot create the instance %s: %s", s->name, strerror(errno));
	free(line);
	/* Without an owner the instance stays if ktrace is killed. */
	if (s->owner < 0 && mkdir(s->dir, 0700))
		die("cannot create %s: %s", s->dir, strerror(errno));
}

/**
 * session_open - create an instance
 *
 * The instance records nothing yet. Its clock is the monotonic one, which a reader can
 * compare with the time of day.
 *
 * Return: the session; ends the program with a message on error.
 */
struct session *session_open(void)
{
	const char *root = session_root();
	struct session *s;

	if (!root)
		die("no control files: \"ktrace doctor\" says why");
	s = zalloc(sizeof(*s));
	s->root = strdup_or_die(root);
	s->name = print_new("ktrace-%d", getpid());
	s->dir = print_new("%s/instances/%s", root, s->name);
	s->probes = -1;
	if (access(root, W_OK))
		die("%s: %s", root, strerror(errno));
	make_instance(s);
	s->instance = tracefs_instance_alloc(root, s->name);
	if (!s->instance)
		die("libtracefs cannot use %s", s->dir);
	session_write(s, "trace_clock", "mono\n");
	return s;
}

/**
 * session_close - remove the instance and the probes
 * @s:	the session; freed
 */
void session_close(struct session *s)
{
	tracefs_instance_free(s->instance);
	if (s->owner >= 0)
		close(s->owner);
	else if (rmdir(s->dir))
		warn_msg("cannot remove %s: %s", s->dir, strerror(errno));
	if (s->probes >= 0)
		close(s->probes);
	free(s->root);
	free(s->dir);
	free(s->name);
	free(s);
}

/* Without process_follow_pid: a thread, and the option for its children. */
static void follow_thread(struct session *s, pid_t tid)
{
	char *text = print_new("%d\n", tid);

	session_write(s, "options/event-fork", "1\n");
	if (session_try(s, "set_event_pid", O_APPEND, text))
		session_refused(s, "set_event_pid", text);
	free(text);
}

static void follow_threads(struct session *s, pid_t pid)
{
	char *path = print_new("/proc/%d/task", pid);
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir)
		die("no process %d", pid);
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			follow_thread(s, atoi(entry->d_name));
	closedir(dir);
	free(path);
}

/**
 * session_follow - record a process with its descendants
 * @s:	the session
 * @pid:	the process
 */
void session_follow(struct session *s, pid_t pid)
{
	char *text = print_new("%d\n", pid);

	if (session_try(s, "process_follow_pid", O_APPEND, text)) {
		if (errno == ESRCH)
			die("no process %d", pid);
		if (errno != ENOENT)
			session_refused(s, "process_follow_pid", text);
		follow_threads(s, pid);
	}
	s->followed = true;
	free(text);
}

/* Return true if a followed task is alive. */
bool session_any_followed(const struct session *s)
{
	char *path = session_path(s, "set_event_pid");
	char *text = read_file(path), *at;
	bool any = false;

	for (at = text; at && *at && !any; at++)
		any = *at >= '1' && *at <= '9';
	free(text);
	free(path);
	return any;
}

/* A probe in a group of our own, since others may use the same names. */
static char *probe_line(const struct session *s, const char *probe, char **event)
{
	char *group = print_new("ktrace_%d", getpid());
	const char *place = probe + strcspn(probe, " ");
	char *name, *line, *slash;

	if (probe[1] == ':')
		name = strndup(probe + 2, place - probe - 2);
	else
		name = print_new("probe%u", s->nr_probes + 1);
	slash = strchr(name, '/');
	*event = print_new("%s/%s", group, slash ? slash + 1 : name);
	line = print_new("%c:%s%s\n", *probe, *event, place);
	free(group);
	free(name);
	return line;
}

static void enable_event(const struct session *s, const char *system_event)
{
	char *file = print_new("events/%s/enable", system_event);

	if (session_try(s, file, 0, "1\n"))
		session_refused(s, system_event, "1");
	free(file);
}

static void filter_event(const struct session *s, const char *system_event,
			 const char *filter)
{
	char *file = print_new("events/%s/filter", system_event);
	char *line = print_new("%s\n", filter);

	if (session_try(s, file, 0, line))
		session_refused(s, "--if", line);
	free(line);
	free(file);
}

static void add_probe(struct session *s, const char *probe, const char *condition)
{
	char *event, *line = probe_line(s, probe, &event);

	if (s->probes < 0)
		s->probes = open_owner(s, "dynamic_events");
	if (s->probes < 0)
		die("this kernel has no dynamic_events, or they cannot end with ktrace");
	if (write(s->probes, line, strlen(line)) < 0)
		session_refused(s, probe, line);
	s->nr_probes++;
	if (condition)
		filter_event(s, event, condition);
	enable_event(s, event);
	free(line);
	free(event);
}

/* SYSTEM:EVENT, with * and ? in both. */
static void add_event(const struct session *s, const char *event, const char *condition)
{
	char *line = print_new("%s\n", event);
	char *path = strdup_or_die(event);

	*strchr(path, ':') = '/';
	if (condition)
		filter_event(s, path, condition);
	if (session_try(s, "set_event", O_APPEND, line))
		session_refused(s, event, line);
	free(path);
	free(line);
}

/* Enable one call; with filters, also set its filter. Return false if -P excludes it. */
static bool add_call(const struct session *s, const struct selection *sel,
		     const char *name)
{
	char *event = print_new("syscall/%s", name), *format = NULL, *filter;

	if (select_filters(sel)) {
		if (sel->nr_paths) {
			char *path = print_new("%s/events/%s/format", s->dir, event);

			format = read_file(path);
			free(path);
		}
		filter = select_filter(sel, format ?: "");
		free(format);
		if (!filter) {
			free(event);
			return false;
		}
		filter_event(s, event, filter);
		free(filter);
	}
	enable_event(s, event);
	free(event);
	return true;
}

/* Names of calls that no event has, unless '?' stands before the name. */
static void check_calls(const struct session *s, const struct selection *sel)
{
	size_t i;

	for (i = 0; i < sel->nr_calls; i++) {
		const char *name = sel->calls[i];
		char *path;

		if (*name == '/' || *name == '?')
			continue;
		path = print_new("%s/events/syscall/%s", s->dir, name);
		if (!file_exists(path))
			die("invalid system call '%s'", name);
		free(path);
	}
}

static void add_calls(const struct session *s, const struct selection *sel)
{
	char *path = session_path(s, "events/syscall");
	DIR *dir = opendir(path);
	struct dirent *entry;
	unsigned int n = 0;

	if (!dir)
		die("%s: %s", path, strerror(errno));
	check_calls(s, sel);
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && strcmp(entry->d_name, "enable") &&
		    strcmp(entry->d_name, "filter") && select_has_call(sel, entry->d_name))
			n += add_call(s, sel, entry->d_name);
	closedir(dir);
	if (!n)
		die("no system call fits -e and -P");
	free(path);
}

/**
 * session_select - enable what the user asked for
 * @s:	the session
 * @sel:	the selection
 * @hidden:	also enable the events that tell of the names and ends of tasks
 */
void session_select(struct session *s, const struct selection *sel, bool hidden)
{
	size_t i;

	for (i = 0; i < sel->nr_probes; i++)
		add_probe(s, sel->probes[i], sel->condition);
	for (i = 0; i < sel->nr_events; i++)
		add_event(s, sel->events[i], sel->condition);
	if (!sel->no_calls && sel->all_calls && !sel->nr_calls && !select_filters(sel))
		enable_event(s, "syscall");
	else if (!sel->no_calls)
		add_calls(s, sel);
	if (!hidden)
		return;
	/* A kernel without CONFIG_KTRACE_PROCESS lacks these. */
	session_try(s, "set_event", O_APPEND,
		    "process:fork process:exec process:exit process:rename process:signal_deliver\n");
}

static void add_losses(const char *stats, struct session_loss *loss)
{
	static const struct {
		const char *key;
		bool overwritten;
	} keys[] = {
		{ "\noverrun: ", true }, { "\ncommit overrun: ", false },
		{ "\ndropped events: ", false },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		const char *at = strstr(stats, keys[i].key);
		unsigned long long n = at ? strtoull(at + strlen(keys[i].key), NULL, 10) : 0;

		if (keys[i].overwritten)
			loss->overwritten += n;
		else
			loss->dropped += n;
	}
}

/**
 * session_losses - how many records the instance lost
 * @s:		the session
 * @loss:	output
 */
void session_losses(const struct session *s, struct session_loss *loss)
{
	int cpu, cpus = sysconf(_SC_NPROCESSORS_CONF);

	memset(loss, 0, sizeof(*loss));
	for (cpu = 0; cpu < cpus; cpu++) {
		char *path = print_new("%s/per_cpu/cpu%d/stats", s->dir, cpu);
		char *stats = read_file(path);

		if (stats)
			add_losses(stats, loss);
		free(stats);
		free(path);
	}
}
