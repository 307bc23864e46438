// SPDX-License-Identifier: GPL-2.0
/*
 * The long way of a record, for all sources: its image is made once, and each
 * listener that wants it gets a copy.
 *
 * Called by hooks, in any context, NMI included.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "event/emit.h"
#include "event/task.h"
#include "parse/filter_run.h"

/* Contexts of a CPU that can nest: a task, a softirq, a hardirq, an NMI, an exception. */
#define IMAGES	5

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

static bool filter_accepts(const struct ktrace_filter *filter, const void *record, u32 len)
{
	const struct ktrace_filter_image image = {
		.record = record,
		.len = len,
		.cpu = raw_smp_processor_id(),
		.comm = current->comm,
	};

	return ktrace_filter_run(filter, &image) == KTRACE_FILTER_YES;
}
NOKPROBE_SYMBOL(filter_accepts);

static __always_inline bool listener_wants(const struct ktrace_listener *listener,
					   const void *image, u32 len)
{
	const struct ktrace_filter *filter = rcu_dereference_sched(listener->filter);

	if (!ktrace_task_followed(listener->tasks, current))
		return false;
	return likely(!filter) || filter_accepts(filter, image, len);
}

/* Copy a record, but for what ktrace_emit_common() wrote. */
static __always_inline void image_copy(void *rec, const void *image, u32 len)
{
	const u32 common = sizeof(struct ktrace_common);

	memcpy(rec + common, image + common, len - common);
}

/**
 * ktrace_emit_image - record an image for all listeners that want it
 * @event:	the event
 * @image:	the record; what is common to all records is filled in here
 * @len:	its bytes, a multiple of 4, up to KTRACE_RECORD_MAX
 * @context:	ktrace_context() or ktrace_context_task()
 *
 * Context: any, NMI included; preemption off.
 */
notrace void ktrace_emit_image(const struct ktrace_event *event, void *image, u32 len,
			       u32 context)
{
	struct ktrace_emit emit __uninitialized;
	struct ktrace_listener *listener;
	void *rec;

	ktrace_emit_common(image, event->id, context);
	ktrace_for_each_listener(listener, event) {
		if (!listener_wants(listener, image, len))
			continue;
		rec = ktrace_emit_begin(&emit, listener->buffer, event->id, len, context);
		if (!rec)
			continue;
		image_copy(rec, image, len);
		ktrace_emit_end(&emit);
	}
}
NOKPROBE_SYMBOL(ktrace_emit_image);
