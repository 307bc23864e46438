// SPDX-License-Identifier: GPL-2.0
/*
 * Filters: values to compare with. Called by filter_compare.c in task context.
 *
 *	number	:= ["-"] ( decimal | "0x" hexadecimal | "0" octal | name ) [unit]
 *	string	:= '"' bytes '"' | "'" bytes "'" | word
 *	cpus	:= "CPUS{" range { "," range } "}"
 *	range	:= "all" | cpu [ "-" cpu [ ":" used "/" group ] ]
 *
 * Only times have a unit. N stands for the last CPU.
 */
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "filter_parse.h"

/* A word without quotes ends at an operator, too. */
#define FILTER_WORD_ENDS	"()&|<>=~\"'"

/* Return true if the value is quoted. */
bool ktrace_filter_at_quote(const struct filter_parser *p)
{
	return p->lex.at < p->lex.end && (*p->lex.at == '"' || *p->lex.at == '\'');
}

/* Remove the unit of a time; return its factor to nanoseconds. */
static u64 filter_unit(struct ktrace_span *word)
{
	static const struct {
		const char	*name;
		u64		ns;
	} units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 },
	};
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		n = strlen(units[i].name);
		if (word->n > n && !memcmp(word->s + word->n - n, units[i].name, n)) {
			word->n -= n;
			return units[i].ns;
		}
	}
	return 1;
}

/* Parse digits, with a unit if @field is a time. */
static int filter_digits(const struct ktrace_field *field, struct ktrace_span word, u64 *value)
{
	u64 unit = field->kind == KTRACE_FIELD_TIME ? filter_unit(&word) : 1;
	int err = ktrace_span_number(word, value);

	if (err)
		return err;
	if (*value > U64_MAX / unit)
		return -ERANGE;
	*value *= unit;
	return 0;
}

/* Look up a name that the field knows, for example a flag. */
static int filter_name(const struct ktrace_field *field, struct ktrace_span word,
		       struct filter_constant *c)
{
	if (!field->number || field->number(field, word, &c->value))
		return -EINVAL;
	/* Names of negative numbers in C have 64-bit values. */
	if (field->is_signed || field->size < sizeof(u64))
		c->negative = (s64)c->value < 0;
	return 0;
}

/* Parse a number or a name of one, to compare with @field. */
int ktrace_filter_number(struct filter_parser *p, const struct ktrace_field *field,
			 struct filter_constant *c)
{
	struct ktrace_span word = ktrace_lex_word(&p->lex, FILTER_WORD_ENDS);
	const char *at = word.s;
	bool minus = word.n && *at == '-';
	int err;

	*c = (struct filter_constant) { };
	if (!word.n)
		return ktrace_filter_fail(p, at, ktrace_filter_at_quote(p) ?
					  KTRACE_FILTER_ERR_STRING_VALUE :
					  KTRACE_FILTER_ERR_NO_VALUE);
	if (minus) {
		word.s++;
		word.n--;
	}
	if (word.n && isdigit(*word.s))
		err = filter_digits(field, word, &c->value);
	else
		err = filter_name(field, word, c);
	if (!err && minus) {
		if (c->value > 1ULL << 63)
			err = -ERANGE;
		c->value = -c->value;
		c->negative = c->value;
	}
	if (err)
		return ktrace_filter_fail(p, at, err == -ERANGE ? KTRACE_FILTER_ERR_RANGE :
					  KTRACE_FILTER_ERR_BAD_NUMBER);
	return 0;
}

/* Parse a function's name, or an address within the function. */
int ktrace_filter_function(struct filter_parser *p, u64 *start, u64 *bytes)
{
	const struct ktrace_filter_env *env = p->env;
	struct ktrace_span word = ktrace_lex_word(&p->lex, FILTER_WORD_ENDS), name = word;
	int err = 0;

	if (!word.n)
		return ktrace_filter_fail(p, word.s, ktrace_filter_at_quote(p) ?
					  KTRACE_FILTER_ERR_NO_FUNCTION :
					  KTRACE_FILTER_ERR_NO_VALUE);
	if (isdigit(*word.s)) {
		err = ktrace_span_number(word, start);
		name.n = 0;
	}
	if (err || !env->function || env->function(name, start, bytes) || !*bytes)
		return ktrace_filter_fail(p, word.s, KTRACE_FILTER_ERR_NO_FUNCTION);
	return 0;
}

/* Parse a string, quoted or not. */
int ktrace_filter_pattern(struct filter_parser *p, struct ktrace_span *pattern)
{
	const char *at = p->lex.at, *close;
	u64 number;

	if (ktrace_filter_at_quote(p)) {
		close = memchr(at + 1, *at, p->lex.end - at - 1);
		if (!close)
			return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_QUOTE);
		*pattern = (struct ktrace_span) { at + 1, close - at - 1 };
		if (memchr(pattern->s, '\n', pattern->n))
			return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_NEWLINE);
		p->lex.at = close + 1;
	} else {
		*pattern = ktrace_lex_word(&p->lex, FILTER_WORD_ENDS);
		if (!pattern->n)
			return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_NO_VALUE);
		if (ktrace_span_number(*pattern, &number) != -EINVAL)
			return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_NUMBER_VALUE);
	}
	if (pattern->n > KTRACE_FILTER_PATTERN_MAX)
		return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_PATTERN_LONG);
	return 0;
}

/* Return true if a list of CPUs comes next. */
bool ktrace_filter_at_cpus(const struct filter_parser *p)
{
	return ktrace_span_starts(ktrace_lex_rest(&p->lex), "CPUS{");
}

/* Parse a decimal number; also N, the last CPU, if @nr_cpus is not 0. */
static int filter_cpus_number(struct filter_parser *p, unsigned int nr_cpus, unsigned int *number)
{
	struct ktrace_span digits = { .s = p->lex.at };
	u64 value = nr_cpus - 1;

	if (nr_cpus && *p->lex.at == 'N') {
		p->lex.at++;
	} else {
		/* The caller has found the closing brace, so the loop ends. */
		while (isdigit(*p->lex.at))
			p->lex.at++;
		digits.n = p->lex.at - digits.s;
		/* Skip leading zeros: they do not make the number octal. */
		while (digits.n > 1 && *digits.s == '0') {
			digits.s++;
			digits.n--;
		}
		if (ktrace_span_number(digits, &value) == -EINVAL)
			return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_CPUS);
		if (digits.n > 5 || (nr_cpus && value >= nr_cpus))
			return ktrace_filter_fail(p, digits.s, KTRACE_FILTER_ERR_NO_CPU);
	}
	*number = value;
	return 0;
}

/**
 * struct filter_cpus - a range of CPUs
 * @first:	the first CPU
 * @last:	the last CPU
 * @used:	number of CPUs to take from each @group
 * @group:	see @used
 */
struct filter_cpus {
	unsigned int first;
	unsigned int last;
	unsigned int used;
	unsigned int group;
};

static int filter_cpus_range(struct filter_parser *p, struct filter_cpus *range)
{
	unsigned int nr_cpus = p->env->nr_cpus;
	const char *at = p->lex.at;
	int err;

	*range = (struct filter_cpus) { 0, nr_cpus - 1, 1, 1 };
	if (ktrace_span_starts(ktrace_lex_rest(&p->lex), "all")) {
		p->lex.at += 3;
		return 0;
	}
	err = filter_cpus_number(p, nr_cpus, &range->first);
	range->last = range->first;
	if (err || *p->lex.at != '-')
		return err;
	p->lex.at++;
	err = filter_cpus_number(p, nr_cpus, &range->last);
	if (err)
		return err;
	if (range->last < range->first)
		return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_CPUS);
	if (*p->lex.at != ':')
		return 0;
	at = ++p->lex.at;
	err = filter_cpus_number(p, 0, &range->used);
	if (err)
		return err;
	if (*p->lex.at != '/')
		return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_CPUS);
	p->lex.at++;
	err = filter_cpus_number(p, 0, &range->group);
	if (err)
		return err;
	if (!range->used || range->used > range->group)
		return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_CPUS);
	return 0;
}

/* Parse CPUS{LIST} and append its set to @p->masks; @bits is the number of bits. */
int ktrace_filter_cpus(struct filter_parser *p, unsigned int *bits)
{
	const char *at = p->lex.at, *close = memchr(at, '}', p->lex.end - at);
	struct filter_cpus range;
	unsigned int cpu;
	int err;

	if (!close)
		return ktrace_filter_fail(p, at + 4, KTRACE_FILTER_ERR_CPUS_CLOSE);
	*bits = 0;
	p->lex.at += 4;
	do {
		p->lex.at++;
		err = filter_cpus_range(p, &range);
		if (err)
			return err;
		if (p->mask_words + BITS_TO_LONGS(range.last + 1) > ARRAY_SIZE(p->masks))
			return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_CPUS_LONG);
		for (cpu = range.first; cpu <= range.last; cpu++) {
			if ((cpu - range.first) % range.group < range.used)
				__set_bit(cpu, p->masks + p->mask_words);
		}
		if (*bits <= range.last)
			*bits = range.last + 1;
	} while (*p->lex.at == ',');
	if (p->lex.at != close)
		return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_CPUS);
	p->lex.at++;
	return 0;
}
