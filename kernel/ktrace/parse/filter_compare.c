// SPDX-License-Identifier: GPL-2.0
/*
 * Filters: compiles a comparison such as "name ~ *.so" or "flags & O_CREAT".
 *
 *	comparison := field [ ".function" | ".ustring" ] operator value
 *
 * Called by filter_parse.c in task context. filter_value.c reads the values.
 */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "filter_parse.h"

/* Names of values outside of the record. */
static const struct ktrace_field filter_comm = {
	.name		= "COMM",
	.kind		= KTRACE_FIELD_STRING,
	.location		= KTRACE_FIELD_COMM,
};

static const struct ktrace_field filter_cpu = {
	.name		= "CPU",
	.kind		= KTRACE_FIELD_NUMBER,
	.location		= KTRACE_FIELD_CPU,
	.size		= sizeof(u32),
};

/**
 * struct filter_subject - left side and operator of a comparison
 * @name:	name of the field in the text
 * @field:	the field, as adjusted for this comparison
 * @index:	index of the event's field, or FILTER_NO_FIELD
 * @function:	".function" follows the name
 * @op:	the operator
 * @op_at:	position of the operator
 */
struct filter_subject {
	struct ktrace_span	name;
	struct ktrace_field	field;
	unsigned int		index;
	bool			function;
	enum filter_operator	op;
	const char		*op_at;
};

static struct ktrace_span filter_identifier(struct filter_parser *p)
{
	struct ktrace_span name = { .s = p->lex.at };

	if (p->lex.at < p->lex.end && ktrace_span_is_digit(*p->lex.at))
		return name;
	while (p->lex.at < p->lex.end &&
	       (ktrace_span_is_letter(*p->lex.at) || ktrace_span_is_digit(*p->lex.at)))
		p->lex.at++;
	name.n = p->lex.at - name.s;
	return name;
}

static bool filter_find(const struct ktrace_filter_env *env, struct ktrace_span name,
			struct filter_subject *subject)
{
	int i = ktrace_field_find(env->fields, env->nr_fields, name);

	if (i < 0)
		return false;
	subject->field = env->fields[i];
	subject->index = i;
	return true;
}

/* Clients expect the caret after the name. */
static int filter_fail_no_field(struct filter_parser *p)
{
	ktrace_lex_space(&p->lex);
	return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_NO_FIELD);
}

/* The event's own fields take precedence over names common to all events. */
static int filter_parse_field(struct filter_parser *p, struct filter_subject *subject)
{
	static const struct ktrace_span pid = { "common_pid", 10 };

	subject->name = filter_identifier(p);
	if (!subject->name.n)
		return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_OPERAND);
	if (filter_find(p->env, subject->name, subject))
		return 0;
	if (ktrace_span_is(subject->name, "pid") && filter_find(p->env, pid, subject))
		return 0;
	subject->index = FILTER_NO_FIELD;
	if (ktrace_span_is(subject->name, "comm") || ktrace_span_is(subject->name, "COMM"))
		subject->field = filter_comm;
	else if (ktrace_span_is(subject->name, "cpu") || ktrace_span_is(subject->name, "CPU"))
		subject->field = filter_cpu;
	else
		return filter_fail_no_field(p);
	return 0;
}

/* Return true if a field is a single number. */
static bool filter_is_scalar(const struct ktrace_field *field)
{
	if (!is_power_of_2(field->size) || field->size > sizeof(u64))
		return false;
	switch (field->kind) {
	case KTRACE_FIELD_NUMBER:
	case KTRACE_FIELD_TIME:
	case KTRACE_FIELD_POINTER:
		return field->location == KTRACE_FIELD_CPU ||
		       (field->location == KTRACE_FIELD_INLINE && !field->count);
	default:
		return false;
	}
}

/*
 * ".function" makes a number a code address, ".ustring" the address of a string in user
 * memory.
 */
static int filter_parse_suffix(struct filter_parser *p, struct filter_subject *subject)
{
	struct ktrace_field *field = &subject->field;
	bool address = filter_is_scalar(field) && field->location == KTRACE_FIELD_INLINE &&
		       field->size == sizeof(long);
	const char *dot = p->lex.at;
	struct ktrace_span suffix;

	if (dot == p->lex.end || *dot != '.')
		return 0;
	p->lex.at++;
	suffix = filter_identifier(p);
	if (ktrace_span_is(suffix, "function")) {
		if (!address)
			return ktrace_filter_fail(p, dot, KTRACE_FILTER_ERR_FUNCTION);
		subject->function = true;
	} else if (ktrace_span_is(suffix, "ustring")) {
		/* A string in the record was already copied from user memory. */
		if (field->kind == KTRACE_FIELD_STRING)
			return 0;
		if (!address)
			return ktrace_filter_fail(p, dot, KTRACE_FILTER_ERR_USTRING);
		field->kind = KTRACE_FIELD_STRING;
		field->location = KTRACE_FIELD_USER;
	} else {
		return ktrace_filter_fail(p, dot + 1, KTRACE_FILTER_ERR_SUFFIX);
	}
	return 0;
}

/* By enum filter_operator. */
#define OPERATOR_TEXT(name, text, ...)	text,

static int filter_parse_operator(struct filter_parser *p, struct filter_subject *subject)
{
	static const char * const operators[] = { KTRACE_FILTER_OPERATORS(OPERATOR_TEXT) };
	size_t left = p->lex.end - p->lex.at, len = 0, n;
	unsigned int i;

	subject->op_at = p->lex.at;
	if (left >= 2 && p->lex.at[0] == '&' && p->lex.at[1] == '&')
		return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_NO_OPERATOR);
	/* Take the longest operator that matches: "<=" begins with "<". */
	for (i = 0; i < ARRAY_SIZE(operators); i++) {
		n = strlen(operators[i]);
		if (n > len && ktrace_span_starts(ktrace_lex_rest(&p->lex), operators[i])) {
			subject->op = i;
			len = n;
		}
	}
	p->lex.at += len;
	if (len)
		return 0;
	if (left && *p->lex.at == '=')
		return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_ASSIGNMENT);
	return ktrace_filter_fail(p, p->lex.at, KTRACE_FILTER_ERR_NO_OPERATOR);
}

/* What a comparison compares. */
enum filter_kind {
	FILTER_NUMBER,
	FILTER_STRING,
	FILTER_SET,
	FILTER_FUNCTION,
};

/* By enum filter_operator: the bits of enum filter_kind. */
#define OPERATOR_KINDS(name, text, number, string, set, function)	\
	(number) << FILTER_NUMBER | (string) << FILTER_STRING |		\
	(set) << FILTER_SET | (function) << FILTER_FUNCTION,

/* Return an error unless the operator suits @kind. */
static int filter_check_operator(struct filter_parser *p, const struct filter_subject *subject,
				 enum filter_kind kind)
{
	static const u8 kinds[] = { KTRACE_FILTER_OPERATORS(OPERATOR_KINDS) };
	static const enum ktrace_filter_err errors[] = {
		[FILTER_NUMBER]		= KTRACE_FILTER_ERR_NUMBER_OPERATOR,
		[FILTER_STRING]		= KTRACE_FILTER_ERR_STRING_OPERATOR,
		[FILTER_SET]		= KTRACE_FILTER_ERR_MASK_OPERATOR,
		[FILTER_FUNCTION]	= KTRACE_FILTER_ERR_FUNCTION_OPERATOR,
	};

	if (kinds[subject->op] & BIT(kind))
		return 0;
	return ktrace_filter_fail(p, subject->op_at, errors[kind]);
}

/*
 * Choose how to compare a field that holds the address of a string: as a string for "~"
 * and for a value in quotes, otherwise as a number.
 */
static void filter_choose_text(const struct filter_parser *p, struct filter_subject *subject)
{
	struct ktrace_field *field = &subject->field;

	if (!field->text || subject->function || !filter_is_scalar(field) ||
	    (subject->op != FILTER_GLOB && !ktrace_filter_at_quote(p)))
		return;
	field->kind = KTRACE_FIELD_STRING;
	field->location = field->text;
}

/* Compare a number with the range from @low to @low + @span, inclusive. */
static void filter_emit_range(struct ktrace_filter_insn *insn, const struct ktrace_field *field,
			      u64 low, u64 span)
{
	static const u8 ops[] = {
		[1] = FILTER_OP_U8, [2] = FILTER_OP_U16, [4] = FILTER_OP_U32, [8] = FILTER_OP_U64,
	};

	insn->op = field->location == KTRACE_FIELD_CPU ? FILTER_OP_CPU : ops[field->size];
	insn->number.mask = filter_size_mask(field->size);
	insn->number.low = low & insn->number.mask;
	insn->number.span = span;
}

/* Emit an instruction that no number passes. */
static void filter_emit_never(struct ktrace_filter_insn *insn, const struct ktrace_field *field)
{
	filter_emit_range(insn, field, 0, filter_size_mask(field->size));
	insn->inverted = 1;
}

/* Compare a number with the range up to @last, in the order of @field's type. */
static void filter_emit_up_to(struct ktrace_filter_insn *insn, const struct ktrace_field *field,
			      u64 last)
{
	u64 mask = filter_size_mask(field->size);
	u64 least = field->is_signed ? (mask >> 1) + 1 : 0;

	filter_emit_range(insn, field, least, (last - least) & mask);
}

/* Compare a number with the range below @end. */
static void filter_emit_below(struct ktrace_filter_insn *insn, const struct ktrace_field *field,
			      u64 end)
{
	u64 mask = filter_size_mask(field->size);
	u64 least = field->is_signed ? (mask >> 1) + 1 : 0;

	if ((end - least) & mask)
		filter_emit_up_to(insn, field, end - 1);
	else
		filter_emit_never(insn, field);
}

/*
 * Return true if @field can hold @c. If @ordered, the number must be within the range
 * of the field's type; otherwise it may also be the other signed or unsigned notation
 * of the same bits, since clients write 0xffffff9c for -100.
 */
static bool filter_in_range(const struct ktrace_field *field, struct filter_constant c,
			    bool ordered)
{
	u64 mask = filter_size_mask(field->size);
	bool as_unsigned = !c.negative && c.value <= mask;
	bool as_signed = c.negative ? c.value >= ~(mask >> 1) : c.value <= mask >> 1;

	if (!ordered)
		return as_signed || as_unsigned;
	return field->is_signed ? as_signed : as_unsigned;
}

static int filter_compare_number(struct filter_parser *p, const struct filter_subject *subject,
				 struct ktrace_filter_insn *insn)
{
	const struct ktrace_field *field = &subject->field;
	enum filter_operator op = subject->op;
	const char *at = p->lex.at;
	struct filter_constant c;
	int err;

	err = filter_check_operator(p, subject, FILTER_NUMBER) ?:
	      ktrace_filter_number(p, field, &c);
	if (err)
		return err;
	if (!filter_in_range(field, c, op >= FILTER_LT && op <= FILTER_GE))
		return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_RANGE);
	switch (op) {
	case FILTER_LT:
	case FILTER_GE:
		filter_emit_below(insn, field, c.value);
		break;
	case FILTER_LE:
	case FILTER_GT:
		filter_emit_up_to(insn, field, c.value);
		break;
	case FILTER_AND:
		filter_emit_range(insn, field, 0, 0);
		insn->number.mask &= c.value;
		break;
	default:
		filter_emit_range(insn, field, c.value, 0);
		break;
	}
	insn->inverted ^= op == FILTER_NE || op == FILTER_GE || op == FILTER_GT || op == FILTER_AND;
	return 0;
}

/* FIELD.function == NAME: the address is within the function. */
static int filter_compare_function(struct filter_parser *p, const struct filter_subject *subject,
				   struct ktrace_filter_insn *insn)
{
	u64 start, bytes;
	int err;

	err = filter_check_operator(p, subject, FILTER_FUNCTION) ?:
	      ktrace_filter_function(p, &start, &bytes);
	if (err)
		return err;
	filter_emit_range(insn, &subject->field, start, bytes - 1);
	insn->inverted = subject->op == FILTER_NE;
	return 0;
}

/*
 * Keep the set of CPUs at the end of @p->masks, which has @bits bits, for @insn. The comparison
 * reads @read bits: clear the others.
 */
static void filter_keep_set(struct filter_parser *p, struct ktrace_filter_insn *insn,
			    unsigned int bits, unsigned int read)
{
	unsigned int words = BITS_TO_LONGS(bits);

	insn->data.at = p->mask_words;
	p->mask_words += words;
	memset(p->masks + p->mask_words, 0, (BITS_TO_LONGS(read) - words) * sizeof(long));
}

/* NUMBER & CPUS{LIST}: treat the number as the set of one CPU. */
static int filter_compare_cpu(struct filter_parser *p, const struct filter_subject *subject,
			      struct ktrace_filter_insn *insn)
{
	const struct ktrace_field *field = &subject->field;
	/* A CPU beyond the range of the field must not wrap to one within it. */
	u64 most = filter_size_mask(field->size) >> field->is_signed;
	unsigned int bits, i, all = 0, count = 0, first = 0, end = 0;
	const unsigned long *set = p->masks + p->mask_words;
	int err;

	err = filter_check_operator(p, subject, FILTER_SET) ?: ktrace_filter_cpus(p, &bits);
	if (err)
		return err;
	for (i = 0; i < bits; i++) {
		if (!test_bit(i, set))
			continue;
		all++;
		if (i > most)
			continue;
		if (!count++)
			first = i;
		end = i + 1;
	}
	if (subject->op != FILTER_AND) {
		if (all == 1 && count == 1)
			filter_emit_range(insn, field, first, 0);
		else
			filter_emit_never(insn, field);
		insn->inverted ^= subject->op == FILTER_NE;
		end = 0;
	} else if (!count) {
		filter_emit_never(insn, field);
	} else if (count == end - first) {
		filter_emit_range(insn, field, first, count - 1);
		end = 0;
	} else {
		insn->op = FILTER_OP_IN;
		insn->data.len = end;
		filter_keep_set(p, insn, end, bits);
		return 0;
	}
	memset(p->masks + p->mask_words, 0, BITS_TO_LONGS(bits) * sizeof(long));
	return 0;
}

/* Append the bits of a number as a set to @p->masks. */
static int filter_number_set(struct filter_parser *p, const struct filter_subject *subject,
			     unsigned int *bits)
{
	struct ktrace_field field = subject->field;
	const char *at = p->lex.at;
	struct filter_constant c;
	int err;

	field.kind = KTRACE_FIELD_NUMBER;
	field.size = sizeof(u64);
	field.is_signed = false;
	err = ktrace_filter_number(p, &field, &c);
	if (err)
		return err;
	if (c.negative)
		return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_RANGE);
	if (p->mask_words + BITS_TO_LONGS(64) > ARRAY_SIZE(p->masks))
		return ktrace_filter_fail(p, at, KTRACE_FILTER_ERR_CPUS_LONG);
	for (*bits = 0; c.value; c.value >>= 1, ++*bits) {
		if (c.value & 1)
			__set_bit(*bits, p->masks + p->mask_words);
	}
	return 0;
}

static int filter_compare_mask(struct filter_parser *p, const struct filter_subject *subject,
			       struct ktrace_filter_insn *insn)
{
	unsigned int bits;
	int err;

	err = filter_check_operator(p, subject, FILTER_SET);
	if (err)
		return err;
	if (ktrace_filter_at_cpus(p))
		err = ktrace_filter_cpus(p, &bits);
	else
		err = filter_number_set(p, subject, &bits);
	if (err)
		return err;
	insn->op = FILTER_OP_MASK;
	insn->how = subject->op == FILTER_AND ? FILTER_SETS_MEET : FILTER_SETS_EQUAL;
	insn->differs = subject->op == FILTER_NE;
	insn->data.len = BITS_TO_LONGS(bits);
	filter_keep_set(p, insn, bits, bits);
	return 0;
}

/*
 * If only the ends of a pattern have stars, and it has no other special characters,
 * remove the stars and match without a search.
 */
static enum ktrace_filter_match filter_classify(struct ktrace_span *glob)
{
	struct ktrace_span core = *glob;
	bool before, behind = false;
	size_t i;

	while (core.n && *core.s == '*') {
		core.s++;
		core.n--;
	}
	before = core.n < glob->n;
	while (core.n && core.s[core.n - 1] == '*') {
		core.n--;
		behind = true;
	}
	for (i = 0; i < core.n; i++) {
		if (strchr("*?[\\", core.s[i]))
			return FILTER_MATCH_GLOB;
	}
	*glob = core;
	if (before)
		return behind ? FILTER_MATCH_CONTAINS : FILTER_MATCH_SUFFIX;
	return behind ? FILTER_MATCH_PREFIX : FILTER_MATCH_EXACT;
}

static int filter_compare_string(struct filter_parser *p, const struct filter_subject *subject,
				 struct ktrace_filter_insn *insn)
{
	struct ktrace_span pattern;
	int err;

	err = filter_check_operator(p, subject, FILTER_STRING) ?:
	      ktrace_filter_pattern(p, &pattern);
	if (err)
		return err;
	insn->op = FILTER_OP_STRING;
	insn->how = subject->op == FILTER_GLOB ? filter_classify(&pattern) : FILTER_MATCH_EXACT;
	insn->differs = subject->op == FILTER_NE;
	insn->data.at = pattern.s - p->start;
	insn->data.len = pattern.n;
	return 0;
}

static int filter_compare_value(struct filter_parser *p, const struct filter_subject *subject,
				struct ktrace_filter_insn *insn)
{
	const struct ktrace_field *field = &subject->field;

	if (subject->function)
		return filter_compare_function(p, subject, insn);
	if (filter_is_scalar(field)) {
		if (ktrace_filter_at_cpus(p))
			return filter_compare_cpu(p, subject, insn);
		return filter_compare_number(p, subject, insn);
	}
	if (field->kind == KTRACE_FIELD_STRING)
		return filter_compare_string(p, subject, insn);
	if ((field->kind == KTRACE_FIELD_CPUMASK || field->kind == KTRACE_FIELD_BITMASK) &&
	    field->location <= KTRACE_FIELD_REL_LOC)
		return filter_compare_mask(p, subject, insn);
	return ktrace_filter_fail(p, subject->name.s, KTRACE_FILTER_ERR_ARRAY);
}

/* Parse a comparison and emit its instruction. */
int ktrace_filter_compare(struct filter_parser *p)
{
	struct filter_subject subject = { };
	struct ktrace_filter_insn *insn;
	int err;

	err = filter_parse_field(p, &subject) ?: filter_parse_suffix(p, &subject);
	if (err)
		return err;
	if (p->nr == KTRACE_FILTER_COMPARISONS_MAX)
		return ktrace_filter_fail(p, subject.name.s, KTRACE_FILTER_ERR_TOO_MANY);
	ktrace_lex_space(&p->lex);
	err = filter_parse_operator(p, &subject);
	if (err)
		return err;
	ktrace_lex_space(&p->lex);
	filter_choose_text(p, &subject);
	insn = &p->insns[p->nr];
	*insn = (struct ktrace_filter_insn) {
		.field	= subject.index,
		.location	= subject.field.location,
		.size	= subject.field.size,
		.offset	= subject.field.offset,
		.bytes	= ktrace_field_bytes(&subject.field),
	};
	err = filter_compare_value(p, &subject, insn);
	if (err)
		return err;
	insn->next[insn->inverted] = FILTER_FALSE;
	insn->next[!insn->inverted] = FILTER_TRUE;
	p->nr++;
	return 0;
}
