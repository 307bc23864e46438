// SPDX-License-Identifier: GPL-2.0
/*
 * Test module that calls trace_printk() and its variants, for
 * tools/testing/selftests/ktrace/tests/printk.sh. The parameter "how" selects the calls
 * made when the module is loaded.
 */
#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/stdarg.h>
#include <linux/string.h>
#include <asm/ktrace_test.h>

static char *how = "text";
module_param(how, charp, 0);
MODULE_PARM_DESC(how, "text, edges, gaps, storm, nest, off, on, snapshot, armed, stack, dump");

static bool nmi;
module_param(nmi, bool, 0);
MODULE_PARM_DESC(nmi, "call it in an NMI");

static unsigned int times = 2000;
module_param(times, uint, 0);
MODULE_PARM_DESC(times, "of storm: records of the task");

/* Number of records written in NMIs. */
static unsigned int printk_nmis;
/* True while the module makes its calls: the NMI handler and the probe act only then. */
static bool printk_running;

/* The trace must show each function, so none may be inlined. */
static noinline __printf(1, 2) void printk_va(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ftrace_vprintk("by va_list: %d %s", args);
	va_end(args);
}

static noinline void printk_text(void)
{
	/* Longer than a record. */
	static char longer[4000];
	/* Not constant: the text is formatted when it is recorded. */
	const char *volatile text = how, *volatile format = "changing %d %s\n";
	int nr = -42;

	trace_printk("number %d, %u, %#llx, %c, string %s, %-5s|\n", nr, 7U, 0x123456789abcULL,
		     'x', "forty-two", "ab");
	trace_printk("no arguments\n");
	trace_puts("a constant\twith a \"tab\"\n");
	trace_puts(text);
	trace_printk(format, 1, "format");
	printk_va("unused %d %s", 3, "words");
	memset(longer, 'y', sizeof(longer) - 1);
	trace_printk("long %s", longer);
	trace_puts(longer);
	trace_printk("function %ps end", (void *)kfree);
}

/* Arguments that just fit in a record, and arguments that just do not fit. */
static noinline int printk_edges(void)
{
	static char longest[3100];
	unsigned int len;

	memset(longest, 'y', sizeof(longest) - 1);
	for (len = 3000; len < 3060; len++)
		trace_printk("%s\n", longest + sizeof(longest) - 1 - len);
	return 0;
}

/* Padding between arguments of different sizes. */
static noinline int printk_gaps(void)
{
	trace_printk("%c%d%c%lld %s|%c%s\n", 'a', 1, 'b', 2LL, "c", 'd', "e");
	return 0;
}

static void printk_irq_work(struct irq_work *work)
{
	trace_printk("in an interrupt: %d\n", !!in_hardirq());
}

static void printk_interrupt(void)
{
	static struct irq_work work = IRQ_WORK_INIT_HARD(printk_irq_work);

	irq_work_queue(&work);
	irq_work_sync(&work);
}

static int printk_all_text(void)
{
	printk_text();
	printk_interrupt();
	return 0;
}

static int printk_nmi(unsigned int type, struct pt_regs *regs)
{
	if (!READ_ONCE(printk_running))
		return NMI_DONE;
	trace_printk("nmi %u: %d\n", printk_nmis, !!in_nmi());
	printk_nmis++;
	return NMI_HANDLED;
}

/* Record in a task and in NMIs that interrupt it, and count both. */
static noinline int printk_storm(void)
{
	unsigned int i;
	int err = register_nmi_handler(NMI_LOCAL, printk_nmi, 0, "ktrace_printk");

	if (err)
		return err;
	WRITE_ONCE(printk_running, true);
	/* Stay on one CPU. */
	scoped_guard(preempt) {
		for (i = 0; i < times; i++) {
			if (i % 4 == 0)
				ktrace_test_send_nmi(smp_processor_id());
			trace_printk("task %u of %s\n", i, "storm");
		}
	}
	WRITE_ONCE(printk_running, false);
	unregister_nmi_handler(NMI_LOCAL, "ktrace_printk");
	trace_printk("storm: %u and %u\n", times, printk_nmis);
	return 0;
}

static const u8 printk_address[] = { 1, 2, 3, 4, 5, 6 };
/* The probe was hit outside of NMI context: through an optimised jump, not through a trap. */
static bool printk_probe_jumped;

/* Called while the arguments are printed, in the same context if the probe is a jump. */
static int printk_probe_hit(struct kprobe *p, struct pt_regs *regs)
{
	if (READ_ONCE(printk_running))
		trace_puts("inside\n");
	else
		WRITE_ONCE(printk_probe_jumped, !in_nmi());
	return 0;
}

static struct kprobe printk_probe = {
	.symbol_name = "mac_address_string", .pre_handler = printk_probe_hit,
};

/* The kprobes core optimises the probe into a jump with a delay. */
static bool printk_probe_jumps(void)
{
	char text[3 * sizeof(printk_address)];
	unsigned int i;

	for (i = 0; i < 200 && !READ_ONCE(printk_probe_jumped); i++) {
		msleep(20);
		snprintf(text, sizeof(text), "%pM", printk_address);
	}
	return printk_probe_jumped;
}

static noinline int printk_nest(void)
{
	unsigned int i;
	int err = register_kprobe(&printk_probe);

	if (err)
		return err;
	if (!printk_probe_jumps()) {
		unregister_kprobe(&printk_probe);
		return -ENODATA;
	}
	WRITE_ONCE(printk_running, true);
	for (i = 0; i < 3; i++)
		trace_printk("around it: %u %pM\n", i, printk_address);
	WRITE_ONCE(printk_running, false);
	unregister_kprobe(&printk_probe);
	trace_printk("alone: %u\n", i);
	return 0;
}

static noinline int printk_off(void)
{
	if (!tracing_is_on())
		return -EIO;
	trace_puts("the last\n");
	tracing_off();
	trace_puts("one too many\n");
	return tracing_is_on() ? -EIO : 0;
}

static noinline int printk_on(void)
{
	trace_puts("one too early\n");
	tracing_on();
	trace_puts("the first\n");
	return tracing_is_on() ? 0 : -EIO;
}

static noinline int printk_snapshot(void)
{
	trace_puts("in the snapshot\n");
	tracing_snapshot_alloc();
	trace_puts("behind the snapshot\n");
	return 0;
}

static noinline int printk_stack_inner(void)
{
	trace_dump_stack(0);
	trace_dump_stack(1);
	/* Prevent a tail call: this function must be on the stack. */
	barrier();
	return 0;
}

static noinline int printk_stack(void)
{
	int ret = printk_stack_inner();

	/* Prevent a tail call: this function must be on the stack. */
	barrier();
	return ret;
}

static noinline int printk_dump(void)
{
	trace_puts("to be dumped\n");
	ftrace_dump(DUMP_ALL);
	return 0;
}

/* Take a snapshot; tracing_snapshot_alloc() or another user must have allocated it. */
static noinline int printk_armed(void)
{
	trace_puts("in the armed snapshot\n");
	tracing_snapshot();
	trace_puts("behind the armed snapshot\n");
	return 0;
}

/**
 * struct printk_call - a value of the parameter "how"
 * @how:	the value
 * @call:	the function to call
 */
struct printk_call {
	const char *how;
	int (*call)(void);
};

static const struct printk_call printk_calls[] = {
	{ "text",	printk_all_text },
	{ "edges",	printk_edges },
	{ "gaps",	printk_gaps },
	{ "storm",	printk_storm },
	{ "nest",	printk_nest },
	{ "off",	printk_off },
	{ "on",		printk_on },
	{ "snapshot",	printk_snapshot },
	{ "armed",	printk_armed },
	{ "stack",	printk_stack },
	{ "dump",	printk_dump },
};

/* The call that the next NMI makes, or NULL; and its result. */
static const struct printk_call *printk_by_nmi;
static int printk_nmi_result;

static int printk_nmi_call(unsigned int type, struct pt_regs *regs)
{
	const struct printk_call *call = READ_ONCE(printk_by_nmi);

	if (!call)
		return NMI_DONE;
	printk_nmi_result = in_nmi() ? call->call() : -EIO;
	/* Publish the result before the task continues; pairs with printk_test_nmi(). */
	smp_store_release(&printk_by_nmi, NULL);
	return NMI_HANDLED;
}

/* Make a call in an NMI on this CPU. */
static int printk_test_nmi(const struct printk_call *call)
{
	unsigned int i;
	int err = register_nmi_handler(NMI_LOCAL, printk_nmi_call, 0, "ktrace_printk_call");

	if (err)
		return err;
	WRITE_ONCE(printk_by_nmi, call);
	scoped_guard(preempt)
		ktrace_test_send_nmi(smp_processor_id());
	/* Pairs with the release in printk_nmi_call(). */
	for (i = 0; i < 500 && smp_load_acquire(&printk_by_nmi); i++)
		msleep(20);
	err = printk_by_nmi ? -ETIMEDOUT : printk_nmi_result;
	unregister_nmi_handler(NMI_LOCAL, "ktrace_printk_call");
	return err;
}

static int __init printk_test_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(printk_calls); i++)
		if (!strcmp(how, printk_calls[i].how))
			return nmi ? printk_test_nmi(&printk_calls[i]) : printk_calls[i].call();
	return -EINVAL;
}
module_init(printk_test_init);

/* The records remain. */
static void __exit printk_test_exit(void)
{
}
module_exit(printk_test_exit);

MODULE_DESCRIPTION("ktrace: code that calls trace_printk()");
MODULE_LICENSE("GPL");
