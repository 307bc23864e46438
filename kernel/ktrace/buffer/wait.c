// SPDX-License-Identifier: GPL-2.0
/*
 * Readers that wait for records, and how writers wake them.
 *
 * ring_notice() is called by writers, in any context; the rest in task context, but
 * where it says otherwise.  No lock is taken that a writer could hold.
 */
/**
 * DOC: waiting
 *
 * A reader waits for the records of one CPU, or of any: each CPU has a queue, and those
 * who wait for any have one of their own (struct ktrace_waiters).  It waits for a
 * record, for pages, or for whatever comes next (enum ktrace_awaited).  What the
 * reader and the others do, in the order of time::
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
 * For pages the flag is ring.wake_at: ring_filled() sets it and looks again itself, and a
 * writer that opens a page resets it. That writer looks for it after it has opened the
 * page, whenever it began: a grace period is not needed.
 *
 * What each race ends in:
 *
 * W1. What changes after the reader looked changes wakes, too: it is loaded before the
 *     look, and changed after whatever there is to be seen.
 *     [wait_record, wait_replaced; model wait; wait wakes-late]
 * W2. A record reserved after the flag was set finds it.  One that is complete before
 *     the flag was set is found by the look behind it.
 *     [model wait, wait-pages; weak notify]
 * W3. A writer that looked for the flag before it was set, and completes its record
 *     after the reader looked, tells nobody.  It has preemption off all that time:
 *     when a grace period has passed it is done, and commit has changed since it was
 *     noted, which was before the reader looked.
 *     [wait_for_writer_before, wait_any_order; model wait-no-grace; wait no-grace,
 *     armed-late]
 * W4. A reader that comes while a grace period is under way may wait for writers that
 *     this does not wait for: there is another one behind it.  [wait no-again]
 * W5. Whoever clears the flag wakes all whom it is for: those who wait for that CPU, and
 *     those who wait for any.  Others are not woken.
 *     [wait_other_cpu, wait_any_order; wait no-any]
 * W6. A notice is taken at once, and so may come before the record is complete: waking
 *     is put off until it is.  If it comes before the record is even reserved, the reader
 *     is woken, finds nothing, and begins again, as in W3.  [wait_unfinished]
 * W7. A CPU that is not online has no interrupts that one could queue: it leaves
 *     ktrace_ring.unnoticed, and whoever sees to its coming and going wakes.
 *     [wait_unnoticed]
 * W8. Flags are gone with the ring that they were in, and other reasons to look again
 *     have none: whoever replaces rings, unmaps one, changes what is waited for,
 *     switches off or closes wakes all whom it concerns, when it is done.
 *     [wait_replaced, wait_snapshot, wait_unmapped, wait_percent, wait_off,
 *     wait_closed]
 *
 * In brackets are cases of the KUnit suite ktrace_wait; "model" are configurations
 * of tools/testing/ktrace/ring_model, "weak" and "wait" models in
 * tools/testing/ktrace/weak, the latter with what is taken out.
 *
 * There is no time-out: a reader that was not woken sleeps.
 */
#include <linux/poll.h>
#include <linux/rcupdate.h>

#include "buffer/buffer.h"
#include "buffer/internal.h"

/**
 * ktrace_buffer_waiters_init - nobody waits for a buffer's records
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
 * ktrace_buffer_waiters - who waits for some records
 * @buffer: the buffer
 * @cpu: of which CPU, or KTRACE_ALL_CPUS for those of any
 *
 * Return: those who do, at any time.
 */
struct ktrace_waiters *ktrace_buffer_waiters(struct ktrace_buffer *buffer, int cpu)
{
	return cpu == KTRACE_ALL_CPUS ? &buffer->waiters :
					&ktrace_buffer_cpu(buffer, cpu)->waiters;
}

/**
 * ktrace_buffer_wakes - how often those were woken who wait for some records
 * @buffer: the buffer
 * @cpu: of which CPU, or KTRACE_ALL_CPUS
 *
 * To be called before a reader looks whether there are any: then ktrace_buffer_wait()
 * sees what has changed since.
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
	/* Its lock orders the above before the look at who is there. */
	wake_up_all(&waiters->queue);
}

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
	int cpu;

	for_each_possible_cpu(cpu)
		waiters_wake(&ktrace_buffer_cpu(buffer, cpu)->waiters);
	waiters_wake(&buffer->waiters);
}

/**
 * ktrace_buffer_wake_cpu - wake those who wait for a CPU's records, or for any
 * @buffer: the buffer
 * @cpu: which CPU
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
 * On the writer's CPU, soon after its notice.  This may have interrupted the
 * writer before its commit: those who wait would find nothing yet, and wait for a
 * grace period.  A timer tells them sooner: W6.
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
	ktrace_buffer_wake_cpu(kr->buffer, kr->cpu);
	return HRTIMER_NORESTART;
}

/*
 * On a CPU that goes offline, from smpcfd_dying_cpu() on nobody runs what is queued,
 * and one that is not yet online may not get to it: there it is left to
 * ktrace_buffer_wake_unnoticed().  W7
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
	/* What it left may be that the buffer was switched off, which concerns all. */
	ktrace_buffer_wake(buffer);
}

/**
 * ktrace_buffer_wait_init - have a ring's writers wake those who wait
 * @kr: the ring
 * @cpu: whose it is
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
 * If one of them has committed since, nobody else tells those who wait: W3.
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
		if (commit != kr->armed) {
			waiters_wake(&ktrace_buffer_cpu(buffer, cpu)->waiters);
			changed = true;
		}
		/* They are all told of what there is up to here. */
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

/* Have the next record of a CPU wake those who wait for it. */
static void buffer_arm_cpu(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring *kr = ktrace_buffer_cpu(buffer, cpu)->ring;

	lockdep_assert_held(&buffer->resize);
	lockdep_assert_held(&buffer->arm_lock);
	if (!kr)
		return;
	/* W3: before the caller looks, so that what is committed after that is a change. */
	if (kr->armed == U64_MAX)
		kr->armed = READ_ONCE(kr->ring.commit);
	ring_set_flags(&kr->ring, RING_WAITER, 0);
}

/*
 * Whether records of CPU @i are for whoever awaits something from @cpu.  Who consumes
 * what all CPUs have passes over those that are mapped; whoever unmaps one wakes.
 */
static bool buffer_concerns(struct ktrace_buffer *buffer, int cpu,
			    enum ktrace_awaited awaited, int i)
{
	return ktrace_cpu_selected(cpu, i) &&
	       !(cpu == KTRACE_ALL_CPUS && awaited != KTRACE_AWAIT_NEXT &&
		 ktrace_buffer_mapped(buffer, i));
}

/* Have the next record wake those who wait; the caller looks again after this. */
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
		/* W4: the one under way may have begun before this. */
		buffer->arming = ARM_AGAIN;
	}
	spin_unlock_bh(&buffer->arm_lock);
	up_read(&buffer->resize);
}

/* Whether what is awaited is there; if it is pages, and they are not, ask for them. */
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

/* See to a wake-up.  Return: true if there is no need to wait for it. */
static bool buffer_ask(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited)
{
	switch (awaited) {
	case KTRACE_AWAIT_NOTHING:
		return true;
	case KTRACE_AWAIT_PAGES:
		/* ring_filled() sees to it, and looks again. */
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
 * ktrace_buffer_watch - see to a wake-up when what is awaited is there
 * @buffer: the buffer, on whose waiters the caller is or is about to be
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @awaited: what for
 *
 * Who awaits KTRACE_AWAIT_NEXT looks for itself after this, and then waits on
 * ktrace_buffer_waiters() until ktrace_buffer_wakes() is another than before it looked
 * first.
 *
 * Context: task; sleeps.
 * Return: true if it is there already; otherwise its coming wakes.
 */
bool ktrace_buffer_watch(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited)
{
	/* A poller comes by while there is something: do not send writers the slow way. */
	if (awaited == KTRACE_AWAIT_RECORD && buffer_has(buffer, cpu, awaited))
		return true;
	return buffer_ask(buffer, cpu, awaited);
}

/**
 * ktrace_buffer_wait - wait until what is awaited may be there
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @awaited: what for, but not KTRACE_AWAIT_NEXT
 * @wakes: ktrace_buffer_wakes() before the caller looked, and found nothing
 *
 * Context: task; sleeps.
 * Return: 0 (which is not to say that nobody else took it), or -ERESTARTSYS.
 */
int ktrace_buffer_wait(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited,
		       int wakes)
{
	struct ktrace_waiters *waiters = ktrace_buffer_waiters(buffer, cpu);

	if (buffer_ask(buffer, cpu, awaited))
		return 0;
	/* W1: the caller looks again behind this.  Pairs with waiters_wake(). */
	return wait_event_interruptible(waiters->queue,
					atomic_read_acquire(&waiters->wakes) != wakes);
}

/**
 * ktrace_buffer_poll - tell a poller of a file what there is
 * @buffer: the buffer that the file is of
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @awaited: what the file can be read for; KTRACE_AWAIT_NOTHING if it can be read
 * @file: the file
 * @table: the poller's
 *
 * Context: task; sleeps.
 * Return: EPOLLIN | EPOLLRDNORM if it can be read, or told that nothing more will come,
 * and then with EPOLLHUP; otherwise 0, and the poller is woken when that changes.
 */
__poll_t ktrace_buffer_poll(struct ktrace_buffer *buffer, int cpu, enum ktrace_awaited awaited,
			    struct file *file, struct poll_table_struct *table)
{
	poll_wait(file, &ktrace_buffer_waiters(buffer, cpu)->queue, table);
	if (READ_ONCE(buffer->closed))
		return EPOLLIN | EPOLLRDNORM | EPOLLHUP;
	return ktrace_buffer_watch(buffer, cpu, awaited) ? EPOLLIN | EPOLLRDNORM : 0;
}
