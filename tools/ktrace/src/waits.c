// SPDX-License-Identifier: GPL-2.0
/*
 * When tasks did not run, from the records of sched_switch.
 *
 * A task that is switched out inside a call waits for the call, or for a CPU. The record of
 * the call comes when the call returns, so the waits of a task are kept until then.
 */
#include <stdlib.h>
#include <string.h>

#include "util.h"
#include "waits.h"

#define BUCKETS		1024
/* More waits since the last call are merged in pairs. */
#define WAITS_MAX	4096
/* The bits X and Z of prev_state: the task has exited. */
#define STATES_DEAD	0x30

/**
 * struct wait - a time in which a task did not run
 * @since:	its beginning
 * @ns:		its length
 * @stack:	the id of the user stack, or 0
 */
struct wait {
	unsigned long long since;
	unsigned long long ns;
	unsigned int	stack;
};

/**
 * struct waiter - a task
 * @next:	the next one of the bucket
 * @pid:	its number
 * @out:	the task is switched out since the beginning of the last of @wait
 * @nr:		number of @wait
 * @wait:	the waits since the last call
 */
struct waiter {
	struct waiter	*next;
	int		pid;
	bool		out;
	size_t		nr;
	struct wait	*wait;
};

/**
 * struct waits - the tasks that have been switched out
 * @bucket:	the tasks by number
 */
struct waits {
	struct waiter	*bucket[BUCKETS];
};

/* Return an empty set. */
struct waits *waits_create(void)
{
	return zalloc(sizeof(struct waits));
}

static struct waiter **waiter_place(struct waits *waits, int pid)
{
	struct waiter **at = &waits->bucket[(unsigned int)pid % BUCKETS];

	while (*at && (*at)->pid != pid)
		at = &(*at)->next;
	return at;
}

/* Forget a task that has exited. */
void waits_exit(struct waits *waits, int pid)
{
	struct waiter **at = waiter_place(waits, pid), *waiter = *at;

	if (!waiter)
		return;
	*at = waiter->next;
	free(waiter->wait);
	free(waiter);
}

/* Free the set. */
void waits_destroy(struct waits *waits)
{
	int i;

	for (i = 0; i < BUCKETS; i++)
		while (waits->bucket[i])
			waits_exit(waits, waits->bucket[i]->pid);
	free(waits);
}

/* Merge each two neighbours: their sum remains exact. */
static void merge_waits(struct waiter *waiter)
{
	size_t i;

	for (i = 0; i < waiter->nr / 2; i++) {
		waiter->wait[i] = waiter->wait[2 * i];
		waiter->wait[i].ns += waiter->wait[2 * i + 1].ns;
	}
	waiter->nr /= 2;
}

static void switch_out(struct waits *waits, int pid, unsigned long long ts)
{
	struct waiter **at = waiter_place(waits, pid), *waiter = *at;

	if (!waiter) {
		waiter = zalloc(sizeof(*waiter));
		waiter->pid = pid;
		*at = waiter;
	}
	if (waiter->nr == WAITS_MAX)
		merge_waits(waiter);
	waiter->wait = grow(waiter->wait, waiter->nr, sizeof(*waiter->wait));
	waiter->wait[waiter->nr++] = (struct wait){ .since = ts };
	waiter->out = true;
}

static void switch_in(struct waits *waits, int pid, unsigned long long ts)
{
	struct waiter *waiter = *waiter_place(waits, pid);
	struct wait *last;

	if (!waiter || !waiter->out)
		return;
	waiter->out = false;
	last = &waiter->wait[waiter->nr - 1];
	last->ns = ts - last->since;
}

/* Take a record of sched_switch. */
void waits_switch(struct waits *waits, const struct record *rec)
{
	int prev = event_number(rec, "prev_pid"), next = event_number(rec, "next_pid");

	if (next)
		switch_in(waits, next, rec->ts);
	if (prev && !(event_number(rec, "prev_state") & STATES_DEAD))
		switch_out(waits, prev, rec->ts);
}

/* The task that is switched out has this user stack. */
void waits_stack(struct waits *waits, int pid, unsigned int stack)
{
	struct waiter *waiter = *waiter_place(waits, pid);

	if (waiter && waiter->out)
		waiter->wait[waiter->nr - 1].stack = stack;
}

/**
 * waits_in_call - how long a call has waited
 * @waits:	the set
 * @pid:	the task whose call has returned
 * @entered:	time of the entry
 * @call:	name of the call, for @each
 * @each:	called for each wait since the previous call, or NULL
 * @data:	for @each
 *
 * Return: the sum of the waits since @entered, in ns.
 */
unsigned long long waits_in_call(struct waits *waits, int pid, unsigned long long entered,
				 const char *call, waits_fn *each, void *data)
{
	struct waiter *waiter = *waiter_place(waits, pid);
	unsigned long long sum = 0;
	size_t i;

	if (!waiter || waiter->out)
		return 0;
	for (i = 0; i < waiter->nr; i++) {
		const struct wait *wait = &waiter->wait[i];
		bool inside = wait->since >= entered;

		if (inside)
			sum += wait->ns;
		if (each)
			each(data, pid, inside ? call : NULL, wait->stack, wait->ns);
	}
	waiter->nr = 0;
	return sum;
}
