// SPDX-License-Identifier: GPL-2.0
/*
 * Return addresses that return probes of user space have replaced.
 *
 * A return probe puts the address of a trampoline in place of a function's return address,
 * so a stack that is saved meanwhile leads to "[uprobes]" instead of the callers.  The
 * uprobes core keeps the addresses that it replaced in a list of the task, the innermost
 * function first.
 *
 * Called after an event, in any context, NMI included, for the current task.  The uprobes core
 * may be in the middle of changing the list and may have freed an entry that is still in it:
 * entries are read by copy_from_kernel_nofault(), and at most a limited number of them.
 */
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>
#include <linux/uprobes.h>

#include "event/user_return.h"

/* Limit of the uprobes core for a task: MAX_URETPROBE_DEPTH. */
#define USER_RETURNS_MAX	64

/**
 * struct user_returns - a walk through the current task's list
 * @ri:		copy of an entry
 * @next:	the entry behind it, or NULL
 * @left:	number of entries that may still be read
 */
struct user_returns {
	struct return_instance		ri;
	const struct return_instance	*next;
	unsigned int			left;
};

/* Begin to walk; false if the task has no entry. */
static bool user_returns_begin(struct user_returns *walk)
{
	const struct uprobe_task *utask = READ_ONCE(current->utask);

	walk->left = USER_RETURNS_MAX;
	return utask && current->mm &&
	       !copy_from_kernel_nofault(&walk->next, &utask->return_instances,
					 sizeof(walk->next)) &&
	       walk->next;
}
NOKPROBE_SYMBOL(user_returns_begin);

/* Copy the next entry; false at the end. */
static bool user_returns_next(struct user_returns *walk)
{
	if (!walk->next || !walk->left--)
		return false;
	if (copy_from_kernel_nofault(&walk->ri, walk->next, sizeof(walk->ri)))
		return false;
	walk->next = walk->ri.next;
	return true;
}
NOKPROBE_SYMBOL(user_returns_next);

/* Copy the next entry of a function that has not been left by longjmp(). */
static bool user_returns_next_alive(struct user_returns *walk, unsigned long sp)
{
	do {
		if (!user_returns_next(walk))
			return false;
		/* In the trampoline the stack pointer is above the return address. */
	} while (walk->ri.stack + sizeof(long) < sp);
	return true;
}
NOKPROBE_SYMBOL(user_returns_next_alive);

/**
 * ktrace_user_returns_restore - put the callers' addresses back into a user stack
 * @caller: addresses of the current task's stack, the innermost first
 * @nr: number of addresses
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_user_returns_restore(unsigned long *caller, unsigned int nr)
{
	unsigned long sp = user_stack_pointer(task_pt_regs(current)), trampoline;
	struct user_returns walk;
	unsigned int i;

	if (likely(!user_returns_begin(&walk)))
		return;
	trampoline = uprobe_get_trampoline_vaddr();
	for (i = 0; i < nr; i++) {
		if (caller[i] != trampoline)
			continue;
		if (!user_returns_next_alive(&walk, sp))
			return;
		/* Stop at an impossible address: the entry may have been freed and reused. */
		if (walk.ri.orig_ret_vaddr >= TASK_SIZE_MAX)
			return;
		caller[i] = walk.ri.orig_ret_vaddr;
		/* Several probes of one function have an entry each; the oldest comes last. */
		while (walk.ri.chained)
			if (!user_returns_next(&walk))
				return;
	}
}
NOKPROBE_SYMBOL(ktrace_user_returns_restore);
