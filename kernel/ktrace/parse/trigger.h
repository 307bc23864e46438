/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions of triggers:
 *
 *	trigger	:= [ "!" ] what [ "if" filter ]
 *	what	:= ( "traceon" | "traceoff" | "snapshot" | "stacktrace" ) [ ":" count ]
 *		 | ( "enable_event" | "disable_event" | "enable_hist" | "disable_hist" )
 *		   ":" system ":" event [ ":" count ]
 *		 | "hist" ":" definition
 *	count	:= number | "count=" number | "unlimited"
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_TRIGGER_H
#define _KTRACE_PARSE_TRIGGER_H

#include <linux/types.h>

#include "lexer.h"

/*
 * Kinds of triggers. action/switch.c implements the kinds before ENABLE_EVENT,
 * action/hist.c the kinds from ENABLE_HIST on.
 */
enum ktrace_trigger_kind {
	KTRACE_TRIGGER_TRACEON,
	KTRACE_TRIGGER_TRACEOFF,
	KTRACE_TRIGGER_SNAPSHOT,
	KTRACE_TRIGGER_STACKTRACE,
	KTRACE_TRIGGER_ENABLE_EVENT,
	KTRACE_TRIGGER_DISABLE_EVENT,
	KTRACE_TRIGGER_ENABLE_HIST,
	KTRACE_TRIGGER_DISABLE_HIST,
	KTRACE_TRIGGER_HIST,
	NR_KTRACE_TRIGGER_KINDS,
};

/* Errors in a line. */
enum ktrace_trigger_err {
	KTRACE_TRIGGER_OK,
#define TRIGGER_ERROR(name, ...) KTRACE_TRIGGER_ERR_##name,
#include "trigger_errors.h"
#undef TRIGGER_ERROR
	NR_KTRACE_TRIGGER_ERRS
};

/* Messages by enum ktrace_trigger_err. */
extern const struct ktrace_parse_message ktrace_trigger_messages[NR_KTRACE_TRIGGER_ERRS];

/**
 * struct ktrace_trigger_spec - a parsed line
 * @remove:	remove the trigger
 * @kind:	its kind
 * @system:	system of the event to switch
 * @event:	the event to switch
 * @definition:	for a histogram: the text between "hist:" and the filter
 * @paused:	for a histogram: the line ends in "[paused]", as the file shows it
 * @filter:	the filter, possibly empty
 * @count:	number of actions, up to LONG_MAX; -1 for no limit
 *
 * Spans are parts of the text.
 */
struct ktrace_trigger_spec {
	bool			remove;
	enum ktrace_trigger_kind kind;
	struct ktrace_span	system;
	struct ktrace_span	event;
	struct ktrace_span	definition;
	struct ktrace_span	filter;
	bool			paused;
	s64			count;
};

int ktrace_trigger_parse(const char *text, size_t len, struct ktrace_trigger_spec *spec,
			 struct ktrace_parse_error *error);
const char *ktrace_trigger_kind_name(enum ktrace_trigger_kind kind);

#endif /* _KTRACE_PARSE_TRIGGER_H */
