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
 * @nr_pages:	pages in @ring.pages that have memory
 * @order:	of each page's memory
 */
struct ktrace_ring {
	struct ring		ring;
	struct irq_work		wake;
	struct hrtimer		wake_later;
	struct ktrace_buffer	*buffer;
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

/* A ring for @cpu of at least @kb kilobytes, switched off. */
static struct ktrace_ring *ring_alloc(struct ktrace_buffer *buffer, int cpu,
				      unsigned long kb)
{
	gfp_t gfp = GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN;
	unsigned long nr_slots = max(2UL, DIV_ROUND_UP(kb << 10, buffer->page_bytes));
	int node = cpu_to_node(cpu);
	struct ring_page *pages;
	struct ktrace_ring *kr;
	struct page *page;

	kr = kzalloc_node(sizeof(*kr), GFP_KERNEL, node);
	if (!kr)
		return NULL;
	kr->buffer = buffer;
	kr->order = get_order(buffer->page_bytes);
	init_irq_work(&kr->wake, ring_wake);
	hrtimer_init(&kr->wake_later, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	kr->wake_later.function = ring_wake_later;

	kr->ring.slots = kvcalloc_node(nr_slots, sizeof(u64), gfp, node);
	pages = kvcalloc_node(nr_slots + 1, sizeof(*pages), gfp, node);
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
		      buffer->page_bytes, buffer->clock->read))
		goto fail;
	kr->ring.overwrite = buffer->overwrite;
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
	if (kr)
		ring_apply(buffer, &kr->ring);
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
	init_waitqueue_head(&buffer->waiters);
	init_rwsem(&buffer->resize);
	for_each_possible_cpu(cpu) {
		*ring_of(buffer, cpu) = &no_ring;
		cpu_of(buffer, cpu)->kb = KTRACE_BUFFER_KB;
		mutex_init(&cpu_of(buffer, cpu)->lock);
	}
	guard(mutex)(&buffers_lock);
	list_add(&buffer->node, &buffers);
	return 0;
}

/**
 * ktrace_buffer_resize - give CPUs a ring of another size
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @kb: kilobytes for each CPU, rounded up to pages
 *
 * What was recorded on these CPUs and not read is dropped.
 *
 * Return: 0, -EINVAL for a size that no ring can have, -ENOMEM or -EINTR; then
 * nothing was changed.
 */
int ktrace_buffer_resize(struct ktrace_buffer *buffer, int cpu, unsigned long kb)
{
	struct ktrace_ring **rings __free(kfree) = NULL;
	int i, err = 0;

	if (!kb || kb > (RING_MAX_PAGES - 1) * (buffer->page_bytes >> 10))
		return -EINVAL;
	rings = kcalloc(nr_cpu_ids, sizeof(*rings), GFP_KERNEL);
	if (!rings)
		return -ENOMEM;

	cpus_read_lock();
	down_write(&buffer->resize);
	for_each_online_cpu(i) {
		if (!buffer->used || !ktrace_cpu_selected(cpu, i))
			continue;
		rings[i] = ring_alloc(buffer, i, kb);
		if (!rings[i]) {
			err = fatal_signal_pending(current) ? -EINTR : -ENOMEM;
			break;
		}
	}
	for_each_possible_cpu(i) {
		if (err || !ktrace_cpu_selected(cpu, i))
			continue;
		cpu_of(buffer, i)->kb = kb;
		if (buffer->used)
			rings[i] = ring_replace(buffer, i, rings[i]);
	}
	up_write(&buffer->resize);
	cpus_read_unlock();

	/* A writer that loaded the old ring's address is done after this. */
	synchronize_rcu();
	for_each_possible_cpu(i)
		ring_free(rings[i]);
	wake_waiters(buffer);
	return err;
}

/**
 * ktrace_buffer_use - see that a buffer has its memory
 * @buffer: the buffer
 *
 * Return: 0, -ENOMEM or -EINTR; then nothing was changed.
 */
int ktrace_buffer_use(struct ktrace_buffer *buffer)
{
	struct ktrace_ring **rings __free(kfree) = NULL;
	int cpu, err = 0;

	if (READ_ONCE(buffer->used))
		return 0;
	rings = kcalloc(nr_cpu_ids, sizeof(*rings), GFP_KERNEL);
	if (!rings)
		return -ENOMEM;
	cpus_read_lock();
	down_write(&buffer->resize);
	for_each_online_cpu(cpu) {
		rings[cpu] = ring_alloc(buffer, cpu, cpu_of(buffer, cpu)->kb);
		if (!rings[cpu]) {
			err = fatal_signal_pending(current) ? -EINTR : -ENOMEM;
			break;
		}
	}
	for_each_online_cpu(cpu) {
		if (err)
			ring_free(rings[cpu]);
		else
			ring_replace(buffer, cpu, rings[cpu]);
	}
	buffer->used = !err;
	up_write(&buffer->resize);
	cpus_read_unlock();
	/* Who waits has armed no ring yet. */
	wake_waiters(buffer);
	return err;
}

/* A CPU that comes online gets its ring; one that goes keeps it, to be read. */
static int buffer_cpu_prepare(unsigned int cpu)
{
	struct ktrace_buffer *buffer;
	struct ktrace_ring *kr;
	int err = 0;

	guard(mutex)(&buffers_lock);
	list_for_each_entry(buffer, &buffers, node) {
		down_write(&buffer->resize);
		if (buffer->used && !cpu_of(buffer, cpu)->ring) {
			kr = ring_alloc(buffer, cpu, cpu_of(buffer, cpu)->kb);
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
 * ktrace_buffer_set_clock - stamp records with another clock
 * @buffer: the buffer
 * @clock: the clock
 *
 * Times of two clocks can't be told apart in one buffer: what was recorded is
 * dropped.
 *
 * Return: 0 or -ENOMEM; then nothing was changed.
 */
int ktrace_buffer_set_clock(struct ktrace_buffer *buffer,
			    const struct ktrace_clock *clock)
{
	struct ktrace_ring **rings __free(kfree) = NULL;
	const struct ktrace_clock *old;
	int cpu, err = 0;

	rings = kcalloc(nr_cpu_ids, sizeof(*rings), GFP_KERNEL);
	if (!rings)
		return -ENOMEM;
	down_write(&buffer->resize);
	old = buffer->clock;
	buffer->clock = clock;
	for_each_possible_cpu(cpu) {
		struct ktrace_cpu_buffer *part = cpu_of(buffer, cpu);

		if (!part->ring)
			continue;
		rings[cpu] = ring_alloc(buffer, cpu, part->kb);
		if (!rings[cpu])
			err = -ENOMEM;
	}
	if (err)
		buffer->clock = old;
	for_each_possible_cpu(cpu)
		if (!err && rings[cpu])
			rings[cpu] = ring_replace(buffer, cpu, rings[cpu]);
	up_write(&buffer->resize);
	synchronize_rcu();
	for_each_possible_cpu(cpu)
		ring_free(rings[cpu]);
	wake_waiters(buffer);
	return err;
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

/* Have the next record wake those who wait. */
static void buffer_arm(struct ktrace_buffer *buffer, int cpu)
{
	struct ktrace_ring *kr;
	int i;

	scoped_guard(rwsem_read, &buffer->resize) {
		for_each_possible_cpu(i) {
			kr = cpu_of(buffer, i)->ring;
			if (kr && ktrace_cpu_selected(cpu, i))
				ring_set_flags(&kr->ring, RING_WAITER, 0);
		}
	}
	/* A writer that did not see the flag has committed after this. */
	synchronize_rcu();
}

/**
 * ktrace_buffer_readable - whether there is anything to consume
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 *
 * Return: true if so.
 */
bool ktrace_buffer_readable(struct ktrace_buffer *buffer, int cpu)
{
	struct ring *ring;
	bool empty;
	int i;

	for_each_possible_cpu(i) {
		if (!ktrace_cpu_selected(cpu, i))
			continue;
		ring = ktrace_buffer_lock_cpu(buffer, i);
		if (!ring)
			continue;
		empty = ring_empty(ring);
		ktrace_buffer_unlock_cpu(buffer, i);
		if (!empty)
			return true;
	}
	return false;
}

/**
 * ktrace_buffer_watch - see to a wake-up when there is something to consume
 * @buffer: the buffer, on whose waiters the caller is or is about to be
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 *
 * Context: task; sleeps.
 * Return: true if there is something already; otherwise the next record wakes.
 */
bool ktrace_buffer_watch(struct ktrace_buffer *buffer, int cpu)
{
	if (ktrace_buffer_readable(buffer, cpu))
		return true;
	buffer_arm(buffer, cpu);
	return ktrace_buffer_readable(buffer, cpu);
}

/**
 * ktrace_buffer_wait - wait until there may be something to consume
 * @buffer: the buffer
 * @cpu: which CPU, or KTRACE_ALL_CPUS
 * @wakes: buffer->wakes before the caller looked whether there is
 *
 * Context: task; sleeps.
 * Return: 0 (which is not to say that nobody else took it), or -ERESTARTSYS.
 */
int ktrace_buffer_wait(struct ktrace_buffer *buffer, int cpu, int wakes)
{
	if (ktrace_buffer_watch(buffer, cpu))
		return 0;
	return wait_event_interruptible(buffer->waiters,
					atomic_read(&buffer->wakes) != wakes);
}
