// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the tasks of a trace, from the records of the system "process".
 *
 * Until the first of these records, a task has the name from /proc, or, when a file is read, the
 * name in the file's table of tasks.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "tasks.h"
#include "util.h"

#define COMM_LEN	16
#define BUCKETS		1024

/**
 * struct task - a task of the trace
 * @next:	the next one of the bucket
 * @pid:	its number
 * @tgid:	its process; 0 if it has not been looked up
 * @shown:	its last record was shown
 * @comm:	its name
 */
struct task {
	struct task *next;
	int	pid;
	int	tgid;
	bool	shown;
	char	comm[COMM_LEN];
};

/**
 * struct tasks - the tasks of a trace
 * @live:	/proc has the names of unknown tasks
 * @alive:	number of tasks that have written records and have not exited
 * @bucket:	the tasks by number
 */
struct tasks {
	bool	live;
	unsigned int alive;
	struct task *bucket[BUCKETS];
};

/* Prepare an empty set of tasks; @live: of running tasks. */
struct tasks *tasks_create(bool live)
{
	struct tasks *tasks = zalloc(sizeof(*tasks));

	tasks->live = live;
	return tasks;
}

/* Free the tasks. */
void tasks_destroy(struct tasks *tasks)
{
	struct task *task;
	int i;

	for (i = 0; i < BUCKETS; i++)
		while ((task = tasks->bucket[i])) {
			tasks->bucket[i] = task->next;
			free(task);
		}
	free(tasks);
}

static struct task **task_place(struct tasks *tasks, int pid)
{
	struct task **at = &tasks->bucket[(unsigned int)pid % BUCKETS];

	while (*at && (*at)->pid != pid)
		at = &(*at)->next;
	return at;
}

static void set_comm(struct task *task, const char *comm, unsigned int len)
{
	if (len >= COMM_LEN)
		len = COMM_LEN - 1;
	memset(task->comm, 0, COMM_LEN);
	memcpy(task->comm, comm, strnlen(comm, len));
}

static void comm_of_proc(struct task *task)
{
	char *path = print_new("/proc/%d/comm", task->pid), *text = read_file(path);

	if (text)
		set_comm(task, text, strcspn(text, "\n"));
	free(text);
	free(path);
}

static struct task *task_get(struct tasks *tasks, int pid, struct tep_handle *tep)
{
	struct task **at = task_place(tasks, pid);
	const char *comm;

	if (*at)
		return *at;
	*at = zalloc(sizeof(**at));
	(*at)->pid = pid;
	set_comm(*at, "<...>", 5);
	tasks->alive++;
	comm = tep ? tep_data_comm_from_pid(tep, pid) : NULL;
	if (tasks->live)
		comm_of_proc(*at);
	else if (comm)
		set_comm(*at, comm, strlen(comm));
	return *at;
}

/**
 * tasks_scan - learn the names of all processes
 * @tasks:	the tasks of a live trace
 *
 * A process that has ended when its records are read has no name in /proc any more.
 */
void tasks_scan(struct tasks *tasks)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (isdigit((unsigned char)*entry->d_name))
			task_get(tasks, atoi(entry->d_name), NULL);
	if (dir)
		closedir(dir);
}

static void learn_comm(struct tasks *tasks, const struct record *rec, int pid)
{
	unsigned int len;
	const char *comm = event_string(rec, "new_comm", &len);

	if (comm)
		set_comm(task_get(tasks, pid, NULL), comm, len);
}

static void learn_exit(struct tasks *tasks, int pid)
{
	struct task **at = task_place(tasks, pid), *task = *at;

	if (!task)
		return;
	*at = task->next;
	free(task);
	tasks->alive--;
}

/**
 * tasks_learn - take the news of a record
 * @tasks:	the tasks
 * @rec:	a record that has been printed
 */
void tasks_learn(struct tasks *tasks, const struct record *rec)
{
	struct task *parent, *child;

	switch (rec->event ? rec->event->kind : EVENT_OTHER) {
	case EVENT_FORK:
		parent = task_get(tasks, rec->pid, rec->event->tep->tep);
		child = task_get(tasks, event_number(rec, "child_pid"), NULL);
		set_comm(child, parent->comm, COMM_LEN);
		child->tgid = event_number(rec, "child_tgid");
		break;
	case EVENT_EXEC:
		learn_comm(tasks, rec, rec->pid);
		break;
	case EVENT_RENAME:
		learn_comm(tasks, rec, event_number(rec, "pid"));
		break;
	case EVENT_EXIT:
		learn_exit(tasks, rec->pid);
		break;
	default:
		break;
	}
}

/**
 * tasks_comm - name of the task that wrote a record
 * @tasks:	the tasks
 * @rec:	the record
 *
 * Return: the name, valid until the next call; "<...>" if it is unknown.
 */
const char *tasks_comm(struct tasks *tasks, const struct record *rec)
{
	return task_get(tasks, rec->pid, rec->event ? rec->event->tep->tep : NULL)->comm;
}

/* Remember whether the last record of a task that is known was shown. */
void tasks_set_shown(struct tasks *tasks, int pid, bool shown)
{
	struct task *task = *task_place(tasks, pid);

	if (task)
		task->shown = shown;
}

/* Return whether the last record of a task was shown. */
bool tasks_is_shown(struct tasks *tasks, int pid)
{
	const struct task *task = *task_place(tasks, pid);

	return !task || task->shown;
}

static int tgid_of_proc(int pid)
{
	char *path = print_new("/proc/%d/status", pid), *text = read_file(path);
	const char *line = text ? strstr(text, "\nTgid:") : NULL;
	int tgid = line ? atoi(line + strlen("\nTgid:")) : 0;

	free(text);
	free(path);
	return tgid;
}

/**
 * tasks_tgid - process of a task
 * @tasks:	the tasks
 * @pid:	the task, which has been seen by tasks_comm()
 *
 * Return: its process; @pid itself if the process is unknown.
 */
int tasks_tgid(struct tasks *tasks, int pid)
{
	struct task *task = *task_place(tasks, pid);

	if (task && !task->tgid)
		task->tgid = (tasks->live ? tgid_of_proc(pid) : 0) ?: pid;
	return task ? task->tgid : pid;
}

/* Return the number of tasks that have written records and have not exited. */
unsigned int tasks_alive(const struct tasks *tasks)
{
	return tasks->alive;
}
