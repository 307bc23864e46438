// SPDX-License-Identifier: GPL-2.0
/*
 * Names of tasks, for records that hold a pid.
 *
 * Nothing is done for it while records are written.  A task that lives is
 * asked for its name when its record is made into text; the name of one that
 * has exited was saved by its exit.
 */
#include <linux/jump_label.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "event/comm.h"

/* How many exited tasks are remembered: a later one evicts at pid % this. */
#define COMM_SAVED	4096

struct comm_entry {
	pid_t	pid;
	char	comm[TASK_COMM_LEN];
};

/* NULL until something is traced; then it stays. */
static struct comm_entry *saved;
/* Protects the entries of @saved; taken at task exit, in task context. */
static DEFINE_SPINLOCK(saved_lock);
/* Off until something is traced, so that exits pay nothing. */
static DEFINE_STATIC_KEY_FALSE(comm_used);
/* Serialises ktrace_comm_use(). */
static DEFINE_MUTEX(comm_mutex);

/**
 * ktrace_comm_use - from now on, remember the names of tasks that exit
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_comm_use(void)
{
	struct comm_entry *entries;

	if (static_key_enabled(&comm_used.key))
		return 0;
	guard(mutex)(&comm_mutex);
	if (static_key_enabled(&comm_used.key))
		return 0;
	entries = kvcalloc(COMM_SAVED, sizeof(*entries), GFP_KERNEL);
	if (!entries)
		return -ENOMEM;
	WRITE_ONCE(saved, entries);
	static_branch_enable(&comm_used);
	return 0;
}

/**
 * ktrace_comm_save - remember the name of a task that exits
 * @task: the task
 *
 * Context: task, in do_exit().
 */
void ktrace_comm_save(struct task_struct *task)
{
	struct comm_entry *entry;

	if (!static_branch_unlikely(&comm_used))
		return;
	entry = &saved[task->pid % COMM_SAVED];
	guard(spinlock)(&saved_lock);
	entry->pid = task->pid;
	get_task_comm(entry->comm, task);
}

/**
 * ktrace_comm_find - the name of a task
 * @pid: its thread id, in the initial namespace
 * @comm: TASK_COMM_LEN bytes for the name
 *
 * "<idle>" for 0, and "<...>" for a task that is not known any more.
 *
 * Context: task.
 */
void ktrace_comm_find(pid_t pid, char *comm)
{
	const struct comm_entry *entry;
	struct task_struct *task;

	if (!pid) {
		strscpy(comm, "<idle>", TASK_COMM_LEN);
		return;
	}
	rcu_read_lock();
	task = pid > 0 ? find_task_by_pid_ns(pid, &init_pid_ns) : NULL;
	strscpy(comm, task ? task->comm : "<...>", TASK_COMM_LEN);
	rcu_read_unlock();
	if (task || pid < 0 || !READ_ONCE(saved))
		return;

	entry = &saved[pid % COMM_SAVED];
	spin_lock(&saved_lock);
	if (entry->pid == pid)
		memcpy(comm, entry->comm, TASK_COMM_LEN);
	spin_unlock(&saved_lock);
}

/**
 * ktrace_comm_show - list all names known, "PID NAME" a line
 * @m: where to
 *
 * Context: task; sleeps.
 */
void ktrace_comm_show(struct seq_file *m)
{
	struct task_struct *leader, *task;
	unsigned int i;

	scoped_guard(rcu)
		for_each_process_thread(leader, task)
			seq_printf(m, "%d %s\n", task->pid, task->comm);
	if (!READ_ONCE(saved))
		return;
	for (i = 0; i < COMM_SAVED; i++) {
		struct comm_entry entry;

		scoped_guard(spinlock, &saved_lock)
			entry = saved[i];
		if (entry.pid)
			seq_printf(m, "%d %s\n", entry.pid, entry.comm);
	}
}
