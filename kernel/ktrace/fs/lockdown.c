// SPDX-License-Identifier: GPL-2.0
/*
 * The state of the lockdown, for code that cannot call security_locked_down().
 *
 * Most file operations call security_locked_down() when they begin.  Three uses of records
 * cannot: a write to a marker is a hot path, a mapping is used without any call, and a dump on
 * the console runs in an oops or in an NMI.  For these, this file follows the changes of policy
 * that security modules announce: it switches a static key, and revokes the mappings.
 *
 * Called in task context.
 */
#include <linux/cleanup.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/security.h>

#include "fs/lockdown.h"

DEFINE_STATIC_KEY_FALSE(ktrace_locked_down_key);

/* Held from reading the policy to changing the key, so that the key has the latest policy. */
static DEFINE_MUTEX(lockdown_mutex);

/* Set once, before the notifier is registered. */
static void (*lockdown_revoke)(void);

/* Set the key by the present policy.  Return: whether the files are locked. */
static bool lockdown_update(void)
{
	lockdep_assert_held(&lockdown_mutex);
	if (!security_locked_down(LOCKDOWN_TRACEFS)) {
		static_branch_disable(&ktrace_locked_down_key);
		return false;
	}
	static_branch_enable(&ktrace_locked_down_key);
	return true;
}

static int lockdown_changed(struct notifier_block *nb, unsigned long event, void *data)
{
	if (event != LSM_POLICY_CHANGE)
		return NOTIFY_DONE;
	guard(mutex)(&lockdown_mutex);
	if (lockdown_update())
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
 * Context: boot, before any record can reach the console.
 * Return: 0 or an errno.
 */
int __init ktrace_lockdown_init(void (*revoke)(void))
{
	int err;

	lockdown_revoke = revoke;
	/* Not under the mutex, which notifications take under the lock of the chain. */
	err = register_blocking_lsm_notifier(&lockdown_notifier);
	guard(mutex)(&lockdown_mutex);
	lockdown_update();
	return err;
}
