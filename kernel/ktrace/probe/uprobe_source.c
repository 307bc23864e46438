// SPDX-License-Identifier: GPL-2.0
/* Registers uprobes as an event source, with their control files. */
#include <linux/seq_file.h>

#include "command/knob.h"
#include "event/dynamic.h"
#include "event/source.h"
#include "probe/uprobe.h"

static int uprobe_events_show(struct seq_file *m, void *data)
{
	ktrace_dynamic_show(&ktrace_uprobe_kind, m);
	return 0;
}

static int uprobe_events_write(struct ktrace_command *command, void *data)
{
	command->logged = true;
	return ktrace_uprobe_command(command->text, command->len, command->session);
}

static int uprobe_events_clear(void *data)
{
	return ktrace_dynamic_clear(&ktrace_uprobe_kind);
}

static int uprobe_profile_show(struct seq_file *m, void *data)
{
	ktrace_uprobe_profile(m);
	return 0;
}

static const struct ktrace_knob uprobe_files[] = {
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "uprobe_profile", 0440, uprobe_profile_show, NULL,
		    "FILE PROBE HITS"),
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "uprobe_events", 0640, uprobe_events_show,
		    uprobe_events_write,
		    "probes in programs, one per line; >> adds a probe, > removes all first",
		    .clear = uprobe_events_clear, .lines = true,
		    .end = ktrace_dynamic_end_session),
};

static struct ktrace_source uprobe_source __refdata = {
	.name = "uprobes",
	.init = ktrace_uprobe_init,
	.files = uprobe_files,
	.nr_files = ARRAY_SIZE(uprobe_files),
	.help =
"\t  p:GROUP/EVENT PLACE ARG...  as in kprobe_events; place (uprobe) is PATH:OFFSET,\n"
"\t    with the suffix %return for the return of a function, and (ref_ctr_offset) for a\n"
"\t    counter in the file by which the program sees that it is probed\n"
"\t  ARG: memory is in user space; @+OFFSET in the file replaces @SYMBOL; $arg<N> and\n"
"\t    %pd/%pD do not exist\n",
};
KTRACE_SOURCE(uprobe_source);
