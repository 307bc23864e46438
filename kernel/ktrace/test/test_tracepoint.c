// SPDX-License-Identifier: GPL-2.0
/*
 * Test module with tracepoints, for tools/testing/selftests/ktrace/tests/tracepoint_*.
 *
 * Parameters below /sys/module/test_tracepoint/parameters:
 *   fire		write N: hit test_tracepoint_hit N times
 *   fire_long		write N: hit test_tracepoint_long once, with N bytes
 *   filled		number of test_tracepoint_hit records that were filled in
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

static unsigned int test_tracepoint_filled;

#define CREATE_TRACE_POINTS
#include "test/test_tracepoint.h"

module_param_named(filled, test_tracepoint_filled, uint, 0400);
MODULE_PARM_DESC(filled, "how many records of test_tracepoint_hit were filled in");

static int fire_set(const char *value, const struct kernel_param *kp)
{
	unsigned int i, n;
	int err = kstrtouint(value, 0, &n);

	for (i = 0; i < n && !err; i++)
		trace_test_tracepoint_hit(i, i % 3 ? "some text" : NULL);
	return err;
}

static const struct kernel_param_ops fire_ops = {
	.set = fire_set,
};
module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_PARM_DESC(fire, "hit test_tracepoint_hit so many times");

static int fire_long_set(const char *value, const struct kernel_param *kp)
{
	unsigned int n;
	int err = kstrtouint(value, 0, &n);

	if (!err)
		trace_test_tracepoint_long(n);
	return err;
}

static const struct kernel_param_ops fire_long_ops = {
	.set = fire_long_set,
};
module_param_cb(fire_long, &fire_long_ops, NULL, 0200);
MODULE_PARM_DESC(fire_long, "hit test_tracepoint_long with so many bytes");

static int __init test_tracepoint_init(void)
{
	return 0;
}
module_init(test_tracepoint_init);

/* A module without an exit function cannot be unloaded. */
static void __exit test_tracepoint_exit(void)
{
}
module_exit(test_tracepoint_exit);

MODULE_DESCRIPTION("Tracepoints for the selftests of ktrace");
MODULE_LICENSE("GPL");
