// SPDX-License-Identifier: GPL-2.0
/*
 * Parse -e, -P, -z and -Z, and make filters of them.
 *
 * The kernel judges: a record that the user did not ask for is not written. This file
 * knows only names; session.c writes them to the control files.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "classes.h"
#include "decode.h"
#include "select.h"
#include "util.h"

#define SIGNALS	64

/* Prepare a selection: all calls, whatever their result. */
void select_init(struct selection *sel)
{
	memset(sel, 0, sizeof(*sel));
	sel->all_calls = true;
	sel->status = STATUS_ALL;
	sel->signals = ~0ULL;
}

static void list_add(char ***list, size_t *nr, const char *text, size_t len)
{
	*list = grow(*list, *nr, sizeof(**list));
	(*list)[(*nr)++] = print_new("%.*s", (int)len, text);
}

static void add_call(struct selection *sel, const char *name, size_t len)
{
	list_add(&sel->calls, &sel->nr_calls, name, len);
}

/* A class may have calls that this kernel lacks: '?' stands before their names. */
static void add_class(struct selection *sel, const char *name)
{
	char name_buf[64];
	const char *at;
	size_t i;

	if (!strcmp(name, "network"))
		name = "net";
	for (i = 0; i < ARRAY_SIZE(call_classes); i++)
		if (!strcmp(call_classes[i].name, name))
			break;
	if (i == ARRAY_SIZE(call_classes))
		die("unknown class of system calls: %%%s", name);
	for (at = call_classes[i].calls; *at; ) {
		size_t len = strcspn(at, " ");

		snprintf(name_buf, sizeof(name_buf), "?%.*s", (int)len, at);
		add_call(sel, name_buf, strlen(name_buf));
		at += len;
		at += strspn(at, " ");
	}
}

/* The classes that strace knows without '%', too. */
static bool is_bare_class(const char *word)
{
	static const char * const names[] = {
		"desc", "file", "ipc", "memory", "network", "process", "signal",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i], word))
			return true;
	return false;
}

/* Add a word of trace=: a name, %class, or /regular expression, which stays as it is. */
static void add_word(struct selection *sel, char *word)
{
	if (*word == '%' || is_bare_class(word))
		add_class(sel, word + (*word == '%'));
	else if (*word)
		add_call(sel, word, strlen(word));
}

static void parse_trace(struct selection *sel, char *list)
{
	bool not = *list == '!';
	char *word, *save;

	/* As in strace, the last list counts. */
	while (sel->nr_calls)
		free(sel->calls[--sel->nr_calls]);
	sel->no_calls = false;
	sel->all_calls = true;
	sel->calls_given = true;
	list += not;
	if (!strcmp(list, "all") || !strcmp(list, "none")) {
		sel->no_calls = not == !strcmp(list, "all");
		return;
	}
	sel->all_calls = not;
	for (word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save))
		add_word(sel, word);
	if (!sel->nr_calls)
		die("-e trace= names no system call");
}

static void parse_status(struct selection *sel, char *list)
{
	static const struct {
		const char *name;
		unsigned int status;
	} names[] = {
		{ "all", STATUS_ALL }, { "none", 0 },
		{ "successful", STATUS_SUCCESSFUL }, { "failed", STATUS_FAILED },
		{ "unfinished", STATUS_UNFINISHED },
		/*
		 * Accepted, but no call matches: records of returned calls have the result, and
		 * ktrace does not detach from tasks.
		 */
		{ "unavailable", 0 }, { "detached", 0 },
	};
	bool not = *list == '!';
	unsigned int status = 0;
	char *word, *save;
	size_t i;

	list += not;
	for (word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		for (i = 0; i < ARRAY_SIZE(names); i++)
			if (!strcmp(names[i].name, word))
				break;
		if (i == ARRAY_SIZE(names))
			die("unknown status in -e status=: %s", word);
		status |= names[i].status;
	}
	sel->status &= not ? STATUS_ALL & ~status : status;
}

/* The number of a signal, from its number or its name with or without "SIG"; 0 if none. */
static unsigned int signal_number(const char *word)
{
	const char *name;
	char *end;
	unsigned long n = strtoul(word, &end, 10);

	if (isdigit((unsigned char)*word))
		return *end || n > SIGNALS ? 0 : n;
	if (!strncasecmp(word, "SIG", 3))
		word += 3;
	if (!strcasecmp(word, "RTMIN"))
		return RT_FIRST;
	if (!strncasecmp(word, "RT_", 3)) {
		n = strtoul(word + 3, &end, 10);
		return !isdigit((unsigned char)word[3]) || *end || n > SIGNALS - RT_FIRST ? 0 :
		       RT_FIRST + n;
	}
	for (n = 1; n <= SIGNALS; n++) {
		name = decode_signal(n);
		if (name && !strcasecmp(name + strlen("SIG"), word))
			return n;
	}
	return 0;
}

static void parse_signal(struct selection *sel, char *list)
{
	bool not = *list == '!';
	unsigned long long signals = 0;
	unsigned int signal;
	char *word, *save;

	list += not;
	for (word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		if (!strcmp(word, "all")) {
			signals = ~0ULL;
		} else if (strcmp(word, "none")) {
			signal = signal_number(word);
			if (!signal)
				die("invalid signal '%s'", word);
			signals |= 1ULL << (signal - 1);
		}
	}
	sel->signals = not ? ~signals : signals;
}

/* Return true if the user wants to see a signal. */
bool select_has_signal(const struct selection *sel, unsigned int signal)
{
	return !signal || signal > SIGNALS || sel->signals >> (signal - 1) & 1;
}

/* Behind the letter r there may be a number: the most calls at a time. */
static bool is_probe(const char *text)
{
	size_t digits;

	if (!*text || !strchr("prte", *text))
		return false;
	digits = *text == 'r' ? strspn(text + 1, "0123456789") : 0;
	return text[1 + digits] == ':' || text[1 + digits] == ' ';
}

/* The name before '=', if it is one that strace or ktrace qualifies by. */
static char *qualifier(char *text, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(text, name, len) && text[len] == '=' ? text + len + 1 : NULL;
}

/**
 * select_expression - take an argument of -e
 * @sel:	the selection
 * @expression:	trace=..., status=..., signal=..., SYSTEM:EVENT, a probe, or names
 *
 * Ends the program with a message if the expression is wrong.
 */
void select_expression(struct selection *sel, const char *expression)
{
	char *text = strdup_or_die(expression);

	if (is_probe(text))
		list_add(&sel->probes, &sel->nr_probes, text, strlen(text));
	else if (qualifier(text, "trace"))
		parse_trace(sel, qualifier(text, "trace"));
	else if (qualifier(text, "status"))
		parse_status(sel, qualifier(text, "status"));
	else if (qualifier(text, "signal"))
		parse_signal(sel, qualifier(text, "signal"));
	else if (qualifier(text, "s"))
		parse_signal(sel, qualifier(text, "s"));
	else if (qualifier(text, "t"))
		parse_trace(sel, qualifier(text, "t"));
	else if (strchr(text, ':') && !strchr(text, '='))
		list_add(&sel->events, &sel->nr_events, text, strlen(text));
	else if (strchr(text, '='))
		die("-e %.*s= is not supported", (int)strcspn(text, "="), text);
	else
		parse_trace(sel, text);
	free(text);
}

/**
 * select_path - take an argument of -P
 * @sel:	the selection
 * @path:	path that the recorded calls must name
 */
void select_path(struct selection *sel, const char *path)
{
	if (strpbrk(path, "\"\n"))
		die("-P: a path with quotes or newlines is not possible in a filter");
	list_add(&sel->paths, &sel->nr_paths, path, strlen(path));
}

/**
 * select_lacking - note that an event lacks a field of --if
 * @sel:	the selection
 * @event:	SYSTEM:EVENT, which fits a pattern of -e
 */
void select_lacking(struct selection *sel, const char *event)
{
	list_add(&sel->lacking, &sel->nr_lacking, event, strlen(event));
}

static bool list_fits(char *const *patterns, size_t nr, const char *event)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!fnmatch(patterns[i], event, 0))
			return true;
	return false;
}

/**
 * select_has_event - check whether the user asked for an event by -e SYSTEM:EVENT
 * @sel:	the selection
 * @event:	SYSTEM:EVENT
 *
 * Return: false also if the event lacks a field of --if.
 */
bool select_has_event(const struct selection *sel, const char *event)
{
	return list_fits(sel->events, sel->nr_events, event) &&
	       !list_fits(sel->lacking, sel->nr_lacking, event);
}

/**
 * select_finish - complete a selection after all options
 * @sel:	the selection
 *
 * With events and without names of calls, only the events are recorded.
 */
void select_finish(struct selection *sel)
{
	if (!sel->calls_given && (sel->nr_events || sel->nr_probes))
		sel->no_calls = true;
}

static bool matches(const char *pattern, const char *name)
{
	regex_t regex;
	bool found;

	if (*pattern == '?')
		pattern++;
	if (*pattern != '/')
		return !strcmp(pattern, name);
	if (regcomp(&regex, pattern + 1, REG_EXTENDED | REG_NOSUB))
		die("not a regular expression: %s", pattern);
	found = !regexec(&regex, name, 0, NULL, 0);
	regfree(&regex);
	return found;
}

/**
 * select_has_call - check whether a call is selected
 * @sel:	the selection
 * @name:	name of the call; that of a 32-bit call may begin with DECODE_COMPAT
 *
 * A name or regular expression of the user selects the calls of all ABIs.
 *
 * Return: true if records of the call are wanted.
 */
bool select_has_call(const struct selection *sel, const char *name)
{
	size_t i;

	if (sel->no_calls)
		return false;
	if (!strncmp(name, DECODE_COMPAT, strlen(DECODE_COMPAT)))
		name += strlen(DECODE_COMPAT);
	for (i = 0; i < sel->nr_calls; i++)
		if (matches(sel->calls[i], name))
			return !sel->all_calls;
	return sel->all_calls;
}

/* Append " AND text" or the text. */
static char *filter_and(char *filter, char *text)
{
	char *both;

	if (!filter)
		return text;
	both = print_new("%s && (%s)", filter, text);
	free(filter);
	free(text);
	return both;
}

static char *filter_or(char *filter, char *text)
{
	char *both;

	if (!filter)
		return text;
	both = print_new("%s || %s", filter, text);
	free(filter);
	free(text);
	return both;
}

/* Tests of @ret and @ended; 5 stands for a call that did not return. */
static char *filter_status(unsigned int status)
{
	char *filter = NULL;

	if (status & STATUS_SUCCESSFUL)
		filter = filter_or(filter, strdup_or_die("(ret >= 0 && ended != 5)"));
	if (status & STATUS_FAILED)
		filter = filter_or(filter, strdup_or_die("(ret < 0 && ended != 5)"));
	if (status & STATUS_UNFINISHED)
		filter = filter_or(filter, strdup_or_die("ended == 5"));
	/* No status at all: a filter that nothing passes. */
	return filter ?: strdup_or_die("ended == 255");
}

static bool ends_with(const char *name, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len > n && !strncmp(name + len - n, end, n);
}

/*
 * Return a filter that tests each string of a call, and the path of each descriptor; NULL if the
 * call has neither.
 */
static char *filter_paths(const struct selection *sel, const char *format)
{
	static const char mark[] = "field:__data_loc char[] ";
	const char *at = format;
	char *filter = NULL;
	size_t i, len;

	while ((at = strstr(at, mark))) {
		at += sizeof(mark) - 1;
		len = strcspn(at, ";");
		if (ends_with(at, len, "_in") || ends_with(at, len, "_out"))
			continue;
		for (i = 0; i < sel->nr_paths; i++)
			filter = filter_or(filter, print_new("%.*s == \"%s\"", (int)len, at,
							     sel->paths[i]));
	}
	return filter;
}

/**
 * select_filters - check whether calls need a filter
 * @sel:	the selection
 *
 * Return: true if select_filter() has one.
 */
bool select_filters(const struct selection *sel)
{
	return sel->nr_paths || sel->condition || sel->status != STATUS_ALL;
}

/**
 * select_filter - make the filter of a call
 * @sel:	the selection
 * @format:	contents of the call's format file; needed only for -P
 *
 * Return: the filter, in new memory; NULL if -P excludes the call.
 */
char *select_filter(const struct selection *sel, const char *format)
{
	char *filter = NULL, *paths;

	if (sel->status != STATUS_ALL)
		filter = print_new("(%s)", filter_status(sel->status));
	if (sel->condition)
		filter = filter_and(filter, filter ? strdup_or_die(sel->condition) :
						     print_new("(%s)", sel->condition));
	if (sel->nr_paths) {
		paths = filter_paths(sel, format);
		if (!paths) {
			free(filter);
			return NULL;
		}
		filter = filter_and(filter, paths);
	}
	return filter;
}
