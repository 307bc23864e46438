// SPDX-License-Identifier: GPL-2.0
/*
 * Images: room for records that are put together before they are written.
 *
 * Taken by hooks, in any context, NMI included.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "event/emit.h"

/*
 * Contexts of a CPU that can nest: a task, a softirq, a hardirq, an NMI, an exception.
 * Each may have two: the record's, and one of what a trigger does with it.  What a trigger
 * makes happen has two of its own, and so on, in one of the contexts or in some of them.
 */
#define IMAGES	(5 * 2 + 6)

struct emit_images {
	unsigned int used;
	u64 bytes[IMAGES][KTRACE_IMAGE_BYTES / sizeof(u64)];
};

static DEFINE_PER_CPU(struct emit_images, emit_images);

/**
 * ktrace_image_get - room for a record's image
 *
 * Context: any, NMI included; preemption off until ktrace_image_put(), which must
 * follow on this CPU, in last-in first-out order with what nests.
 * Return: KTRACE_IMAGE_BYTES bytes, aligned to 8; or NULL if more nest than can be.
 */
notrace void *ktrace_image_get(void)
{
	unsigned int used = __this_cpu_read(emit_images.used);

	if (unlikely(used >= IMAGES))
		return NULL;
	/* What nests in between gives it back before this goes on. */
	__this_cpu_write(emit_images.used, used + 1);
	barrier();
	return this_cpu_ptr(emit_images.bytes[used]);
}
NOKPROBE_SYMBOL(ktrace_image_get);

/** ktrace_image_put - end what ktrace_image_get() began, unless that gave NULL */
notrace void ktrace_image_put(void)
{
	barrier();
	__this_cpu_dec(emit_images.used);
}
NOKPROBE_SYMBOL(ktrace_image_put);
