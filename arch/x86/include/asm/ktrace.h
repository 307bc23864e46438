/* SPDX-License-Identifier: GPL-2.0 */
/* ktrace on x86-64: the inlined clock, and the start of stack traces. */
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

/* Name of the cycle counter among the trace clocks. */
#define KTRACE_CYCLES_NAME	"x86-tsc"

/*
 * Scale the counter by this power of two, so that the formula covers counters down to
 * 125 MHz. The scaling is part of an address computation and costs nothing.
 */
#define KTRACE_TSC_SHIFT	3

/**
 * struct ktrace_tsc - converts the time stamp counter to nanoseconds
 * @mult:	nanoseconds per tick, times 2^(64 - KTRACE_TSC_SHIFT)
 * @offset:	added to agree with local_clock() at boot
 *
 * Set at boot; @mult is 0 until then. ktrace_clock_adjust() changes @offset, and so does
 * the only running CPU on resume from a system sleep, in a single store.
 */
struct ktrace_tsc {
	u64	mult;
	u64	offset;
};

extern struct ktrace_tsc ktrace_tsc;

/**
 * ktrace_clock - nanoseconds, synchronised between CPUs
 *
 * Requires ktrace_clock_usable(). The counter is read without a fence. The clock orders
 * only the writers of one CPU, and each of them executes an exchange on the ring's
 * word, which orders the reads. One multiplication of which the upper half is used; no
 * variable shift.
 *
 * Context: any.
 * Return: the time in nanoseconds.
 */
static __always_inline u64 ktrace_clock(void)
{
	u64 low, high;

	/*
	 * The shift and the address computation combine the halves of the counter.
	 * rdtsc() and a 128-bit multiplication would need two more moves and an aligned
	 * stack.
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
	/* Keep the compiler from delaying the addition, which would need more registers. */
	OPTIMIZER_HIDE_VAR(high);
	return high;
}

/**
 * ktrace_preempt_word - read the word of preempt_count()
 *
 * Return: preempt_count(), with PREEMPT_NEED_RESCHED, its highest bit, set or not.
 */
static __always_inline unsigned int ktrace_preempt_word(void)
{
	return raw_cpu_read_4(pcpu_hot.preempt_count);
}

/**
 * ktrace_preempt_is - check that preempt_count() is @count and no reschedule is needed
 * @count:	the value
 *
 * One comparison suffices: need-resched is an inverted bit of the same word.
 *
 * Return: true if so.
 */
static __always_inline bool ktrace_preempt_is(unsigned int count)
{
	return ktrace_preempt_word() == (count | PREEMPT_NEED_RESCHED);
}

/**
 * ktrace_tsc_resumed - compute the offset of the clock after a system sleep
 * @offset:	the present offset
 * @now:	ktrace_clock() with @offset, whatever happened to the counter
 * @base:	local_clock(), which continues over the sleep
 * @ahead:	ktrace_clock() minus local_clock() before the sleep
 *
 * Return: the offset that makes both clocks agree again, as at boot; or keeps the lead
 * of the clock where it would otherwise step back.
 */
static inline u64 ktrace_tsc_resumed(u64 offset, u64 now, u64 base, s64 ahead)
{
	return offset + base + (ahead > 0 ? ahead : 0) - now;
}

bool ktrace_clock_usable(void);
void __init ktrace_clock_init(void);
void __init ktrace_clock_adjust(void);

/**
 * struct ktrace_here - a location in running code from which to unwind the stack
 * @ip:	instruction pointer
 * @sp:	stack pointer
 * @bp:	base pointer
 */
struct ktrace_here {
	unsigned long	ip;
	unsigned long	sp;
	unsigned long	bp;
};

/**
 * ktrace_here - get the location in the function that inlines this
 *
 * Context: any.
 * Return: the location, valid until the function returns.
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
 * ktrace_here_at - get the location in interrupted code
 * @regs:	registers of the code
 * @ip:	the probed instruction, or the return address; @regs->ip may differ
 *
 * If the code finds its frame by another register, as in a prologue that realigns the
 * stack, the stack trace ends there.
 *
 * Context: any.
 * Return: the location, valid as long as the code stays in this function.
 */
static inline struct ktrace_here ktrace_here_at(const struct pt_regs *regs, unsigned long ip)
{
	return (struct ktrace_here) { .ip = ip, .sp = regs->sp, .bp = regs->bp };
}

/**
 * ktrace_here_regs - make registers for stack_trace_save_regs()
 * @here:	start of the stack trace
 *
 * Return: the registers that it reads; the others are zero.
 */
static inline struct pt_regs ktrace_here_regs(const struct ktrace_here *here)
{
	return (struct pt_regs) {
		.ip = here->ip, .sp = here->sp, .bp = here->bp, .cs = __KERNEL_CS,
	};
}

#endif /* _ASM_X86_KTRACE_H */
