// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: the rings of all CPUs, their memory and their waiting readers.
 *
 * Called by the layers above in task context; ring_notice() is called by
 * writers, in any context.  A live ring is never edited: a new one is built,
 * put in its place, and the old one freed when no writer can be in it.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/gfp.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer.h"

/**
 * struct ktrace_ring - a ring and its memory
 * @ring:	what writers and readers see
 * @wake:	takes a writer's notice to the buffer's waiters
 * @wake_later:	the same a tick later
 * @buffer:	whose
 * @armed:	ring.commit when the first that waits began to; U64_MAX for none
 * @nr_pages:	pages in @ring.pages that have memory
 * @order:	of each page's memory
 */
struct ktrace_ring {
	struct ring		ring;
	struct irq_work		wake;
	struct hrtimer		wake_later;
	struct ktrace_buffer	*buffer;
	u64			armed;
	u32			nr_pages;
	unsigned int		order;
};

/* All buffers, for CPUs that come online. */
static LIST_HEAD(buffers);
static DEFINE_MUTEX(buffers_lock);

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

static struct ktrace_cpu_buffer *cpu_of(struct ktrace_buffer *buffer, int cpu)
{
	return per_cpu_ptr(buffer->cpus, cpu);
}

static void wake_waiters(struct ktrace_buffer *buffer)
{
	atomic_inc(&buffer->wakes);
	wake_up_all(&buffer->waiters);
}

/*
 * On the writer's CPU, soon after its notice.  This may have interrupted the
 * writer before its commit; then there is nothing to see yet for those who
 * wait, and a timer has to tell them.
 */
static void ring_wake(struct irq_work *work)
{
	struct ktrace_ring *kr = container_of(work, struct ktrace_ring, wake);

	if (ring_busy(&kr->ring))
		hrtimer_start(&kr->wake_later, ns_to_ktime(TICK_NSEC),
			      HRTIMER_MODE_REL_PINNED);
	else
		wake_waiters(kr->buffer);
}

static enum hrtimer_restart ring_wake_later(struct hrtimer *timer)
{
	struct ktrace_ring *kr = container_of(timer, struct ktrace_ring, wake_later);

	if (ring_busy(&kr->ring)) {
		hrtimer_forward_now(timer, ns_to_ktime(TICK_NSEC));
		return HRTIMER_RESTART;
	}
	wake_waiters(kr->buffer);
	return HRTIMER_NORESTART;
}

static void ring_notice(struct ring *ring)
{
	struct ktrace_ring *kr = container_of(ring, struct ktrace_ring, ring);

	irq_work_queue(&kr->wake);
}

/*
 * Memory
 */

static void ring_free(struct ktrace_ring *kr)
{
	u32 i;

	if (!kr)
		return;
	irq_work_sync(&kr->wake);
	/* Only the other one starts it. */
	hrtimer_cancel(&kr->wake_later);
	for (i = 0; i < kr->nr_pages; i++)
		free_pages((unsigned long)kr->ring.pages[i].data, kr->order);
	kvfree(kr->ring.pages);
	kvfree(kr->ring.slots);
	kfree(kr);
}

/**
 * struct ring_setup - what a ring is made like
 * @kb:		kilobytes, at least
 * @page_bytes:	bytes of a page
 * @clock:	what records are stamped with
 */
struct ring_setup {
	unsigned long		kb;
	u32			page_bytes;
	const struct ktrace_clock *clock;
};

/* How @cpu's ring is made now. */
static struct ring_setup ring_setup_of(struct ktrace_buffer *buffer, int cpu)
{
	return (struct ring_setup) {
		.kb = cpu_of(buffer, cpu)->kb,
		.page_bytes = buffer->page_bytes,
		.clock = buffer->clock,
	};
}

/* A ring for @cpu, switched off. */
static struct ktrace_ring *ring_alloc(struct ktrace_buffer *buffer, int cpu,
				      const struct ring_setup *setup)
{
	gfp_t gfp = GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN;
	unsigned long nr_slots = max(2UL, DIV_ROUND_UP(setup->kb << 10, setup->page_bytes));
	int node = cpu_to_node(cpu);
	struct ring_page *pages;
	struct ktrace_ring *kr;
	struct page *page;

	kr = kzalloc_node(sizeof(*kr), GFP_KERNEL, node);
	if (!kr)
		return NULL;
	kr->buffer = buffer;
	kr->armed = U64_MAX;
	kr->order = get_order(setup->page_bytes);
	init_irq_work(&kr->wake, ring_wake);
	hrtimer_init(&kr->wake_later, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	kr->wake_later.function = ring_wake_later;

	kr->ring.slots = kvcalloc_node(nr_slots, sizeof(u64), gfp, node);
	pages = kvcalloc_node(nr_slots + 2, sizeof(*pages), gfp, node);
	kr->ring.pages = pages;
	if (!kr->ring.slots || !pages)
		goto fail;
	while (kr->nr_pages <= nr_slots) {
		if (fatal_signal_pending(current))
			goto fail;
		page = alloc_pages_node(node, gfp | __GFP_ZERO, kr->order);
		if (!page)
			goto fail;
		pages[kr->nr_pages++].data = page_address(page);
	}

	if (ring_init(&kr->ring, pages, kr->ring.slots, nr_slots,
		      setup->page_bytes, setup->clock->read))
		goto fail;
	kr->ring.notify = ring_notice;
	ring_set_flags(&kr->ring, RING_OFF, 0);
	return kr;
fail:
	ring_free(kr);
	return NULL;
}

/* Flags that follow from how @buffer is set up. */
static void ring_apply(struct ktrace_buffer *buffer, struct ring *ring)
{
	int set = 0;

	if (!buffer->on)
		set |= RING_OFF;
	if (!ktrace_clock_inlined(buffer->clock))
		set |= RING_CLOCK;
	ring_set_flags(ring, set, (RING_OFF | RING_CLOCK) & ~set);
}

/* Put @kr, or no ring, in the place of @cpu's.  Return: what was there. */
static struct ktrace_ring *ring_replace(struct ktrace_buffer *buffer, int cpu,
					struct ktrace_ring *kr)
{
	struct ktrace_cpu_buffer *part = cpu_of(buffer, cpu);
	struct ktrace_ring *old = part->ring;

	lockdep_assert_held_write(&buffer->resize);
	if (kr) {
		kr->ring.overwrite = buffer->overwrite;
		ring_apply(buffer, &kr->ring);
	}
	part->ring = kr;
	part->uses++;
	/* Pairs with the dependency through the pointer in writers. */
	smp_store_release(ring_of(buffer, cpu), kr ? &kr->ring : &no_ring);
	return old;
}

/**
 * ktrace_buffer_init - make a buffer that has no memory yet
 * @buffer: zeroed
 *
 * Return: 0 or -ENOMEM.
 */
int ktrace_buffer_init(struct ktrace_buffer *buffer)
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
	buffer->page_bytes = RING_PAGE_MIN;
	buffer->overwrite = true;
	buffer->on = true;
	buffer->percent = KTRACE_BUFFER_PERCENT;
	init_waitqueue_head(&buffer->waiters);
	spin_lock_init(&buffer->arm_lock);
	init_rwsem(&buffer->resize);
	mutex_init(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		*ring_of(buffer, cpu) = &no_ring;
		cpu_of(buffer, cpu)->kb = KTRACE_BUFFER_KB;
		mutex_init(&cpu_of(buffer, cpu)->lock);
	}
	guard(mutex)(&buffers_lock);
	list_add(&buffer->node, &buffers);
	return 0;
}

/* What is to be changed; 0 or NULL for what stays. */
struct rebuild {
	int			cpu;	/* whose kb, or KTRACE_ALL_CPUS */
	struct ring_setup	to;
};

static struct ring_setup rebuild_setup(struct ktrace_buffer *buffer, int cpu,
				       const struct rebuild *what)
{
	struct ring_setup setup = ring_setup_of(buffer, cpu);

	if (what->to.kb && ktrace_cpu_selected(what->cpu, cpu))
		setup.kb = what->to.kb;
	if (what->to.page_bytes)
		setup.page_bytes = what->to.page_bytes;
	if (what->to.clock)
		setup.clock = what->to.clock;
	return setup;
}

static bool setup_same(const struct ring_setup *a, const struct ring_setup *b)
{
	return a->kb == b->kb && a->page_bytes == b->page_bytes && a->clock == b->clock;
}

/* The most that a ring with such pages may have, kB. */
static unsigned long ring_kb_max(u32 page_bytes)
{
	return RING_MAX_SLOTS * (page_bytes >> 10);
}

/* Return: how many CPUs' rings change, or -EINVAL if one can't be had. */
static int rebuild_check(struct ktrace_buffer *buffer, const struct rebuild *what)
{
	struct ring_setup setup, now;
	int cpu, changed = 0;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		setup = rebuild_setup(buffer, cpu, what);
		now = ring_setup_of(buffer, cpu);
		if (setup.kb > ring_kb_max(setup.page_bytes))
			return -EINVAL;
		changed += !setup_same(&setup, &now);
	}
	return changed;
}

/* New rings for the CPUs that @what changes something of, or that have none. */
static int rebuild_alloc(struct ktrace_buffer *buffer, const struct rebuild *what,
			 struct ktrace_ring **rings)
{
	struct ring_setup setup, now;
	bool has;
	int cpu;

	lockdep_assert_held(&buffer->rebuild);
	for_each_possible_cpu(cpu) {
		setup = rebuild_setup(buffer, cpu, what);
		now = ring_setup_of(buffer, cpu);
		has = cpu_of(buffer, cpu)->ring;
		/* One that is offline and has none gets it when it comes. */
		if (has ? setup_same(&setup, &now) : !cpu_online(cpu))
			continue;
		rings[cpu] = ring_alloc(buffer, cpu, &setup);
		if (!rings[cpu])
			return fatal_signal_pending(current) ? -EINTR : -ENOMEM;
	}
	return 0;
}

/* Put @rings in place; what was there is in @rings afterwards. */
static void rebuild_replace(struct ktrace_buffer *buffer, const struct rebuild *what,
			    struct ktrace_ring **rings)
{
	struct ring_setup setup;
	int cpu;

	down_write(&buffer->resize);
	for_each_possible_cpu(cpu) {
		setup = rebuild_setup(buffer, cpu, what);
		WRITE_ONCE(cpu_of(buffer, cpu)->kb, setup.kb);
	}
	if (what->to.page_bytes)
		WRITE_ONCE(buffer->page_bytes, what->to.page_bytes);
	if (what->to.clock)
		buffer->clock = what->to.clock;
	for_each_possible_cpu(cpu)
		if (rings[cpu])
			rings[cpu] = ring_replace(buffer, cpu, rings[cpu]);
	up_write(&buffer->resize);
}

/* The account of @cpu's ring goes on from that of @old, which is freed. */
static void rebuild_finish(struct ktrace_buffer *buffer, int cpu, struct ktrace_ring *old)
{
	struct ring *ring;

	if (!old)
		return;
	ring = ktrace_buffer_lock_cpu(buffer, cpu);
	if (ring) {
		ring_succeed(ring, &old->ring);
		ktrace_buffer_unlock_cpu(buffer, cpu);
	}
	ring_free(old);
}

/*
 * Make new rings, put them in place of the old ones, and free those.  Writers
 * and readers go on while there is allocated; what was not read is lost, and
 * counted.
 */
static int buffer_rebuild(struct ktrace_buffer *buffer, const struct rebuild *what)
{
	struct ktrace_ring **rings __free(kfree) =
		kcalloc(nr_cpu_ids, sizeof(*rings), GFP_KERNEL);
	int cpu, err = 0;

	if (!rings)
		return -ENOMEM;
	guard(mutex)(&buffer->rebuild);
	err = rebuild_check(buffer, what);
	if (err <= 0)
		return err;
	err = 0;
	cpus_read_lock();
	if (buffer->used)
		err = rebuild_alloc(buffer, what, rings);
	if (!err)
		rebuild_replace(buffer, what, rings);
	cpus_read_unlock();

	if (err) {
		for_each_possible_cpu(cpu)
			ring_free(rings[cpu]);
		return err;
	}
	/* A writer that loaded the old ring's address is done after this. */
	synchronize_rcu();
	for_each_possible_cpu(cpu)
		rebuild_finish(buffer, cpu, rings[cpu]);
	/* Who waits has armed rings that are gone. */
	wake_waiters(buffer);
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
 * Return: 0, -EINVAL for a size that no ring can have, -ENOMEM or -EINTR; then
 * nothing was changed.
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
 * present size would have too many of; -ENOMEM or -EINTR; then nothing was
 * changed.
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
 * Return: 0, -ENOMEM or -EINTR; then nothing was changed.
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
 * Return: 0, -ENOMEM or -EINTR; then nothing was changed.
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
	cpus_read_lock();
	err = rebuild_alloc(buffer, &what, rings);
	if (!err) {
		rebuild_replace(buffer, &what, rings);
		WRITE_ONCE(buffer->used, true);
	}
	cpus_read_unlock();
	if (err)
		for_each_possible_cpu(cpu)
			ring_free(rings[cpu]);
	else
		/* Who waits has armed no ring yet. */
		wake_waiters(buffer);
	return err;
}

/* A CPU that comes online gets its ring; one that goes keeps it, to be read. */
static int buffer_cpu_prepare(unsigned int cpu)
{
	struct ktrace_buffer *buffer;
	struct ring_setup setup;
	struct ktrace_ring *kr;
	int err = 0;

	guard(mutex)(&buffers_lock);
	list_for_each_entry(buffer, &buffers, node) {
		down_write(&buffer->resize);
		if (buffer->used && !cpu_of(buffer, cpu)->ring) {
			setup = ring_setup_of(buffer, cpu);
			kr = ring_alloc(buffer, cpu, &setup);
			if (kr)
				ring_replace(buffer, cpu, kr);
			else
				err = -ENOMEM;
		}
		up_write(&buffer->resize);
		wake_waiters(buffer);
	}
	return err;
}

/**
 * ktrace_buffer_hotplug_init - follow CPUs that come online
 *
 * Return: 0 or an errno.
 */
int __init ktrace_buffer_hotplug_init(void)
{
	int err = cpuhp_setup_state(CPUHP_BP_PREPARE_DYN, "ktrace:prepare",
				    buffer_cpu_prepare, NULL);

	return min(err, 0);
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
	struct ktrace_ring *kr;
	int cpu;

	down_write(&buffer->resize);
	buffer->on = on;
	for_each_possible_cpu(cpu) {
		kr = cpu_of(buffer, cpu)->ring;
		if (kr)
			ring_apply(buffer, &kr->ring);
	}
	up_write(&buffer->resize);
	if (!on) {
		synchronize_rcu();
		wake_waiters(buffer);
	}
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
		kr = cpu_of(buffer, cpu)->ring;
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
	wake_waiters(buffer);
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
		ring_skip(ring);
		ktrace_buffer_unlock_cpu(buffer, i);
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
	return cpu_of(buffer, cpu)->uses;
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
	return READ_ONCE(cpu_of(buffer, cpu)->kb);
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
	struct ktrace_cpu_buffer *part = cpu_of(buffer, cpu);

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
	mutex_unlock(&cpu_of(buffer, cpu)->lock);
	up_read(&buffer->resize);
}

/* struct ktrace_buffer.arming */
enum { ARM_IDLE, ARM_PENDING, ARM_AGAIN };

/*
 * All who wrote when RING_WAITER was set, and may not have seen it, are done.
 * If one of them has committed since, nobody else tells those who wait.
 */
static void buffer_armed(struct rcu_head *rcu)
{
	struct ktrace_buffer *buffer = container_of(rcu, struct ktrace_buffer, arm);
	struct ktrace_ring *kr;
	struct ring *ring;
	bool changed = false;
	u64 commit;
	int cpu;

	spin_lock(&buffer->arm_lock);
	for_each_possible_cpu(cpu) {
		/* This is an RCU read-side section: it is not freed meanwhile. */
		ring = READ_ONCE(*ring_of(buffer, cpu));
		if (ring == &no_ring)
			continue;
		kr = container_of(ring, struct ktrace_ring, ring);
		if (kr->armed == U64_MAX)
			continue;
		commit = READ_ONCE(ring->commit);
		changed |= commit != kr->armed;
		/* They are all told of what there is up to here. */
		kr->armed = buffer->arming == ARM_AGAIN ? commit : U64_MAX;
	}
	if (buffer->arming == ARM_AGAIN) {
		buffer->arming = ARM_PENDING;
		call_rcu_hurry(&buffer->arm, buffer_armed);
	} else {
		buffer->arming = ARM_IDLE;
	}
	spin_unlock(&buffer->arm_lock);
	if (changed)
		wake_waiters(buffer);
}

/* Have the next record wake those who wait; the caller looks again after this. */
static void buffer_arm(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring *kr;
	int i;

	down_read(&buffer->resize);
	spin_lock_bh(&buffer->arm_lock);
	for_each_possible_cpu(i) {
		kr = cpu_of(buffer, i)->ring;
		if (!kr || !ktrace_cpu_selected(cpu, i))
			continue;
		/* Before the flag: what is committed in between is a change. */
		if (kr->armed == U64_MAX)
			kr->armed = READ_ONCE(kr->ring.commit);
		ring_set_flags(&kr->ring, RING_WAITER, 0);
	}
	if (buffer->arming == ARM_IDLE) {
		buffer->arming = ARM_PENDING;
		call_rcu_hurry(&buffer->arm, buffer_armed);
	} else {
		buffer->arming = ARM_AGAIN;
	}
	spin_unlock_bh(&buffer->arm_lock);
	up_read(&buffer->resize);
}

/* Whether a ring has anything to consume, or is filled by so much. */
static bool buffer_has(struct ktrace_buffer *buffer, int cpu, bool pages)
{
	struct ring *ring;
	bool has = false;
	int i;

	for_each_possible_cpu(i) {
		if (!ktrace_cpu_selected(cpu, i))
			continue;
		ring = ktrace_buffer_lock_cpu(buffer, i);
		if (!ring)
			continue;
		has = pages ? ring_filled(ring, READ_ONCE(buffer->percent)) :
			      !ring_empty(ring);
		ktrace_buffer_unlock_cpu(buffer, i);
		if (has)
			break;
	}
	return has;
}

/**
 * ktrace_buffer_watch - see to a wake-up when there is something to consume
 * @buffer: the buffer, on whose waiters the caller is or is about to be
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @pages: not any record, but buffer->percent of a ring's pages, one at the least
 *
 * Context: task; sleeps.
 * Return: true if there is already; otherwise that wakes.
 */
bool ktrace_buffer_watch(struct ktrace_buffer *buffer, int cpu, bool pages)
{
	if (buffer_has(buffer, cpu, pages))
		return true;
	/* ring_filled() has seen to it, and has looked again. */
	if (pages)
		return false;
	buffer_arm(buffer, cpu);
	return buffer_has(buffer, cpu, false);
}

/**
 * ktrace_buffer_wait - wait until there may be something to consume
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @pages: as for ktrace_buffer_watch()
 * @wakes: buffer->wakes before the caller looked whether there is
 *
 * Context: task; sleeps.
 * Return: 0 (which is not to say that nobody else took it), or -ERESTARTSYS.
 */
int ktrace_buffer_wait(struct ktrace_buffer *buffer, int cpu, bool pages, int wakes)
{
	if (ktrace_buffer_watch(buffer, cpu, pages))
		return 0;
	return wait_event_interruptible(buffer->waiters,
					atomic_read(&buffer->wakes) != wakes);
}
