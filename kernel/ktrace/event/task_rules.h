/* SPDX-License-Identifier: GPL-2.0 */
/* Rules: which tasks are in a set. */
#ifndef _KTRACE_TASK_RULES_H
#define _KTRACE_TASK_RULES_H

#include <linux/sched.h>
#include <linux/uidgid_types.h>

struct cgroup;

/**
 * struct ktrace_task_rules - which tasks are in a set: those to which all of it applies
 * @list:	their numbers, a bit each, PID_MAX_LIMIT of them; NULL: all tasks
 * @avoided:	numbers of tasks that are not in the set, the same way; NULL: none
 * @uid:	their real user; INVALID_UID: any
 * @comm:	their name, padded with zeros; empty: any
 * @cgroup:	of the default hierarchy, one in which they are, or which is above that;
 *		with a reference; NULL: any
 *
 * Numbers are those of the initial namespace.
 */
struct ktrace_task_rules {
	unsigned long	*list;
	unsigned long	*avoided;
	kuid_t		uid;
	char		comm[TASK_COMM_LEN];
	struct cgroup	*cgroup;
};

bool ktrace_task_rules_match(const struct ktrace_task_rules *rules,
			     const struct task_struct *tsk);
unsigned long *ktrace_task_numbers(void);
void ktrace_task_list_trees(unsigned long *list, unsigned long *marks);

#endif /* _KTRACE_TASK_RULES_H */
