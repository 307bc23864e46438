/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records that were never made: the file missed_events.
 *
 * Not the losses of rings, which know whose records they drop (buffer/loss.h).  Without a
 * record no filter can tell which instances would have had it: so each is counted once,
 * for the CPU.
 */
#ifndef _KTRACE_MISSED_H
#define _KTRACE_MISSED_H

#include <linux/percpu.h>

/**
 * struct ktrace_missed - what a CPU did not record
 * @nested:	inside of more others than there may be
 * @refused:	longer than a record can be
 *
 * Hooks count by this_cpu_inc(), in any context, NMI included.
 */
struct ktrace_missed {
	unsigned long nested;
	unsigned long refused;
};

DECLARE_PER_CPU(struct ktrace_missed, ktrace_missed);

#endif /* _KTRACE_MISSED_H */
