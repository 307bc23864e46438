// SPDX-License-Identifier: GPL-2.0
/*
 * Records in the form of strace:
 *
 *	[pid    85] openat(AT_FDCWD, "/no/file", O_RDONLY) = -1 ENOENT (No such file or directory)
 *	--- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---
 *	+++ exited with 1 +++
 *
 * A call that returns before another task acts is one line. Any other call is two lines: the
 * record of its entry makes the line with "<unfinished ...>", and the record of its return
 * makes the line with "resumed":
 *
 *	85 wait4(-1,  <unfinished ...>
 *	86 exit_group(0)                        = ?
 *	86 +++ exited with 0 +++
 *	85 <... wait4 resumed>[{WIFEXITED(s) && WEXITSTATUS(s) == 0}], 0, NULL) = 86
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

#include "print.h"
#include "util.h"

#define BUCKETS		256
#define CALL_ENDED	100

/**
 * struct begun - a call whose first part has been printed
 * @next:	the next one of the bucket
 * @pid:	the task
 * @nr:		number of the call
 * @known:	number of its arguments that have been printed; CALL_ENDED if the task has
 *		exited in the call, and the call has been printed
 */
struct begun {
	struct begun	*next;
	int		pid;
	int		nr;
	unsigned int	known;
};

/**
 * struct strace - the state of the form
 * @held:	the next fields are valid: an entry that has not been printed
 * @pid:	its task
 * @nr:		number of its call
 * @ts:		its time
 * @entry:	its arguments
 * @begun:	the calls whose first part has been printed, by task
 */
struct strace {
	bool		held;
	int		pid;
	int		nr;
	unsigned long long ts;
	struct decoded	entry;
	struct begun	*begun[BUCKETS];
};

static unsigned int bucket_of(int pid)
{
	return (unsigned int)pid % BUCKETS;
}

/* What strace says of errors that the program does not see. */
static const struct {
	const char *name, *text;
} restarts[] = {
	{ "ERESTARTSYS", "To be restarted if SA_RESTART is set" },
	{ "ERESTARTNOINTR", "To be restarted" },
	{ "ERESTARTNOHAND", "To be restarted if no handler" },
	{ "ERESTART_RESTARTBLOCK", "Interrupted by signal" },
};

static void print_error(FILE *out, const struct decoded *call)
{
	size_t i;

	if (!call->restarts) {
		fprintf(out, "-1 %s (%s)", call->error, strerror(-call->ret));
		return;
	}
	for (i = 0; i < ARRAY_SIZE(restarts); i++)
		if (!strcmp(restarts[i].name, call->error))
			fprintf(out, "? %s (%s)", call->error, restarts[i].text);
}

/* Print a result that has a name: its number, and the name in parentheses. */
static void print_named(const struct print *print, const struct decoded *call)
{
	const char *command = call->nargs > 1 ? call->arg[1].text : "", *kind = "";
	bool flags = !strcmp(command, "F_GETFD") || !strcmp(command, "F_GETFL");
	bool decimal = !call->ret || !strncmp(call->ret_text, "SIG", 3) ||
		       !strncmp(call->ret_text, "SUID_", 5) ||
		       !strncmp(call->ret_text, "PR_MCE_", 7) ||
		       !strcmp(call->bare, "ioprio_get");

	if (!strcmp(call->bare, "fcntl") && flags)
		kind = "flags ";
	else if (!strcmp(command, "F_GET_SEALS"))
		kind = "seals ";
	fprintf(print->out, decimal ? "%lld" : "%#llx", call->ret);
	if (print->opt->constants != DECODE_NUMBERS || !strcmp(call->bare, "prctl") ||
	    !strcmp(call->bare, "personality"))
		fprintf(print->out, " (%s%s)", kind, call->ret_text);
}

/* What the call left, without what the program passed, of an argument "IN => OUT". */
static const char *plain_start(const struct decoded *call, const char *text)
{
	const char *left = !strcmp(call->bare, "fcntl") ? strstr(text, "} => {") : NULL;

	return left ? strchr(left + 1, '{') : text;
}

/* The length of the path, <PATH>, behind a descriptor; 0 if @text is something else. */
static size_t path_length(const char *text)
{
	const char *end = *text == '<' && text[1] != '<' ? strchr(text, '>') : NULL;

	return end ? end + 1 - text : 0;
}

/*
 * Print the path of a device and its numbers. The numbers are looked up now: since the call, the
 * path may have become that of another device. Return 0 if @path is not that of a device.
 */
static int print_device(FILE *out, const char *path)
{
	struct stat st;

	if (*path != '/' || stat(path, &st) || !(S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode)))
		return 0;
	return fprintf(out, "<%s<%s %u:%u>>", path, S_ISCHR(st.st_mode) ? "char" : "block",
		       major(st.st_rdev), minor(st.st_rdev));
}

/* Print a path, <PATH>, of @len bytes behind a descriptor, as -y or -yy. */
static int print_path(const struct print *print, const char *text, size_t len)
{
	static const char deleted[] = " (deleted)";
	const struct options *opt = print->opt;
	char *path = strndup(text + 1, len - 2), *end;
	int n = 0;

	if (opt->fd_devices && !opt->input)
		n = print_device(print->out, path);
	end = path + strlen(path) - strlen(deleted);
	if (n || opt->fd_devices_only)
		;
	else if (end > path && !strcmp(end, deleted))
		n = fprintf(print->out, "<%.*s>(deleted)", (int)(end - path), path);
	else
		n = fprintf(print->out, "<%s>", path);
	free(path);
	return n;
}

/*
 * A time whose part stands for the present time, or for no change. Print it as a word; return the
 * number of characters of @text that it replaces, or 0.
 */
static size_t print_special_time(const struct print *print, const char *text, int *n)
{
	static const struct {
		const char *part, *word;
	} words[] = {
		{ ", tv_nsec=1073741823}", "UTIME_NOW" }, { ", tv_nsec=1073741822}", "UTIME_OMIT" },
	};
	const char *end = strchr(text, '}');
	size_t i, len;

	for (i = 0; end && i < ARRAY_SIZE(words); i++) {
		len = strlen(words[i].part);
		if ((size_t)(end + 1 - text) < len ||
		    strncmp(end + 1 - len, words[i].part, len))
			continue;
		len = end + 1 - text;
		if (print->opt->constants == DECODE_NAMES)
			*n += fprintf(print->out, "%s", words[i].word);
		else if (print->opt->constants == DECODE_NUMBERS)
			*n += fprintf(print->out, "%.*s", (int)len, text);
		else
			*n += fprintf(print->out, "%.*s /* %s */", (int)len, text, words[i].word);
		return len;
	}
	return 0;
}

/* Print a date; return the number of characters. */
static int print_day(FILE *out, time_t time, const char *before, const char *after)
{
	char text[64];
	struct tm tm;

	if (!localtime_r(&time, &tm))
		return 0;
	strftime(text, sizeof(text), "%FT%T%z", &tm);
	return fprintf(out, "%s%s%s", before, text, after);
}

/* The date of a time without a fraction: utime(). */
static int print_second(FILE *out, const char *text)
{
	char *end;
	long long sec = strtoll(text, &end, 10);

	if (end == text || (*end != ',' && *end != '}') || !sec)
		return 0;
	return fprintf(out, "%.*s", (int)(end - text), text) + print_day(out, sec, " /* ", " */");
}

/*
 * The date of a time, as a comment, for the calls that set times of files. @text is what stands
 * behind "{tv_sec=".
 */
static int print_date(FILE *out, const char *text)
{
	bool nano = false;
	char day[64], zone[16], *at;
	long long sec = strtoll(text, &at, 10), part;
	time_t time = sec;
	struct tm tm;

	if (!strncmp(at, ", tv_nsec=", 10))
		nano = true;
	else if (strncmp(at, ", tv_usec=", 10))
		return 0;
	part = strtoll(at + 10, &at, 10);
	if (*at != '}' || part < 0 || part >= (nano ? 1000000000 : 1000000) || (!sec && !part) ||
	    !localtime_r(&time, &tm))
		return 0;
	strftime(day, sizeof(day), "%FT%T", &tm);
	strftime(zone, sizeof(zone), "%z", &tm);
	if (!part)
		return fprintf(out, " /* %s%s */", day, zone);
	return fprintf(out, " /* %s.%0*lld%s */", day, nano ? 9 : 6, part, zone);
}

/* Print the date behind the seconds of time(). Return 0 if the call or @text is another. */
static int print_present(const struct print *print, const struct decoded *call, const char *text)
{
	char *end;
	time_t sec;

	if (strcmp(call->bare, "time") || *text != '[')
		return 0;
	sec = strtoll(text + 1, &end, 10);
	if (*end != ']' || end[1] || !sec)
		return 0;
	return fprintf(print->out, "[%lld", (long long)sec) +
	       print_day(print->out, sec, " /* ", " */]");
}

static bool sets_times(const struct decoded *call)
{
	static const char * const calls[] = { "futimesat", "utimensat", "utimes" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(calls); i++)
		if (!strcmp(calls[i], call->bare))
			return true;
	return false;
}

/*
 * Return true for calls with an argument that is the size of a structure. strace shows "???" for
 * the members of this structure that it could not read.
 */
static bool has_sized(const struct decoded *call)
{
	return !strcmp(call->bare, "openat2") || !strcmp(call->bare, "clone3") ||
	       !strcmp(call->bare, "mount_setattr");
}

/* Print the code of a siginfo_t in front of its error. Return the characters of both, or 0. */
static size_t print_siginfo_error(const struct print *print, const char *text, int *n)
{
	static const char error[] = "si_errno=", code[] = ", si_code=";
	const char *second = strstr(text, code), *end;

	if (strncmp(text, error, strlen(error)) || !second ||
	    second != text + strcspn(text, ","))
		return 0;
	end = second + strlen(code) + strcspn(second + strlen(code), ",}");
	*n += fprintf(print->out, "%.*s, %.*s", (int)(end - second - 2), second + 2,
		      (int)(second - text), text);
	return end - text;
}

/*
 * Print what the beginning of @text stands for in calls with a form of their own; return the number
 * of its characters, or 0.
 */
static size_t print_special(const struct print *print, const struct decoded *call,
			    const char *text, int *n)
{
	static const char * const seconds[] = { "actime=", "modtime=" };
	size_t i, len;
	int shown;

	if (*text == '{' && sets_times(call) && !strncmp(text, "{tv_sec=", strlen("{tv_sec=")))
		return print_special_time(print, text, n);
	len = *text == 's' ? print_siginfo_error(print, text, n) : 0;
	if (len)
		return len;
	/* The offset before and after the call. */
	if (*text == ' ' && !strncmp(call->bare, "sendfile", strlen("sendfile")) &&
	    !strncmp(text, " => ", 4)) {
		*n += fprintf(print->out, "] => [");
		return 4;
	}
	for (i = 0; !strcmp(call->bare, "utime") && i < ARRAY_SIZE(seconds); i++) {
		len = strlen(seconds[i]);
		if (strncmp(text, seconds[i], len))
			continue;
		*n += fprintf(print->out, "%s", seconds[i]);
		shown = print_second(print->out, text + len);
		*n += shown;
		return len + (shown ? strcspn(text + len, ",}") : 0);
	}
	return 0;
}

/*
 * Print a value of a call without "(fault)" behind addresses outside of strings, with paths as
 * print_path() shows them, and with the dates of times.
 */
static int print_plain(const struct print *print, const struct decoded *call, const char *text)
{
	static const char fault[] = " (fault)", second[] = "{tv_sec=", missing[] = ", ...}";
	static const char newer[] = ", /* bytes ";
	bool dates = sets_times(call), sized = has_sized(call);
	FILE *out = print->out;
	const char *time = NULL;
	bool quoted = false;
	size_t len;
	int n = 0;

	for (; *text; text++) {
		if (*text == '"')
			quoted = !quoted;
		if (!quoted && *text == ' ' && !strncmp(text, fault, strlen(fault))) {
			text += strlen(fault) - 1;
			continue;
		}
		if (!quoted && path_length(text)) {
			n += print_path(print, text, path_length(text));
			text += path_length(text) - 1;
			continue;
		}
		/* strace shows the bytes behind the known members only if it could read all. */
		if (!quoted && sized && !strncmp(text, newer, strlen(newer)) &&
		    strstr(text, missing)) {
			text = strstr(text, missing) - 1;
			continue;
		}
		if (!quoted && sized && !strncmp(text, missing, strlen(missing))) {
			n += fprintf(out, ", ???}");
			text += strlen(missing) - 1;
			continue;
		}
		len = quoted ? 0 : print_special(print, call, text, &n);
		if (len) {
			text += len - 1;
			continue;
		}
		fputc(*text, out);
		n++;
		if (dates && !quoted && !strncmp(text, second, strlen(second)))
			time = text + strlen(second);
		if (time && *text == '}') {
			n += print_date(out, time);
			time = NULL;
		}
		/* The byte behind a backslash is no end of a string. */
		if (quoted && *text == '\\' && text[1]) {
			fputc(*++text, out);
			n++;
		}
	}
	return n;
}

static bool is_poll(const struct decoded *call)
{
	return !strcmp(call->bare, "poll") || !strcmp(call->bare, "ppoll");
}

/*
 * Print the files of poll(): what the program waits for, or with @found the events that the call
 * has found. @text is an array whose elements have both.
 */
static int print_polled(const struct print *print, const char *text, bool found)
{
	static const char events[] = ", revents=";
	unsigned int shown = 0, most = print->opt->verbose ? ~0U : print->opt->data_max;
	const char *whole = text, *end, *left;
	FILE *out = print->out;
	int n = 1;

	fputc('[', out);
	for (text = strstr(text, "{fd="); text; text = strstr(end, "{fd=")) {
		end = strchr(text, '}');
		if (!end)
			break;
		left = strstr(text, events);
		if (left > end)
			left = NULL;
		if (found && (!left || !strncmp(left, ", revents=0}", 12)))
			continue;
		n += fprintf(out, "%s", shown ? ", " : "");
		if (shown++ == most) {
			n += fprintf(out, "...");
			whole = "";
			break;
		}
		if (found)
			n += fprintf(out, "%.*s%.*s}", (int)strcspn(text, ","), text,
				     (int)(end - left), left);
		else if (!strncmp(text, "{fd=-", 5))
			n += fprintf(out, "%.*s}", (int)strcspn(text, ",}"), text);
		else
			n += fprintf(out, "%.*s}", (int)((left ?: end) - text), text);
	}
	/* The address of files that cannot be read. */
	end = found ? NULL : strstr(whole, ", ... /*");
	if (end)
		n += fprintf(out, "%.*s", (int)strcspn(end, "]"), end);
	fputc(']', out);
	return n + 1;
}

/* select() and pselect6(), of which strace shows the sets that the call leaves with the result. */
static bool is_select(const struct decoded *call)
{
	return !strcmp(call->bare, "pselect6") || !strcmp(call->bare, "select") ||
	       !strcmp(call->bare, "_newselect");
}

/* What a call of select() has left of a set, the argument @arg; NULL if it is the same or none. */
static const char *set_left(const struct decoded *call, unsigned int arg)
{
	const char *left = strstr(call->arg[arg].text, "] => [");

	return left ? left + strlen("] => ") : NULL;
}

/* The time left of a timeout, which strace shows behind the result; NULL if there is none. */
static const char *time_left(const struct decoded *call)
{
	unsigned int arg = !strcmp(call->bare, "ppoll") ? 2 : 4;
	const char *left;

	if (strcmp(call->bare, "ppoll") && strcmp(call->bare, "recvmmsg") && !is_select(call))
		return NULL;
	if (call->known <= arg || *call->arg[arg].text != '{')
		return NULL;
	left = strstr(call->arg[arg].text, "} => {");
	/* The call has left the time as it was. */
	return left ? left + strlen("} => ") : call->ret > 0 ? call->arg[arg].text : NULL;
}

/* Calls that wait for one of several files. */
static bool waits_for_files(const struct decoded *call)
{
	return is_poll(call) || is_select(call);
}

/* Print the sets of files that select() has found, and the time that it has left. */
static void print_selected(const struct print *print, const struct decoded *call)
{
	static const char * const names[] = { "in", "out", "except" };
	const char *before = " (", *text;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		text = set_left(call, i + 1) ?: call->arg[i + 1].text;
		if (*text != '[' || text[1] == ']')
			continue;
		fprintf(print->out, "%s%s ", before, names[i]);
		print_plain(print, call, text);
		before = ", ";
	}
	if (time_left(call))
		fprintf(print->out, "%sleft %s", before, time_left(call));
	if (*before == ',' || time_left(call))
		fputc(')', print->out);
}

/* What strace says of the results of some calls, in parentheses. */
static void print_explained(const struct print *print, const struct decoded *call)
{
	const char *name;

	if (call->failed || call->error || call->ended == DECODE_NEVER)
		return;
	if (!strcmp(call->bare, "time") && call->ret > 0) {
		print_day(print->out, call->ret, " (", ")");
	} else if (!strcmp(call->bare, "rt_sigtimedwait") && call->ret > 0) {
		name = decode_signal(call->ret);
		if (name)
			fprintf(print->out, " (%s)", name);
	} else if (!call->ret && waits_for_files(call)) {
		fputs(" (Timeout)", print->out);
	} else if (call->ret > 0 && is_select(call)) {
		print_selected(print, call);
	} else if (call->ret > 0 && is_poll(call) && *call->arg[0].text == '[') {
		fputs(" (", print->out);
		print_polled(print, call->arg[0].text, true);
		if (time_left(call))
			fprintf(print->out, ", left %s", time_left(call));
		fputc(')', print->out);
	} else if (time_left(call)) {
		fprintf(print->out, " (left %s)", time_left(call));
	}
}

static void print_result(const struct print *print, const struct decoded *call)
{
	FILE *out = print->out;

	if (call->ended == DECODE_NEVER || call->ended == DECODE_UNSEEN)
		fputc('?', out);
	else if (call->error)
		print_error(out, call);
	else if (call->failed)
		fprintf(out, "-1 (errno %lld)", -call->ret);
	else if ((*call->ret_text >= 'A' && *call->ret_text <= 'Z') ||
		 !strcmp(call->bare, "personality"))
		print_named(print, call);
	else if (*call->ret_text)
		print_plain(print, call, call->ret_text);
	else
		fprintf(out, "%lld", call->ret);
	print_explained(print, call);
}

/* The arguments of clone() in the order of strace: the kernel's names, and those of strace. */
static const struct {
	const char *name, *shown;
} clone_args[] = {
	{ "newsp", "child_stack=" }, { "clone_flags", "flags=" },
	{ "parent_tidptr", "parent_tid=" }, { "tls", "tls=" }, { "child_tidptr", "child_tidptr=" },
};

/* The argument of clone() that strace shows at @place. Its place in the call depends on the ABI. */
static unsigned int clone_arg(const struct decoded *call, unsigned int place)
{
	const char *name = clone_args[place].name;
	unsigned int i;

	for (i = 0; i < call->nargs; i++)
		if (call->arg[i].name && !strncmp(call->arg[i].name, name, strlen(name)))
			return i;
	return place;
}

static bool is_clone(const struct decoded *call)
{
	return call->nargs == ARRAY_SIZE(clone_args) && !strcmp(call->bare, "clone");
}

/* Print an argument; return the number of characters. */
static int print_arg(const struct print *print, const struct decoded *call, unsigned int arg)
{
	const char *text = plain_start(call, call->arg[arg].text), *left = time_left(call);
	char *before;
	int n;

	if (is_poll(call) && !arg && *text == '[' && call->ended != DECODE_NEVER)
		return print_polled(print, text, false);
	n = print_present(print, call, text);
	if (n)
		return n;
	if (is_select(call) && arg >= 1 && arg <= 3)
		left = set_left(call, arg);
	if (!left || left <= text || left > text + strlen(text))
		return print_plain(print, call, text);
	before = strndup(text, left - strlen(" => ") - text);
	n = print_plain(print, call, before);
	free(before);
	return n;
}

/* The arguments from @first on. Return the number of characters. */
static int print_args(const struct print *print, const struct decoded *call, unsigned int first)
{
	bool clone = is_clone(call);
	const char *comma = "";
	unsigned int i, arg;
	int n = 0;

	for (i = first; i < call->known; i++) {
		arg = clone ? clone_arg(call, i) : i;
		if (call->arg[arg].unused)
			continue;
		n += fprintf(print->out, "%s%s", comma, clone ? clone_args[i].shown : "");
		n += print_arg(print, call, arg);
		comma = ", ";
	}
	return n;
}

/* The end of a line, from the parenthesis on; @column characters are in front of it. */
static void print_end(struct print *print, const struct decoded *call, int column)
{
	FILE *out = print->out;

	column += fprintf(out, ") ");
	if (column < (int)print->opt->column)
		fprintf(out, "%*s", (int)print->opt->column - column, "");
	fputs("= ", out);
	print_result(print, call);
	if (print->opt->durations && call->ended != DECODE_NEVER)
		print_duration(out, call, print->opt->duration_digits);
	fputc('\n', out);
}

/* The task, if the line does not stand in a file of its own, and the time. */
static int print_head(struct print *print, int pid, unsigned long long ts)
{
	const struct options *opt = print->opt;
	FILE *out = print->out;
	int n = 0;

	/* As strace, which does not know without -f that there will be more tasks. */
	if (opt->split || opt->no_follow)
		;
	else if (opt->input || (opt->output && opt->follow_given))
		n = fprintf(out, "%-5d ", pid);
	else if (tasks_alive(print->tasks) > 1)
		n = opt->output ? fprintf(out, "%-5d ", pid) : fprintf(out, "[pid %5d] ", pid);
	return n + print_time(print, ts);
}

/* What stands in front of the arguments. Return the number of characters. */
static int print_name(struct print *print, const struct decoded *call)
{
	int n = 0;

	if (print->opt->numbers)
		n = fprintf(print->out, "[%4d] ", call->nr);
	return n + fprintf(print->out, "%s(", call->bare);
}

static void add_begun(struct strace *st, int pid, int nr, unsigned int known)
{
	struct begun *begun = zalloc(sizeof(*begun));

	begun->pid = pid;
	begun->nr = nr;
	begun->known = known;
	begun->next = st->begun[bucket_of(pid)];
	st->begun[bucket_of(pid)] = begun;
}

/* Print the entry that is held as the first part of a call. */
static void print_unfinished(struct print *print)
{
	struct strace *st = print->state;
	const struct decoded *call = &st->entry;
	FILE *out = print->out;

	if (!st->held)
		return;
	st->held = false;
	print_head(print, st->pid, st->ts);
	print_name(print, call);
	if (print_args(print, call, 0) && call->known < call->nargs)
		fputs(", ", out);
	fputs(" <unfinished ...>\n", out);
	add_begun(st, st->pid, st->nr, call->known);
}

/* Forget that the first part of a call was printed. Return the printed arguments, or -1. */
static int take_begun(struct strace *st, int pid, int nr)
{
	struct begun **at = &st->begun[bucket_of(pid)], *begun;
	int known = -1;

	while (*at && (*at)->pid != pid)
		at = &(*at)->next;
	begun = *at;
	if (!begun)
		return -1;
	if (begun->nr == nr)
		known = begun->known;
	*at = begun->next;
	free(begun);
	return known;
}

/*
 * A task exits in a call whose entry is held. The record of the call comes only when the parent
 * may know of the exit already, so print the call now.
 */
static bool strace_take_exit(struct print *print, const struct record *rec)
{
	struct strace *st = print->state;
	struct decoded *call = &st->entry;
	int column;

	if (!st->held || st->pid != rec->pid || call->known < call->nargs)
		return false;
	st->held = false;
	call->ended = DECODE_NEVER;
	column = print_head(print, st->pid, st->ts);
	column += print_name(print, call);
	column += print_args(print, call, 0);
	print_end(print, call, column);
	add_begun(st, st->pid, st->nr, CALL_ENDED);
	return true;
}

static void print_call(struct print *print, const struct record *rec,
		       const struct decoded *call)
{
	struct strace *st = print->state;
	int known, column;

	if (st->held && st->pid == rec->pid && st->nr == call->nr)
		st->held = false;
	known = take_begun(st, rec->pid, call->nr);
	if (known == CALL_ENDED)
		return;
	/* Make the task known, which counts the tasks. */
	tasks_comm(print->tasks, rec);
	print_unfinished(print);
	if (known < 0) {
		column = print_head(print, rec->pid, rec->ts - call->duration);
		column += print_name(print, call);
		known = 0;
	} else {
		column = print_head(print, rec->pid, rec->ts);
		column += fprintf(print->out, "<... %s resumed>", call->bare);
	}
	column += print_args(print, call, known);
	print_end(print, call, column);
}

/* Hold an entry until the next record shows whether the call returns before others act. */
static void take_entry(struct print *print, const struct record *rec)
{
	struct strace *st = print->state;
	unsigned long long args[DECODE_ARGS];
	unsigned int n;

	print_unfinished(print);
	n = event_args(rec, args, DECODE_ARGS);
	if (!rec->event->call || !print_decode_entry(print, rec, args, n, &st->entry))
		return;
	st->held = true;
	st->pid = rec->pid;
	st->ts = rec->ts;
	st->nr = event_number(rec, "__syscall_nr");
	st->entry.nr = st->nr;
}

/* As strace, which sees the entry of a call that waits when it attaches. */
static void strace_pending(struct print *print, const struct record *rec,
			   const struct decoded *call)
{
	FILE *out = print->out;

	tasks_comm(print->tasks, rec);
	print_head(print, rec->pid, rec->ts);
	print_name(print, call);
	if (print_args(print, call, 0) && call->known < call->nargs)
		fputs(", ", out);
	fputs(" <unfinished ...>\n", out);
}

static void print_signal_name(FILE *out, unsigned int signal)
{
	const char *name = decode_signal(signal);

	if (name)
		fputs(name, out);
	else if (signal == RT_FIRST)
		fputs("SIGRTMIN", out);
	else
		fprintf(out, "SIGRT_%u", signal - RT_FIRST);
}

/* A signal as a member of siginfo_t. */
static void print_signal_member(const struct print *print, unsigned int signal)
{
	FILE *out = print->out;

	if (print->opt->constants != DECODE_NAMES)
		fprintf(out, "%u", signal);
	if (print->opt->constants == DECODE_NUMBERS)
		return;
	fputs(print->opt->constants == DECODE_BOTH ? " /* " : "", out);
	print_signal_name(out, signal);
	fputs(print->opt->constants == DECODE_BOTH ? " */" : "", out);
}

/* The sender of a signal, or the child of SIGCHLD. */
static void print_sender(FILE *out, const struct record *rec)
{
	fprintf(out, ", si_pid=%d, si_uid=%u", (int)event_number(rec, "si_pid"),
		(unsigned int)event_number(rec, "si_uid"));
}

static void print_child(const struct print *print, const struct record *rec, int code)
{
	unsigned int status = event_number(rec, "si_status");
	FILE *out = print->out;

	print_sender(out, rec);
	fputs(", si_status=", out);
	if (code == CLD_EXITED)
		fprintf(out, "%d", (int)status);
	else
		print_signal_member(print, status & 0x7f);
	fprintf(out, ", si_utime=%llu, si_stime=%llu", event_number(rec, "si_utime"),
		event_number(rec, "si_stime"));
}

static void print_value(FILE *out, const struct record *rec)
{
	unsigned long long value = event_number(rec, "si_value");

	if (value)
		fprintf(out, ", si_int=%d, si_ptr=%#llx", (int)value, value);
	else
		fputs(", si_int=0, si_ptr=NULL", out);
}

static void print_address(FILE *out, const struct record *rec, const char *name)
{
	unsigned long long addr = event_number(rec, "si_addr");

	if (addr)
		fprintf(out, ", %s=%#llx", name, addr);
	else
		fprintf(out, ", %s=NULL", name);
}

/* The members of a siginfo_t that signals of this code have. */
static void print_siginfo(const struct print *print, const struct record *rec, int signal, int code)
{
	FILE *out = print->out;

	if (code == SI_USER || code == SI_TKILL) {
		print_sender(out, rec);
	} else if (code == SI_QUEUE || code == SI_MESGQ) {
		print_sender(out, rec);
		print_value(out, rec);
	} else if (code == SI_TIMER) {
		print_value(out, rec);
	} else if (signal == SIGCHLD && code > 0 && code != SI_KERNEL) {
		print_child(print, rec, code);
	} else if (signal == SIGSYS && code == 1) {
		print_address(out, rec, "si_call_addr");
		fprintf(out, ", si_syscall=%d", (int)event_number(rec, "si_status"));
	} else if (signal == SIGILL || signal == SIGFPE || signal == SIGSEGV ||
		   signal == SIGBUS || signal == SIGTRAP) {
		print_address(out, rec, "si_addr");
	}
}

static void print_signal(const struct print *print, const struct record *rec)
{
	int signal = event_number(rec, "sig"), code = event_number(rec, "code");
	const char *name = decode_si_code(signal, code);
	enum decode_constants constants = print->opt->constants;
	FILE *out = print->out;

	fputs("--- ", out);
	print_signal_name(out, signal);
	fputs(" {si_signo=", out);
	print_signal_member(print, signal);
	fputs(", si_code=", out);
	if (!name || constants != DECODE_NAMES)
		fprintf(out, "%#x", code);
	if (name && constants != DECODE_NUMBERS)
		fprintf(out, constants == DECODE_BOTH ? " /* %s */" : "%s", name);
	/* Records of older kernels do not have the rest of the siginfo. */
	if (tep_find_field(rec->event->tep, "si_pid"))
		print_siginfo(print, rec, signal, code);
	fputs("} ---", out);
}

static void print_exit(FILE *out, const struct record *rec)
{
	unsigned int signal = event_number(rec, "signal");

	if (signal) {
		fputs("+++ killed by ", out);
		print_signal_name(out, signal);
		fprintf(out, "%s +++", event_number(rec, "core") ? " (core dumped)" : "");
	} else {
		fprintf(out, "+++ exited with %llu +++", event_number(rec, "code"));
	}
}

static void strace_begin(struct print *print)
{
	print->state = zalloc(sizeof(struct strace));
}

static void strace_record(struct print *print, const struct record *rec,
			  const struct decoded *call)
{
	FILE *out = print->out;

	/* strace shows only the end of a task that SIGKILL ends. */
	if (rec->event->kind == EVENT_SIGNAL && event_number(rec, "sig") == SIGKILL)
		return;
	if (call) {
		print_call(print, rec, call);
		return;
	}
	tasks_comm(print->tasks, rec);
	if (rec->event->kind == EVENT_ENTER && !print_is_named(print, rec)) {
		take_entry(print, rec);
		return;
	}
	if (rec->event->kind == EVENT_STACK && print->symbols) {
		print_stack(print, rec, " > ");
		return;
	}
	print_unfinished(print);
	print_head(print, rec->pid, rec->ts);
	if (rec->event->kind == EVENT_SIGNAL) {
		print_signal(print, rec);
	} else if (rec->event->kind == EVENT_EXIT) {
		print_exit(out, rec);
		/* A task that a signal killed does not return from its call. */
		if (event_number(rec, "signal"))
			take_begun(print->state, rec->pid, -1);
	} else {
		fprintf(out, "%s:%s(%s)", rec->event->tep->system, rec->event->tep->name,
			print_info(print, rec));
	}
	fputc('\n', out);
}

static void strace_end(struct print *print)
{
	struct strace *st = print->state;
	struct begun *begun;
	int i;

	print_unfinished(print);
	for (i = 0; i < BUCKETS; i++)
		while ((begun = st->begun[i])) {
			st->begun[i] = begun->next;
			free(begun);
		}
	free(st);
}

const struct print_form form_strace = {
	.name = "strace", .entries = true, .by_cause = true, .begin = strace_begin,
	.record = strace_record, .pending = strace_pending,
	.take_exit = strace_take_exit, .end = strace_end,
};
