// SPDX-License-Identifier: GPL-2.0
/* Registers the event source of synthetic events, with the control file synthetic_events. */
#include <linux/seq_file.h>

#include "command/knob.h"
#include "event/source.h"
#include "synth/internal.h"

static int synth_events_show(struct seq_file *m, void *data)
{
	const struct ktrace_synth *synth;

	guard(mutex)(&ktrace_dynamic_mutex);
	ktrace_for_each_dynamic(synth, &ktrace_synth_kind, dynamic) {
		ktrace_synth_show_line(synth, m);
		seq_putc(m, '\n');
	}
	return 0;
}

static int synth_events_write(struct ktrace_command *command, void *data)
{
	command->logged = true;
	return ktrace_synth_command(command->text, command->len, false, command->session);
}

static int synth_events_clear(void *data)
{
	return ktrace_dynamic_clear(&ktrace_synth_kind);
}

static int synth_init(void)
{
	ktrace_dynamic_kind_add(&ktrace_synth_kind);
	return 0;
}

static const struct ktrace_knob synth_file =
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "synthetic_events", 0640, synth_events_show,
		    synth_events_write,
		    "definitions of events that actions of histograms emit:\n"
		    ">> adds an event, > removes all first, a leading ! removes one",
		    .clear = synth_events_clear, .lines = true,
		    .end = ktrace_dynamic_end_session);

static struct ktrace_source synth_source = {
	.name	= "synthetic events",
	.init	= synth_init,
	.files	= &synth_file,
	.nr_files = 1,
	.help	=
"\t  echo 'NAME TYPE FIELD[; TYPE FIELD...]' >> synthetic_events\n"
"\t  echo 's:[synthetic/]NAME TYPE FIELD[; TYPE FIELD...]' >> dynamic_events\n"
"\t  TYPE: s8/16/32/64, u8/16/32/64, [unsigned] char/short/int/long, bool,\n"
"\t    pid_t, gfp_t; char[<size>] FIELD; char[] FIELD, a string of any length;\n"
"\t    [unsigned] long[] FIELD, a stack\n"
"\t  echo 'NAME unsigned long[] stack' >> synthetic_events\n",
};

KTRACE_SOURCE(synth_source);
