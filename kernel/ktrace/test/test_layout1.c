// SPDX-License-Identifier: GPL-2.0
/*
 * Test module with structures and ways to pass them, for
 * tools/testing/selftests/ktrace/tests/probe_btf.sh: a tracepoint and functions with
 * types in BTF.
 *
 * test_layout2 is built from the same source with other structures. The case renames it
 * to this module and loads one after the other, or loads both under their own names.
 *
 * Parameters below /sys/module/test_layout1/parameters:
 *   fire		write N: hit the tracepoint and call each function with the numbers
 *			1 to N
 */
#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/tracepoint.h>

/* The case reads these members by name. */
struct test_thing {
#ifdef TEST_LAYOUT_OTHER
	char	name[8];
	int	value;
	u64	wide;
#else
	int	value;
	u32	wide;
	char	name[8];
	int	first_only;
#endif
};

struct test_small {
	int	a;
	int	b;
};

struct test_pair {
	long	a;
	long	b;
};

struct test_big {
	long	a;
	long	b;
	long	c;
};

/* A structure with an unaligned member is never passed in registers. */
struct test_packed {
	u8	a;
	u32	b;
} __packed;

DECLARE_TRACE(test_layout_hit, TP_PROTO(struct test_thing *thing, struct test_pair pair, int nr),
	      TP_ARGS(thing, pair, nr));
DEFINE_TRACE(test_layout_hit, TP_PROTO(struct test_thing *thing, struct test_pair pair, int nr),
	     TP_ARGS(thing, pair, nr));

static noinline __noclone int test_layout_plain(struct test_thing *thing, int nr)
{
	barrier_data(thing);
	return thing->value + nr;
}

/* The result is returned in memory, whose address is passed before all parameters. */
static noinline __noclone struct test_big test_layout_big(struct test_thing *thing, int nr)
{
	barrier_data(thing);
	return (struct test_big){ thing->value, nr, 3 };
}

/* Returned in memory despite its small size. */
static noinline __noclone struct test_packed test_layout_packed(struct test_thing *thing, int nr)
{
	barrier_data(thing);
	return (struct test_packed){ thing->value, nr };
}

static noinline __noclone struct test_small test_layout_small(struct test_thing *thing, int nr)
{
	barrier_data(thing);
	return (struct test_small){ thing->value, nr };
}

/* The only function that the other module does not define. */
#define TEST_LAYOUT_OWN	__PASTE(__KBUILD_MODNAME, _own)

static noinline __noclone int TEST_LAYOUT_OWN(int nr)
{
	barrier_data(&nr);
	return nr;
}

/*
 * Passed in di: small; si and dx: pair; cx: nr; on the stack: big; r8: behind; on the
 * stack again: other, for which the one remaining register does not suffice; r9: late.
 */
static noinline __noclone long test_layout_mixed(struct test_small small, struct test_pair pair,
						 int nr, struct test_big big, int behind,
						 struct test_pair other, int late)
{
	long sum = small.a + pair.b + nr + big.c + behind + other.a + late;

	barrier_data(&sum);
	return sum;
}

/*
 * The compiler must not be able to specialise the functions: pass different values in
 * each call.
 */
static void test_layout_fire(int nr)
{
	struct test_thing thing = { .value = 1000, .wide = 77, .name = "a thing" };
	struct test_pair pair = { 20 + nr, 21 + nr }, other = { 60 + nr, 61 + nr };
	struct test_small small = { 10 + nr, 11 + nr };
	struct test_big big = { 40 + nr, 41 + nr, 42 + nr };

	trace_test_layout_hit(&thing, pair, TEST_LAYOUT_OWN(nr));
	test_layout_plain(&thing, nr);
	big.c += test_layout_big(&thing, nr).c;
	big.c += test_layout_packed(&thing, nr).b;
	big.c += test_layout_small(&thing, nr).b;
	test_layout_mixed(small, pair, 30 + nr, big, 50 + nr, other, 70 + nr);
}

static int fire_set(const char *value, const struct kernel_param *kp)
{
	unsigned int i, n;
	int err = kstrtouint(value, 0, &n);

	for (i = 1; i <= n && !err; i++)
		test_layout_fire(i);
	return err;
}

static const struct kernel_param_ops fire_ops = {
	.set = fire_set,
};
module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_PARM_DESC(fire, "call all with numbers up to this one");

static int __init test_layout_init(void)
{
	return 0;
}
module_init(test_layout_init);

/* A module without an exit function cannot be unloaded. */
static void __exit test_layout_exit(void)
{
}
module_exit(test_layout_exit);

MODULE_DESCRIPTION("Structures for the selftests of ktrace");
MODULE_LICENSE("GPL");
