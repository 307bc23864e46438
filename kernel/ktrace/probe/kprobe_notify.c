// SPDX-License-Identifier: GPL-2.0
/* Kprobe events: notifiers for modules that are loaded and unloaded. */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "probe/internal.h"
#include "probe/kprobe.h"

/* Runs before the kprobes core marks the probes as gone. */
static int kprobe_module_leaves(struct notifier_block *nb, unsigned long state, void *data)
{
	if (state == MODULE_STATE_GOING || state == MODULE_STATE_LIVE)
		ktrace_kprobe_module_goes(data, state == MODULE_STATE_GOING);
	return NOTIFY_OK;
}

/* Runs after the kprobes core has added the module's blacklist. */
static int kprobe_module_enters(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;

	if (state == MODULE_STATE_COMING)
		ktrace_kprobe_module_came(mod->name);
	return NOTIFY_OK;
}

/* Runs before the notifier of the kprobes core, which has priority 0. */
static struct notifier_block kprobe_module_leaves_nb = {
	.notifier_call = kprobe_module_leaves,
	.priority = 1,
};

static struct notifier_block kprobe_module_enters_nb = {
	.notifier_call = kprobe_module_enters,
	.priority = -1,
};

/**
 * ktrace_kprobe_watch_modules - register the module notifiers
 *
 * Context: boot.
 * Return: 0 or a negative errno.
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
