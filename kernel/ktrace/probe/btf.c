// SPDX-License-Identifier: GPL-2.0
/*
 * C types of functions and tracepoints, from the BTF of the kernel and its modules.
 *
 * parse/probe_typed.c calls these functions in task context while it parses a line,
 * under ktrace_dynamic_mutex. The BTF is held until the line is parsed: compiled
 * arguments contain only offsets. BTF is trusted: the kernel has checked it at load
 * time.
 *
 * The first call makes the BPF core parse the kernel's BTF under bpf_verifier_lock,
 * which nests inside ktrace_dynamic_mutex and takes no lock of ktrace.
 */
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "probe/btf.h"
#include "probe/fetch.h"

/*
 * Each tracepoint NAME has a function __probestub_NAME, whose BTF describes the arguments of the
 * tracepoint, behind a data pointer.
 */
#define BTF_STUB	"__probestub_"

/* Maximum nesting of anonymous structures and unions to search for a member. */
#define BTF_DEEP	8

/*
 * Maximum number of a module's functions to try in order to find its BTF; each try
 * searches all BTF.
 */
#define BTF_TRIES	32

/* Return true if @btf describes the code that @spec probes, not a namesake elsewhere. */
static bool btf_is_of(const struct btf *btf, const struct probe_spec *spec)
{
	const struct module *mod;

	guard(preempt)();
	mod = __module_address(spec->address);
	if (!mod)
		return btf_is_vmlinux(btf);
	return btf_is_module(btf) && !strcmp(btf_get_name(btf), mod->name);
}

/**
 * struct btf_lookup - search for the BTF of a module
 * @spec:	the location
 * @btf:	the BTF, held; NULL if it was not found
 * @tries:	number of functions tried
 */
struct btf_lookup {
	const struct probe_spec	*spec;
	struct btf		*btf;
	unsigned int		tries;
};

/* Try the module's function @name; return 1 to end the search. */
static int btf_try_function(void *data, const char *name, unsigned long address)
{
	struct btf_lookup *lookup = data;
	struct btf *btf;

	/* Skip the padding that the compiler puts before functions. */
	if (!is_module_text_address(address) || strstarts(name, "__pfx_"))
		return 0;
	if (bpf_find_btf_id(name, BTF_KIND_FUNC, &btf) >= 0) {
		if (btf_is_of(btf, lookup->spec)) {
			lookup->btf = btf;
			return 1;
		}
		btf_put(btf);
	}
	return ++lookup->tries == BTF_TRIES;
}

/* Find @name among the types that @btf adds to those of the kernel. */
static s32 btf_find_own(const struct btf *btf, const char *name, u8 kind)
{
	const struct btf_type *type;
	u32 id;

	/* The module's types follow the kernel's. */
	for (id = btf_nr_types(btf_base_btf(btf)); id < btf_nr_types(btf); id++) {
		type = btf_type_by_id(btf, id);
		if (btf_kind(type) == kind &&
		    !strcmp(btf_name_by_offset(btf, type->name_off), name))
			return id;
	}
	return -ENOENT;
}

/*
 * Find the function @name in the module that @spec probes if other modules or the
 * kernel have a function of the same name. The BPF core finds types by name only, in
 * the kernel first, so the module's BTF has to be found by a unique name.
 */
static s32 btf_find_in_module(const char *name, const struct probe_spec *spec,
			      struct btf **btf)
{
	struct btf_lookup lookup = { .spec = spec };
	char module[MODULE_NAME_LEN] = "";
	s32 id;

	scoped_guard(preempt) {
		const struct module *mod = __module_address(spec->address);

		if (mod)
			strscpy(module, mod->name);
	}
	if (module[0])
		module_kallsyms_on_each_symbol(module, btf_try_function, &lookup);
	if (!lookup.btf)
		return -ENOENT;
	id = btf_find_own(lookup.btf, name, BTF_KIND_FUNC);
	if (id < 0)
		btf_put(lookup.btf);
	else
		*btf = lookup.btf;
	return id;
}

/*
 * Find the function @name at the location in @spec and hold its BTF. Return its number,
 * or a negative errno.
 */
static s32 btf_find_function(const char *name, const struct probe_spec *spec,
			     struct btf **btf)
{
	struct btf *kernel = bpf_get_btf_vmlinux();
	s32 id;

	if (IS_ERR_OR_NULL(kernel))
		return -EOPNOTSUPP;
	id = bpf_find_btf_id(name, BTF_KIND_FUNC, btf);
	if (id < 0 || btf_is_of(*btf, spec))
		return id;
	btf_put(*btf);
	return btf_find_in_module(name, spec, btf);
}

/* struct probe_types.find */
static enum probe_err btf_find(const struct probe_spec *spec, struct probe_proto *proto)
{
	bool stub = spec->kind == PROBE_TRACEPOINT;
	char name[sizeof(BTF_STUB) + PROBE_SYMBOL_SIZE];
	const struct btf_type *type;
	struct btf *btf = NULL;
	s32 id;

	/* The BTF of a module that is not loaded is not available. */
	if (!spec->symbol[0] || spec->waiting)
		return PROBE_ERR_NO_PROTO;
	scnprintf(name, sizeof(name), "%s%s", stub ? BTF_STUB : "", spec->symbol);
	id = btf_find_function(name, spec, &btf);
	if (id < 0)
		return id == -EOPNOTSUPP ? PROBE_ERR_NO_BTF : PROBE_ERR_NO_PROTO;
	type = btf_type_by_id(btf, btf_type_by_id(btf, id)->type);
	if (!type || !btf_type_is_func_proto(type) || btf_type_vlen(type) < stub) {
		btf_put(btf);
		return PROBE_ERR_NO_PROTO;
	}
	proto->types = btf;
	proto->id = btf_type_by_id(btf, id)->type;
	proto->first = stub;
	proto->nr = btf_type_vlen(type) - stub;
	proto->ret = type->type;
	/* The dots of a variadic function are a parameter without a type. */
	if (proto->nr && !btf_params(type)[stub + proto->nr - 1].type)
		proto->nr--;
	return PROBE_OK;
}

/* struct probe_types.named */
static enum probe_err btf_named(const struct probe_proto *home, const char *name,
				enum probe_tag tag, struct probe_proto *to)
{
	static const u8 kinds[] = {
		[PROBE_TAG_STRUCT]	= BTF_KIND_STRUCT,
		[PROBE_TAG_UNION]	= BTF_KIND_UNION,
		[PROBE_TAG_TYPEDEF]	= BTF_KIND_TYPEDEF,
	};
	struct btf *btf = home ? home->types : NULL;
	s32 id = -ENOENT;

	if (IS_ERR_OR_NULL(bpf_get_btf_vmlinux()))
		return PROBE_ERR_NO_BTF;
	if (btf && btf_is_module(btf))
		id = btf_find_own(btf, name, kinds[tag]);
	if (id >= 0)
		btf_get(btf);
	else
		id = bpf_find_btf_id(name, kinds[tag], &btf);
	if (id < 0)
		return PROBE_ERR_NO_TYPE;
	to->types = btf;
	to->id = id;
	return PROBE_OK;
}

/* struct probe_types.put */
static void btf_put_ref(struct probe_proto *proto)
{
	btf_put(proto->types);
	proto->types = NULL;
}

/* struct probe_types.param */
static u32 btf_parameter(const struct probe_proto *proto, unsigned int nr, const char **name)
{
	const struct btf_type *type = btf_type_by_id(proto->types, proto->id);
	const struct btf_param *param = btf_params(type) + proto->first + nr;

	*name = btf_name_by_offset(proto->types, param->name_off) ?: "";
	return param->type;
}

/* Return true if type @id is a character type. */
static bool btf_is_char(const struct btf *btf, u32 id)
{
	const struct btf_type *type = btf_type_skip_modifiers(btf, id, NULL);

	return type && btf_type_is_int(type) && type->size == 1 &&
	       !(btf_int_encoding(type) & BTF_INT_BOOL);
}

static void btf_number(struct probe_ctype *to, u32 size, bool is_signed)
{
	if (!is_power_of_2(size) || size > sizeof(u64))
		return;
	to->class = PROBE_CLASS_NUMBER;
	to->pass = PROBE_PASS_WORDS;
	to->bytes = size;
	to->is_signed = is_signed;
}

/* An incomplete enumeration has no size and no sign, but is passed like any other. */
static void btf_enumeration(struct probe_ctype *to, const struct btf_type *type)
{
	to->pass = PROBE_PASS_WORDS;
	to->bytes = sizeof(u64);
	if (btf_type_vlen(type))
		btf_number(to, type->size, btf_type_kflag(type));
}

static enum probe_pass btf_pass_members(const struct btf *btf, const struct btf_type *type,
					u32 bit, unsigned int deep);

/*
 * Return how a structure is passed, judging by a member of type @id at offset @bit;
 * look into @deep levels of nested structures. Compilers judge an array by its element
 * type.
 */
static enum probe_pass btf_pass_member(const struct btf *btf, u32 id, u32 bit,
				       unsigned int deep)
{
	const struct btf_type *type = btf_type_skip_modifiers(btf, id, NULL);
	u32 size;

	while (type && btf_type_is_array(type))
		type = btf_type_skip_modifiers(btf, btf_array(type)->type, NULL);
	if (!type)
		return PROBE_PASS_UNKNOWN;
	if (btf_type_is_struct(type))
		return btf_pass_members(btf, type, bit, deep);
	if (!btf_type_is_ptr(type) && !btf_type_is_int(type) && !btf_is_any_enum(type))
		return PROBE_PASS_UNKNOWN;
	size = btf_type_is_ptr(type) ? sizeof(long) : type->size;
	return size && !(bit / 8 % size) ? PROBE_PASS_WORDS : PROBE_PASS_MEMORY;
}

static enum probe_pass btf_pass_members(const struct btf *btf, const struct btf_type *type,
					u32 bit, unsigned int deep)
{
	enum probe_pass pass = PROBE_PASS_WORDS;
	const struct btf_member *member;
	unsigned int i;

	if (!deep)
		return PROBE_PASS_UNKNOWN;
	for_each_member(i, type, member) {
		if (__btf_member_bitfield_size(type, member))
			continue;
		pass = btf_pass_member(btf, member->type,
				       bit + __btf_member_bit_offset(type, member), deep - 1);
		if (pass != PROBE_PASS_WORDS)
			break;
	}
	return pass;
}

/*
 * Large structures, and small ones with an unaligned member, are passed in memory.
 * Others are passed in integer registers, unless they contain a member of another
 * class.
 */
static enum probe_pass btf_pass(const struct btf *btf, const struct btf_type *type)
{
	if (!KTRACE_PROBE_STRUCT_BYTES)
		return PROBE_PASS_UNKNOWN;
	if (type->size > KTRACE_PROBE_STRUCT_BYTES)
		return PROBE_PASS_MEMORY;
	return btf_pass_members(btf, type, 0, BTF_DEEP);
}

/* struct probe_types.type */
static void btf_ctype(const struct probe_proto *proto, u32 id, struct probe_ctype *to)
{
	const struct btf *btf = proto->types;
	const struct btf_type *type = btf_type_skip_modifiers(btf, id, &id);

	*to = (struct probe_ctype){ .class = PROBE_CLASS_OTHER, .id = id };
	if (!type)
		return;
	switch (btf_kind(type)) {
	case BTF_KIND_INT:
		btf_number(to, type->size, btf_type_is_signed_int(type));
		break;
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		btf_enumeration(to, type);
		break;
	case BTF_KIND_PTR:
		to->class = PROBE_CLASS_POINTER;
		to->pass = PROBE_PASS_WORDS;
		to->bytes = sizeof(long);
		to->of = type->type;
		to->text = btf_is_char(btf, to->of);
		break;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		to->class = PROBE_CLASS_STRUCT;
		to->pass = btf_pass(btf, type);
		to->bytes = type->size;
		break;
	case BTF_KIND_ARRAY:
		to->class = PROBE_CLASS_ARRAY;
		to->of = btf_array(type)->type;
		to->count = btf_array(type)->nelems;
		to->text = btf_is_char(btf, to->of);
		break;
	}
}

/* Find @name in @type and in its anonymous members, up to @deep levels. */
static bool btf_find_member(const struct btf *btf, const struct btf_type *type,
			    const char *name, unsigned int deep, struct probe_member *to)
{
	const struct btf_member *member;
	const struct btf_type *inner;
	const char *its;
	unsigned int i;

	for_each_member(i, type, member) {
		its = btf_name_by_offset(btf, member->name_off);
		if (its && *its) {
			if (strcmp(its, name))
				continue;
			to->id = member->type;
			to->bit = __btf_member_bit_offset(type, member);
			to->bits = __btf_member_bitfield_size(type, member);
			return true;
		}
		inner = btf_type_skip_modifiers(btf, member->type, NULL);
		if (!inner || !btf_type_is_struct(inner) || !deep ||
		    !btf_find_member(btf, inner, name, deep - 1, to))
			continue;
		to->bit += __btf_member_bit_offset(type, member);
		return true;
	}
	return false;
}

/* struct probe_types.member */
static bool btf_lookup_member(const struct probe_proto *proto, u32 id, const char *name,
			      struct probe_member *member)
{
	const struct btf_type *type = btf_type_by_id(proto->types, id);

	return btf_type_is_struct(type) &&
	       btf_find_member(proto->types, type, name, BTF_DEEP, member);
}

/* Callbacks of the parser for types of functions and tracepoints. */
const struct probe_types ktrace_btf_types = {
	.find	= btf_find,
	.named	= btf_named,
	.put	= btf_put_ref,
	.param	= btf_parameter,
	.type	= btf_ctype,
	.member	= btf_lookup_member,
};
