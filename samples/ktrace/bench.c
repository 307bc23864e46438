// SPDX-License-Identifier: GPL-2.0
/*
 * Micro-benchmarks of the parts of ktrace in the kernel.
 *
 *	cd /sys/module/ktrace_bench/parameters
 *	echo point 10000 > run
 *	cat run
 *
 * Writing "NAME PASSES" runs a benchmark. Reading prints its name, the number of
 * passes, their time in nanoseconds, and the time of the same number of passes of an
 * empty loop, which should be subtracted. Each time is the minimum of several runs, to
 * exclude timer interrupts. NAME is one of
 *
 *	loop		the empty loop
 *	point		a static point with two longs: off, or on if events/points/bench
 *			is enabled
 *	trace_event	the same as a trace event, ktrace_bench:bench
 *	kmalloc		allocate and free 64 bytes
 *	hrtimer		start a timer that does not expire meanwhile
 *	irq		an interrupt without hardware, and its handler
 *	waking		wake up who is about to sleep
 *	stack		how it is called, by the kernel's stack_trace_save()
 *	clock		ktrace's inlined clock
 *	sched_clock	local_clock()
 *	ring		a record of 32 bytes: preemption off, reserve, write,
 *			commit, preemption on, in a ring of the module's own
 *	ring_buffer	the same by the event tracer's ring buffer, if it is built
 *
 * In a virtual machine whose clock counts instructions (QEMU's -icount) a
 * nanosecond is an instruction.
 */
#include <linux/hrtimer.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/ktrace.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/ring_buffer.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include <asm/ktrace.h>

/* The ring is not exported, so build a copy of it. */
#include "../../kernel/ktrace/ring/ring.c"
#include "../../kernel/ktrace/ring/ring_read.c"
#include "../../kernel/ktrace/ring/ring_tally.c"

#define CREATE_TRACE_POINTS
#include "bench_trace.h"

#define ROUNDS		8
#define MAX_PASSES	100000
#define RING_SLOTS	64
#define RECORD_BYTES	32

static struct ring bench_ring;
static struct ring_page bench_pages[RING_SLOTS + RING_OWN_PAGES];
static u64 bench_slots[RING_SLOTS];
static void *bench_memory;
#ifdef CONFIG_RING_BUFFER
static struct trace_buffer *bench_buffer;
#endif

/* Contents of records, read from memory like arguments. */
static u64 words[RECORD_BYTES / sizeof(u64)] = { 1, 2, 3, 4 };

static __always_inline void fill(u64 *rec)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		rec[i] = READ_ONCE(words[i]);
}

/*
 * Each benchmark is the empty loop plus its body. OPTIMIZER_HIDE_VAR() keeps the
 * compiler from transforming the loop.
 */
#define DEFINE_BENCH(name, body)					\
static noinline void bench_##name(unsigned long passes)			\
{									\
	while (passes--) {						\
		body;							\
		OPTIMIZER_HIDE_VAR(passes);				\
	}								\
}

static __always_inline void pass_ring(void)
{
	/* ring_reserve() fills it in: the compiler need not zero it before. */
	struct ring_mark mark __uninitialized;
	u64 *rec;

	preempt_disable_notrace();
	rec = ring_reserve(&bench_ring, 0, RECORD_BYTES, ktrace_clock, &mark);
	if (likely(rec)) {
		fill(rec);
		ring_commit(&bench_ring, &mark);
	}
	preempt_enable_notrace();
}

static __always_inline void pass_ring_buffer(void)
{
#ifdef CONFIG_RING_BUFFER
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(bench_buffer, RECORD_BYTES);
	if (likely(event)) {
		fill(ring_buffer_event_data(event));
		ring_buffer_unlock_commit(bench_buffer);
	}
#endif
}

static struct hrtimer bench_timer;
static int bench_irq = -1;

static __always_inline void pass_kmalloc(void)
{
	void *memory = kmalloc(64, GFP_KERNEL);

	OPTIMIZER_HIDE_VAR(memory);
	kfree(memory);
}

static enum hrtimer_restart bench_timer_expired(struct hrtimer *timer)
{
	return HRTIMER_NORESTART;
}

static __always_inline void pass_hrtimer(void)
{
	hrtimer_start(&bench_timer, NSEC_PER_SEC * 1000ULL, HRTIMER_MODE_REL);
}

static irqreturn_t bench_irq_handler(int irq, void *data)
{
	return IRQ_HANDLED;
}

static __always_inline void pass_irq(void)
{
	local_irq_disable();
	generic_handle_irq(bench_irq);
	local_irq_enable();
}

/* The scheduler traces a task that wakes itself up, and does little more. */
static __always_inline void pass_waking(void)
{
	set_current_state(TASK_INTERRUPTIBLE);
	wake_up_process(current);
}

/* As deep as in trace_event. */
static __always_inline void pass_stack(void)
{
	unsigned long frames[32];
	unsigned int nr = stack_trace_save(frames, ARRAY_SIZE(frames), 0);

	OPTIMIZER_HIDE_VAR(nr);
}

/* Allocate an interrupt line without hardware. */
static int bench_irq_request(void)
{
	int err;

	/*
	 * No owner: otherwise the interrupt's reference would prevent unloading of the
	 * module.
	 */
	bench_irq = __irq_alloc_descs(-1, 0, 1, numa_node_id(), NULL, NULL);
	if (bench_irq < 0)
		return bench_irq;
	irq_set_chip_and_handler(bench_irq, &dummy_irq_chip, handle_simple_irq);
	irq_modify_status(bench_irq, IRQ_NOREQUEST | IRQ_NOAUTOEN, IRQ_NOPROBE);
	err = request_irq(bench_irq, bench_irq_handler, 0, "ktrace_bench", &bench_irq);
	if (err)
		irq_free_desc(bench_irq);
	return err;
}

static u64 bench_sink;

DEFINE_BENCH(loop, )
DEFINE_BENCH(point, ktrace_point(bench, "a=%lu b=%lu", passes, passes))
DEFINE_BENCH(trace_event, trace_bench(passes, passes))
DEFINE_BENCH(kmalloc, pass_kmalloc())
DEFINE_BENCH(hrtimer, pass_hrtimer())
DEFINE_BENCH(irq_loop, pass_irq())
DEFINE_BENCH(waking, pass_waking())
DEFINE_BENCH(stack, pass_stack())
DEFINE_BENCH(clock, WRITE_ONCE(bench_sink, ktrace_clock()))
DEFINE_BENCH(sched_clock, WRITE_ONCE(bench_sink, local_clock()))
DEFINE_BENCH(ring_loop, pass_ring())
DEFINE_BENCH(ring_buffer, pass_ring_buffer())

static const struct bench {
	const char *name;
	void (*run)(unsigned long passes);
} benches[] = {
	{ "loop", bench_loop },
	{ "point", bench_point },
	{ "trace_event", bench_trace_event },
	{ "kmalloc", bench_kmalloc },
	{ "hrtimer", bench_hrtimer },
	{ "irq", bench_irq_loop },
	{ "waking", bench_waking },
	{ "stack", bench_stack },
	{ "clock", bench_clock },
	{ "sched_clock", bench_sched_clock },
	{ "ring", bench_ring_loop },
	{ "ring_buffer", bench_ring_buffer },
};

/**
 * struct result - result of the last run
 * @bench:	the benchmark, NULL before the first run
 * @passes:	number of passes
 * @ns:	their time
 * @loop_ns:	time of the empty loop
 */
static struct result {
	const struct bench *bench;
	unsigned long passes;
	u64 ns;
	u64 loop_ns;
} result;

/* Parameters can be written before module_init() and during module_exit(). */
static bool ready;

static DEFINE_MUTEX(bench_mutex);	/* serialises runs; protects result and ready */

static u64 least_of(const struct bench *bench, unsigned long passes)
{
	u64 least = U64_MAX;
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		u64 begin = ktime_get_ns();

		bench->run(passes);
		least = min(least, ktime_get_ns() - begin);
		cond_resched();
	}
	return least;
}

static int run_set(const char *value, const struct kernel_param *kp)
{
	unsigned long passes;
	char name[16];
	unsigned int i;

	if (sscanf(value, "%15s %lu", name, &passes) != 2)
		return -EINVAL;
	if (!passes || passes > MAX_PASSES)
		return -ERANGE;
	for (i = 0; i < ARRAY_SIZE(benches); i++)
		if (!strcmp(benches[i].name, name))
			break;
	if (i == ARRAY_SIZE(benches))
		return -ENOENT;
	if (benches[i].run == bench_ring_buffer && !IS_ENABLED(CONFIG_RING_BUFFER))
		return -EOPNOTSUPP;

	guard(mutex)(&bench_mutex);
	if (!ready)
		return -ENODEV;
	result.bench = &benches[i];
	result.passes = passes;
	result.ns = least_of(&benches[i], passes);
	result.loop_ns = least_of(&benches[0], passes);
	return 0;
}

static int run_get(char *text, const struct kernel_param *kp)
{
	guard(mutex)(&bench_mutex);
	if (!result.bench)
		return 0;
	return sysfs_emit(text, "%s %lu %llu %llu\n", result.bench->name,
			  result.passes, result.ns, result.loop_ns);
}

static const struct kernel_param_ops run_ops = {
	.set = run_set,
	.get = run_get,
};
module_param_cb(run, &run_ops, NULL, 0600);
MODULE_PARM_DESC(run, "NAME PASSES: run a benchmark");

static u64 slow_clock(void)
{
	return ktrace_clock();
}

static int __init bench_init(void)
{
	unsigned int i;
	int err;

	if (!ktrace_tsc.mult)
		return -ENODEV;
	bench_memory = vzalloc(ARRAY_SIZE(bench_pages) * PAGE_SIZE);
	if (!bench_memory)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(bench_pages); i++)
		bench_pages[i].data = bench_memory + i * PAGE_SIZE;
	err = ring_init(&bench_ring, bench_pages, bench_slots, RING_SLOTS, PAGE_SIZE,
			slow_clock);
	if (err)
		goto free;
	bench_ring.overwrite = true;
#ifdef CONFIG_RING_BUFFER
	bench_buffer = ring_buffer_alloc(RING_SLOTS * PAGE_SIZE, RB_FL_OVERWRITE);
	if (!bench_buffer) {
		err = -ENOMEM;
		goto free;
	}
#endif
	err = bench_irq_request();
	if (err)
		goto free_buffer;
	hrtimer_init(&bench_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	bench_timer.function = bench_timer_expired;
	scoped_guard(mutex, &bench_mutex)
		ready = true;
	return 0;
free_buffer:
#ifdef CONFIG_RING_BUFFER
	ring_buffer_free(bench_buffer);
#endif
free:
	vfree(bench_memory);
	return err;
}
module_init(bench_init);

static void __exit bench_exit(void)
{
	scoped_guard(mutex, &bench_mutex)
		ready = false;
	hrtimer_cancel(&bench_timer);
	free_irq(bench_irq, &bench_irq);
	irq_free_desc(bench_irq);
#ifdef CONFIG_RING_BUFFER
	ring_buffer_free(bench_buffer);
#endif
	vfree(bench_memory);
}
module_exit(bench_exit);

MODULE_DESCRIPTION("Micro-benchmarks of ktrace");
MODULE_LICENSE("GPL");
