// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit test of the dispatch table. The test holds at any time; selftests run it after
 * they have enabled and disabled events.
 */
#include <kunit/test.h>
#include <linux/array_size.h>
#include <linux/mutex.h>

#include "event/event.h"
#include "syscall/dispatch.h"
#include "syscall/times.h"

/* Return @what if a raw event has a listener. */
static u8 raw_listened(struct kunit *test, const char *name, u8 what)
{
	struct ktrace_event *event = ktrace_event_find("raw_syscalls", name);

	KUNIT_EXPECT_NOT_NULL(test, event);
	return event && ktrace_event_active(event) ? what : 0;
}

/* Return true if this kernel has the ABI of @index. */
static bool entry_used(unsigned int index)
{
	return ktrace_syscall_events[SYSCALL_ENTER][index];
}

/* Return SYSCALL_ARM_CALLS if any complete event has a listener. */
static u8 calls_listened(void)
{
	unsigned int index;

	for (index = 0; index < SYSCALL_ENTRIES; index++)
		if (entry_used(index) &&
		    ktrace_event_active(syscall_event_at(SYSCALL_COMPLETE, index)))
			return SYSCALL_ARM_CALLS;
	return 0;
}

/*
 * Return SYSCALL_ARM_COMPLETE if @index is a call that passes its arguments on, such as
 * socketcall(), and the complete event of a call behind it has a listener.
 */
static u8 inner_listened(unsigned int index)
{
	unsigned int i;

	if (index < SYSCALL_COMPAT ||
	    !ktrace_syscall_events[SYSCALL_COMPLETE][index]->spec->inner)
		return 0;
	for (i = SYSCALL_COMPAT; i < SYSCALL_ENTRIES; i++) {
		const struct ktrace_event *event = syscall_event_at(SYSCALL_COMPLETE, i);

		if (to_ev(event)->spec->outer == index - SYSCALL_COMPAT &&
		    ktrace_event_active(event))
			return SYSCALL_ARM_COMPLETE;
	}
	return 0;
}

/* Each entry is armed for the events with listeners, and for no other events. */
static void armed_for_listeners(struct kunit *test)
{
	const u8 all = SYSCALL_ARM_ENTER | SYSCALL_ARM_EXIT | SYSCALL_ARM_COMPLETE |
		       SYSCALL_ARM_RAW_ENTER | SYSCALL_ARM_RAW_EXIT | SYSCALL_ARM_CALLS;
	const bool timed = static_key_enabled(&ktrace_syscall_timed_key);
	unsigned int index, kind;
	u8 everywhere;

	guard(mutex)(&ktrace_event_mutex);
	everywhere = raw_listened(test, "sys_enter", SYSCALL_ARM_RAW_ENTER) |
		     raw_listened(test, "sys_exit", SYSCALL_ARM_RAW_EXIT) | calls_listened();
	for (index = 0; index < SYSCALL_ENTRIES; index++) {
		u8 armed = ktrace_syscall_armed[index], want = everywhere;
		const struct syscall_event *enter;

		if (!entry_used(index)) {
			KUNIT_EXPECT_EQ_MSG(test, armed, 0, "index %u", index);
			continue;
		}
		enter = ktrace_syscall_events[SYSCALL_ENTER][index];
		for (kind = 0; kind < SYSCALL_KINDS; kind++)
			if (ktrace_event_active(syscall_event_at(kind, index)))
				want |= BIT(kind);
		want |= inner_listened(index);
		KUNIT_EXPECT_EQ_MSG(test, armed & all, want, "index %u", index);
		KUNIT_EXPECT_EQ_MSG(test, ktrace_syscall_ways[index].enter,
				    ktrace_syscall_enter_way(armed, enter->spec),
				    "index %u", index);
		KUNIT_EXPECT_EQ_MSG(test, ktrace_syscall_ways[index].exit,
				    ktrace_syscall_exit_way(armed, timed), "index %u", index);
	}
}

/* How the hooks record a call, for each combination of listeners. */
static void ways_of_armed(struct kunit *test)
{
	static const struct {
		u8 armed;
		unsigned int enter;
		enum syscall_exit_way exit;
	} cases[] = {
		{ 0, SYSCALL_ENTER_NOTHING, SYSCALL_EXIT_NOTHING },
		{ SYSCALL_ARM_ENTER, SYSCALL_ENTER_WRITE + 5, SYSCALL_EXIT_NOTHING },
		{ SYSCALL_ARM_EXIT, SYSCALL_ENTER_NOTHING, SYSCALL_EXIT_WRITE },
		{ SYSCALL_ARM_ENTER | SYSCALL_ARM_EXIT,
		  SYSCALL_ENTER_WRITE + 5, SYSCALL_EXIT_WRITE },
		{ SYSCALL_ARM_CALLS, SYSCALL_ENTER_NOTHING, SYSCALL_EXIT_COMPLETE },
		{ SYSCALL_ARM_CALLS | SYSCALL_ARM_COMPLETE,
		  SYSCALL_ENTER_COMPLETE, SYSCALL_EXIT_COMPLETE },
		{ SYSCALL_ARM_CALLS | SYSCALL_ARM_COMPLETE | SYSCALL_ARM_PREFILTER,
		  SYSCALL_ENTER_COMPLETE_PREFILTER, SYSCALL_EXIT_COMPLETE },
		{ SYSCALL_ARM_CALLS | SYSCALL_ARM_COMPLETE | SYSCALL_ARM_PREFILTER |
		  SYSCALL_ARM_AT_ENTRY,
		  SYSCALL_ENTER_COMPLETE_AT_ENTRY, SYSCALL_EXIT_COMPLETE },
		{ SYSCALL_ARM_CALLS | SYSCALL_ARM_COMPLETE | SYSCALL_ARM_ENTER | SYSCALL_ARM_EXIT,
		  SYSCALL_ENTER_ANY, SYSCALL_EXIT_ANY },
		{ SYSCALL_ARM_CALLS | SYSCALL_ARM_EXIT, SYSCALL_ENTER_NOTHING, SYSCALL_EXIT_ANY },
		{ SYSCALL_ARM_RAW_ENTER | SYSCALL_ARM_RAW_EXIT,
		  SYSCALL_ENTER_RAW, SYSCALL_EXIT_RAW },
		{ SYSCALL_ARM_RAW_ENTER | SYSCALL_ARM_ENTER,
		  SYSCALL_ENTER_ANY, SYSCALL_EXIT_NOTHING },
		{ SYSCALL_ARM_RAW_EXIT | SYSCALL_ARM_EXIT,
		  SYSCALL_ENTER_NOTHING, SYSCALL_EXIT_ANY },
		{ SYSCALL_ARM_RAW_EXIT | SYSCALL_ARM_CALLS,
		  SYSCALL_ENTER_NOTHING, SYSCALL_EXIT_ANY },
	};
	const struct syscall_spec spec = { .nargs = 5 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		KUNIT_EXPECT_EQ_MSG(test, ktrace_syscall_enter_way(cases[i].armed, &spec),
				    cases[i].enter, "armed %#x", cases[i].armed);
		KUNIT_EXPECT_EQ_MSG(test, ktrace_syscall_exit_way(cases[i].armed, false),
				    cases[i].exit, "armed %#x", cases[i].armed);
	}
}

/* Each number of arguments has its own function for the record of the entry. */
static void ways_of_arguments(struct kunit *test)
{
	unsigned int n;

	for (n = 0; n <= KTRACE_SYSCALL_ARGS; n++) {
		const struct syscall_spec spec = { .nargs = n };

		KUNIT_EXPECT_EQ(test, ktrace_syscall_enter_way(SYSCALL_ARM_ENTER, &spec),
				SYSCALL_ENTER_WRITE + n);
		KUNIT_EXPECT_EQ(test, ktrace_syscall_enter_way(SYSCALL_ARM_RAW_ENTER, &spec),
				SYSCALL_ENTER_RAW);
		KUNIT_EXPECT_EQ(test, ktrace_syscall_enter_way(0, &spec),
				SYSCALL_ENTER_NOTHING);
	}
}

/* A complete record of a call without arguments, or with one path, begins in its own function. */
static void ways_of_calls(struct kunit *test)
{
	const struct {
		long nr;
		enum syscall_enter_way enter;
	} calls[] = {
		{ __NR_getuid, SYSCALL_ENTER_COMPLETE_BARE },
		{ __NR_sched_yield, SYSCALL_ENTER_COMPLETE_BARE },
		{ __NR_close, SYSCALL_ENTER_COMPLETE },
		{ __NR_openat, SYSCALL_ENTER_COMPLETE_PATH },
		{ __NR_rename, SYSCALL_ENTER_COMPLETE },
		{ __NR_sethostname, SYSCALL_ENTER_COMPLETE },
	};
	const u8 armed = SYSCALL_ARM_COMPLETE | SYSCALL_ARM_CALLS;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(calls); i++) {
		const struct syscall_spec *spec;

		spec = ktrace_syscall_spec(KTRACE_ABI_NATIVE, calls[i].nr);
		KUNIT_EXPECT_EQ_MSG(test, ktrace_syscall_enter_way(armed, spec), calls[i].enter,
				    "number %ld", calls[i].nr);
		KUNIT_EXPECT_EQ(test, SYSCALL_ENTER_COMPLETE_PREFILTER,
				ktrace_syscall_enter_way(armed | SYSCALL_ARM_PREFILTER, spec));
	}
}

/* A timed record ends in functions of its own. */
static void ways_of_timed_calls(struct kunit *test)
{
	static const u8 cases[] = {
		0, SYSCALL_ARM_PREFILTER, SYSCALL_ARM_PREFILTER | SYSCALL_ARM_AT_ENTRY,
		SYSCALL_ARM_ENTER,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		u8 armed = cases[i] | SYSCALL_ARM_COMPLETE | SYSCALL_ARM_CALLS;

		KUNIT_EXPECT_EQ_MSG(test, ktrace_syscall_exit_way(armed, true), SYSCALL_EXIT_TIMED,
				    "armed %#x", armed);
	}
}

static struct kunit_case dispatch_cases[] = {
	KUNIT_CASE(armed_for_listeners),
	KUNIT_CASE(ways_of_armed),
	KUNIT_CASE(ways_of_arguments),
	KUNIT_CASE(ways_of_calls),
	KUNIT_CASE(ways_of_timed_calls),
	{}
};

static struct kunit_suite dispatch_suite = {
	.name = "ktrace_syscall_bits",
	.test_cases = dispatch_cases,
};

kunit_test_suite(dispatch_suite);
