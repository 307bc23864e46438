/* SPDX-License-Identifier: GPL-2.0 */
/* Rules that select the tasks of a task set. */
#ifndef _KTRACE_TASK_RULES_H
#define _KTRACE_TASK_RULES_H

#include <linux/sched.h>
#include <linux/uidgid_types.h>

struct cgroup;

/**
 * struct ktrace_task_rules - rules of a task set; a task is in the set if all of them match
 * @list:	bitmap of the PIDs of the tasks, PID_MAX_LIMIT bits; NULL: all tasks
 * @avoided:	bitmap of the PIDs of tasks that are not in the set; NULL: none
 * @uid:	real user of the tasks; INVALID_UID: any
 * @comm:	name of the tasks, padded with zeros; empty: any
 * @cgroup:	cgroup of the default hierarchy that contains the tasks or their
 *		cgroups; with a reference; NULL: any
 *
 * PIDs are those of the initial namespace.
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
