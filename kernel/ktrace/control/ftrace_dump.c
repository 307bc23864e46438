// SPDX-License-Identifier: GPL-2.0
/*
 * ftrace_dump(): kernel code has what was recorded printed on the console; and SysRq-Z, by
 * which somebody at the console does.  Here where the base has none (CONFIG_TRACING is
 * unset).
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kconfig.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <linux/sysrq.h>

#include "control/oops.h"

/* Dump up to @most of the last records of each CPU. */
static void dump_records(enum ftrace_dump_mode mode, unsigned long most)
{
	if (mode == DUMP_NONE)
		return;
	guard(preempt_notrace)();
	/* Or rings that are replaced go meanwhile. */
	if (!rcu_is_watching() || !cpu_online(smp_processor_id()))
		return;
	console_verbose();
	if (mode == DUMP_PARAM)
		ktrace_oops_dump();
	else
		ktrace_oops_dump_top(mode == DUMP_ORIG, most);
}

/**
 * ftrace_dump - print what was recorded on the console, and stop recording
 * @oops_dump_mode: DUMP_ALL: what the instance at the top holds; DUMP_ORIG: what of it
 *	was recorded on this CPU; DUMP_PARAM: what an oops would print; DUMP_NONE: nothing
 *
 * The console shows messages of all levels from then on, as after an oops.
 *
 * Context: any, NMI included; what an NMI prints appears after it.  If another CPU is
 * printing records, nothing is done; nor on a CPU that RCU does not wait for, as it is
 * idle or not online.
 */
void ftrace_dump(enum ftrace_dump_mode oops_dump_mode)
{
	dump_records(oops_dump_mode, ULONG_MAX);
}
EXPORT_SYMBOL_GPL(ftrace_dump);

static void sysrq_dump(u8 key)
{
	dump_records(DUMP_ALL, KTRACE_SYSRQ_RECORDS);
}

static const struct sysrq_key_op sysrq_dump_op = {
	.handler	= sysrq_dump,
	.help_msg	= "dump-ktrace-records(z)",
	.action_msg	= "Dump the records of ktrace",
	.enable_mask	= SYSRQ_ENABLE_DUMP,
};

/**
 * ktrace_ftrace_dump_init - have SysRq-Z dump, unless something else has the key
 *
 * Return: 0.
 */
int __init ktrace_ftrace_dump_init(void)
{
	if (IS_ENABLED(CONFIG_MAGIC_SYSRQ) && register_sysrq_key('z', &sysrq_dump_op))
		pr_err("SysRq-Z is something else's\n");
	return 0;
}
