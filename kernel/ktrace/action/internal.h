/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: what the files of this folder share.
 *
 *	trigger.c	the file trigger: what is set, and removed
 *	switch.c	triggers that switch recording, take snapshots and stacks
 *	print.c		records of text, and of bytes
 *	marker.c	the files trace_marker and trace_marker_raw
 *	printk.h	trace_printk(), and what else kernel code calls
 *	hist.c		histograms: their triggers, made and removed
 *	hist_link.c	those with variables and actions: what they name, found and held
 *	hist_hit.c	a hit is counted
 *	hist_run.c	the same with variables and actions
 *	hist_table.c	in a table without locks
 *	hist_show.c	the file hist
 *	source.c	what all of it is announced by
 */
#ifndef _KTRACE_ACTION_INTERNAL_H
#define _KTRACE_ACTION_INTERNAL_H

#include <linux/math.h>
#include <linux/string.h>

#include "buffer/buffer.h"
#include "command/knob.h"
#include "event/event.h"
#include "event/instance.h"
#include "event/source.h"
#include "event/trigger.h"
#include "parse/trigger.h"

/* switch.c */
struct ktrace_trigger *ktrace_switch_make(struct ktrace_listener *listener,
					  const struct ktrace_trigger_spec *spec);

/* Ids of records of text, and of bytes. */
#define KTRACE_ID_PRINT		5
#define KTRACE_ID_RAW		18

/**
 * struct action_print - payload of a record of text
 * @common:	as of every record
 * @ip:		who wrote it: an address of code
 * @text:	what: up to a zero, or to the record's end
 */
struct action_print {
	struct ktrace_common common;
	unsigned long ip;
	char	text[];
} __packed __aligned(4);

static_assert(offsetof(struct action_print, ip) == 8);
static_assert(offsetof(struct action_print, text) == 16);

/* Bytes of text in a record, without the zero. */
#define ACTION_TEXT_MAX	(KTRACE_RECORD_MAX - sizeof(struct action_print) - 1)

/* Records are multiples of 4 bytes; what is added is zero.  Return: the bytes with it. */
static __always_inline u32 action_pad(void *rec, u32 len)
{
	u32 padded = round_up(len, sizeof(u32));

	memset(rec + len, 0, padded - len);
	return padded;
}

/**
 * struct action_raw - payload of a record of bytes
 * @common:	as of every record
 * @id:		what they are, as who wrote them knows
 * @bytes:	up to the record's end, which is a multiple of 4
 */
struct action_raw {
	struct ktrace_common common;
	u32	id;
	u8	bytes[];
} __packed __aligned(4);

static_assert(offsetof(struct action_raw, id) == 8);
static_assert(offsetof(struct action_raw, bytes) == 12);

/* hist.c */
int ktrace_hist_command(struct ktrace_command *command, struct ktrace_listener *listener,
			const struct ktrace_trigger_spec *spec,
			struct ktrace_trigger_drop *drop);
struct ktrace_trigger *ktrace_hist_switch_make(struct ktrace_listener *listener,
					       const struct ktrace_trigger_spec *spec);

/* print.c */
extern struct ktrace_event ktrace_print_event;
extern struct ktrace_event ktrace_raw_event;

/* marker.c */
#define KTRACE_MARKER_FILES	2

extern const struct ktrace_file ktrace_marker_files[KTRACE_MARKER_FILES];

#endif /* _KTRACE_ACTION_INTERNAL_H */
