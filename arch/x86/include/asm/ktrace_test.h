/* SPDX-License-Identifier: GPL-2.0 */
/* NMIs for the test modules of ktrace on x86. */
#ifndef _ASM_X86_KTRACE_TEST_H
#define _ASM_X86_KTRACE_TEST_H

#include <linux/cpumask.h>
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

#endif /* _ASM_X86_KTRACE_TEST_H */
