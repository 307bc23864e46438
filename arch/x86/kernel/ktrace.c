// SPDX-License-Identifier: GPL-2.0
/* The parameters of ktrace's inlined clock, asm/ktrace.h. */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/math64.h>
#include <linux/sched/clock.h>
#include <linux/time64.h>

#include <asm/ktrace.h>
#include <asm/tsc.h>

struct ktrace_tsc ktrace_tsc __ro_after_init;
EXPORT_SYMBOL_GPL(ktrace_tsc);

/**
 * ktrace_clock_usable - whether ktrace_clock() can be trusted now
 *
 * Return: false if the time stamp counter is, or has become, unstable.
 */
bool notrace ktrace_clock_usable(void)
{
	return ktrace_tsc.mult && !check_tsc_unstable();
}
NOKPROBE_SYMBOL(ktrace_clock_usable);

/**
 * ktrace_clock_init - take the counter's rate, once it is known
 *
 * The offset makes the clock agree with sched_clock() now; a later refinement
 * of the counter's rate is not followed, so that no record is stamped by two
 * different rates.
 */
void __init ktrace_clock_init(void)
{
	/* 2^(64 - shift) * 10^6 / kHz: needs a counter of more than 125 MHz. */
	const u64 scale = 1ULL << (64 - KTRACE_TSC_SHIFT);

	if (tsc_khz <= USEC_PER_SEC >> KTRACE_TSC_SHIFT)
		return;
	ktrace_tsc.mult = mul_u64_u64_div_u64(scale, USEC_PER_SEC, tsc_khz);
	ktrace_tsc.offset = sched_clock() - ktrace_clock();
}
