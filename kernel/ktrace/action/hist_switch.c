// SPDX-License-Identifier: GPL-2.0
/* The triggers enable_hist and disable_hist, which continue and pause histograms. */
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "action/hist.h"
#include "action/trigger.h"
#include "event/listener.h"

/* Pause or continue all histograms of the target. */
static void hists_switch(struct ktrace_trigger *trigger, bool pause)
{
	const struct ktrace_triggers *triggers =
		rcu_dereference_sched(trigger->target->triggers);
	struct hist_trigger *ht;
	unsigned int i;

	if (!triggers || !ktrace_trigger_take(trigger))
		return;
	for (i = 0; i < triggers->nr; i++) {
		ht = hist_trigger_at(triggers, i);
		if (ht)
			WRITE_ONCE(ht->hist->paused, pause);
	}
}
NOKPROBE_SYMBOL(hists_switch);

static void enable_hist_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	hists_switch(trigger, false);
}
NOKPROBE_SYMBOL(enable_hist_hit);

static void disable_hist_hit(struct ktrace_trigger *trigger, const struct ktrace_hit *hit)
{
	hists_switch(trigger, true);
}
NOKPROBE_SYMBOL(disable_hist_hit);

static void hist_switch_free(struct ktrace_trigger *trigger, struct ktrace_trigger_drop *drop)
{
	kfree(trigger);
}

static void hist_switch_show(const struct ktrace_trigger *trigger, struct seq_file *m)
{
	seq_printf(m, "%s:%s:%s", trigger->ops->name, trigger->target->event->system,
		   trigger->target->event->name);
	ktrace_trigger_show_end(trigger, m);
}

static const struct ktrace_trigger_ops hist_switch_ops[] = {
	{
		.name	= "enable_hist",
		.cleared = true,
		.hit	= enable_hist_hit,
		.free	= hist_switch_free,
		.show	= hist_switch_show,
	}, {
		.name	= "disable_hist",
		.cleared = true,
		.hit	= disable_hist_hit,
		.free	= hist_switch_free,
		.show	= hist_switch_show,
	},
};

/**
 * ktrace_hist_switch_create - create a trigger that pauses or continues histograms
 * @listener: the owner
 * @spec: the parsed line
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 * Return: the inactive trigger, to be freed by its ops->free(); or an errno as a pointer.
 */
struct ktrace_trigger *ktrace_hist_switch_create(struct ktrace_listener *listener,
						 const struct ktrace_trigger_spec *spec)
{
	struct ktrace_trigger *trigger = kzalloc(sizeof(*trigger), GFP_KERNEL);

	if (!trigger)
		return ERR_PTR(-ENOMEM);
	trigger->ops = &hist_switch_ops[spec->kind - KTRACE_TRIGGER_ENABLE_HIST];
	trigger->listener = listener;
	return trigger;
}
