/* SPDX-License-Identifier: GPL-2.0 */
/* The file trigger of an event. */
#ifndef _KTRACE_ACTION_TRIGGER_H
#define _KTRACE_ACTION_TRIGGER_H

struct ktrace_command;
struct ktrace_instance;
struct ktrace_listener;
struct ktrace_listing;
struct ktrace_trigger_drop;
struct seq_file;

int ktrace_trigger_command(struct ktrace_command *command, struct ktrace_listener *listener,
			   struct ktrace_trigger_drop *drop);
int ktrace_trigger_prepare(struct ktrace_instance *instance, bool *armed);
void ktrace_triggers_show(struct seq_file *m, struct ktrace_listener *listener);

int ktrace_triggers_clear(struct ktrace_listener *listener, struct ktrace_trigger_drop *drop);

/* Defined in hist_view.c */
struct ktrace_listing *ktrace_hists_take(struct ktrace_listener *listener);
struct ktrace_listing *ktrace_hists_sort(struct ktrace_listing *listing);

#endif /* _KTRACE_ACTION_TRIGGER_H */
