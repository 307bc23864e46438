/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From a hook to a record: reserve, common fields, commit.
 *
 * All of it is inlined into the sources' hooks.  A hook runs with preemption
 * off from before ktrace_emit_try() or ktrace_emit_image() to after the last
 * ktrace_emit_end(): one pair for the whole path.  Between begin and end it must not allocate,
 * lock or sleep, nor fault unless page faults are off, and it must write every byte of the payload.
 */
#ifndef _KTRACE_EMIT_H
#define _KTRACE_EMIT_H

#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "buffer/buffer.h"
#include "buffer/clock.h"
#include "event/event.h"
#include "event/image.h"
#include "ring/ring.h"

struct ktrace_here;

/**
 * struct ktrace_emit - a record between ktrace_emit_begin() and _end()
 *
 * Hooks have it __uninitialized: where the compiler is told to zero what is on the
 * stack it would take more instructions than the reservation.
 *
 * @ring:	the ring it is in
 * @mark:	its place there
 */
struct ktrace_emit {
	struct ring	*ring;
	struct ring_mark mark;
};

/**
 * ktrace_context_task - the context fields of a hook that is always called in
 *	task context with interrupts and preemption on
 *
 * Return: what ktrace_emit_begin() wants as @context, a constant.
 */
static __always_inline u32 ktrace_context_task(void)
{
	return 0;
}

/*
 * The context fields of @_flags and @_depth, where a record's first word has them: above its
 * type.
 */
#define KTRACE_CONTEXT(_flags, _depth)	((_flags) * (1U << 16) | (_depth) * (1U << 24))

static_assert(offsetof(struct ktrace_common, type) == 0 &&
	      offsetof(struct ktrace_common, flags) == 2 &&
	      offsetof(struct ktrace_common, preempt_count) == 3);

/*
 * A preempt_count() times this has its bits there: the depth at 24 to 27, that of a softirq
 * at 20, that of an interrupt at 19.  No two of the products meet, and all others are
 * elsewhere or beyond 32 bits; those of bit 31, which is not the count's, are all beyond.
 */
#define KTRACE_CONTEXT_MOVE							\
	(KTRACE_CONTEXT(KTRACE_FLAG_HARDIRQ, 0) >> HARDIRQ_SHIFT |		\
	 KTRACE_CONTEXT(KTRACE_FLAG_SOFTIRQ, 0) >> SOFTIRQ_SHIFT |		\
	 KTRACE_CONTEXT(0, 1) >> PREEMPT_SHIFT)

static_assert(PREEMPT_SHIFT == 0 && SOFTIRQ_SHIFT == 8 && HARDIRQ_SHIFT == 16);

/*
 * ktrace_softirq_count - the softirq bits that preempt_count() lacks
 *
 * With PREEMPT_RT, softirqs run in tasks, and each task counts them for itself.
 */
#ifdef CONFIG_PREEMPT_RT
static __always_inline unsigned int ktrace_softirq_count(void)
{
	return softirq_count();
}
#else
static __always_inline unsigned int ktrace_softirq_count(void)
{
	return 0;
}
#endif

/*
 * ktrace_migration_count - how often current has disabled migration
 *
 * Only kernels with preemption record the depth.  Without preemption a task disables migration
 * only for BPF programs and the like, and the comparison would cost each record two
 * instructions.
 */
#if defined(CONFIG_SMP) && defined(CONFIG_PREEMPTION)
static __always_inline unsigned int ktrace_migration_count(void)
{
	return current->migration_disabled;
}
#else
static __always_inline unsigned int ktrace_migration_count(void)
{
	return 0;
}
#endif

/* The context fields of a preempt_count(), or of ktrace_preempt_word(). */
static __always_inline u32 ktrace_context_count(unsigned int preempt)
{
	const u32 softirq = SOFTIRQ_OFFSET, hardirq = HARDIRQ_OFFSET, deepest = 15;
	const u32 all = PREEMPT_MASK | SOFTIRQ_MASK | HARDIRQ_MASK | NMI_MASK;
	u32 flags;

	/* As in nearly all interrupts. */
	if (likely(!(preempt & all & ~(softirq | hardirq | deepest))))
		return preempt * KTRACE_CONTEXT_MOVE &
		       KTRACE_CONTEXT(KTRACE_FLAG_HARDIRQ | KTRACE_FLAG_SOFTIRQ, deepest);
	flags = preempt & softirq ? KTRACE_FLAG_SOFTIRQ : 0;
	if (preempt & NMI_MASK)
		flags |= KTRACE_FLAG_NMI;
	if (preempt & HARDIRQ_MASK)
		flags |= KTRACE_FLAG_HARDIRQ;
	/* Counted in twos: that a softirq runs is the lowest bit. */
	if (preempt & SOFTIRQ_MASK & ~SOFTIRQ_OFFSET)
		flags |= KTRACE_FLAG_BH_OFF;
	return KTRACE_CONTEXT(flags, min_t(u32, preempt & PREEMPT_MASK, deepest));
}

/* The context fields without the flag for disabled interrupts. */
static __always_inline u32 ktrace_context_rest(unsigned int preempt)
{
	const u32 resched = KTRACE_CONTEXT(KTRACE_FLAG_NEED_RESCHED, 0);
	const u32 migration = min_t(u32, ktrace_migration_count(), 15);

	/* The one flag becomes the other by a shift. */
	BUILD_BUG_ON(resched % _TIF_NEED_RESCHED);
	return (read_thread_flags() & _TIF_NEED_RESCHED) * (resched / _TIF_NEED_RESCHED) |
	       KTRACE_CONTEXT(0, migration << 4) |
	       ktrace_context_count(preempt | ktrace_softirq_count());
}

/*
 * ktrace_context_is - whether preempt_count() is @count, nothing is to be rescheduled, and the
 *	task's own counters are 0
 */
static __always_inline bool ktrace_context_is(unsigned int count)
{
	return likely(ktrace_preempt_is(count)) &&
	       likely(!(ktrace_softirq_count() | ktrace_migration_count()));
}

/**
 * ktrace_context - the context fields of code that was interrupted or that
 *	called the hook
 * @irq_flags:	its interrupt flags, as of local_save_flags() or pt_regs
 * @preempt:	its preempt_count(), without what the hook's own way added; or the same of
 *		ktrace_preempt_word()
 *
 * Return: what ktrace_emit_begin() wants as @context.
 */
static __always_inline u32 ktrace_context(unsigned long irq_flags,
					  unsigned int preempt)
{
	u32 context = ktrace_context_rest(preempt);

	if (raw_irqs_disabled_flags(irq_flags))
		context |= KTRACE_CONTEXT(KTRACE_FLAG_IRQS_OFF, 0);
	return context;
}

/**
 * ktrace_context_plain - whether there is nothing to tell of the context
 * @irq_flags:	as for ktrace_context()
 * @count:	what preempt_count() is if nothing but the hook's own way added
 *		to it
 *
 * A task that is to be rescheduled, and that the other CPU's interrupt has not
 * reached yet to tell it so, passes for one that is not.
 *
 * Context: the hook.
 * Return: true if ktrace_context() would be 0, or nearly always so.
 */
static __always_inline bool ktrace_context_plain(unsigned long irq_flags,
						 unsigned int count)
{
	return likely(!raw_irqs_disabled_flags(irq_flags)) &&
	       ktrace_context_is(count);
}

/**
 * ktrace_context_called - the context fields of code that called the hook, where preemption
 *	was disabled once since
 *
 * Return: what ktrace_emit_begin() wants as @context.
 */
static __always_inline u32 ktrace_context_called(void)
{
	unsigned long irq_flags;

	local_save_flags(irq_flags);
	if (unlikely(raw_irqs_disabled_flags(irq_flags)))
		return KTRACE_CONTEXT(KTRACE_FLAG_IRQS_OFF, 0) |
		       ktrace_context_rest(ktrace_preempt_word() - PREEMPT_DISABLE_OFFSET);
	if (ktrace_context_is(PREEMPT_DISABLE_OFFSET))
		return 0;
	/* Or the compiler would do half of what follows before the comparison. */
	barrier();
	return ktrace_context_rest(ktrace_preempt_word() - PREEMPT_DISABLE_OFFSET);
}

/*
 * What every record starts with, in two stores: cheaper than to put it together.  Nothing of
 * @context is where the type is.
 */
static __always_inline void ktrace_emit_common(void *rec, u16 id, u32 context)
{
	u32 *half = rec;

	BUILD_BUG_ON(sizeof(struct ktrace_common) != 2 * sizeof(*half));
	half[0] = id | context;
	half[1] = current->pid;
}

/**
 * ktrace_emit_try_ring - ktrace_emit_begin(), if nothing is in the way
 * @emit:	filled in for ktrace_emit_end()
 * @ring:	this CPU's, of whoever listens
 * @id:		the event's
 * @len:	bytes of payload
 * @context:	ktrace_context() or ktrace_context_task()
 * @payload:	pointer to the pointer that is set to the payload
 *
 * For hooks that have a function of their own for the rest: this one calls
 * nothing.
 *
 * Context: as for ktrace_emit_begin().
 * Return: true; or false if it takes ktrace_emit_begin().
 */
static __always_inline bool ktrace_emit_try_ring(struct ktrace_emit *emit, struct ring *ring,
						 u16 id, u32 len, u32 context, void *payload)
{
	void **rec = payload;

	emit->ring = ring;
	if (!ring_try_reserve(ring, len, ktrace_clock, &emit->mark, rec))
		return false;
	ktrace_emit_common(*rec, id, context);
	return true;
}

/**
 * ktrace_emit_try - the same in the ring of an event's only listener
 * @emit:	filled in for ktrace_emit_end()
 * @event:	the event; a second listener, or a filter, is in the way
 * @len:	bytes of payload
 * @context:	ktrace_context() or ktrace_context_task()
 * @payload:	pointer to the pointer that is set to the payload
 *
 * The event's id is loaded when it is wanted, behind the reservation: registers are few.
 *
 * Context: as for ktrace_emit_begin().
 * Return: true; or false if it takes ktrace_emit_begin().
 */
static __always_inline bool ktrace_emit_try(struct ktrace_emit *emit,
					    const struct ktrace_event *event,
					    u32 len, u32 context, void *payload)
{
	void **rec = payload;

	emit->ring = ktrace_event_ring(event);
	if (!ring_try_reserve(emit->ring, len, ktrace_clock, &emit->mark, rec))
		return false;
	ktrace_emit_common(*rec, event->id, context);
	return true;
}

/**
 * ktrace_emit_begin - reserve a record and write its common fields
 * @emit:	filled in for ktrace_emit_end()
 * @buffer:	of the listener
 * @id:		the event's
 * @len:	bytes of payload, the common fields included, up to
 *		KTRACE_RECORD_MAX; a constant is cheapest
 * @context:	ktrace_context() or ktrace_context_task()
 *
 * Context: any, NMI included; preemption off.
 * Return: the payload, 4-byte aligned, of which the first
 * sizeof(struct ktrace_common) bytes are written; NULL if the record was
 * dropped (counted by the ring) or the buffer is off.
 */
static __always_inline void *ktrace_emit_begin(struct ktrace_emit *emit,
					       struct ktrace_buffer *buffer,
					       u16 id, u32 len, u32 context)
{
	u64 *rec;

	emit->ring = ktrace_buffer_ring(buffer);
	rec = ring_reserve(emit->ring, id, len, ktrace_clock, &emit->mark);
	if (likely(rec))
		ktrace_emit_common(rec, id, context);
	return rec;
}

/**
 * ktrace_listener_plain - whether an instance takes an event's records as they are
 * @listener:	what it wants of the event
 *
 * Context: the hook.
 * Return: true if it has neither a filter nor triggers.
 */
static __always_inline bool ktrace_listener_plain(const struct ktrace_listener *listener)
{
	unsigned long filter = (unsigned long)rcu_access_pointer(listener->filter);
	unsigned long triggers = (unsigned long)rcu_access_pointer(listener->triggers);

	/* One test for both. */
	return !(filter | triggers);
}

/**
 * ktrace_event_plain - the only listener of an event, if it takes records as they are
 * @event:	the event
 *
 * For hooks that then need no image, but have to look which task it is.
 *
 * Context: the hook.
 * Return: the listener; NULL if several listen, or one that has a filter or triggers.
 */
static __always_inline const struct ktrace_listener *
ktrace_event_plain(const struct ktrace_event *event)
{
	const struct ktrace_listener *listener = rcu_dereference_sched(event->active);

	if (!listener || rcu_access_pointer(listener->next) || !ktrace_listener_plain(listener))
		return NULL;
	return listener;
}

void ktrace_emit_image(const struct ktrace_event *event, void *image, u32 len, u32 context);
void ktrace_emit_image_at(const struct ktrace_event *event, void *image, u32 len, u32 context,
			  const struct ktrace_here *here);
void ktrace_emit_image_about(const struct ktrace_event *event, void *image, u32 len,
			     u32 context, const struct task_struct *one,
			     const struct task_struct *other);
bool ktrace_event_wanted(const struct ktrace_event *event, const struct task_struct *one,
			 const struct task_struct *other);
void ktrace_emit_own(const struct ktrace_listener *listener, void *image, u32 len, u32 context);

/**
 * ktrace_emit_end - commit what ktrace_emit_begin() reserved
 * @emit:	the record
 *
 * Context: as for ktrace_emit_begin(), last in, first out.
 */
static __always_inline void ktrace_emit_end(struct ktrace_emit *emit)
{
	ring_commit(emit->ring, &emit->mark);
}

/**
 * ktrace_emit_discard - turn what ktrace_emit_begin() reserved into padding
 * @emit:	the record
 *
 * Context: as for ktrace_emit_end().
 */
static __always_inline void ktrace_emit_discard(struct ktrace_emit *emit)
{
	ring_discard(emit->ring, &emit->mark);
}

#endif /* _KTRACE_EMIT_H */
