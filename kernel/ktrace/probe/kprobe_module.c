// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: the modules of probed functions.
 *
 * Called in task context, by kprobe.c and kprobe_place.c.
 */
#include <linux/cleanup.h>
#include <linux/elf.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "probe/internal.h"

/* Return the size of the function at @base from the module's symbol table, 0 if it has none. */
static unsigned long module_function_size(const struct module *mod, unsigned long base)
{
	const struct mod_kallsyms *kallsyms = rcu_dereference_sched(mod->kallsyms);
	unsigned long size = 0;
	unsigned int i;

	for (i = 0; i < kallsyms->num_symtab; i++) {
		/* Several symbols may have the same address, some of them without a size. */
		if (kallsyms->symtab[i].st_value == base)
			size = max_t(unsigned long, size, kallsyms->symtab[i].st_size);
	}
	return size;
}

/**
 * ktrace_kprobe_function - get the size of a function, and check that it can be probed
 * @base:	its first byte
 * @size:	in: distance to the next symbol, from kallsyms; out: size of the
 *		function, as far as it is known
 *
 * For kallsyms and the kprobes core, the last function of a module extends to the end
 * of its pages. The kprobes core would decode data after the code, and read beyond the mapped
 * pages.
 *
 * Context: task.
 * Return: PROBE_OK or an error.
 */
enum probe_err ktrace_kprobe_function(unsigned long base, unsigned long *size)
{
	unsigned long known = *size;
	const struct module *mod;

	guard(preempt)();
	mod = __module_text_address(base);
	if (!mod)
		return PROBE_OK;
	*size = min(known, module_function_size(mod, base));
	if (within_module(base + known, mod) ||
	    ktrace_probe_decodable(base + *size, base + known))
		return PROBE_OK;
	return PROBE_ERR_UNPROBEABLE;
}

/**
 * ktrace_kprobe_module_of - find the module at an address
 * @address:	the address
 * @name:	output, the module's name, MODULE_NAME_LEN bytes; unchanged for the
 *		kernel's own code
 *
 * Context: task.
 */
void ktrace_kprobe_module_of(unsigned long address, char *name)
{
	const struct module *mod;

	guard(preempt)();
	mod = __module_text_address(address);
	if (mod)
		strscpy(name, mod->name, MODULE_NAME_LEN);
}

/**
 * ktrace_kprobe_lacks_module - check whether to wait for a module
 * @name:	its name
 *
 * Context: task.
 * Return: true if no module of this name is loaded, being loaded or being unloaded.
 */
bool ktrace_kprobe_lacks_module(const char *name)
{
	/* An impossible name is an error and must not be waited for. */
	if (strlen(name) >= MODULE_NAME_LEN || strchr(name, '-'))
		return false;
	guard(preempt)();
	return !find_module(name);
}
