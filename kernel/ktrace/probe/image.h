/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Images of probes: memory in which a handler builds a record before it is written.
 *
 * A kind of probes whose handlers do not nest on a CPU has one image per CPU.  The memory exists
 * while there are probes of the kind, for CPUs that have been online meanwhile.
 */
#ifndef _KTRACE_PROBE_IMAGE_H
#define _KTRACE_PROBE_IMAGE_H

#include <linux/percpu.h>
#include <linux/refcount.h>

#include "buffer/buffer.h"
#include "event/missed.h"
#include "probe/fetch.h"
#include "probe/probe.h"

/**
 * struct probe_image - image of a record
 * @head:	room for the longer head
 * @words:	the arguments
 */
struct probe_image {
	u64	head[PROBE_RETURN_HEAD / sizeof(u64)];
	u64	words[FETCH_IMAGE_SIZE / sizeof(u64)];
};

static_assert(PROBE_RETURN_HEAD % sizeof(u64) == 0);
static_assert(PROBE_RETURN_HEAD + FETCH_ROOM <= KTRACE_RECORD_MAX);

/**
 * struct probe_images - the images of a kind of probes
 * @words:	per CPU: probe_image.words of its image; NULL while there are no probes, for a CPU
 *		that has not been online meanwhile, and if there was no memory when the CPU came
 *		online.  A handler whose CPU has no image counts a missed record
 * @bytes:	bytes to allocate for an image
 * @users:	number of probes; 0: no images
 */
struct probe_images {
	u64 *__percpu	*words;
	size_t		bytes;
	refcount_t	users;
};

#define PROBE_IMAGES(_words)	{						\
	.words = &(_words),							\
	.bytes = sizeof(struct probe_image),					\
	.users = REFCOUNT_INIT(0),						\
}

/**
 * ktrace_probe_missed - count a hit without a record, because the CPU has no image
 * @probe:	the probe
 *
 * Context: the handler; preemption off.
 */
static inline void ktrace_probe_missed(const struct ktrace_probe *probe)
{
	this_cpu_inc(ktrace_missed.nested);
	this_cpu_inc(probe->counts->missed);
}

int ktrace_probe_images_get(struct probe_images *images);
void ktrace_probe_images_put(struct probe_images *images);
int ktrace_probe_images_prepare(struct probe_images *images, unsigned int cpu);
int ktrace_probe_images_init(void);

/* Defined in kprobe_hit.c */
extern struct probe_images ktrace_kprobe_images;

/* Defined in uprobe_hit.c */
#ifdef CONFIG_KTRACE_UPROBES
extern struct probe_images ktrace_uprobe_images;
#endif

#endif /* _KTRACE_PROBE_IMAGE_H */
