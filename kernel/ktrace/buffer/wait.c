// SPDX-License-Identifier: GPL-2.0
/*
 * Readers that wait for records, and how writers wake them.
 *
 * ring_notice() is called by writers, in any context; the rest in task context.
 */
#include <linux/rcupdate.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/**
 * ktrace_buffer_wake - wake all who wait for a buffer's records
 * @buffer: the buffer
 *
 * They look again, and wait again if that is still what they want.
 *
 * Context: any but NMI.
 */
void ktrace_buffer_wake(struct ktrace_buffer *buffer)
{
	atomic_inc(&buffer->wakes);
	wake_up_all(&buffer->waiters);
}

/*
 * On the writer's CPU, soon after its notice.  This may have interrupted the
 * writer before its commit; then there is nothing to see yet for those who
 * wait, and a timer has to tell them.
 */
static void ring_wake(struct irq_work *work)
{
	struct ktrace_ring *kr = container_of(work, struct ktrace_ring, wake);

	if (!ring_busy(&kr->ring))
		ktrace_buffer_wake(kr->buffer);
	else if (cpu_online(smp_processor_id()))
		hrtimer_start(&kr->wake_later, ns_to_ktime(TICK_NSEC),
			      HRTIMER_MODE_REL_PINNED);
	else
		/* Its timers have moved to another CPU: none starts here any more. */
		WRITE_ONCE(kr->unnoticed, true);
}

static enum hrtimer_restart ring_wake_later(struct hrtimer *timer)
{
	struct ktrace_ring *kr = container_of(timer, struct ktrace_ring, wake_later);

	if (ring_busy(&kr->ring)) {
		hrtimer_forward_now(timer, ns_to_ktime(TICK_NSEC));
		return HRTIMER_RESTART;
	}
	ktrace_buffer_wake(kr->buffer);
	return HRTIMER_NORESTART;
}

/*
 * On a CPU that goes offline, from smpcfd_dying_cpu() on nobody runs what is queued,
 * and one that is not yet online may not get to it: there it is left to
 * ktrace_buffer_wake_unnoticed().
 */
static void ring_notice(struct ring *ring)
{
	struct ktrace_ring *kr = ktrace_ring_of(ring);

	if (likely(cpu_online(raw_smp_processor_id())))
		irq_work_queue(&kr->wake);
	else
		WRITE_ONCE(kr->unnoticed, true);
}

/**
 * ktrace_buffer_unnoticed - have those who wait woken when this CPU is seen to
 * @buffer: the buffer
 *
 * Context: any, NMI included, on a CPU that is not online; preemption off.
 */
void ktrace_buffer_unnoticed(struct ktrace_buffer *buffer)
{
	struct ktrace_ring *kr = READ_ONCE(ktrace_buffer_cpu(buffer, smp_processor_id())->ring);

	if (kr)
		WRITE_ONCE(kr->unnoticed, true);
}

/**
 * ktrace_buffer_wake_unnoticed - wake those who wait for a CPU that was not online
 * @buffer: the buffer
 * @cpu: a CPU that is dead, or has just come online
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_wake_unnoticed(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring *kr;

	scoped_guard(rwsem_read, &buffer->resize) {
		kr = ktrace_buffer_cpu(buffer, cpu)->ring;
		if (!kr || !READ_ONCE(kr->unnoticed))
			return;
		WRITE_ONCE(kr->unnoticed, false);
	}
	ktrace_buffer_wake(buffer);
}

/**
 * ktrace_buffer_wait_init - have a ring's writers wake those who wait
 * @kr: the ring
 */
void ktrace_buffer_wait_init(struct ktrace_ring *kr)
{
	kr->armed = U64_MAX;
	kr->ring.notify = ring_notice;
	init_irq_work(&kr->wake, ring_wake);
	hrtimer_init(&kr->wake_later, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	kr->wake_later.function = ring_wake_later;
}

/**
 * ktrace_buffer_wait_stop - wait until no writer's notice is under way
 * @kr: the ring; nobody writes to it any more
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_wait_stop(struct ktrace_ring *kr)
{
	irq_work_sync(&kr->wake);
	/* Only the other one starts it. */
	hrtimer_cancel(&kr->wake_later);
}

/* struct ktrace_buffer.arming */
enum { ARM_IDLE, ARM_PENDING, ARM_AGAIN };

/*
 * All who wrote when RING_WAITER was set, and may not have seen it, are done.
 * If one of them has committed since, nobody else tells those who wait.
 */
static void buffer_armed(struct rcu_head *rcu)
{
	struct ktrace_buffer *buffer = container_of(rcu, struct ktrace_buffer, arm);
	struct ktrace_ring *kr;
	bool changed = false;
	u64 commit;
	int cpu;

	spin_lock(&buffer->arm_lock);
	for_each_possible_cpu(cpu) {
		/* This is an RCU read-side section: it is not freed meanwhile. */
		kr = READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->ring);
		if (!kr || kr->armed == U64_MAX)
			continue;
		commit = READ_ONCE(kr->ring.commit);
		changed |= commit != kr->armed;
		/* They are all told of what there is up to here. */
		kr->armed = buffer->arming == ARM_AGAIN ? commit : U64_MAX;
	}
	if (buffer->arming == ARM_AGAIN) {
		buffer->arming = ARM_PENDING;
		call_rcu_hurry(&buffer->arm, buffer_armed);
	} else {
		buffer->arming = ARM_IDLE;
	}
	spin_unlock(&buffer->arm_lock);
	if (changed)
		ktrace_buffer_wake(buffer);
}

/**
 * ktrace_buffer_arming - whether a grace period is under way for those who wait
 * @buffer: the buffer; nobody waits any more
 *
 * Return: true if so: buffer_armed() comes, or is there.
 */
bool ktrace_buffer_arming(struct ktrace_buffer *buffer)
{
	bool arming;

	spin_lock_bh(&buffer->arm_lock);
	arming = buffer->arming != ARM_IDLE;
	spin_unlock_bh(&buffer->arm_lock);
	return arming;
}

/*
 * Have the next record wake those who wait; the caller looks again after this.  Who
 * consumes what all CPUs have passes over those that are mapped.
 */
static void buffer_arm(struct ktrace_buffer *buffer, int cpu, bool consumes)
{
	struct ktrace_ring *kr;
	int i;

	down_read(&buffer->resize);
	spin_lock_bh(&buffer->arm_lock);
	for_each_possible_cpu(i) {
		kr = ktrace_buffer_cpu(buffer, i)->ring;
		if (!kr || !ktrace_cpu_selected(cpu, i))
			continue;
		/* As in buffer_has(); who unmaps it wakes. */
		if (consumes && cpu == KTRACE_ALL_CPUS && ktrace_buffer_mapped(buffer, i))
			continue;
		/* Before the flag: what is committed in between is a change. */
		if (kr->armed == U64_MAX)
			kr->armed = READ_ONCE(kr->ring.commit);
		ring_set_flags(&kr->ring, RING_WAITER, 0);
	}
	if (buffer->arming == ARM_IDLE) {
		buffer->arming = ARM_PENDING;
		call_rcu_hurry(&buffer->arm, buffer_armed);
	} else {
		buffer->arming = ARM_AGAIN;
	}
	spin_unlock_bh(&buffer->arm_lock);
	up_read(&buffer->resize);
}

/* Whether a ring has anything to consume, or is filled by so much. */
static bool buffer_has(struct ktrace_buffer *buffer, int cpu, bool pages)
{
	struct ring *ring;
	bool has = false;
	int i;

	for_each_possible_cpu(i) {
		if (!ktrace_cpu_selected(cpu, i))
			continue;
		/* What is mapped is read by who has mapped it. */
		if (cpu == KTRACE_ALL_CPUS && ktrace_buffer_mapped(buffer, i))
			continue;
		ring = ktrace_buffer_lock_cpu(buffer, i);
		if (!ring)
			continue;
		has = pages ? ring_filled(ring, READ_ONCE(buffer->percent)) :
			      !ring_empty(ring);
		ktrace_buffer_unlock_cpu(buffer, i);
		if (has)
			break;
	}
	return has;
}

/**
 * ktrace_buffer_watch - see to a wake-up when there is something to consume
 * @buffer: the buffer, on whose waiters the caller is or is about to be
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @pages: not any record, but buffer->percent of a ring's pages, one at the least
 *
 * Context: task; sleeps.
 * Return: true if there is already; otherwise that wakes.
 */
bool ktrace_buffer_watch(struct ktrace_buffer *buffer, int cpu, bool pages)
{
	if (buffer_has(buffer, cpu, pages))
		return true;
	/* ring_filled() has seen to it, and has looked again. */
	if (pages)
		return false;
	buffer_arm(buffer, cpu, true);
	return buffer_has(buffer, cpu, false);
}

/**
 * ktrace_buffer_arm - see to a wake-up by the next record of any CPU
 * @buffer: the buffer
 *
 * For who sees all records and consumes none: what there is to be consumed is
 * nothing to go by.  After this it looks for new ones again, and then waits on
 * buffer->waiters until buffer->wakes is another than before it looked first.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_arm(struct ktrace_buffer *buffer)
{
	buffer_arm(buffer, KTRACE_ALL_CPUS, false);
}

/**
 * ktrace_buffer_wait - wait until there may be something to consume
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @pages: as for ktrace_buffer_watch()
 * @wakes: buffer->wakes before the caller looked whether there is
 *
 * Context: task; sleeps.
 * Return: 0 (which is not to say that nobody else took it), or -ERESTARTSYS.
 */
int ktrace_buffer_wait(struct ktrace_buffer *buffer, int cpu, bool pages, int wakes)
{
	if (ktrace_buffer_watch(buffer, cpu, pages))
		return 0;
	return wait_event_interruptible(buffer->waiters,
					atomic_read(&buffer->wakes) != wakes);
}
