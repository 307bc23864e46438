// SPDX-License-Identifier: GPL-2.0
/*
 * call_diff RULES TRACE PREFIX - compare the records of two tracers of the same run
 *
 *	TRACE		ktrace's file trace, with complete records of calls
 *	PREFIX		prefix of the files PREFIX.TID that "strace -ff -o PREFIX" wrote
 *	RULES		the accepted differences, one per line:
 *			CALL ARGUMENT HOW # why
 *
 * For every thread that strace followed, TRACE must show the same calls in the same
 * order, with the same arguments, strings and results. The program parses both outputs
 * first: strings into bytes, structs and arrays into members, numbers into values,
 * flags into a set.
 *
 * CALL and ARGUMENT (the name in ktrace; ".NAME" is a member of a struct, "return" the
 * result) are fnmatch() patterns. HOW:
 *
 *	any		not compared
 *	address		ktrace shows an address where strace decodes the memory
 *	struct		strace shows an address where ktrace decodes the memory
 *	more		only ktrace has the argument
 *	less		only strace has the argument; for a call: the last arguments
 *	name=NAME	strace shows the argument as NAME=..., at any position
 *	=WORD:VALUE	WORD stands for VALUE in either output
 *	low32		compare only the lower 32 bits of a number
 *	sign64		compare the 64 bits of a number and ignore its sign
 *	cut		ktrace shows only the beginning of the string or array
 *	killed		for a result: the task was killed in the call
 *	inner		for a call: strace shows another call that stands for this one
 *
 * The program consults a rule only where the two outputs differ. On standard output it
 * prints "rule N" with the line number of each rule that it used, "kind NAME" for each
 * call, and "threads N calls N". Differences go to standard error, and the exit status
 * is then 1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

#define ARGS_MAX	8
#define RULES_MAX	256
#define DIFFS_MAX	20

enum piece_kind { TOKEN, STRING, GROUP };

struct node;

/* A value is a list of pieces: htons(80) is a token and a group. */
struct piece {
	enum piece_kind kind;
	char *text;		/* TOKEN, STRING: bytes */
	size_t len;
	bool cut;		/* STRING: dots follow, the string is longer */
	char open;		/* GROUP */
	struct node *members;
	struct piece *next;
};

struct node {
	char *key;		/* name of a struct member */
	struct piece *pieces;
	struct node *other;	/* "=> VALUE": after the call */
	struct node *next;
};

/*
 * A number as the tracer writes it. -1 and 18446744073709551615 have the same bits but
 * are two values: a tracer that shows one for the other has the wrong type.
 */
struct number {
	unsigned long long bits;
	bool negative;
};

static bool same_number(struct number a, struct number b)
{
	return a.bits == b.bits && a.negative == b.negative;
}

struct call {
	char name[64];
	char *args_name[ARGS_MAX];
	struct node *args[ARGS_MAX];
	int nargs;
	bool unfinished;	/* the arguments may be incomplete */
	bool returned;
	struct number ret;
	char error[32];
	char words[128];	/* the names of the number's bits */
	const char *line;
};

struct rule {
	char call[32], arg[32], how[64];
	int line;
	unsigned long used;
};

static struct rule rules[RULES_MAX];
static int nrules;
static unsigned long diffs, threads, calls;
static const char *tid, *where;

/* Allocate zeroed memory. Nothing is freed before the end, because a run is small. */
static void *get(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		abort();
	return p;
}

static void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "call_diff: ");
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	exit(2);
}

/* ---- parsing a line ---- */

static const char *skip_blank(const char *p)
{
	for (;;) {
		const char *end;

		while (*p == ' ')
			p++;
		if (strncmp(p, "/*", 2))
			return p;
		end = strstr(p, "*/");
		if (!end)
			return p;
		p = end + 2;
	}
}

static const char *parse_string(const char *p, struct piece *piece)
{
	static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
	size_t len = 0;

	piece->kind = STRING;
	piece->text = get(strlen(p) + 1);
	for (p++; *p && *p != '"'; p++) {
		const char *at;
		int i, c;

		if (*p != '\\') {
			piece->text[len++] = *p;
			continue;
		}
		p++;
		at = *p ? strchr(from, *p) : NULL;
		if (at) {
			piece->text[len++] = to[at - from];
		} else if (*p == 'x' && isxdigit(p[1]) && isxdigit(p[2])) {
			char hex[3] = { p[1], p[2] };

			piece->text[len++] = strtoul(hex, NULL, 16);
			p += 2;
		} else if (*p >= '0' && *p <= '7') {
			for (i = c = 0; i < 3 && *p >= '0' && *p <= '7'; i++)
				c = c * 8 + *p++ - '0';
			piece->text[len++] = c;
			p--;
		} else if (*p) {
			piece->text[len++] = *p;
		} else {
			break;
		}
	}
	piece->len = len;
	if (*p == '"')
		p++;
	if (!strncmp(p, "...", 3)) {
		piece->cut = true;
		p += 3;
	}
	return p;
}

static const char *parse_value(const char *p, struct node *node);

static const char *parse_group(const char *p, struct piece *piece)
{
	static const char open[] = "({[", close[] = ")}]";
	char end = close[strchr(open, *p) - open];
	struct node **tail = &piece->members;

	piece->kind = GROUP;
	piece->open = *p;
	p = skip_blank(p + 1);
	while (*p && *p != end) {
		const char *from = p;

		*tail = get(sizeof(**tail));
		p = skip_blank(parse_value(p, *tail));
		tail = &(*tail)->next;
		if (*p == ',')
			p = skip_blank(p + 1);
		else if (p == from)
			p++;
	}
	return *p ? p + 1 : p;
}

/* Skip "NAME=", but not "NAME==". Return NULL if @p does not start with a key. */
static const char *after_key(const char *p)
{
	if (!isalpha(*p) && *p != '_')
		return NULL;
	while (isalnum(*p) || *p == '_')
		p++;
	return *p == '=' && p[1] != '=' && p[1] != '>' ? p + 1 : NULL;
}

/* Parse up to a comma or the end of the surrounding struct or call. */
static const char *parse_value(const char *p, struct node *node)
{
	struct piece **tail = &node->pieces;
	const char *after;

	p = skip_blank(p);
	after = after_key(p);
	if (after) {
		node->key = strndup(p, after - 1 - p);
		p = skip_blank(after);
	}
	while (*p && !strchr(",)}]", *p)) {
		struct piece *piece;

		if (!strncmp(p, "=> ", 3)) {
			node->other = get(sizeof(*node->other));
			return parse_value(p + 3, node->other);
		}
		if (!strncmp(p, "<unfinished", 11))
			return p;
		piece = get(sizeof(*piece));
		if (*p == '"') {
			p = parse_string(p, piece);
		} else if (strchr("({[", *p)) {
			p = parse_group(p, piece);
		} else {
			piece->kind = TOKEN;
			piece->text = get(strlen(p) + 1);
			while (*p && !strchr(",(){}[]\"", *p) && strncmp(p, "=> ", 3) &&
			       strncmp(p, "<unfinished", 11)) {
				const char *next = skip_blank(p);

				if (next != p) {
					p = next;
					piece->text[piece->len++] = ' ';
					continue;
				}
				piece->text[piece->len++] = *p++;
			}
			while (piece->len && piece->text[piece->len - 1] == ' ')
				piece->text[--piece->len] = 0;
		}
		*tail = piece;
		tail = &piece->next;
		p = skip_blank(p);
	}
	return p;
}

/* strace: "NUMBER (WORD|WORD)", "NUMBER (flags WORD|WORD)"; ktrace: "WORD|WORD" */
static void parse_words(const char *p, bool named, struct call *call)
{
	if (!named) {
		if (*p != '(')
			return;
		p++;
		while (islower(*p) || *p == ' ')
			p++;
	}
	if (!isupper(*p))
		return;
	snprintf(call->words, sizeof(call->words), "%.*s",
		 (int)strcspn(p, ") <"), p);
}

/*
 * Parse "NUMBER", "-1 ENAME (text)", "-ENAME", "?", "? ENAME" or "WORD|WORD", and
 * ignore the rest.
 */
static void parse_result(const char *p, bool named, struct call *call)
{
	static const struct number minus_one = { -1ULL, true };
	unsigned long long error;
	char *end;

	p = skip_blank(p);
	if (*p == '?') {
		call->ret = minus_one;
		p = skip_blank(p + 1);
	} else {
		call->returned = true;
		call->ret.bits = strtoull(p, &end, 0);
		call->ret.negative = *p == '-' && call->ret.bits;
		if (end == p && !strncmp(p, "-E", 2)) {
			call->ret = minus_one;
		} else {
			p = skip_blank(end);
			parse_words(p, named, call);
			if (call->words[0])
				return;
		}
	}
	if (*p == '-')
		p++;
	error = -call->ret.bits;
	if (*p != 'E' && call->ret.negative && error > 1 && error < 4096 &&
	    strerrorname_np(error)) {
		snprintf(call->error, sizeof(call->error), "%s", strerrorname_np(error));
		call->ret = minus_one;
	}
	if (*p == 'E' && isupper(p[1]))
		snprintf(call->error, sizeof(call->error), "%.*s",
			 (int)strspn(p, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"), p);
}

/* Parse NAME(ARG, ...) = RESULT. The arguments of ktrace (@named) have names. */
static bool parse_call(const char *line, bool named, struct call *call)
{
	size_t len = strspn(line, "abcdefghijklmnopqrstuvwxyz0123456789_");
	const char *p = line + len;

	memset(call, 0, sizeof(*call));
	call->line = line;
	if (*p != '(' || !len || len >= sizeof(call->name))
		return false;
	if (!strncmp(line, "ia32_", 5) || !strncmp(line, "x32_", 4))
		line = strchr(line, '_') + 1;
	else if (!strncmp(line, "syscall_0x", 10))
		line = strchr(line, '_') + 1;
	memcpy(call->name, line, p - line);
	p = skip_blank(p + 1);
	while (*p && *p != ')' && call->nargs < ARGS_MAX) {
		struct node *node = get(sizeof(*node));

		if (!strncmp(p, "<unfinished", 11)) {
			call->unfinished = true;
			break;
		}
		if (named) {
			size_t n = 0;

			while (isalnum(p[n]) || p[n] == '_')
				n++;
			if (p[n] == ':') {
				call->args_name[call->nargs] = strndup(p, n);
				p += n + 1;
			}
		}
		p = skip_blank(parse_value(p, node));
		call->args[call->nargs++] = node;
		if (*p == ',')
			p = skip_blank(p + 1);
		else if (*p && *p != ')' && *p != '<')
			return false;
	}
	p = strchr(p, ')');
	if (!p)
		return false;
	p = skip_blank(p + 1);
	if (*p != '=')
		return false;
	parse_result(p + 1, named, call);
	return true;
}

/* ---- comparing ---- */

/* Parse one number: 12, -12, 0xc, 014, 3*4, 1<<2. Return: false if @text is not a number. */
static bool number(const char *text, size_t len, struct number *number)
{
	char copy[64], *p = copy, *end;

	if (!len || len >= sizeof(copy))
		return false;
	memcpy(copy, text, len);
	copy[len] = 0;
	*number = (struct number){ 0 };
	if (!strcmp(copy, "NULL"))
		return true;
	if (!isdigit(*p) && !(*p == '-' && isdigit(p[1])))
		return false;
	/* strtoull() negates the value itself. */
	number->bits = strtoull(p, &end, 0);
	number->negative = *p == '-' && number->bits;
	for (p = end; *p; p = end) {
		if (*p == '*' && isdigit(p[1]))
			number->bits *= strtoull(p + 1, &end, 0);
		else if (!strncmp(p, "<<", 2) && isdigit(p[2]))
			number->bits <<= strtoull(p + 2, &end, 0) & 63;
		else
			return false;
	}
	return true;
}

static struct rule *find_rule(const char *call, const char *arg, const char *how)
{
	int i;

	for (i = 0; i < nrules; i++)
		if (!fnmatch(rules[i].call, call, 0) && !fnmatch(rules[i].arg, arg, 0) &&
		    !strncmp(rules[i].how, how, strlen(how)))
			return &rules[i];
	return NULL;
}

static bool accepted(const char *call, const char *arg, const char *how)
{
	struct rule *rule = find_rule(call, arg, how);

	if (rule)
		rule->used++;
	return rule;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The position of a value: an argument of a call, or ".NAME" for a member of a struct. */
struct place {
	const char *call;
	const char *name;
};

static const char *word_value(const struct place *place, const char *word)
{
	size_t len = strlen(word);
	int i;

	for (i = 0; i < nrules; i++) {
		struct rule *rule = &rules[i];

		if (rule->how[0] == '=' && !strncmp(rule->how + 1, word, len) &&
		    rule->how[1 + len] == ':' && !fnmatch(rule->call, place->call, 0) &&
		    !fnmatch(rule->arg, place->name, 0)) {
			rule->used++;
			return rule->how + 2 + len;
		}
	}
	return word;
}

/* Sort the names in A|B|0x4 or "A B", and append the sum of the numbers. */
static char *words_sorted(const struct place *place, const char *text)
{
	char *copy = strdup(text), *out = get(2 * strlen(text) + 256), *word, *save;
	const char *words[64];
	unsigned long long sum = 0;
	struct number value;
	int i, n = 0;

	for (word = strtok_r(copy, "| ", &save); word && n < 64;
	     word = strtok_r(NULL, "| ", &save)) {
		words[n] = word_value(place, word);
		if (number(words[n], strlen(words[n]), &value))
			sum |= value.bits;
		else
			n++;
	}
	qsort(words, n, sizeof(*words), by_text);
	for (i = 0; i < n; i++)
		sprintf(out + strlen(out), "%.60s|", words[i]);
	sprintf(out + strlen(out), "0x%llx", sum);
	free(copy);
	return out;
}

static bool same_value(const struct place *place, const struct node *k, const struct node *s);

static bool dots(const struct node *node)
{
	return node->pieces && node->pieces->kind == TOKEN &&
	       !strcmp(node->pieces->text, "...") && !node->pieces->next;
}

static const struct node *member(const struct piece *of, const char *key)
{
	const struct node *node;

	for (node = of->members; node; node = node->next)
		if (node->key && !strcmp(node->key, key))
			return node;
	return NULL;
}

static bool same_argument(const struct place *place, const struct node *k,
			  const struct node *s);

/* Compare members by name. A member that only one tracer shows needs a rule. */
static bool same_struct(const struct place *place, const struct piece *k,
			const struct piece *s)
{
	const struct node *a, *b;
	char name[64];
	struct place inner = { place->call, name };

	for (a = k->members; a; a = a->next) {
		/* inet_pton(...) is the only member without a key. */
		if (!a->key) {
			for (b = s->members; b && b->key; b = b->next)
				;
			if (!b || !same_value(place, a, b))
				return false;
			continue;
		}
		snprintf(name, sizeof(name), ".%s", a->key);
		b = member(s, a->key);
		if (b ? !same_argument(&inner, a, b) : !accepted(place->call, name, "more"))
			return false;
	}
	for (b = s->members; b; b = b->next) {
		if (!b->key)
			continue;
		snprintf(name, sizeof(name), ".%s", b->key);
		if (!member(k, b->key) && !accepted(place->call, name, "less"))
			return false;
	}
	return true;
}

/* ktrace copies at most this many elements of an array, see SYSCALL_ELEMENTS_MAX. */
#define ELEMENTS_MAX	32

/*
 * May ktrace end with dots after @n elements? Yes if strace ends with dots, too, at the
 * limit of elements, or if a rule allows it.
 */
static bool may_be_cut(const struct place *place, const struct node *s, unsigned int n)
{
	return !s || dots(s) || n >= ELEMENTS_MAX || accepted(place->call, place->name, "cut");
}

static bool same_members(const struct place *place, const struct piece *k,
			 const struct piece *s)
{
	const struct node *a = k->members, *b = s->members;
	unsigned int n = 0;

	if (k->open == '{' && a && a->key && b && b->key)
		return same_struct(place, k, s);
	for (; a && b; a = a->next, b = b->next, n++) {
		if (dots(a))
			return may_be_cut(place, b, n);
		if (dots(b))
			return true;
		if ((a->key || b->key) && (!a->key || !b->key || strcmp(a->key, b->key)))
			return false;
		if (!same_value(place, a, b))
			return false;
	}
	return (!a || (dots(a) && may_be_cut(place, b, n))) && (!b || dots(b));
}

/* strace writes "A or B" for a number that has two names. */
static bool one_of(const char *text, const char *words)
{
	size_t len = strlen(text);
	const char *at = strstr(words, text);

	return at && strstr(words, " or ") && (at == words || at[-1] == ' ') &&
	       (!at[len] || at[len] == ' ');
}

static bool same_piece(const struct place *place, const struct piece *k,
		       const struct piece *s)
{
	struct number a, b;
	char *left, *right;
	bool same;

	if (k->kind != s->kind)
		return false;
	switch (k->kind) {
	case TOKEN:
		if (!strcmp(k->text, s->text) || one_of(k->text, s->text))
			return true;
		if (number(k->text, k->len, &a) && number(s->text, s->len, &b))
			return same_number(a, b);
		left = words_sorted(place, k->text);
		right = words_sorted(place, s->text);
		same = !strcmp(left, right);
		free(left);
		free(right);
		return same;
	case STRING:
		/* A cut string may be one byte shorter in one tracer than in the other. */
		if (k->cut && s->cut && labs((long)k->len - (long)s->len) == 1)
			return !memcmp(k->text, s->text, k->len < s->len ? k->len : s->len);
		if (k->cut && !s->cut && k->len <= s->len && !memcmp(k->text, s->text, k->len))
			return accepted(place->call, place->name, "cut");
		return k->len == s->len && k->cut == s->cut &&
		       !memcmp(k->text, s->text, k->len);
	default:
		return k->open == s->open && same_members(place, k, s);
	}
}

static bool is_fault(const struct piece *p)
{
	return p && p->kind == GROUP && p->open == '(' && p->members && !p->members->next &&
	       p->members->pieces && p->members->pieces->kind == TOKEN &&
	       !strcmp(p->members->pieces->text, "fault");
}

static bool same_value(const struct place *place, const struct node *k, const struct node *s)
{
	const struct piece *a = k->pieces, *b = s->pieces;

	for (; a && b; a = a->next, b = b->next)
		if (!same_piece(place, a, b))
			break;
	/* ktrace writes "0xdead000 (fault)", strace "0xdead000". */
	if (is_fault(a) && !b)
		a = a->next;
	if (!a && !b)
		return !k->other || !s->other || same_value(place, k->other, s->other);
	/* One tracer may show the values before and after the call, the other only one of them. */
	return (s->other && same_value(place, k, s->other)) ||
	       (k->other && same_value(place, k->other, s));
}

static bool is_address(const struct node *node)
{
	const struct piece *p = node->pieces;
	struct number value;

	return p && p->kind == TOKEN && (!p->next || is_fault(p->next)) &&
	       number(p->text, p->len, &value);
}

static bool token_value(const struct node *node, struct number *value)
{
	const struct piece *p = node->pieces;

	return p && !p->next && p->kind == TOKEN && number(p->text, p->len, value);
}

static void differ(const struct call *k, const struct call *s, const char *format, ...)
{
	va_list args;

	if (++diffs > DIFFS_MAX)
		return;
	va_start(args, format);
	fprintf(stderr, "%s: thread %s: ", where, tid);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n    ktrace: %s\n    strace: %s\n", k ? k->line : "(nothing)",
		s ? s->line : "(nothing)");
}

static const struct node *named_arg(const struct call *call, const char *name)
{
	int i;

	for (i = 0; i < call->nargs; i++)
		if (call->args[i]->key && !strcmp(call->args[i]->key, name))
			return call->args[i];
	return NULL;
}

/* Are the arguments the same, or does a rule accept the difference? */
static bool same_argument(const struct place *place, const struct node *a,
			  const struct node *b)
{
	struct number x, y;

	if (same_value(place, a, b))
		return true;
	if (token_value(a, &x) && token_value(b, &y)) {
		if (x.bits == y.bits && accepted(place->call, place->name, "sign64"))
			return true;
		if ((unsigned int)x.bits == (unsigned int)y.bits &&
		    accepted(place->call, place->name, "low32"))
			return true;
	}
	/* If the other tracer also shows an address, both addresses must be the same. */
	if (is_address(a) && !is_address(b) && accepted(place->call, place->name, "address"))
		return true;
	if (!is_address(a) && is_address(b) && accepted(place->call, place->name, "struct"))
		return true;
	return accepted(place->call, place->name, "any");
}

static bool same_words(const struct call *k, const struct call *s)
{
	struct place place = { k->name, "return" };
	char *left = words_sorted(&place, k->words), *right = words_sorted(&place, s->words);
	bool same = !strcmp(left, right);

	free(left);
	free(right);
	return same;
}

static bool same_result(const struct call *k, const struct call *s)
{
	/* strace also prints the number. */
	if (k->words[0])
		return same_words(k, s) || accepted(k->name, "return", "any");
	if (k->returned == s->returned && same_number(k->ret, s->ret) &&
	    !strcmp(k->error, s->error))
		return true;
	if (k->returned && s->returned && k->ret.bits == s->ret.bits &&
	    accepted(k->name, "return", "sign64"))
		return true;
	if (k->returned && s->returned &&
	    (unsigned int)k->ret.bits == (unsigned int)s->ret.bits &&
	    accepted(k->name, "return", "low32"))
		return true;
	if (!s->returned && !s->error[0] && accepted(k->name, "return", "killed"))
		return true;
	return accepted(k->name, "return", "any");
}

static void compare(const struct call *k, const struct call *s)
{
	int i, at = 0;

	for (i = 0; i < k->nargs; i++) {
		char position[16];
		struct place place = { k->name, k->args_name[i] };
		const struct node *b = NULL;
		struct rule *rule;

		if (!place.name) {
			snprintf(position, sizeof(position), "%d", i);
			place.name = position;
		}
		rule = find_rule(k->name, place.name, "name=");
		if (rule) {
			b = named_arg(s, rule->how + 5);
			if (b)
				rule->used++;
		} else {
			while (at < s->nargs && s->args[at]->key)
				at++;
			if (at < s->nargs)
				b = s->args[at++];
		}
		if (b && same_argument(&place, k->args[i], b))
			continue;
		if (!b && s->unfinished)
			continue;
		if (accepted(k->name, place.name, "more")) {
			/*
			 * The argument of strace at this position belongs to the next
			 * argument of ktrace.
			 */
			if (b && !rule)
				at--;
			continue;
		}
		differ(k, s, b ? "%s is not the same" : "strace does not have %s", place.name);
	}
	while (at < s->nargs && s->args[at]->key)
		at++;
	if (at < s->nargs && !accepted(k->name, "-", "less"))
		differ(k, s, "strace has more arguments");
	if (!same_result(k, s))
		differ(k, s, "the result is not the same");
}

/* ---- reading ---- */

struct lines {
	char **line;
	size_t n, room;
};

static struct lines kinds;

static void add_line(struct lines *lines, const char *text)
{
	if (lines->n == lines->room) {
		lines->room = lines->room * 2 + 64;
		lines->line = realloc(lines->line, lines->room * sizeof(*lines->line));
		if (!lines->line)
			abort();
	}
	lines->line[lines->n++] = strdup(text);
}

static void read_lines(const char *name, struct lines *lines)
{
	FILE *in = fopen(name, "r");
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (!in)
		die("%s: %s", name, strerror(errno));
	while ((n = getline(&line, &room, in)) > 0) {
		if (line[n - 1] == '\n')
			line[n - 1] = 0;
		add_line(lines, line);
	}
	free(line);
	fclose(in);
}

/* Return the text after "  comm-TID [cpu] flags time: " if the line belongs to thread TID. */
static const char *of_thread(const char *line)
{
	const char *at, *p;
	size_t len = strlen(tid);

	if (*line == '#')
		return NULL;
	/* A thread name may contain any text except " [0". */
	at = strstr(line, " [0");
	if (!at)
		return NULL;
	for (p = at; p > line && p[-1] == ' '; p--)
		;
	if (p - line <= (long)len || strncmp(p - len, tid, len) || p[-1 - (long)len] != '-')
		return NULL;
	p = strstr(at, ": ");
	return p ? p + 2 : NULL;
}

static void compare_thread(const struct lines *trace, const struct lines *straced, bool first)
{
	struct lines mine = { 0 };
	size_t i, j = 0, n;
	struct call k, s;

	for (i = 0; i < trace->n; i++) {
		const char *text = of_thread(trace->line[i]);

		if (text)
			add_line(&mine, text);
	}
	/* Before its execve(), the first thread runs code of strace itself. */
	if (first)
		while (j < mine.n && strncmp(mine.line[j], "execve(", 7))
			j++;
	for (i = 0; i < straced->n; i++) {
		if (strchr("-+[", straced->line[i][0]) || !straced->line[i][0])
			continue;
		if (!parse_call(straced->line[i], false, &s)) {
			s.line = straced->line[i];
			differ(NULL, &s, "not a line of strace");
			return;
		}
		if (j == mine.n) {
			differ(NULL, &s, "ktrace does not have it");
			return;
		}
		if (!parse_call(mine.line[j], true, &k)) {
			differ(&k, &s, "not a line of ktrace");
			return;
		}
		j++;
		if (strcmp(k.name, s.name)) {
			if (!accepted(k.name, "-", "inner")) {
				differ(&k, &s, "another call");
				return;
			}
			/* Compare only the result. */
			k.nargs = s.nargs = 0;
		}
		compare(&k, &s);
		calls++;
		for (n = 0; n < kinds.n && strcmp(kinds.line[n], k.name); n++)
			;
		if (n == kinds.n)
			add_line(&kinds, k.name);
	}
	if (j < mine.n) {
		k.line = mine.line[j];
		differ(&k, NULL, "strace does not have it");
		return;
	}
	threads++;
}

static void read_rules(const char *name)
{
	struct lines lines = { 0 };
	size_t i;

	read_lines(name, &lines);
	for (i = 0; i < lines.n; i++) {
		struct rule *rule = &rules[nrules];
		int n;

		if (!lines.line[i][0] || lines.line[i][0] == '#')
			continue;
		n = sscanf(lines.line[i], "%31s %31s %63s #", rule->call, rule->arg, rule->how);
		if (n != 3 || !strchr(lines.line[i], '#') || nrules == RULES_MAX - 1)
			die("%s: line %zu", name, i + 1);
		rule->line = i + 1;
		nrules++;
	}
}

int main(int argc, char **argv)
{
	struct lines trace = { 0 };
	char pattern[4096];
	size_t i, first = 0;
	glob_t files;
	int n;

	if (argc != 4) {
		fprintf(stderr, "usage: call_diff RULES TRACE PREFIX\n");
		return 2;
	}
	read_rules(argv[1]);
	read_lines(argv[2], &trace);
	for (i = 0; i < trace.n; i++)
		if (strstr(trace.line[i], "LOST"))
			die("%s: records were lost", argv[2]);
	snprintf(pattern, sizeof(pattern), "%s.[0-9]*", argv[3]);
	if (glob(pattern, 0, NULL, &files))
		die("no files %s", pattern);
	where = strrchr(argv[3], '/') ? strrchr(argv[3], '/') + 1 : argv[3];
	/* strace started the thread with the lowest id. */
	for (i = 1; i < files.gl_pathc; i++)
		if (atol(strrchr(files.gl_pathv[i], '.') + 1) <
		    atol(strrchr(files.gl_pathv[first], '.') + 1))
			first = i;
	for (i = 0; i < files.gl_pathc; i++) {
		struct lines straced = { 0 };

		tid = strrchr(files.gl_pathv[i], '.') + 1;
		read_lines(files.gl_pathv[i], &straced);
		compare_thread(&trace, &straced, i == first);
	}
	for (n = 0; n < nrules; n++)
		if (rules[n].used)
			printf("rule %d\n", rules[n].line);
	for (i = 0; i < kinds.n; i++)
		printf("kind %s\n", kinds.line[i]);
	printf("threads %lu calls %lu\n", threads, calls);
	if (diffs > DIFFS_MAX)
		fprintf(stderr, "%s: %lu differences in all\n", where, diffs);
	return diffs ? 1 : 0;
}
