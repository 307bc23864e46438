// SPDX-License-Identifier: GPL-2.0
/*
 * Test module that locks the kernel down as far as security_locked_down() reports it, for
 * tools/testing/selftests/ktrace/tests/lockdown.sh. A kprobe makes that function return
 * -EPERM for the reasons that the parameters select. Unlike the lockdown of the base, it
 * can be switched off again, and needs no securityfs.
 */
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/ptrace.h>
#include <linux/security.h>

static bool kprobes;
module_param(kprobes, bool, 0644);
MODULE_PARM_DESC(kprobes, "refuse LOCKDOWN_KPROBES");

static bool tracefs;
module_param(tracefs, bool, 0644);
MODULE_PARM_DESC(tracefs, "refuse LOCKDOWN_TRACEFS");

/* security_locked_down() continues here, with the same argument and return address. */
static noinline int lockdown_refuse(enum lockdown_reason what)
{
	return -EPERM;
}

static int lockdown_pre(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned long reason = regs_get_kernel_argument(regs, 0);

	if (!(reason == LOCKDOWN_KPROBES && READ_ONCE(kprobes)) &&
	    !(reason == LOCKDOWN_TRACEFS && READ_ONCE(tracefs)))
		return 0;
	instruction_pointer_set(regs, (unsigned long)lockdown_refuse);
	return 1;
}

/* A kprobe with a post handler is not optimized, so the handler may change the PC. */
static void lockdown_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe lockdown_kprobe = {
	.symbol_name	= "security_locked_down",
	.pre_handler	= lockdown_pre,
	.post_handler	= lockdown_post,
};

static int __init lockdown_init(void)
{
	return register_kprobe(&lockdown_kprobe);
}
module_init(lockdown_init);

static void __exit lockdown_exit(void)
{
	unregister_kprobe(&lockdown_kprobe);
}
module_exit(lockdown_exit);

MODULE_DESCRIPTION("ktrace: lockdown for the tests");
MODULE_LICENSE("GPL");
