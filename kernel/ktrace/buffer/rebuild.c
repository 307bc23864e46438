// SPDX-License-Identifier: GPL-2.0
/*
 * New rings for a buffer: its first rings, rings of another size or page size or for another
 * clock, and rings of CPUs that come online.
 *
 * Called in task context, by life.c and the layers above.  Readers, writers and CPU hotplug do
 * not wait while memory is allocated or freed, during a grace period, or while the unread
 * records are counted by type:
 *
 *   allocate	with ktrace_buffer.rebuild only
 *   switch	all CPUs' writers move to the new rings, with ktrace_buffer.resize; or none
 *		move, if a ring is mapped or no ring was allocated for a CPU that came online
 *   wait	for a grace period: then no writer is in an old ring
 *   follow	readers move, CPU by CPU: the new ring continues the account of the old ring,
 *		so its first record reports the losses before it
 *   tell	the losses by type: count the unread records of the old rings; then free the
 *		old rings, which waits for another grace period
 *
 * A CPU that comes online gets a ring with the buffer's current settings.  If it comes before
 * the switch, the switch finds a ring with the old settings, and the rebuild starts again.
 */
#include <linux/cpu.h>
#include <linux/log2.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer/buffer.h"
#include "buffer/hooks.h"
#include "buffer/internal.h"

/**
 * struct rebuild - a change of a buffer
 * @cpu:	the CPU whose size changes, or KTRACE_ALL_CPUS
 * @to:		the new settings; 0 or NULL for unchanged settings
 * @use:	allocate rings if the buffer has none
 */
struct rebuild {
	int			cpu;
	struct ktrace_ring_setup to;
	bool			use;
};

static struct ktrace_ring_setup rebuild_setup(struct ktrace_buffer *buffer, int cpu,
					      const struct rebuild *what)
{
	struct ktrace_ring_setup setup = ktrace_buffer_setup(buffer, cpu);

	if (what->to.kb && ktrace_cpu_selected(what->cpu, cpu))
		setup.kb = what->to.kb;
	if (what->to.page_bytes)
		setup.page_bytes = what->to.page_bytes;
	if (what->to.clock)
		setup.clock = what->to.clock;
	return setup;
}

static bool setup_same(const struct ktrace_ring_setup *a, const struct ktrace_ring_setup *b)
{
	return a->kb == b->kb && a->page_bytes == b->page_bytes && a->clock == b->clock;
}

/* Maximum size of a ring with this page size, in kB. */
static unsigned long ring_kb_max(u32 page_bytes)
{
	return RING_MAX_SLOTS * ring_page_room(page_bytes) >> 10;
}

/*
 * Check new settings and change nothing.  Return: number of CPUs whose rings must be replaced;
 * -EINVAL if a ring cannot have its settings; -EBUSY if one of these rings is mapped.
 */
static int rebuild_check(struct ktrace_buffer *buffer, const struct rebuild *what)
{
	struct ktrace_ring_setup setup, now;
	int cpu, changed = 0;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		setup = rebuild_setup(buffer, cpu, what);
		now = ktrace_buffer_setup(buffer, cpu);
		if (setup.kb > ring_kb_max(setup.page_bytes))
			return -EINVAL;
		if (setup_same(&setup, &now))
			continue;
		/* rebuild_switch() checks this again, with the locks held. */
		if (ktrace_buffer_mapped(buffer, cpu))
			return -EBUSY;
		changed++;
	}
	return changed;
}

/* Whether a CPU needs a new ring.  An offline CPU gets its ring when it comes online. */
static bool rebuild_wants(struct ktrace_buffer *buffer, int cpu, const struct rebuild *what)
{
	struct ktrace_ring_setup setup = rebuild_setup(buffer, cpu, what);
	struct ktrace_ring_setup now = ktrace_buffer_setup(buffer, cpu);

	lockdep_assert_held(&buffer->rebuild);
	if (!buffer->used && !what->use)
		return false;
	return READ_ONCE(ktrace_buffer_cpu(buffer, cpu)->ring) ? !setup_same(&setup, &now) :
								 cpu_online(cpu);
}

/* Allocate the rings that are needed and not yet in @rings. */
static int rebuild_alloc(struct ktrace_buffer *buffer, const struct rebuild *what,
			 struct ktrace_ring **rings)
{
	struct ktrace_ring_setup setup;
	int cpu;

	for_each_possible_cpu(cpu) {
		if (rings[cpu] || !rebuild_wants(buffer, cpu, what))
			continue;
		setup = rebuild_setup(buffer, cpu, what);
		rings[cpu] = ktrace_ring_alloc(buffer, cpu, &setup);
		if (!rings[cpu])
			return fatal_signal_pending(current) ? -EINTR : -ENOMEM;
	}
	return 0;
}

/* Publish a CPU's first ring. */
static void rebuild_give(struct ktrace_buffer *buffer, int cpu, struct ktrace_ring *kr)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);

	lockdep_assert_held_write(&buffer->resize);
	WRITE_ONCE(part->ring, kr);
	part->uses++;
	buffer->replaced++;
	ktrace_buffer_move_writers(buffer, cpu, kr);
}

static void rebuild_set(struct ktrace_buffer *buffer, const struct rebuild *what)
{
	struct ktrace_ring_setup setup;
	int cpu;

	lockdep_assert_held_write(&buffer->resize);
	for_each_possible_cpu(cpu) {
		setup = rebuild_setup(buffer, cpu, what);
		WRITE_ONCE(ktrace_buffer_cpu(buffer, cpu)->kb, setup.kb);
	}
	if (what->to.page_bytes)
		WRITE_ONCE(buffer->page_bytes, what->to.page_bytes);
	if (what->to.clock) {
		WRITE_ONCE(buffer->clock, what->to.clock);
		WRITE_ONCE(buffer->began, what->to.clock->read());
	}
	if (what->use)
		WRITE_ONCE(buffer->used, true);
}

/*
 * Make the readers of rings that are replaced stop at the current end of the ring, or
 * undo that.  Writers that have begun may add records behind the end: these are later
 * than the first records of the new ring, and count as unread.
 */
static void rebuild_stop(struct ktrace_buffer *buffer, struct ktrace_ring **rings, bool stop)
{
	struct ktrace_cpu_buffer *part;
	int cpu;

	for_each_possible_cpu(cpu) {
		part = ktrace_buffer_cpu(buffer, cpu);
		if (!rings[cpu])
			continue;
		guard(mutex)(&part->lock);
		if (part->ring)
			ring_stop(&part->ring->ring, stop);
	}
}

/*
 * Move writers to @rings.  Rings to which readers have to move later stay in @rings.
 * Return: 0; -EBUSY if a ring is mapped, -EAGAIN if a CPU lacks a new ring, and then nothing
 * was changed.
 */
static int rebuild_switch(struct ktrace_buffer *buffer, const struct rebuild *what,
			  struct ktrace_ring **rings)
{
	struct ktrace_cpu_buffer *part;
	int cpu;

	/* Exclude a CPU that is coming online and has not looked for its ring yet. */
	guard(cpus_read_lock)();
	guard(rwsem_write)(&buffer->resize);
	for_each_possible_cpu(cpu) {
		if (!rebuild_wants(buffer, cpu, what))
			continue;
		if (ktrace_buffer_mapped(buffer, cpu))
			return -EBUSY;
		if (!rings[cpu])
			return -EAGAIN;
	}
	for_each_possible_cpu(cpu) {
		if (!rebuild_wants(buffer, cpu, what))
			continue;
		part = ktrace_buffer_cpu(buffer, cpu);
		if (part->ring) {
			WRITE_ONCE(part->held, true);
			ktrace_buffer_move_writers(buffer, cpu, rings[cpu]);
		} else {
			rebuild_give(buffer, cpu, rings[cpu]);
			rings[cpu] = NULL;
		}
	}
	rebuild_set(buffer, what);
	return 0;
}

/*
 * Move the readers of each CPU to its new ring in @rings, which the writers use already.  On
 * return, @rings has the old rings.
 */
static void rebuild_follow(struct ktrace_buffer *buffer, struct ktrace_ring **rings)
{
	struct ktrace_cpu_buffer *part;
	struct ktrace_ring *kr;
	int cpu;

	for_each_possible_cpu(cpu) {
		part = ktrace_buffer_cpu(buffer, cpu);
		kr = rings[cpu];
		if (!kr)
			continue;
		guard(mutex)(&part->lock);
		ring_stop(&part->ring->ring, false);
		ring_succeed(&kr->ring, &part->ring->ring);
		ktrace_losses_carry(&kr->losses, &part->ring->losses,
				    kr->ring.clock == part->ring->ring.clock);
		ktrace_losses_reset(&part->ring->losses, part->ring->ring.reader.cur.time);
		rings[cpu] = ktrace_buffer_move_readers(buffer, cpu, kr);
	}
}

/* Account for the unread records of @old by event; the ring has no users any more. */
static void rebuild_tell(struct ktrace_buffer *buffer, int cpu, struct ktrace_ring *old)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);

	lockdep_assert_held(&buffer->rebuild);
	while (ring_abandon(&old->ring))
		cond_resched();
	guard(mutex)(&part->lock);
	ktrace_losses_carry(&part->ring->losses, &old->losses,
			    part->ring->ring.clock == old->ring.clock);
}

/* Complete a rebuild after the switch of writers. */
static void rebuild_finish(struct ktrace_buffer *buffer, struct ktrace_ring **rings)
{
	int cpu;

	/* Wait for writers that loaded an old ring's address. */
	ktrace_hooks_synchronize();
	rebuild_follow(buffer, rings);
	/* Wake readers that armed the replaced rings: no writer of a new ring would wake them. */
	ktrace_buffer_wake(buffer);
	for_each_possible_cpu(cpu)
		if (rings[cpu])
			rebuild_tell(buffer, cpu, rings[cpu]);
}

/*
 * Free the rings of CPUs that went offline, or that came online and got another ring,
 * between rebuild_alloc() and rebuild_switch().  The remaining @rings have writers.
 */
static void rebuild_drop_unused(struct ktrace_buffer *buffer, struct ktrace_ring **rings)
{
	struct ktrace_cpu_buffer *part;
	int cpu;

	for_each_possible_cpu(cpu) {
		if (!rings[cpu] || ktrace_buffer_written(buffer, cpu) == rings[cpu])
			continue;
		part = ktrace_buffer_cpu(buffer, cpu);
		scoped_guard(mutex, &part->lock)
			if (part->ring)
				ring_stop(&part->ring->ring, false);
		ktrace_ring_free(rings[cpu]);
		rings[cpu] = NULL;
	}
}

static bool rebuild_any(struct ktrace_ring **rings)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (rings[cpu])
			return true;
	return false;
}

/* Create new rings and replace the old ones.  Unread records are lost, and counted. */
static int buffer_rebuild(struct ktrace_buffer *buffer, const struct rebuild *what)
{
	struct ktrace_ring **rings __free(kfree) =
		kcalloc(nr_cpu_ids, sizeof(*rings), GFP_KERNEL);
	struct ktrace_ring *old = NULL;
	int cpu, err;

	if (!rings)
		return -ENOMEM;
	guard(mutex)(&buffer->rebuild);
	if (buffer->closed)
		return -ENODEV;
	err = rebuild_check(buffer, what);
	if (err < 0)
		return err;
	/* The settings do not change. */
	if (!err && (!what->use || buffer->used))
		return 0;
	WRITE_ONCE(buffer->replacing, true);
	do {
		err = rebuild_alloc(buffer, what, rings);
		if (err)
			break;
		/* Finish a snapshot in progress, and allow no other from here on. */
		ktrace_snapshot_hold(buffer);
		ktrace_snapshot_drop_pending(buffer);
		rebuild_stop(buffer, rings, true);
		err = rebuild_switch(buffer, what, rings);
		if (err)
			rebuild_stop(buffer, rings, false);
		else
			rebuild_drop_unused(buffer, rings);
		if (!err && rebuild_any(rings))
			rebuild_finish(buffer, rings);
		ktrace_snapshot_release(buffer);
	} while (err == -EAGAIN);
	for_each_possible_cpu(cpu)
		ktrace_ring_push(&old, rings[cpu]);
	ktrace_rings_free(old);
	/* Pairs with the acquire in dump_wants(). */
	smp_store_release(&buffer->replacing, false);
	/*
	 * Waiting readers have not armed the first ring of a CPU, or have stopped at
	 * the end of a ring.
	 */
	ktrace_buffer_wake(buffer);
	return err;
}

/**
 * ktrace_buffer_resize - change the size of CPUs' rings
 * @buffer: the buffer
 * @cpu: the CPU, or KTRACE_ALL_CPUS
 * @kb: kilobytes for each CPU, rounded up to pages
 *
 * Unread records of these CPUs are lost, and counted as overwritten.
 *
 * Context: task; sleeps.
 * Return: 0, -EINVAL for an impossible size, -EBUSY if a ring is mapped, -ENODEV if the
 * buffer was destroyed, -ENOMEM or -EINTR; on error nothing was changed.
 */
int ktrace_buffer_resize(struct ktrace_buffer *buffer, int cpu, unsigned long kb)
{
	struct rebuild what = { .cpu = cpu, .to.kb = kb };

	return kb ? buffer_rebuild(buffer, &what) : -EINVAL;
}

/**
 * ktrace_buffer_page_bytes - page size that ktrace_buffer_set_page() uses for a number of kB
 * @kb: kilobytes of a page
 *
 * Context: any.
 * Return: size of a page in bytes; 0 if @kb is out of range.
 */
u32 ktrace_buffer_page_bytes(unsigned long kb)
{
	if (!kb || kb > RING_PAGE_MAX >> 10)
		return 0;
	return max(RING_PAGE_MIN, (u32)roundup_pow_of_two(kb) << 10);
}

/**
 * ktrace_buffer_set_page - change the page size of all rings
 * @buffer: the buffer
 * @kb: kilobytes of a page, rounded up to a power of two
 *
 * Unread records are lost, and counted as overwritten.
 *
 * Context: task; sleeps.
 * Return: 0; -EINVAL for an impossible page size, or if a ring of the current size
 * would have too many pages; -EBUSY, -ENODEV, -ENOMEM or -EINTR; on error nothing was
 * changed.
 */
int ktrace_buffer_set_page(struct ktrace_buffer *buffer, unsigned long kb)
{
	struct rebuild what = {
		.cpu = KTRACE_ALL_CPUS, .to.page_bytes = ktrace_buffer_page_bytes(kb),
	};

	return what.to.page_bytes ? buffer_rebuild(buffer, &what) : -EINVAL;
}

/**
 * ktrace_buffer_set_clock - change the clock of a buffer
 * @buffer: the buffer
 * @clock: the clock
 *
 * A buffer cannot have times of two clocks: unread records are lost, and counted as
 * overwritten.
 *
 * Context: task; sleeps.
 * Return: 0, -EBUSY, -ENODEV, -ENOMEM or -EINTR; on error nothing was changed.
 */
int ktrace_buffer_set_clock(struct ktrace_buffer *buffer,
			    const struct ktrace_clock *clock)
{
	struct rebuild what = { .cpu = KTRACE_ALL_CPUS, .to.clock = clock };

	return buffer_rebuild(buffer, &what);
}

/**
 * ktrace_buffer_use - allocate the rings of a buffer
 * @buffer: the buffer
 *
 * Context: task; sleeps.
 * Return: 0; -ENOMEM, -EINTR, or -ENODEV if the buffer was destroyed; on error nothing
 * was changed.
 */
int ktrace_buffer_use(struct ktrace_buffer *buffer)
{
	struct rebuild what = { .cpu = KTRACE_ALL_CPUS, .use = true };

	return READ_ONCE(buffer->used) ? 0 : buffer_rebuild(buffer, &what);
}

/**
 * ktrace_buffer_settle - wait until no rings are being replaced
 * @buffer: the buffer
 *
 * A command that is going to call ktrace_buffer_expect() under ktrace_event_mutex calls this
 * before, without the mutex: other commands need not wait then while a buffer is resized.
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_settle(struct ktrace_buffer *buffer)
{
	guard(mutex)(&buffer->rebuild);
}

/**
 * ktrace_buffer_expect - allocate the loss counters of an event
 * @buffer: the buffer, whose rings are allocated
 * @id: id of the event
 *
 * Waits for a resize of the buffer only if the counters are missing.
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_buffer_expect(struct ktrace_buffer *buffer, u16 id)
{
	struct ktrace_ring *rings[KTRACE_CPU_RINGS];
	unsigned int i, piece = id / KTRACE_LOSS_IDS;
	int cpu, err;

	/*
	 * Rings that are being created get the counters, too, and the counters stay as long as
	 * the event has its id.  Pairs with the barrier below.
	 */
	if (test_bit_acquire(piece, buffer->losses))
		return 0;
	guard(mutex)(&buffer->rebuild);
	if (test_bit(piece, buffer->losses))
		return 0;
	/* A CPU that comes online could otherwise get a ring without the counters. */
	guard(cpus_read_lock)();
	for_each_possible_cpu(cpu) {
		ktrace_buffer_cpu_rings(buffer, cpu, rings);
		for (i = 0; i < ARRAY_SIZE(rings); i++) {
			err = rings[i] ? ktrace_losses_want(&rings[i]->losses, piece,
							    cpu_to_node(cpu)) : 0;
			if (err)
				return err;
		}
	}
	/* All rings have the counters before another task finds the bit. */
	smp_mb__before_atomic();
	set_bit(piece, buffer->losses);
	return 0;
}

/*
 * Give a CPU its first ring.  Return: true if the CPU has a ring now, or needs none because the
 * buffer is unused; false if the new ring is missing or has outdated settings.
 */
static bool prepare_give(struct ktrace_buffer *buffer, int cpu, struct ktrace_ring **kr,
			 const struct ktrace_ring_setup *setup)
{
	struct ktrace_ring_setup now;

	guard(rwsem_write)(&buffer->resize);
	if (!buffer->used || ktrace_buffer_cpu(buffer, cpu)->ring)
		return true;
	now = ktrace_buffer_setup(buffer, cpu);
	if (!*kr || !setup_same(setup, &now))
		return false;
	rebuild_give(buffer, cpu, *kr);
	*kr = NULL;
	return true;
}

/**
 * ktrace_buffer_prepare - give a CPU that comes online its ring
 * @buffer: the buffer
 * @cpu: the CPU
 *
 * Context: task; sleeps.  The caller holds cpu_hotplug_lock for writing, so this function does
 * not wait for tasks that make new rings.
 * Return: 0; or -ENOMEM, and then the CPU has no ring.
 */
int ktrace_buffer_prepare(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring_setup setup = {};
	struct ktrace_ring *kr = NULL;

	while (!prepare_give(buffer, cpu, &kr, &setup)) {
		/* If the buffer's settings changed meanwhile, allocate another ring. */
		ktrace_ring_free(kr);
		scoped_guard(rwsem_read, &buffer->resize)
			setup = ktrace_buffer_setup(buffer, cpu);
		kr = ktrace_ring_alloc(buffer, cpu, &setup);
		if (!kr)
			return -ENOMEM;
	}
	ktrace_ring_free(kr);
	ktrace_buffer_wake(buffer);
	return 0;
}
