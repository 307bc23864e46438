/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The program that a filter is compiled to: filter_parse.c makes it,
 * filter_verify.c checks it, filter_run.h and filter_run.c run it.
 *
 * An instruction makes one comparison and says where to go on, for either outcome:
 * && and || are jumps. All jumps lead forward, and the last two instructions are
 * REJECT and ACCEPT; so a program of n instructions ends after n at most.
 *
 *	a == 1 && (b == 2 || c == 3)
 *
 *	0	a == 1		false: 3	true: 1
 *	1	b == 2		false: 2	true: 4
 *	2	c == 3		false: 3	true: 4
 *	3	REJECT
 *	4	ACCEPT
 *
 * All comparisons of numbers, signed or not, of any size, are one: whether
 *
 *	((value - low) & mask) <= span
 *
 * Subtraction modulo 2^n moves the range to 0, and the mask keeps n bits, so that
 * neither sign extension nor a choice of operator is left to do when the filter
 * runs. For "value & bits" the mask is the bits, low and span are 0, and the
 * outcomes are exchanged.
 *
 * A comparison whose data are not there has no outcome. It is made up twice,
 * once false and once true; if the record is accepted or refused both times, that
 * is the verdict, else it is not known. For that to be right a false comparison must
 * never help a record through: @inverted tells which outcome is the one that can't,
 * after all negations.
 */
#ifndef _KTRACE_PARSE_FILTER_PROGRAM_H
#define _KTRACE_PARSE_FILTER_PROGRAM_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/types.h>

#include "field.h"
#include "filter.h"

/* What an instruction compares. The order counts: see filter_is_number(). */
enum ktrace_filter_op {
	FILTER_OP_U64,		/* a number in the record, with a range */
	FILTER_OP_U32,
	FILTER_OP_U16,
	FILTER_OP_U8,
	FILTER_OP_CPU,		/* the number of the CPU, with a range */
	FILTER_OP_IN,		/* a number, with a set */
	FILTER_OP_STRING,	/* a string, with a pattern */
	FILTER_OP_MASK,		/* a set, with another */
	FILTER_OP_REJECT,	/* nothing: the record is not wanted */
	FILTER_OP_ACCEPT,	/* nothing: it is */
	NR_FILTER_OPS,
};

/* How a string is compared. */
enum ktrace_filter_match {
	FILTER_MATCH_EXACT,
	FILTER_MATCH_PREFIX,
	FILTER_MATCH_SUFFIX,
	FILTER_MATCH_CONTAINS,
	FILTER_MATCH_GLOB,
	NR_FILTER_MATCHES,
};

/* How a set is compared. */
enum ktrace_filter_relation {
	FILTER_SETS_EQUAL,
	FILTER_SETS_MEET,
	NR_FILTER_RELATIONS,
};

/* In struct ktrace_filter_insn.field: none of the event's. */
#define FILTER_NO_FIELD		KTRACE_FIELDS_MAX

/**
 * struct ktrace_filter_insn - a comparison
 * @op:		enum ktrace_filter_op
 * @field:	index of the event's field, or FILTER_NO_FIELD
 * @place:	enum ktrace_field_place, of IN, STRING and MASK
 * @how:	enum ktrace_filter_match of STRING, enum ktrace_filter_relation of MASK
 * @differs:	of STRING and MASK: the operator is !=. Not the same as exchanged
 *		outcomes, since data that can't be read are neither equal nor different
 * @inverted:	the outcome that stands for false, once negations are counted
 * @size:	bytes of the number, or of the address of a string
 * @offset:	bytes from the record's start
 * @bytes:	bytes of the record's fixed part that belong to the field
 * @next:	bytes from this instruction to the next one, by outcome
 * @number:	of U64 to CPU: the range
 * @data:	of IN, STRING and MASK: where in the program, in bytes, the set or the
 *		pattern begins; and its bits, bytes or words
 */
struct ktrace_filter_insn {
	u8	op;
	u8	field;
	u8	place;
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

/*
 * Fields that have a bit in struct ktrace_filter.numbers, and in what says of a
 * record which fields are at hand or missing.
 */
#define KTRACE_FILTER_BITS	63
/* In struct ktrace_filter.numbers: more is read than numbers of such fields. */
#define FILTER_NOT_ONLY_NUMBERS	BIT_ULL(KTRACE_FILTER_BITS)

#define FILTER_READS_WORDS	((KTRACE_FIELDS_MAX + 63) / 64)

/**
 * struct ktrace_filter - a filter, ready to run
 * @numbers:	the fields that it reads, if they are all numbers, in the record, with
 *		indices below KTRACE_FILTER_BITS; else FILTER_NOT_ONLY_NUMBERS is set, too
 * @reads:	bit n: it reads the event's field n
 * @need:	bytes that a record must have
 * @nr:		instructions
 * @fetches:	it reads strings that are not in the record
 * @bytes:	of all of this
 * @text:	bytes from here to the text that it was made of, which ends in a zero
 * @insns:	the instructions; sets and the text stand behind them
 */
struct ktrace_filter {
	u64	numbers;
	u64	reads[FILTER_READS_WORDS];
	u32	need;
	u16	nr;
	u8	fetches;
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

/* Bytes of a program of @nr instructions, without what stands behind them. */
static inline u32 filter_code_bytes(unsigned int nr)
{
	return sizeof(struct ktrace_filter) + nr * sizeof(struct ktrace_filter_insn);
}

/* Bits of a number of @size bytes. */
static inline u64 filter_size_mask(unsigned int size)
{
	return ~0ULL >> (64 - 8 * size);
}

bool ktrace_filter_verify(const struct ktrace_filter *filter);

#endif /* _KTRACE_PARSE_FILTER_PROGRAM_H */
