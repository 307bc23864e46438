// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks: the only place that changes their work bits, and the hooks where
 * tasks come and go.
 *
 * A source that wants the tasks to call a hook takes a reference on it.  A
 * task's bits are what anybody has a reference on: the first reference sets
 * the bit of every thread, the last one clears it.
 *
 * That no thread is missed and none keeps a bit that is gone: what is wanted
 * changes only while tasklist_lock is held for reading, and all threads on the
 * list are brought up to date before it is dropped.  A new thread copies its
 * parent's bits at some earlier time; ktrace_task_fork() decides them again,
 * under the same hold of the lock for writing in which the thread is put on
 * the list.  The one either finds the thread there or has been seen by the other.
 *
 * What is kept of a task (struct ktrace_task) hangs on it from its first traced
 * call on, and goes when the task does or when nobody wants any.  That none is
 * left behind: a task adds it under state_lock, under which KTRACE_TASK_STATE was
 * taken out of what is wanted before all threads are looked through.
 */
#include <linux/ktrace_task.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "comm.h"
#include "task.h"

/* Serialises who takes and gives back references. */
static DEFINE_MUTEX(ktrace_task_mutex);
/* References on each bit; under ktrace_task_mutex. */
static unsigned int work_users[KTRACE_TASK_WORK_BITS];
/* The bits of all threads; under tasklist_lock, changed by ktrace_task_mutex's holder. */
static unsigned int work_wanted;
/* Also held where work_wanted changes, and where a task adds what is kept of it. */
static DEFINE_SPINLOCK(state_lock);

static void forget_task(struct task_struct *tsk)
{
	struct ktrace_task *task = ktrace_task_take(tsk);

	/* It may be in use at this moment. */
	if (task)
		kfree_rcu(task, rcu);
}

/* Give all threads the bits @work and no others. */
static void set_all_work(unsigned int work)
{
	struct task_struct *process, *thread;

	lockdep_assert_held(&ktrace_task_mutex);

	read_lock(&tasklist_lock);
	spin_lock(&state_lock);
	work_wanted = work;
	spin_unlock(&state_lock);
	for_each_process_thread(process, thread) {
		ktrace_task_set_work(thread, work);
		if (!(work & KTRACE_TASK_STATE))
			forget_task(thread);
	}
	read_unlock(&tasklist_lock);
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
 * ktrace_task_work_get - have all tasks call hooks, until put back
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
		set_all_work(work_in_use());
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
		set_all_work(work_in_use());
	mutex_unlock(&ktrace_task_mutex);
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_fork(struct task_struct *tsk)
{
	lockdep_assert_held_write(&tasklist_lock);

	if (unlikely(ktrace_task_work(tsk) != (work_wanted & KTRACE_TASK_HOOKS)))
		ktrace_task_set_work(tsk, work_wanted);
}

/**
 * ktrace_task_add - keep something of current
 * @task:	what, from kmalloc(); current has nothing yet
 *
 * Context: a hook, in which current is to call others.
 * Return: true; false if nobody wants it any more, and it is the caller's still.
 */
bool ktrace_task_add(struct ktrace_task *task)
{
	guard(spinlock)(&state_lock);
	if (!(work_wanted & KTRACE_TASK_STATE))
		return false;
	ktrace_task_set(task);
	return true;
}

/* See include/linux/ktrace_task.h. */
void ktrace_task_exit(struct task_struct *tsk)
{
	struct ktrace_task *task;

	preempt_disable_notrace();
	task = ktrace_task_current();
	if (task && task->busy)
		task->exit(task);
	preempt_enable_notrace();
	forget_task(tsk);
	ktrace_comm_save(tsk);
}
