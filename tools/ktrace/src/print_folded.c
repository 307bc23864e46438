// SPDX-License-Identifier: GPL-2.0
/*
 * Folded stacks, the input of flame graphs: a line for each stack, the outermost function
 * first, and its weight.
 *
 *	dd;main;read_all;read 1520
 *
 * On the CPU the weight is a number of ticks of the clock. Off the CPU it is a time in us,
 * and the last name is the system call that waited, or [preempted] outside of a call.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"
#include "symbols.h"
#include "util.h"
#include "waits.h"

#define BUCKETS		4096
#define CPUS_MAX	1024

/**
 * struct line - a line of the output
 * @next:	the next one of the bucket
 * @text:	the stack
 * @weight:	its weight; 0 if it is only the beginning of other lines
 * @id:		1 + its index in struct folded.stack, or 0
 */
struct line {
	struct line	*next;
	char		*text;
	unsigned long long weight;
	unsigned int	id;
};

/**
 * struct folded - the state of the form
 * @bucket:	the lines
 * @nr:		number of @stack
 * @stack:	the lines that waits refer to
 * @ticked:	the last record of each CPU was a tick
 */
struct folded {
	struct line	*bucket[BUCKETS];
	unsigned int	nr;
	struct line	**stack;
	bool		ticked[CPUS_MAX];
};

static struct line *get_line(struct folded *folded, const char *text)
{
	unsigned int hash = 5381;
	struct line **at, *line;
	const char *c;

	for (c = text; *c; c++)
		hash = hash * 33 + (unsigned char)*c;
	at = &folded->bucket[hash % BUCKETS];
	while (*at && strcmp((*at)->text, text))
		at = &(*at)->next;
	if (*at)
		return *at;
	line = zalloc(sizeof(*line));
	line->text = strdup_or_die(text);
	*at = line;
	return line;
}

/*
 * Readers split a line at the separators and at the last space, and end it at any character that
 * ends a line of text; they drop a stack, or the whole file, if a name is empty.
 */
static void add_name(FILE *text, const char *name)
{
	if (!*name)
		fputs("[no name]", text);
	for (; *name; name++)
		fputc(*name == ';' || iscntrl((unsigned char)*name) ? '_' : *name, text);
}

/* Return the names of a task and of the functions of its stack. The caller frees the text. */
static char *stack_text(struct print *print, const struct record *rec,
			const unsigned long long *at, unsigned int n)
{
	char *text = NULL;
	size_t len = 0;
	FILE *stream = open_memstream(&text, &len);

	if (!stream)
		die("out of memory");
	add_name(stream, tasks_comm(print->tasks, rec));
	while (n) {
		fputc(';', stream);
		add_name(stream, symbols_function(print->symbols, rec->pid, at[--n]));
	}
	fclose(stream);
	return text;
}

/* Return the line of a user stack. */
static struct line *stack_line(struct print *print, const struct record *rec)
{
	unsigned long long at[STACK_MAX];
	unsigned int n = event_stack(rec, at, STACK_MAX);
	char *text = stack_text(print, rec, at, n);
	struct line *line = get_line(print->state, text);

	free(text);
	return line;
}

static void take_stack(struct print *print, const struct record *rec)
{
	struct folded *folded = print->state;
	unsigned int cpu = (unsigned int)rec->cpu % CPUS_MAX;
	struct line *line;

	if (print->opt->off_cpu) {
		line = stack_line(print, rec);
		if (!line->id) {
			folded->stack = grow(folded->stack, folded->nr, sizeof(*folded->stack));
			folded->stack[folded->nr] = line;
			line->id = ++folded->nr;
		}
		waits_stack(print->waits, rec->pid, line->id);
	} else if (folded->ticked[cpu]) {
		stack_line(print, rec)->weight++;
		print->records++;
	}
	folded->ticked[cpu] = false;
}

/* waits_fn: a wait has ended. */
static void add_wait(void *data, int pid, const char *call, unsigned int stack,
		     unsigned long long ns)
{
	struct print *print = data;
	struct folded *folded = print->state;
	struct record rec = { .pid = pid };
	char *comm = stack ? NULL : stack_text(print, &rec, NULL, 0);
	char *text;

	text = print_new("%s;%s", stack ? folded->stack[stack - 1]->text : comm,
			 call ?: "[preempted]");
	get_line(folded, text)->weight += ns / 1000;
	free(text);
	free(comm);
}

static void folded_begin(struct print *print)
{
	print->state = zalloc(sizeof(struct folded));
}

static void folded_record(struct print *print, const struct record *rec,
			  const struct decoded *call)
{
	if (rec->event->kind == EVENT_STACK)
		take_stack(print, rec);
	else if (call)
		waits_in_call(print->waits, rec->pid, rec->ts - call->duration, call->name,
			      add_wait, print);
}

static void folded_hidden(struct print *print, const struct record *rec)
{
	struct folded *folded = print->state;

	folded->ticked[(unsigned int)rec->cpu % CPUS_MAX] = rec->event->kind == EVENT_TICK;
}

static void folded_end(struct print *print)
{
	struct folded *folded = print->state;
	struct line *line;
	int i;

	for (i = 0; i < BUCKETS; i++)
		while ((line = folded->bucket[i])) {
			if (line->weight)
				fprintf(print->out, "%s %llu\n", line->text, line->weight);
			folded->bucket[i] = line->next;
			free(line->text);
			free(line);
		}
	free(folded->stack);
	free(folded);
}

const struct print_form form_folded = {
	.name = "folded", .begin = folded_begin, .record = folded_record,
	.take_hidden = folded_hidden, .end = folded_end,
};
