// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks: the only place that changes their work bits, and the hooks where
 * tasks come and go.
 *
 * A set is all tasks, or those whose numbers are on its list.  Who wants the tasks of
 * a set to call a hook takes a reference on it.  A task's bits are what anybody has a
 * reference on, in any set that the task is in: the first reference sets the bit of
 * every thread of the set, the last one clears it of those that no other set wants.
 *
 * Rules say which tasks are in a set (task_rules.h).  A hook looks at one bitmap only:
 * the numbers of those to which all rules apply.  It is kept up to date where a task
 * comes, changes its name or its user, takes over another one's number, or goes.  There
 * is room in it for every number: a task can come while nothing may be allocated.
 *
 * No thread is missed and no thread keeps a stale bit: a set's work and rules change
 * only while tasklist_lock is held for reading, and all threads are brought up to date
 * before the lock is dropped.  A new thread starts without bits; ktrace_task_fork() sets
 * them under the same hold of the lock for writing in which the thread becomes visible.
 * So either the change of the set finds the new thread in the list of threads, or
 * ktrace_task_fork() finds the changed set.  Likewise where a thread takes over another
 * thread's number and where a number becomes free: the lists of numbers are right again
 * before the lock is dropped.
 *
 * Forks, execs and exits visit busy sets only: those that have rules or work.  While no
 * set is busy, the static key ktrace_tasks_busy turns these hooks into no-operations.  The
 * key is enabled before a set becomes busy and disabled after the last one has become
 * idle, when no thread has a bit any more.
 *
 * A task's name, user and cgroup change without that lock.  So a task is looked at, and its
 * bits are changed, under state_lock, and once more after each change of these: whoever
 * comes last has seen the last of them.  A child's cgroup is known before it runs, but
 * after ktrace_task_fork().
 *
 * What is kept of a task (struct ktrace_task) hangs on it from its first traced
 * call on, and goes when the task does, when nobody wants any, or when the task
 * is in no set any more that wants it.  That none is left behind: a task adds it under
 * state_lock, under which KTRACE_TASK_STATE was taken out of what is wanted, or
 * the task out of the set, before all threads are looked through.
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

/* Serialises who takes and gives back references, and who changes sets. */
static DEFINE_MUTEX(ktrace_task_mutex);
/*
 * The busy sets.  The list and the sets on it are changed under ktrace_task_mutex,
 * tasklist_lock and state_lock: each of these locks alone keeps them as they are.
 */
static LIST_HEAD(busy_sets);
/* Enabled while there are busy sets; counts them. */
DEFINE_STATIC_KEY_FALSE(ktrace_tasks_busy);
/*
 * Also held where a task's bits are changed, and where a task adds what is kept of it.
 * Interrupts are off: it is taken under tasklist_lock for writing.  Raw: it is also taken in
 * probes of tracepoints, which do not sleep in a PREEMPT_RT kernel either.
 */
static DEFINE_RAW_SPINLOCK(state_lock);
/* Sets whose rules look at what a task may change, of each kind; under ktrace_task_mutex. */
static unsigned int watching_sets[KTRACE_TASK_CHANGES];
/* Sets that have programs whose processes come on their lists; likewise. */
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

	/* It may be in use at this moment. */
	if (task)
		kfree_rcu(task, rcu);
}

/* The numbers of a set that are kept apart from its list; NULL if there are none. */
static unsigned long *set_own(const struct ktrace_task_set *set)
{
	return set->members != set->rules.list ? set->members : NULL;
}

/* The work that the busy sets want of @tsk: KTRACE_TASK_*. */
static unsigned int task_wants(const struct task_struct *tsk)
{
	const struct ktrace_task_set *set;
	unsigned int work = 0;

	lockdep_assert_held(&state_lock);

	list_for_each_entry(set, &busy_sets, node)
		if (ktrace_task_rules_match(&set->rules, tsk))
			work |= set->work;
	return work;
}

/* Put @tsk in @set or take it out, by the rules.  Return: the work that @set wants of it. */
static unsigned int set_sort(struct ktrace_task_set *set, const struct task_struct *tsk)
{
	bool member = ktrace_task_rules_match(&set->rules, tsk);

	lockdep_assert_held(&state_lock);

	if (set_own(set))
		assign_bit(tsk->pid, set_own(set), member);
	return member ? set->work : 0;
}

/* Give @tsk exactly the bits of @work, and drop its state if @work does not include it. */
static void thread_set_work(struct task_struct *tsk, unsigned int work)
{
	lockdep_assert_held(&state_lock);

	if (ktrace_task_work(tsk) != (work & KTRACE_TASK_HOOKS))
		ktrace_task_set_work(tsk, work);
	if (!(work & KTRACE_TASK_STATE))
		forget_task(tsk);
}

/* Something that rules look at has changed in @tsk: update it in all busy sets. */
static void update_thread(struct task_struct *tsk)
{
	struct ktrace_task_set *set;
	unsigned int work = 0;

	lockdep_assert_held(&state_lock);

	list_for_each_entry(set, &busy_sets, node)
		work |= set_sort(set, tsk);
	thread_set_work(tsk, work);
}

/* A task has another name, another user, or is in another cgroup. */
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

/* The file of a script is not the one that is there in the end: its interpreter's. */
static bool set_has_program(const struct ktrace_task_set *set, const struct linux_binprm *bprm)
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
 * Current has become a program, and is its only thread: it comes on the lists of the sets
 * that look out for it.
 */
static void update_execed(const struct linux_binprm *bprm)
{
	struct ktrace_task_set *set;
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

/* What a set's rules look at of what tasks may change: a bit for each of the kinds. */
static unsigned int rules_watch(const struct ktrace_task_rules *rules)
{
	return (rules->comm[0] ? BIT(KTRACE_TASK_NAME) : 0) |
	       (uid_valid(rules->uid) ? BIT(KTRACE_TASK_USER) : 0) |
	       (rules->cgroup ? BIT(KTRACE_TASK_CGROUP) : 0);
}

/* One set less looks at these.  A probe that runs now does no harm. */
static void unwatch_changes(unsigned int changes)
{
	unsigned int change;

	lockdep_assert_held(&ktrace_task_mutex);

	for (change = 0; change < KTRACE_TASK_CHANGES; change++)
		if ((changes & BIT(change)) && !--watching_sets[change])
			ktrace_task_unwatch_change(&task_watcher, change);
}

/* Be told of changes of tasks, of several kinds: one more set looks at them. */
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
 * struct set_change - what a set is to become
 * @work:	what is wanted of its tasks
 * @rules:	which these are
 * @members:	their numbers, or NULL; a new list is empty
 * @roots:	processes that are put on the list of @rules with all that descends from them
 * @nr_roots:	how many
 * @marks:	if there are any: an empty list, to mark processes on
 */
struct set_change {
	unsigned int		work;
	struct ktrace_task_rules rules;
	unsigned long		*members;
	struct pid		**roots;
	unsigned int		nr_roots;
	unsigned long		*marks;
};

/* A change that changes nothing yet. */
static struct set_change set_as_is(const struct ktrace_task_set *set)
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
		/* It may have exited since it was named. */
		if (root)
			__set_bit(root->group_leader->pid, change->marks);
	}
	ktrace_task_list_trees(change->rules.list, change->marks);
}

/* Whether forks, execs and exits have to visit a set of these members and this work. */
static bool set_busy(const unsigned long *members, unsigned int work)
{
	return members || work;
}

/*
 * @set has changed from @old: update one thread in it.  The other sets are visited only
 * if @set no longer wants a bit that it wanted before.
 */
static void set_update_thread(struct ktrace_task_set *set, const struct set_change *old,
			      struct task_struct *tsk)
{
	bool was_member = !old->members || test_bit(tsk->pid, old->members);
	unsigned int work = set_sort(set, tsk), has = ktrace_task_work(tsk);

	if (was_member && (old->work & ~work))
		thread_set_work(tsk, task_wants(tsk));
	else if (work & KTRACE_TASK_HOOKS & ~has)
		ktrace_task_set_work(tsk, has | work);
}

/* Replace a set's work and rules, and put it on the list of busy sets or take it off. */
static void set_replace(struct ktrace_task_set *set, const struct set_change *change)
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
	/* An interrupt of an idle CPU belongs to the idle task. */
	set_sort(set, &init_task);
	raw_spin_unlock_irq(&state_lock);
}

/*
 * Change a set, and bring all threads up to date.  Nothing in here can fail.  The key is
 * enabled before and disabled after the set is on the list: see above.
 */
static void set_commit(struct ktrace_task_set *set, const struct set_change *change)
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
	/* Hooks see the new ones when these are complete. */
	rcu_assign_pointer(set->pids, set->members);
	read_unlock(&tasklist_lock);
	if (set_busy(old.members, old.work))
		static_branch_dec(&ktrace_tasks_busy);
}

/* Free what a set had and has no more; hooks may be looking at it. */
static void set_free_stale(const struct ktrace_task_set *set, const struct set_change *old)
{
	unsigned long *members = old->members, *list = old->rules.list;

	ktrace_hooks_wait_offline();
	if (members != list && members != set->members)
		kvfree_rcu_mightsleep(members);
	if (list != set->rules.list)
		kvfree_rcu_mightsleep(list);
	if (old->rules.avoided != set->rules.avoided)
		kvfree_rcu_mightsleep(old->rules.avoided);
}

/* Whether rules need a list of the members that is apart from the list of the rules. */
static bool rules_need_own(const struct ktrace_task_rules *rules)
{
	return rules->avoided || rules_watch(rules);
}

/*
 * Have @change->rules in a set, and no others.
 * Return: 0; or -ENOMEM, and then nothing was changed.
 */
static int set_change_rules(struct ktrace_task_set *set, struct set_change *change)
{
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
	set_free_stale(set, &old);
	return 0;
}

/* Want what has users. */
static void set_change_work(struct ktrace_task_set *set, unsigned int work)
{
	struct set_change change = set_as_is(set);

	if (change.work == work)
		return;
	change.work = work;
	set_commit(set, &change);
}

/* The bits that have users. */
static unsigned int set_users(const struct ktrace_task_set *set)
{
	unsigned int i, work = 0;

	lockdep_assert_held(&ktrace_task_mutex);

	for (i = 0; i < KTRACE_TASK_WORK_BITS; i++)
		if (set->users[i])
			work |= BIT(i);
	return work;
}

/* Look out for no program any more. */
static void drop_programs(struct ktrace_task_set *set)
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
 * ktrace_task_set_init - make a set of all tasks, of which nothing is wanted
 * @set: zeroed
 *
 * Context: task.
 */
void ktrace_task_set_init(struct ktrace_task_set *set)
{
	set->rules.uid = INVALID_UID;
	INIT_LIST_HEAD(&set->programs);
}

/**
 * ktrace_task_set_exit - end what ktrace_task_set_init() began
 * @set: the set; nothing is wanted of it any more, and no hook looks at it
 *
 * Context: task; sleeps.
 */
void ktrace_task_set_exit(struct ktrace_task_set *set)
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
	rules_cgroup_put(set->rules.cgroup);
}

/**
 * ktrace_task_work_get - have the tasks of a set call hooks, until put back
 * @set:	the set
 * @work:	KTRACE_TASK_* of the hooks
 *
 * A task that is in a system call at this time may leave it without calling
 * the hook.
 *
 * Context: task; sleeps.
 */
void ktrace_task_work_get(struct ktrace_task_set *set, unsigned int work)
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
 * ktrace_task_work_put - the opposite of ktrace_task_work_get()
 * @set:	the same
 * @work:	the same
 *
 * Hooks that run already are not waited for.
 *
 * Context: task; sleeps.
 */
void ktrace_task_work_put(struct ktrace_task_set *set, unsigned int work)
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

/* Have a list in @change if the set has none.  Return: it; or NULL for want of memory. */
static unsigned long *change_list(struct set_change *change, enum ktrace_task_list which)
{
	unsigned long **list = rules_list(&change->rules, which);

	if (!*list)
		*list = ktrace_task_numbers();
	return *list;
}

/* Change the rules; a list that was made for that goes again if it can't be done. */
static int change_with_list(struct ktrace_task_set *set, struct set_change *change,
			    enum ktrace_task_list which)
{
	unsigned long *list = *rules_list(&change->rules, which);
	int err = set_change_rules(set, change);

	if (err && list != *rules_list(&set->rules, which))
		kvfree(list);
	return err;
}

/**
 * ktrace_task_list_add - put numbers of tasks on a list of a set's rules
 * @set:	the set
 * @which:	the list; it is created if the set does not have it
 * @pids:	numbers in the initial namespace, below PID_MAX_LIMIT; there need not be
 *		such tasks yet
 * @nr:		how many, at least one
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, and nothing was changed.
 */
int ktrace_task_list_add(struct ktrace_task_set *set, enum ktrace_task_list which,
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
	 * If it is the list in use they may fork from here on, and the child be on it
	 * before they have the bits.
	 */
	for (i = 0; i < nr; i++)
		set_bit(pids[i], list);
	return change_with_list(set, &change, which);
}

/**
 * ktrace_task_list_empty - have a list in a set's rules on which nobody is
 * @set:	the set
 * @which:	the list
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, and nothing was changed.
 */
int ktrace_task_list_empty(struct ktrace_task_set *set, enum ktrace_task_list which)
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
 * ktrace_task_list_drop - have no such list in a set's rules
 * @set:	the set
 * @which:	the list; without KTRACE_TASK_LIST the others apply to all tasks
 *
 * Context: task; sleeps.
 */
void ktrace_task_list_drop(struct ktrace_task_set *set, enum ktrace_task_list which)
{
	struct set_change change;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	if (!*rules_list(&change.rules, which))
		return;
	*rules_list(&change.rules, which) = NULL;
	/* Fewer rules need no more memory. */
	WARN_ON_ONCE(set_change_rules(set, &change));
}

/**
 * ktrace_task_follow_processes - put processes on a set's list, with all that belongs to
 *	them
 * @set:	the set
 * @pids:	any thread of each process
 * @nr:		how many, at least one
 *
 * All threads of the processes and of their living descendants come on KTRACE_TASK_LIST,
 * and from now on the set follows forks.  A process that has exited meanwhile is left out.
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, and nothing was changed.
 */
int ktrace_task_follow_processes(struct ktrace_task_set *set, struct pid **pids,
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
 * ktrace_task_set_uid - have only tasks of a user in a set
 * @set:	the set
 * @uid:	the tasks' real user; INVALID_UID: any
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, and nothing was changed.
 */
int ktrace_task_set_uid(struct ktrace_task_set *set, kuid_t uid)
{
	struct set_change change;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	change.rules.uid = uid;
	return set_change_rules(set, &change);
}

/**
 * ktrace_task_set_comm - have only tasks of a name in a set
 * @set:	the set
 * @comm:	their name, shorter than TASK_COMM_LEN; empty: any
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, and nothing was changed.
 */
int ktrace_task_set_comm(struct ktrace_task_set *set, const char *comm)
{
	struct set_change change;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	strscpy_pad(change.rules.comm, comm);
	return set_change_rules(set, &change);
}

/**
 * ktrace_task_set_cgroup - have only tasks of a cgroup in a set
 * @set:	the set
 * @cgroup:	one of the default hierarchy, with a reference, which is the set's from
 *		now on unless this fails; those below it count as well; NULL: any
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, and nothing was changed.
 */
int ktrace_task_set_cgroup(struct ktrace_task_set *set, struct cgroup *cgroup)
{
	struct set_change change;
	struct cgroup *old;
	int err;

	guard(mutex)(&ktrace_task_mutex);
	change = set_as_is(set);
	old = change.rules.cgroup;
	change.rules.cgroup = cgroup;
	err = set_change_rules(set, &change);
	/* Whoever looks at it has state_lock. */
	if (!err)
		rules_cgroup_put(old);
	return err;
}

/**
 * ktrace_task_add_program - follow all that execute a program from now on
 * @set:	the set; a process that executes it comes on KTRACE_TASK_LIST, which is
 *		made if there is none, and the set follows forks
 * @program:	from kmalloc(); the set's from now on unless this fails
 *
 * Context: task; sleeps.
 * Return: 0; -ENOSPC if it has KTRACE_TASK_PROGRAMS, -ENOMEM; and nothing was changed.
 */
int ktrace_task_add_program(struct ktrace_task_set *set, struct ktrace_task_program *program)
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
	ktrace_task_set_follow_forks(set, true);
	program_sets += list_empty(&set->programs);
	scoped_guard(raw_spinlock_irq, &state_lock)
		list_add_tail(&program->node, &set->programs);
	return 0;
}

/**
 * ktrace_task_drop_programs - look out for no program any more
 * @set: the set; who is on its list stays there
 *
 * Context: task; sleeps.
 */
void ktrace_task_drop_programs(struct ktrace_task_set *set)
{
	guard(mutex)(&ktrace_task_mutex);
	drop_programs(set);
}

/**
 * ktrace_task_show_programs - print what ktrace_task_add_program() added, a line each
 * @set: the set
 * @m: where to
 *
 * Context: task; sleeps.
 */
void ktrace_task_show_programs(struct ktrace_task_set *set, struct seq_file *m)
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
 * ktrace_task_cgroup - what was set by ktrace_task_set_cgroup()
 * @set: the set
 *
 * Context: task; sleeps.
 * Return: the cgroup, with a reference of the caller's; NULL for any.
 */
struct cgroup *ktrace_task_cgroup(struct ktrace_task_set *set)
{
	guard(mutex)(&ktrace_task_mutex);
	rules_cgroup_get(set->rules.cgroup);
	return set->rules.cgroup;
}

/**
 * ktrace_task_uid - what was set by ktrace_task_set_uid()
 * @set: the set
 *
 * Context: task; sleeps.
 * Return: the user; INVALID_UID for any.
 */
kuid_t ktrace_task_uid(struct ktrace_task_set *set)
{
	guard(mutex)(&ktrace_task_mutex);
	return set->rules.uid;
}

/**
 * ktrace_task_comm - what was set by ktrace_task_set_comm()
 * @set: the set
 * @comm: TASK_COMM_LEN bytes for the name, which is empty for any
 *
 * Context: task; sleeps.
 */
void ktrace_task_comm(struct ktrace_task_set *set, char *comm)
{
	guard(mutex)(&ktrace_task_mutex);
	strscpy(comm, set->rules.comm, TASK_COMM_LEN);
}

/**
 * ktrace_task_set_narrow - whether a set has rules
 * @set: the set
 *
 * Context: task; sleeps.
 * Return: false if it is all tasks.
 */
bool ktrace_task_set_narrow(struct ktrace_task_set *set)
{
	guard(mutex)(&ktrace_task_mutex);
	return set->members;
}

/* The number by which the reader of a file knows a task; 0 if by none. */
static pid_t number_seen(pid_t pid)
{
	/* A number on a list need not be any task's. */
	if (task_active_pid_ns(current) == &init_pid_ns)
		return pid;
	guard(rcu)();
	return pid_vnr(find_pid_ns(pid, &init_pid_ns));
}

/**
 * ktrace_task_show_list - print a list of a set's rules, a number a line
 * @set:	the set
 * @which:	the list
 * @m:		where to
 *
 * Numbers are those of current's namespace; a task that is not in it is left out.
 *
 * Context: task; sleeps.
 */
void ktrace_task_show_list(struct ktrace_task_set *set, enum ktrace_task_list which,
			   struct seq_file *m)
{
	unsigned long *list;
	unsigned long pid;

	guard(mutex)(&ktrace_task_mutex);
	list = *rules_list(&set->rules, which);
	if (!list)
		return;
	/* Tasks that come and go meanwhile may be there or not. */
	for (pid = 0; (pid = data_race(find_next_bit(list, PID_MAX_LIMIT, pid))) < PID_MAX_LIMIT;
	     pid++)
		if (!pid || number_seen(pid))
			seq_printf(m, "%d\n", number_seen(pid));
}

/**
 * ktrace_task_show_processes - print the processes on a set's list, a number a line
 * @set:	the set
 * @m:		where to
 *
 * Context: task; sleeps.
 * Return: true; false if there is no list.
 */
bool ktrace_task_show_processes(struct ktrace_task_set *set, struct seq_file *m)
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
 * ktrace_task_set_follow_forks - have a set's list grow and shrink with its tasks
 * @set: the set
 * @on:	children of tasks on the list come on it, and a number goes off it when
 *	nobody has it any more; or neither
 *
 * Context: task.
 */
void ktrace_task_set_follow_forks(struct ktrace_task_set *set, bool on)
{
	read_lock(&tasklist_lock);
	WRITE_ONCE(set->forks, on);
	read_unlock(&tasklist_lock);
}

/**
 * ktrace_task_follow_forks - what was set by ktrace_task_set_follow_forks()
 * @set: the set
 */
bool ktrace_task_follow_forks(const struct ktrace_task_set *set)
{
	return READ_ONCE(set->forks);
}

/* Have @to on a list if @from is. */
static void list_inherit(unsigned long *list, pid_t from, pid_t to)
{
	if (unlikely(list) && test_bit(from, list))
		set_bit(to, list);
}

static void list_remove(unsigned long *list, pid_t pid)
{
	if (unlikely(list) && test_bit(pid, list))
		clear_bit(pid, list);
}

/*
 * Have @tsk on the lists on which the number @from is: of all busy sets, or of those only
 * that follow forks.  Then decide what @tsk has.
 */
static void task_inherit(struct task_struct *tsk, pid_t from, bool forks_only)
{
	struct ktrace_task_set *set;
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
	struct ktrace_task_set *set;

	lockdep_assert_held_write(&tasklist_lock);

	/* A concurrent update_changed() of @tsk runs before this, or finds it dead. */
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
 * ktrace_task_add - keep something of current
 * @task:	what, from kmalloc(); current has nothing yet
 *
 * Context: a hook, in which current is to call others.
 * Return: true; false if nobody wants it any more, or current is not followed any
 * more, and it is the caller's still.
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
