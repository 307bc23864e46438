// SPDX-License-Identifier: GPL-2.0
/*
 * Print the calls in which processes are when ktrace attaches to them.
 *
 * A call that began before ktrace has no record, and a process that hangs makes no other call.
 * /proc/PID/task/TID/syscall has the number and the arguments of the call in which a thread waits.
 */
#include <ctype.h>
#include <dirent.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pending.h"
#include "select.h"
#include "util.h"

/* Read "NUMBER ARG0 ... ARG5 SP IP". Return the number; -1 if the thread is in no call. */
static int read_call(pid_t pid, pid_t tid, unsigned long long *args)
{
	char *path = print_new("/proc/%d/task/%d/syscall", pid, tid), *text = read_file(path), *at;
	int nr = -1, i;

	/* "running", or "-1" for a thread that waits outside of calls. */
	if (text && isdigit((unsigned char)*text)) {
		nr = strtol(text, &at, 10);
		for (i = 0; i < DECODE_ARGS; i++)
			args[i] = strtoull(at, &at, 16);
	}
	free(text);
	free(path);
	return nr;
}

/* Whether a process has another table of calls than ktrace: a 32-bit program. */
static bool is_foreign(pid_t pid)
{
	char *path = print_new("/proc/%d/exe", pid);
	unsigned char ident[EI_NIDENT] = { };
	FILE *file = fopen(path, "re");

	free(path);
	if (file) {
		if (fread(ident, 1, sizeof(ident), file) != sizeof(ident))
			ident[EI_CLASS] = ELFCLASSNONE;
		fclose(file);
	}
	return ident[EI_CLASS] == ELFCLASS32;
}

static void print_thread(struct print *print, struct events *events, pid_t pid, pid_t tid)
{
	const struct print_form *form = print->form;
	unsigned long long args[DECODE_ARGS];
	int nr = read_call(pid, tid, args);
	const char *name = nr < 0 ? NULL : decode_call_name(nr);
	const struct event *event;
	struct record rec = { .pid = tid };

	if (!name || !select_has_call(&print->opt->sel, name))
		return;
	event = events_named(events, "syscall", name);
	if (!event || !event->call)
		return;
	rec.ts = now_mono();
	rec.event = event;
	if (print_decode_entry(print, &rec, args, DECODE_ARGS, &print->decoded)) {
		print->decoded.nr = nr;
		form->pending(print, &rec, &print->decoded);
	}
}

/**
 * pending_print - print the calls in which the processes of -p are
 * @print:	the output
 * @events:	events of the running kernel
 *
 * Prints nothing in forms for programs, and for a selection that depends on results or paths.
 */
void pending_print(struct print *print, struct events *events)
{
	const struct options *opt = print->opt;
	struct dirent *entry;
	char *path;
	DIR *dir;
	size_t i;

	if (!print->form->pending || opt->split || opt->count_only || select_filters(&opt->sel))
		return;
	for (i = 0; i < opt->nr_pids; i++) {
		if (is_foreign(opt->pids[i]))
			continue;
		path = print_new("/proc/%d/task", opt->pids[i]);
		dir = opendir(path);
		while (dir && (entry = readdir(dir)))
			if (entry->d_name[0] != '.')
				print_thread(print, events, opt->pids[i], atoi(entry->d_name));
		if (dir)
			closedir(dir);
		free(path);
	}
	fflush(print->out);
}
