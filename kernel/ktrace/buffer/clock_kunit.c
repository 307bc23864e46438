// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the clocks: each clock can be read in any context, does not go back
 * within a context, and agrees with the kernel's clock of its name.  Other cases test the
 * inlined clock after a suspend.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/math.h>
#include <linux/preempt.h>
#include <linux/sched/clock.h>
#include <linux/time64.h>
#include <linux/timekeeping.h>
#include <linux/timex.h>

#include "buffer/clock.h"

#if defined(CONFIG_X86_LOCAL_APIC)
#include <asm/ktrace_test.h>
#endif

#define READS	200

/* The base documents that its fast clocks may step back a little. */
#define FAST_SLACK_NS	NSEC_PER_USEC

struct reader {
	const struct ktrace_clock *clock;
	struct irq_work	irq;
	u64		last;
	unsigned int	contexts;	/* mask of contexts in which the clock was read */
	unsigned int	back;		/* number of times that the clock went back */
};

static u64 slack_of(const struct ktrace_clock *clock)
{
	return strstarts(clock->name, "mono") || !strcmp(clock->name, "boot") ||
	       !strcmp(clock->name, "tai") ? FAST_SLACK_NS : 0;
}

static void read_on(struct reader *reader)
{
	u64 slack = slack_of(reader->clock);
	unsigned int i;
	u64 now;

	for (i = 0; i < READS; i++) {
		now = reader->clock->read();
		reader->back += (s64)(now + slack - reader->last) < 0;
		reader->last = now;
	}
	reader->contexts++;
}

static void read_in_irq(struct irq_work *work)
{
	read_on(container_of(work, struct reader, irq));
}

#if defined(CONFIG_X86_LOCAL_APIC)
static struct reader *nmi_reader;

static int read_in_nmi(unsigned int type, struct pt_regs *regs)
{
	struct reader *reader = READ_ONCE(nmi_reader);

	if (!reader)
		return NMI_DONE;
	read_on(reader);
	/* Let the task continue after all other stores. */
	smp_store_release(&nmi_reader, NULL);
	return NMI_HANDLED;
}

/*
 * Let an NMI on this CPU read the clock.  Return: number of readings to expect: 1, or 0 if no NMI
 * handler can be registered.
 */
static unsigned int read_by_nmi(struct kunit *test, struct reader *reader)
{
	int i;

	if (register_nmi_handler(NMI_LOCAL, read_in_nmi, 0, "ktrace_clock"))
		return 0;
	WRITE_ONCE(nmi_reader, reader);
	ktrace_test_send_nmi(raw_smp_processor_id());
	/* Pairs with the release in read_in_nmi(). */
	for (i = 0; i < 1000 && smp_load_acquire(&nmi_reader); i++)
		usleep_range(50, 100);
	WRITE_ONCE(nmi_reader, NULL);
	unregister_nmi_handler(NMI_LOCAL, "ktrace_clock");
	return 1;
}
#else
static unsigned int read_by_nmi(struct kunit *test, struct reader *reader)
{
	return 0;
}
#endif

static void clock_any_context(struct kunit *test)
{
	const struct ktrace_clock *clock;
	unsigned int i, wanted;

	for (i = 0; (clock = ktrace_clock_at(i)); i++) {
		struct reader reader = { .clock = clock };

		reader.irq = IRQ_WORK_INIT_HARD(read_in_irq);
		migrate_disable();
		reader.last = clock->read();
		read_on(&reader);
		irq_work_queue(&reader.irq);
		irq_work_sync(&reader.irq);
		wanted = 3 + read_by_nmi(test, &reader);
		read_on(&reader);
		migrate_enable();
		KUNIT_EXPECT_EQ_MSG(test, reader.contexts, wanted, "%s", clock->name);
		KUNIT_EXPECT_EQ_MSG(test, reader.back, 0, "%s", clock->name);
	}
}

static void clock_names(struct kunit *test)
{
	static const char * const names[] = {
		"local", "global", "counter", "uptime", "perf", "mono", "mono_raw",
		"boot", "tai", IS_ENABLED(CONFIG_X86) ? "x86-tsc" : "cycles",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		KUNIT_ASSERT_NOT_NULL(test, ktrace_clock_at(i));
		KUNIT_EXPECT_STREQ(test, ktrace_clock_at(i)->name, names[i]);
		KUNIT_EXPECT_PTR_EQ(test, ktrace_clock_find(names[i]), ktrace_clock_at(i));
		KUNIT_EXPECT_EQ(test, ktrace_clock_inlined(ktrace_clock_at(i)),
				i < 2 && ktrace_clock_usable());
	}
	KUNIT_EXPECT_NULL(test, ktrace_clock_at(i));
	KUNIT_EXPECT_NULL(test, ktrace_clock_find(""));
	KUNIT_EXPECT_NULL(test, ktrace_clock_find("mon"));
	KUNIT_EXPECT_NULL(test, ktrace_clock_find("monot"));
	KUNIT_EXPECT_NULL(test, ktrace_clock_find("Mono"));
}

/* The clock must lie between two readings of @base, or be at most @slack off. */
static void expect_is(struct kunit *test, const char *name, u64 (*base)(void), u64 slack)
{
	const struct ktrace_clock *clock = ktrace_clock_find(name);
	unsigned int i, early = 0, late = 0;
	u64 before, now, after;

	KUNIT_ASSERT_NOT_NULL(test, clock);
	for (i = 0; i < READS; i++) {
		preempt_disable();
		before = base();
		now = clock->read();
		after = base();
		preempt_enable();
		early += (s64)(now + slack - before) < 0;
		late += (s64)(after + slack - now) < 0;
	}
	KUNIT_EXPECT_EQ_MSG(test, early, 0, "%s: %llu is before %llu", name, now, before);
	KUNIT_EXPECT_EQ_MSG(test, late, 0, "%s: %llu is after %llu", name, now, after);
}

static u64 base_uptime(void)
{
	return get_jiffies_64() - INITIAL_JIFFIES;
}

static u64 base_cycles(void)
{
	return get_cycles();
}

static void clock_is_what_it_says(struct kunit *test)
{
	/* The base may correct the rate of the counter by up to 1 %. */
	u64 drift = 10 * NSEC_PER_MSEC + local_clock() / 100;

	if (ktrace_clock_usable()) {
		expect_is(test, "local", local_clock, drift);
		expect_is(test, "global", local_clock, drift);
	} else {
		expect_is(test, "local", local_clock, 0);
		expect_is(test, "global", ktime_get_ns, FAST_SLACK_NS);
	}
	expect_is(test, "uptime", base_uptime, 0);
	expect_is(test, "perf", local_clock, 0);
	expect_is(test, "mono", ktime_get_ns, FAST_SLACK_NS);
	expect_is(test, "mono_raw", ktime_get_raw_ns, FAST_SLACK_NS);
	expect_is(test, "boot", ktime_get_boottime_ns, FAST_SLACK_NS);
	expect_is(test, "tai", ktime_get_clocktai_ns, FAST_SLACK_NS);
	expect_is(test, ktrace_clock_at(9)->name, base_cycles, 0);
}

static void clock_counter_counts(struct kunit *test)
{
	const struct ktrace_clock *clock = ktrace_clock_find("counter");
	u64 now, last, least = U64_MAX;
	int i;

	/* Another task may be reading the clock at the same time. */
	for (i = 0, last = clock->read(); i < READS; i++, last = now) {
		now = clock->read();
		least = min(least, now - last);
	}
	KUNIT_EXPECT_EQ(test, least, 1);
}

/* Difference between the durations that two clocks measure, in ns. */
static u64 rate_error(const struct ktrace_clock *clock, u64 *took)
{
	u64 begin, end, here;

	begin = ktime_get_raw_ns();
	here = clock->read();
	mdelay(10);
	here = clock->read() - here;
	end = ktime_get_raw_ns();
	*took = end - begin;
	return abs_diff(*took, here);
}

static void clock_rate(struct kunit *test)
{
	const struct ktrace_clock *clock;
	unsigned int i, try;
	u64 took, error, least;

	for (i = 0; (clock = ktrace_clock_at(i)); i++) {
		if (!clock->in_ns)
			continue;
		/* A virtual machine may be stopped between two readings. */
		least = U64_MAX;
		for (try = 0; try < 10 && least; try++) {
			error = rate_error(clock, &took);
			error = error > took / 50 ? error : 0;
			least = min(least, error);
		}
		KUNIT_EXPECT_EQ_MSG(test, least, 0, "%s: ns off in 10 ms", clock->name);
	}
}

#ifdef CONFIG_X86_64
/**
 * struct sleep - effect of a suspend on the counter, in ns
 * @what:	description
 * @clock:	the clock before the suspend
 * @base:	local_clock() before the suspend
 * @counter:	the counter before the suspend
 * @woken:	the counter after the suspend
 * @expected:	the clock after the suspend
 */
struct sleep {
	const char *what;
	u64	clock;
	u64	base;
	u64	counter;
	u64	woken;
	u64	expected;
};

#define HOUR	(3600ULL * NSEC_PER_SEC)
/* local_clock() advances by this between the readings before and after the suspend. */
#define AWAKE	1000

static const struct sleep sleeps[] = {
	{ "starts from 0",	9 * HOUR, 9 * HOUR, 9 * HOUR, 0, 9 * HOUR + AWAKE },
	{ "starts from 0, of a machine up for years",
		90000 * HOUR, 90000 * HOUR, 95000 * HOUR, 17, 90000 * HOUR + AWAKE },
	{ "stands still",	9 * HOUR, 9 * HOUR, 20 * HOUR, 20 * HOUR, 9 * HOUR + AWAKE },
	{ "goes on",		9 * HOUR, 9 * HOUR, 20 * HOUR, 28 * HOUR, 9 * HOUR + AWAKE },
	{ "is anywhere",	9 * HOUR, 9 * HOUR, 20 * HOUR, 1ULL << 63, 9 * HOUR + AWAKE },
	{ "goes back",		9 * HOUR, 9 * HOUR, 20 * HOUR, 19 * HOUR, 9 * HOUR + AWAKE },
	{ "starts from 0, the clock was ahead",
		9 * HOUR + 5, 9 * HOUR, 9 * HOUR, 0, 9 * HOUR + 5 + AWAKE },
	{ "starts from 0, the clock was far ahead",
		10 * HOUR, 9 * HOUR, 9 * HOUR, 0, 10 * HOUR + AWAKE },
	{ "starts from 0, the clock was behind",
		8 * HOUR, 9 * HOUR, 9 * HOUR, 0, 9 * HOUR + AWAKE },
};

static void clock_resumed(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sleeps); i++) {
		const struct sleep *s = &sleeps[i];
		u64 offset = s->clock - s->counter;
		s64 ahead = s->clock - s->base;
		u64 woken, clock;

		woken = ktrace_tsc_resumed(offset, offset + s->woken, s->base + AWAKE, ahead);
		clock = woken + s->woken;
		KUNIT_EXPECT_EQ_MSG(test, clock, s->expected, "%s", s->what);
		KUNIT_EXPECT_GE_MSG(test, clock, s->clock, "%s", s->what);
		/* Resume a second time immediately: the offset must not accumulate. */
		ahead = clock - (s->base + AWAKE);
		offset = ktrace_tsc_resumed(woken, woken + 3, s->base + AWAKE, ahead);
		KUNIT_EXPECT_EQ_MSG(test, offset + 3, s->expected, "%s", s->what);
	}
}
#endif

static struct kunit_case clock_cases[] = {
	KUNIT_CASE(clock_names),
	KUNIT_CASE(clock_any_context),
	KUNIT_CASE(clock_is_what_it_says),
	KUNIT_CASE(clock_counter_counts),
	KUNIT_CASE(clock_rate),
#ifdef CONFIG_X86_64
	KUNIT_CASE(clock_resumed),
#endif
	{}
};

static struct kunit_suite clock_suite = {
	.name = "ktrace_clock",
	.test_cases = clock_cases,
};

kunit_test_suite(clock_suite);
