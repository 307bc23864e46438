/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User-space replacement for the tests in tools/testing/ktrace: one thread, in which a
 * grace period ends with the last reader.
 */
#ifndef _SHIM_LINUX_RCUPDATE_H
#define _SHIM_LINUX_RCUPDATE_H

#include <stdlib.h>
#include <linux/types.h>

struct rcu_head {
	void *unused[2];
};

#define SHIM_RCU_MAX	16

/* The number of readers, and the memory to free after them. Defined by kunit_test_suite(). */
extern unsigned int shim_rcu_readers;
extern unsigned int shim_rcu_nr;
extern void *shim_rcu_memory[SHIM_RCU_MAX];

static inline void shim_rcu_end(void)
{
	while (!shim_rcu_readers && shim_rcu_nr)
		free(shim_rcu_memory[--shim_rcu_nr]);
}

static inline void rcu_read_lock(void)
{
	shim_rcu_readers++;
}

static inline void rcu_read_unlock(void)
{
	shim_rcu_readers--;
	shim_rcu_end();
}

static inline void shim_kfree_rcu(void *memory)
{
	if (shim_rcu_nr == SHIM_RCU_MAX)
		abort();
	shim_rcu_memory[shim_rcu_nr++] = memory;
	shim_rcu_end();
}

#define kfree_rcu(p, ...)	shim_kfree_rcu(p)

#endif
