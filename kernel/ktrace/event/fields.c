// SPDX-License-Identifier: GPL-2.0
/*
 * The fields of an event's records: common fields, and those of the event's class.
 *
 * Called in task context.
 */
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "event/listener.h"

/**
 * ktrace_event_fields - list the fields of an event
 * @event: the event
 * @nr: set to the number of fields
 *
 * The first KTRACE_COMMON_FIELDS are common to all events; those of the event's class follow.
 * Names that are no fields, for example comm, are not listed.
 *
 * Context: task; sleeps; under ktrace_event_mutex, because options/call-time changes the
 * fields of complete records.
 * Return: the fields, to be freed by kfree(); NULL if out of memory.
 */
struct ktrace_field *ktrace_event_fields(const struct ktrace_event *event,
					 unsigned int *nr)
{
	static const struct ktrace_field common[KTRACE_COMMON_FIELDS] = {
		{ .name = "common_type", .type = "unsigned short", .size = 2, .offset = 0 },
		{ .name = "common_flags", .type = "unsigned char", .size = 1, .offset = 2 },
		{ .name = "common_preempt_count", .type = "unsigned char", .size = 1,
		  .offset = 3 },
		{ .name = "common_pid", .type = "int", .size = 4, .is_signed = true,
		  .offset = 4, .avail = KTRACE_AVAIL_TASK,
		  .at = offsetof(struct task_struct, pid) },
	};
	struct ktrace_field *fields, field;
	unsigned int count = 0, i;

	while (event->class->field(event, count, &field))
		count++;
	fields = kcalloc(ARRAY_SIZE(common) + count, sizeof(*fields), GFP_KERNEL);
	if (!fields)
		return NULL;
	memcpy(fields, common, sizeof(common));
	for (i = 0; i < count; i++)
		event->class->field(event, i, &fields[ARRAY_SIZE(common) + i]);
	*nr = ARRAY_SIZE(common) + count;
	return fields;
}
