// SPDX-License-Identifier: GPL-2.0
/*
 * Lockdown of the kernel while control files are open.
 *
 * Most file operations call security_locked_down() when they begin.  Two uses of an open file
 * cannot: a write to a marker is a hot path, and a mapping is used without any call.  For these,
 * this file follows the changes of policy that security modules announce: it switches a static
 * key, and revokes the mappings.
 *
 * Called in task context.
 */
#include <linux/cleanup.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/security.h>

#include "fs/lockdown.h"

DEFINE_STATIC_KEY_FALSE(ktrace_locked_down_key);

/* Serialises changes of the key, so that it has the latest policy. */
static DEFINE_MUTEX(lockdown_mutex);

/* Set once, before the notifier is registered. */
static void (*lockdown_revoke)(void);

static int lockdown_changed(struct notifier_block *nb, unsigned long event, void *data)
{
	if (event != LSM_POLICY_CHANGE)
		return NOTIFY_DONE;
	guard(mutex)(&lockdown_mutex);
	if (!security_locked_down(LOCKDOWN_TRACEFS)) {
		static_branch_disable(&ktrace_locked_down_key);
		return NOTIFY_OK;
	}
	static_branch_enable(&ktrace_locked_down_key);
	lockdown_revoke();
	return NOTIFY_OK;
}

static struct notifier_block lockdown_notifier = {
	.notifier_call = lockdown_changed,
};

/**
 * ktrace_lockdown_init - follow changes of the lockdown
 * @revoke: called when the files have been locked; makes mappings of records unreadable;
 *	sleeps
 *
 * If the kernel is locked down at boot, no file can be opened, so nothing must be revoked.
 *
 * Context: boot.
 * Return: 0 or an errno.
 */
int __init ktrace_lockdown_init(void (*revoke)(void))
{
	lockdown_revoke = revoke;
	return register_blocking_lsm_notifier(&lockdown_notifier);
}
