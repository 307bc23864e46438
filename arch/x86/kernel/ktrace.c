// SPDX-License-Identifier: GPL-2.0
/* Parameters of ktrace's inlined clock, asm/ktrace.h. */
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/math64.h>
#include <linux/sched/clock.h>
#include <linux/time64.h>

#include <asm/ktrace.h>
#include <asm/tsc.h>
#include <asm/x86_init.h>

struct ktrace_tsc ktrace_tsc __read_mostly;
EXPORT_SYMBOL_GPL(ktrace_tsc);

/* The callbacks of sched_clock(), which ours call. */
static void (*save_sched_clock_state)(void) __ro_after_init;
static void (*restore_sched_clock_state)(void) __ro_after_init;

/* ktrace_clock() minus local_clock() before the sleep. */
static s64 ktrace_clock_ahead;

/**
 * ktrace_clock_usable - check whether ktrace_clock() can be used
 *
 * Return: false if the time stamp counter is unstable or was marked unstable.
 */
bool notrace ktrace_clock_usable(void)
{
	return ktrace_tsc.mult && !check_tsc_unstable();
}
NOKPROBE_SYMBOL(ktrace_clock_usable);

/*
 * Called before and after a system sleep in which the counter may stop, restart or
 * jump, on the only running CPU with interrupts off. The order of the two readings
 * prevents a step back by the time between them.
 */
static void ktrace_clock_save(void)
{
	u64 base;

	save_sched_clock_state();
	base = local_clock();
	ktrace_clock_ahead = ktrace_clock() - base;
}

static void ktrace_clock_restore(void)
{
	u64 now;

	restore_sched_clock_state();
	now = ktrace_clock();
	WRITE_ONCE(ktrace_tsc.offset,
		   ktrace_tsc_resumed(ktrace_tsc.offset, now, local_clock(),
				      ktrace_clock_ahead));
}

/**
 * ktrace_clock_init - set the clock's rate and offset after calibration of the counter
 *
 * The offset makes the clock agree with local_clock() now, and again at
 * ktrace_clock_adjust() if nothing has been recorded until then.  The clock does not
 * follow a later refinement of the counter's rate, so that no record is stamped by
 * two different rates.  It follows local_clock() over a sleep.
 */
void __init ktrace_clock_init(void)
{
	/* 2^(64 - shift) * 10^6 / kHz: needs a counter faster than 125 MHz. */
	const u64 scale = 1ULL << (64 - KTRACE_TSC_SHIFT);

	if (tsc_khz <= USEC_PER_SEC >> KTRACE_TSC_SHIFT)
		return;
	ktrace_tsc.mult = mul_u64_u64_div_u64(scale, USEC_PER_SEC, tsc_khz);
	ktrace_tsc.offset = local_clock() - ktrace_clock();

	save_sched_clock_state = x86_platform.save_sched_clock_state;
	x86_platform.save_sched_clock_state = ktrace_clock_save;
	restore_sched_clock_state = x86_platform.restore_sched_clock_state;
	x86_platform.restore_sched_clock_state = ktrace_clock_restore;
}

/**
 * ktrace_clock_adjust - let the clock agree with local_clock() again
 *
 * Called after sched_clock_init_late().  Until then local_clock() follows the ticks,
 * and may be some ticks off the counter.  The clock steps by the difference, so this
 * must not be called when a record has been stamped.
 */
void __init ktrace_clock_adjust(void)
{
	if (ktrace_tsc.mult)
		ktrace_tsc.offset += local_clock() - ktrace_clock();
}
