// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: the rings of all CPUs, their readers and writers, and the settings of a
 * buffer.
 *
 * Called by the layers above in task context.  A ring in use is never modified: a new
 * ring (ring_memory.c) replaces it in two steps.  First, writers move to the new ring,
 * by one store of its address.  After a grace period no writer is in the old ring, and
 * readers move too; until then they read the old ring.  Resizes (rebuild.c) and
 * snapshots (snapshot.c) work like this.  wait.c contains waiting readers, map.c
 * contains mappings.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/wait_bit.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "buffer/internal.h"

static u64 no_clock(void)
{
	return 0;
}

/* The ring of writers on a CPU without a ring: always closed, always off. */
static struct ring_page no_page = { .word = RING_CLOSED };
static struct ring no_ring = {
	.page = &no_page,
	.pages	= &no_page,
	.flags	= ATOMIC_INIT(RING_OFF),
	.clock	= no_clock,
};

/* A pointer to no_ring for each CPU, for the fast path of events that must not be recorded. */
DEFINE_PER_CPU(struct ring *, ktrace_no_rings) = &no_ring;

static struct ring **ring_of(struct ktrace_buffer *buffer, int cpu)
{
	return per_cpu_ptr(buffer->rings, cpu);
}

static bool ring_is_on(struct ktrace_buffer *buffer, int cpu)
{
	return READ_ONCE(buffer->on) && !cpumask_test_cpu(cpu, &buffer->excluded);
}

/*
 * Update a ring's flags from the state of its buffer.  That state may change at any time: the
 * context that updates the ring last uses the latest state.
 */
static void ring_follow(struct ktrace_buffer *buffer, int cpu, struct ktrace_ring *kr)
{
	bool on, overwrite, inlined;
	int set;

	do {
		on = ring_is_on(buffer, cpu);
		overwrite = READ_ONCE(buffer->overwrite);
		inlined = ktrace_clock_inlined(kr->clock);
		set = (on ? 0 : RING_OFF) | (inlined ? 0 : RING_CLOCK);
		WRITE_ONCE(kr->ring.overwrite, overwrite);
		ring_set_flags(&kr->ring, set, (RING_OFF | RING_CLOCK) & ~set);
		/*
		 * Store to the ring before checking again.  Pairs with the same barrier
		 * on another CPU.
		 */
		smp_mb();
	} while (ring_is_on(buffer, cpu) != on || READ_ONCE(buffer->overwrite) != overwrite ||
		 ktrace_clock_inlined(kr->clock) != inlined);
}

/* Update the flags of all rings with writers.  Context: any, NMI included. */
static void rings_follow(struct ktrace_buffer *buffer)
{
	struct ktrace_ring *kr;
	int cpu;

	/* Preemption off keeps a ring that is being replaced until this function returns. */
	guard(preempt_notrace)();
	/*
	 * The caller's change before the load of the rings.  Pairs with
	 * ktrace_buffer_move_writers().
	 */
	smp_mb();
	/* Visit CPUs with a ring only: this may run in an NMI. */
	for_each_cpu(cpu, &buffer->ringed) {
		kr = ktrace_buffer_written(buffer, cpu);
		if (kr)
			ring_follow(buffer, cpu, kr);
	}
}

/*
 * Update the flags of all rings that are written to, and wait until no writer is in a ring that
 * is off.
 *
 * ktrace_buffer_move_writers() publishes a ring with flags that may be stale, and corrects
 * them afterwards.  A writer that enters the ring in between may outlast a grace period that
 * began before the writer.  So no move may be in progress when the flags are updated: tasks
 * move writers with buffer->resize held, and a snapshot from any context sets the state to
 * TAKING before it reads what the flags depend on.
 */
static void rings_follow_all(struct ktrace_buffer *buffer)
{
	scoped_guard(rwsem_write, &buffer->resize) {
		/*
		 * The caller's change before the load of the state.  Pairs with the exchange
		 * in snapshot_start() and in snapshot_ready().
		 */
		smp_mb();
		while (ktrace_snapshot_taking(buffer))
			cpu_relax();
		rings_follow(buffer);
	}
	ktrace_hooks_synchronize();
}

/**
 * ktrace_buffer_setup - current settings of a CPU's ring
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Return: settings for ktrace_ring_alloc().
 */
struct ktrace_ring_setup ktrace_buffer_setup(struct ktrace_buffer *buffer, int cpu)
{
	return (struct ktrace_ring_setup) {
		.kb = ktrace_buffer_cpu(buffer, cpu)->kb,
		.page_bytes = buffer->page_bytes,
		.clock = buffer->clock,
	};
}

/**
 * ktrace_buffer_written - the ring that a CPU's writers use
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Context: any; to use the ring, preemption must be off or buffer->rebuild held.
 * Return: the ring; NULL if there is none.
 */
struct ktrace_ring *ktrace_buffer_written(struct ktrace_buffer *buffer, int cpu)
{
	/*
	 * The caller may load afterwards what was stored before the writers moved, such as
	 * ktrace_cpu_buffer.ring (rebuild_give()).  Pairs with the release in
	 * ktrace_buffer_move_writers().
	 */
	struct ring *ring = smp_load_acquire(ring_of(buffer, cpu));

	return ring == &no_ring ? NULL : ktrace_ring_of(ring);
}

/**
 * ktrace_buffer_cpu_rings - find all rings of a CPU that can count losses
 * @buffer: the buffer, its rebuild held
 * @cpu: the CPU
 * @rings: set to the rings; NULL for a missing ring.  A ring may appear twice
 *
 * A snapshot that is taken meanwhile moves the spare ring to the writers' place and later to
 * the readers' place.  This function looks at the places in the same order, so it does not
 * miss the ring.
 *
 * Context: task.
 */
void ktrace_buffer_cpu_rings(struct ktrace_buffer *buffer, int cpu,
			     struct ktrace_ring *rings[KTRACE_CPU_RINGS])
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);

	lockdep_assert_held(&buffer->rebuild);
	/* Pairs with the release in spare_use(). */
	rings[0] = smp_load_acquire(&part->spare);
	rings[1] = ktrace_buffer_written(buffer, cpu);
	rings[2] = READ_ONCE(part->ring);
}

/**
 * ktrace_buffer_move_writers - move a CPU's writers to another ring
 * @buffer: the buffer; no other caller may move writers of @cpu
 * @cpu: the CPU
 * @kr: the ring
 *
 * Writers that have begun stay in the old ring; a grace period waits for them.
 *
 * Context: any, NMI included.
 */
void ktrace_buffer_move_writers(struct ktrace_buffer *buffer, int cpu,
				struct ktrace_ring *kr)
{
	kr->fresh = false;
	if (!cpumask_test_cpu(cpu, &buffer->ringed))
		cpumask_set_cpu(cpu, &buffer->ringed);
	ring_follow(buffer, cpu, kr);
	/* Pairs with the address dependency in writers. */
	smp_store_release(ring_of(buffer, cpu), &kr->ring);
	/*
	 * A change of the buffer in between was applied to the old ring only: see
	 * rings_follow().
	 */
	smp_mb();
	ring_follow(buffer, cpu, kr);
}

/**
 * ktrace_buffer_move_readers - move a CPU's readers to another ring
 * @buffer: the buffer, the CPU's lock held
 * @cpu: the CPU
 * @kr: the ring, or NULL for none
 *
 * Context: task; sleeps.
 * Return: the old ring, or NULL.  Writers and RCU readers that found the ring
 * earlier may still use it: ktrace_ring_free() and ktrace_ring_renew() wait for them.
 */
struct ktrace_ring *ktrace_buffer_move_readers(struct ktrace_buffer *buffer, int cpu,
					       struct ktrace_ring *kr)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	struct ktrace_ring *old = part->ring;

	lockdep_assert_held(&part->lock);
	scoped_guard(rwsem_write, &buffer->resize) {
		WRITE_ONCE(part->ring, kr);
		part->uses++;
		buffer->replaced++;
		WRITE_ONCE(part->held, false);
	}
	if (old)
		old->left = get_state_synchronize_rcu();
	ktrace_buffer_wake_maps(part);
	return old;
}

/**
 * ktrace_buffer_free_rings - free the rings of a buffer's readers
 * @buffer: a buffer without writers: a snapshot, or a closed buffer
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_free_rings(struct ktrace_buffer *buffer)
{
	struct ktrace_ring *kr, *rings = NULL;
	int cpu;

	for_each_possible_cpu(cpu) {
		scoped_guard(mutex, &ktrace_buffer_cpu(buffer, cpu)->lock)
			kr = ktrace_buffer_move_readers(buffer, cpu, NULL);
		ktrace_ring_push(&rings, kr);
	}
	ktrace_rings_free(rings);
}

/* Wake all waiters after recording was switched off: no more records come. */
static void buffer_off_work(struct irq_work *work)
{
	ktrace_buffer_wake(container_of(work, struct ktrace_buffer, off));
}

/**
 * ktrace_buffer_default_kb - default size of a CPU's ring
 * @cpus: number of possible CPUs, at least 1
 *
 * Return: size in kilobytes, a multiple of the page size.
 */
unsigned long ktrace_buffer_default_kb(unsigned int cpus)
{
	unsigned long share = round_down(KTRACE_BUFFER_ALL_KB / cpus, RING_PAGE_MIN >> 10);

	return clamp(share, KTRACE_BUFFER_LEAST_KB, KTRACE_BUFFER_KB);
}

/**
 * ktrace_buffer_setup_empty - initialise a buffer without rings
 * @buffer: zeroed
 *
 * Return: 0 or -ENOMEM.
 */
int ktrace_buffer_setup_empty(struct ktrace_buffer *buffer)
{
	int cpu;

	buffer->rings = alloc_percpu(struct ring *);
	buffer->cpus = alloc_percpu(struct ktrace_cpu_buffer);
	if (!buffer->rings || !buffer->cpus) {
		free_percpu(buffer->rings);
		free_percpu(buffer->cpus);
		return -ENOMEM;
	}
	buffer->clock = ktrace_clock_at(0);
	buffer->began = buffer->clock->read();
	buffer->page_bytes = KTRACE_PAGE_BYTES;
	buffer->overwrite = true;
	buffer->on = true;
	buffer->percent = KTRACE_BUFFER_PERCENT;
	/*
	 * Always count the losses of discarded records; other events are added when
	 * they are enabled.
	 */
	__set_bit(RING_TYPE_DISCARDED / KTRACE_LOSS_IDS, buffer->losses);
	ktrace_buffer_waiters_init(buffer);
	init_irq_work(&buffer->off, buffer_off_work);
	init_rwsem(&buffer->resize);
	mutex_init(&buffer->rebuild);
	ktrace_snapshot_setup(buffer);
	for_each_possible_cpu(cpu) {
		*ring_of(buffer, cpu) = &no_ring;
		ktrace_buffer_cpu(buffer, cpu)->kb =
			ktrace_buffer_default_kb(num_possible_cpus());
		mutex_init(&ktrace_buffer_cpu(buffer, cpu)->lock);
	}
	return 0;
}

atomic_t ktrace_buffers_off = ATOMIC_INIT(0);

/* Stop counting a buffer among ktrace_buffers_off.  Context: any, NMI included. */
static void buffer_uncount(struct ktrace_buffer *buffer)
{
	if (xchg(&buffer->off_counted, false))
		atomic_dec(&ktrace_buffers_off);
}

/**
 * ktrace_buffer_close - stop writers and changes of a buffer for ever
 * @buffer: the buffer
 *
 * The rings stay; holders of a reference can read them.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_close(struct ktrace_buffer *buffer)
{
	int cpu;

	/* A task that creates rings has finished, or will see that the buffer is closed. */
	scoped_guard(mutex, &buffer->rebuild) {
		ktrace_snapshot_hold(buffer);
		ktrace_snapshot_forget(buffer);
		scoped_guard(rwsem_write, &buffer->resize) {
			WRITE_ONCE(buffer->closed, true);
			WRITE_ONCE(buffer->on, false);
			buffer_uncount(buffer);
			rings_follow(buffer);
			for_each_possible_cpu(cpu)
				WRITE_ONCE(*ring_of(buffer, cpu), &no_ring);
		}
		/* Wait for writers that loaded a ring's address before. */
		ktrace_hooks_synchronize();
	}
	ktrace_snapshot_stop(buffer);
	ktrace_buffer_wake(buffer);
}

/*
 * Controls
 */

/* Switch a buffer on or off, and count the buffers that are off. */
static void buffer_switch(struct ktrace_buffer *buffer, bool on)
{
	WRITE_ONCE(buffer->on, on);
	if (READ_ONCE(buffer->closed))
		return;
	if (xchg(&buffer->off_counted, !on) == on)
		atomic_add(on ? -1 : 1, &ktrace_buffers_off);
	/*
	 * ktrace_buffer_close() may have uncounted the buffer before the exchange.  The exchange
	 * before the load of closed; pairs with the one in ktrace_buffer_close(), which follows
	 * the store of closed: one of the two contexts sees what the other has stored.
	 */
	smp_mb();
	if (READ_ONCE(buffer->closed))
		buffer_uncount(buffer);
}

/**
 * ktrace_buffer_set_on - switch recording on or off
 * @buffer: the buffer
 * @on: true to record
 *
 * When this returns after switching off, no writer is in a ring.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_set_on(struct ktrace_buffer *buffer, bool on)
{
	scoped_guard(rwsem_write, &buffer->resize)
		buffer_switch(buffer, on && !buffer->closed);
	if (on) {
		rings_follow(buffer);
		return;
	}
	rings_follow_all(buffer);
	ktrace_buffer_wake(buffer);
}

/**
 * ktrace_buffer_set_cpus - choose the CPUs that record
 * @buffer: the buffer
 * @cpus: CPUs that record while the buffer is on
 *
 * When this returns, no writer is in the ring of another CPU.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_set_cpus(struct ktrace_buffer *buffer, const struct cpumask *cpus)
{
	int cpu;

	/*
	 * Change the mask bit by bit: hooks read it, and other tasks may set it at the
	 * same time.
	 */
	for_each_possible_cpu(cpu) {
		if (cpumask_test_cpu(cpu, cpus))
			cpumask_clear_cpu(cpu, &buffer->excluded);
		else
			cpumask_set_cpu(cpu, &buffer->excluded);
	}
	rings_follow_all(buffer);
}

/**
 * ktrace_buffer_off - stop recording, from any context
 * @buffer: the buffer, which the caller keeps alive
 *
 * Writers that have begun finish their records; no other writer begins.  The last call
 * of this function, ktrace_buffer_on() or ktrace_buffer_set_on() takes effect.
 *
 * Context: any, NMI included.
 */
void ktrace_buffer_off(struct ktrace_buffer *buffer)
{
	guard(preempt_notrace)();
	buffer_switch(buffer, false);
	rings_follow(buffer);
	/* On a CPU that runs no irq_work, the hotplug callbacks wake the readers. */
	if (likely(ktrace_buffer_notices()))
		irq_work_queue(&buffer->off);
	else
		ktrace_buffer_unnoticed(buffer);
}

/**
 * ktrace_buffer_on - start recording, from any context
 * @buffer: the buffer, which must not be destroyed before this returns
 *
 * Context: any, NMI included.
 */
void ktrace_buffer_on(struct ktrace_buffer *buffer)
{
	guard(preempt_notrace)();
	buffer_switch(buffer, true);
	rings_follow(buffer);
}

/**
 * ktrace_buffer_follow_clock - update the rings after a change of the usable clocks
 * @buffer: the buffer
 *
 * Context: any, NMI included.
 */
void ktrace_buffer_follow_clock(struct ktrace_buffer *buffer)
{
	rings_follow(buffer);
}

/**
 * ktrace_buffer_set_overwrite - choose which records are lost if a ring is full
 * @buffer: the buffer
 * @overwrite: true: the oldest records; false: new records
 */
void ktrace_buffer_set_overwrite(struct ktrace_buffer *buffer, bool overwrite)
{
	WRITE_ONCE(buffer->overwrite, overwrite);
	rings_follow(buffer);
}

/**
 * ktrace_buffer_set_percent - set the share of a ring that readers of pages wait for
 * @buffer: the buffer
 * @percent: percentage of a ring's pages, up to 100; 0: any record
 */
void ktrace_buffer_set_percent(struct ktrace_buffer *buffer, unsigned int percent)
{
	WRITE_ONCE(buffer->percent, percent);
	/* Waiting readers check the new condition. */
	ktrace_buffer_wake(buffer);
}

/* Number of attempts to reset a ring while no writer moves to another page. */
#define RESET_TRIES	16

/*
 * Records that are accounted as overwritten between the two resets count in one account
 * and not in the other.  Try again until that did not happen; only a ring of few pages
 * under constant load reaches the limit.
 */
static void buffer_reset_ring(struct ring *ring)
{
	unsigned int tries = RESET_TRIES;

	do {
		ring_skip(ring);
		ktrace_losses_reset(&ktrace_ring_of(ring)->losses, ring->reader.cur.time);
	} while (!ring_skipped(ring) && --tries);
}

/**
 * ktrace_buffer_reset - drop all records and reset the loss accounts
 * @buffer: the buffer
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 */
void ktrace_buffer_reset(struct ktrace_buffer *buffer, int cpu)
{
	struct ring *ring;
	int i;

	/*
	 * A rebuild would otherwise carry the account of the old ring to its successor
	 * afterwards.
	 */
	guard(mutex)(&buffer->rebuild);
	/* An unfinished snapshot would otherwise leave older records in the readers' ring. */
	ktrace_snapshot_finish(buffer);
	if (cpu == KTRACE_ALL_CPUS) {
		ktrace_snapshot_drop_pending(buffer);
		WRITE_ONCE(buffer->began, buffer->clock->read());
	}
	for_each_possible_cpu(i) {
		if (!ktrace_cpu_selected(cpu, i))
			continue;
		ring = ktrace_buffer_lock_cpu(buffer, i);
		if (!ring)
			continue;
		buffer_reset_ring(ring);
		ktrace_buffer_unlock_cpu(buffer, i);
	}
}

/**
 * ktrace_buffer_losses - sum up the lost records of an event
 * @buffer: the buffer
 * @id: id of the event
 * @sum: set to the losses of all CPUs
 *
 * Context: task; sleeps.  Call ktrace_buffer_finish_losses() before for exact numbers.
 * Return: whether the event was ever enabled, or another event in the same block of
 * KTRACE_LOSS_IDS ids.
 */
bool ktrace_buffer_losses(struct ktrace_buffer *buffer, u16 id, struct ktrace_lost *sum)
{
	struct ktrace_cpu_buffer *part;
	int cpu;

	*sum = (struct ktrace_lost) {};
	if (!test_bit(id / KTRACE_LOSS_IDS, buffer->losses))
		return false;
	guard(rwsem_read)(&buffer->resize);
	for_each_possible_cpu(cpu) {
		part = ktrace_buffer_cpu(buffer, cpu);
		if (part->ring)
			ktrace_losses_add(&part->ring->losses, id, sum);
	}
	return true;
}

/**
 * ktrace_buffer_finish_losses - make the loss accounts exact
 * @buffer: the buffer
 *
 * Removes records from the accounts that were accounted as lost in advance and can
 * still be read.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_finish_losses(struct ktrace_buffer *buffer)
{
	struct ring *ring;
	int cpu;

	/* The unread records of replaced rings are accounted for, since rebuild is held. */
	guard(mutex)(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(buffer, cpu);
		if (!ring)
			continue;
		ktrace_losses_finish(&ktrace_ring_of(ring)->losses, ring);
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
}

/**
 * ktrace_buffer_uses - detect that a CPU's ring was replaced
 * @buffer: the buffer, with resize or the CPU's lock held
 * @cpu: the CPU
 *
 * Return: a number that changes whenever the CPU's ring is replaced.
 */
u64 ktrace_buffer_uses(struct ktrace_buffer *buffer, int cpu)
{
	return ktrace_buffer_cpu(buffer, cpu)->uses;
}

/**
 * ktrace_buffer_replaced - detect that any CPU's ring was replaced
 * @buffer: the buffer, its resize held
 *
 * Return: a number that changes whenever ktrace_buffer_uses() of any CPU changes.
 */
u64 ktrace_buffer_replaced(const struct ktrace_buffer *buffer)
{
	return buffer->replaced;
}

/**
 * ktrace_buffer_kb - the size of a CPU's ring
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Return: the configured size in kilobytes.
 */
unsigned long ktrace_buffer_kb(struct ktrace_buffer *buffer, int cpu)
{
	return READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->kb);
}

/*
 * Readers
 */

/**
 * ktrace_buffer_lock_cpu - become the only consuming reader of a CPU's ring
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Context: task; sleeps.  One CPU at a time.
 * Return: the ring, to be released by ktrace_buffer_unlock_cpu(); or NULL if the CPU
 * has no ring, and then the lock is not held.
 */
struct ring *ktrace_buffer_lock_cpu(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	struct ktrace_ring *kr;

	mutex_lock(&part->lock);
	/*
	 * Store to the lock before changing the ring: mutex_lock() is only an acquire.  Pairs
	 * with the barrier in dump_copy(), which checks the lock without taking it.
	 */
	smp_mb();
	/* Another task may publish the CPU's first ring at any time. */
	kr = READ_ONCE(part->ring);
	if (kr)
		return &kr->ring;
	mutex_unlock(&part->lock);
	return NULL;
}

/**
 * ktrace_buffer_lock_cpu_image - ktrace_buffer_lock_cpu(), with memory for a copy of a page
 * @buffer: the buffer
 * @cpu: the CPU
 * @image: enlarged to the ring's page size if necessary, which discards its content
 *
 * Allocates without the lock: other readers of the ring do not wait for memory.
 *
 * Context: task; sleeps.  One CPU at a time.
 * Return: as ktrace_buffer_lock_cpu(); or -ENOMEM as a pointer, and then the lock is not held.
 */
struct ring *ktrace_buffer_lock_cpu_image(struct ktrace_buffer *buffer, int cpu,
					  struct ktrace_page_image *image)
{
	struct ring *ring;
	u32 bytes;

	/* The ring may be replaced meanwhile by one with larger pages. */
	while ((ring = ktrace_buffer_lock_cpu(buffer, cpu))) {
		bytes = ring->page_bytes;
		if (bytes <= image->bytes)
			break;
		ktrace_buffer_unlock_cpu(buffer, cpu);
		if (!ktrace_page_image_reserve(image, bytes))
			return ERR_PTR(-ENOMEM);
	}
	return ring;
}

/**
 * ktrace_buffer_unlock_cpu - release a ring that ktrace_buffer_lock_cpu() locked
 * @buffer: the buffer
 * @cpu: the CPU
 */
void ktrace_buffer_unlock_cpu(struct ktrace_buffer *buffer, int cpu)
{
	mutex_unlock(&ktrace_buffer_cpu(buffer, cpu)->lock);
}
