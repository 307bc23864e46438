/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Images: room for records that are put together before they are written.
 *
 * Taken by hooks, in any context, NMI included.
 */
#ifndef _KTRACE_IMAGE_H
#define _KTRACE_IMAGE_H

#include <linux/percpu.h>

#include "buffer/buffer.h"
#include "event/missed.h"

/* Bytes of an image: the longest record, and what is copied of it at a time. */
#define KTRACE_IMAGE_BYTES	KTRACE_RECORD_MAX

/*
 * Contexts of a CPU that can nest: a task, a softirq, a hardirq, an NMI, an exception.
 * Each may have two: the record's, and one of what a trigger does with it.  What a trigger
 * makes happen has two of its own, and so on, in one of the contexts or in some of them.
 */
#define KTRACE_IMAGES		(5 * 2 + 6)

/* An image. */
struct ktrace_image {
	u64 words[KTRACE_IMAGE_BYTES / sizeof(u64)];
};

/**
 * struct ktrace_images - the images of a CPU
 * @used:	how many are taken: the first ones; KTRACE_IMAGES while there is no memory
 * @images:	KTRACE_IMAGES of them; NULL until something is traced, and for a CPU that has
 *		not been online since
 */
struct ktrace_images {
	unsigned int used;
	struct ktrace_image *images;
};

DECLARE_PER_CPU(struct ktrace_images, ktrace_images);

int ktrace_images_init(void);
int ktrace_images_use(void);

/**
 * ktrace_image_try - take an image of this CPU
 *
 * The caller gives the image back before it returns to the interrupted code, and counts a
 * miss itself.
 *
 * Context: any, NMI included; preemption off until ktrace_image_put(), which must
 * follow on this CPU, in last-in first-out order with what nests.
 * Return: KTRACE_IMAGE_BYTES bytes, aligned to 8; or NULL if more nest than can be.
 */
static __always_inline void *ktrace_image_try(void)
{
	unsigned int used = __this_cpu_read(ktrace_images.used);

	if (unlikely(used >= KTRACE_IMAGES))
		return NULL;
	/* What nests in between gives it back before this goes on. */
	__this_cpu_write(ktrace_images.used, used + 1);
	barrier();
	return __this_cpu_read(ktrace_images.images) + used;
}

/**
 * ktrace_image_get - room for a record's image
 *
 * A record for which there is none is counted as missed.
 *
 * Context and return value: as for ktrace_image_try().
 */
static __always_inline void *ktrace_image_get(void)
{
	void *image = ktrace_image_try();

	if (unlikely(!image))
		this_cpu_inc(ktrace_missed.nested);
	return image;
}

/** ktrace_image_put - give back the image that one of the functions above returned */
static __always_inline void ktrace_image_put(void)
{
	barrier();
	__this_cpu_dec(ktrace_images.used);
}

#endif /* _KTRACE_IMAGE_H */
