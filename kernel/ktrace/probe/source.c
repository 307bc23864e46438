// SPDX-License-Identifier: GPL-2.0
/* Registers kprobes as a source of events, with their control files. */
#include <linux/seq_file.h>

#include "command/knob.h"
#include "event/dynamic.h"
#include "event/source.h"
#include "probe/btf.h"
#include "probe/functions.h"
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
	return ktrace_kprobe_command(command->text, command->len);
}

static int kprobe_events_clear(void *data)
{
	return ktrace_dynamic_clear(&ktrace_kprobe_kind);
}

static int kprobe_profile_show(struct seq_file *m, void *data)
{
	ktrace_kprobe_profile(m);
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
	ktrace_probe_event_profile(&ktrace_eprobe_kind, m);
	return 0;
}

static int tprobe_profile_show(struct seq_file *m, void *data)
{
	ktrace_probe_event_profile(&ktrace_tprobe_kind, m);
	return 0;
}

static int __init probe_init(void)
{
	int err = ktrace_kprobe_init() ?: ktrace_tprobe_init();

	if (!err)
		ktrace_dynamic_kind_add(&ktrace_eprobe_kind);
	return err;
}

static const struct ktrace_knob kprobe_knobs[] = {
	KTRACE_KNOB("kprobe_events",	 0600, kprobe_events_show, kprobe_events_write,
		    .clear = kprobe_events_clear, .lines = true),
	KTRACE_KNOB("kprobe_profile",	 0400, kprobe_profile_show, NULL),
	KTRACE_KNOB("eprobe_profile",	 0400, eprobe_profile_show, NULL),
	KTRACE_KNOB("tprobe_profile",	 0400, tprobe_profile_show, NULL),
	KTRACE_KNOB("kprobe_offsets",	 0600, kprobe_offsets_show, kprobe_offsets_write),
};

static const struct ktrace_file kprobe_files[] = {
	{ "available_filter_functions", 0400, &ktrace_functions_fops },
};

static struct ktrace_source kprobe_source __refdata = {
	.name = "kprobes",
	.init = probe_init,
	.knobs = kprobe_knobs,
	.nr_knobs = ARRAY_SIZE(kprobe_knobs),
	.files = kprobe_files,
	.nr_files = ARRAY_SIZE(kprobe_files),
	.help =
"  available_filter_functions  functions whose entry can be probed\n"
"  kprobe_offsets        write a function, read where in it probes can stand: PLACE BYTES\n"
"  kprobe_profile        PROBE HITS MISSES\n"
"  eprobe_profile, tprobe_profile  the same of other kinds of probes\n"
"  kprobe_events         a line for each probe: >> adds one, > clears first\n"
"\t  p:GROUP/EVENT PLACE ARG...  where an instruction is, place: [<module>:]<symbol>\n"
"\t    with +OFFSET, or an address\n"
"\t  r[maxactive]:GROUP/EVENT PLACE ARG...  where a function returns, for so many calls\n"
"\t    at a time, place (kretprobe): [<module>:]<symbol>, or an address; the same is\n"
"\t    p with <symbol>[+<offset>]%return\n"
"\t  -:GROUP/EVENT  goes, or with PLACE and ARG... the one probe of it that has these\n"
"\t  a name is made up for whoever leaves out :GROUP/EVENT, or GROUP/\n"
"\t  ARG: WHAT, or NAME=WHAT, or NAME=WHAT:TYPE, where WHAT is a fetcharg: one of\n"
"\t    %REGISTER  $stack  $stack<N>  $comm  $retval  $arg<N>, from 1\n"
"\t    @ADDRESS  @SYMBOL, memory there; +|-[u]<offset>(WHAT), memory that WHAT\n"
"\t    points to, with u the program's; \\imm-value, or \\\"text\"\n"
"\t    sN aN rv ra: the stack, arguments from 0, the value and the address of a return\n"
"\t  kernel return probes support: $retval, and arguments as they were at the entry\n"
"\t  type: u8/16/32/64 without a sign, s8/16/32/64 with one, x8/16/32/64, in\n"
"\t    hexadecimal; char symbol symstr string ustring %pd/%pD; bits b<width>@<offset>/<size>;\n"
"\t    TYPE\\[COUNT\\], that many of them in a row, or of the addresses of texts\n"
KTRACE_BTF_HELP
"  dynamic_events        takes these lines, and probes of other events, by name\n"
"\t  e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if FILTER]\n"
"\t    an argument is $FIELD of that event, or what is not of registers\n"
"\t  t[:[<group>/][<event>]] <tracepoint> [<args>]\n"
"\t    an argument is $arg<N> of the tracepoint, up to 12, or what is no register\n",
};
KTRACE_SOURCE(kprobe_source);
