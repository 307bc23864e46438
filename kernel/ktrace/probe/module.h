/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What probes have to know of modules.  Without CONFIG_MODULES there is neither a definition of
 * struct module nor of its states; the functions below are then never called.
 */
#ifndef _KTRACE_PROBE_MODULE_H
#define _KTRACE_PROBE_MODULE_H

#include <linux/module.h>

#ifdef CONFIG_MODULES

static inline const char *probe_module_name(const struct module *mod)
{
	return mod->name;
}

/* Whether a module is being removed.  Probes leave it before. */
static inline bool probe_module_is_going(const struct module *mod)
{
	return READ_ONCE(mod->state) == MODULE_STATE_GOING;
}

/* The states that a notifier of modules gets. */
static inline bool probe_state_is_going(unsigned long state)
{
	return state == MODULE_STATE_GOING;
}

static inline bool probe_state_is_coming(unsigned long state)
{
	return state == MODULE_STATE_COMING;
}

#else

static inline const char *probe_module_name(const struct module *mod)
{
	return "";
}

static inline bool probe_module_is_going(const struct module *mod)
{
	return false;
}

static inline bool probe_state_is_going(unsigned long state)
{
	return false;
}

static inline bool probe_state_is_coming(unsigned long state)
{
	return false;
}

#endif /* CONFIG_MODULES */

#endif /* _KTRACE_PROBE_MODULE_H */
