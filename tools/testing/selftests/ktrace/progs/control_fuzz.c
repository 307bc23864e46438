// SPDX-License-Identifier: GPL-2.0
/*
 * control_fuzz [-s SEED] [-n STEPS] [-a] [-q] [-p] [-k]  - do random steps on the control files
 * control_fuzz -f FILE [-k]                         - do the steps in FILE
 *
 * A step is a line: ACTOR[+] VERB ARGUMENT... (control_grammar.h). Four processes, the actors,
 * do the steps; a step with a plus runs beside the steps that follow, any other step begins
 * when all actors are idle and ends before the next one begins. Two more processes make load,
 * one on each CPU. The list of steps depends only on the seed, and on the options and operators
 * of filters in README, so that a part of the list can be done again from a file.
 *
 * Each actor N has an instance f<N>, a group of probes g<N> and a synthetic event s<N> of its
 * own, about which a model predicts results: which values a file accepts and shows, that a
 * refused write changes nothing, that the lines of a trigger file can be written back. "check"
 * compares the accounts of all rings when the actors are idle. At the end everything is
 * removed, and the settings must be those of the beginning.
 *
 * With -a, an allocation of the kernel fails in many steps ("fail N STEP": the N-th), by the fault
 * injection of the kernel, which must be set up. A step may then fail with ENOMEM, but must not
 * change anything, and must not keep what it has switched on or referred to.
 *
 * With -q, the program does one step at a time, and only steps whose results are known
 * (control_known.h): errno, what the file shows then, and that a refused write changes nothing.
 *
 * Prints each step when it begins, and "FAULT step N: ..." if a result is wrong; with -k the
 * program continues after that. -p prints the steps only. Exits with 1 after a fault.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "control_steps.h"
#include "need.h"

#define SLOTS		6
#define LOADS		2
#define TEXT_MAX	(1 << 17)
#define SETTINGS_MAX	(1 << 18)
#define MAP_BYTES	(64 << 12)
#define GET_READER	_IO('R', 0x20)
/* Seconds of the guest that no step may exceed */
#define HANG		300

/**
 * struct shared - memory of all processes
 * @paused:	number of processes for which the load must stop
 * @waiting:	number of load processes that have stopped
 * @faults:	number of faults
 * @failed:	number of allocations that failed by order of a step
 * @accepted:	number of writes that were accepted
 * @refused:	number of writes that were refused
 * @predicted:	number of writes whose result the model has predicted
 * @step:	number of the step of each actor; the last element is that of the main process
 */
struct shared {
	volatile int paused;
	int	waiting;
	int	faults;
	int	failed;
	int	accepted;
	int	refused;
	int	predicted;
	int	step[ACTORS + 1];
};

static struct shared *shared;
static bool keep_going;
/* /proc/thread-self/fail-nth of an actor, and which allocation fails next; 0 for none */
static int inject = -1;
static int fail_next;
static int self = ACTORS;
static char exe[256];
static unsigned long target_offset;
static pid_t child;

/* The sub-directory and the name of a process's control file begin at its working directory. */
static const char *control = "/sys/kernel/debug/ktrace";

static void __attribute__((format(printf, 1, 2))) fault(const char *format, ...)
{
	int step = shared->step[self];
	va_list args;

	printf("FAULT step %d: ", step);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	if (step < steps_count)
		printf("FAULT in: %d%s %.300s\n", steps[step].actor,
		       steps[step].beside ? "+" : "", steps[step].text);
	fflush(stdout);
	__atomic_add_fetch(&shared->faults, 1, __ATOMIC_SEQ_CST);
}

/* ---- Texts of steps ---- */

static const char *macro(const char *text, char *out, size_t *len)
{
	static const char *const names[] = { "{pid}", "{child}", "{exe}", "{target}" };

	for (unsigned int i = 0; i < ARRAY_SIZE(names); i++) {
		if (strncmp(text, names[i], strlen(names[i])))
			continue;
		if (i < 2)
			*len += sprintf(out + *len, "%d", i ? child : getpid());
		else if (i == 2)
			*len += sprintf(out + *len, "%s", exe);
		else
			*len += sprintf(out + *len, "0x%lx", target_offset);
		return text + strlen(names[i]);
	}
	return NULL;
}

/* Put the text with its macros and escapes replaced into OUT.  Return: its length. */
static size_t unescape(const char *text, char *out)
{
	size_t len = 0;
	char *after;

	while (*text && len < TEXT_MAX - 512) {
		const char *end = strchr(text, '}'), *next;
		unsigned long n = *text == '{' ? strtoul(text + 1, &after, 10) : 0;

		next = *text == '{' ? macro(text, out, &len) : NULL;
		if (next) {
			text = next;
		} else if (n && *after == '*' && end) {
			while (n-- && len + (end - after) < TEXT_MAX - 512) {
				memcpy(out + len, after + 1, end - after - 1);
				len += end - after - 1;
			}
			text = end + 1;
		} else if (*text == '\\' && (text[1] == 'n' || text[1] == 't')) {
			out[len++] = text[1] == 'n' ? '\n' : '\t';
			text += 2;
		} else if (*text == '\\' && text[1] == 'x' && isxdigit(text[2]) &&
			   isxdigit(text[3])) {
			char hex[3] = { text[2], text[3] };

			out[len++] = strtoul(hex, NULL, 16);
			text += 4;
		} else {
			out[len++] = *text++;
		}
	}
	out[len] = 0;
	return len;
}

/* Cut the first word off.  Return: it. */
static char *word(char **text)
{
	char *begin = *text, *end = strchr(begin, ' ');

	if (end)
		*end++ = 0;
	*text = end ? end : begin + strlen(begin);
	return begin;
}

/* ---- Reading settings ---- */

/* Return: length of the file's text, or -errno. */
static ssize_t read_text(const char *path, char *text, size_t room)
{
	int file = open(path, O_RDONLY | O_NONBLOCK);
	size_t len = 0;
	ssize_t n;

	if (file < 0) {
		*text = 0;
		return -errno;
	}
	while (len < room - 1 && (n = read(file, text + len, room - 1 - len)) > 0)
		len += n;
	if (len < room - 1 && n < 0)
		len = 0;
	close(file);
	text[len] = 0;
	return len;
}

/*
 * Remove what changes by itself in a trigger file: counts, whether a histogram is paused, and
 * comments.
 */
static void strip_changing(char *text)
{
	static const char *const changing[] = { ":count=", "[active]", "[paused]", ":unlimited",
		":pause" };

	for (unsigned int i = 0; i < ARRAY_SIZE(changing); i++) {
		char *at;

		while ((at = strstr(text, changing[i]))) {
			char *end = at + strlen(changing[i]);

			while (!i && isdigit(*end))
				end++;
			memmove(at, end, strlen(end) + 1);
		}
	}
	for (char *line = text; *line; ) {
		char *end = strchrnul(line, '\n');

		end += *end == '\n';
		if (*line == '#')
			memmove(line, end, strlen(end) + 1);
		else
			line = end;
	}
}

static const char *const setting_files[] = {
	"buffer_size_kb", "buffer_subbuf_size_kb", "buffer_percent", "trace_clock",
	"tracing_cpumask", "current_tracer", "options/dump_on_oops",
	"process_follow_exe", "process_trace_uid_filter", "process_trace_taskcomm_filter",
	"process_trace_cgroup_filter", "process_trace_syscalls", "process_trace_signals",
	"process_trace_lifecycle", "process_snapshot_on_death", "events/sched/filter",
	"events/filter",
};

/* The events whose settings are compared: not those of shared probes and of modules */
static bool compared_event(const char *event)
{
	return strncmp(event, "shared", 6) && strncmp(event, "test_", 5) &&
	       strcmp(event, "synthetic/shared");
}

static void add_setting(char *all, const char *dir, const char *name)
{
	static char text[1 << 16];
	size_t len = strlen(all);
	char path[256];

	snprintf(path, sizeof(path), "%s%s", dir, name);
	if (read_text(path, text, sizeof(text)) < 0 || len + sizeof(text) > SETTINGS_MAX)
		return;
	if (strstr(name, "/trigger"))
		strip_changing(text);
	/* Triggers of other events switch an event with a star. */
	if (strstr(name, "/enable") && strchr(text, '*'))
		*text = '?';
	snprintf(all + len, SETTINGS_MAX - len, "%s:\n%s", name, text);
}

static void add_definitions(char *all, int actor)
{
	static char text[1 << 16];
	char group[16], synth[32], *line, *rest = text;
	size_t len;

	snprintf(group, sizeof(group), ":g%d/", actor);
	snprintf(synth, sizeof(synth), ":synthetic/s%d\t", actor);
	read_text("dynamic_events", text, sizeof(text));
	while ((line = strsep(&rest, "\n"))) {
		len = strlen(all);
		if (strstr(line, group) || strstr(line, synth))
			snprintf(all + len, SETTINGS_MAX - len, "%s\n", line);
	}
}

/* The settings of an instance that do not depend on its events */
static void read_knobs(char *all, const char *dir)
{
	*all = 0;
	for (unsigned int i = 0; i < ARRAY_SIZE(setting_files); i++)
		add_setting(all, dir, setting_files[i]);
	for (unsigned int i = 0; i < flags_count; i++) {
		char path[48];

		snprintf(path, sizeof(path), "options/%.31s", flags[i]);
		add_setting(all, dir, path);
	}
}

/* All settings of an instance and, for an actor, of what the actor has defined */
static void read_settings(char *all, const char *dir, int actor)
{
	*all = 0;
	if (!access(dir, F_OK) || !*dir) {
		read_knobs(all, dir);
		for (unsigned int i = 0; i < ARRAY_SIZE(event_fields); i++) {
			static const char *const files[] = { "enable", "filter", "trigger" };
			struct making m = { .actor = actor };
			char name[128];

			if (!compared_event(event_fields[i].event))
				continue;
			expand(&m, event_fields[i].event, 0);
			for (int f = 0; f < 3; f++) {
				snprintf(name, sizeof(name), "events/%.64s/%s", m.text, files[f]);
				add_setting(all, dir, name);
			}
		}
	}
	if (actor < ACTORS)
		add_definitions(all, actor);
}

/* Print the first lines in which two settings differ. */
static void show_difference(const char *before, const char *after)
{
	const char *name = before;
	size_t n = 0;

	while (before[n] && before[n] == after[n]) {
		if (before[n] == '\n' && before[n + 1] == after[n + 1])
			name = before + n + 1;
		n++;
	}
	printf("# before: %.400s\n# after: %.400s\n", name, after + (name - before));
	fflush(stdout);
}

/* ---- The model ---- */

/* Errors that a write to a control file may return */
static bool plausible(int error)
{
	static const int errors[] = { EINVAL, ENOENT, EBUSY, EEXIST, E2BIG, ERANGE, ENOSPC, ENOMEM,
		ENODEV, EOVERFLOW, EADDRNOTAVAIL, EILSEQ, ESRCH, EOPNOTSUPP, ENAMETOOLONG, EACCES,
		ENOTEMPTY, EPERM, EIO, ENOTDIR, EISDIR, EINTR, EAGAIN, EBADF, ENXIO, EFBIG,
		ESPIPE, EDOM };

	for (unsigned int i = 0; i < ARRAY_SIZE(errors); i++)
		if (error == errors[i])
			return true;
	return false;
}

enum wanted { UNKNOWN, ACCEPT, REFUSE };

static bool is_number(const char *text, long low, long high)
{
	char *end;
	long n = strtol(text, &end, 10);

	return *text && !*end && isdigit(text[strlen(text) - 1]) && strlen(text) < 10 &&
	       n >= low && n <= high && (*text != '0' || !text[1]);
}

static bool one_of(const char *text, const char *list)
{
	const char *at = strstr(list, text);

	return *text && !strchr(text, ' ') && at && (at == list || at[-1] == ' ') &&
	       (at[strlen(text)] == ' ' || !at[strlen(text)]);
}

static const char clocks[] = "local global counter uptime perf mono mono_raw boot tai x86-tsc";

/* What a file of an actor's own instance does with a value.  SHOWN: what it shows then. */
static enum wanted predict(const char *name, const char *text, char *shown)
{
	*shown = 0;
	if (!strcmp(name, "tracing_on") || !strncmp(name, "options/", 8)) {
		if (!strcmp(name, "options/dump_on_oops") || !is_number(text, 0, 1))
			return UNKNOWN;
		sprintf(shown, "%s\n", text);
		return ACCEPT;
	}
	if (!strcmp(name, "buffer_percent")) {
		if (is_number(text, 0, 100)) {
			sprintf(shown, "%s\n", text);
			return ACCEPT;
		}
		return is_number(text, 101, 999999999) ? REFUSE : UNKNOWN;
	}
	if (!strcmp(name, "trace_clock")) {
		if (!one_of(text, clocks))
			return !strcmp(text, "sundial") ? REFUSE : UNKNOWN;
		sprintf(shown, "[%s]", text);
		return ACCEPT;
	}
	if (!strcmp(name, "current_tracer")) {
		if (!one_of(text, "nop syscall process"))
			return !strcmp(text, "function") ? REFUSE : UNKNOWN;
		sprintf(shown, "%s\n", text);
		return ACCEPT;
	}
	if (!strcmp(name, "tracing_cpumask")) {
		if (!one_of(text, "1 2 3"))
			return UNKNOWN;
		sprintf(shown, "%s\n", text);
		return ACCEPT;
	}
	if (!strcmp(name, "buffer_size_kb") && is_number(text, 8, 2000))
		return ACCEPT;
	if (!strcmp(name, "buffer_subbuf_size_kb") && is_number(text, 513, 999999999))
		return REFUSE;
	return UNKNOWN;
}

/* Memory, mappings and other users may refuse a valid value. */
static bool circumstance(int error)
{
	return error == ENOMEM || error == EBUSY || error == EINTR || error == EAGAIN;
}

/* The name of a file in the actor's own instance, or NULL */
static const char *own_file(const char *path)
{
	char dir[32];

	snprintf(dir, sizeof(dir), "instances/f%d/", self);
	return strncmp(path, dir, strlen(dir)) ? NULL : path + strlen(dir);
}

/* An event of the actor's own was removed: BEFORE and AFTER are the definitions. */
static void check_removal(const char *name, int error, const char *before, const char *after)
{
	char line[128];
	bool was, is;

	snprintf(line, sizeof(line), ":%.100s", name);
	was = strstr(before, line);
	is = strstr(after, line);
	if (!was && error != ENOENT && error != ENOMEM)
		fault("errno %d from the removal of an event that does not exist", error);
	if (was && error && !circumstance(error))
		fault("errno %d from the removal of an event", error);
	if (!error && is)
		fault("removed, but still there");
}

/* The text defines or removes events of the actor's own group. */
static void check_definition(const char *text, int error, const char *before)
{
	static char after[1 << 16];
	char group[16], name[128];

	*after = 0;
	add_definitions(after, self);
	snprintf(group, sizeof(group), ":g%d/", self);
	if (!strncmp(text, "-:", 2) && !strncmp(text + 1, group, strlen(group)) &&
	    strlen(text) == strlen(group) + 2 && islower(text[strlen(text) - 1])) {
		snprintf(name, sizeof(name), "%.100s ", text + 2);
		check_removal(name, error, before, after);
	} else if (!error && text[0] && text[1] == ':' && strchr("pret", *text) &&
		   !strncmp(text + 1, group, strlen(group)) && strcspn(text, " ") < 64) {
		snprintf(name, sizeof(name), "%.*s ", (int)strcspn(text, " ") - 1, text + 1);
		if (!strstr(after, name))
			fault("defined, but not listed");
	}
}

static void count(int *number)
{
	__atomic_add_fetch(number, 1, __ATOMIC_RELAXED);
}

static void check_write(const char *path, const char *text, int error)
{
	const char *name = own_file(path);
	static char now[1 << 16];
	enum wanted wanted;
	char shown[64];

	if (error && !plausible(error))
		fault("errno %d", error);
	if (!name || error == ENOENT)
		return;
	wanted = predict(name, text, shown);
	if (wanted != UNKNOWN)
		count(&shared->predicted);
	switch (wanted) {
	case REFUSE:
		if (!error)
			fault("accepted, not refused");
		break;
	case ACCEPT:
		if (error && !circumstance(error))
			fault("refused with errno %d, not accepted", error);
		if (error || !*shown || !strcmp(name, "tracing_on"))
			break;
		read_text(path, now, sizeof(now));
		if (!strstr(now, shown))
			fault("shows '%.100s', not '%s'", now, shown);
		break;
	case UNKNOWN:
		break;
	}
}

/* ---- Steps on files ---- */

static char settings_before[SETTINGS_MAX], settings_after[SETTINGS_MAX];
static char step_text[TEXT_MAX];

/* Let allocation number fail_next fail, until fail_end(). */
static void fail_begin(void)
{
	char number[16];
	int len = snprintf(number, sizeof(number), "%d", fail_next);

	if (fail_next)
		need(pwrite(inject, number, len, 0) == len);
}

/* Keeps errno. */
static void fail_end(void)
{
	char left[16] = "";
	int error = errno;

	if (fail_next) {
		need(pread(inject, left, sizeof(left) - 1, 0) > 0);
		if (!atoi(left))
			__atomic_add_fetch(&shared->failed, 1, __ATOMIC_SEQ_CST);
		need(pwrite(inject, "0", 1, 0) == 1);
	}
	fail_next = 0;
	errno = error;
}

/* Write by one call.  Return: 0 or an errno. */
static int write_file(const char *path, int flags, const char *text, size_t len)
{
	int file = open(path, O_WRONLY | flags);
	int error = 0;
	ssize_t n;

	if (file < 0)
		return errno;
	n = len ? write(file, text, len) : 0;
	if (n < 0)
		error = errno;
	else if ((size_t)n != len && !strstr(path, "trace_marker"))
		fault("%zd of %zu bytes written", n, len);
	close(file);
	return error;
}

/* Whether a refused write of the text may have changed something before */
static bool has_parts(const char *path, const char *text)
{
	return strchr(text, '\n') || strstr(path, "set_event") || strstr(path, "/enable") ||
	       strstr(path, "free_buffer");
}

/* Opened with truncation and closed: what a file of the actor's own instance shows then */
static void check_emptied(const char *path)
{
	const char *name = own_file(path);
	static char now[1 << 16];

	if (!name || (strcmp(name, "process_trace_taskcomm_filter") &&
		      strcmp(name, "process_trace_cgroup_filter") &&
		      strcmp(name, "process_follow_exe") && strcmp(name, "set_event")))
		return;
	if (read_text(path, now, sizeof(now)) >= 0 && strspn(now, "\n") != strlen(now))
		fault("shows '%.100s' after truncation", now);
}

static void step_write(char verb, char *args)
{
	const char *path = word(&args);
	size_t len = unescape(args, step_text);
	bool compare = (own_file(path) || strstr(path, "_events")) && verb != 't' &&
		       !has_parts(path, step_text);
	char dir[32];
	int error, flags;

	snprintf(dir, sizeof(dir), "instances/f%d/", self);
	if (compare)
		read_settings(settings_before, dir, self);
	if (!strstr(path, "trace_marker_raw") && (len || verb != 't'))
		step_text[len++] = '\n';
	flags = verb == 'a' ? O_APPEND : verb == 't' ? O_TRUNC : 0;
	fail_begin();
	error = write_file(path, flags, step_text, len);
	fail_end();
	count(error ? &shared->refused : &shared->accepted);
	if (len && step_text[len - 1] == '\n')
		step_text[--len] = 0;
	if (len == strlen(step_text) && len < 200) {
		check_write(path, step_text, error);
		if (compare && strstr(path, "_events") && !own_file(path))
			check_definition(step_text, error, settings_before);
	}
	if (!error && verb == 't' && !len)
		check_emptied(path);
	if (!error || !compare)
		return;
	read_settings(settings_after, dir, self);
	if (strcmp(settings_before, settings_after)) {
		fault("refused with errno %d, but changed", error);
		show_difference(settings_before, settings_after);
	}
}

static void pause_load(bool on)
{
	__atomic_add_fetch(&shared->paused, on ? 1 : -1, __ATOMIC_SEQ_CST);
	while (on && __atomic_load_n(&shared->waiting, __ATOMIC_SEQ_CST) < LOADS)
		usleep(1000);
}

#include "control_known_steps.h"

/* Remove all triggers of a file: truncation removes only histograms. */
static void remove_lines(const char *path)
{
	static char text[1 << 16], command[1 << 13];
	char *rest = text, *line;

	write_file(path, O_TRUNC, "", 0);
	if (read_text(path, text, sizeof(text)) <= 0)
		return;
	while ((line = strsep(&rest, "\n"))) {
		if (!*line || *line == '#')
			continue;
		snprintf(command, sizeof(command), "!%.8000s\n", line);
		write_file(path, O_APPEND, command, strlen(command));
	}
}

/* Whether TEXT has a line that is not a comment */
static bool has_lines(char *text)
{
	char *line;

	while ((line = strsep(&text, "\n")))
		if (*line && *line != '#')
			return true;
	return false;
}

/* Write a line of a trigger file back.  Return: whether it was accepted. */
static bool write_back(const char *path, const char *line)
{
	char text[1 << 13];
	int error, len = snprintf(text, sizeof(text), "%.8000s\n", line);

	error = write_file(path, O_APPEND, text, len);
	if (error && error != ENOMEM)
		fault("errno %d when '%s' is written back", error, line);
	return !error;
}

/* Write the lines of a trigger file back, oldest first; the file must show the same then. */
static void step_again(char *args)
{
	static char before[1 << 16], after[1 << 16], text[1 << 16];
	const char *path = word(&args);
	char *lines[256], *rest = text;
	int count = 0, i;

	if (!own_file(path) || read_text(path, before, sizeof(before)) <= 0)
		return;
	memcpy(text, before, strlen(before) + 1);
	remove_lines(path);
	/* A histogram is not removed while another histogram reads its variables. */
	if (read_text(path, after, sizeof(after)) < 0 || has_lines(after))
		return;
	while (count < (int)ARRAY_SIZE(lines) && (lines[count] = strsep(&rest, "\n")))
		count += *lines[count] && *lines[count] != '#';
	/* The newest trigger stands first, and histograms stand behind all others, oldest first. */
	for (i = count; i--; )
		if (strncmp(lines[i], "hist:", 5) && !write_back(path, lines[i]))
			return;
	for (i = 0; i < count; i++)
		if (!strncmp(lines[i], "hist:", 5) && !write_back(path, lines[i]))
			return;
	read_text(path, after, sizeof(after));
	strip_changing(before);
	strip_changing(after);
	if (strcmp(before, after)) {
		fault("shows other lines after they were written back");
		show_difference(before, after);
	}
}

#include "control_readers.h"

/* ---- Instances ---- */

/* Whether the actor keeps a file of its own instance open */
static bool keeps_own_file(void)
{
	for (int i = 0; i < SLOTS; i++)
		if ((slots[i].file >= 0 || slots[i].map) && own_file(slots[i].path))
			return true;
	return false;
}

/* A new instance has the same settings as the first one. */
static void check_new_instance(const char *dir)
{
	static char first[1 << 14];

	read_knobs(settings_after, dir);
	if (!*first)
		snprintf(first, sizeof(first), "%.*s", (int)sizeof(first) - 1, settings_after);
	if (strcmp(first, settings_after)) {
		fault("a new instance has other settings");
		show_difference(first, settings_after);
	}
}

static void step_instance(bool make, char *args)
{
	char own[32], known[32], path[40];
	bool was, keeps = false;
	int error;

	snprintf(own, sizeof(own), "instances/f%d", self);
	snprintf(known, sizeof(known), "instances/k%d", self);
	unescape(args, step_text);
	if (!strcmp(step_text, known))
		snprintf(own, sizeof(own), "instances/k%d", self);
	else
		keeps = keeps_own_file();
	snprintf(path, sizeof(path), "%s/", own);
	was = !access(own, F_OK);
	fail_begin();
	error = (make ? mkdir(step_text, 0755) : rmdir(step_text)) ? errno : 0;
	fail_end();
	if (error && !plausible(error))
		fault("errno %d", error);
	if (strcmp(step_text, own) || error == ENOMEM)
		return;
	if (make && error != (was ? EEXIST : 0))
		fault("errno %d from mkdir, the directory was%s there", error, was ? "" : " not");
	if (!make && error != (!was ? ENOENT : keeps ? EBUSY : 0))
		fault("errno %d from rmdir, the directory was%s there", error, was ? "" : " not");
	if (make && !error)
		check_new_instance(path);
}

/* ---- Load, tasks, CPUs, modules ---- */

long __attribute__((noinline)) fuzz_target(long n, const char *text)
{
	return n + *(const volatile char *)text;
}

/* Calls that hit the events of the grammar */
static void hit(int times)
{
	static char bytes[256];
	struct rlimit limit;

	while (times--) {
		int file = open("/proc/self/stat", O_RDONLY);

		if (file >= 0) {
			read(file, bytes, sizeof(bytes));
			close(file);
		}
		open("/nonexistent", O_RDONLY);
		mkdir("/", 0777);
		kill(getpid(), SIGURG);
		fuzz_target(times, "text");
		if (!getrlimit(RLIMIT_CORE, &limit))
			setrlimit(RLIMIT_CORE, &limit);
		sched_yield();
	}
}

static void *thread_main(void *unused)
{
	(void)unused;
	hit(2);
	return NULL;
}

static void step_cpu(char *args)
{
	write_file("/sys/devices/system/cpu/cpu1/online", 0, args, strlen(args));
}

static void step_module(char *args)
{
	bool load = *word(&args) == '+';
	struct utsname name;
	char path[512];
	int file;

	if (!load) {
		syscall(SYS_delete_module, args, O_NONBLOCK);
		return;
	}
	uname(&name);
	snprintf(path, sizeof(path), "/lib/modules/%s/kernel/kernel/ktrace/test/%s.ko",
		 name.release, args);
	file = open(path, O_RDONLY);
	if (file < 0)
		return;
	syscall(SYS_finit_module, file, "", 0);
	close(file);
}

static void step_task(const char *verb, int n)
{
	static int turn;
	char name[16];
	pthread_t thread;
	pid_t pid;

	if (!strcmp(verb, "thread")) {
		if (!pthread_create(&thread, NULL, thread_main, NULL))
			pthread_join(thread, NULL);
		return;
	}
	if (!strcmp(verb, "rename")) {
		snprintf(name, sizeof(name), "fuzz%d", turn++);
		prctl(PR_SET_NAME, name);
		prctl(PR_SET_NAME, "control_fuzz");
		return;
	}
	if (!strcmp(verb, "exec"))
		n = 1;
	while (n-- > 0) {
		pid = fork();
		if (!pid) {
			hit(1);
			if (!strcmp(verb, "exec"))
				execl("/bin/true", "true", "argument", NULL);
			_exit(0);
		}
		if (pid > 0)
			waitpid(pid, NULL, 0);
	}
}

/* Load on one CPU, with breaks: all that waits for idle CPUs goes on then */
static void load(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (unsigned int n = 0; ; n++) {
		if (shared->paused) {
			__atomic_add_fetch(&shared->waiting, 1, __ATOMIC_SEQ_CST);
			while (shared->paused)
				usleep(1000);
			__atomic_sub_fetch(&shared->waiting, 1, __ATOMIC_SEQ_CST);
		}
		hit(4);
		if (n % 64 == 63)
			step_task("fork", 1);
		usleep(3000);
	}
}

/* ---- The accounts ---- */

static unsigned long long number_after(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

/* Return: NULL, or what does not add up. */
static const char *accounts(const char *dir)
{
	static char text[1 << 16], message[256];
	unsigned long long entries = 0, written = 0, in_buffer, all;
	char path[256], *at;

	for (int cpu = 0; cpu < 2; cpu++) {
		unsigned long long n, overrun, readers;

		snprintf(path, sizeof(path), "%sper_cpu/cpu%d/stats", dir, cpu);
		if (read_text(path, text, sizeof(text)) < 0)
			return NULL;
		n = number_after(text, "entries: ");
		overrun = number_after(text, "overrun: ");
		readers = number_after(text, "read events: ");
		if (n >> 40 || overrun >> 40 || readers >> 40) {
			snprintf(message, sizeof(message), "%.90s: %.150s", path, text);
			return message;
		}
		entries += n;
		written += n + overrun + readers;
	}
	snprintf(path, sizeof(path), "%strace", dir);
	if (read_text(path, text, sizeof(text)) < 0)
		return NULL;
	at = strstr(text, "entries-in-buffer/entries-written: ");
	if (!at)
		return NULL;
	at += strlen("entries-in-buffer/entries-written: ");
	in_buffer = strtoull(at, &at, 10);
	all = strtoull(at + 1, NULL, 10);
	if (in_buffer == entries && all == written)
		return NULL;
	snprintf(message, sizeof(message), "%.90s shows %llu/%llu, stats %llu/%llu", path,
		 in_buffer, all, entries, written);
	return message;
}

static void check_instance(const char *dir)
{
	const char *wrong = NULL;
	char path[256], on[8], now[8];

	snprintf(path, sizeof(path), "%stracing_on", dir);
	if (read_text(path, on, sizeof(on)) <= 0)
		return;
	/* A snapshot by a trigger may still move rings, and a trigger may switch recording on. */
	for (int i = 0; i < 4; i++) {
		write_file(path, 0, "0\n", 2);
		wrong = accounts(dir);
		if (read_text(path, now, sizeof(now)) <= 0 || *now != '0')
			wrong = NULL;
		else if (!wrong)
			break;
		usleep(20000);
	}
	if (wrong)
		fault("accounts: %s", wrong);
	write_file(path, 0, on, strlen(on));
}

static void for_instances(void (*do_it)(const char *dir))
{
	DIR *dir = opendir("instances");
	struct dirent *entry;
	char path[300];

	while (dir && (entry = readdir(dir))) {
		if (*entry->d_name == '.')
			continue;
		snprintf(path, sizeof(path), "instances/%s/", entry->d_name);
		do_it(path);
	}
	if (dir)
		closedir(dir);
}

static void step_check(void)
{
	pause_load(true);
	check_instance("");
	for_instances(check_instance);
	pause_load(false);
}

/* ---- Actors ---- */

static void do_step(const char *text)
{
	char *copy = strdup(text), *args = copy;
	const char *verb = word(&args);

	if (!strcmp(verb, "fail")) {
		need(inject >= 0);
		fail_next = strtoul(word(&args), NULL, 10);
		verb = word(&args);
	}
	if (step_known(verb, args)) {
		/* Done */
	} else if (strlen(verb) == 1 && strchr("awt", *verb)) {
		step_write(*verb, args);
	} else if (!strcmp(verb, "r")) {
		step_read_file(args);
	} else if (!strcmp(verb, "again")) {
		step_again(args);
	} else if (!strcmp(verb, "check")) {
		step_check();
	} else if (!strcmp(verb, "mkdir") || !strcmp(verb, "rmdir")) {
		step_instance(*verb == 'm', args);
	} else if (!strcmp(verb, "cpu")) {
		step_cpu(args);
	} else if (!strcmp(verb, "mod")) {
		step_module(args);
	} else if (!strcmp(verb, "hit")) {
		hit(strtoul(args, NULL, 10));
	} else if (!strcmp(verb, "sleep")) {
		usleep(1000 * strtoul(args, NULL, 10));
	} else if (!strcmp(verb, "signal")) {
		kill(getppid(), SIGURG);
		kill(child, SIGURG);
	} else if (!strcmp(verb, "fork") || !strcmp(verb, "exec") || !strcmp(verb, "thread") ||
		   !strcmp(verb, "rename")) {
		step_task(verb, strtoul(args, NULL, 10));
	} else {
		step_slot(verb, args);
	}
	free(copy);
}

struct actor {
	pid_t	pid;
	int	order;
	int	answer;
	bool	busy;
};

static struct actor actors[ACTORS];

static void actor_main(int number, int orders, int answers)
{
	struct sigaction action = { .sa_handler = on_alarm };
	int step;

	self = number;
	inject = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	sigaction(SIGALRM, &action, NULL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0; i < SLOTS; i++)
		slots[i].file = -1;
	child = fork();
	if (!child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	while (read(orders, &step, sizeof(step)) == sizeof(step)) {
		shared->step[self] = step;
		do_step(steps[step].text);
		need(write(answers, &step, sizeof(step)) == sizeof(step));
	}
	for (int i = 0; i < SLOTS; i++)
		slot_close(&slots[i]);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	_exit(0);
}

static void start_actor(int number)
{
	int orders[2], answers[2];

	need(!pipe2(orders, O_CLOEXEC) && !pipe2(answers, O_CLOEXEC));
	fflush(stdout);
	actors[number].pid = fork();
	if (!actors[number].pid) {
		/* Ends of other actors' pipes must not stay open here. */
		for (int i = 0; i < number; i++)
			close(actors[i].order);
		close(orders[1]);
		actor_main(number, orders[0], answers[1]);
	}
	close(orders[0]);
	close(answers[1]);
	actors[number].order = orders[1];
	actors[number].answer = answers[0];
}

static void wait_actor(int number)
{
	struct actor *actor = &actors[number];
	struct pollfd answer = { .fd = actor->answer, .events = POLLIN };
	int step;

	if (!actor->busy)
		return;
	if (poll(&answer, 1, HANG * 1000) != 1) {
		shared->step[self] = shared->step[number];
		fault("no end after %d s", HANG);
		write_file("/proc/sysrq-trigger", 0, "w", 1);
		exit(1);
	}
	if (read(actor->answer, &step, sizeof(step)) != sizeof(step)) {
		shared->step[self] = shared->step[number];
		fault("the actor died");
		exit(1);
	}
	actor->busy = false;
}

static void wait_actors(void)
{
	for (int i = 0; i < ACTORS; i++)
		wait_actor(i);
}

static void do_steps(void)
{
	for (int i = 0; i < steps_count; i++) {
		struct actor *actor = &actors[steps[i].actor];

		if (steps[i].beside)
			wait_actor(steps[i].actor);
		else
			wait_actors();
		if (shared->faults && !keep_going)
			break;
		printf("%d%s %s\n", steps[i].actor, steps[i].beside ? "+" : "", steps[i].text);
		fflush(stdout);
		actor->busy = true;
		need(write(actor->order, &i, sizeof(i)) == sizeof(i));
		if (!steps[i].beside)
			wait_actor(steps[i].actor);
	}
	wait_actors();
}

static void end_actors(void)
{
	for (int i = 0; i < ACTORS; i++)
		close(actors[i].order);
	for (int i = 0; i < ACTORS; i++)
		waitpid(actors[i].pid, NULL, 0);
}

/* ---- The end ---- */

static void must_write(const char *path, int flags, const char *text)
{
	int error = write_file(path, flags, text, strlen(text));

	if (error)
		fault("errno %d from '%s' to %s at the end", error, text, path);
}

static void remove_triggers(const char *dir)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(event_fields); i++) {
		for (int actor = 0; actor < ACTORS; actor++) {
			struct making m = { .actor = actor };
			char path[300];

			expand(&m, event_fields[i].event, 0);
			snprintf(path, sizeof(path), "%.100sevents/%.64s/trigger", dir, m.text);
			remove_lines(path);
		}
	}
}

static void remove_instance(const char *dir)
{
	static char log[1 << 16];

	if (!rmdir(dir))
		return;
	fault("rmdir %s: errno %d at the end", dir, errno);
	read_text("error_log", log, sizeof(log));
	printf("# error_log: %s\n", log);
}

static void reset_options(void)
{
	for (unsigned int i = 0; i < options_count; i++) {
		char path[48], text[32];

		if (!options[i].flag)
			continue;
		snprintf(path, sizeof(path), "options/%.31s", options[i].name);
		snprintf(text, sizeof(text), "%s\n", options[i].value);
		must_write(path, 0, text);
	}
}

static void reset_all(void)
{
	static const char *const knobs[][2] = {
		{ "current_tracer", "nop" }, { "events/enable", "0" }, { "events/filter", "0" },
		{ "snapshot", "0" }, { "buffer_percent", "50" },
		{ "process_trace_uid_filter", "-1" }, { "process_trace_taskcomm_filter", "" },
		{ "process_trace_cgroup_filter", "" }, { "process_trace_syscalls", "1" },
		{ "process_trace_signals", "1" }, { "process_trace_lifecycle", "1" },
		{ "process_snapshot_on_death", "0" },
		{ "options/dump_on_oops", "0" },
		{ "trace_clock", "local" },
		{ "tracing_cpumask", "3" }, { "buffer_subbuf_size_kb", "4" },
		{ "buffer_size_kb", "1408" }, { "trace", "0" }, { "tracing_on", "1" },
	};
	static const char *const lists[] = { "set_event", "set_event_pid", "set_event_notrace_pid",
		"process_follow_exe" };
	static const char *const modules[] = { "test_point", "test_tracepoint", "test_printk" };

	shared->step[self] = steps_count;
	step_cpu((char []) { "1" });
	/* Two rounds: histograms whose variables others read go last. */
	for (int round = 0; round < 3; round++) {
		for_instances(remove_triggers);
		remove_triggers("");
	}
	for_instances(remove_instance);
	for (unsigned int i = 0; i < ARRAY_SIZE(lists); i++)
		must_write(lists[i], O_TRUNC, "");
	for (unsigned int i = 0; i < ARRAY_SIZE(knobs); i++) {
		char text[64];

		snprintf(text, sizeof(text), "%s\n", knobs[i][1]);
		must_write(knobs[i][0], 0, text);
	}
	reset_options();
	must_write("dynamic_events", O_TRUNC, "");
	for (unsigned int i = 0; i < ARRAY_SIZE(modules); i++)
		syscall(SYS_delete_module, modules[i], O_NONBLOCK);
}

/* All settings are those of the beginning, and no task has a bit that makes it trace. */
static void check_end(void)
{
	static const char bits[] = "/sys/kernel/debug/kunit/ktrace_task_bits";
	static char text[1 << 16];
	char path[256];

	read_settings(settings_after, "", ACTORS);
	if (strcmp(settings_before, settings_after)) {
		fault("other settings at the end");
		show_difference(settings_before, settings_after);
	}
	read_text("set_event", text, sizeof(text));
	if (*text)
		fault("enabled at the end: %.200s", text);
	snprintf(path, sizeof(path), "%s/run", bits);
	if (access(path, F_OK))
		return;
	write_file(path, 0, "1\n", 2);
	snprintf(path, sizeof(path), "%s/results", bits);
	read_text(path, text, sizeof(text));
	if (!strstr(text, "\nok ") || strstr(text, "not ok"))
		fault("work bits: %s", text);
}

/* The offset of fuzz_target() in the program's file */
static void find_target(void)
{
	unsigned long start, end, offset;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512];

	need(maps);
	need(readlink("/proc/self/exe", exe, sizeof(exe) - 1) > 0);
	while (fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx %*s %lx", &start, &end, &offset) == 3 &&
		    (unsigned long)fuzz_target >= start && (unsigned long)fuzz_target < end)
			target_offset = (unsigned long)fuzz_target - start + offset;
	fclose(maps);
}

static void run_steps(void)
{
	pid_t loads[LOADS];

	find_target();
	if (chdir(control))
		err(2, "%s", control);
	signal(SIGPIPE, SIG_IGN);
	reset_all();
	if (shared->faults)
		exit(1);
	read_settings(settings_before, "", ACTORS);
	for (int i = 0; i < LOADS; i++) {
		loads[i] = fork();
		if (!loads[i])
			load(i);
	}
	for (int i = 0; i < ACTORS; i++)
		start_actor(i);
	do_steps();
	end_actors();
	for (int i = 0; i < LOADS; i++) {
		kill(loads[i], SIGKILL);
		waitpid(loads[i], NULL, 0);
	}
	reset_all();
	check_end();
}

int main(int argc, char **argv)
{
	unsigned long seed = 1, number = 1000;
	const char *file = NULL;
	bool print = false, failures = false, known = false;
	int option;

	while ((option = getopt(argc, argv, "s:n:f:aqpk")) != -1) {
		if (option == 's')
			seed = strtoul(optarg, NULL, 10);
		else if (option == 'n')
			number = strtoul(optarg, NULL, 10);
		else if (option == 'f')
			file = optarg;
		else if (option == 'a')
			failures = true;
		else if (option == 'q')
			known = true;
		else if (option == 'p')
			print = true;
		else if (option == 'k')
			keep_going = true;
		else
			errx(2, "see the head of control_fuzz.c");
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	need(shared != MAP_FAILED);
	if (getenv("KTRACE"))
		control = getenv("KTRACE");
	read_readme(control);
	if (file)
		read_steps(file);
	else
		make_steps(seed, number, failures, known);
	if (print) {
		for (int i = 0; i < steps_count; i++)
			printf("%d%s %s\n", steps[i].actor, steps[i].beside ? "+" : "",
			       steps[i].text);
		return 0;
	}
	run_steps();
	if (failures)
		printf("%d allocations failed\n", shared->failed);
	printf("%d writes accepted, %d refused, %d as predicted\n", shared->accepted,
	       shared->refused, shared->predicted);
	printf("%d steps, %d faults\n", steps_count, shared->faults);
	return shared->faults ? 1 : 0;
}
