/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clocks of records.
 *
 * ktrace_clock() is inlined, for the hot path.  All other clocks are selected by name
 * through struct ktrace_clock and called through a pointer.
 */
#ifndef _KTRACE_CLOCK_H
#define _KTRACE_CLOCK_H

#include <linux/jump_label.h>
#include <linux/sched/clock.h>
#include <linux/types.h>

#ifdef CONFIG_HAVE_KTRACE_ARCH
#include <asm/ktrace.h>
#else
#include <linux/preempt.h>
#include <linux/sched.h>
static __always_inline u64 ktrace_clock(void)
{
	return local_clock();
}

static inline bool ktrace_clock_usable(void)
{
	return true;
}

static inline void ktrace_clock_init(void) { }
static inline void ktrace_clock_adjust(void) { }

static __always_inline unsigned int ktrace_preempt_word(void)
{
	return preempt_count();
}

static __always_inline bool ktrace_preempt_is(unsigned int count)
{
	return preempt_count() == count && !need_resched();
}
#endif

DECLARE_STATIC_KEY_TRUE(ktrace_clock_good);

/**
 * ktrace_clock_ns - time in nanoseconds, independent of a buffer's clock
 *
 * Context: any.
 * Return: nanoseconds, by ktrace_clock() as long as it is stable.
 */
static __always_inline u64 ktrace_clock_ns(void)
{
	return static_branch_likely(&ktrace_clock_good) ? ktrace_clock() : local_clock();
}

void ktrace_clock_pin(void);

/**
 * struct ktrace_clock - a clock that a buffer may use
 * @name:	name in the file trace_clock
 * @read:	returns the time; any context, NMI included
 * @peek:	reads the clock without advancing it; NULL if @read does not advance it
 * @in_ns:	the clock counts nanoseconds, and is shown as seconds
 * @coarse:	many records may have the same time
 */
struct ktrace_clock {
	const char *name;
	u64	(*read)(void);
	u64	(*peek)(void);
	bool	in_ns;
	bool	coarse;
};

/* Number of clocks. */
#define KTRACE_CLOCKS	10

/**
 * ktrace_clock_peek - read a clock without advancing it
 * @clock:	the clock
 *
 * Context: any.
 * Return: a time between that of the latest record and that of the next record.
 */
static inline u64 ktrace_clock_peek(const struct ktrace_clock *clock)
{
	return clock->peek ? clock->peek() : clock->read();
}

const struct ktrace_clock *ktrace_clock_at(unsigned int i);
unsigned int ktrace_clock_index(const struct ktrace_clock *clock);
const struct ktrace_clock *ktrace_clock_find(const char *name);
void ktrace_clock_watch(void (*lost)(void));
void ktrace_clock_check(void);
bool ktrace_clock_inlined(const struct ktrace_clock *clock);

#endif /* _KTRACE_CLOCK_H */
