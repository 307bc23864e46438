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

/* struct ktrace_class.field */
bool ktrace_kprobe_field(const struct ktrace_event *event, unsigned int i,
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

/* struct ktrace_class.print_fmt */
void ktrace_kprobe_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
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

/* struct ktrace_class.print */
void ktrace_kprobe_print(const struct ktrace_event *event, const void *rec,
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
