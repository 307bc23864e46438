// SPDX-License-Identifier: GPL-2.0
/*
 * Compilation of the prefilter of an event: see early.h.
 *
 * Called in task context, under ktrace_event_mutex.
 */
#include <linux/cleanup.h>
#include <linux/slab.h>

#include "buffer/hooks.h"
#include "event/early.h"
#include "event/instance.h"
#include "parse/filter.h"

/* Maximum number of filters in a prefilter: the event's own, and those of triggers. */
#define EARLY_FILTERS_MAX	8

/**
 * struct early_wants - requirements of the only listener of an event
 * @filters:	the program accepts a record if a filter in this array does
 * @trigger:	the only trigger, which needs no record; it gets all hits, or those that
 *		its filter accepts
 * @nr_filters:	number of @filters
 */
struct early_wants {
	const struct ktrace_filter *filters[EARLY_FILTERS_MAX];
	struct ktrace_trigger	*trigger;
	unsigned int		nr_filters;
};

static bool early_add_filter(struct early_wants *wants, const struct ktrace_filter *filter)
{
	if (!filter || wants->nr_filters == EARLY_FILTERS_MAX)
		return false;
	wants->filters[wants->nr_filters++] = filter;
	return true;
}

/*
 * Whether a listener with triggers may get records, for example because the trigger of
 * another event may switch it on.
 */
static bool early_records(const struct ktrace_listener *listener)
{
	return !READ_ONCE(listener->soft_off) || !list_empty(&listener->targeted) ||
	       listener->users & (KTRACE_LISTEN_TRACER | KTRACE_LISTEN_NEXT);
}

/* Collect the requirements of @listener.  Return: false if a prefilter cannot decide. */
static bool early_ask(const struct ktrace_listener *listener, bool by_task,
		      struct early_wants *wants)
{
	const struct ktrace_triggers *triggers =
		rcu_dereference_protected(listener->triggers,
					  lockdep_is_held(&ktrace_event_mutex));
	const struct ktrace_filter *filter =
		rcu_dereference_protected(listener->filter,
					  lockdep_is_held(&ktrace_event_mutex));
	bool records = !triggers || early_records(listener);
	unsigned int i;

	if (records && !early_add_filter(wants, filter))
		return false;
	if (triggers && triggers->nr == 1 && !records && !by_task && triggers->list[0]->at_hand)
		wants->trigger = triggers->list[0];
	for (i = 0; triggers && i < triggers->nr; i++) {
		const struct ktrace_filter *filter = triggers->list[i]->filter;

		if (!filter && wants->trigger)
			break;
		if (!early_add_filter(wants, filter))
			return false;
	}
	return wants->nr_filters || wants->trigger;
}

/* Compile the prefilter.  Return: NULL if it would accept all records, or if out of memory. */
static struct ktrace_event_early *early_make(struct ktrace_event *event,
					     const struct early_wants *wants)
{
	struct ktrace_early_env env = {
		.filters = wants->filters,
		.nr_filters = wants->nr_filters,
		.comm_at = offsetof(struct task_struct, comm),
	};
	const size_t most = ktrace_early_bytes(KTRACE_EARLY_MAX);
	struct ktrace_early *program __free(kfree) = kmalloc(2 * most, GFP_KERNEL);
	struct ktrace_field *fields __free(kfree) = ktrace_event_fields(event, &env.nr_fields);
	struct ktrace_early *begun = (void *)program + most;
	struct ktrace_event_early *early;
	size_t bytes, more = 0;

	BUILD_BUG_ON(offsetof(struct task_struct, comm) > U16_MAX - TASK_COMM_LEN);
	if (!program || !fields)
		return NULL;
	env.fields = fields;
	if (!ktrace_early_make(program, &env))
		return NULL;
	bytes = ktrace_early_bytes(program->nr);
	env.begun = true;
	if (event->class->early && wants->nr_filters && ktrace_early_make(begun, &env))
		more = ktrace_early_bytes(begun->nr);
	early = kzalloc(offsetof(struct ktrace_event_early, program) + bytes + more, GFP_KERNEL);
	if (!early)
		return NULL;
	if (program->exact)
		early->trigger = wants->trigger;
	unsafe_memcpy(&early->program, program, bytes, /* the programs stand at the end */);
	if (more)
		early->begun = memcpy((void *)&early->program + bytes, begun, more);
	return early;
}

/**
 * ktrace_early_refresh - compile and publish the prefilter of an event
 * @event: the event, after a change that affects the prefilter
 * @by_task: hooks must check whether the current task is traced
 *
 * Running hooks may still use the old prefilter.  If out of memory, the event has no
 * prefilter, and filters work on complete records with the same result.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_early_refresh(struct ktrace_event *event, bool by_task)
{
	struct ktrace_event_early *old =
		rcu_dereference_protected(event->early, lockdep_is_held(&ktrace_event_mutex));
	const struct ktrace_listener *only =
		rcu_dereference_protected(event->active, lockdep_is_held(&ktrace_event_mutex));
	struct ktrace_event_early *early = NULL;
	struct early_wants wants = { };

	if (only && !rcu_access_pointer(only->next) && early_ask(only, by_task, &wants))
		early = early_make(event, &wants);
	if (!early && !old)
		return;
	rcu_assign_pointer(event->early, early);
	if (event->class->early)
		event->class->early(event, early, early && early->begun);
	if (!old)
		return;
	ktrace_hooks_wait_offline();
	kfree_rcu(old, rcu);
}
