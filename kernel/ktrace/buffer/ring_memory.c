// SPDX-License-Identifier: GPL-2.0
/* The memory of a buffer's rings.  Called by the files of this folder, in task context. */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer/dump.h"
#include "buffer/hooks.h"
#include "buffer/internal.h"

#define RING_GFP	(GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

/* Number of machine pages that all rings have; for tests. */
atomic_long_t ktrace_ring_pages_held;

/*
 * The size is that of the records: clients divide it by the bytes of records in a page, and expect
 * at least that many pages.
 */
static unsigned long setup_slots(const struct ktrace_ring_setup *setup)
{
	return max(2UL, DIV_ROUND_UP(setup->kb << 10, ring_page_room(setup->page_bytes)));
}

/*
 * Refuse a ring that exceeds the available memory.  A page of the ring takes whole
 * pages of the machine.
 */
static bool ring_too_large(const struct ktrace_ring_setup *setup)
{
	return setup_slots(setup) << get_order(setup->page_bytes) >
	       max(si_mem_available(), 0L);
}

/* struct ring.account */
static void ring_lost(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	struct ktrace_losses *losses = &ktrace_ring_of(ring)->losses;

	ktrace_losses_count(losses, what, lost);
	/* The tail moves when a page is opened, so not while records are dropped. */
	if (what == RING_DROPPED || what == RING_DROPPED_NESTED)
		ktrace_losses_dropped(losses, READ_ONCE(ring->tail), lost);
}

/**
 * ktrace_ring_page_alloc - allocate memory for a page of a ring
 * @node: NUMA node of the memory
 * @order: order of the allocation
 *
 * All machine pages of the allocation can be mapped.
 *
 * Context: task; sleeps.
 * Return: the memory, zeroed; or NULL.
 */
void *ktrace_ring_page_alloc(int node, unsigned int order)
{
	struct page *page = alloc_pages_node(node, RING_GFP | __GFP_ZERO | __GFP_COMP, order);

	if (!page)
		return NULL;
	atomic_long_add(1L << order, &ktrace_ring_pages_held);
	return page_address(page);
}

/**
 * ktrace_ring_page_free - free memory of a page of a ring
 * @data: the memory, or NULL
 * @order: order of the allocation
 */
void ktrace_ring_page_free(void *data, unsigned int order)
{
	if (!data)
		return;
	atomic_long_sub(1L << order, &ktrace_ring_pages_held);
	free_pages((unsigned long)data, order);
}

/**
 * ktrace_page_image_reserve - reserve memory for a copy of a page
 * @image: zeroed before its first use; freed by ktrace_page_image_free()
 * @bytes: size of the page
 *
 * If @image must be enlarged, its content is lost.
 *
 * Context: task; sleeps.
 * Return: false if out of memory; then @image has no memory.
 */
bool ktrace_page_image_reserve(struct ktrace_page_image *image, u32 bytes)
{
	if (image->bytes >= bytes)
		return true;
	kvfree(image->data);
	image->data = kvzalloc(bytes, KTRACE_GFP_SIZED);
	image->bytes = image->data ? bytes : 0;
	return image->data;
}

/**
 * ktrace_page_image_free - free what ktrace_page_image_reserve() allocated
 * @image: the page copy
 */
void ktrace_page_image_free(struct ktrace_page_image *image)
{
	kvfree(image->data);
	*image = (struct ktrace_page_image) {};
}

/*
 * Wait until no writer, buffer_armed(), dump, irq_work or timer uses a ring, which is
 * unpublished.
 */
static void ring_synchronize(struct ktrace_ring *kr)
{
	if (kr->fresh)
		return;
	/* Rings that readers left together share a grace period: only the first call waits. */
	ktrace_hooks_synchronize_since(kr->left);
	ktrace_buffer_wait_stop(kr);
}

static void ring_free_memory(struct ktrace_ring *kr)
{
	u32 i;

	for (i = 0; kr->ring.pages && i < kr->nr_pages; i++) {
		ktrace_ring_page_free(kr->ring.pages[i].data, kr->order);
		cond_resched();
	}
	kvfree(kr->ring.pages);
	kvfree(kr->ring.slots);
	ktrace_losses_free(&kr->losses);
	kfree(kr);
}

/**
 * ktrace_rings_free - free rings
 * @rings: a list made by ktrace_ring_push(), or NULL; the rings are unpublished
 *
 * Waits for writers and RCU readers that found the rings before they were unpublished.  All
 * rings of the list share the grace periods.
 *
 * Context: task; sleeps; takes cpus_read_lock() unless no ring was ever published.
 */
void ktrace_rings_free(struct ktrace_ring *rings)
{
	bool published = false;
	struct ktrace_ring *kr;

	for (kr = rings; kr; kr = kr->next) {
		ring_synchronize(kr);
		published |= !kr->fresh;
	}
	if (published)
		ktrace_buffer_wait_stopped();
	while (rings) {
		kr = rings;
		rings = kr->next;
		ring_free_memory(kr);
	}
}

/**
 * ktrace_ring_free - free a ring
 * @kr: the ring, or NULL; it is unpublished
 *
 * To free several rings, use ktrace_rings_free().
 *
 * Context: as ktrace_rings_free().
 */
void ktrace_ring_free(struct ktrace_ring *kr)
{
	struct ktrace_ring *rings = NULL;

	ktrace_ring_push(&rings, kr);
	ktrace_rings_free(rings);
}

static int ring_alloc_memory(struct ktrace_ring *kr, int node, unsigned long nr_slots)
{
	u32 i;

	kr->ring.slots = kvcalloc_node(nr_slots, sizeof(u64), RING_GFP, node);
	kr->ring.pages = kvcalloc_node(kr->nr_pages, sizeof(*kr->ring.pages), RING_GFP, node);
	if (!kr->ring.slots || !kr->ring.pages)
		return -ENOMEM;
	for (i = 0; i < kr->nr_pages; i++) {
		/* This page gets memory when the ring is mapped. */
		if (i == RING_SPARE)
			continue;
		if (fatal_signal_pending(current))
			return -EINTR;
		kr->ring.pages[i].data = ktrace_ring_page_alloc(node, kr->order);
		if (!kr->ring.pages[i].data)
			return -ENOMEM;
		cond_resched();
	}
	return 0;
}

/**
 * ktrace_ring_expect - allocate the loss counters of a buffer's events
 * @kr: the ring
 * @buffer: the buffer; its mask of losses must not change
 * @cpu: the CPU that determines the NUMA node of the memory
 *
 * Return: 0 or -ENOMEM.
 */
int ktrace_ring_expect(struct ktrace_ring *kr, struct ktrace_buffer *buffer, int cpu)
{
	unsigned int piece;
	int err;

	for_each_set_bit(piece, buffer->losses, KTRACE_LOSS_PIECES) {
		err = ktrace_losses_want(&kr->losses, piece, cpu_to_node(cpu));
		if (err)
			return err;
	}
	return 0;
}

/**
 * ktrace_ring_alloc - create a ring
 * @buffer: the buffer
 * @cpu: the CPU that determines the NUMA node of the memory
 * @setup: settings of the ring, already checked
 *
 * Context: task; sleeps; the caller holds buffer->rebuild or cpu_hotplug_lock, so that
 * buffer->losses does not change.
 * Return: the ring, switched off; or NULL if out of memory or after a fatal signal.
 */
struct ktrace_ring *ktrace_ring_alloc(struct ktrace_buffer *buffer, int cpu,
				      const struct ktrace_ring_setup *setup)
{
	unsigned long nr_slots = setup_slots(setup);
	int node = cpu_to_node(cpu);
	struct ktrace_ring *kr;

	kr = kzalloc_node(sizeof(*kr), GFP_KERNEL, node);
	if (!kr)
		return NULL;
	kr->buffer = buffer;
	kr->fresh = true;
	kr->order = get_order(setup->page_bytes);
	kr->nr_pages = nr_slots + RING_OWN_PAGES;
	ktrace_buffer_wait_init(kr, cpu);
	if (ring_too_large(setup) || ring_alloc_memory(kr, node, nr_slots) ||
	    ktrace_dump_prepare(buffer, cpu) ||
	    ktrace_ring_expect(kr, buffer, cpu) ||
	    ring_init(&kr->ring, kr->ring.pages, kr->ring.slots, nr_slots,
		      setup->page_bytes, setup->clock->read)) {
		ktrace_ring_free(kr);
		return NULL;
	}
	ktrace_clock_pin();
	kr->clock = setup->clock;
	kr->ring.account = ring_lost;
	ring_set_flags(&kr->ring, RING_OFF, 0);
	return kr;
}

/**
 * ktrace_ring_fits - whether ktrace_ring_renew() can give a ring other settings
 * @kr: the ring
 * @setup: the settings
 *
 * Return: true if the ring's memory fits the settings.
 */
bool ktrace_ring_fits(const struct ktrace_ring *kr, const struct ktrace_ring_setup *setup)
{
	return kr->ring.page_bytes == setup->page_bytes &&
	       kr->ring.nr_slots == setup_slots(setup);
}

/**
 * ktrace_ring_renew - reset a ring to the state after its allocation
 * @kr: the ring; it is unpublished and not mapped
 * @setup: the settings, for which ktrace_ring_fits() is true
 *
 * Waits for writers and RCU readers that found the ring before it was unpublished.
 *
 * Context: task; sleeps; takes cpus_read_lock() unless the ring was never published.
 */
void ktrace_ring_renew(struct ktrace_ring *kr, const struct ktrace_ring_setup *setup)
{
	struct ring_page *pages = kr->ring.pages;
	u64 *slots = kr->ring.slots;
	u32 nr_slots = kr->ring.nr_slots, i;

	ring_synchronize(kr);
	/* The reader may have moved the page without memory: move it back to RING_SPARE. */
	swap(pages[kr->ring.reader.spare].data, pages[RING_SPARE].data);
	for (i = 0; i < kr->nr_pages; i++)
		pages[i] = (struct ring_page) { .data = pages[i].data };
	memset(slots, 0, nr_slots * sizeof(*slots));
	kr->ring = (struct ring) {
		.notify = kr->ring.notify,
		.account = kr->ring.account,
	};
	kr->armed = U64_MAX;
	kr->clock = setup->clock;
	kr->fresh = true;
	/* ring_init() cannot fail: the same parameters were accepted at the allocation. */
	ring_init(&kr->ring, pages, slots, nr_slots, setup->page_bytes, setup->clock->read);
	ring_set_flags(&kr->ring, RING_OFF, 0);
	ktrace_losses_reset(&kr->losses, kr->ring.reader.cur.time);
}

/**
 * ktrace_ring_clock - clock of a ring's records
 * @ring: a ring of a buffer, which the caller keeps alive
 *
 * Return: the clock; the rings of a buffer may have different clocks during a change.
 */
const struct ktrace_clock *ktrace_ring_clock(struct ring *ring)
{
	return ktrace_ring_of(ring)->clock;
}
