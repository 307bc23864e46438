/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Images: memory for records that are built before they are written.
 *
 * Taken by hooks, in any context, NMI included.
 */
#ifndef _KTRACE_IMAGE_H
#define _KTRACE_IMAGE_H

#include <linux/percpu.h>

#include "buffer/buffer.h"
#include "event/missed.h"

/* Size of an image, in bytes: the longest record. */
#define KTRACE_IMAGE_BYTES	KTRACE_RECORD_MAX

/*
 * Contexts of a CPU that can be nested: a task, a softirq, a hardirq, an NMI, an
 * exception. Each may take two images: one for its record, and one for the action of a
 * trigger.  An event in the action of a trigger takes two more, and so on, in one or
 * several of the contexts.
 */
#define KTRACE_IMAGES		(5 * 2 + 6)

/* Memory of one image. */
struct ktrace_image {
	u64 words[KTRACE_IMAGE_BYTES / sizeof(u64)];
};

/**
 * struct ktrace_images - the images of a CPU
 * @used:	number of images in use, from the first one; KTRACE_IMAGES while @images
 *		is not allocated
 * @images:	array of KTRACE_IMAGES images; NULL until the first use of tracing, and
 *		for a CPU that has not been online since
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
 * The caller must return the image before it returns to the interrupted code, and must
 * count a miss itself.
 *
 * Context: any, NMI included; preemption off until ktrace_image_put(), which must
 * follow on this CPU, in last-in first-out order with nested contexts.
 * Return: KTRACE_IMAGE_BYTES bytes, aligned to 8; or NULL if all images are in use.
 */
static __always_inline void *ktrace_image_try(void)
{
	unsigned int used = __this_cpu_read(ktrace_images.used);

	if (unlikely(used >= KTRACE_IMAGES))
		return NULL;
	/* Nested contexts return their images before this one continues. */
	__this_cpu_write(ktrace_images.used, used + 1);
	barrier();
	return __this_cpu_read(ktrace_images.images) + used;
}

/**
 * ktrace_image_get - take an image of this CPU for a record
 *
 * If all images are in use, counts a missed record.
 *
 * Context: as for ktrace_image_try().
 * Return: as for ktrace_image_try().
 */
static __always_inline void *ktrace_image_get(void)
{
	void *image = ktrace_image_try();

	if (unlikely(!image))
		this_cpu_inc(ktrace_missed.nested);
	return image;
}

/** ktrace_image_put - return the image taken last */
static __always_inline void ktrace_image_put(void)
{
	barrier();
	__this_cpu_dec(ktrace_images.used);
}

#endif /* _KTRACE_IMAGE_H */
