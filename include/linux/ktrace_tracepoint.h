/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptions of TRACE_EVENT() definitions for ktrace. include/trace/ktrace.h emits
 * these objects; kernel/ktrace/tracepoint/ registers events for them.
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
 * enum ktrace_tracepoint_place - location of the bytes of a field
 * @KTRACE_TRACEPOINT_NUMBER:	in the record: a number or an address
 * @KTRACE_TRACEPOINT_STRUCT:	in the record: a structure
 * @KTRACE_TRACEPOINT_ARRAY:	in the record: a fixed number of elements
 * @KTRACE_TRACEPOINT_LOC:	after the fixed part of the record, located by a u32 in
 *		it: offset from the record's start, and length
 * @KTRACE_TRACEPOINT_REL_LOC:	as KTRACE_TRACEPOINT_LOC, with the offset relative to
 *		the end of the u32
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
 * @type:	C type of an element, as in the source
 * @name:	its name; NULL at the end of the list
 * @offset:	offset in the record in bytes
 * @size:	size of an element in bytes
 * @count:	for KTRACE_TRACEPOINT_ARRAY: number of elements
 * @location:	enum ktrace_tracepoint_place
 * @flags:	KTRACE_TRACEPOINT_SIGNED, KTRACE_TRACEPOINT_MASK
 */
struct ktrace_tracepoint_field {
	const char	*type;
	const char	*name;
	u16		offset;
	u16		size;
	u16		count;
	u8		location;
	u8		flags;
};

/**
 * struct ktrace_tracepoint_class - common part of the events of a DECLARE_EVENT_CLASS()
 * @system:	directory of the events
 * @print_fmt:	source text of TP_printk()
 * @probe:	callback of the tracepoint, called with struct ktrace_event * and the
 *		arguments
 * @fields:	the fields
 * @show:	append a record as text; @scratch is a buffer for its helpers. Trusts
 *		the record
 * @bytes:	size of the fixed part of a record
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
 * @class:	its class
 *
 * In the section __ktrace_tracepoints.
 */
struct ktrace_tracepoint {
	struct tracepoint *tracepoint;
	const struct ktrace_tracepoint_class *class;
};

/**
 * struct ktrace_tracepoint_value - a TRACE_DEFINE_ENUM() or TRACE_DEFINE_SIZEOF()
 * @system:	system of the events whose formats use the name
 * @name:	the name
 * @value:	the value that clients see instead
 *
 * In the section __ktrace_values.
 */
struct ktrace_tracepoint_value {
	const char	*system;
	const char	*name;
	long		value;
};

/**
 * struct ktrace_tracepoint_write - a record being written by a probe
 * @ring:	the ring that contains the record; NULL for an image
 * @mark:	its position in the ring
 * @event:	for an image: the event
 * @image:	the image
 * @len:	length of the image in bytes
 * @context:	context fields of the image
 *
 * Private to kernel/ktrace/tracepoint/hit.c. Not initialised by the probe.
 */
struct ktrace_tracepoint_write {
	void		*ring;
	u64		mark[5];
	const void	*event;
	void		*image;
	u32		len;
	u32		context;
};

/* The longest record of ktrace_tracepoint_begin_short(), in words. */
#define KTRACE_TRACEPOINT_SHORT	29

void *ktrace_tracepoint_begin(struct ktrace_tracepoint_write *write, const void *event,
			      size_t words);
void *ktrace_tracepoint_begin_short(struct ktrace_tracepoint_write *write, const void *event,
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
