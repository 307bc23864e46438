// SPDX-License-Identifier: GPL-2.0
/*
 * Listeners: which instance records which events, and which of their records.
 *
 * All functions run in task context, under ktrace_event_mutex.  Hooks read the
 * published data with preemption off: the list of an event's enabled listeners, their
 * filters, and the event's rings.
 */
#include <linux/slab.h>
#include <linux/wait_bit.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "event/arming.h"
#include "event/comm.h"
#include "event/image.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/prefilter.h"
#include "event/trigger.h"
#include "parse/filter.h"

/*
 * Number of instances with listeners whose hooks use work bits of tasks; under
 * ktrace_event_mutex.
 */
static unsigned int worked_instances;
/* RCU state when @worked_instances became 2: hooks that began before do not check the task. */
static unsigned long worked_since;
/* How often @worked_instances became 2; and the number of these times whose hooks have ended. */
static unsigned long worked_turn, worked_settled;

static struct ktrace_listener *listener_next(struct ktrace_listener __rcu *link)
{
	return rcu_dereference_protected(link, lockdep_is_held(&ktrace_event_mutex));
}

/*
 * Whether a hook must check the task for @listener.  Not if the instance records all
 * tasks, and not if the hook is called only by tasks with work bits, which are set for
 * this instance alone.
 */
static bool listener_by_task(const struct ktrace_event *event,
			     const struct ktrace_listener *listener)
{
	return listener->instance->listed &&
	       (!event->class->task_work || worked_instances > 1);
}

/*
 * Whether hooks may write all records of @event to @listener's ring without further
 * checks. All conditions are evaluated here, so hooks do not pay for them.
 */
static bool listener_is_direct(const struct ktrace_event *event,
			       const struct ktrace_listener *listener)
{
	return !rcu_access_pointer(listener->next) &&
	       !rcu_access_pointer(listener->filter) &&
	       !rcu_access_pointer(listener->triggers) &&
	       !listener_by_task(event, listener);
}

/*
 * Update the pointers that hooks use.  Must be called after each change of the
 * conditions in listener_is_direct(), or of the input of the prefilter.
 */
static void event_refresh(struct ktrace_event *event)
{
	struct ktrace_listener *first = listener_next(event->active);
	struct ring * __percpu *rings = &ktrace_no_rings;

	if (first && listener_is_direct(event, first))
		rings = first->buffer->rings;
	/* Initialised before; hooks read the rings through the pointer. */
	smp_store_release(&event->rings, rings);
	ktrace_prefilter_refresh(event, first && listener_by_task(event, first));
}

/*
 * Empty array for listeners that must use the slow path although they have no triggers.
 * Never freed.
 */
struct ktrace_triggers ktrace_no_triggers;

/**
 * ktrace_triggers_of - get the array of triggers of a listener
 * @listener: the listener
 *
 * Context: under ktrace_event_mutex.
 * Return: the array; NULL if hooks may use the fast path.
 */
struct ktrace_triggers *ktrace_triggers_of(struct ktrace_listener *listener)
{
	return rcu_dereference_protected(listener->triggers,
					 lockdep_is_held(&ktrace_event_mutex));
}

/**
 * ktrace_listener_set_triggers - replace the array of triggers of a listener
 * @listener: the listener
 * @triggers: the new array; NULL for none.  The caller frees the old array
 *
 * Running hooks may still use the old array: the caller waits for the hooks before it
 * frees the array.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_listener_set_triggers(struct ktrace_listener *listener,
				  struct ktrace_triggers *triggers)
{
	lockdep_assert_held(&ktrace_event_mutex);
	rcu_assign_pointer(listener->triggers, triggers);
	event_refresh(listener->event);
}

/**
 * ktrace_triggers_refresh - put a listener's hooks on the slow or the fast path
 * @listener: the listener
 *
 * Hooks use the slow path even without triggers if triggers of other listeners switch
 * this one, if a stack is recorded after each record, or if the listener has no buffer: the
 * fast path writes to the buffer without a check.
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_triggers_refresh(struct ktrace_listener *listener)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);
	bool look = listener->soft || !listener->buffer ||
		    ((listener->instance->stack || listener->instance->user_stack) &&
		     !listener->event->class->own);

	if (!triggers && look)
		ktrace_listener_set_triggers(listener, &ktrace_no_triggers);
	else if (triggers == &ktrace_no_triggers && !look)
		ktrace_listener_set_triggers(listener, NULL);
}

/**
 * ktrace_event_used - whether an instance depends on the records of an event
 * @event: the event
 *
 * Context: under ktrace_event_mutex.
 * Return: true if a listener is enabled, or has a filter or triggers.
 */
bool ktrace_event_used(const struct ktrace_event *event)
{
	struct ktrace_listener *listener;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(listener, &event->listeners, of_event) {
		const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);

		if (listener->users || listener->soft || rcu_access_pointer(listener->filter) ||
		    (triggers && triggers != &ktrace_no_triggers))
			return true;
	}
	return false;
}

/*
 * Find the link in the list of enabled listeners that points to @listener; for NULL,
 * the last link.
 */
static struct ktrace_listener __rcu **listener_link(struct ktrace_event *event,
						    const struct ktrace_listener *listener)
{
	struct ktrace_listener __rcu **link = &event->active;
	struct ktrace_listener *at;

	while ((at = listener_next(*link)) && at != listener)
		link = &at->next;
	return link;
}

/*
 * Add @listener to the list of enabled listeners.  @listener may have been enabled
 * before, and a hook that is still at @listener follows its @next, which must lead to
 * all enabled listeners behind.  So insert @listener in front of the first of them.
 * There is no need to wait for such hooks.
 */
static void listener_insert(struct ktrace_listener *listener)
{
	struct ktrace_listener *next = listener_next(listener->next);

	while (next && !next->users)
		next = listener_next(next->next);
	rcu_assign_pointer(listener->next, next);
	rcu_assign_pointer(*listener_link(listener->event, next), listener);
	event_refresh(listener->event);
}

/* Remove @listener from the list.  It keeps its @next for hooks that are at @listener. */
static void listener_unlink(struct ktrace_listener *listener)
{
	struct ktrace_listener __rcu **link = listener_link(listener->event, listener);

	rcu_assign_pointer(*link, listener_next(listener->next));
	event_refresh(listener->event);
}

/* Let disabled listeners that still point to @listener, which is about to be freed, skip it. */
static void listener_skip(const struct ktrace_listener *listener)
{
	struct ktrace_listener *other;

	list_for_each_entry(other, &listener->event->listeners, of_event)
		if (listener_next(other->next) == listener)
			rcu_assign_pointer(other->next, listener_next(listener->next));
}

/**
 * ktrace_listener_find - find an instance's listener of an event
 * @event: the event
 * @instance: the instance
 *
 * Context: under ktrace_event_mutex.
 * Return: the listener; NULL if none exists yet.
 */
struct ktrace_listener *ktrace_listener_find(struct ktrace_event *event,
					     struct ktrace_instance *instance)
{
	struct ktrace_listener *listener;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(listener, &event->listeners, of_event)
		if (listener->instance == instance)
			return listener;
	return NULL;
}

/**
 * ktrace_listener_get - find or create an instance's listener of an event
 * @event: the event
 * @instance: the instance
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the listener, which is disabled if it is new; or NULL if out of memory.
 */
struct ktrace_listener *ktrace_listener_get(struct ktrace_event *event,
					    struct ktrace_instance *instance)
{
	struct ktrace_listener *listener = ktrace_listener_find(event, instance);

	if (listener)
		return listener;
	listener = kzalloc(sizeof(*listener), GFP_KERNEL);
	if (!listener)
		return NULL;
	listener->event = event;
	listener->instance = instance;
	listener->buffer = &instance->buffer;
	listener->tasks = &instance->tasks;
	INIT_LIST_HEAD(&listener->targeted);
	list_add_tail(&listener->of_event, &event->listeners);
	list_add_tail(&listener->of_instance, &instance->listeners);
	return listener;
}

static void listener_free_rcu(struct rcu_head *rcu)
{
	struct ktrace_listener *listener = container_of(rcu, struct ktrace_listener, rcu);

	ktrace_filter_free(rcu_dereference_raw(listener->filter));
	kfree(listener);
}

/**
 * ktrace_listener_free - free a listener
 * @listener: the disabled listener, without files and triggers
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_listener_free(struct ktrace_listener *listener)
{
	lockdep_assert_held(&ktrace_event_mutex);
	WARN_ON_ONCE(listener->users || listener->soft || !list_empty(&listener->targeted));
	list_del(&listener->of_event);
	list_del(&listener->of_instance);
	listener_skip(listener);
	/* Wait for running hooks, which may still walk the listener and run its filter. */
	ktrace_hooks_wait_offline();
	call_rcu(&listener->rcu, listener_free_rcu);
}

/**
 * ktrace_listener_trim - free a listener that has nothing to do
 * @listener: the listener of an event that commands can still find; may be in use
 *
 * A refused command calls this for the listener that it may have created, so that it leaves nothing
 * behind.  Those of ktrace's own events stay: their writers keep pointers to them.
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_listener_trim(struct ktrace_listener *listener)
{
	const struct ktrace_triggers *triggers = ktrace_triggers_of(listener);

	lockdep_assert_held(&ktrace_event_mutex);
	if (listener->event->class->own || listener->users || listener->soft ||
	    rcu_access_pointer(listener->filter) || !list_empty(&listener->targeted) ||
	    (triggers && triggers != &ktrace_no_triggers))
		return;
	ktrace_listener_free(listener);
}

/**
 * ktrace_record_prepare - allocate the resources that recording needs
 * @buffer: destination of records; NULL for none
 *
 * ktrace_listener_enable() calls this, too.  A command calls it before it takes
 * ktrace_event_mutex, so that other commands need not wait for the memory of large rings.  Then it
 * calls ktrace_buffer_expect() for the events that it is going to enable, or
 * ktrace_buffer_settle() if it does not know these events yet.
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_record_prepare(struct ktrace_buffer *buffer)
{
	int err = ktrace_images_use() ?: ktrace_comm_use();

	return err ?: buffer ? ktrace_buffer_use(buffer) : 0;
}

/* Allocate the resources that a listener needs. */
static int listener_prepare(struct ktrace_listener *listener)
{
	int err = ktrace_record_prepare(listener->buffer);

	/* Taps record nothing. */
	if (err || !listener->buffer)
		return err;
	return ktrace_buffer_expect(listener->buffer, listener->event->id);
}

/*
 * Count one more user of work bits of tasks in @instance.  With a second instance, a task may
 * have a bit only for the other instance, so hooks must check the task.
 */
static void work_count(struct ktrace_instance *instance)
{
	lockdep_assert_held(&ktrace_event_mutex);
	if (instance->worked++ || ++worked_instances != 2)
		return;
	ktrace_listeners_refresh();
	worked_since = get_state_synchronize_rcu();
	worked_turn++;
}

static void work_uncount(struct ktrace_instance *instance)
{
	lockdep_assert_held(&ktrace_event_mutex);
	if (!--instance->worked && --worked_instances == 1)
		ktrace_listeners_refresh();
}

/*
 * Count one more listener whose hooks use work bits of tasks.
 *
 * All hooks must check the task before the second instance sets bits, which follows in the same
 * command: a hook orders its load of the bits and of event->rings neither by a barrier nor by a
 * lock.  Commands have waited before they took the mutex (ktrace_work_expect()).  Otherwise, this
 * is one of two waits of enabling (design.rst), once for all events: it stays under
 * ktrace_event_mutex, because a command that enables all events of a system has enabled some of
 * them by now, and must be able to undo that if it fails.
 */
static void listener_work_begin(struct ktrace_listener *listener)
{
	if (!listener->event->class->task_work)
		return;
	work_count(listener->instance);
	if (worked_instances > 1 && worked_turn != READ_ONCE(worked_settled))
		ktrace_hooks_synchronize_since(worked_since);
}

/* Count one listener less, after hooks cannot find it any more. */
static void listener_work_end(struct ktrace_listener *listener)
{
	if (listener->event->class->task_work)
		work_uncount(listener->instance);
}

/**
 * ktrace_work_expect - prepare hooks for events that use work bits of tasks
 * @instance: the instance in which such events are going to be enabled
 *
 * A command calls this before it takes ktrace_event_mutex, so that ktrace_listener_enable() need
 * not wait for hooks, and ktrace_work_unexpect() when it has released the mutex.
 *
 * Context: task; sleeps; takes ktrace_event_mutex, and does not hold it while it waits.
 */
void ktrace_work_expect(struct ktrace_instance *instance)
{
	unsigned long since, turn;
	bool wait;

	scoped_guard(mutex, &ktrace_event_mutex) {
		work_count(instance);
		wait = worked_instances > 1;
		since = worked_since;
		turn = worked_turn;
	}
	if (!wait || turn == READ_ONCE(worked_settled))
		return;
	ktrace_hooks_synchronize_since(since);
	WRITE_ONCE(worked_settled, turn);
}

/**
 * ktrace_work_unexpect - undo ktrace_work_expect(); events that are enabled need it no more
 * @instance: the instance
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_work_unexpect(struct ktrace_instance *instance)
{
	guard(mutex)(&ktrace_event_mutex);
	work_uncount(instance);
}

static bool instance_lacks_work(const struct ktrace_instance *instance)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return !instance->worked && worked_instances;
}

/**
 * ktrace_instance_lacks_work - whether the first event with work bits would wait for hooks
 * @instance: the instance
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: true if ktrace_work_expect() prevents that.
 */
bool ktrace_instance_lacks_work(const struct ktrace_instance *instance)
{
	guard(mutex)(&ktrace_event_mutex);
	return instance_lacks_work(instance);
}

/**
 * ktrace_listener_lacks_work - whether enabling a listener would wait for hooks
 * @listener: the listener
 *
 * Context: under ktrace_event_mutex.
 * Return: true if ktrace_work_expect() prevents that.
 */
bool ktrace_listener_lacks_work(const struct ktrace_listener *listener)
{
	return listener->event->class->task_work && instance_lacks_work(listener->instance);
}

/**
 * ktrace_listener_armed - get the result of what the class has begun for a listener
 * @listener: the listener, after ktrace_listener_enable() and ktrace_arming_wait()
 * @why: KTRACE_LISTEN_*: the reason
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0, also if another command has disabled the listener; or the error of the class, after
 * the listener was disabled for @why.
 */
int ktrace_listener_armed(struct ktrace_listener *listener, u8 why)
{
	const struct ktrace_class *class = listener->event->class;
	int err;

	lockdep_assert_held(&ktrace_event_mutex);
	err = class->armed && (listener->users & why) ? class->armed(listener->event) : 0;
	if (err)
		ktrace_listener_disable(listener, why);
	return err;
}

/*
 * Wait for what the class has begun, except for a command of the user, which waits for all of its
 * events when it has released ktrace_event_mutex.
 */
static int listener_wait_armed(struct ktrace_listener *listener, u8 why)
{
	if (!listener->event->class->armed || why == KTRACE_LISTEN_USER)
		return 0;
	ktrace_arming_wait();
	return ktrace_listener_armed(listener, why);
}

/**
 * ktrace_listener_enable - enable a listener
 * @listener: the listener; allocates the rings of its buffer
 * @why: KTRACE_LISTEN_*: the reason
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0, also if the listener was enabled already; -ENOMEM; or the error of the
 * class.  On error nothing was changed.  If @why is KTRACE_LISTEN_USER and the class has armed(),
 * the caller calls ktrace_arming_wait() without the mutex, and ktrace_listener_armed().
 */
int ktrace_listener_enable(struct ktrace_listener *listener, u8 why)
{
	struct ktrace_event *event = listener->event;
	bool first;
	int err;

	lockdep_assert_held(&ktrace_event_mutex);
	if (listener->users) {
		listener->users |= why;
		if (why & KTRACE_LISTEN_USER)
			WRITE_ONCE(listener->soft_off, false);
		event_refresh(event);
		return listener_wait_armed(listener, why);
	}
	err = listener_prepare(listener);
	if (err)
		return err;
	listener_work_begin(listener);
	ktrace_triggers_refresh(listener);
	first = !ktrace_event_active(event);
	WRITE_ONCE(listener->soft_off, !(why & KTRACE_LISTEN_USER));
	/* Store before hooks can find the listener: the slow path reads both fields. */
	WRITE_ONCE(listener->users, why);
	listener_insert(listener);
	err = first ? event->class->enable(event) : 0;
	if (err) {
		listener_unlink(listener);
		WRITE_ONCE(listener->users, 0);
		listener_work_end(listener);
		return err;
	}
	if (event->class->task_work)
		ktrace_taskset_get_work(&listener->instance->tasks, event->class->task_work);
	return listener_wait_armed(listener, why);
}

/**
 * ktrace_listener_disable - disable a listener for a reason
 * @listener: the listener
 * @why: KTRACE_LISTEN_*: the reason; the listener stays enabled for other reasons
 *
 * Running hooks may still write records; call ktrace_hooks_synchronize() to wait for them.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_listener_disable(struct ktrace_listener *listener, u8 why)
{
	struct ktrace_event *event = listener->event;

	lockdep_assert_held(&ktrace_event_mutex);
	if (!listener->users)
		return;
	if (why & KTRACE_LISTEN_USER)
		WRITE_ONCE(listener->soft_off, true);
	listener->users &= ~why;
	if (listener->users) {
		event_refresh(event);
		return;
	}
	if (event->class->task_work)
		ktrace_taskset_put_work(&listener->instance->tasks, event->class->task_work);
	listener_unlink(listener);
	if (!ktrace_event_active(event))
		event->class->disable(event);
	listener_work_end(listener);
}

/**
 * ktrace_listener_swap_filter - replace the filter of a listener
 * @listener: the listener
 * @filter: the new filter; NULL for none.  The listener takes ownership
 *
 * Hooks that start after this use @filter.  Running hooks may still use the old filter:
 * the caller must wait for a grace period before it frees the old filter, and before it
 * reports to the user that the new one is in effect.  One grace period is enough for
 * any number of listeners.
 *
 * Context: task; sleeps, but does not wait for hooks; under ktrace_event_mutex.
 * Return: the old filter, which the caller must free; NULL if there was none.
 */
struct ktrace_filter *ktrace_listener_swap_filter(struct ktrace_listener *listener,
						  struct ktrace_filter *filter)
{
	filter = rcu_replace_pointer(listener->filter, filter,
				     lockdep_is_held(&ktrace_event_mutex));
	event_refresh(listener->event);
	return filter;
}

/**
 * ktrace_listener_refresh - update hooks after a change of the triggers that switch a listener
 * @listener: the listener, whose @targeted has changed
 *
 * Must be called before the trigger acts for the first time.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_listener_refresh(struct ktrace_listener *listener)
{
	lockdep_assert_held(&ktrace_event_mutex);
	event_refresh(listener->event);
}

/**
 * ktrace_listener_soft_get - enable a listener for a trigger
 * @listener: the listener of the trigger, or the listener that the trigger switches
 *
 * Does not start recording of the event.  @listener->triggers must be set already.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0, or an errno of ktrace_listener_enable().
 */
int ktrace_listener_soft_get(struct ktrace_listener *listener)
{
	int err = 0;

	lockdep_assert_held(&ktrace_event_mutex);
	/* Increment first: it keeps the triggers, and keeps hooks off the fast path. */
	WRITE_ONCE(listener->soft, listener->soft + 1);
	/* ktrace's own events are always enabled. */
	if (!listener->event->class->own)
		err = ktrace_listener_enable(listener, KTRACE_LISTEN_TRIGGER);
	if (err)
		WRITE_ONCE(listener->soft, listener->soft - 1);
	return err;
}

/**
 * ktrace_listener_soft_put - undo one call of ktrace_listener_soft_get()
 * @listener: the listener
 *
 * With the last reference, the state that triggers gave to the event becomes the user's: the
 * event stays enabled if a trigger has switched it on last, and is disabled if a trigger has
 * switched it off last.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_listener_soft_put(struct ktrace_listener *listener)
{
	lockdep_assert_held(&ktrace_event_mutex);
	WRITE_ONCE(listener->soft, listener->soft - 1);
	if (!listener->soft) {
		/* event_wait_triggers() waits for this: store before checking for waiters. */
		smp_mb();
		wake_up_var(&listener->soft);
	}
	/* A removed event, or the event of a removed instance, is disabled before its triggers. */
	if (listener->soft || listener->event->class->own || !listener->users)
		return;
	if (READ_ONCE(listener->soft_off))
		listener->users &= ~KTRACE_LISTEN_USER;
	else
		listener->users |= KTRACE_LISTEN_USER;
	ktrace_listener_disable(listener, KTRACE_LISTEN_TRIGGER);
}

/**
 * ktrace_listener_records - whether the user gets records of an event now
 * @listener: the instance's listener of the event
 *
 * Context: under ktrace_event_mutex.
 * Return: true if so; a tracer may get records independently.
 */
bool ktrace_listener_records(const struct ktrace_listener *listener)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return listener->soft ? !READ_ONCE(listener->soft_off) :
	       !!(listener->users & KTRACE_LISTEN_USER);
}

/**
 * ktrace_instance_set_stack - switch recording of stacks
 * @instance: the instance
 * @option: its @stack or @user_stack
 * @stack: true to record the stack after each record
 *
 * Context: task; takes ktrace_event_mutex.
 */
void ktrace_instance_set_stack(struct ktrace_instance *instance, bool *option, bool stack)
{
	struct ktrace_listener *listener;

	guard(mutex)(&ktrace_event_mutex);
	WRITE_ONCE(*option, stack);
	list_for_each_entry(listener, &instance->listeners, of_instance)
		ktrace_triggers_refresh(listener);
}

/**
 * ktrace_listeners_refresh - update the hooks of all events after a change of task sets
 *
 * Context: task; under ktrace_event_mutex.
 */
void ktrace_listeners_refresh(void)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		event_refresh(event);
}

/**
 * ktrace_event_enabled - whether an instance listens to an event for a reason
 * @event: the event
 * @instance: the instance
 * @why: KTRACE_LISTEN_*: the reason
 *
 * Context: under ktrace_event_mutex.
 * Return: true if so.  If false, the instance may listen for another reason.
 */
bool ktrace_event_enabled(struct ktrace_event *event, struct ktrace_instance *instance,
			  u8 why)
{
	struct ktrace_listener *listener = ktrace_listener_find(event, instance);

	if (!listener)
		return false;
	if (why == KTRACE_LISTEN_USER)
		return ktrace_listener_records(listener);
	return listener->users & why;
}

/**
 * ktrace_event_enable - enable an event in an instance
 * @event: the event
 * @instance: the instance
 * @why: KTRACE_LISTEN_*: the reason
 *
 * Context: as for ktrace_listener_enable().
 * Return: as for ktrace_listener_enable().
 */
int ktrace_event_enable(struct ktrace_event *event, struct ktrace_instance *instance,
			u8 why)
{
	struct ktrace_listener *listener = ktrace_listener_get(event, instance);
	int err = listener ? ktrace_listener_enable(listener, why) : -ENOMEM;

	if (err && listener)
		ktrace_listener_trim(listener);
	return err;
}

/**
 * ktrace_event_disable - disable an event in an instance
 * @event: the event
 * @instance: the instance
 * @why: KTRACE_LISTEN_*: the reason that ends
 *
 * Context: as for ktrace_listener_disable().
 */
void ktrace_event_disable(struct ktrace_event *event, struct ktrace_instance *instance,
			  u8 why)
{
	struct ktrace_listener *listener = ktrace_listener_find(event, instance);

	if (listener)
		ktrace_listener_disable(listener, why);
}
