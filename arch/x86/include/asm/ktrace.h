/* SPDX-License-Identifier: GPL-2.0 */
/* What ktrace has of its own on x86-64: the inlined clock, and where a stack begins. */
#ifndef _ASM_X86_KTRACE_H
#define _ASM_X86_KTRACE_H

#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/types.h>
#include <asm/current.h>
#include <asm/ptrace.h>
#include <asm/segment.h>

/* Name of the clock that counts cycles. */
#define KTRACE_CYCLES_NAME	"x86-tsc"

/*
 * The counter is taken times two to this power, so that one as slow as 125 MHz
 * needs no other formula; as an address is computed, which comes for nothing.
 */
#define KTRACE_TSC_SHIFT	3

/**
 * struct ktrace_tsc - how to turn the time stamp counter into nanoseconds
 * @mult:	nanoseconds a tick, times 2^(64 - KTRACE_TSC_SHIFT)
 * @offset:	and add this, to be where local_clock() was at boot
 *
 * Set once at boot; @mult is 0 while it is not known.  When the machine wakes up
 * the one CPU that runs then changes @offset, in one store.
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
	u64 low, high;

	/*
	 * The counter's halves are put together by the shift and the address;
	 * rdtsc() and a multiplication of 128 bits would need two moves more,
	 * and an aligned stack.
	 */
	asm volatile("rdtsc\n\t"
		     "shlq %[high_shift], %%rdx\n\t"
		     "leaq (%%rdx, %%rax, %c[low_factor]), %%rax\n\t"
		     "mulq %[mult]"
		     : "=&a" (low), "=&d" (high)
		     : [mult] "m" (ktrace_tsc.mult),
		       [high_shift] "i" (32 + KTRACE_TSC_SHIFT),
		       [low_factor] "i" (1 << KTRACE_TSC_SHIFT)
		     : "cc");
	high += ktrace_tsc.offset;
	/* Or the compiler would put off the addition, and want more registers. */
	OPTIMIZER_HIDE_VAR(high);
	return high;
}

/**
 * ktrace_preempt_word - the word that preempt_count() is made of
 *
 * Return: preempt_count(), and PREEMPT_NEED_RESCHED, its highest bit, set or not.
 */
static __always_inline unsigned int ktrace_preempt_word(void)
{
	return raw_cpu_read_4(pcpu_hot.preempt_count);
}

/**
 * ktrace_preempt_is - whether preempt_count() is @count, and nothing to be
 *	rescheduled
 * @count:	the value
 *
 * In one comparison: the need of it is a bit of the same word, inverted.
 */
static __always_inline bool ktrace_preempt_is(unsigned int count)
{
	return ktrace_preempt_word() == (count | PREEMPT_NEED_RESCHED);
}

/**
 * ktrace_tsc_resumed - the offset with which the clock goes on after a sleep
 * @offset:	the present one
 * @now:	ktrace_clock() by it, whatever has become of the counter
 * @base:	local_clock(), which does go on
 * @ahead:	by how much ktrace_clock() was ahead of it before the sleep
 *
 * Return: the offset that makes the two agree again, as at boot; or keeps the
 * clock as far ahead as it was, where it would step back.
 */
static inline u64 ktrace_tsc_resumed(u64 offset, u64 now, u64 base, s64 ahead)
{
	return offset + base + (ahead > 0 ? ahead : 0) - now;
}

bool ktrace_clock_usable(void);
void __init ktrace_clock_init(void);

/**
 * struct ktrace_here - a place in running code, where its stack can be unwound from
 * @ip: the instruction
 * @sp: the stack pointer there
 * @bp: the base pointer there
 */
struct ktrace_here {
	unsigned long	ip;
	unsigned long	sp;
	unsigned long	bp;
};

/**
 * ktrace_here - the place in the function that this is inlined into
 *
 * Context: any.
 * Return: the place, good until the function returns.
 */
static __always_inline struct ktrace_here ktrace_here(void)
{
	struct ktrace_here here;

	asm volatile("leaq (%%rip), %[ip]\n\t"
		     "movq %%rsp, %[sp]\n\t"
		     "movq %%rbp, %[bp]"
		     : [ip] "=r" (here.ip), [sp] "=r" (here.sp), [bp] "=r" (here.bp));
	return here;
}

/**
 * ktrace_here_at - the place in the code that registers are of
 * @regs: the registers
 * @ip: the probed instruction, or where the function returns to; @regs->ip may differ
 *
 * Where the frame is found by another register than these, in a prologue that realigns
 * the stack, the stack ends there.
 *
 * Context: any.
 * Return: the place, good as long as that code is in this function.
 */
static inline struct ktrace_here ktrace_here_at(const struct pt_regs *regs, unsigned long ip)
{
	return (struct ktrace_here) { .ip = ip, .sp = regs->sp, .bp = regs->bp };
}

/**
 * ktrace_here_regs - registers for stack_trace_save_regs()
 * @here: where to begin
 *
 * Return: what it looks at; the others are zero.
 */
static inline struct pt_regs ktrace_here_regs(const struct ktrace_here *here)
{
	return (struct pt_regs) {
		.ip = here->ip, .sp = here->sp, .bp = here->bp, .cs = __KERNEL_CS,
	};
}

#endif /* _ASM_X86_KTRACE_H */
