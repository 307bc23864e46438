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
#include "event/event.h"
#include "text/format.h"

/* How many exited tasks are remembered at first, and at most. */
#define COMM_SAVED	4096
#define COMM_SAVED_MAX	32768

struct comm_entry {
	pid_t	pid;
	pid_t	tgid;
	char	comm[TASK_COMM_LEN];
};

/*
 * A later task that exits evicts one at pid % nr_saved.  NULL until something is traced;
 * then there are always some.
 */
static struct comm_entry *saved;
static unsigned int nr_saved = COMM_SAVED;
/* Protects these; taken at task exit, in task context. */
static DEFINE_SPINLOCK(saved_lock);
/* Off until something is traced, so that exits pay nothing. */
static DEFINE_STATIC_KEY_FALSE(comm_used);
/* Serialises who makes @saved. */
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
	entries = kvcalloc(nr_saved, sizeof(*entries), GFP_KERNEL);
	if (!entries)
		return -ENOMEM;
	scoped_guard(spinlock, &saved_lock)
		saved = entries;
	static_branch_enable(&comm_used);
	return 0;
}

/**
 * ktrace_comm_size - how many exited tasks are remembered
 */
unsigned int ktrace_comm_size(void)
{
	return READ_ONCE(nr_saved);
}

/* The entry that is of @pid, or would be, among @nr. */
static struct comm_entry *comm_entry(struct comm_entry *entries, unsigned int nr, pid_t pid)
{
	return &entries[pid % nr];
}

/**
 * ktrace_comm_resize - remember more exited tasks, or fewer
 * @nr: how many; those that are remembered stay, unless two want the same place
 *
 * Context: task; sleeps.
 * Return: 0; -EINVAL for 0 and for more than there can be; -ENOMEM.
 */
int ktrace_comm_resize(unsigned long nr)
{
	struct comm_entry *entries = NULL, *old;
	unsigned int i;

	if (!nr || nr > COMM_SAVED_MAX)
		return -EINVAL;
	guard(mutex)(&comm_mutex);
	if (static_key_enabled(&comm_used.key)) {
		entries = kvcalloc(nr, sizeof(*entries), GFP_KERNEL);
		if (!entries)
			return -ENOMEM;
	}
	scoped_guard(spinlock, &saved_lock) {
		old = saved;
		for (i = 0; old && i < nr_saved; i++)
			if (old[i].pid)
				*comm_entry(entries, nr, old[i].pid) = old[i];
		saved = entries;
		WRITE_ONCE(nr_saved, nr);
	}
	kvfree(old);
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
	guard(spinlock)(&saved_lock);
	entry = comm_entry(saved, nr_saved, task->pid);
	entry->pid = task->pid;
	entry->tgid = task->tgid;
	get_task_comm(entry->comm, task);
}

/* What is remembered of @pid, if it has exited.  Return: whether it is. */
static bool comm_saved(pid_t pid, struct comm_entry *to)
{
	*to = (struct comm_entry){ };
	/* Whoever holds the lock may never go on, when the kernel is in trouble. */
	if (unlikely(READ_ONCE(ktrace_event_read_no_wait))) {
		if (!spin_trylock(&saved_lock))
			return false;
	} else {
		spin_lock(&saved_lock);
	}
	if (saved)
		*to = *comm_entry(saved, nr_saved, pid);
	spin_unlock(&saved_lock);
	return to->pid == pid;
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
	struct comm_entry entry;
	struct task_struct *task;

	if (!pid) {
		strscpy(comm, "<idle>", TASK_COMM_LEN);
		return;
	}
	rcu_read_lock();
	task = pid > 0 ? find_task_by_pid_ns(pid, &init_pid_ns) : NULL;
	strscpy(comm, task ? task->comm : "<...>", TASK_COMM_LEN);
	rcu_read_unlock();
	if (!task && pid > 0 && comm_saved(pid, &entry))
		memcpy(comm, entry.comm, TASK_COMM_LEN);
}

/**
 * ktrace_comm_tgid - the process of a task
 * @pid: its thread id, in the initial namespace
 *
 * Context: task.
 * Return: the process's id; 0 for a task that is not known any more, and for an idle one.
 */
pid_t ktrace_comm_tgid(pid_t pid)
{
	struct comm_entry entry;
	struct task_struct *task;
	pid_t tgid;

	if (pid <= 0)
		return 0;
	rcu_read_lock();
	task = find_task_by_pid_ns(pid, &init_pid_ns);
	tgid = task ? task->tgid : 0;
	rcu_read_unlock();
	return !task && comm_saved(pid, &entry) ? entry.tgid : tgid;
}

typedef void comm_show_fn(struct seq_file *m, pid_t pid, pid_t tgid, const char *comm);

/* Show those that have exited, each by @show. */
static void comm_show_saved(struct seq_file *m, comm_show_fn *show)
{
	unsigned int i;

	for (i = 0; i < ktrace_comm_size(); i++) {
		struct comm_entry entry = { };

		scoped_guard(spinlock, &saved_lock)
			if (saved && i < nr_saved)
				entry = saved[i];
		if (entry.pid)
			show(m, entry.pid, entry.tgid, entry.comm);
	}
}

static void comm_show_name(struct seq_file *m, pid_t pid, pid_t tgid, const char *comm)
{
	char name[TASK_COMM_LEN];

	strscpy(name, comm);
	ktrace_format_tame(name, sizeof(name));
	seq_printf(m, "%d %s\n", pid, name);
}

static void comm_show_tgid(struct seq_file *m, pid_t pid, pid_t tgid, const char *comm)
{
	seq_printf(m, "%d %d\n", pid, tgid);
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

	scoped_guard(rcu)
		for_each_process_thread(leader, task)
			comm_show_name(m, task->pid, task->tgid, task->comm);
	comm_show_saved(m, comm_show_name);
}

/**
 * ktrace_comm_show_tgids - list all processes known, "PID TGID" a line
 * @m: where to
 *
 * Context: task; sleeps.
 */
void ktrace_comm_show_tgids(struct seq_file *m)
{
	struct task_struct *leader, *task;

	scoped_guard(rcu)
		for_each_process_thread(leader, task)
			comm_show_tgid(m, task->pid, task->tgid, task->comm);
	comm_show_saved(m, comm_show_tgid);
}
