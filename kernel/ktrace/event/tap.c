// SPDX-License-Identifier: GPL-2.0
/*
 * Taps: triggers through which probes on events are called.  All taps belong to one hidden
 * instance, which records nothing and whose task set contains all tasks.
 *
 * Called in task context, under ktrace_event_mutex; but commands that enable events call
 * ktrace_enable_begin() and ktrace_enable_end() without it.
 */
#include <linux/kprobes.h>

#include "buffer/hooks.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/tap.h"
#include "parse/filter.h"

/* The instance of all taps, which is on no list and has no buffer; under ktrace_event_mutex. */
static struct ktrace_instance tap_instance = {
	.listeners = LIST_HEAD_INIT(tap_instance.listeners),
	.systems = LIST_HEAD_INIT(tap_instance.systems),
	.tasks = KTRACE_TASKSET_INIT(tap_instance.tasks),
	.name = "",
};

/* RCU state when a tap was disabled last; number of disabled taps.  Under ktrace_event_mutex. */
static unsigned long taps_stopped, taps_turn;
/* Value of @taps_turn up to which ktrace_taps_settle() has waited for hooks. */
static unsigned long taps_settled;

static void tap_trigger_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	struct ktrace_tap *tap = container_of(trigger, struct ktrace_tap, trigger);

	tap->hit(tap, hit);
}
NOKPROBE_SYMBOL(tap_trigger_hit);

/* Called when the event is removed; the trigger and its filter are freed with the event. */
static void tap_trigger_free(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop)
{
	struct ktrace_tap *tap = container_of(trigger, struct ktrace_tap, trigger);

	tap->on = false;
	tap->filter = NULL;
}

/* Operations of taps; without show(), because no file shows taps. */
static const struct ktrace_trigger_ops tap_ops = {
	.name	= "tap",
	.hit	= tap_trigger_hit,
	.free	= tap_trigger_free,
};

/**
 * ktrace_tap_start - enable a tap
 * @tap:	the disabled tap
 * @event:	the event; its removal disables the tap
 * @filter:	records for which the tap is called; NULL for all.  On success the tap owns
 *		the filter
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0, or an errno.
 */
int ktrace_tap_start(struct ktrace_tap *tap, struct ktrace_event *event,
		     struct ktrace_filter *filter)
{
	struct ktrace_listener *listener;
	int err;

	lockdep_assert_held(&ktrace_event_mutex);
	listener = ktrace_listener_get(event, &tap_instance);
	if (!listener)
		return -ENOMEM;
	listener->buffer = NULL;
	/*
	 * Wait for hooks that called the tap before it was stopped: they use the fields
	 * below.  Commands have waited before (ktrace_taps_settle()), so this returns at once
	 * unless another command has stopped the tap since.  Then the wait stays under
	 * ktrace_event_mutex, because the caller enables an event under it; one grace period
	 * is enough for all taps that were stopped together.
	 */
	if (tap->turn > READ_ONCE(taps_settled))
		ktrace_hooks_synchronize_since(tap->stopped);
	ktrace_tap_free(tap);
	tap->trigger = (struct ktrace_trigger) {
		.ops = &tap_ops,
		.filter = filter,
		.hit_available = tap->hit_available,
		.left = ATOMIC_LONG_INIT(KTRACE_TRIGGER_UNLIMITED),
		.listener = listener,
	};
	err = ktrace_trigger_add(&tap->trigger);
	if (err) {
		ktrace_listener_trim(listener);
		return err;
	}
	tap->on = true;
	tap->filter = filter;
	return 0;
}

/**
 * ktrace_tap_stop - disable a tap
 * @tap:	the tap; may be disabled already
 *
 * Running hooks may still call the tap.  Before freeing the tap the caller must wait for a
 * grace period, one for any number of taps, and call ktrace_tap_free().
 *
 * Context: task; sleeps, but does not wait for hooks; under ktrace_event_mutex.
 */
void ktrace_tap_stop(struct ktrace_tap *tap)
{
	lockdep_assert_held(&ktrace_event_mutex);
	if (!tap->on)
		return;
	ktrace_trigger_withdraw(&tap->trigger);
	tap->on = false;
	tap->stopped = get_state_synchronize_rcu();
	tap->turn = ++taps_turn;
	taps_stopped = tap->stopped;
}

/**
 * ktrace_taps_settle - wait for hooks in taps that have been disabled
 *
 * A command that is going to enable events calls this before it takes ktrace_event_mutex, so that
 * ktrace_tap_start() need not wait.  Returns at once unless a tap was disabled just before.
 *
 * Context: task; sleeps; takes ktrace_event_mutex, and does not hold it while it waits.
 */
void ktrace_taps_settle(void)
{
	unsigned long stopped, turn;

	scoped_guard(mutex, &ktrace_event_mutex) {
		stopped = taps_stopped;
		turn = taps_turn;
	}
	if (turn == READ_ONCE(taps_settled))
		return;
	ktrace_hooks_synchronize_since(stopped);
	WRITE_ONCE(taps_settled, turn);
}

/**
 * ktrace_enable_begin - prepare for enabling events without ktrace_event_mutex
 * @instance: the instance
 * @work: the hooks of some of the events use work bits of tasks
 *
 * After this, ktrace_listener_enable() neither allocates much memory nor waits for hooks, unless
 * another command changes what it needs.
 *
 * Context: task; sleeps; takes ktrace_event_mutex, and does not hold it while it waits.
 * Return: 0, and the caller calls ktrace_enable_end() when it has released the mutex; or -ENOMEM.
 */
int ktrace_enable_begin(struct ktrace_instance *instance, bool work)
{
	int err = ktrace_record_prepare(&instance->buffer);

	if (err)
		return err;
	ktrace_taps_settle();
	if (work)
		ktrace_work_expect(instance);
	return 0;
}

/**
 * ktrace_enable_end - end what ktrace_enable_begin() has begun
 * @instance: the instance
 * @work: as for ktrace_enable_begin()
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_enable_end(struct ktrace_instance *instance, bool work)
{
	if (work)
		ktrace_work_unexpect(instance);
}

/**
 * ktrace_tap_free - free the filter of a disabled tap
 * @tap:	the tap, which no hook calls any more
 *
 * Context: task; sleeps.
 */
void ktrace_tap_free(struct ktrace_tap *tap)
{
	ktrace_filter_free(tap->filter);
	tap->filter = NULL;
}
