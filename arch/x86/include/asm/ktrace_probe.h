/* SPDX-License-Identifier: GPL-2.0 */
/* What ktrace's kprobes have of their own on x86-64. */
#ifndef _ASM_X86_KTRACE_PROBE_H
#define _ASM_X86_KTRACE_PROBE_H

#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/stddef.h>
#include <asm/insn.h>
#include <asm/ptrace.h>

/**
 * ktrace_probe_arg - where a function's argument is at its entry
 * @nr: which, from 0
 *
 * Return: its register's offset in pt_regs; negative if it is none of these.
 */
static inline int ktrace_probe_arg(unsigned int nr)
{
	static const unsigned char regs[] = {
		offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
		offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
		offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
	};

	return nr < sizeof(regs) ? regs[nr] : -1;
}

/* Offset in pt_regs of a function's value at its return. */
static inline int ktrace_probe_retval(void)
{
	return offsetof(struct pt_regs, ax);
}

/* Offset in pt_regs of the stack pointer. */
static inline int ktrace_probe_sp(void)
{
	return offsetof(struct pt_regs, sp);
}

/* Entry of the stack that holds the return address at a function's entry. */
static inline int ktrace_probe_retaddr_slot(void)
{
	return 0;
}

/**
 * ktrace_probe_added - what the way to a probe's handler added to
 *	preempt_count()
 * @regs: as the handler got them
 *
 * The detour of an optimised probe saves the registers right on top of the
 * stack of the code that it came from, and its handler is called with
 * preemption off.  A breakpoint is taken like an NMI; its entry code always
 * leaves a gap on the stack, in which calls may be emulated.
 *
 * Context: the handler of a kprobe; not one that ftrace calls.
 * Return: the difference.
 */
static __always_inline unsigned int ktrace_probe_added(const struct pt_regs *regs)
{
	if (regs->sp == (unsigned long)(regs + 1))
		return PREEMPT_DISABLE_OFFSET;
	return NMI_OFFSET + HARDIRQ_OFFSET;
}

/**
 * ktrace_probe_decodable - whether the kprobes core gets through the end of memory
 * @at: what is behind the last function
 * @end: of what is mapped
 *
 * To see whether a probe can be optimised the core decodes all up to the next symbol,
 * and there is none.  An instruction that does not end at @end has it read on.
 *
 * Context: task.
 * Return: true if it does not.
 */
static inline bool ktrace_probe_decodable(unsigned long at, unsigned long end)
{
	struct insn insn;

	for (; at < end; at += insn.length) {
		/* What is none ends the core's search; if it is all there. */
		if (insn_decode(&insn, (void *)at,
				min_t(unsigned long, end - at, MAX_INSN_SIZE),
				INSN_MODE_KERN) < 0)
			return end - at >= MAX_INSN_SIZE;
	}
	return true;
}

/* The interrupt flags of the code that was probed. */
static __always_inline unsigned long ktrace_probe_flags(const struct pt_regs *regs)
{
	return regs->flags;
}

#endif /* _ASM_X86_KTRACE_PROBE_H */
