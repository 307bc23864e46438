// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of an event's records: parse them with the event's fields, and publish them.
 *
 * Called by the control files, in task context.
 */
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "buffer/hooks.h"
#include "command/knob.h"
#include "event/event_filter.h"
#include "event/listener.h"
#include "parse/filter.h"
#include "parse/span.h"

/* struct ktrace_filter_env.function */
static int filter_function(struct ktrace_span name, u64 *start, u64 *bytes)
{
	unsigned long address = *start, size, offset;

	if (name.n) {
		char *symbol __free(kfree) = kmemdup_nul(name.s, name.n, GFP_KERNEL);

		if (!symbol)
			return -ENOMEM;
		address = kallsyms_lookup_name(symbol);
	}
	if (!address || !kallsyms_lookup_size_offset(address, &size, &offset))
		return -ENOENT;
	*start = address - offset;
	*bytes = size;
	return 0;
}

/**
 * ktrace_event_filter_parse - parse a part of a command as filter
 * @command: the command, which is refused on an error in the filter
 * @text: the filter, a part of the command's text
 * @event: the event
 *
 * Context: task; sleeps.
 * Return: the filter, for ktrace_filter_free(); NULL if the text is "0"; or an errno as a
 * pointer.
 */
struct ktrace_filter *ktrace_event_filter_parse(struct ktrace_command *command,
						struct ktrace_span text,
						const struct ktrace_event *event)
{
	struct ktrace_filter_env env = {
		.nr_cpus = nr_cpu_ids,
		.function = filter_function,
	};
	struct ktrace_field *fields __free(kfree) =
		ktrace_event_fields(event, &env.nr_fields);
	struct ktrace_parse_error error = { };
	struct ktrace_filter *filter;
	int err;

	if (!fields)
		return ERR_PTR(-ENOMEM);
	env.fields = fields;
	err = ktrace_filter_parse(text.s, text.n, &env, &filter, &error);
	if (!err)
		return filter;
	if (error.code != KTRACE_FILTER_OK) {
		/* Use the name that clients expect in error_log. */
		command->who = "event filter parse error";
		ktrace_command_refuse(command, err, text.s - command->text + error.column,
				      ktrace_filter_messages[error.code].text);
	}
	return ERR_PTR(err);
}

/* Allocate room for another change.  Return: 0 or -ENOMEM. */
static int batch_grow(struct ktrace_filter_batch *batch)
{
	unsigned int room = batch->room ? 2 * batch->room : 8;
	struct ktrace_filter_change *changes;

	if (batch->nr < batch->room)
		return 0;
	changes = kvmalloc_array(room, sizeof(*changes), GFP_KERNEL);
	if (!changes)
		return -ENOMEM;
	if (batch->nr)
		memcpy(changes, batch->changes, batch->nr * sizeof(*changes));
	kvfree(batch->changes);
	batch->changes = changes;
	batch->room = room;
	return 0;
}

/**
 * ktrace_filter_batch_add - parse a command as the next filter of a listener
 * @batch: the batch
 * @command: text of the filter; "0" for none
 * @listener: the listener; at most once in a batch
 *
 * Context: task; sleeps; under ktrace_event_mutex, which the caller must hold until the
 * batch is published or abandoned.
 * Return: 0; or an errno after nothing was added; the command has the reason.
 */
int ktrace_filter_batch_add(struct ktrace_filter_batch *batch, struct ktrace_command *command,
			    struct ktrace_listener *listener)
{
	struct ktrace_filter *filter = NULL;
	int err = batch_grow(batch);

	lockdep_assert_held(&ktrace_event_mutex);
	if (err)
		return err;
	if (strcmp(ktrace_skip_space(command->text), "0"))
		filter = ktrace_event_filter_parse(command, ktrace_span_of(command->text),
						   listener->event);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	batch->changes[batch->nr++] = (struct ktrace_filter_change) { listener, filter };
	return 0;
}

/**
 * ktrace_filter_batch_publish - publish the filters of all listeners of a batch
 * @batch: the batch
 *
 * Hooks that start afterwards use the new filters.  Running hooks may still use the old
 * ones: ktrace_filter_batch_end() waits for them.
 *
 * Context: task; sleeps; under ktrace_event_mutex.  Cannot fail.
 */
void ktrace_filter_batch_publish(struct ktrace_filter_batch *batch)
{
	struct ktrace_filter_change *change;

	for (change = batch->changes; change < batch->changes + batch->nr; change++)
		change->filter = ktrace_listener_swap_filter(change->listener, change->filter);
	batch->published = true;
}

/**
 * ktrace_filter_batch_end - free the filters of a batch
 * @batch: the batch: if it was published, frees the replaced filters, else the new ones
 *
 * When this returns, every hook uses the published filters.
 *
 * Context: task; sleeps, for one grace period if filters were published: call it without
 * ktrace_event_mutex.
 */
void ktrace_filter_batch_end(struct ktrace_filter_batch *batch)
{
	struct ktrace_filter_change *change;

	if (batch->published && batch->nr)
		ktrace_hooks_synchronize();
	for (change = batch->changes; change < batch->changes + batch->nr; change++)
		ktrace_filter_free(change->filter);
	kvfree(batch->changes);
}
