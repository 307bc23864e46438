// SPDX-License-Identifier: GPL-2.0
/* The files process_* of every instance, and the tracer "process". */
#include <linux/bits.h>
#include <linux/cgroup.h>
#include <linux/cleanup.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/mutex.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/pid.h>
#include <linux/proc_ns.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uidgid.h>

#include "event/instance.h"
#include "event/task.h"
#include "event/tracer.h"
#include "parse/span.h"
#include "process/internal.h"

/* Serialises changes of struct process_instance. */
static DEFINE_MUTEX(process_mutex);

/*
 * The file process_follow_pid
 */

static int follow_pid_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;

	if (!ktrace_taskset_show_processes(&instance->tasks, m))
		seq_puts(m, "0\n");
	return 0;
}

/* Parse all of @word as a number; refuse the command otherwise. */
static int process_parse_number(struct ktrace_command *command, struct ktrace_span word, pid_t *nr)
{
	unsigned int column = word.s - command->text;
	s64 value;
	int err = ktrace_span_signed(word, &value);

	if (err == -ERANGE || (!err && (value < 0 || value > INT_MAX)))
		return ktrace_command_refuse(command, -ERANGE, column, "PID out of range");
	if (err)
		return ktrace_command_refuse(command, -EINVAL, column, "Not a PID");
	*nr = value;
	return 0;
}

/* Find the process with the number @word in current's PID namespace. */
static int process_parse_pid(struct ktrace_command *command, struct ktrace_span word,
			     struct pid **pid)
{
	unsigned int column = word.s - command->text;
	struct task_struct *tsk;
	bool kernel;
	pid_t nr;
	int err = process_parse_number(command, word, &nr);

	if (err)
		return err;
	if (!nr)
		return ktrace_command_refuse(command, -EINVAL, column,
					     "0, for all, stands alone");
	*pid = find_get_pid(nr);
	tsk = get_pid_task(*pid, PIDTYPE_PID);
	if (!tsk) {
		put_pid(*pid);
		return ktrace_command_refuse(command, -ESRCH, column,
					     "No such process in this PID namespace");
	}
	kernel = tsk->flags & PF_KTHREAD;
	put_task_struct(tsk);
	if (!kernel)
		return 0;
	put_pid(*pid);
	return ktrace_command_refuse(command, -EINVAL, column, "A kernel thread");
}

/*
 * Parse the PIDs in the command, separated by spaces, and store a reference of each process to
 * @pids. @nr is the number of references, which the caller must put, also on error.
 */
static int process_parse_pids(struct ktrace_command *command, struct pid **pids, unsigned int *nr)
{
	struct ktrace_span rest = ktrace_span_of(command->text), word;
	int err;

	for (*nr = 0; (word = ktrace_span_word(&rest)).n; (*nr)++) {
		err = process_parse_pid(command, word, &pids[*nr]);
		if (err)
			return err;
	}
	return 0;
}

static bool means_all(const char *text)
{
	return ktrace_span_is(ktrace_span_trim(ktrace_span_of(text)), "0");
}

static int follow_pid_write(struct ktrace_command *command, void *data)
{
	/* At least one space separates two words, so the line has len / 2 + 1 words at most. */
	struct pid **pids __free(kvfree) =
		kvmalloc_array(command->len / 2 + 1, sizeof(*pids),
			       GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL | __GFP_NOWARN);
	unsigned int nr;
	int err;

	if (!pids)
		return -ENOMEM;
	if (means_all(command->text)) {
		ktrace_taskset_list_drop(ktrace_instance_tasks_begin(data), KTRACE_TASK_LIST);
		return ktrace_instance_tasks_end(data, 0);
	}
	err = process_parse_pids(command, pids, &nr);
	if (!err && nr) {
		err = ktrace_taskset_add_processes(ktrace_instance_tasks_begin(data), pids, nr);
		ktrace_instance_tasks_end(data, err);
	}
	while (nr--)
		put_pid(pids[nr]);
	return err;
}

/* O_TRUNC selects no process until a PID is written; it does not select all processes. */
static int follow_pid_clear(void *data)
{
	int err = ktrace_taskset_list_empty(ktrace_instance_tasks_begin(data), KTRACE_TASK_LIST);

	return ktrace_instance_tasks_end(data, err);
}

/*
 * The file process_follow_exe
 */

static int follow_exe_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;

	ktrace_taskset_show_programs(&instance->tasks, m);
	return 0;
}

/* Parse MAJOR:MINOR:INODE; the file need not exist. */
static bool parse_inode(const char *text, struct ktrace_task_program *program)
{
	char major[12], minor[12];
	unsigned int majors, minors;
	int length = 0;

	if (sscanf(text, "%11[0123456789]:%11[0123456789]:%n", major, minor, &length) != 2 ||
	    !length ||
	    kstrtouint(major, 10, &majors) || kstrtouint(minor, 10, &minors) ||
	    kstrtoul(text + length, 10, &program->ino) ||
	    majors >> (32 - MINORBITS) || minors > MINORMASK)
		return false;
	program->dev = MKDEV(majors, minors);
	program->path[0] = '\0';
	return true;
}

static int find_program(struct ktrace_command *command, struct ktrace_task_program *program)
{
	struct inode *inode;
	struct path path;
	int err;

	if (parse_inode(command->text, program))
		return 0;
	err = kern_path(command->text, LOOKUP_FOLLOW, &path);
	if (err == -ENOMEM)
		return err;
	if (err)
		return ktrace_command_refuse(command, err, 0,
					     "Neither a file nor MAJOR:MINOR:INODE");
	inode = d_backing_inode(path.dentry);
	program->dev = inode->i_sb->s_dev;
	program->ino = inode->i_ino;
	program->generation = inode->i_generation;
	if (!S_ISREG(inode->i_mode) || !(inode->i_mode & 0111))
		err = ktrace_command_refuse(command, -EACCES, 0, "Not an executable file");
	path_put(&path);
	strscpy(program->path, command->text, command->len + 1);
	return err;
}

/*
 * Undo seq_escape(m, path, "\n\\") in a path that is written back: "\012" stands for a newline and
 * "\134" for a backslash.  Any other backslash is part of the path.
 */
static void unescape_path(char *path)
{
	char *out = path;

	while (*path) {
		if (!strncmp(path, "\\012", 4) || !strncmp(path, "\\134", 4)) {
			*out++ = path[1] == '0' ? '\n' : '\\';
			path += 4;
		} else {
			*out++ = *path++;
		}
	}
	*out = 0;
}

/* The search for the program may wait for a server of files, or for a program of the user. */
static int follow_exe_prepare(struct ktrace_command *command)
{
	struct ktrace_task_program *program;

	if (!*ktrace_skip_space(command->text))
		return 0;
	if (command->len >= PATH_MAX)
		return ktrace_command_refuse(command, -ENAMETOOLONG, PATH_MAX - 1,
					     "Longer than a path can be");
	program = kzalloc(struct_size(program, path, command->len + 1), GFP_KERNEL);
	if (!program)
		return -ENOMEM;
	command->prepared = program;
	unescape_path(command->text);
	return find_program(command, program);
}

static int follow_exe_write(struct ktrace_command *command, void *data)
{
	int err;

	if (!command->prepared)
		return 0;
	err = ktrace_taskset_add_program(ktrace_instance_tasks_begin(data), command->prepared);
	ktrace_instance_tasks_end(data, err);
	if (err == -ENOSPC)
		ktrace_command_refuse(command, err, 0, "Too many programs");
	if (!err)
		command->prepared = NULL;
	return err;
}

static int follow_exe_clear(void *data)
{
	struct ktrace_instance *instance = data;

	ktrace_taskset_drop_programs(&instance->tasks);
	return 0;
}

/*
 * Filters
 */

#ifdef CONFIG_CGROUPS

static int cgroup_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;
	struct cgroup *cgroup = ktrace_taskset_cgroup(&instance->tasks);
	char *path;
	int err = 0;

	if (!cgroup) {
		seq_putc(m, '\n');
		return 0;
	}
	path = kmalloc(PATH_MAX, GFP_KERNEL);
	if (path)
		err = cgroup_path_ns(cgroup, path, PATH_MAX, current->nsproxy->cgroup_ns);
	if (path && err >= 0) {
		seq_escape(m, path, "\n\\");
		seq_putc(m, '\n');
	}
	kfree(path);
	cgroup_put(cgroup);
	return path ? min(err, 0) : -ENOMEM;
}

static int cgroup_write(struct ktrace_command *command, void *data)
{
	struct cgroup *cgroup = NULL;
	int err;

	if (command->len) {
		unescape_path(command->text);
		cgroup = cgroup_get_from_path(command->text);
		if (PTR_ERR_OR_ZERO(cgroup) == -ENOMEM)
			return -ENOMEM;
		if (IS_ERR(cgroup))
			return ktrace_command_refuse(command, PTR_ERR(cgroup), 0,
						     "No such cgroup in the default hierarchy");
	}
	err = ktrace_taskset_set_cgroup(ktrace_instance_tasks_begin(data), cgroup);
	ktrace_instance_tasks_end(data, err);
	if (err && cgroup)
		cgroup_put(cgroup);
	return err;
}

#endif /* CONFIG_CGROUPS */

static int uid_filter_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;
	kuid_t uid = ktrace_taskset_uid(&instance->tasks);

	if (uid_valid(uid))
		seq_printf(m, "%u\n", from_kuid_munged(current_user_ns(), uid));
	else
		seq_puts(m, "-1\n");
	return 0;
}

static int uid_filter_write(struct ktrace_command *command, void *data)
{
	char *text = ktrace_span_strip(command->text);
	unsigned int column = text - command->text;
	kuid_t uid = INVALID_UID;
	long long value;
	int err = kstrtoll(text, 0, &value);

	if (err == -ERANGE || (!err && (value < -1 || value > U32_MAX)))
		return ktrace_command_refuse(command, -ERANGE, column, "UID out of range");
	if (err)
		return ktrace_command_refuse(command, -EINVAL, column, "Not a UID");
	if (value >= 0) {
		uid = make_kuid(current_user_ns(), value);
		if (!uid_valid(uid))
			return ktrace_command_refuse(command, -EINVAL, column,
						     "No such user in this user namespace");
	}
	err = ktrace_taskset_set_uid(ktrace_instance_tasks_begin(data), uid);
	return ktrace_instance_tasks_end(data, err);
}

static int taskcomm_filter_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;
	char comm[TASK_COMM_LEN];

	ktrace_taskset_comm(&instance->tasks, comm);
	seq_printf(m, "%s\n", comm);
	return 0;
}

static int taskcomm_filter_write(struct ktrace_command *command, void *data)
{
	int err;

	if (command->len >= TASK_COMM_LEN)
		return ktrace_command_refuse(command, -ENAMETOOLONG, TASK_COMM_LEN - 1,
					     "Longer than the name of a task, 15 bytes");
	err = ktrace_taskset_set_comm(ktrace_instance_tasks_begin(data), command->text);
	return ktrace_instance_tasks_end(data, err);
}

/* Contents of the records */

static bool process_has(const struct ktrace_instance *instance, const struct ktrace_event *event)
{
	const struct process_instance *about = ktrace_process_instance(instance);

	return READ_ONCE(about->groups) & BIT(ktrace_process_group(event));
}

const struct ktrace_tracer ktrace_process_tracer = {
	.name = "process",
	.has = process_has,
};

static int process_group_show(struct seq_file *m, void *data, enum process_group group)
{
	seq_printf(m, "%d\n", !!(READ_ONCE(ktrace_process_instance(data)->groups) & BIT(group)));
	return 0;
}

static int process_group_write(struct ktrace_command *command, void *data, enum process_group group)
{
	struct process_instance *about = ktrace_process_instance(data);
	bool on;
	u8 old;
	int err = ktrace_command_bool(command, &on);

	if (err)
		return err;
	guard(mutex)(&process_mutex);
	old = about->groups;
	WRITE_ONCE(about->groups, on ? old | BIT(group) : old & ~BIT(group));
	err = ktrace_tracer_refresh(data, &ktrace_process_tracer);
	if (err)
		WRITE_ONCE(about->groups, old);
	return err;
}

#define GROUP_FILE(name, group)							\
	static int name##_show(struct seq_file *m, void *data)			\
	{									\
		return process_group_show(m, data, group);				\
	}									\
	static int name##_write(struct ktrace_command *command, void *data)	\
	{									\
		return process_group_write(command, data, group);			\
	}

GROUP_FILE(trace_syscalls, PROCESS_SYSCALLS)
GROUP_FILE(trace_signals, PROCESS_SIGNALS)
GROUP_FILE(trace_lifecycle, PROCESS_LIFECYCLE)

static int snapshot_show(struct seq_file *m, void *data)
{
	const struct process_instance *about = ktrace_process_instance(data);
	int left = atomic_read(&about->left);

	seq_printf(m, "%u", READ_ONCE(about->death));
	if (left >= 0)
		seq_printf(m, ":%d", left);
	seq_putc(m, '\n');
	return 0;
}

/* Parse DEATH or DEATH:COUNT. */
static int snapshot_write(struct ktrace_command *command, void *data)
{
	char *colon = strchr(command->text, ':');
	int err, left = PROCESS_DEATHS_ALL;
	unsigned long death;

	if (colon) {
		*colon++ = '\0';
		err = kstrtoint(ktrace_span_strip(colon), 10, &left);
		if (err || left < 1)
			return ktrace_command_refuse(command, err ?: -EINVAL, colon - command->text,
						     "Not a number of snapshots");
	}
	err = ktrace_command_number(command, PROCESS_DEATH_FAILURE, &death);
	if (err)
		return err;
	guard(mutex)(&process_mutex);
	return ktrace_process_set_death(data, ktrace_process_instance(data), death, left);
}

static const char process_readme[] =
"The tracer \"process\" records the activity of selected processes.\n"
"\n"
"  echo PID > process_follow_pid      select a process with all its threads, its children\n"
"                                     and all their descendants, also future ones\n"
"  echo PID >> process_follow_pid     select another process\n"
"  echo 0 > process_follow_pid        select all processes\n"
"  echo process > current_tracer      start\n"
"  cat trace                          show the records\n"
"  echo nop > current_tracer          stop\n"
"\n"
"The selection applies to all events of the instance, not only to this tracer: it uses the\n"
"list of set_event_pid, and selecting a process sets options/event-fork.\n"
"\n";

static int process_readme_show(struct seq_file *m, void *data)
{
	seq_puts(m, process_readme);
	ktrace_knob_readme(m, ktrace_process_files, ARRAY_SIZE(ktrace_process_files));
	return 0;
}

#define PROCESS_FILE(name, mode, show, write, help, ...)				\
	KTRACE_KNOB(KTRACE_SCOPE_INSTANCE, "process_" name, mode, show, write, help,	\
		    .owner = ktrace_instance_owner, __VA_ARGS__)

const struct ktrace_knob ktrace_process_files[PROCESS_FILES] = {
	PROCESS_FILE("trace_README", 0440, process_readme_show, NULL,
		     "describes the tracer \"process\" and the files process_*"),
	PROCESS_FILE("follow_pid", 0640, follow_pid_show, follow_pid_write,
		     "the selected processes, including their descendants; 0: all;\n"
		     "opening it with > selects none",
		     .longest = KTRACE_LIST_MAX, .clear = follow_pid_clear),
	PROCESS_FILE("follow_exe", 0640, follow_exe_show, follow_exe_write,
		     "programs: a path, or MAJOR:MINOR:INODE in decimal, as in mountinfo; a task\n"
		     "that executes one of them is followed from then on, with its\n"
		     "descendants; >> adds a program",
		     .prepare = follow_exe_prepare, .clear = follow_exe_clear),
	PROCESS_FILE("trace_syscalls", 0640, trace_syscalls_show, trace_syscalls_write,
		     "1: record each system call when it returns"),
	PROCESS_FILE("trace_signals", 0640, trace_signals_show, trace_signals_write,
		     "1: record signals, generated and delivered"),
	PROCESS_FILE("trace_lifecycle", 0640, trace_lifecycle_show, trace_lifecycle_write,
		     "1: record fork, exec, exit, names, credentials, ptrace, stops"),
	PROCESS_FILE("trace_uid_filter", 0640, uid_filter_show, uid_filter_write,
		     "only tasks of this real user; -1: any", .empty = "-1"),
	PROCESS_FILE("trace_taskcomm_filter", 0640, taskcomm_filter_show, taskcomm_filter_write,
		     "only tasks of this name; empty: any", .empty = ""),
#ifdef CONFIG_CGROUPS
	PROCESS_FILE("trace_cgroup_filter", 0640, cgroup_show, cgroup_write,
		     "only tasks of this cgroup and those below it, by its path in the default\n"
		     "hierarchy; empty: any",
		     .empty = ""),
#endif
	PROCESS_FILE("snapshot_on_death", 0640, snapshot_show, snapshot_write,
		     "take a snapshot when a followed process dies\n"
		     "1: by a signal, 2: or with an exit code other than 0; 2:1: only at the\n"
		     "first such death; needs process:exit, which process_trace_lifecycle enables"),
};
