// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: records as text.
 *
 * Called by readers in task context, under the read lock of event/event.h, which keeps
 * the event from going away.
 */
#include <linux/cleanup.h>
#include <linux/rcupdate.h>
#include <linux/seq_buf.h>
#include <linux/unaligned.h>

#include "probe/internal.h"

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
	seq_buf_printf(out, ke->probe.at_return ? "%ps" : "%pS", (void *)address);
}

/* struct ktrace_class.print */
void ktrace_kprobe_print(const struct ktrace_event *event, const void *rec,
			 u32 len, struct seq_buf *out)
{
	const struct kprobe_event *ke = kprobe_event_of(ktrace_probe_of(event));

	seq_buf_puts(out, ke->probe.name);
	if (len < ke->probe.units * RING_UNIT) {
		seq_buf_puts(out, ": (record is too short)");
		return;
	}
	seq_buf_puts(out, ": (");
	if (ke->probe.at_return)
		seq_buf_printf(out, "%pS <- ",
			       (void *)get_unaligned((unsigned long *)(rec + 16)));
	kprobe_print_where(ke, get_unaligned((unsigned long *)(rec + 8)), out);
	seq_buf_putc(out, ')');
	ktrace_probe_args_print(ke->probe.args, ke->probe.nr_args, rec, len, out);
}
