// SPDX-License-Identifier: GPL-2.0
/* Registers and unregisters the tracepoints of modules. */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/module.h>
#include <linux/notifier.h>

#include "tracepoint/tracepoint.h"

static int tracepoint_module(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;
	const struct ktrace_tracepoint_set set = {
		.mod = mod,
		.tracepoints = mod->ktrace_tracepoints,
		.nr_tracepoints = mod->num_ktrace_tracepoints,
		.values = mod->ktrace_values,
		.nr_values = mod->num_ktrace_values,
	};

	switch (state) {
	case MODULE_STATE_COMING:
		if (ktrace_tracepoints_add(&set))
			pr_warn("no memory for the tracepoints of %s\n", mod->name);
		break;
	case MODULE_STATE_GOING:
		ktrace_tracepoints_remove(mod);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block tracepoint_module_nb = {
	.notifier_call = tracepoint_module,
};

/**
 * ktrace_tracepoint_watch_modules - register the tracepoints of modules that are loaded
 * from now on
 *
 * Return: 0 or a negative errno.
 */
int __init ktrace_tracepoint_watch_modules(void)
{
	return register_module_notifier(&tracepoint_module_nb);
}
