// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks by name.  All may be read in any context, NMI included.
 *
 * The counter behind the inlined clock may be found to be unstable at any time.
 * Nobody tells; but whoever writes to a ring comes to read its clock here, with
 * the next page or when the ring's base for the stamps is 2^RING_STAMP_BITS ns
 * old by that very counter, and has all rings told then.
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

/* What clients call the counter of cycles: of the architecture. */
#ifndef KTRACE_CYCLES_NAME
#define KTRACE_CYCLES_NAME	"cycles"
#endif

/* Whether ktrace_clock_ns() is ktrace_clock(); false for ever once it was. */
DEFINE_STATIC_KEY_TRUE(ktrace_clock_good);

/**
 * ktrace_clock_check - look whether ktrace_clock() can be used
 *
 * Context: task; sleeps.
 */
void ktrace_clock_check(void)
{
	if (!ktrace_clock_usable())
		static_branch_disable(&ktrace_clock_good);
}

/* A ring was made: its records must not see the clock step. */
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
 * Behind sched_clock_init_late().  If events were recorded during boot, the clock goes on as it
 * is: the order and the distances of records matter more than the difference to local_clock(),
 * which is some ticks at most.
 */
static int __init clock_settle(void)
{
	if (!READ_ONCE(clock_pinned))
		ktrace_clock_settle();
	return 0;
}
late_initcall_sync(clock_settle);

/* Set once, at boot. */
static void (*clock_lost_watcher)(void);

/* Locks are to be taken for it: not in a writer's context, nor in a hardirq. */
static void clock_lost_work(struct work_struct *work)
{
	ktrace_clock_check();
	if (clock_lost_watcher)
		clock_lost_watcher();
}

static DECLARE_WORK(clock_lost, clock_lost_work);

/**
 * ktrace_clock_watch - be told when ktrace_clock() can't be used any more
 * @lost: called then, in task context
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

/* Whether ktrace_clock() can be read; have all rings told once it can't. */
static bool notrace clock_usable(void)
{
	static bool told;

	if (ktrace_clock_usable())
		return true;
	/* What is made ready later asks ktrace_clock_inlined() by itself. */
	if (!READ_ONCE(told)) {
		WRITE_ONCE(told, true);
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

/* How often the clock "counter" has been read. */
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
 * @i:	from 0
 *
 * Return: the clock, or NULL behind the last.
 */
const struct ktrace_clock *ktrace_clock_at(unsigned int i)
{
	return i < ARRAY_SIZE(ktrace_clocks) ? &ktrace_clocks[i] : NULL;
}

/**
 * ktrace_clock_index - the opposite of ktrace_clock_at()
 * @clock:	one of the clocks
 *
 * Return: its place in the order of the file trace_clock.
 */
unsigned int ktrace_clock_index(const struct ktrace_clock *clock)
{
	return clock - ktrace_clocks;
}

/**
 * ktrace_clock_find - a clock by its name
 * @name: the name
 *
 * Return: the clock, or NULL if there is none of that name.
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
 * ktrace_clock_inlined - whether a clock is, now, what ktrace_clock() reads
 * @clock: the clock
 *
 * Return: true if writers may take the fast way.
 */
bool ktrace_clock_inlined(const struct ktrace_clock *clock)
{
	return (clock->read == clock_local || clock->read == clock_global) &&
	       ktrace_clock_usable();
}
