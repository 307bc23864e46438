/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: declarations shared by the files of this folder.
 *
 *	trigger.c	the file trigger: set and remove triggers
 *	switch.c	triggers that switch recording, take snapshots and stacks
 *	print.c		format of text and raw records
 *	marker.c	the files trace_marker and trace_marker_raw
 *	printk.h	trace_printk() and related kernel functions
 *	hist.c		histograms: create and remove triggers
 *	hist_trigger.c	memory and users of histograms and of their triggers
 *	hist_compile.c	compile keys and values
 *	hist_link.c	histograms with variables and actions: compile definitions
 *	hist_hit.c	count a hit
 *	hist_run.c	count a hit of a histogram with variables and actions
 *	hist_table.c	the table of a histogram, without locks
 *	hist_view.c	copy and sort a histogram for the file hist
 *	hist_show.c	the text of the file hist
 *	hist_switch.c	triggers that pause and continue histograms
 *	source.c	registration as a source
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

/* Defined in switch.c */
struct ktrace_trigger *ktrace_switch_create(struct ktrace_listener *listener,
					    const struct ktrace_trigger_spec *spec);

/*
 * Arm the snapshots of an instance for a trigger, under ktrace_event_mutex.  Return: 0; or -EAGAIN
 * if the spare rings do not exist, because snapshots are not armed, or because there was no memory
 * for them when the buffer was resized: rings must not be allocated under the mutex.
 * ktrace_trigger_command() then fails with -EAGAIN, and ktrace_trigger_prepare() arms the snapshots
 * without the mutex.
 */
static inline int action_arm_snapshots(struct ktrace_instance *instance)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return ktrace_snapshot_arm_again(&instance->buffer) ? 0 : -EAGAIN;
}

/* Event ids of print (text) and raw_data records. */
#define KTRACE_ID_PRINT		5
#define KTRACE_ID_RAW		18

/**
 * struct action_print - payload of a text record
 * @common:	fields of every record
 * @ip:		code address of the writer
 * @text:	the text, up to a zero byte or the end of the record
 */
struct action_print {
	struct ktrace_common common;
	unsigned long ip;
	char	text[];
} __packed __aligned(4);

static_assert(offsetof(struct action_print, ip) == 8);
static_assert(offsetof(struct action_print, text) == 16);

/* Maximum text in a record, in bytes, without the zero. */
#define ACTION_TEXT_MAX	(KTRACE_RECORD_MAX - sizeof(struct action_print) - 1)

/* Pad a record to a multiple of 4 bytes with zeros.  Return: the padded length. */
static __always_inline u32 action_pad(void *rec, u32 len)
{
	u32 padded = round_up(len, sizeof(u32));

	memset(rec + len, 0, padded - len);
	return padded;
}

/**
 * struct action_raw - payload of a raw record
 * @common:	fields of every record
 * @id:		type of the data, chosen by the writer
 * @bytes:	data up to the end of the record, whose length is a multiple of 4
 */
struct action_raw {
	struct ktrace_common common;
	u32	id;
	u8	bytes[];
} __packed __aligned(4);

static_assert(offsetof(struct action_raw, id) == 8);
static_assert(offsetof(struct action_raw, bytes) == 12);

/* Defined in hist.c */
int ktrace_hist_command(struct ktrace_command *command, struct ktrace_listener *listener,
			const struct ktrace_trigger_spec *spec,
			struct ktrace_trigger_drop *drop);

/* Defined in hist_switch.c */
struct ktrace_trigger *ktrace_hist_switch_create(struct ktrace_listener *listener,
						 const struct ktrace_trigger_spec *spec);

/* Defined in print.c */
extern struct ktrace_event ktrace_print_event;
extern struct ktrace_event ktrace_raw_event;

/* Defined in marker.c */
#define KTRACE_MARKER_FILES	2

extern const struct ktrace_knob ktrace_marker_files[KTRACE_MARKER_FILES];

#endif /* _KTRACE_ACTION_INTERNAL_H */
