/* SPDX-License-Identifier: GPL-2.0 */
/* Ids of events: assigned, kept while buffers have records of them, and freed. */
#ifndef _KTRACE_EVENT_ID_H
#define _KTRACE_EVENT_ID_H

#include "event/event.h"

int ktrace_event_id_give(struct ktrace_event *event);
void ktrace_event_id_drop(struct ktrace_event *event);
int ktrace_event_id_reserve(struct ktrace_event *event, u16 *id);
void ktrace_event_id_release(u16 id);
void ktrace_event_id_describe(struct ktrace_event *event);

/* Defined in gone.c */
struct ktrace_event *ktrace_event_describe(const struct ktrace_event *event);

#endif /* _KTRACE_EVENT_ID_H */
