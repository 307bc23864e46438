// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: the rings of all CPUs, and how they are replaced.
 *
 * Called by the layers above in task context.  A live ring is never edited: a
 * new one is built (buffer_ring.c), put in its place, and the old one freed when
 * no writer can be in it.  Waiting readers are in buffer_wait.c, snapshots in
 * buffer_snapshot.c, mappings in buffer_map.c.
 */
#include <linux/cpu.h>
#include <linux/log2.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer.h"
#include "buffer_ring.h"

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

/*
 * Whether a ring is on follows from its buffer, which anybody may switch off at any
 * time: who sets the ring last does it by what the buffer is then.
 */
static void ring_follow(struct ktrace_buffer *buffer, struct ring *ring)
{
	bool on;

	do {
		on = READ_ONCE(buffer->on);
		ring_set_flags(ring, on ? 0 : RING_OFF, on ? RING_OFF : 0);
		/* Set the ring before looking again.  Pairs with itself, on another CPU. */
		smp_mb();
	} while (READ_ONCE(buffer->on) != on);
}

/* Flags that follow from how @buffer is set up. */
static void ring_apply(struct ktrace_buffer *buffer, struct ring *ring)
{
	bool inlined = ktrace_clock_inlined(buffer->clock);

	ring_set_flags(ring, inlined ? 0 : RING_CLOCK, inlined ? RING_CLOCK : 0);
	ring_follow(buffer, ring);
}

/* The same for all of its rings. */
static void buffer_apply(struct ktrace_buffer *buffer)
{
	struct ktrace_ring *kr;
	int cpu;

	lockdep_assert_held_write(&buffer->resize);
	for_each_possible_cpu(cpu) {
		kr = ktrace_buffer_cpu(buffer, cpu)->ring;
		if (kr)
			ring_apply(buffer, &kr->ring);
	}
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
 * ktrace_buffer_replace - put a ring, or none, in the place of a CPU's
 * @buffer: the buffer, its resize held for writing
 * @cpu: which
 * @kr: the ring, or NULL
 *
 * Return: what was there; writers may be in it until a grace period is over.
 */
struct ktrace_ring *ktrace_buffer_replace(struct ktrace_buffer *buffer, int cpu,
					  struct ktrace_ring *kr)
{
	struct ktrace_cpu_buffer *part = ktrace_buffer_cpu(buffer, cpu);
	struct ktrace_ring *old = part->ring;

	lockdep_assert_held_write(&buffer->resize);
	if (kr) {
		kr->ring.overwrite = buffer->overwrite;
		ring_apply(buffer, &kr->ring);
	}
	WRITE_ONCE(part->ring, kr);
	part->uses++;
	/* Pairs with the dependency through the pointer in writers. */
	smp_store_release(ring_of(buffer, cpu), kr ? &kr->ring : &no_ring);
	/* Who switched off in between found the one before.  Pairs with it. */
	smp_mb();
	if (kr)
		ring_follow(buffer, &kr->ring);
	return old;
}

/* Those who wait learn that nothing more comes. */
static void buffer_off_work(struct irq_work *work)
{
	ktrace_buffer_wake(container_of(work, struct ktrace_buffer, off));
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
	buffer->page_bytes = KTRACE_PAGE_BYTES;
	buffer->overwrite = true;
	buffer->on = true;
	buffer->percent = KTRACE_BUFFER_PERCENT;
	/* Of what was discarded; others when they are listened to. */
	__set_bit(RING_TYPE_DISCARDED / KTRACE_LOSS_IDS, buffer->losses);
	init_waitqueue_head(&buffer->waiters);
	init_irq_work(&buffer->off, buffer_off_work);
	spin_lock_init(&buffer->arm_lock);
	init_rwsem(&buffer->resize);
	mutex_init(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		*ring_of(buffer, cpu) = &no_ring;
		ktrace_buffer_cpu(buffer, cpu)->kb = KTRACE_BUFFER_KB;
		mutex_init(&ktrace_buffer_cpu(buffer, cpu)->lock);
	}
	return 0;
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
	guard(mutex)(&buffer->rebuild);
	scoped_guard(rwsem_write, &buffer->resize) {
		buffer->closed = true;
		WRITE_ONCE(buffer->on, false);
		buffer_apply(buffer);
		for_each_possible_cpu(cpu)
			WRITE_ONCE(*ring_of(buffer, cpu), &no_ring);
	}
	/* A writer that loaded a ring's address is done after this. */
	synchronize_rcu();
	ktrace_buffer_wake(buffer);
}

/* What is to be changed; 0 or NULL for what stays. */
struct rebuild {
	int			cpu;	/* whose kb, or KTRACE_ALL_CPUS */
	struct ktrace_ring_setup to;
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

/* The most that a ring with such pages may have, kB. */
static unsigned long ring_kb_max(u32 page_bytes)
{
	return RING_MAX_SLOTS * (page_bytes >> 10);
}

/* Return: how many CPUs' rings change; -EINVAL if one can't be had, or -EBUSY. */
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
		/* It is looked again when there is no way back. */
		if (ktrace_buffer_mapped(buffer, cpu))
			return -EBUSY;
		changed++;
	}
	return changed;
}

/* New rings for the CPUs that @what changes something of, or that have none. */
static int rebuild_alloc(struct ktrace_buffer *buffer, const struct rebuild *what,
			 struct ktrace_ring **rings)
{
	struct ktrace_ring_setup setup, now;
	bool has;
	int cpu;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		setup = rebuild_setup(buffer, cpu, what);
		now = ktrace_buffer_setup(buffer, cpu);
		has = ktrace_buffer_cpu(buffer, cpu)->ring;
		/* One that is offline and has none gets it when it comes. */
		if (has ? setup_same(&setup, &now) : !cpu_online(cpu))
			continue;
		rings[cpu] = ktrace_ring_alloc(buffer, cpu, &setup);
		if (!rings[cpu])
			return fatal_signal_pending(current) ? -EINTR : -ENOMEM;
	}
	return 0;
}

/*
 * Put @rings in place; what was there is in @rings afterwards.
 * Return: 0; or -EBUSY if one is mapped, and then nothing was changed.
 */
static int rebuild_replace(struct ktrace_buffer *buffer, const struct rebuild *what,
			   struct ktrace_ring **rings)
{
	struct ktrace_ring_setup setup;
	int cpu;

	lockdep_assert_held_write(&buffer->resize);
	for_each_possible_cpu(cpu)
		if (rings[cpu] && ktrace_buffer_cpu(buffer, cpu)->maps)
			return -EBUSY;
	for_each_possible_cpu(cpu) {
		setup = rebuild_setup(buffer, cpu, what);
		WRITE_ONCE(ktrace_buffer_cpu(buffer, cpu)->kb, setup.kb);
	}
	if (what->to.page_bytes)
		WRITE_ONCE(buffer->page_bytes, what->to.page_bytes);
	if (what->to.clock)
		WRITE_ONCE(buffer->clock, what->to.clock);
	for_each_possible_cpu(cpu)
		if (rings[cpu])
			rings[cpu] = ktrace_buffer_replace(buffer, cpu, rings[cpu]);
	return 0;
}

/* The accounts of the rings go on from those of @old, which they replaced. */
static void rebuild_succeed(struct ktrace_buffer *buffer, struct ktrace_ring **old)
{
	struct ktrace_ring *kr;
	int cpu;

	lockdep_assert_held_write(&buffer->resize);
	for_each_possible_cpu(cpu) {
		if (!old[cpu])
			continue;
		kr = ktrace_buffer_cpu(buffer, cpu)->ring;
		ring_succeed(&kr->ring, &old[cpu]->ring);
		while (ring_abandon(&old[cpu]->ring))
			cond_resched();
		ktrace_losses_carry(&kr->losses, &old[cpu]->losses);
	}
}

/*
 * Make new rings, put them in place of the old ones, and free those.  Writers
 * and readers go on while there is allocated; what was not read is lost, and
 * counted.  Readers wait until the new rings know of that: the loss is told
 * before the first record of the new ring.
 */
static int buffer_rebuild(struct ktrace_buffer *buffer, const struct rebuild *what)
{
	struct ktrace_ring **rings __free(kfree) =
		kcalloc(nr_cpu_ids, sizeof(*rings), GFP_KERNEL);
	int cpu, err = 0;

	if (!rings)
		return -ENOMEM;
	guard(mutex)(&buffer->rebuild);
	if (buffer->closed)
		return -ENODEV;
	err = rebuild_check(buffer, what);
	if (err <= 0)
		return err;
	err = 0;
	cpus_read_lock();
	if (buffer->used)
		err = rebuild_alloc(buffer, what, rings);
	if (!err) {
		down_write(&buffer->resize);
		err = rebuild_replace(buffer, what, rings);
		if (err)
			up_write(&buffer->resize);
	}
	cpus_read_unlock();

	if (!err) {
		/* A writer that loaded the old ring's address is done after this. */
		synchronize_rcu();
		rebuild_succeed(buffer, rings);
		up_write(&buffer->resize);
	}
	for_each_possible_cpu(cpu)
		ktrace_ring_free(rings[cpu]);
	if (err)
		return err;
	/* Who waits has armed rings that are gone. */
	ktrace_buffer_wake(buffer);
	return 0;
}

/**
 * ktrace_buffer_resize - give CPUs a ring of another size
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @kb: kilobytes for each CPU, rounded up to pages
 *
 * What was recorded on these CPUs and not read is lost, and counted as
 * overwritten.
 *
 * Context: task; sleeps.
 * Return: 0, -EINVAL for a size that no ring can have, -EBUSY if it is mapped,
 * -ENODEV if it was unmade, -ENOMEM or -EINTR; then nothing was changed.
 */
int ktrace_buffer_resize(struct ktrace_buffer *buffer, int cpu, unsigned long kb)
{
	struct rebuild what = { .cpu = cpu, .to.kb = kb };

	return kb ? buffer_rebuild(buffer, &what) : -EINVAL;
}

/**
 * ktrace_buffer_set_page - give all rings pages of another size
 * @buffer: the buffer
 * @kb: kilobytes of a page, rounded up to a power of two
 *
 * What was recorded and not read is lost, and counted as overwritten.
 *
 * Context: task; sleeps.
 * Return: 0; -EINVAL for a size that no page can have, or that a ring of its
 * present size would have too many of; -EBUSY, -ENODEV, -ENOMEM or -EINTR; then
 * nothing was changed.
 */
int ktrace_buffer_set_page(struct ktrace_buffer *buffer, unsigned long kb)
{
	struct rebuild what = { .cpu = KTRACE_ALL_CPUS };

	if (!kb || kb > RING_PAGE_MAX >> 10)
		return -EINVAL;
	what.to.page_bytes = max(RING_PAGE_MIN, (u32)roundup_pow_of_two(kb) << 10);
	return buffer_rebuild(buffer, &what);
}

/**
 * ktrace_buffer_set_clock - stamp records with another clock
 * @buffer: the buffer
 * @clock: the clock
 *
 * Times of two clocks can't be told apart in one buffer: what was recorded and
 * not read is lost, and counted as overwritten.
 *
 * Context: task; sleeps.
 * Return: 0, -EBUSY, -ENODEV, -ENOMEM or -EINTR; then nothing was changed.
 */
int ktrace_buffer_set_clock(struct ktrace_buffer *buffer,
			    const struct ktrace_clock *clock)
{
	struct rebuild what = { .cpu = KTRACE_ALL_CPUS, .to.clock = clock };

	return buffer_rebuild(buffer, &what);
}

/**
 * ktrace_buffer_use - see that a buffer has its memory
 * @buffer: the buffer
 *
 * Context: task; sleeps.
 * Return: 0; -ENOMEM, -EINTR, or -ENODEV if it was unmade: then nothing was changed.
 */
int ktrace_buffer_use(struct ktrace_buffer *buffer)
{
	struct rebuild what = { .cpu = KTRACE_ALL_CPUS };
	struct ktrace_ring **rings __free(kfree) = NULL;
	int cpu, err;

	if (READ_ONCE(buffer->used))
		return 0;
	rings = kcalloc(nr_cpu_ids, sizeof(*rings), GFP_KERNEL);
	if (!rings)
		return -ENOMEM;
	guard(mutex)(&buffer->rebuild);
	if (buffer->used)
		return 0;
	if (buffer->closed)
		return -ENODEV;
	cpus_read_lock();
	err = rebuild_alloc(buffer, &what, rings);
	if (!err) {
		down_write(&buffer->resize);
		err = rebuild_replace(buffer, &what, rings);
		up_write(&buffer->resize);
	}
	if (!err)
		WRITE_ONCE(buffer->used, true);
	cpus_read_unlock();
	if (err)
		for_each_possible_cpu(cpu)
			ktrace_ring_free(rings[cpu]);
	else
		/* Who waits has armed no ring yet. */
		ktrace_buffer_wake(buffer);
	return err;
}

/**
 * ktrace_buffer_expect - have room to count the losses of an event
 * @buffer: the buffer, which has its memory
 * @id: the event's
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_buffer_expect(struct ktrace_buffer *buffer, u16 id)
{
	unsigned int piece = id / KTRACE_LOSS_IDS;
	struct ktrace_ring *kr;
	int cpu, err;

	guard(mutex)(&buffer->rebuild);
	if (test_bit(piece, buffer->losses))
		return 0;
	/* Or a CPU that comes online could get a ring that lacks it. */
	guard(cpus_read_lock)();
	for_each_possible_cpu(cpu) {
		kr = ktrace_buffer_cpu(buffer, cpu)->ring;
		err = kr ? ktrace_losses_want(&kr->losses, piece, cpu_to_node(cpu)) : 0;
		if (err)
			return err;
	}
	set_bit(piece, buffer->losses);
	return 0;
}

/**
 * ktrace_buffer_prepare - see that a CPU which comes online has its ring
 * @buffer: the buffer
 * @cpu: which
 *
 * Context: task; sleeps; cpu_hotplug_lock is held for writing.
 * Return: 0 or -ENOMEM.
 */
int ktrace_buffer_prepare(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring_setup setup;
	struct ktrace_ring *kr;
	int err = 0;

	scoped_guard(rwsem_write, &buffer->resize) {
		if (!buffer->used || ktrace_buffer_cpu(buffer, cpu)->ring)
			return 0;
		setup = ktrace_buffer_setup(buffer, cpu);
		kr = ktrace_ring_alloc(buffer, cpu, &setup);
		if (kr)
			ktrace_buffer_replace(buffer, cpu, kr);
		else
			err = -ENOMEM;
	}
	ktrace_buffer_wake(buffer);
	return err;
}

/*
 * Controls
 */

/**
 * ktrace_buffer_set_on - record, or do not
 * @buffer: the buffer
 * @on: whether to
 *
 * When this returns after switching off, no writer is in a ring any more.
 */
void ktrace_buffer_set_on(struct ktrace_buffer *buffer, bool on)
{
	down_write(&buffer->resize);
	WRITE_ONCE(buffer->on, on && !buffer->closed);
	buffer_apply(buffer);
	up_write(&buffer->resize);
	if (!on) {
		synchronize_rcu();
		ktrace_buffer_wake(buffer);
	}
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
	struct ring *ring;
	int cpu;

	/* A ring that is replaced stays until this is done. */
	guard(preempt_notrace)();
	WRITE_ONCE(buffer->on, false);
	/* Before the rings are looked for.  Pairs with ktrace_buffer_replace(). */
	smp_mb();
	for_each_possible_cpu(cpu) {
		ring = READ_ONCE(*ring_of(buffer, cpu));
		if (ring != &no_ring)
			ring_follow(buffer, ring);
	}
	/* Or whoever sees to this CPU's coming and going wakes, as for its records. */
	if (likely(cpu_online(smp_processor_id())))
		irq_work_queue(&buffer->off);
	else
		ktrace_buffer_unnoticed(buffer);
}

/**
 * ktrace_buffer_follow_clock - see which clock a buffer's rings can use
 * @buffer: the buffer
 *
 * Context: task; sleeps.
 */
void ktrace_buffer_follow_clock(struct ktrace_buffer *buffer)
{
	guard(rwsem_write)(&buffer->resize);
	buffer_apply(buffer);
}

/**
 * ktrace_buffer_set_overwrite - choose which records give way when full
 * @buffer: the buffer
 * @overwrite: the oldest, rather than the new ones
 */
void ktrace_buffer_set_overwrite(struct ktrace_buffer *buffer, bool overwrite)
{
	struct ktrace_ring *kr;
	int cpu;

	down_write(&buffer->resize);
	buffer->overwrite = overwrite;
	for_each_possible_cpu(cpu) {
		kr = ktrace_buffer_cpu(buffer, cpu)->ring;
		if (kr)
			WRITE_ONCE(kr->ring.overwrite, overwrite);
	}
	up_write(&buffer->resize);
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
		ktrace_losses_reset(&ktrace_ring_of(ring)->losses);
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
 * ktrace_buffer_losses - how many records of an event were lost
 * @buffer: the buffer
 * @id: the event's
 * @sum: set to what was lost, by kind, on all CPUs
 *
 * Context: task; sleeps.  ktrace_buffer_settle() makes it exact.
 * Return: whether that event was ever listened to, or one of those that go on
 * to the next multiple of KTRACE_LOSS_IDS.
 */
bool ktrace_buffer_losses(struct ktrace_buffer *buffer, u16 id, s64 sum[KTRACE_LOST_KINDS])
{
	struct ktrace_cpu_buffer *part;
	int cpu, kind;

	for (kind = 0; kind < KTRACE_LOST_KINDS; kind++)
		sum[kind] = 0;
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

	for_each_possible_cpu(cpu) {
		ring = ktrace_buffer_lock_cpu(buffer, cpu);
		if (!ring)
			continue;
		ring_settle(ring);
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
}

/**
 * ktrace_buffer_uses - tells whether a CPU's ring was replaced
 * @buffer: the buffer, its resize held
 * @cpu: which
 *
 * Return: a number that is another one when the ring is.
 */
u64 ktrace_buffer_uses(struct ktrace_buffer *buffer, int cpu)
{
	return ktrace_buffer_cpu(buffer, cpu)->uses;
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

	down_read(&buffer->resize);
	if (!part->ring) {
		up_read(&buffer->resize);
		return NULL;
	}
	mutex_lock(&part->lock);
	return &part->ring->ring;
}

/**
 * ktrace_buffer_unlock_cpu - end what ktrace_buffer_lock_cpu() began
 * @buffer: the buffer
 * @cpu: which
 */
void ktrace_buffer_unlock_cpu(struct ktrace_buffer *buffer, int cpu)
{
	mutex_unlock(&ktrace_buffer_cpu(buffer, cpu)->lock);
	up_read(&buffer->resize);
}
