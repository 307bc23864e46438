// SPDX-License-Identifier: GPL-2.0
/* Registers the event source of trace_printk() and related functions, and its part of README. */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/seq_file.h>

#include "action/internal.h"
#include "action/printk.h"
#include "event/source.h"

static const struct ktrace_knob printk_file =
	KTRACE_KNOB(KTRACE_SCOPE_TOP, "printk_formats", 0440, ktrace_printk_formats_show, NULL,
		    "addresses and texts of the formats of trace_printk()");

static int __init printk_init(void)
{
	int err = ktrace_event_register(&ktrace_bprint_event);

	if (err)
		return err;
	err = ktrace_event_register(&ktrace_bputs_event);
	if (err) {
		ktrace_event_unregister(&ktrace_bprint_event);
		return err;
	}
	ktrace_tracing_ready();
	/* Report errors from here on, but return 0: the events are registered. */
	if (&__start___trace_bprintk_fmt[0] != &__stop___trace_bprintk_fmt[0]) {
		err = ktrace_printk_prepare();
		if (err)
			pr_err("no room for trace_printk(): %d\n", err);
	}
	err = ktrace_printk_watch_modules();
	if (err)
		pr_err("no trace_printk() in modules: %d\n", err);
	return 0;
}

static struct ktrace_source printk_source __refdata = {
	.name		= "printk",
	.init		= printk_init,
	.files		= &printk_file,
	.nr_files	= 1,
};

KTRACE_SOURCE(printk_source);
