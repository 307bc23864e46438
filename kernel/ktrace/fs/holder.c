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
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/seq_buf.h>

#include "fs/internal.h"

/**
 * struct holder_search - what to look for, and what was found
 * @dir:	the directory
 * @in:		directory of the file that was found; exists as long as @dir does
 * @file:	the file that was found
 */
struct holder_search {
	const struct ktrace_dir *dir;
	const struct ktrace_dir *in;
	const struct ktrace_file *file;
};

/* For iterate_fd(): stop at a control file in the directory or in a directory inside of it. */
static int holder_visit(const void *data, struct file *file, unsigned int fd)
{
	/* iterate_fd() passes the pointer on, but as one to constant data. */
	struct holder_search *search = (void *)data;
	const struct ktrace_dir *dir;

	if (!ktrace_fs_regular(file))
		return 0;
	for (dir = ktrace_file_dir(file); dir; dir = dir->parent) {
		if (dir != search->dir)
			continue;
		search->in = ktrace_file_dir(file);
		search->file = ktrace_file_of(file);
		return 1;
	}
	return 0;
}

/* Return the first task whose PID is at least *@nr, with a reference; NULL if there is none. */
static struct task_struct *holder_next_task(pid_t *nr)
{
	struct task_struct *task;
	struct pid *pid;

	guard(rcu)();
	while ((pid = find_ge_pid(*nr, &init_pid_ns))) {
		*nr = pid_nr(pid) + 1;
		task = get_pid_task(pid, PIDTYPE_PID);
		if (task)
			return task;
	}
	return NULL;
}

/**
 * ktrace_dir_put_holder - append a file that is open, and a task that has it open
 * @dir:	a directory, which the caller keeps from being freed
 * @out:	output: "NAME, by TASK-PID", with the directory before the name if it is not @dir
 *
 * Context: task; sleeps; takes task_struct.alloc_lock and files_struct.file_lock.
 * Return: false if no task has a descriptor of a file in @dir or in the directories inside of
 * it: such a file may still be mapped, or on its way to another process.
 */
bool ktrace_dir_put_holder(const struct ktrace_dir *dir, struct seq_buf *out)
{
	struct holder_search search = { .dir = dir };
	struct task_struct *task;
	pid_t nr = 1;

	while (!search.file && (task = holder_next_task(&nr))) {
		task_lock(task);
		iterate_fd(task->files, 0, holder_visit, &search);
		task_unlock(task);
		if (search.file)
			seq_buf_printf(out, "%s%s%s, by %s-%d",
				       search.in == dir ? "" : search.in->name,
				       search.in == dir ? "" : "/", search.file->name,
				       task->comm, task_pid_nr(task));
		put_task_struct(task);
		cond_resched();
	}
	return search.file;
}
