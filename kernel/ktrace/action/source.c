// SPDX-License-Identifier: GPL-2.0
/* What is done when events happen, as a source: its records, and its part of README. */
#include "action/internal.h"
#include "event/source.h"
#include "event/stack.h"

static int action_init(void)
{
	int err = ktrace_event_register(&ktrace_kernel_stack_event);

	if (err)
		return err;
	err = ktrace_event_register(&ktrace_print_event);
	if (err)
		ktrace_event_unregister(&ktrace_kernel_stack_event);
	return err;
}

static struct ktrace_source action_source = {
	.name		= "action",
	.init		= action_init,
	.help		=
"\n"
"  events/SYSTEM/EVENT/trigger  what to do when the event happens, whether it is\n"
"                        enabled or not: ACTION[:COUNT] [if FILTER]; with ! in\n"
"                        front: no more. ACTION is one of\n"
"                          traceon, traceoff\n"
"                          snapshot\n"
"                          stacktrace\n"
"                          enable_event:SYSTEM:EVENT, disable_event:SYSTEM:EVENT\n",
};

KTRACE_SOURCE(action_source);
