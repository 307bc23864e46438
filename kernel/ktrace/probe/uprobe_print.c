// SPDX-License-Identifier: GPL-2.0
/*
 * Uprobe events: records as text.
 *
 * Called by readers in task context, under the read lock of event/event.h, which keeps
 * the event from going away.
 */
#include <linux/seq_buf.h>
#include <linux/unaligned.h>

#include "probe/uprobe_event.h"

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
	const struct uprobe_event *ue = uprobe_event_of(ktrace_probe_of(event));
	const unsigned long *fixed = rec + sizeof(struct ktrace_common);

	seq_buf_puts(out, ue->probe.name);
	if (len < ue->bytes) {
		seq_buf_puts(out, ": (record is too short)");
		return;
	}
	if (ue->probe.at_return)
		seq_buf_printf(out, ": (0x%lx <- 0x%lx)", get_unaligned(fixed + 1),
			       get_unaligned(fixed));
	else
		seq_buf_printf(out, ": (0x%lx)", get_unaligned(fixed));
	ktrace_probe_args_print(ue->probe.args, ue->probe.nr_args, rec, len, out);
}
