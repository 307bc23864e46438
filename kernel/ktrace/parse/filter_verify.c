// SPDX-License-Identifier: GPL-2.0
/*
 * Verifies compiled filters. Called by filter_parse.c in task context for each new
 * program.
 *
 * A verified program reads only the first "need" bytes of the record, strings and sets
 * within the record's bounds, and itself; and it terminates. The verifier does not
 * trust the compiler.
 */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/log2.h>

#include "filter_program.h"

/* Return true if @bytes at @at are between @from and @to. */
static bool filter_within(u32 at, u64 bytes, u32 from, u32 to)
{
	return at >= from && at <= to && bytes <= to - at;
}

/* The set of @insn lies between the instructions and the text. */
static bool filter_verify_set(const struct ktrace_filter *filter,
			      const struct ktrace_filter_insn *insn, u64 words)
{
	u32 from = filter_code_bytes(filter->nr);

	return !(insn->data.at % sizeof(long)) &&
	       filter_within(insn->data.at, words * sizeof(long), from, filter->text);
}

/* The number of @insn has a valid size and lies within the record. */
static bool filter_verify_number(const struct ktrace_filter_insn *insn)
{
	if (insn->location == KTRACE_FIELD_CPU)
		return insn->size == sizeof(u32) && !insn->bytes;
	return insn->location == KTRACE_FIELD_INLINE && insn->bytes == insn->size &&
	       insn->size <= sizeof(u64) && is_power_of_2(insn->size);
}

/* Return true if the location of the data of @insn is known, and @bytes agrees with it. */
static bool filter_verify_location(const struct ktrace_filter *filter,
				   const struct ktrace_filter_insn *insn)
{
	switch (insn->location) {
	case KTRACE_FIELD_INLINE:
		return true;
	case KTRACE_FIELD_DATA_LOC:
	case KTRACE_FIELD_REL_LOC:
		return insn->bytes == sizeof(u32);
	case KTRACE_FIELD_KERNEL:
	case KTRACE_FIELD_USER:
		return filter->fetches && insn->bytes == insn->size &&
		       (insn->size == sizeof(u32) || insn->size == sizeof(u64));
	case KTRACE_FIELD_COMM:
	case KTRACE_FIELD_REST:
		return !insn->bytes;
	default:
		return false;
	}
}

static bool filter_verify_comparison(const struct ktrace_filter *filter,
				     const struct ktrace_filter_insn *insn)
{
	switch (insn->op) {
	case FILTER_OP_U64:
	case FILTER_OP_U32:
	case FILTER_OP_U16:
	case FILTER_OP_U8:
		return insn->location == KTRACE_FIELD_INLINE && insn->field != FILTER_NO_FIELD &&
		       insn->size == 8 >> insn->op && filter_verify_number(insn);
	case FILTER_OP_CPU:
		return insn->location == KTRACE_FIELD_CPU && filter_verify_number(insn);
	case FILTER_OP_IN:
		return filter_verify_number(insn) &&
		       filter_verify_set(filter, insn, BITS_TO_LONGS((u64)insn->data.len));
	case FILTER_OP_STRING:
		return insn->how < NR_FILTER_MATCHES && filter_verify_location(filter, insn) &&
		       (insn->data.len || insn->how != FILTER_MATCH_CONTAINS) &&
		       filter_within(insn->data.at, insn->data.len, filter->text,
				     filter->bytes - 1);
	case FILTER_OP_MASK:
		return insn->how < NR_FILTER_RELATIONS &&
		       insn->location <= KTRACE_FIELD_REL_LOC &&
		       filter_verify_location(filter, insn) &&
		       filter_verify_set(filter, insn, insn->data.len);
	default:
		return false;
	}
}

/* Both outcomes of instruction @i lead forward to an instruction. */
static bool filter_verify_jumps(const struct ktrace_filter *filter, unsigned int i)
{
	unsigned int outcome, next;

	for (outcome = 0; outcome < 2; outcome++) {
		next = filter->insns[i].next[outcome];
		if (!next || next % sizeof(filter->insns[0]) ||
		    i + next / sizeof(filter->insns[0]) >= filter->nr)
			return false;
	}
	return true;
}

/* The summary of the program covers this instruction. */
static bool filter_verify_reads(const struct ktrace_filter *filter,
				const struct ktrace_filter_insn *insn)
{
	if (insn->field != FILTER_NO_FIELD &&
	    !(filter->reads[insn->field / 64] & 1ULL << (insn->field % 64)))
		return false;
	return (filter->others || filter_is_number(insn)) &&
	       (u32)insn->offset + insn->bytes <= filter->need;
}

/**
 * ktrace_filter_verify - verify a compiled filter
 * @filter:	the program; @filter->bytes must be readable and cover at least struct
 *		ktrace_filter
 *
 * Context: any.
 * Return: true if it is safe to run.
 */
bool ktrace_filter_verify(const struct ktrace_filter *filter)
{
	const struct ktrace_filter_insn *insn = filter->insns;
	unsigned int i;

	if (filter->nr < 3 || filter->nr > KTRACE_FILTER_COMPARISONS_MAX + 2 ||
	    filter->bytes <= filter->text ||
	    filter->text < filter_code_bytes(filter->nr) ||
	    ((const char *)filter)[filter->bytes - 1])
		return false;
	for (i = 0; i < filter->nr - 2; i++, insn++) {
		if (insn->inverted > 1 || !filter_verify_comparison(filter, insn) ||
		    !filter_verify_jumps(filter, i) || !filter_verify_reads(filter, insn))
			return false;
	}
	return insn[0].op == FILTER_OP_REJECT && insn[1].op == FILTER_OP_ACCEPT;
}
