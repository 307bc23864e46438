// SPDX-License-Identifier: GPL-2.0
/*
 * The language of the files kprobe_events and uprobe_events: commands, names and probed
 * locations. probe_arg.c parses arguments, probe_typed.c arguments with a C type.
 *
 *	p[:[GROUP/][EVENT]] [MODULE:]SYMBOL[+OFFSET|-OFFSET] [ARGUMENT]...
 *	p[:[GROUP/][EVENT]] ADDRESS [ARGUMENT]...
 *	r[MAXACTIVE][:[GROUP/][EVENT]] [MODULE:]SYMBOL[+0] [ARGUMENT]...
 *	p[:[GROUP/][EVENT]] [MODULE:]SYMBOL[+0]%return [ARGUMENT]...
 *	-:[GROUP/][EVENT] [PLACE [ARGUMENT]...]
 *
 * GROUP.EVENT is GROUP/EVENT.
 *
 * For probes in files:
 *
 *	p|r[:[GROUP/][EVENT]] PATH:OFFSET[(REF_CTR)] [ARGUMENT]...
 *	p[:[GROUP/][EVENT]] PATH:OFFSET%return[(REF_CTR)] [ARGUMENT]...
 *
 * For event probes and tracepoint probes:
 *
 *	e[:[GROUP/][EVENT]] GROUP.EVENT [ARGUMENT]... [if FILTER]
 *	t[:[GROUP/][EVENT]] TRACEPOINT [ARGUMENT]...
 *
 * Called in task context by probe/[kuet]probe.c. The parser finds every error before a
 * probe is created, and reports its column. As in the base's tracer, the column is the
 * start of the offending word, not a position within it.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/stdarg.h>
#include <linux/string.h>

#include "parse/file_names.h"
#include "parse/probe_parse.h"

#define PROBE_DEFAULT_GROUP	"kprobes"
#define PROBE_USER_GROUP	"uprobes"
#define PROBE_EVENT_GROUP	"eprobes"
#define PROBE_TRACEPOINT_GROUP	"tracepoints"

/* Maximum length of a file's name in the name of an event, which leaves room for the offset. */
#define PROBE_FILE_NAME_MAX	40

/* Parse [GROUP/][EVENT] or GROUP.[EVENT]. */
static int probe_parse_name(struct probe_parser *p, struct ktrace_span name)
{
	struct ktrace_span group = ktrace_span_until(name, '/');
	struct probe_spec *spec = p->spec;

	if (group.n == name.n)
		group = ktrace_span_until(name, '.');
	spec->name_column = name.s - p->lex.text;
	if (!name.n)
		return probe_fail(p, name.s, PROBE_ERR_NO_EVENT);
	if (group.n < name.n) {
		if (!group.n)
			return probe_fail(p, group.s, PROBE_ERR_NO_GROUP);
		if (group.n >= PROBE_NAME_SIZE)
			return probe_fail(p, group.s, PROBE_ERR_GROUP_LONG);
		if (!ktrace_span_is_name(group))
			return probe_fail(p, group.s, PROBE_ERR_BAD_GROUP);
		if (ktrace_system_name_taken((struct ktrace_span) { group.s, group.n }))
			return probe_fail(p, group.s, PROBE_ERR_GROUP_RESERVED);
		probe_copy(spec->group, group);
		name = ktrace_span_from(name, group.n + 1);
	}
	if (!name.n)
		return 0;
	if (name.n >= PROBE_NAME_SIZE)
		return probe_fail(p, name.s, PROBE_ERR_EVENT_LONG);
	if (!ktrace_span_is_name(name))
		return probe_fail(p, name.s, PROBE_ERR_BAD_EVENT);
	if (ktrace_event_name_taken((struct ktrace_span) { name.s, name.n }))
		return probe_fail(p, name.s, PROBE_ERR_EVENT_RESERVED);
	probe_copy(spec->event, name);
	spec->name_column = name.s - p->lex.text;
	return 0;
}

/* Return the letters with which a line may start. */
static const char *probe_letters(const struct probe_env *env)
{
	switch (env->kind) {
	case PROBE_EVENT:
		return "e-";
	case PROBE_TRACEPOINT:
		return "t-";
	default:
		return "pr-";
	}
}

/* Parse p, r or - with its suffix. */
static int probe_parse_command(struct probe_parser *p, struct ktrace_span word)
{
	struct ktrace_span head = ktrace_span_until(word, ':');
	struct ktrace_span number = ktrace_span_from(head, 1);
	struct probe_spec *spec = p->spec;
	u64 maxactive;

	if (!strchr(probe_letters(p->env), word.s[0]))
		return probe_fail(p, word.s, PROBE_ERR_COMMAND);
	switch (word.s[0]) {
	case 'e':
	case 't':
		spec->kind = p->env->kind;
		break;
	case 'p':
		spec->kind = PROBE_ENTRY;
		break;
	case 'r':
		spec->kind = PROBE_RETURN;
		break;
	case '-':
		spec->kind = PROBE_REMOVE;
		if (head.n == word.n)
			return probe_fail(p, word.s + word.n, PROBE_ERR_NO_EVENT);
		break;
	}
	if (number.n) {
		if (spec->kind != PROBE_RETURN)
			return probe_fail(p, number.s, PROBE_ERR_COMMAND_END);
		if (p->env->user)
			return probe_fail(p, number.s, PROBE_ERR_USER_MAXACTIVE);
		if (ktrace_span_number(number, &maxactive))
			return probe_fail(p, number.s, PROBE_ERR_MAXACTIVE);
		if (maxactive > PROBE_MAXACTIVE_MAX)
			return probe_fail(p, number.s, PROBE_ERR_MAXACTIVE_BIG);
		spec->maxactive = maxactive;
	}
	if (head.n == word.n)
		return 0;
	return probe_parse_name(p, ktrace_span_from(word, head.n + 1));
}

/* Parse [MODULE:]SYMBOL[+OFFSET|-OFFSET]; the first byte is not a digit. */
static int probe_parse_symbol(struct probe_parser *p, struct ktrace_span location)
{
	struct ktrace_span module = ktrace_span_until(location, ':');
	struct probe_spec *spec = p->spec;
	struct ktrace_span symbol = location;

	if (module.n < location.n) {
		if (!module.n)
			return probe_fail(p, location.s, PROBE_ERR_NO_SYMBOL);
		if (module.n >= PROBE_MODULE_SIZE)
			return probe_fail(p, location.s, PROBE_ERR_SYMBOL_LONG);
		probe_copy(spec->module, module);
		symbol = ktrace_span_from(location, module.n + 1);
	} else if (p->env->module) {
		strscpy(spec->module, p->env->module, PROBE_MODULE_SIZE);
	}
	symbol = ktrace_span_until(ktrace_span_until(symbol, '+'), '-');
	if (!symbol.n)
		return probe_fail(p, location.s, PROBE_ERR_NO_SYMBOL);
	if (symbol.n >= PROBE_SYMBOL_SIZE)
		return probe_fail(p, location.s, PROBE_ERR_SYMBOL_LONG);
	probe_copy(spec->symbol, symbol);
	location = ktrace_span_from(location, symbol.s + symbol.n - location.s);
	if (location.n && ktrace_span_signed(location, &spec->offset))
		return probe_fail(p, p->lex.text + spec->location_column,
				  PROBE_ERR_BAD_OFFSET);
	return 0;
}

/* Parse (REF_CTR) without the opening brace. */
static int probe_parse_ref(struct probe_parser *p, struct ktrace_span rest)
{
	struct ktrace_span number = ktrace_span_until(rest, ')');
	struct probe_spec *spec = p->spec;

	if (number.n == rest.n)
		return probe_fail(p, rest.s + rest.n, PROBE_ERR_REF_OPEN);
	if (number.n + 1 < rest.n)
		return probe_fail(p, rest.s + number.n + 1, PROBE_ERR_REF_EXTRA);
	if (ktrace_span_number(number, &spec->ref_ctr) || spec->ref_ctr > S64_MAX ||
	    spec->ref_ctr % 2)
		return probe_fail(p, rest.s, PROBE_ERR_BAD_REF);
	spec->ref_column = rest.s - p->lex.text;
	return 0;
}

/* Parse OFFSET[%return][(REF_CTR)]. */
static int probe_parse_file_offset(struct probe_parser *p, struct ktrace_span rest)
{
	struct ktrace_span number = ktrace_span_until(ktrace_span_until(rest, '%'), '(');
	struct probe_spec *spec = p->spec;
	struct ktrace_span suffix;
	u64 offset;

	spec->offset_column = rest.s - p->lex.text;
	if (ktrace_span_number(number, &offset) || offset > S64_MAX)
		return probe_fail(p, rest.s, PROBE_ERR_BAD_FILE_OFFSET);
	spec->offset = offset;
	rest = ktrace_span_from(rest, number.n);
	suffix = ktrace_span_until(rest, '(');
	if (suffix.n) {
		if (!ktrace_span_is(suffix, "%return"))
			return probe_fail(p, suffix.s, PROBE_ERR_BAD_SUFFIX);
		spec->kind = PROBE_RETURN;
	}
	rest = ktrace_span_from(rest, suffix.n);
	return rest.n ? probe_parse_ref(p, ktrace_span_from(rest, 1)) : 0;
}

/* Parse a location in a file. uprobe.c checks that the file exists. */
static int probe_parse_file(struct probe_parser *p, struct ktrace_span location)
{
	size_t n = location.n;

	p->spec->location_column = location.s - p->lex.text;
	if (!location.n)
		return probe_fail(p, location.s, PROBE_ERR_NO_LOCATION);
	/* The path may contain colons. */
	while (n && location.s[n - 1] != ':')
		n--;
	if (n < 2)
		return probe_fail(p, location.s, PROBE_ERR_NO_FILE_OFFSET);
	probe_copy(p->spec->path, (struct ktrace_span){ location.s, n - 1 });
	return probe_parse_file_offset(p, ktrace_span_from(location, n));
}

/* Parse GROUP.EVENT or GROUP/EVENT, the base event of an event probe. */
static int probe_parse_base_event(struct probe_parser *p, struct ktrace_span location)
{
	struct ktrace_span group = ktrace_span_until(ktrace_span_until(location, '.'), '/');
	struct probe_spec *spec = p->spec;
	struct ktrace_span event;
	enum probe_err code;

	spec->location_column = location.s - p->lex.text;
	if (!location.n)
		return probe_fail(p, location.s, PROBE_ERR_NO_LOCATION);
	if (!group.n || group.n + 1 >= location.n || group.n >= PROBE_MODULE_SIZE)
		return probe_fail(p, location.s, PROBE_ERR_NO_BASE_NAME);
	event = ktrace_span_from(location, group.n + 1);
	if (event.n >= PROBE_NAME_SIZE)
		return probe_fail(p, location.s, PROBE_ERR_NO_BASE);
	probe_copy(spec->module, group);
	probe_copy(spec->symbol, event);
	code = p->env->locate(spec);
	return code == PROBE_OK ? 0 : probe_fail(p, location.s, code);
}

/* Parse the name of a tracepoint, which need not exist yet. */
static int probe_parse_tracepoint(struct probe_parser *p, struct ktrace_span location)
{
	struct probe_spec *spec = p->spec;
	enum probe_err code;

	spec->location_column = location.s - p->lex.text;
	if (!location.n)
		return probe_fail(p, location.s, PROBE_ERR_NO_LOCATION);
	if (location.n >= PROBE_NAME_SIZE)
		return probe_fail(p, location.s, PROBE_ERR_SYMBOL_LONG);
	if (!ktrace_span_is_name(location))
		return probe_fail(p, location.s, PROBE_ERR_BAD_TRACEPOINT);
	probe_copy(spec->symbol, location);
	/* The arguments of a tracepoint are those of a function at its entry. */
	spec->at_entry = true;
	code = p->env->locate(spec);
	return code == PROBE_OK ? 0 : probe_fail(p, location.s, code);
}

/* Parse a symbol or an address, and check that it may be probed. */
static int probe_parse_location(struct probe_parser *p, struct ktrace_span location)
{
	struct ktrace_span body = ktrace_span_until(location, '%');
	struct ktrace_span suffix = ktrace_span_from(location, body.n);
	struct probe_spec *spec = p->spec;
	enum probe_err code;
	u64 address;
	int ret;

	spec->location_column = location.s - p->lex.text;
	if (!location.n)
		return probe_fail(p, location.s, PROBE_ERR_NO_LOCATION);
	if (suffix.n) {
		if (!ktrace_span_is(suffix, "%return"))
			return probe_fail(p, suffix.s, PROBE_ERR_BAD_SUFFIX);
		spec->kind = PROBE_RETURN;
	}
	if (body.n && isdigit(body.s[0])) {
		if (ktrace_span_number(body, &address) || address != (unsigned long)address)
			return probe_fail(p, location.s, PROBE_ERR_BAD_ADDRESS);
		spec->address = address;
	} else {
		ret = probe_parse_symbol(p, body);
		if (ret)
			return ret;
	}
	code = p->env->locate(spec);
	if (code == PROBE_OK && spec->kind == PROBE_RETURN && !spec->at_entry)
		code = PROBE_ERR_RETURN_OFFSET;
	if (code != PROBE_OK)
		return probe_fail(p, location.s, code);
	return 0;
}

/*
 * Build the name that clients expect: the file's name up to its first dot or dash, and
 * the offset. Probes at entry and at return have the same letter.
 */
static void probe_file_name(struct probe_spec *spec)
{
	const char *slash = strrchr(spec->path, '/');
	const char *name = slash ? slash + 1 : spec->path;
	size_t n = strcspn(name, ".-_");

	scnprintf(spec->event, PROBE_NAME_SIZE, "p_%.*s_0x%llx",
		  (int)min(n, (size_t)PROBE_FILE_NAME_MAX), name,
		  (unsigned long long)spec->offset);
}

static const char *probe_default_group(const struct probe_spec *spec)
{
	if (spec->kind == PROBE_EVENT)
		return PROBE_EVENT_GROUP;
	if (spec->kind == PROBE_TRACEPOINT)
		return PROBE_TRACEPOINT_GROUP;
	return spec->path[0] ? PROBE_USER_GROUP : PROBE_DEFAULT_GROUP;
}

/* Build omitted names from the probed location; truncate long ones. */
static void probe_default_names(struct probe_spec *spec)
{
	char kind = spec->kind == PROBE_RETURN ? 'r' : 'p';
	char *c;

	if (!spec->group[0])
		strscpy(spec->group, probe_default_group(spec), PROBE_NAME_SIZE);
	if (spec->event[0])
		return;
	if (spec->kind >= PROBE_EVENT)
		strscpy(spec->event, spec->symbol, PROBE_NAME_SIZE);
	else if (spec->path[0])
		probe_file_name(spec);
	else if (!spec->symbol[0])
		scnprintf(spec->event, PROBE_NAME_SIZE, "%c_0x%lx", kind, spec->address);
	else
		scnprintf(spec->event, PROBE_NAME_SIZE, "%c_%s%s%s_%lld", kind,
			  spec->module, spec->module[0] ? "_" : "",
			  spec->symbol, (long long)spec->offset);
	for (c = spec->event; *c; c++) {
		if (!isascii(*c) || !isalnum(*c))
			*c = '_';
	}
}

/* Check the length, and cut off a comment. */
static int probe_parse_bounds(struct probe_parser *p, struct ktrace_span *line)
{
	struct ktrace_span nul = ktrace_span_until(*line, '\0');

	if (nul.n < line->n)
		return probe_fail(p, line->s + nul.n, PROBE_ERR_NUL);
	if (line->n > PROBE_LINE_MAX && !p->env->listed)
		return probe_fail(p, line->s + PROBE_LINE_MAX, PROBE_ERR_LINE_LONG);
	*line = ktrace_span_until(*line, '#');
	return 0;
}

/*
 * Split the first word of arguments from @rest. White space within a cast, at the start of
 * the value or within other parentheses, does not end the word.
 */
static struct ktrace_span probe_arg_word(struct ktrace_span *rest)
{
	struct ktrace_span word;
	size_t n = 0, len;

	while (n < rest->n && ktrace_span_space(rest->s[n]))
		n++;
	*rest = ktrace_span_from(*rest, n);
	for (n = 0; n < rest->n && !ktrace_span_space(rest->s[n]); n++) {
		if (n && rest->s[n - 1] != '=' && rest->s[n - 1] != '(' && rest->s[n - 1] != ')')
			continue;
		len = probe_cast_len(ktrace_span_from(*rest, n));
		if (len)
			n += len - 1;
	}
	word = (struct ktrace_span){ rest->s, n };
	*rest = ktrace_span_from(*rest, n);
	return word;
}

/* Parse the filter of an event probe: @rest, the text from "if" to the end of the line. */
static int probe_parse_filter(struct probe_parser *p, struct ktrace_span rest)
{
	rest = ktrace_span_trim(rest);
	if (!rest.n)
		return probe_fail(p, rest.s, PROBE_ERR_NO_FILTER);
	p->spec->filter_column = rest.s - p->lex.text;
	p->spec->filter_len = rest.n;
	return 0;
}

static int probe_parse_args(struct probe_parser *p, struct ktrace_span rest)
{
	struct ktrace_span word;
	int ret;

	for (word = probe_arg_word(&rest); word.n; word = probe_arg_word(&rest)) {
		if (p->spec->kind == PROBE_EVENT && ktrace_span_is(word, "if"))
			return probe_parse_filter(p, rest);
		ret = probe_parse_arg(p, word);
		if (ret)
			return ret;
	}
	return 0;
}

static int probe_parse_where(struct probe_parser *p, struct ktrace_span location)
{
	switch (p->env->kind) {
	case PROBE_EVENT:
		return probe_parse_base_event(p, location);
	case PROBE_TRACEPOINT:
		return probe_parse_tracepoint(p, location);
	default:
		return p->env->user ? probe_parse_file(p, location) :
				      probe_parse_location(p, location);
	}
}

/**
 * probe_parse - parse a line of kprobe_events or uprobe_events
 * @line:	the line, without newline; need not be zero-terminated
 * @len:	its length in bytes
 * @env:	resolves registers, symbols and locations
 * @spec:	output; undefined on error
 * @error:	output on error
 *
 * Return: 0, or a negative errno.
 */
int probe_parse(const char *line, size_t len, const struct probe_env *env,
		struct probe_spec *spec, struct ktrace_parse_error *error)
{
	struct probe_parser p = {
		.lex = {
			.text = line, .at = line, .end = line + len,
			.messages = probe_messages, .error = error,
		},
		.env = env,
		.spec = spec,
	};
	struct ktrace_span rest = { line, len };
	struct ktrace_span word;
	int ret;

	memset(spec, 0, offsetof(struct probe_spec, args));
	ret = probe_parse_bounds(&p, &rest);
	if (ret)
		return ret;
	word = ktrace_span_word(&rest);
	if (!word.n)
		return 0;
	ret = probe_parse_command(&p, word);
	if (ret)
		return ret;
	word = ktrace_span_word(&rest);
	if (spec->kind == PROBE_REMOVE) {
		spec->rest_column = word.s - line;
		spec->rest_len = word.n + rest.n;
		return 0;
	}
	ret = probe_parse_where(&p, word);
	if (ret)
		return ret;
	if (!spec->event[0])
		spec->name_column = spec->location_column;
	probe_default_names(spec);
	ret = probe_parse_args(&p, rest);
	probe_proto_put(&p);
	return ret;
}

/* A string being built, which may exceed its buffer. */
struct probe_text {
	char	*buf;
	size_t	size;
	size_t	len;
};

static __printf(2, 3) void probe_append(struct probe_text *text, const char *format, ...)
{
	size_t at = min(text->len, text->size);
	va_list args;

	va_start(args, format);
	text->len += vsnprintf(text->buf + at, text->size - at, format, args);
	va_end(args);
}

static void probe_write_location(const struct probe_spec *spec, struct probe_text *text)
{
	if (spec->kind >= PROBE_EVENT) {
		probe_append(text, "%s%s%s", spec->module, spec->module[0] ? "." : "",
			     spec->symbol);
		return;
	}
	if (spec->path[0]) {
		probe_append(text, "%s:0x%016llx", spec->path,
			     (unsigned long long)spec->offset);
		if (spec->ref_ctr)
			probe_append(text, "(0x%llx)", (unsigned long long)spec->ref_ctr);
		return;
	}
	if (!spec->symbol[0])
		probe_append(text, "0x%lx", spec->address);
	else
		probe_append(text, "%s%s%s", spec->module,
			     spec->module[0] ? ":" : "", spec->symbol);
	if (spec->offset)
		probe_append(text, "%+lld", (long long)spec->offset);
}

static char probe_letter(const struct probe_spec *spec)
{
	switch (spec->kind) {
	case PROBE_EVENT:
		return 'e';
	case PROBE_TRACEPOINT:
		return 't';
	default:
		return spec->kind == PROBE_RETURN ? 'r' : 'p';
	}
}

/**
 * probe_write - write the line that defines a probe
 * @spec:	from a successful probe_parse(); not PROBE_NOTHING or PROBE_REMOVE
 * @buf:	output
 * @size:	size of @buf in bytes
 *
 * The line defines the same event when it is parsed again, including values that the
 * original line omitted. A filter is not written.
 *
 * Return: length of the whole line, even if it exceeds @size.
 */
size_t probe_write(const struct probe_spec *spec, char *buf, size_t size)
{
	struct probe_text text = { buf, size, 0 };
	unsigned int i;

	probe_append(&text, "%c", probe_letter(spec));
	if (spec->maxactive)
		probe_append(&text, "%u", spec->maxactive);
	probe_append(&text, ":%s/%s ", spec->group, spec->event);
	probe_write_location(spec, &text);
	for (i = 0; i < spec->nr_args; i++)
		probe_append(&text, " %s=%s", spec->args[i].name, spec->args[i].text);
	return text.len;
}
