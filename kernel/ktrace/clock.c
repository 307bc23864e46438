// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks by name.  All may be read in any context, NMI included.
 */
#include <linux/atomic.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/sched/clock.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/timex.h>

#include "clock.h"

static u64 notrace clock_local(void)
{
	return ktrace_clock_usable() ? ktrace_clock() : local_clock();
}

static u64 notrace clock_global(void)
{
	return ktrace_clock_usable() ? ktrace_clock() : ktime_get_mono_fast_ns();
}

static u64 notrace clock_counter(void)
{
	static atomic64_t counter;

	return atomic64_inc_return(&counter);
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

static const struct ktrace_clock ktrace_clocks[] = {
	{ "local",	clock_local,		 true },
	{ "global",	clock_global,		 true },
	{ "counter",	clock_counter,		 false },
	{ "uptime",	clock_uptime,		 false },
	{ "perf",	clock_perf,		 true },
	{ "mono",	ktime_get_mono_fast_ns,	 true },
	{ "mono_raw",	ktime_get_raw_fast_ns,	 true },
	{ "boot",	ktime_get_boot_fast_ns,	 true },
	{ "tai",	ktime_get_tai_fast_ns,	 true },
	{ IS_ENABLED(CONFIG_X86) ? "x86-tsc" : "cycles", clock_cycles, false },
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
