// SPDX-License-Identifier: GPL-2.0
/* Registers and unregisters the static points of modules. */
#include <linux/module.h>
#include <linux/notifier.h>

#include "point/point.h"

/*
 * A module in MODULE_STATE_GOING executes no more code, so no task is in one of its points: they
 * can be unregistered without a grace period.
 */
static int point_module(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;

	switch (state) {
	case MODULE_STATE_COMING:
		ktrace_points_add(mod->ktrace_points, mod->num_ktrace_points, mod->name);
		break;
	case MODULE_STATE_GOING:
		ktrace_points_remove(mod->ktrace_points, mod->num_ktrace_points);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block point_module_nb = {
	.notifier_call = point_module,
};

/**
 * ktrace_point_watch_modules - register the points of modules that are loaded from now
 * on
 *
 * Return: 0 or a negative errno.
 */
int __init ktrace_point_watch_modules(void)
{
	return register_module_notifier(&point_module_nb);
}
