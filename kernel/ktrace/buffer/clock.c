// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks by name.  All clocks can be read in any context, NMI included.
 *
 * The kernel may find the counter behind the inlined clock unstable at any time,
 * without a notification.  But each writer reads its clock through this file with every
 * new page, and when the ring's base for time stamps is 2^RING_STAMP_BITS ns old by the
 * same counter.  The function that finds the counter unstable then updates all rings.
 */
#include <linux/atomic.h>
#include <linux/init.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/sched/clock.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/timex.h>
#include <linux/workqueue.h>

#include "buffer/clock.h"

/* The architecture's name of its cycle counter, as clients know it. */
#ifndef KTRACE_CYCLES_NAME
#define KTRACE_CYCLES_NAME	"cycles"
#endif

/* Whether ktrace_clock_ns() uses ktrace_clock(); once false, it stays false. */
DEFINE_STATIC_KEY_TRUE(ktrace_clock_good);

/**
 * ktrace_clock_check - stop using ktrace_clock() if it is unstable
 *
 * Context: task; sleeps.
 */
void ktrace_clock_check(void)
{
	if (!ktrace_clock_usable())
		static_branch_disable(&ktrace_clock_good);
}

/* True once a ring was created: the clock must not step any more. */
static bool clock_pinned;

/**
 * ktrace_clock_pin - keep ktrace_clock() from stepping at the end of boot
 *
 * Context: any; before records are stamped.
 */
void ktrace_clock_pin(void)
{
	WRITE_ONCE(clock_pinned, true);
}

/*
 * Runs after sched_clock_init_late().  If events were recorded during boot, the clock
 * is not adjusted: the order and the distances of records matter more than the
 * difference to local_clock(), which is a few ticks at most.
 */
static int __init clock_adjust(void)
{
	if (!READ_ONCE(clock_pinned))
		ktrace_clock_adjust();
	return 0;
}
late_initcall_sync(clock_adjust);

/* Set once, at boot. */
static void (*clock_lost_watcher)(void);

/* Takes locks, so it must not run in a writer's context or in a hardirq. */
static void clock_lost_work(struct work_struct *work)
{
	ktrace_clock_check();
	if (clock_lost_watcher)
		clock_lost_watcher();
}

static DECLARE_WORK(clock_lost, clock_lost_work);

/**
 * ktrace_clock_watch - register a callback for the loss of ktrace_clock()
 * @lost: called in task context when ktrace_clock() has become unstable
 *
 * Context: once, at boot.
 */
void __init ktrace_clock_watch(void (*lost)(void))
{
	clock_lost_watcher = lost;
}

static void clock_lost_raise(struct irq_work *work)
{
	schedule_work(&clock_lost);
}

static struct irq_work clock_lost_irq = IRQ_WORK_INIT_HARD(clock_lost_raise);

/* Whether ktrace_clock() can be used; update all rings at the first failure. */
static bool notrace clock_usable(void)
{
	static bool reported;

	if (ktrace_clock_usable())
		return true;
	/* Rings that are set up later call ktrace_clock_inlined() themselves. */
	if (!READ_ONCE(reported)) {
		WRITE_ONCE(reported, true);
		irq_work_queue(&clock_lost_irq);
	}
	return false;
}

static u64 notrace clock_local(void)
{
	return clock_usable() ? ktrace_clock() : local_clock();
}

static u64 notrace clock_global(void)
{
	return clock_usable() ? ktrace_clock() : ktime_get_mono_fast_ns();
}

/* Number of reads of the clock "counter". */
static atomic64_t clock_counted;

static u64 notrace clock_counter(void)
{
	return atomic64_inc_return(&clock_counted);
}

static u64 notrace clock_counter_peek(void)
{
	return atomic64_read(&clock_counted);
}

static u64 notrace clock_uptime(void)
{
	return jiffies - INITIAL_JIFFIES;
}

static u64 notrace clock_perf(void)
{
	return local_clock();
}

static u64 notrace clock_cycles(void)
{
	return get_cycles();
}

static const struct ktrace_clock ktrace_clocks[KTRACE_CLOCKS] = {
	{ "local",	clock_local,		 .in_ns = true },
	{ "global",	clock_global,		 .in_ns = true },
	{ "counter",	clock_counter,		 .peek = clock_counter_peek },
	{ "uptime",	clock_uptime,		 .coarse = true },
	{ "perf",	clock_perf,		 .in_ns = true },
	{ "mono",	ktime_get_mono_fast_ns,	 .in_ns = true },
	{ "mono_raw",	ktime_get_raw_fast_ns,	 .in_ns = true },
	{ "boot",	ktime_get_boot_fast_ns,	 .in_ns = true },
	{ "tai",	ktime_get_tai_fast_ns,	 .in_ns = true },
	{ KTRACE_CYCLES_NAME, clock_cycles },
};

/**
 * ktrace_clock_at - the clocks in the order of the file trace_clock
 * @i:	index, starting at 0
 *
 * Return: the clock, or NULL behind the last.
 */
const struct ktrace_clock *ktrace_clock_at(unsigned int i)
{
	return i < ARRAY_SIZE(ktrace_clocks) ? &ktrace_clocks[i] : NULL;
}

/**
 * ktrace_clock_index - index of a clock, the inverse of ktrace_clock_at()
 * @clock:	one of the clocks
 *
 * Return: position of the clock in the file trace_clock.
 */
unsigned int ktrace_clock_index(const struct ktrace_clock *clock)
{
	return clock - ktrace_clocks;
}

/**
 * ktrace_clock_find - find a clock by name
 * @name: the name
 *
 * Return: the clock, or NULL if no clock has this name.
 */
const struct ktrace_clock *ktrace_clock_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ktrace_clocks); i++)
		if (!strcmp(ktrace_clocks[i].name, name))
			return &ktrace_clocks[i];
	return NULL;
}

/**
 * ktrace_clock_inlined - whether ktrace_clock() currently returns the time of a clock
 * @clock: the clock
 *
 * Return: true if writers may use the fast path.
 */
bool ktrace_clock_inlined(const struct ktrace_clock *clock)
{
	return (clock->read == clock_local || clock->read == clock_global) &&
	       ktrace_clock_usable();
}
