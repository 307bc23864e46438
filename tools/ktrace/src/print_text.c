// SPDX-License-Identifier: GPL-2.0
/*
 * Records as the kernel's file "trace" shows them, without the columns of the context:
 *
 *             cat-85 [001] 12.345678: read(fd: 3, buf: 0x7f..., count: 65536) = 20 <0.000009>
 */
#include "print.h"

/* Marks behind the result: how the call ended, unless it returned. */
static const char *mark(unsigned int ended)
{
	static const char * const marks[] = {
		[DECODE_REFUSED] = " (refused)", [DECODE_CHANGED] = " (changed)",
		[DECODE_RESTORED] = " (restored)", [DECODE_EXECED] = " (new program)",
		[DECODE_NEVER] = " (did not return)",
		[DECODE_UNSEEN] = " (no memory to follow it)",
	};

	return ended <= DECODE_UNSEEN && marks[ended] ? marks[ended] : "";
}

/* The first @n arguments. */
static void print_args(FILE *out, const struct decoded *call, unsigned int n)
{
	const char *comma = "";
	unsigned int i;

	for (i = 0; i < n; i++) {
		const struct decode_arg *arg = &call->arg[i];

		if (arg->unused)
			continue;
		fputs(comma, out);
		comma = ", ";
		if (arg->name)
			fprintf(out, "%s: ", arg->name);
		fputs(arg->text, out);
		if (arg->changed)
			fputs(" (changed)", out);
	}
}

static void print_result(FILE *out, const struct decoded *call)
{
	if (call->ended == DECODE_NEVER || call->ended == DECODE_UNSEEN)
		fputc('?', out);
	else if (call->error)
		fprintf(out, "%s-%s", call->restarts ? "? " : "", call->error);
	else if (*call->ret_text)
		fputs(call->ret_text, out);
	else
		fprintf(out, "%lld", call->ret);
}

static void print_call(FILE *out, const struct decoded *call)
{
	fprintf(out, "%s(", call->name);
	print_args(out, call, call->nargs);
	fputs(") = ", out);
	print_result(out, call);
	fputs(mark(call->ended), out);
	print_duration(out, call, 6);
}

static void text_record(struct print *print, const struct record *rec,
			const struct decoded *call)
{
	FILE *out = print->out;

	if (rec->event->kind == EVENT_STACK) {
		print_stack(print, rec, " => ");
		return;
	}

	print_time(print, rec->ts);
	fprintf(out, "%16s-%-7d [%03d] %5llu.%06llu: ", tasks_comm(print->tasks, rec),
		rec->pid, rec->cpu, rec->ts / 1000000000, rec->ts / 1000 % 1000000);
	if (call)
		print_call(out, call);
	else
		fprintf(out, "%s: %s", rec->event->tep->name, print_info(print, rec));
	fputc('\n', out);
}

/* An argument of unknown type: small numbers and errors, or else an address. */
static void print_register(FILE *out, unsigned long long value)
{
	if ((int)value == (long long)value || value == (unsigned int)-1)
		fprintf(out, "%d", (int)value);
	else
		fprintf(out, "%#llx", value);
}

/* A comment, as it has no record: what is known of the arguments. */
static void text_pending(struct print *print, const struct record *rec,
			 const struct decoded *call)
{
	unsigned int i;

	fprintf(print->out, "# %s-%d has not returned from %s(", tasks_comm(print->tasks, rec),
		rec->pid, call->name);
	print_args(print->out, call, call->known);
	for (i = call->known; i < call->nargs; i++)
		if (!call->arg[i].unused) {
			fprintf(print->out, "%s%s: ", i ? ", " : "", call->arg[i].name);
			print_register(print->out, call->arg[i].value);
		}
	fputs(")\n", print->out);
}

const struct print_form form_text = {
	.name = "text", .by_cause = true, .record = text_record, .pending = text_pending,
};
