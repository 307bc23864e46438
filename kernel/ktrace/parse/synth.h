/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions of synthetic events:
 *
 *	line	:= [ "!" ] name [ fields ]		in the file synthetic_events
 *		 | "s:" [ "synthetic/" ] name fields	in dynamic_events
 *	fields	:= field { [ ";" ] field } [ ";" ]
 *	field	:= type [ array ] name [ array ]	with one array at most
 *	type	:= [ "unsigned" ] word
 *	array	:= "[" [ number ] "]"
 *
 * "#" starts a comment up to the end of the line.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_SYNTH_H
#define _KTRACE_PARSE_SYNTH_H

#include <linux/types.h>

#include "lexer.h"

struct seq_buf;

/* System of synthetic events. */
#define KTRACE_SYNTH_SYSTEM	"synthetic"

/* Size of a name, including the terminating zero. */
#define KTRACE_SYNTH_NAME_SIZE	64
/* Maximum number of fields of an event. */
#define KTRACE_SYNTH_FIELDS_MAX	64
/* Maximum size of a string of fixed length. */
#define KTRACE_SYNTH_TEXT_MAX	256

/* Errors in a line. */
enum ktrace_synth_err {
	KTRACE_SYNTH_OK,
#define SYNTH_ERROR(name, ...) KTRACE_SYNTH_ERR_##name,
#include "synth_errors.h"
#undef SYNTH_ERROR
	NR_KTRACE_SYNTH_ERRS
};

/* Messages by enum ktrace_synth_err. */
extern const struct ktrace_parse_message ktrace_synth_messages[NR_KTRACE_SYNTH_ERRS];

/* Representations of values in the record. */
enum ktrace_synth_keep {
	KTRACE_SYNTH_NUMBER,	/* a number */
	KTRACE_SYNTH_TEXT,	/* a string in the field itself */
	KTRACE_SYNTH_STRING,	/* a string after the fields */
	KTRACE_SYNTH_STACK,	/* addresses after the fields */
};

/**
 * struct ktrace_synth_type - a type of fields
 * @name:	name of the type of one element
 * @format:	format for clients
 * @size:	size of an element in bytes
 * @is_signed:	signed number
 */
struct ktrace_synth_type {
	const char	*name;
	const char	*format;
	u8		size;
	bool		is_signed;
};

/**
 * struct ktrace_synth_decl - a parsed field
 * @name:	its name
 * @type:	type of an element
 * @keep:	representation of its value
 * @count:	for KTRACE_SYNTH_TEXT: size in bytes; otherwise 0
 */
struct ktrace_synth_decl {
	struct ktrace_span	name;
	const struct ktrace_synth_type *type;
	enum ktrace_synth_keep	keep;
	u16			count;
};

/**
 * struct ktrace_synth_spec - a parsed line
 * @remove:	remove the event; there are no @fields
 * @name:	the event's name; empty if the line is blank or a comment
 * @nr:	number of @fields
 * @fields:	the fields
 *
 * Spans are parts of the text. About 2 KB: not for the stack.
 */
struct ktrace_synth_spec {
	bool			remove;
	struct ktrace_span	name;
	unsigned int		nr;
	struct ktrace_synth_decl fields[KTRACE_SYNTH_FIELDS_MAX];
};

int ktrace_synth_parse(const char *text, size_t len, bool dynamic,
		       struct ktrace_synth_spec *spec, struct ktrace_parse_error *error);

#endif /* _KTRACE_PARSE_SYNTH_H */
