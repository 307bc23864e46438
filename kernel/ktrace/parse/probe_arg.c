// SPDX-License-Identifier: GPL-2.0
/*
 * The language of the files kprobe_events and uprobe_events: arguments.
 *
 *	[NAME=]VALUE[:TYPE]
 *	VALUE: %REG | @ADDRESS | @SYMBOL[+OFFSET|-OFFSET] | @+FILE_OFFSET | $stack | $stackN | sN
 *	       | $argN | aN | $retval | rv | ra | $comm | $COMM | \NUMBER | \"TEXT"
 *	       | +OFFSET(VALUE) | -OFFSET(VALUE) | +uOFFSET(VALUE) | -uOFFSET(VALUE)
 *	TYPE:  u8 .. u64 | s8 .. s64 | x8 .. x64 | char | symbol | TYPE[COUNT]
 *	       | bWIDTH@OFFSET/SIZE | string | ustring | symstr | %pd | %pD
 *
 * $FIELD is a field of the event to which an event probe is attached. Event probes have
 * no other values except memory, numbers and $comm.
 *
 * $argN counts from 1, aN from 0. For probes in files all memory is user memory, with
 * or without u. Only these probes have @+FILE_OFFSET; only the others have @SYMBOL,
 * arguments of functions and %pd.
 *
 * probe_typed.c parses values with a known C type:
 *
 *	VALUE: PARAMETER[PATH] | $argN[PATH] | $retval[PATH]
 *	       | (TYPE *)OPERAND[PATH]
 *	OPERAND: VALUE without a PATH | (VALUE)
 *	PATH:  [->MEMBER|.MEMBER]...
 *	$arg*, which stands for all parameters
 */
#include <linux/bits.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "parse/probe_parse.h"

/* Names of fields that every record has. */
static const char * const probe_reserved[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"__probe_ip", "__probe_func", "__probe_ret_ip",
};

/* Remove the prefix @word from @span; false if @span does not start with it. */
static bool probe_skip(struct ktrace_span *span, const char *word)
{
	if (!ktrace_span_starts(*span, word))
		return false;
	*span = ktrace_span_from(*span, strlen(word));
	return true;
}

/*
 * Parse %pd or %pD: the value is the address of a struct dentry or a struct file, the
 * result the name. An array consists of such addresses.
 */
static int probe_parse_path(struct probe_parser *p, struct ktrace_span type,
			    struct probe_arg *arg)
{
	bool file = ktrace_span_is(type, "%pD");

	if (!file && !ktrace_span_is(type, "%pd"))
		return probe_fail(p, type.s, PROBE_ERR_BAD_TYPE);
	if (p->env->user)
		return probe_fail(p, type.s, PROBE_ERR_KERNEL_TYPE);
	if (arg->base == PROBE_BASE_COMM)
		return probe_fail(p, type.s, PROBE_ERR_COMM_TYPE);
	if (arg->base == PROBE_BASE_TEXT)
		return probe_fail(p, type.s, PROBE_ERR_TEXT_TYPE);
	if (arg->count && !arg->nr_derefs)
		return probe_fail(p, type.s, PROBE_ERR_ARRAY_VALUE);
	if (arg->count)
		arg->element = arg->nr_derefs;
	if ((file && !probe_add_deref(arg, p->env->file_dentry)) ||
	    !probe_add_deref(arg, p->env->dentry_name) || !probe_add_deref(arg, 0))
		return probe_fail(p, type.s, PROBE_ERR_DEREF_DEEP);
	arg->type = probe_type_find((struct ktrace_span){ "string", 6 });
	return 0;
}

/* Parse bWIDTH@OFFSET/SIZE without the b. */
static int probe_parse_bits(struct probe_parser *p, struct ktrace_span type,
			    struct probe_arg *arg)
{
	struct ktrace_span width = ktrace_span_until(type, '@');
	struct ktrace_span rest = ktrace_span_from(type, min(width.n + 1, type.n));
	struct ktrace_span offset = ktrace_span_until(rest, '/');
	struct ktrace_span size = ktrace_span_from(rest, min(offset.n + 1, rest.n));
	u64 w, o, s;

	if (ktrace_span_number(width, &w) || ktrace_span_number(offset, &o) ||
	    ktrace_span_number(size, &s) || !w || w > s || o > s - w)
		return probe_fail(p, type.s - 1, PROBE_ERR_BAD_BITFIELD);
	switch (s) {
	case 8:
		arg->type = probe_type_find((struct ktrace_span){ "u8", 2 });
		break;
	case 16:
		arg->type = probe_type_find((struct ktrace_span){ "u16", 3 });
		break;
	case 32:
		arg->type = probe_type_find((struct ktrace_span){ "u32", 3 });
		break;
	case 64:
		arg->type = probe_type_find((struct ktrace_span){ "u64", 3 });
		break;
	default:
		return probe_fail(p, type.s - 1, PROBE_ERR_BAD_BITFIELD);
	}
	/* Shift all 64 bits of the value, although its type has only @s bits. */
	arg->shl = 64 - o - w;
	arg->shr = 64 - w;
	return 0;
}

/* Parse [COUNT] after a type, without the opening bracket. */
static int probe_parse_count(struct probe_parser *p, struct ktrace_span rest,
			     struct probe_arg *arg)
{
	struct ktrace_span count = ktrace_span_until(rest, ']');
	u64 n;

	if (count.n == rest.n)
		return probe_fail(p, rest.s + rest.n, PROBE_ERR_ARRAY_CLOSE);
	if (count.n + 1 < rest.n)
		return probe_fail(p, count.s + count.n + 1, PROBE_ERR_ARRAY_EXTRA);
	if (ktrace_span_number(count, &n) || !n)
		return probe_fail(p, count.s, PROBE_ERR_ARRAY_COUNT);
	if (n > PROBE_ARRAY_MAX)
		return probe_fail(p, count.s, PROBE_ERR_ARRAY_LONG);
	arg->count = n;
	return 0;
}

/*
 * Check that the value of @arg can be read as @type, a text type other than %pd and
 * %pD. For an array, add the read of an element's text.
 */
static int probe_check_text(struct probe_parser *p, struct ktrace_span type,
			    struct probe_arg *arg)
{
	/*
	 * For symstr the value is the address of the symbol; for other types, the
	 * address of the text.
	 */
	if (arg->type->symbol) {
		if (p->env->user)
			return probe_fail(p, type.s, PROBE_ERR_KERNEL_TYPE);
		if (arg->base == PROBE_BASE_FIELD_TEXT && !arg->nr_derefs)
			return probe_fail(p, type.s, PROBE_ERR_FIELD_TEXT);
		arg->element = arg->count ? arg->nr_derefs : 0;
		return 0;
	}
	if (!arg->nr_derefs && arg->base != PROBE_BASE_FIELD_TEXT)
		return probe_fail(p, type.s, PROBE_ERR_STRING_VALUE);
	if (arg->count) {
		/* probe_typed.c has already added the read of the characters. */
		if (p->walk.on)
			return probe_fail(p, type.s, PROBE_ERR_ARRAY_TYPE);
		arg->element = arg->nr_derefs;
		if (!probe_add_deref(arg, 0))
			return probe_fail(p, type.s, PROBE_ERR_DEREF_DEEP);
	}
	if (arg->type->user && arg->nr_derefs)
		arg->user |= BIT(arg->nr_derefs - 1);
	return 0;
}

/* Parse the name of a type other than %pd and %pD, without the brackets of an array. */
static int probe_parse_type_name(struct probe_parser *p, struct ktrace_span name,
				 struct probe_arg *arg)
{
	if (name.n > 1 && name.s[0] == 'b' && isdigit(name.s[1]))
		return probe_parse_bits(p, ktrace_span_from(name, 1), arg);
	arg->type = probe_type_find(name);
	return arg->type ? 0 : probe_fail(p, name.s, PROBE_ERR_BAD_TYPE);
}

/* Parse the type after the colon; the value is already parsed. */
static int probe_parse_type(struct probe_parser *p, struct ktrace_span type,
			    struct probe_arg *arg)
{
	struct ktrace_span name = ktrace_span_until(type, '[');
	int ret;

	if (name.n < type.n) {
		ret = probe_parse_count(p, ktrace_span_from(type, name.n + 1), arg);
		if (ret)
			return ret;
	}
	if (type.n && type.s[0] == '%')
		return probe_parse_path(p, name, arg);
	ret = probe_parse_type_name(p, name, arg);
	if (ret)
		return ret;
	if (arg->base == PROBE_BASE_COMM || arg->base == PROBE_BASE_TEXT) {
		if (!ktrace_span_is(type, "string"))
			return probe_fail(p, type.s, arg->base == PROBE_BASE_COMM ?
					  PROBE_ERR_COMM_TYPE : PROBE_ERR_TEXT_TYPE);
		return 0;
	}
	if (arg->count && !arg->nr_derefs)
		return probe_fail(p, type.s, PROBE_ERR_ARRAY_VALUE);
	if (arg->type->show == PROBE_SHOW_STRING)
		return probe_check_text(p, type, arg);
	if (!arg->nr_derefs && arg->base == PROBE_BASE_FIELD_TEXT)
		return probe_fail(p, type.s, PROBE_ERR_FIELD_TEXT);
	return 0;
}

static int probe_parse_reg(struct probe_parser *p, struct ktrace_span value,
			   struct probe_arg *arg)
{
	struct ktrace_span name = ktrace_span_from(value, 1);
	char buf[16];
	int offset;

	/* Event probes and tracepoint probes have no registers. */
	if (p->env->kind)
		return probe_fail(p, value.s, PROBE_ERR_BAD_REG);
	if (!name.n || name.n >= sizeof(buf))
		return probe_fail(p, value.s, PROBE_ERR_BAD_REG);
	probe_copy(buf, name);
	offset = p->env->reg(buf);
	if (offset < 0)
		return probe_fail(p, value.s, PROBE_ERR_BAD_REG);
	arg->base = PROBE_BASE_REG;
	arg->value = offset;
	return 0;
}

/* Parse +FILE_OFFSET after @, for probes in files. */
static int probe_parse_file_data(struct probe_parser *p, struct ktrace_span rest,
				 struct probe_arg *arg)
{
	if (!rest.n || rest.s[0] != '+')
		return probe_fail(p, rest.s - 1, PROBE_ERR_USER_DATA);
	if (ktrace_span_number(ktrace_span_from(rest, 1), &arg->value) || arg->value > S64_MAX)
		return probe_fail(p, rest.s - 1, PROBE_ERR_BAD_DATA_OFFSET);
	arg->base = PROBE_BASE_FILE;
	return 0;
}

/* Parse @ADDRESS or @SYMBOL[+OFFSET|-OFFSET]: read memory at a constant address. */
static int probe_parse_memory(struct probe_parser *p, struct ktrace_span value,
			      struct probe_arg *arg)
{
	struct ktrace_span rest = ktrace_span_from(value, 1);
	struct ktrace_span name = ktrace_span_until(ktrace_span_until(rest, '+'), '-');
	char buf[PROBE_ARG_TEXT_SIZE];
	s64 offset = 0;

	arg->base = PROBE_BASE_CONST;
	arg->nr_derefs = 1;
	if (rest.n && isdigit(rest.s[0])) {
		if (ktrace_span_number(rest, &arg->value))
			return probe_fail(p, value.s, PROBE_ERR_BAD_MEMORY);
		return 0;
	}
	if (p->env->user)
		return probe_parse_file_data(p, rest, arg);
	rest = ktrace_span_from(rest, name.n);
	if (!name.n || (rest.n && ktrace_span_signed(rest, &offset)))
		return probe_fail(p, value.s, PROBE_ERR_BAD_MEMORY);
	/* @name fits: the caller has checked that the whole text fits into PROBE_ARG_TEXT_SIZE. */
	probe_copy(buf, name);
	arg->value = p->env->data(buf);
	if (!arg->value)
		return probe_fail(p, value.s, PROBE_ERR_NO_DATA);
	arg->value += offset;
	arg->symbol = name.s - p->body;
	arg->symbol_len = name.n;
	arg->symbol_offset = offset;
	return 0;
}

static int probe_parse_slot(struct probe_parser *p, const char *at,
			    struct ktrace_span number, struct probe_arg *arg)
{
	if (ktrace_span_number(number, &arg->value) ||
	    arg->value >= p->env->slots_max)
		return probe_fail(p, at, PROBE_ERR_BAD_STACK);
	arg->base = PROBE_BASE_SLOT;
	return 0;
}

/* Parse the number of a function's argument, which counts from @first. */
static int probe_parse_argn(struct probe_parser *p, const char *at,
			    struct ktrace_span number, unsigned int first,
			    struct probe_arg *arg)
{
	struct ktrace_span digits = probe_typed_head(number);
	struct ktrace_span path = ktrace_span_from(number, digits.n);
	u64 n;

	if (ktrace_span_number(digits, &n) || n < first || n > PROBE_ARG_NR_MAX ||
	    (p->env->kind == PROBE_TRACEPOINT && n - first >= PROBE_TRACEPOINT_ARGS))
		return probe_fail(p, at, PROBE_ERR_BAD_ARG_NR);
	if (!p->spec->at_entry)
		return probe_fail(p, at, PROBE_ERR_ARG_NO_ENTRY);
	/*
	 * An argument with a name or within braces remains a plain word, even if its
	 * type is known.
	 */
	if (path.n || (arg->text[0] == '$' && p->unnamed && probe_proto_known(p)))
		return probe_parse_param(p, at, n - first, path, arg);
	arg->base = PROBE_BASE_ARG;
	arg->value = n - first;
	return 0;
}

static int probe_parse_retval(struct probe_parser *p, const char *at,
			      struct probe_arg *arg)
{
	if (p->spec->kind != PROBE_RETURN)
		return probe_fail(p, at, PROBE_ERR_RETVAL_ENTRY);
	arg->base = PROBE_BASE_RETVAL;
	return 0;
}

/* Parse $comm or $COMM; false for another name. */
static bool probe_parse_comm(struct ktrace_span name, struct probe_arg *arg)
{
	if (!ktrace_span_is(name, "comm") && !ktrace_span_is(name, "COMM"))
		return false;
	arg->base = PROBE_BASE_COMM;
	arg->type = probe_type_find((struct ktrace_span){ "string", 6 });
	return true;
}

/*
 * Parse $FIELD of the base event; a field named "comm" takes precedence over the task's
 * name.
 */
static int probe_parse_field(struct probe_parser *p, struct ktrace_span value,
			     struct probe_arg *arg)
{
	struct ktrace_span name = ktrace_span_from(value, 1);
	char buf[PROBE_ARG_TEXT_SIZE];
	enum probe_err code;

	probe_copy(buf, name);
	code = p->env->field(buf, arg);
	if (code == PROBE_OK || (code == PROBE_ERR_NO_FIELD && probe_parse_comm(name, arg)))
		return 0;
	return probe_fail(p, value.s, code);
}

/* Parse a value that starts with a dollar sign. */
static int probe_parse_var(struct probe_parser *p, struct ktrace_span value,
			   struct probe_arg *arg)
{
	struct ktrace_span name = ktrace_span_from(value, 1);

	if (p->env->kind == PROBE_EVENT)
		return probe_parse_field(p, value, arg);
	if (ktrace_span_is(probe_typed_head(name), "retval")) {
		name = ktrace_span_from(name, strlen("retval"));
		if (name.n && p->env->user)
			return probe_fail(p, value.s, PROBE_ERR_USER_TYPE);
		if (p->spec->kind == PROBE_RETURN && (name.n || probe_proto_known(p)))
			return probe_parse_typed_retval(p, value.s, name, arg);
		return probe_parse_retval(p, value.s, arg);
	}
	if (probe_parse_comm(name, arg))
		return 0;
	if (ktrace_span_is(name, "stack")) {
		arg->base = PROBE_BASE_STACK;
		return 0;
	}
	if (probe_skip(&name, "stack"))
		return probe_parse_slot(p, value.s, name, arg);
	if (ktrace_span_is(name, "arg*") && !p->env->user)
		return probe_fail(p, value.s, PROBE_ERR_ALL_ARGS_ALONE);
	if (probe_skip(&name, "arg"))
		return probe_parse_argn(p, value.s, name, 1, arg);
	return probe_fail(p, value.s, PROBE_ERR_BAD_VAR);
}

/* Parse the historic short forms: sN, aN, rv, ra. */
static int probe_parse_short(struct probe_parser *p, struct ktrace_span value,
			     struct probe_arg *arg)
{
	bool digit = value.n > 1 && isdigit(value.s[1]);

	/* Event probes have fields only. */
	if (p->env->kind == PROBE_EVENT)
		return probe_fail(p, value.s, PROBE_ERR_BAD_ARG);
	if (value.s[0] == 's' && digit)
		return probe_parse_slot(p, value.s, ktrace_span_from(value, 1), arg);
	if (value.s[0] == 'a' && digit)
		return probe_parse_argn(p, value.s, ktrace_span_from(value, 1), 0, arg);
	if (ktrace_span_is(value, "rv"))
		return probe_parse_retval(p, value.s, arg);
	if (!ktrace_span_is(value, "ra"))
		return probe_fail(p, value.s, probe_param_error(p, value));
	/* In programs the start of functions is unknown. */
	if (p->env->kind == PROBE_TRACEPOINT)
		return probe_fail(p, value.s, PROBE_ERR_BAD_ARG);
	if (!p->spec->at_entry && !(p->env->user && p->spec->kind == PROBE_RETURN))
		return probe_fail(p, value.s, PROBE_ERR_RA_NO_ENTRY);
	arg->base = PROBE_BASE_RETADDR;
	return 0;
}

/* Parse the name of a parameter, or one of the historic short forms if there is none. */
static int probe_parse_word(struct probe_parser *p, struct ktrace_span value,
			    struct probe_arg *arg)
{
	struct ktrace_span head = probe_typed_head(value);
	unsigned int nr;

	if (probe_param_find(p, head, &nr))
		return probe_parse_param(p, value.s, nr, ktrace_span_from(value, head.n), arg);
	return probe_parse_short(p, value, arg);
}

/* Parse \"TEXT". */
static int probe_parse_text(struct probe_parser *p, struct ktrace_span value,
			    struct probe_arg *arg)
{
	if (value.n <= PROBE_TEXT_AT || value.s[value.n - 1] != '"')
		return probe_fail(p, value.s + value.n, PROBE_ERR_TEXT_CLOSE);
	arg->base = PROBE_BASE_TEXT;
	arg->value = value.n - PROBE_TEXT_AT - 1;
	arg->type = probe_type_find((struct ktrace_span){ "string", 6 });
	return 0;
}

/* Parse the value inside all braces. */
static int probe_parse_base(struct probe_parser *p, struct ktrace_span value,
			    struct probe_arg *arg)
{
	s64 number;

	if (!value.n)
		return probe_fail(p, value.s, PROBE_ERR_BAD_ARG);
	switch (value.s[0]) {
	case '%':
		return probe_parse_reg(p, value, arg);
	case '@':
		return probe_parse_memory(p, value, arg);
	case '$':
		return probe_parse_var(p, value, arg);
	case '\\':
		if (value.n > 1 && value.s[1] == '"')
			return probe_parse_text(p, value, arg);
		arg->base = PROBE_BASE_CONST;
		if (!ktrace_span_number(ktrace_span_from(value, 1), &arg->value))
			return 0;
		if (ktrace_span_signed(ktrace_span_from(value, 1), &number))
			return probe_fail(p, value.s + 1, PROBE_ERR_BAD_CONST);
		arg->value = number;
		return 0;
	default:
		return probe_parse_word(p, value, arg);
	}
}

/* Maximum number of braces and casts around each other. */
#define PROBE_NEST_MAX	16

/**
 * struct probe_nest - a pair of braces, or a cast
 * @at:	position of its sign or of its operand, for errors
 * @offset:	the offset before the brace
 * @user:	u precedes the offset
 * @cast:	the type in parentheses; empty if it is a pair of braces
 * @path:	the path after the operand of a cast
 */
struct probe_nest {
	const char	*at;
	s64		offset;
	bool		user;
	struct ktrace_span cast;
	struct ktrace_span path;
};

/* Remove one pair of braces from @value, which starts with a sign. */
static int probe_parse_nest(struct probe_parser *p, struct ktrace_span *value,
			    struct probe_nest *nest)
{
	struct ktrace_span head = ktrace_span_until(*value, '(');
	struct ktrace_span rest = ktrace_span_from(*value, head.n);
	size_t n;

	nest->at = head.s;
	if (!rest.n)
		return probe_fail(p, head.s, PROBE_ERR_DEREF_OPEN);
	nest->user = head.n > 1 && head.s[1] == 'u';
	if (ktrace_span_signed(ktrace_span_from(head, 1 + nest->user), &nest->offset) ||
	    !isdigit(head.s[1 + nest->user]))
		return probe_fail(p, head.s, PROBE_ERR_DEREF_OFFSET);
	if (head.s[0] == '-')
		nest->offset = -nest->offset;
	for (n = rest.n; n && rest.s[n - 1] != ')'; n--)
		;
	if (!n)
		return probe_fail(p, rest.s + rest.n, PROBE_ERR_DEREF_CLOSE);
	if (n < rest.n)
		return probe_fail(p, rest.s + n, PROBE_ERR_DEREF_EXTRA);
	*value = (struct ktrace_span){ rest.s + 1, n - 2 };
	return 0;
}

/*
 * Remove a cast of @len bytes and the path after its operand from @value. The path starts
 * after the last parenthesis at the first hyphen that is not the sign of a number. The
 * operand may be in parentheses.
 */
static void probe_parse_operand(struct ktrace_span *value, size_t len, struct probe_nest *nest)
{
	struct ktrace_span operand = ktrace_span_from(*value, len);
	size_t n;

	for (n = operand.n; n && operand.s[n - 1] != ')'; n--)
		;
	while (n < operand.n && (operand.s[n] != '-' ||
				 (n + 1 < operand.n && isdigit(operand.s[n + 1]))))
		n++;
	nest->cast = (struct ktrace_span){ value->s, len };
	nest->path = ktrace_span_from(operand, n);
	operand.n = n;
	if (!probe_cast_len(operand) && n > 1 && operand.s[0] == '(' && operand.s[n - 1] == ')')
		operand = (struct ktrace_span){ operand.s + 1, n - 2 };
	nest->at = operand.s;
	*value = operand;
}

/* Add the read of a pair of braces. */
static int probe_add_nest(struct probe_parser *p, const char *at, struct probe_nest *nest,
			  struct probe_arg *arg)
{
	int ret = p->walk.on ? probe_typed_address(p, at, arg, &nest->offset) : 0;

	if (ret)
		return ret;
	if (arg->nr_derefs == PROBE_DEREFS_MAX)
		return probe_fail(p, nest->at, PROBE_ERR_DEREF_DEEP);
	arg->offset[arg->nr_derefs] = nest->offset;
	if (nest->user)
		arg->user |= BIT(arg->nr_derefs);
	arg->nr_derefs++;
	return 0;
}

/* Parse braces and casts from the outside in; reads are done from the inside out. */
static int probe_parse_value(struct probe_parser *p, struct ktrace_span value,
			     struct probe_arg *arg)
{
	struct probe_nest nest[PROBE_NEST_MAX] = { };
	unsigned int n = 0;
	size_t len;
	int ret;

	for (;; n++) {
		len = probe_cast_len(value);
		if (!len && (!value.n || (value.s[0] != '+' && value.s[0] != '-')))
			break;
		if (n == PROBE_NEST_MAX)
			return probe_fail(p, value.s, PROBE_ERR_DEREF_DEEP);
		if (len) {
			probe_parse_operand(&value, len, &nest[n]);
			continue;
		}
		ret = probe_parse_nest(p, &value, &nest[n]);
		if (ret)
			return ret;
	}
	ret = probe_parse_base(p, value, arg);
	if (ret)
		return ret;
	if (n && arg->base == PROBE_BASE_COMM)
		return probe_fail(p, value.s, PROBE_ERR_COMM_DEREF);
	if (n && arg->base == PROBE_BASE_TEXT)
		return probe_fail(p, value.s, PROBE_ERR_TEXT_DEREF);
	if (n && arg->base == PROBE_BASE_FIELD_TEXT && nest[n - 1].cast.n)
		return probe_fail(p, value.s, PROBE_ERR_FIELD_TEXT);
	while (n--) {
		if (nest[n].cast.n)
			ret = probe_parse_cast(p, nest[n].cast, nest[n].at, nest[n].path, arg);
		else
			ret = probe_add_nest(p, value.s, &nest[n], arg);
		if (ret)
			return ret;
	}
	return 0;
}

/* Check that the name of @arg is unique in the record; @at is its position. */
static int probe_check_name(struct probe_parser *p, const char *at, const struct probe_arg *arg)
{
	const struct probe_spec *spec = p->spec;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probe_reserved); i++) {
		if (!strcmp(arg->name, probe_reserved[i]))
			return probe_fail(p, at, PROBE_ERR_ARG_NAME_USED);
	}
	for (i = 0; i < spec->nr_args; i++) {
		if (!strcmp(arg->name, spec->args[i].name))
			return probe_fail(p, at, PROBE_ERR_ARG_NAME_USED);
	}
	return 0;
}

/* Parse an optional NAME=. */
static int probe_parse_arg_name(struct probe_parser *p, struct ktrace_span *word,
				struct probe_arg *arg)
{
	/* Text without a name may contain an equal sign. */
	struct ktrace_span name = word->s[0] == '\\' ? *word : ktrace_span_until(*word, '=');

	p->unnamed = name.n == word->n;
	if (p->unnamed)
		return 0;
	if (!name.n)
		return probe_fail(p, name.s, PROBE_ERR_NO_ARG_NAME);
	if (name.n >= PROBE_ARG_NAME_SIZE)
		return probe_fail(p, name.s, PROBE_ERR_ARG_NAME_LONG);
	if (!ktrace_span_is_name(name))
		return probe_fail(p, name.s, PROBE_ERR_BAD_ARG_NAME);
	probe_copy(arg->name, name);
	*word = ktrace_span_from(*word, name.n + 1);
	return probe_check_name(p, name.s, arg);
}

/* Name an unnamed argument after its parameter, or by its number. */
static int probe_name_arg(struct probe_parser *p, const char *at, struct probe_arg *arg)
{
	const char *param = p->walk.param;

	if (!param || !*param || strlen(param) >= PROBE_ARG_NAME_SIZE)
		snprintf(arg->name, sizeof(arg->name), "arg%u", p->spec->nr_args + 1);
	else
		strscpy(arg->name, param, sizeof(arg->name));
	return probe_check_name(p, at, arg);
}

/* Append @arg to the record if there is room. */
static int probe_put_arg(struct probe_parser *p, const char *at,
			 struct probe_arg *arg)
{
	unsigned int count = arg->count ?: 1;
	struct probe_spec *spec = p->spec;

	arg->record_offset = spec->bytes;
	spec->bytes += arg->type->size * count;
	if (arg->type->show == PROBE_SHOW_STRING)
		spec->nr_strings += count;
	if (spec->bytes + spec->nr_strings * PROBE_STRING_MIN > p->env->bytes_max)
		return probe_fail(p, at, PROBE_ERR_RECORD_LONG);
	spec->nr_args++;
	return 0;
}

/* Default types: string for a string, x64 for other values. */
static void probe_default_type(struct probe_arg *arg)
{
	bool text = arg->base == PROBE_BASE_FIELD_TEXT && !arg->nr_derefs;

	if (!arg->type)
		arg->type = text ? probe_type_find((struct ktrace_span){ "string", 6 }) :
				   probe_type_of(PROBE_SHOW_HEX, sizeof(u64));
}

/* Decide whether to read the whole text of a string field, or data at an offset in it. */
static void probe_resolve_text(struct probe_arg *arg)
{
	if (arg->base != PROBE_BASE_FIELD_TEXT || !arg->nr_derefs)
		return;
	if (arg->nr_derefs == 1 && !arg->offset[0] && arg->type->show == PROBE_SHOW_STRING) {
		arg->nr_derefs = 0;
		arg->user = 0;
	} else {
		arg->base = PROBE_BASE_FIELD_ADDR;
	}
}

/* Return the part of @body before the type; quoted text may contain a colon. */
static struct ktrace_span probe_value(struct ktrace_span body)
{
	struct ktrace_span text;

	if (body.n <= PROBE_TEXT_AT || body.s[0] != '\\' || body.s[1] != '"')
		return ktrace_span_until(body, ':');
	text = ktrace_span_until(ktrace_span_from(body, PROBE_TEXT_AT), '"');
	return (struct ktrace_span){ body.s, min(PROBE_TEXT_AT + text.n + 1, body.n) };
}

/*
 * Replace $argN of a known C type by text that does not depend on the type: the
 * parameter's name or, if it has none, the number of its word with the type to read it
 * as. @rest is the text after $argN.
 */
static int probe_write_param(struct probe_parser *p, const char *at, struct ktrace_span rest,
			     struct probe_arg *arg)
{
	unsigned int word = arg->value + 1, size = sizeof(arg->text), n;
	struct ktrace_span type = ktrace_span_from(rest, rest.n ? 1 : 0);
	const char *param = p->walk.param;

	if (arg->text[0] != '$' || !param)
		return 0;
	if (*param)
		n = snprintf(arg->text, size, "%s%.*s", param, (int)rest.n, rest.s);
	else if (probe_is_string(type))
		n = snprintf(arg->text, size, "+0($arg%u)%.*s", word, (int)rest.n, rest.s);
	else if (type.n)
		n = snprintf(arg->text, size, "$arg%u%.*s", word, (int)rest.n, rest.s);
	else
		n = snprintf(arg->text, size, "$arg%u:%s", word, arg->type->name);
	return n < size ? 0 : probe_fail(p, at, PROBE_ERR_ARG_LONG);
}

/* Parse the type of @arg in @rest, which is empty or starts with a colon. */
static int probe_parse_arg_type(struct probe_parser *p, struct ktrace_span value,
				struct ktrace_span rest, struct probe_arg *arg)
{
	struct ktrace_span type = ktrace_span_from(rest, rest.n ? 1 : 0);
	bool done = false;
	int ret;

	if (rest.n && rest.s[0] != ':')
		return probe_fail(p, rest.s, PROBE_ERR_TEXT_EXTRA);
	if (rest.n && !type.n)
		return probe_fail(p, type.s, PROBE_ERR_BAD_TYPE);
	if (p->walk.on) {
		ret = probe_typed_resolve(p, value, type, arg, &done);
		if (ret || done)
			return ret;
	}
	if (rest.n)
		return probe_parse_type(p, type, arg);
	probe_default_type(arg);
	return 0;
}

/* Parse the word of an argument and append the argument to the spec. */
static int probe_parse_one(struct probe_parser *p, struct ktrace_span word)
{
	struct probe_spec *spec = p->spec;
	struct probe_arg *arg = &spec->args[spec->nr_args];
	struct ktrace_span body = word, value, rest;
	int ret;

	if (spec->nr_args == PROBE_ARGS_MAX)
		return probe_fail(p, word.s, PROBE_ERR_TOO_MANY_ARGS);
	memset(arg, 0, sizeof(*arg));
	memset(&p->walk, 0, sizeof(p->walk));
	arg->column = word.s - p->lex.text;
	ret = probe_parse_arg_name(p, &body, arg);
	if (ret)
		return ret;
	if (!body.n)
		return probe_fail(p, body.s, PROBE_ERR_NO_ARG);
	if (body.n >= PROBE_ARG_TEXT_SIZE)
		return probe_fail(p, body.s, PROBE_ERR_ARG_LONG);
	probe_copy(arg->text, body);
	p->body = body.s;
	value = probe_value(body);
	rest = ktrace_span_from(body, value.n);
	ret = probe_parse_value(p, value, arg);
	if (!ret && p->unnamed)
		ret = probe_name_arg(p, word.s, arg);
	if (!ret)
		ret = probe_parse_arg_type(p, value, rest, arg);
	if (!ret && p->unnamed)
		ret = probe_write_param(p, word.s, rest, arg);
	if (ret)
		return ret;
	if (arg->base == PROBE_BASE_FIELD_ADDR && !arg->nr_derefs)
		return probe_fail(p, value.s, PROBE_ERR_FIELD_VALUE);
	probe_resolve_text(arg);
	if (p->env->user)
		arg->user = BIT(arg->nr_derefs) - 1;
	return probe_put_arg(p, word.s, arg);
}

/* Append parameter @nr, from 0, for $arg*. */
static int probe_parse_nth(struct probe_parser *p, struct ktrace_span word, unsigned int nr)
{
	struct ktrace_span none = ktrace_span_from(word, word.n);
	struct probe_spec *spec = p->spec;
	struct probe_arg *arg = &spec->args[spec->nr_args];
	bool done;
	int ret;

	if (spec->nr_args == PROBE_ARGS_MAX)
		return probe_fail(p, word.s, PROBE_ERR_TOO_MANY_ARGS);
	memset(arg, 0, sizeof(*arg));
	memset(&p->walk, 0, sizeof(p->walk));
	arg->column = word.s - p->lex.text;
	snprintf(arg->text, sizeof(arg->text), "$arg%u", nr + 1);
	ret = probe_parse_param(p, word.s, nr, none, arg) ?:
	      probe_name_arg(p, word.s, arg) ?:
	      probe_typed_resolve(p, word, none, arg, &done) ?:
	      probe_write_param(p, word.s, none, arg);
	return ret ?: probe_put_arg(p, word.s, arg);
}

/* $arg*: append an argument for each parameter. */
static int probe_parse_all(struct probe_parser *p, struct ktrace_span word)
{
	unsigned int i;
	int ret;

	for (i = 0; i < p->proto.nr; i++) {
		ret = probe_parse_nth(p, word, i);
		if (ret)
			return ret;
	}
	return 0;
}

/* Parse a word of arguments and append its arguments to the spec. */
int probe_parse_arg(struct probe_parser *p, struct ktrace_span word)
{
	int ret;

	if (!ktrace_span_is(word, "$arg*") || p->env->user || p->env->kind == PROBE_EVENT) {
		ret = probe_parse_one(p, word);
		probe_cast_put(p);
		return ret;
	}
	if (p->all_args)
		return probe_fail(p, word.s, PROBE_ERR_ALL_ARGS_TWICE);
	if (!p->spec->at_entry)
		return probe_fail(p, word.s, PROBE_ERR_ARG_NO_ENTRY);
	if (!probe_proto_known(p))
		return probe_fail(p, word.s, p->proto.code);
	p->all_args = true;
	return probe_parse_all(p, word);
}
