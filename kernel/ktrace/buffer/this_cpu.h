/* SPDX-License-Identifier: GPL-2.0 */
/* Loads of per-CPU variables in hooks. */
#ifndef _KTRACE_THIS_CPU_H
#define _KTRACE_THIS_CPU_H

#include <linux/compiler.h>
#include <linux/kconfig.h>
#include <linux/percpu.h>

/**
 * ktrace_this_cpu_load - load a per-CPU variable once
 * @pcp: the variable
 *
 * For a pointer that another CPU may store to.  On x86, this_cpu_read() is one instruction.
 * Elsewhere it disables preemption around the load, which hooks have done already.
 *
 * Context: preemption off.
 */
#define ktrace_this_cpu_load(pcp)						\
	(IS_ENABLED(CONFIG_X86) ? this_cpu_read(pcp) : READ_ONCE(*raw_cpu_ptr(&(pcp))))

#endif /* _KTRACE_THIS_CPU_H */
