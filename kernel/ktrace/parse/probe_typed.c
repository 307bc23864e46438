// SPDX-License-Identifier: GPL-2.0
/*
 * The language of the file kprobe_events: arguments with a known C type.
 *
 *	PARAMETER | $argN | $retval, followed by any number of ->MEMBER and .MEMBER
 *	(struct NAME *)VALUE | (union NAME *)VALUE | (TYPE *)VALUE, likewise
 *
 * A path becomes offsets and reads like those of +OFFSET(VALUE), so that probes need no
 * types when they are hit. "file->f_path.dentry" adds the two offsets and reads once.
 *
 * Called by probe_arg.c. Types come from struct probe_types; in the kernel from BTF,
 * probe/btf.c.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "parse/probe_parse.h"

/* Return the part of @value before its first "." or "-". */
struct ktrace_span probe_typed_head(struct ktrace_span value)
{
	return ktrace_span_until(ktrace_span_until(value, '-'), '.');
}

/* Return true if the prototype is known; otherwise proto.code has the reason. */
bool probe_proto_known(struct probe_parser *p)
{
	const struct probe_types *types = p->env->types;
	struct probe_proto *proto = &p->proto;

	if (!proto->looked) {
		proto->code = types ? types->find(p->spec, proto) : PROBE_ERR_NO_BTF;
		proto->looked = true;
	}
	return proto->code == PROBE_OK;
}

/* Release the prototype, if it was found. */
void probe_proto_put(struct probe_parser *p)
{
	if (p->proto.looked && p->proto.code == PROBE_OK)
		p->env->types->put(&p->proto);
}

/* Return true if this kind of probe has parameters and @name can be one. */
static bool probe_param_possible(const struct probe_parser *p, struct ktrace_span name)
{
	return !p->env->user && p->env->kind != PROBE_EVENT && ktrace_span_is_name(name);
}

/* Find the parameter @name; false if there is none or the prototype is unknown. */
bool probe_param_find(struct probe_parser *p, struct ktrace_span name, unsigned int *nr)
{
	const char *param;

	if (!probe_param_possible(p, name) || !p->env->types || !p->spec->at_entry ||
	    !probe_proto_known(p))
		return false;
	for (*nr = 0; *nr < p->proto.nr; ++*nr) {
		p->env->types->param(&p->proto, *nr, &param);
		if (ktrace_span_is(name, param))
			return true;
	}
	return false;
}

/* Return the reason why @value is not a parameter. */
enum probe_err probe_param_error(struct probe_parser *p, struct ktrace_span value)
{
	if (!probe_param_possible(p, probe_typed_head(value)))
		return PROBE_ERR_BAD_ARG;
	if (!p->spec->at_entry)
		return PROBE_ERR_ARG_NO_ENTRY;
	return probe_proto_known(p) ? PROBE_ERR_NO_PARAM : p->proto.code;
}

/* Read the value from memory unless it was the last read. */
static bool probe_walk_load(struct probe_walk *walk, struct probe_arg *arg)
{
	if (walk->in_memory && !probe_add_deref(arg, walk->bit / 8))
		return false;
	walk->in_memory = false;
	walk->bit = 0;
	return true;
}

/* Walk to the member @name; with @arrow, of the structure that the value points to. */
static int probe_walk_member(struct probe_parser *p, struct ktrace_span name, bool arrow,
			     struct probe_arg *arg)
{
	const struct probe_types *types = p->env->types;
	struct probe_walk *walk = &p->walk;
	struct probe_member member;
	char buf[PROBE_ARG_TEXT_SIZE];

	if (arrow) {
		if (walk->type.class != PROBE_CLASS_POINTER)
			return probe_fail(p, name.s, PROBE_ERR_NOT_POINTER);
		types->type(walk->proto, walk->type.of, &walk->type);
		if (walk->type.class != PROBE_CLASS_STRUCT)
			return probe_fail(p, name.s, PROBE_ERR_NOT_POINTER);
		if (!probe_walk_load(walk, arg))
			return probe_fail(p, name.s, PROBE_ERR_DEREF_DEEP);
		walk->in_memory = true;
	} else if (walk->type.class != PROBE_CLASS_STRUCT || !walk->in_memory) {
		return probe_fail(p, name.s, PROBE_ERR_NOT_STRUCT);
	}
	/* The caller has checked that the whole text fits into such a buffer. */
	probe_copy(buf, name);
	if (!name.n || !types->member(walk->proto, walk->type.id, buf, &member))
		return probe_fail(p, name.s, PROBE_ERR_NO_MEMBER);
	walk->bit += member.bit;
	walk->bits = member.bits;
	types->type(walk->proto, member.id, &walk->type);
	return 0;
}

/* Walk along @path, which is empty or starts with "." or "->". */
static int probe_walk_path(struct probe_parser *p, struct ktrace_span path,
			   struct probe_arg *arg)
{
	struct ktrace_span name;
	bool arrow;
	int ret;

	if (path.n)
		p->walk.param = NULL;
	while (path.n) {
		arrow = path.s[0] == '-';
		if (arrow && (path.n < 2 || path.s[1] != '>'))
			return probe_fail(p, path.s, PROBE_ERR_BAD_ARROW);
		path = ktrace_span_from(path, 1 + arrow);
		name = probe_typed_head(path);
		ret = probe_walk_member(p, name, arrow, arg);
		if (ret)
			return ret;
		path = ktrace_span_from(path, name.n);
	}
	return 0;
}

static void probe_walk_begin(struct probe_parser *p, u32 id, const char *param)
{
	p->spec->typed = true;
	p->walk = (struct probe_walk){ .on = true, .proto = &p->proto, .param = param };
	p->env->types->type(&p->proto, id, &p->walk.type);
}

/**
 * struct probe_passed - registers and stack words that parameters occupy
 * @registers:	number of registers
 * @slots:	number of stack words
 * @lost:	a parameter has an unknown type, so the words of later parameters are
 *		unknown
 * @slots_lost:	the same for parameters on the stack
 */
struct probe_passed {
	unsigned int	registers;
	u64		slots;
	bool		lost;
	bool		slots_lost;
};

/*
 * Allocate the words for a parameter of @type; set *@word to its first word, where
 * registers come first. A parameter that does not fit into the remaining registers goes
 * to the stack, and later parameters may still use these registers. Return false if the
 * word is not known.
 */
static bool probe_pass_param(const struct probe_parser *p, const struct probe_ctype *type,
			     struct probe_passed *passed, u64 *word)
{
	unsigned int words = DIV_ROUND_UP(type->bytes, 8ULL);
	/*
	 * BTF has no alignments. A type's alignment divides its size, so this is an
	 * upper bound.
	 */
	unsigned int align = max((type->bytes & -type->bytes) / 8, 1U);

	if (type->pass == PROBE_PASS_UNKNOWN)
		passed->lost = true;
	if (passed->lost)
		return false;
	if (type->pass == PROBE_PASS_WORDS && passed->registers + words <= p->env->registers) {
		*word = passed->registers;
		passed->registers += words;
		return words;
	}
	if (passed->slots % align)
		passed->slots_lost = true;
	*word = p->env->registers + passed->slots;
	passed->slots += words;
	return !passed->slots_lost;
}

/* For a result in memory, a hidden first parameter has its address. */
static void probe_pass_retval(const struct probe_parser *p, struct probe_passed *passed)
{
	struct probe_ctype type;

	p->env->types->type(&p->proto, p->proto.ret, &type);
	passed->registers = p->proto.ret && type.pass == PROBE_PASS_MEMORY;
}

/*
 * Parse parameter @nr, from 0, and the path after it. The value of a structure passed
 * by value is its first word.
 */
int probe_parse_param(struct probe_parser *p, const char *at, unsigned int nr,
		      struct ktrace_span path, struct probe_arg *arg)
{
	struct probe_passed passed = { };
	struct probe_ctype type;
	bool known = false;
	const char *param;
	unsigned int i;
	u32 id;

	if (!probe_proto_known(p))
		return probe_fail(p, at, p->proto.code);
	if (nr >= p->proto.nr)
		return probe_fail(p, at, PROBE_ERR_NO_PARAM);
	probe_pass_retval(p, &passed);
	for (i = 0; i <= nr; i++) {
		id = p->env->types->param(&p->proto, i, &param);
		p->env->types->type(&p->proto, id, &type);
		known = probe_pass_param(p, &type, &passed, &arg->value);
	}
	if (!known)
		return probe_fail(p, at, PROBE_ERR_BY_VALUE);
	if (arg->value >= PROBE_ARG_NR_MAX ||
	    (p->env->kind == PROBE_TRACEPOINT && arg->value >= PROBE_TRACEPOINT_ARGS))
		return probe_fail(p, at, PROBE_ERR_BAD_ARG_NR);
	arg->base = PROBE_BASE_ARG;
	probe_walk_begin(p, id, param);
	return probe_walk_path(p, path, arg);
}

/* Parse $retval of a return probe, and the path after it. */
int probe_parse_typed_retval(struct probe_parser *p, const char *at,
			     struct ktrace_span path, struct probe_arg *arg)
{
	if (!probe_proto_known(p))
		return probe_fail(p, at, p->proto.code);
	if (!p->proto.ret)
		return probe_fail(p, at, PROBE_ERR_NO_RETVAL);
	arg->base = PROBE_BASE_RETVAL;
	probe_walk_begin(p, p->proto.ret, NULL);
	return probe_walk_path(p, path, arg);
}

/* Use the value as an address: set *@offset of the next read. */
int probe_typed_address(struct probe_parser *p, const char *at, struct probe_arg *arg,
			s64 *offset)
{
	struct probe_walk *walk = &p->walk;
	const struct probe_ctype *type = &walk->type;

	walk->on = false;
	walk->param = NULL;
	if (!walk->in_memory)
		return 0;
	if (type->class == PROBE_CLASS_ARRAY) {
		/* As in C, the name of an array is its address. */
		*offset = (u64)*offset + walk->bit / 8;
		return 0;
	}
	if (type->class != PROBE_CLASS_POINTER &&
	    (type->class != PROBE_CLASS_NUMBER || type->bytes != sizeof(u64) || walk->bits))
		return probe_fail(p, at, PROBE_ERR_NOT_ADDRESS);
	if (!probe_walk_load(walk, arg))
		return probe_fail(p, at, PROBE_ERR_DEREF_DEEP);
	return 0;
}

/**
 * probe_cast_len - get the length of a cast
 * @value:	text that may start with a cast
 *
 * Casts are the only parts of an argument that may contain white space.
 *
 * Return: length including the parentheses; 0 if the text does not start with the
 * parenthesized name of a pointer type.
 */
size_t probe_cast_len(struct ktrace_span value)
{
	bool pointer = false;
	size_t n;

	if (!value.n || value.s[0] != '(')
		return 0;
	for (n = 1; n < value.n && value.s[n] != ')'; n++) {
		if (value.s[n] == '*')
			pointer = true;
		else if (!ktrace_span_is_letter(value.s[n]) &&
			 !ktrace_span_is_digit(value.s[n]) && !ktrace_span_space(value.s[n]))
			return 0;
	}
	return n < value.n && pointer ? n + 1 : 0;
}

/* Drop the reference on the type to which the current argument is cast, if it is cast. */
void probe_cast_put(struct probe_parser *p)
{
	if (p->casted)
		p->env->types->put(&p->cast);
	p->casted = false;
}

/* Split the parenthesized @cast into @name and the kind of the name; false on an error. */
static bool probe_cast_name(struct ktrace_span cast, struct ktrace_span *name, enum probe_tag *tag)
{
	struct ktrace_span text = ktrace_span_trim((struct ktrace_span){ cast.s + 1, cast.n - 2 });
	size_t n = 0;

	if (!text.n || text.s[text.n - 1] != '*')
		return false;
	text.n--;
	text = ktrace_span_trim(text);
	*tag = PROBE_TAG_TYPEDEF;
	while (n < text.n && !ktrace_span_space(text.s[n]))
		n++;
	if (n < text.n) {
		struct ktrace_span word = { text.s, n };

		if (!ktrace_span_is(word, "struct") && !ktrace_span_is(word, "union"))
			return false;
		*tag = ktrace_span_is(word, "struct") ? PROBE_TAG_STRUCT : PROBE_TAG_UNION;
		text = ktrace_span_trim(ktrace_span_from(text, n));
	} else if (ktrace_span_is(text, "struct") || ktrace_span_is(text, "union")) {
		return false;
	}
	*name = text;
	return ktrace_span_is_name(text);
}

/*
 * Parse @cast, a pointer type in parentheses, and the path after its operand. The caller
 * has parsed the operand, at @at, into @arg.
 */
int probe_parse_cast(struct probe_parser *p, struct ktrace_span cast, const char *at,
		     struct ktrace_span path, struct probe_arg *arg)
{
	const struct probe_types *types = p->env->types;
	char buf[PROBE_ARG_TEXT_SIZE];
	struct ktrace_span name;
	enum probe_err code;
	enum probe_tag tag;
	s64 offset = 0;
	int ret;

	if (!probe_cast_name(cast, &name, &tag))
		return probe_fail(p, cast.s, PROBE_ERR_BAD_CAST);
	if (p->env->user)
		return probe_fail(p, name.s, PROBE_ERR_USER_TYPE);
	if (!types)
		return probe_fail(p, name.s, PROBE_ERR_NO_BTF);
	/* The address of an array in memory is not a value that was read. */
	if (p->walk.on && p->walk.in_memory && p->walk.type.class == PROBE_CLASS_ARRAY)
		return probe_fail(p, at, PROBE_ERR_NOT_ADDRESS);
	ret = p->walk.on ? probe_typed_address(p, at, arg, &offset) : 0;
	if (ret)
		return ret;
	probe_cast_put(p);
	/* The caller has checked that the whole text fits into such a buffer. */
	probe_copy(buf, name);
	code = types->named(p->env->kind != PROBE_EVENT && probe_proto_known(p) ? &p->proto : NULL,
			    buf, tag, &p->cast);
	if (code != PROBE_OK)
		return probe_fail(p, name.s, code);
	p->casted = true;
	p->spec->typed = true;
	p->walk = (struct probe_walk){
		.on	= true,
		.proto	= &p->cast,
		.type	= {
			.class	= PROBE_CLASS_POINTER,
			.bytes	= sizeof(long),
			.of	= p->cast.id,
		},
	};
	return probe_walk_path(p, path, arg);
}

/* Read a string: the characters that the value points to, or an array of characters. */
static int probe_resolve_string(struct probe_parser *p, const char *at, struct probe_arg *arg)
{
	struct probe_walk *walk = &p->walk;

	if (!walk->type.text)
		return probe_fail(p, at, PROBE_ERR_NOT_STRING);
	if (walk->type.class == PROBE_CLASS_POINTER && !probe_walk_load(walk, arg))
		return probe_fail(p, at, PROBE_ERR_DEREF_DEEP);
	if (!probe_add_deref(arg, walk->bit / 8))
		return probe_fail(p, at, PROBE_ERR_DEREF_DEEP);
	return 0;
}

/*
 * Find the smallest aligned number that contains a bit-field, as the compiler does.
 * Packed structures may have none.
 */
static unsigned int probe_bits_container(const struct probe_walk *walk, u64 *from)
{
	unsigned int size;

	for (size = 1; size <= sizeof(u64); size *= 2) {
		*from = walk->bit / 8 / size * size;
		if (walk->bit + walk->bits <= (*from + size) * 8)
			return size;
	}
	*from = walk->bit / 8;
	return walk->bit % 8 + walk->bits <= 64 ? sizeof(u64) : 0;
}

static int probe_resolve_bits(struct probe_parser *p, struct ktrace_span value,
			      struct ktrace_span type, struct probe_arg *arg)
{
	struct probe_walk *walk = &p->walk;
	enum probe_show show = walk->type.is_signed ? PROBE_SHOW_SIGNED : PROBE_SHOW_UNSIGNED;
	unsigned int size, at;
	u64 from;

	size = probe_bits_container(walk, &from);
	if (!size)
		return probe_fail(p, value.s, PROBE_ERR_NO_VALUE);
	/* The type determines the format; the size is that of the container. */
	switch (type.n ? type.s[0] : 0) {
	case 'x':
		show = PROBE_SHOW_HEX;
		break;
	case 'u':
		show = PROBE_SHOW_UNSIGNED;
		break;
	case 's':
		show = PROBE_SHOW_SIGNED;
		break;
	}
	arg->type = probe_type_of(show, size);
	if (!probe_add_deref(arg, from))
		return probe_fail(p, value.s, PROBE_ERR_DEREF_DEEP);
	at = walk->bit - from * 8;
	arg->shl = 64 - at - walk->bits;
	arg->shr = 64 - walk->bits;
	return 0;
}

/* Return true if @type is a string type, which reads memory at the value. */
bool probe_is_string(struct ktrace_span type)
{
	return ktrace_span_is(type, "string") || ktrace_span_is(type, "ustring");
}

/* Return true if @type is a number type: x, u or s, and bits. */
static bool probe_is_number_type(struct ktrace_span type)
{
	u64 bits;

	return type.n > 1 && strchr("xus", type.s[0]) &&
	       !ktrace_span_number(ktrace_span_from(type, 1), &bits) &&
	       (bits == 8 || bits == 16 || bits == 32 || bits == 64);
}

/* Return true if the value is a register or a stack word without a scalar type. */
static bool probe_is_word(const struct probe_walk *walk)
{
	return !walk->in_memory && (walk->type.class == PROBE_CLASS_STRUCT ||
				 walk->type.class == PROBE_CLASS_OTHER);
}

/* Derive the type of an argument without an explicit one. */
static int probe_resolve_type(struct probe_parser *p, const char *at, struct probe_arg *arg)
{
	struct probe_ctype type = p->walk.type;

	if (type.class == PROBE_CLASS_ARRAY) {
		if (type.count > PROBE_ARRAY_MAX)
			return probe_fail(p, at, PROBE_ERR_ARRAY_LONG);
		arg->count = type.count;
		p->env->types->type(p->walk.proto, type.of, &type);
		if (!arg->count)
			return probe_fail(p, at, PROBE_ERR_NO_VALUE);
	}
	if (type.class == PROBE_CLASS_POINTER || probe_is_word(&p->walk))
		arg->type = probe_type_of(PROBE_SHOW_HEX, sizeof(u64));
	else if (type.class == PROBE_CLASS_NUMBER)
		arg->type = probe_type_of(type.is_signed ? PROBE_SHOW_SIGNED :
					  PROBE_SHOW_UNSIGNED, type.bytes);
	else
		return probe_fail(p, at, PROBE_ERR_NO_VALUE);
	return 0;
}

/*
 * Finish a typed value: add the reads for @type, which is empty if none was given. Set
 * *@done if this has set the type.
 */
int probe_typed_resolve(struct probe_parser *p, struct ktrace_span value,
			struct ktrace_span type, struct probe_arg *arg, bool *done)
{
	struct ktrace_span name = ktrace_span_until(type, '[');
	struct probe_walk *walk = &p->walk;
	int ret;

	*done = false;
	if (probe_is_string(name))
		return probe_resolve_string(p, value.s, arg);
	if (walk->bits) {
		if (type.n && !probe_is_number_type(type))
			return probe_fail(p, type.s, PROBE_ERR_BAD_TYPE);
		*done = true;
		return probe_resolve_bits(p, value, type, arg);
	}
	/* %pd and %pD need a pointer. */
	if (type.n && type.s[0] == '%' && walk->type.class != PROBE_CLASS_POINTER)
		return probe_fail(p, value.s, PROBE_ERR_NOT_POINTER);
	if (!type.n) {
		*done = true;
		ret = probe_resolve_type(p, value.s, arg);
		if (ret)
			return ret;
	}
	if (!probe_walk_load(walk, arg))
		return probe_fail(p, value.s, PROBE_ERR_DEREF_DEEP);
	return 0;
}
