// SPDX-License-Identifier: GPL-2.0
/*
 * Images, and counters of records that were missed because of a lack of images: see
 * image.h and missed.h.
 *
 * The memory of a CPU's images is allocated at the first use of tracing, or later
 * before the CPU comes online, and is never freed.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/topology.h>

#include "event/image.h"
#include "event/missed.h"

DEFINE_PER_CPU(struct ktrace_images, ktrace_images) = { .used = KTRACE_IMAGES };
DEFINE_PER_CPU(struct ktrace_missed, ktrace_missed);

/* Serialises allocation. */
static DEFINE_MUTEX(images_mutex);
/* True once tracing is used: CPUs that come online need images.  Under cpus_read_lock(). */
static bool images_wanted;
/* True when all online CPUs have images. */
static bool images_there;

/* Allocate a CPU's images; hooks cannot take them yet. */
static int images_alloc(unsigned int cpu)
{
	struct ktrace_images *of = per_cpu_ptr(&ktrace_images, cpu);

	if (of->images)
		return 0;
	of->images = kvzalloc_node(sizeof(*of->images) * KTRACE_IMAGES, GFP_KERNEL,
				   cpu_to_node(cpu));
	return of->images ? 0 : -ENOMEM;
}

/* Let hooks take this CPU's images. */
static void images_open(void *unused)
{
	this_cpu_write(ktrace_images.used, 0);
}

/**
 * ktrace_images_use - allocate images
 *
 * Context: task; sleeps.
 * Return: 0 or -ENOMEM.
 */
int ktrace_images_use(void)
{
	unsigned int cpu;
	int err = 0;

	/* Pairs with the release below. */
	if (smp_load_acquire(&images_there))
		return 0;
	guard(mutex)(&images_mutex);
	if (images_there)
		return 0;
	guard(cpus_read_lock)();
	for_each_online_cpu(cpu)
		err = err ?: images_alloc(cpu);
	if (err)
		return err;
	images_wanted = true;
	/* On each CPU: its hooks see the memory before they see that they may take it. */
	on_each_cpu(images_open, NULL, true);
	/* Pairs with the acquire above. */
	smp_store_release(&images_there, true);
	return 0;
}

/*
 * Allocate the images of a CPU that is about to come online.  If out of memory, the
 * CPU's records that need an image are missed, and counted.
 */
static int images_prepare(unsigned int cpu)
{
	struct ktrace_images *of = per_cpu_ptr(&ktrace_images, cpu);

	if (images_wanted && !images_alloc(cpu))
		of->used = 0;
	return 0;
}

/**
 * ktrace_images_init - register a callback for CPUs that come online
 *
 * Context: once, at boot.
 * Return: 0 or an errno.
 */
int __init ktrace_images_init(void)
{
	return min(cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "ktrace:images",
					     images_prepare, NULL), 0);
}
