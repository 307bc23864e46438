// SPDX-License-Identifier: GPL-2.0
/*
 * Writers nested in all contexts, with accounts of their own, for
 * tools/testing/selftests/ktrace/progs/nest_check.c.
 *
 * On every CPU a thread, a tasklet, a timer's interrupt with calls from other
 * CPUs, and NMIs sent by this CPU and by others pass static points.  Each
 * context of each CPU counts on its own, before it passes the point, and
 * writes the number: what is missing from the trace is known from that alone.
 *
 * Files in debugfs, ktrace_nest/:
 *   run	write N: have each CPU's thread pass N points, the others as many
 *		as there is time for; returns when all are done
 *   end	write anything: have each CPU write its counts into the trace
 *   counts	the counts
 *   landed	how often NMIs and interrupts found a CPU within the tracer's
 *		ktrace_point_write3(), where the tasks' records are written, and at
 *		how many different places
 */
#include <linux/bitmap.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kallsyms.h>
#include <linux/kthread.h>
#include <linux/ktrace.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/smp.h>
#include <asm/irq_regs.h>
#include <asm/ktrace_test.h>

enum nest_context {
	NEST_TASK,
	NEST_SOFTIRQ,
	NEST_HARDIRQ,
	NEST_NMI,
	NEST_CONTEXTS
};

static unsigned int period_us = 400;
module_param(period_us, uint, 0644);
MODULE_PARM_DESC(period_us, "microseconds from one timer interrupt to the next");

static unsigned int burst = 32;
module_param(burst, uint, 0644);
MODULE_PARM_DESC(burst, "points that a thread passes in a row");

static unsigned int pause_us;
module_param(pause_us, uint, 0644);
MODULE_PARM_DESC(pause_us, "microseconds that a thread sleeps between bursts");

/* More than the bytes of the function whose instructions are looked at. */
#define NEST_PLACES	4096

/**
 * struct nest_landed - where interruptions found a CPU
 * @hits:	how many were within the function
 * @places:	which of its bytes they were at
 */
struct nest_landed {
	u64	hits;
	DECLARE_BITMAP(places, NEST_PLACES);
};

/**
 * struct nest_cpu - a CPU's writers
 * @count:	points passed by each context; written by that context only
 * @irq:	where timer interrupts came
 * @nmi:	where NMIs came
 * @timer:	its interrupts write
 * @tasklet:	writes as a softirq
 * @call:	for calling this CPU from another
 * @thread:	writes as a task
 * @done:	@thread is
 * @todo:	points that @thread has to pass
 */
struct nest_cpu {
	u64			count[NEST_CONTEXTS];
	struct nest_landed	irq;
	struct nest_landed	nmi;
	struct hrtimer		timer;
	struct tasklet_struct	tasklet;
	call_single_data_t	call;
	struct task_struct	*thread;
	struct completion	done;
	u64			todo;
};

static struct nest_cpu __percpu *nest_cpus;
/* One run at a time. */
static DEFINE_MUTEX(nest_mutex);
/* NMIs are ours. */
static bool nest_running;
/* Bytes of ktrace_point_write3(). */
static unsigned long nest_bytes;
static struct dentry *nest_dir;

/* Records are of many sizes: so much of this, counted from its end. */
static const char nest_text[] = "the quick brown fox jumps over the lazy dog";

static u32 nest_sum(u32 cpu, u32 context, u64 seq)
{
	return (u32)(seq * 2654435761U) ^ cpu << 8 ^ context << 28;
}

/* Pass a point; preemption may be on only in a thread bound to this CPU. */
static noinline void nest_write(enum nest_context context)
{
	struct nest_cpu *nest = this_cpu_ptr(nest_cpus);
	unsigned int cpu = smp_processor_id();
	u64 seq = ++nest->count[context];
	u32 sum = nest_sum(cpu, context, seq);

	if (seq % 4)
		ktrace_point(nest, "cpu=%u context=%u seq=%llu sum=%x",
			     cpu, context, seq, sum);
	else
		ktrace_point(nest_text, "cpu=%u context=%u seq=%llu sum=%x text=%s",
			     cpu, context, seq, sum,
			     nest_text + sizeof(nest_text) - 1 -
			     seq % sizeof(nest_text));
}

static void nest_land(struct nest_landed *landed, struct pt_regs *regs)
{
	unsigned long place = instruction_pointer(regs) -
			      (unsigned long)ktrace_point_write3;

	if (place >= nest_bytes || place >= NEST_PLACES)
		return;
	landed->hits++;
	__set_bit(place, landed->places);
}

static int nest_nmi(unsigned int type, struct pt_regs *regs)
{
	if (!READ_ONCE(nest_running))
		return NMI_DONE;
	nest_land(&this_cpu_ptr(nest_cpus)->nmi, regs);
	nest_write(NEST_NMI);
	nest_write(NEST_NMI);
	/* Several that were sent may arrive as one: nobody else's are expected. */
	return NMI_HANDLED;
}

/* The next CPU in turn, or this one if it is alone. */
static unsigned int nest_neighbour(void)
{
	unsigned int cpu = cpumask_next(smp_processor_id(), cpu_online_mask);

	return cpu < nr_cpu_ids ? cpu : cpumask_first(cpu_online_mask);
}

static ktime_t nest_period(void)
{
	return ns_to_ktime((u64)period_us * NSEC_PER_USEC);
}

static void nest_tasklet(struct tasklet_struct *tasklet)
{
	unsigned int i;

	for (i = 0; i < 6; i++)
		nest_write(NEST_SOFTIRQ);
}

/* Have another CPU write in an interrupt; unless the call before is under way. */
static void nest_call(unsigned int cpu)
{
	smp_call_function_single_async(cpu, &per_cpu_ptr(nest_cpus, cpu)->call);
}

/* In an interrupt, by a timer or from another CPU. */
static void nest_interrupt(void)
{
	struct nest_cpu *nest = this_cpu_ptr(nest_cpus);

	/* Calls from other CPUs have none; their NMIs have. */
	if (get_irq_regs())
		nest_land(&nest->irq, get_irq_regs());
	/* Its NMI comes while what it interrupted is as it was. */
	if (nest->count[NEST_HARDIRQ] % 3 == 0)
		ktrace_test_send_nmi(smp_processor_id());
	nest_write(NEST_HARDIRQ);
	ktrace_test_send_nmi(nest_neighbour());
	nest_write(NEST_HARDIRQ);
	tasklet_schedule(&nest->tasklet);
}

static void nest_called(void *unused)
{
	nest_interrupt();
}

static enum hrtimer_restart nest_timer(struct hrtimer *timer)
{
	nest_interrupt();
	nest_call(nest_neighbour());
	hrtimer_forward_now(timer, nest_period());
	return HRTIMER_RESTART;
}

static int nest_thread(void *data)
{
	struct nest_cpu *nest = data;
	u64 i;

	hrtimer_start(&nest->timer, nest_period(), HRTIMER_MODE_REL_PINNED_HARD);
	for (i = 1; i <= nest->todo; i++) {
		nest_write(NEST_TASK);
		if (i % 16 == 0)
			ktrace_test_send_nmi(i % 32 ? raw_smp_processor_id() : nest_neighbour());
		if (i % 16 == 8)
			nest_call(i % 32 == 8 ? raw_smp_processor_id() : nest_neighbour());
		if (i % max(burst, 1U))
			continue;
		if (pause_us)
			usleep_range(pause_us, pause_us + 50);
		else
			cond_resched();
	}
	hrtimer_cancel(&nest->timer);
	tasklet_kill(&nest->tasklet);
	complete(&nest->done);

	set_current_state(TASK_INTERRUPTIBLE);
	while (!kthread_should_stop()) {
		schedule();
		set_current_state(TASK_INTERRUPTIBLE);
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

static void nest_nothing(void *unused)
{
}

static int nest_start(unsigned int cpu, u64 todo)
{
	struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);
	struct task_struct *thread;

	memset(nest->count, 0, sizeof(nest->count));
	nest->todo = todo;
	reinit_completion(&nest->done);
	thread = kthread_create(nest_thread, nest, "ktrace_nest/%u", cpu);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	kthread_bind(thread, cpu);
	nest->thread = thread;
	return 0;
}

static void nest_stop(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

		if (nest->thread)
			kthread_stop(nest->thread);
		nest->thread = NULL;
	}
}

static int nest_run(u64 todo)
{
	unsigned int cpu;
	int err = 0;

	lockdep_assert_held(&nest_mutex);
	for_each_online_cpu(cpu)
		err = err ?: nest_start(cpu, todo);
	if (!err) {
		WRITE_ONCE(nest_running, true);
		for_each_online_cpu(cpu)
			wake_up_process(per_cpu_ptr(nest_cpus, cpu)->thread);
		for_each_online_cpu(cpu)
			wait_for_completion(&per_cpu_ptr(nest_cpus, cpu)->done);
		/* What is under way arrives: calls, NMIs, what they raised. */
		on_each_cpu(nest_nothing, NULL, true);
		msleep(50);
		WRITE_ONCE(nest_running, false);
	}
	nest_stop();
	return err;
}

static int nest_end(void *unused)
{
	struct nest_cpu *nest = this_cpu_ptr(nest_cpus);

	ktrace_point(nest_end, "cpu=%u counts=%llu,%llu,%llu,%llu",
		     raw_smp_processor_id(), nest->count[NEST_TASK],
		     nest->count[NEST_SOFTIRQ], nest->count[NEST_HARDIRQ],
		     nest->count[NEST_NMI]);
	return 0;
}

static int nest_run_set(void *data, u64 todo)
{
	guard(mutex)(&nest_mutex);
	guard(cpus_read_lock)();
	return nest_run(todo);
}
DEFINE_DEBUGFS_ATTRIBUTE(nest_run_fops, NULL, nest_run_set, "%llu\n");

static int nest_end_set(void *data, u64 unused)
{
	unsigned int cpu;
	int err = 0;

	guard(mutex)(&nest_mutex);
	guard(cpus_read_lock)();
	for_each_online_cpu(cpu)
		err = err ?: smp_call_on_cpu(cpu, nest_end, NULL, false);
	return err;
}
DEFINE_DEBUGFS_ATTRIBUTE(nest_end_fops, NULL, nest_end_set, "%llu\n");

static int nest_counts_show(struct seq_file *m, void *unused)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		u64 *count = per_cpu_ptr(nest_cpus, cpu)->count;

		seq_printf(m, "cpu=%u counts=%llu,%llu,%llu,%llu\n", cpu,
			   count[NEST_TASK], count[NEST_SOFTIRQ],
			   count[NEST_HARDIRQ], count[NEST_NMI]);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(nest_counts);

static void nest_landed_line(struct seq_file *m, unsigned int cpu, const char *what,
			     const struct nest_landed *landed)
{
	seq_printf(m, "cpu=%u %s: %llu times within ktrace_point_write3 (%lu bytes), at %u places\n",
		   cpu, what, landed->hits, nest_bytes,
		   bitmap_weight(landed->places, NEST_PLACES));
}

static int nest_landed_show(struct seq_file *m, void *unused)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

		nest_landed_line(m, cpu, "timer", &nest->irq);
		nest_landed_line(m, cpu, "NMI", &nest->nmi);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(nest_landed);

/* From "name+0x0/0x1a0". */
static void __init nest_measure(void)
{
	char symbol[KSYM_SYMBOL_LEN];
	char *slash;

	sprint_symbol(symbol, (unsigned long)ktrace_point_write3);
	slash = strchr(symbol, '/');
	if (slash && sscanf(slash, "/%lx", &nest_bytes) != 1)
		nest_bytes = 0;
}

static int __init nest_init(void)
{
	unsigned int cpu;
	int err;

	nest_cpus = alloc_percpu(struct nest_cpu);
	if (!nest_cpus)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

		hrtimer_init(&nest->timer, CLOCK_MONOTONIC,
			     HRTIMER_MODE_REL_PINNED_HARD);
		nest->timer.function = nest_timer;
		tasklet_setup(&nest->tasklet, nest_tasklet);
		INIT_CSD(&nest->call, nest_called, NULL);
		init_completion(&nest->done);
	}
	nest_measure();
	err = register_nmi_handler(NMI_LOCAL, nest_nmi, 0, "ktrace_nest");
	if (err) {
		free_percpu(nest_cpus);
		return err;
	}
	nest_dir = debugfs_create_dir("ktrace_nest", NULL);
	debugfs_create_file_unsafe("run", 0200, nest_dir, NULL, &nest_run_fops);
	debugfs_create_file_unsafe("end", 0200, nest_dir, NULL, &nest_end_fops);
	debugfs_create_file("counts", 0400, nest_dir, NULL, &nest_counts_fops);
	debugfs_create_file("landed", 0400, nest_dir, NULL, &nest_landed_fops);
	return 0;
}
module_init(nest_init);

static void __exit nest_exit(void)
{
	debugfs_remove(nest_dir);
	unregister_nmi_handler(NMI_LOCAL, "ktrace_nest");
	free_percpu(nest_cpus);
}
module_exit(nest_exit);

MODULE_DESCRIPTION("Nested writers for the selftests of ktrace");
MODULE_LICENSE("GPL");
