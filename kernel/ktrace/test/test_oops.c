// SPDX-License-Identifier: GPL-2.0
/*
 * Test module that crashes the kernel, for scripts/check oops: how=task dereferences
 * NULL, how=nmi panics in an NMI.
 */
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <asm/ktrace_test.h>

static char *how = "task";
module_param(how, charp, 0);
MODULE_PARM_DESC(how, "task or nmi");

static int oops_nmi(unsigned int type, struct pt_regs *regs)
{
	panic("test_oops: in an NMI");
	return NMI_HANDLED;
}

static int __init oops_init(void)
{
	int err;

	if (!strcmp(how, "task")) {
		*(volatile int *)NULL = 0;
		return 0;
	}
	if (strcmp(how, "nmi"))
		return -EINVAL;
	err = register_nmi_handler(NMI_LOCAL, oops_nmi, 0, "ktrace_oops");
	if (err)
		return err;
	ktrace_test_send_nmi(raw_smp_processor_id());
	msleep(1000);
	unregister_nmi_handler(NMI_LOCAL, "ktrace_oops");
	return -ENODEV;
}
module_init(oops_init);

MODULE_DESCRIPTION("ktrace: trouble for the test of what is dumped then");
MODULE_LICENSE("GPL");
