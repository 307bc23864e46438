// SPDX-License-Identifier: GPL-2.0
/*
 * Readers that wait for records, and how writers wake them.
 *
 * Writers call ring_notice() in any context.  All other functions run in task context unless
 * they say otherwise.  None of them takes a lock that a writer could hold.
 */
/**
 * DOC: waiting
 *
 * A reader waits for records of one CPU or of any CPU: each CPU has a wait queue, and
 * readers that wait for any CPU share another queue (struct ktrace_waiters).  A reader waits
 * for a record, for full pages, or for the next record whether it can be consumed or not
 * (enum ktrace_awaited).  The steps of a reader and of the other parties, in order of time::
 *
 *   reader                             others
 *   ------                             ------
 *   loads wakes of its queue
 *   looks: nothing is there
 *   notes armed = commit of the ring
 *   sets RING_WAITER in the ring,
 *   asks for a grace period
 *   looks again: nothing is there
 *   sleeps while wakes is the same
 *                                      a writer reserves a record: it sees RING_WAITER,
 *                                        clears it, queues ktrace_ring.wake
 *                                      ring_wake(), an interrupt on that CPU: wakes, or
 *                                        if a record is not complete, tries again
 *                                        a tick later, by ktrace_ring.wake_later
 *                                      the grace period ends: buffer_armed() wakes if
 *                                        commit is another than armed
 *   wakes is another one: begins
 *   again, at the top
 *
 * For pages the flag is ring.wake_at: ring_filled() sets the flag and checks the ring again
 * itself.  A writer that opens a page checks the flag after opening the page and resets it.
 * This holds for writers that began earlier, too, so no grace period is needed.
 *
 * How each race ends:
 *
 * W1. A change that the reader missed when it looked also changes wakes: the reader
 * loads wakes before it looks, and others change wakes after the ring or the buffer.
 * [wait_record, wait_replaced; model wait; wait wakes-late] W2. A writer that reserves
 * after the flag was set finds the flag.  A record that is complete before the flag is
 * set is found by the reader's second look. [model wait, wait-pages; weak notify] W3. A
 * writer that checked the flag before the flag was set, and completes its record after
 * the reader's second look, wakes no reader.  The writer has preemption off all the
 * time, so it is done when a grace period has passed.  Then commit differs from armed,
 * which was noted before the second look, and buffer_armed() wakes.
 * [wait_for_writer_before, wait_any_order; model wait-no-grace; wait no-grace,
 * armed-late] W4. A reader that begins to wait during a grace period may depend on
 * writers that this grace period does not cover: a second grace period follows.  [wait
 * no-again] W5. The writer that clears the flag wakes the readers that wait for its CPU
 * and the readers that wait for any CPU, and no others. [wait_other_cpu,
 * wait_any_order; wait no-any] W6. The interrupt may come before the record is
 * complete: then ring_wake() tries again a tick later.  If it comes before the record
 * is even reserved, the reader is woken, finds no record, and begins again, as in W3.
 * [wait_unfinished] W7. A CPU that is not online runs no irq_work.  With PREEMPT_RT a
 * thread of the CPU runs irq_work, and is parked some time before the CPU is offline.
 * In both cases the writer sets ktrace_ring.unnoticed instead, and the hotplug
 * callbacks in life.c wake. [wait_unnoticed; guest buffer_hotplug] W8. A replaced ring
 * takes its flags with it, and other changes set no flag: code that replaces or unmaps
 * a ring, changes the share of a ring that readers wait for, switches recording off or
 * closes the buffer wakes all affected readers afterwards. [wait_replaced,
 * wait_snapshot, wait_unmapped, wait_percent, wait_off, wait_closed]
 *
 * The brackets name cases of the KUnit suite ktrace_wait.  "model" names configurations of
 * tools/testing/ktrace/ring_model.  "weak" and "wait" name models in
 * tools/testing/ktrace/weak; behind "wait" stands the step that the model leaves out.
 *
 * There is no time-out: a reader that is not woken sleeps on.
 */
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/poll.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>

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
	/* W1: before the look. */
	return atomic_read_acquire(&ktrace_buffer_waiters(buffer, cpu)->wakes);
}

static void waiters_wake(struct ktrace_waiters *waiters)
{
	/*
	 * W1: the caller's change before the count.  Pairs with the acquire in
	 * ktrace_buffer_wakes() and in ktrace_buffer_wait().
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
		waiters_wake(&ktrace_buffer_cpu(buffer, cpu)->waiters);
	waiters_wake(&buffer->waiters);
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
	/* W5 */
	waiters_wake(&ktrace_buffer_cpu(buffer, cpu)->waiters);
	waiters_wake(&buffer->waiters);
}

/*
 * Runs on the writer's CPU, soon after its notice.  The interrupt may come before the
 * writer's commit: woken readers would find no record yet, and wait for a grace period.
 * A timer wakes them sooner: W6.
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
 * ktrace_buffer_notices - whether this CPU runs the irq_work that is queued on it now
 *
 * Context: any, NMI included; preemption off.
 * Return: true; or false, and then the hotplug callbacks do what the irq_work is for.
 */
bool ktrace_buffer_notices(void)
{
	unsigned int cpu = raw_smp_processor_id();

	return IS_ENABLED(CONFIG_PREEMPT_RT) ? cpumask_test_cpu(cpu, &notice_cpus) :
					       cpu_online(cpu);
}

/* Wake the readers from an irq_work, or leave that to ktrace_buffer_wake_unnoticed(): W7. */
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
	/* The CPU may have switched off the buffer, which concerns all readers. */
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

/* struct ktrace_buffer.arming */
enum { ARM_IDLE, ARM_PENDING, ARM_AGAIN };

/*
 * All writers that were active when RING_WAITER was set, and may have missed the flag, are
 * done.  If one of them has committed a record since, only this function wakes the readers: W3.
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
		/* Softirqs are off, which is an RCU read-side section: the ring stays meanwhile. */
		kr = READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->ring);
		if (!kr || kr->armed == U64_MAX)
			continue;
		commit = READ_ONCE(kr->ring.commit);
		if (commit != kr->armed) {
			waiters_wake(&ktrace_buffer_cpu(buffer, cpu)->waiters);
			changed = true;
		}
		/* All readers have been woken for records up to this commit. */
		kr->armed = buffer->arming == ARM_AGAIN ? commit : U64_MAX;
	}
	if (buffer->arming == ARM_AGAIN) {
		/* W4 */
		buffer->arming = ARM_PENDING;
		call_rcu_hurry(&buffer->arm, buffer_armed);
	} else {
		buffer->arming = ARM_IDLE;
	}
	spin_unlock(&buffer->arm_lock);
	if (changed)
		waiters_wake(&buffer->waiters);
}

/**
 * ktrace_buffer_arming - whether a grace period for waiting readers is in progress
 * @buffer: the buffer, which has no waiting readers any more
 *
 * Return: true if buffer_armed() will run, or is running.
 */
bool ktrace_buffer_arming(struct ktrace_buffer *buffer)
{
	bool arming;

	spin_lock_bh(&buffer->arm_lock);
	arming = buffer->arming != ARM_IDLE;
	spin_unlock_bh(&buffer->arm_lock);
	return arming;
}

/* Set up a wake-up by the next record of a CPU. */
static void buffer_arm_cpu(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring *kr = ktrace_buffer_cpu(buffer, cpu)->ring;

	lockdep_assert_held(&buffer->resize);
	lockdep_assert_held(&buffer->arm_lock);
	if (!kr)
		return;
	/* W3: before the caller looks again, so that later commits differ from @armed. */
	if (kr->armed == U64_MAX)
		kr->armed = READ_ONCE(kr->ring.commit);
	ring_set_flags(&kr->ring, RING_WAITER, 0);
}

/*
 * Whether records of CPU @i end a wait for records of @cpu.  A reader that consumes from all
 * CPUs skips mapped rings; unmapping a ring wakes it.
 */
static bool buffer_concerns(struct ktrace_buffer *buffer, int cpu,
			    enum ktrace_awaited awaited, int i)
{
	return ktrace_cpu_selected(cpu, i) &&
	       !(cpu == KTRACE_ALL_CPUS && awaited != KTRACE_AWAIT_NEXT &&
		 ktrace_buffer_mapped(buffer, i));
}

/* Let the next record wake waiting readers; the caller must look for records again. */
static void buffer_arm(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited)
{
	int i;

	down_read(&buffer->resize);
	spin_lock_bh(&buffer->arm_lock);
	for_each_possible_cpu(i)
		if (buffer_concerns(buffer, cpu, awaited, i))
			buffer_arm_cpu(buffer, i);
	if (buffer->arming == ARM_IDLE) {
		buffer->arming = ARM_PENDING;
		call_rcu_hurry(&buffer->arm, buffer_armed);
	} else {
		/* W4: the pending grace period may have begun before this call. */
		buffer->arming = ARM_AGAIN;
	}
	spin_unlock_bh(&buffer->arm_lock);
	up_read(&buffer->resize);
}

/*
 * Whether the condition of a wait is true; if it is a number of pages and false, set up
 * a wake-up.
 */
static bool buffer_has(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited)
{
	struct ring *ring;
	bool has = false;
	int i;

	for_each_possible_cpu(i) {
		if (!buffer_concerns(buffer, cpu, awaited, i))
			continue;
		ring = ktrace_buffer_lock_cpu(buffer, i);
		if (!ring)
			continue;
		has = awaited == KTRACE_AWAIT_PAGES ?
			ring_filled(ring, READ_ONCE(buffer->percent)) : !ring_empty(ring);
		ktrace_buffer_unlock_cpu(buffer, i);
		if (has)
			break;
	}
	return has;
}

/* Set up a wake-up.  Return: true if the condition is true and there is no need to wait. */
static bool buffer_ask(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited)
{
	switch (awaited) {
	case KTRACE_AWAIT_NOTHING:
		return true;
	case KTRACE_AWAIT_PAGES:
		/* ring_filled() sets up the wake-up and checks again. */
		return buffer_has(buffer, cpu, awaited);
	case KTRACE_AWAIT_RECORD:
		buffer_arm(buffer, cpu, awaited);
		/* W2 */
		return buffer_has(buffer, cpu, awaited);
	case KTRACE_AWAIT_NEXT:
		buffer_arm(buffer, cpu, awaited);
		return false;
	}
	return true;
}

/**
 * ktrace_buffer_watch - set up a wake-up
 * @buffer: the buffer, on whose queue the caller waits or is about to wait
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 * @awaited: the condition
 *
 * For KTRACE_AWAIT_NEXT, the caller must check for records itself after this call, and
 * then wait on ktrace_buffer_waiters() until ktrace_buffer_wakes() differs from its
 * value before the first check.
 *
 * Context: task; sleeps.
 * Return: true if the condition is true already; otherwise the caller is woken when it
 * becomes true.
 */
bool ktrace_buffer_watch(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited)
{
	/*
	 * A poller often calls while there are records: do not set RING_WAITER then,
	 * which would put writers on the slow path.
	 */
	if (awaited == KTRACE_AWAIT_RECORD && buffer_has(buffer, cpu, awaited))
		return true;
	return buffer_ask(buffer, cpu, awaited);
}

/**
 * ktrace_buffer_wait - wait until a condition may be true
 * @buffer: the buffer
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 * @awaited: the condition, but not KTRACE_AWAIT_NEXT
 * @wakes: ktrace_buffer_wakes() before the caller found the condition false
 *
 * Context: task; sleeps.
 * Return: 0, although another reader may have consumed the records already; or -ERESTARTSYS.
 */
int ktrace_buffer_wait(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited,
		       int wakes)
{
	struct ktrace_waiters *waiters = ktrace_buffer_waiters(buffer, cpu);

	if (buffer_ask(buffer, cpu, awaited))
		return 0;
	/* W1: the caller checks again afterwards.  Pairs with waiters_wake(). */
	return wait_event_interruptible(waiters->queue,
					atomic_read_acquire(&waiters->wakes) != wakes);
}

/**
 * ktrace_buffer_poll - implement poll() of a file
 * @buffer:	the buffer of the file
 * @cpu:	the CPU, or KTRACE_ALL_CPUS
 * @awaited:	the condition under which the file can be read; KTRACE_AWAIT_NOTHING if
 *		it can be read now
 * @file:	the file
 * @table:	the poll table
 *
 * Context: task; sleeps.
 * Return: EPOLLIN | EPOLLRDNORM if the file can be read; EPOLLHUP in addition if the
 * buffer was destroyed; otherwise 0, and the poller is woken when the condition becomes
 * true.
 */
__poll_t ktrace_buffer_poll(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited,
			    struct file *file, struct poll_table_struct *table)
{
	poll_wait(file, &ktrace_buffer_waiters(buffer, cpu)->queue, table);
	if (READ_ONCE(buffer->closed))
		return EPOLLIN | EPOLLRDNORM | EPOLLHUP;
	return ktrace_buffer_watch(buffer, cpu, awaited) ? EPOLLIN | EPOLLRDNORM : 0;
}
