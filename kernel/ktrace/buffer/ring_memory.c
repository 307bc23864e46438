// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of a buffer's rings.  Called by buffer*.c, in task context.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer/hooks.h"
#include "buffer/internal.h"

#define RING_GFP	(GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

/* Of the machine's pages, those that rings have; for tests. */
atomic_long_t ktrace_ring_pages_held;

static unsigned long setup_slots(const struct ktrace_ring_setup *setup)
{
	return max(2UL, DIV_ROUND_UP(setup->kb << 10, setup->page_bytes));
}

/* Rather refuse than have others go without.  A page takes whole ones of the machine's. */
static bool ring_too_large(const struct ktrace_ring_setup *setup)
{
	return setup_slots(setup) << get_order(setup->page_bytes) >
	       max(si_mem_available(), 0L);
}

/* struct ring.account */
static void ring_lost(struct ring *ring, enum ring_account what, const struct ring_lost *lost)
{
	ktrace_losses_count(&ktrace_ring_of(ring)->losses, what, lost);
}

/**
 * ktrace_ring_page_alloc - memory for a page of a ring
 * @node: where to have it
 * @order: of what size
 *
 * Of more than one of the machine's pages, all can be mapped.
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
 * ktrace_ring_page_free - free it
 * @data: the memory, or NULL
 * @order: as when it was allocated
 */
void ktrace_ring_page_free(void *data, unsigned int order)
{
	if (!data)
		return;
	atomic_long_sub(1L << order, &ktrace_ring_pages_held);
	free_pages((unsigned long)data, order);
}

/**
 * ktrace_page_image_reserve - have room for a copy of a page
 * @image: zeroed before its first use; to be ended with ktrace_page_image_free()
 * @bytes: size of the page
 *
 * The content of @image is lost if it has to be larger.
 *
 * Context: task; sleeps.
 * Return: false if there is no memory; then @image has none.
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
 * @image: the image
 */
void ktrace_page_image_free(struct ktrace_page_image *image)
{
	kvfree(image->data);
	*image = (struct ktrace_page_image) {};
}

/* Wait until no writer, buffer_armed() or dump uses a ring, which is unpublished. */
static void ring_synchronize(struct ktrace_ring *kr)
{
	if (kr->fresh)
		return;
	/* Rings that readers left together share a grace period: only the first call waits. */
	ktrace_hooks_synchronize_since(kr->left);
	ktrace_buffer_wait_stop(kr);
}

/**
 * ktrace_ring_free - free a ring
 * @kr: the ring, or NULL; it is unpublished
 *
 * Waits for writers and RCU readers that found the ring before it was unpublished.
 *
 * Context: task; sleeps; takes cpus_read_lock() unless the ring was never published.
 */
void ktrace_ring_free(struct ktrace_ring *kr)
{
	u32 i;

	if (!kr)
		return;
	ring_synchronize(kr);
	for (i = 0; kr->ring.pages && i < kr->nr_pages; i++) {
		ktrace_ring_page_free(kr->ring.pages[i].data, kr->order);
		cond_resched();
	}
	kvfree(kr->ring.pages);
	kvfree(kr->ring.slots);
	ktrace_losses_free(&kr->losses);
	kfree(kr);
}

static int ring_alloc_memory(struct ktrace_ring *kr, int node, unsigned long nr_slots)
{
	u32 i;

	kr->ring.slots = kvcalloc_node(nr_slots, sizeof(u64), RING_GFP, node);
	kr->ring.pages = kvcalloc_node(kr->nr_pages, sizeof(*kr->ring.pages), RING_GFP, node);
	if (!kr->ring.slots || !kr->ring.pages)
		return -ENOMEM;
	for (i = 0; i < kr->nr_pages; i++) {
		/* It gets its own when the ring is mapped. */
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
 * ktrace_ring_expect - have room to count what a buffer's events lose
 * @kr: the ring
 * @buffer: whose events, its losses stay
 * @cpu: near which CPU to have the memory
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
 * ktrace_ring_alloc - make a ring
 * @buffer: whose
 * @cpu: near which CPU its memory is to be
 * @setup: what it is like; of a size that there can be
 *
 * Context: task; sleeps; buffer->losses stays, as buffer->rebuild is held or
 * cpu_hotplug_lock.
 * Return: the ring, switched off; or NULL for want of memory, or as a fatal
 * signal came.
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
 * ktrace_ring_fits - whether a ring could be made another by ktrace_ring_renew()
 * @kr: the ring
 * @setup: what the other is to be like
 *
 * Return: true if it has the memory for that.
 */
bool ktrace_ring_fits(const struct ktrace_ring *kr, const struct ktrace_ring_setup *setup)
{
	return kr->ring.page_bytes == setup->page_bytes &&
	       kr->ring.nr_slots == setup_slots(setup);
}

/**
 * ktrace_ring_renew - make a ring as if it had just been allocated
 * @kr: the ring; it is unpublished and not mapped
 * @setup: ktrace_ring_fits()
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
	/* Which one has no memory depends on what was read. */
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
	/* What it refuses was refused when the ring was allocated. */
	ring_init(&kr->ring, pages, slots, nr_slots, setup->page_bytes, setup->clock->read);
	ring_set_flags(&kr->ring, RING_OFF, 0);
	ktrace_losses_reset(&kr->losses, kr->ring.reader.cur.time);
}

/**
 * ktrace_ring_clock - what a ring's records are stamped with
 * @ring: a buffer's, which stays
 *
 * Return: true if so; a buffer's rings may differ while its clock is changed.
 */
const struct ktrace_clock *ktrace_ring_clock(struct ring *ring)
{
	return ktrace_ring_of(ring)->clock;
}
