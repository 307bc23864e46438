// SPDX-License-Identifier: GPL-2.0
/*
 * Images of probes: see image.h.
 *
 * The first probe of a kind allocates the images of all online CPUs, before it is registered.  A
 * CPU that comes online later gets its image before it runs.  The last probe frees the images,
 * after no handler runs any more.
 */
#include <linux/array_size.h>
#include <linux/cleanup.h>
#include <linux/container_of.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/init.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "probe/image.h"

/* Serialises the first and the last user of images. */
static DEFINE_MUTEX(probe_images_mutex);

/* The kinds of probes that have images. */
static struct probe_images *const probe_images_all[] = {
	&ktrace_kprobe_images,
#ifdef CONFIG_KTRACE_UPROBES
	&ktrace_uprobe_images,
#endif
};

/* Allocate a CPU's image, unless it has one. */
static int probe_image_alloc(struct probe_images *images, unsigned int cpu)
{
	u64 **words = per_cpu_ptr(images->words, cpu);
	struct probe_image *image;

	if (*words)
		return 0;
	image = kvzalloc_node(images->bytes, GFP_KERNEL | __GFP_NOWARN, cpu_to_node(cpu));
	if (!image)
		return -ENOMEM;
	/*
	 * If the CPU came online without memory, its handlers look for the image already.  Pairs
	 * with their address dependency.
	 */
	smp_store_release(words, image->words);
	return 0;
}

/* Free the images of all CPUs; no handler uses them. */
static void probe_images_free(struct probe_images *images)
{
	struct probe_image *image;
	unsigned int cpu;
	u64 **words;

	for_each_possible_cpu(cpu) {
		words = per_cpu_ptr(images->words, cpu);
		if (!*words)
			continue;
		image = container_of((void *)*words, struct probe_image, words);
		WRITE_ONCE(*words, NULL);
		kvfree(image);
	}
}

/**
 * ktrace_probe_images_get - let a probe use the images of its kind
 * @images:	the images, which the first probe allocates; later probes allocate those that lack
 *
 * Context: task; sleeps; takes probe_images_mutex and cpus_read_lock().
 * Return: 0; or -ENOMEM with nothing changed.
 */
int ktrace_probe_images_get(struct probe_images *images)
{
	unsigned int cpu;
	int err = 0;

	guard(mutex)(&probe_images_mutex);
	/* A CPU that comes online later allocates its image, because @users is not 0 then. */
	guard(cpus_read_lock)();
	/* If there are users already, a CPU may have come online without memory for its image. */
	for_each_online_cpu(cpu)
		err = err ?: probe_image_alloc(images, cpu);
	if (!err && !refcount_inc_not_zero(&images->users))
		refcount_set(&images->users, 1);
	else if (err && !refcount_read(&images->users))
		probe_images_free(images);
	return err;
}

/**
 * ktrace_probe_images_put - undo ktrace_probe_images_get()
 * @images:	the images, which the last probe frees
 *
 * Context: task; sleeps; as ktrace_probe_images_get().  No handler of the probe runs any more.
 */
void ktrace_probe_images_put(struct probe_images *images)
{
	if (!refcount_dec_and_mutex_lock(&images->users, &probe_images_mutex))
		return;
	/* Wait for a CPU that is coming online and has found users: it allocates an image. */
	cpus_read_lock();
	probe_images_free(images);
	cpus_read_unlock();
	mutex_unlock(&probe_images_mutex);
}

/**
 * ktrace_probe_images_prepare - give a CPU that comes online its image, if there are probes
 * @images:	the images
 * @cpu:	the CPU
 *
 * Context: task; sleeps; the caller holds cpu_hotplug_lock for writing, and therefore takes no
 * mutex.
 * Return: 0; or -ENOMEM, and then the records of this CPU that need an image are missed.
 */
int ktrace_probe_images_prepare(struct probe_images *images, unsigned int cpu)
{
	return refcount_read(&images->users) ? probe_image_alloc(images, cpu) : 0;
}

/* A CPU must not stay offline because of an image. */
static int probe_images_cpu(unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probe_images_all); i++)
		ktrace_probe_images_prepare(probe_images_all[i], cpu);
	return 0;
}

/**
 * ktrace_probe_images_init - register a callback for CPUs that come online
 *
 * Context: once, at boot.
 * Return: 0 or a negative errno.
 */
int __init ktrace_probe_images_init(void)
{
	return min(cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "ktrace:probes",
					     probe_images_cpu, NULL), 0);
}
