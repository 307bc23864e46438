// SPDX-License-Identifier: GPL-2.0
/*
 * Readers that wait for records.
 *
 * The functions run in task context unless they say otherwise, and take no lock that a writer
 * could hold.  wake.c contains the wake-ups.
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
 * [wait_record, wait_replaced; model wait; wait wakes-late]
 *
 * W2. A writer that reserves after the flag was set finds the flag.  The reader's second
 * look finds a record that is complete before the flag is set. [model wait, wait-pages;
 * weak notify]
 *
 * W3. A writer that checked the flag before the flag was set, and completes its record
 * after the reader's second look, wakes no reader.  The writer has preemption off all the
 * time, so the writer is done when a grace period has passed.  Then commit differs from
 * armed, which was noted before the second look, and buffer_armed() wakes.
 * [wait_for_writer_before, wait_any_order; model wait-no-grace; wait no-grace, armed-late]
 *
 * W4. A reader that begins to wait during a grace period may depend on writers that the
 * grace period does not cover: a second grace period follows. [wait_during_grace_period; wait
 * no-again]
 *
 * W5. The writer that clears the flag wakes the readers that wait for its CPU and the
 * readers that wait for any CPU, and no others. [wait_other_cpu, wait_any_order; wait
 * no-any]
 *
 * W6. The interrupt may come before the record is complete: then ring_wake() tries again
 * a tick later.  If the interrupt comes before the record is reserved, the reader is
 * woken, finds no record, and waits again: buffer_armed() wakes it, as in W3.
 * [wait_unfinished]
 *
 * W7. A CPU that is not online runs no irq_work.  With PREEMPT_RT a thread of the CPU runs
 * irq_work, and is parked some time before the CPU is offline.  In both cases the writer
 * sets ktrace_ring.unnoticed instead, and the hotplug callbacks in life.c wake the readers.
 * [wait_unnoticed; guest buffer_hotplug]
 *
 * W8. A replaced ring takes its flags with it, and other changes set no flag: code that
 * replaces or unmaps a ring, changes the share of a ring that readers wait for, switches
 * recording off or closes the buffer wakes all affected readers afterwards. [wait_replaced,
 * wait_snapshot, wait_unmapped, wait_percent, wait_off, wait_closed]
 *
 * The brackets name cases of the KUnit suite ktrace_wait.  "model" names configurations of
 * tools/testing/ktrace/ring_model.  "weak" and "wait" name models in
 * tools/testing/ktrace/weak; behind "wait" stands the step that the model leaves out.
 *
 * There is no time-out: a reader that is not woken sleeps on.
 */
#include <linux/cpumask.h>
#include <linux/poll.h>
#include <linux/rcupdate.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/* struct ktrace_buffer.arming */
enum { ARM_IDLE, ARM_PENDING, ARM_AGAIN };

/*
 * All writers that were active when RING_WAITER was set, and may have missed the flag, are
 * done.  If one of them has committed a record since, no writer wakes the readers: wake them
 * here (W3).
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
			ktrace_waiters_wake(&ktrace_buffer_cpu(buffer, cpu)->waiters);
			changed = true;
		}
		/* All readers have been woken for records up to this commit. */
		kr->armed = buffer->arming == ARM_AGAIN ? commit : U64_MAX;
	}
	if (buffer->arming == ARM_AGAIN) {
		/* Readers have begun to wait since: their writers need a new grace period (W4). */
		buffer->arming = ARM_PENDING;
		call_rcu_hurry(&buffer->arm, buffer_armed);
	} else {
		buffer->arming = ARM_IDLE;
	}
	spin_unlock(&buffer->arm_lock);
	if (changed)
		ktrace_waiters_wake(&buffer->waiters);
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
	/*
	 * Note the commit before the caller looks for records again: buffer_armed() compares it
	 * with the later commit (W3).
	 */
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
		/*
		 * Ask for another grace period: the pending one may have begun before this call,
		 * and does not cover all writers (W4).
		 */
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
		/* Look again: writers that were done before the flag was set missed it (W2). */
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
	/*
	 * If wakes differs from @wakes, the caller finds the change that was made before the
	 * increment (W1).  The acquire pairs with the barrier in ktrace_waiters_wake().
	 */
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
