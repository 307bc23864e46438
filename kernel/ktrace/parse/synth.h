/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events as they are written:
 *
 *	line	:= [ "!" ] name [ fields ]		in the file synthetic_events
 *		 | "s:" [ "synthetic/" ] name fields	in dynamic_events
 *	fields	:= field { [ ";" ] field } [ ";" ]
 *	field	:= type [ array ] name [ array ]	with one array at most
 *	type	:= [ "unsigned" ] word
 *	array	:= "[" [ number ] "]"
 *
 * "#" begins a comment, which ends with the line.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_SYNTH_H
#define _KTRACE_PARSE_SYNTH_H

#include <linux/types.h>

#include "span.h"

struct seq_buf;

/* The system that synthetic events stand in. */
#define KTRACE_SYNTH_SYSTEM	"synthetic"

/* Bytes of a name, its final zero included. */
#define KTRACE_SYNTH_NAME_SIZE	64
/* Most fields of an event. */
#define KTRACE_SYNTH_FIELDS_MAX	64
/* Most bytes of a string of fixed length. */
#define KTRACE_SYNTH_TEXT_MAX	256

/* What may be wrong with a line. */
enum ktrace_synth_err {
	KTRACE_SYNTH_OK,
#define SYNTH_ERROR(name, ...) KTRACE_SYNTH_ERR_##name,
#include "synth_errors.h"
#undef SYNTH_ERROR
	NR_KTRACE_SYNTH_ERRS
};

/* How the value of a field is kept in the record. */
enum ktrace_synth_keep {
	KTRACE_SYNTH_NUMBER,	/* as it is */
	KTRACE_SYNTH_TEXT,	/* a string in the field's own bytes */
	KTRACE_SYNTH_STRING,	/* a string behind the fields */
	KTRACE_SYNTH_STACK,	/* addresses behind the fields */
};

/**
 * struct ktrace_synth_type - a type that fields may have
 * @name:	as it is written, of one element
 * @format:	how clients are to print it
 * @size:	bytes of one element
 * @is_signed:	it is a signed number
 */
struct ktrace_synth_type {
	const char	*name;
	const char	*format;
	u8		size;
	bool		is_signed;
};

/**
 * struct ktrace_synth_decl - a field, parsed
 * @name:	its name
 * @type:	its type, of one element
 * @keep:	how its value is kept
 * @count:	bytes of a KTRACE_SYNTH_TEXT; else 0
 */
struct ktrace_synth_decl {
	struct ktrace_span	name;
	const struct ktrace_synth_type *type;
	enum ktrace_synth_keep	keep;
	u16			count;
};

/**
 * struct ktrace_synth_spec - a line, parsed
 * @remove:	the event is to be removed; there are no @fields
 * @name:	the event's name; without bytes if the line is blank, or a comment
 * @nr:		how many @fields
 * @fields:	the fields
 *
 * Spans are parts of the text.  Some 2 KB: not for the stack.
 */
struct ktrace_synth_spec {
	bool			remove;
	struct ktrace_span	name;
	unsigned int		nr;
	struct ktrace_synth_decl fields[KTRACE_SYNTH_FIELDS_MAX];
};

/**
 * struct ktrace_synth_error - what is wrong with a line
 * @code:	which error
 * @column:	offset in the text of the byte at fault
 */
struct ktrace_synth_error {
	enum ktrace_synth_err	code;
	unsigned int		column;
};

int ktrace_synth_parse(const char *text, size_t len, bool dynamic,
		       struct ktrace_synth_spec *spec, struct ktrace_synth_error *error);
const char *ktrace_synth_error_text(enum ktrace_synth_err code);
int ktrace_synth_error_errno(enum ktrace_synth_err code);

#endif /* _KTRACE_PARSE_SYNTH_H */
