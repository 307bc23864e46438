/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fields: what a record consists of, one descriptor a field.
 *
 * A source fills them in when it makes an event; the file "format" is printed
 * from them, and a filter is compiled against them. What a field means (kind)
 * and where its bytes are (place) are independent of each other.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_FIELD_H
#define _KTRACE_PARSE_FIELD_H

#include <linux/types.h>

#include "span.h"

struct seq_buf;

/**
 * enum ktrace_field_kind - what a field means
 * @KTRACE_FIELD_NUMBER:	a number
 * @KTRACE_FIELD_TIME:		a number of nanoseconds
 * @KTRACE_FIELD_POINTER:	an address, of code or of data
 * @KTRACE_FIELD_STRING:	text, up to a zero or to the end of its bytes
 * @KTRACE_FIELD_CPUMASK:	a set of CPUs, an array of unsigned long
 * @KTRACE_FIELD_BITMASK:	a set of other things, an array of unsigned long
 * @KTRACE_FIELD_ARRAY:		numbers, one after the other
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
 * enum ktrace_field_place - where the bytes of a field are
 * @KTRACE_FIELD_INLINE:	in the record, at the field's offset
 * @KTRACE_FIELD_DATA_LOC:	in the record, where a u32 at the field's offset says: the
 *				lower half is bytes from the record's start, the upper half
 *				is how many bytes
 * @KTRACE_FIELD_REL_LOC:	the same, but counted from the end of that u32
 * @KTRACE_FIELD_KERNEL:	in memory of the kernel; its address is in the record
 * @KTRACE_FIELD_USER:		in memory of the process; its address is in the record
 * @KTRACE_FIELD_COMM:		not in the record: the task's name
 * @KTRACE_FIELD_CPU:		not in the record: the number of the CPU
 * @KTRACE_FIELD_REST:		in the record, from the field's offset to its end
 */
enum ktrace_field_place {
	KTRACE_FIELD_INLINE,
	KTRACE_FIELD_DATA_LOC,
	KTRACE_FIELD_REL_LOC,
	KTRACE_FIELD_KERNEL,
	KTRACE_FIELD_USER,
	KTRACE_FIELD_COMM,
	KTRACE_FIELD_CPU,
	KTRACE_FIELD_REST,
	NR_KTRACE_FIELD_PLACES,
};

/**
 * enum ktrace_field_hand - where a hook has a number before the record is made
 * @KTRACE_HAND_NONE:	nowhere
 * @KTRACE_HAND_OWN:	in what the hook passes, as saved registers
 * @KTRACE_HAND_LATER:	there, too, but not yet when what is recorded has only begun
 * @KTRACE_HAND_TASK:	in the task, current
 */
enum ktrace_field_hand {
	KTRACE_HAND_NONE,
	KTRACE_HAND_OWN,
	KTRACE_HAND_LATER,
	KTRACE_HAND_TASK,
};

/* Most fields of an event, the common ones included. */
#define KTRACE_FIELDS_MAX	255

/* Bytes of a task's name. */
#define KTRACE_FIELD_COMM_BYTES	16

/**
 * struct ktrace_field - one field of an event's record
 * @name:	its name, an identifier
 * @suffix:	what ends it; NULL: nothing
 * @type:	its C type, of one element, as clients parse it in the file "format";
 *		NULL: derived from the rest
 * @kind:	enum ktrace_field_kind
 * @place:	enum ktrace_field_place
 * @is_signed:	whether an element is a signed number
 * @size:	bytes of one element; of a field whose text is elsewhere: of its address
 * @offset:	bytes from the record's start, the common fields included
 * @count:	elements, of KTRACE_FIELD_INLINE, or strings of KTRACE_FIELD_DATA_LOC, with as
 *		many u32 in a row; 0: it is no array
 * @text:	of a number that is the address of a string: KTRACE_FIELD_KERNEL or
 *		KTRACE_FIELD_USER, where that is.  Filters compare the number or the string,
 *		by the operator and the value.  0: it is no such address
 * @hand:	enum ktrace_field_hand, of a number in the record
 * @at:		bytes from there; 8 can be read, of which the lowest @size are the number
 * @number:	find the number that @word names, as a flag's or an error's name; returns
 *		0, or a negative errno if it names none. Called in task context when a
 *		filter is parsed. NULL: only numbers are numbers
 * @names:	for @number
 *
 * Filters know a field by its index in its event's array of fields.
 */
struct ktrace_field {
	const char	*name;
	const char	*suffix;
	const char	*type;
	u8		kind;
	u8		place;
	bool		is_signed;
	u16		size;
	u16		offset;
	u16		count;
	u8		text;
	u8		hand;
	u16		at;
	int		(*number)(const struct ktrace_field *field,
				  struct ktrace_span word, u64 *value);
	const void	*names;
};

/**
 * ktrace_field_bytes - how much of the record's fixed part a field takes
 * @field:	the field; of an array of strings, the first is meant
 *
 * Return: bytes from @field->offset on; 0 if the field is not in the record.
 */
static inline unsigned int ktrace_field_bytes(const struct ktrace_field *field)
{
	switch (field->place) {
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
 * ktrace_field_is - whether a field is called so
 * @field:	the field
 * @name:	a name
 *
 * Return: true if it is.
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

void ktrace_field_show(const struct ktrace_field *field, struct seq_buf *out);

#endif /* _KTRACE_PARSE_FIELD_H */
