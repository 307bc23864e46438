/* SPDX-License-Identifier: GPL-2.0 */
/* Filters of an event's records, made of a part of a command. */
#ifndef _KTRACE_EVENT_FILTER_H
#define _KTRACE_EVENT_FILTER_H

struct ktrace_command;
struct ktrace_event;
struct ktrace_filter;

struct ktrace_filter *ktrace_event_filter_parse(struct ktrace_command *command,
						const char *text,
						const struct ktrace_event *event);

#endif /* _KTRACE_EVENT_FILTER_H */
