// SPDX-License-Identifier: GPL-2.0
/*
 * Test module that locks the kernel down as far as security_locked_down() reports it, for
 * tools/testing/selftests/ktrace/tests/lockdown.sh. A kprobe makes that function return
 * -EPERM for the reasons that the parameters select. Unlike the lockdown of the kernel,
 * the module can be switched off again, and needs no securityfs.
 */
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/ptrace.h>
#include <linux/security.h>

/* Change what is refused, and announce that, as security modules do. */
static int lockdown_set(const char *val, const struct kernel_param *kp)
{
	int err = param_set_bool(val, kp);

	if (!err)
		call_blocking_lsm_notifier(LSM_POLICY_CHANGE, NULL);
	return err;
}

static const struct kernel_param_ops lockdown_ops = {
	.flags	= KERNEL_PARAM_OPS_FL_NOARG,
	.set	= lockdown_set,
	.get	= param_get_bool,
};

static bool kprobes;
module_param_cb(kprobes, &lockdown_ops, &kprobes, 0644);
MODULE_PARM_DESC(kprobes, "refuse LOCKDOWN_KPROBES");

static bool tracefs;
module_param_cb(tracefs, &lockdown_ops, &tracefs, 0644);
MODULE_PARM_DESC(tracefs, "refuse LOCKDOWN_TRACEFS");

/*
 * The kprobe continues here instead of in security_locked_down(), with the argument and the return
 * address of that function.
 */
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
