// SPDX-License-Identifier: GPL-2.0
/*
 * Test module with a data race, to check that KCSAN's reports fail the run of a guest.
 *
 * Writing N to /sys/module/test_race/parameters/race stores N times to a variable that a thread
 * on another CPU loads meanwhile. Neither takes a lock, and the stores are not marked.
 */
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kstrtox.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/smp.h>

static unsigned long race_value;

static int race_read(void *unused)
{
	while (!kthread_should_stop()) {
		READ_ONCE(race_value);
		cond_resched();
	}
	return 0;
}

static noinline void race_write(unsigned int n)
{
	while (n--) {
		race_value++;
		barrier();
		cond_resched();
	}
}

static int race_set(const char *value, const struct kernel_param *kp)
{
	struct task_struct *reader;
	unsigned int n, cpu;
	int err = kstrtouint(value, 0, &n);

	if (err)
		return err;
	cpu = cpumask_any_but(cpu_online_mask, raw_smp_processor_id());
	if (cpu >= nr_cpu_ids)
		return -ENODEV;
	reader = kthread_run_on_cpu(race_read, NULL, cpu, "ktrace_race/%u");
	if (IS_ERR(reader))
		return PTR_ERR(reader);
	race_write(n);
	kthread_stop(reader);
	return 0;
}

static const struct kernel_param_ops race_ops = {
	.set = race_set,
};
module_param_cb(race, &race_ops, NULL, 0200);
MODULE_PARM_DESC(race, "number of stores to a variable that another CPU loads");

MODULE_DESCRIPTION("Data race for the tests of ktrace");
MODULE_LICENSE("GPL");
