/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms: inline functions that load a number or the name of the task. */
#ifndef _KTRACE_ACTION_HIST_LOAD_H
#define _KTRACE_ACTION_HIST_LOAD_H

#include <linux/bitops.h>
#include <linux/cgroup.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/unaligned.h>

#include "action/hist.h"
#include "buffer/clock.h"

#ifdef CONFIG_CGROUPS
/* Number of current's cgroup in the default hierarchy: the inode number of its directory. */
static inline u64 hist_cgroup(void)
{
	guard(rcu)();
	return cgroup_id(task_dfl_cgroup(current));
}
#else
static inline u64 hist_cgroup(void)
{
	return 0;
}
#endif

/* Load the number of @op from address @at; CPU, time and similar numbers do not use @at. */
static __always_inline u64 hist_load_at(const struct hist_op *op, const void *at)
{
	switch (op->load) {
	case HIST_LOAD_U8:
		return *(const u8 *)at;
	case HIST_LOAD_U16:
		return get_unaligned((const u16 *)at);
	case HIST_LOAD_U32:
		return get_unaligned((const u32 *)at);
	case HIST_LOAD_S8:
		return *(const s8 *)at;
	case HIST_LOAD_S16:
		return get_unaligned((const s16 *)at);
	case HIST_LOAD_S32:
		return get_unaligned((const s32 *)at);
	case HIST_LOAD_CPU:
		return raw_smp_processor_id();
	case HIST_LOAD_CGROUP:
		return hist_cgroup();
	case HIST_LOAD_TIME:
		return ktrace_clock_ns();
	case HIST_LOAD_CLOCK:
		return ktrace_clock_at(op->offset)->read();
	default:
		return get_unaligned((const u64 *)at);
	}
}

/* Apply the modifier of a key or a sum to a number. */
static __always_inline u64 hist_modified(const struct hist_op *op, u64 value)
{
	switch (op->show) {
	case KTRACE_HIST_LOG2:
		return value > 1 ? fls64(value - 1) : 0;
	case KTRACE_HIST_BUCKETS:
		return div64_u64(value, op->buckets) * op->buckets;
	case KTRACE_HIST_USECS:
		return value / NSEC_PER_USEC;
	default:
		return value;
	}
}

/* The low bytes of @word up to its first zero, and zeros. */
static __always_inline u64 hist_up_to_zero(u64 word, bool *ends)
{
	u64 zeros = (word - 0x0101010101010101ULL) & ~word & 0x8080808080808080ULL;

	*ends = zeros;
	/* Bits below the lowest zero byte's lowest one. */
	return zeros ? word & (((zeros & -zeros) >> 7) - 1) : word;
}

static __always_inline void hist_comm(u64 *key)
{
	bool ends;

	BUILD_BUG_ON(TASK_COMM_LEN != 2 * sizeof(u64));
	key[0] = hist_up_to_zero(get_unaligned((const u64 *)current->comm), &ends);
	key[1] = 0;
	if (!ends)
		key[1] = hist_up_to_zero(get_unaligned((const u64 *)current->comm + 1), &ends);
}

#endif /* _KTRACE_ACTION_HIST_LOAD_H */
