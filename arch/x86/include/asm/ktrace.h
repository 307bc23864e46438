/* SPDX-License-Identifier: GPL-2.0 */
/* What ktrace has of its own on x86-64: the inlined clock. */
#ifndef _ASM_X86_KTRACE_H
#define _ASM_X86_KTRACE_H

#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/types.h>
#include <asm/msr.h>

/* The counter is taken times this, so that a slow one needs no other formula. */
#define KTRACE_TSC_SHIFT	4

/**
 * struct ktrace_tsc - how to turn the time stamp counter into nanoseconds
 * @mult:	nanoseconds a tick, times 2^(64 - KTRACE_TSC_SHIFT)
 * @offset:	and add this, to be where sched_clock() was at boot
 *
 * Set once at boot and only read afterwards.  @mult is 0 while it is not known.
 */
struct ktrace_tsc {
	u64	mult;
	u64	offset;
};

extern struct ktrace_tsc ktrace_tsc;

/**
 * ktrace_clock - nanoseconds, the same on all CPUs
 *
 * To be used only where ktrace_clock_usable().  The counter is read without a
 * fence: writers of one CPU, whom alone it puts in order, are ordered by the
 * exchange of the ring's word that each of them does.  One multiplication,
 * of which the upper half counts; no shift by a variable.
 *
 * Context: any.
 */
static __always_inline u64 ktrace_clock(void)
{
	u64 low = rdtsc() << KTRACE_TSC_SHIFT;
	u64 high;

	/* Not by a 128-bit type, for which the compiler aligns the stack. */
	asm("mulq %[mult]" : "+a" (low), "=d" (high)
			   : [mult] "rm" (ktrace_tsc.mult) : "cc");
	high += ktrace_tsc.offset;
	/* Or the compiler would put off the addition, and want more registers. */
	OPTIMIZER_HIDE_VAR(high);
	return high;
}

bool ktrace_clock_usable(void);
void __init ktrace_clock_init(void);

#endif /* _ASM_X86_KTRACE_H */
