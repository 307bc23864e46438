/* SPDX-License-Identifier: GPL-2.0 */
/* Reading a buffer after an oops or a panic, without waiting for locks. */
#ifndef _KTRACE_DUMP_H
#define _KTRACE_DUMP_H

#include <linux/types.h>
#include <asm/barrier.h>

#include "ring/ring.h"
#include "ring/ring_merge.h"

struct ktrace_buffer;
struct ktrace_clock;

/**
 * struct ktrace_dump_cpu - a CPU's part of a dump
 * @ring:	the ring; NULL if the CPU has no ring, or its ring cannot be shown
 * @clock:	the clock of the ring's times
 * @has:	@rec is the next record
 * @iter:	position in the ring
 * @rec:	the next record
 * @records:	number of records, for ktrace_dump_start_last()
 * @image:	struct ktrace_dump.image_bytes of memory
 */
struct ktrace_dump_cpu {
	struct ring		*ring;
	const struct ktrace_clock *clock;
	bool			has;
	struct ring_iter	iter;
	struct ring_record	rec;
	unsigned long		records;
	void			*image;
};

/**
 * struct ktrace_dump - state of a dump, allocated in advance
 * @image_bytes:	maximum page size that can be read
 * @left_out:	number of CPUs whose rings have larger pages, or without memory to read them
 * @merge:	finds the earliest record; its sources are the CPUs
 * @cpus:	by CPU number; NULL as long as the CPU has no ring.  Set under dump_mutex
 */
struct ktrace_dump {
	u32			image_bytes;
	unsigned int		left_out;
	struct ring_merge	merge;
	struct ktrace_dump_cpu	*cpus[];
};

/* Memory for reading the ring of a CPU; NULL if there is none. */
static inline struct ktrace_dump_cpu *ktrace_dump_cpu(const struct ktrace_dump *dump, int cpu)
{
	/* Pairs with the release in dump_cpu_alloc(). */
	return smp_load_acquire(&dump->cpus[cpu]);
}

struct ktrace_dump *ktrace_dump_alloc(const struct ktrace_buffer *buffer, u32 page_bytes);
void ktrace_dump_start(struct ktrace_dump *dump, struct ktrace_buffer *buffer, int only);
unsigned long ktrace_dump_start_last(struct ktrace_dump *dump, struct ktrace_buffer *buffer,
				     int only, unsigned long most);
int ktrace_dump_next(struct ktrace_dump *dump);
void ktrace_dump_pass(struct ktrace_dump *dump, int cpu);

/* Defined in dump_memory.c */
int ktrace_dump_attach(struct ktrace_dump *dump, struct ktrace_buffer *buffer);
void ktrace_dump_detach(struct ktrace_buffer *buffer);
int ktrace_dump_prepare(struct ktrace_buffer *buffer, int cpu);
void ktrace_dump_free(struct ktrace_dump *dump);

#endif /* _KTRACE_DUMP_H */
