// SPDX-License-Identifier: GPL-2.0
/* Registers the kernel's tracepoints as an event source. */
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
	/* No module has been loaded yet: sources start before the initcalls of level early. */
	return err ?: ktrace_tracepoint_watch_modules();
}

static struct ktrace_source tracepoint_source __refdata = {
	.name = "tracepoints",
	.init = tracepoint_init,
};
KTRACE_SOURCE(tracepoint_source);
