/* SPDX-License-Identifier: GPL-2.0 */
/* Grace periods, for KUnit suites: did one pass during a call? */
#ifndef _KTRACE_GRACE_KUNIT_H
#define _KTRACE_GRACE_KUNIT_H

#include <linux/rcupdate.h>

/**
 * struct test_grace - a moment
 * @state:	grace periods of both kinds, counted together
 * @full:	grace periods, counted by kind
 */
struct test_grace {
	unsigned long		state;
	struct rcu_gp_oldstate	full;
};

static inline struct test_grace test_grace_now(void)
{
	struct test_grace grace;

	grace.state = get_state_synchronize_rcu();
	get_state_synchronize_rcu_full(&grace.full);
	return grace;
}

/*
 * Whether a grace period began and ended since @grace. poll_state_synchronize_rcu() alone does
 * not tell: if an expedited grace period overlaps a normal one, both count as one there, and
 * synchronize_rcu() returns before the count moves.
 */
static inline bool test_grace_since(struct test_grace grace)
{
	return poll_state_synchronize_rcu(grace.state) ||
	       poll_state_synchronize_rcu_full(&grace.full);
}

/* Whether a grace period began since @grace. */
static inline bool test_grace_begun(struct test_grace grace)
{
	struct test_grace now = test_grace_now();

	return !same_state_synchronize_rcu_full(&now.full, &grace.full);
}

#endif /* _KTRACE_GRACE_KUNIT_H */
