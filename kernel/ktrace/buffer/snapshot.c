// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots: rings that are set aside unchanged while the buffer continues with other
 * rings.
 *
 * A snapshot is a buffer without writers.  A ring moves to the snapshot together with
 * its loss account.  A snapshot is taken in two steps, like a resize (rebuild.c):
 *
 *   take	Writers move to the spare rings; any context, NMI included.
 *   set aside	A grace period later readers move to the writers' rings, and the old
 *		rings move to the snapshot.  The rings that the snapshot held before
 *		become the next spare rings.
 *
 * Each record is in the ring that its writer found: in the ring that is set aside, or
 * in the ring that the buffer continues with.  Between the two steps a consuming reader
 * still reads the old ring: the snapshot lacks the records that this reader consumes.
 *
 * ktrace_snapshot_take() (snapshot_take.c) does both steps.  ktrace_snapshot_now() does the
 * first step, if ktrace_snapshot_arm() has allocated spare rings, and leaves the second step
 * to a work item.  struct ktrace_buffer.taking says who owns the spare rings (part->spare):
 *
 *   OFF	the holder of ktrace_buffer.rebuild
 *   IDLE	the holder of ktrace_buffer.rebuild, who sets ARMED, TAKING or OFF next
 *   ARMED	the first context that sets TAKING
 *   TAKING	that context, which sets TAKEN next and waits for nothing until then
 *   TAKEN	the holder of ktrace_buffer.moving, who sets IDLE next
 *
 * Any other code that replaces rings first sets IDLE, by ktrace_snapshot_hold().
 *
 * A request that finds IDLE, TAKING or TAKEN sets the bit AGAIN.  IDLE then changes to
 * TAKING instead of ARMED: the next snapshot is taken as soon as there are spare rings.
 * One snapshot serves all requests that arrived meanwhile, because the rings that it sets
 * aside hold all records that were written before these requests.  AGAIN is cleared where
 * these rings are dropped, and by ktrace_snapshot_take().  ktrace_snapshot_missed() counts
 * the requests that are not served.
 */
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "buffer/internal.h"

/* Copy to @snapshot the settings of the rings that are about to move to it from @buffer. */
static void snapshot_become(struct ktrace_buffer *snapshot, struct ktrace_buffer *buffer)
{
	guard(rwsem_write)(&snapshot->resize);
	snapshot->clock = buffer->clock;
	WRITE_ONCE(snapshot->began, ktrace_buffer_began(buffer));
	WRITE_ONCE(snapshot->page_bytes, buffer->page_bytes);
	bitmap_copy(snapshot->losses, buffer->losses, KTRACE_LOSS_PIECES);
}

/*
 * Taking
 */

/* Set the state to OFF or ARMED; a pending request counts as a missed snapshot. */
static void snapshot_give_up(struct ktrace_buffer *buffer, enum ktrace_snapshot_state state)
{
	/* Full barrier: pairs with the exchange in ktrace_snapshot_now(). */
	if (atomic_xchg(&buffer->taking, state) & KTRACE_SNAPSHOT_AGAIN)
		atomic_long_inc(&buffer->missed);
}

/*
 * Move writers to the spare rings.  The caller has set TAKING, with a full barrier.
 * Preemption must be off, because other CPUs spin until this function is done. Return:
 * false if a ring is mapped.
 */
static bool snapshot_move(struct ktrace_buffer *buffer)
{
	int cpu;

	/* Check after TAKING was set.  Pairs with buffer_moves(). */
	if (ktrace_buffer_any_mapped(buffer, KTRACE_ALL_CPUS)) {
		snapshot_give_up(buffer, KTRACE_SNAPSHOT_ARMED);
		return false;
	}
	for_each_possible_cpu(cpu)
		ktrace_spare_use(buffer, cpu);
	/* Set TAKEN and keep AGAIN.  Pairs with the acquire in ktrace_snapshot_finish(). */
	atomic_add_return_release(KTRACE_SNAPSHOT_TAKEN - KTRACE_SNAPSHOT_TAKING,
				  &buffer->taking);
	/*
	 * On a CPU that is not online, ktrace_snapshot_cpu_changed() queues the work
	 * instead.
	 */
	if (likely(cpu_online(smp_processor_id())))
		irq_work_queue(&buffer->taken);
	return true;
}

/**
 * ktrace_snapshot_ready - allow snapshots from any context
 * @buffer: the buffer, with rebuild held, after ktrace_snapshot_hold()
 *
 * Allocates spare rings for all CPUs and sets ARMED, or takes a snapshot if one was
 * requested meanwhile.
 *
 * Context: task; sleeps.
 * Return: 0; or an errno, and then the state is OFF.
 */
int ktrace_snapshot_ready(struct ktrace_buffer *buffer)
{
	int cpu, err = ktrace_spares_create(buffer, NULL, KTRACE_ALL_CPUS);

	if (err) {
		snapshot_give_up(buffer, KTRACE_SNAPSHOT_OFF);
		return err;
	}
	for_each_possible_cpu(cpu)
		ktrace_spare_renew(buffer, cpu);
	/* No other context leaves OFF.  Pairs with the exchange in ktrace_snapshot_now(). */
	atomic_cmpxchg(&buffer->taking, KTRACE_SNAPSHOT_OFF, KTRACE_SNAPSHOT_IDLE);
	if (atomic_cmpxchg(&buffer->taking, KTRACE_SNAPSHOT_IDLE,
			   KTRACE_SNAPSHOT_ARMED) == KTRACE_SNAPSHOT_IDLE)
		return 0;
	/* The state is IDLE and AGAIN, which no other context changes. */
	guard(preempt_notrace)();
	atomic_xchg(&buffer->taking, KTRACE_SNAPSHOT_TAKING);
	if (!snapshot_move(buffer))
		atomic_long_inc(&buffer->missed);
	return 0;
}

/*
 * Setting aside
 */

/* Whether a CPU's writers have moved to another ring than its readers. */
static bool snapshot_moved(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring *written = ktrace_buffer_written(buffer, cpu);

	return written && written != READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->ring);
}

/* Move a CPU's readers to the writers' ring, and their old ring to @snapshot. */
static void snapshot_follow(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			    int cpu)
{
	struct ktrace_ring *aside;

	scoped_guard(mutex, &ktrace_buffer_cpu(buffer, cpu)->lock)
		aside = ktrace_buffer_move_readers(buffer, cpu,
						   ktrace_buffer_written(buffer, cpu));
	/* Stop the irq_work of the ring, which uses @buffer: the snapshot may outlive @buffer. */
	ktrace_buffer_wait_stop(aside);
	ktrace_snapshot_put(snapshot, cpu, aside);
}

/**
 * ktrace_snapshot_set_aside - complete a snapshot after writers have moved to other rings
 * @buffer: the buffer
 * @snapshot: gets the rings that the writers have left
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_set_aside(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot)
{
	struct ktrace_ring *before;
	int cpu;

	for_each_possible_cpu(cpu) {
		if (!snapshot_moved(buffer, cpu))
			continue;
		before = ktrace_snapshot_put(snapshot, cpu, NULL);
		if (before)
			WRITE_ONCE(ktrace_buffer_cpu(buffer, cpu)->spare, before);
	}
	/* Wait for writers that loaded an old ring's address. */
	ktrace_hooks_synchronize();
	/*
	 * The snapshot has a single clock. CPUs that take no part in this snapshot still have
	 * the rings of an older one: drop their records if these are by another clock.
	 */
	if (snapshot->clock != buffer->clock) {
		guard(mutex)(&snapshot->rebuild);
		ktrace_rings_reset(snapshot, KTRACE_ALL_CPUS);
	}
	snapshot_become(snapshot, buffer);
	for_each_possible_cpu(cpu)
		if (snapshot_moved(buffer, cpu))
			snapshot_follow(buffer, snapshot, cpu);
	/* Waiting readers have requested wake-ups from the old rings: wake them to ask the new. */
	ktrace_buffer_wake(buffer);
}

/**
 * ktrace_snapshot_drop_pending - cancel pending requests for a snapshot
 * @buffer: the buffer, with rebuild held; the records requested are about to be dropped
 *
 * All pending requests together count as one missed snapshot.
 */
void ktrace_snapshot_drop_pending(struct ktrace_buffer *buffer)
{
	lockdep_assert_held(&buffer->rebuild);
	if (atomic_fetch_andnot(KTRACE_SNAPSHOT_AGAIN, &buffer->taking) & KTRACE_SNAPSHOT_AGAIN)
		atomic_long_inc(&buffer->missed);
}

/**
 * ktrace_snapshot_finish - finish a snapshot that was taken from any context
 * @buffer: the buffer
 *
 * When this returns, a snapshot that was taken before the call is complete.  The
 * function does not wait for a snapshot that is pending (AGAIN).
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_finish(struct ktrace_buffer *buffer)
{
	/* Pairs with the release at the end of this function. */
	if (ktrace_snapshot_state(buffer) < KTRACE_SNAPSHOT_TAKING)
		return;
	guard(mutex)(&buffer->moving);
	while (ktrace_snapshot_taking(buffer))
		cpu_relax();
	/* Pairs with the release in snapshot_move(). */
	if (ktrace_snapshot_state(buffer) != KTRACE_SNAPSHOT_TAKEN)
		return;
	ktrace_snapshot_set_aside(buffer, buffer->snapshot);
	/*
	 * Set IDLE and keep AGAIN.  Pairs with the acquire in ktrace_snapshot_hold(),
	 * and with the acquire above.
	 */
	atomic_sub_return_release(KTRACE_SNAPSHOT_TAKEN - KTRACE_SNAPSHOT_IDLE, &buffer->taking);
}

/**
 * ktrace_snapshot_hold - prevent snapshots from any context
 * @buffer: the buffer, its rebuild held
 *
 * A snapshot that was taken is finished first.
 *
 * Context: task; sleeps.  ktrace_snapshot_release() undoes it.
 */
void ktrace_snapshot_hold(struct ktrace_buffer *buffer)
{
	int state;

	lockdep_assert_held(&buffer->rebuild);
	for (;;) {
		/*
		 * In IDLE the spare rings belong to the caller, who must see the stores
		 * of ktrace_snapshot_finish() to these rings.  Pairs with the release
		 * there; a failed exchange would order nothing.
		 */
		state = ktrace_snapshot_state(buffer);
		if (state < KTRACE_SNAPSHOT_ARMED)
			return;
		if (state > KTRACE_SNAPSHOT_ARMED)
			ktrace_snapshot_finish(buffer);
		else if (atomic_cmpxchg(&buffer->taking, KTRACE_SNAPSHOT_ARMED,
					KTRACE_SNAPSHOT_IDLE) == KTRACE_SNAPSHOT_ARMED)
			return;
	}
}

/**
 * ktrace_snapshot_release - allow snapshots from any context again
 * @buffer: the buffer, its rebuild held
 *
 * Allocates spare rings with the buffer's current settings if snapshots are armed.  If
 * out of memory, each snapshot is missed until rings are replaced again.
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_release(struct ktrace_buffer *buffer)
{
	lockdep_assert_held(&buffer->rebuild);
	if (buffer->snapshot)
		ktrace_snapshot_ready(buffer);
	else
		ktrace_spares_free(buffer);
}

/* Snapshots from any context */

static void snapshot_work(struct work_struct *work)
{
	struct ktrace_buffer *buffer = container_of(work, struct ktrace_buffer, finish);

	/* Finish first: readers must not wait while a task creates new rings. */
	ktrace_snapshot_finish(buffer);
	guard(mutex)(&buffer->rebuild);
	if (!buffer->snapshot ||
	    (atomic_read(&buffer->taking) == KTRACE_SNAPSHOT_ARMED && !ktrace_spares_lack(buffer)))
		return;
	ktrace_snapshot_hold(buffer);
	ktrace_snapshot_release(buffer);
}

static void snapshot_taken(struct irq_work *work)
{
	struct ktrace_buffer *buffer = container_of(work, struct ktrace_buffer, taken);

	queue_work(system_unbound_wq, &buffer->finish);
}

/**
 * ktrace_snapshot_finish_all - wait until all snapshots from any context are complete
 * @buffer: the buffer
 *
 * Includes pending snapshots, unless the creation of spare rings is in progress.
 *
 * Context: task; sleeps; may wait for the holder of ktrace_buffer.rebuild.
 */
void ktrace_snapshot_finish_all(struct ktrace_buffer *buffer)
{
	ktrace_snapshot_finish(buffer);
	if (atomic_read(&buffer->taking) & KTRACE_SNAPSHOT_AGAIN) {
		irq_work_sync(&buffer->taken);
		flush_work(&buffer->finish);
	}
	/* The work may have taken a snapshot before AGAIN was checked. */
	ktrace_snapshot_finish(buffer);
}

/**
 * ktrace_snapshot_setup - initialise the snapshot state of a buffer
 * @buffer: zeroed
 */
void ktrace_snapshot_setup(struct ktrace_buffer *buffer)
{
	mutex_init(&buffer->moving);
	buffer->taken = IRQ_WORK_INIT_HARD(snapshot_taken);
	INIT_WORK(&buffer->finish, snapshot_work);
}

/**
 * ktrace_snapshot_cpu_changed - queue the snapshot work after CPU hotplug
 * @buffer: the buffer
 *
 * The CPU may need a spare ring, or may have taken a snapshot while it could not queue
 * the work.
 *
 * Context: task.
 */
void ktrace_snapshot_cpu_changed(struct ktrace_buffer *buffer)
{
	if (READ_ONCE(buffer->snapshot))
		queue_work(system_unbound_wq, &buffer->finish);
}

/**
 * ktrace_snapshot_forget - disarm the snapshots that code in any context can take
 * @buffer: the buffer, with rebuild held, after ktrace_snapshot_hold()
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_forget(struct ktrace_buffer *buffer)
{
	snapshot_give_up(buffer, KTRACE_SNAPSHOT_OFF);
	WRITE_ONCE(buffer->snapshot, NULL);
	ktrace_spares_free(buffer);
}

/**
 * ktrace_snapshot_stop - wait for the pending work of snapshots of a buffer
 * @buffer: the buffer, which was closed
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_stop(struct ktrace_buffer *buffer)
{
	irq_work_sync(&buffer->taken);
	cancel_work_sync(&buffer->finish);
}

/*
 * Set the state TAKING.  Return: whether TAKING was set; otherwise @later tells whether
 * the snapshot is taken later.
 */
static bool snapshot_start(struct ktrace_buffer *buffer, bool *later)
{
	int state = atomic_read(&buffer->taking);

	*later = false;
	/* Each further iteration means that another context has changed the state. */
	while (state != KTRACE_SNAPSHOT_OFF) {
		if (state == KTRACE_SNAPSHOT_ARMED) {
			if (atomic_try_cmpxchg(&buffer->taking, &state, KTRACE_SNAPSHOT_TAKING))
				return true;
		} else if (atomic_try_cmpxchg(&buffer->taking, &state,
					      state | KTRACE_SNAPSHOT_AGAIN)) {
			*later = true;
			return false;
		}
	}
	return false;
}

/**
 * ktrace_snapshot_now - take a snapshot of all CPUs from any context
 * @buffer: the buffer, armed by ktrace_snapshot_arm()
 *
 * The snapshot has no records of writers that begin after this call.  It may have records of
 * writers that are active on other CPUs during the call.  The records that the snapshot held
 * before are dropped soon.  If the previous snapshot is not finished, or spare rings are being
 * allocated, the snapshot is taken after that, and also has the records written until then.
 *
 * Context: any, NMI included.
 * Return: true if the snapshot was taken or will be taken; false if it is missed
 * because a ring is mapped, snapshots are not armed, or memory is short.  Missed
 * snapshots are counted, including those that fail later for one of these reasons.
 */
bool ktrace_snapshot_now(struct ktrace_buffer *buffer)
{
	bool later;

	/* Preemption off: other CPUs spin until this is done. */
	guard(preempt_notrace)();
	if (snapshot_start(buffer, &later) ? snapshot_move(buffer) : later)
		return true;
	atomic_long_inc(&buffer->missed);
	return false;
}

/**
 * ktrace_snapshot_missed - number of missed snapshots from any context
 * @buffer: the buffer
 *
 * Return: the number since the creation of the buffer.
 */
unsigned long ktrace_snapshot_missed(struct ktrace_buffer *buffer)
{
	return atomic_long_read(&buffer->missed);
}
