// SPDX-License-Identifier: GPL-2.0
/*
 * Who listens to which event, and to which of its records.
 *
 * All of it in task context, under ktrace_event_mutex.  Hooks read what is
 * published here with preemption off: the chain of an event's active listeners, their
 * filters, and the event's rings.
 */
#include <linux/slab.h>
#include <linux/wait_bit.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "event/comm.h"
#include "event/early.h"
#include "event/event.h"
#include "event/image.h"
#include "event/instance.h"
#include "event/trigger.h"
#include "parse/filter.h"

/* Instances that listen to any event by the tasks' work bits; under ktrace_event_mutex. */
static unsigned int worked_instances;

static struct ktrace_listener *listener_next(struct ktrace_listener __rcu *link)
{
	return rcu_dereference_protected(link, lockdep_is_held(&ktrace_event_mutex));
}

/*
 * Whether a hook has to look in which task it is, for @listener.  Not if all tasks are
 * in the instance's set; nor where the hook is called by the tasks' work bits, and
 * these are for that set only.
 */
static bool listener_by_task(const struct ktrace_event *event,
			     const struct ktrace_listener *listener)
{
	return listener->instance->listed &&
	       (!event->class->task_work || worked_instances > 1);
}

/*
 * Whether hooks may write all records of @event to @listener's ring without looking
 * any further.  What they would have to look at costs nothing where they need not.
 */
static bool listener_plain(const struct ktrace_event *event,
			   const struct ktrace_listener *listener)
{
	return !rcu_access_pointer(listener->next) &&
	       !rcu_access_pointer(listener->filter) &&
	       !rcu_access_pointer(listener->triggers) &&
	       !listener_by_task(event, listener);
}

/*
 * To be called whenever something has changed that listener_plain() looks at, or that
 * decides what hooks can do early.
 */
static void event_refresh(struct ktrace_event *event)
{
	struct ktrace_listener *first = listener_next(event->active);
	struct ring * __percpu *rings = &ktrace_no_rings;

	if (first && listener_plain(event, first))
		rings = first->buffer->rings;
	/* What they point to was made before; hooks read it through the pointer. */
	smp_store_release(&event->rings, rings);
	ktrace_early_refresh(event, first && listener_by_task(event, first));
}

/* The link of the chain of active listeners that points to @listener; the last one for NULL. */
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
 * Add @listener to the chain of active listeners.  A hook that stands at @listener since it was
 * active before still follows its @next, and must find all active listeners that come after it:
 * so put @listener in front of the first of these.  There is no need to wait for such hooks.
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

/* Remove @listener from the chain.  It keeps its @next for hooks that stand at it. */
static void listener_unlink(struct ktrace_listener *listener)
{
	struct ktrace_listener __rcu **link = listener_link(listener->event, listener);

	rcu_assign_pointer(*link, listener_next(listener->next));
	event_refresh(listener->event);
}

/* Let inactive listeners that still point to @listener, which is freed, skip it. */
static void listener_skip(const struct ktrace_listener *listener)
{
	struct ktrace_listener *other;

	list_for_each_entry(other, &listener->event->listeners, of_event)
		if (listener_next(other->next) == listener)
			rcu_assign_pointer(other->next, listener_next(listener->next));
}

/**
 * ktrace_listener_find - what an instance wants of an event
 * @event: the event
 * @instance: the instance
 *
 * Context: under ktrace_event_mutex.
 * Return: the listener; NULL if the instance had nothing to do with the event yet.
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
 * ktrace_listener_get - the same, and make it if there is none
 * @event: the event
 * @instance: the instance
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the listener, which does not listen if it is new; or NULL for want of
 * memory.
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
 * ktrace_listener_free - end what ktrace_listener_get() began
 * @listener: the listener, which does not listen, and has no files and no triggers
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
	/* Hooks that run may still walk the listener, and run its filter. */
	ktrace_hooks_wait_offline();
	call_rcu(&listener->rcu, listener_free_rcu);
}

/**
 * ktrace_record_prepare - get what recording takes
 * @buffer: where records go; NULL: nowhere
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_record_prepare(struct ktrace_buffer *buffer)
{
	int err = ktrace_images_use() ?: ktrace_comm_use();

	return err ?: buffer ? ktrace_buffer_use(buffer) : 0;
}

/* Get what listening takes. */
static int listener_prepare(struct ktrace_listener *listener)
{
	int err = ktrace_record_prepare(listener->buffer);

	/* A tap records nothing. */
	if (err || !listener->buffer)
		return err;
	return ktrace_buffer_expect(listener->buffer, listener->event->id);
}

/*
 * Count one more listener whose hooks are called by work bits of tasks.  With a second instance,
 * a task may have a bit for the other instance's sake, so hooks must look at the task.
 *
 * All hooks must do so before the second instance sets bits, which follows in the same command:
 * a hook orders its load of the bits and of event->rings neither by a barrier nor by a lock.
 * This is the only wait of enabling, once for all events, and only if exactly one instance
 * listened before.  It stays under ktrace_event_mutex: a command that enables all events of a
 * system has enabled some of them by now, and must be able to undo that if it fails.
 */
static void listener_work_begin(struct ktrace_listener *listener)
{
	if (!listener->event->class->task_work || listener->instance->worked++)
		return;
	if (++worked_instances == 2) {
		ktrace_listeners_refresh();
		ktrace_hooks_synchronize();
	}
}

/* One less, when hooks do not find it any more. */
static void listener_work_end(struct ktrace_listener *listener)
{
	if (!listener->event->class->task_work || --listener->instance->worked)
		return;
	if (--worked_instances == 1)
		ktrace_listeners_refresh();
}

/**
 * ktrace_listener_enable - listen to an event
 * @listener: what does; its buffer gets its memory now if it has none
 * @why: KTRACE_LISTEN_*
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0, also if it did already; -ENOMEM; or what the class said.  On
 * error nothing was changed.
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
		return 0;
	}
	err = listener_prepare(listener);
	if (err)
		return err;
	listener_work_begin(listener);
	ktrace_triggers_refresh(listener);
	first = !ktrace_event_active(event);
	WRITE_ONCE(listener->soft_off, !(why & KTRACE_LISTEN_USER));
	/* Before hooks find it: those that take the long way look at both. */
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
		ktrace_task_work_get(&listener->instance->tasks, event->class->task_work);
	return 0;
}

/**
 * ktrace_listener_disable - do not listen to an event, for some reason
 * @listener: what does not
 * @why: KTRACE_LISTEN_*; for other reasons it listens on
 *
 * Records of hooks that run now may still arrive; who must know that none
 * does calls ktrace_hooks_synchronize().
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
		ktrace_task_work_put(&listener->instance->tasks, event->class->task_work);
	listener_unlink(listener);
	if (!ktrace_event_active(event))
		event->class->disable(event);
	listener_work_end(listener);
}

/**
 * ktrace_listener_swap_filter - choose which records an instance gets of an event
 * @listener: the instance's interest in the event
 * @filter: which records pass; NULL for all.  The listener owns it from now on
 *
 * A hook that starts after this uses @filter.  Hooks that run may still use the old filter:
 * the caller waits for a grace period before it frees that, and before it tells the user
 * that the filter is in effect.  One grace period serves any number of listeners.
 *
 * Context: task; sleeps, but not for hooks; under ktrace_event_mutex.
 * Return: the old filter, the caller's to free; NULL if there was none.
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
 * ktrace_listener_set_triggers - choose what an instance does when an event happens
 * @listener: what it wants
 * @triggers: what; NULL for nothing.  They are not freed here
 *
 * Hooks that run may still go by what was there before: wait for them before it is freed.
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
 * ktrace_listener_refresh - have hooks heed that others' triggers switch a listener
 * @listener: the listener; @listener->targeted has changed
 *
 * To be called before the trigger acts for the first time.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_listener_refresh(struct ktrace_listener *listener)
{
	lockdep_assert_held(&ktrace_event_mutex);
	event_refresh(listener->event);
}

/**
 * ktrace_listener_soft_get - have hooks look at an event on behalf of a trigger
 * @listener: what the trigger is of, or what it switches
 *
 * The event is not recorded by this.  @listener->triggers is set already.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: 0, or an errno as of ktrace_listener_enable().
 */
int ktrace_listener_soft_get(struct ktrace_listener *listener)
{
	int err = 0;

	lockdep_assert_held(&ktrace_event_mutex);
	/* First: by this the triggers stay, and hooks do not take it for a plain listener. */
	WRITE_ONCE(listener->soft, listener->soft + 1);
	/* Nobody switches those that are the tracer's own. */
	if (!listener->event->class->own)
		err = ktrace_listener_enable(listener, KTRACE_LISTEN_TRIGGER);
	if (err)
		WRITE_ONCE(listener->soft, listener->soft - 1);
	return err;
}

/**
 * ktrace_listener_soft_put - end what ktrace_listener_soft_get() began
 * @listener: the same
 *
 * What triggers switched on last stays on, as if the user had done so.
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_listener_soft_put(struct ktrace_listener *listener)
{
	lockdep_assert_held(&ktrace_event_mutex);
	WRITE_ONCE(listener->soft, listener->soft - 1);
	if (!listener->soft) {
		/* The removal of an event waits for this: store before looking for waiters. */
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
 * @listener: what an instance wants of the event
 *
 * Context: under ktrace_event_mutex.
 * Return: true if so; a tracer may get them besides.
 */
bool ktrace_listener_records(const struct ktrace_listener *listener)
{
	lockdep_assert_held(&ktrace_event_mutex);
	return listener->soft ? !READ_ONCE(listener->soft_off) :
	       !!(listener->users & KTRACE_LISTEN_USER);
}

/* Set an option of an instance by which stacks are recorded. */
static void instance_set_stack(struct ktrace_instance *instance, bool *option, bool stack)
{
	struct ktrace_listener *listener;

	guard(mutex)(&ktrace_event_mutex);
	WRITE_ONCE(*option, stack);
	list_for_each_entry(listener, &instance->listeners, of_instance)
		ktrace_triggers_refresh(listener);
}

/**
 * ktrace_instance_set_stack - record stacks, or do not
 * @instance: the instance
 * @stack: behind each record, how the code was called
 *
 * Context: task; takes ktrace_event_mutex.
 */
void ktrace_instance_set_stack(struct ktrace_instance *instance, bool stack)
{
	instance_set_stack(instance, &instance->stack, stack);
}

/**
 * ktrace_instance_set_user_stack - record stacks of processes, or do not
 * @instance: the instance
 * @stack: behind each record, how the process came to call the kernel
 *
 * Context: task; takes ktrace_event_mutex.
 */
void ktrace_instance_set_user_stack(struct ktrace_instance *instance, bool stack)
{
	instance_set_stack(instance, &instance->user_stack, stack);
}

/**
 * ktrace_listeners_refresh - see which events' hooks have to look in which task they are
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
 * ktrace_event_enabled - whether an instance listens to an event, for some reason
 * @event: the event
 * @instance: the instance
 * @why: KTRACE_LISTEN_*
 *
 * Context: under ktrace_event_mutex.
 * Return: true if so.  If not, it may yet listen for another one.
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
 * ktrace_event_enable - have an instance listen to an event
 * @event: the event
 * @instance: the instance
 * @why: KTRACE_LISTEN_*
 *
 * Context and return value: as for ktrace_listener_enable().
 */
int ktrace_event_enable(struct ktrace_event *event, struct ktrace_instance *instance,
			u8 why)
{
	struct ktrace_listener *listener = ktrace_listener_get(event, instance);

	return listener ? ktrace_listener_enable(listener, why) : -ENOMEM;
}

/**
 * ktrace_event_disable - have an instance not listen to an event
 * @event: the event
 * @instance: the instance
 * @why: KTRACE_LISTEN_*: for which reason not
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
