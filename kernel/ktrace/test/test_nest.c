// SPDX-License-Identifier: GPL-2.0
/*
 * Test module with nested writers in all contexts that keep their own accounts, for
 * tools/testing/selftests/ktrace/progs/nest_check.c.
 *
 * On every CPU a thread, a tasklet, a timer interrupt, IPIs from other CPUs, and NMIs
 * sent by this and other CPUs pass static points. Each context of each CPU increments
 * its own counter before it passes the point and records the number, which suffices to
 * compute the lost records. A CPU may go offline meanwhile: its thread waits until the
 * CPU is back.
 *
 * Files in debugfs, ktrace_nest/:
 *   run	write N: let each CPU's thread pass N points, and the other contexts as many
 *		as fit in that time; returns when all threads are done, for which a CPU
 *		that went offline must come back
 *   end	write anything: let each CPU record its counters
 *   counts	the counters, and their values when no record was in progress for the last
 *		time, up to which all records are complete
 *   landed	how often NMIs and interrupts interrupted ktrace_point_write3(), which writes
 *		the records of tasks, and at how many different instructions
 *   snapshot	write 1: let the next NMI take a snapshot; reads 0 after that
 *   longest	the maximum time that an NMI took to pass one point, and the maximum time
 *		between two timer interrupts
 */
#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kallsyms.h>
#include <linux/ktrace.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/smp.h>
#include <linux/smpboot.h>
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
MODULE_PARM_DESC(period_us, "microseconds from one timer interrupt to the next, about");

static unsigned int burst = 32;
module_param(burst, uint, 0644);
MODULE_PARM_DESC(burst, "points that a thread passes in a row");

static unsigned int pause_us;
module_param(pause_us, uint, 0644);
MODULE_PARM_DESC(pause_us, "microseconds that a thread sleeps between bursts");

static unsigned int every = 16;
module_param(every, uint, 0644);
MODULE_PARM_DESC(every, "after so many points a thread sends an NMI, and an interrupt");

/* Upper bound of the size of the observed function. */
#define NEST_PLACES	4096

/**
 * struct nest_landed - instructions at which a CPU was interrupted
 * @hits:	number of interruptions within the function
 * @places:	bitmap of their offsets in the function
 */
struct nest_landed {
	u64	hits;
	DECLARE_BITMAP(places, NEST_PLACES);
};

/**
 * struct nest_cpu - the writers of a CPU
 * @count:	points passed by each context; written by that context only
 * @within:	number of nested points in progress
 * @complete:	@count at the start of the outermost point in progress
 * @irq:	instructions interrupted by timer interrupts
 * @nmi:	instructions interrupted by NMIs
 * @timer:	its interrupts write
 * @tasklet:	writes in softirq context
 * @call:	for IPIs to this CPU
 * @called:	@call is in progress
 * @thread:	writes in task context; parked while the CPU is offline
 * @done:	completed by @thread
 * @todo:	number of points that @thread must pass in this run; 0 if it does not
 *		take part
 * @passed:	number of points that it has passed
 * @ticking:	@timer is running
 * @chance:	state of the generator of @timer's period
 * @longest:	maximum time in ns that an NMI took to pass a point
 * @last:	time of the last timer interrupt; 0 if the timer was off
 * @gap:	maximum time in ns between two timer interrupts
 */
struct nest_cpu {
	u64			count[NEST_CONTEXTS];
	unsigned int		within;
	u64			complete[NEST_CONTEXTS];
	struct nest_landed	irq;
	struct nest_landed	nmi;
	struct hrtimer		timer;
	struct tasklet_struct	tasklet;
	call_single_data_t	call;
	atomic_t		called;
	struct task_struct	*thread;
	struct completion	done;
	u64			todo;
	u64			passed;
	bool			ticking;
	u32			chance;
	u64			longest;
	u64			last;
	u64			gap;
};

static struct nest_cpu __percpu *nest_cpus;
/* Serialises runs. */
static DEFINE_MUTEX(nest_mutex);
/* True while the module sends NMIs: the handler ignores others. */
static bool nest_running;
/* Size of ktrace_point_write3() in bytes. */
static unsigned long nest_bytes;
static struct dentry *nest_dir;
/* Requests for a snapshot in an NMI. */
enum { NEST_SNAPSHOT_NONE, NEST_SNAPSHOT_WANTED, NEST_SNAPSHOT_TRIED };
static atomic_t nest_snapshot;
/* Snapshots are enabled. Has its own lock because nest_mutex is held for a whole run. */
static bool nest_snapshots;
static DEFINE_MUTEX(nest_snapshots_mutex);
/* A fatal signal killed the task that waited for the threads. */
static bool nest_abandoned;

/* Records have different lengths: each takes a suffix of this text. */
static const char nest_text[] = "the quick brown fox jumps over the lazy dog";

static u32 nest_sum(u32 cpu, u32 context, u64 seq)
{
	return (u32)(seq * 2654435761U) ^ cpu << 8 ^ context << 28;
}

/*
 * Called when no point is in progress on this CPU: each counted point has a record or
 * was lost.
 */
static void nest_note_complete(struct nest_cpu *nest)
{
	unsigned int i;

	for (i = 0; i < NEST_CONTEXTS; i++)
		WRITE_ONCE(nest->complete[i], READ_ONCE(nest->count[i]));
}

/* Pass a point; with preemption on, the caller must be a thread bound to this CPU. */
static noinline void nest_write(enum nest_context context)
{
	struct nest_cpu *nest = this_cpu_ptr(nest_cpus);
	unsigned int cpu = smp_processor_id();
	unsigned int within;
	u32 sum;
	u64 seq;

	/*
	 * An interrupt restores "within" before it returns, and counts in another member, so
	 * that loads and stores need not be one instruction.
	 */
	within = READ_ONCE(nest->within);
	WRITE_ONCE(nest->within, within + 1);
	if (!within)
		nest_note_complete(nest);
	barrier();
	seq = READ_ONCE(nest->count[context]) + 1;
	WRITE_ONCE(nest->count[context], seq);
	sum = nest_sum(cpu, context, seq);
	if (seq % 4)
		ktrace_point(nest, "cpu=%u context=%u seq=%llu sum=%x",
			     cpu, context, seq, sum);
	else
		ktrace_point(nest_text, "cpu=%u context=%u seq=%llu sum=%x text=%s",
			     cpu, context, seq, sum,
			     nest_text + sizeof(nest_text) - 1 -
			     seq % sizeof(nest_text));
	barrier();
	WRITE_ONCE(nest->within, within);
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

/* Take one snapshot for each request; the next NMI retries a failed one. */
static void nest_take_snapshot(void)
{
	if (atomic_cmpxchg(&nest_snapshot, NEST_SNAPSHOT_WANTED,
			   NEST_SNAPSHOT_TRIED) == NEST_SNAPSHOT_WANTED)
		atomic_set(&nest_snapshot,
			   ktrace_snapshot() ? NEST_SNAPSHOT_NONE : NEST_SNAPSHOT_WANTED);
}

static int nest_nmi(unsigned int type, struct pt_regs *regs)
{
	struct nest_cpu *nest = this_cpu_ptr(nest_cpus);
	u64 begin;

	if (!READ_ONCE(nest_running))
		return NMI_DONE;
	nest_land(&nest->nmi, regs);
	begin = sched_clock();
	nest_write(NEST_NMI);
	nest->longest = max(nest->longest, sched_clock() - begin);
	nest_take_snapshot();
	nest_write(NEST_NMI);
	/* Claim every NMI: the CPU may merge several into one, and nothing else sends NMIs. */
	return NMI_HANDLED;
}

/* Return the next CPU in turn, or this CPU on a machine with one CPU. */
static unsigned int nest_neighbour(void)
{
	unsigned int cpu = cpumask_next(smp_processor_id(), cpu_online_mask);

	return cpu < nr_cpu_ids ? cpu : cpumask_first(cpu_online_mask);
}

/*
 * Return a pseudo-random period between half and three halves of the configured one.
 * With a constant period, an emulator that runs the CPUs in turn, each until the next
 * timer of any CPU, may let a CPU do nothing but take its own interrupts forever.
 */
static ktime_t nest_period(struct nest_cpu *nest)
{
	u64 period_ns = (u64)period_us * NSEC_PER_USEC;

	nest->chance = nest->chance * 1664525 + 1013904223;
	return ns_to_ktime(period_ns / 2 + (period_ns * (nest->chance >> 16) >> 16));
}

static void nest_tasklet(struct tasklet_struct *tasklet)
{
	unsigned int i;

	/* With PREEMPT_RT, the CPU's thread could preempt the tasklet within a point. */
	guard(preempt)();
	for (i = 0; i < 6; i++)
		nest_write(NEST_SOFTIRQ);
}

/* Let a CPU write in an interrupt, unless its previous call is in progress. */
static void nest_call(unsigned int cpu)
{
	struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

	/* Two CPUs may race here, and the other CPU may have gone offline. */
	if (!atomic_xchg(&nest->called, 1) &&
	    smp_call_function_single_async(cpu, &nest->call))
		atomic_set(&nest->called, 0);
}

/* In an interrupt: a timer or an IPI. */
static void nest_interrupt(void)
{
	struct nest_cpu *nest = this_cpu_ptr(nest_cpus);

	/* IPIs do not set the registers; NMIs do. */
	if (get_irq_regs())
		nest_land(&nest->irq, get_irq_regs());
	/* Send the NMI first, so that it interrupts the same state as the timer or IPI. */
	if (nest->count[NEST_HARDIRQ] % 3 == 0)
		ktrace_test_send_nmi(smp_processor_id());
	nest_write(NEST_HARDIRQ);
	ktrace_test_send_nmi(nest_neighbour());
	nest_write(NEST_HARDIRQ);
}

static void nest_called(void *unused)
{
	atomic_set(&this_cpu_ptr(nest_cpus)->called, 0);
	nest_interrupt();
}

static enum hrtimer_restart nest_timer(struct hrtimer *timer)
{
	struct nest_cpu *nest = container_of(timer, struct nest_cpu, timer);
	u64 now = sched_clock(), took_ns;

	if (nest->last)
		nest->gap = max(nest->gap, now - nest->last);
	nest->last = now;
	nest_interrupt();
	/* Not in nest_called(): with PREEMPT_RT such a call must not raise a softirq. */
	tasklet_schedule(&nest->tasklet);
	nest_call(nest_neighbour());
	/* On a slow machine, leave time for the interrupted context. */
	took_ns = sched_clock() - now;
	hrtimer_set_expires(timer, ktime_add_ns(hrtimer_cb_get_time(timer),
						max_t(u64, nest_period(nest), 4 * took_ns)));
	return HRTIMER_RESTART;
}

/* Start the contexts other than the CPU's thread. */
static void nest_timer_on(struct nest_cpu *nest)
{
	nest->last = 0;
	nest->ticking = true;
	hrtimer_start(&nest->timer, nest_period(nest), HRTIMER_MODE_REL_PINNED_HARD);
}

static void nest_timer_off(struct nest_cpu *nest)
{
	if (!nest->ticking)
		return;
	nest->ticking = false;
	hrtimer_cancel(&nest->timer);
}

/* After point @i, interrupt this CPU or another from time to time. */
static void nest_disturb(u64 i, unsigned int often)
{
	unsigned int turn = i % (2 * often);

	if (turn == 0 || turn == often)
		ktrace_test_send_nmi(turn ? raw_smp_processor_id() : nest_neighbour());
	else if (turn == often / 2 || turn == often + often / 2)
		nest_call(turn < often ? raw_smp_processor_id() : nest_neighbour());
}

static int nest_thread_ready(unsigned int cpu)
{
	struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

	return READ_ONCE(nest->todo) > nest->passed;
}

static bool nest_thread_done(unsigned int cpu)
{
	return !nest_thread_ready(cpu);
}

/* Pass a burst of points. */
static void nest_thread(unsigned int cpu)
{
	struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);
	u64 end = min(nest->todo, nest->passed + max(burst, 1U));
	unsigned int often = max(every, 2U);

	if (!nest->ticking)
		nest_timer_on(nest);
	while (nest->passed < end) {
		nest_write(NEST_TASK);
		nest_disturb(++nest->passed, often);
	}
	if (READ_ONCE(nest_abandoned))
		nest->passed = nest->todo;
	if (nest->passed == nest->todo) {
		/* If the test is not abandoned, the timer runs until the last thread is done. */
		if (READ_ONCE(nest_abandoned))
			nest_timer_off(nest);
		complete(&nest->done);
	} else if (pause_us) {
		usleep_range(pause_us, pause_us + 50);
	} else {
		cond_resched();
	}
}

/*
 * Called when the CPU goes offline. Does not wait for the tasklet: with PREEMPT_RT, the CPU's
 * thread for softirqs is parked already, and another CPU will run the tasklet.
 */
static void nest_thread_park(unsigned int cpu)
{
	nest_timer_off(per_cpu_ptr(nest_cpus, cpu));
}

static void nest_thread_cleanup(unsigned int cpu, bool online)
{
	struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

	nest_timer_off(nest);
	tasklet_kill(&nest->tasklet);
}

static struct smp_hotplug_thread nest_threads = {
	.thread_should_run = nest_thread_ready,
	.thread_fn	= nest_thread,
	.park		= nest_thread_park,
	.cleanup	= nest_thread_cleanup,
	.thread_comm	= "ktrace_nest/%u",
};

static void nest_nothing(void *unused)
{
}

static void nest_start(unsigned int cpu, u64 todo)
{
	struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

	memset(nest->count, 0, sizeof(nest->count));
	nest->longest = 0;
	nest->gap = 0;
	nest->passed = 0;
	reinit_completion(&nest->done);
	WRITE_ONCE(nest->todo, todo);
}

static int nest_run(u64 todo)
{
	unsigned int cpu;
	int err = 0;

	lockdep_assert_held(&nest_mutex);
	WRITE_ONCE(nest_abandoned, false);
	WRITE_ONCE(nest_running, true);
	scoped_guard(cpus_read_lock) {
		for_each_possible_cpu(cpu)
			nest_start(cpu, cpu_online(cpu) ? todo : 0);
		for_each_online_cpu(cpu)
			wake_up_process(*per_cpu_ptr(nest_threads.store, cpu));
	}
	/* CPUs may go offline and come online now. */
	for_each_possible_cpu(cpu) {
		struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

		if (!err && nest->todo)
			err = wait_for_completion_killable(&nest->done);
	}
	if (err)
		WRITE_ONCE(nest_abandoned, true);
	scoped_guard(cpus_read_lock) {
		for_each_online_cpu(cpu)
			if (nest_thread_done(cpu))
				nest_timer_off(per_cpu_ptr(nest_cpus, cpu));
	}
	/* Wait for calls and NMIs in progress, and for their tasklets. */
	on_each_cpu(nest_nothing, NULL, true);
	msleep(50);
	WRITE_ONCE(nest_running, false);
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
	if (!todo)
		return -EINVAL;
	guard(mutex)(&nest_mutex);
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

static int nest_snapshot_get(void *data, u64 *wanted)
{
	*wanted = atomic_read(&nest_snapshot) != NEST_SNAPSHOT_NONE;
	return 0;
}

static int nest_snapshot_set(void *data, u64 wanted)
{
	int err;

	guard(mutex)(&nest_snapshots_mutex);
	if (wanted && !nest_snapshots) {
		err = ktrace_snapshot_enable();
		if (err)
			return err;
		nest_snapshots = true;
	}
	atomic_set(&nest_snapshot, wanted ? NEST_SNAPSHOT_WANTED : NEST_SNAPSHOT_NONE);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(nest_snapshot_fops, nest_snapshot_get, nest_snapshot_set, "%llu\n");

static int nest_counts_show(struct seq_file *m, void *unused)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);
		u64 *count = nest->count, *complete = nest->complete;

		if (!nest->todo)
			continue;
		seq_printf(m, "cpu=%u counts=%llu,%llu,%llu,%llu complete=%llu,%llu,%llu,%llu\n",
			   cpu, count[NEST_TASK], count[NEST_SOFTIRQ],
			   count[NEST_HARDIRQ], count[NEST_NMI],
			   complete[NEST_TASK], complete[NEST_SOFTIRQ],
			   complete[NEST_HARDIRQ], complete[NEST_NMI]);
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

static int nest_longest_show(struct seq_file *m, void *unused)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct nest_cpu *nest = per_cpu_ptr(nest_cpus, cpu);

		if (nest->todo)
			seq_printf(m, "cpu=%u NMI: %llu ns for a point, timer: %llu ns between two\n",
				   cpu, nest->longest, nest->gap);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(nest_longest);

/* Parse the size from "name+0x0/0x1a0". */
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
	if (err)
		goto free;
	nest_threads.store = &nest_cpus->thread;
	err = smpboot_register_percpu_thread(&nest_threads);
	if (err)
		goto unregister;
	nest_dir = debugfs_create_dir("ktrace_nest", NULL);
	debugfs_create_file_unsafe("run", 0200, nest_dir, NULL, &nest_run_fops);
	debugfs_create_file_unsafe("end", 0200, nest_dir, NULL, &nest_end_fops);
	debugfs_create_file_unsafe("snapshot", 0600, nest_dir, NULL, &nest_snapshot_fops);
	debugfs_create_file("counts", 0400, nest_dir, NULL, &nest_counts_fops);
	debugfs_create_file("landed", 0400, nest_dir, NULL, &nest_landed_fops);
	debugfs_create_file("longest", 0400, nest_dir, NULL, &nest_longest_fops);
	return 0;

unregister:
	unregister_nmi_handler(NMI_LOCAL, "ktrace_nest");
free:
	free_percpu(nest_cpus);
	return err;
}
module_init(nest_init);

static void __exit nest_exit(void)
{
	debugfs_remove(nest_dir);
	smpboot_unregister_percpu_thread(&nest_threads);
	unregister_nmi_handler(NMI_LOCAL, "ktrace_nest");
	if (nest_snapshots)
		ktrace_snapshot_disable();
	free_percpu(nest_cpus);
}
module_exit(nest_exit);

MODULE_DESCRIPTION("Nested writers for the selftests of ktrace");
MODULE_LICENSE("GPL");
