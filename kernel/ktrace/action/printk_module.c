// SPDX-License-Identifier: GPL-2.0
/* trace_printk() in modules: prepare recording before a module's code runs. */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/printk.h>

#include "action/printk.h"

/*
 * Called in task context.  A failure to prepare trace_printk() is logged and does not
 * prevent the module from loading.
 */
static int printk_module(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;
	int kept, err;

	if (state != MODULE_STATE_COMING || !mod->num_trace_bprintk_fmt)
		return NOTIFY_DONE;
	kept = ktrace_printk_keep(mod->trace_bprintk_fmt_start, mod->num_trace_bprintk_fmt);
	err = ktrace_printk_prepare() ?: kept;
	if (err)
		pr_err("%s: no room for trace_printk(): %d\n", mod->name, err);
	return NOTIFY_OK;
}

static struct notifier_block printk_module_nb = {
	.notifier_call = printk_module,
};

/**
 * ktrace_printk_watch_modules - register for modules that have formats
 *
 * Return: 0 or an errno.
 */
int __init ktrace_printk_watch_modules(void)
{
	return register_module_notifier(&printk_module_nb);
}
