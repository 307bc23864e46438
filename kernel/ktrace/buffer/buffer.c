// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: the rings of all CPUs, who is in which, and what is set for all of them.
 *
 * Called by the layers above in task context.  A live ring is never edited: a new
 * one is made (ring_memory.c), and takes its place in two steps.  Writers go to it
 * first, by one store of its address.  Readers follow when a grace period is over,
 * and with it the last writer in the old one: until then they read that.  So do
 * resizes (rebuild.c) and snapshots (snapshot.c); waiting readers are in
 * wait.c, mappings in map.c.
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

/* Where writers land on a CPU that has no ring: always closed, always off. */
static struct ring_page no_page = { .word = RING_CLOSED };
static struct ring no_ring = {
	.page = &no_page,
	.pages	= &no_page,
	.flags	= ATOMIC_INIT(RING_OFF),
	.clock	= no_clock,
};

/* The same on all CPUs, where nothing is to be recorded on the short way. */
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
		/* Set the ring before looking again.  Pairs with itself, on another CPU. */
		smp_mb();
	} while (ring_is_on(buffer, cpu) != on || READ_ONCE(buffer->overwrite) != overwrite ||
		 ktrace_clock_inlined(kr->clock) != inlined);
}

/* Have all rings that are written to follow.  Context: any, NMI included. */
static void rings_follow(struct ktrace_buffer *buffer)
{
	struct ktrace_ring *kr;
	int cpu;

	/* A ring that is replaced stays until this is done. */
	guard(preempt_notrace)();
	/* What was changed, before the rings are found: ktrace_buffer_move_writers(). */
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
 * ktrace_buffer_setup - how a CPU's ring is made now
 * @buffer: the buffer
 * @cpu: which
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
 * ktrace_buffer_written - the ring that a CPU's writers go to
 * @buffer: the buffer
 * @cpu: which
 *
 * Context: any; to use it, preemption is off or buffer->rebuild held.
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
 * @cpu: which
 * @rings: set to the rings; NULL where there is none.  A ring may appear twice
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
 * ktrace_buffer_move_writers - have a CPU's writers go to another ring
 * @buffer: the buffer; nobody else moves writers of that CPU
 * @cpu: which
 * @kr: the ring
 *
 * Those that have begun are in the one before until a grace period is over.
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
	/* Pairs with the dependency through the pointer in writers. */
	smp_store_release(ring_of(buffer, cpu), &kr->ring);
	/* Who changed the buffer in between found the one before: rings_follow(). */
	smp_mb();
	ring_follow(buffer, cpu, kr);
}

/**
 * ktrace_buffer_move_readers - have a CPU's readers go to another ring
 * @buffer: the buffer, the CPU's lock held
 * @cpu: which
 * @kr: the ring, or NULL for none
 *
 * Context: task; sleeps.
 * Return: the ring that they were in, or NULL.  Writers and RCU readers that found the ring
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
 * ktrace_buffer_free_rings - free the rings that a buffer's readers are in
 * @buffer: the buffer, to which nobody writes: a snapshot, or one that was closed
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_free_rings(struct ktrace_buffer *buffer)
{
	struct ktrace_ring *kr, *rings = NULL;
	int cpu;

	/* Unpublish all rings first: then ktrace_ring_free() waits for one grace period. */
	for_each_possible_cpu(cpu) {
		scoped_guard(mutex, &ktrace_buffer_cpu(buffer, cpu)->lock)
			kr = ktrace_buffer_move_readers(buffer, cpu, NULL);
		if (kr) {
			kr->next = rings;
			rings = kr;
		}
	}
	while (rings) {
		kr = rings;
		rings = kr->next;
		ktrace_ring_free(kr);
	}
}

/* Wake all waiters after recording was switched off: no more records come. */
static void buffer_off_work(struct irq_work *work)
{
	ktrace_buffer_wake(container_of(work, struct ktrace_buffer, off));
}

/**
 * ktrace_buffer_default_kb - the size of a CPU's ring when nobody asked for another
 * @cpus: how many CPUs there can be, at least one
 *
 * Return: kilobytes, of whole pages.
 */
unsigned long ktrace_buffer_default_kb(unsigned int cpus)
{
	unsigned long share = round_down(KTRACE_BUFFER_ALL_KB / cpus, RING_PAGE_MIN >> 10);

	return clamp(share, KTRACE_BUFFER_LEAST_KB, KTRACE_BUFFER_KB);
}

/**
 * ktrace_buffer_setup_empty - what a buffer is like before it has rings
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
	/* Of what was discarded; others when they are listened to. */
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
 * ktrace_buffer_close - have nobody write to a buffer again, nor change it
 * @buffer: the buffer
 *
 * Its rings stay, to be read by those who hold it.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_close(struct ktrace_buffer *buffer)
{
	int cpu;

	/* Whoever makes new rings is done, or sees that it is closed. */
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
 * ktrace_buffer_set_on - record, or do not
 * @buffer: the buffer
 * @on: whether to
 *
 * When this returns after switching off, no writer is in a ring any more.
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
 * @cpus: these, while it is on; others do not
 *
 * When this returns, no writer is in the ring of another one any more.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_set_cpus(struct ktrace_buffer *buffer, const struct cpumask *cpus)
{
	int cpu;

	/* Bit by bit: hooks look at it, and others may be setting it, too. */
	for_each_possible_cpu(cpu) {
		if (cpumask_test_cpu(cpu, cpus))
			cpumask_clear_cpu(cpu, &buffer->excluded);
		else
			cpumask_set_cpu(cpu, &buffer->excluded);
	}
	rings_follow_all(buffer);
}

/**
 * ktrace_buffer_off - stop recording, from anywhere
 * @buffer: the buffer, which stays
 *
 * Writers that have begun go on; no other does.  Whether it is on is as of the last who
 * said so, this or ktrace_buffer_set_on().
 *
 * Context: any, NMI included.
 */
void ktrace_buffer_off(struct ktrace_buffer *buffer)
{
	guard(preempt_notrace)();
	buffer_switch(buffer, false);
	rings_follow(buffer);
	/* Otherwise the hotplug callbacks wake, as for the CPU's records. */
	if (likely(ktrace_buffer_notices()))
		irq_work_queue(&buffer->off);
	else
		ktrace_buffer_unnoticed(buffer);
}

/**
 * ktrace_buffer_on - record from now on, from anywhere
 * @buffer: the buffer, which is not unmade before this returns
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
 * ktrace_buffer_follow_clock - see which clock a buffer's rings can use
 * @buffer: the buffer
 *
 * Context: any, NMI included.
 */
void ktrace_buffer_follow_clock(struct ktrace_buffer *buffer)
{
	rings_follow(buffer);
}

/**
 * ktrace_buffer_set_overwrite - choose which records give way when full
 * @buffer: the buffer
 * @overwrite: the oldest, rather than the new ones
 */
void ktrace_buffer_set_overwrite(struct ktrace_buffer *buffer, bool overwrite)
{
	WRITE_ONCE(buffer->overwrite, overwrite);
	rings_follow(buffer);
}

/**
 * ktrace_buffer_set_percent - choose what those wait for who wait for pages
 * @buffer: the buffer
 * @percent: of a ring's pages, up to 100; 0 for any
 */
void ktrace_buffer_set_percent(struct ktrace_buffer *buffer, unsigned int percent)
{
	WRITE_ONCE(buffer->percent, percent);
	/* Who waits for more than that begins again. */
	ktrace_buffer_wake(buffer);
}

/* So often it is tried to reset a ring between two of its pages. */
#define RESET_TRIES	16

/*
 * What is told to be overwritten between the two resets counts for the one, but
 * not for the other: but for a ring of few pages, written to flat out, nothing is.
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
 * ktrace_buffer_reset - drop what was recorded, and start new accounts
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 */
void ktrace_buffer_reset(struct ktrace_buffer *buffer, int cpu)
{
	struct ring *ring;
	int i;

	/* Or a ring could be given the account of the one before afterwards. */
	guard(mutex)(&buffer->rebuild);
	/* Or what was recorded before this, and after a snapshot, would stay. */
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
 * ktrace_buffer_losses - how many records of an event were lost, and when
 * @buffer: the buffer
 * @id: the event's
 * @sum: set to what was lost on all CPUs
 *
 * Context: task; sleeps.  ktrace_buffer_settle() makes it exact.
 * Return: whether that event was ever listened to, or one of those that go on
 * to the next multiple of KTRACE_LOSS_IDS.
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
 * ktrace_buffer_settle - see that no record is told to be lost that was read
 * @buffer: the buffer
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_settle(struct ktrace_buffer *buffer)
{
	struct ring *ring;
	int cpu;

	/* What was unread of rings that were replaced is told by now. */
	guard(mutex)(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(buffer, cpu);
		if (!ring)
			continue;
		ktrace_losses_settle(&ktrace_ring_of(ring)->losses, ring);
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
}

/**
 * ktrace_buffer_uses - tells whether a CPU's ring was replaced
 * @buffer: the buffer, its resize held or the CPU's lock
 * @cpu: which
 *
 * Return: a number that changes whenever the CPU's ring is replaced.
 */
u64 ktrace_buffer_uses(struct ktrace_buffer *buffer, int cpu)
{
	return ktrace_buffer_cpu(buffer, cpu)->uses;
}

/**
 * ktrace_buffer_replaced - tells whether any CPU's ring was replaced
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
 * @cpu: which
 *
 * Return: kilobytes, as was asked for.
 */
unsigned long ktrace_buffer_kb(struct ktrace_buffer *buffer, int cpu)
{
	return READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->kb);
}

/*
 * Readers
 */

/**
 * ktrace_buffer_lock_cpu - become the one consuming reader of a CPU's ring
 * @buffer: the buffer
 * @cpu: which
 *
 * Context: task; sleeps.  One CPU at a time.
 * Return: the ring, to be given back with ktrace_buffer_unlock_cpu(); or NULL
 * if the CPU has none, with nothing to give back.
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
	/* It may be given its first one just now. */
	kr = READ_ONCE(part->ring);
	if (kr)
		return &kr->ring;
	mutex_unlock(&part->lock);
	return NULL;
}

/**
 * ktrace_buffer_lock_cpu_image - ktrace_buffer_lock_cpu(), with room for a copy of a page
 * @buffer: the buffer
 * @cpu: which
 * @image: gets room for a page of the ring, and then loses its content
 *
 * Allocates without the lock: other readers of the ring do not wait for memory.
 *
 * Context: task; sleeps.  One CPU at a time.
 * Return: as ktrace_buffer_lock_cpu(); or -ENOMEM as a pointer, with nothing to give back.
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
 * ktrace_buffer_unlock_cpu - end what ktrace_buffer_lock_cpu() began
 * @buffer: the buffer
 * @cpu: which
 */
void ktrace_buffer_unlock_cpu(struct ktrace_buffer *buffer, int cpu)
{
	mutex_unlock(&ktrace_buffer_cpu(buffer, cpu)->lock);
}
