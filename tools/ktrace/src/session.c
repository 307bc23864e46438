// SPDX-License-Identifier: GPL-2.0
/*
 * Set up an instance of the kernel's tracer, and remove it.
 *
 * Each run has an instance of its own, so that two runs at a time do not disturb each
 * other. The open file "owned_instances" owns the instance, and an open file
 * "dynamic_events" the probes: the kernel removes both when the file is closed, also
 * when ktrace is killed. Nothing is written to the top instance.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tracefs.h>

#include "calltime.h"
#include "decode.h"
#include "session.h"
#include "util.h"

#define OWNED		"owned\n"
#define WRITE_MAX	4000
/* The largest limits that the kernel accepts. */
#define DATA_MAX	2048
#define STRING_MAX	1024

/**
 * session_root - find the control directory
 *
 * debugfs mounts the control files when a path leads through its directory. At the two
 * other places, another file system may be mounted, for example that of ftrace.
 *
 * Return: the directory; NULL if this kernel has no ktrace, the control files are not
 * mounted, or the directory cannot be read.
 */
const char *session_root(void)
{
	static const char * const places[] = {
		"/sys/kernel/debug/ktrace", "/sys/kernel/ktrace", "/sys/kernel/tracing",
	};
	const char *named = getenv("KTRACE_DIR");
	size_t i;

	if (named)
		return named;
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		/* ftrace has no file of this name. */
		char *mark = print_new("%s/missed_events", places[i]);
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

/* Open a control file as the owner of the definitions that ktrace writes. Return -1 on error. */
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
		die("cannot create %s: %s%s", s->dir, strerror(errno),
		    errno == EPERM ? "; \"ktrace doctor\" says why" : "");
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
 * session_close - remove the instance and the probes, switch off options/call-time
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
	calltime_end();
	free(s->alone);
	free(s->root);
	free(s->dir);
	free(s->name);
	free(s);
}

/* A thread, without its children. */
static void follow_thread(struct session *s, pid_t tid)
{
	char *text = print_new("%d\n", tid);

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
		/* A kernel without process_follow_pid. */
		session_write(s, "options/event-fork", "1\n");
		follow_threads(s, pid);
	}
	s->followed = true;
	free(text);
}

/**
 * session_follow_alone - record the threads of a process, but no children
 * @s:		the session
 * @pid:	the process
 */
void session_follow_alone(struct session *s, pid_t pid)
{
	follow_threads(s, pid);
	s->followed = true;
	s->alone = grow(s->alone, s->nr_alone, sizeof(*s->alone));
	s->alone[s->nr_alone++] = pid;
}

/**
 * session_follow_program - record processes that execute a program from now on
 * @s:		the session
 * @path:	the program
 */
void session_follow_program(struct session *s, const char *path)
{
	char *full = realpath(path, NULL), *line;

	if (!full)
		die("-x: %s: %s", path, strerror(errno));
	/* An empty list of processes selects no task, other than no list. */
	if (!s->followed)
		session_try(s, "process_follow_pid", O_TRUNC, "");
	line = print_new("%s\n", full);
	if (session_try(s, "process_follow_exe", O_APPEND, line))
		session_refused(s, "-x", line);
	free(line);
	free(full);
	s->followed = true;
}

static void set_filter(struct session *s, const char *file, const char *option,
		       const char *value)
{
	char *line = print_new("%s\n", value);

	if (session_try(s, file, 0, line))
		session_refused(s, option, line);
	free(line);
}

/* Record only tasks of a cgroup, whose path may begin with the mount point. */
void session_filter_cgroup(struct session *s, const char *cgroup)
{
	static const char mount[] = "/sys/fs/cgroup";
	size_t len = strlen(mount);

	if (!strncmp(cgroup, mount, len) && (!cgroup[len] || cgroup[len] == '/'))
		cgroup += len;
	set_filter(s, "process_trace_cgroup_filter", "-G", *cgroup ? cgroup : "/");
}

/* Record only tasks of a user, by name or number. */
void session_filter_user(struct session *s, const char *user)
{
	struct passwd *pw = getpwnam(user);
	char *number = pw ? print_new("%u", pw->pw_uid) : strdup_or_die(user);

	if (!isdigit((unsigned char)*number))
		die("-u: no user '%s'", user);
	set_filter(s, "process_trace_uid_filter", "-u", number);
	free(number);
}

/* Do not record what ktrace itself does. */
void session_exclude_self(struct session *s)
{
	char *line = print_new("%d\n", getpid());

	session_write(s, "options/event-fork", "1\n");
	if (session_try(s, "set_event_notrace_pid", O_APPEND, line))
		session_refused(s, "set_event_notrace_pid", line);
	free(line);
}

/* Return true if a followed task is alive. */
bool session_any_followed(const struct session *s)
{
	char *path, *text, *at;
	bool any = false;
	size_t i;

	for (i = 0; i < s->nr_alone && !any; i++)
		any = !kill(s->alone[i], 0);
	if (s->nr_alone)
		return any;
	path = session_path(s, "set_event_pid");
	text = read_file(path);

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
	int type = strcspn(probe, ": ");
	char *name, *line, *slash;

	if (probe[type] == ':')
		name = print_new("%.*s", (int)(place - probe) - type - 1, probe + type + 1);
	else
		name = print_new("probe%u", s->nr_probes + 1);
	slash = strchr(name, '/');
	*event = print_new("%s/%s", group, slash ? slash + 1 : name);
	line = print_new("%.*s:%s%s\n", type, probe, *event, place);
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

/* Return true if the kernel has just refused a filter because the event lacks a field. */
static bool lacks_field(const struct session *s)
{
	char *path = session_path(s, "error_log"), *log = read_file(path);
	bool lacks = log && strstr(last_error(log), "no such field");

	free(log);
	free(path);
	return lacks;
}

/* Set the filter of one of many events. Return false if the event lacks a field of --if. */
static bool try_filter(const struct session *s, const char *condition, const char *event,
		       const char *filter)
{
	char *file = print_new("events/%s/filter", event), *line = print_new("%s\n", filter);
	int err = session_try(s, file, 0, line);

	if (err && !(condition && errno == EINVAL && lacks_field(s)))
		session_refused(s, "--if", line);
	free(line);
	free(file);
	return !err;
}

/* Enable an event with a filter. Return false if it lacks a field of the filter. */
static bool add_filtered(const struct session *s, const char *system, const char *name,
			 const char *condition)
{
	char *event = print_new("%s/%s", system, name);
	bool passes = try_filter(s, condition, event, condition);

	if (passes)
		enable_event(s, event);
	free(event);
	return passes;
}

/* Enable the events that fit a pattern and have the fields of the filter. Remember the others. */
static void add_matching(const struct session *s, struct selection *sel, const char *pattern)
{
	char **systems = tracefs_event_systems(s->dir), **system, **events, **event;
	unsigned int found = 0, passed = 0;

	for (system = systems; system && *system; system++) {
		events = tracefs_system_events(s->dir, *system);
		for (event = events; event && *event; event++) {
			char *name = print_new("%s:%s", *system, *event);

			if (fnmatch(pattern, name, 0)) {
				free(name);
				continue;
			}
			found++;
			if (add_filtered(s, *system, *event, sel->condition))
				passed++;
			else
				select_lacking(sel, name);
			free(name);
		}
		tracefs_list_free(events);
	}
	tracefs_list_free(systems);
	if (!found)
		die("no event fits '%s'", pattern);
	if (!passed) {
		errno = EINVAL;
		session_refused(s, "--if", sel->condition);
	}
}

/* SYSTEM:EVENT, with * and ? in both. */
static void add_event(const struct session *s, struct selection *sel, const char *event)
{
	char *line = print_new("%s\n", event);
	char *path = strdup_or_die(event);

	if (sel->condition && strpbrk(event, "*?[")) {
		add_matching(s, sel, event);
	} else {
		*strchr(path, ':') = '/';
		if (sel->condition)
			filter_event(s, path, sel->condition);
		if (session_try(s, "set_event", O_APPEND, line))
			session_refused(s, event, line);
	}
	free(path);
	free(line);
}

/*
 * Enable one call; with filters, also set its filter. If @which is set, it is one more filter.
 * Return false if no record could pass.
 */
static bool add_call(const struct session *s, const struct selection *sel,
		     const char *name, const char *which)
{
	char *event = print_new("syscall/%s", name), *format = NULL, *filter = NULL, *both;
	bool passes = true;

	if (select_filters(sel)) {
		if (sel->nr_paths) {
			char *path = print_new("%s/events/%s/format", s->dir, event);

			format = read_file(path);
			free(path);
		}
		filter = select_filter(sel, format ?: "");
		free(format);
		passes = filter;
	}
	if (passes && which) {
		both = filter ? print_new("(%s) && (%s)", filter, which) : strdup_or_die(which);
		free(filter);
		filter = both;
	}
	if (passes && filter)
		passes = try_filter(s, sel->condition, event, filter);
	free(filter);
	if (passes)
		enable_event(s, event);
	free(event);
	return passes;
}

static bool has_event(const struct session *s, const char *prefix, const char *name)
{
	char *path = print_new("%s/events/syscall/%s%s", s->dir, prefix, name);
	bool there = file_exists(path);

	free(path);
	return there;
}

/*
 * Exit with a message if there is no call of a name, unless '?' stands before it.  As with strace,
 * the kernel may lack the call.
 */
void session_check_calls(const struct session *s, const struct selection *sel)
{
	size_t i;

	for (i = 0; i < sel->nr_calls; i++) {
		const char *name = sel->calls[i];

		if (*name == '/' || *name == '?')
			continue;
		if (!has_event(s, "", name) && !has_event(s, DECODE_COMPAT, name) &&
		    decode_call_number(name, false) < 0 && decode_call_number(name, true) < 0)
			die("invalid system call '%s'", name);
	}
}

/*
 * Enable the event of the calls that the kernel lacks, with a filter for the selected ones: such a
 * call fails, but the program made it.  @prefix is that of the ABI's events.  Return false if
 * none is selected.
 */
static bool add_lacking_calls(const struct session *s, const struct selection *sel,
			      const char *prefix)
{
	char *which = NULL, *more;
	bool any;
	size_t i;
	int nr;

	for (i = 0; i < sel->nr_calls; i++) {
		const char *name = sel->calls[i] + (*sel->calls[i] == '?');

		if (*name == '/' || has_event(s, prefix, name))
			continue;
		nr = decode_call_number(name, *prefix);
		if (nr < 0)
			continue;
		more = which ? print_new("%s || __syscall_nr == %d", which, nr) :
			       print_new("__syscall_nr == %d", nr);
		free(which);
		which = more;
	}
	if (!which)
		return false;
	more = print_new("%sunknown", prefix);
	any = add_call(s, sel, more, which);
	free(more);
	free(which);
	return any;
}

static void add_calls(const struct session *s, const struct selection *sel)
{
	char *path = session_path(s, "events/syscall");
	DIR *dir = opendir(path);
	struct dirent *entry;
	unsigned int n = 0;

	if (!dir)
		die("%s: %s", path, strerror(errno));
	session_check_calls(s, sel);
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && strcmp(entry->d_name, "enable") &&
		    strcmp(entry->d_name, "filter") && select_has_call(sel, entry->d_name))
			n += add_call(s, sel, entry->d_name, NULL);
	closedir(dir);
	if (!sel->no_calls && !sel->all_calls) {
		if (has_event(s, "", "unknown"))
			n += add_lacking_calls(s, sel, "");
		if (has_event(s, DECODE_COMPAT, "unknown"))
			n += add_lacking_calls(s, sel, DECODE_COMPAT);
	}
	if (!n && sel->condition && lacks_field(s)) {
		errno = EINVAL;
		session_refused(s, "--if", sel->condition);
	}
	if (!n)
		die("no system call fits -e and -P");
	free(path);
}

/**
 * session_set_limits - let the kernel copy what the user wants to see
 * @s:		the session
 * @data:	bytes of a buffer; 0 for none
 * @strings:	bytes of a string; 0 for the kernel's default
 * @fd_paths:	copy the paths of descriptors
 * @env:	copy the strings of environments
 *
 * Each instance has limits of its own. The instances of a kernel that has the same limits for
 * all have no such files: then the limits of the top directory hold.
 */
void session_set_limits(const struct session *s, unsigned int data, unsigned int strings,
			bool fd_paths, bool env)
{
	char *text = print_new("%u\n", data < DATA_MAX ? data : DATA_MAX);

	if (data)
		session_try(s, "options/buffer-limit", 0, text);
	free(text);
	/* The kernel counts the zero at the end. */
	text = print_new("%u\n", strings < STRING_MAX ? strings + 1 : STRING_MAX);
	if (strings)
		session_try(s, "options/string-limit", 0, text);
	free(text);
	if (fd_paths)
		session_try(s, "options/fd-path", 0, "1\n");
	if (env)
		session_try(s, "options/envp-limit", 0, "256\n");
}

/**
 * session_select - enable what the user asked for
 * @s:	the session
 * @sel:	the selection; the session adds the events that lack a field of the filter
 * @hidden:	also enable the events that tell of the names and ends of tasks
 */
void session_select(struct session *s, struct selection *sel, bool hidden)
{
	size_t i;

	for (i = 0; i < sel->nr_probes; i++)
		add_probe(s, sel->probes[i], sel->condition);
	for (i = 0; i < sel->nr_events; i++)
		add_event(s, sel, sel->events[i]);
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

/**
 * session_enable - enable an event of the kernel that a form of the output needs
 * @s:		the session
 * @event:	SYSTEM/EVENT
 * @what_for:	the option that needs it, for the message
 */
void session_enable(struct session *s, const char *event, const char *what_for)
{
	char *file = print_new("events/%s/enable", event);

	if (session_try(s, file, 0, "1\n"))
		die("%s needs the event %s, which this kernel does not have", what_for, event);
	free(file);
}

/* The address of a function of the kernel; 0 if it is unknown. */
static unsigned long long kernel_address(const char *function)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	unsigned long long at, found = 0;
	char name[256];

	while (file && !found && fscanf(file, "%llx %*c %255s%*[^\n]", &at, name) == 2)
		if (!strcmp(name, function))
			found = at;
	if (file)
		fclose(file);
	return found;
}

/* Return whether a CPU has high-resolution timers that are in use; true if nobody can tell. */
static bool high_resolution(void)
{
	char *list = read_file("/proc/timer_list");
	bool found = !list || strstr(list, ".hres_active    : 1");

	free(list);
	return found;
}

/**
 * session_enable_ticks - record which task runs at each tick of the clock
 * @s:		the session
 *
 * The tick is a timer in interrupt context, so the record is one of the interrupted task.
 */
void session_enable_ticks(struct session *s)
{
	unsigned long long at = kernel_address("tick_nohz_handler");
	char *filter;

	if (!at)
		die("folded stacks need the address of tick_nohz_handler in /proc/kallsyms");
	/* Without such timers, the tick does not expire as an hrtimer. */
	if (!high_resolution())
		die("folded stacks need high-resolution timers, which this kernel does not use");
	filter = print_new("function == %#llx", at);
	filter_event(s, "timer/hrtimer_expire_entry", filter);
	free(filter);
	session_enable(s, "timer/hrtimer_expire_entry", "--as folded");
}

/**
 * session_enable_entries - enable the entries of the selected calls
 * @s:		the session
 * @sel:	the selection
 *
 * A call whose records a filter may drop has no entry: nobody knows at the entry whether
 * the filter drops the record.
 */
void session_enable_entries(struct session *s, const struct selection *sel)
{
	char *path, *file;
	struct dirent *entry;
	DIR *dir;

	if (sel->no_calls || select_filters(sel))
		return;
	if (sel->all_calls && !sel->nr_calls) {
		session_try(s, "set_event", O_APPEND, "syscalls:sys_enter_*\n");
		return;
	}
	path = session_path(s, "events/syscall");
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.' || !select_has_call(sel, entry->d_name))
			continue;
		file = print_new("events/syscalls/sys_enter_%s/enable", entry->d_name);
		session_try(s, file, 0, "1\n");
		free(file);
	}
	if (dir)
		closedir(dir);
	free(path);
}

/**
 * session_arm_off - stop recording at an event
 * @s:		the session
 * @event:	SYSTEM:EVENT or the name of a call, with " if FILTER"
 */
void session_arm_off(struct session *s, const char *event)
{
	size_t len = strcspn(event, " ");
	char *name = print_new("%.*s", (int)len, event), *file, *line, *colon = strchr(name, ':');

	if (colon)
		*colon = '/';
	file = print_new("events/%s%s/trigger", colon ? "" : "syscall/", name);
	line = print_new("traceoff%s\n", event + len);
	if (session_try(s, file, O_APPEND, line))
		session_refused(s, "--until", line);
	free(line);
	free(file);
	free(name);
}

/* Return true if the instance records. */
bool session_is_on(const struct session *s)
{
	char *path = session_path(s, "tracing_on"), *text = read_file(path);
	bool on = text && *text == '1';

	free(text);
	free(path);
	return on;
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
