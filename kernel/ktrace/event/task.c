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
 * A list is a bitmap, with room for every number that there can be: a task can come
 * while nothing may be allocated.
 *
 * That no thread is missed and none keeps a bit that is gone: what is wanted, and
 * of whom, changes only while tasklist_lock is held for reading, and all threads
 * are brought up to date before it is dropped.  A new thread copies its parent's
 * bits at some earlier time; ktrace_task_fork() decides them again, under the
 * same hold of the lock for writing in which the thread is put among the others.
 * The one either finds the thread there or has been seen by the other.  Likewise
 * where a thread takes over another one's number and where a number becomes
 * free: the lists are right again before the lock is dropped.
 *
 * What is kept of a task (struct ktrace_task) hangs on it from its first traced
 * call on, and goes when the task does, when nobody wants any, or when the task
 * is in no set any more that wants it.  That none is left behind: a task adds it under
 * state_lock, under which KTRACE_TASK_STATE was taken out of what is wanted, or
 * the task off the list, before all threads are looked through.
 */
#include <linux/bitmap.h>
#include <linux/ktrace_task.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "event/comm.h"
#include "event/task.h"

/* Serialises who takes and gives back references, and who changes sets. */
static DEFINE_MUTEX(ktrace_task_mutex);
/*
 * All sets.  They are changed by ktrace_task_mutex's holder, under tasklist_lock, and
 * where a task looks what is wanted of itself, under state_lock, too.
 */
static LIST_HEAD(task_sets);
/* Also held where a set is changed, and where a task adds what is kept of it. */
static DEFINE_SPINLOCK(state_lock);

static void forget_task(struct task_struct *tsk)
{
	struct ktrace_task *task = ktrace_task_take(tsk);

	/* It may be in use at this moment. */
	if (task)
		kfree_rcu(task, rcu);
}

/* What @tsk should have; tasklist_lock or state_lock is held. */
static unsigned int task_wants(const struct task_struct *tsk)
{
	const struct ktrace_task_set *set;
	unsigned int work = 0;

	list_for_each_entry(set, &task_sets, node)
		if (ktrace_task_followed(set, tsk))
			work |= set->work;
	return work;
}

static void update_thread(struct task_struct *tsk)
{
	unsigned int work = task_wants(tsk);

	ktrace_task_set_work(tsk, work);
	if (!(work & KTRACE_TASK_STATE))
		forget_task(tsk);
}

/* Want @work of the tasks in @pids, or of all, for @set. */
static void set_change(struct ktrace_task_set *set, unsigned int work, unsigned long *pids)
{
	struct task_struct *process, *thread;

	lockdep_assert_held(&ktrace_task_mutex);

	read_lock(&tasklist_lock);
	spin_lock(&state_lock);
	set->work = work;
	rcu_assign_pointer(set->pids, pids);
	spin_unlock(&state_lock);
	for_each_process_thread(process, thread)
		update_thread(thread);
	read_unlock(&tasklist_lock);
}

/* A set's list, for who changes it. */
static unsigned long *set_pids(const struct ktrace_task_set *set)
{
	return rcu_dereference_protected(set->pids,
					 lockdep_is_held(&ktrace_task_mutex) ||
					 lockdep_tasklist_lock_is_held());
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

/**
 * ktrace_task_set_init - make a set of all tasks, of which nothing is wanted
 * @set: zeroed
 *
 * Context: task; sleeps.
 */
void ktrace_task_set_init(struct ktrace_task_set *set)
{
	guard(mutex)(&ktrace_task_mutex);
	read_lock(&tasklist_lock);
	spin_lock(&state_lock);
	list_add_tail(&set->node, &task_sets);
	spin_unlock(&state_lock);
	read_unlock(&tasklist_lock);
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
	read_lock(&tasklist_lock);
	spin_lock(&state_lock);
	list_del(&set->node);
	spin_unlock(&state_lock);
	read_unlock(&tasklist_lock);
	kvfree(set_pids(set));
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
	if (set_users(set) != set->work)
		set_change(set, set_users(set), set_pids(set));
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
	if (set_users(set) != set->work)
		set_change(set, set_users(set), set_pids(set));
	mutex_unlock(&ktrace_task_mutex);
}

/**
 * ktrace_task_follow - have these tasks in a set, besides those that are; nobody else
 * @set:	the set
 * @pids:	their numbers in the initial namespace, below PID_MAX_LIMIT; there
 *		need not be such tasks yet
 * @nr:		how many, at least one
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, and nothing was changed.
 */
int ktrace_task_follow(struct ktrace_task_set *set, const pid_t *pids, unsigned int nr)
{
	unsigned long *list;

	guard(mutex)(&ktrace_task_mutex);
	list = set_pids(set);
	if (!list)
		list = kvcalloc(BITS_TO_LONGS(PID_MAX_LIMIT), sizeof(*list), GFP_KERNEL);
	if (!list)
		return -ENOMEM;
	/*
	 * If it is the list in use they may fork from here on, and the child be
	 * followed earlier than they themselves.
	 */
	while (nr--)
		set_bit(pids[nr], list);
	set_change(set, set->work, list);
	return 0;
}

/**
 * ktrace_task_follow_all - have all tasks in a set
 * @set: the set
 *
 * Context: task; sleeps.
 */
void ktrace_task_follow_all(struct ktrace_task_set *set)
{
	unsigned long *list;

	mutex_lock(&ktrace_task_mutex);
	list = set_pids(set);
	if (list)
		set_change(set, set->work, NULL);
	mutex_unlock(&ktrace_task_mutex);
	/* Hooks that run now may be looking at it. */
	if (list)
		kvfree_rcu_mightsleep(list);
}

/**
 * ktrace_task_show_followed - print a set's list, a number a line
 * @set: the set
 * @m:	where to
 *
 * Context: task; sleeps.
 */
void ktrace_task_show_followed(struct ktrace_task_set *set, struct seq_file *m)
{
	unsigned long *list;
	unsigned long pid = 0;

	guard(mutex)(&ktrace_task_mutex);
	list = set_pids(set);
	if (!list)
		return;
	/* Tasks that come and go meanwhile may be there or not. */
	while ((pid = data_race(find_next_bit(list, PID_MAX_LIMIT, pid))) < PID_MAX_LIMIT)
		seq_printf(m, "%lu\n", pid++);
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

/* See include/linux/ktrace_task.h. */
void ktrace_task_fork(struct task_struct *tsk)
{
	struct ktrace_task_set *set;
	unsigned int work;

	lockdep_assert_held_write(&tasklist_lock);

	list_for_each_entry(set, &task_sets, node) {
		unsigned long *list = set_pids(set);

		if (unlikely(list) && set->forks && test_bit(current->pid, list))
			set_bit(tsk->pid, list);
	}
	work = task_wants(tsk) & KTRACE_TASK_HOOKS;
	if (unlikely(ktrace_task_work(tsk) != work))
		ktrace_task_set_work(tsk, work);
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_exec(struct task_struct *tsk, pid_t old)
{
	struct ktrace_task_set *set;
	bool listed = false;

	lockdep_assert_held_write(&tasklist_lock);

	list_for_each_entry(set, &task_sets, node) {
		unsigned long *list = set_pids(set);

		if (likely(!list))
			continue;
		if (test_bit(old, list))
			set_bit(tsk->pid, list);
		listed = true;
	}
	if (listed)
		update_thread(tsk);
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_release(struct task_struct *tsk)
{
	struct ktrace_task_set *set;

	lockdep_assert_held_write(&tasklist_lock);

	list_for_each_entry(set, &task_sets, node) {
		unsigned long *list = set_pids(set);

		if (unlikely(list) && set->forks)
			clear_bit(tsk->pid, list);
	}
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

	spin_lock(&state_lock);
	wanted = task_wants(current) & KTRACE_TASK_STATE;
	if (wanted)
		ktrace_task_keep(task);
	spin_unlock(&state_lock);
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
	ktrace_comm_save(tsk);
}
