// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobes as events: modules that come and go, and what is to be known of them.
 *
 * Called in task context, by kprobe_place.c and by who loads and unloads modules.
 */
#include <linux/cleanup.h>
#include <linux/elf.h>
#include <linux/init.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

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

/**
 * ktrace_kprobe_module_of - whose code is at an address
 * @address:	the address
 * @name:	set to the module's name, MODULE_NAME_LEN bytes; left as it is for the
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
 * ktrace_kprobe_lacks_module - whether a module may come that is not there
 * @name:	its name
 *
 * Context: task.
 * Return: true if there is none of this name, nor one that comes or goes.
 */
bool ktrace_kprobe_lacks_module(const char *name)
{
	/* A name that no module can have is a mistake, and not waited for. */
	if (strlen(name) >= MODULE_NAME_LEN || strchr(name, '-'))
		return false;
	guard(preempt)();
	return !find_module(name);
}

/* Before the kprobes core takes the probes for gone. */
static int kprobe_module_leaves(struct notifier_block *nb, unsigned long state, void *data)
{
	if (state == MODULE_STATE_GOING || state == MODULE_STATE_LIVE)
		ktrace_kprobe_module_goes(data, state == MODULE_STATE_GOING);
	return NOTIFY_OK;
}

/* After the core knows what of it may not be probed. */
static int kprobe_module_enters(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;

	if (state == MODULE_STATE_COMING)
		ktrace_kprobe_module_came(mod->name);
	return NOTIFY_OK;
}

/* That of the core has priority 0. */
static struct notifier_block kprobe_module_leaves_nb = {
	.notifier_call = kprobe_module_leaves,
	.priority = 1,
};

static struct notifier_block kprobe_module_enters_nb = {
	.notifier_call = kprobe_module_enters,
	.priority = -1,
};

/**
 * ktrace_kprobe_watch_modules - be told of modules that come and go
 *
 * Context: boot.
 * Return: 0 or an errno.
 */
int __init ktrace_kprobe_watch_modules(void)
{
	int err = register_module_notifier(&kprobe_module_leaves_nb);

	if (err)
		return err;
	err = register_module_notifier(&kprobe_module_enters_nb);
	if (err)
		unregister_module_notifier(&kprobe_module_leaves_nb);
	return err;
}
