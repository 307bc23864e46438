/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Operators of expressions, for constants in definitions and for hits in any context.
 *
 * Pure: compiles in user space unchanged (tools/testing/ktrace).
 */
#ifndef _KTRACE_PARSE_HIST_COMPUTE_H
#define _KTRACE_PARSE_HIST_COMPUTE_H

#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/math64.h>

#include "hist.h"

/*
 * Define the two cases in which the processor traps: division by 0, and the overflowing
 * quotient.
 */
static __always_inline u64 ktrace_hist_divide(bool is_signed, u64 a, u64 b)
{
	if (unlikely(!b))
		return U64_MAX;
	if (!is_signed)
		return div64_u64(a, b);
	if (unlikely(b == U64_MAX))
		return -a;
	return div64_s64(a, b);
}

/**
 * ktrace_hist_compute - apply an operator
 * @op:	the operator
 * @is_signed:	for a division: the operands are signed
 * @a:	the left operand
 * @b:	the right operand; for KTRACE_HIST_NEG, the only one
 *
 * Context: any, NMI included.
 * Return: the result.
 */
static __always_inline u64 ktrace_hist_compute(u8 op, bool is_signed, u64 a, u64 b)
{
	switch (op) {
	case KTRACE_HIST_ADD:
		return a + b;
	case KTRACE_HIST_SUB:
		return a - b;
	case KTRACE_HIST_MUL:
		return a * b;
	case KTRACE_HIST_DIV:
		return ktrace_hist_divide(is_signed, a, b);
	default:
		return -b;
	}
}

#endif /* _KTRACE_PARSE_HIST_COMPUTE_H */
