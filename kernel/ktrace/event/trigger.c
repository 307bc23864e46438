// SPDX-License-Identifier: GPL-2.0
/*
 * Adding and removing triggers.
 *
 * All functions run in task context under ktrace_event_mutex, except
 * ktrace_trigger_take(), which hooks call, and ktrace_trigger_drop_end(), which takes
 * the mutex.  An array of triggers is never modified: a new one is published, and the
 * old one is freed when no hook reads it any more.
 */
#include <linux/kprobes.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "buffer/hooks.h"
#include "command/knob.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/trigger.h"
#include "parse/filter.h"

/* Number of ktrace_trigger_add() calls; protected by ktrace_event_mutex. */
static u64 trigger_serial;

/**
 * ktrace_trigger_take - use up one of a trigger's remaining hits
 * @trigger: the trigger
 *
 * Context: any, NMI included.
 * Return: true if the trigger may act.
 */
notrace bool ktrace_trigger_take(struct ktrace_trigger *trigger)
{
	long left = atomic_long_read(&trigger->left);

	if (likely(left == KTRACE_TRIGGER_UNLIMITED))
		return true;
	while (left > 0)
		if (atomic_long_try_cmpxchg(&trigger->left, &left, left - 1))
			return true;
	return false;
}
NOKPROBE_SYMBOL(ktrace_trigger_take);

/**
 * ktrace_trigger_show_end - print the end of a trigger's line: count and filter
 * @trigger: the trigger
 * @m: the output
 *
 * Context: under ktrace_event_mutex.
 */
void ktrace_trigger_show_end(const struct ktrace_trigger *trigger, struct seq_file *m)
{
	long left = atomic_long_read(&trigger->left);

	if (left == KTRACE_TRIGGER_UNLIMITED)
		seq_puts(m, ":unlimited");
	else
		seq_printf(m, ":count=%ld", left);
	if (trigger->filter)
		seq_printf(m, " if %s", ktrace_filter_text(trigger->filter));
	seq_putc(m, '\n');
}

/* Free a replaced array when all hooks that read it are done. */
static void triggers_free_later(struct ktrace_triggers *old)
{
	ktrace_hooks_wait_offline();
	kfree_rcu(old, rcu);
}

/*
 * Copy @old and append @more, which may be NULL; triggers that act before the record
 * come first.
 */
static struct ktrace_triggers *triggers_with(const struct ktrace_triggers *old,
					     struct ktrace_trigger *more)
{
	unsigned int nr = old ? old->nr : 0, i, at = 0;
	struct ktrace_triggers *triggers;

	triggers = kzalloc(struct_size(triggers, list, nr + 1), GFP_KERNEL);
	if (!triggers)
		return NULL;
	triggers->nr = nr + 1;
	triggers->nr_before = (old ? old->nr_before : 0) + more->ops->before;
	for (i = 0; i <= nr; i++) {
		if (i == (more->ops->before ? triggers->nr_before - 1 : nr))
			triggers->list[i] = more;
		else
			triggers->list[i] = old->list[at++];
	}
	return triggers;
}

/* Copy @old without @gone. */
static struct ktrace_triggers *triggers_without(const struct ktrace_triggers *old,
						const struct ktrace_trigger *gone)
{
	struct ktrace_triggers *triggers;
	unsigned int i, at = 0;

	if (old->nr == 1)
		return &ktrace_no_triggers;
	/* The allocation is small, and a removal must not fail. */
	triggers = kzalloc(struct_size(triggers, list, old->nr - 1), GFP_KERNEL | __GFP_NOFAIL);
	triggers->nr = old->nr - 1;
	triggers->nr_before = old->nr_before - gone->ops->before;
	for (i = 0; i < old->nr; i++)
		if (old->list[i] != gone)
			triggers->list[at++] = old->list[i];
	return triggers;
}

/* End the trigger's membership in its session, which may end before the trigger is freed. */
static void trigger_leave_session(struct ktrace_trigger *trigger)
{
	lockdep_assert_held(&ktrace_event_mutex);
	if (trigger->session)
		list_del(&trigger->of_session);
	trigger->session = NULL;
}

/* Publish at least an empty array to hooks, and enable the listener.  Return: 0 or an errno. */
static int trigger_attach(struct ktrace_listener *listener)
{
	int err;

	if (!ktrace_triggers_of(listener))
		ktrace_listener_set_triggers(listener, &ktrace_no_triggers);
	err = ktrace_listener_soft_get(listener);
	if (err)
		ktrace_triggers_refresh(listener);
	return err;
}

/* Undo trigger_attach(); the listener's array has been replaced. */
static void trigger_detach(struct ktrace_listener *listener)
{
	ktrace_listener_soft_put(listener);
	ktrace_triggers_refresh(listener);
}

/*
 * Return true if the buffer of @listener still lacks the rings to which hooks will write, or if
 * enabling the event would wait for hooks.  Own events need no check: the code that writes their
 * records, such as the marker files, allocates the rings.
 */
static bool trigger_lacks(const struct ktrace_listener *listener)
{
	return listener->buffer && !listener->event->class->own &&
	       (!READ_ONCE(listener->buffer->used) || ktrace_listener_lacks_work(listener));
}

/**
 * ktrace_trigger_lacks - whether ktrace_trigger_add() would return -EAGAIN
 * @trigger: the trigger, with @listener and @target set
 *
 * For a caller that allocates much memory before it adds the trigger.
 *
 * Context: task; under ktrace_event_mutex.
 * Return: true if the caller must call ktrace_record_prepare() or ktrace_work_expect() first.
 */
bool ktrace_trigger_lacks(const struct ktrace_trigger *trigger)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return trigger_lacks(trigger->listener) ||
	       (trigger->target && trigger_lacks(trigger->target));
}

/**
 * ktrace_trigger_add - add a trigger to its listener
 * @trigger: the trigger, with @ops, @filter, @left, @listener and @target set
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0; or an errno after nothing was changed, and then the caller keeps ownership.  -EAGAIN
 * if the instance has no rings yet, or the trigger would wait for hooks: the caller releases the
 * mutex, calls ktrace_record_prepare() or ktrace_work_expect(), and tries again, so that other
 * commands need not wait for that.
 */
int ktrace_trigger_add(struct ktrace_trigger *trigger)
{
	struct ktrace_listener *listener = trigger->listener;
	struct ktrace_triggers *old = ktrace_triggers_of(listener), *triggers;
	int err;

	if (ktrace_trigger_lacks(trigger))
		return -EAGAIN;
	triggers = triggers_with(old, trigger);
	if (!triggers)
		return -ENOMEM;
	trigger->serial = ++trigger_serial;
	err = trigger->target ? trigger_attach(trigger->target) : 0;
	if (err)
		goto free;
	err = trigger_attach(listener);
	if (err)
		goto detach;
	if (trigger->target) {
		list_add_tail(&trigger->of_target, &trigger->target->targeted);
		ktrace_listener_refresh(trigger->target);
	}
	if (trigger->session)
		list_add_tail(&trigger->of_session, &trigger->session->triggers);
	ktrace_listener_set_triggers(listener, triggers);
	if (old && old != &ktrace_no_triggers)
		triggers_free_later(old);
	return 0;

detach:
	if (trigger->target)
		trigger_detach(trigger->target);
free:
	kfree(triggers);
	return err;
}

/* Free a trigger that no hook uses, and disable the listeners that it enabled. */
static void trigger_finish(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop)
{
	struct ktrace_listener *listener = trigger->listener;

	if (trigger->target) {
		list_del(&trigger->of_target);
		ktrace_listener_refresh(trigger->target);
		trigger_detach(trigger->target);
	}
	trigger_detach(listener);
	ktrace_filter_free(trigger->filter);
	trigger->ops->free(trigger, drop);
}

/**
 * ktrace_trigger_withdraw - remove a trigger without waiting for hooks
 * @trigger: a trigger added by ktrace_trigger_add(), without a target; may be dropped already
 *
 * Running hooks may still use the trigger: the caller must wait for a grace period
 * before it frees the trigger and its filter, or adds the trigger again.
 *
 * Context: task; sleeps, but does not wait for hooks; under ktrace_event_mutex.
 */
void ktrace_trigger_withdraw(struct ktrace_trigger *trigger)
{
	struct ktrace_listener *listener = trigger->listener;
	struct ktrace_triggers *old = ktrace_triggers_of(listener);

	lockdep_assert_held(&ktrace_event_mutex);
	if (trigger->dropped)
		return;
	ktrace_listener_set_triggers(listener, triggers_without(old, trigger));
	triggers_free_later(old);
	trigger_detach(listener);
}

static void drop_add_trigger(struct ktrace_trigger_drop *drop, struct ktrace_trigger *trigger)
{
	trigger_leave_session(trigger);
	trigger->dropped = true;
	trigger->next_dropped = drop->triggers;
	drop->triggers = trigger;
}

static void drop_add_array(struct ktrace_trigger_drop *drop, struct ktrace_triggers *array)
{
	if (array == &ktrace_no_triggers)
		return;
	array->next = drop->arrays;
	drop->arrays = array;
}

/**
 * ktrace_trigger_drop - remove a trigger, to be freed by ktrace_trigger_drop_end()
 * @trigger: a trigger added by ktrace_trigger_add(); may be dropped already
 * @drop: collects the trigger
 *
 * Hooks that start after this do not run the trigger.  ktrace_trigger_drop_end() waits
 * for running hooks, and frees the trigger.
 *
 * Context: task; sleeps, but does not wait for hooks; under ktrace_event_mutex.
 */
void ktrace_trigger_drop(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop)
{
	struct ktrace_listener *listener = trigger->listener;
	struct ktrace_triggers *old = ktrace_triggers_of(listener);

	lockdep_assert_held(&ktrace_event_mutex);
	if (trigger->dropped)
		return;
	ktrace_listener_set_triggers(listener, triggers_without(old, trigger));
	drop_add_array(drop, old);
	drop_add_trigger(drop, trigger);
}

/**
 * ktrace_triggers_drop - remove all triggers of a listener
 * @listener: the listener
 * @drop: collects the triggers
 *
 * Context: as for ktrace_trigger_drop().
 */
void ktrace_triggers_drop(struct ktrace_listener *listener, struct ktrace_trigger_drop *drop)
{
	struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	unsigned int i;

	lockdep_assert_held(&ktrace_event_mutex);
	if (!triggers || !triggers->nr)
		return;
	ktrace_listener_set_triggers(listener, &ktrace_no_triggers);
	/* Free the trigger that was added last first. */
	for (i = 0; i < triggers->nr; i++)
		drop_add_trigger(drop, triggers->list[i]);
	drop_add_array(drop, triggers);
}

/**
 * ktrace_triggers_drop_targeted - remove the triggers that switch a listener
 * @listener: the listener
 * @drop: collects the triggers, which belong to other listeners
 *
 * Context: as for ktrace_trigger_drop().
 */
void ktrace_triggers_drop_targeted(struct ktrace_listener *listener,
				   struct ktrace_trigger_drop *drop)
{
	struct ktrace_trigger *trigger;

	/* A trigger leaves this list when it is freed. */
	list_for_each_entry(trigger, &listener->targeted, of_target)
		ktrace_trigger_drop(trigger, drop);
}

/* Free triggers and arrays that no hook uses; @drop collects objects that are freed later. */
static void drop_free(const struct ktrace_trigger_drop *now, struct ktrace_trigger_drop *drop)
{
	struct ktrace_trigger *trigger = now->triggers, *next;
	struct ktrace_triggers *array = now->arrays, *next_array;

	lockdep_assert_held(&ktrace_event_mutex);
	for (; trigger; trigger = next) {
		next = trigger->next_dropped;
		trigger_finish(trigger, drop);
	}
	for (; array; array = next_array) {
		next_array = array->next;
		kfree(array);
	}
}

static void drop_release(struct ktrace_release *object)
{
	struct ktrace_release *next;

	for (; object; object = next) {
		next = object->next;
		object->release(object);
	}
}

/**
 * ktrace_trigger_drop_end - wait for hooks, and free removed triggers and other objects
 * @drop: the collected objects; empty when this returns
 *
 * Freeing a trigger may drop further triggers that only served the first one.  So each
 * iteration waits for one grace period, and frees all triggers that are ready.  The
 * instance and the events of the triggers must exist until this returns.
 *
 * Context: task; sleeps; takes ktrace_event_mutex, and does not hold it while it waits.
 */
void ktrace_trigger_drop_end(struct ktrace_trigger_drop *drop)
{
	while (drop->triggers || drop->arrays || drop->hooked || drop->idle) {
		struct ktrace_trigger_drop now = *drop;

		*drop = (struct ktrace_trigger_drop) { };
		drop_release(now.idle);
		if (!now.triggers && !now.arrays && !now.hooked)
			continue;
		ktrace_hooks_synchronize();
		scoped_guard(mutex, &ktrace_event_mutex)
			drop_free(&now, drop);
		drop_release(now.hooked);
	}
}
