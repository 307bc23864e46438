/* SPDX-License-Identifier: GPL-2.0 */
/* The state of the lockdown, for code that cannot call security_locked_down(). */
#ifndef _KTRACE_LOCKDOWN_H
#define _KTRACE_LOCKDOWN_H

#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/types.h>

DECLARE_STATIC_KEY_FALSE(ktrace_locked_down_key);

/**
 * ktrace_locked_down - whether the control files have been locked
 *
 * For hot paths, oopses and NMIs.  Other operations call security_locked_down().
 *
 * Context: any.
 * Return: true if the files were locked at boot, or a security module has locked them since.
 */
static __always_inline bool ktrace_locked_down(void)
{
	return static_branch_unlikely(&ktrace_locked_down_key);
}

int ktrace_lockdown_init(void (*revoke)(void));

#endif /* _KTRACE_LOCKDOWN_H */
