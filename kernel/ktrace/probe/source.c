// SPDX-License-Identifier: GPL-2.0
/* Kprobes as a source: how it announces itself, and its control files. */
#include <linux/seq_file.h>

#include "command/knob.h"
#include "event/dynamic.h"
#include "event/source.h"
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
"  kprobe_events         define probes: >> adds one, > clears first\n"
"\t  p[:[<group>/][<event>]] <place> [<args>]\n"
"\t  r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
"\t  -:[<group>/][<event>] [<place> [<args>]]\n"
"\t  place: [<module>:]<symbol>[+<offset>]|<memaddr>\n"
"\t  place (kretprobe): [<module>:]<symbol>[+0]|<memaddr>, or behind p\n"
"\t    <symbol>[+<offset>]%return\n"
"\t  ARG: [NAME=]<fetcharg>[:<type>]\n"
"\t  fetcharg: %<register>, @<address>, @<symbol>[+|-<offset>],\n"
"\t    $stack, $stack<N>, $retval, $comm, $arg<N> from 1, \\imm-value,\n"
"\t    \\\"imm-string\",\n"
"\t    +|-[u]<offset>(<fetcharg>), u for user space;\n"
"\t    short: s<N>, a<N> from 0, rv, ra the return address\n"
"\t  kernel return probes support: $retval, and $arg<N> as at the entry\n"
"\t  type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, symbol, string,\n"
"\t    ustring, %pd/%pD, b<width>@<offset>/<size>, <type>\\[<array-size>\\]\n"
"  dynamic_events also takes probes on other events, and on tracepoints by name\n"
"\t  e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if <filter>]\n"
"\t    fetcharg: $<field> of the attached event, and what is not of registers\n"
"\t  t[:[<group>/][<event>]] <tracepoint> [<args>]\n"
"\t    fetcharg: $arg<N> of the tracepoint from 1 to 12, and what is no register\n",
};
KTRACE_SOURCE(kprobe_source);
