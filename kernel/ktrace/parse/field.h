/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fields: descriptors of the parts of a record.
 *
 * A source fills them in when it creates an event. The file "format" is printed from
 * them, and filters are compiled against them. The meaning of a field (kind) and the
 * location of its bytes are independent of each other.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_FIELD_H
#define _KTRACE_PARSE_FIELD_H

#include <linux/types.h>

#include "span.h"

struct seq_buf;

/**
 * enum ktrace_field_kind - meaning of a field
 * @KTRACE_FIELD_NUMBER:	a number
 * @KTRACE_FIELD_TIME:	a number of nanoseconds
 * @KTRACE_FIELD_POINTER:	an address of code or data
 * @KTRACE_FIELD_STRING:	text, up to a zero or to the end of its bytes
 * @KTRACE_FIELD_CPUMASK:	a set of CPUs, an array of unsigned long
 * @KTRACE_FIELD_BITMASK:	a set of other things, an array of unsigned long
 * @KTRACE_FIELD_ARRAY:		an array of numbers
 * @NR_KTRACE_FIELD_KINDS:	number of kinds
 */
enum ktrace_field_kind {
	KTRACE_FIELD_NUMBER,
	KTRACE_FIELD_TIME,
	KTRACE_FIELD_POINTER,
	KTRACE_FIELD_STRING,
	KTRACE_FIELD_CPUMASK,
	KTRACE_FIELD_BITMASK,
	KTRACE_FIELD_ARRAY,
	NR_KTRACE_FIELD_KINDS,
};

/**
 * enum ktrace_field_location - location of the bytes of a field
 * @KTRACE_FIELD_INLINE:	in the record, at the field's offset
 * @KTRACE_FIELD_DATA_LOC:	in the record, located by a u32 at the field's offset:
 *		offset from the record's start in the lower half, length in bytes in the
 *		upper half
 * @KTRACE_FIELD_REL_LOC:	as KTRACE_FIELD_DATA_LOC, with the offset relative to
 *		the end of the u32
 * @KTRACE_FIELD_KERNEL:	in kernel memory; the record has its address
 * @KTRACE_FIELD_USER:	in memory of the process; the record has its address
 * @KTRACE_FIELD_COMM:	not in the record: the task's name
 * @KTRACE_FIELD_CPU:	not in the record: the number of the CPU
 * @KTRACE_FIELD_REST:	in the record, from the field's offset to its end
 * @NR_KTRACE_FIELD_LOCATIONS:	number of locations
 */
enum ktrace_field_location {
	KTRACE_FIELD_INLINE,
	KTRACE_FIELD_DATA_LOC,
	KTRACE_FIELD_REL_LOC,
	KTRACE_FIELD_KERNEL,
	KTRACE_FIELD_USER,
	KTRACE_FIELD_COMM,
	KTRACE_FIELD_CPU,
	KTRACE_FIELD_REST,
	NR_KTRACE_FIELD_LOCATIONS,
};

/**
 * enum ktrace_field_avail - where a prefilter finds a number before the record is built
 * @KTRACE_AVAIL_NONE:	not available
 * @KTRACE_AVAIL_OWN:	in the hook's argument, for example saved registers
 * @KTRACE_AVAIL_LATER:	in the hook's argument, but only at the end of the recorded
 *		operation
 * @KTRACE_AVAIL_TASK:	in the task, current
 */
enum ktrace_field_avail {
	KTRACE_AVAIL_NONE,
	KTRACE_AVAIL_OWN,
	KTRACE_AVAIL_LATER,
	KTRACE_AVAIL_TASK,
};

/* Maximum number of fields of an event, including the common ones. */
#define KTRACE_FIELDS_MAX	255

/* Size of a task's name. */
#define KTRACE_FIELD_COMM_BYTES	16

/**
 * struct ktrace_field - a field of an event's record
 * @name:	its name, an identifier
 * @suffix:	appended to the name; NULL for none
 * @type:	C type of an element, as clients parse it in the file "format"; NULL to
 *		derive it from the other members
 * @kind:	enum ktrace_field_kind
 * @location:	enum ktrace_field_location
 * @is_signed:	an element is a signed number
 * @size:	size of an element in bytes; of the address if the text is outside of
 *		the record
 * @offset:	offset from the record's start in bytes, including the common fields
 * @count:	number of elements of KTRACE_FIELD_INLINE, or of strings of
 *		KTRACE_FIELD_DATA_LOC, which has one u32 for each; 0 if it is not an
 *		array
 * @text:	for a number that is the address of a string: KTRACE_FIELD_KERNEL or
 *		KTRACE_FIELD_USER, location of the string. The operator and the value of
 *		a filter decide whether it compares the number or the string. 0 for
 *		other numbers
 * @avail:	enum ktrace_field_avail, for a number in the record
 * @at:	offset in the hook's argument or in the task; 8 bytes must be readable, of which
 *		the lowest @size are the number
 * @number:	get the number that @word names, for example a flag or an error; returns
 *		0, or a negative errno if the name is unknown. Called in task context
 *		when a filter is parsed. NULL if the field has no names
 * @names:	for @number
 *
 * Filters refer to a field by its index in its event's array of fields.
 */
struct ktrace_field {
	const char	*name;
	const char	*suffix;
	const char	*type;
	u8		kind;
	u8		location;
	bool		is_signed;
	u16		size;
	u16		offset;
	u16		count;
	u8		text;
	u8		avail;
	u16		at;
	int		(*number)(const struct ktrace_field *field,
				  struct ktrace_span word, u64 *value);
	const void	*names;
};

/**
 * ktrace_field_bytes - get the size of a field in the fixed part of the record
 * @field:	the field; for an array of strings, its first element
 *
 * Return: number of bytes from @field->offset on; 0 if the field is not in the record.
 */
static inline unsigned int ktrace_field_bytes(const struct ktrace_field *field)
{
	switch (field->location) {
	case KTRACE_FIELD_DATA_LOC:
	case KTRACE_FIELD_REL_LOC:
		return sizeof(u32);
	case KTRACE_FIELD_COMM:
	case KTRACE_FIELD_CPU:
	case KTRACE_FIELD_REST:
		return 0;
	default:
		return field->size * (field->count ?: 1);
	}
}

/**
 * ktrace_field_is - compare the name of a field
 * @field:	the field
 * @name:	a name
 *
 * Return: true if the field has this name.
 */
static inline bool ktrace_field_is(const struct ktrace_field *field, struct ktrace_span name)
{
	size_t len = strlen(field->name);

	if (name.n < len || memcmp(name.s, field->name, len))
		return false;
	name.s += len;
	name.n -= len;
	return ktrace_span_is(name, field->suffix ?: "");
}

/**
 * ktrace_field_find - find a field by name
 * @fields:	the fields of an event, in the order of ktrace_event_fields()
 * @nr:		number of @fields
 * @name:	a name
 *
 * The event's own fields follow the common ones and take precedence: a user may name a field of a
 * synthetic event like a common one.
 *
 * Return: index of the last field with this name; -1 if there is none.
 */
static inline int ktrace_field_find(const struct ktrace_field *fields, unsigned int nr,
				    struct ktrace_span name)
{
	int i = nr;

	while (--i >= 0 && !ktrace_field_is(&fields[i], name))
		;
	return i;
}

void ktrace_field_show(const struct ktrace_field *field, struct seq_buf *out);

#endif /* _KTRACE_PARSE_FIELD_H */
