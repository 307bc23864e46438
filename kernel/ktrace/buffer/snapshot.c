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
 * ktrace_snapshot_take() does both steps.  ktrace_snapshot_now() does the first step, if
 * ktrace_snapshot_arm() has allocated spare rings, and leaves the second step to a work
 * item.  struct ktrace_buffer.taking says who owns the spare rings (part->spare):
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
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "buffer/internal.h"

/* Lock classes of snapshots: their locks are taken inside of the same locks of the buffer. */
static struct lock_class_key snapshot_resize_key;
static struct lock_class_key snapshot_rebuild_key;
static struct lock_class_key snapshot_moving_key;

/**
 * ktrace_snapshot_init - create an empty snapshot
 * @snapshot: zeroed
 *
 * Return: 0 or -ENOMEM.
 */
int ktrace_snapshot_init(struct ktrace_buffer *snapshot)
{
	int err = ktrace_buffer_init(snapshot);

	if (err)
		return err;
	lockdep_set_class(&snapshot->resize, &snapshot_resize_key);
	lockdep_set_class(&snapshot->rebuild, &snapshot_rebuild_key);
	lockdep_set_class(&snapshot->moving, &snapshot_moving_key);
	snapshot->on = false;
	return 0;
}

/*
 * Replace the ring that @snapshot holds for a CPU by @kr, which may be NULL. Return:
 * the ring that @snapshot held, or NULL.
 */
static struct ktrace_ring *snapshot_put(struct ktrace_buffer *snapshot, int cpu,
					struct ktrace_ring *kr)
{
	guard(mutex)(&ktrace_buffer_cpu(snapshot, cpu)->lock);
	return ktrace_buffer_move_readers(snapshot, cpu, kr);
}

static struct ktrace_ring *snapshot_held(struct ktrace_buffer *snapshot, int cpu)
{
	return snapshot ? READ_ONCE(ktrace_buffer_cpu(snapshot, cpu)->ring) : NULL;
}

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
 * Spare rings
 */

static bool spare_usable(const struct ktrace_ring *kr, const struct ktrace_ring_setup *setup)
{
	return kr && ktrace_ring_fits(kr, setup);
}

/* Free the spare rings of the selected CPUs that are of another size or page size by now. */
static void spares_drop_unusable(struct ktrace_buffer *buffer, int selected)
{
	struct ktrace_ring *unusable = NULL;
	struct ktrace_ring_setup setup;
	struct ktrace_cpu_buffer *part;
	int cpu;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		if (!ktrace_cpu_selected(selected, cpu))
			continue;
		part = ktrace_buffer_cpu(buffer, cpu);
		setup = ktrace_buffer_setup(buffer, cpu);
		if (!spare_usable(part->spare, &setup)) {
			ktrace_ring_push(&unusable, part->spare);
			WRITE_ONCE(part->spare, NULL);
		}
	}
	ktrace_rings_free(unusable);
}

/*
 * Ensure that the CPU has a spare ring, or that @snapshot holds a ring that can become one.
 * Return: 0, -ENOMEM or -EINTR.
 */
static int spare_create(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot, int cpu)
{
	struct ktrace_ring_setup setup = ktrace_buffer_setup(buffer, cpu);
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	struct ktrace_ring *held = snapshot_held(snapshot, cpu);

	lockdep_assert_held(&buffer->rebuild);
	if (!part->spare) {
		if (spare_usable(held, &setup))
			return ktrace_ring_expect(held, buffer, cpu);
		WRITE_ONCE(part->spare, ktrace_ring_alloc(buffer, cpu, &setup));
		if (!part->spare)
			return fatal_signal_pending(current) ? -EINTR : -ENOMEM;
	}
	return ktrace_ring_expect(part->spare, buffer, cpu);
}

/* Call spare_create() for all selected CPUs that have a ring. */
static int spares_create(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			 int selected)
{
	int cpu, err = 0;

	spares_drop_unusable(buffer, selected);
	for_each_possible_cpu(cpu)
		if (!err && ktrace_cpu_selected(selected, cpu) &&
		    READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->ring))
			err = spare_create(buffer, snapshot, cpu);
	return err;
}

/* Reset the spare ring to the state after its allocation. */
static void spare_renew(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring_setup setup = ktrace_buffer_setup(buffer, cpu);
	struct ktrace_ring *kr = ktrace_buffer_cpu(buffer, cpu)->spare;

	if (kr && (!kr->fresh || kr->clock != setup.clock))
		ktrace_ring_renew(kr, &setup);
}

/*
 * Move a CPU's writers to its spare ring, if it has one.  Publish the ring to writers before
 * clearing spare, so that ktrace_buffer_cpu_rings() finds it in one of the two places.
 */
static void spare_use(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	struct ktrace_ring *spare = part->spare;

	if (!spare)
		return;
	ktrace_buffer_move_writers(buffer, cpu, spare);
	/* Pairs with the acquire in ktrace_buffer_cpu_rings(). */
	smp_store_release(&part->spare, NULL);
}

static void spares_free(struct ktrace_buffer *buffer)
{
	struct ktrace_ring *spares = NULL;
	int cpu;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		ktrace_ring_push(&spares, ktrace_buffer_cpu(buffer, cpu)->spare);
		WRITE_ONCE(ktrace_buffer_cpu(buffer, cpu)->spare, NULL);
	}
	ktrace_rings_free(spares);
}

/* Whether a CPU lacks a spare ring because it came online later. */
static bool spares_lack(struct ktrace_buffer *buffer)
{
	struct ktrace_cpu_buffer *part;
	int cpu;

	for_each_possible_cpu(cpu) {
		part = ktrace_buffer_cpu(buffer, cpu);
		if (READ_ONCE(part->ring) && !READ_ONCE(part->spare))
			return true;
	}
	return false;
}

/*
 * Taking
 */

/* The state without the bit AGAIN. */
static int snapshot_state(const struct ktrace_buffer *buffer)
{
	return atomic_read_acquire(&buffer->taking) & ~KTRACE_SNAPSHOT_AGAIN;
}

/**
 * ktrace_snapshot_taking - whether a snapshot is moving writers to other rings
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true if a snapshot is moving writers now.
 */
bool ktrace_snapshot_taking(struct ktrace_buffer *buffer)
{
	return snapshot_state(buffer) == KTRACE_SNAPSHOT_TAKING;
}

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
		spare_use(buffer, cpu);
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

/*
 * Allocate spare rings for all CPUs and set ARMED, or take a snapshot if one was
 * requested meanwhile.  Return: 0; or an errno, and then the state is OFF.
 */
static int snapshot_ready(struct ktrace_buffer *buffer)
{
	int cpu, err = spares_create(buffer, NULL, KTRACE_ALL_CPUS);

	if (err) {
		snapshot_give_up(buffer, KTRACE_SNAPSHOT_OFF);
		return err;
	}
	for_each_possible_cpu(cpu)
		spare_renew(buffer, cpu);
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
	/* The ring's irq_work uses @buffer, and the snapshot may outlive @buffer. */
	ktrace_buffer_wait_stop(aside);
	snapshot_put(snapshot, cpu, aside);
}

/* Complete a snapshot after writers have moved to other rings. */
static void snapshot_set_aside(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot)
{
	struct ktrace_ring *before;
	int cpu;

	for_each_possible_cpu(cpu) {
		if (!snapshot_moved(buffer, cpu))
			continue;
		before = snapshot_put(snapshot, cpu, NULL);
		if (before)
			WRITE_ONCE(ktrace_buffer_cpu(buffer, cpu)->spare, before);
	}
	/* Wait for writers that loaded an old ring's address. */
	ktrace_hooks_synchronize();
	/* Drop records of CPUs that are not selected: their times are by another clock. */
	if (snapshot->clock != buffer->clock)
		ktrace_buffer_reset(snapshot, KTRACE_ALL_CPUS);
	snapshot_become(snapshot, buffer);
	for_each_possible_cpu(cpu)
		if (snapshot_moved(buffer, cpu))
			snapshot_follow(buffer, snapshot, cpu);
	/* Waiting readers have armed the rings that were set aside: let them look again. */
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
	if (snapshot_state(buffer) < KTRACE_SNAPSHOT_TAKING)
		return;
	guard(mutex)(&buffer->moving);
	while (ktrace_snapshot_taking(buffer))
		cpu_relax();
	/* Pairs with the release in snapshot_move(). */
	if (snapshot_state(buffer) != KTRACE_SNAPSHOT_TAKEN)
		return;
	snapshot_set_aside(buffer, buffer->snapshot);
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
		state = snapshot_state(buffer);
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
		snapshot_ready(buffer);
	else
		spares_free(buffer);
}

/* Snapshots from any context */

static void snapshot_work(struct work_struct *work)
{
	struct ktrace_buffer *buffer = container_of(work, struct ktrace_buffer, finish);

	/* Finish first: readers must not wait while a task creates new rings. */
	ktrace_snapshot_finish(buffer);
	guard(mutex)(&buffer->rebuild);
	if (!buffer->snapshot ||
	    (atomic_read(&buffer->taking) == KTRACE_SNAPSHOT_ARMED && !spares_lack(buffer)))
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
 * ktrace_snapshot_forget - disarm snapshots from any context
 * @buffer: the buffer, with rebuild held, after ktrace_snapshot_hold()
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_forget(struct ktrace_buffer *buffer)
{
	snapshot_give_up(buffer, KTRACE_SNAPSHOT_OFF);
	WRITE_ONCE(buffer->snapshot, NULL);
	spares_free(buffer);
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

/**
 * ktrace_snapshot_arm - allow snapshots from any context
 * @buffer: the buffer
 * @snapshot: the destination, which must be the same in all calls
 *
 * Allocates spare rings of the size of the buffer's rings; a snapshot takes the same
 * amount again.
 *
 * Context: task; sleeps.  ktrace_snapshot_disarm() undoes it.
 * Return: 0; -ENODEV if the buffer was destroyed, -ENOMEM or -EINTR.
 */
int ktrace_snapshot_arm(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot)
{
	int err = ktrace_buffer_use(buffer);

	if (err)
		return err;
	guard(mutex)(&buffer->rebuild);
	if (buffer->closed)
		return -ENODEV;
	ktrace_snapshot_hold(buffer);
	WRITE_ONCE(buffer->snapshot, snapshot);
	err = snapshot_ready(buffer);
	if (!err)
		buffer->arms++;
	else if (!buffer->arms)
		ktrace_snapshot_forget(buffer);
	return err;
}

/**
 * ktrace_snapshot_disarm - undo one call of ktrace_snapshot_arm()
 * @buffer: the buffer
 *
 * When this returns, a snapshot that was taken is complete.
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_disarm(struct ktrace_buffer *buffer)
{
	guard(mutex)(&buffer->rebuild);
	if (--buffer->arms)
		return;
	ktrace_snapshot_hold(buffer);
	ktrace_snapshot_forget(buffer);
}

/**
 * ktrace_snapshot_armed - whether snapshots from any context are armed
 * @buffer: the buffer
 *
 * Context: any.
 * Return: true between ktrace_snapshot_arm() and the last ktrace_snapshot_disarm().
 */
bool ktrace_snapshot_armed(const struct ktrace_buffer *buffer)
{
	return READ_ONCE(buffer->snapshot);
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

/* Snapshots from task context */

/* Make the spare rings empty; take a ring from @snapshot for a CPU that has no spare ring. */
static void spares_prepare(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			   int selected)
{
	struct ktrace_ring_setup setup;
	struct ktrace_cpu_buffer *part;
	int cpu;

	for_each_possible_cpu(cpu) {
		part = ktrace_buffer_cpu(buffer, cpu);
		if (!ktrace_cpu_selected(selected, cpu) || !READ_ONCE(part->ring))
			continue;
		setup = ktrace_buffer_setup(buffer, cpu);
		if (!part->spare && spare_usable(snapshot_held(snapshot, cpu), &setup))
			WRITE_ONCE(part->spare, snapshot_put(snapshot, cpu, NULL));
	}
	/*
	 * Renew the rings after all of them were taken, so that all renewals wait for
	 * one grace period.
	 */
	for_each_possible_cpu(cpu)
		if (ktrace_cpu_selected(selected, cpu))
			spare_renew(buffer, cpu);
}

/*
 * Move writers to the spare rings.  A CPU that came online after spares_create() has no spare
 * ring and is left out; its ring is nearly empty.
 */
static void snapshot_switch(struct ktrace_buffer *buffer, int selected)
{
	int cpu;

	/* See rings_follow_all(). */
	guard(rwsem_write)(&buffer->resize);
	for_each_possible_cpu(cpu)
		if (ktrace_cpu_selected(selected, cpu))
			spare_use(buffer, cpu);
}

/**
 * ktrace_snapshot_take - move the records to a snapshot, and continue with empty rings
 * @buffer: the buffer
 * @snapshot: the destination, whose old content is dropped
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 *
 * The loss account of each ring moves with the ring; the buffer's account starts at 0.
 *
 * Context: task; sleeps.
 * Return: 0; -EBUSY if a ring is mapped, -ENODEV if the buffer was destroyed, -ENOMEM
 * or -EINTR; on error nothing was changed.  The snapshot must be destroyed after the
 * buffer.
 */
int ktrace_snapshot_take(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			 int cpu)
{
	/* Even an empty snapshot needs rings. */
	int err = ktrace_buffer_use(buffer);

	if (err)
		return err;
	guard(mutex)(&buffer->rebuild);
	if (buffer->closed)
		return -ENODEV;
	if (ktrace_buffer_any_mapped(buffer, cpu))
		return -EBUSY;
	ktrace_snapshot_hold(buffer);
	err = spares_create(buffer, snapshot, cpu);
	if (!err)
		err = ktrace_buffer_hold_maps(buffer, cpu);
	if (!err) {
		/* This snapshot serves all requests that came before. */
		if (cpu == KTRACE_ALL_CPUS)
			atomic_andnot(KTRACE_SNAPSHOT_AGAIN, &buffer->taking);
		spares_prepare(buffer, snapshot, cpu);
		snapshot_switch(buffer, cpu);
		snapshot_set_aside(buffer, snapshot);
		ktrace_buffer_release_maps(buffer, cpu);
	}
	ktrace_snapshot_release(buffer);
	return err;
}

/**
 * ktrace_snapshot_free - free a snapshot's memory
 * @buffer: the buffer of the snapshot
 * @snapshot: the snapshot
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_free(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot)
{
	guard(mutex)(&buffer->rebuild);
	/* Finish a snapshot that was taken before, so that it does not appear afterwards. */
	ktrace_snapshot_finish(buffer);
	ktrace_snapshot_drop_pending(buffer);
	ktrace_buffer_free_rings(snapshot);
}

/**
 * ktrace_snapshot_drop_stale - drop a snapshot by another clock
 * @buffer: the buffer of the snapshot
 * @snapshot: the snapshot
 *
 * If CPUs' snapshots are taken one by one, all of them must have times of the same clock.
 *
 * Context: task; sleeps.
 */
void ktrace_snapshot_drop_stale(struct ktrace_buffer *buffer,
				struct ktrace_buffer *snapshot)
{
	guard(mutex)(&buffer->rebuild);
	if (snapshot->clock != buffer->clock)
		ktrace_buffer_reset(snapshot, KTRACE_ALL_CPUS);
}

/**
 * ktrace_snapshot_exists - whether a snapshot has memory
 * @snapshot: the snapshot
 * @cpu: the CPU, or KTRACE_ALL_CPUS for any
 *
 * Return: true if the snapshot has memory at this moment.
 */
bool ktrace_snapshot_exists(struct ktrace_buffer *snapshot, int cpu)
{
	int i;

	for_each_possible_cpu(i)
		if (ktrace_cpu_selected(cpu, i) && snapshot_held(snapshot, i))
			return true;
	return false;
}
