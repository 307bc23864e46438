// SPDX-License-Identifier: GPL-2.0
/* Images: see image.h. */
#include "event/image.h"

DEFINE_PER_CPU(struct ktrace_images, ktrace_images);
