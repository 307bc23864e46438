// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: resolves the location in a line to an address and checks it.
 *
 * Called by probe/kprobe.c in task context under ktrace_dynamic_mutex, so that no
 * module is loaded or unloaded unnoticed; and by functions.c, which only shows the
 * result. All checks that do not need the kprobes core are made here: the kprobes core accepts
 * addresses between functions as code.
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
 * struct place_lookup - search for functions by name
 * @name:	the name
 * @address:	address of the last function found
 * @functions:	number of functions found
 * @others:	number of symbols that are not functions
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

/* Find the functions named @lookup->name in @module, or anywhere if it is NULL. */
static void place_look(const char *module, struct place_lookup *lookup)
{
	if (!module)
		kallsyms_on_each_match_symbol(place_found, lookup->name, lookup);
	if (!lookup->functions)
		module_kallsyms_on_each_symbol(module, place_found_in_module, lookup);
}

/**
 * ktrace_kprobe_namesakes - count the functions with the same name
 * @module:	module to search; if empty, the kernel or, if it has none, all modules
 * @symbol:	the name
 *
 * Context: task; sleeps.
 * Return: the number of functions.
 */
unsigned int ktrace_kprobe_namesakes(const char *module, const char *symbol)
{
	struct place_lookup lookup = { .name = symbol };

	place_look(module[0] ? module : NULL, &lookup);
	return lookup.functions;
}

/* Find the function @symbol in @module, or anywhere if that is empty. */
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

/* Check that @address is in a function that can be probed. */
static enum probe_err place_check(unsigned long address)
{
	unsigned long size, from;
	enum probe_err code;

	if (!kallsyms_lookup_size_offset(address, &size, &from))
		return PROBE_ERR_NO_SYMBOL;
	code = ktrace_kprobe_function(address - from, &size);
	/* Report this error first: outside of a function there are no instructions. */
	return from < size ? code : PROBE_ERR_OUTSIDE;
}

/* Whether @address is in the kernel's code, if @base is, or in the same module as @base. */
static bool place_same_object(unsigned long base, unsigned long address)
{
	char of_base[MODULE_NAME_LEN] = "", of_address[MODULE_NAME_LEN] = "";

	if (core_kernel_text(base))
		return core_kernel_text(address);
	ktrace_kprobe_module_of(base, of_base);
	ktrace_kprobe_module_of(address, of_address);
	return of_base[0] && !strcmp(of_base, of_address);
}

/*
 * Check that @offset from the function at @base leads into a function: this one or, as clients
 * of ftrace expect, another one of the kernel or of the same module.  perf writes all locations as
 * offsets from _text, because names of functions are not unique.
 */
static enum probe_err place_check_offset(unsigned long base, s64 offset)
{
	if (offset < 0 || !place_same_object(base, base + offset))
		return PROBE_ERR_OUTSIDE;
	return place_check(base + offset);
}

/**
 * ktrace_kprobe_resolve - resolve a location in a function
 * @module:	module of the function; empty for any
 * @symbol:	its name; or _text or _stext, the start of the kernel's text
 * @offset:	offset from its first byte, which may lead into another function
 * @address:	output
 *
 * Context: task; sleeps.
 * Return: PROBE_OK or an error.
 */
enum probe_err ktrace_kprobe_resolve(const char *module, const char *symbol, s64 offset,
				     unsigned long *address)
{
	unsigned long base;
	enum probe_err code = place_find(module, symbol, &base);

	if (code == PROBE_OK)
		code = place_check_offset(base, offset);
	if (code == PROBE_OK)
		*address = base + offset;
	return code;
}

/* Return true if @address is in code that runs where the kernel cannot handle a breakpoint. */
static bool place_is_entry(unsigned long address)
{
	return (address >= (unsigned long)__entry_text_start &&
		address < (unsigned long)__entry_text_end) ||
	       (address >= (unsigned long)__noinstr_text_start &&
		address < (unsigned long)__noinstr_text_end);
}

/* Return PROBE_OK or the reason why the kprobes core refuses a probe at @address. */
static enum probe_err place_allowed(unsigned long address)
{
	if (!within_kprobe_blacklist(address))
		return PROBE_OK;
	if (ktrace_text_own(address))
		return PROBE_ERR_OWN_CODE;
	return place_is_entry(address) ? PROBE_ERR_ENTRY_CODE : PROBE_ERR_BLACKLISTED;
}

/**
 * ktrace_kprobe_locate - struct probe_env.locate
 * @spec:	the line, with its location parsed; address, at_entry and waiting are
 *		output
 *
 * A location in a module that is not loaded is checked when the module is loaded.
 *
 * Context: task; sleeps; under ktrace_dynamic_mutex until the probe is installed.
 * Return: PROBE_OK or an error.
 */
enum probe_err ktrace_kprobe_locate(struct probe_spec *spec)
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
		code = place_check(spec->address);
		if (code != PROBE_OK)
			return code;
	}
	spec->at_entry = !kprobe_on_func_entry((void *)spec->address, NULL, 0);
	return place_allowed(spec->address);
}
