// SPDX-License-Identifier: GPL-2.0
/*
 * The slow path of records, for all event sources: a hook builds the image of a record once,
 * and each listener that accepts the record gets a copy.
 *
 * Called by hooks, in any context, NMI included.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/unaligned.h>

#include "event/emit.h"
#include "event/instance.h"
#include "event/listener.h"
#include "event/prefilter.h"
#include "event/stack.h"
#include "event/string.h"
#include "event/task.h"
#include "event/trigger.h"
#include "parse/filter_run.h"

/**
 * struct emit_strings - state of a filter that reads strings outside of the record
 * @image:	input of the filter
 * @room:	buffer for strings: an image of this CPU
 * @address:	address of the string in @room, if @len is not negative
 * @user:	@address is in user space
 * @len:	length of the string; -EFAULT: unreadable; -EAGAIN: @room is empty
 */
struct emit_strings {
	struct ktrace_filter_image image;
	char	*room;
	u64	address;
	bool	user;
	int	len;
};

/*
 * struct ktrace_filter_image.fetch.  Consecutive comparisons of the same string see the
 * same bytes, although the process may change them meanwhile.
 */
static int emit_fetch_string(const struct ktrace_filter_image *image, unsigned int field,
			     u64 address, bool user, struct ktrace_span *string)
{
	struct emit_strings *strings = container_of(image, struct emit_strings, image);

	if (strings->len == -EAGAIN || strings->address != address || strings->user != user) {
		strings->address = address;
		strings->user = user;
		strings->len = ktrace_string_read(strings->room,
						  KTRACE_IMAGE_BYTES - KTRACE_STRING_SLACK,
						  address, user);
	}
	if (strings->len < 0)
		return strings->len;
	*string = (struct ktrace_span) { strings->room, strings->len };
	return 0;
}
NOKPROBE_SYMBOL(emit_fetch_string);

/* filter_accepts() for a filter that reads strings at addresses. */
static noinline notrace bool filter_accepts_strings(const struct ktrace_filter *filter,
						    const void *record, u32 len)
{
	struct emit_strings strings = {
		.image = {
			.record = record,
			.len = len,
			.cpu = raw_smp_processor_id(),
			.comm = current->comm,
			.fetch = emit_fetch_string,
		},
		.room = ktrace_image_get(),
		.len = -EAGAIN,
	};
	bool accepts;

	/* Without an image the filter cannot decide, so the record counts as missed. */
	if (unlikely(!strings.room))
		return false;
	accepts = ktrace_filter_run(filter, &strings.image);
	ktrace_image_put();
	return accepts;
}
NOKPROBE_SYMBOL(filter_accepts_strings);

/*
 * No stack protector: no code writes to the image, and each filtered record would pay
 * for it.
 */
static __no_stack_protector bool filter_accepts(const struct ktrace_filter *filter,
						const void *record, u32 len)
{
	const struct ktrace_filter_image image = {
		.record = record,
		.len = len,
		.cpu = raw_smp_processor_id(),
		.comm = current->comm,
	};

	if (unlikely(filter->fetches))
		return filter_accepts_strings(filter, record, len);
	return ktrace_filter_run(filter, &image);
}
NOKPROBE_SYMBOL(filter_accepts);

/* Whether the task set of @listener contains @one, or @other, which may be NULL. */
static __always_inline bool listener_follows(const struct ktrace_listener *listener,
					     const struct task_struct *one,
					     const struct task_struct *other)
{
	return ktrace_taskset_contains(listener->tasks, one) ||
	       (other && ktrace_taskset_contains(listener->tasks, other));
}

static __always_inline bool listener_accepts(const struct ktrace_listener *listener,
					     const void *image, u32 len)
{
	const struct ktrace_filter *filter = rcu_dereference_sched(listener->filter);

	return likely(!filter) || filter_accepts(filter, image, len);
}

/* Records above this size are copied by memcpy(). */
#define IMAGE_SHORT	64

/*
 * Copy a record, except for the fields that ktrace_emit_common() writes.  @len is a
 * multiple of 4.
 */
static __always_inline void image_copy(void *rec, const void *image, u32 len)
{
	const u32 common = sizeof(struct ktrace_common);
	u32 at;

	if (unlikely(len > IMAGE_SHORT)) {
		memcpy(rec + common, image + common, len - common);
		return;
	}
	for (at = common; at + sizeof(u64) <= len; at += sizeof(u64)) {
		put_unaligned(get_unaligned((const u64 *)(image + at)), (u64 *)(rec + at));
		/* Keep the compiler from calling memcpy() for a few words. */
		barrier();
	}
	if (at < len)
		*(u32 *)(rec + at) = *(const u32 *)(image + at);
}

/* Return: false if the ring refused the record. */
static __always_inline bool image_write(const struct ktrace_listener *listener, u16 id,
					const void *image, u32 len, u32 context)
{
	struct ktrace_emit emit __uninitialized;
	void *rec;

	rec = ktrace_emit_begin(&emit, listener->buffer, id, len, context);
	if (!rec)
		return false;
	image_copy(rec, image, len);
	ktrace_emit_end(&emit);
	return true;
}

/*
 * How deep triggers nest on this CPU: a trigger's action may be an event with triggers of its
 * own.  One counter for each context level (task, softirq, irq, NMI), since triggers in an
 * interrupt do not belong to the triggers that the interrupt hit.
 */
static DEFINE_PER_CPU(u8[4], emit_triggers_deep);

static void trigger_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	u8 *deep = this_cpu_ptr(emit_triggers_deep) + interrupt_context_level();

	if (unlikely(*deep >= KTRACE_TRIGGERS_DEEP)) {
		atomic_long_inc(&trigger->missed);
		return;
	}
	++*deep;
	barrier();
	trigger->ops->hit(trigger, hit);
	barrier();
	--*deep;
}
NOKPROBE_SYMBOL(trigger_hit);

/* Run the triggers from @first up to @end. */
static __always_inline void triggers_hit(const struct ktrace_triggers *triggers,
					 unsigned int first, unsigned int end,
					 const struct ktrace_hit *hit)
{
	for (; first < end; first++) {
		struct ktrace_trigger *trigger = triggers->list[first];

		if (trigger->filter && !filter_accepts(trigger->filter, hit->record, hit->len))
			continue;
		trigger_hit(trigger, hit);
	}
}

/*
 * Whether the listener takes records now, before its filter runs.  A tracer that is
 * being started takes records, whether or not a trigger switched the event off.
 */
static bool listener_soft_on(const struct ktrace_listener *listener)
{
	return !READ_ONCE(listener->soft_off) ||
	       READ_ONCE(listener->users) & (KTRACE_LISTEN_TRACER | KTRACE_LISTEN_NEXT);
}

/*
 * Record an image, followed by the stacks that the instance wants.  Unwind none for a record that
 * the ring refused.
 */
static __always_inline void emit_triggered_write(const struct ktrace_listener *listener,
						 const struct ktrace_hit *hit)
{
	const struct ktrace_event *event = listener->event;

	if (!image_write(listener, event->id, hit->record, hit->len, hit->context))
		return;
	if (event->class->own)
		return;
	if (READ_ONCE(listener->instance->stack))
		ktrace_stack_kernel(listener->buffer, hit);
	if (READ_ONCE(listener->instance->user_stack))
		ktrace_stack_user(listener->buffer, hit->context);
}

/*
 * Run the triggers of a listener for the image of a record, and copy the image to the ring between
 * the triggers that run before recording and the others: see event/trigger.h.
 */
static noinline notrace void emit_triggered(const struct ktrace_listener *listener,
					    const struct ktrace_triggers *triggers,
					    const struct ktrace_hit *hit)
{
	triggers_hit(triggers, 0, triggers->nr_before, hit);
	if (listener_soft_on(listener) && listener_accepts(listener, hit->record, hit->len))
		emit_triggered_write(listener, hit);
	triggers_hit(triggers, triggers->nr_before, triggers->nr, hit);
}
NOKPROBE_SYMBOL(emit_triggered);

/*
 * Record the image of a record in one instance, whatever the current task.  Stacks begin at @here,
 * or in the caller if @here is NULL.
 */
static __always_inline void emit_one(const struct ktrace_listener *listener, u16 id,
				     const void *image, u32 len, u32 context,
				     const struct ktrace_here *here)
{
	const struct ktrace_triggers *triggers = rcu_dereference_sched(listener->triggers);

	if (unlikely(triggers)) {
		const struct ktrace_hit hit = {
			.listener = listener,
			.record = image,
			.len = len,
			.context = context,
			.here = here ? *here : ktrace_here(),
		};

		emit_triggered(listener, triggers, &hit);
	} else if (listener_accepts(listener, image, len)) {
		image_write(listener, id, image, len, context);
	}
}

/**
 * ktrace_event_wanted - whether any listener wants a record about two tasks
 * @event:	the event
 * @one:	a task that the record is about
 * @other:	the other task; NULL: the record is about @one only
 *
 * Hooks that every task may reach must call this before they build a record.
 *
 * Context: any, NMI included; preemption off.
 * Return: true if the task set of a listener contains one of the tasks.
 */
notrace bool ktrace_event_wanted(const struct ktrace_event *event,
				 const struct task_struct *one,
				 const struct task_struct *other)
{
	struct ktrace_listener *listener;

	ktrace_for_each_listener(listener, event)
		if (listener_follows(listener, one, other))
			return true;
	return false;
}
NOKPROBE_SYMBOL(ktrace_event_wanted);

/* Slow path of ktrace_event_paused(): some buffers are off. */
notrace bool __ktrace_event_paused(const struct ktrace_event *event)
{
	struct ktrace_listener *listener;

	ktrace_for_each_listener(listener, event)
		if (!ktrace_listener_paused(listener))
			return false;
	return true;
}
NOKPROBE_SYMBOL(__ktrace_event_paused);

static __always_inline void emit_image(const struct ktrace_event *event, void *image, u32 len,
				       u32 context, const struct task_struct *one,
				       const struct task_struct *other,
				       const struct ktrace_here *here)
{
	struct ktrace_listener *listener;

	ktrace_emit_common(image, event->id, context);
	ktrace_for_each_listener(listener, event)
		if (listener_follows(listener, one, other))
			emit_one(listener, event->id, image, len, context, here);
}

/**
 * ktrace_emit_own - record an image of an own event in one instance
 * @listener:	the instance's listener of the event
 * @image:	the record; this function fills in the common fields
 * @len:	size of @image in bytes, a multiple of 4, up to KTRACE_RECORD_MAX
 * @context:	ktrace_context() or ktrace_context_task()
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_emit_own(const struct ktrace_listener *listener, void *image, u32 len,
			     u32 context)
{
	u16 id = listener->event->id;

	ktrace_emit_common(image, id, context);
	emit_one(listener, id, image, len, context, NULL);
}
NOKPROBE_SYMBOL(ktrace_emit_own);

/**
 * ktrace_emit_image - record an image for all listeners that accept it
 * @event:	the event
 * @image:	the record; this function fills in the common fields
 * @len:	size of @image in bytes, a multiple of 4, up to KTRACE_RECORD_MAX
 * @context:	ktrace_context() or ktrace_context_task()
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_emit_image(const struct ktrace_event *event, void *image, u32 len,
			       u32 context)
{
	emit_image(event, image, len, context, current, NULL, NULL);
}
NOKPROBE_SYMBOL(ktrace_emit_image);

/**
 * ktrace_emit_image_at - record an image with stacks from a given place
 * @event:	the event
 * @image:	as for ktrace_emit_image()
 * @len:	as for ktrace_emit_image()
 * @context:	as for ktrace_emit_image()
 * @here:	the place in the code where stacks begin
 *
 * For hooks whose caller cannot be unwound, such as generated code.
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_emit_image_at(const struct ktrace_event *event, void *image, u32 len,
				  u32 context, const struct ktrace_here *here)
{
	emit_image(event, image, len, context, current, NULL, here);
}
NOKPROBE_SYMBOL(ktrace_emit_image_at);

/**
 * ktrace_emit_image_about - record an image in all instances whose task set has one of two tasks
 * @event:	the event
 * @image:	as for ktrace_emit_image()
 * @len:	as for ktrace_emit_image()
 * @context:	as for ktrace_emit_image()
 * @one:	a task that the record is about
 * @other:	the other task; NULL: the record is about @one only
 *
 * For events in which one task acts on another: current need not be in the task set.
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_emit_image_about(const struct ktrace_event *event, void *image, u32 len,
				     u32 context, const struct task_struct *one,
				     const struct task_struct *other)
{
	emit_image(event, image, len, context, one, other, NULL);
}
NOKPROBE_SYMBOL(ktrace_emit_image_about);
