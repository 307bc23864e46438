// SPDX-License-Identifier: GPL-2.0
/*
 * Task sets: the tasks that an instance records.  This file contains all code that
 * changes work bits of tasks, and the hooks for the creation and the end of tasks.
 *
 * A task set consists of all tasks, or of the tasks that match its rules (task_rules.h).  A
 * user that needs a hook to be called by the tasks of a task set takes a reference on the
 * hook in the set.  A task has the work bits of all hooks with references in any set
 * that contains the task: the first reference sets the bit of each thread in the set,
 * and the last one clears it in threads that no other set needs.
 *
 * Hooks test only one bitmap: the PIDs of the tasks that match all rules.  It is
 * updated when a task is created, changes its name or user, takes over another PID, or
 * exits.  The bitmap has a bit for each possible PID, because a task may be created
 * when no memory can be allocated.
 *
 * No thread is missed and no thread keeps a stale bit: a task set's work and rules change
 * only while tasklist_lock is held for reading, and all threads are updated before the
 * lock is dropped.  A new thread starts without bits; ktrace_task_fork() sets them
 * under the same hold of the lock for writing in which the thread becomes visible.  So
 * either the change of the set finds the new thread in the list of threads, or
 * ktrace_task_fork() finds the changed set.  The same holds when a thread takes over
 * another thread's PID, and when a PID is freed: the lists of PIDs are correct before
 * the lock is dropped.
 *
 * Forks, execs and exits visit only busy sets, which have rules or work.  While no set
 * is busy, the static key ktrace_tasks_busy turns these hooks into no-operations.  The
 * key is enabled before a task set becomes busy, and disabled after the last one has become
 * idle, when no thread has a bit any more.
 *
 * A task's name, user and cgroup change without tasklist_lock.  So a task is examined
 * and its bits are changed under state_lock, and again after each such change: the last
 * update sees the final state.  The cgroup of a child is set before the child runs, but
 * after ktrace_task_fork().
 *
 * The state of a traced task (struct ktrace_task) is attached to the task by its first
 * traced call.  It is freed when the task exits, when no user needs states any more, or
 * when the task leaves all sets that need it.  No state leaks: a task adds its state
 * under state_lock, and KTRACE_TASK_STATE is removed from the work, or the task from
 * the set, under the same lock before all threads are walked.
 */
#include <linux/binfmts.h>
#include <linux/bitops.h>
#include <linux/cgroup.h>
#include <linux/fs.h>
#include <linux/ktrace_task.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "buffer/hooks.h"
#include "event/task.h"
#include "event/task_watch.h"

/* Serialises changes of task sets, and of references on hooks in task sets. */
static DEFINE_MUTEX(ktrace_task_mutex);
/*
 * The busy sets.  The list and its sets change under ktrace_task_mutex, tasklist_lock
 * and state_lock: holding any one of them prevents changes.
 */
static LIST_HEAD(busy_sets);
/* Counts busy sets; enabled while there are any. */
DEFINE_STATIC_KEY_FALSE(ktrace_tasks_busy);
/*
 * Also held while a task's bits change, and while a task adds its state.  Interrupts
 * are off, because the lock is taken under tasklist_lock for writing.  Raw, because it
 * is also taken in probes of tracepoints, which must not sleep with PREEMPT_RT.
 */
static DEFINE_RAW_SPINLOCK(state_lock);
/* Number of sets whose rules depend on each kind of change; under ktrace_task_mutex. */
static unsigned int watching_sets[KTRACE_TASK_CHANGES];
/* Number of sets with programs whose processes are followed; under ktrace_task_mutex. */
static unsigned int program_sets;

#ifdef CONFIG_CGROUPS

static void rules_cgroup_get(struct cgroup *cgroup)
{
	if (cgroup)
		cgroup_get(cgroup);
}

static void rules_cgroup_put(struct cgroup *cgroup)
{
	if (cgroup)
		cgroup_put(cgroup);
}

#else

static void rules_cgroup_get(struct cgroup *cgroup) { }
static void rules_cgroup_put(struct cgroup *cgroup) { }

#endif

static void forget_task(struct task_struct *tsk)
{
	struct ktrace_task *task = ktrace_task_take(tsk);

	/* Free the state a grace period later, because a hook may be using it. */
	if (task)
		kfree_rcu(task, rcu);
}

/* Members of a task set that are not identical to its list; NULL if there are none. */
static unsigned long *set_own(const struct ktrace_taskset *set)
{
	return set->members != set->rules.list ? set->members : NULL;
}

/* The work that busy sets need of @tsk: KTRACE_TASK_*. */
static unsigned int task_wants(const struct task_struct *tsk)
{
	const struct ktrace_taskset *set;
	unsigned int work = 0;

	lockdep_assert_held(&state_lock);

	list_for_each_entry(set, &busy_sets, node)
		if (ktrace_task_rules_match(&set->rules, tsk))
			work |= set->work;
	return work;
}

/* Add @tsk to @set or remove it, by the rules.  Return: the work that @set needs of it. */
static __always_inline unsigned int set_sort(struct ktrace_taskset *set,
					     const struct task_struct *tsk)
{
	bool member = ktrace_task_rules_match(&set->rules, tsk);

	lockdep_assert_held(&state_lock);

	if (set_own(set))
		assign_bit(tsk->pid, set_own(set), member);
	return member ? set->work : 0;
}

/* Give @tsk exactly the bits in @work, and free its state unless @work includes it. */
static void thread_set_work(struct task_struct *tsk, unsigned int work)
{
	lockdep_assert_held(&state_lock);

	if (ktrace_task_work(tsk) != (work & KTRACE_TASK_HOOKS))
		ktrace_task_set_work(tsk, work);
	if (!(work & KTRACE_TASK_STATE))
		forget_task(tsk);
}

/* Update @tsk in all busy sets, after a change that rules depend on. */
static void update_thread(struct task_struct *tsk)
{
	struct ktrace_taskset *set;
	unsigned int work = 0;

	lockdep_assert_held(&state_lock);

	list_for_each_entry(set, &busy_sets, node)
		work |= set_sort(set, tsk);
	thread_set_work(tsk, work);
}

/* Called after a change of a task's name, user or cgroup. */
static void update_changed(struct task_struct *tsk)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&state_lock, flags);
	/* A released task has no number: another task may have that number now. */
	if (pid_alive(tsk))
		update_thread(tsk);
	raw_spin_unlock_irqrestore(&state_lock, flags);
}

static bool program_is(const struct ktrace_task_program *program, dev_t dev, unsigned long ino,
		       u32 generation)
{
	return program->ino == ino && program->dev == dev &&
	       (!program->path[0] || program->generation == generation);
}

/*
 * For a script, bprm->file is the interpreter in the end; bprm->ktrace_* describe the
 * script.
 */
static bool set_has_program(const struct ktrace_taskset *set, const struct linux_binprm *bprm)
{
	const struct ktrace_task_program *program;
	const struct inode *inode = file_inode(bprm->file);

	list_for_each_entry(program, &set->programs, node)
		if (program_is(program, bprm->ktrace_dev, bprm->ktrace_ino,
			       bprm->ktrace_generation) ||
		    program_is(program, inode->i_sb->s_dev, inode->i_ino, inode->i_generation))
			return true;
	return false;
}

/*
 * Called after an exec of current, which has no other threads: add current to the lists
 * of the task sets that have the program in their @programs.
 */
static void update_execed(const struct linux_binprm *bprm)
{
	struct ktrace_taskset *set;
	bool joins = false;

	raw_spin_lock_irq(&state_lock);
	list_for_each_entry(set, &busy_sets, node) {
		if (!set->rules.list || !set_has_program(set, bprm))
			continue;
		set_bit(current->pid, set->rules.list);
		joins = true;
	}
	if (joins)
		update_thread(current);
	raw_spin_unlock_irq(&state_lock);
}

static const struct ktrace_task_watcher task_watcher = {
	.changed = update_changed,
	.execed = update_execed,
};

/* Bit mask of the kinds of changes that rules depend on. */
static unsigned int rules_watch(const struct ktrace_task_rules *rules)
{
	return (rules->comm[0] ? BIT(KTRACE_TASK_NAME) : 0) |
	       (uid_valid(rules->uid) ? BIT(KTRACE_TASK_USER) : 0) |
	       (rules->cgroup ? BIT(KTRACE_TASK_CGROUP) : 0);
}

/* Count one set less for each of @changes.  A probe that still runs is harmless. */
static void unwatch_changes(unsigned int changes)
{
	unsigned int change;

	lockdep_assert_held(&ktrace_task_mutex);

	for (change = 0; change < KTRACE_TASK_CHANGES; change++)
		if ((changes & BIT(change)) && !--watching_sets[change])
			ktrace_task_unwatch_change(&task_watcher, change);
}

/* Count one set more for each of @changes, and register for changes that had none. */
static int watch_changes(unsigned int changes)
{
	unsigned int change;
	int err;

	lockdep_assert_held(&ktrace_task_mutex);

	for (change = 0; change < KTRACE_TASK_CHANGES; change++) {
		if (!(changes & BIT(change)))
			continue;
		err = watching_sets[change] ? 0 : ktrace_task_watch_change(&task_watcher, change);
		if (err) {
			unwatch_changes(changes & (BIT(change) - 1));
			return err;
		}
		watching_sets[change]++;
	}
	return 0;
}

/**
 * struct set_change - new settings of a task set
 * @work:	the work of its tasks
 * @rules:	the rules
 * @members:	bitmap of members, or NULL; a new one is empty
 * @roots:	processes to add to the list of @rules with their descendants
 * @nr_roots:	number of @roots
 * @marks:	an empty list to mark processes, if there are @roots
 */
struct set_change {
	unsigned int		work;
	struct ktrace_task_rules rules;
	unsigned long		*members;
	struct pid		**roots;
	unsigned int		nr_roots;
	unsigned long		*marks;
};

/* A change without a difference, as a start. */
static struct set_change set_as_is(const struct ktrace_taskset *set)
{
	return (struct set_change) {
		.work = set->work, .rules = set->rules, .members = set->members,
	};
}

static void list_roots(const struct set_change *change)
{
	struct task_struct *root;
	unsigned int i;

	if (!change->nr_roots)
		return;
	for (i = 0; i < change->nr_roots; i++) {
		root = pid_task(change->roots[i], PIDTYPE_PID);
		/* Ignore a process that has exited since the user named it. */
		if (root)
			__set_bit(root->group_leader->pid, change->marks);
	}
	ktrace_task_list_trees(change->rules.list, change->marks);
}

/* Whether forks, execs and exits must visit a task set with these members and this work. */
static bool set_busy(const unsigned long *members, unsigned int work)
{
	return members || work;
}

/*
 * Update one thread in @set, which has changed from @old.  The other sets are visited
 * only if @set does not need a bit any more that it needed before.
 */
static void set_update_thread(struct ktrace_taskset *set, const struct set_change *old,
			      struct task_struct *tsk)
{
	bool was_member = !old->members || test_bit(tsk->pid, old->members);
	unsigned int work = set_sort(set, tsk), has = ktrace_task_work(tsk);

	if (was_member && (old->work & ~work))
		thread_set_work(tsk, task_wants(tsk));
	else if (work & KTRACE_TASK_HOOKS & ~has)
		ktrace_task_set_work(tsk, has | work);
}

/*
 * Replace the work (the hooks to run) and the rules (which select the tasks) of a task set.  Add
 * the set to the list of busy sets, or remove it, if it became busy or idle.
 */
static void set_replace(struct ktrace_taskset *set, const struct set_change *change)
{
	bool was_busy = set_busy(set->members, set->work);
	bool busy = set_busy(change->members, change->work);

	raw_spin_lock_irq(&state_lock);
	if (busy && !was_busy)
		list_add_tail(&set->node, &busy_sets);
	else if (!busy && was_busy)
		list_del(&set->node);
	set->work = change->work;
	set->rules = change->rules;
	set->members = change->members;
	/* The idle task stands for interrupts of an idle CPU. */
	set_sort(set, &init_task);
	raw_spin_unlock_irq(&state_lock);
}

/*
 * Change a task set, and update all threads.  Cannot fail.  The static key is enabled before
 * and disabled after the set is on the list: see above.
 */
static void set_commit(struct ktrace_taskset *set, const struct set_change *change)
{
	const struct set_change old = set_as_is(set);
	struct task_struct *process, *thread;

	lockdep_assert_held(&ktrace_task_mutex);

	if (set_busy(change->members, change->work))
		static_branch_inc(&ktrace_tasks_busy);
	read_lock(&tasklist_lock);
	list_roots(change);
	if (change->nr_roots)
		WRITE_ONCE(set->forks, true);
	set_replace(set, change);
	for_each_process_thread(process, thread) {
		raw_spin_lock_irq(&state_lock);
		set_update_thread(set, &old, thread);
		raw_spin_unlock_irq(&state_lock);
	}
	/* Publish the members to hooks when the bitmap is complete. */
	rcu_assign_pointer(set->pids, set->members);
	read_unlock(&tasklist_lock);
	if (set_busy(old.members, old.work))
		static_branch_dec(&ktrace_tasks_busy);
}

/* Keep the bitmaps of @old that @set does not use any more; hooks may still read them. */
static void set_keep_stale(struct ktrace_taskset *set, const struct set_change *old)
{
	unsigned long *members = old->members, *list = old->rules.list;
	struct ktrace_task_stale *stale = &set->stale;

	lockdep_assert_held(&ktrace_task_mutex);
	stale->members = members != list && members != set->members ? members : NULL;
	stale->list = list != set->rules.list ? list : NULL;
	stale->avoided = old->rules.avoided != set->rules.avoided ? old->rules.avoided : NULL;
}

/**
 * ktrace_taskset_take_stale - take the bitmaps that the last change of rules has replaced
 * @set: the task set
 *
 * Context: task; sleeps.
 * Return: the bitmaps, for ktrace_task_stale_free().
 */
struct ktrace_task_stale ktrace_taskset_take_stale(struct ktrace_taskset *set)
{
	struct ktrace_task_stale stale;

	guard(mutex)(&ktrace_task_mutex);
	stale = set->stale;
	set->stale = (struct ktrace_task_stale) { };
	return stale;
}

/**
 * ktrace_task_stale_free - free replaced bitmaps, after hooks that read them
 * @stale: the bitmaps
 *
 * Context: task; sleeps; waits for a grace period for each bitmap if memory is short, so that the
 * caller must not hold ktrace_event_mutex.
 */
void ktrace_task_stale_free(const struct ktrace_task_stale *stale)
{
	if (!stale->members && !stale->list && !stale->avoided)
		return;
	ktrace_hooks_wait_offline();
	kvfree_rcu_mightsleep(stale->members);
	kvfree_rcu_mightsleep(stale->list);
	kvfree_rcu_mightsleep(stale->avoided);
}

/* Whether rules need a bitmap of members that differs from their list. */
static bool rules_need_own(const struct ktrace_task_rules *rules)
{
	return rules->avoided || rules_watch(rules);
}

/*
 * Replace the rules of a task set by @change->rules.  Return: 0; or -ENOMEM after nothing
 * was changed.
 */
static int set_change_rules(struct ktrace_taskset *set, struct set_change *change)
{
	const struct ktrace_task_stale stale = set->stale;
	struct set_change old = set_as_is(set);
	unsigned int watched = rules_watch(&set->rules), watch = rules_watch(&change->rules);
	int err;

	change->members = change->rules.list;
	if (rules_need_own(&change->rules)) {
		change->members = set_own(set) ?: ktrace_task_numbers();
		if (!change->members)
			return -ENOMEM;
	}
	err = watch_changes(watch & ~watched);
	if (err) {
		if (change->members != set_own(set))
			kvfree(change->members);
		return err;
	}
	set_commit(set, change);
	unwatch_changes(watched & ~watch);
	set_keep_stale(set, &old);
	/* Empty if the caller has called ktrace_taskset_take_stale() after the previous change. */
	ktrace_task_stale_free(&stale);
	return 0;
}

/* Set the work of a task set. */
static void set_change_work(struct ktrace_taskset *set, unsigned int work)
{
	struct set_change change = set_as_is(set);

	if (change.work == work)
		return;
	change.work = work;
	set_commit(set, &change);
}

/* Bit mask of the hooks that have references. */
static unsigned int set_users(const struct ktrace_taskset *set)
{
	unsigned int i, work = 0;

	lockdep_assert_held(&ktrace_task_mutex);

	for (i = 0; i < KTRACE_TASK_WORK_BITS; i++)
		if (set->users[i])
			work |= BIT(i);
	return work;
}

/* Stop following programs. */
static void drop_programs(struct ktrace_taskset *set)
{
	struct ktrace_task_program *program, *next;
	LIST_HEAD(programs);

	lockdep_assert_held(&ktrace_task_mutex);

	if (list_empty(&set->programs))
		return;
	scoped_guard(raw_spinlock_irq, &state_lock)
		list_splice_init(&set->programs, &programs);
	list_for_each_entry_safe(program, next, &programs, node)
		kfree(program);
	if (!--program_sets)
		ktrace_task_unwatch_execs(&task_watcher);
}

/**
 * ktrace_taskset_init - initialise a task set that contains all tasks, and runs no hooks
 * @set: zeroed
 *
 * Context: task.
 */
void ktrace_taskset_init(struct ktrace_taskset *set)
{
	*set = (struct ktrace_taskset)KTRACE_TASKSET_INIT(*set);
}

/**
 * ktrace_taskset_exit - destroy a task set
 * @set: the task set, which has no work, and which no hook uses any more
 *
 * Context: task; sleeps.
 */
void ktrace_taskset_exit(struct ktrace_taskset *set)
{
	guard(mutex)(&ktrace_task_mutex);
	WARN_ON_ONCE(set->work);
	drop_programs(set);
	unwatch_changes(rules_watch(&set->rules));
	if (set_busy(set->members, set->work)) {
		read_lock(&tasklist_lock);
		scoped_guard(raw_spinlock_irq, &state_lock)
			list_del(&set->node);
		read_unlock(&tasklist_lock);
		static_branch_dec(&ktrace_tasks_busy);
	}
	kvfree(set_own(set));
	kvfree(set->rules.list);
	kvfree(set->rules.avoided);
	kvfree(set->stale.members);
	kvfree(set->stale.list);
	kvfree(set->stale.avoided);
	rules_cgroup_put(set->rules.cgroup);
}

/**
 * ktrace_taskset_get_work - take a reference on hooks in a task set
 * @set:	the task set
 * @work:	KTRACE_TASK_* of the hooks
 *
 * The tasks of the set call these hooks while there are references.  A task that is in
 * a system call at this time may return from it without calling the hook.
 *
 * Context: task; sleeps.
 */
void ktrace_taskset_get_work(struct ktrace_taskset *set, unsigned int work)
{
	unsigned int i;

	mutex_lock(&ktrace_task_mutex);
	for (i = 0; i < KTRACE_TASK_WORK_BITS; i++)
		if (work & BIT(i))
			set->users[i]++;
	set_change_work(set, set_users(set));
	mutex_unlock(&ktrace_task_mutex);
}

/**
 * ktrace_taskset_put_work - drop a reference on hooks in a task set
 * @set: the task set
 * @work: as for ktrace_taskset_get_work()
 *
 * Does not wait for running hooks.
 *
 * Context: task; sleeps.
 */
void ktrace_taskset_put_work(struct ktrace_taskset *set, unsigned int work)
{
	unsigned int i;

	mutex_lock(&ktrace_task_mutex);
	for (i = 0; i < KTRACE_TASK_WORK_BITS; i++)
		if ((work & BIT(i)) && !WARN_ON_ONCE(!set->users[i]))
			set->users[i]--;
	set_change_work(set, set_users(set));
	mutex_unlock(&ktrace_task_mutex);
}

static unsigned long **rules_list(struct ktrace_task_rules *rules, enum ktrace_task_list which)
{
	return which == KTRACE_TASK_LIST ? &rules->list : &rules->avoided;
}

/* Get a list in @change; create it if missing.  Return: the list; or NULL if out of memory. */
static unsigned long *change_list(struct set_change *change, enum ktrace_task_list which)
{
	unsigned long **list = rules_list(&change->rules, which);

	if (!*list)
		*list = ktrace_task_numbers();
	return *list;
}

/* Change the rules; on error free the list if it was created for this change. */
static int change_with_list(struct ktrace_taskset *set, struct set_change *change,
			    enum ktrace_task_list which)
{
	unsigned long *list = *rules_list(&change->rules, which);
	int err = set_change_rules(set, change);

	if (err && list != *rules_list(&set->rules, which))
		kvfree(list);
	return err;
}

/**
 * ktrace_taskset_list_add - add PIDs to a list of a task set's rules
 * @set:	the task set
 * @which:	the list, which is created if missing
 * @pids:	PIDs in the initial namespace, below PID_MAX_LIMIT; tasks with these
 *		PIDs need not exist
 * @nr:		number of @pids, at least 1
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, after nothing was changed.
 */
int ktrace_taskset_list_add(struct ktrace_taskset *set, enum ktrace_task_list which,
			    const pid_t *pids, unsigned int nr)
{
	struct set_change change;
	unsigned long *list;
	unsigned int i;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	list = change_list(&change, which);
	if (!list)
		return -ENOMEM;
	/*
	 * If the list is in use, a task may fork from here on, and its child be added
	 * to the list before both have their bits.
	 */
	for (i = 0; i < nr; i++)
		set_bit(pids[i], list);
	return change_with_list(set, &change, which);
}

/**
 * ktrace_taskset_list_empty - set an empty list in a task set's rules
 * @set:	the task set
 * @which:	the list
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, after nothing was changed.
 */
int ktrace_taskset_list_empty(struct ktrace_taskset *set, enum ktrace_task_list which)
{
	struct set_change change;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	*rules_list(&change.rules, which) = NULL;
	if (!change_list(&change, which))
		return -ENOMEM;
	return change_with_list(set, &change, which);
}

/**
 * ktrace_taskset_list_drop - remove a list from a task set's rules
 * @set:	the task set
 * @which:	the list; without KTRACE_TASK_LIST the other rules select from all tasks
 *
 * Context: task; sleeps.
 */
void ktrace_taskset_list_drop(struct ktrace_taskset *set, enum ktrace_task_list which)
{
	struct set_change change;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	if (!*rules_list(&change.rules, which))
		return;
	*rules_list(&change.rules, which) = NULL;
	/* Removing a rule allocates no memory. */
	WARN_ON_ONCE(set_change_rules(set, &change));
}

/**
 * ktrace_taskset_add_processes - add processes and their descendants to a task set's list
 * @set:	the task set
 * @pids:	any thread of each process
 * @nr:		number of @pids, at least 1
 *
 * Adds all threads of the processes and of their living descendants to
 * KTRACE_TASK_LIST, and lets the set follow forks.  Ignores processes that have exited
 * meanwhile.
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, after nothing was changed.
 */
int ktrace_taskset_add_processes(struct ktrace_taskset *set, struct pid **pids,
				 unsigned int nr)
{
	unsigned long *marks __free(kvfree) = ktrace_task_numbers();
	struct set_change change;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	change.roots = pids;
	change.nr_roots = nr;
	change.marks = marks;
	if (!marks || !change_list(&change, KTRACE_TASK_LIST))
		return -ENOMEM;
	return change_with_list(set, &change, KTRACE_TASK_LIST);
}

/**
 * ktrace_taskset_set_uid - limit a task set to the tasks of a user
 * @set:	the task set
 * @uid:	real user of the tasks; INVALID_UID: any
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, after nothing was changed.
 */
int ktrace_taskset_set_uid(struct ktrace_taskset *set, kuid_t uid)
{
	struct set_change change;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	change.rules.uid = uid;
	return set_change_rules(set, &change);
}

/**
 * ktrace_taskset_set_comm - limit a task set to tasks with a name
 * @set:	the task set
 * @comm:	the name, shorter than TASK_COMM_LEN; empty: any
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, after nothing was changed.
 */
int ktrace_taskset_set_comm(struct ktrace_taskset *set, const char *comm)
{
	struct set_change change;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	strscpy_pad(change.rules.comm, comm);
	return set_change_rules(set, &change);
}

/**
 * ktrace_taskset_set_cgroup - limit a task set to the tasks of a cgroup
 * @set:	the task set
 * @cgroup:	a cgroup of the default hierarchy, including its descendants; the set
 *		takes over the caller's reference unless this fails; NULL: any
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, after nothing was changed.
 */
int ktrace_taskset_set_cgroup(struct ktrace_taskset *set, struct cgroup *cgroup)
{
	struct set_change change;
	struct cgroup *old;
	int err;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	old = change.rules.cgroup;
	change.rules.cgroup = cgroup;
	err = set_change_rules(set, &change);
	/* Put the old cgroup at once: its users hold state_lock, under which the rules changed. */
	if (!err)
		rules_cgroup_put(old);
	return err;
}

/**
 * ktrace_taskset_add_program - follow processes that execute a program
 * @set:	the task set; processes that execute the program are added to
 *		KTRACE_TASK_LIST, which is created if missing, and the set follows forks
 * @program:	the program, from kmalloc(); the set takes ownership unless this fails
 *
 * Context: task; sleeps.
 * Return: 0; -ENOSPC if the set has KTRACE_TASK_PROGRAMS programs, -ENOMEM; on error
 * nothing was changed.
 */
int ktrace_taskset_add_program(struct ktrace_taskset *set, struct ktrace_task_program *program)
{
	struct set_change change;
	int err = 0;

	guard(mutex)(&ktrace_task_mutex);
	if (list_count_nodes(&set->programs) >= KTRACE_TASK_PROGRAMS)
		return -ENOSPC;
	change = set_as_is(set);
	if (!change_list(&change, KTRACE_TASK_LIST))
		return -ENOMEM;
	if (!program_sets)
		err = ktrace_task_watch_execs(&task_watcher);
	if (err) {
		if (change.rules.list != set->rules.list)
			kvfree(change.rules.list);
		return err;
	}
	err = change_with_list(set, &change, KTRACE_TASK_LIST);
	if (err) {
		if (!program_sets)
			ktrace_task_unwatch_execs(&task_watcher);
		return err;
	}
	ktrace_taskset_set_follow_forks(set, true);
	program_sets += list_empty(&set->programs);
	scoped_guard(raw_spinlock_irq, &state_lock)
		list_add_tail(&program->node, &set->programs);
	return 0;
}

/**
 * ktrace_taskset_drop_programs - stop following programs
 * @set: the task set, whose list does not change
 *
 * Context: task; sleeps.
 */
void ktrace_taskset_drop_programs(struct ktrace_taskset *set)
{
	guard(mutex)(&ktrace_task_mutex);
	drop_programs(set);
}

/**
 * ktrace_taskset_show_programs - print the programs of a task set, one per line
 * @set: the task set
 * @m: the output
 *
 * Context: task; sleeps.
 */
void ktrace_taskset_show_programs(struct ktrace_taskset *set, struct seq_file *m)
{
	const struct ktrace_task_program *program;

	guard(mutex)(&ktrace_task_mutex);
	list_for_each_entry(program, &set->programs, node) {
		if (program->path[0])
			seq_escape(m, program->path, "\n\\");
		else
			seq_printf(m, "%u:%u:%lu", MAJOR(program->dev), MINOR(program->dev),
				   program->ino);
		seq_putc(m, '\n');
	}
}

/**
 * ktrace_taskset_cgroup - the cgroup to which a task set is limited
 * @set: the task set
 *
 * Context: task; sleeps.
 * Return: the cgroup, with a reference for the caller; NULL for any.
 */
struct cgroup *ktrace_taskset_cgroup(struct ktrace_taskset *set)
{
	guard(mutex)(&ktrace_task_mutex);
	rules_cgroup_get(set->rules.cgroup);
	return set->rules.cgroup;
}

/**
 * ktrace_taskset_uid - the user to which a task set is limited
 * @set: the task set
 *
 * Context: task; sleeps.
 * Return: the user; INVALID_UID for any.
 */
kuid_t ktrace_taskset_uid(struct ktrace_taskset *set)
{
	guard(mutex)(&ktrace_task_mutex);
	return set->rules.uid;
}

/**
 * ktrace_taskset_comm - the name to which a task set is limited
 * @set: the task set
 * @comm: buffer of TASK_COMM_LEN bytes for the name; empty for any
 *
 * Context: task; sleeps.
 */
void ktrace_taskset_comm(struct ktrace_taskset *set, char *comm)
{
	guard(mutex)(&ktrace_task_mutex);
	strscpy(comm, set->rules.comm, TASK_COMM_LEN);
}

/**
 * ktrace_taskset_has_rules - whether a task set has rules
 * @set: the task set
 *
 * Context: task; sleeps.
 * Return: false if the set consists of all tasks.
 */
bool ktrace_taskset_has_rules(struct ktrace_taskset *set)
{
	guard(mutex)(&ktrace_task_mutex);
	return set->members;
}

/*
 * Translate a PID of the initial namespace for the reader of a file; 0 if the reader's
 * namespace has no such task.
 */
static pid_t number_seen(pid_t pid)
{
	/* A PID on a list may belong to no task. */
	if (task_active_pid_ns(current) == &init_pid_ns)
		return pid;
	guard(rcu)();
	return pid_vnr(find_pid_ns(pid, &init_pid_ns));
}

/**
 * ktrace_taskset_show_list - print a list of a task set's rules, one PID per line
 * @set:	the task set
 * @which:	the list
 * @m:		the output
 *
 * Prints PIDs of current's namespace, and omits tasks outside of it.
 *
 * Context: task; sleeps.
 */
void ktrace_taskset_show_list(struct ktrace_taskset *set, enum ktrace_task_list which,
			      struct seq_file *m)
{
	unsigned long *list;
	unsigned long pid;

	guard(mutex)(&ktrace_task_mutex);
	list = *rules_list(&set->rules, which);
	if (!list)
		return;
	/* Tasks that start or exit meanwhile may be printed or not. */
	for (pid = 0; (pid = data_race(find_next_bit(list, PID_MAX_LIMIT, pid))) < PID_MAX_LIMIT;
	     pid++)
		if (!pid || number_seen(pid))
			seq_printf(m, "%d\n", number_seen(pid));
}

/**
 * ktrace_taskset_show_processes - print the processes on a task set's list, one PID per line
 * @set:	the task set
 * @m:		the output
 *
 * Context: task; sleeps.
 * Return: true; false if the set has no list.
 */
bool ktrace_taskset_show_processes(struct ktrace_taskset *set, struct seq_file *m)
{
	struct task_struct *process;

	guard(mutex)(&ktrace_task_mutex);
	if (!set->rules.list)
		return false;
	guard(rcu)();
	for_each_process(process)
		if (test_bit(process->pid, set->rules.list) && task_tgid_vnr(process))
			seq_printf(m, "%d\n", task_tgid_vnr(process));
	return true;
}

/**
 * ktrace_taskset_set_follow_forks - set whether a task set's lists follow forks and exits
 * @set:	the task set
 * @on:	true: add children of listed tasks, and remove PIDs that are freed
 *
 * Context: task.
 */
void ktrace_taskset_set_follow_forks(struct ktrace_taskset *set, bool on)
{
	read_lock(&tasklist_lock);
	WRITE_ONCE(set->forks, on);
	read_unlock(&tasklist_lock);
}

/**
 * ktrace_taskset_follows_forks - whether a task set's lists follow forks and exits
 * @set:	the task set
 *
 * Return: the value of ktrace_taskset_set_follow_forks().
 */
bool ktrace_taskset_follows_forks(const struct ktrace_taskset *set)
{
	return READ_ONCE(set->forks);
}

/* Add @to to a list if the list has @from. */
static __always_inline void list_inherit(unsigned long *list, pid_t from, pid_t to)
{
	if (unlikely(list) && test_bit(from, list))
		set_bit(to, list);
}

static __always_inline void list_remove(unsigned long *list, pid_t pid)
{
	if (unlikely(list) && test_bit(pid, list))
		clear_bit(pid, list);
}

/*
 * Add @tsk to the lists that have the PID @from: of all busy sets, or only of sets that
 * follow forks.  Then update the bits of @tsk.
 */
static void task_inherit(struct task_struct *tsk, pid_t from, bool forks_only)
{
	struct ktrace_taskset *set;
	unsigned int work = 0;

	lockdep_assert_held_write(&tasklist_lock);

	raw_spin_lock(&state_lock);
	list_for_each_entry(set, &busy_sets, node) {
		if (!forks_only || set->forks) {
			list_inherit(set->rules.list, from, tsk->pid);
			list_inherit(set->rules.avoided, from, tsk->pid);
		}
		work |= set_sort(set, tsk);
	}
	thread_set_work(tsk, work);
	raw_spin_unlock(&state_lock);
}

/* See ktrace_task_fork() in include/linux/ktrace_task.h. */
void __ktrace_task_fork(struct task_struct *tsk)
{
	task_inherit(tsk, current->pid, true);
}

/* See ktrace_task_exec() in include/linux/ktrace_task.h. */
void __ktrace_task_exec(struct task_struct *tsk, pid_t old)
{
	task_inherit(tsk, old, false);
}

/* See ktrace_task_release() in include/linux/ktrace_task.h. */
void __ktrace_task_release(struct task_struct *tsk)
{
	struct ktrace_taskset *set;

	lockdep_assert_held_write(&tasklist_lock);

	/* A concurrent update_changed() of @tsk runs before this, or finds @tsk dead. */
	raw_spin_lock(&state_lock);
	list_for_each_entry(set, &busy_sets, node) {
		list_remove(set_own(set), tsk->pid);
		if (!set->forks)
			continue;
		list_remove(set->rules.list, tsk->pid);
		list_remove(set->rules.avoided, tsk->pid);
	}
	raw_spin_unlock(&state_lock);
}

/**
 * ktrace_task_add - attach a state to current
 * @task:	the state, from kmalloc(); current must have none
 *
 * Context: a hook of current that may sleep.
 * Return: true; false if no user needs states any more, or current is not followed any
 * more, and then the caller keeps ownership.
 */
bool ktrace_task_add(struct ktrace_task *task)
{
	bool wanted;

	raw_spin_lock_irq(&state_lock);
	wanted = task_wants(current) & KTRACE_TASK_STATE;
	if (wanted)
		ktrace_task_keep(task);
	raw_spin_unlock_irq(&state_lock);
	return wanted;
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_exit(struct task_struct *tsk)
{
	struct ktrace_task *task;
	void (*leave)(void);

	preempt_disable_notrace();
	task = ktrace_task_current();
	leave = task && task->busy ? task->exit : NULL;
	preempt_enable_notrace();
	if (leave)
		leave();
	forget_task(tsk);
}
