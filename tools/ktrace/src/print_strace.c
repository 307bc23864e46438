// SPDX-License-Identifier: GPL-2.0
/*
 * Records in the form of strace:
 *
 *	[pid    85] openat(AT_FDCWD, "/no/file", O_RDONLY) = -1 ENOENT (No such file or directory)
 *	--- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---
 *	+++ exited with 1 +++
 *
 * A call is printed when it has returned, so no call is "unfinished".
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"
#include "util.h"

/* The column of the result. */
#define RESULT_COLUMN	40

/* What strace says of errors that the program does not see. */
static const struct {
	const char *name, *text;
} restarts[] = {
	{ "ERESTARTSYS", "To be restarted if SA_RESTART is set" },
	{ "ERESTARTNOINTR", "To be restarted" },
	{ "ERESTARTNOHAND", "To be restarted if no handler" },
	{ "ERESTART_RESTARTBLOCK", "Interrupted by signal" },
};

static void print_error(FILE *out, const struct decoded *call)
{
	size_t i;

	if (!call->restarts) {
		fprintf(out, "-1 %s (%s)", call->error, strerror(-call->ret));
		return;
	}
	for (i = 0; i < ARRAY_SIZE(restarts); i++)
		if (!strcmp(restarts[i].name, call->error))
			fprintf(out, "? %s (%s)", call->error, restarts[i].text);
}

static void print_result(FILE *out, const struct decoded *call)
{
	if (call->ended == DECODE_NEVER || call->ended == DECODE_UNSEEN)
		fputc('?', out);
	else if (call->error)
		print_error(out, call);
	else if (call->failed)
		fprintf(out, "-1 (errno %lld)", -call->ret);
	else if (*call->ret_text)
		fputs(call->ret_text, out);
	else
		fprintf(out, "%lld", call->ret);
}

static void print_call(struct print *print, const struct decoded *call)
{
	const char *comma = "";
	FILE *out = print->out;
	unsigned int i;
	int column;

	column = fprintf(out, "%s(", call->name);
	for (i = 0; i < call->nargs; i++) {
		if (call->arg[i].unused)
			continue;
		column += fprintf(out, "%s%s", comma, call->arg[i].text);
		comma = ", ";
	}
	column += fprintf(out, ") ");
	if (column < RESULT_COLUMN)
		fprintf(out, "%*s", RESULT_COLUMN - column, "");
	fputs("= ", out);
	print_result(out, call);
	if (print->opt->durations)
		fprintf(out, " <%llu.%06llu>", call->duration / 1000000000,
			call->duration / 1000 % 1000000);
}

static void print_signal_name(FILE *out, unsigned int signal)
{
	const char *name = decode_signal(signal);

	if (name)
		fputs(name, out);
	else
		fprintf(out, "SIGRT_%u", signal - 32);
}

static void print_signal(FILE *out, const struct record *rec)
{
	int signal = event_number(rec, "sig"), code = event_number(rec, "code");
	const char *name = decode_si_code(signal, code);

	fputs("--- ", out);
	print_signal_name(out, signal);
	fputs(" {si_signo=", out);
	print_signal_name(out, signal);
	if (name)
		fprintf(out, ", si_code=%s} ---", name);
	else
		fprintf(out, ", si_code=%#x} ---", code);
}

static void print_exit(FILE *out, const struct record *rec)
{
	unsigned int signal = event_number(rec, "signal");

	if (signal) {
		fputs("+++ killed by ", out);
		print_signal_name(out, signal);
		fprintf(out, "%s +++", event_number(rec, "core") ? " (core dumped)" : "");
	} else {
		fprintf(out, "+++ exited with %llu +++", event_number(rec, "code"));
	}
}

/**
 * print_strace - print a record in the form of strace
 * @print:	the output
 * @rec:	the record
 * @call:	the decoded call, or NULL
 */
void print_strace(struct print *print, const struct record *rec,
		  const struct decoded *call)
{
	FILE *out = print->out;

	/* strace shows only the end of a task that SIGKILL ends. */
	if (rec->event->kind == EVENT_SIGNAL && event_number(rec, "sig") == SIGKILL)
		return;
	/* Make the task known, which counts the tasks. */
	tasks_comm(print->tasks, rec);
	if (print->opt->output || print->opt->input)
		fprintf(out, "%-5d ", rec->pid);
	else if (tasks_alive(print->tasks) > 1)
		fprintf(out, "[pid %5d] ", rec->pid);
	print_time(print, rec->ts - (call ? call->duration : 0));
	if (call)
		print_call(print, call);
	else if (rec->event->kind == EVENT_SIGNAL)
		print_signal(out, rec);
	else if (rec->event->kind == EVENT_EXIT)
		print_exit(out, rec);
	else
		fprintf(out, "%s:%s(%s)", rec->event->tep->system, rec->event->tep->name,
			print_info(print, rec));
	fputc('\n', out);
}
