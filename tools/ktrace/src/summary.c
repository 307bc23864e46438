// SPDX-License-Identifier: GPL-2.0
/*
 * Count calls, their time and their errors, and print a table as strace -c does.
 */
#include <stdlib.h>
#include <string.h>

#include "summary.h"
#include "util.h"

/**
 * struct total - the sums of a call
 * @name:	its name
 * @calls:	number of calls
 * @errors:	number of errors that the program saw
 * @ns:		sum of the times
 */
struct total {
	char	*name;
	unsigned long long calls;
	unsigned long long errors;
	unsigned long long ns;
};

/**
 * struct summary - the sums of all calls
 * @total:	the sums
 * @nr:		number of them
 */
struct summary {
	struct total *total;
	size_t	nr;
};

/* Return an empty table. */
struct summary *summary_create(void)
{
	return zalloc(sizeof(struct summary));
}

/* Free a table. */
void summary_destroy(struct summary *summary)
{
	size_t i;

	for (i = 0; i < summary->nr; i++)
		free(summary->total[i].name);
	free(summary->total);
	free(summary);
}

static struct total *find_total(struct summary *summary, const char *name)
{
	struct total *total;
	size_t i;

	for (i = 0; i < summary->nr; i++)
		if (!strcmp(summary->total[i].name, name))
			return &summary->total[i];
	summary->total = grow(summary->total, summary->nr, sizeof(*summary->total));
	total = &summary->total[summary->nr++];
	memset(total, 0, sizeof(*total));
	total->name = strdup_or_die(name);
	return total;
}

/**
 * summary_add - count a call
 * @summary:	the table
 * @call:	the call
 * @ns:		its time
 */
void summary_add(struct summary *summary, const struct decoded *call, unsigned long long ns)
{
	struct total *total = find_total(summary, call->name);

	total->calls++;
	total->ns += ns;
	if (call->failed && !call->restarts)
		total->errors++;
}

static int by_number(unsigned long long a, unsigned long long b)
{
	return a < b ? 1 : a > b ? -1 : 0;
}

static int by_time(const void *a, const void *b)
{
	return by_number(((struct total *)a)->ns, ((struct total *)b)->ns);
}

static int by_calls(const void *a, const void *b)
{
	return by_number(((struct total *)a)->calls, ((struct total *)b)->calls);
}

static int by_errors(const void *a, const void *b)
{
	return by_number(((struct total *)a)->errors, ((struct total *)b)->errors);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((struct total *)a)->name, ((struct total *)b)->name);
}

/* The columns by which -S sorts. */
static const struct {
	const char *name;
	int (*compare)(const void *a, const void *b);
} columns[] = {
	{ "time", by_time }, { "time-total", by_time }, { "total-time", by_time },
	{ "calls", by_calls }, { "count", by_calls },
	{ "errors", by_errors }, { "error", by_errors },
	{ "name", by_name }, { "syscall", by_name }, { "syscall-name", by_name },
	{ "nothing", NULL }, { "none", NULL },
};

/* Return true if -S knows the column. */
bool summary_can_sort(const char *sort)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(columns); i++)
		if (!strcmp(columns[i].name, sort))
			return true;
	return false;
}

static void print_row(FILE *out, const struct total *total, unsigned long long all)
{
	double share = all ? 100.0 * total->ns / all : 0;

	fprintf(out, "%6.2f %11.6f %11llu %9llu ", share, total->ns / 1e9,
		total->calls ? total->ns / 1000 / total->calls : 0, total->calls);
	if (total->errors)
		fprintf(out, "%9llu %s\n", total->errors, total->name);
	else
		fprintf(out, "%9s %s\n", "", total->name);
}

/**
 * summary_print - print a table
 * @summary:	the table
 * @out:	where to print
 * @sort:	a column that summary_can_sort() knows; NULL for the time
 */
void summary_print(struct summary *summary, FILE *out, const char *sort)
{
	static const char line[] =
		"------ ----------- ----------- --------- --------- ----------------\n";
	struct total all = { .name = "total" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(columns); i++)
		if (!strcmp(columns[i].name, sort ?: "time") && columns[i].compare)
			qsort(summary->total, summary->nr, sizeof(*summary->total),
			      columns[i].compare);
	for (i = 0; i < summary->nr; i++) {
		all.calls += summary->total[i].calls;
		all.errors += summary->total[i].errors;
		all.ns += summary->total[i].ns;
	}
	fprintf(out, "%% time     seconds  usecs/call     calls    errors syscall\n%s", line);
	for (i = 0; i < summary->nr; i++)
		print_row(out, &summary->total[i], all.ns);
	fputs(line, out);
	print_row(out, &all, all.ns);
}
