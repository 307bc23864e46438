// SPDX-License-Identifier: GPL-2.0
/*
 * Rules: whether a task belongs to a set.
 *
 * Called by task.c, which has the locks.
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
	/* A task that is being made is in the topmost one, until it has been put elsewhere. */
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
 * Return: true if all of them do.
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
	/* It may be changed at this moment; who does looks again. */
	return !rules->comm[0] || !data_race(memcmp(tsk->comm, rules->comm, TASK_COMM_LEN));
}

/**
 * ktrace_task_numbers - make an empty list of numbers
 *
 * Context: task; sleeps.
 * Return: the list, for kvfree(); or NULL for want of memory.
 */
unsigned long *ktrace_task_numbers(void)
{
	return kvcalloc(BITS_TO_LONGS(PID_MAX_LIMIT), sizeof(unsigned long), KTRACE_GFP_SIZED);
}

/**
 * ktrace_task_list_trees - put processes and their living descendants on a list
 * @list: the list
 * @marks: the numbers of the processes, and nothing else; the descendants' are added
 *
 * Takes one look at each task, however many processes are marked: a parent comes before its
 * children in the list of all tasks.  Whoever adopts a process is older than it, too, and a
 * thread that takes over its process takes over the place.
 *
 * Context: tasklist_lock is held.
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
