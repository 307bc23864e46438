// SPDX-License-Identifier: GPL-2.0
/*
 * The task that has a control file open, for messages about directories that cannot be removed.
 *
 * Called in task context.  The search visits the descriptors of all tasks, so that opening a
 * file costs nothing.
 */
#include <linux/cleanup.h>
#include <linux/fdtable.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_buf.h>

#include "fs/internal.h"

/* How many descriptors are visited before the locks are released. */
#define HOLDER_BATCH	1000

/* Results of holder_visit() that end a visit. */
enum { HOLDER_FOUND = 1, HOLDER_MORE };

/**
 * struct holder_search - what to look for, and where to print it
 * @dir:	the directory
 * @task:	the task whose descriptors are visited
 * @from:	the descriptor at which the next visit begins
 * @nr:		number of descriptors that the present visit has seen
 * @out:	output
 */
struct holder_search {
	const struct ktrace_dir *dir;
	struct task_struct *task;
	unsigned int from;
	unsigned int nr;
	struct seq_buf *out;
};

/*
 * For iterate_fd(): stop at a control file in the directory or in a directory inside of it, and
 * print it: the file and its directory are only known to exist while the descriptor cannot be
 * closed.
 */
static int holder_visit(const void *data, struct file *file, unsigned int fd)
{
	/* iterate_fd() passes the pointer on, but as one to constant data. */
	struct holder_search *search = (void *)data;
	const struct ktrace_dir *in, *dir;

	if (search->nr++ == HOLDER_BATCH) {
		search->from = fd;
		return HOLDER_MORE;
	}
	/* A descriptor that was opened with O_PATH does not keep the directory. */
	if ((file->f_mode & FMODE_PATH) || !ktrace_fs_regular(file))
		return 0;
	in = ktrace_file_dir(file);
	for (dir = in; dir != search->dir; dir = dir->parent)
		if (!dir)
			return 0;
	seq_buf_printf(search->out, "%s%s%s, by %s-%d", in == dir ? "" : in->name,
		       in == dir ? "" : "/", ktrace_file_of(file)->name, search->task->comm,
		       task_pid_nr(search->task));
	return HOLDER_FOUND;
}

/* Return true if a thread shares the descriptors of its group's leader, which are searched once. */
static bool holder_shares(struct task_struct *task)
{
	return !thread_group_leader(task) &&
	       READ_ONCE(task->files) == READ_ONCE(task->group_leader->files);
}

/*
 * Return the first task whose PID is at least *@nr and that has descriptors of its own, with a
 * reference; NULL if there is none.
 */
static struct task_struct *holder_next_task(pid_t *nr)
{
	struct task_struct *task;
	struct pid *pid;

	guard(rcu)();
	while ((pid = find_ge_pid(*nr, &init_pid_ns))) {
		*nr = pid_nr(pid) + 1;
		task = pid_task(pid, PIDTYPE_PID);
		if (task && !holder_shares(task))
			return get_task_struct(task);
	}
	return NULL;
}

/**
 * ktrace_dir_put_holder - append a file that is open, and a task that has it open
 * @dir:	a directory, which the caller keeps from being freed
 * @out:	output: "NAME, by TASK-PID", with the directory before the name if it is not @dir
 *
 * Context: task; sleeps; takes task_struct.alloc_lock and files_struct.file_lock.
 * Return: true if @out names a task.  False if no task has a descriptor of a file in @dir or below
 * it (the file may still be mapped, or in flight over a socket), or if the caller was killed during
 * the search.
 */
bool ktrace_dir_put_holder(const struct ktrace_dir *dir, struct seq_buf *out)
{
	struct holder_search search = { .dir = dir, .out = out };
	pid_t nr = 1;
	int found = 0;

	while (found != HOLDER_FOUND && !fatal_signal_pending(current)) {
		struct task_struct *task = holder_next_task(&nr);

		if (!task)
			break;
		search.task = task;
		search.from = 0;
		do {
			search.nr = 0;
			task_lock(task);
			found = iterate_fd(task->files, search.from, holder_visit, &search);
			task_unlock(task);
			cond_resched();
		} while (found == HOLDER_MORE && !fatal_signal_pending(current));
		put_task_struct(task);
	}
	return found == HOLDER_FOUND;
}
