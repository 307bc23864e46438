// SPDX-License-Identifier: GPL-2.0
/*
 * Test module with static points, for tools/testing/selftests/ktrace/tests/point_*.
 *
 * Parameters below /sys/module/test_point/parameters:
 *   fire		write N: pass every point except "bench" N times
 *   evaluated		number of evaluations of an argument
 *   bench		write N: pass the point "bench" N times; read: the time that took in
 *			nanoseconds
 *
 * test_point_vmcall() is for the case kprobe_errors.
 */
#include <linux/init.h>
#include <linux/ktrace.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>

static unsigned int evaluated;
module_param(evaluated, uint, 0444);
MODULE_PARM_DESC(evaluated, "how often an argument was evaluated");

static struct {
	s8	s8;
	u8	u8;
	s16	s16;
	u16	u16;
	s32	s32;
	u32	u32;
	s64	s64;
	u64	u64;
	bool	yes;
	char	letter;
} many = {
	-8, 8, -16, 16, -32, 32, -64, 64, true, 'x',
};

/* Neither has a terminating zero. */
static const char five[5] = { 'f', 'i', 'v', 'e', '5' };
static const char letters[] = { 'a', 'b', 'c', 'd' };

static noinline void fire_numbers(unsigned int nr)
{
	ktrace_point(test_none, "nothing to say, 100%%");
	/* A control file in the events directory has this name, so the point is refused. */
	ktrace_point(filter, "refused");
	ktrace_point(test_long, "a=%ld b=%ld", (long)nr, -(long)nr);
	ktrace_point(test_packed, "%hhd %hhu %hd %hu %d %u", many.s8, many.u8,
		     many.s16, many.u16, many.s32, many.u32);
	ktrace_point(test_many, "%d %u %d %u %d %u %lld %llu %d %c %u %lx", many.s8,
		     many.u8, many.s16, many.u16, many.s32, many.u32, many.s64,
		     many.u64, many.yes, many.letter, min(nr, 7U), ~0UL);
	ktrace_point(test_star, "[%*d] [%-*u] [%05d]", 6, many.s32, 4, many.u32, 42);
	ktrace_point_in(test_system, test_once, "value=%u", ++evaluated);
}

static noinline void fire_strings(const char *text)
{
	const char *longer = "abcdefgh";
	char *nowhere = NULL;

	ktrace_point(test_string, "text=%s comm=%s n=%d", text, current->comm, 3);
	ktrace_point(test_bounds, "null=%s low=%s err=%s", nowhere, (char *)16,
		     (char *)ERR_PTR(-EINVAL));
	ktrace_point(test_array, "array=%s precision=%.3s literal=%s", five,
		     (const char *)letters, "a \"b\"");
	/* Two points of one event; each has its own bound. */
	ktrace_point(test_bounded, "text=%s", five);
	ktrace_point(test_bounded, "text=%s", longer);
	ktrace_point(test_symbol, "at=%pS of=%ps", fire_strings, (void *)fire_strings);
}

static noinline void fire_shared(unsigned int nr)
{
	/* Two points of one event. */
	ktrace_point(test_shared, "nr=%u", nr);
	ktrace_point(test_shared, "nr=%u", nr + 1000);
	/* The points disagree: only the one that the compiler puts first is registered. */
	ktrace_point(test_differ, "nr=%u", nr);
	ktrace_point(test_differ, "number=%u", nr);
	ktrace_point(test_differ, "nr=%d", (int)nr);
	ktrace_point(test_differ, "nr=%u", (u16)nr);
	/* ktrace refuses "%pI4": the pointer would dangle when the trace is read. */
	ktrace_point(test_refused, "%pI4", &nr);
}

static char long_text[400];

static int fire_set(const char *value, const struct kernel_param *kp)
{
	unsigned int i, n;
	int err = kstrtouint(value, 0, &n);

	for (i = 0; !err && i < n; i++) {
		fire_numbers(i);
		fire_strings("some text");
		fire_strings(long_text);
		fire_shared(i);
	}
	return err;
}

static const struct kernel_param_ops fire_ops = {
	.set = fire_set,
};
module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_PARM_DESC(fire, "pass every point but bench so many times");

static u64 bench_ns;

static noinline void bench_pass(unsigned long a, unsigned long b)
{
	ktrace_point(bench, "a=%lu b=%lu", a, b);
}

static int bench_set(const char *value, const struct kernel_param *kp)
{
	unsigned long i, n;
	int err = kstrtoul(value, 0, &n);
	u64 begin;

	if (err)
		return err;
	begin = local_clock();
	for (i = 0; i < n; i++)
		bench_pass(i, n);
	bench_ns = local_clock() - begin;
	return 0;
}

static int bench_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%llu\n", bench_ns);
}

static const struct kernel_param_ops bench_ops = {
	.set = bench_set,
	.get = bench_get,
};
module_param_cb(bench, &bench_ops, NULL, 0600);
MODULE_PARM_DESC(bench, "pass the point bench so many times");

/*
 * The kprobes core accepts the address of the instruction, and refuses to copy the instruction:
 * -EOPNOTSUPP. Nothing calls this function.
 */
static noinline void __used test_point_vmcall(void)
{
	if (IS_ENABLED(CONFIG_X86))
		asm volatile("vmcall");
}

static int __init test_point_init(void)
{
	memset(long_text, 'z', sizeof(long_text) - 1);
	return 0;
}
module_init(test_point_init);

/* A module without an exit function cannot be unloaded. */
static void __exit test_point_exit(void)
{
}
module_exit(test_point_exit);

MODULE_DESCRIPTION("Static points of ktrace for its selftests");
MODULE_LICENSE("GPL");
