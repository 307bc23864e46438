/* SPDX-License-Identifier: GPL-2.0 */
/* Definition of the events of processes and of their fields, for the files with the hooks. */
#ifndef _KTRACE_PROCESS_FIELD_H
#define _KTRACE_PROCESS_FIELD_H

#include <linux/array_size.h>
#include <linux/stddef.h>

#include "event/event.h"
#include "process/internal.h"

#define FIELD_OF(record, member, ...)					\
	{ .offset = offsetof(struct record, member),			\
	  .size = sizeof_field(struct record, member), __VA_ARGS__ }

/* A task id or another signed number. */
#define FIELD_INT(record, member, field)				\
	FIELD_OF(record, member, .name = field, .type = "int", .is_signed = true)

#define FIELD_UINT(record, member, field)				\
	FIELD_OF(record, member, .name = field, .type = "unsigned int")

#define FIELD_U8(record, member, field)					\
	FIELD_OF(record, member, .name = field, .type = "u8")

#define FIELD_U64(record, member, field)				\
	FIELD_OF(record, member, .name = field, .type = "u64")

#define FIELD_COMM(record, member, field)				\
	{ .name = field, .kind = KTRACE_FIELD_STRING, .size = 1,	\
	  .offset = offsetof(struct record, member), .count = TASK_COMM_LEN }

#define FIELD_STRING(record, member, field)				\
	{ .name = field, .kind = KTRACE_FIELD_STRING, .size = 1,	\
	  .location = KTRACE_FIELD_DATA_LOC, .offset = offsetof(struct record, member) }

/* The members of a struct process_event that all events set alike. */
#define PROCESS_EVENT(_name, _group, _fields)					\
	.event = { .system = "process", .name = _name, .class = &ktrace_process_class }, \
	.group = _group,							\
	.fields = _fields,							\
	.nr_fields = ARRAY_SIZE(_fields)

#endif /* _KTRACE_PROCESS_FIELD_H */
