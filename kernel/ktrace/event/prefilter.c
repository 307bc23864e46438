// SPDX-License-Identifier: GPL-2.0
/*
 * Compilation of the prefilter of an event: see prefilter.h.
 *
 * Called in task context, under ktrace_event_mutex.
 */
#include <linux/cleanup.h>
#include <linux/slab.h>

#include "buffer/hooks.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/prefilter.h"
#include "parse/filter.h"

/* Maximum number of filters in a prefilter: the event's own, and those of triggers. */
#define PREFILTER_FILTERS_MAX	8

/**
 * struct prefilter_wants - what the prefilter of an event with one listener must accept
 * @filters:	filters of the listener and of its triggers: the prefilter accepts a hit if
 *		any of them may accept the record
 * @trigger:	the only trigger, if it can run without a record and the listener records
 *		nothing. Hooks then call the trigger for each hit that the prefilter accepts.
 *		NULL: hooks build a record for each accepted hit
 * @nr_filters:	number of @filters
 */
struct prefilter_wants {
	const struct ktrace_filter *filters[PREFILTER_FILTERS_MAX];
	struct ktrace_trigger	*trigger;
	unsigned int		nr_filters;
};

static bool prefilter_add_filter(struct prefilter_wants *wants, const struct ktrace_filter *filter)
{
	if (!filter || wants->nr_filters == PREFILTER_FILTERS_MAX)
		return false;
	wants->filters[wants->nr_filters++] = filter;
	return true;
}

/*
 * Whether a listener with triggers may get records, for example because the trigger of
 * another event may switch it on.
 */
static bool prefilter_needs_records(const struct ktrace_listener *listener)
{
	return !READ_ONCE(listener->soft_off) || !list_empty(&listener->targeted) ||
	       listener->users & (KTRACE_LISTEN_TRACER | KTRACE_LISTEN_NEXT);
}

/* Collect the requirements of @listener.  Return: false if a prefilter cannot decide. */
static bool prefilter_ask(const struct ktrace_listener *listener, bool by_task,
			  struct prefilter_wants *wants)
{
	const struct ktrace_triggers *triggers =
		rcu_dereference_protected(listener->triggers,
					  lockdep_is_held(&ktrace_event_mutex));
	const struct ktrace_filter *filter =
		rcu_dereference_protected(listener->filter,
					  lockdep_is_held(&ktrace_event_mutex));
	bool records = !triggers || prefilter_needs_records(listener);
	unsigned int i;

	if (records && !prefilter_add_filter(wants, filter))
		return false;
	if (triggers && triggers->nr == 1 && !records && !by_task &&
	    triggers->list[0]->hit_available)
		wants->trigger = triggers->list[0];
	for (i = 0; triggers && i < triggers->nr; i++) {
		const struct ktrace_filter *filter = triggers->list[i]->filter;

		if (!filter && wants->trigger)
			break;
		if (!prefilter_add_filter(wants, filter))
			return false;
	}
	return wants->nr_filters || wants->trigger;
}

/* Compile the prefilter.  Return: NULL if it would accept all records, or if out of memory. */
static struct ktrace_event_prefilter *prefilter_compile(struct ktrace_event *event,
							const struct prefilter_wants *wants)
{
	struct ktrace_prefilter_env env = {
		.filters = wants->filters,
		.nr_filters = wants->nr_filters,
		.comm_at = offsetof(struct task_struct, comm),
	};
	const size_t most = ktrace_prefilter_bytes(KTRACE_PREFILTER_MAX);
	struct ktrace_prefilter *program __free(kfree) = kmalloc(2 * most, GFP_KERNEL);
	struct ktrace_field *fields __free(kfree) = ktrace_event_fields(event, &env.nr_fields);
	struct ktrace_prefilter *at_entry = (void *)program + most;
	struct ktrace_event_prefilter *prefilter;
	size_t bytes, more = 0;

	BUILD_BUG_ON(offsetof(struct task_struct, comm) > U16_MAX - TASK_COMM_LEN);
	if (!program || !fields)
		return NULL;
	env.fields = fields;
	if (!ktrace_prefilter_compile(program, &env))
		return NULL;
	bytes = ktrace_prefilter_bytes(program->nr);
	env.at_entry = true;
	if (event->class->prefilter && wants->nr_filters &&
	    ktrace_prefilter_compile(at_entry, &env))
		more = ktrace_prefilter_bytes(at_entry->nr);
	prefilter = kzalloc(offsetof(struct ktrace_event_prefilter, program) + bytes + more,
			    GFP_KERNEL);
	if (!prefilter)
		return NULL;
	if (program->exact)
		prefilter->trigger = wants->trigger;
	unsafe_memcpy(&prefilter->program, program, bytes, /* the programs follow the struct */);
	if (more)
		prefilter->at_entry = memcpy((void *)&prefilter->program + bytes, at_entry, more);
	return prefilter;
}

/**
 * ktrace_prefilter_refresh - compile and publish the prefilter of an event
 * @event: the event, after a change that affects the prefilter
 * @by_task: hooks must check whether the current task is traced
 *
 * Running hooks may still use the old prefilter.  If out of memory, the event has no
 * prefilter, and filters work on complete records with the same result.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_prefilter_refresh(struct ktrace_event *event, bool by_task)
{
	struct ktrace_event_prefilter *old =
		rcu_dereference_protected(event->prefilter, lockdep_is_held(&ktrace_event_mutex));
	const struct ktrace_listener *only =
		rcu_dereference_protected(event->active, lockdep_is_held(&ktrace_event_mutex));
	struct ktrace_event_prefilter *prefilter = NULL;
	struct prefilter_wants wants = { };

	if (only && !rcu_access_pointer(only->next) && prefilter_ask(only, by_task, &wants))
		prefilter = prefilter_compile(event, &wants);
	if (!prefilter && !old)
		return;
	rcu_assign_pointer(event->prefilter, prefilter);
	if (event->class->prefilter)
		event->class->prefilter(event, prefilter, prefilter && prefilter->at_entry);
	if (!old)
		return;
	ktrace_hooks_wait_offline();
	kfree_rcu(old, rcu);
}
