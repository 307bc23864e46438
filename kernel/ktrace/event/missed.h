/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counters of events for which no record was built: the file missed_events.
 *
 * These are not losses of rings, which count lost records by event (buffer/loss.h).
 * Without a record no filter can decide which instances would have taken it, so each
 * missed record is counted once, for the CPU.
 */
#ifndef _KTRACE_MISSED_H
#define _KTRACE_MISSED_H

#include <linux/percpu.h>

/**
 * struct ktrace_missed - events of a CPU that were not recorded
 * @nested:	nested too deep: no image was free, or the CPU had none
 * @refused:	longer than the maximum size of a record
 *
 * Hooks count by this_cpu_inc(), in any context, NMI included.
 */
struct ktrace_missed {
	unsigned long nested;
	unsigned long refused;
};

DECLARE_PER_CPU(struct ktrace_missed, ktrace_missed);

#endif /* _KTRACE_MISSED_H */
