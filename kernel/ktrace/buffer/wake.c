// SPDX-License-Identifier: GPL-2.0
/*
 * Wake-ups of waiting readers: wait.c explains how they work.
 *
 * Writers call ring_notice() in any context.  No function takes a lock that a writer could
 * hold.
 */
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <linux/wait.h>
#include <linux/wait_bit.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/**
 * ktrace_buffer_waiters_init - initialise the wait queues of a buffer
 * @buffer: the buffer
 */
void ktrace_buffer_waiters_init(struct ktrace_buffer *buffer)
{
	int cpu;

	spin_lock_init(&buffer->arm_lock);
	init_waitqueue_head(&buffer->waiters.queue);
	for_each_possible_cpu(cpu)
		init_waitqueue_head(&ktrace_buffer_cpu(buffer, cpu)->waiters.queue);
}

/**
 * ktrace_buffer_waiters - the wait queue for a CPU's records
 * @buffer: the buffer
 * @cpu: the CPU, or KTRACE_ALL_CPUS for records of any CPU
 *
 * Return: the queue, which stays the same as long as the buffer exists.
 */
struct ktrace_waiters *ktrace_buffer_waiters(struct ktrace_buffer *buffer, int cpu)
{
	return cpu == KTRACE_ALL_CPUS ? &buffer->waiters :
					&ktrace_buffer_cpu(buffer, cpu)->waiters;
}

/**
 * ktrace_buffer_wakes - how often the waiters for a CPU's records were woken
 * @buffer: the buffer
 * @cpu: the CPU, or KTRACE_ALL_CPUS for records of any CPU
 *
 * A reader must call this before it looks for records: then ktrace_buffer_wait() notices
 * each change after this call.
 *
 * Return: a number for ktrace_buffer_wait().
 */
int ktrace_buffer_wakes(struct ktrace_buffer *buffer, int cpu)
{
	/* The caller looks for records after this load, so that it misses no wake-up (W1). */
	return atomic_read_acquire(&ktrace_buffer_waiters(buffer, cpu)->wakes);
}

/**
 * ktrace_waiters_wake - wake all readers of a queue
 * @waiters: the queue; the caller has changed the ring or the buffer before
 *
 * Context: any but NMI.
 */
void ktrace_waiters_wake(struct ktrace_waiters *waiters)
{
	/*
	 * Order the caller's change of the ring or the buffer before the increment (W1 in
	 * wait.c).  Pairs with the acquire in ktrace_buffer_wakes() and in
	 * ktrace_buffer_wait().
	 */
	smp_mb__before_atomic();
	atomic_inc(&waiters->wakes);
	/* The lock of the queue orders the above before the check for waiters. */
	wake_up_all(&waiters->queue);
}

/**
 * ktrace_buffer_wake - wake all readers that wait for a buffer's records
 * @buffer: the buffer
 *
 * The readers check again, and wait again if their condition is still false.
 *
 * Context: any but NMI.
 */
void ktrace_buffer_wake(struct ktrace_buffer *buffer)
{
	int cpu;

	for_each_possible_cpu(cpu)
		ktrace_waiters_wake(&ktrace_buffer_cpu(buffer, cpu)->waiters);
	ktrace_waiters_wake(&buffer->waiters);
}

/**
 * ktrace_buffer_wake_cpu - wake readers that wait for records of a CPU or of any CPU
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Context: any but NMI.
 */
void ktrace_buffer_wake_cpu(struct ktrace_buffer *buffer, int cpu)
{
	/* Do not wake readers that wait for other CPUs (W5). */
	ktrace_waiters_wake(&ktrace_buffer_cpu(buffer, cpu)->waiters);
	ktrace_waiters_wake(&buffer->waiters);
}

/**
 * ktrace_buffer_wake_maps - wake tasks that wait to map a CPU's ring
 * @part: the CPU's part; its ring is no longer about to be replaced
 *
 * Context: any but NMI.
 */
void ktrace_buffer_wake_maps(struct ktrace_cpu_buffer *part)
{
	/*
	 * Store to @held before checking for waiters.  Pairs with the barrier in
	 * prepare_to_wait_event(): the waiter queues itself before it loads @held.
	 */
	smp_mb();
	wake_up_var(&part->held);
}

/*
 * Runs on the writer's CPU, soon after its notice.  The interrupt may come before the
 * writer's commit: woken readers would find no record yet, and wait for a grace period.  So
 * try again after a tick, which is sooner (W6 in wait.c).
 */
static void ring_wake(struct irq_work *work)
{
	struct ktrace_ring *kr = container_of(work, struct ktrace_ring, wake);

	if (!ring_busy(&kr->ring))
		ktrace_buffer_wake_cpu(kr->buffer, kr->cpu);
	else if (cpu_online(smp_processor_id()))
		hrtimer_start(&kr->wake_later, ns_to_ktime(TICK_NSEC),
			      HRTIMER_MODE_REL_PINNED);
	else
		/* The CPU's timers have moved to another CPU: no timer starts here any more. */
		WRITE_ONCE(kr->unnoticed, true);
}

static enum hrtimer_restart ring_wake_later(struct hrtimer *timer)
{
	struct ktrace_ring *kr = container_of(timer, struct ktrace_ring, wake_later);

	if (ring_busy(&kr->ring)) {
		hrtimer_forward_now(timer, ns_to_ktime(TICK_NSEC));
		return HRTIMER_RESTART;
	}
	ktrace_buffer_wake_cpu(kr->buffer, kr->cpu);
	return HRTIMER_NORESTART;
}

/* With PREEMPT_RT: the CPUs whose threads for irq_work are not parked. */
static struct cpumask notice_cpus;

static void notice_flush(struct irq_work *work)
{
}

/**
 * ktrace_buffer_notice_cpu - let writers on this CPU queue irq_work, or stop that
 * @runs: whether the CPU runs irq_work from now on
 *
 * If @runs is false, all irq_work that was queued on this CPU has run when this returns.  The
 * work would otherwise wait until the CPU is back, and its readers and irq_work_sync() with it.
 *
 * Context: task on the CPU, with the CPU's thread for irq_work not parked; sleeps.
 */
void ktrace_buffer_notice_cpu(bool runs)
{
	struct irq_work flush = IRQ_WORK_INIT(notice_flush);

	if (!IS_ENABLED(CONFIG_PREEMPT_RT))
		return;
	cpumask_assign_cpu(smp_processor_id(), &notice_cpus, runs);
	if (runs)
		return;
	/* The thread takes all queued work at once, and does not park in the middle of it. */
	irq_work_queue(&flush);
	irq_work_sync(&flush);
}

/**
 * ktrace_buffer_notices - check whether this CPU will run an irq_work that is queued now
 *
 * Context: any, NMI included; preemption off.
 * Return: false if the CPU is going offline: then a hotplug callback wakes the readers.
 */
bool ktrace_buffer_notices(void)
{
	unsigned int cpu = raw_smp_processor_id();

	return IS_ENABLED(CONFIG_PREEMPT_RT) ? cpumask_test_cpu(cpu, &notice_cpus) :
					       cpu_online(cpu);
}

/*
 * Wake the readers from an irq_work.  On a CPU that runs no irq_work, leave the wake-up to
 * ktrace_buffer_wake_unnoticed() (W7 in wait.c).
 */
static void ring_notice(struct ring *ring)
{
	struct ktrace_ring *kr = ktrace_ring_of(ring);

	if (likely(ktrace_buffer_notices()))
		irq_work_queue(&kr->wake);
	else
		WRITE_ONCE(kr->unnoticed, true);
}

/**
 * ktrace_buffer_unnoticed - let the hotplug callbacks wake the readers of this CPU
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
 * ktrace_buffer_wake_unnoticed - wake readers after a CPU was not online
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
	/* Wake all readers, because the CPU may have switched off the buffer. */
	ktrace_buffer_wake(buffer);
}

/**
 * ktrace_buffer_wait_init - initialise the wake-ups of a ring
 * @kr: the ring
 * @cpu: the CPU of the ring
 */
void ktrace_buffer_wait_init(struct ktrace_ring *kr, int cpu)
{
	kr->cpu = cpu;
	kr->armed = U64_MAX;
	kr->ring.notify = ring_notice;
	init_irq_work(&kr->wake, ring_wake);
	hrtimer_init(&kr->wake_later, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	kr->wake_later.function = ring_wake_later;
}

/**
 * ktrace_buffer_wait_stop - wait until a ring's irq_work and timer are idle
 * @kr: the ring; no writer uses it any more
 *
 * When this returns, neither of them runs or is queued, so that nothing uses @kr->buffer.
 * irq_work_single() may still use @kr->wake: see ktrace_buffer_wait_stopped().
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_wait_stop(struct ktrace_ring *kr)
{
	/* In a PREEMPT_RT kernel, irq_work_sync() waits for a grace period in any case. */
	if (irq_work_is_busy(&kr->wake))
		irq_work_sync(&kr->wake);
	/* Pairs with the exchange in irq_work_single(): see a timer that ring_wake() started. */
	smp_acquire__after_ctrl_dep();
	/* Only @wake starts @wake_later. */
	hrtimer_cancel(&kr->wake_later);
}

/**
 * ktrace_buffer_wait_stopped - wait until nothing uses the irq_work of rings that are idle
 *
 * After irq_work_single() has cleared the busy flag of a work, it wakes tasks that wait in
 * irq_work_sync(), unless the work always runs in a hard interrupt.  It does so in an RCU
 * read-side section.  One call, after ktrace_buffer_wait_stop() for each of many rings, serves
 * all of them before they are freed.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_wait_stopped(void)
{
	if (IS_ENABLED(CONFIG_PREEMPT_RT) || !arch_irq_work_has_interrupt())
		synchronize_rcu();
}
