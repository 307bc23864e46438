/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The list of steps of control_fuzz: make_steps() makes it at random by the grammar of
 * control_grammar.h and the README of the kernel, read_steps() takes it from a file.
 */
#ifndef CONTROL_STEPS_H
#define CONTROL_STEPS_H

#include <ctype.h>
#include <err.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control_grammar.h"
#include "control_known.h"
#include "need.h"

#define ACTORS		4

struct step {
	int	actor;
	bool	beside;		/* it runs beside the steps that follow */
	char	*text;
};

/**
 * struct fuzz_option - an option of README
 * @name:	its name
 * @value:	its default
 * @flag:	it is on or off for an instance: a word of trace_options
 */
struct fuzz_option {
	char	name[32];
	char	value[16];
	bool	flag;
};

static struct fuzz_option options[64];
static unsigned int options_count;

/* Operators of filters, and the flags among the options */
static char *operators[16], *flags[64];
static unsigned int operators_count, flags_count;

static struct step *steps;
static int steps_count;

static uint64_t random_state;

static uint32_t random_below(uint32_t n)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (uint32_t)((random_state * 0x2545f4914f6cdd1dULL) >> 33) % n;
}

/**
 * struct making - a step under construction
 * @text:	its text so far
 * @len:	length of @text
 * @actor:	its actor
 * @event:	event named by the step; NULL before <event> occurs
 */
struct making {
	char	text[4096];
	size_t	len;
	int	actor;
	const struct event_fields *event;
};

static void expand(struct making *m, const char *text, int depth);

static void add_char(struct making *m, char c)
{
	if (m->len < sizeof(m->text) - 1)
		m->text[m->len++] = c;
	m->text[m->len] = 0;
}

static void add_string(struct making *m, const char *text)
{
	while (*text)
		add_char(m, *text++);
}

static int count_texts(const char *const *texts, int limit)
{
	int n = 0;

	while (n < limit && texts[n])
		n++;
	return n;
}

/* <event>, with SEPARATOR between system and name */
static void add_event(struct making *m, char separator)
{
	const char *slash;

	if (!m->event)
		m->event = &event_fields[random_below(ARRAY_SIZE(event_fields))];
	slash = strchr(m->event->event, '/');
	if (separator == '/') {
		expand(m, m->event->event, 0);
		return;
	}
	for (const char *c = m->event->event; c < slash; c++) {
		if (!strncmp(c, "<actor>", 7)) {
			add_char(m, '0' + m->actor);
			c += 6;
		} else {
			add_char(m, *c);
		}
	}
	add_char(m, separator);
	expand(m, slash + 1, 0);
}

/* One of known_events, with SEPARATOR between system and name */
static void add_known_event(struct making *m, char separator)
{
	if (!m->event)
		m->event = &known_events[random_below(ARRAY_SIZE(known_events))];
	add_event(m, separator);
}

/* A number field of the event of known_events that the step names */
static void add_number(struct making *m)
{
	add_string(m, m->event->numbers[random_below(count_texts(m->event->numbers, 6))]);
}

static void add_field(struct making *m, bool text)
{
	const struct event_fields *event = m->event;
	const char *const *fields;
	int n;

	if (!event || !random_below(12))
		event = &event_fields[random_below(ARRAY_SIZE(event_fields))];
	fields = text != !random_below(12) ? event->strings : event->numbers;
	n = fields == event->strings ? count_texts(fields, 3) : count_texts(fields, 6);
	expand(m, n ? fields[random_below(n)] : "common_pid", 0);
}

static void add_rule(struct making *m, const char *name, size_t len, int depth)
{
	const struct rule *rule = NULL;

	if (len == 6 && !strncmp(name, "static", 6))
		return add_known_event(m, '/');
	if (len == 7 && !strncmp(name, "static:", 7))
		return add_known_event(m, ':');
	if (len == 6 && !strncmp(name, "number", 6))
		return add_number(m);
	if (!strncmp(name, "actor", len))
		return add_char(m, '0' + m->actor);
	if (!strncmp(name, "event:", len) || !strncmp(name, "event.", len) ||
	    (len == 5 && !strncmp(name, "event", 5)))
		return add_event(m, len == 6 ? name[5] : '/');
	if (len == 5 && !strncmp(name, "field", 5))
		return add_field(m, false);
	if (len == 4 && !strncmp(name, "text", 4))
		return add_field(m, true);
	if (len == 4 && !strncmp(name, "flag", 4))
		return expand(m, flags[random_below(flags_count)], depth + 1);
	/* Not expanded: an operator may be "<". */
	if (len == 8 && !strncmp(name, "operator", 8))
		return add_string(m, operators[random_below(operators_count)]);
	for (unsigned int i = 0; i < ARRAY_SIZE(rules); i++)
		if (strlen(rules[i].name) == len && !memcmp(rules[i].name, name, len))
			rule = &rules[i];
	for (unsigned int i = 0; i < ARRAY_SIZE(known_rules); i++)
		if (strlen(known_rules[i].name) == len && !memcmp(known_rules[i].name, name, len))
			rule = &known_rules[i];
	if (!rule)
		errx(2, "no rule %.*s", (int)len, name);
	/* The first alternative of a rule that calls itself ends the recursion. */
	expand(m, rule->texts[depth > 12 ? 0 : random_below(count_texts(rule->texts, 1000))],
	       depth + 1);
}

static void expand(struct making *m, const char *text, int depth)
{
	for (; *text; text++) {
		const char *end = strchr(text, '>');

		if (*text != '<' || !end || !isalpha(text[1])) {
			add_char(m, *text);
			continue;
		}
		add_rule(m, text + 1, end - text - 1, depth);
		text = end;
	}
}

static void add_step(int actor, bool beside, const char *text)
{
	static int room;

	if (steps_count == room) {
		room = room ? 2 * room : 1024;
		need(steps = realloc(steps, room * sizeof(*steps)));
	}
	steps[steps_count].actor = actor;
	steps[steps_count].beside = beside;
	need(steps[steps_count].text = strdup(text));
	steps_count++;
}

/* Whether a step is one system call on a control file, or few */
static bool can_fail(const char *text)
{
	return (strchr("awt", *text) && text[1] == ' ') || !strncmp(text, "mkdir ", 6) ||
	       !strncmp(text, "rmdir ", 6);
}

/* Let one of the step's first allocations fail, or one of the later ones. */
static void add_failure(struct making *m)
{
	uint32_t n = 1 + random_below(random_below(4) ? 24 : 300);
	char text[sizeof(m->text)];

	memcpy(text, m->text, m->len + 1);
	m->len = snprintf(m->text, sizeof(m->text), "fail %u %.4000s", n, text);
}

/* Whether an option is a word of trace_options, which is noNAME while the option is off */
static bool is_flag(const char *name, const char *trace_options)
{
	char line[40];

	snprintf(line, sizeof(line), "\n%s\n", name);
	if (strstr(trace_options, line))
		return true;
	snprintf(line, sizeof(line), "\nno%s\n", name);
	return strstr(trace_options, line);
}

static void read_option(const char *line, const char *trace_options)
{
	struct fuzz_option *option = &options[options_count];

	if (sscanf(line, "  options/%31s default %15[0-9];", option->name, option->value) != 2)
		return;
	need(++options_count < ARRAY_SIZE(options));
	option->flag = is_flag(option->name, trace_options);
	if (option->flag)
		flags[flags_count++] = option->name;
}

/* TEXT are the operators of filters, which may be listed for several files. */
static void read_operators(char *text)
{
	char *word;

	for (operators_count = 0; (word = strsep(&text, "\n ")); )
		if (*word && operators_count < ARRAY_SIZE(operators))
			need(operators[operators_count++] = strdup(word));
}

/* Read the options and the operators that the kernel has from the control files in DIR. */
static void read_readme(const char *dir)
{
	char path[256], line[512], trace_options[4096] = "\n", *at;
	FILE *file;
	size_t len;

	snprintf(path, sizeof(path), "%s/trace_options", dir);
	need(file = fopen(path, "r"));
	len = fread(trace_options + 1, 1, sizeof(trace_options) - 2, file);
	trace_options[len + 1] = 0;
	fclose(file);
	snprintf(path, sizeof(path), "%s/README", dir);
	need(file = fopen(path, "r"));
	while (fgets(line, sizeof(line), file)) {
		read_option(line, trace_options);
		at = strstr(line, " operators: ");
		if (at)
			read_operators(at + strlen(" operators: "));
	}
	fclose(file);
	if (!flags_count || !operators_count)
		errx(2, "README has %u flags and %u operators", flags_count, operators_count);
}

/*
 * Make COUNT steps. FAILURES: an allocation fails in half of the steps that can_fail() accepts.
 * KNOWN: only steps whose results are known, one at a time.
 */
static void make_steps(uint64_t seed, int count, bool failures, bool known)
{
	random_state = seed * 0x9e3779b97f4a7c15ULL + 1;
	for (int i = 0; i < ACTORS; i++) {
		char text[64];

		snprintf(text, sizeof(text), "mkdir instances/f%d", i);
		add_step(i, false, text);
	}
	while (steps_count < count) {
		struct making m = { .actor = random_below(ACTORS) };
		bool beside;

		if (steps_count % 50 == 49) {
			add_step(0, false, "check");
			continue;
		}
		expand(&m, known ? "<known>" : "<step>", 0);
		beside = !known && random_below(5) > 1;
		/* Truncation removes the definitions of all actors. */
		if (!strncmp(m.text, "t ", 2) && strstr(m.text, "_events"))
			beside = false;
		if (failures && can_fail(m.text) && random_below(2))
			add_failure(&m);
		add_step(m.actor, beside, m.text);
	}
}

static void read_steps(const char *path)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	ssize_t len;

	if (!file)
		err(2, "%s", path);
	while ((len = getline(&line, &room, file)) > 0) {
		char *text = strchr(line, ' ');

		if (line[len - 1] == '\n')
			line[len - 1] = 0;
		if (!isdigit(*line) || !text)
			continue;
		add_step((*line - '0') % ACTORS, line[1] == '+', text + 1);
	}
	free(line);
	fclose(file);
}

#endif
