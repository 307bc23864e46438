/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Compiled filters: filter_parse.c compiles them, filter_verify.c checks them,
 * filter_run.h and filter_run.c run them.
 *
 * An instruction makes one comparison and contains the target for each outcome: && and
 * || are jumps. All jumps lead forward, and the last two instructions are REJECT and
 * ACCEPT; so a program of n instructions ends after at most n.
 *
 *	a == 1 && (b == 2 || c == 3)
 *
 *	0	a == 1		false: 3	true: 1
 *	1	b == 2		false: 2	true: 4
 *	2	c == 3		false: 3	true: 4
 *	3	REJECT
 *	4	ACCEPT
 *
 * All comparisons of numbers, signed or unsigned and of any size, have one form:
 *
 *	((value - low) & mask) <= span
 *
 * Subtraction modulo 2^n moves the range to 0, and the mask keeps n bits, so that a
 * running filter needs neither sign extension nor a selection by operator. For "value &
 * bits" the mask is the bits, low and span are 0, and the outcomes are exchanged.
 *
 * A prefilter omits the comparisons of data that a hook does not have, and continues as if
 * they helped to accept the record. A comparison that counts as false after all negations
 * never does; @inverted tells which outcome that is.
 */
#ifndef _KTRACE_PARSE_FILTER_PROGRAM_H
#define _KTRACE_PARSE_FILTER_PROGRAM_H

#include <linux/build_bug.h>
#include <linux/types.h>

#include "field.h"
#include "filter.h"

/* Operand types. The order matters, see filter_is_number(). */
enum ktrace_filter_op {
	FILTER_OP_U64,		/* a number in the record, with a range */
	FILTER_OP_U32,
	FILTER_OP_U16,
	FILTER_OP_U8,
	FILTER_OP_CPU,		/* the number of the CPU, with a range */
	FILTER_OP_IN,		/* a number, with a set */
	FILTER_OP_STRING,	/* a string, with a pattern */
	FILTER_OP_MASK,		/* a set, with a set */
	FILTER_OP_REJECT,	/* no operand: refuse the record */
	FILTER_OP_ACCEPT,	/* no operand: accept the record */
	NR_FILTER_OPS,
};

/* Comparisons of a string. */
enum ktrace_filter_match {
	FILTER_MATCH_EXACT,
	FILTER_MATCH_PREFIX,
	FILTER_MATCH_SUFFIX,
	FILTER_MATCH_CONTAINS,
	FILTER_MATCH_GLOB,
	NR_FILTER_MATCHES,
};

/* Comparisons of a set. */
enum ktrace_filter_relation {
	FILTER_SETS_EQUAL,
	FILTER_SETS_MEET,
	NR_FILTER_RELATIONS,
};

/* Value of struct ktrace_filter_insn.field: not a field of the event. */
#define FILTER_NO_FIELD		KTRACE_FIELDS_MAX

/**
 * struct ktrace_filter_insn - a comparison
 * @op:	enum ktrace_filter_op
 * @field:	index of the event's field, or FILTER_NO_FIELD
 * @location:	for IN, STRING and MASK: enum ktrace_field_location
 * @how:	for STRING: enum ktrace_filter_match; for MASK: enum
 *		ktrace_filter_relation
 * @differs:	for STRING and MASK: the operator is !=. Not equivalent to exchanged
 *		outcomes, since data that cannot be read are neither equal nor different
 * @inverted:	the outcome of the comparison, 0 or 1, that makes the operand with its
 *		negations false
 * @size:	size of the number, or of the address of a string
 * @offset:	offset in the record
 * @bytes:	size of the field in the record's fixed part
 * @next:	by outcome: distance to the next instruction in bytes
 * @number:	for U64 to CPU: the range
 * @data:	for IN, STRING and MASK: offset in the program of the set or pattern;
 *		and its length in bits, bytes or words
 */
struct ktrace_filter_insn {
	u8	op;
	u8	field;
	u8	location;
	u8	how;
	u8	differs;
	u8	inverted;
	u16	size;
	u16	offset;
	u16	bytes;
	u16	next[2];
	union {
		struct {
			u64	low;
			u64	mask;
			u64	span;
		} number;
		struct {
			u32	at;
			u32	len;
		} data;
	};
};

static_assert(sizeof(struct ktrace_filter_insn) == 40);
static_assert((KTRACE_FILTER_COMPARISONS_MAX + 1) * sizeof(struct ktrace_filter_insn) <= 65535);

#define FILTER_READS_WORDS	((KTRACE_FIELDS_MAX + 63) / 64)

/**
 * struct ktrace_filter - a compiled filter
 * @reads:	bitmap of the event's fields that it reads
 * @need:	minimum length of a record
 * @nr:	number of instructions
 * @fetches:	it reads strings outside of the record
 * @others:	it reads other data than numbers in the record
 * @bytes:	size of the whole program
 * @text:	offset of the source text, zero-terminated
 * @insns:	the instructions, followed by the sets and the text
 */
struct ktrace_filter {
	u64	reads[FILTER_READS_WORDS];
	u32	need;
	u16	nr;
	u8	fetches;
	u8	others;
	u32	bytes;
	u32	text;
	struct ktrace_filter_insn insns[];
};

static inline bool filter_is_number(const struct ktrace_filter_insn *insn)
{
	return insn->op <= FILTER_OP_U8;
}

static inline bool filter_is_end(const struct ktrace_filter_insn *insn)
{
	return insn->op >= FILTER_OP_REJECT;
}

/* Size of a program of @nr instructions, without sets and text. */
static inline u32 filter_code_bytes(unsigned int nr)
{
	return sizeof(struct ktrace_filter) + nr * sizeof(struct ktrace_filter_insn);
}

/* Mask for a number of @size bytes. */
static inline u64 filter_size_mask(unsigned int size)
{
	return ~0ULL >> (64 - 8 * size);
}

bool ktrace_filter_verify(const struct ktrace_filter *filter);

#endif /* _KTRACE_PARSE_FILTER_PROGRAM_H */
