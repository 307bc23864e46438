// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of an event's records: what parse/filter.h is to be told of the event.
 *
 * Called by the control files, in task context.
 */
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "command/knob.h"
#include "event/event.h"
#include "event/event_filter.h"
#include "parse/filter.h"

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
 * ktrace_event_filter_parse - make a filter of a part of a command
 * @command: the command; what is wrong with the filter is refused
 * @text: where in the command's text the filter begins; it goes on to the end
 * @event: whose records it is for
 *
 * Context: task; sleeps.
 * Return: the filter, for ktrace_filter_free(); NULL if the text is "0"; or an errno as a
 * pointer.
 */
struct ktrace_filter *ktrace_event_filter_parse(struct ktrace_command *command,
						const char *text,
						const struct ktrace_event *event)
{
	struct ktrace_filter_env env = {
		.nr_cpus = nr_cpu_ids,
		.function = filter_function,
	};
	struct ktrace_field *fields __free(kfree) =
		ktrace_event_fields(event, &env.nr_fields);
	struct ktrace_filter_error error = { };
	struct ktrace_filter *filter;
	int err;

	if (!fields)
		return ERR_PTR(-ENOMEM);
	env.fields = fields;
	err = ktrace_filter_parse(text, strlen(text), &env, &filter, &error);
	if (!err)
		return filter;
	if (error.code != KTRACE_FILTER_OK) {
		/* By the name that clients expect in error_log. */
		command->who = "event filter parse error";
		ktrace_command_refuse(command, err, text - command->text + error.column,
				      ktrace_filter_error_text(error.code));
	}
	return ERR_PTR(err);
}
