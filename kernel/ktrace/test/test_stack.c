// SPDX-License-Identifier: GPL-2.0
/*
 * Test module that calls trace_dump_stack() and has no format of trace_printk(), for
 * tools/testing/selftests/ktrace/tests/printk.sh.
 */
#include <linux/kernel.h>
#include <linux/module.h>

/* The trace must show this function: no inlining, no tail call. */
static noinline void stack_lonely(void)
{
	trace_dump_stack(0);
	barrier();
}

static int __init stack_init(void)
{
	stack_lonely();
	return 0;
}
module_init(stack_init);

/* The records remain. */
static void __exit stack_exit(void)
{
}
module_exit(stack_exit);

MODULE_DESCRIPTION("ktrace: code that calls trace_dump_stack() only");
MODULE_LICENSE("GPL");
