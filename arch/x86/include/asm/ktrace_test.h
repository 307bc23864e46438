/* SPDX-License-Identifier: GPL-2.0 */
/* NMIs and skipped functions for the test modules of ktrace on x86. */
#ifndef _ASM_X86_KTRACE_TEST_H
#define _ASM_X86_KTRACE_TEST_H

#include <linux/cpumask.h>
#include <linux/ptrace.h>
#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include "nmi.h"

/**
 * ktrace_test_send_nmi - send an NMI to a CPU
 * @cpu:	the CPU, which may be the current one
 *
 * Context: any but NMI.
 */
static inline void ktrace_test_send_nmi(unsigned int cpu)
{
	__apic_send_IPI_mask(cpumask_of(cpu), NMI_VECTOR);
}

/**
 * ktrace_test_return - make the probed function return at once
 * @regs:	registers at the first instruction of the function
 * @value:	the function's result
 *
 * Context: the pre handler of a kprobe, which must return 1 afterwards.
 */
static inline void ktrace_test_return(struct pt_regs *regs, unsigned long value)
{
	regs->ax = value;
	regs->ip = *(unsigned long *)regs->sp;
	regs->sp += sizeof(unsigned long);
}

#endif /* _ASM_X86_KTRACE_TEST_H */
