// SPDX-License-Identifier: GPL-2.0
/*
 * Lines that define probes: as they are listed, compared, and matched for removal.
 *
 * The kinds of probes call these functions in task context.
 */
#include <linux/cleanup.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "event/dynamic.h"
#include "parse/probe_parse.h"
#include "parse/span.h"
#include "probe/line.h"

/**
 * ktrace_probe_line - write the line that defines a probe
 * @spec:	the probe
 *
 * Context: task; sleeps.
 * Return: the line, for kvfree(); NULL without memory.
 */
char *ktrace_probe_line(const struct probe_spec *spec)
{
	size_t n = probe_write(spec, NULL, 0);
	char *line = kvmalloc(n + 1, GFP_KERNEL);

	if (line)
		probe_write(spec, line, n + 1);
	return line;
}

/* Split the first word off @text; set @word to it and return its length. */
static size_t line_word(const char **text, const char **word)
{
	struct ktrace_span rest = ktrace_span_of(*text), first = ktrace_span_word(&rest);

	*word = first.s;
	*text = rest.s;
	return first.n;
}

/* Compare two locations; GROUP/EVENT equals GROUP.EVENT. */
static bool line_location_is(const char *a, size_t na, const char *b, size_t nb)
{
	size_t i;

	if (na != nb)
		return false;
	for (i = 0; i < na; i++)
		if (a[i] != b[i] && !(a[i] == '/' && b[i] == '.'))
			return false;
	return true;
}

/* Return true if @a equals @b or the value in @b after "NAME=". */
static bool line_arg_is(const char *a, size_t na, const char *b, size_t nb)
{
	const char *value = memchr(b, '=', nb);

	if (na == nb && !memcmp(a, b, nb))
		return true;
	return value && nb - (value + 1 - b) == na && !memcmp(a, value + 1, na);
}

/* Return true if the arguments in @line match those in @rest, which may have none. */
static bool line_args_match(const char *line, const char *rest)
{
	const char *a, *b;
	size_t na, nb;

	/* A location without arguments matches any. */
	if (!*ktrace_skip_space(rest))
		return true;
	do {
		na = line_word(&rest, &a);
		nb = line_word(&line, &b);
		/* A filter may be omitted. */
		if (!na)
			return !nb || (nb == strlen("if") && !strncmp(b, "if", nb));
	} while (line_arg_is(a, na, b, nb));
	return false;
}

/*
 * Return true if the arguments in @line equal those of @spec, parsed from @text.
 * Explicit names in @text must be equal, too.
 */
static bool line_args_are(const char *line, const struct probe_spec *spec, const char *text)
{
	const char *word, *value, *given;
	unsigned int i;
	size_t n, name;

	for (i = 0; i < spec->nr_args; i++) {
		const struct probe_arg *arg = &spec->args[i];

		n = line_word(&line, &word);
		value = memchr(word, '=', n);
		if (!value || n != value + 1 - word + strlen(arg->text) ||
		    memcmp(value + 1, arg->text, strlen(arg->text)))
			return false;
		name = strlen(arg->name);
		given = text + arg->column;
		if (!strncmp(given, arg->name, name) && given[name] == '=' &&
		    (value - word != name || memcmp(word, arg->name, name)))
			return false;
	}
	return !line_word(&line, &word);
}

/**
 * ktrace_probe_line_same - compare the definitions of two probes
 * @line:	a line as it is listed
 * @other:	another line
 *
 * maxactive is ignored.
 *
 * Return: true if they define the same probe.
 */
bool ktrace_probe_line_same(const char *line, const char *other)
{
	return *line == *other &&
	       !strcmp(line + strcspn(line, ":"), other + strcspn(other, ":"));
}

/**
 * ktrace_probe_line_matches - match a probe with a command to remove it
 * @line:	the definition, as the file lists it
 * @rest:	the command after the name: a location, optionally with arguments, whose
 *		names may be omitted
 *
 * Return: true if it matches.
 */
bool ktrace_probe_line_matches(const char *line, const char *rest)
{
	const char *a, *b;
	size_t na, nb;

	/* The caller has compared the name. */
	line_word(&line, &b);
	na = line_word(&rest, &a);
	nb = line_word(&line, &b);
	return line_location_is(a, na, b, nb) && line_args_match(line, rest);
}

/**
 * ktrace_probe_matches - match a probe with a command to remove it, in any notation
 * @line:	the definition, as the file lists it
 * @rest:	as for ktrace_probe_line_matches()
 * @env:	environment of the parser for such lines
 *
 * Context: task; sleeps.
 * Return: 1 if it matches, 0 if not; or -ENOMEM.
 */
int ktrace_probe_matches(const char *line, const char *rest, const struct probe_env *env)
{
	struct probe_spec *spec __free(kvfree) = kvmalloc(sizeof(*spec), GFP_KERNEL);
	char *full __free(kfree) = NULL, *listed __free(kvfree) = NULL;
	struct probe_env any = *env;
	struct ktrace_parse_error error;
	const char *at, *a, *b;
	size_t na, nb;

	if (ktrace_probe_line_matches(line, rest))
		return 1;
	full = kasprintf(GFP_KERNEL, "%c:x/x %s", *line, rest);
	any.listed = true;
	if (!spec || !full)
		return -ENOMEM;
	if (probe_parse(full, strlen(full), &any, spec, &error))
		return 0;
	listed = ktrace_probe_line(spec);
	if (!listed)
		return -ENOMEM;
	/* "%return" after the location makes it a return probe. */
	if (*listed != *line)
		return 0;
	/*
	 * Compare the location in its listed form, and the arguments as written or as
	 * listed.
	 */
	at = listed;
	line_word(&at, &a);
	na = line_word(&at, &a);
	line_word(&line, &b);
	nb = line_word(&line, &b);
	line_word(&rest, &at);
	return na == nb && !memcmp(a, b, na) &&
	       (line_args_match(line, rest) || line_args_are(line, spec, full));
}

/**
 * ktrace_probe_remove - remove the probes that a line selects
 * @kind:	kind of the probes
 * @line:	the line
 * @spec:	the parsed line: PROBE_REMOVE
 * @error:	output on error
 *
 * Removes all selected probes, or none if one is in use.
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex.
 * Return: 0 or a negative errno.
 */
int ktrace_probe_remove(const struct ktrace_dynamic_kind *kind, const char *line,
			const struct probe_spec *spec, struct ktrace_parse_error *error)
{
	char *rest __free(kfree) = kmemdup_nul(line + spec->rest_column, spec->rest_len,
					       GFP_KERNEL);
	int err;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	if (!rest)
		return -ENOMEM;
	err = ktrace_dynamic_remove(kind, spec->group, spec->event, rest);
	error->column = spec->name_column;
	if (err == -EBUSY)
		error->code = PROBE_ERR_EVENT_BUSY;
	else if (err == -ENOENT)
		error->code = PROBE_ERR_EVENT_UNKNOWN;
	return err;
}
