/* SPDX-License-Identifier: GPL-2.0 */
/* When tasks did not run: the time in calls, and stacks of waiting. */
#ifndef _KTRACE_WAITS_H
#define _KTRACE_WAITS_H

#include "events.h"

struct waits;

/* Called for each wait: who waited how long, in which call (or NULL), and the stack's id. */
typedef void waits_fn(void *data, int pid, const char *call, unsigned int stack,
		      unsigned long long ns);

struct waits *waits_create(void);
void waits_destroy(struct waits *waits);
void waits_switch(struct waits *waits, const struct record *rec);
void waits_stack(struct waits *waits, int pid, unsigned int stack);
unsigned long long waits_in_call(struct waits *waits, int pid, unsigned long long entered,
				 const char *call, waits_fn *each, void *data);
void waits_exit(struct waits *waits, int pid);

#endif /* _KTRACE_WAITS_H */
