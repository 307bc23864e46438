// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks: the only place that changes their work bits, and the hooks where
 * tasks come and go.
 *
 * A source that wants the tasks to call a hook takes a reference on it.  A
 * task's bits are what anybody has a reference on, if the task is followed, and
 * else none: the first reference sets the bit of every thread that is followed,
 * the last one clears it.
 *
 * All tasks are followed, or only those whose numbers are on a list.  The list is
 * a bitmap, with room for every number that there can be: a task can come while
 * nothing may be allocated.
 *
 * That no thread is missed and none keeps a bit that is gone: what is wanted, and
 * of whom, changes only while tasklist_lock is held for reading, and all threads
 * are brought up to date before it is dropped.  A new thread copies its parent's
 * bits at some earlier time; ktrace_task_fork() decides them again, under the
 * same hold of the lock for writing in which the thread is put among the others.
 * The one either finds the thread there or has been seen by the other.  Likewise
 * where a thread takes over another one's number and where a number becomes
 * free: the list is right again before the lock is dropped.
 *
 * What is kept of a task (struct ktrace_task) hangs on it from its first traced
 * call on, and goes when the task does, when nobody wants any, or when the task
 * is not followed any more.  That none is left behind: a task adds it under
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

/* Serialises who takes and gives back references, and who changes the list. */
static DEFINE_MUTEX(ktrace_task_mutex);
/* References on each bit; under ktrace_task_mutex. */
static unsigned int work_users[KTRACE_TASK_WORK_BITS];
/* The bits of who is followed; under tasklist_lock, changed by ktrace_task_mutex's holder. */
static unsigned int work_wanted;
/* See task.h.  Which one it is: as work_wanted; its bits: the same, or tasklist_lock for writing. */
unsigned long __rcu *ktrace_task_pids;
/* Whether the list grows and shrinks with its tasks; under tasklist_lock. */
static bool follow_forks;
/*
 * Also held where work_wanted or the list is replaced, and where a task adds what
 * is kept of it.
 */
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
	return ktrace_task_followed(tsk) ? work_wanted : 0;
}

static void update_thread(struct task_struct *tsk)
{
	unsigned int work = task_wants(tsk);

	ktrace_task_set_work(tsk, work);
	if (!(work & KTRACE_TASK_STATE))
		forget_task(tsk);
}

/* Have those in @pids, or all, call the hooks of @work, and no others. */
static void set_all_work(unsigned int work, unsigned long *pids)
{
	struct task_struct *process, *thread;

	lockdep_assert_held(&ktrace_task_mutex);

	read_lock(&tasklist_lock);
	spin_lock(&state_lock);
	work_wanted = work;
	rcu_assign_pointer(ktrace_task_pids, pids);
	spin_unlock(&state_lock);
	for_each_process_thread(process, thread)
		update_thread(thread);
	read_unlock(&tasklist_lock);
}

/* The list, for who changes it. */
static unsigned long *listed_pids(void)
{
	return rcu_dereference_protected(ktrace_task_pids,
					 lockdep_is_held(&ktrace_task_mutex) ||
					 lockdep_tasklist_lock_is_held());
}

/* The bits that have users. */
static unsigned int work_in_use(void)
{
	unsigned int i, work = 0;

	lockdep_assert_held(&ktrace_task_mutex);

	for (i = 0; i < KTRACE_TASK_WORK_BITS; i++)
		if (work_users[i])
			work |= BIT(i);
	return work;
}

/**
 * ktrace_task_work_get - have all tasks that are followed call hooks, until put back
 * @work:	KTRACE_TASK_* of the hooks
 *
 * A task that is in a system call at this time may leave it without calling
 * the hook.
 *
 * Context: task; sleeps.
 */
void ktrace_task_work_get(unsigned int work)
{
	unsigned int i;

	mutex_lock(&ktrace_task_mutex);
	for (i = 0; i < KTRACE_TASK_WORK_BITS; i++)
		if (work & BIT(i))
			work_users[i]++;
	if (work_in_use() != work_wanted)
		set_all_work(work_in_use(), listed_pids());
	mutex_unlock(&ktrace_task_mutex);
}

/**
 * ktrace_task_work_put - the opposite of ktrace_task_work_get()
 * @work:	the same
 *
 * Hooks that run already are not waited for.
 *
 * Context: task; sleeps.
 */
void ktrace_task_work_put(unsigned int work)
{
	unsigned int i;

	mutex_lock(&ktrace_task_mutex);
	for (i = 0; i < KTRACE_TASK_WORK_BITS; i++)
		if ((work & BIT(i)) && !WARN_ON_ONCE(!work_users[i]))
			work_users[i]--;
	if (work_in_use() != work_wanted)
		set_all_work(work_in_use(), listed_pids());
	mutex_unlock(&ktrace_task_mutex);
}

/**
 * ktrace_task_follow - follow these tasks, besides those that are; nobody else
 * @pids:	their numbers in the initial namespace, below PID_MAX_LIMIT; there
 *		need not be such tasks yet
 * @nr:		how many, at least one
 *
 * Context: task; sleeps.
 * Return: 0; or -ENOMEM, and nothing was changed.
 */
int ktrace_task_follow(const pid_t *pids, unsigned int nr)
{
	unsigned long *list;

	guard(mutex)(&ktrace_task_mutex);
	list = listed_pids();
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
	set_all_work(work_wanted, list);
	return 0;
}

/**
 * ktrace_task_follow_all - follow all tasks
 *
 * Context: task; sleeps.
 */
void ktrace_task_follow_all(void)
{
	unsigned long *list;

	mutex_lock(&ktrace_task_mutex);
	list = listed_pids();
	if (list)
		set_all_work(work_wanted, NULL);
	mutex_unlock(&ktrace_task_mutex);
	/* Hooks that run now may be looking at it. */
	if (list)
		kvfree_rcu_mightsleep(list);
}

/**
 * ktrace_task_show_followed - print the list, a number a line
 * @m:	where to
 *
 * Context: task; sleeps.
 */
void ktrace_task_show_followed(struct seq_file *m)
{
	unsigned long *list;
	unsigned long pid = 0;

	guard(mutex)(&ktrace_task_mutex);
	list = listed_pids();
	if (!list)
		return;
	/* Tasks that come and go meanwhile may be there or not. */
	while ((pid = data_race(find_next_bit(list, PID_MAX_LIMIT, pid))) < PID_MAX_LIMIT)
		seq_printf(m, "%lu\n", pid++);
}

/**
 * ktrace_task_set_follow_forks - have the list grow and shrink with its tasks
 * @on:	children of tasks on the list come on it, and a number goes off it when
 *	nobody has it any more; or neither
 *
 * Context: task.
 */
void ktrace_task_set_follow_forks(bool on)
{
	read_lock(&tasklist_lock);
	WRITE_ONCE(follow_forks, on);
	read_unlock(&tasklist_lock);
}

/** ktrace_task_follow_forks - what was set by ktrace_task_set_follow_forks() */
bool ktrace_task_follow_forks(void)
{
	return READ_ONCE(follow_forks);
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_fork(struct task_struct *tsk)
{
	unsigned long *list = listed_pids();

	lockdep_assert_held_write(&tasklist_lock);

	if (unlikely(list) && follow_forks && test_bit(current->pid, list))
		set_bit(tsk->pid, list);
	if (unlikely(ktrace_task_work(tsk) != (task_wants(tsk) & KTRACE_TASK_HOOKS)))
		ktrace_task_set_work(tsk, task_wants(tsk));
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_exec(struct task_struct *tsk, pid_t old)
{
	unsigned long *list = listed_pids();

	lockdep_assert_held_write(&tasklist_lock);

	if (likely(!list))
		return;
	if (test_bit(old, list))
		set_bit(tsk->pid, list);
	update_thread(tsk);
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_release(struct task_struct *tsk)
{
	unsigned long *list = listed_pids();

	lockdep_assert_held_write(&tasklist_lock);

	if (unlikely(list) && follow_forks)
		clear_bit(tsk->pid, list);
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
		ktrace_task_set(task);
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
