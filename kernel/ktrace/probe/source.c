// SPDX-License-Identifier: GPL-2.0
/* Registers kprobes as an event source, with their control files. */
#include <linux/seq_file.h>

#include "command/knob.h"
#include "event/dynamic.h"
#include "event/source.h"
#include "probe/btf.h"
#include "probe/functions.h"
#include "probe/image.h"
#include "probe/kprobe.h"
#include "probe/probe_event.h"

static int kprobe_events_show(struct seq_file *m, void *data)
{
	ktrace_dynamic_show(&ktrace_kprobe_kind, m);
	return 0;
}

static int kprobe_events_write(struct ktrace_command *command, void *data)
{
	command->logged = true;
	return ktrace_kprobe_command(command->text, command->len, command->session);
}

static int kprobe_events_clear(void *data)
{
	return ktrace_dynamic_clear(&ktrace_kprobe_kind);
}

static int kprobe_profile_show(struct seq_file *m, void *data)
{
	ktrace_probe_profile(&ktrace_kprobe_kind, m);
	return 0;
}

static int kprobe_offsets_show(struct seq_file *m, void *data)
{
	return ktrace_offsets_show(m);
}

static int kprobe_offsets_write(struct ktrace_command *command, void *data)
{
	return ktrace_offsets_set(command);
}

static int eprobe_profile_show(struct seq_file *m, void *data)
{
	ktrace_probe_profile(&ktrace_eprobe_kind, m);
	return 0;
}

static int tprobe_profile_show(struct seq_file *m, void *data)
{
	ktrace_probe_profile(&ktrace_tprobe_kind, m);
	return 0;
}

static int __init probe_init(void)
{
	int err = ktrace_probe_images_init() ?: ktrace_kprobe_init() ?:
		  ktrace_kprobe_watch_modules();

	if (err)
		return err;
	ktrace_dynamic_kind_add(&ktrace_kprobe_kind);
	err = ktrace_tprobe_init();
	if (!err)
		ktrace_dynamic_kind_add(&ktrace_eprobe_kind);
	return err;
}

static const struct ktrace_knob kprobe_files[] = {
	KTRACE_KNOB_OPS(KTRACE_SCOPE_TOP, "available_filter_functions", 0440,
			&ktrace_functions_fops, "functions whose entry can be probed"),
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "kprobe_offsets", 0640, kprobe_offsets_show,
		    kprobe_offsets_write,
		    "write a function, then read the offsets for probes: PLACE BYTES"),
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "kprobe_profile", 0440, kprobe_profile_show, NULL,
		    "PROBE HITS MISSES"),
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "eprobe_profile", 0440, eprobe_profile_show, NULL,
		    "the same for event probes"),
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "tprobe_profile", 0440, tprobe_profile_show, NULL,
		    "the same for tracepoint probes"),
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "kprobe_events", 0640, kprobe_events_show,
		    kprobe_events_write,
		    "the probes, one per line; >> adds a probe, > removes all first",
		    .clear = kprobe_events_clear, .lines = true,
		    .end = ktrace_dynamic_end_session),
};

static struct ktrace_source kprobe_source __refdata = {
	.name = "kprobes",
	.init = probe_init,
	.files = kprobe_files,
	.nr_files = ARRAY_SIZE(kprobe_files),
	.help =
"\t  p:GROUP/EVENT PLACE ARG...  at an instruction, place: [<module>:]<symbol>\n"
"\t    with an optional +OFFSET, or an address\n"
"\t  r[maxactive]:GROUP/EVENT PLACE ARG...  at the return of a function, for up to\n"
"\t    maxactive calls at a time, place (kretprobe): [<module>:]<symbol>, or an address;\n"
"\t    also as p with <symbol>[+<offset>]%return\n"
"\t  -:GROUP/EVENT  removes the event, or with PLACE and ARG... one probe of the event\n"
"\t  :GROUP/EVENT or GROUP/ can be omitted; default names are used then\n"
"\t  ARG: WHAT, or NAME=WHAT, or NAME=WHAT:TYPE, where WHAT is a fetcharg: one of\n"
"\t    %REGISTER  $stack  $stack<N>  $comm  $retval  $arg<N>, from 1\n"
"\t    @ADDRESS  @SYMBOL, memory at an address; +|-[u]<offset>(WHAT), memory\n"
"\t    that WHAT points to, with u in user space; \\imm-value, or \\\"text\"\n"
"\t    sN aN rv ra: stack, arguments from 0, return value, return address\n"
"\t  kernel return probes support: $retval, and arguments with their values at the entry\n"
"\t  type: u8/16/32/64 unsigned, s8/16/32/64 signed, x8/16/32/64\n"
"\t    hexadecimal; char symbol symstr string ustring %pd/%pD; bits b<width>@<offset>/<size>;\n"
"\t    TYPE\\[COUNT\\], an array, for strings an array of addresses\n"
KTRACE_BTF_HELP
"  dynamic_events        accepts these lines, and probes on other events\n"
"\t  e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if FILTER]\n"
"\t    an argument is $FIELD of the event, or any that needs no registers\n"
"\t  t[:[<group>/][<event>]] <tracepoint> [<args>]\n"
"\t    an argument is $arg<N> of the tracepoint, up to 12, or any that needs\n"
"\t    no registers\n",
};
KTRACE_SOURCE(kprobe_source);
