// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit test of what the hooks heed.  It is right at any time: selftests run it after
 * events were switched on and off.
 */
#include <kunit/test.h>
#include <linux/jump_label.h>
#include <linux/mutex.h>

#include "event/event.h"
#include "syscall/place.h"

/* @what if somebody listens to a raw event. */
static u8 raw_listened(struct kunit *test, const char *name, u8 what)
{
	struct ktrace_event *event = ktrace_event_find("raw_syscalls", name);

	KUNIT_EXPECT_NOT_NULL(test, event);
	return event && ktrace_event_active(event) ? what : 0;
}

/* Each place is armed for the events that somebody listens to, and for no others. */
static void armed_for_listeners(struct kunit *test)
{
	const u8 all = SYSCALL_ARM_ENTER | SYSCALL_ARM_EXIT | SYSCALL_ARM_CALL |
		       SYSCALL_ARM_RAW_ENTER | SYSCALL_ARM_RAW_EXIT;
	unsigned int place, kind;
	u8 raw;

	guard(mutex)(&ktrace_event_mutex);
	raw = raw_listened(test, "sys_enter", SYSCALL_ARM_RAW_ENTER) |
	      raw_listened(test, "sys_exit", SYSCALL_ARM_RAW_EXIT);
	KUNIT_EXPECT_EQ(test, static_key_enabled(&ktrace_syscall_raw_exit_on),
			!!(raw & SYSCALL_ARM_RAW_EXIT));
	for (place = 0; place < SYSCALL_PLACES; place++) {
		u8 want = raw;

		for (kind = 0; kind < SYSCALL_KINDS; kind++)
			if (ktrace_event_active(syscall_place_event(kind, place)))
				want |= BIT(kind);
		KUNIT_EXPECT_EQ_MSG(test, ktrace_syscall_armed[place] & all, want,
				    "place %u", place);
	}
}

static struct kunit_case place_cases[] = {
	KUNIT_CASE(armed_for_listeners),
	{}
};

static struct kunit_suite place_suite = {
	.name = "ktrace_syscall_bits",
	.test_cases = place_cases,
};

kunit_test_suite(place_suite);
