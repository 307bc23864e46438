// SPDX-License-Identifier: GPL-2.0
/* Images, and what is missed for want of one: see image.h and missed.h. */
#include "event/image.h"
#include "event/missed.h"

DEFINE_PER_CPU(struct ktrace_images, ktrace_images);
DEFINE_PER_CPU(struct ktrace_missed, ktrace_missed);
