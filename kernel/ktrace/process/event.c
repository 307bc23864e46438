// SPDX-License-Identifier: GPL-2.0
/* What the events of processes share: their class, and the state of this event source. */
#include <linux/cache.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "process/internal.h"

static const struct process_event *to_process(const struct ktrace_event *event)
{
	return container_of_const(event, struct process_event, event);
}

static int process_enable(struct ktrace_event *event)
{
	return to_process(event)->watch();
}

static void process_disable(struct ktrace_event *event)
{
	to_process(event)->unwatch();
}

static bool process_field(const struct ktrace_event *event, unsigned int i,
			  struct ktrace_field *field)
{
	if (i >= to_process(event)->nr_fields)
		return false;
	*field = to_process(event)->fields[i];
	return true;
}

static void process_print(const struct ktrace_event *event, const void *rec, u32 len,
			  struct seq_buf *out)
{
	seq_buf_puts(out, event->name);
	seq_buf_puts(out, ": ");
	if (len < to_process(event)->bytes)
		seq_buf_puts(out, "(short record)");
	else
		to_process(event)->print(rec, len, out);
}

static void process_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	seq_buf_puts(out, to_process(event)->print_fmt);
}

const struct ktrace_class ktrace_process_class = {
	.enable		= process_enable,
	.disable	= process_disable,
	.field		= process_field,
	.print		= process_print,
	.print_fmt	= process_print_fmt,
};

/**
 * ktrace_process_group - get the group of an event
 * @event:	any event
 *
 * Return: enum process_group; PROCESS_GROUPS if the event belongs to none.
 */
enum process_group ktrace_process_group(const struct ktrace_event *event)
{
	if (event->class == &ktrace_process_class)
		return to_process(event)->group;
	/* Compare the name: the events of system calls may not be built. */
	return strcmp(event->system, "syscall") ? PROCESS_GROUPS : PROCESS_SYSCALLS;
}

/* Index of the data of the event source "process" in an instance. */
unsigned int ktrace_process_slot __ro_after_init;

/**
 * ktrace_process_instance - get the state of the event source "process" in an instance
 * @instance:	the instance
 *
 * Context: any; the caller keeps the instance alive.
 * Return: the state; NULL if the instance has no control files yet or any more.
 */
struct process_instance *ktrace_process_instance(const struct ktrace_instance *instance)
{
	return ktrace_source_kept(ktrace_process_slot, instance);
}
