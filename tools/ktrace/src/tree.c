// SPDX-License-Identifier: GPL-2.0
/*
 * The verb tree: draw the processes that a program started, with their lives.
 *
 *	PID COMMAND   how long it lived, how it ended, more
 *
 * COMMAND is what the process executed last, with its arguments; in parentheses if it
 * executed nothing. "orphan": its parent had exited before.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "live.h"
#include "report.h"
#include "stream.h"
#include "tasks.h"
#include "util.h"
#include "verbs.h"

#define CLONE_PARENT	0x8000
#define CLONE_THREAD	0x10000
#define COMMAND_WIDTH	48

/**
 * struct process - a process of the tree
 * @next:	the process that became known before it
 * @parent:	the process that created it, or NULL
 * @pid:	its number
 * @command:	what it executed last, or NULL
 * @life:	how it ended, or NULL
 * @threads:	number of threads that it created
 * @executed:	@command is of itself, not of its creator
 * @sibling:	its parent is that of its creator
 * @orphan:	its creator exited before it
 * @printed:	it has been printed
 */
struct process {
	struct process	*next;
	struct process	*parent;
	int		pid;
	char		*command;
	char		*life;
	unsigned int	threads;
	bool		executed;
	bool		sibling;
	bool		orphan;
};

/**
 * struct tree - the processes
 * @first:	the processes in the order in which they became known
 * @last:	where the next one goes
 * @tasks:	names of tasks
 * @records:	number of records
 */
struct tree {
	struct process	*first;
	struct process	**last;
	struct tasks	*tasks;
	unsigned long long records;
};

static struct process *add_process(struct tree *tree, int pid)
{
	struct process *process = zalloc(sizeof(*process));

	process->pid = pid;
	*tree->last = process;
	tree->last = &process->next;
	return process;
}

/* The last process with this number: numbers are used again. */
static struct process *find_process(const struct tree *tree, int pid)
{
	struct process *at, *found = NULL;

	for (at = tree->first; at; at = at->next)
		if (at->pid == pid)
			found = at;
	return found;
}

static struct process *get_process(struct tree *tree, int pid)
{
	return find_process(tree, pid) ?: add_process(tree, pid);
}

static void name_process(struct tree *tree, struct process *process,
			 const struct record *rec)
{
	if (!process->command)
		process->command = strdup_or_die(tasks_comm(tree->tasks, rec));
}

static void take_fork(struct tree *tree, const struct record *rec)
{
	struct process *parent = get_process(tree, event_number(rec, "tgid")), *child;
	unsigned long long flags = event_number(rec, "flags");

	if (flags & CLONE_THREAD) {
		parent->threads++;
		return;
	}
	name_process(tree, parent, rec);
	child = add_process(tree, event_number(rec, "child_tgid"));
	child->parent = parent;
	child->sibling = flags & CLONE_PARENT;
	child->command = strdup_or_die(parent->command);
}

/* The arguments: strings with their zeros, one after the other. */
static char *join_words(const char *words, unsigned int len)
{
	char *text = zalloc(len + 1);
	unsigned int i;

	memcpy(text, words, len);
	while (len && !text[len - 1])
		len--;
	for (i = 0; i < len; i++)
		if (!text[i])
			text[i] = ' ';
	return text;
}

static void take_exec(struct tree *tree, const struct record *rec)
{
	struct process *process = get_process(tree, event_number(rec, "tgid"));
	unsigned int len = 0;
	const char *words = event_string(rec, "argv", &len);

	if (!words || len < 2)
		words = event_string(rec, "filename", &len);
	free(process->command);
	process->command = join_words(words ?: "", len);
	process->executed = true;
}

static char *describe_end(const struct record *rec)
{
	unsigned long long us = event_number(rec, "lived_ns") / 1000;
	unsigned int signal = event_number(rec, "signal");
	const char *name = decode_signal(signal);

	if (!signal)
		return print_new("%llu.%06llu s, code %llu", us / 1000000, us % 1000000,
				 event_number(rec, "code"));
	return print_new("%llu.%06llu s, killed by %s%s", us / 1000000, us % 1000000,
			 name ?: "a signal",
			 event_number(rec, "core") ? ", core dumped" : "");
}

static void take_exit(struct tree *tree, const struct record *rec)
{
	struct process *process;

	if (!event_number(rec, "last"))
		return;
	process = get_process(tree, event_number(rec, "tgid"));
	name_process(tree, process, rec);
	free(process->life);
	process->life = describe_end(rec);
	process->orphan = process->parent && !process->sibling &&
			  (int)event_number(rec, "parent") != process->parent->pid;
}

static void take_record(void *data, const struct record *rec)
{
	struct tree *tree = data;

	if (!rec->event)
		return;
	tree->records++;
	switch (rec->event->kind) {
	case EVENT_FORK:
		take_fork(tree, rec);
		break;
	case EVENT_EXEC:
		take_exec(tree, rec);
		break;
	case EVENT_EXIT:
		take_exit(tree, rec);
		break;
	default:
		break;
	}
	tasks_learn(tree->tasks, rec);
}

static struct process *next_child(struct process *at, const struct process *parent)
{
	while (at && at->parent != parent)
		at = at->next;
	return at;
}

static void print_process(const struct process *process, const char *before)
{
	const char *command = process->command ?: "?";
	char *line = print_new(process->executed ? "%s%d %s" : "%s%d (%s)", before,
			       process->pid, command);

	printf("%-*s  %s", COMMAND_WIDTH, line, process->life ?: "no end");
	if (process->threads)
		printf(", %u thread%s", process->threads, process->threads > 1 ? "s" : "");
	printf("%s\n", process->orphan ? ", orphan" : "");
	free(line);
}

/* @before stands before the process, @below before its children. */
static void print_branch(const struct tree *tree, const struct process *process,
			 const char *before, const char *below)
{
	struct process *child = next_child(tree->first, process), *next;
	char *first, *deeper;

	print_process(process, before);
	for (; child; child = next) {
		next = next_child(child->next, process);
		first = print_new("%s%s", below, next ? "|- " : "`- ");
		deeper = print_new("%s%s", below, next ? "|  " : "   ");
		print_branch(tree, child, first, deeper);
		free(first);
		free(deeper);
	}
}

static void print_tree(const struct tree *tree)
{
	const struct process *at;

	for (at = tree->first; at; at = at->next)
		if (!at->parent)
			print_branch(tree, at, "", "");
}

static void free_tree(struct tree *tree)
{
	struct process *at;

	while ((at = tree->first)) {
		tree->first = at->next;
		free(at->command);
		free(at->life);
		free(at);
	}
	tasks_destroy(tree->tasks);
}

static void take_stream(struct tree *tree, struct stream *stream, bool last)
{
	struct record rec = { .data = NULL };

	while (stream_next(stream, last, &rec))
		take_record(tree, &rec);
}

static int tree_of_run(struct options *opt, struct tree *tree)
{
	struct session_loss loss;
	const struct pollfd *fds;
	struct events *events;
	struct stream *stream;
	struct live live;
	unsigned int nr;

	live_open(&live, opt);
	live_follow(&live);
	events = events_open(live.session->dir);
	stream = stream_open(live.session, events);
	opt->sel.no_calls = true;
	session_select(live.session, &opt->sel, true);
	live_start(&live);
	fds = stream_fds(stream, &nr);
	while (live_goes_on(&live)) {
		live_wait(fds, nr);
		take_stream(tree, stream, false);
	}
	live_stop(&live);
	take_stream(tree, stream, true);
	session_losses(live.session, &loss);
	stream_close(stream);
	events_close(events);
	print_tree(tree);
	return live_close(&live, tree->records, &loss);
}

/**
 * verb_tree - draw the tree of processes of a program, of -p, or of a file
 * @opt:	the command line
 *
 * Return: the exit status.
 */
int verb_tree(struct options *opt)
{
	struct tree tree = { .last = &tree.first };
	int ret = 0;

	tree.tasks = tasks_create(!opt->input);
	if (opt->input) {
		report_file(opt->input, take_record, NULL, &tree);
		print_tree(&tree);
	} else if (opt->setup.argv || opt->nr_pids) {
		ret = tree_of_run(opt, &tree);
	} else {
		die("neither a program, -p, nor -i (see \"ktrace tree --help\")");
	}
	free_tree(&tree);
	return ret;
}
