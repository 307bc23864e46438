/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How control_fuzz does the steps of control_known.h, and checks their results. A part of
 * control_fuzz.c, which includes it behind its functions that write and read control files.
 */
#ifndef CONTROL_KNOWN_STEPS_H
#define CONTROL_KNOWN_STEPS_H

static int write_flags(char verb)
{
	return verb == 'a' ? O_APPEND : verb == 't' ? O_TRUNC : 0;
}

/* Read settings without load, which would take most of the time of a slow kernel. */
static void read_quietly(char *all, const char *dir)
{
	pause_load(true);
	read_settings(all, dir, self);
	pause_load(false);
}

/* Write LEN bytes of a line.  WANTED is the result: 0 or an errno. */
static void write_known(const char *path, int flags, const char *line, size_t len, int wanted)
{
	static char text[TEXT_MAX];
	char dir[32];
	int error;

	memcpy(text, line, len);
	/* A raw marker has no newline, and truncation needs no line. */
	if (!strstr(path, "_raw") && (len || flags != O_TRUNC))
		text[len++] = '\n';
	snprintf(dir, sizeof(dir), "instances/f%d/", self);
	if (wanted)
		read_quietly(settings_before, dir);
	error = write_file(path, flags, text, len);
	count(error ? &shared->refused : &shared->accepted);
	count(&shared->predicted);
	if (error != wanted)
		fault("errno %d, not %d", error, wanted);
	if (!error || !wanted)
		return;
	read_quietly(settings_after, dir);
	if (strcmp(settings_before, settings_after)) {
		fault("refused with errno %d, but changed", error);
		show_difference(settings_before, settings_after);
	}
}

/* Whether TEXT has WORD, which stands alone or in brackets */
static bool has_word(const char *text, const char *word)
{
	static const char before[] = { '\n', ' ', '[', 0 };
	size_t len = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at++)
		if ((at == text || strchr(before, at[-1])) && strchr(" ]\n", at[len]))
			return true;
	return false;
}

/* A file must show TEXT, alone or with a star (triggers switch the event) or a comment. */
static void check_shown(const char *path, const char *text)
{
	static char now[1 << 16];
	size_t len = strlen(text);

	need(read_text(path, now, sizeof(now)) >= 0);
	if ((strncmp(now, text, len) || !strchr("\n* ", now[len])) && (len || strcmp(now, "\n")))
		fault("%s shows '%.100s', not '%.100s'", path, now, text);
}

/* w+ w= w~ w-N, and the same with "a" and "t" */
static void step_known_write(const char *verb, char *args)
{
	static char now[1 << 16];
	const char *path = word(&args), *shown = step_text;
	size_t len = unescape(args, step_text);
	int wanted = verb[1] == '-' ? atoi(verb + 2) : 0;
	char system[64];

	write_known(path, write_flags(*verb), step_text, len, wanted);
	/* Triggers switch these files. */
	if (wanted || verb[1] == '+' || strstr(path, "tracing_on"))
		return;
	if (verb[1] == '~') {
		need(read_text(path, now, sizeof(now)) >= 0);
		if (!has_word(now, step_text))
			fault("shows '%.100s', not '%.100s'", now, step_text);
		return;
	}
	if (strstr(path, "/filter") && !strcmp(step_text, "0"))
		shown = "none";
	check_shown(path, shown);
	/* The filter of all events is also that of each system. */
	snprintf(system, sizeof(system), "instances/f%d/events/sched/filter", self);
	if (strstr(path, "/events/filter"))
		check_shown(system, shown);
}

static bool listed(const char *name)
{
	static char text[1 << 16];
	size_t len = strlen(name);

	need(read_text("dynamic_events", text, sizeof(text)) >= 0);
	for (const char *at = text; (at = strstr(at, name)); at++)
		if (at > text && at[-1] == ':' && strchr(" \t\n", at[len]))
			return true;
	return false;
}

/* Whether the actor's instance has enabled an event */
static bool enabled(const char *name)
{
	char path[128], text[16];

	snprintf(path, sizeof(path), "instances/f%d/events/%.64s/enable", self, name);
	return read_text(path, text, sizeof(text)) > 0 && *text == '1';
}

static void step_define(bool define, char *args)
{
	const char *path = word(&args), *name = word(&args);
	size_t len = unescape(args, step_text);
	bool was = listed(name);
	int wanted;

	if (define)
		wanted = was ? EEXIST : 0;
	else
		wanted = !was ? ENOENT : enabled(name) ? EBUSY : 0;
	write_known(path, O_APPEND, step_text, len, wanted);
	if (listed(name) != (define || (was && enabled(name))))
		fault("%s is %slisted", name, define ? "not " : "");
}

static void step_enable(char *args)
{
	const char *name = word(&args);
	char path[128];

	snprintf(path, sizeof(path), "instances/f%d/events/%.64s/enable", self, name);
	write_known(path, 0, args, strlen(args), listed(name) ? 0 : ENOENT);
	if (listed(name) && enabled(name) != (*args == '1'))
		fault("enabled: %d", enabled(name));
}

/* Whether a line of a trigger file begins with WORD, which ends there or has a colon at its end */
static bool has_trigger(const char *path, const char *word)
{
	static char text[1 << 16];
	size_t len = strlen(word);
	char *line, *rest = text;

	need(read_text(path, text, sizeof(text)) >= 0);
	while ((line = strsep(&rest, "\n")))
		if (!strncmp(line, word, len) && (word[len - 1] == ':' || strchr(": ", line[len])))
			return true;
	return false;
}

static void step_trigger(bool set, char *args)
{
	const char *path = word(&args), *name = word(&args);
	int wanted = set && has_trigger(path, name) ? EEXIST : 0;

	write_known(path, O_APPEND, args, strlen(args), wanted);
	if (has_trigger(path, name) != set)
		fault("%s is %sset", name, set ? "not " : "");
}

/* A file that can always be read to its end */
static void step_known_read(char *args)
{
	static char bytes[1 << 20];
	const char *path = word(&args);
	size_t size = strtoul(args, NULL, 10);
	int file = open(path, O_RDONLY | O_NONBLOCK), times = 64;
	ssize_t n = -1;

	while (file >= 0 && times-- && (n = read(file, bytes, size)) > 0)
		;
	if (n < 0)
		fault("errno %d", errno);
	if (file >= 0)
		close(file);
}

static bool step_known(const char *verb, char *args)
{
	if (strchr("awt", *verb) && verb[1] && strchr("+=~-", verb[1]))
		step_known_write(verb, args);
	else if (!strcmp(verb, "define") || !strcmp(verb, "remove"))
		step_define(*verb == 'd', args);
	else if (!strcmp(verb, "enable"))
		step_enable(args);
	else if (!strcmp(verb, "trigger") || !strcmp(verb, "untrigger"))
		step_trigger(*verb == 't', args);
	else if (!strcmp(verb, "r+"))
		step_known_read(args);
	else
		return false;
	return true;
}

#endif
