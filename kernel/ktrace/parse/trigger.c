// SPDX-License-Identifier: GPL-2.0
/* Triggers: parses lines; trigger.h describes the language. Called in task context. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "trigger.h"

const struct ktrace_parse_message ktrace_trigger_messages[] = {
#define TRIGGER_ERROR(name, err, text) \
	[KTRACE_TRIGGER_ERR_##name] = { err, text },
#include "trigger_errors.h"
#undef TRIGGER_ERROR
};

static const char * const trigger_names[NR_KTRACE_TRIGGER_KINDS] = {
	[KTRACE_TRIGGER_TRACEON]	= "traceon",
	[KTRACE_TRIGGER_TRACEOFF]	= "traceoff",
	[KTRACE_TRIGGER_SNAPSHOT]	= "snapshot",
	[KTRACE_TRIGGER_STACKTRACE]	= "stacktrace",
	[KTRACE_TRIGGER_ENABLE_EVENT]	= "enable_event",
	[KTRACE_TRIGGER_DISABLE_EVENT]	= "disable_event",
	[KTRACE_TRIGGER_ENABLE_HIST]	= "enable_hist",
	[KTRACE_TRIGGER_DISABLE_HIST]	= "disable_hist",
	[KTRACE_TRIGGER_HIST]		= "hist",
};

/**
 * ktrace_trigger_kind_name - get the name of a kind of triggers
 * @kind:	the kind
 *
 * Return: a constant string.
 */
const char *ktrace_trigger_kind_name(enum ktrace_trigger_kind kind)
{
	return trigger_names[kind];
}

static int trigger_read_kind(struct ktrace_lexer *p, struct ktrace_trigger_spec *spec)
{
	struct ktrace_span name = ktrace_lex_word(p, ":");
	unsigned int i;

	if (!name.n)
		return ktrace_lex_fail(p, name.s, KTRACE_TRIGGER_ERR_EMPTY);
	for (i = 0; i < NR_KTRACE_TRIGGER_KINDS; i++) {
		if (!ktrace_span_is(name, trigger_names[i]))
			continue;
		spec->kind = i;
		return 0;
	}
	return ktrace_lex_fail(p, name.s, KTRACE_TRIGGER_ERR_NAME);
}

static int trigger_read_event(struct ktrace_lexer *p, struct ktrace_trigger_spec *spec)
{
	if (!ktrace_lex_take(p, ':'))
		return ktrace_lex_fail(p, p->at, KTRACE_TRIGGER_ERR_NO_EVENT);
	spec->system = ktrace_lex_word(p, ":");
	if (!spec->system.n || !ktrace_lex_take(p, ':'))
		return ktrace_lex_fail(p, p->at, KTRACE_TRIGGER_ERR_NO_EVENT);
	spec->event = ktrace_lex_word(p, ":");
	if (!spec->event.n)
		return ktrace_lex_fail(p, p->at, KTRACE_TRIGGER_ERR_NO_EVENT);
	return 0;
}

/* Accept also the forms that the file shows: "unlimited" and "count=N". */
static int trigger_read_count(struct ktrace_lexer *p, struct ktrace_trigger_spec *spec)
{
	static const char prefix[] = "count=";
	struct ktrace_span word;
	u64 count;
	int err;

	spec->count = -1;
	if (!ktrace_lex_take(p, ':'))
		return 0;
	word = ktrace_lex_word(p, ":");
	if (ktrace_span_is(word, "unlimited"))
		return 0;
	if (ktrace_span_starts(word, prefix) && word.n > strlen(prefix))
		word = ktrace_span_from(word, strlen(prefix));
	err = ktrace_span_number(word, &count);
	if (err == -ERANGE || (!err && count > S64_MAX))
		return ktrace_lex_fail(p, word.s, KTRACE_TRIGGER_ERR_COUNT_RANGE);
	if (err)
		return ktrace_lex_fail(p, word.s, KTRACE_TRIGGER_ERR_BAD_COUNT);
	spec->count = count;
	return 0;
}

/* Return true if the word "if" is at @at. */
static bool trigger_at_if(const struct ktrace_lexer *p, const char *at)
{
	return p->end - at >= 2 && at[0] == 'i' && at[1] == 'f' &&
	       (p->end - at == 2 || ktrace_span_space(at[2]));
}

/*
 * Return true if the word "[active]" or "[paused]" at @word, at the end of the line, is the
 * state of the histogram. It is part of the filter if no space precedes it, since it then
 * continues an unquoted string, or if an operator precedes it, since it is then a value.
 */
static bool trigger_may_be_state(const struct ktrace_lexer *p, const char *word)
{
	const char *end = word;

	while (end > p->at && ktrace_span_space(end[-1]))
		end--;
	return end < word && end > p->at && !strchr("=~<>&|(", end[-1]);
}

/*
 * Remove "[active]" or "[paused]" from the end of the line: the file "trigger" shows it behind
 * each histogram, and accepts the lines that it shows.
 */
static void trigger_read_state(struct ktrace_lexer *p, struct ktrace_trigger_spec *spec)
{
	static const char * const states[] = { "[active]", "[paused]" };
	unsigned int i;
	size_t len;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		len = strlen(states[i]);
		if (p->end - p->at <= len || memcmp(p->end - len, states[i], len) ||
		    !trigger_may_be_state(p, p->end - len))
			continue;
		spec->paused = i;
		p->end -= len;
		break;
	}
	ktrace_lex_trim(p);
}

/* Parse the definition of a histogram, up to the word "if". */
static int trigger_read_definition(struct ktrace_lexer *p, struct ktrace_trigger_spec *spec)
{
	const char *end;

	spec->count = -1;
	if (!ktrace_lex_take(p, ':'))
		return ktrace_lex_fail(p, p->at, KTRACE_TRIGGER_ERR_NO_KEYS);
	trigger_read_state(p, spec);
	spec->definition.s = p->at;
	while (p->at < p->end &&
	       !(ktrace_span_space(p->at[-1]) && trigger_at_if(p, p->at)))
		p->at++;
	for (end = p->at; end > spec->definition.s && ktrace_span_space(end[-1]);)
		end--;
	spec->definition.n = end - spec->definition.s;
	return 0;
}

static int trigger_read_filter(struct ktrace_lexer *p, struct ktrace_trigger_spec *spec)
{
	const char *at = p->at;

	ktrace_lex_space(p);
	if (p->at == p->end)
		return 0;
	if (p->at == at && spec->kind != KTRACE_TRIGGER_HIST)
		return ktrace_lex_fail(p, p->at, KTRACE_TRIGGER_ERR_EXTRA);
	if (!trigger_at_if(p, p->at))
		return ktrace_lex_fail(p, p->at, KTRACE_TRIGGER_ERR_NOT_IF);
	p->at += strlen("if");
	ktrace_lex_space(p);
	if (p->at == p->end)
		return ktrace_lex_fail(p, p->at, KTRACE_TRIGGER_ERR_NO_FILTER);
	spec->filter = (struct ktrace_span) { p->at, p->end - p->at };
	return 0;
}

static int trigger_read(struct ktrace_lexer *p, struct ktrace_trigger_spec *spec)
{
	int err;

	ktrace_lex_space(p);
	spec->remove = ktrace_lex_take(p, '!');
	err = trigger_read_kind(p, spec);
	if (err)
		return err;
	switch (spec->kind) {
	case KTRACE_TRIGGER_HIST:
		err = trigger_read_definition(p, spec);
		break;
	case KTRACE_TRIGGER_ENABLE_EVENT:
	case KTRACE_TRIGGER_DISABLE_EVENT:
	case KTRACE_TRIGGER_ENABLE_HIST:
	case KTRACE_TRIGGER_DISABLE_HIST:
		err = trigger_read_event(p, spec) ?: trigger_read_count(p, spec);
		break;
	default:
		err = trigger_read_count(p, spec);
	}
	return err ?: trigger_read_filter(p, spec);
}

/**
 * ktrace_trigger_parse - parse a line of the file trigger
 * @text:	the line; need not be zero-terminated
 * @len:	its length in bytes
 * @spec:	output; undefined on error
 * @error:	output on error
 *
 * Context: any.
 * Return: 0, or a negative errno.
 */
int ktrace_trigger_parse(const char *text, size_t len, struct ktrace_trigger_spec *spec,
			 struct ktrace_parse_error *error)
{
	struct ktrace_lexer p = {
		.text = text,
		.at = text,
		.end = text + len,
		.messages = ktrace_trigger_messages,
		.error = error,
	};

	*spec = (struct ktrace_trigger_spec) { };
	ktrace_lex_trim(&p);
	return trigger_read(&p, spec);
}
