/* SPDX-License-Identifier: GPL-2.0 */
/* The file trigger of an event. */
#ifndef _KTRACE_ACTION_TRIGGER_H
#define _KTRACE_ACTION_TRIGGER_H

#include "action/hist_table.h"

struct ktrace_command;
struct ktrace_instance;
struct ktrace_listener;
struct ktrace_listing;
struct ktrace_trigger_drop;
struct seq_file;

/**
 * struct ktrace_trigger_memory - memory that a line needs, allocated without ktrace_event_mutex
 * @tables:	tables of histograms
 * @armed:	the snapshots of the instance are armed for the line
 * @worked:	ktrace_work_expect() was called for the line
 */
struct ktrace_trigger_memory {
	struct hist_tables	tables;
	bool			armed;
	bool			worked;
};

#define KTRACE_TRIGGER_MEMORY(_memory)	{ .tables.list = LIST_HEAD_INIT((_memory).tables.list) }

int ktrace_trigger_command(struct ktrace_command *command, struct ktrace_listener *listener,
			   struct ktrace_trigger_drop *drop);
int ktrace_trigger_prepare(struct ktrace_instance *instance,
			   struct ktrace_trigger_memory *memory);
void ktrace_trigger_prepare_end(struct ktrace_instance *instance,
				struct ktrace_trigger_memory *memory);
void ktrace_triggers_show(struct seq_file *m, struct ktrace_listener *listener);

int ktrace_triggers_clear(struct ktrace_listener *listener, struct ktrace_trigger_drop *drop);

/* Defined in hist_view.c */
struct ktrace_listing *ktrace_hists_take(struct ktrace_listener *listener);
struct ktrace_listing *ktrace_hists_sort(struct ktrace_listing *listing);

#endif /* _KTRACE_ACTION_TRIGGER_H */
