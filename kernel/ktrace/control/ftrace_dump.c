// SPDX-License-Identifier: GPL-2.0
/*
 * ftrace_dump(), by which kernel code prints the recorded events on the console, and
 * SysRq-Z, which does the same for a user.  Used if kernel/trace does not define
 * them (CONFIG_TRACING is unset).
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
	/* A ring that is being replaced could be freed meanwhile. */
	if (!rcu_is_watching() || !cpu_online(smp_processor_id()))
		return;
	console_verbose();
	if (mode == DUMP_PARAM)
		ktrace_oops_dump();
	else
		ktrace_oops_dump_top(mode == DUMP_ORIG, most);
}

/**
 * ftrace_dump - print the records on the console, and stop recording
 * @oops_dump_mode:	DUMP_ALL: records of the top instance; DUMP_ORIG: those of this
 *		CPU only; DUMP_PARAM: the records that an oops would print; DUMP_NONE:
 *		nothing
 *
 * After the call the console shows messages of all levels, as after an oops.
 *
 * Does nothing while another CPU prints records, and on an idle or offline CPU, which
 * RCU does not wait for.
 *
 * Context: any, NMI included; output of an NMI appears after the NMI.
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
 * ktrace_ftrace_dump_init - register SysRq-Z, unless the key is in use
 *
 * Return: 0.
 */
int __init ktrace_ftrace_dump_init(void)
{
	if (IS_ENABLED(CONFIG_MAGIC_SYSRQ) && register_sysrq_key('z', &sysrq_dump_op))
		pr_err("SysRq-Z is in use\n");
	return 0;
}
