/* SPDX-License-Identifier: GPL-2.0 */
/* For KUnit suites of code that writes records: exhaust the images of a CPU. */
#ifndef _KTRACE_IMAGE_KUNIT_H
#define _KTRACE_IMAGE_KUNIT_H

#include <linux/irqflags.h>
#include <linux/percpu.h>

#include "event/image.h"

/**
 * struct image_shortage - a period without free images
 * @flags:	saved interrupt flags: interrupts are off, so that no interrupt misses a record
 * @before:	missed records before the period
 * @taken:	number of images taken
 * @missed:	records missed during the period, set at its end
 */
struct image_shortage {
	unsigned long	flags;
	unsigned long	before;
	unsigned int	taken;
	unsigned long	missed;
};

static inline void image_shortage_begin(struct image_shortage *s)
{
	local_irq_save(s->flags);
	s->before = this_cpu_read(ktrace_missed.nested);
	for (s->taken = 0; ktrace_image_try(); s->taken++)
		;
}

static inline unsigned long image_shortage_missed(const struct image_shortage *s)
{
	return this_cpu_read(ktrace_missed.nested) - s->before;
}

static inline void image_shortage_end(struct image_shortage *s)
{
	s->missed = image_shortage_missed(s);
	while (s->taken--)
		ktrace_image_put();
	local_irq_restore(s->flags);
}

#endif /* _KTRACE_IMAGE_KUNIT_H */
