// SPDX-License-Identifier: GPL-2.0
/*
 * Rules: whether a task belongs to a task set.
 *
 * Called by task.c, which holds the locks.
 */
#include <linux/bitops.h>
#include <linux/cgroup.h>
#include <linux/cred.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/string.h>
#include <linux/threads.h>

#include "buffer/buffer.h"
#include "event/task_rules.h"

#ifdef CONFIG_CGROUPS

static bool in_cgroup(const struct task_struct *tsk, struct cgroup *cgroup)
{
	guard(rcu)();
	/* A task that is being created is in the root cgroup until it is moved. */
	return cgroup_is_descendant(task_css_set_check(tsk, false)->dfl_cgrp, cgroup);
}

#else

static bool in_cgroup(const struct task_struct *tsk, struct cgroup *cgroup)
{
	return false;
}

#endif

/**
 * ktrace_task_rules_match - whether rules apply to a task
 * @rules: the rules
 * @tsk: the task
 *
 * Context: any.
 * Return: true if all rules match.
 */
bool ktrace_task_rules_match(const struct ktrace_task_rules *rules,
			     const struct task_struct *tsk)
{
	if (rules->list && !test_bit(tsk->pid, rules->list))
		return false;
	if (rules->avoided && test_bit(tsk->pid, rules->avoided))
		return false;
	if (uid_valid(rules->uid) && !uid_eq(task_uid(tsk), rules->uid))
		return false;
	if (rules->cgroup && !in_cgroup(tsk, rules->cgroup))
		return false;
	/* The name may be changing at this moment; a call follows after the change. */
	return !rules->comm[0] || !data_race(memcmp(tsk->comm, rules->comm, TASK_COMM_LEN));
}

/**
 * ktrace_task_numbers - create an empty list of PIDs
 *
 * Context: task; sleeps.
 * Return: the list, for kvfree(); or NULL if out of memory.
 */
unsigned long *ktrace_task_numbers(void)
{
	return kvcalloc(BITS_TO_LONGS(PID_MAX_LIMIT), sizeof(unsigned long), KTRACE_GFP_SIZED);
}

/**
 * ktrace_task_list_trees - add processes and their living descendants to a list
 * @list: the list
 * @marks: PIDs of the processes; the PIDs of descendants are added
 *
 * Visits each task once, independent of the number of marked processes: a parent is
 * before its children in the list of all tasks.  A task that adopts a process is older
 * as well, and a thread that becomes the leader of its process takes over the leader's
 * position.
 *
 * Context: the caller holds tasklist_lock.
 */
void ktrace_task_list_trees(unsigned long *list, unsigned long *marks)
{
	struct task_struct *process, *thread, *parent;

	for_each_process(process) {
		parent = rcu_dereference_protected(process->real_parent,
						   lockdep_is_held(&tasklist_lock));
		if (test_bit(parent->group_leader->pid, marks))
			__set_bit(process->pid, marks);
		if (!test_bit(process->pid, marks))
			continue;
		for_each_thread(process, thread)
			set_bit(thread->pid, list);
	}
}
