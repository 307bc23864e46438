// SPDX-License-Identifier: GPL-2.0
/*
 * A tracepoint is hit: what is common to the probes that include/trace/ktrace.h makes.
 *
 * Called by them, in any context, NMI included, with preemption off: by the tracepoint,
 * or by the probe.  Takes no lock and does not sleep, as all that they call in between,
 * which is TP_fast_assign().
 *
 * That, and the wake-up of readers, may hit a tracepoint in turn: its record is written
 * inside of the first one, as if an interrupt had come.  So may the second's.  The
 * third is not written but counted: nothing calls itself for ever.  Images end it by
 * their number.
 */
#include <linux/export.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "event/early.h"
#include "event/emit.h"
#include "event/event.h"
#include "event/missed.h"
#include "event/task.h"
#include "tracepoint/tracepoint.h"

/**
 * struct tracepoint_hit - what struct ktrace_tracepoint_write is here
 * @emit:	the record, if it is in a ring and in no other one
 * @event:	of the image
 * @image:	the image; NULL: the record is inside of another one of @nested
 * @len:	of the image
 * @context:	of the image
 * @nested:	the ring
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

/* The contexts of a CPU, a bit each, in which there is a record inside of another one now. */
static DEFINE_PER_CPU(u8, tracepoint_nested);

/* The bit of the context: what can interrupt another one has another one. */
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
 * The record of @hit is inside of another one of its ring: see whether it may be.  What is
 * committed ends before it, but for records that it is inside of.
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

/* Have the probe make an image: there are several listeners, or a filter. */
static noinline notrace void *tracepoint_begin_image(struct tracepoint_hit *hit,
						     const struct ktrace_event *event,
						     size_t len)
{
	void *image;

	if (ktrace_early_done(event, NULL))
		return NULL;
	/* Which other task it is about is known when the record is filled in. */
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

/* Bytes of the payload of a record of @words. */
static __always_inline size_t tracepoint_len(size_t words)
{
	return (words - 1) * sizeof(u32);
}

/* Something is in the way of the record: who listens, to which tasks, or no room. */
static noinline notrace void *tracepoint_begin_slow(struct tracepoint_hit *hit,
						    const struct ktrace_event *event,
						    size_t len)
{
	const struct ktrace_listener *listener = ktrace_event_plain(event);
	void *record;

	if (!listener || len > KTRACE_RECORD_MAX || ktrace_tracepoint_event(event)->other)
		return tracepoint_begin_image(hit, event, len);
	if (!ktrace_task_followed(listener->tasks, current))
		return NULL;
	record = ktrace_emit_begin(&hit->emit, listener->buffer, event->id, len,
				   ktrace_context_called());
	if (record && ring_load(hit->emit.ring->commit) != hit->emit.mark.start)
		return tracepoint_begin_nested(hit, event, record);
	return record;
}
NOKPROBE_SYMBOL(tracepoint_begin_slow);

/*
 * Begin the record that is reserved.  What is needed no more is stored first: the rest has
 * its registers.
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

/* The record has a header of two words, or is too long. */
static noinline notrace void *tracepoint_begin_long(struct tracepoint_hit *hit,
						    const struct ktrace_event *event,
						    size_t len)
{
	struct ring *ring = ktrace_event_ring(event);
	struct ring_mark mark __uninitialized;
	void *record;

	if (unlikely(len > KTRACE_RECORD_MAX) ||
	    unlikely(!ring_try_reserve(ring, len, ktrace_clock, &mark, &record)))
		return tracepoint_begin_slow(hit, event, len);
	return tracepoint_begin_reserved(hit, event, ring, &mark, record);
}
NOKPROBE_SYMBOL(tracepoint_begin_long);

/**
 * ktrace_tracepoint_begin - begin the record of a tracepoint that was hit
 * @write: filled in for ktrace_tracepoint_end()
 * @event: the event, struct ktrace_event
 * @words: length of the record in words of 4 bytes: one for its header, what is common to
 *	all records, and the fields.  The probe adds these up, for nothing where they are
 *	constant
 *
 * The gaps between fields, and what the probe does not assign, keep what older records
 * of the ring left there: to write it would cost more than the rest.
 *
 * Context: any, NMI included; preemption off until ktrace_tracepoint_end(), in last-in
 * first-out order with what nests.
 * Return: the record, to be filled in but for its first 8 bytes; or NULL if there is
 * to be none, and then ktrace_tracepoint_end() must not be called.
 */
notrace void *ktrace_tracepoint_begin(struct ktrace_tracepoint_write *write, const void *event,
				      size_t words)
{
	struct tracepoint_hit *hit = (struct tracepoint_hit *)write;
	struct ring *ring = ktrace_event_ring(event);
	struct ring_mark mark __uninitialized;
	void *record;

	if (unlikely(words > KTRACE_TYPE_LEN_MAX + 1))
		return tracepoint_begin_long(hit, event, tracepoint_len(words));
	if (unlikely(!ring_try_reserve_units(ring, words, ktrace_clock, &mark, &record)))
		return tracepoint_begin_slow(hit, event, tracepoint_len(words));
	return tracepoint_begin_reserved(hit, event, ring, &mark, record);
}
EXPORT_SYMBOL_GPL(ktrace_tracepoint_begin);
NOKPROBE_SYMBOL(ktrace_tracepoint_begin);

/* Record an image for who follows current, or the other task that it is about. */
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
 * ktrace_tracepoint_end - end what ktrace_tracepoint_begin() began
 * @write: the record, filled in
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
