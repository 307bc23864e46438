// SPDX-License-Identifier: GPL-2.0
/*
 * The properties of each system call, collected once at boot from the tables (table.c:
 * names and types of arguments) and from the descriptors (syscall/arg/: meaning of
 * arguments). Lookup is by number, in any context.
 */
#include <linux/init.h>
#include <linux/log2.h>
#include <linux/nospec.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "syscall/fill.h"
#include "syscall/inner.h"
#include "syscall/internal.h"
#include "syscall/option.h"
#include "syscall/record.h"

/* The specs of all calls, by ABI and number; NULL for unassigned numbers. */
static struct syscall_spec **specs[KTRACE_NR_ABIS] __ro_after_init;
/* Spec of unassigned numbers and of events that many calls share. */
static struct syscall_spec unknown_spec = {
	.nargs = KTRACE_SYSCALL_ARGS,
	.active = SYSCALL_ACTIVE_LONG,
};

/**
 * ktrace_syscall_spec - look up the properties of a call
 * @abi:	ABI of the call
 * @nr:	number, as it is in the register
 *
 * Context: any.
 * Return: the spec, never NULL.
 */
const struct syscall_spec *ktrace_syscall_spec(enum ktrace_abi abi, long nr)
{
	unsigned long i = ktrace_syscall_index(abi, nr);
	struct syscall_spec *spec = NULL;

	if (i < ktrace_syscall_numbers(abi))
		spec = specs[abi][array_index_nospec(i, ktrace_syscall_numbers(abi))];
	return spec ?: &unknown_spec;
}

/* Return true if the present options enable this copy. */
static bool copy_active(const struct syscall_copy *copy)
{
	switch (copy->how) {
	case SYSCALL_HOW_STRING:
	case SYSCALL_HOW_PATH:
	case SYSCALL_HOW_ARGV:
	case SYSCALL_HOW_ENVP:
		return ktrace_syscall_option(SYSCALL_STRING_LIMIT);
	case SYSCALL_HOW_CONTENTS:
	case SYSCALL_HOW_GENERIC:
		return ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);
	case SYSCALL_HOW_SECRET:
		return ktrace_syscall_option(SYSCALL_BUFFER_LIMIT) ||
		       (copy->path && ktrace_syscall_option(SYSCALL_STRING_LIMIT));
	case SYSCALL_HOW_SOCKET:
		return ktrace_syscall_option(SYSCALL_FD_PATH) ||
		       ktrace_syscall_option(SYSCALL_BUFFER_LIMIT);
	case SYSCALL_HOW_FD:
	case SYSCALL_HOW_DFD:
		return ktrace_syscall_option(SYSCALL_FD_PATH);
	default:
		return true;
	}
}

static bool copy_is_string(const struct syscall_copy *copy)
{
	return copy->how == SYSCALL_HOW_STRING || copy->how == SYSCALL_HOW_PATH;
}

/* Return the value of struct syscall_spec.string. */
static u8 only_string(const struct syscall_spec *spec, u16 active)
{
	unsigned int slot;

	if (!is_power_of_2(active) || active & SYSCALL_ACTIVE_LONG ||
	    ktrace_syscall_option(SYSCALL_STRING_LIMIT) > SYSCALL_SHORT_STRING)
		return 0;
	slot = ilog2(active);
	if (spec->slots[slot].out || !copy_is_string(spec->slots[slot].copy) ||
	    spec->slots[slot].rule->count != SYSCALL_COUNT_ONE || spec->slots[slot].copy->size)
		return 0;
	return slot + 1;
}

/*
 * Return true if the record may get the path that the kernel copies during the call.  The option
 * syscall-loud needs the path at the entry of the call.
 */
static bool path_awaited(const struct syscall_slot *slot)
{
	return !slot->out && (slot->copy->how == SYSCALL_HOW_PATH || slot->copy->path) &&
	       ktrace_syscall_option(SYSCALL_STRING_LIMIT) &&
	       ktrace_syscall_option(SYSCALL_KERNEL_PATH) && !ktrace_syscall_option(SYSCALL_LOUD);
}

static void spec_refresh(struct syscall_spec *spec)
{
	unsigned int i;
	bool special = spec->ends != SYSCALL_ENDS_PLAIN || spec->foreign ||
		       ktrace_syscall_option(SYSCALL_LOUD);
	u16 active = special ? SYSCALL_ACTIVE_LONG : 0, paths = 0;
	u8 string;

	for (i = 0; i < spec->nr_slots; i++) {
		if (!copy_active(spec->slots[i].copy))
			continue;
		active |= BIT(i);
		if (path_awaited(&spec->slots[i]))
			paths |= BIT(i);
	}
	string = only_string(spec, active);
	/*
	 * Options never make another slot the only string of a call, so these values do not change
	 * while a hook reads them.
	 */
	if (string) {
		spec->string_slot = string;
		spec->string_arg = spec->slots[string - 1].arg;
		spec->string_copied = SYSCALL_COPIED << (string - 1) * SYSCALL_STATUS_BITS;
	}
	/* The hooks may read an old value of one and the new value of the other. */
	WRITE_ONCE(spec->string, string);
	WRITE_ONCE(spec->only_path, string && paths && spec->nr_slots <= SYSCALL_SLOTS_FEW);
	WRITE_ONCE(spec->paths, paths);
	WRITE_ONCE(spec->active, active);
}

/**
 * ktrace_syscall_specs_refresh - recompute what each call copies, after options have changed
 *
 * Context: task; under the mutex of the options.
 */
void ktrace_syscall_specs_refresh(void)
{
	unsigned int abi, i;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++)
		for (i = 0; specs[abi] && i < ktrace_syscall_numbers(abi); i++)
			if (specs[abi][i])
				spec_refresh(specs[abi][i]);
}

static void __init spec_add_slots(struct syscall_spec *spec, unsigned int arg)
{
	const struct syscall_rule *rule = spec->rules[arg];
	const struct syscall_copy *copies[] = { &rule->type->in, &rule->type->out };
	unsigned int out;

	for (out = 0; out < ARRAY_SIZE(copies); out++) {
		/* The result does not exist at entry. */
		if (copies[out]->how == SYSCALL_HOW_NONE ||
		    (arg == KTRACE_SYSCALL_ARGS && !out))
			continue;
		spec->nr_slots++;
		if (!out)
			spec->ins |= BIT(spec->nr_slots - 1);
		else if (rule->type->interrupted)
			spec->interrupted |= BIT(spec->nr_slots - 1);
		else if (rule->type->failed != SYSCALL_FAILED_ONLY)
			spec->outs |= BIT(spec->nr_slots - 1);
		if (out && rule->type->failed)
			spec->failed |= BIT(spec->nr_slots - 1);
		spec->slots[spec->nr_slots - 1] = (struct syscall_slot) {
			.arg = arg, .out = out, .copy = copies[out], .rule = rule,
			.reads = out ? NULL : rule->reads,
		};
	}
}

/* Return true for the C types of signed 32-bit numbers. */
static bool __init type_int(const char *type)
{
	return !strcmp(type, "int") || !strcmp(type, "s32") || !strcmp(type, "__s32");
}

/* Return true for the C types of unsigned 32-bit numbers. */
static bool __init type_unsigned(const char *type)
{
	static const char * const narrow[] __initconst = {
		"unsigned int", "unsigned", "u32", "__u32",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(narrow); i++)
		if (!strcmp(type, narrow[i]))
			return true;
	return false;
}

static void __init spec_add_arg(struct syscall_spec *spec, unsigned int arg)
{
	const char *type;

	ktrace_syscall_arg(spec->call, arg, &type);
	if (type_int(type))
		spec->negative |= BIT(arg);
	if (type_int(type) || type_unsigned(type))
		spec->narrow |= BIT(arg);
	if (strchr(type, '*'))
		spec->pointers |= BIT(arg);
	spec->rules[arg] = ktrace_syscall_rule(spec->call, arg);
	if (spec->rules[arg])
		spec_add_slots(spec, arg);
}

/* Whether the call has exactly one string, which is a path: struct syscall_spec.path. */
static bool __init only_path(const struct syscall_spec *spec)
{
	unsigned int i, strings = 0, paths = 0;

	for (i = 0; i < spec->nr_slots; i++) {
		strings += copy_is_string(spec->slots[i].copy);
		paths += spec->slots[i].copy->how == SYSCALL_HOW_PATH;
	}
	return strings == 1 && paths == 1;
}

static struct syscall_spec * __init make_spec(const struct ktrace_syscall *call,
					      unsigned int abi)
{
	const struct syscall_desc *desc = ktrace_syscall_desc(call->name);
	struct syscall_spec *room, *spec;
	unsigned int i;

	room = kzalloc(struct_size(room, slots, SYSCALL_SLOTS_MAX), GFP_KERNEL);
	if (!room)
		return NULL;
	room->call = call;
	room->nargs = call->meta->nargs;
	if (desc) {
		room->ends = desc->ends;
		room->unused = desc->unused;
	}
	room->foreign = abi != KTRACE_ABI_NATIVE;
	if (abi == KTRACE_ABI_COMPAT) {
		room->inner = ktrace_syscall_inner(call->name);
		room->outer = ktrace_syscall_outer(call->name);
	}
	for (i = 0; i < room->nargs; i++)
		spec_add_arg(room, i);
	room->rules[KTRACE_SYSCALL_ARGS] = ktrace_syscall_rule_return(call);
	if (room->rules[KTRACE_SYSCALL_ARGS])
		spec_add_slots(room, KTRACE_SYSCALL_ARGS);
	room->path = only_path(room);
	spec_refresh(room);
	/* Copy into an exact allocation: most calls have few slots. */
	spec = kmemdup(room, struct_size(room, slots, room->nr_slots), GFP_KERNEL);
	kfree(room);
	return spec;
}

static void __init free_specs(unsigned int abi)
{
	unsigned int i;

	for (i = 0; specs[abi] && i < ktrace_syscall_numbers(abi); i++)
		kfree(specs[abi][i]);
	kfree(specs[abi]);
	specs[abi] = NULL;
}

static int __init make_specs(unsigned int abi)
{
	unsigned int i, numbers = ktrace_syscall_numbers(abi);

	specs[abi] = kcalloc(numbers, sizeof(*specs[abi]), GFP_KERNEL);
	if (!specs[abi])
		return -ENOMEM;
	for (i = 0; i < numbers; i++) {
		const struct ktrace_syscall *call = ktrace_syscall_at(abi, i);

		if (!call)
			continue;
		specs[abi][i] = make_spec(call, abi);
		if (!specs[abi][i])
			return -ENOMEM;
	}
	return 0;
}

static void spec_set_offsets(struct syscall_spec *spec, unsigned int nargs, bool timed)
{
	spec->copied = syscall_record_copied(nargs, timed);
	spec->fixed = syscall_record_fixed(spec->copied, spec->nr_slots);
}

/**
 * ktrace_syscall_specs_set_offsets - set the offsets in complete records
 * @timed:	whether the records contain struct syscall_times
 *
 * Context: task; no complete event has a listener, and no hook is running.
 */
void ktrace_syscall_specs_set_offsets(bool timed)
{
	unsigned int abi, i;

	spec_set_offsets(&unknown_spec, KTRACE_SYSCALL_ARGS, timed);
	for (abi = 0; abi < KTRACE_NR_ABIS; abi++) {
		for (i = 0; specs[abi] && i < ktrace_syscall_numbers(abi); i++) {
			struct syscall_spec *spec = specs[abi][i];

			/* All calls of x32 share an event, with the maximum number of arguments. */
			if (spec)
				spec_set_offsets(spec, ktrace_abi_has_events(abi) ?
						 spec->nargs : KTRACE_SYSCALL_ARGS, timed);
		}
	}
}

/** ktrace_syscall_specs_free - undo ktrace_syscall_specs_init() */
void __init ktrace_syscall_specs_free(void)
{
	unsigned int abi;

	for (abi = 0; abi < KTRACE_NR_ABIS; abi++)
		free_specs(abi);
}

/**
 * ktrace_syscall_specs_init - collect the properties of all calls
 *
 * Context: once, at boot.
 * Return: 0 or -ENOMEM; on error nothing stays allocated.
 */
int __init ktrace_syscall_specs_init(void)
{
	unsigned int abi;
	int err = 0;

	ktrace_syscall_inner_init();
	for (abi = 0; abi < KTRACE_NR_ABIS && !err; abi++)
		err = make_specs(abi);
	if (err) {
		ktrace_syscall_specs_free();
		return err;
	}
	ktrace_syscall_specs_set_offsets(false);
	return 0;
}
