/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events: declarations shared by the files of this folder.
 *
 *	synth.c		definition, lookup, removal
 *	emit.c		writes records
 *	show.c		fields, format, and records as text
 *	source.c	the file synthetic_events
 */
#ifndef _KTRACE_SYNTH_INTERNAL_H
#define _KTRACE_SYNTH_INTERNAL_H

#include <linux/list.h>

#include "event/dynamic.h"
#include "event/event.h"
#include "parse/synth.h"

/**
 * struct synth_field - a field of a synthetic event
 * @field:	description for other layers
 * @type:	type of one element
 * @keep:	how a record stores the value: enum ktrace_synth_keep
 */
struct synth_field {
	struct ktrace_field	field;
	const struct ktrace_synth_type *type;
	enum ktrace_synth_keep	keep;
};

/**
 * struct ktrace_synth - a synthetic event
 * @event:	the event
 * @dynamic:	entry in the list of dynamic events
 * @node:	entry in synth_list, for ktrace_synth_get()
 * @refs:	number of references
 * @going:	being removed: ktrace_synth_get() skips it
 * @bytes:	size of a record without strings and stacks
 * @nr_behind:	number of strings and stacks of variable length
 * @name:	its name
 * @names:	names of the fields, each zero-terminated
 * @nr:	number of @fields
 * @fields:	the fields
 *
 * synth_lock protects @node, @refs and @going; the rest does not change.
 */
struct ktrace_synth {
	struct ktrace_event	event;
	struct ktrace_dynamic	dynamic;
	struct list_head	node;
	unsigned int		refs;
	bool			going;
	u16			bytes;
	u8			nr_behind;
	char			name[KTRACE_SYNTH_NAME_SIZE];
	char			*names;
	unsigned int		nr;
	struct synth_field	fields[] __counted_by(nr);
};

/* Defined in synth.c */
extern struct ktrace_dynamic_kind ktrace_synth_kind;
int ktrace_synth_command(const char *line, size_t len, bool dynamic,
			 struct ktrace_session *session);

/* Defined in show.c */
void ktrace_synth_print_fmt(const struct ktrace_event *event, struct seq_buf *out);
void ktrace_synth_print_code(const struct ktrace_event *event, const void *rec, u32 len,
			     unsigned int code, struct seq_buf *out);
void ktrace_synth_show_line(const struct ktrace_synth *synth, struct seq_file *m);

static inline struct ktrace_synth *synth_of_event(const struct ktrace_event *event)
{
	return container_of(event, struct ktrace_synth, event);
}

static inline struct ktrace_synth *synth_of_dynamic(const struct ktrace_dynamic *dynamic)
{
	return container_of(dynamic, struct ktrace_synth, dynamic);
}

#endif /* _KTRACE_SYNTH_INTERNAL_H */
