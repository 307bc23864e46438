// SPDX-License-Identifier: GPL-2.0
/*
 * Code that calls trace_dump_stack(), and has no format of trace_printk(), for
 * tools/testing/selftests/ktrace/tests/printk.sh.
 */
#include <linux/kernel.h>
#include <linux/module.h>

/* To be found in the trace: it is not inlined, and its call is no jump. */
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

/* Its records stay. */
static void __exit stack_exit(void)
{
}
module_exit(stack_exit);

MODULE_DESCRIPTION("ktrace: code that calls trace_dump_stack() only");
MODULE_LICENSE("GPL");
