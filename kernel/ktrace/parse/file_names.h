/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names that events and systems must not have, because control files in the same
 * directory have them.
 *
 * Parsers refuse these names in definitions, and ktrace_event_register() refuses them
 * from every source. A control file added to events/ or to the directory of a system
 * must be added here.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_FILE_NAMES_H
#define _KTRACE_PARSE_FILE_NAMES_H

#include "span.h"

/**
 * ktrace_event_name_taken - check a name against the files of a system's directory
 * @name:	name of an event
 *
 * Return: true if no event may have the name.
 */
static inline bool ktrace_event_name_taken(struct ktrace_span name)
{
	return ktrace_span_is(name, "enable") || ktrace_span_is(name, "filter");
}

/**
 * ktrace_system_name_taken - check a name against the files of events/
 * @name:	name of a system
 *
 * Return: true if no system may have the name.
 */
static inline bool ktrace_system_name_taken(struct ktrace_span name)
{
	return ktrace_span_is(name, "enable") || ktrace_span_is(name, "filter") ||
	       ktrace_span_is(name, "header_page") || ktrace_span_is(name, "header_event");
}

#endif /* _KTRACE_PARSE_FILE_NAMES_H */
