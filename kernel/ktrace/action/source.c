// SPDX-License-Identifier: GPL-2.0
/* The source of stack and text records: its events, and its part of README. */
#include <linux/seq_file.h>

#include "action/internal.h"
#include "event/option.h"
#include "event/source.h"
#include "event/stack.h"

static struct ktrace_event * const own_events[] = {
	&ktrace_kernel_stack_event, &ktrace_print_event, &ktrace_raw_event,
};

/*
 * Whether the architecture supports user stacks.  If not, nr_options leaves out the last row of
 * stack_options.
 */
#define USER_STACKS	IS_ENABLED(CONFIG_USER_STACKTRACE_SUPPORT)

static int own_events_register(void)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(own_events) && !err; i++)
		err = ktrace_event_register(own_events[i]);
	if (err)
		for (i--; i--;)
			ktrace_event_unregister(own_events[i]);
	return err;
}

static int action_init(void)
{
	int err = USER_STACKS ? ktrace_event_register(&ktrace_user_stack_event) : 0;

	if (err)
		return err;
	err = own_events_register();
	if (err && USER_STACKS)
		ktrace_event_unregister(&ktrace_user_stack_event);
	return err;
}

/* Where an instance has the value of an option; its @arg is 1 for stacks of the process. */
static bool *stack_option(struct ktrace_instance *instance, const struct ktrace_option *option)
{
	return option->arg ? &instance->user_stack : &instance->stack;
}

static unsigned int stack_option_get(struct ktrace_instance *instance,
				     const struct ktrace_option *option)
{
	return READ_ONCE(*stack_option(instance, option));
}

static int stack_option_set(struct ktrace_command *command, struct ktrace_instance *instance,
			    const struct ktrace_option *option, unsigned int value)
{
	ktrace_instance_set_stack(instance, stack_option(instance, option), value);
	return 0;
}

static const struct ktrace_option stack_options[] = {
	KTRACE_OPTION("stacktrace", 1, 0, stack_option_get, stack_option_set,
		      .help = "1: add the kernel stack to each record"),
	KTRACE_OPTION("userstacktrace", 1, 0, stack_option_get, stack_option_set, .arg = 1,
		      .help = "1: add the stack of the process, found by frame pointers"),
};

static struct ktrace_source action_source = {
	.name		= "action",
	.init		= action_init,
	.options	= stack_options,
	.nr_options	= ARRAY_SIZE(stack_options) - !USER_STACKS,
	.files		= ktrace_marker_files,
	.nr_files	= KTRACE_MARKER_FILES,
	.help		=
"\n"
"  a trigger of events/SYSTEM/EVENT/trigger:\n"
"                        ACTION[:COUNT] [if FILTER]; a leading ! removes the\n"
"                        trigger. ACTION is one of\n"
"                          traceon, traceoff\n"
"                          snapshot\n"
"                          stacktrace\n"
"                          enable_event:SYSTEM:EVENT, disable_event:SYSTEM:EVENT\n"
"                          enable_hist:SYSTEM:EVENT, disable_hist:SYSTEM:EVENT\n"
"                          hist:keys=FIELD[,FIELD...][:vals=VALUE,...]\n"
"                              [:<var1>=<field|var_ref|numeric_literal>,...]\n"
"                              [:sort=FIELD[.descending],...][:size=N][:name=NAME]\n"
"                              [:clock=CLOCK][:pause][:cont][:clear][:nohitcount]\n"
"                              [:ACTION...]\n"
"                          keys can be any field, or the special string 'common_stacktrace',\n"
"                          or comm, cpu, common_cgroup, common_pid, common_timestamp;\n"
"                          modifiers of keys:\n"
"                          .hex .sym .sym-offset .syscall .execname .log2 .buckets=N\n"
"                          .usecs .stacktrace; modifiers of values: .percent .graph\n"
"                          a variable, or a VALUE, may be an expression with + - * / ( )\n"
"                          of fields, numbers, and variables: $NAME, or\n"
"                          SYSTEM.EVENT.$NAME, of a histogram with the same keys. The\n"
"                          event counts only if these are set; reading unsets them\n"
"                          an ACTION of hist is a condition with a function:\n"
"                            onmatch(<system>.<event>)  all variables were set\n"
"                            onmax(var)                 $var is larger than before\n"
"                            onchange(var)              $var differs from before\n"
"                          .trace(<synthetic_event>,param list), .<synthetic_event>(param list);\n"
"                          except for onmatch: .save(FIELD,...), .snapshot()\n",
};

KTRACE_SOURCE(action_source);
