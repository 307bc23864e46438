/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From a hook to a record: reserve, common fields, commit.
 *
 * All functions are inlined into the event sources' hooks.  A hook runs with preemption off
 * from before ktrace_emit_try() or ktrace_emit_image() to after the last
 * ktrace_emit_end(): one pair for the whole path.  Between begin and end it must not
 * allocate, lock or sleep, nor fault unless page faults are off, and it must write
 * every byte of the payload.
 */
#ifndef _KTRACE_EMIT_H
#define _KTRACE_EMIT_H

#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "buffer/buffer.h"
#include "buffer/clock.h"
#include "event/image.h"
#include "event/listener.h"
#include "ring/ring.h"

struct ktrace_here;

/**
 * struct ktrace_emit - a record between ktrace_emit_begin() and _end()
 *
 * Hooks declare it __uninitialized: if the compiler initialises stack variables to
 * zero, that would take more instructions than the reservation.
 *
 * @ring:	the ring of the record
 * @mark:	position of the record in the ring
 */
struct ktrace_emit {
	struct ring	*ring;
	struct ring_mark mark;
};

/**
 * ktrace_context_task - the context fields of a hook that is always called in
 *	task context with interrupts and preemption on
 *
 * Return: the parameter @context of ktrace_emit_begin(), a constant.
 */
static __always_inline u32 ktrace_context_task(void)
{
	return 0;
}

/* Encode flags and depth for the first word of a record, above its type. */
#define KTRACE_CONTEXT(_flags, _depth)	((_flags) * (1U << 16) | (_depth) * (1U << 24))

static_assert(offsetof(struct ktrace_common, type) == 0 &&
	      offsetof(struct ktrace_common, flags) == 2 &&
	      offsetof(struct ktrace_common, preempt_count) == 3);

/*
 * Multiplied by this factor, a preempt_count() has its bits in the positions of a
 * record: the depth in bits 24 to 27, the bit of a softirq in 20, of a hardirq in 19.
 * The products do not overlap, and all other bits end up elsewhere or beyond 32 bits;
 * bit 31, which does not belong to the count, is always beyond.
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
 * ktrace_migration_count - nesting depth of migrate_disable() of current
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

/* Encode a preempt_count(), or a ktrace_preempt_word(), as context fields. */
static __always_inline u32 ktrace_context_count(unsigned int preempt)
{
	const u32 softirq = SOFTIRQ_OFFSET, hardirq = HARDIRQ_OFFSET, deepest = 15;
	const u32 all = PREEMPT_MASK | SOFTIRQ_MASK | HARDIRQ_MASK | NMI_MASK;
	u32 flags;

	/* Fast path: one hardirq, one softirq, no NMI, preemption depth below 16. */
	if (likely(!(preempt & all & ~(softirq | hardirq | deepest))))
		return preempt * KTRACE_CONTEXT_MOVE &
		       KTRACE_CONTEXT(KTRACE_FLAG_HARDIRQ | KTRACE_FLAG_SOFTIRQ, deepest);
	flags = preempt & softirq ? KTRACE_FLAG_SOFTIRQ : 0;
	if (preempt & NMI_MASK)
		flags |= KTRACE_FLAG_NMI;
	if (preempt & HARDIRQ_MASK)
		flags |= KTRACE_FLAG_HARDIRQ;
	/* Of the softirq count, the lowest bit is set while a softirq runs. */
	if (preempt & SOFTIRQ_MASK & ~SOFTIRQ_OFFSET)
		flags |= KTRACE_FLAG_BH_OFF;
	return KTRACE_CONTEXT(flags, min_t(u32, preempt & PREEMPT_MASK, deepest));
}

/* The context fields without the flag for disabled interrupts. */
static __always_inline u32 ktrace_context_rest(unsigned int preempt)
{
	const u32 resched = KTRACE_CONTEXT(KTRACE_FLAG_NEED_RESCHED, 0);
	const u32 migration = min_t(u32, ktrace_migration_count(), 15);

	/* A shift turns one flag into the other. */
	BUILD_BUG_ON(resched % _TIF_NEED_RESCHED);
	return (read_thread_flags() & _TIF_NEED_RESCHED) * (resched / _TIF_NEED_RESCHED) |
	       KTRACE_CONTEXT(0, migration << 4) |
	       ktrace_context_count(preempt | ktrace_softirq_count());
}

/*
 * ktrace_context_is - whether preempt_count() is @count, no reschedule is pending, and the
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
 * @irq_flags:	interrupt flags of the code, from local_save_flags() or pt_regs
 * @preempt:	preempt_count() or ktrace_preempt_word() of the code, without the levels
 *		that the path to the hook added
 *
 * Return: the parameter @context of ktrace_emit_begin().
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
 * ktrace_context_zero - whether all context fields are 0
 * @irq_flags:	as for ktrace_context()
 * @count:	value of preempt_count() if only the path to the hook added to it
 *
 * Ignores a pending reschedule of the task as long as the other CPU's interrupt has not
 * arrived.
 *
 * Context: the hook.
 * Return: true if ktrace_context() would be 0, except as described above.
 */
static __always_inline bool ktrace_context_zero(unsigned long irq_flags,
						unsigned int count)
{
	return likely(!raw_irqs_disabled_flags(irq_flags)) &&
	       ktrace_context_is(count);
}

/**
 * ktrace_context_called - the context fields of the hook's caller, if preemption was
 * disabled once since
 *
 * Return: the parameter @context of ktrace_emit_begin().
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
	/* Keep the compiler from executing half of the code below before the comparison. */
	barrier();
	return ktrace_context_rest(ktrace_preempt_word() - PREEMPT_DISABLE_OFFSET);
}

/*
 * Write the common fields of a record in two stores, which is cheaper than combining
 * them. The bits of @context do not overlap with the type.
 */
static __always_inline void ktrace_emit_common(void *rec, u16 id, u32 context)
{
	u32 *half = rec;

	BUILD_BUG_ON(sizeof(struct ktrace_common) != 2 * sizeof(*half));
	half[0] = id | context;
	half[1] = current->pid;
}

/**
 * ktrace_emit_try_ring - fast path of ktrace_emit_begin() for a given ring
 * @emit:	filled in for ktrace_emit_end()
 * @ring:	this CPU's ring of a listener
 * @id:		id of the event
 * @len:	size of the payload, in bytes
 * @context:	ktrace_context() or ktrace_context_task()
 * @payload:	pointer to the pointer that is set to the payload
 *
 * For hooks with a slow path of their own: this function calls no other.
 *
 * Context: as for ktrace_emit_begin().
 * Return: true; or false if the caller must use ktrace_emit_begin().
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
 * ktrace_emit_try - fast path of ktrace_emit_begin() for an event that one instance records
 * @emit:	filled in for ktrace_emit_end()
 * @event:	the event; the function fails if a second instance records it, or if it has a
 *		filter
 * @len:	size of the payload, in bytes
 * @context:	ktrace_context() or ktrace_context_task()
 * @payload:	pointer to the pointer that is set to the payload
 *
 * Loads the event's id after the reservation, to save a register.
 *
 * Context: as for ktrace_emit_begin().
 * Return: true; or false if the caller must use ktrace_emit_begin().
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
 * @buffer:	buffer of the listener
 * @id:		id of the event
 * @len:	size of the payload in bytes, including the common fields, up to
 *		KTRACE_RECORD_MAX; a constant is cheapest
 * @context:	ktrace_context() or ktrace_context_task()
 *
 * Context: any, NMI included; preemption off.
 * Return: the payload, 4-byte aligned, with the common fields filled in; NULL if the record was
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
 * ktrace_listener_takes_all - whether an instance takes all records of an event, without
 * further work
 * @listener:	the instance's listener of the event
 *
 * Context: the hook.
 * Return: true if the listener has neither a filter nor triggers.
 */
static __always_inline bool ktrace_listener_takes_all(const struct ktrace_listener *listener)
{
	unsigned long filter = (unsigned long)rcu_access_pointer(listener->filter);
	unsigned long triggers = (unsigned long)rcu_access_pointer(listener->triggers);

	/* Test both pointers by one comparison. */
	return !(filter | triggers);
}

/**
 * ktrace_event_sole_listener - get the only listener of an event, if it takes all records
 * @event:	the event
 *
 * For hooks that need no image then, but must check the task.
 *
 * Context: the hook.
 * Return: the listener; NULL if there are several listeners, or one with a filter or triggers.
 */
static __always_inline const struct ktrace_listener *
ktrace_event_sole_listener(const struct ktrace_event *event)
{
	const struct ktrace_listener *listener = rcu_dereference_sched(event->active);

	if (!listener || rcu_access_pointer(listener->next) || !ktrace_listener_takes_all(listener))
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
