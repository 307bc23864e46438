// SPDX-License-Identifier: GPL-2.0
/*
 * The common part of the probes that include/trace/ktrace.h generates.
 *
 * The probes call these functions in any context, NMI included, with preemption
 * disabled by the tracepoint or by the probe. Nothing here takes a lock or sleeps, and
 * TP_fast_assign(), which runs in between, must not either.
 *
 * TP_fast_assign() and the wake-up of readers may hit a tracepoint in turn. The nested
 * record is written inside of the first one, as if an interrupt had occurred. A record
 * nested in the nested one is not written but counted, which ends any recursion. For
 * records in images, the number of images ends the recursion.
 */
#include <linux/export.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "event/emit.h"
#include "event/listener.h"
#include "event/missed.h"
#include "event/prefilter.h"
#include "event/task.h"
#include "tracepoint/tracepoint.h"

/**
 * struct tracepoint_hit - contents of struct ktrace_tracepoint_write
 * @emit:	the record, if the probe writes directly into one ring; @emit.ring is NULL for
 *		an image, and for a record that is nested in another record of the ring
 * @event:	for an image: the event
 * @image:	the image of the record; NULL for a nested record
 * @len:	length of the image in bytes
 * @context:	context fields of the image
 * @nested:	for a nested record: the ring
 */
struct tracepoint_hit {
	struct ktrace_emit	emit;
	union {
		const struct ktrace_event *event;
		struct ring	*nested;
	};
	void			*image;
	u32			len;
	u32			context;
};

static_assert(sizeof(struct tracepoint_hit) == sizeof(struct ktrace_tracepoint_write));
static_assert(offsetof(struct tracepoint_hit, image) ==
	      offsetof(struct ktrace_tracepoint_write, image));

/* Bitmap by CPU of the contexts in which a nested record is in progress. */
static DEFINE_PER_CPU(u8, tracepoint_nested);

/*
 * Return the bit of tracepoint_nested for the current context: task, softirq, hardirq or NMI. A
 * context that interrupts another one has a bit of its own.
 */
static u8 tracepoint_level(void)
{
	unsigned int count = preempt_count();

	if (count & NMI_MASK)
		return BIT(3);
	if (count & HARDIRQ_MASK)
		return BIT(2);
	return count & SOFTIRQ_OFFSET ? BIT(1) : BIT(0);
}
NOKPROBE_SYMBOL(tracepoint_level);

/*
 * Decide whether the record of @hit, which is nested in another record of its ring, is
 * allowed. The committed part of a ring ends before the outermost record in progress.
 */
static noinline notrace void *tracepoint_begin_nested(struct tracepoint_hit *hit,
						      const struct ktrace_event *event,
						      void *record)
{
	u8 level = tracepoint_level();

	if (__this_cpu_read(tracepoint_nested) & level) {
		ktrace_emit_discard(&hit->emit);
		this_cpu_inc(ktrace_missed.nested);
		return NULL;
	}
	__this_cpu_or(tracepoint_nested, level);
	ktrace_emit_common(record, event->id, ktrace_context_called());
	hit->nested = hit->emit.ring;
	hit->emit.ring = NULL;
	hit->image = NULL;
	return record;
}
NOKPROBE_SYMBOL(tracepoint_begin_nested);

/* Let the probe write an image: there are several listeners or a filter. */
static noinline notrace void *tracepoint_begin_image(struct tracepoint_hit *hit,
						     const struct ktrace_event *event,
						     size_t len)
{
	void *image;

	if (ktrace_prefilter_done(event, NULL))
		return NULL;
	/*
	 * If no task set contains current, stop here.  An event that names another task cannot
	 * stop yet: the image must be filled in to know the other task.
	 */
	if (!ktrace_tracepoint_event(event)->other &&
	    !ktrace_event_wanted(event, current, NULL))
		return NULL;
	if (len > KTRACE_RECORD_MAX) {
		this_cpu_inc(ktrace_missed.refused);
		return NULL;
	}
	image = ktrace_image_get();
	if (!image)
		return NULL;
	hit->emit.ring = NULL;
	hit->event = event;
	hit->image = image;
	hit->len = len;
	hit->context = ktrace_context_called();
	return image;
}
NOKPROBE_SYMBOL(tracepoint_begin_image);

/* Length of the payload of a record of @words. */
static __always_inline size_t tracepoint_len(size_t words)
{
	return (words - 1) * sizeof(u32);
}

/*
 * Write the header of a reserved record, which may be nested in another record. Store
 * the mark first: its registers are free after that.
 */
static __always_inline void *tracepoint_begin_reserved(struct tracepoint_hit *hit,
						       const struct ktrace_event *event,
						       struct ring *ring,
						       const struct ring_mark *mark,
						       void *record)
{
	hit->emit.ring = ring;
	hit->emit.mark.page = mark->page;
	hit->emit.mark.word = mark->word;
	hit->emit.mark.end = mark->end;
	if (unlikely(ring_load(ring->commit) != mark->start)) {
		hit->emit.mark.start = mark->start;
		return tracepoint_begin_nested(hit, event, record);
	}
	ktrace_emit_common(record, event->id, ktrace_context_called());
	return record;
}

/* Begin a record for which the current page has no room. */
static noinline notrace void *tracepoint_begin_full(struct tracepoint_hit *hit,
						    const struct ktrace_event *event,
						    struct ring *ring, size_t len)
{
	void *record = ring_reserve_slow(ring, event->id, len, &hit->emit.mark);

	if (!record)
		return NULL;
	hit->emit.ring = ring;
	if (ring_load(ring->commit) != hit->emit.mark.start)
		return tracepoint_begin_nested(hit, event, record);
	ktrace_emit_common(record, event->id, ktrace_context_called());
	return record;
}
NOKPROBE_SYMBOL(tracepoint_begin_full);

/*
 * Begin a record if there are several listeners, a filter or a task set, or if the page has no
 * room. @units is ring_units() of @len.
 *
 * All records of an instance that has a task set take this path. Keep their reservation inline,
 * and rare cases out of line, so that this function saves few registers.
 */
static noinline notrace void *tracepoint_begin_slow(struct tracepoint_hit *hit,
						    const struct ktrace_event *event,
						    size_t len, size_t units)
{
	const struct ktrace_listener *listener = ktrace_event_sole_listener(event);
	struct ring_mark mark __uninitialized;
	struct ring *ring;
	void *record;

	if (!listener || len > KTRACE_RECORD_MAX || ktrace_tracepoint_event(event)->other)
		return tracepoint_begin_image(hit, event, len);
	if (!ktrace_taskset_contains(listener->tasks, current))
		return NULL;
	ring = ktrace_buffer_ring(listener->buffer);
	if (unlikely(!ring_try_reserve_units(ring, units, ktrace_clock, &mark, &record)))
		return tracepoint_begin_full(hit, event, ring, len);
	return tracepoint_begin_reserved(hit, event, ring, &mark, record);
}
NOKPROBE_SYMBOL(tracepoint_begin_slow);

/*
 * Begin a record whose length needs a second word in the ring. Records above KTRACE_RECORD_MAX
 * are refused on the slow path.
 */
static noinline notrace void *tracepoint_begin_long(struct tracepoint_hit *hit,
						    const struct ktrace_event *event,
						    size_t len)
{
	struct ring *ring = ktrace_event_ring(event);
	struct ring_mark mark __uninitialized;
	void *record;

	if (unlikely(len > KTRACE_RECORD_MAX) ||
	    unlikely(!ring_try_reserve(ring, len, ktrace_clock, &mark, &record)))
		return tracepoint_begin_slow(hit, event, len, ring_units(len));
	return tracepoint_begin_reserved(hit, event, ring, &mark, record);
}
NOKPROBE_SYMBOL(tracepoint_begin_long);

/* Begin a record with a header of one word. */
static __always_inline void *tracepoint_begin_short(struct tracepoint_hit *hit,
						    const struct ktrace_event *event,
						    size_t words)
{
	struct ring *ring = ktrace_event_ring(event);
	struct ring_mark mark __uninitialized;
	void *record;

	if (words > KTRACE_TYPE_LEN_MAX + 1)
		__builtin_unreachable();
	if (unlikely(!ring_try_reserve_units(ring, words, ktrace_clock, &mark, &record)))
		return tracepoint_begin_slow(hit, event, tracepoint_len(words), words);
	return tracepoint_begin_reserved(hit, event, ring, &mark, record);
}

static_assert(KTRACE_TYPE_LEN_MAX + 1 == KTRACE_TRACEPOINT_SHORT);

/**
 * ktrace_tracepoint_begin_short - ktrace_tracepoint_begin() for few words
 * @write:	as for ktrace_tracepoint_begin()
 * @event:	as for ktrace_tracepoint_begin()
 * @words:	as for ktrace_tracepoint_begin(), at most KTRACE_TRACEPOINT_SHORT
 *
 * For probes whose records have a length known at compile time, as most have.
 *
 * Context: as for ktrace_tracepoint_begin().
 * Return: as for ktrace_tracepoint_begin().
 */
notrace void *ktrace_tracepoint_begin_short(struct ktrace_tracepoint_write *write,
					    const void *event, size_t words)
{
	return tracepoint_begin_short((struct tracepoint_hit *)write, event, words);
}
EXPORT_SYMBOL_GPL(ktrace_tracepoint_begin_short);
NOKPROBE_SYMBOL(ktrace_tracepoint_begin_short);

/**
 * ktrace_tracepoint_begin - begin a record in the probe of a tracepoint
 * @write:	output, for ktrace_tracepoint_end()
 * @event:	the event, a struct ktrace_event
 * @words:	length of the record in 4-byte words: one for its header, the common
 *		fields, and the fields. The probe computes the sum at compile time if
 *		the lengths are constant
 *
 * The gaps between fields, and fields that the probe does not assign, keep the contents
 * of older records of the ring: clearing them would cost more than the rest.
 *
 * Context: any, NMI included; preemption off until ktrace_tracepoint_end(), in last-in
 * first-out order with nested records.
 * Return: the record, to be filled in from byte 8 on; or NULL if the event is not
 * recorded. After NULL the caller must not call ktrace_tracepoint_end().
 */
notrace void *ktrace_tracepoint_begin(struct ktrace_tracepoint_write *write, const void *event,
				      size_t words)
{
	struct tracepoint_hit *hit = (struct tracepoint_hit *)write;

	if (unlikely(words > KTRACE_TRACEPOINT_SHORT))
		return tracepoint_begin_long(hit, event, tracepoint_len(words));
	return tracepoint_begin_short(hit, event, words);
}
EXPORT_SYMBOL_GPL(ktrace_tracepoint_begin);
NOKPROBE_SYMBOL(ktrace_tracepoint_begin);

/*
 * Copy an image to the rings of the instances whose task set contains current or the other task
 * that the event names.
 */
static void tracepoint_emit_image(struct tracepoint_hit *hit)
{
	u16 other = ktrace_tracepoint_event(hit->event)->other;
	const struct task_struct *task;

	if (!other) {
		ktrace_emit_image(hit->event, hit->image, hit->len, hit->context);
		return;
	}
	rcu_read_lock();
	task = pid_task(find_pid_ns(*(pid_t *)(hit->image + other), &init_pid_ns), PIDTYPE_PID);
	ktrace_emit_image_about(hit->event, hit->image, hit->len, hit->context, current, task);
	rcu_read_unlock();
}
NOKPROBE_SYMBOL(tracepoint_emit_image);

static noinline notrace void tracepoint_end_slow(struct tracepoint_hit *hit)
{
	if (hit->image) {
		tracepoint_emit_image(hit);
		ktrace_image_put();
		return;
	}
	hit->emit.ring = hit->nested;
	ktrace_emit_end(&hit->emit);
	__this_cpu_and(tracepoint_nested, ~tracepoint_level());
}
NOKPROBE_SYMBOL(tracepoint_end_slow);

/**
 * ktrace_tracepoint_end - end a record begun by ktrace_tracepoint_begin()
 * @write:	the record, filled in
 *
 * Context: as for ktrace_tracepoint_begin().
 */
notrace void ktrace_tracepoint_end(struct ktrace_tracepoint_write *write)
{
	struct tracepoint_hit *hit = (struct tracepoint_hit *)write;

	if (likely(hit->emit.ring))
		ring_commit_outermost(hit->emit.ring, &hit->emit.mark);
	else
		tracepoint_end_slow(hit);
}
EXPORT_SYMBOL_GPL(ktrace_tracepoint_end);
NOKPROBE_SYMBOL(ktrace_tracepoint_end);
