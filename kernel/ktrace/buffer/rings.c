// SPDX-License-Identifier: GPL-2.0
/*
 * The rings of the CPUs of a buffer: who uses which ring, and access for consuming readers.
 *
 * Called by the files of this folder and the layers above, in task context unless a function
 * says otherwise.  A ring in use is never modified: a new ring (ring_memory.c) replaces it in
 * two steps.  First, writers move to the new ring, by one store of its address.  After a grace
 * period no writer is in the old ring, and readers move too; until then they read the old ring.
 * Resizes (rebuild.c) and snapshots (snapshot.c) work like this.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>

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
	return READ_ONCE(buffer->on) && !cpumask_test_cpu(cpu, &buffer->excluded) &&
	       !atomic_read(&buffer->pauses);
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
		/*
		 * The full barrier in ring_set_flags() orders the stores to the ring before
		 * the checks.  It pairs with the same barrier on another CPU.
		 */
		ring_set_flags(&kr->ring, set, (RING_OFF | RING_CLOCK) & ~set);
	} while (ring_is_on(buffer, cpu) != on || READ_ONCE(buffer->overwrite) != overwrite ||
		 ktrace_clock_inlined(kr->clock) != inlined);
}

/**
 * ktrace_rings_follow - update the flags of all rings that have writers
 * @buffer: the buffer, of which a setting has changed
 *
 * Context: any, NMI included.
 */
void ktrace_rings_follow(struct ktrace_buffer *buffer)
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

/**
 * ktrace_rings_follow_all - update the flags of all rings, and wait for writers
 * @buffer: the buffer, of which a setting has changed
 *
 * When this returns, no writer is in a ring that is off.
 *
 * ktrace_buffer_move_writers() publishes a ring with flags that may be stale, and corrects
 * them afterwards.  A writer that enters the ring in between may outlast a grace period that
 * began before the writer.  So no move may be in progress when the flags are updated: tasks
 * move writers with buffer->resize held, and a snapshot from any context sets the state to
 * TAKING before it reads what the flags depend on.
 *
 * Context: task; sleeps.
 */
void ktrace_rings_follow_all(struct ktrace_buffer *buffer)
{
	scoped_guard(rwsem_write, &buffer->resize) {
		/*
		 * The caller's change before the load of the state.  Pairs with the exchange
		 * in snapshot_start() and in ktrace_snapshot_ready().
		 */
		smp_mb();
		while (ktrace_snapshot_taking(buffer))
			cpu_relax();
		ktrace_rings_follow(buffer);
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
 * A snapshot that is taken meanwhile makes the spare ring the ring of writers, and later the ring
 * of readers.  This function reads the pointers in the same order, so it does not miss the ring.
 *
 * Context: task.
 */
void ktrace_buffer_cpu_rings(struct ktrace_buffer *buffer, int cpu,
			     struct ktrace_ring *rings[KTRACE_CPU_RINGS])
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);

	lockdep_assert_held(&buffer->rebuild);
	/* Pairs with the release in ktrace_spare_use(). */
	rings[0] = smp_load_acquire(&part->spare);
	rings[1] = ktrace_buffer_written(buffer, cpu);
	rings[2] = READ_ONCE(part->ring);
}

/**
 * ktrace_buffer_detach_writers - take the rings away from the writers of all CPUs
 * @buffer: the buffer
 *
 * Writers that have begun stay in their ring; a grace period waits for them.
 */
void ktrace_buffer_detach_writers(struct ktrace_buffer *buffer)
{
	int cpu;

	for_each_possible_cpu(cpu)
		WRITE_ONCE(*ring_of(buffer, cpu), &no_ring);
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
	 * Update the flags again after publishing the ring: a change of the buffer in between
	 * was applied to the old ring only.  Pairs with the barrier in ktrace_rings_follow().
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
	 * Order the store that takes the lock before all changes of the ring: mutex_lock() is
	 * only an acquire.  Pairs with the barrier in dump_copy(), which checks whether the lock
	 * is taken and does not take it.
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

	/* Repeat if the ring was replaced meanwhile by a ring with larger pages. */
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

/* Number of attempts to reset a ring while no writer moves to another page. */
#define RESET_TRIES	16

/*
 * Records that are accounted as overwritten between the two resets count in one account
 * and not in the other.  Try again until that did not happen; only a ring of few pages
 * under constant load reaches the limit.
 */
static void rings_reset_one(struct ring *ring)
{
	unsigned int tries = RESET_TRIES;

	do {
		ring_skip(ring);
		ktrace_losses_reset(&ktrace_ring_of(ring)->losses, ring->reader.cur.time);
	} while (!ring_skipped(ring) && --tries);
}

/**
 * ktrace_rings_reset - drop the records and reset the loss accounts of CPUs' rings
 * @buffer: the buffer, its rebuild held
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 *
 * Context: task; sleeps.
 */
void ktrace_rings_reset(struct ktrace_buffer *buffer, int cpu)
{
	struct ring *ring;
	int i;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(i) {
		if (!ktrace_cpu_selected(cpu, i))
			continue;
		ring = ktrace_buffer_lock_cpu(buffer, i);
		if (!ring)
			continue;
		rings_reset_one(ring);
		ktrace_buffer_unlock_cpu(buffer, i);
	}
}
