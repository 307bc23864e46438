// SPDX-License-Identifier: GPL-2.0
/* Synthetic events: parses lines; synth.h describes the language. Called in task context. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "file_names.h"
#include "synth.h"

const struct ktrace_parse_message ktrace_synth_messages[] = {
#define SYNTH_ERROR(name, err, text) \
	[KTRACE_SYNTH_ERR_##name] = { err, text },
#include "synth_errors.h"
#undef SYNTH_ERROR
};

static const struct ktrace_synth_type synth_types[] = {
	{ "s8",			"%d",	1, true },
	{ "u8",			"%u",	1, false },
	{ "s16",		"%d",	2, true },
	{ "u16",		"%u",	2, false },
	{ "s32",		"%d",	4, true },
	{ "u32",		"%u",	4, false },
	{ "s64",		"%lld",	8, true },
	{ "u64",		"%llu",	8, false },
	{ "char",		"%d",	1, true },
	{ "unsigned char",	"%u",	1, false },
	{ "short",		"%d",	2, true },
	{ "unsigned short",	"%u",	2, false },
	{ "int",		"%d",	4, true },
	{ "unsigned int",	"%u",	4, false },
	{ "long",		"%ld",	8, true },
	{ "unsigned long",	"%lu",	8, false },
	{ "bool",		"%d",	1, false },
	{ "pid_t",		"%d",	4, true },
	{ "gfp_t",		"%x",	4, false },
};

static const char synth_unsigned[] = "unsigned ";

/* Read a word, and skip the white space behind it. */
static struct ktrace_span synth_word(struct ktrace_lexer *p, const char *stops)
{
	struct ktrace_span word = ktrace_lex_word(p, stops);

	ktrace_lex_space(p);
	return word;
}

/* Return true if @span is the concatenation of @a and @b. */
static bool synth_is(struct ktrace_span span, const char *a, struct ktrace_span b)
{
	size_t n = strlen(a);

	return span.n == n + b.n && !memcmp(span.s, a, n) && !memcmp(span.s + n, b.s, b.n);
}

/* Find the type named by the concatenation of @prefix and @word; NULL if there is none. */
static const struct ktrace_synth_type *synth_type(const char *prefix, struct ktrace_span word)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(synth_types); i++) {
		const struct ktrace_span name = {
			synth_types[i].name, strlen(synth_types[i].name)
		};

		if (synth_is(name, prefix, word))
			return &synth_types[i];
	}
	return NULL;
}

/* Cut an array from the end of @word; return an empty span if there is none. */
static struct ktrace_span synth_cut_array(struct ktrace_span *word)
{
	struct ktrace_span all = *word;

	*word = ktrace_span_until(all, '[');
	return ktrace_span_from(all, word->n);
}

/* Parse "[]" or "[N]"; false for a syntax error or if the type has no such arrays. */
static bool synth_array(struct ktrace_synth_decl *decl, struct ktrace_span array)
{
	bool text = !strcmp(decl->type->name, "char");
	u64 count;

	if (array.n < 2 || array.s[array.n - 1] != ']')
		return false;
	array.s++;
	array.n -= 2;
	if (!array.n) {
		decl->keep = text ? KTRACE_SYNTH_STRING : KTRACE_SYNTH_STACK;
		return text || !strcmp(decl->type->name, "long") ||
		       !strcmp(decl->type->name, "unsigned long");
	}
	if (!text || ktrace_span_number(array, &count) || !count ||
	    count > KTRACE_SYNTH_TEXT_MAX)
		return false;
	decl->keep = KTRACE_SYNTH_TEXT;
	decl->count = count;
	return true;
}

/* Parse a type. If the field ends after one word, its type is missing. */
static int synth_read_type(struct ktrace_lexer *p, struct ktrace_synth_decl *decl,
			   struct ktrace_span *array)
{
	struct ktrace_span word = synth_word(p, ";");
	const char *at = word.s, *prefix = "";

	if (ktrace_span_is(word, "unsigned")) {
		prefix = synth_unsigned;
		word = synth_word(p, ";");
		if (p->at == p->end || *p->at == ';')
			return ktrace_lex_fail(p, at, KTRACE_SYNTH_ERR_UNSIGNED);
	}
	if (!word.n || p->at == p->end || *p->at == ';')
		return ktrace_lex_fail(p, at, KTRACE_SYNTH_ERR_FIELD);
	*array = synth_cut_array(&word);
	decl->type = synth_type(prefix, word);
	return decl->type ? 0 : ktrace_lex_fail(p, at, KTRACE_SYNTH_ERR_TYPE);
}

static int synth_read_field(struct ktrace_lexer *p, struct ktrace_synth_spec *spec)
{
	struct ktrace_synth_decl *decl = &spec->fields[spec->nr];
	struct ktrace_span array, behind;
	unsigned int i;
	int err;

	if (spec->nr == KTRACE_SYNTH_FIELDS_MAX)
		return ktrace_lex_fail(p, p->at, KTRACE_SYNTH_ERR_FIELDS);
	*decl = (struct ktrace_synth_decl) { };
	err = synth_read_type(p, decl, &array);
	if (err)
		return err;
	decl->name = synth_word(p, ";");
	behind = synth_cut_array(&decl->name);
	if (!ktrace_span_is_name(decl->name))
		return ktrace_lex_fail(p, decl->name.s, KTRACE_SYNTH_ERR_NAME);
	if (array.n && behind.n)
		return ktrace_lex_fail(p, decl->name.s, KTRACE_SYNTH_ERR_ARRAY);
	if ((array.n || behind.n) && !synth_array(decl, array.n ? array : behind))
		return ktrace_lex_fail(p, array.n ? array.s : decl->name.s, KTRACE_SYNTH_ERR_ARRAY);
	for (i = 0; i < spec->nr; i++)
		if (synth_is(decl->name, "", spec->fields[i].name))
			return ktrace_lex_fail(p, decl->name.s, KTRACE_SYNTH_ERR_FIELD_TWICE);
	spec->nr++;
	return 0;
}

/* Parse the event's name; a ";" must not follow. */
static int synth_read_name(struct ktrace_lexer *p, struct ktrace_synth_spec *spec,
			   const char *line)
{
	struct ktrace_span name = synth_word(p, "");

	if (!name.n || memchr(name.s, ';', name.n))
		return ktrace_lex_fail(p, line, KTRACE_SYNTH_ERR_COMMAND);
	if (!ktrace_span_is_name(name))
		return ktrace_lex_fail(p, name.s, KTRACE_SYNTH_ERR_NAME);
	if (name.n >= KTRACE_SYNTH_NAME_SIZE)
		return ktrace_lex_fail(p, name.s, KTRACE_SYNTH_ERR_NAME_LONG);
	if (ktrace_event_name_taken(name))
		return ktrace_lex_fail(p, name.s, KTRACE_SYNTH_ERR_NAME_FILE);
	spec->name = name;
	return 0;
}

/* Skip "s:" and the system. Return: false for another system. */
static bool synth_read_dynamic(struct ktrace_lexer *p)
{
	static const char system[] = KTRACE_SYNTH_SYSTEM "/";
	const char *c;

	if (!ktrace_lex_take(p, 's') || !ktrace_lex_take(p, ':'))
		return false;
	if (ktrace_span_starts(ktrace_lex_rest(p), system))
		p->at += strlen(system);
	for (c = p->at; c < p->end && !ktrace_span_space(*c); c++)
		if (*c == '/')
			return false;
	return true;
}

static int synth_read_fields(struct ktrace_lexer *p, struct ktrace_synth_spec *spec,
			     const char *line)
{
	int err;

	if (p->at == p->end || *p->at == ';')
		return ktrace_lex_fail(p, line, KTRACE_SYNTH_ERR_COMMAND);
	do {
		err = synth_read_field(p, spec);
		if (err)
			return err;
		if (ktrace_lex_take(p, ';'))
			ktrace_lex_space(p);
	} while (p->at < p->end);
	return 0;
}

/**
 * ktrace_synth_parse - parse a line of synthetic_events, or a line of dynamic_events
 * that defines a synthetic event
 * @text:	the line; need not be zero-terminated
 * @len:	its length in bytes
 * @dynamic:	it is a line of dynamic_events
 * @spec:	output
 * @error:	output on error
 *
 * Return: 0, or a negative errno.
 */
int ktrace_synth_parse(const char *text, size_t len, bool dynamic,
		       struct ktrace_synth_spec *spec, struct ktrace_parse_error *error)
{
	struct ktrace_lexer p = {
		.text = text, .at = text, .end = text + len,
		.messages = ktrace_synth_messages, .error = error,
	};
	const char *line;
	int err;

	spec->remove = false;
	spec->name = (struct ktrace_span) { text, 0 };
	spec->nr = 0;
	/* A comment ends the line. */
	p.end = memchr(text, '#', len) ?: p.end;
	ktrace_lex_trim(&p);
	ktrace_lex_space(&p);
	if (p.at == p.end)
		return 0;
	line = p.at;
	if (dynamic && !synth_read_dynamic(&p))
		return ktrace_lex_fail(&p, line, KTRACE_SYNTH_ERR_DYNAMIC);
	if (!dynamic)
		spec->remove = ktrace_lex_take(&p, '!');
	err = synth_read_name(&p, spec, line);
	return err || spec->remove ? err : synth_read_fields(&p, spec, line);
}
