/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: what the files of this folder share.
 *
 *	trigger.c	the file trigger: what is set, and removed
 *	switch.c	triggers that switch recording, take snapshots and stacks
 *	print.c		records of text
 *	source.c	what all of it is announced by
 */
#ifndef _KTRACE_ACTION_INTERNAL_H
#define _KTRACE_ACTION_INTERNAL_H

#include "command/knob.h"
#include "event/event.h"
#include "event/instance.h"
#include "event/trigger.h"
#include "parse/trigger.h"

/* switch.c */
struct ktrace_trigger *ktrace_switch_make(struct ktrace_command *command,
					  struct ktrace_listener *listener,
					  const struct ktrace_trigger_spec *spec);

/* print.c */
extern struct ktrace_event ktrace_print_event;

#endif /* _KTRACE_ACTION_INTERNAL_H */
