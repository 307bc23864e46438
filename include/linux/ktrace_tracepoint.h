/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the definitions of TRACE_EVENT() become for ktrace: see include/trace/ktrace.h,
 * which makes these objects, and kernel/ktrace/tracepoint/, which makes events of them.
 */
#ifndef _LINUX_KTRACE_TRACEPOINT_H
#define _LINUX_KTRACE_TRACEPOINT_H

#include <linux/types.h>
#include <asm-generic/kprobes.h>

struct seq_buf;
struct trace_print_flags;
struct trace_seq;
struct tracepoint;

/**
 * enum ktrace_tracepoint_place - where the bytes of a field are
 * @KTRACE_TRACEPOINT_NUMBER:	in the record: a number, or an address
 * @KTRACE_TRACEPOINT_STRUCT:	in the record: a structure
 * @KTRACE_TRACEPOINT_ARRAY:	in the record: elements of a fixed number
 * @KTRACE_TRACEPOINT_LOC:	behind the fixed part of the record; a u32 in it tells
 *				where from the record's start, and how many bytes
 * @KTRACE_TRACEPOINT_REL_LOC:	the same, but counted from the end of that u32
 */
enum ktrace_tracepoint_place {
	KTRACE_TRACEPOINT_NUMBER,
	KTRACE_TRACEPOINT_STRUCT,
	KTRACE_TRACEPOINT_ARRAY,
	KTRACE_TRACEPOINT_LOC,
	KTRACE_TRACEPOINT_REL_LOC,
};

/* struct ktrace_tracepoint_field.flags */
#define KTRACE_TRACEPOINT_SIGNED	0x01	/* an element is a signed number */
#define KTRACE_TRACEPOINT_MASK		0x02	/* the elements are a set of bits */

/**
 * struct ktrace_tracepoint_field - a field of a TRACE_EVENT()
 * @type:	C type of an element, as written
 * @name:	its name; NULL behind the last one
 * @offset:	bytes from the record's start
 * @size:	bytes of an element
 * @count:	elements, of KTRACE_TRACEPOINT_ARRAY
 * @place:	enum ktrace_tracepoint_place
 * @flags:	KTRACE_TRACEPOINT_SIGNED, KTRACE_TRACEPOINT_MASK
 */
struct ktrace_tracepoint_field {
	const char	*type;
	const char	*name;
	u16		offset;
	u16		size;
	u16		count;
	u8		place;
	u8		flags;
};

/**
 * struct ktrace_tracepoint_class - what the events of a DECLARE_EVENT_CLASS() share
 * @system:	directory that they stand in
 * @print_fmt:	TP_printk() as written
 * @probe:	called by the tracepoint, with struct ktrace_event * and its arguments
 * @fields:	the fields
 * @show:	append a record as text; @scratch is for what its helpers put together.
 *		Trusts the record's fields
 * @bytes:	of the fixed part of a record
 */
struct ktrace_tracepoint_class {
	const char	*system;
	const char	*print_fmt;
	void		*probe;
	const struct ktrace_tracepoint_field *(*fields)(void);
	void		(*show)(void *record, struct trace_seq *scratch, struct seq_buf *out);
	u32		bytes;
};

/**
 * struct ktrace_tracepoint - a DEFINE_EVENT()
 * @tracepoint:	the base's object
 * @class:	what it shares with others
 *
 * In a section of its own, __ktrace_tracepoints.
 */
struct ktrace_tracepoint {
	struct tracepoint *tracepoint;
	const struct ktrace_tracepoint_class *class;
};

/**
 * struct ktrace_tracepoint_value - a TRACE_DEFINE_ENUM() or TRACE_DEFINE_SIZEOF()
 * @system:	of the events whose formats it is for
 * @name:	what stands there
 * @value:	what a client is to read instead
 *
 * In a section of its own, __ktrace_values.
 */
struct ktrace_tracepoint_value {
	const char	*system;
	const char	*name;
	long		value;
};

/**
 * struct ktrace_tracepoint_write - a record that a probe is writing
 * @ring:	the ring that the record is in; NULL: it is an image
 * @mark:	its place in the ring
 * @event:	of the image
 * @image:	the image
 * @len:	bytes of the image
 * @context:	context fields of the image
 *
 * Known to kernel/ktrace/tracepoint/hit.c only.  Left as it is on the stack.
 */
struct ktrace_tracepoint_write {
	void		*ring;
	u64		mark[5];
	const void	*event;
	void		*image;
	u32		len;
	u32		context;
};

void *ktrace_tracepoint_begin(struct ktrace_tracepoint_write *write, const void *event,
			      size_t words);
void ktrace_tracepoint_end(struct ktrace_tracepoint_write *write);

u32 ktrace_tracepoint_measure(const char *text);
void ktrace_tracepoint_copy(char *to, const char *text, size_t bytes);

const char *ktrace_print_flags(struct trace_seq *p, const char *delim, u64 flags,
			       const struct trace_print_flags *names, unsigned int nr);
const char *ktrace_print_symbol(struct trace_seq *p, u64 value,
				const struct trace_print_flags *names, unsigned int nr);
const char *ktrace_print_mask(struct trace_seq *p, const void *mask, unsigned int bytes);
const char *ktrace_print_hex(struct trace_seq *p, const void *bytes, int len, bool together);
const char *ktrace_print_array(struct trace_seq *p, const void *array, int count, size_t size);
const char *ktrace_print_hex_dump(struct trace_seq *p, const char *prefix, int prefix_type,
				  int row, int group, const void *bytes, size_t len,
				  bool ascii);

#endif /* _LINUX_KTRACE_TRACEPOINT_H */
