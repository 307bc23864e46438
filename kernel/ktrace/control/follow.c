// SPDX-License-Identifier: GPL-2.0
/*
 * The files that select the tasks to record: set_event_pid, set_event_notrace_pid and
 * options/event-fork.
 */
#include <linux/cleanup.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/threads.h>

#include "command/knob.h"
#include "control/files.h"
#include "event/event.h"
#include "event/instance.h"
#include "event/task.h"
#include "parse/span.h"

/*
 * Translate @pid from the namespace of current to the initial namespace; -1 if no task
 * has this number.  In the initial namespace the number need not be in use.
 */
static pid_t number_meant(pid_t pid)
{
	struct pid *found;

	if (!pid || task_active_pid_ns(current) == &init_pid_ns)
		return pid;
	guard(rcu)();
	found = find_vpid(pid);
	return found ? pid_nr(found) : -1;
}

/* Parse all of @word as a PID; refuse the command on an error. */
static int parse_pid(struct ktrace_command *command, struct ktrace_span word, pid_t *pid)
{
	unsigned int column = word.s - command->text;
	s64 value;
	int err = ktrace_span_signed(word, &value);

	if (err == -ERANGE || (!err && (value < 0 || value >= PID_MAX_LIMIT)))
		return ktrace_command_refuse(command, -EINVAL, column, "PID out of range");
	if (err)
		return ktrace_command_refuse(command, -EINVAL, column, "Not a PID");
	*pid = number_meant(value);
	if (*pid < 0)
		return ktrace_command_refuse(command, -ESRCH, column,
					     "No such task in this PID namespace");
	return 0;
}

/* Parse the PIDs of the command.  Return: their number, or an errno. */
static int parse_pids(struct ktrace_command *command, pid_t *pids)
{
	struct ktrace_span rest = ktrace_span_of(command->text), word;
	int err, nr = 0;

	while ((word = ktrace_span_word(&rest)).n) {
		err = parse_pid(command, word, &pids[nr]);
		if (err)
			return err;
		nr++;
	}
	return nr;
}

static int list_write(struct ktrace_command *command, struct ktrace_instance *instance,
		      enum ktrace_task_list which)
{
	/* Words are separated by at least one space. */
	pid_t *pids __free(kvfree) = kvmalloc_array(command->len / 2 + 1, sizeof(*pids),
						    GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL |
						    __GFP_NOWARN);
	int err, nr;

	if (!pids)
		return -ENOMEM;
	nr = parse_pids(command, pids);
	if (nr <= 0)
		return nr;
	err = ktrace_taskset_list_add(ktrace_instance_tasks_begin(instance), which, pids, nr);
	return ktrace_instance_tasks_end(instance, err);
}

static int list_clear(struct ktrace_instance *instance, enum ktrace_task_list which)
{
	ktrace_taskset_list_drop(ktrace_instance_tasks_begin(instance), which);
	return ktrace_instance_tasks_end(instance, 0);
}

static int list_show(struct seq_file *m, struct ktrace_instance *instance,
		     enum ktrace_task_list which)
{
	ktrace_taskset_show_list(&instance->tasks, which, m);
	return 0;
}

int ktrace_set_event_pid_show(struct seq_file *m, void *data)
{
	return list_show(m, data, KTRACE_TASK_LIST);
}

int ktrace_set_event_pid_write(struct ktrace_command *command, void *data)
{
	return list_write(command, data, KTRACE_TASK_LIST);
}

int ktrace_set_event_pid_clear(void *data)
{
	return list_clear(data, KTRACE_TASK_LIST);
}

int ktrace_set_event_notrace_pid_show(struct seq_file *m, void *data)
{
	return list_show(m, data, KTRACE_TASK_AVOIDED);
}

int ktrace_set_event_notrace_pid_write(struct ktrace_command *command, void *data)
{
	return list_write(command, data, KTRACE_TASK_AVOIDED);
}

int ktrace_set_event_notrace_pid_clear(void *data)
{
	return list_clear(data, KTRACE_TASK_AVOIDED);
}
