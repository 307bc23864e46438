// SPDX-License-Identifier: GPL-2.0
/* Kprobes as events: what is to be known of modules. */
#include <linux/cleanup.h>
#include <linux/elf.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "probe/internal.h"

/* The bytes of the function at @base by the module's table of symbols, 0 if it has none. */
static unsigned long module_function_size(const struct module *mod, unsigned long base)
{
	const struct mod_kallsyms *kallsyms = rcu_dereference_sched(mod->kallsyms);
	unsigned long size = 0;
	unsigned int i;

	for (i = 0; i < kallsyms->num_symtab; i++) {
		/* Several names may be of one address, and some of them without a size. */
		if (kallsyms->symtab[i].st_value == base)
			size = max_t(unsigned long, size, kallsyms->symtab[i].st_size);
	}
	return size;
}

/**
 * ktrace_kprobe_function - how long a function is, and whether it bears probes
 * @base:	its first byte
 * @size:	bytes to the next symbol, by kallsyms; set to those of the function, as
 *		far as that is known
 *
 * The last function of a module reaches to the end of its pages, for kallsyms and so
 * for the kprobes core: behind its code, that would take for instructions what is
 * none, and read on where nothing is mapped.
 *
 * Context: task.
 * Return: PROBE_OK, or what is wrong.
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
