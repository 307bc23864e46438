/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parses lines of probes in user space, and checks properties of every line. Includes
 * the files under test.
 */
#ifndef _PROBE_HOLDS_H
#define _PROBE_HOLDS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../kernel/ktrace/parse/lexer.c"
#include "../../../kernel/ktrace/parse/span.c"
#include "../../../kernel/ktrace/parse/probe_word.c"
#include "../../../kernel/ktrace/parse/probe_type.c"
#include "../../../kernel/ktrace/parse/probe_parse.c"
#include "../../../kernel/ktrace/parse/probe_arg.c"
#include "../../../kernel/ktrace/parse/probe_typed.c"
#include "../../../kernel/ktrace/parse/probe_parse_cases.h"

#define WRITTEN_MAX	(2 * PROBE_LINE_MAX + PROBE_ARGS_MAX * (PROBE_ARG_NAME_SIZE + 2) + 256)

static struct probe_spec spec, again;
/* Environment of parse(): the fake kernel, or a program. */
static const struct probe_env *env = &case_env;

/*
 * Parse a copy in an exact allocation, so that the address sanitizer detects reads
 * beyond the end.
 */
static int parse(const char *line, size_t len, struct probe_spec *out,
		 struct ktrace_parse_error *error)
{
	char *copy = malloc(len ? len : 1);
	int ret;

	memcpy(copy, line, len);
	memset(out, 0xa5, sizeof(*out));
	ret = probe_parse(copy, len, env, out, error);
	free(copy);
	return ret;
}

/* Return true if a line and its canonical form fetch the same. */
static bool same_args(const struct probe_spec *a, const struct probe_spec *b)
{
	const struct probe_arg *x = a->args, *y = b->args;

	for (; x < a->args + a->nr_args; x++, y++)
		if (strcmp(x->name, y->name) || x->base != y->base || x->value != y->value ||
		    x->nr_derefs != y->nr_derefs || x->user != y->user ||
		    memcmp(x->offset, y->offset, x->nr_derefs * sizeof(*x->offset)) ||
		    x->type != y->type || x->count != y->count ||
		    x->element != y->element || x->shl != y->shl ||
		    x->shr != y->shr || x->record_offset != y->record_offset ||
		    x->symbol_len != y->symbol_len || x->symbol_offset != y->symbol_offset ||
		    memcmp(x->text + x->symbol, y->text + y->symbol, x->symbol_len))
			return false;
	return a->nr_args == b->nr_args;
}

/* Check the properties of every line. */
static bool holds(const char *line, size_t len)
{
	static char written[WRITTEN_MAX], rewritten[WRITTEN_MAX];
	struct ktrace_parse_error error = { 0 };
	int ret = parse(line, len, &spec, &error);
	size_t n;

	if (ret)
		return error.code > PROBE_OK && error.code < NR_PROBE_ERRS &&
		       ret == -probe_messages[error.code].error &&
		       error.column <= len;
	if (spec.kind != PROBE_ENTRY && spec.kind != PROBE_RETURN)
		return true;
	if (spec.bytes + spec.nr_strings * PROBE_STRING_MIN > CASE_BYTES)
		return false;
	n = probe_write(&spec, written, sizeof(written));
	if (n != strlen(written))
		return false;
	/* Default names may make the line too long. */
	if (n > PROBE_LINE_MAX)
		return true;
	if (parse(written, n, &again, &error))
		return false;
	probe_write(&again, rewritten, sizeof(rewritten));
	return !strcmp(written, rewritten) && spec.bytes == again.bytes &&
	       same_args(&spec, &again);
}

#endif /* _PROBE_HOLDS_H */
