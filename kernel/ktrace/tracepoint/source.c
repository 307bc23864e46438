// SPDX-License-Identifier: GPL-2.0
/* Tracepoints of the base as a source: how it announces itself, and its control file. */
#include <linux/cpumask.h>
#include <linux/seq_file.h>

#include "command/knob.h"
#include "event/source.h"
#include "tracepoint/tracepoint.h"

static int __init tracepoint_init(void)
{
	const struct ktrace_tracepoint_set kernel = {
		.tracepoints = __start___ktrace_tracepoints,
		.nr_tracepoints = __stop___ktrace_tracepoints - __start___ktrace_tracepoints,
		.values = __start___ktrace_values,
		.nr_values = __stop___ktrace_values - __start___ktrace_values,
	};
	int err = ktrace_tracepoints_add(&kernel);

	ktrace_tracepoint_show_init();
	/* No module is loaded before this: that is for later initcalls. */
	return err ?: ktrace_tracepoint_watch_modules();
}

static int tracepoint_misses_show(struct seq_file *m, void *data)
{
	struct ktrace_tracepoint_misses misses;
	unsigned int cpu;

	seq_puts(m, "# cpu nested refused\n");
	for_each_possible_cpu(cpu) {
		ktrace_tracepoint_missed(cpu, &misses);
		seq_printf(m, "%u %llu %llu\n", cpu, misses.nested, misses.refused);
	}
	return 0;
}

static const struct ktrace_knob tracepoint_knobs[] = {
	KTRACE_KNOB("tracepoint_misses", 0400, tracepoint_misses_show, NULL),
};

static struct ktrace_source tracepoint_source __refdata = {
	.name = "tracepoints",
	.init = tracepoint_init,
	.knobs = tracepoint_knobs,
	.nr_knobs = ARRAY_SIZE(tracepoint_knobs),
	.help =
"  tracepoint_misses     hits of tracepoints that were not recorded, per CPU: inside of\n"
"                        a record inside of a record, and longer than a record can be\n",
};
KTRACE_SOURCE(tracepoint_source);
