// SPDX-License-Identifier: GPL-2.0
/* Static points in modules come and go with them. */
#include <linux/module.h>
#include <linux/notifier.h>

#include "point/point.h"

/*
 * A going module runs no code any more, so that none of its points is being
 * passed, not even where no RCU read-side section has begun yet.
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
 * ktrace_point_watch_modules - make events of the points of modules, from now on
 *
 * Return: 0 or an errno.
 */
int __init ktrace_point_watch_modules(void)
{
	return register_module_notifier(&point_module_nb);
}
