/* SPDX-License-Identifier: GPL-2.0 */
/* What the test modules of ktrace have of their own on x86: NMIs. */
#ifndef _ASM_X86_KTRACE_TEST_H
#define _ASM_X86_KTRACE_TEST_H

#include <linux/cpumask.h>
#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include "nmi.h"

/**
 * ktrace_test_send_nmi - interrupt a CPU, whatever it does
 * @cpu:	the CPU, which may be this one
 *
 * Context: any but NMI.
 */
static inline void ktrace_test_send_nmi(unsigned int cpu)
{
	__apic_send_IPI_mask(cpumask_of(cpu), NMI_VECTOR);
}

#endif /* _ASM_X86_KTRACE_TEST_H */
