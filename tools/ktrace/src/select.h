/* SPDX-License-Identifier: GPL-2.0 */
/* Which calls and events to record: the option -e, and filters. */
#ifndef _KTRACE_SELECT_H
#define _KTRACE_SELECT_H

#include <stdbool.h>
#include <stddef.h>

/* The first real-time signal of the kernel, which strace calls SIGRTMIN. */
#define RT_FIRST	32

/* Results of calls that -e status=, -z and -Z select. */
enum select_status {
	STATUS_SUCCESSFUL	= 1,
	STATUS_FAILED		= 2,
	STATUS_UNFINISHED	= 4,
	STATUS_ALL		= 7,
};

/**
 * struct selection - what -e, -P, -z, -Z and --if ask for
 * @no_calls:	record no system calls
 * @all_calls:	record all system calls except @calls
 * @calls:	names of calls
 * @nr_calls:	number of @calls
 * @events:	other events, SYSTEM:EVENT
 * @nr_events:	number of @events
 * @lacking:	events that fit a pattern of @events, but lack a field of @condition
 * @nr_lacking:	number of @lacking
 * @probes:	definitions of probes, as dynamic_events takes them
 * @nr_probes:	number of @probes
 * @paths:	the paths of -P
 * @nr_paths:	number of @paths
 * @status:	enum select_status
 * @condition:	the filter of --if, or NULL
 * @signals:	signals to show, a bit each, from bit 0 for signal 1
 * @calls_given:	the user has chosen calls
 */
struct selection {
	bool	no_calls;
	bool	all_calls;
	char	**calls;
	size_t	nr_calls;
	char	**events;
	size_t	nr_events;
	char	**lacking;
	size_t	nr_lacking;
	char	**probes;
	size_t	nr_probes;
	char	**paths;
	size_t	nr_paths;
	unsigned int status;
	const char *condition;
	unsigned long long signals;
	bool	calls_given;
};

void select_init(struct selection *sel);
void select_expression(struct selection *sel, const char *expression);
void select_path(struct selection *sel, const char *path);
bool select_has_signal(const struct selection *sel, unsigned int signal);
void select_lacking(struct selection *sel, const char *event);
bool select_has_event(const struct selection *sel, const char *event);
void select_finish(struct selection *sel);
bool select_has_call(const struct selection *sel, const char *name);
char *select_filter(const struct selection *sel, const char *format);
bool select_filters(const struct selection *sel);

#endif /* _KTRACE_SELECT_H */
