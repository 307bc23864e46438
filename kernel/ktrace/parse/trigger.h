/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers as they are written:
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

#include "span.h"

/*
 * What a trigger does.  Before ENABLE_EVENT: by itself (action/switch.c); from ENABLE_HIST
 * on: to histograms (action/hist.c).
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

/* What may be wrong with one. */
enum ktrace_trigger_err {
	KTRACE_TRIGGER_OK,
#define TRIGGER_ERROR(name, ...) KTRACE_TRIGGER_ERR_##name,
#include "trigger_errors.h"
#undef TRIGGER_ERROR
	NR_KTRACE_TRIGGER_ERRS
};

/**
 * struct ktrace_trigger_spec - a line that was read
 * @remove:	it is to be removed
 * @kind:	what it does
 * @system:	of the event that it switches
 * @event:	the event that it switches
 * @definition:	of a histogram: all behind "hist:", up to the filter
 * @paused:	of a histogram: the line ends in "[paused]", as the file shows it
 * @filter:	the filter; without bytes if there is none
 * @count:	how often it acts, up to LONG_MAX; -1: always
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

/**
 * struct ktrace_trigger_error - what is wrong with a line
 * @code:	which error
 * @column:	offset in the text of the byte at fault
 */
struct ktrace_trigger_error {
	enum ktrace_trigger_err	code;
	unsigned int		column;
};

int ktrace_trigger_parse(const char *text, size_t len, struct ktrace_trigger_spec *spec,
			 struct ktrace_trigger_error *error);
const char *ktrace_trigger_error_text(enum ktrace_trigger_err code);
const char *ktrace_trigger_kind_name(enum ktrace_trigger_kind kind);

#endif /* _KTRACE_PARSE_TRIGGER_H */
