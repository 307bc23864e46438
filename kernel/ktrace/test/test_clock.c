// SPDX-License-Identifier: GPL-2.0
/*
 * Test module that manipulates the time stamp counter, for
 * tools/testing/selftests/ktrace/tests/clock_sleep.sh and tsc_unstable.sh.
 *
 * A jump changes the offset that ktrace adds to the counter: ktrace's clock cannot
 * distinguish the two, and other users of the counter are not affected.
 *
 * Parameters below /sys/module/test_clock/parameters:
 *   jump		write NS: let the counter jump by NS, which may be negative
 *   sleep		write "US NS": stop the machine for US microseconds with the callbacks
 *			that the kernel runs before and after a sleep; meanwhile the counter
 *			jumps by NS. Read: ktrace's clock before and after, local_clock()
 *			before and after the last sleep
 *   unstable		write anything: mark the counter as unstable until the next boot;
 *			read: whether it is unstable
 */
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/ktrace.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched/clock.h>
#include <linux/stop_machine.h>
#include <linux/sysfs.h>
#include <asm/ktrace.h>
#include <asm/tsc.h>
#include <asm/x86_init.h>

static void test_clock_jump(s64 ns)
{
	WRITE_ONCE(ktrace_tsc.offset, ktrace_tsc.offset + ns);
}

static int jump_set(const char *value, const struct kernel_param *kp)
{
	s64 ns;
	int err = kstrtos64(value, 0, &ns);

	if (!err)
		test_clock_jump(ns);
	return err;
}

static const struct kernel_param_ops jump_ops = {
	.set = jump_set,
};
module_param_cb(jump, &jump_ops, NULL, 0200);
MODULE_PARM_DESC(jump, "have the counter jump by so many nanoseconds");

static struct {
	unsigned int	us;
	s64		ns;
	u64		clock[2];
	u64		base[2];
} asleep;

/* All other CPUs wait with interrupts off, as during a system sleep. */
static int sleep_now(void *unused)
{
	asleep.base[0] = local_clock();
	asleep.clock[0] = ktrace_clock();
	x86_platform.save_sched_clock_state();
	test_clock_jump(asleep.ns);
	mdelay(DIV_ROUND_UP(asleep.us, USEC_PER_MSEC));
	x86_platform.restore_sched_clock_state();
	asleep.clock[1] = ktrace_clock();
	asleep.base[1] = local_clock();
	return 0;
}

static int sleep_set(const char *value, const struct kernel_param *kp)
{
	if (sscanf(value, "%u %lld", &asleep.us, &asleep.ns) != 2 ||
	    asleep.us > USEC_PER_SEC)
		return -EINVAL;
	return stop_machine(sleep_now, NULL, NULL);
}

static int sleep_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%llu %llu %llu %llu\n", asleep.clock[0], asleep.clock[1],
			  asleep.base[0], asleep.base[1]);
}

static const struct kernel_param_ops sleep_ops = {
	.set = sleep_set,
	.get = sleep_get,
};
module_param_cb(sleep, &sleep_ops, NULL, 0600);
MODULE_PARM_DESC(sleep, "stop the machine for US microseconds, in which the counter jumps by NS");

static int unstable_set(const char *value, const struct kernel_param *kp)
{
	mark_tsc_unstable("a test");
	return 0;
}

static int unstable_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%d\n", check_tsc_unstable());
}

static const struct kernel_param_ops unstable_ops = {
	.set = unstable_set,
	.get = unstable_get,
};
module_param_cb(unstable, &unstable_ops, NULL, 0600);
MODULE_PARM_DESC(unstable, "mark the time stamp counter as unstable");

static int __init test_clock_init(void)
{
	return 0;
}
module_init(test_clock_init);

/* A module without an exit function cannot be unloaded. */
static void __exit test_clock_exit(void)
{
}
module_exit(test_clock_exit);

MODULE_DESCRIPTION("What can happen to a clock, for the selftests of ktrace");
MODULE_LICENSE("GPL");
