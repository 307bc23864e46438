/* SPDX-License-Identifier: GPL-2.0 */
/* Declarations shared by the files of this folder: a ring with its memory. */
#ifndef _KTRACE_BUFFER_RING_H
#define _KTRACE_BUFFER_RING_H

#include <linux/hrtimer.h>
#include <linux/irq_work.h>

#include "buffer/buffer.h"
#include "buffer/loss.h"
#include "ring/ring.h"

/**
 * struct ktrace_ring - a ring and its memory
 * @ring:	the ring itself
 * @losses:	losses by event
 * @wake:	wakes the buffer's and the CPU's waiters after a writer's ring_notice()
 * @wake_later:	does the same a tick later
 * @buffer:	the buffer whose waiters are woken
 * @cpu:	the CPU that uses the ring, and whose waiters are woken
 * @unnoticed:	ring_notice() was called while the CPU ran no irq_work
 * @armed:	ring.commit when the first reader began to wait; U64_MAX: no reader waits
 * @clock:	clock of the records
 * @fresh:	the ring was never published since it was allocated or renewed
 * @left:	get_state_synchronize_rcu() when readers last left the ring: no writer and no
 *		RCU reader uses the ring when that grace period has ended.  Valid if not
 *		@fresh and the ring is in no buffer
 * @next:	in the list for ktrace_rings_free()
 * @nr_pages:	number of descriptors in @ring.pages; a descriptor without data has no memory
 * @order:	order of each page's memory
 */
struct ktrace_ring {
	struct ring		ring;
	struct ktrace_losses	losses;
	struct irq_work		wake;
	struct hrtimer		wake_later;
	struct ktrace_buffer	*buffer;
	int			cpu;
	bool			unnoticed;
	u64			armed;
	const struct ktrace_clock *clock;
	bool			fresh;
	unsigned long		left;
	struct ktrace_ring	*next;
	u32			nr_pages;
	unsigned int		order;
};

/* Rings of one CPU that can count losses: the spare, the writers' and the readers' ring. */
#define KTRACE_CPU_RINGS	3

/**
 * struct ktrace_ring_setup - settings of a ring
 * @kb:		minimum size, in kilobytes
 * @page_bytes:	size of a page, in bytes
 * @clock:	clock of the records
 */
struct ktrace_ring_setup {
	unsigned long		kb;
	u32			page_bytes;
	const struct ktrace_clock *clock;
};

static inline struct ktrace_ring *ktrace_ring_of(struct ring *ring)
{
	return container_of(ring, struct ktrace_ring, ring);
}

/* Add a ring to a list for ktrace_rings_free(), unless the ring is NULL. */
static inline void ktrace_ring_push(struct ktrace_ring **rings, struct ktrace_ring *kr)
{
	if (!kr)
		return;
	kr->next = *rings;
	*rings = kr;
}

static inline struct ktrace_cpu_buffer *ktrace_buffer_cpu(struct ktrace_buffer *buffer,
							  int cpu)
{
	return per_cpu_ptr(buffer->cpus, cpu);
}

struct ktrace_ring *ktrace_ring_alloc(struct ktrace_buffer *buffer, int cpu,
				      const struct ktrace_ring_setup *setup);
void ktrace_ring_free(struct ktrace_ring *kr);
void ktrace_rings_free(struct ktrace_ring *rings);
int ktrace_ring_expect(struct ktrace_ring *kr, struct ktrace_buffer *buffer, int cpu);
bool ktrace_ring_fits(const struct ktrace_ring *kr, const struct ktrace_ring_setup *setup);
void ktrace_ring_renew(struct ktrace_ring *kr, const struct ktrace_ring_setup *setup);
extern atomic_long_t ktrace_ring_pages_held;
void *ktrace_ring_page_alloc(int node, unsigned int order);
void ktrace_ring_page_free(void *data, unsigned int order);

/* Defined in rings.c */
void ktrace_rings_follow(struct ktrace_buffer *buffer);
void ktrace_rings_follow_all(struct ktrace_buffer *buffer);
void ktrace_rings_reset(struct ktrace_buffer *buffer, int cpu);
void ktrace_buffer_detach_writers(struct ktrace_buffer *buffer);
void ktrace_buffer_free_rings(struct ktrace_buffer *buffer);
struct ktrace_ring_setup ktrace_buffer_setup(struct ktrace_buffer *buffer, int cpu);
struct ktrace_ring *ktrace_buffer_written(struct ktrace_buffer *buffer, int cpu);
void ktrace_buffer_cpu_rings(struct ktrace_buffer *buffer, int cpu,
			     struct ktrace_ring *rings[KTRACE_CPU_RINGS]);
void ktrace_buffer_move_writers(struct ktrace_buffer *buffer, int cpu,
				struct ktrace_ring *kr);
struct ktrace_ring *ktrace_buffer_move_readers(struct ktrace_buffer *buffer, int cpu,
					       struct ktrace_ring *kr);

/* Defined in buffer.c */
int ktrace_buffer_setup_empty(struct ktrace_buffer *buffer);
void ktrace_buffer_close(struct ktrace_buffer *buffer);

/* Defined in life.c */
int ktrace_buffers_each(int (*call)(struct ktrace_buffer *buffer, void *data), void *data);

/* Defined in rebuild.c */
int ktrace_buffer_prepare(struct ktrace_buffer *buffer, int cpu);

/* Defined in map.c */
int ktrace_buffer_hold_maps(struct ktrace_buffer *buffer, int cpu);
void ktrace_buffer_release_maps(struct ktrace_buffer *buffer, int cpu);

/* Defined in spare.c */
struct ktrace_ring *ktrace_snapshot_put(struct ktrace_buffer *snapshot, int cpu,
					struct ktrace_ring *kr);
struct ktrace_ring *ktrace_snapshot_held(struct ktrace_buffer *snapshot, int cpu);
bool ktrace_spare_usable(const struct ktrace_ring *kr, const struct ktrace_ring_setup *setup);
int ktrace_spares_create(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot,
			 int selected);
void ktrace_spare_renew(struct ktrace_buffer *buffer, int cpu);
void ktrace_spare_use(struct ktrace_buffer *buffer, int cpu);
void ktrace_spares_free(struct ktrace_buffer *buffer);
bool ktrace_spares_lack(struct ktrace_buffer *buffer);

/* Defined in snapshot.c */
int ktrace_snapshot_ready(struct ktrace_buffer *buffer);
void ktrace_snapshot_set_aside(struct ktrace_buffer *buffer, struct ktrace_buffer *snapshot);
void ktrace_snapshot_setup(struct ktrace_buffer *buffer);
void ktrace_snapshot_hold(struct ktrace_buffer *buffer);
void ktrace_snapshot_release(struct ktrace_buffer *buffer);
void ktrace_snapshot_cpu_changed(struct ktrace_buffer *buffer);
void ktrace_snapshot_forget(struct ktrace_buffer *buffer);
void ktrace_snapshot_stop(struct ktrace_buffer *buffer);

/* Defined in wake.c */
void ktrace_waiters_wake(struct ktrace_waiters *waiters);
void ktrace_buffer_wake_maps(struct ktrace_cpu_buffer *part);
void ktrace_buffer_waiters_init(struct ktrace_buffer *buffer);
void ktrace_buffer_wait_init(struct ktrace_ring *kr, int cpu);
void ktrace_buffer_wait_stop(struct ktrace_ring *kr);
void ktrace_buffer_wait_stopped(void);
void ktrace_buffer_notice_cpu(bool runs);
bool ktrace_buffer_notices(void);
void ktrace_buffer_unnoticed(struct ktrace_buffer *buffer);
void ktrace_buffer_wake_unnoticed(struct ktrace_buffer *buffer, int cpu);

/* Defined in wait.c */
bool ktrace_buffer_arming(struct ktrace_buffer *buffer);

/* Who owns the spare rings, without the bit AGAIN: enum ktrace_snapshot_state. */
static inline int ktrace_snapshot_state(const struct ktrace_buffer *buffer)
{
	return atomic_read_acquire(&buffer->taking) & ~KTRACE_SNAPSHOT_AGAIN;
}

/* Whether a snapshot is moving writers to other rings now. */
static inline bool ktrace_snapshot_taking(const struct ktrace_buffer *buffer)
{
	return ktrace_snapshot_state(buffer) == KTRACE_SNAPSHOT_TAKING;
}

#endif /* _KTRACE_BUFFER_RING_H */
