/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events: what the files of this folder share.
 *
 *	synth.c		definitions: made, looked for by name, removed
 *	emit.c		one happens
 *	show.c		what they consist of, and their records as text
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
 * @field:	as the rest of ktrace sees it
 * @type:	its type, of one element
 * @keep:	how its value is kept
 */
struct synth_field {
	struct ktrace_field	field;
	const struct ktrace_synth_type *type;
	enum ktrace_synth_keep	keep;
};

/**
 * struct ktrace_synth - a synthetic event
 * @event:	what the rest of ktrace sees
 * @dynamic:	in the list of what lines have defined
 * @node:	in the list of those that can be got
 * @refs:	how many have got it
 * @going:	it is about to be removed, and nobody gets it any more
 * @bytes:	of a record without what stands behind the fields
 * @nr_behind:	how many fields have something there
 * @name:	its name
 * @names:	names of the fields, each with its zero
 * @nr:		how many @fields
 * @fields:	the fields
 *
 * @node, @refs and @going are under synth_lock; the rest does not change.
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

/* synth.c */
extern struct ktrace_dynamic_kind ktrace_synth_kind;
int ktrace_synth_command(const char *line, size_t len, bool dynamic);

/* show.c */
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
