// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobes as events: which address a line means, and whether it is one of code.
 *
 * Called by probe/kprobe.c in task context, under ktrace_dynamic_mutex, so that no module
 * comes or goes unnoticed, and by functions.c, which only tells.  All that is known without
 * asking the kprobes core is checked here: the core takes for code whatever is between
 * functions.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/lockdep.h>
#include <linux/module.h>
#include <linux/string.h>
#include <asm/sections.h>

#include "event/dynamic.h"
#include "event/own_text.h"
#include "probe/internal.h"

/**
 * struct place_lookup - functions of a name
 * @name:	the name
 * @address:	of the last one found
 * @functions:	how many were found
 * @others:	how many symbols that are no functions
 */
struct place_lookup {
	const char	*name;
	unsigned long	address;
	unsigned int	functions;
	unsigned int	others;
};

static int place_found(void *data, unsigned long address)
{
	struct place_lookup *lookup = data;

	if (kernel_text_address(address)) {
		lookup->address = address;
		lookup->functions++;
	} else {
		lookup->others++;
	}
	return 0;
}

static int place_found_in_module(void *data, const char *name, unsigned long address)
{
	struct place_lookup *lookup = data;

	return strcmp(name, lookup->name) ? 0 : place_found(data, address);
}

/* Look for the functions @lookup->name: in @module, or anywhere if that is NULL. */
static void place_look(const char *module, struct place_lookup *lookup)
{
	if (!module)
		kallsyms_on_each_match_symbol(place_found, lookup->name, lookup);
	if (!lookup->functions)
		module_kallsyms_on_each_symbol(module, place_found_in_module, lookup);
}

/**
 * ktrace_kprobe_namesakes - how many functions have one name
 * @module:	in this module; empty: in the kernel, or, if it has none, in all modules
 * @symbol:	the name
 *
 * Context: task; sleeps.
 */
unsigned int ktrace_kprobe_namesakes(const char *module, const char *symbol)
{
	struct place_lookup lookup = { .name = symbol };

	place_look(module[0] ? module : NULL, &lookup);
	return lookup.functions;
}

/* Find the function @symbol: in @module, or anywhere if that is empty. */
static enum probe_err place_find(const char *module, const char *symbol,
				 unsigned long *address)
{
	struct place_lookup lookup = { .name = symbol };

	if (!module[0])
		module = NULL;
	place_look(module, &lookup);
	if (lookup.functions > 1)
		return PROBE_ERR_AMBIGUOUS;
	*address = lookup.address;
	if (lookup.functions)
		return PROBE_OK;
	if (lookup.others)
		return PROBE_ERR_NOT_TEXT;
	return module ? PROBE_ERR_NO_MODULE : PROBE_ERR_NO_SYMBOL;
}

/* Whether @offset from @address is within the function that @address is in. */
static enum probe_err place_check(unsigned long address, s64 offset)
{
	unsigned long size, from;
	enum probe_err code;

	if (!kallsyms_lookup_size_offset(address, &size, &from))
		return PROBE_ERR_NO_SYMBOL;
	code = ktrace_kprobe_function(address - from, &size);
	/* What is outside is told first: there are no instructions. */
	if (from >= size || offset < 0 || offset >= size - from)
		return PROBE_ERR_OUTSIDE;
	return code;
}

/* Whether @symbol marks where the kernel's text begins, and is no function. */
static bool place_is_text(const char *module, const char *symbol)
{
	return !module[0] && (!strcmp(symbol, "_text") || !strcmp(symbol, "_stext"));
}

/*
 * Check that @offset from @base is in the function that begins at @base; or, if @base is where
 * the kernel's text begins, in any function.  perf writes the latter, since the names of
 * functions need not be unique.
 */
static enum probe_err place_check_offset(const char *module, const char *symbol,
					 unsigned long base, s64 offset)
{
	if (!place_is_text(module, symbol))
		return place_check(base, offset);
	if (!core_kernel_text(base + offset))
		return PROBE_ERR_NOT_TEXT;
	return place_check(base + offset, 0);
}

/**
 * ktrace_kprobe_resolve - the address of a place in a function
 * @module:	whose function it is; empty: anybody's
 * @symbol:	its name; or _text or _stext, where the kernel's text begins
 * @offset:	from its first byte
 * @address:	set to the address
 *
 * Context: task; sleeps.
 * Return: PROBE_OK, or what is wrong.
 */
enum probe_err ktrace_kprobe_resolve(const char *module, const char *symbol, s64 offset,
				     unsigned long *address)
{
	unsigned long base;
	enum probe_err code = place_find(module, symbol, &base);

	if (code == PROBE_OK)
		code = place_check_offset(module, symbol, base, offset);
	if (code == PROBE_OK)
		*address = base + offset;
	return code;
}

/* Whether @address is in code that runs before the kernel can take a breakpoint. */
static bool place_is_entry(unsigned long address)
{
	return (address >= (unsigned long)__entry_text_start &&
		address < (unsigned long)__entry_text_end) ||
	       (address >= (unsigned long)__noinstr_text_start &&
		address < (unsigned long)__noinstr_text_end);
}

/* Whether the kprobes core takes a probe at @address; if not, why. */
static enum probe_err place_allowed(unsigned long address)
{
	if (!within_kprobe_blacklist(address))
		return PROBE_OK;
	if (ktrace_text_own(address))
		return PROBE_ERR_OWN_CODE;
	return place_is_entry(address) ? PROBE_ERR_ENTRY_CODE : PROBE_ERR_BLACKLISTED;
}

/**
 * ktrace_kprobe_place - struct probe_env.place
 * @spec:	the line, its place parsed; address, at_entry and waiting are filled in
 *
 * Of a module that is not there nothing is known: what is to be checked is when it comes.
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex until the probe is installed.
 * Return: PROBE_OK, or what is wrong.
 */
enum probe_err ktrace_kprobe_place(struct probe_spec *spec)
{
	enum probe_err code;

	lockdep_assert_held(&ktrace_dynamic_mutex);
	spec->waiting = false;
	if (spec->symbol[0]) {
		code = ktrace_kprobe_resolve(spec->module, spec->symbol, spec->offset,
					     &spec->address);
		if (code == PROBE_ERR_NO_MODULE && ktrace_kprobe_lacks_module(spec->module)) {
			spec->waiting = true;
			spec->at_entry = !spec->offset;
			return PROBE_OK;
		}
		if (code != PROBE_OK)
			return code;
	}
	if (!kernel_text_address(spec->address))
		return PROBE_ERR_NOT_TEXT;
	if (!spec->symbol[0]) {
		code = place_check(spec->address, 0);
		if (code != PROBE_OK)
			return code;
	}
	spec->at_entry = !kprobe_on_func_entry((void *)spec->address, NULL, 0);
	return place_allowed(spec->address);
}
