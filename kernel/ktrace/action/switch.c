// SPDX-License-Identifier: GPL-2.0
/*
 * Triggers that switch recording of all events or of one event on and off, take a
 * snapshot, or record a stack.
 *
 * Commands create triggers in task context, under ktrace_event_mutex.  Hooks run
 * triggers in any context, NMI included, so a trigger only stores a value, and queues
 * an irq_work for anything that sleeps.
 */
#include <linux/kprobes.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "action/internal.h"
#include "buffer/buffer.h"
#include "event/listener.h"
#include "event/stack.h"

static struct ktrace_instance *trigger_instance(const struct ktrace_trigger *trigger)
{
	return trigger->listener->instance;
}

static void switch_free(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop)
{
	kfree(trigger);
}

static void switch_show(const struct ktrace_trigger *trigger, struct seq_file *m)
{
	const struct ktrace_listener *target = trigger->target;

	seq_puts(m, trigger->ops->name);
	if (target)
		seq_printf(m, ":%s:%s", target->event->system, target->event->name);
	ktrace_trigger_show_end(trigger, m);
}

/* A trigger that changes nothing does not use up its count. */
static void traceon_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	struct ktrace_buffer *buffer = &trigger_instance(trigger)->buffer;

	if (!READ_ONCE(buffer->on) && ktrace_trigger_take(trigger))
		ktrace_buffer_on(buffer);
}
NOKPROBE_SYMBOL(traceon_hit);

static void traceoff_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	struct ktrace_buffer *buffer = &trigger_instance(trigger)->buffer;

	if (READ_ONCE(buffer->on) && ktrace_trigger_take(trigger))
		ktrace_buffer_off(buffer);
}
NOKPROBE_SYMBOL(traceoff_hit);

static void snapshot_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	if (ktrace_trigger_take(trigger))
		ktrace_snapshot_now(&trigger_instance(trigger)->buffer);
}
NOKPROBE_SYMBOL(snapshot_hit);

/**
 * struct snapshot_trigger - a trigger that takes a snapshot
 * @trigger:	the trigger
 * @buffer:	the buffer that is armed for this trigger
 * @release:	disarms @buffer from ktrace_trigger_drop_end()
 */
struct snapshot_trigger {
	struct ktrace_trigger	trigger;
	struct ktrace_buffer	*buffer;
	struct ktrace_release	release;
};

/*
 * Create a trigger that takes a snapshot.  Return: the trigger; NULL if out of memory; or an errno
 * as a pointer.
 */
static struct ktrace_trigger *snapshot_trigger_create(struct ktrace_listener *listener)
{
	struct ktrace_instance *instance = listener->instance;
	struct snapshot_trigger *st = kzalloc(sizeof(*st), GFP_KERNEL);
	int err;

	if (!st)
		return NULL;
	/*
	 * The mutex stays locked, so that the trigger is set as a whole or not at all.
	 * action_arm_snapshots() neither waits nor allocates rings.
	 */
	st->buffer = &instance->buffer;
	err = action_arm_snapshots(instance);
	if (!err)
		return &st->trigger;
	kfree(st);
	return ERR_PTR(err);
}

static void snapshot_release(struct ktrace_release *release)
{
	struct snapshot_trigger *st = container_of(release, struct snapshot_trigger, release);

	ktrace_snapshot_disarm(st->buffer);
	kfree(st);
}

/* Disarming waits for the buffer's rebuild and for grace periods: do it without the mutex. */
static void snapshot_free(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop)
{
	struct snapshot_trigger *st = container_of(trigger, struct snapshot_trigger, trigger);

	ktrace_release_later(&drop->idle, &st->release, snapshot_release);
}

static void stacktrace_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	struct ktrace_buffer *buffer = &trigger_instance(trigger)->buffer;

	if (ktrace_trigger_take(trigger) && !ktrace_buffer_is_off(buffer))
		ktrace_stack_kernel(buffer, hit);
}
NOKPROBE_SYMBOL(stacktrace_hit);

/* Start or stop recording of the target event, beginning with its next hit. */
static void target_switch(struct ktrace_trigger *trigger, bool off)
{
	struct ktrace_listener *target = trigger->target;

	if (READ_ONCE(target->soft_off) != off && ktrace_trigger_take(trigger))
		WRITE_ONCE(target->soft_off, off);
}
NOKPROBE_SYMBOL(target_switch);

static void enable_event_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	target_switch(trigger, false);
}
NOKPROBE_SYMBOL(enable_event_hit);

static void disable_event_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	target_switch(trigger, true);
}
NOKPROBE_SYMBOL(disable_event_hit);

/* Operations of the triggers of each kind; those of histograms are in hist.c. */
static const struct ktrace_trigger_ops switch_ops[NR_KTRACE_TRIGGER_KINDS] = {
	[KTRACE_TRIGGER_TRACEON] = {
		.name	= "traceon",
		/* The hit that switches tracing on becomes the first record. */
		.before	= true,
		.hit	= traceon_hit,
		.free	= switch_free,
		.show	= switch_show,
	},
	[KTRACE_TRIGGER_TRACEOFF] = {
		.name	= "traceoff",
		.hit	= traceoff_hit,
		.free	= switch_free,
		.show	= switch_show,
	},
	[KTRACE_TRIGGER_SNAPSHOT] = {
		.name	= "snapshot",
		.hit	= snapshot_hit,
		.free	= snapshot_free,
		.show	= switch_show,
	},
	[KTRACE_TRIGGER_STACKTRACE] = {
		.name	= "stacktrace",
		.hit	= stacktrace_hit,
		.free	= switch_free,
		.show	= switch_show,
	},
	[KTRACE_TRIGGER_ENABLE_EVENT] = {
		.name	= "enable_event",
		.hit	= enable_event_hit,
		.free	= switch_free,
		.show	= switch_show,
	},
	[KTRACE_TRIGGER_DISABLE_EVENT] = {
		.name	= "disable_event",
		.hit	= disable_event_hit,
		.free	= switch_free,
		.show	= switch_show,
	},
};

/**
 * ktrace_switch_create - create a trigger of this file
 * @listener: the owner
 * @spec: the parsed line
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the inactive trigger, to be freed by its ops->free(); or an errno as a pointer.
 */
struct ktrace_trigger *ktrace_switch_create(struct ktrace_listener *listener,
					    const struct ktrace_trigger_spec *spec)
{
	struct ktrace_trigger *trigger;

	trigger = spec->kind == KTRACE_TRIGGER_SNAPSHOT ? snapshot_trigger_create(listener) :
		  kzalloc(sizeof(*trigger), GFP_KERNEL);
	if (!trigger)
		return ERR_PTR(-ENOMEM);
	if (IS_ERR(trigger))
		return trigger;
	trigger->ops = &switch_ops[spec->kind];
	trigger->listener = listener;
	return trigger;
}
