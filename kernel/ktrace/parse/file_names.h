/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names that events and systems must not have: those of the control files that stand beside
 * their directories.
 *
 * Parsers refuse them where the user has written them, and ktrace_event_register() refuses
 * them whatever the source is.  A control file that is added to events/ or to the directory
 * of a system belongs here, too.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_FILE_NAMES_H
#define _KTRACE_PARSE_FILE_NAMES_H

#include "span.h"

/**
 * ktrace_event_name_taken - whether a file of a system's directory has this name
 * @name:	name of an event
 *
 * Return: true if no event may be called so.
 */
static inline bool ktrace_event_name_taken(struct ktrace_span name)
{
	return ktrace_span_is(name, "enable") || ktrace_span_is(name, "filter");
}

/**
 * ktrace_system_name_taken - whether a file of events/ has this name
 * @name:	name of a system
 *
 * Return: true if no system may be called so.
 */
static inline bool ktrace_system_name_taken(struct ktrace_span name)
{
	return ktrace_span_is(name, "enable") || ktrace_span_is(name, "filter") ||
	       ktrace_span_is(name, "header_page") || ktrace_span_is(name, "header_event");
}

#endif /* _KTRACE_PARSE_FILE_NAMES_H */
