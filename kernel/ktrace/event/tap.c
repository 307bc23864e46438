// SPDX-License-Identifier: GPL-2.0
/*
 * Taps: triggers through which probes on events are called.  All taps belong to one hidden
 * instance, which records nothing and whose task set contains all tasks.
 *
 * Called in task context, under ktrace_event_mutex.
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
	 * below.  The wait stays under ktrace_event_mutex, because the caller enables
	 * an event under it.  It returns at once unless the tap was stopped just
	 * before; one grace period is enough for all taps that were stopped together.
	 */
	if (tap->stopped)
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
	if (err)
		return err;
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
