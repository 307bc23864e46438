// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: fields, "print fmt" and records as text.
 *
 * Called by readers in task context, under the read lock of event/event.h, which keeps
 * the event from going away.
 */
#include <linux/seq_buf.h>
#include <linux/unaligned.h>

#include "probe/uprobe_event.h"

static const struct ktrace_field uprobe_entry_field = {
	.type = "unsigned long", .name = "__probe_ip", .offset = 8, .size = 8,
};

static const struct ktrace_field uprobe_return_fields[] = {
	{ .type = "unsigned long", .name = "__probe_func", .offset = 8, .size = 8 },
	{ .type = "unsigned long", .name = "__probe_ret_ip", .offset = 16, .size = 8 },
};

/**
 * ktrace_uprobe_field - struct ktrace_class.field
 * @event:	event of the probes
 * @i:	index of the field
 * @field:	output
 *
 * Return: false if there is no such field.
 */
bool ktrace_uprobe_field(const struct ktrace_event *event, unsigned int i,
			 struct ktrace_field *field)
{
	const struct uprobe_event *ue = uprobe_event_of(event);
	unsigned int nr_fixed = ue->at_return ? 2 : 1;

	if (i < nr_fixed) {
		*field = ue->at_return ? uprobe_return_fields[i] : uprobe_entry_field;
		return true;
	}
	if (i - nr_fixed >= ue->nr_args)
		return false;
	ktrace_probe_arg_field(&ue->args[i - nr_fixed], field);
	return true;
}

/**
 * ktrace_uprobe_print_fmt - struct ktrace_class.print_fmt
 * @event:	event of the probes
 * @out:	output
 */
void ktrace_uprobe_print_fmt(const struct ktrace_event *event, struct seq_buf *out)
{
	const struct uprobe_event *ue = uprobe_event_of(event);

	seq_buf_puts(out, ue->at_return ? "\"(%lx <- %lx)" : "\"(%lx)");
	ktrace_probe_args_formats(ue->args, ue->nr_args, out);
	seq_buf_puts(out, ue->at_return ? "\", REC->__probe_ret_ip, REC->__probe_func" :
					  "\", REC->__probe_ip");
	ktrace_probe_args_values(ue->args, ue->nr_args, out);
}

/**
 * ktrace_uprobe_print - struct ktrace_class.print
 * @event:	event of the probes
 * @rec:	a record
 * @len:	length in bytes
 * @out:	output
 */
void ktrace_uprobe_print(const struct ktrace_event *event, const void *rec, u32 len,
			 struct seq_buf *out)
{
	const struct uprobe_event *ue = uprobe_event_of(event);
	const unsigned long *fixed = rec + sizeof(struct ktrace_common);

	seq_buf_puts(out, ue->name);
	if (len < ue->bytes) {
		seq_buf_puts(out, ": (record is too short)");
		return;
	}
	if (ue->at_return)
		seq_buf_printf(out, ": (0x%lx <- 0x%lx)", get_unaligned(fixed + 1),
			       get_unaligned(fixed));
	else
		seq_buf_printf(out, ": (0x%lx)", get_unaligned(fixed));
	ktrace_probe_args_print(ue->args, ue->nr_args, rec, len, out);
}
