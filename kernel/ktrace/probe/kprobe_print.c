// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: fields, "print fmt" and records as text.
 *
 * Called by readers in task context, under the read lock of event/event.h, which keeps
 * the event from going away.
 */
#include <linux/cleanup.h>
#include <linux/rcupdate.h>
#include <linux/seq_buf.h>
#include <linux/unaligned.h>

#include "probe/internal.h"

static const struct ktrace_field kprobe_entry_field = {
	.type = "unsigned long", .name = "__probe_ip", .offset = 8, .size = 8,
};

static const struct ktrace_field kprobe_return_fields[] = {
	{ .type = "unsigned long", .name = "__probe_func", .offset = 8, .size = 8 },
	{ .type = "unsigned long", .name = "__probe_ret_ip", .offset = 16, .size = 8 },
};

static bool kprobe_field(const struct ktrace_event *event, unsigned int i,
			 struct ktrace_field *field)
{
	const struct kprobe_event *ke = kprobe_event_of(event);
	unsigned int nr_fixed = ke->at_return ? 2 : 1;

	if (i < nr_fixed) {
		*field = ke->at_return ? kprobe_return_fields[i] : kprobe_entry_field;
		return true;
	}
	if (i - nr_fixed >= ke->nr_args)
		return false;
	ktrace_probe_arg_field(&ke->args[i - nr_fixed], field);
	return true;
}

static void kprobe_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct kprobe_event *ke = kprobe_event_of(event);

	seq_buf_puts(out, ke->at_return ? "\"(%lx <- %lx)" : "\"(%lx)");
	ktrace_probe_args_formats(ke->args, ke->nr_args, out);
	seq_buf_puts(out, ke->at_return ? "\", REC->__probe_ret_ip, REC->__probe_func" :
					  "\", REC->__probe_ip");
	ktrace_probe_args_values(ke->args, ke->nr_args, out);
}

/* Append the location of a record by its address: a removed probe has no other information. */
static void kprobe_print_where(const struct kprobe_event *ke, unsigned long address,
			       struct seq_buf *out)
{
	const struct kprobe_site *site;

	guard(rcu)();
	list_for_each_entry_rcu(site, &ke->sites, node) {
		if (site->address != address)
			continue;
		seq_buf_puts(out, site->where);
		return;
	}
	seq_buf_printf(out, ke->at_return ? "%ps" : "%pS", (void *)address);
}

static void kprobe_print(const struct ktrace_event *event, const void *rec,
			 u32 len, struct seq_buf *out)
{
	const struct kprobe_event *ke = kprobe_event_of(event);

	seq_buf_puts(out, ke->name);
	if (len < ke->units * RING_UNIT) {
		seq_buf_puts(out, ": (record is too short)");
		return;
	}
	seq_buf_puts(out, ": (");
	if (ke->at_return)
		seq_buf_printf(out, "%pS <- ",
			       (void *)get_unaligned((unsigned long *)(rec + 16)));
	kprobe_print_where(ke, get_unaligned((unsigned long *)(rec + 8)), out);
	seq_buf_putc(out, ')');
	ktrace_probe_args_print(ke->args, ke->nr_args, rec, len, out);
}

/*
 * Enabling and disabling of kprobe events. A probe that waits for its module is armed
 * when the module is loaded; it does not prevent the other probes from being armed.
 */
static void kprobe_disable(struct ktrace_event *event)
{
	struct kprobe_event *ke;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(ke, &kprobe_event_of(event)->probes, of_event)
		if (!ke->waiting && !kprobe_disabled(&ke->rp.kp))
			disable_kprobe(&ke->rp.kp);
}

static int kprobe_enable(struct ktrace_event *event)
{
	struct kprobe_event *ke;
	int err = 0;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(ke, &kprobe_event_of(event)->probes, of_event) {
		/* A probe in code that is permanently gone is skipped, too. */
		err = ke->waiting || kprobe_gone(&ke->rp.kp) ? 0 : enable_kprobe(&ke->rp.kp);
		if (err)
			break;
	}
	/* Undo on error: arm all probes or none. */
	if (err)
		kprobe_disable(event);
	return err;
}

const struct ktrace_class ktrace_kprobe_class = {
	.enable		= kprobe_enable,
	.disable	= kprobe_disable,
	.field		= kprobe_field,
	.print		= kprobe_print,
	.print_fmt	= kprobe_print_fmt,
	.free		= ktrace_kprobe_free,
};
